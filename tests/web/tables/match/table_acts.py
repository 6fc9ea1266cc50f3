"""Acts at a live table without a site around it: a hand dealt, cards played, and what is told of it."""

from typing import Any

from msgspec import Raw

from carteado.cards import Observer, Onlooker
from carteado.web.tables.protocol import Act, encode
from tests.web.tables.room.table_rooms import SECOND, Seated, person

BOT = "bot:random"
REFEREE, SPECTATOR = Onlooker.REFEREE, Onlooker.SPECTATOR


def dealt(**settings: Any) -> Seated:
    """A match of truco of which the first hand is dealt: seat 0 plays first."""
    table = Seated(**settings)
    table.deal()
    assert table.play.awaited is not None
    assert table.play.awaited.seats == (0,)
    return table


def card_of(table: Seated, seat: int, place: int = 0) -> str:
    held = [card for card in table.play.match.hand.held[seat] if card is not None]
    return str(held[place])


def play_a_card(table: Seated) -> int:
    """Whoever is to play shows a card."""
    assert table.play.awaited is not None
    seat = table.play.awaited.seats[0]
    table.do(seat, "play", card=card_of(table, seat))
    return seat


def an_act(name: str, seq: int, **wanted: Any) -> Act:
    return Act(name, seq, Raw(encode(wanted)))


def new(table: Seated, observer: Observer) -> list[dict[str, Any]]:
    """What somebody was told since the last time."""
    heard = table.people[observer].messages()
    table.people[observer].heard.clear()
    return heard


def with_bots_second() -> Seated:
    """Two bots against two people; it is for a bot to play."""
    table = Seated(seats=[person(0), BOT, person(2), BOT], first_dealer=0)
    table.wait(30 * SECOND)
    table.do(0, "deal", burn=0)
    assert table.play.awaited is not None
    assert table.play.awaited.seats == (1,)
    return table

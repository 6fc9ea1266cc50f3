"""A player knows what its seat may know: no hidden card of another seat is in anything that is sent to it."""

import json
import random
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from carteado.bots import Faults, OutsideProgram, Player, View, ask_player, send_act_to_others
from carteado.bots.bot import ActJson
from carteado.cards import Card, NotACard, parse_card
from carteado.record import Table
from carteado.truco import Deal
from tests.bots.positions import SCORES, TM, club, dealt
from tests.bots.programs import program

LISTENER = """
    for line in sys.stdin:
        noted(line.rstrip())
        message = json.loads(line)
        if "hello" in message: ready()
        if "ask" in message: answer(message, rng.choice(message["legal"]))
        if "bye" in message: break
    """


class Overheard:
    """Keeps what a player is asked and told, each with what its seat may know at that moment."""

    def __init__(self, inner: Player, seat: int) -> None:
        self.inner, self.seat = inner, seat
        self.allowed: set[Card] = set()
        self.messages: list[tuple[dict[str, Any], set[Card]]] = []

    def ask(self, view: View, legal: Sequence[ActJson], ms: int) -> ActJson | None:
        self.messages.append(({"view": view, "legal": list(legal)}, self.allowed))
        return self.inner.ask(view, legal, ms)

    def send_act(self, act: ActJson) -> None:
        self.messages.append(({"tell": act}, self.allowed))
        self.inner.send_act(act)

    def close(self) -> None:
        self.inner.close()


class Random:
    """A player in this process that hides cards often."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def ask(self, _view: View, legal: Sequence[ActJson], _ms: int) -> ActJson | None:
        weights = [{"hide": 4, "accept": 4, "refuse": 1}.get(act["act"], 2) for act in legal]
        return self._rng.choices(legal, weights)[0]

    def send_act(self, act: ActJson) -> None: ...

    def close(self) -> None: ...


def may_know(table: Table, deal: Deal, seat: int, *, partner_seen: bool = True, blind: bool = True) -> set[Card]:
    """TM 5, 27, 30 and 31 in other words than the engine's: the vira, what lies face up, what one laid face down
    oneself, one's own cards but in a mão de ferro, and in a mão de onze the partner's."""
    hand = table.match.hand
    known = {hand.vira}
    laid = [played for done in hand.rounds for played in done.plays] + list(hand.plays)
    known |= {played.card for played in laid if not played.hidden or played.seat == seat}
    if hand.kind.value != "iron" or not blind:
        known |= set(deal.hands[seat])
    partner = (seat + 2) % 4
    if hand.kind.value == "eleven" and partner_seen and len(deal.hands) == 4 and seat % 2 == hand.eleven_pair:
        known |= {card for card in hand.held[partner] if card is not None}
    return known


def cards_in(value: object) -> Iterator[Card]:
    """Every card named anywhere in a message, whatever the key."""
    if isinstance(value, dict):
        for name, one in value.items():
            yield from cards_in(name)
            yield from cards_in(one)
    elif isinstance(value, list):
        for one in value:
            yield from cards_in(one)
    else:
        try:
            yield parse_card(value)
        except NotACard:
            return


def play(table: Table, players: Sequence[Overheard], **rules: bool) -> None:
    """A hand to its end, noting before everything that is sent what each seat may know by then."""
    hand = table.match.hand
    deal = Deal(hand.held, hand.vira)
    while (question := table.question()) is not None:
        for player in players:
            player.allowed = may_know(table, deal, player.seat, **rules)
        act = ask_player(table, question, players[question.seat], Faults(), ms=5000)
        table = table.after_act(act)
        for player in players:
            player.allowed = may_know(table, deal, player.seat, **rules)
        send_act_to_others(table.engine, act, players)


def assert_nothing_leaked(players: Sequence[Overheard]) -> int:
    """How many messages were looked through."""
    for player in players:
        for message, allowed in player.messages:
            assert set(cards_in(message)) <= allowed
    return sum(len(player.messages) for player in players)


@pytest.mark.parametrize("players", [4, 2])
def test_no_hidden_card_reaches_a_player(players: int) -> None:
    rng = random.Random(f"secrecy-{players}")
    looked_through = 0
    for number in range(240):
        seated = [Overheard(Random(rng), seat) for seat in range(players)]
        play(dealt(TM, players=players, score=SCORES[number % len(SCORES)], rng=rng), seated)
        looked_through += assert_nothing_leaked(seated)
    assert looked_through > 2000


@pytest.mark.parametrize(
    ("name", "rules"), [("partner_unseen", {"partner_seen": False}), ("iron_hand_seen", {"blind": False})]
)
def test_no_hidden_card_reaches_a_player_under_the_rules_of_a_club(name: str, rules: dict[str, bool]) -> None:
    rng = random.Random(name)
    for number in range(60):
        seated = [Overheard(Random(rng), seat) for seat in range(4)]
        play(dealt(club(name), players=4, score=SCORES[number % len(SCORES)], rng=rng), seated, **rules)
        assert_nothing_leaked(seated)


def test_the_seats_that_may_see_do_see() -> None:
    """The check above would also pass if nobody were shown anything."""
    rng = random.Random("seen")
    for score, kind in (((0, 0), "ordinary"), ((11, 2), "eleven"), ((11, 11), "iron")):
        table = dealt(TM, players=4, score=score, rng=rng)
        hand = table.match.hand
        assert hand.kind.value == kind
        for seat in range(4):
            shown = set(cards_in(table.engine.view(table.match, seat)))
            assert shown == may_know(table, Deal(hand.held, hand.vira), seat)


@pytest.mark.parametrize("players", [4, 2])
def test_what_goes_over_the_wire_is_that_and_nothing_else(players: int, tmp_path: Path) -> None:
    rng = random.Random(f"wire-{players}")
    with ExitStack() as closing:
        seated = []
        for seat in range(players):
            command = program(tmp_path, f"seat{seat}", LISTENER).removeprefix("cmd:")
            outside = OutsideProgram(command, TM)
            closing.callback(outside.close)
            seated.append(Overheard(outside, seat))
        for score in SCORES:
            play(dealt(TM, players=players, score=score, rng=rng), seated)
    assert assert_nothing_leaked(seated) > 50
    for player in seated:
        hello, *lines, bye = (tmp_path / f"seat{player.seat}.py.notes").read_text("utf-8").splitlines()
        assert json.loads(hello) == {"hello": 1, "regulation": "truco-masters-2025"}
        assert json.loads(bye) == {"bye": 1}
        sent = [json.loads(line) for line in lines]
        assert [number for message in sent if (number := message.pop("ask", None))] == list(
            range(1, 1 + sum("view" in message for message in sent))
        )
        assert all(message.pop("ms", 5000) == 5000 for message in sent)
        assert sent == [message for message, _ in player.messages]


def test_everybody_else_is_told_of_every_act_once() -> None:
    rng = random.Random("told")
    for number in range(40):
        seated = [Overheard(Random(rng), seat) for seat in range(4)]
        play(dealt(TM, players=4, score=SCORES[number % len(SCORES)], rng=rng), seated)
        told = [[message["tell"] for message, _ in player.messages if "tell" in message] for player in seated]
        by_others = [[act for act in acts if act["seat"] != 0] for acts in told]
        assert all(act["seat"] != player.seat for player, acts in zip(seated, told, strict=True) for act in acts)
        assert len({len([act for act in acts if act["seat"] == 0]) for acts in told[1:]}) == 1
        assert all("card" not in act for acts in by_others for act in acts if act["act"] == "hide")
        assert not any(act["act"] == "pass" for acts in told for act in acts)

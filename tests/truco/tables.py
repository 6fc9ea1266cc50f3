"""A table of truco as a referee would tell it: who deals, which cards fall, what is called, what is refused.

Seats are 0 to 3 in order of play; seats 0 and 2 are pair 0, seats 1 and 3 pair 1. Unless a test says otherwise seat 3
deals, so seat 0 begins.
"""

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass, field, fields

import pytest

from carteado.cards import Card, parse_card
from carteado.record import Record, RecordedAct, RecordedHand, Report
from carteado.regulation import LANGUAGES, Override, Regulation, TrucoRules, catalogue, load
from carteado.truco import (
    Accept,
    Act,
    Burn,
    Call,
    Cut,
    Deal,
    Event,
    Hand,
    Hide,
    IllegalAct,
    Match,
    Play,
    PlayBlind,
    Refuse,
    apply,
    is_legal,
    legal_acts,
    refusal,
    start,
)
from tests.record.cases import written_and_read

TM = load("truco-masters-2025")
NAMES = ("Ana", "Bia", "Caio", "Davi")


def card(text: str) -> Card:
    return parse_card(text)


def cards(text: str) -> tuple[Card, ...]:
    return tuple(parse_card(one) for one in text.split())


def spoken(act: Act) -> str:
    name = "play" if isinstance(act, PlayBlind) else type(act).__name__.lower()
    said = [str(getattr(act, field.name)) for field in fields(act) if field.name != "seat"]
    return " ".join([name, *said])


def item(numbers: str) -> str:
    """How an item of Annex I is cited."""
    return f"Truco Masters 2025, Anexo I, item {numbers}"


def rules_of(regulation: Regulation) -> TrucoRules:
    assert isinstance(regulation.rules, TrucoRules)
    return regulation.rules


def house(**values: object) -> Regulation:
    """The regulation as a club plays it; ``ties__second_round`` is the key ``ties.second_round``."""
    overrides = (Override(key.replace("__", "."), value, "Clube da Vila") for key, value in values.items())
    return TM.with_overrides(tuple(overrides))


@dataclass(frozen=True)
class Table:
    """A match on the table; each act gives the table afterwards. ``events`` are those of the last act."""

    match: Match
    regulation: Regulation = TM
    events: tuple[Event, ...] = ()
    story: tuple[Act, ...] = field(default=(), repr=False)
    first: Match | None = field(default=None, repr=False)

    @property
    def hand(self) -> Hand:
        assert self.match.hand is not None
        return self.match.hand

    @property
    def score(self) -> tuple[int, int]:
        return self.match.score

    @property
    def value(self) -> int:
        return self.hand.value

    @property
    def taken_by(self) -> int | None:
        """The pair that scored the hand; none when nobody did."""
        assert self.hand.result is not None, "the hand is still on"
        return self.hand.result.winner

    @property
    def rounds(self) -> list[int | None]:
        """The pair that won each finished round, none for a tie."""
        return [one.winner for one in self.hand.rounds]

    def do(self, *acts: Act) -> "Table":
        table = self
        for act in acts:
            match, events = apply(table.match, act)
            table = dataclasses.replace(table, match=match, events=events, story=(*table.story, act))
        return table

    def deal(self, *hands: str, vira: str) -> "Table":
        """``deal("3c 3d 4d", "Ac 6h 4h", …, vira="4c")``: the cards of seat 0, of seat 1 and so on."""
        return self.do(Deal(tuple(cards(hand) for hand in hands), card(vira)))

    def play(self, text: str) -> "Table":
        """Each card by the seat that holds it; ``(2d)`` is laid face down. A card out of turn is an illegal act."""
        table = self
        for word in text.split():
            laid = card(word.strip("()"))
            seat = next(seat for seat, held in enumerate(table.hand.held) if laid in held)
            table = table.do(Hide(seat, laid) if word.startswith("(") else Play(seat, laid))
        return table

    def blind(self, *positions: tuple[int, int]) -> "Table":
        """Cards turned up unseen: seat and position."""
        return self.do(*(PlayBlind(seat, position) for seat, position in positions))

    def call(self, seat: int, value: int) -> "Table":
        return self.do(Call(seat, value))

    def accept(self, seat: int) -> "Table":
        return self.do(Accept(seat))

    def refuse(self, seat: int) -> "Table":
        return self.do(Refuse(seat))

    def raised_to(self, value: int) -> "Table":
        """The pairs take turns, pair 0 first, until the hand is worth ``value``."""
        table, seat = self, 0
        for step in (3, 6, 9, 12):
            if step <= value:
                table = table.call(seat, step).accept(1 - seat)
                seat = 1 - seat
        return table

    def allows(self, act: Act) -> bool:
        return is_legal(self.match, act)

    def choices(self, seat: int) -> list[str]:
        """Everything the seat may do: ``play 3c``, ``hide 3c``, ``call 3``, ``accept``."""
        return [spoken(act) for act in legal_acts(self.match, seat)]

    def had_event(self, event: Event) -> bool:
        """Whether this came of the last act."""
        return event in self.events

    def refuses(self, act: Act, key: str, numbers: str) -> None:
        """The act is refused everywhere, under that key, which cites those items, in words that people read."""
        refused = refusal(self.match, act)
        assert refused is not None, f"{act} should be refused"
        assert refused.key == key
        assert self.regulation.cite(refused.key) == item(numbers)
        for language in LANGUAGES:
            assert catalogue(language).refusal(refused)
        with pytest.raises(IllegalAct):
            apply(self.match, act)
        if (seat := getattr(act, "seat", None)) is not None:
            assert act not in legal_acts(self.match, seat)

    def record(self) -> Record:
        """The match so far, as it goes on record. Cuts and burning are left out."""
        assert self.first is not None
        start_score = self.first.score if any(self.first.score) else None
        hands = tuple(_recorded(self.story, start_score))
        seats = NAMES[: self.match.players]
        return Record(regulation=self.regulation, seats=seats, first_dealer=self.first.first_dealer, hands=hands)

    def replayed(self) -> Report:
        """What the record of this match gives after being written, read back and replayed."""
        report = written_and_read(self.record())
        assert (report.score, report.winner) == (self.match.score, self.match.winner)
        return report


def _recorded(story: tuple[Act, ...], start_score: tuple[int, int] | None) -> Iterator[RecordedHand]:
    """One recorded hand for each deal of the story, with the acts up to the next."""
    played = [act for act in story if not isinstance(act, Cut | Burn)]
    deals = [index for index, act in enumerate(played) if isinstance(act, Deal)]
    for number, (begins, ends) in enumerate(zip(deals, [*deals[1:], len(played)], strict=True)):
        acts = tuple(RecordedAct(act=act) for act in played[begins + 1 : ends])
        yield RecordedHand(deal=played[begins], acts=acts, start=start_score if number == 0 else None)


def table(
    *,
    dealer: int = 3,
    score: tuple[int, int] = (0, 0),
    players: int = 4,
    regulation: Regulation = TM,
) -> Table:
    """A match about to be dealt."""
    match = start(rules_of(regulation), players=players, first_dealer=dealer, score=score)
    return Table(match, regulation, first=match)


PAIR_0_WINS = ("3c 3d 4d", "Ac 6h 4h", "2c 6s 7h", "Kc Qd Jd")
"""Vira 4♣: manilhas are the fives, and nobody has one; seat 0 has the two highest cards."""

PLAIN_ROUNDS = ("3c Ac 2c Kc", "3d 6h 6s Qd")
"""Two rounds of that deal, both won by seat 0."""


def dealt(
    *,
    dealer: int = 3,
    score: tuple[int, int] = (0, 0),
    regulation: Regulation = TM,
) -> Table:
    """The plain deal on the table, for tests in which the cards do not matter much: seat 0 is the strongest."""
    return table(dealer=dealer, score=score, regulation=regulation).deal(*PAIR_0_WINS, vira="4c")


def hand_won_by(pair: int, before: Table) -> Table:
    """An ordinary hand dealt and played out, for one point."""
    hands = [PAIR_0_WINS[(seat - pair) % 4] for seat in range(4)]
    on = before.deal(*hands, vira="4c")
    while on.match.hand_is_on:
        seat = on.hand.turn
        on = on.do(Play(seat, on.hand.cards_of(seat)[0]))
    return on

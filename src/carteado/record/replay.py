"""Replay of a record through its engine: the result of each hand, and a check of what the record states."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, NamedTuple

from carteado.cards import Scored
from carteado.record.errors import RuleBroken
from carteado.record.games import Engine, Match
from carteado.record.notation import Act
from carteado.record.record import OPENING_ACTS_KEY, Record, RecordedHand
from carteado.regulation import Regulation


class Line(NamedTuple):
    """A line of the score sheet."""

    item: str
    number: int
    points: int
    article: str

    def to_json(self) -> dict[str, object]:
        return {"item": self.item, "count": self.number, "points": self.points, "article": self.article}


@dataclass(frozen=True, slots=True, kw_only=True)
class HandReport:
    """``points`` are those credited, the sum of the lines of each pair; ``score`` is the score after the hand."""

    dealer: int | None
    winner: int | None
    points: tuple[int, int]
    score: tuple[int, int]
    lines: tuple[tuple[Line, ...], tuple[Line, ...]]

    def to_json(self) -> dict[str, object]:
        return {
            "dealer": self.dealer,
            "winner": self.winner,
            "points": list(self.points),
            "score": list(self.score),
            "lines": [[line.to_json() for line in lines] for lines in self.lines],
        }


class Mismatch(NamedTuple):
    """A statement in a record that replay does not confirm; ``hand`` is None for the record itself."""

    hand: int | None
    key: str
    stated: object
    computed: object


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """The outcome of a record or a score sheet."""

    regulation: Regulation
    winner: int | None
    score: tuple[int, int]
    hands: tuple[HandReport, ...]
    mismatches: tuple[Mismatch, ...] = ()

    @property
    def finished(self) -> bool:
        return self.winner is not None

    def to_json(self) -> dict[str, object]:
        return {
            "regulation": self.regulation.id,
            "finished": self.finished,
            "winner": self.winner,
            "score": list(self.score),
            "hands": [hand.to_json() for hand in self.hands],
        }


class Moment(NamedTuple):
    """One act of a record and the match after it; ``action`` is None for the cut, the burn and the deal."""

    hand: int
    action: int | None
    act: Act
    match: Match
    events: tuple[Any, ...]


def moments(record: Record) -> Iterator[Moment]:
    """Every act of the hands in order, with the match after it. Raises InputError at the first refused act."""
    match = start_of(record)
    for number in range(len(record.hands)):
        for moment in moments_of(record, number, match):
            match = moment.match
            yield moment


def moments_of(record: Record, number: int, match: Match) -> Iterator[Moment]:
    """The moments of one hand, from the match before it."""
    engine = record.engine
    for action, act in _acts_of(engine, match, record.hands[number]):
        if refused := engine.refusal(match, act):
            raise RuleBroken(refused, record.regulation, hand=number, action=action, where=f"hands[{number}]")
        match, events = engine.apply(match, act)
        yield Moment(number, action, act, match, events)


def matches_between_hands(record: Record) -> tuple[Match, ...]:
    """The match before each hand, and after the last."""
    found = [start_of(record)]
    for _, (*_, last) in groupby(moments(record), key=lambda moment: moment.hand):
        found.append(last.match)
    return tuple(found)


def _acts_of(engine: Engine, match: Match, hand: RecordedHand) -> Iterator[tuple[int | None, Act]]:
    if hand.fair is not None:
        yield from ((None, act) for act in engine.ceremony(match, hand.fair))
    yield None, hand.deal
    yield from ((index, recorded.act) for index, recorded in enumerate(hand.acts))


def start_of(record: Record) -> Match:
    """The match before the record's first hand, after all acts that came before it."""
    score = (record.hands[0].start if record.hands else None) or (0, 0)
    target = record.target or record.engine.target(record.phase)
    match = record.engine.start(players=len(record.seats), first_dealer=record.first_dealer, target=target, score=score)
    if refused := record.engine.refusal_of_start(match):
        raise RuleBroken(refused, record.regulation, hand=0, where="hands[0].start")
    for action, recorded in enumerate(record.opening_acts):
        if refused := record.engine.refusal(match, recorded.act):
            raise RuleBroken(refused, record.regulation, action=action, where=f"{OPENING_ACTS_KEY}[{action}]")
        match = record.engine.apply(match, recorded.act)[0]
    return match


def replay(record: Record) -> Report:
    """Replay the record and report its outcome."""
    match = start_of(record)
    hands: list[HandReport] = []
    for _, group in groupby(moments(record), key=lambda moment: moment.hand):
        dealer = match.dealer
        events: list[Any] = []
        for moment in group:
            match = moment.match
            events += moment.events
        winner = record.engine.hand_winner(match)
        hands.append(hand_report(record.regulation, dealer=dealer, winner=winner, score=match.score, events=events))
    return Report(
        regulation=record.regulation,
        winner=match.winner,
        score=match.score,
        hands=tuple(hands),
        mismatches=tuple(_mismatches(record, hands)),
    )


def hand_report(
    regulation: Regulation,
    *,
    dealer: int | None,
    winner: int | None,
    score: tuple[int, int],
    events: Iterable[Any],
) -> HandReport:
    """The score lines among the events of a hand, with their sums."""
    scored = [event for event in events if isinstance(event, Scored)]
    lines = [
        tuple(
            Line(one.item, one.number, one.points, str(regulation.citation(one.key)))
            for one in scored
            if one.pair == pair
        )
        for pair in (0, 1)
    ]
    points = [sum(line.points for line in of_pair) for of_pair in lines]
    return HandReport(
        dealer=dealer, winner=winner, points=(points[0], points[1]), score=score, lines=(lines[0], lines[1])
    )


def _mismatches(record: Record, hands: Sequence[HandReport]) -> Iterator[Mismatch]:
    if record.dealer_draw is not None:
        drawn = record.engine.first_dealer(len(record.seats), record.dealer_draw)
        if drawn != record.first_dealer:
            yield Mismatch(None, "first_dealer", record.first_dealer, drawn)
    for number, (stated, computed) in enumerate(zip(record.hands, hands, strict=True)):
        if stated.dealer is not None and stated.dealer != computed.dealer:
            yield Mismatch(number, "dealer", stated.dealer, computed.dealer)
        if stated.score is not None and stated.score != computed.score:
            yield Mismatch(number, "score", list(stated.score), list(computed.score))

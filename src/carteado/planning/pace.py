"""How long people take for each act at a table: default values, or measured from records with times."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from statistics import fmean
from typing import NamedTuple

from carteado.cards import Pause, Resume
from carteado.record import Record, write_act
from carteado.record.notation import Act, Notation
from carteado.regulation import EngineKind

FEWEST_MEASURED = 20
"""The number of acts of a kind, or of hands, that a measurement needs before it replaces the default."""

LONGEST_GAP_S = 600.0
"""Seconds. A longer gap is an unrecorded break, not a player who thinks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """Seconds for a match (sitting down, drawing for the deal, signing the sheet), a hand (shuffling, cutting, dealing,
    counting) and each kind of act. ``other`` is for kinds that are not listed."""

    match: float
    hand: float
    acts: Mapping[str, float]
    other: float = 5.0

    def of_act(self, kind: str) -> float:
        return self.acts.get(kind, self.other)

    def minutes(self, length: "MatchLength") -> float:
        acts = sum(self.of_act(kind) * count for kind, count in length.acts)
        return (self.match + self.hand * length.hands + acts) / 60


class MatchLength(NamedTuple):
    """The length of a match: its number of hands, and of acts of each kind."""

    hands: int
    acts: tuple[tuple[str, int], ...]

    @property
    def act_count(self) -> int:
        return sum(count for _, count in self.acts)


PACES: Mapping[EngineKind, Pace] = {
    EngineKind.TRUCO: Pace(
        match=180,
        hand=60,
        acts={"play": 6, "hide": 6, "call": 5, "accept": 6, "refuse": 6},
    ),
    EngineKind.MELDS: Pace(
        match=180,
        hand=300,
        acts={"draw": 3, "redraw": 5, "exchange": 6, "take": 10, "lay": 10, "extend": 5, "discard": 8},
    ),
}
"""The defaults: a player's estimate, not measured. A hand of truco is shuffled, cut and dealt in a minute. A hand of
Tranca or Canastra takes two and a half minutes to shuffle and deal 66 cards, and as much to count."""


def kind_of(act: Act, notation: Notation) -> str:
    """The act's name in a record."""
    return str(write_act(act, notation)["act"])


# --- measuring ----------------------------------------------------------------------------------------------------


class _Gap(NamedTuple):
    """The seconds before an act, since the act before it; ``opens`` when a hand was dealt in between."""

    kind: str
    seconds: float
    opens: bool


def measured_pace(records: Iterable[Record], default: Pace) -> Pace:
    """The pace of the people in the records, measured where enough acts have times, else the default.

    An act's time runs from the act before it. The time between two hands does not include the act that opens the
    second. Pauses and gaps longer than ``LONGEST_GAP_S`` are left out.
    """
    within: defaultdict[str, list[float]] = defaultdict(list)
    between: list[_Gap] = []
    for gap in (gap for record in records for gap in _gaps(record)):
        if gap.opens:
            between.append(gap)
        else:
            within[gap.kind].append(gap.seconds)
    measured = {kind: fmean(seconds) for kind, seconds in within.items() if len(seconds) >= FEWEST_MEASURED}
    pace = replace(default, acts={**default.acts, **measured})
    if len(between) < FEWEST_MEASURED:
        return pace
    return replace(pace, hand=fmean(max(0.0, gap.seconds - pace.of_act(gap.kind)) for gap in between))


def _gaps(record: Record) -> Iterator[_Gap]:
    before: datetime | None = None
    for hand in record.hands:
        opens = True
        for recorded in hand.acts:
            if isinstance(recorded.act, Pause | Resume) or recorded.at is None:
                before = None
                continue
            at = datetime.fromisoformat(recorded.at)
            if before is not None and 0 <= (seconds := (at - before).total_seconds()) <= LONGEST_GAP_S:
                yield _Gap(kind_of(recorded.act, record.engine.notation), seconds, opens)
            before, opens = at, False


def length_of(record: Record) -> MatchLength:
    """The length of a recorded match."""
    counts: defaultdict[str, int] = defaultdict(int)
    for hand in record.hands:
        for recorded in hand.acts:
            counts[kind_of(recorded.act, record.engine.notation)] += 1
    return MatchLength(len(record.hands), tuple(sorted(counts.items())))

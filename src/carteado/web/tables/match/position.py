"""The current state of a live match: its log, folded, with an index of the rows that each observer has seen."""

from bisect import bisect_left
from dataclasses import dataclass, field
from typing import NamedTuple

from carteado.cards import Observer, Onlooker
from carteado.web.tables.match.fold import TABLE_ONLY_ROWS, Play, Terms, apply_row, parse_act, start_play
from carteado.web.tables.match.log_rows import LogRow
from carteado.web.tables.match.observer_view import is_visible


class StoredMatch(NamedTuple):
    """A match as stored. ``match`` is its primary key.

    ``previous`` is the match before it, as long as delayed onlookers have yet to see that this one began.
    """

    match: int
    terms: Terms
    log: list[LogRow]
    previous: "StoredMatch | None" = None


ACTS_OUTSIDE_THE_GAME = frozenset({"sign", "pause", "resume", "sit"})
"""Acts that leave the game as it was."""


@dataclass(slots=True)
class MatchPosition:
    """How a match stands.

    A place is an index in ``log``, counted from 0. ``match`` is the primary key. ``index_by_client`` gives the place
    for each ``LogRow.client``. ``seen_indices`` are the places that each observer has seen, ``hands`` those where hands
    begin: the start, then each shuffle. ``rows_but_signs`` counts the rows that are not signs; a bot's
    answer is too late if it has grown.
    """

    match: int
    play: Play
    log: list[LogRow]
    index_by_client: dict[str, int] = field(default_factory=dict)
    seen_indices: dict[Observer, list[int]] = field(default_factory=dict)
    hands: list[int] = field(default_factory=lambda: [0])
    rows_but_signs: int = 0

    @property
    def whole_position(self) -> "KnownPosition":
        """All of the match."""
        return KnownPosition(self, len(self.log), self.play)

    @property
    def hand_start(self) -> int:
        """The place where the present hand begins, with its shuffle."""
        return self.hands[-1]

    def hand_start_before(self, upto: int) -> int:
        """The place where the hand begins that was on after the first ``upto`` rows."""
        return self.hands[bisect_left(self.hands, upto) - 1]

    def is_stale(self, observer: Observer, seq: int) -> bool:
        """True if the game has gone on since the observer had seen ``seq`` rows, or they never saw so many."""
        seen = self.seen_indices[observer]
        return not 0 <= seq <= len(seen) or any(
            self.log[index].act not in ACTS_OUTSIDE_THE_GAME for index in seen[seq:]
        )

    def add(self, row: LogRow, play: Play) -> None:
        """Add a row, with the match after it."""
        index = len(self.log)
        self.log.append(row)
        self.play = play
        if row.client is not None:
            self.index_by_client[row.client] = index
        act = row.act
        if act == "shuffle":
            self.hands.append(index)
        if act != "sign":
            self.rows_but_signs += 1
        for observer, indices in self.seen_indices.items():
            if act != "sign" or is_visible(play, row, observer):
                indices.append(index)


def position_of(stored: StoredMatch) -> MatchPosition:
    """How a stored match stands after all of its log."""
    play = start_play(stored.terms, stored.log[0])
    observers: list[Observer] = [*range(stored.terms.players), *Onlooker]
    position = MatchPosition(stored.match, play, [], seen_indices={observer: [] for observer in observers})
    position.add(stored.log[0], play)
    for row in stored.log[1:]:
        read = row if row.act in TABLE_ONLY_ROWS else row._replace(parsed=parse_act(stored.terms, row.data))
        position.add(read, apply_row(position.play, read))
    return position


class KnownPosition(NamedTuple):
    """An observer's knowledge of a match: its first ``upto`` rows, and the match after them."""

    position: MatchPosition
    upto: int
    play: Play

    def seen_by(self, observer: Observer) -> int:
        """How many of these rows the observer has seen."""
        return bisect_left(self.position.seen_indices[observer], self.upto)

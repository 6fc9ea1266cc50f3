"""The current state of a live match: its log, folded, with an index of the rows that each observer has seen."""

from bisect import bisect_left
from dataclasses import dataclass, field
from typing import NamedTuple

from carteado.cards import Observer, Onlooker
from carteado.web.tables.match.fold import OF_THE_TABLE, Play, Terms, after, begun, parsed
from carteado.web.tables.match.log_rows import Entry
from carteado.web.tables.match.observer_view import is_seen


class Log(NamedTuple):
    """A match as stored.

    ``before`` is the match before it, as long as delayed onlookers have yet to see that this one began.
    """

    match: int
    terms: Terms
    log: list[Entry]
    before: "Log | None" = None


NOT_PLAYED = frozenset({"sign", "pause", "resume", "sit"})
"""Acts that leave the game as it was."""


@dataclass(slots=True)
class Present:
    """How a match stands.

    ``ids`` gives the place in the log for each id that a client gave its act. ``seen`` are the places that each
    observer has seen, ``hands`` those where hands begin. ``moves`` counts the rows that are not signs.
    """

    match: int
    play: Play
    log: list[Entry]
    ids: dict[str, int] = field(default_factory=dict)
    seen: dict[Observer, list[int]] = field(default_factory=dict)
    hands: list[int] = field(default_factory=lambda: [0])
    moves: int = 0

    @property
    def known(self) -> "Known":
        """All of the match."""
        return Known(self, len(self.log), self.play)

    @property
    def hand_from(self) -> int:
        """The place where the present hand begins."""
        return self.hands[-1]

    def hand_before(self, upto: int) -> int:
        """The place where the hand begins that was on at ``upto``."""
        return self.hands[bisect_left(self.hands, upto) - 1]

    def is_stale(self, observer: Observer, seq: int) -> bool:
        """True if the game has gone on since the observer had seen ``seq`` rows."""
        seen = self.seen[observer]
        return not 0 <= seq <= len(seen) or any(self.log[index].act not in NOT_PLAYED for index in seen[seq:])

    def add(self, entry: Entry, play: Play) -> None:
        index = len(self.log)
        self.log.append(entry)
        self.play = play
        if entry.client is not None:
            self.ids[entry.client] = index
        act = entry.act
        if act == "shuffle":
            self.hands.append(index)
        if act != "sign":
            self.moves += 1
        for observer, indices in self.seen.items():
            if act != "sign" or is_seen(play, entry, observer):
                indices.append(index)


def present(log: Log) -> Present:
    """The state of a match with this log."""
    play = begun(log.terms, log.log[0])
    observers: list[Observer] = [*range(log.terms.players), *Onlooker]
    here = Present(log.match, play, [], seen={observer: [] for observer in observers})
    here.add(log.log[0], play)
    for entry in log.log[1:]:
        read = entry if entry.act in OF_THE_TABLE else entry._replace(parsed=parsed(log.terms, entry.data))
        here.add(read, after(here.play, read))
    return here


class Known(NamedTuple):
    """An observer's knowledge of a match: its first ``upto`` rows, and the match after them."""

    here: Present
    upto: int
    play: Play

    def seen_by(self, observer: Observer) -> int:
        """How many of these rows the observer has seen."""
        return bisect_left(self.here.seen[observer], self.upto)

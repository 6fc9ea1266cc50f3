"""What a log says of how each played: told by the events of the engine that folds it, and by no rule of its own."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from carteado import melds
from carteado.cards import Scored, pair_of
from carteado.melds.events import PileTaken
from carteado.truco.events import CallAccepted, CallRefused, ValueCalled
from carteado.web.tables.match.fold import Applied, Play, Terms, act_of, after, begun
from carteado.web.tables.match.log_rows import Entry

AROUND = frozenset({"start", "shuffle", "cut", "deal", "sit", "sign", "pause", "resume"})
"""Entries that are neither a move of a player nor a ruling."""
NO_HANDS = frozenset({"redealt", "stopped"})
"""Endings of hands that were not played to their end."""
CANASTRAS = {"clean_canastas": "clean", "dirty_canastas": "dirty"}

Counts = dict[str, int]


class Facts(NamedTuple):
    """A match that is over: who sat down, which pair won, the pairs for which somebody else has played a while, and
    what each seat did."""

    players: tuple[str, ...]
    winner: int
    replaced: frozenset[int]
    counts: tuple[Counts, ...]

    @property
    def sides(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        return self.players[0::2], self.players[1::2]


def facts_of(terms: Terms, log: Sequence[Entry]) -> Facts:
    """A bot that only kept a seat warm has played nothing: who comes back in time has played alone."""
    play = first = begun(terms, log[0])
    counting = _Counting(terms.players)
    replaced = set[int]()
    for entry in log[1:]:
        if entry.act in AROUND:
            play = after(play, entry)
            continue
        before, (match, events) = play, terms.engine.apply(play.match, act_of(play, entry))
        play = after(play, entry, Applied(before.match, match, events))
        seat = None if entry.act == "ruling" else entry.data["seat"]
        if seat is not None and before.players[seat] != first.players[seat]:
            replaced.add(pair_of(seat))
        counting.look(before, play, seat, events)
    assert play.match.winner is not None
    return Facts(first.players, play.match.winner, frozenset(replaced), counting.counts)


class _Counting:
    """By seats. What a pair did together counts for both."""

    def __init__(self, players: int) -> None:
        self._seats = [Counter[str]() for _seat in range(players)]
        self._taken = Counter[int]()

    @property
    def counts(self) -> tuple[Counts, ...]:
        return tuple({name: number for name, number in sorted(one.items()) if number} for one in self._seats)

    def look(self, before: Play, play: Play, seat: int | None, events: Iterable[Any]) -> None:
        for event in events:
            match event:
                case Scored():
                    self._scored(event)
                case ValueCalled():
                    self._add(event.seat, "called")
                    self._answered(before, event.seat, "raised")
                case CallAccepted():
                    self._answered(before, event.seat, "accepted")
                case CallRefused():
                    self._add(event.seat, "ran")
                    self._add(before.match.hand.pending.seat, "they_ran")
                case PileTaken():
                    self._add(event.seat, "piles")
        if before.match.hand_is_on and not play.match.hand_is_on:
            self._ended(play, seat)

    def _answered(self, before: Play, seat: int, how: str) -> None:
        """A call that was taken; to call back is to take it."""
        pending = before.match.hand.pending
        if pending is not None:
            self._add(seat, how)
            self._taken[pending.seat] += 1

    def _scored(self, line: Scored) -> None:
        for seat in range(len(self._seats)):
            is_ours = pair_of(seat) == line.pair
            self._add(seat, "points" if is_ours else "against", line.points)
            if is_ours and line.item in CANASTRAS:
                self._add(seat, CANASTRAS[line.item], line.number)

    def _ended(self, play: Play, last: int | None) -> None:
        """``last`` is who did the act that ended the hand. A hand that is dealt again was none."""
        winner, ending = play.terms.engine.hand_winner(play.match), play.match.hand.result.ending
        is_out = ending == melds.Ending.WENT_OUT
        if ending in NO_HANDS:
            self._taken.clear()
            return
        for seat in range(len(self._seats)):
            self._add(seat, "hands")
            self._add(seat, "hands_won", int(pair_of(seat) == winner))
            self._add(seat, "taken", self._taken[seat])
            self._add(seat, "taken_won", self._taken[seat] if pair_of(seat) == winner else 0)
            self._add(seat, "out", int(is_out and seat == last))
            self._add(seat, "pair_out", int(is_out and pair_of(seat) == winner))
        self._taken.clear()

    def _add(self, seat: int, name: str, number: int = 1) -> None:
        self._seats[seat][name] += number

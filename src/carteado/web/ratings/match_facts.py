"""What each player did in a match, counted from its log by seat: what a substitute did there counts for the player.

The counts come from the events of the game's engine; this module has no rules of its own.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from carteado import melds
from carteado.cards import Scored, pair_of
from carteado.melds.events import PileTaken
from carteado.truco.events import CallAccepted, CallRefused, ValueCalled
from carteado.web.tables.match.fold import AppliedAct, Play, Terms, act_of, apply_row, start_play
from carteado.web.tables.match.log_rows import LogRow

NEITHER_MOVE_NOR_RULING = frozenset({"start", "shuffle", "cut", "deal", "sit", "sign", "pause", "resume"})
"""Rows of the log that are neither a player's move nor a ruling."""
NO_HANDS = frozenset({"redealt", "stopped"})
"""Endings of hands that were cut short. Such a hand is not among ``hands``, nor are its calls among ``taken``."""
CANASTRAS = {"clean_canastas": "clean", "dirty_canastas": "dirty"}
"""Names of counts, by the item of the score line."""

Counts = dict[str, int]
"""Counts of a seat by name; 0 is left out.

- ``points``, ``against``: points of the pair and of the other pair.
- ``hands``, ``hands_won``: hands, and those that the pair won.
- ``clean``, ``dirty``: canastras of the pair. ``piles``: times that the player took the pile.
- ``out``, ``pair_out``: hands in which the player went out, and in which the pair did.
- ``called``: calls of the player. ``taken``: those that the other pair accepted or raised, ``taken_won``: those of them
  in a hand that the pair won. ``they_ran``: those from which the other pair ran.
- ``raised``, ``accepted``, ``ran``: what the player did when the other pair called.
"""


class Facts(NamedTuple):
    """Facts of a finished match.

    ``players`` are the players by seat as they first sat down. ``winner`` is the pair that won, 0 or 1. ``replaced``
    are the pairs in which a substitute made a move for a player. ``counts`` are by seat.
    """

    players: tuple[str, ...]
    winner: int
    replaced: frozenset[int]
    counts: tuple[Counts, ...]

    @property
    def sides(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The players of each pair, who sit opposite each other."""
        return self.players[0::2], self.players[1::2]


def facts_of(terms: Terms, log: Sequence[LogRow]) -> Facts:
    """Replay a finished match and count. A pair is ``replaced`` only if a substitute made a move: players who return
    before the bot has moved count as having played themselves."""
    play = first = start_play(terms, log[0])
    counting = _Counting(terms.players)
    replaced = set[int]()
    for entry in log[1:]:
        if entry.act in NEITHER_MOVE_NOR_RULING:
            play = apply_row(play, entry)
            continue
        before, (match, events) = play, terms.engine.apply(play.match, act_of(play, entry))
        play = apply_row(play, entry, AppliedAct(before.match, match, events))
        seat = None if entry.act == "ruling" else entry.data["seat"]
        if seat is not None and before.players[seat] != first.players[seat]:
            replaced.add(pair_of(seat))
        counting.count_act(before, play, seat, events)
    assert play.match.winner is not None
    return Facts(first.players, play.match.winner, frozenset(replaced), counting.counts)


class _Counting:
    """Counts for each seat. What a pair did together counts for both of its seats."""

    def __init__(self, players: int) -> None:
        self._seats = [Counter[str]() for _seat in range(players)]
        self._taken = Counter[int]()  # calls of each seat that were accepted or raised in this hand

    @property
    def counts(self) -> tuple[Counts, ...]:
        return tuple({name: number for name, number in sorted(one.items()) if number} for one in self._seats)

    def count_act(self, before: Play, play: Play, seat: int | None, events: Iterable[Any]) -> None:
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
        """Count the answer of ``seat`` to the call before, if there is one, and that call as taken. Calling back takes
        it, too."""
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
        """Count a hand that has ended. ``last`` is the seat whose act ended it. A hand that is dealt again does not
        count."""
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

"""The count of a súmula by its regulation: each hand goes through the engine's score sheet, game by game to the end."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, NamedTuple

from carteado import truco
from carteado.cards import Redeal, TimeUp
from carteado.record import Engine, HandReport, engine_for, hand_report, read_act, sheet_game
from carteado.regulation import MeldsRules, Refusal, Regulation, TrucoRules, forbidden_by, out_of_order
from carteado.sumula.entries import Bell, Entry, EntryId, Reader, Rule
from carteado.sumula.resolving import Resolved, StandingHand, resolve

Pair = Literal[0, 1]
PLAYERS = 4


@dataclass(frozen=True)
class Terms:
    """The terms of a match: the regulation in force at its table, the phase, and the number of games."""

    regulation: Regulation
    phase: str | None = None
    best_of: int = 1

    @cached_property
    def engine(self) -> Engine:
        return engine_for(self.regulation)

    @cached_property
    def reader(self) -> Reader:
        notation = self.engine.notation
        return Reader(sheet_game(self.regulation.rules), lambda node: read_act(node, notation, PLAYERS))

    @property
    def target(self) -> int:
        return self.engine.target(self.phase)

    @property
    def games_needed(self) -> int:
        return self.best_of // 2 + 1


class CountedHand(NamedTuple):
    """A hand that counts. ``game`` and ``number`` count from 0; ``doubts`` are reasons why it cannot have happened."""

    standing: StandingHand
    game: int
    number: int
    report: HandReport
    doubts: tuple[Refusal, ...]


class GameScore(NamedTuple):
    score: tuple[int, int]
    winner: Pair | None
    by_time: bool = False
    by_ruling: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """A counted súmula.

    ``match`` is the engine's match of the current game, or of the last one. ``left_over`` are hands noted after the
    match was decided. ``refused`` has the reasons why some rulings and bells had no effect.
    """

    terms: Terms
    resolved: Resolved
    hands: tuple[CountedHand, ...]
    games: tuple[GameScore, ...]
    match: Any
    left_over: tuple[StandingHand, ...]
    refused: Mapping[EntryId, Refusal]

    @property
    def score(self) -> tuple[int, int]:
        """The score of the current game."""
        return self.games[-1].score

    @property
    def won(self) -> tuple[int, int]:
        """The number of games that each pair has won."""
        winners = [game.winner for game in self.games]
        return winners.count(0), winners.count(1)

    @property
    def winner(self) -> Pair | None:
        won = self.won
        return next((pair for pair in (0, 1) if won[pair] >= self.terms.games_needed), None)

    @property
    def is_accepted(self) -> bool:
        """Whether both pairs accept every hand, bell and ruling, and no question is open."""
        return all(self.resolved.agreed) and not self.resolved.questions

    def minimum(self, pair: int) -> int | None:
        """The minimum of the pair's first lay in the current hand, if it is vulnerable. Keys: vulnerable.minimums."""
        rules = self.terms.regulation.rules
        if not isinstance(rules, MeldsRules) or rules.vulnerable is None or self.winner is not None:
            return None
        if self.score[pair] < rules.vulnerable.from_score:
            return None
        failed = self.resolved.attempts.get((self.resolved.next_place, pair), 0)
        return rules.vulnerable.minimums[min(failed, len(rules.vulnerable.minimums) - 1)]


def count(terms: Terms, entries: Iterable[Entry]) -> Sheet:
    """Count a súmula from its entries."""
    resolved = resolve(entries)
    counting = _Counting(terms)
    between = sorted((*resolved.rulings, *resolved.bells), key=_place)
    places = {*(one.place for one in resolved.hands), *map(_place, between)}
    for place in sorted(places):
        for entry in (one for one in between if _place(one) == place):
            counting.apply_entry(entry)
        for standing in (one for one in resolved.hands if one.place == place):
            counting.count_hand(standing)
    return counting.sheet(resolved)


def _place(entry: Entry) -> int:
    assert isinstance(entry.content, Bell | Rule)
    return entry.content.place


class _Counting:
    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.game = sheet_game(terms.regulation.rules)
        self.match = self._start()
        self.hands: list[CountedHand] = []
        self.over: list[GameScore] = []
        self.left_over: list[StandingHand] = []
        self.refused: dict[EntryId, Refusal] = {}
        self.is_decided = False

    def _start(self) -> Any:
        return self.terms.engine.start(players=PLAYERS, first_dealer=0, target=self.terms.target)

    def count_hand(self, standing: StandingHand) -> None:
        if self.is_decided:
            self.left_over.append(standing)
            return
        doubts = tuple(self.game.doubts(self.match, standing.hand))
        match_after, events = self.game.count_line(self.match, standing.hand)
        winner = self.game.winner(standing.hand)
        report = hand_report(self.terms.regulation, dealer=None, winner=winner, score=match_after.score, events=events)
        number = sum(hand.game == len(self.over) for hand in self.hands)
        self.hands.append(CountedHand(standing, len(self.over), number, report, doubts))
        self._go_on(
            match_after,
            _Ending(by_time=_is_last_hand(self.match) and match_after.score[winner or 0] < self.terms.target),
        )

    def apply_entry(self, entry: Entry) -> None:
        refused = self._apply_unless_refused(entry)
        if refused is not None:
            self.refused[entry.id] = refused

    def _apply_unless_refused(self, entry: Entry) -> Refusal | None:
        if self.is_decided:
            return out_of_order("match_over_on_sheet")
        if isinstance(entry.content, Bell):
            return self._ring(entry.content)
        assert isinstance(entry.content, Rule)
        if isinstance(entry.content.act, Redeal):
            return None  # the hand that is dealt again was never noted
        refused = self.terms.engine.refusal(self.match, entry.content.act)
        if refused is None:
            match_after, _events = self.terms.engine.apply(self.match, entry.content.act)
            self._go_on(match_after, _Ending(by_ruling=True))
        return refused

    def _ring(self, bell: Bell) -> Refusal | None:
        """Keys: clock.time_up, clock.extra_minutes."""
        if not isinstance(self.terms.regulation.rules, TrucoRules):
            return out_of_order("no_clock_on_sheet")
        if refused := self.terms.engine.refusal(self.match, TimeUp("")):
            return refused
        on = _CLOCKS.get(self.match.clock)
        if (bell.game, bell.number) != (len(self.over), on):
            return forbidden_by("clock.extra_minutes", "other_time_on_sheet")
        if bell.during:
            self.match = truco.ring_bell(self.match)
        else:
            match_after, _events = self.terms.engine.apply(self.match, TimeUp(""))
            self._go_on(match_after, _Ending(by_time=True))
        return None

    def _go_on(self, match_after: Any, ending: "_Ending") -> None:
        """Continue with the match after a hand or ruling. If it ends this game and another is needed, start that."""
        self.match = match_after
        if match_after.winner is None:
            return
        self.over.append(GameScore(match_after.score, match_after.winner, ending.by_time, ending.by_ruling))
        won = [sum(game.winner == pair for game in self.over) for pair in (0, 1)]
        self.is_decided = max(won) >= self.terms.games_needed
        if not self.is_decided:
            self.match = self._start()

    def sheet(self, resolved: Resolved) -> Sheet:
        on = () if self.is_decided else (GameScore(self.match.score, None),)
        return Sheet(
            terms=self.terms,
            resolved=resolved,
            hands=tuple(self.hands),
            games=(*self.over, *on),
            match=self.match,
            left_over=tuple(self.left_over),
            refused=self.refused,
        )


_CLOCKS = {truco.Clock.REGULAR: 1, truco.Clock.EXTRA: 2}
"""The number of the bell that ends each period."""


class _Ending(NamedTuple):
    by_time: bool = False
    by_ruling: bool = False


def _is_last_hand(match: Any) -> bool:
    return isinstance(match, truco.Match) and match.clock in (truco.Clock.LAST_HAND, truco.Clock.LAST_EXTRA_HAND)

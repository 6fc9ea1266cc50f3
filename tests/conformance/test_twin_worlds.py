"""Nobody learns what is hidden from him: two worlds that differ in nothing he may know look the same to him.

For a moment of a match and an observer, everything hidden from him is dealt anew and the acts are rewritten to match.
Both worlds are then played side by side from the first deal to that moment, and at each act in between he must see,
and be able to do, the same things in both.
"""

import random
from typing import Any, NamedTuple

from carteado.cards import Observer, Onlooker
from carteado.record import RecordedHand
from carteado.regulation import Refusal
from tests.conformance.adapter import Act, Match
from tests.conformance.cases import Case
from tests.conformance.random_play import Playthrough

TRIES = 30
"""Worlds dealt for a hand before its moment is given up: some break a rule that binds what others hold."""


class Lived(NamedTuple):
    """An act of one world, what came of it, and the match afterwards."""

    act: Act
    match: Match
    events: tuple[Any, ...]


def test_two_worlds_that_differ_in_what_is_hidden_look_the_same(play: Playthrough) -> None:
    rng = random.Random(f"twins|{play.setting}")
    moments = [hands for _, hands in play.prefixes()]
    observers = (*range(play.case.players), Onlooker.SPECTATOR)
    twins = [
        _twin_worlds(play, hands, observer, rng)
        for observer in observers
        for hands in rng.choices(moments, k=play.case.adapter.twin_moments)
    ]
    kept = [pairs for pairs in twins if pairs is not None]
    assert len(kept) >= 0.5 * len(twins), "few moments had a twin: the test proves little"
    different = [pairs for pairs in kept if any(one.deal != other.deal for one, other in pairs)]
    assert len(different) >= 0.6 * len(kept), "many twins are the same world: the test proves little"


def _twin_worlds(
    play: Playthrough, hands: list[RecordedHand], observer: Observer, rng: random.Random
) -> list[tuple[RecordedHand, RecordedHand]] | None:
    """Plays both worlds side by side and compares them; None when no lawful other world was found for a hand."""
    here = there = play.start
    worlds: list[tuple[RecordedHand, RecordedHand]] = []
    for hand in hands:
        lived_here = _lived(play.case, here, hand)
        assert lived_here is not None
        for _ in range(TRIES):
            twin = play.case.adapter.twin(hand, lived_here[0].match, observer, rng)
            if lived_there := _lived(play.case, there, twin):
                break
        else:
            return None
        for one, other in zip(lived_here, lived_there, strict=True):
            _assert_alike(play.case, one, other, observer, thoroughly=hand is hands[-1])
        here, there = lived_here[-1].match, lived_there[-1].match
        worlds.append((hand, twin))
    return worlds


def _lived(case: Case, match: Match, hand: RecordedHand) -> list[Lived] | None:
    """The hand played out as far as it is on record; None when it breaks a rule."""
    lived: list[Lived] = []
    for act in (hand.deal, *(recorded.act for recorded in hand.acts)):
        if case.engine.refusal(match, act) is not None:
            return None
        match, events = case.engine.apply(match, act)
        lived.append(Lived(act, match, events))
    return lived


def _assert_alike(case: Case, one: Lived, other: Lived, observer: Observer, *, thoroughly: bool) -> None:
    engine, about = case.engine, f"observer {observer} can tell {one.act} from {other.act}"
    assert engine.act_seen_by(one.act, observer) == engine.act_seen_by(other.act, observer), about
    assert one.events == other.events, about
    assert engine.view(one.match, observer) == engine.view(other.match, observer), about
    assert engine.seats_to_ask(one.match) == engine.seats_to_ask(other.match), about
    if isinstance(observer, int):
        assert _choices(case, one.match, observer) == _choices(case, other.match, observer), about
        if thoroughly:
            assert _answers(case, one.match, observer) == _answers(case, other.match, observer), about


def _choices(case: Case, match: Match, seat: int) -> list[Act]:
    """What a player may do, and what stands in for him if he does nothing."""
    asked = seat in case.engine.seats_to_ask(match)
    default = case.engine.default_act(match, seat) if asked else None
    return [*case.engine.legal_acts(match, seat), default]


def _answers(case: Case, match: Match, seat: int) -> list[Refusal | None]:
    """What a player is told who tries everything: a refusal must not give away a card either."""
    return [case.engine.refusal(match, act) for act in case.adapter.universe(match, seat)]

"""The cost of a turn with a large hand of thirty cards compared with one of eleven, in the middle of a hand."""

import gc
from random import Random
from statistics import fmean, median
from time import process_time
from typing import NamedTuple

from carteado import melds
from carteado.melds.drawing import with_cards
from carteado.regulation import MeldsRules, load

REGULATIONS = ("afia-2026-tranca", "faraes-2023-tranca", "apcef-sc-2022-canastra")
SMALL, LARGE, MOST = 11, 30, 4.0
ROUNDS, TURNS = 9, 100


class Growth(NamedTuple):
    """Seconds a turn with a small and with a large hand, round by round."""

    regulation: str
    rounds: tuple[tuple[float, float], ...]

    @property
    def small(self) -> float:
        return median(small for small, _ in self.rounds)

    @property
    def large(self) -> float:
        return median(large for _, large in self.rounds)

    @property
    def ratio(self) -> float:
        """The median of the ratios of all rounds."""
        return median(large / small for small, large in self.rounds)


def measure_growth(*, seed: int, rounds: int = ROUNDS, turns: int = TURNS) -> list[Growth]:
    """Measure turns, each with a different hand: as at a table, only the caches of the turn before can help."""
    rng = Random(seed)
    return [Growth(name, tuple(_round(name, rng, turns) for _ in range(rounds))) for name in REGULATIONS]


def _round(regulation: str, rng: Random, turns: int) -> tuple[float, float]:
    """Alternate small and large hands, so that a machine that slows down slows both."""
    rules = load(regulation).rules
    assert isinstance(rules, MeldsRules)
    gc.collect()
    times = [(_seconds(rules, SMALL, rng), _seconds(rules, LARGE, rng)) for _ in range(turns)]
    return fmean(small for small, _ in times), fmean(large for _, large in times)


def _seconds(rules: MeldsRules, size: int, rng: Random) -> float:
    """The seconds of one turn: list acts, draw, list again, discard. The turn before it is played first, as in a hand.

    The garbage collector is off meanwhile: it would charge a turn for garbage of earlier turns.
    """
    match = _match_with(rules, size, rng)
    match = _turned_to_again(_turn(match, rng), match)
    gc.disable()
    start = process_time()
    _turn(match, rng)
    seconds = process_time() - start
    gc.enable()
    return seconds


def _turn(match: melds.Match, rng: Random) -> melds.Match:
    seat = melds.seats_to_ask(match)[0]
    melds.legal_acts(match, seat)
    match, _ = melds.apply(match, melds.Draw(seat))
    discards = [act for act in melds.legal_acts(match, seat) if isinstance(act, melds.Discard)]
    return melds.apply(match, rng.choice(discards))[0]


def _turned_to_again(after: melds.Match, before: melds.Match) -> melds.Match:
    """Skip to the next turn of the same player."""
    assert after.hand is not None
    assert before.hand is not None
    return after._replace(hand=after.hand._replace(turn=before.hand.turn))


def _match_with(rules: MeldsRules, size: int, rng: Random) -> melds.Match:
    """The second turn of a hand. Cards from the end of the stock fill the player's hand up to ``size``."""
    cards = list(melds.deck(rules))
    rng.shuffle(cards)
    match = melds.start(rules)
    for act in (melds.dealt_from(match, cards), melds.Draw(1)):
        match, _ = melds.apply(match, act)
    discards = [act for act in melds.legal_acts(match, 1) if isinstance(act, melds.Discard)]
    match, _ = melds.apply(match, rng.choice(discards))
    hand = match.hand
    assert hand is not None
    more = size - len(hand.hands[hand.turn])
    held = hand.hands[hand.turn].union(hand.stock[len(hand.stock) - more :])
    hand = with_cards(hand._replace(stock=hand.stock[: len(hand.stock) - more]), hand.turn, held)
    return match._replace(hand=hand)

"""How the cost of a turn grows with the hand: one with thirty cards beside one with eleven, in the middle of a hand."""

from random import Random
from time import process_time
from typing import NamedTuple

from carteado import melds
from carteado.melds.drawing import with_cards
from carteado.regulation import MeldsRules, load

REGULATIONS = ("afia-2026-tranca", "faraes-2023-tranca", "apcef-sc-2022-canastra")
SMALL, LARGE, MOST = 11, 30, 4.0
TURNS = 400


class Growth(NamedTuple):
    """Seconds a turn with a small and with a large hand."""

    regulation: str
    small: float
    large: float

    @property
    def ratio(self) -> float:
        return self.large / self.small


def measure_growth(*, seed: int, turns: int = TURNS) -> list[Growth]:
    return [
        Growth(name, _seconds_a_turn(name, SMALL, seed, turns), _seconds_a_turn(name, LARGE, seed, turns))
        for name in REGULATIONS
    ]


def _seconds_a_turn(regulation: str, size: int, seed: int, turns: int) -> float:
    """Listing before the draw, drawing, listing after it, discarding; the turn before is played first, as in a hand."""
    rules = load(regulation).rules
    assert isinstance(rules, MeldsRules)
    rng = Random(seed)
    seconds = 0.0
    for _ in range(turns):
        match = _match_with(rules, size, rng)
        match = _turned_to_again(_turn(match, rng), match)
        start = process_time()
        _turn(match, rng)
        seconds += process_time() - start
    return seconds / turns


def _turn(match: melds.Match, rng: Random) -> melds.Match:
    seat = melds.asked(match)[0]
    melds.legal_acts(match, seat)
    match, _ = melds.apply(match, melds.Draw(seat))
    discards = [act for act in melds.legal_acts(match, seat) if isinstance(act, melds.Discard)]
    return melds.apply(match, rng.choice(discards))[0]


def _turned_to_again(after: melds.Match, before: melds.Match) -> melds.Match:
    """The next turn of the same player; the others' are left out."""
    assert after.hand is not None
    assert before.hand is not None
    return after._replace(hand=after.hand._replace(turn=before.hand.turn))


def _match_with(rules: MeldsRules, size: int, rng: Random) -> melds.Match:
    """The second turn of a hand, with as many cards in the player's hand as asked for, from the end of the stock."""
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

"""The worth of melds, cards in hand and a pile to a player, in points of the score sheet.

These are rules of thumb, not a solver. A run near seven cards is worth part of its canastra, cards that belong
together are worth keeping, and both lose worth as the end of the hand comes near.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import comb, prod, sqrt

from carteado.bots.melding import Form
from carteado.bots.melding_sight import Sight
from carteado.regulation.melds_rules import Requirement

COMES = (0.0, 0.45, 0.66, 0.75, 0.8)
"""The chance that a pair gets a card, by how many of its copies are not on the table yet."""
COMES_OF_RANK = 0.36
OTHER_WAYS = 0.35
"""The share of the less likely ways to a canastra that is added to the likeliest one."""
NEEDED_TO_GO_OUT = 60.0

NEXT_TO, ONE_BETWEEN, SAME_RANK = 10.0, 6.0, 8.0
"""The worth of a card to each neighbour in its suit, and to each card of its rank if that rank makes sets."""
OPEN = (0.1, 0.5, 0.8, 1.0, 1.1)
"""The share of that worth that is left, by how many copies of the third card are still to come."""
SPARE_COPY = 0.55
NEAR_MELD = 7.0
FITS = 15.0
WILD = 95.0
LOCK = 10.0
PICKED = 7.0
UNKNOWN = 5.0

CAUGHT_EARLY, CAUGHT_LATE = 0.2, 0.8
"""The chance that a card in hand is counted against the pair in the end."""

MORTO_NEAR, OUT_NEAR, EACH_CARD = 140.0, 100.0, 0.7
"""The worth of an empty hand with a morto or the way out near, and the factor for each card still held."""


class Holding:
    """Some cards in one hand, and the worth of each beside the others."""

    def __init__(self, sight: Sight, cards: Iterable[str]) -> None:
        self._sight, self._lore = sight, sight.lore
        self._count = Counter(cards)
        self._ranks = Counter(card[0] for card in self._count.elements())
        self._caught = CAUGHT_LATE - (CAUGHT_LATE - CAUGHT_EARLY) * sight.time
        self._later = 0.2 + 0.8 * sight.time
        self.in_suit = {card: self._ties_in_suit(card) for card in self._count}
        self.in_rank = {card: self._ties_in_rank(card) for card in self._count}
        self.worth = {card: self._worth(card) for card in self._count}

    def _worth(self, card: str) -> float:
        """The loss without the card: its chances, less its cost if it is still held in the end."""
        cost = self._lore.points[card[0]] * self._caught
        if self._lore.is_wild(card):
            return WILD * self._later - cost
        if self._lore.is_black_three(card):
            return self._lock()
        chances = self.in_suit[card] + self.in_rank[card] + self._near_meld(card)
        return chances * self._later * (SPARE_COPY if self._count[card] > 1 else 1.0) - cost

    def _lock(self) -> float:
        """The worth of a black three: it locks the pile once, but late in the hand it is the costliest card to hold."""
        threes = self._lore.rules.black_threes
        assert threes is not None
        keeps = LOCK * self._sight.time if threes.locks else 0.0
        return keeps - threes.penalty * (self._caught - CAUGHT_EARLY)

    def _near_meld(self, card: str) -> float:
        near = any(self._lore.distance(card, form) == 1 for form in self._sight.own_melds)
        return NEAR_MELD if near else 0.0

    def _ties_in_suit(self, card: str) -> float:
        """The worth of neighbours up to two places away. Keys: melds.run_order."""
        if self._lore.is_wild(card):
            return 0.0
        return sum(
            self._tie(card[1], place, step)
            for place in self._lore.places[card[0]]
            for step in (-2, -1, 1, 2)
            if 0 <= place + step < len(self._lore.order)
        )

    def _tie(self, suit: str, place: int, step: int) -> float:
        order = self._lore.order
        other = order[place + step] + suit
        if other not in self._count or self._lore.is_wild(other):
            return 0.0
        low, high = min(place, place + step), max(place, place + step)
        third = [low + 1] if high - low == 2 else [low - 1, high + 1]
        live = sum(self._sight.live(order[one] + suit) for one in third if 0 <= one < len(order))
        return (NEXT_TO if high - low == 1 else ONE_BETWEEN) * OPEN[min(live, len(OPEN) - 1)]

    def _ties_in_rank(self, card: str) -> float:
        """The worth of cards of the same rank. Key: melds.set_ranks."""
        if not self._lore.makes_sets(card[0]):
            return 0.0
        live = self._sight.live_of_rank(card[0]) - self._ranks[card[0]]
        return SAME_RANK * (self._ranks[card[0]] - 1) * OPEN[max(0, min(live, len(OPEN) - 1))]


class Worth:
    """The worth of melds and cards to a seat, for one decision."""

    def __init__(self, sight: Sight) -> None:
        self.sight, self.lore = sight, sight.lore
        self.held = Holding(sight, sight.cards)
        self._chances: dict[Form, float] = {}
        self._bonus = {clean: self._bonus_of(clean=clean) for clean in (True, False)}
        self._empty_hand = self._worth_of_empty_hand()

    # --- melds --------------------------------------------------------------------------------------------------------

    def gain(self, used: Sequence[str], before: Form | None, after: Form) -> float:
        """The gain of laying these cards: their points and the progress to a canastra, less their worth in hand.

        Cards that stay in hand lose their ties of the other kind: after a run its neighbours still fit it, but
        cards of the same rank do not.
        """
        torn = self.held.in_rank if after.is_run else self.held.in_suit
        kept = sum(self.held.worth[card] + torn[card] * self.sight.time for card in used)
        canastra = self.canastra(after) - (self.canastra(before) if before else 0.0)
        return sum(self.lore.points[card[0]] for card in used) + canastra - kept

    def canastra(self, form: Form) -> float:
        """The bonus of a canastra, or the part of it that the meld can expect."""
        bonus = self._bonus[not form.wilds]
        return bonus if self.lore.is_canastra(form) else bonus * self._chance(form)

    def _bonus_of(self, *, clean: bool) -> float:
        """The worth of a canastra; the first one also allows going out and turns the red threes positive."""
        rules = self.lore.rules
        bonus = float(rules.scoring.clean_canastra if clean else rules.scoring.dirty_canastra)
        if self._is_the_first(rules.going_out.requires, clean=clean):
            bonus += NEEDED_TO_GO_OUT
        if rules.red_threes and self._is_the_first(rules.red_threes.requires, clean=clean):
            bonus += 2 * rules.red_threes.value * len(self.sight.own["red_threes"])
        return bonus

    def _is_the_first(self, requires: Sequence[Requirement], *, clean: bool) -> bool:
        wanted = clean or Requirement.CLEAN_CANASTRA not in requires
        return wanted and not self.sight.meets(requires, self.sight.own_melds)

    def _chance(self, form: Form) -> float:
        if form not in self._chances:
            self._chances[form] = self._run_chance(form) if form.is_run else self._set_chance(form)
        return self._chances[form]

    def _run_chance(self, form: Form) -> float:
        """The chance of a canastra: each stretch of a canastra's length that holds the run's cards is a way to it."""
        size, last = self.lore.rules.melds.canastra_cards, len(self.lore.order)
        starts = range(max(0, form.naturals[-1] - size + 1), min(form.naturals[0], last - size) + 1)
        ways = sorted(self._way(form, range(start, start + size)) for start in starts)
        return min(0.95, ways[-1] + OTHER_WAYS * sum(ways[:-1])) if ways else 0.0

    def _way(self, form: Form, places: range) -> float:
        """The chance that all missing cards come; a wild replaces the least likely one."""
        missing = sorted(
            COMES[min(self.sight.live(self.lore.order[place] + form.of), len(COMES) - 1)]
            for place in places
            if place not in form.naturals
        )
        return prod(missing[form.wilds :]) * sqrt(self.sight.time)

    def _set_chance(self, form: Form) -> float:
        needed = self.lore.rules.melds.canastra_cards - form.size
        return _at_least(needed, self.sight.live_of_rank(form.of)) * sqrt(self.sight.time)

    # --- the hand and the pile ----------------------------------------------------------------------------------------

    def empty_hand(self, held: int) -> float:
        """The worth of holding so few cards: the fewer, the nearer are a morto and the way out."""
        return self._empty_hand * EACH_CARD**held

    def _worth_of_empty_hand(self) -> float:
        if self.sight.morto_awaits(self.sight.own_melds):
            return MORTO_NEAR
        return OUT_NEAR if self.sight.may_go_out(self.sight.own_melds) else 0.0

    def fits_own(self, card: str) -> bool:
        return any(self.lore.distance(card, form) == 0 for form in self.sight.own_melds)

    def pile(self, cards: Sequence[str | None]) -> float:
        """The worth of cards of the pile in hand, together with each other and the cards held."""
        together = Holding(self.sight, [*self.sight.cards, *(card for card in cards if card)])
        return sum(self._picked(card, together) + PICKED * self.sight.time for card in cards)

    def _picked(self, card: str | None, together: Holding) -> float:
        if card is None:
            return UNKNOWN * self.sight.time - self.lore.average * (1 - self.sight.time)
        if self.fits_own(card):
            return self.lore.points[card[0]] + FITS
        return together.worth[card]


@lru_cache(1 << 10)
def _at_least(needed: int, live: int) -> float:
    """The chance to get at least ``needed`` of the cards that are not on the table yet."""
    return sum(
        comb(live, come) * COMES_OF_RANK**come * (1 - COMES_OF_RANK) ** (live - come)
        for come in range(needed, live + 1)
    )

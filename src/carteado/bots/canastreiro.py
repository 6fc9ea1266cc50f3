"""``canastreiro``, the hand-written player of Tranca and Canastra: keeps what belongs together, builds canastras, takes
piles that pay, locks those that the next player would like, and goes out when the count is good.
"""

from collections.abc import Sequence
from random import Random

from carteado.bots.bot import ActJson, View
from carteado.bots.melding import Lore
from carteado.bots.melding_memory import Memory
from carteado.bots.melding_plans import (
    Option,
    Plan,
    best_plan,
    emptying_plan,
    melds_after,
    option_of,
    options,
    value_of,
)
from carteado.bots.melding_score import count_if_out
from carteado.bots.melding_sight import Sight
from carteado.bots.melding_worth import FITS, Worth
from carteado.cards import SUITS
from carteado.regulation import MeldsRules, Regulation
from carteado.regulation.melds_rules import Taking

A_DRAW = 8.0
"""What an unknown card of the stock is worth, against a pile."""
USELESS = 1.0
"""A first card worth no more than this is changed for another."""
BEHIND = -100.0
CLOSE = 2.5
"""Going out pays from so little a lag; with the others so few turns from it, it always does."""

GIVEN_CARD, GIVEN_PILE = 35.0, 4.0
"""What the next player gains with the card itself, and with each card under it."""
LIVE_NEIGHBOUR = 0.02
KNOWN_NEIGHBOUR = 0.3
WILD_SERVES = 0.9
"""How likely a card is to be of use: for each that would go with it, not yet seen or known to be held; and a wild."""


class Canastreiro:
    """Plays one seat of Tranca or Canastra under any regulation of them."""

    name = "canastreiro"

    def __init__(self, regulation: Regulation, _rng: Random) -> None:
        assert isinstance(regulation.rules, MeldsRules)
        self._lore = Lore(regulation.rules)
        self._memory = Memory()

    def told(self, act: ActJson) -> None:
        self._memory.note(act)

    def choose(self, view: View, legal: Sequence[ActJson]) -> ActJson:
        self._memory.look(view)
        act = Turn(Sight(view, self._lore, self._memory), legal).act()
        self._memory.note({**act, "seat": view["observer"]})
        return act


class Turn:
    """One decision: what is seen, what is allowed, and what it is worth."""

    def __init__(self, sight: Sight, legal: Sequence[ActJson]) -> None:
        self.sight, self.lore = sight, sight.lore
        self.worth = Worth(sight)
        self.legal: dict[str, list[ActJson]] = {}
        for act in legal:
            self.legal.setdefault(act["act"], []).append(act)

    def act(self) -> ActJson:
        if "exchange" in self.legal:
            return self.legal["exchange"][0]
        if "draw" in self.legal:
            return self._take_or_draw()
        if "redraw" in self.legal and self._is_useless(self.sight.hand["drawn"]):
            return self.legal["redraw"][0]
        return self._lay() or self._discard()

    # --- the start of a turn ------------------------------------------------------------------------------------------

    def _take_or_draw(self) -> ActJson:
        """The pile, if it is worth more than a card of the stock."""
        [draw], takes = self.legal["draw"], self.legal.get("take", [])
        if not takes:
            return draw
        gain, best = max(map(self._taking, takes), key=lambda taking: taking[0])
        left_over = self.sight.pile[:-1] if "lay" in best or "to" in best else self.sight.pile
        gain += self.worth.pile(left_over)
        return best if gain > A_DRAW + self._with_more(1) else draw

    def _taking(self, act: ActJson) -> tuple[float, ActJson]:
        """What taking brings beside the cards that come to hand: the meld with the top card, and a hand to empty."""
        top = str(self.sight.pile[-1])
        if "lay" not in act and "to" not in act:
            return self._with_more(len(self.sight.pile)), act
        option = option_of(self.worth, act, top=top)
        more = len(self.sight.pile) - 1 - len(option.used)
        return option.gain + self.lore.points[top[0]] + self._with_more(more), act

    def _with_more(self, cards: int) -> float:
        held = len(self.sight.cards)
        return self.worth.empty_hand(held + cards) - self.worth.empty_hand(held)

    def _is_useless(self, card: str | None) -> bool:
        if card is None or self.lore.is_wild(card) or self.lore.is_black_three(card) or self.worth.fits_own(card):
            return False
        return self.worth.held.worth[card] <= USELESS

    # --- melds --------------------------------------------------------------------------------------------------------

    def _lay(self) -> ActJson | None:
        """The first act of the best plan, if any plan is better than holding the cards."""
        found = options(self.worth, [*self.legal.get("lay", []), *self.legal.get("extend", [])])
        if not found:
            return None
        if self.sight.own["minimum"] is not None:
            return found[0].act
        plan = self._way_to_empty_hand(found) or best_plan(self.worth, found, most_used=self._most_used())
        return _first(plan, self.lore) if plan else None

    def _way_to_empty_hand(self, found: Sequence[Option]) -> Plan | None:
        """A plan that takes the morto, or goes out where that pays."""
        for keep in (0, 1):
            plan = emptying_plan(self.sight, found, keep=keep)
            if plan and self._is_good_end(plan):
                return plan
        return None

    def _is_good_end(self, plan: Plan) -> bool:
        melds = melds_after(self.sight, plan)
        if self.sight.morto_awaits(melds):
            return value_of(self.worth, plan) > 0
        return self.sight.may_go_out(melds) and self._going_out_pays(plan)

    def _going_out_pays(self, plan: Plan) -> bool:
        """Where the match ends with it, if that wins it; else with the count good enough, or before the others do."""
        melded = sum(self.lore.points[card[0]] for option in plan for card in option.used)
        ours, theirs = count_if_out(self.sight, melds_after(self.sight, plan), melded)
        own_score, their_score = self.sight.scores
        if max(own_score + ours, their_score + theirs) >= self.sight.view["target"]:
            return own_score + ours > their_score + theirs
        return ours - theirs >= BEHIND or min(self.sight.threat, self.sight.stock_turns) <= CLOSE

    def _most_used(self) -> int:
        """All cards, but where an empty hand would end the hand at a bad time two must stay: one is discarded."""
        held = len(self.sight.cards)
        if self.sight.morto_awaits(self.sight.own_melds) or self._going_out_pays(()):
            return held
        return held - 2

    # --- the discard --------------------------------------------------------------------------------------------------

    def _discard(self) -> ActJson:
        """The card that is least missed and helps the next player least."""
        discards = self.legal.get("discard", [])
        if not discards:
            return next(iter(self.legal.values()))[0]
        return min(discards, key=lambda act: self._cost(act["card"]))

    def _cost(self, card: str) -> float:
        missed = self.worth.held.worth[card]
        if self.worth.fits_own(card):
            missed += self.lore.points[card[0]] + FITS
        return missed + self._given(card)

    def _given(self, card: str) -> float:
        """What the next player is likely to make of the card, and of the pile under it."""
        if self.lore.is_black_three(card):
            return 0.0
        is_free = self.lore.rules.pile.taking is Taking.FREE
        stake = GIVEN_CARD + (0.0 if is_free else GIVEN_PILE * len(self.sight.pile))
        return stake * self._use_to_them(card)

    def _use_to_them(self, card: str) -> float:
        """How likely the next player is to have a use for the card."""
        if self.lore.is_wild(card):
            return WILD_SERVES
        if any(self.lore.distance(card, form) == 0 for form in self.sight.their_melds):
            return 1.0
        beside = [*self._neighbours(card), *self._same_rank(card)]
        known = sum(self.sight.next_holds[other] for other in beside)
        unseen = sum(max(0, self.sight.live(other) - self.sight.cards.count(other)) for other in beside)
        return min(1.0, KNOWN_NEIGHBOUR * known + LIVE_NEIGHBOUR * unseen)

    def _neighbours(self, card: str) -> list[str]:
        order = self.lore.order
        around = (place + step for place in self.lore.places[card[0]] for step in (-2, -1, 1, 2))
        return [order[place] + card[1] for place in around if 0 <= place < len(order)]

    def _same_rank(self, card: str) -> list[str]:
        return [card[0] + suit for suit in SUITS] if self.lore.makes_sets(card[0]) else []


def _first(plan: Plan, lore: Lore) -> ActJson:
    """Canastras first, for what needs one may be done after it; then what brings most."""
    made = [option for option in plan if any(lore.is_canastra(form) for form in option.after)]
    return max(made or plan, key=lambda option: option.gain).act

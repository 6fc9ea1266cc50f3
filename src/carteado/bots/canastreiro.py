"""``canastreiro``, the hand-written player of Tranca and Canastra: keeps what belongs together, builds canastras, takes
piles that pay, locks those that the next player would like, and goes out when the count is good.
"""

from collections.abc import Sequence
from random import Random

from carteado.bots.bot import ActJson, View
from carteado.bots.melding import Form, Lore
from carteado.bots.melding_memory import Memory
from carteado.bots.melding_plans import Option, Plan, best_plan, emptying_plan, option_of, options, value_of
from carteado.bots.melding_score import lead_by_going_out
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

GIVEN_WILD = 40.0
GIVEN_CARD, GIVEN_PILE = 25.0, 4.0
"""What the next player gains with the card itself, and with each card under it."""
LIVE_NEIGHBOUR = 0.02
KNOWN_NEIGHBOUR = 0.3
"""How likely the card is to be of use, for each card that would go with it: not yet seen, and known to be held."""


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
        self.legal = {name: [act for act in legal if act["act"] == name] for name in {act["act"] for act in legal}}

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
        [draw] = self.legal["draw"]
        takes = self.legal.get("take", [])
        if not takes:
            return draw
        gains = [self._taking(act) for act in takes]
        best = max(range(len(takes)), key=gains.__getitem__)
        return takes[best] if gains[best] > self._drawing() else draw

    def _drawing(self) -> float:
        held = len(self.sight.cards)
        return A_DRAW + self.worth.empty_hand(held + 1) - self.worth.empty_hand(held)

    def _taking(self, act: ActJson) -> float:
        """The meld that the top card makes, and the rest of the pile in hand."""
        held, pile = len(self.sight.cards), self.sight.pile
        if "lay" not in act and "to" not in act:
            return self._rest_of_pile(len(pile)) + self._with_held(held + len(pile))
        top = str(pile[-1])
        option = option_of(self.worth, act, top=top)
        left = held + len(pile) - 1 - len(option.used)
        gain = option.gain + self.lore.points[top[0]]
        return gain + self._rest_of_pile(len(pile) - 1) + self._with_held(left)

    def _rest_of_pile(self, count: int) -> float:
        return self.worth.pile(self.sight.pile[:count])

    def _with_held(self, held: int) -> float:
        return self.worth.empty_hand(held) - self.worth.empty_hand(len(self.sight.cards))

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
        melds = self._melds_after(plan)
        if self.sight.morto_awaits(melds):
            return value_of(self.worth, plan) > 0
        return self.sight.may_go_out(melds) and self._going_out_pays(plan)

    def _melds_after(self, plan: Plan) -> list[Form]:
        replaced = {option.meld: option.after[0] for option in plan if option.meld is not None}
        old = [replaced.get(index, form) for index, form in enumerate(self.sight.own_melds)]
        return [*old, *(form for option in plan if option.meld is None for form in option.after)]

    def _going_out_pays(self, plan: Plan) -> bool:
        """With the count good enough, or before the others do it; never where it loses the match in sight of more."""
        melded = sum(self.lore.points[card[0]] for option in plan for card in option.used)
        lead = lead_by_going_out(self.sight, self._melds_after(plan), melded)
        return lead >= BEHIND or min(self.sight.threat, self.sight.stock_turns) <= CLOSE

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
        if self.lore.is_wild(card):
            return GIVEN_WILD
        if self.lore.is_black_three(card):
            return 0.0
        is_free = self.lore.rules.pile.taking is Taking.FREE
        stake = GIVEN_CARD + (0.0 if is_free else GIVEN_PILE * len(self.sight.pile))
        return stake * self._use_to_them(card)

    def _use_to_them(self, card: str) -> float:
        """How likely the next player is to have a use for the card."""
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
    """Canastras first: what needs one may be done after it."""
    made = [option for option in plan if any(lore.is_canastra(form) for form in option.after)]
    return (made or plan)[0].act

"""``canastreiro``, the hand-written bot for Tranca and Canastra.

It keeps cards that belong together, builds canastras, takes piles that pay, locks piles that the next player would
like, and goes out when the count is good.
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

WORTH_OF_DRAW = 8.0
"""The worth in points of an unknown card of the stock, compared with a pile."""
USELESS = 1.0
"""A first card worth no more points than this is exchanged for another."""
BEHIND = -100.0
CLOSE = 2.5
"""Going out pays if the pair is at most this many points behind, and always if the others need at most ``CLOSE`` turns
to go out."""

GIVEN_CARD, GIVEN_PILE = 35.0, 4.0
"""The points that the next player gains with the card itself, and with each card under it."""
LIVE_NEIGHBOUR = 0.02
KNOWN_NEIGHBOUR = 0.3
WILD_SERVES = 0.9
"""The chance that the next player can use a card: for each matching card that is not yet seen, for each one that they
are known to hold, and for a wild."""


class Canastreiro:
    """Plays one seat of Tranca or Canastra under any regulation of them."""

    name = "canastreiro"

    def __init__(self, regulation: Regulation, _rng: Random) -> None:
        assert isinstance(regulation.rules, MeldsRules)
        self._lore = Lore(regulation.rules)
        self._memory = Memory()

    def note_act(self, act: ActJson) -> None:
        self._memory.note(act)

    def choose(self, view: View, legal: Sequence[ActJson]) -> ActJson:
        self._memory.look(view)
        act = Turn(Sight(view, self._lore, self._memory), legal).act()
        self._memory.note({**act, "seat": view["observer"]})
        return act


class Turn:
    """One decision: the view, the legal acts, and their worth."""

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
        """Take the pile if it is worth more than a card of the stock."""
        [draw], takes = self.legal["draw"], self.legal.get("take", [])
        if not takes:
            return draw
        gain, best = max(map(self._taking, takes), key=lambda taking: taking[0])
        left_over = self.sight.pile[:-1] if "lay" in best or "to" in best else self.sight.pile
        gain += self.worth.pile(left_over)
        return best if gain > WORTH_OF_DRAW + self._with_more(1) else draw

    def _taking(self, act: ActJson) -> tuple[float, ActJson]:
        """The gain of a take besides the cards that join the hand: the meld with the top card, less a fuller hand."""
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
        """A plan that takes the morto, or that goes out if that pays."""
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
        """Whether it pays to go out now.

        If the match would end, only if that wins it. Otherwise if the count is good enough, or if the others are
        about to go out.
        """
        melded = sum(self.lore.points[card[0]] for option in plan for card in option.used)
        ours, theirs = count_if_out(self.sight, melds_after(self.sight, plan), melded)
        own_score, their_score = self.sight.scores
        if max(own_score + ours, their_score + theirs) >= self.sight.view["target"]:
            return own_score + ours > their_score + theirs
        return ours - theirs >= BEHIND or min(self.sight.threat, self.sight.stock_turns) <= CLOSE

    def _most_used(self) -> int:
        """How many cards may be laid: all, or all but two if an empty hand would end the hand at a bad time.

        Of the two cards that stay, one is discarded.
        """
        held = len(self.sight.cards)
        if self.sight.morto_awaits(self.sight.own_melds) or self._going_out_pays(()):
            return held
        return held - 2

    # --- the discard --------------------------------------------------------------------------------------------------

    def _discard(self) -> ActJson:
        """Discard the card that costs us least and helps the next player least."""
        discards = self.legal.get("discard", [])
        if not discards:
            return next(iter(self.legal.values()))[0]
        return min(discards, key=lambda act: self._cost(act["card"]))

    def _cost(self, card: str) -> float:
        missed = self.worth.held.worth[card]
        if self.worth.fits_own(card):
            missed += self.lore.points[card[0]] + FITS
        return missed + self._gain_of_next_player(card)

    def _gain_of_next_player(self, card: str) -> float:
        """The points that the next player is likely to gain from the card and the pile under it."""
        if self.lore.is_black_three(card):
            return 0.0
        is_free = self.lore.rules.pile.taking is Taking.FREE
        stake = GIVEN_CARD + (0.0 if is_free else GIVEN_PILE * len(self.sight.pile))
        return stake * self._use_to_them(card)

    def _use_to_them(self, card: str) -> float:
        """The chance that the next player can use the card."""
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
    """The act to do first: one that makes a canastra, because others may need it, else the one with the most gain."""
    made = [option for option in plan if any(lore.is_canastra(form) for form in option.after)]
    return max(made or plan, key=lambda option: option.gain).act

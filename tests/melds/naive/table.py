"""One hand at the table, from the deal to the counting."""

import copy
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from tests.melds.naive.counting import Side, pays_morto
from tests.melds.naive.melding import Reading, is_canastra, is_clean_canastra, read_meld, ways_to_write
from tests.melds.naive.regulations import (
    AF,
    AP,
    BLACK_THREES,
    DECK,
    FA,
    IDLE_TURNS,
    MINIMUMS,
    RED_THREES,
    TRANCA,
    VULNERABLE_FROM,
    value,
)


class NotAllowed(Exception):
    """The act breaks a rule."""


def need(condition: object) -> None:
    if not condition:
        raise NotAllowed


def pair_of(seat: int) -> int:
    return seat % 2


class Table:
    """``do`` plays one act or raises NotAllowed, after which the table is of no further use."""

    def __init__(self, *, regulation: str, deal: Mapping[str, Any], dealer: int, score: Sequence[int]) -> None:
        need([len(hand) for hand in deal["hands"]] == [11, 11, 11, 11])
        need([len(morto) for morto in deal["mortos"]] == [11, 11])
        heaps = [*deal["hands"], *deal["mortos"], deal["stock"]]
        need(Counter(card for heap in heaps for card in heap) == Counter(DECK))
        self.regulation = regulation
        self.hands: list[list[str]] = [list(hand) for hand in deal["hands"]]
        self.mortos: list[list[str]] = [list(morto) for morto in deal["mortos"]]
        self.stock: list[str] = list(deal["stock"])
        self.pile: list[str] = []
        self.melds: list[list[list[str]]] = [[], []]
        self.red_threes = [0, 0]
        self.took_morto = [False, False]
        self.morto_owners: set[int] = set()

        self.over = False
        self.out: int | None = None

        self.turns = 0
        self.idle_turns = 0
        self.drew_from_stock = False
        self.has_bought = False
        self.may_redraw = False
        self.drawn: str | None = None
        self.not_to_discard: str | None = None

        # A morto taken with the discard whose owner has not come to play again (C-19).
        self.waiting: set[int] = set()
        # Seats whose red threes in hand count as ordinary cards (FA 8).
        self.excused: set[int] = set()
        # C-22: the score at the start of the hand decides.
        self.vulnerable = [regulation == AP and points >= VULNERABLE_FROM for points in score]
        self.failed_attempts = [0, 0]

        self.seat = (dealer + 1) % 4
        if regulation == AF:  # C-10
            for step in range(4):
                self.lay_red_threes((self.seat + step) % 4)
        self.drew_from_stock = False

    # --- the acts -------------------------------------------------------------------------------------------------

    def do(self, act: Mapping[str, Any]) -> None:
        need(not self.over)
        need(act["seat"] == self.seat)
        match act["act"]:
            case "exchange":
                self.exchange()
            case "draw":
                self.draw()
            case "redraw":
                self.redraw()
            case "take":
                self.take(act)
            case "lay":
                self.lay(act["melds"])
            case "extend":
                self.extend(act["meld"], act["to"])
            case "discard":
                self.discard(act["card"])
            case _:
                raise NotAllowed

    def exchange(self) -> None:
        """C-11: FA only, all the red threes of the hand, at the start of the turn."""
        hand = self.hands[self.seat]
        need(self.regulation == FA)
        need(not self.has_bought)
        need(any(card in RED_THREES for card in hand))
        self.exchange_red_threes(self.seat)
        if not self.can_buy():  # C-12
            if not hand and self.may_take_morto(pair_of(self.seat)):
                self.pick_up_morto(self.seat)
            # FA 8. Who took a morto had laid or discarded all that was dealt to him: his threes came with the morto.
            self.excused |= {self.seat} & self.morto_owners
            self.end(None)

    def draw(self) -> None:
        need(not self.has_bought)
        self.drawn = self.buy(self.seat)
        self.has_bought = True
        self.may_redraw = self.turns == 0  # C-13
        self.end_if_stuck()

    def redraw(self) -> None:
        """C-13."""
        need(self.may_redraw)
        assert self.drawn is not None
        self.hands[self.seat].remove(self.drawn)
        self.pile.append(self.drawn)
        self.buy(self.seat)
        self.may_redraw = False

    def take(self, act: Mapping[str, Any]) -> None:
        """C-7."""
        need(not self.has_bought)
        need(self.pile)
        if self.regulation == AP:
            need("lay" not in act)
            need("meld" not in act)
            self.take_freely()
        else:
            need(self.pile[-1] not in BLACK_THREES)  # C-8
            need(not (self.regulation == AF and len(self.hands[self.seat]) == 1))
            self.take_and_lay(act)

    def take_freely(self) -> None:
        hand = self.hands[self.seat]
        hand += self.pile
        self.pile = []
        self.has_bought = True

    def take_and_lay(self, act: Mapping[str, Any]) -> None:
        melds = self.melds[pair_of(self.seat)]
        *rest, top = self.pile
        if "lay" in act:
            need(self.read(act["lay"]))
            added = Counter(act["lay"])
            melds.append(list(act["lay"]))
        elif "meld" in act:
            need(not (self.regulation == FA and top[0] == "2"))
            added = self.added_by(act["meld"], act["to"])
            melds[act["meld"]] = list(act["to"])
        else:
            raise NotAllowed
        need(added[top] >= 1)
        self.leave_hand(added - Counter([top]))
        self.hands[self.seat] += rest
        self.pile = []
        self.has_bought = True
        self.after_laying()

    def lay(self, melds: Sequence[Sequence[str]]) -> None:
        need(self.has_bought)
        need(melds)
        need(all(self.read(meld) for meld in melds))
        self.may_redraw = False
        pair = pair_of(self.seat)
        if self.vulnerable[pair] and not self.melds[pair] and self.worth(melds) < self.minimum(pair):
            copy.deepcopy(self).lay_down(melds)  # C-22: only a lay that breaks no other rule is an attempt
            self.failed_attempts[pair] += 1
        else:
            self.lay_down(melds)

    def lay_down(self, melds: Sequence[Sequence[str]]) -> None:
        self.leave_hand(Counter(card for meld in melds for card in meld))
        self.melds[pair_of(self.seat)] += [list(meld) for meld in melds]
        self.after_laying()

    def worth(self, melds: Sequence[Sequence[str]]) -> int:
        return sum(value(card, self.regulation) for meld in melds for card in meld)

    def minimum(self, pair: int) -> int:
        return MINIMUMS[min(self.failed_attempts[pair], len(MINIMUMS) - 1)]

    def extend(self, index: int, to: Sequence[str]) -> None:
        need(self.has_bought)
        self.may_redraw = False
        self.leave_hand(self.added_by(index, to))
        self.melds[pair_of(self.seat)][index] = list(to)
        self.after_laying()

    def discard(self, card: str) -> None:
        need(self.has_bought)
        need(self.may_discard(card))
        hand = self.hands[self.seat]
        hand.remove(card)
        self.pile.append(card)
        if not hand:
            self.empty_handed(direct=False)
        if not self.over:
            self.pass_the_turn()

    # --- laying ---------------------------------------------------------------------------------------------------

    def read(self, cards: Sequence[str]) -> Reading | None:
        return read_meld(cards, self.regulation)

    def added_by(self, index: int, to: Sequence[str]) -> Counter[str]:
        """C-5: the cards that make the meld what it is afterwards; every old card stays, at least one is new."""
        melds = self.melds[pair_of(self.seat)]
        need(0 <= index < len(melds))
        before, after = self.read(melds[index]), self.read(to)
        assert before is not None
        need(after is not None and (after.kind, after.of) == (before.kind, before.of))
        need(Counter(melds[index]) <= Counter(to))
        need(len(to) > len(melds[index]))
        return Counter(to) - Counter(melds[index])

    def leave_hand(self, cards: Counter[str]) -> None:
        need(cards <= Counter(self.hands[self.seat]))
        for card in cards.elements():
            self.hands[self.seat].remove(card)

    def after_laying(self) -> None:
        """C-16: who has laid must have emptied his hand rightly, or be able to end his turn."""
        if not self.hands[self.seat]:
            need(self.may_empty(pair_of(self.seat)))
            self.empty_handed(direct=True)
        elif not self.can_discard():
            need(self.may_empty(pair_of(self.seat)) and self.can_extend())

    # --- what is possible -----------------------------------------------------------------------------------------

    def may_take_morto(self, pair: int) -> bool:
        return not self.took_morto[pair] and bool(self.mortos)

    def may_empty(self, pair: int) -> bool:
        """C-14 and C-15. Without a morto of his own a player goes out only when none is left for him."""
        if self.may_take_morto(pair):
            return True
        if self.regulation == AP:
            return any(is_clean_canastra(meld, AP) for meld in self.melds[pair])
        return any(is_canastra(meld) for meld in self.melds[pair])

    def may_discard(self, card: str) -> bool:
        hand = self.hands[self.seat]
        if card not in hand or card == self.not_to_discard:
            return False
        if self.regulation in TRANCA and card in RED_THREES:
            return False
        return len(hand) > 1 or self.may_empty(pair_of(self.seat))

    def can_discard(self) -> bool:
        return any(self.may_discard(card) for card in self.hands[self.seat])

    def can_extend(self) -> bool:
        """Whether one card of the hand can go to a meld. Asked of who cannot discard: he has one such card at most."""
        return any(
            self.would_extend(index, way)
            for index, meld in enumerate(self.melds[pair_of(self.seat)])
            for card in set(self.hands[self.seat])
            for way in ways_to_write([*meld, card], self.regulation)
        )

    def would_extend(self, index: int, to: Sequence[str]) -> bool:
        try:
            copy.deepcopy(self).extend(index, to)
        except NotAllowed:
            return False
        return True

    def end_if_stuck(self) -> None:
        """C-12: without a legal act the hand is over."""
        if not self.can_discard() and not self.can_extend():
            self.end(None)

    # --- the stock ------------------------------------------------------------------------------------------------

    def can_buy(self) -> bool:
        """C-17: in AF and AP a morto replaces the stock."""
        return bool(self.stock) or (self.regulation != FA and bool(self.mortos))

    def top_of_stock(self) -> str:
        if not self.stock:
            self.stock = self.mortos.pop(0)
        self.drew_from_stock = True
        return self.stock.pop(0)

    def buy(self, seat: int) -> str | None:
        """A card for the hand; red threes drawn on the way are laid, also the last one of the stock (C-12)."""
        while self.can_buy():
            card = self.top_of_stock()
            if self.regulation in TRANCA and card in RED_THREES:
                self.red_threes[pair_of(seat)] += 1
            else:
                self.hands[seat].append(card)
                return card
        return None

    # --- red threes in hand ---------------------------------------------------------------------------------------

    def lay_red_threes(self, seat: int) -> bool:
        """AF, C-10: all of them, replaced as long as there are cards. Whether there was one."""
        threes = [card for card in self.hands[seat] if card in RED_THREES]
        for card in threes:
            self.hands[seat].remove(card)
            self.red_threes[pair_of(seat)] += 1
            self.buy(seat)
        return bool(threes)

    def exchange_red_threes(self, seat: int) -> None:
        """FA, C-11: only while the stock has cards."""
        for card in [card for card in self.hands[seat] if card in RED_THREES]:
            if self.can_buy():
                self.hands[seat].remove(card)
                self.red_threes[pair_of(seat)] += 1
                self.buy(seat)

    # --- mortos, turns and the end --------------------------------------------------------------------------------

    def empty_handed(self, *, direct: bool) -> None:
        """C-14, C-15: a morto if the pair may have one, else the player goes out."""
        if not self.may_take_morto(pair_of(self.seat)):
            self.end(pair_of(self.seat))
            return
        self.pick_up_morto(self.seat)
        if not direct:
            self.waiting.add(self.seat)
        elif self.regulation == AF:
            self.lay_red_threes(self.seat)
        elif self.regulation == FA:
            self.exchange_red_threes(self.seat)
            if any(card in RED_THREES for card in self.hands[self.seat]):  # FA 8
                self.excused.add(self.seat)
                self.end(None)

    def pick_up_morto(self, seat: int) -> None:
        self.hands[seat] = self.mortos.pop(0)
        self.took_morto[pair_of(seat)] = True
        self.morto_owners.add(seat)
        self.not_to_discard = None  # it was laid

    def pass_the_turn(self) -> None:
        self.idle_turns = 0 if self.drew_from_stock else self.idle_turns + 1
        if not self.can_buy() or self.idle_turns == IDLE_TURNS:  # C-17, C-24
            self.end(None)
            return
        self.turns += 1
        self.seat = (self.seat + 1) % 4
        self.waiting.discard(self.seat)
        self.drew_from_stock = self.has_bought = self.may_redraw = False
        self.drawn = self.not_to_discard = None
        if self.regulation == AF and self.lay_red_threes(self.seat) and not self.can_buy():  # C-12
            self.end(None)

    def end(self, out: int | None) -> None:
        """FA 8: when nothing is left to draw, the red threes of a morto that waited for its turn are ordinary cards."""
        if out is None:
            self.excused |= self.waiting
        self.over = True
        self.out = out

    # --- counting -------------------------------------------------------------------------------------------------

    def is_unplayed(self, seat: int) -> bool:
        """C-19: in AP whoever goes out, elsewhere only when the opponents do."""
        return seat in self.waiting and self.out is not None and (self.regulation == AP or self.out != pair_of(seat))

    def side(self, pair: int) -> Side:
        seats = (pair, pair + 2)
        melds = self.melds[pair]
        clean = sum(is_clean_canastra(meld, self.regulation) for meld in melds)
        side = Side(
            went_out=self.out == pair,
            clean=clean,
            dirty=sum(is_canastra(meld) for meld in melds) - clean,
            red_threes=self.red_threes[pair],
            melded=self.worth(melds),
            pays_morto=pays_morto(
                regulation=self.regulation,
                taken_and_played=self.took_morto[pair] and not any(self.is_unplayed(seat) for seat in seats),
                others_went_out=self.out == 1 - pair,
            ),
        )
        for seat in seats:
            if not self.is_unplayed(seat):
                for card in self.hands[seat]:
                    self.count_in_hand(side, seat, card)
        return side

    def count_in_hand(self, side: Side, seat: int, card: str) -> None:
        """C-8, C-10, C-11, C-20."""
        if self.regulation in TRANCA and card in BLACK_THREES:
            side.black_threes += 1
        elif self.regulation == FA and card in RED_THREES and seat not in self.excused:
            side.costly_red_threes += 1
        else:
            side.in_hand += value(card, self.regulation)

"""A view of Tranca or Canastra prepared for decisions: what each pair has and may soon do, and the turns left."""

from collections import Counter
from collections.abc import Iterable, Sequence

from carteado.bots.bot import View
from carteado.bots.melding import Form, Lore
from carteado.bots.melding_memory import Memory
from carteado.cards import pair_of
from carteado.melds.views import SideView
from carteado.regulation.melds_rules import Requirement, WhenStockEmpty

LONG = 7.0
"""Turns: with at least this many still to come for each player, nothing is urgent."""
LAST_TURN, NO_MORTO, NO_CANASTRA = 0.8, 1.7, 1.4
"""The turns that a pair needs to go out: for the last turn, for a morto not taken yet, for a canastra not made yet."""
BY_RUNS, BY_SETS = 0.75, 0.35
"""The turns needed for each card held, if only runs are allowed and if every rank makes sets."""


class Sight:
    """What one seat sees and remembers when it must decide."""

    def __init__(self, view: View, lore: Lore, memory: Memory) -> None:
        self.view, self.lore, self.hand = view, lore, view["hand"]
        self.seat: int = view["observer"]
        self.pair = pair_of(self.seat)
        self.next_seat = (self.seat + 1) % int(view["players"])
        self.cards: list[str] = self.hand["cards"][self.seat]
        self.own: SideView = self.hand["sides"][self.pair]
        self.theirs: SideView = self.hand["sides"][1 - self.pair]
        self.own_melds = self._forms(self.own)
        self.their_melds = self._forms(self.theirs)
        self.pile = memory.pile
        self.next_holds = memory.held_by(self.next_seat)
        both = (*self.own["melds"], *self.theirs["melds"])
        self._on_table = Counter(card for meld in both for card in meld["cards"])
        self.time = min(1.0, self.turns_left / LONG)

    def _forms(self, side: SideView) -> list[Form]:
        return [self.lore.form(tuple(meld["cards"]), meld["kind"] == "run") for meld in side["melds"]]

    def live(self, card: str) -> int:
        """How many copies of the card are not on the table yet."""
        return self.lore.copies - self._on_table[card]

    def live_of_rank(self, rank: str) -> int:
        return sum(self.live(rank + suit) for suit in "chsd")

    def counts_of(self, pair: int) -> Sequence[int]:
        counts: list[int] = self.hand["counts"]
        return counts[pair::2]

    @property
    def scores(self) -> tuple[int, int]:
        """The score of the seat's pair, then that of the other pair."""
        return self.view["score"][self.pair], self.view["score"][1 - self.pair]

    # --- how far each pair is -----------------------------------------------------------------------------------------

    @property
    def turns_left(self) -> float:
        """The turns that each player can expect: until the stock is empty or a pair goes out."""
        return min(self.stock_turns, self._turns_to_out(0), self._turns_to_out(1))

    @property
    def stock_turns(self) -> float:
        """How many turns of each player the cards to draw last. Key: stock.when_empty."""
        enters = self.lore.rules.stock.when_empty is WhenStockEmpty.MORTO_ENTERS
        to_draw = int(self.hand["stock"]) + (sum(self.hand["mortos"]) if enters else 0)
        return to_draw / int(self.view["players"])

    @property
    def threat(self) -> float:
        """The number of turns in which the other pair may go out."""
        return self._turns_to_out(1 - self.pair)

    def _turns_to_out(self, pair: int) -> float:
        """The turns until the pair goes out, estimated from its shorter hand and what it still lacks."""
        melds = self.own_melds if pair == self.pair else self.their_melds
        turns = LAST_TURN + self._turns_for_a_card * min(self.counts_of(pair))
        turns += 0 if self.has_morto_for_out(pair) else NO_MORTO
        return turns if self.meets(self.lore.rules.going_out.requires, melds) else turns + NO_CANASTRA

    @property
    def _turns_for_a_card(self) -> float:
        sets = len(self.lore.rules.melds.set_ranks) / len(self.lore.order)
        return BY_RUNS - (BY_RUNS - BY_SETS) * min(1.0, sets)

    def has_morto_for_out(self, pair: int) -> bool:
        """Whether the pair meets the requirements about mortos for going out. Key: going_out.requires."""
        took = [bool(side["took_morto"]) for side in self.hand["sides"]]
        none_left = not self.hand["mortos"]
        met = {
            Requirement.MORTO_TAKEN: took[pair],
            Requirement.MORTO_TAKEN_OR_BOTH_STOCK: took[pair] or (none_left and not any(took)),
            Requirement.MORTO_TAKEN_OR_NONE_LEFT: took[pair] or none_left,
        }
        return all(met.get(one, True) for one in self.lore.rules.going_out.requires)

    def may_go_out(self, melds: Iterable[Form]) -> bool:
        """Whether the seat's pair may go out with these melds on the table."""
        return self.has_morto_for_out(self.pair) and self.meets(self.lore.rules.going_out.requires, melds)

    def meets(self, requires: Iterable[Requirement], melds: Iterable[Form]) -> bool:
        """Whether the melds include the required canastras. Requirements about mortos are not checked here."""
        full = [form for form in melds if self.lore.is_canastra(form)]
        if Requirement.CLEAN_CANASTRA in requires:
            return any(not form.wilds for form in full)
        return bool(full) or Requirement.CANASTRA not in requires

    def morto_awaits(self, melds: Iterable[Form]) -> bool:
        """Whether running out of cards with these melds on the table brings a morto."""
        if self.own["took_morto"] or not self.hand["mortos"]:
            return False
        return self.meets(self.lore.rules.morto.requires, melds)

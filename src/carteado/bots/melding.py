"""Facts about cards and melds under one regulation of Tranca or Canastra, as a bot needs them.

Cards are the two characters of a view. All facts come from the regulation's data, so that one bot can play every
regulation, also with the changes of an event.
"""

from functools import lru_cache
from typing import NamedTuple

from carteado.cards import RANKS, parse_card
from carteado.melds import Kind, shapes_of
from carteado.regulation import MeldsRules, Refusal
from carteado.regulation.melds_rules import points_by_rank

FAR = 99
_REMEMBERED = 1 << 14


class Form(NamedTuple):
    """A meld on the table.

    ``of`` is the suit of a run or the rank of a set. ``naturals`` are the places in the order of runs of the cards that
    stand for themselves; for a set they are just as many numbers.
    """

    is_run: bool
    of: str
    size: int
    wilds: int
    naturals: tuple[int, ...]


class Lore:
    """Facts about cards under one regulation. Answers that are needed every turn are cached."""

    def __init__(self, rules: MeldsRules) -> None:
        self.rules = rules
        self.order = rules.melds.run_order
        self.places = {rank: tuple(place for place, one in enumerate(self.order) if one == rank) for rank in RANKS}
        self.points = points_by_rank(rules.scoring.card_values)
        self.copies = rules.deck.copies
        self.form = lru_cache(_REMEMBERED)(self._form)
        self.distance = lru_cache(_REMEMBERED)(self._distance)

    @property
    def average(self) -> float:
        """The average cost in points of an unseen card in hand; the black threes among them cost most."""
        black = self.rules.black_threes.penalty / 26 if self.rules.black_threes else 0.0
        return sum(self.points.values()) / len(self.points) + black

    def is_wild(self, card: str) -> bool:
        return card[0] in self.rules.melds.wild_ranks

    def is_black_three(self, card: str) -> bool:
        return self.rules.black_threes is not None and card in ("3c", "3s")

    def is_red_three(self, card: str) -> bool:
        return self.rules.red_threes is not None and card in ("3h", "3d")

    def is_canastra(self, form: Form) -> bool:
        return form.size >= self.rules.melds.canastra_cards

    def makes_sets(self, rank: str) -> bool:
        return rank in self.rules.melds.set_ranks

    def _form(self, cards: tuple[str, ...], is_run: bool | None) -> Form:
        """Read a meld that the engine wrote; ``is_run`` if its kind is already known."""
        faces = tuple(parse_card(card) for card in cards)
        shapes = shapes_of(self.rules.melds)
        shape = shapes.read(faces) if is_run is None else shapes.read_as(Kind.RUN if is_run else Kind.SET, faces)
        assert not isinstance(shape, Refusal)
        naturals = [index for index in range(len(cards)) if index not in shape.wilds]
        if shape.kind is Kind.RUN:
            start = self._start([cards[index][0] for index in naturals], naturals, len(cards))
            naturals = [start + index for index in naturals]
        return Form(shape.kind is Kind.RUN, shape.of, len(cards), len(shape.wilds), tuple(naturals))

    def _start(self, ranks: list[str], indices: list[int], size: int) -> int:
        """The place of a run's first card, such that every natural card is in its place."""
        return next(
            start
            for start in range(len(self.order) - size + 1)
            if all(self.order[start + index] == rank for index, rank in zip(indices, ranks, strict=True))
        )

    def _distance(self, card: str, form: Form) -> int:
        """How many cards are missing before this one can be added to the meld; 0 if it fits."""
        if not form.is_run:
            return 0 if card[0] == form.of else FAR
        if card[1] != form.of or form.size >= self.rules.melds.run_limit or self.is_wild(card):
            return FAR
        return min((self._gap(place, form) for place in self.places[card[0]]), default=FAR)

    @staticmethod
    def _gap(place: int, form: Form) -> int:
        """The empty places between the card and the run's natural cards, less the wilds that can fill them."""
        if place in form.naturals:
            return FAR
        first, last = min(place, form.naturals[0]), max(place, form.naturals[-1])
        return max(0, last - first - len(form.naturals) - form.wilds)

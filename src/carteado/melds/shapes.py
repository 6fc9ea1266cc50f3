"""What makes cards a meld: a run of one suit or a set of one rank, with few wilds. Keys: all of ``melds``.

Shapes are about faces alone. Everything here is a pure function of a regulation's ``melds`` section and of faces, and
the lists are remembered: from one turn to the next most of a hand stays the same.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from functools import lru_cache
from itertools import combinations, permutations, product
from typing import NamedTuple

from carteado.cards import SUITS, Card
from carteado.regulation import Refusal, refuse
from carteado.regulation.melds_rules import Melds

Cards = tuple[Card, ...]
_REMEMBERED = 1 << 15


class Kind(StrEnum):
    RUN = "run"
    SET = "set"


class Shape(NamedTuple):
    """How cards are a meld: ``of`` is the suit of a run or the rank of a set; ``wilds`` are the indices of the cards
    that stand for another."""

    kind: Kind
    of: str
    wilds: tuple[int, ...]


class Pattern(NamedTuple):
    """A run as its natural cards, and the indices where wilds stand for them."""

    cards: Cards
    slots: tuple[int, ...]


class Shapes:
    """The melds of one regulation."""

    def __init__(self, rules: Melds) -> None:
        self.rules = rules
        self.wilds = frozenset(Card(rank, suit) for rank in rules.wild_ranks for suit in SUITS)
        self.in_runs = frozenset(Card(rank, suit) for rank in rules.run_order for suit in SUITS)
        self.in_sets = frozenset(Card(rank, suit) for rank in rules.set_ranks for suit in SUITS)
        self._places = {suit: tuple(Card(rank, suit) for rank in rules.run_order) for suit in SUITS}
        self._movable = {card for places in self._places.values() for card in places if places.count(card) > 1}
        self._place = {card: index for places in self._places.values() for index, card in enumerate(places)}
        self._patterns = lru_cache(_REMEMBERED)(self._find_patterns)
        self.read = lru_cache(_REMEMBERED)(self._read)
        self.runs = lru_cache(_REMEMBERED)(lambda *key: tuple(self._runs(*key)))
        self.sets = lru_cache(_REMEMBERED)(lambda *key: tuple(self._sets(*key)))
        self.longer_runs = lru_cache(_REMEMBERED)(lambda *key: tuple(self._longer_runs(*key)))
        self.larger_sets = lru_cache(_REMEMBERED)(lambda *key: tuple(self._larger_sets(*key)))

    def is_wild(self, card: Card) -> bool:
        return card in self.wilds

    # --- reading --------------------------------------------------------------------------------------------------

    def _read(self, cards: Cards) -> Shape | Refusal:
        """The shape of cards as written, or why they are no meld."""
        if len(cards) < self.rules.min_cards:
            return refuse("melds.min_cards", "too_few_cards", count=len(cards), least=self.rules.min_cards)
        return self._as_run(cards) or self._as_set(cards) or self._why_no_meld(cards)

    def read_as(self, kind: Kind, cards: Cards) -> Shape | Refusal:
        """The shape of cards that are meant to be of that kind, or why they are not."""
        shape = self._as_run(cards) if kind is Kind.RUN else self._as_set(cards)
        return shape or self._why_no_meld(cards)

    def _as_run(self, cards: Cards) -> Shape | None:
        shape = self._read_run(cards)
        return shape if shape is not None and len(shape.wilds) <= self.rules.wild_limit else None

    def _read_run(self, cards: Cards) -> Shape | None:
        """Written from low to high, a wild in the place it stands for; of two readings the one with fewer wilds."""
        suit = next((card.suit for card in cards if not self.is_wild(card)), cards[0].suit)
        if len(cards) > self.rules.run_limit:
            return None
        order = self.rules.run_order
        readings = []
        for start in self._starts(cards):
            wilds = tuple(
                index for index, card in enumerate(cards) if not self._is_natural(card, order[start + index], suit)
            )
            if all(self.is_wild(cards[index]) for index in wilds):
                readings.append(Shape(Kind.RUN, suit, wilds))
        return min(readings, key=lambda shape: len(shape.wilds), default=None)

    def _starts(self, cards: Cards) -> Iterable[int]:
        """Where a run of these cards may begin: a card with one place of its own tells."""
        every = range(len(self.rules.run_order) - len(cards) + 1)
        for index, card in enumerate(cards):
            if card in self._place and card not in self.wilds and card not in self._movable:
                return [self._place[card] - index] if self._place[card] - index in every else []
        return every

    def _is_natural(self, card: Card, rank: str, suit: str) -> bool:
        """Whether the card stands for itself there; a 2 only where the regulation knows natural twos."""
        return card == (rank, suit) and (self.rules.natural_two or not self.is_wild(card))

    def _as_set(self, cards: Cards) -> Shape | None:
        wilds = tuple(index for index, card in enumerate(cards) if self.is_wild(card))
        ranks = {card.rank for card in cards if not self.is_wild(card)}
        if len(ranks) != 1 or not ranks <= set(self.rules.set_ranks) or len(wilds) > self.rules.wild_limit:
            return None
        return Shape(Kind.SET, ranks.pop(), wilds)

    def _why_no_meld(self, cards: Cards) -> Refusal:
        """The rule that the cards break, as the player seems to have meant them."""
        naturals = [card for card in cards if not self.is_wild(card)]
        ranks, suits = {card.rank for card in naturals}, {card.suit for card in naturals}
        if not naturals:
            return refuse("melds.wild_limit", "only_wilds", limit=self.rules.wild_limit)
        if len(ranks) == 1 and len(naturals) > 1:
            if not ranks <= set(self.rules.set_ranks):
                return refuse("melds.set_ranks", "no_set_of_this_rank", rank=ranks.pop())
            return refuse("melds.wild_limit", "too_many_wilds", limit=self.rules.wild_limit)
        if len(suits) > 1:
            return refuse("melds.same_suit", "not_one_suit")
        if len(cards) > self.rules.run_limit:
            return refuse("melds.run_limit", "run_too_long", limit=self.rules.run_limit)
        if self._read_run(cards) is not None:
            return refuse("melds.wild_limit", "too_many_wilds", limit=self.rules.wild_limit)
        return refuse("melds.run_order", "not_in_order", order=self.rules.run_order)

    # --- listing --------------------------------------------------------------------------------------------------

    def _runs(self, suit: str, naturals: Cards, wilds: Cards) -> Iterator[Cards]:
        """Every run of the suit that can be laid from these cards of the suit and these wilds."""
        for pattern in self._patterns(suit, naturals, self._natural_twos(suit, wilds), len(wilds), ()):
            yield from self._filled(pattern, wilds)

    def clusters(self, suit: str, naturals: Cards, wilds: Cards) -> Iterator[Cards]:
        """The cards of a suit in stretches that no run can join, as far as they can make one, each for itself."""
        slots = min(len(wilds), self.rules.wild_limit)
        held = {*naturals, *self._natural_twos(suit, wilds)}
        places = self._places[suit]
        occupied = [place for place, card in enumerate(places) if card in held]
        for stretch in _stretches(occupied, slots):
            if len(stretch) + slots >= self.rules.min_cards:
                cards = tuple(dict.fromkeys(places[place] for place in stretch if not self.is_wild(places[place])))
                both_ends = len(stretch) == len(occupied) and places[0] in self._movable and stretch[0] == 0
                yield cards + (places[:1] if both_ends and naturals.count(places[0]) > 1 else ())

    def within_reach(self, old: Cards, suit: str, naturals: Cards, wilds: bool) -> Cards:
        """Those of the cards that a run could grow to: next to it, or beyond no more gaps than wilds can fill."""
        held, places = {*naturals, *old}, self._places[suit]
        fixed = [self._place[card] for card in old if card not in self.wilds and card not in self._movable]
        if not fixed or not naturals:
            return naturals
        gaps_left = self.rules.wild_limit if wilds or len(fixed) < len(old) else 0
        near = self._movable.intersection(naturals)
        for way in (range(max(fixed) + 1, len(places)), range(min(fixed) - 1, -1, -1), range(min(fixed), max(fixed))):
            gaps = gaps_left
            for place in way:
                gaps -= places[place] not in held
                if gaps < 0:
                    break
                near.add(places[place])
        return tuple([card for card in naturals if card in near and (card not in old or card in self._movable)])

    def _longer_runs(self, old: Cards, suit: str, naturals: Cards, wilds: Cards) -> Iterator[Cards]:
        """Every run that holds all the old cards and some of the others; wilds may move. Key: melds.extending."""
        own = tuple(card for card in old if not self.is_wild(card))
        old_wilds = tuple(card for card in old if self.is_wild(card))
        wilds = old_wilds + wilds
        moving = Counter(old_wilds + tuple(card for card in own if card in self._movable))
        for pattern in self._patterns(suit, own + naturals, self._natural_twos(suit, wilds), len(wilds), own):
            if len(pattern.cards) > len(old):
                for run in self._filled(pattern, wilds):
                    if all(run.count(card) >= number for card, number in moving.items()):
                        yield run

    def _natural_twos(self, suit: str, wilds: Cards) -> Cards:
        """The wilds that may also stand for themselves in a run of the suit. Key: melds.natural_two."""
        return tuple(card for card in wilds if card.suit == suit) if self.rules.natural_two else ()

    def _find_patterns(
        self, suit: str, naturals: Cards, natural_twos: Cards, wilds: int, kept: Cards
    ) -> tuple[Pattern, ...]:
        """Every run of these naturals with room for wilds, over all the kept cards that have one place only."""
        places = self._places[suit]
        pool = {*naturals, *natural_twos}
        ends = naturals.count(places[0])
        slots = min(wilds, self.rules.wild_limit)
        fixed = {places.index(card) for card in kept if card not in self._movable}
        last_start, first_end = min(fixed, default=len(places) - 1), max(fixed, default=0)
        patterns: list[Pattern] = []
        for start in range(last_start + 1):
            missing: list[int] = []
            for end in range(start, min(len(places), start + self.rules.run_limit)):
                if places[end] not in pool:
                    missing.append(end)
                    if len(missing) > slots:
                        break
                if end >= first_end and end - start + 1 >= self.rules.min_cards:
                    free = [place for place in range(start, end + 1) if place not in fixed and place not in missing]
                    patterns += _patterns_over(places[start : end + 1], start, missing, free, slots, ends)
        return tuple(patterns)

    def _filled(self, pattern: Pattern, wilds: Cards) -> Iterator[Cards]:
        """The pattern with a wild in each slot, in every way that differs in faces; none natural there."""
        if not pattern.slots:
            yield pattern.cards
            return
        if self.rules.natural_two:
            used = Counter(card for place, card in enumerate(pattern.cards) if place not in pattern.slots)
            wilds = tuple((Counter(wilds) - used).elements())
        for chosen in dict.fromkeys(permutations(wilds, len(pattern.slots))):
            run = list(pattern.cards)
            for place, wild in zip(pattern.slots, chosen, strict=True):
                run[place] = wild
            if not self.rules.natural_two or all(run[place] != pattern.cards[place] for place in pattern.slots):
                yield tuple(run)

    def _sets(self, rank: str, naturals: Cards, wilds: Cards) -> Iterator[Cards]:
        """Every set of the rank that can be laid from these cards of the rank and these wilds."""
        if rank in self.rules.set_ranks:
            yield from self._larger_sets((), rank, naturals, wilds)

    def _larger_sets(self, old: Cards, _rank: str, naturals: Cards, wilds: Cards) -> Iterator[Cards]:
        """Every set of the old cards and some of the others of their rank."""
        room = self.rules.wild_limit - sum(1 for card in old if self.is_wild(card))
        for some in _choices(naturals):
            for few in _choices(wilds, most=room):
                cards = (*old, *some, *few)
                has_natural = any(not self.is_wild(card) for card in cards)
                if len(cards) >= self.rules.min_cards and len(cards) > len(old) and has_natural:
                    yield cards


def _patterns_over(
    cards: Cards, start: int, missing: Sequence[int], free: Sequence[int], slots: int, ends: int
) -> Iterator[Pattern]:
    """A stretch of places with wilds where cards are missing, and wherever else there are slots for them.

    A run from ace to ace needs two of them, of which there are ``ends``, or a wild for one.
    """
    both_ends = len(cards) > 1 and cards[0] == cards[-1]
    for more in range(slots - len(missing) + 1):
        for others in combinations(free, more):
            holes = tuple(sorted(place - start for place in (*missing, *others)))
            if not both_ends or ends + (0 in holes) + (len(cards) - 1 in holes) >= 2:
                yield Pattern(cards, holes)


def _stretches(places: Sequence[int], gap: int) -> Iterator[list[int]]:
    """Rising numbers in groups whose neighbours leave out at most ``gap`` numbers."""
    stretch: list[int] = []
    for place in places:
        if stretch and place - stretch[-1] - 1 > gap:
            yield stretch
            stretch = []
        stretch.append(place)
    if stretch:
        yield stretch


def _choices(cards: Sequence[Card], *, most: int | None = None) -> Iterator[Cards]:
    """Every way to take some of the cards, faces alone counting, up to ``most``."""
    counts = Counter(cards)
    for numbers in product(*(range(count + 1) for count in counts.values())):
        if most is None or sum(numbers) <= most:
            yield tuple(card for card, number in zip(counts, numbers, strict=True) for _ in range(number))


@lru_cache(64)
def shapes_of(rules: Melds) -> Shapes:
    """The shapes of a regulation; made once, so that its memory serves every match."""
    return Shapes(rules)

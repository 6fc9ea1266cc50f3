"""What makes cards a meld: a run of one suit or a set of one rank, with few wilds. Keys: all of ``melds``.

Shapes concern only faces. Everything here is a pure function of a regulation's ``melds`` section and of faces. The
lists are cached, because most of a hand stays the same from one turn to the next.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from enum import StrEnum
from functools import lru_cache, partial
from typing import NamedTuple

from carteado.cards import SUITS, Card
from carteado.melds.deck import ALL_COPIES, bag_of, faces, mask_of
from carteado.melds.patterns import Pattern, order_of, patterns, useful
from carteado.regulation import Refusal, forbidden_by
from carteado.regulation.melds_rules import Melds

Cards = tuple[Card, ...]
_CACHE_SIZE = 1 << 13
FIELD = 16
"""The width in bits of one suit's places, in a number that holds the places of all suits."""


class Kind(StrEnum):
    RUN = "run"
    SET = "set"


class Shape(NamedTuple):
    """How cards form a meld: ``of`` is the suit of a run or the rank of a set; ``wilds`` are the indices of the cards
    that stand for another."""

    kind: Kind
    of: str
    wilds: tuple[int, ...]


class LaidRun(NamedTuple):
    """A run on the table.

    ``fixed`` are the places, as bits, where its cards stay, and ``pool`` those where they may be natural.
    ``takes_wilds`` is whether it may have more wilds that are not natural in it. ``ends`` counts its cards that fit
    both ends of the order, and ``moving`` are all the cards that may move.
    """

    fixed: int
    pool: int
    wilds: Cards
    takes_wilds: bool
    ends: int
    moving: Cards


class Shapes:
    """The melds of one regulation. Places in the order of runs are the bits of a number."""

    def __init__(self, rules: Melds) -> None:
        self.rules = rules
        self.wilds = frozenset(Card(rank, suit) for rank in rules.wild_ranks for suit in SUITS)
        self.ambiguous = rules.wild_limit + 1 >= rules.min_cards
        """Whether one card and wilds, written the same way, can be both a run and a set."""
        self.places = {suit: tuple(Card(rank, suit) for rank in rules.run_order) for suit in SUITS}
        self.movable = {card for places in self.places.values() for card in places if places.count(card) > 1}
        self._place = {card: index for places in self.places.values() for index, card in enumerate(places)}
        order = order_of(rules)
        self.wild_mask = mask_of(self.wilds)
        self.natural_masks = {suit: mask_of(self._natural_twos(suit)) for suit in SUITS}
        self.rank_masks = {rank: mask_of(Card(rank, suit) for suit in SUITS) for rank in rules.set_ranks}
        self._two_places = order.places & ~order.never_wild if rules.natural_two else 0
        self.hopeless = frozenset() if self.ambiguous else frozenset(bag_of([card]) for card in ALL_COPIES)
        """The bags of a single card, if a single card can be in no set."""
        self.card_places = tuple(
            self.natural_places(card) << FIELD * SUITS.index(card.suit) for card in faces(ALL_COPIES)
        )
        self._patterns = lru_cache(_CACHE_SIZE)(lambda *key: tuple(patterns(order, *key)))
        self.useful_places = lru_cache(_CACHE_SIZE)(partial(useful, order))
        self.laid_run = lru_cache(_CACHE_SIZE)(self._laid_run)
        self.read = lru_cache(_CACHE_SIZE)(self._read)
        self.read_as = lru_cache(_CACHE_SIZE)(self._read_as)
        self.runs = lru_cache(_CACHE_SIZE)(lambda *key: tuple(self._runs(*key)))
        self.longer_runs = lru_cache(_CACHE_SIZE)(lambda *key: tuple(self._longer_runs(*key)))

    def is_wild(self, card: Card) -> bool:
        return card in self.wilds

    # --- reading --------------------------------------------------------------------------------------------------

    def _read(self, cards: Cards) -> Shape | Refusal:
        """The shape of the cards as written, or why they are not a meld."""
        if len(cards) < self.rules.min_cards:
            return forbidden_by("melds.min_cards", "too_few_cards", count=len(cards), least=self.rules.min_cards)
        return self._as_run(cards) or self._as_set(cards) or self._refusal_of_meld(cards)

    def _read_as(self, kind: Kind, cards: Cards) -> Shape | Refusal:
        """The shape of cards that are meant to be of that kind, or why they are not."""
        shape = self._as_run(cards) if kind is Kind.RUN else self._as_set(cards)
        return shape or self._refusal_of_meld(cards)

    def _as_run(self, cards: Cards) -> Shape | None:
        shape = self._read_run(cards)
        return shape if shape is not None and len(shape.wilds) <= self.rules.wild_limit else None

    def _read_run(self, cards: Cards) -> Shape | None:
        """Read the cards as a run from low to high, each wild in the place it stands for.

        Of two readings, take the one with fewer wilds. The suit is that of a card that is never wild; without such
        a card there is no run.
        """
        suit = next((card.suit for card in cards if not self.is_wild(card)), None)
        if suit is None or len(cards) > self.rules.run_limit:
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
        """The places where a run of these cards may begin. A card that fits only one place decides it."""
        every = range(len(self.rules.run_order) - len(cards) + 1)
        for index, card in enumerate(cards):
            if card in self._place and card not in self.wilds and card not in self.movable:
                return [self._place[card] - index] if self._place[card] - index in every else []
        return every

    def _is_natural(self, card: Card, rank: str, suit: str) -> bool:
        """Whether the card stands for itself there; a 2 does so only if the regulation has natural twos."""
        return card == (rank, suit) and (self.rules.natural_two or not self.is_wild(card))

    def _as_set(self, cards: Cards) -> Shape | None:
        wilds = tuple(index for index, card in enumerate(cards) if self.is_wild(card))
        ranks = {card.rank for card in cards if not self.is_wild(card)}
        if len(ranks) != 1 or not ranks <= set(self.rules.set_ranks) or len(wilds) > self.rules.wild_limit:
            return None
        return Shape(Kind.SET, ranks.pop(), wilds)

    def _refusal_of_meld(self, cards: Cards) -> Refusal:
        """The rule that the cards break, by a guess at the meld that the player meant."""
        naturals = [card for card in cards if not self.is_wild(card)]
        ranks, suits = {card.rank for card in naturals}, {card.suit for card in naturals}
        if not naturals:
            return forbidden_by("melds.wild_limit", "only_wilds", limit=self.rules.wild_limit)
        if len(ranks) == 1 and len(naturals) > 1:
            if not ranks <= set(self.rules.set_ranks):
                return forbidden_by("melds.set_ranks", "no_set_of_this_rank", rank=ranks.pop())
            return forbidden_by("melds.wild_limit", "too_many_wilds", limit=self.rules.wild_limit)
        if len(suits) > 1:
            return forbidden_by("melds.same_suit", "not_one_suit")
        if len(cards) > self.rules.run_limit:
            return forbidden_by("melds.run_limit", "run_too_long", limit=self.rules.run_limit)
        if self._read_run(cards) is not None:
            return forbidden_by("melds.wild_limit", "too_many_wilds", limit=self.rules.wild_limit)
        return forbidden_by("melds.run_order", "not_in_order", order=self.rules.run_order)

    # --- listing --------------------------------------------------------------------------------------------------

    def natural_places(self, card: Card) -> int:
        """The places where the card stands for itself in runs of its suit; for a 2 only if there are natural twos."""
        if self.is_wild(card) and not self.rules.natural_two:
            return 0
        return sum(1 << place for place, rank in enumerate(self.rules.run_order) if rank == card.rank)

    def _natural_twos(self, suit: str) -> list[Card]:
        return [card for card in self.wilds if card.suit == suit and self.natural_places(card)]

    def _runs(self, suit: str, pool: int, ends: int, wilds: Cards) -> Iterator[Cards]:
        """Every run of the suit that can be laid with cards in places of ``pool`` and with these wilds.

        ``ends`` is how many copies there are of the card that fits both ends of the order.
        """
        slots = min(len(wilds), self.rules.wild_limit)
        for pattern in self._patterns(pool, 0, slots):
            yield from self._runs_of_pattern(pattern, suit, ends, wilds)

    def _laid_run(self, cards: Cards, suit: str) -> LaidRun:
        own = [card for card in cards if card.suit == suit and self.natural_places(card)]
        wilds = tuple([card for card in cards if card in self.wilds])
        return LaidRun(
            fixed=sum(self.natural_places(card) for card in own if card not in self.wilds | self.movable),
            pool=sum({self.natural_places(card) for card in own}),
            wilds=wilds,
            takes_wilds=sum(1 for card in wilds if card not in own) < self.rules.wild_limit,
            ends=sum(1 for card in own if card in self.movable),
            moving=tuple([card for card in cards if card in self.wilds | self.movable]),
        )

    def _longer_runs(self, old: Cards, suit: str, pool: int, ends: int, wilds: Cards) -> Iterator[Cards]:
        """Every run that holds all the old cards and some of the others. Key: melds.extending.

        Wilds, and an ace that is low and high, may move.
        """
        laid = self.laid_run(old, suit)
        wilds = laid.wilds + wilds
        slots = min(len(wilds), self.rules.wild_limit)
        for pattern in self._patterns(pool | laid.pool, laid.fixed, slots):
            if pattern.end - pattern.start > len(old):
                for run in self._runs_of_pattern(pattern, suit, ends + laid.ends, wilds):
                    if all(run.count(card) >= laid.moving.count(card) for card in laid.moving):
                        yield run

    def _runs_of_pattern(self, pattern: Pattern, suit: str, ends: int, wilds: Cards) -> list[Cards]:
        """The pattern with a wild in each slot, in every way that differs in faces."""
        places = self.places[suit]
        cards = places[pattern.start : pattern.end]
        if len(cards) == len(places) and not _has_ends(pattern, places, ends):
            return []
        if twos := self._two_places & pattern.naturals:
            wilds = _without(wilds, [card for place, card in enumerate(places) if twos >> place & 1])
        return self._runs_with_wilds(cards, pattern.slots, wilds)

    def _runs_with_wilds(self, cards: Cards, slots: tuple[int, ...], wilds: Cards) -> list[Cards]:
        """Fill the slots with wilds. A natural two does not stand for itself as a wild."""
        if not slots:
            return [cards]
        slot, others = slots[0], slots[1:]
        before, after = cards[:slot], cards[slot + 1 :]
        runs = []
        for wild in dict.fromkeys(wilds):
            if wild != cards[slot] or not self.rules.natural_two:
                run = (*before, wild, *after)
                runs += self._runs_with_wilds(run, others, _without(wilds, [wild])) if others else [run]
        return runs

    def sets(self, old: Cards, naturals: Cards, wilds: Cards) -> list[Cards]:
        """Every set of the old cards, if any, and some of the others of their rank, with a card that is never wild."""
        room = self.rules.wild_limit - sum([card in self.wilds for card in old])
        least = max(self.rules.min_cards - len(old), 1)
        additions = _additions(naturals, wilds, room)
        return [old + added for added in additions if len(added) >= least and (old or added[0] in naturals)]


def _has_ends(pattern: Pattern, places: Cards, ends: int) -> bool:
    """Whether there are cards for both ends of the order: from ace to ace needs two of them, or a wild for one."""
    return places[0] != places[-1] or ends >= (pattern.naturals & 1) + (pattern.naturals >> len(places) - 1)


def _without(cards: Cards, removed: Iterable[Card]) -> Cards:
    """The cards without those taken; of equal cards the last is taken."""
    left = list(reversed(cards))
    for card in removed:
        left.remove(card)
    return tuple(reversed(left))


@lru_cache(_CACHE_SIZE)
def _additions(naturals: Cards, wilds: Cards, room: int) -> tuple[Cards, ...]:
    """Every choice of some of the naturals and as many of the wilds as there is room for."""
    few_wilds = [few for few in _choices(wilds) if len(few) <= room]
    return tuple((*some, *few) for some in _choices(naturals) for few in few_wilds)


def _choices(cards: Cards) -> list[Cards]:
    """Every way to take some of the cards, where only faces count."""
    choices: list[Cards] = [()]
    for card, count in Counter(cards).items():
        choices = [(*some, *[card] * number) for some in choices for number in range(count + 1)]
    return choices


@lru_cache(64)
def shapes_of(rules: Melds) -> Shapes:
    """The shapes of a regulation; created once, so that all matches share its caches."""
    return Shapes(rules)

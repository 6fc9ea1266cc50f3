"""The cards of several decks played together.

Inside the engine a card is a number, different for each copy of a face. Outside the engine there are only faces.
"""

from collections import Counter
from collections.abc import Container, Iterable, Sequence
from functools import lru_cache

from carteado.cards import Card, canonical_deck
from carteado.regulation.melds_rules import MOST_COPIES

CardId = int
"""A face's place in the canonical deck times ``MOST_COPIES``, plus the number of the copy; sorting sorts by face."""

Bag = int
"""How many cards there are of each face, as one number: four bits a face, from the number of its first copy on.

Bags can be added and subtracted, and ``&`` with a mask keeps only the faces of the mask.
"""

_FACES = tuple(card for card in canonical_deck() for _ in range(MOST_COPIES))
_FIRST_COPY = {card: place * MOST_COPIES for place, card in enumerate(canonical_deck())}
_COPIES = {card: range(first, first + MOST_COPIES) for card, first in _FIRST_COPY.items()}

ALL_COPIES = range(len(_FACES))
_FIELD = (1 << MOST_COPIES) - 1
_ONE = tuple(1 << _FIRST_COPY[card] for card in _FACES)


def face(card: CardId) -> Card:
    return _FACES[card]


def faces(cards: Iterable[CardId]) -> tuple[Card, ...]:
    """What is printed on the cards, in the order given."""
    return tuple([_FACES[card] for card in cards])


def bag_of(cards: Iterable[CardId]) -> Bag:
    return sum([_ONE[card] for card in cards])


def mask_of(cards: Iterable[Card]) -> Bag:
    """The mask that keeps only these faces of a bag."""
    return sum(_FIELD << _FIRST_COPY[card] for card in set(cards))


def number_in(bag: Bag, card: Card) -> int:
    return bag >> _FIRST_COPY[card] & _FIELD


@lru_cache(1 << 12)
def unpacked(bag: Bag) -> tuple[Card, ...]:
    """The faces in a bag in the order of the canonical deck, each as often as the bag has it."""
    cards: list[Card] = []
    while bag:
        lowest = (bag & -bag).bit_length() - 1
        first = lowest - lowest % MOST_COPIES
        number = bag >> first & _FIELD
        cards += [_FACES[first]] * number
        bag -= number << first
    return tuple(cards)


def card_ids(dealt: Sequence[Sequence[Card]]) -> list[tuple[CardId, ...]]:
    """Turn lists of faces into cards of the deck. The first card of a face is its first copy."""
    copies_so_far: Counter[Card] = Counter()
    lists = []
    for cards in dealt:
        ids = []
        for card in cards:
            ids.append(_FIRST_COPY[card] + copies_so_far[card])
            copies_so_far[card] += 1
        lists.append(tuple(ids))
    return lists


def copies_of(card: Card, among: Container[CardId]) -> list[CardId]:
    """The cards with that face."""
    return [copy for copy in _COPIES[card] if copy in among]


def cards_with_faces(
    sought: Iterable[Card], among: Iterable[CardId], *, first: Iterable[CardId] = ()
) -> tuple[CardId, ...] | None:
    """Cards with the wanted faces, in that order and each once. Cards in ``first`` are used up before the others.

    None when a card is missing.
    """
    preferred, held = set(first), set(among)
    chosen = []
    for card in sought:
        copies = _COPIES[card]
        source = held if preferred.isdisjoint(copies) else preferred
        copy = min(source.intersection(copies), default=None)
        if copy is None:
            return None
        source.remove(copy)
        chosen.append(copy)
    return tuple(chosen)


RED_THREES = frozenset(card for card, shown in enumerate(_FACES) if shown.rank == "3" and shown.suit in "hd")
BLACK_THREES = frozenset(card for card, shown in enumerate(_FACES) if shown.rank == "3" and shown.suit in "cs")

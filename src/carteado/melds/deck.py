"""The cards of several decks played together. Inside the engine a card is a number that tells the copies of a face
apart; outside, only faces are spoken of.
"""

from collections import Counter
from collections.abc import Container, Iterable, Sequence

from carteado.cards import Card, canonical_deck

CardId = int
"""A face's place in the canonical deck times ``MOST_COPIES``, plus the number of the copy: sorted, they lie by face."""

MOST_COPIES = 4

_FACES = tuple(card for card in canonical_deck() for _ in range(MOST_COPIES))
_FIRST_COPY = {card: place * MOST_COPIES for place, card in enumerate(canonical_deck())}


ALL_COPIES = range(len(_FACES))


def face(card: CardId) -> Card:
    return _FACES[card]


def faces(cards: Iterable[CardId]) -> tuple[Card, ...]:
    """What is printed on the cards, in the order given."""
    return tuple([_FACES[card] for card in cards])


def identified(dealt: Sequence[Sequence[Card]]) -> list[tuple[CardId, ...]]:
    """Lists of faces as cards of the deck: the first of a face is its first copy."""
    met: Counter[Card] = Counter()
    lists = []
    for cards in dealt:
        ids = []
        for card in cards:
            ids.append(_FIRST_COPY[card] + met[card])
            met[card] += 1
        lists.append(tuple(ids))
    return lists


def copies_of(card: Card, among: Container[CardId]) -> list[CardId]:
    """The cards with that face."""
    first = _FIRST_COPY[card]
    return [copy for copy in range(first, first + MOST_COPIES) if copy in among]


def found(
    wanted: Iterable[Card], among: Iterable[CardId], *, first: Iterable[CardId] = ()
) -> tuple[CardId, ...] | None:
    """Cards with the wanted faces, in that order and each once; those that come first are used up before the others.

    None when a card is missing.
    """
    preferred, held = set(first), set(among)
    chosen = []
    for card in wanted:
        copies = range(_FIRST_COPY[card], _FIRST_COPY[card] + MOST_COPIES)
        source = preferred if not preferred.isdisjoint(copies) else held
        copy = next((copy for copy in copies if copy in source), None)
        if copy is None:
            return None
        source.remove(copy)
        chosen.append(copy)
    return tuple(chosen)


RED_THREES = frozenset(card for card, shown in enumerate(_FACES) if shown.rank == "3" and shown.suit in "hd")
BLACK_THREES = frozenset(card for card, shown in enumerate(_FACES) if shown.rank == "3" and shown.suit in "cs")

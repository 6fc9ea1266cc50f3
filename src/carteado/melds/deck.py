"""The cards of several decks played together. Inside the engine a card is a number that tells the copies of a face
apart; outside, only faces are spoken of.
"""

from collections import Counter
from collections.abc import Iterable, Sequence

from carteado.cards import Card, canonical_deck

CardId = int
"""A face's place in the canonical deck times ``MOST_COPIES``, plus the number of the copy: sorted, they lie by face."""

MOST_COPIES = 4
RED, BLACK = "hd", "cs"

_FACES = tuple(card for card in canonical_deck() for _ in range(MOST_COPIES))
_FIRST_COPY = {card: place * MOST_COPIES for place, card in enumerate(canonical_deck())}


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


def found(wanted: Iterable[Card], among: Iterable[CardId]) -> tuple[CardId, ...] | None:
    """Cards with the wanted faces, in that order and each once; None when one is missing."""
    held = set(among)
    chosen = []
    for card in wanted:
        first = _FIRST_COPY[card]
        copy = next((copy for copy in range(first, first + MOST_COPIES) if copy in held), None)
        if copy is None:
            return None
        held.remove(copy)
        chosen.append(copy)
    return tuple(chosen)


def is_three(card: CardId, suits: str) -> bool:
    """Whether the card is a three of one of the suits."""
    shown = _FACES[card]
    return shown.rank == "3" and shown.suit in suits

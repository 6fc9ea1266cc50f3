"""Cards, how they are written, and the canonical order of a deck."""

from collections.abc import Collection
from typing import NamedTuple

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K")
SUITS = ("c", "h", "s", "d")

_SUIT_OF_SYMBOL = {"♣": "c", "♥": "h", "♠": "s", "♦": "d"}
SYMBOLS = {suit: symbol for symbol, suit in _SUIT_OF_SYMBOL.items()}


class Card(NamedTuple):
    """A card face. The two copies in a double deck are equal: they are written alike."""

    rank: str
    suit: str

    def __str__(self) -> str:
        return self.rank + self.suit

    @property
    def symbol(self) -> str:
        """As a person writes it: ``10♣``."""
        return ("10" if self.rank == "T" else self.rank) + SYMBOLS[self.suit]


class NotACard(ValueError):
    """The text is not a card of a French deck."""

    def __init__(self, text: object) -> None:
        super().__init__(f"not a card: {text!r}")
        self.text = text


_WRITTEN = {
    rank_text + suit_text: Card(rank, suit)
    for rank in RANKS
    for suit in SUITS
    for rank_text in ((rank, "10") if rank == "T" else (rank,))
    for suit_text in (suit, SYMBOLS[suit])
}


def parse_card(text: object) -> Card:
    """The card written as ``Tc``, ``10c``, ``T♣`` or ``10♣``."""
    if isinstance(text, str) and text in _WRITTEN:
        return _WRITTEN[text]
    raise NotACard(text)


def canonical_deck(*, without: Collection[str] = (), copies: int = 1) -> tuple[Card, ...]:
    """Suits in the order c h s d, each from A to K, without the given ranks. A double deck is that list twice."""
    single = tuple(Card(rank, suit) for suit in SUITS for rank in RANKS if rank not in without)
    return single * copies

"""What all games share: cards and decks, seats and pairs, observers, and the acts and events that every game has."""

from carteado.cards.acts import Adjust, Disqualify, Pass, Pause, Redeal, Resume, Sign, Sit, TimeUp
from carteado.cards.deck import RANKS, SUITS, SYMBOLS, Card, NotACard, canonical_deck, parse_card
from carteado.cards.events import MatchWon, Scored
from carteado.cards.seats import Observer, Onlooker, in_order, other, pair_of, partners
from carteado.cards.views import PartCache, uncached

__all__ = [
    "RANKS",
    "SUITS",
    "SYMBOLS",
    "Adjust",
    "Card",
    "Disqualify",
    "MatchWon",
    "NotACard",
    "Observer",
    "Onlooker",
    "PartCache",
    "Pass",
    "Pause",
    "Redeal",
    "Resume",
    "Scored",
    "Sign",
    "Sit",
    "TimeUp",
    "canonical_deck",
    "in_order",
    "other",
    "pair_of",
    "parse_card",
    "partners",
    "uncached",
]

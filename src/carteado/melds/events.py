"""The results of an act, named in the past tense."""

from dataclasses import dataclass

from carteado.cards import Card, MatchWon, Scored
from carteado.melds.state import Ending


@dataclass(frozen=True, slots=True)
class HandDealt:
    dealer: int


@dataclass(frozen=True, slots=True)
class CardDrawn:
    """A card went from the stock to a hand. Only its owner knows which."""

    seat: int


@dataclass(frozen=True, slots=True)
class RedThreeLaid:
    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class PileTaken:
    seat: int
    number: int


@dataclass(frozen=True, slots=True)
class MeldLaid:
    seat: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class MeldExtended:
    seat: int
    meld: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class LayFailed:
    """A vulnerable pair laid too little: the cards went back and the minimum rose."""

    seat: int
    points: int
    minimum: int


@dataclass(frozen=True, slots=True)
class CardDiscarded:
    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class MortoTaken:
    seat: int
    direct: bool


@dataclass(frozen=True, slots=True)
class MortoBecameStock:
    pass


@dataclass(frozen=True, slots=True)
class HandEnded:
    ending: Ending
    winner: int | None


Event = (
    HandDealt
    | CardDrawn
    | RedThreeLaid
    | PileTaken
    | MeldLaid
    | MeldExtended
    | LayFailed
    | CardDiscarded
    | MortoTaken
    | MortoBecameStock
    | HandEnded
    | Scored
    | MatchWon
)

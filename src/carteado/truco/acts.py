"""What can happen in a match of truco: acts of players, of chance and of the referee."""

from dataclasses import dataclass

from carteado.cards import Adjust, Card, Disqualify, Pause, Redeal, Resume, Sign, Sit, TimeUp


@dataclass(frozen=True, slots=True)
class Cut:
    """Moves the first ``at`` cards of the deck to its end."""

    seat: int
    at: int


@dataclass(frozen=True, slots=True)
class Burn:
    """Lays cards from the top of the deck aside, unseen."""

    seat: int
    number: int


@dataclass(frozen=True, slots=True)
class Deal:
    """Chance: the cards of each seat, in the order dealt, and the vira."""

    hands: tuple[tuple[Card, ...], ...]
    vira: Card


@dataclass(frozen=True, slots=True)
class Play:
    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class PlayBlind:
    """Turns up a card that its player has not seen, by its position as dealt."""

    seat: int
    position: int


@dataclass(frozen=True, slots=True)
class Hide:
    """Plays a card face down."""

    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class HideBlind:
    """Would play a card face down that its player has not seen. Never allowed: nothing is hidden in a blind hand."""

    seat: int
    position: int


@dataclass(frozen=True, slots=True)
class Call:
    """Truco (3), seis (6), nove (9) or doze (12)."""

    seat: int
    value: int


@dataclass(frozen=True, slots=True)
class Accept:
    """Takes the call, or decides to play the mão de onze."""

    seat: int


@dataclass(frozen=True, slots=True)
class Refuse:
    """Runs from the call, or declines the mão de onze."""

    seat: int


@dataclass(frozen=True, slots=True)
class Tento:
    """The referee upholds a claim of cheating against the pair."""

    pair: int
    article: str


@dataclass(frozen=True, slots=True)
class TentoRejected:
    """The referee does not uphold the pair's claim."""

    pair: int
    article: str


@dataclass(frozen=True, slots=True)
class FourCards:
    """The referee finds the pair with four cards in a hand."""

    pair: int
    article: str


PlayerAct = Play | PlayBlind | Hide | Call | Accept | Refuse
Ceremony = Cut | Burn | Deal
RefereeAct = Tento | TentoRejected | FourCards | Disqualify | TimeUp | Redeal | Adjust | Pause | Resume
Act = PlayerAct | HideBlind | Ceremony | RefereeAct | Sign | Sit

"""What can happen in a match of truco: acts of players, of chance and of the referee."""

from typing import NamedTuple

from carteado.cards import Adjust, Card, Disqualify, Pause, Redeal, Resume, Sign, Sit, TimeUp


class Cut(NamedTuple):
    """Moves the first ``at`` cards of the deck to its end."""

    seat: int
    at: int


class Burn(NamedTuple):
    """Lays cards from the top of the deck aside, unseen."""

    seat: int
    number: int


class Deal(NamedTuple):
    """Chance: the cards of each seat, in the order dealt, and the vira."""

    hands: tuple[tuple[Card, ...], ...]
    vira: Card


class Play(NamedTuple):
    seat: int
    card: Card


class PlayBlind(NamedTuple):
    """Turns up a card that its player has not seen, by its position as dealt."""

    seat: int
    position: int


class Hide(NamedTuple):
    """Plays a card face down."""

    seat: int
    card: Card


class Call(NamedTuple):
    """Truco (3), seis (6), nove (9) or doze (12)."""

    seat: int
    value: int


class Accept(NamedTuple):
    """Takes the call, or decides to play the mão de onze."""

    seat: int


class Refuse(NamedTuple):
    """Runs from the call, or declines the mão de onze."""

    seat: int


class Tento(NamedTuple):
    """The referee upholds a claim of cheating against the pair."""

    pair: int
    article: str


class TentoRejected(NamedTuple):
    """The referee does not uphold the pair's claim."""

    pair: int
    article: str


class FourCards(NamedTuple):
    """The referee finds the pair with four cards in a hand."""

    pair: int
    article: str


PlayerAct = Play | PlayBlind | Hide | Call | Accept | Refuse
Ceremony = Cut | Burn | Deal
RefereeAct = Tento | TentoRejected | FourCards | Disqualify | TimeUp | Redeal | Adjust | Pause | Resume
Act = PlayerAct | Ceremony | RefereeAct | Sign | Sit

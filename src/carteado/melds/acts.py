"""What can happen in a match of Tranca or Canastra. Melds are written as faces; ``to`` is the meld after the act."""

from dataclasses import dataclass

from carteado.cards import Adjust, Card, Disqualify, Pause, Redeal, Resume, Sign, Sit

Cards = tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Cut:
    """Moves the first ``at`` cards of the deck to its end."""

    seat: int
    at: int


@dataclass(frozen=True, slots=True)
class Deal:
    """Chance: the hands by seat, the mortos from the upper one on, and the stock in the order it will be drawn."""

    hands: tuple[Cards, ...]
    mortos: tuple[Cards, ...]
    stock: Cards


@dataclass(frozen=True, slots=True)
class Exchange:
    """Lays the red threes of the hand and replaces them, at the start of a turn."""

    seat: int


@dataclass(frozen=True, slots=True)
class Draw:
    seat: int


@dataclass(frozen=True, slots=True)
class Redraw:
    """The first player of a hand discards the first card they drew and draws another."""

    seat: int


@dataclass(frozen=True, slots=True)
class Take:
    """Takes the whole pile."""

    seat: int


@dataclass(frozen=True, slots=True)
class TakeLaying:
    """Takes the pile with its top card in a new meld."""

    seat: int
    lay: Cards


@dataclass(frozen=True, slots=True)
class TakeExtending:
    """Takes the pile with its top card added to a meld of the pair."""

    seat: int
    meld: int
    to: Cards


@dataclass(frozen=True, slots=True)
class Lay:
    seat: int
    melds: tuple[Cards, ...]


@dataclass(frozen=True, slots=True)
class Extend:
    seat: int
    meld: int
    to: Cards


@dataclass(frozen=True, slots=True)
class Discard:
    seat: int
    card: Card


PlayerAct = Exchange | Draw | Redraw | Take | TakeLaying | TakeExtending | Lay | Extend | Discard
RefereeAct = Disqualify | Redeal | Adjust | Pause | Resume
Act = PlayerAct | Cut | Deal | RefereeAct | Sign | Sit

"""The results of an act, named in the past tense. The score sheet, the announcer and the log use them."""

from dataclasses import dataclass

from carteado.cards import Card, MatchWon, Scored
from carteado.truco.state import Ending, Kind


@dataclass(frozen=True, slots=True)
class HandDealt:
    dealer: int
    kind: Kind
    vira: Card


@dataclass(frozen=True, slots=True)
class CardShown:
    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class CardHidden:
    """A card laid face down. The event does not reveal which."""

    seat: int


@dataclass(frozen=True, slots=True)
class ValueCalled:
    seat: int
    value: int


@dataclass(frozen=True, slots=True)
class CallAccepted:
    seat: int
    value: int


@dataclass(frozen=True, slots=True)
class CallRefused:
    seat: int
    value: int


@dataclass(frozen=True, slots=True)
class ElevenAccepted:
    seat: int


@dataclass(frozen=True, slots=True)
class ElevenDeclined:
    seat: int


@dataclass(frozen=True, slots=True)
class RoundWon:
    """``seat`` showed the highest card and leads the next round."""

    number: int
    seat: int


@dataclass(frozen=True, slots=True)
class RoundTied:
    number: int


@dataclass(frozen=True, slots=True)
class HandEnded:
    ending: Ending
    winner: int | None


@dataclass(frozen=True, slots=True)
class ExtraTimeBegan:
    dealer: int


@dataclass(frozen=True, slots=True)
class TieLeftToReferee:
    pass


Event = (
    HandDealt
    | CardShown
    | CardHidden
    | ValueCalled
    | CallAccepted
    | CallRefused
    | ElevenAccepted
    | ElevenDeclined
    | RoundWon
    | RoundTied
    | HandEnded
    | Scored
    | ExtraTimeBegan
    | TieLeftToReferee
    | MatchWon
)

"""What came of an act, in the past tense: for the score sheet, the announcer and the log."""

from typing import NamedTuple

from carteado.cards import Card, MatchWon, Scored
from carteado.truco.state import Ending, Kind


class HandDealt(NamedTuple):
    dealer: int
    kind: Kind
    vira: Card


class CardShown(NamedTuple):
    seat: int
    card: Card


class CardHidden(NamedTuple):
    """A card laid face down; which one, nobody is told."""

    seat: int


class ValueCalled(NamedTuple):
    seat: int
    value: int


class CallAccepted(NamedTuple):
    seat: int
    value: int


class CallRefused(NamedTuple):
    seat: int
    value: int


class ElevenAccepted(NamedTuple):
    seat: int


class ElevenDeclined(NamedTuple):
    seat: int


class RoundWon(NamedTuple):
    """``seat`` showed the highest card and leads the next round."""

    number: int
    seat: int


class RoundTied(NamedTuple):
    number: int


class HandEnded(NamedTuple):
    ending: Ending
    winner: int | None


class ExtraTimeBegan(NamedTuple):
    dealer: int


class TieLeftToReferee(NamedTuple):
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

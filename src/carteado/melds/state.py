"""The state of a match of Tranca or Canastra, as immutable values."""

from enum import StrEnum
from typing import NamedTuple

from carteado.cards import Card, pair_of
from carteado.melds.deck import CardId
from carteado.melds.shapes import Shape
from carteado.regulation import MeldsRules, Refusal, forbidden_by


class Meld(NamedTuple):
    """Cards on the table, in the order written."""

    cards: tuple[CardId, ...]
    faces: tuple[Card, ...]
    shape: Shape

    @property
    def is_clean(self) -> bool:
        """No card stands for another. Key: melds.clean."""
        return not self.shape.wilds


class Side(NamedTuple):
    """What a pair has on the table. ``failed`` counts lays that were too small for a vulnerable pair."""

    melds: tuple[Meld, ...] = ()
    red_threes: tuple[CardId, ...] = ()
    took_morto: bool = False
    vulnerable: bool = False
    failed: int = 0


class Phase(StrEnum):
    """The part of a turn: before or after the draw."""

    START = "start"
    PLAY = "play"


class Ending(StrEnum):
    """How a hand ended."""

    WENT_OUT = "went_out"
    NOTHING_TO_DRAW = "nothing_to_draw"
    NO_LEGAL_ACT = "no_legal_act"
    NO_PROGRESS = "no_progress"
    REDEALT = "redealt"
    STOPPED = "stopped"


class Result(NamedTuple):
    """The end of a hand; ``winner`` is the pair that went out."""

    ending: Ending
    winner: int | None


class Hand(NamedTuple):
    """One hand on the table.

    ``unplayed`` are the seats that took a morto with their discard and have not had a turn since. ``from_morto``
    are the red threes that came with mortos, ``ordinary_threes`` those that count as ordinary cards. ``drawn`` is
    the card of the turn's last draw, ``second_card`` whether the first player may still change it.
    ``not_discardable`` is the only card of a pile just taken. ``converted`` counts the mortos that became stock.
    """

    dealer: int
    hands: tuple[frozenset[CardId], ...]
    stock: tuple[CardId, ...]
    mortos: tuple[tuple[CardId, ...], ...]
    pile: tuple[CardId, ...]
    sides: tuple[Side, Side]
    turn: int
    phase: Phase
    drawn: CardId | None
    second_card: bool
    not_discardable: CardId | None
    drew_from_stock: bool
    idle_turns: int
    unplayed: frozenset[int]
    from_morto: frozenset[CardId]
    ordinary_threes: frozenset[CardId]
    converted: int
    result: Result | None

    def side(self, seat: int) -> Side:
        return self.sides[pair_of(seat)]

    @property
    def top(self) -> CardId | None:
        return self.pile[-1] if self.pile else None


class Match(NamedTuple):
    """A match: its score, who deals, and the hand on the table or just played.

    ``decider``: totals were equal at the target, so the next hand decides. Key: match.equal_at_target.
    """

    rules: MeldsRules
    target: int
    first_dealer: int
    dealer: int
    score: tuple[int, int]
    cuts: tuple[int, ...]
    decider: bool
    hand: Hand | None
    winner: int | None

    @property
    def players(self) -> int:
        return 4

    @property
    def hand_is_on(self) -> bool:
        return self.hand is not None and self.hand.result is None


def refusal_of_start(match: Match) -> Refusal | None:
    """A match cannot begin already won. With equal scores at the target, the next hand decides. Key: match.target."""
    if match.decider or max(match.score) < match.target:
        return None
    return forbidden_by("match.target", "start_at_target", score=match.score, target=match.target)


def start(
    rules: MeldsRules,
    *,
    players: int = 4,
    first_dealer: int = 0,
    target: int | None = None,
    score: tuple[int, int] = (0, 0),
) -> Match:
    """A match before its first deal, from 0 to 0 or resumed at another score."""
    assert players == 4
    target = rules.match.target if target is None else target
    return Match(
        rules=rules,
        target=target,
        first_dealer=first_dealer,
        dealer=first_dealer,
        score=score,
        cuts=(),
        decider=score[0] == score[1] >= target,
        hand=None,
        winner=None,
    )

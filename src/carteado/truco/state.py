"""The state of a match, as immutable values."""

from enum import StrEnum
from typing import NamedTuple

from carteado.cards import Card
from carteado.regulation import Refusal, TrucoRules, forbidden_by
from carteado.truco.acts import Call


class Kind(StrEnum):
    """The kind of a hand; the scores before it decide."""

    ORDINARY = "ordinary"
    ELEVEN = "eleven"
    IRON = "iron"


class Played(NamedTuple):
    """A card on the table."""

    seat: int
    card: Card
    hidden: bool


class Round(NamedTuple):
    """A finished round: the pair and the seat of the winning card, both None when it was tied."""

    plays: tuple[Played, ...]
    winner: int | None
    seat: int | None = None


class Ending(StrEnum):
    """How a hand ended."""

    PLAYED = "played"
    CALL_REFUSED = "call_refused"
    ELEVEN_DECLINED = "eleven_declined"
    ALL_TIED = "all_tied"
    FOUR_CARDS = "four_cards"
    REDEALT = "redealt"
    TENTO = "tento"
    STOPPED = "stopped"


class Result(NamedTuple):
    """The end of a hand; ``winner`` is the pair that scored it."""

    ending: Ending
    winner: int | None


class Hand(NamedTuple):
    """One hand on the table.

    ``held`` has each card at the position where it was dealt, None once it is played. ``turn`` is the seat that lays
    the next card.
    """

    kind: Kind
    eleven_pair: int | None
    dealer: int
    held: tuple[tuple[Card | None, ...], ...]
    vira: Card
    value: int
    undecided: bool
    pending: Call | None
    last_caller: int | None
    turn: int
    plays: tuple[Played, ...]
    rounds: tuple[Round, ...]
    result: Result | None

    @property
    def players(self) -> int:
        return len(self.held)

    @property
    def first_player(self) -> int:
        """The seat after the dealer. Key: rounds.order."""
        return (self.dealer + 1) % len(self.held)

    @property
    def leader(self) -> int:
        """The seat that opened the round, or will. Key: rounds.leader."""
        return (self.turn - len(self.plays)) % len(self.held)

    @property
    def round_number(self) -> int:
        return len(self.rounds) + 1

    def with_card_laid(self, played: Played) -> "Hand":
        """The hand after a card is laid. Written out for speed, like ``with_hand``."""
        seat, held = played.seat, self.held
        left = tuple([None if card == played.card else card for card in held[seat]])
        return Hand(
            self.kind,
            self.eleven_pair,
            self.dealer,
            (*held[:seat], left, *held[seat + 1 :]),
            self.vira,
            self.value,
            self.undecided,
            self.pending,
            self.last_caller,
            (seat + 1) % len(held),
            (*self.plays, played),
            self.rounds,
            self.result,
        )

    def cards_of(self, seat: int) -> tuple[Card, ...]:
        """The cards a seat still holds."""
        return tuple([card for card in self.held[seat] if card is not None])


class Clock(StrEnum):
    """How much of its time a match has used. Keys: clock.time_up, clock.extra_minutes, clock.still_tied."""

    REGULAR = "regular"
    LAST_HAND = "last_hand"
    EXTRA = "extra"
    LAST_EXTRA_HAND = "last_extra_hand"
    REFEREE_DECIDES = "referee_decides"


class Match(NamedTuple):
    """A match: its score, who deals, and the hand on the table or just played."""

    rules: TrucoRules
    players: int
    target: int
    first_dealer: int
    dealer: int
    score: tuple[int, int]
    first_scorer: int | None
    clock: Clock
    cuts: tuple[int, ...]
    burnt: int | None
    hand: Hand | None
    winner: int | None

    def with_hand(self, hand: Hand) -> "Match":
        """The match with that hand on the table."""
        # Written out because every step calls it: ``_replace`` takes twice as long.
        return Match(
            self.rules,
            self.players,
            self.target,
            self.first_dealer,
            self.dealer,
            self.score,
            self.first_scorer,
            self.clock,
            self.cuts,
            self.burnt,
            hand,
            self.winner,
        )

    @property
    def hand_is_on(self) -> bool:
        return self.hand is not None and self.hand.result is None

    @property
    def kind_to_deal(self) -> Kind:
        """The kind of the next hand. Keys: eleven.short_of_target, iron.blind."""
        high = self.target - self.rules.eleven.short_of_target
        if min(self.score) >= high:
            return Kind.IRON
        return Kind.ELEVEN if max(self.score) >= high else Kind.ORDINARY

    @property
    def eleven_pair(self) -> int | None:
        """The pair that will decide whether to play, when the next hand is a mão de onze."""
        if self.kind_to_deal is not Kind.ELEVEN:
            return None
        return 0 if self.score[0] > self.score[1] else 1

    @property
    def cutter(self) -> int:
        """The seat before the dealer in order of play. Key: dealing.cutter."""
        return (self.dealer - 1) % self.players


def refusal_of_start(match: Match) -> Refusal | None:
    """A match cannot begin already won. Key: match.target."""
    if max(match.score) < match.target:
        return None
    return forbidden_by("match.target", "start_at_target", score=match.score, target=match.target)


def start(
    rules: TrucoRules,
    *,
    players: int = 4,
    first_dealer: int = 0,
    target: int | None = None,
    score: tuple[int, int] = (0, 0),
) -> Match:
    """A match before its first deal, from 0 to 0 or resumed at another score."""
    scored = [pair for pair in (0, 1) if score[pair] > 0]
    return Match(
        rules=rules,
        players=players,
        target=rules.match.target if target is None else target,
        first_dealer=first_dealer,
        dealer=first_dealer,
        score=score,
        first_scorer=scored[0] if len(scored) == 1 else None,
        clock=Clock.REGULAR,
        cuts=(),
        burnt=None,
        hand=None,
        winner=None,
    )

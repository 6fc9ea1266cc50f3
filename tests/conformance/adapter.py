"""What the conformance suite must be told about one game, because no engine's face says it."""

import random
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Sequence
from typing import Any

from carteado.cards import Card, Observer
from carteado.record import Engine, RecordedHand

Act = Any
Match = Any


class Adapter(ABC):
    """One game, told from the rulebook and never from the engine's own answers.

    To plug in an engine: write one of these for its game, name it in ``ADAPTERS`` and add its lines to ``CASES``
    (both in ``cases.py``). Where a method says what somebody may know, state it again from the regulation: an
    adapter that asks the engine would agree with every leak.
    """

    def __init__(self, engine: Engine, players: int, regulation_id: str) -> None:
        self.engine = engine
        self.players = players
        self.regulation_id = regulation_id

    capped: bool
    """Whether a score stops at the target."""

    must_meet: Collection[str]
    """Names of the act and event classes, and of moments from ``landmarks``, that random play must come across."""

    end_key = "match.end"
    """The key under which everything is refused after the end."""

    speaks_out_of_turn = True
    """Whether somebody may act who is not asked."""

    most_burnt = 0
    """How many cards a dealer may burn."""

    most_hands: int | None = None
    """After so many hands ``deciding_act`` ends a match that chance would never end."""

    twin_moments = 4
    """How many moments of a match are compared with another world, for each observer."""

    every = 1
    """Refusals are looked at in every so many states: more than one where matches are long."""

    @abstractmethod
    def start_scores(self, target: int) -> Sequence[tuple[int, int]]:
        """Scores to start from, so that short plays reach every kind of hand; the first is 0 × 0."""

    @abstractmethod
    def universe(self, match: Match, seat: int) -> Iterable[Act]:
        """Every act the seat could name, sensible or not: cards it lacks, places that don't exist, wrong values.

        What is not refused in here must be listed by ``legal_acts``, so leave out the combinations that INTERFACES
        accepts though no list has them.
        """

    @abstractmethod
    def outside_acts(self, match: Match, rng: random.Random) -> Sequence[Act]:
        """One of each act that no player decides in the hand: referee's rulings, pauses, signs, substitutions; and
        acts that are accepted though no list has them.

        They are offered to random play now and then, legal or not, and all must be refused after the end.
        """

    @abstractmethod
    def ceremony_acts(self, match: Match, rng: random.Random) -> Sequence[Act]:
        """Some acts between two hands, and a deal: tried when nothing may be dealt any more."""

    @abstractmethod
    def cards_dealt(self, deal: Act) -> list[Card]:
        """Every card that the deal put anywhere."""

    @abstractmethod
    def cards_in(self, match: Match) -> list[Card]:
        """Every card of the hand on the table, wherever it lies now, as the state has it."""

    @abstractmethod
    def secrets(self, match: Match, observer: Observer) -> set[Card]:
        """The cards of the hand on the table that the observer may not know, the undealt ones included: no view of
        his names one of these, and all others are in it.

        In a double deck: those of which he may know no copy.
        """

    @abstractmethod
    def twin(self, hand: RecordedHand, dealt: Match, observer: Observer, rng: random.Random) -> RecordedHand:
        """The same hand in another world: what stays hidden from the observer up to its last act is dealt anew at
        random, undealt cards included, and the acts name the cards of that world. ``dealt`` is the match just after
        the deal.

        What he sees (his own cards, cards shown, the table) is the same in both worlds. The other world may break a
        rule, as when a forced card is no longer the forced one: the suite drops such worlds.
        """

    def meaning(self, act: Act) -> Act:
        """The same for acts that differ in writing alone: of those one is listed."""
        return act

    def deciding_act(self, match: Match, rng: random.Random) -> Act:
        """A ruling between two hands that ends the match."""
        raise NotImplementedError

    def inclination(self, kind: type, rng: random.Random) -> float:
        """How often the players of a match do acts of that kind."""
        return rng.choice([0.05, 0.2, 1.0, 3.0])

    def choice(self, acts: Sequence[Act], rng: random.Random) -> Act:
        """One of several acts of a kind."""
        return rng.choice(acts)

    def interest(self, deal: Act) -> float:
        """How much a deal promises what chance seldom brings; some matches are dealt the best of several shuffles."""
        return 0.0

    def landmarks(self, match: Match) -> Iterable[str]:
        """Names for moments of the game that ``must_meet`` wants to see."""
        return ()

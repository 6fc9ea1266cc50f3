"""One match at one moment, with everything that its page and the acts on it need to know."""

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import NamedTuple

from carteado.regulation import Entry, Regulation, TrucoRules
from carteado.tournament.formats.slots import MatchId
from carteado.tournament.formats.stages import Fixture
from carteado.tournament.matches import clocks
from carteado.tournament.matches.clocks import Mark, Moment
from carteado.tournament.matches.match_log import MatchLog, Party, State, Submission, new_log
from carteado.tournament.operations import Operation
from carteado.tournament.outcomes import PairId
from carteado.tournament.registrations.decided import as_decided
from carteado.tournament.registrations.delegations import LineUp
from carteado.tournament.running.dispatch import in_force
from carteado.tournament.running.lateness import with_awaited
from carteado.tournament.state.championship import Championship
from carteado.web.display.championship_in_words import ChampionshipInWords
from carteado.web.events.models import Event

CEREMONY = (Moment.SHUFFLING, Moment.CUTTING, Moment.DEALING, Moment.DEALT)
"""Marks of the dealing ceremony, whose parts have time limits in truco."""
OF_A_PAIR = (Moment.ARRIVED, Moment.ABSENT, Moment.RETURNED)
"""Marks that name one of the pairs; all others concern the table."""
OF_THE_TABLE = (Moment.PAUSED, Moment.RESUMED, Moment.EXTRA_STARTED)
"""Marks for the whole match."""


class Seat(NamedTuple):
    """A pair of the match. If its delegation has a line-up, ``players`` are those who play this match and ``bench`` the
    others of the line-up; without one both are empty."""

    party: Party
    pair: PairId
    name: str
    line_up: LineUp | None = None
    players: tuple[str, ...] = ()
    bench: tuple[str, ...] = ()

    @property
    def sign(self) -> str:
        """The name of the icon that marks the pair on screen: sun for the first, moon for the second."""
        return "sol" if self.party is Party.FIRST else "lua"


@dataclass(frozen=True)
class Desk:
    """The state of a match for its page.

    ``may_rule`` if the reader is a referee, ``may_decide`` if they speak for the organisers. ``chosen_rule`` is the key
    of the rule for which the pairs are about to agree on a house rule; "" if they are not.
    """

    event: Event
    championship: Championship
    match: MatchId
    in_words: ChampionshipInWords
    now: datetime
    may_rule: bool
    may_decide: bool = False
    chosen_rule: str = ""

    @property
    def fixture(self) -> Fixture:
        return self.championship.fixtures[self.match]

    @cached_property
    def regulation(self) -> Regulation:
        """The regulation in force for this match, with its house rules."""
        return self.championship.regulation_of(self.match)

    @cached_property
    def pairs(self) -> tuple[PairId, PairId] | None:
        """The pairs that were called, else those that the bracket has for the match. None while one is unknown."""
        log = self.championship.logs.get(self.match)
        return log.pairs if log else self.championship.bracket.pairs(self.match)

    @cached_property
    def log(self) -> MatchLog | None:
        """The log of the match, or a new one if it has none yet. None while the pairs are not known."""
        return self.championship.logs.get(self.match) or (new_log(self.pairs) if self.pairs else None)

    @property
    def hour(self) -> datetime | None:
        """The published hour of the match. Key: schedule.published."""
        return self.championship.hour_of(self.match)

    @property
    def latest_arrivals(self) -> list[clocks.Deadline]:
        """The last moment at which each pair is in time. A pair for which none is known is left out."""
        if self.log is None:
            return []
        # with the hours from which each pair is late, as they stand now
        log = with_awaited(self.championship, self.match, self.log).clock
        found = (clocks.latest_arrival(self.regulation, log, pair) for pair in log.pairs)
        return [one for one in found if one is not None]

    @property
    def state(self) -> State:
        return self.log.state if self.log else State.OPEN

    @property
    def is_open(self) -> bool:
        """True if both pairs are known and the match is undecided."""
        return self.championship.bracket.is_open(self.match)

    @property
    def has_begun(self) -> bool:
        return self.log is not None and self.log.has_begun

    @property
    def last(self) -> Submission | None:
        """The last version of the result, if one was handed in."""
        return self.log.submissions[-1] if self.log and self.log.submissions else None

    @property
    def version(self) -> int:
        """Number of the last version of the result, counted from 0; -1 without a result."""
        return len(self.log.submissions) - 1 if self.log else -1

    @cached_property
    def seats(self) -> tuple[Seat, ...]:
        parties = (Party.FIRST, Party.SECOND)
        return tuple(self._seat(party, pair) for party, pair in zip(parties, self.pairs or (), strict=False))

    def _seat(self, party: Party, pair: PairId) -> Seat:
        line_up = self.championship.line_ups.get(self.championship.delegations.get(pair, ""))
        if line_up is None:
            return Seat(party, pair, self.in_words.pair(pair))
        playing = line_up.pair_for(self.match)
        bench = (person for person in line_up.players if person not in playing)
        names = tuple(map(self.in_words.person, playing)), tuple(map(self.in_words.person, bench))
        return Seat(party, pair, self.in_words.pair(pair), line_up, *names)

    @cached_property
    def pair_choices(self) -> list[tuple[str, str]]:
        """Code and name of both pairs, as choices of a form field."""
        return [(seat.pair, seat.name) for seat in self.seats]

    def may_mark(self, moment: Moment, pair: PairId | None = None) -> bool:
        """True if the match's clock accepts this mark now."""
        if self.log is None or not self.is_open or not self.log.is_on:
            return False
        mark = Mark(moment, self.now, pair)
        return clocks.refusal(self.regulation, self.fixture.phase, self.log.clock, mark) is None

    @property
    def has_ceremony(self) -> bool:
        """True if shuffling, cutting and dealing have time limits."""
        return isinstance(self.regulation.rules, TrucoRules)

    @cached_property
    def entries(self) -> dict[str, Entry]:
        """Every rule by its key, as it stands for this match, with the event's own dates and place."""
        regulation = as_decided(self.regulation, self.championship.settings)
        return {entry.key: entry for entry in regulation.entries()}

    @cached_property
    def undoable_operation(self) -> Operation | None:
        """The operation that an undo would take back: the last one of the whole event that still stands."""
        standing = in_force(self.championship.log)
        return standing[-1] if standing else None

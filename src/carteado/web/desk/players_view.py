"""What a player may know of an event: their own matches at once, and of all others what everybody knows.

Who meets whom follows from the matches of others, and so may the next opponent. A delay or an embargo withholds it from
the players too, until the desk calls their match.
"""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from carteado.tournament.formats.slots import MatchId
from carteado.tournament.formats.stages import Fixture
from carteado.tournament.matches.match_log import State
from carteado.tournament.operations import Operation
from carteado.tournament.registrations.people import PersonId
from carteado.tournament.state.championship import Championship
from carteado.web.events import store
from carteado.web.matches.match_writing import ConflictTest, conflicts_at_match, conflicts_for_player
from carteado.web.matches.players import party_of
from carteado.web.registrations.models import Entrant


@dataclass(frozen=True)
class PlayersView:
    """The event for one player. ``person`` is the code of their registration. ``championship`` is all of it, ``known``
    is what everybody may know; they are one object if nothing is withheld."""

    person: PersonId
    championship: Championship
    known: Championship

    @classmethod
    def of(cls, entrant: Entrant, championship: Championship) -> "PlayersView":
        return cls(entrant.code, championship, store.shown_to_all(entrant.event))

    def championship_of(self, match: MatchId) -> Championship | None:
        """The championship from which the player reads the match. None if they do not play it, or may not know yet."""
        if self._was_called(self.championship, match):
            return self.championship if self._plays(self.championship, match) else None
        # a call that only the public still sees was taken back, and its pairs may have changed
        is_to_come = self._plays(self.known, match) and not self._was_called(self.known, match)
        return self.known if is_to_come else None

    def _plays(self, championship: Championship, match: MatchId) -> bool:
        return match in championship.fixtures and party_of(championship, match, self.person) is not None

    @staticmethod
    def _was_called(championship: Championship, match: MatchId) -> bool:
        log = championship.logs.get(match)
        return log is not None and log.state is not State.OPEN

    @cached_property
    def own_matches(self) -> frozenset[MatchId]:
        """The matches that the player knows to be theirs."""
        matches = {*self.championship.fixtures, *self.known.fixtures}
        return frozenset(match for match in matches if self.championship_of(match) is not None)

    def fixture(self, match: MatchId) -> Fixture:
        # a new draw that is still withheld may have removed a match that everybody knows
        return self.championship.fixtures.get(match) or self.known.fixtures[match]

    # --- whether an open page is out of date --------------------------------------------------------------------------

    @property
    def version(self) -> str:
        """Changes with everything that the player's page shows of matches, and with nothing that is withheld."""
        return self._version(conflicts_for_player(self.own_matches))

    def version_at(self, match: MatchId) -> str:
        """Changes with everything that the page of this match shows."""
        return self._version(conflicts_at_match(match))

    def _version(self, concerns: ConflictTest) -> str:
        """A hash of the kinds and times of the operations that concern the page."""
        seen = ((type(one).__name__, one.at.isoformat()) for one in self._operations() if concerns(one))
        return hashlib.sha256(repr(list(seen)).encode()).hexdigest()[:16]

    def _operations(self) -> Iterator[Operation]:
        """What was done at the player's own matches, then what everybody may know of all others."""
        yield from (one for one in self.championship.log if self._is_at_own_match(one))
        yield from (one for one in self.known.log if not self._is_at_own_match(one))

    def _is_at_own_match(self, operation: Operation) -> bool:
        return getattr(operation, "match", None) in self.own_matches

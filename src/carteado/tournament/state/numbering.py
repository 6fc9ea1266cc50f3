"""The public number of each match: what people call it by, on pages, papers and files alike."""

from typing import TYPE_CHECKING

from carteado.tournament.formats.slots import MatchId
from carteado.tournament.formats.stages import GROUP, LEAGUE, Fixture, Kind, Stage
from carteado.tournament.ranking.standings import played_order
from carteado.tournament.state.bracket import NOBODY

if TYPE_CHECKING:
    from carteado.tournament.state.championship import Championship


def match_numbers(championship: "Championship") -> dict[MatchId, int]:
    """The numbers of the matches that are listed, in the order in which they are played."""
    in_order = sorted(championship.fixtures.values(), key=when_played)
    listed = [one for one in in_order if _is_listed(championship, one)]
    return {one.id: number for number, one in enumerate(listed, start=1)}


def when_played(fixture: Fixture) -> tuple[int, int]:
    return played_order(fixture.phase), fixture.round


def phase_word(stage: Stage, phase: str) -> str:
    """The name by which the catalogue knows a phase of this stage."""
    return LEAGUE if phase == GROUP and stage.groups == 1 else phase


def _is_listed(championship: "Championship", fixture: Fixture) -> bool:
    """True if the match is listed. A decider is listed only if it must be played.

    Matches without an opponent are left out, but not in a bracket, where they would leave a hole.
    """
    bracket = championship.bracket
    if championship.plan.stage(fixture.stage).kind is Kind.KNOCKOUT:
        return True
    if NOBODY in bracket.occupants(fixture.id):
        return False
    ended = bracket.ended(fixture.id)
    return not fixture.decider or (bool(ended.outcome) if ended else bracket.pairs(fixture.id) is not None)

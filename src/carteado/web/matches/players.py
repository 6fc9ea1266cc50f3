"""Who plays a match for each pair. A person is named by the code of their registration."""

from carteado.tournament.formats.slots import MatchId
from carteado.tournament.matches.match_log import Party
from carteado.tournament.outcomes import PairId
from carteado.tournament.registrations.people import PersonId
from carteado.tournament.state.championship import Championship

PARTIES = (Party.FIRST, Party.SECOND)


def party_of(championship: Championship, match: MatchId, person: PersonId) -> Party | None:
    """The pair for which a person plays the match, and therefore speaks. None if they do not play it."""
    log = championship.logs.get(match)
    pairs = log.pairs if log else championship.bracket.pairs(match)
    for party, pair in zip(PARTIES, pairs or (), strict=False):
        if person in players_of(championship, match, pair):
            return party
    return None


def players_of(championship: Championship, match: MatchId, pair: PairId) -> tuple[PersonId, ...]:
    """The players of a pair in this match: from the line-up of its delegation, or as the pair registered."""
    line_up = championship.line_ups.get(championship.delegations.get(pair, ""))
    if line_up is not None:
        return line_up.pair_for(match)
    entry = championship.entries.get(pair)
    return tuple(entry.people) if entry else ()

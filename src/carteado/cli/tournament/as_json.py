"""A championship as JSON, for programs."""

from collections.abc import Mapping

from carteado.cli.context import Context
from carteado.record import Record
from carteado.sheets.championship import played_from
from carteado.tournament.formats.slots import MatchId
from carteado.tournament.ranking.points import delegation_points
from carteado.tournament.ranking.standings import EventPlacing
from carteado.tournament.state.championship import Championship


def event_summary(
    championship: Championship, context: Context, records: Mapping[str, Record] | None = None
) -> dict[str, object]:
    """The state of an event: its matches, every pair's place, and the delegations' points."""
    bracket = championship.bracket
    totals = delegation_points(championship.regulation, bracket.placings(), championship.delegations)
    return {
        "event": championship.event,
        "regulation": championship.regulation.id,
        "finished": bracket.is_over,
        "champion": bracket.champion,
        "placings": [_placing(placing, championship, context) for placing in bracket.placings()],
        "matches": [_match(championship, match, records or {}) for match in championship.fixtures],
        "delegation_points": [total._asdict() for total in totals],
    }


def _placing(placing: EventPlacing, championship: Championship, context: Context) -> dict[str, object]:
    return {
        "pair": placing.pair,
        "rank": placing.rank,
        "state": str(placing.state),
        "wins": placing.wins,
        "played": placing.played,
        "scored": placing.scored,
        "conceded": placing.conceded,
        "walkovers": placing.walkovers,
        "by": placing.by.to_json(championship.regulation, context.catalogue),
    }


def _match(championship: Championship, match: MatchId, records: Mapping[str, Record]) -> dict[str, object]:
    fixture, log = championship.fixtures[match], championship.logs.get(match)
    ended = championship.bracket.ended(match)
    outcome = ended.outcome if ended else None
    start, end = played_from(championship, match)
    hour = championship.hour_of(match)
    return {
        "match": match,
        "phase": fixture.phase,
        "round": fixture.round,
        "pairs": list(championship.bracket.pairs(match) or ()),
        "points": list(outcome.points) if outcome else None,
        "winner": outcome.winner if outcome else None,
        "wo": outcome.walkover if outcome else False,
        "hour": hour.isoformat(timespec="seconds") if hour else None,
        "table": log.table if log else None,
        "start": start.isoformat(timespec="seconds") if start else None,
        "end": end.isoformat(timespec="seconds") if end else None,
        "records": [name for name in records if name == match or name.startswith(f"{match}-game-")],
    }

"""A championship as JSON and as tables, for programs and spreadsheets."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

from carteado.cli.context import Context
from carteado.cli.sheets_io import Appointment, Cell, SheetTable
from carteado.planning.field import Contender
from carteado.planning.simulation import BRASILIA
from carteado.record import Record
from carteado.tournament.championship import Championship
from carteado.tournament.clocks import Moment
from carteado.tournament.outcomes import PairId
from carteado.tournament.points import delegation_awards, delegation_points
from carteado.tournament.slots import MatchId
from carteado.tournament.standings import Placing


def event_summary(
    championship: Championship, context: Context, records: Mapping[str, Record] | None = None
) -> dict[str, object]:
    """Where an event stands: its matches, everybody's place and the delegations' points."""
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


def _placing(placing: Placing, championship: Championship, context: Context) -> dict[str, object]:
    return {
        "pair": placing.pair,
        "rank": placing.rank,
        "wins": placing.wins,
        "played": placing.played,
        "scored": placing.scored,
        "conceded": placing.conceded,
        "by": placing.by.to_json(championship.regulation, context.words),
    }


def _match(championship: Championship, match: MatchId, records: Mapping[str, Record]) -> dict[str, object]:
    fixture, log = championship.fixtures[match], championship.logs.get(match)
    ended = championship.bracket.ended(match)
    outcome = ended.outcome if ended else None
    start, end = played_from(championship, match)
    return {
        "match": match,
        "phase": fixture.phase,
        "round": fixture.round,
        "pairs": list(championship.bracket.pairs(match) or ()),
        "points": list(outcome.points) if outcome else None,
        "winner": outcome.winner if outcome else None,
        "wo": outcome.walkover if outcome else False,
        "table": log.table if log else None,
        "start": start.isoformat(timespec="seconds") if start else None,
        "end": end.isoformat(timespec="seconds") if end else None,
        "records": [name for name in records if name == match or name.startswith(f"{match}-game-")],
    }


def played_from(championship: Championship, match: MatchId) -> tuple[datetime | None, datetime | None]:
    """When a match began, and when its first result was handed in."""
    log = championship.logs.get(match)
    started = log.clock.last(Moment.STARTED) if log else None
    handed_in = log.submissions[0].at if log and log.submissions else None
    return (started.at if started else None), handed_in


# --- tables -------------------------------------------------------------------------------------------------------


def _players(pairs: Sequence[Contender]) -> Mapping[PairId, str]:
    """Who plays in each pair, where its name does not tell; empty where all names do."""
    players = {pair.id: " e ".join(pair.players) for pair in pairs}
    return players if any(pair != names for pair, names in players.items()) else {}


def standings_sheet(championship: Championship, context: Context, pairs: Sequence[Contender] = ()) -> SheetTable:
    players = _players(pairs)
    who = ("pair", "players") if players else ("pair",)
    names = ("rank", *who, "wins", "played", "scored", "conceded", "balance", "why")
    rows: Iterator[tuple[Cell, ...]] = (
        (
            one.rank,
            *_who(one.pair, players),
            one.wins,
            one.played,
            one.scored,
            one.conceded,
            one.balance,
            one.by.said(championship.regulation, context.words),
        )
        for one in championship.bracket.placings()
    )
    return SheetTable(context.say("sheet_standings"), _heading(names, context), tuple(rows))


def _who(pair: PairId, players: Mapping[PairId, str]) -> tuple[str, ...]:
    return (pair, players.get(pair, "")) if players else (pair,)


def matches_sheet(championship: Championship, context: Context, pairs: Sequence[Contender] = ()) -> SheetTable:
    players = _players(pairs)
    who = ("first", "first_players", "second", "second_players") if players else ("first", "second")
    names = ("match", "phase", "round", "table", "start", "end", *who, "first_points", "second_points", "winner")
    rows = tuple(_match_row(championship, match, players, context) for match in championship.fixtures)
    return SheetTable(context.say("sheet_matches"), _heading(names, context), rows)


def _match_row(
    championship: Championship, match: MatchId, players: Mapping[PairId, str], context: Context
) -> tuple[Cell, ...]:
    fixture, log = championship.fixtures[match], championship.logs.get(match)
    ended = championship.bracket.ended(match)
    outcome = ended.outcome if ended else None
    times = [_local(at) if at else "" for at in played_from(championship, match)]
    who = [cell for pair in championship.bracket.pairs(match) or ("", "") for cell in _who(pair, players)]
    points: tuple[Cell, ...] = outcome.points if outcome else ("", "")
    table = (log.table if log else None) or ""
    winner = (outcome.winner if outcome else None) or ""
    return (match, context.words.shown(fixture.phase), fixture.round, _number(table), *times, *who, *points, winner)


def _local(at: datetime) -> datetime:
    """As a clock in the hall shows it; no cell of a sheet holds a time zone."""
    return at.astimezone(BRASILIA).replace(microsecond=0, tzinfo=None)


def _number(text: str) -> Cell:
    """A table that is called by a number is a number."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 9 else text


def delegations_sheet(championship: Championship, context: Context) -> SheetTable | None:
    """The points of the delegations, where the regulation gives any."""
    regulation = championship.regulation
    awards = delegation_awards(regulation, championship.bracket.placings(), championship.delegations)
    if not awards:
        return None
    rows = tuple((one.delegation, one.pair, one.rank, one.points, regulation.cite(one.key)) for one in awards)
    heading = _heading(("delegation", "pair", "rank", "points", "article"), context)
    return SheetTable(context.say("sheet_delegations"), heading, rows)


def _heading(names: tuple[str, ...], context: Context) -> tuple[str, ...]:
    return tuple(context.say(f"column_{name}") for name in names)


def appointments(championship: Championship, context: Context) -> Iterator[Appointment]:
    """The matches that were played, at their table and time."""
    for match, fixture in championship.fixtures.items():
        start, end = played_from(championship, match)
        pairs = championship.bracket.pairs(match)
        if start is None or end is None or pairs is None:
            continue
        log = championship.logs[match]
        yield Appointment(
            id=f"{championship.event}-{match}",
            start=start,
            end=end,
            title=f"{pairs[0]} × {pairs[1]}",
            place=context.say("at_table", table=log.table) if log.table else "",
            about=context.words.shown(fixture.phase),
        )

"""The standings, matches and delegation points of a championship as tables, and its matches as a calendar."""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cache
from importlib import resources

from carteado.planning.field import Contender
from carteado.planning.simulation import BRASILIA
from carteado.regulation import Catalogue, Regulation, catalogue
from carteado.sheets.files import Appointment, AppointmentStatus, Cell, SheetTable
from carteado.tournament.formats.slots import MatchId
from carteado.tournament.formats.stages import Fixture
from carteado.tournament.matches.clocks import Moment
from carteado.tournament.outcomes import PairId
from carteado.tournament.ranking.criteria import Reason
from carteado.tournament.ranking.points import delegation_awards
from carteado.tournament.state.championship import Championship, Status
from carteado.tournament.state.numbering import match_numbers, phase_word

UNTOLD = timedelta(hours=1)
"""Length of a match in a calendar that has not been played."""


@dataclass(frozen=True)
class Writer:
    """The language to write in, and the names of pairs whose codes are not their names."""

    language: str
    names: Mapping[PairId, str] = field(default_factory=dict)

    @property
    def catalogue(self) -> Catalogue:
        return catalogue(self.language)

    def say(self, key: str, **details: object) -> str:
        return _texts(self.language)[key].format(**details)

    def name(self, pair: PairId) -> str:
        return self.names.get(pair, pair)

    def reason(self, reason: Reason, regulation: Regulation) -> str:
        """Why a pair has its place, with the other pair's name instead of its code."""
        other = reason.details.get("other")
        named = {**reason.details, "other": self.name(other)} if isinstance(other, str) else reason.details
        return reason._replace(details=named).sentence(regulation, self.catalogue)

    def heading(self, *columns: str) -> tuple[str, ...]:
        return tuple(self.say(f"column_{name}") for name in columns)


@cache
def _texts(language: str) -> Mapping[str, str]:
    file = resources.files("carteado.sheets") / "texts" / f"{language}.toml"
    return tomllib.loads(file.read_text("utf-8"))


def played_from(championship: Championship, match: MatchId) -> tuple[datetime | None, datetime | None]:
    """The times when a match began and when its first result was handed in."""
    log = championship.logs.get(match)
    started = log.clock.last(Moment.STARTED) if log else None
    handed_in = log.submissions[0].at if log and log.submissions else None
    return (started.at if started else None), handed_in


# --- tables -------------------------------------------------------------------------------------------------------


def _players(pairs: Sequence[Contender]) -> Mapping[PairId, str]:
    """The players of each pair; empty if the names of all pairs already name them."""
    players = {pair.id: " e ".join(pair.players) for pair in pairs}
    return players if any(pair != names for pair, names in players.items()) else {}


def standings_sheet(championship: Championship, writer: Writer, pairs: Sequence[Contender] = ()) -> SheetTable:
    players = _players(pairs)
    who = ("pair", "players") if players else ("pair",)
    names = ("rank", *who, "wins", "played", "scored", "conceded", "balance", "walkovers", "why")
    rows: Iterator[tuple[Cell, ...]] = (
        (
            _rank(one.rank),
            *_who(one.pair, players, writer),
            one.wins,
            one.played,
            one.scored,
            one.conceded,
            one.balance,
            one.walkovers,
            writer.reason(one.by, championship.regulation),
        )
        for one in championship.bracket.placings()
    )
    return SheetTable(writer.say("sheet_standings"), writer.heading(*names), tuple(rows))


def _rank(rank: int | None) -> Cell:
    """Empty while the place is not earned, and for a pair that left."""
    return "" if rank is None else rank


def _who(pair: PairId, players: Mapping[PairId, str], writer: Writer) -> tuple[str, ...]:
    return (writer.name(pair), players.get(pair, "")) if players else (writer.name(pair),)


def matches_sheet(championship: Championship, writer: Writer, pairs: Sequence[Contender] = ()) -> SheetTable:
    players = _players(pairs)
    who = ("first", "first_players", "second", "second_players") if players else ("first", "second")
    names = (
        "match",
        "phase",
        "round",
        "hour",
        "table",
        "start",
        "end",
        *who,
        "first_points",
        "second_points",
        "winner",
        "wo",
    )
    numbers = match_numbers(championship)
    rows = tuple((number, *_match_cells(championship, match, players, writer)) for match, number in numbers.items())
    return SheetTable(writer.say("sheet_matches"), writer.heading(*names), rows)


def _match_cells(
    championship: Championship, match: MatchId, players: Mapping[PairId, str], writer: Writer
) -> tuple[Cell, ...]:
    fixture, log = championship.fixtures[match], championship.logs.get(match)
    ended = championship.bracket.ended(match)
    outcome = ended.outcome if ended else None
    times = [_local(at) if at else "" for at in played_from(championship, match)]
    who = [cell for pair in championship.bracket.pairs(match) or ("", "") for cell in _who(pair, players, writer)]
    points: tuple[Cell, ...] = outcome.points if outcome else ("", "")
    table = (log.table if log else None) or ""
    winner = writer.name(outcome.winner) if outcome and outcome.winner else ""
    hour = championship.hour_of(match)
    head = (_phase(championship, fixture, writer), fixture.round, _local(hour) if hour else "")
    return (*head, _number(table), *times, *who, *points, winner, walkover_mark(championship, match, writer))


def _phase(championship: Championship, fixture: Fixture, writer: Writer) -> str:
    return writer.catalogue.in_words(phase_word(championship.plan.stage(fixture.stage), fixture.phase))


def walkover_mark(championship: Championship, match: MatchId, writer: Writer) -> str:
    """W.O., or that both pairs lost by it; empty for any other match."""
    ended = championship.bracket.ended(match)
    if ended is None or ended.outcome is None or not ended.outcome.walkover:
        return ""
    return writer.say("walkover" if ended.outcome.winner else "double_walkover")


def _local(at: datetime) -> datetime:
    """The local time in Brasília, without a time zone because no cell of a sheet can hold one."""
    return at.astimezone(BRASILIA).replace(microsecond=0, tzinfo=None)


def _number(text: str) -> Cell:
    """A table's name, as a number if it is one."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 9 else text


def delegations_sheet(championship: Championship, writer: Writer) -> SheetTable | None:
    """The points of the delegations, if the regulation gives any."""
    regulation = championship.regulation
    awards = delegation_awards(regulation, championship.bracket.placings(), championship.delegations)
    if not awards:
        return None
    name = championship.delegation_name
    rows = tuple(
        (name(one.delegation), writer.name(one.pair), _rank(one.rank), one.points, regulation.cite(one.key))
        for one in awards
    )
    heading = writer.heading("delegation", "pair", "rank", "points", "article")
    return SheetTable(writer.say("sheet_delegations"), heading, rows)


def appointments(championship: Championship, writer: Writer) -> Iterator[Appointment]:
    """The matches that were played, with table and time, and those that have a published hour. A match without a
    recorded start begins at its hour, or when it was called."""
    for match, fixture in championship.fixtures.items():
        start, end = played_from(championship, match)
        pairs = championship.bracket.pairs(match)
        hour, log = championship.hour_of(match), championship.logs.get(match)
        called = log.clock.last(Moment.CALLED) if log else None
        start = start or hour or (called.at if called else end)
        if start is None or pairs is None or (end is None and hour is None):
            continue
        yield Appointment(
            id=f"{championship.event}-{match}",
            start=start,
            end=max(start, end or start + UNTOLD),
            title=" × ".join(map(writer.name, pairs)),
            place=where_played(writer, log.table if log else None, championship.settings.place),
            about=about_match(_phase(championship, fixture, writer), walkover_mark(championship, match, writer)),
            status=appointment_status(championship),
        )


def where_played(writer: Writer, table: str | None, place: str) -> str:
    """The table, as far as the match has one, and the place of the event."""
    return " · ".join(filter(None, (writer.say("at_table", table=table) if table else "", place)))


def appointment_status(championship: Championship) -> AppointmentStatus:
    """Whether the matches take place. Key: suspension.recorded."""
    return _STATUSES[championship.status]


_STATUSES = {
    Status.RUNNING: AppointmentStatus.CONFIRMED,
    Status.SUSPENDED: AppointmentStatus.TENTATIVE,
    Status.CANCELLED: AppointmentStatus.CANCELLED,
}


def about_match(*facts: str) -> str:
    """The facts of a match in a calendar, without empty ones."""
    return " · ".join(filter(None, facts))

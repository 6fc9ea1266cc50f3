"""Tables in the database of the measured site: four guests each, and a match in progress.

The target is out of reach, so that no match ends before it is measured.
"""

from random import Random
from typing import TYPE_CHECKING, NamedTuple

from carteado.web.server import prepare as preparing

if TYPE_CHECKING:
    from carteado.web.tables.models import Match, Table

TRUCO, TRANCA = "truco-masters-2025", "afia-2026-tranca"
FAR = {TRUCO: 100_000, TRANCA: 10_000_000}
SEATS = 4
TABLES, HELD_TABLES = 64, 400


class PreparedTable(NamedTuple):
    """A table's code, and the session of each player."""

    code: str
    sessions: tuple[str, ...]


class Plan(NamedTuple):
    """All tables for the measurements. ``long`` have played a thousand acts; ``new`` are two sets for each round."""

    truco: list[PreparedTable]
    tranca: list[PreparedTable]
    long: list[PreparedTable]
    new: list[list[PreparedTable]]
    crowd: PreparedTable
    held: list[PreparedTable]


def prepare_all(rounds: int) -> Plan:
    from django.db import transaction

    with transaction.atomic():
        long, new = _side_by_side(rounds)
        return Plan(
            truco=prepare_tables(TRUCO, TABLES),
            tranca=prepare_tables(TRANCA, TABLES),
            long=long,
            new=new,
            crowd=_prepared_table(TRUCO),
            held=prepare_tables(TRUCO, HELD_TABLES),
        )


def _side_by_side(rounds: int) -> tuple[list[PreparedTable], list[list[PreparedTable]]]:
    """Long matches, and new ones whose rows lie between theirs in the database, as on a site in use."""
    long, new = list[PreparedTable](), [list[PreparedTable]() for _ in range(2 * rounds)]
    for seed in range(TABLES):
        long.append(_prepared_table(TRUCO, 1_000, seed))
        for tables in new:
            tables.append(_prepared_table(TRUCO))
    return long, new


def make_site() -> None:
    """Prepare an empty site in the folder of ``CARTEADO_DATA``."""
    preparing.load_site()
    preparing.bring_up_to_date()
    preparing.collect_static_files()


def prepare_tables(regulation: str, tables: int) -> list[PreparedTable]:
    return [_prepared_table(regulation) for _ in range(tables)]


def _prepared_table(regulation: str, acts: int = 0, seed: int = 0) -> PreparedTable:
    """With a match of which so many acts are played."""
    from carteado.web.tables.match import first_row as starting
    from carteado.web.tables.models import Guest, Seat, Table
    from carteado.web.tables.players import names as sitters

    table = Table.objects.create(regulation=regulation, target=FAR[regulation], act_seconds=None)
    guests = Guest.objects.bulk_create([Guest(name=f"Benedita {seat}") for seat in range(SEATS)])
    Seat.objects.bulk_create(
        [Seat(table=table, number=seat, who=sitters.of_guest(guest)) for seat, guest in enumerate(guests)]
    )
    match = starting.begin_match(table)
    if acts:
        _play_on(table, match, acts, Random(seed))
    return PreparedTable(table.code, tuple(_session(guest.code) for guest in guests))


def _session(guest: str) -> str:
    from django.contrib.sessions.backends.db import SessionStore

    from carteado.web.tables.players.visitor import GUEST_KEY

    session = SessionStore()
    session[GUEST_KEY] = guest
    session.save()
    assert session.session_key is not None
    return session.session_key


def _play_on(table: "Table", match: "Match", acts: int, rng: Random) -> None:
    """Play random acts and write them as the table would have written them."""
    from carteado.record import write_act
    from carteado.web.tables.match.fold import Step, apply_row, clock_act, next_chance_act, start_play
    from carteado.web.tables.match.from_database import stored_match
    from carteado.web.tables.match.log_rows import Data, LogRow
    from carteado.web.tables.match.log_storage import insert_rows, stored_row

    stored = stored_match(table, match)
    engine, play, new = stored.terms.engine, start_play(stored.terms, stored.log[0]), list[LogRow]()
    while len(new) < acts:
        data: Data | None = next_chance_act(play)
        if data is None:
            awaited = play.awaited
            assert awaited is not None
            if awaited.step is Step.ACT:
                act = rng.choice(engine.legal_acts(play.match, awaited.seats[0]))
                data = write_act(act, engine.notation)
            else:
                data = {name: value for name, value in (clock_act(play) or {}).items() if name != "by"}
        new.append(LogRow(len(new) + 2, stored.log[0].at, data))
        play = apply_row(play, new[-1])
    insert_rows([stored_row(match.pk, entry) for entry in new])

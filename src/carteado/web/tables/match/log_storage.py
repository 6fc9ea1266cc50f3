"""Writes and reads the rows of the log. Seeds are sealed when written and opened when read."""

from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from functools import cache
from typing import Any, NamedTuple

import msgspec
from django.db import connection

from carteado.web.kit.guarding.sealed import CannotOpen, Unreadable, seal
from carteado.web.tables.match.log_rows import Data, LogRow
from carteado.web.tables.models import Act

INSERT = "INSERT INTO tables_act (match_id, seq, at, data, client, seed) VALUES "
VALUES = "(?, ?, ?, ?, ?, ?)"
ROWS_A_STATEMENT = 150
"""Rows in one statement: 900 parameters. No SQLite takes fewer than 999."""
SUMMARISE = """
    UPDATE tables_match SET score_first = ?, score_second = ?, hands = ?, winner = ?, finished_at = ? WHERE id = ?
"""

SEED = "seed"
"""The field of a row that has a column of its own, where it is sealed."""

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(dict).decode


class StoredRow(NamedTuple):
    """A row of the log in the database, in the order of the columns of ``INSERT``.

    ``match`` is the primary key. ``seed`` is sealed already; empty if the row has none.
    """

    match: int
    seq: int
    at: int
    data: str
    client: str | None
    seed: str = ""


class Summary(NamedTuple):
    """The columns of a match that lists show.

    ``hands`` counts the hands dealt. ``winner`` is the pair, 0 or 1. ``finished_at`` is in milliseconds since 1970;
    both are None until the match is over.
    """

    match: int
    score: tuple[int, int]
    hands: int
    winner: int | None
    finished_at: int | None


def stored_row(match: int, row: LogRow) -> StoredRow:
    data, seed = row.data, ""
    if SEED in data:
        data, seed = {name: value for name, value in data.items() if name != SEED}, seal(data[SEED])
    return StoredRow(match, row.seq, row.at, _encode(data).decode(), row.client, seed)


def insert_rows(rows: Sequence[StoredRow]) -> None:
    """Insert the rows without model objects, and many in one statement."""
    # an object for each row would take longer than the rules, and a statement for each would hand the processor from
    # thread to thread
    with _cursor() as cursor:
        for at in range(0, len(rows), ROWS_A_STATEMENT):
            some = rows[at : at + ROWS_A_STATEMENT]
            cursor.execute(_statement(len(some), connection.vendor), [value for row in some for value in row])


@contextmanager
def _cursor() -> Iterator[Any]:
    """A cursor of the driver. Django's own would spend time on translating each statement for this database."""
    connection.ensure_connection()
    with connection.wrap_database_errors, closing(connection.connection.cursor()) as cursor:
        yield cursor


@cache
def _statement(rows: int, vendor: str) -> str:
    return _for_driver(INSERT + ", ".join([VALUES] * rows), vendor)


@cache
def _for_driver(statement: str, vendor: str) -> str:
    """The statement with the placeholders of this database's driver."""
    return statement if vendor == "sqlite" else statement.replace("?", "%s")


def update_summaries(*summaries: Summary) -> None:
    """Write the summaries into their matches, also without model objects."""
    with _cursor() as cursor:
        for one in summaries:
            cursor.execute(_for_driver(SUMMARISE, connection.vendor), _columns(one))


def _columns(summary: Summary) -> tuple[int | str | datetime | None, ...]:
    finished = summary.finished_at and datetime.fromtimestamp(summary.finished_at / 1000, UTC)
    at = connection.ops.adapt_datetimefield_value(finished) if finished else None
    return (*summary.score, summary.hands, summary.winner, at, summary.match)


def log_of(match: int) -> list[LogRow]:
    """The log of the match, with its seeds. Raises ``CannotOpen`` if a seed cannot be opened."""
    rows = Act.objects.filter(match_id=match).order_by("seq").values_list("seq", "at", "data", "client", "seed")
    return [LogRow(seq, at, _with_seed(data, seed), client) for seq, at, data, client, seed in rows]


def _with_seed(data: str, seed: str) -> Data:
    if isinstance(seed, Unreadable):
        raise CannotOpen("the seed of a deal is sealed with a key that is not among ours")
    return {**_decode(data), SEED: seed} if seed else _decode(data)

"""Copies a whole database to a file and back, with each database's own tools."""

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Protocol

from django.db import connection

from carteado.record import InputError

WRITER_WAIT_S = 20.0
"""Seconds to wait for another process that writes to the SQLite database."""


class Copier(Protocol):
    """Copies a database, checks a copy, and puts a copy in the database's place."""

    engine: str

    def copy_to(self, copy: Path) -> None: ...

    def check(self, copy: Path) -> None:
        """Raise InputError if the copy is incomplete or damaged."""

    def is_empty(self) -> bool:
        """True if the database has no tables. A damaged one counts as not empty."""

    def replace_by(self, copy: Path) -> None:
        """Replace the whole database. If that fails, nothing of it has changed."""


def copier() -> Copier:
    """The copier for the site's database."""
    return SQLite(Path(str(connection.settings_dict["NAME"]))) if connection.vendor == "sqlite" else PostgreSQL()


class SQLite:
    """Uses SQLite's backup function, which can read and write a database in use without disturbing it."""

    engine = "sqlite"

    def __init__(self, file: Path) -> None:
        self.file = file

    def copy_to(self, copy: Path) -> None:
        with self._open(self.file) as source, self._open(copy) as target:
            source.backup(target)
            target.execute("PRAGMA journal_mode = DELETE")  # the copy is one file, without a journal beside it

    def check(self, copy: Path) -> None:
        try:
            with self._open(copy) as database:
                [(verdict,), *_] = database.execute("PRAGMA integrity_check")
                orphans = database.execute("PRAGMA foreign_key_check").fetchall()
        except sqlite3.DatabaseError:
            raise InputError("backup_damaged") from None
        if verdict != "ok" or orphans:
            raise InputError("backup_damaged")

    def is_empty(self) -> bool:
        try:
            with self._open(self.file) as database:
                return not database.execute("SELECT name FROM sqlite_master LIMIT 1").fetchall()
        except sqlite3.DatabaseError:
            return False

    def replace_by(self, copy: Path) -> None:
        """Replace the database in one transaction. A running site sees the new content from its next query on."""
        if not self._is_readable():
            self._put_aside()
        with self._open(copy) as source, self._open(self.file) as target:
            source.backup(target)

    def _is_readable(self) -> bool:
        try:
            with self._open(self.file) as database:
                database.execute("PRAGMA schema_version")
        except sqlite3.DatabaseError:
            return False
        return True

    def _put_aside(self) -> None:
        """Rename a damaged database. It cannot be written to, but its data may still be worth rescuing."""
        for suffix in ("", "-wal", "-shm"):
            part = self.file.with_name(self.file.name + suffix)
            if part.exists():
                part.replace(part.with_name(f"{part.name}.damaged"))

    @contextmanager
    def _open(self, file: Path) -> Iterator[sqlite3.Connection]:
        with closing(sqlite3.connect(file, timeout=WRITER_WAIT_S)) as database:
            yield database


class PostgreSQL:
    """Uses PostgreSQL's own programs and their archive format."""

    engine = "postgresql"

    def copy_to(self, copy: Path) -> None:
        _run("pg_dump", "--format=custom", "--no-owner", "--no-privileges", f"--file={copy}")

    def check(self, copy: Path) -> None:
        _run("pg_restore", "--list", str(copy))

    def is_empty(self) -> bool:
        return not connection.introspection.table_names()

    def replace_by(self, copy: Path) -> None:
        name = str(connection.settings_dict["NAME"])
        options = ("--clean", "--if-exists", "--no-owner", "--no-privileges", "--single-transaction", "--exit-on-error")
        _run("pg_restore", *options, f"--dbname={name}", str(copy))


def _run(program: str, *arguments: str) -> None:
    """Run one of PostgreSQL's programs on the site's database. The connection is passed in the environment, because
    every user of the machine can read a password among the arguments."""
    if shutil.which(program) is None:
        raise InputError("program_missing", name=program)
    names = {"HOST": "PGHOST", "PORT": "PGPORT", "USER": "PGUSER", "PASSWORD": "PGPASSWORD", "NAME": "PGDATABASE"}
    environment = {names[key]: str(value) for key, value in connection.settings_dict.items() if key in names and value}
    command = [program, *arguments]
    finished = subprocess.run(command, env={**os.environ, **environment}, capture_output=True, text=True, check=False)
    if finished.returncode != 0:
        reason = next((line for line in finished.stderr.splitlines() if "error" in line), finished.stderr.strip())
        raise InputError("program_failed", name=program, reason=reason)

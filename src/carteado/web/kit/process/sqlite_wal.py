"""SQLite's write-ahead log, emptied so that deleted rows do not stay readable in it."""

from django.db import OperationalError, connection

PATIENCE_MS = 1000
"""Milliseconds to wait for readers of the write-ahead log. No writer can work meanwhile."""


def cut_off_log() -> bool:
    """Empty SQLite's write-ahead log, where deleted rows would remain until they are overwritten.

    Return False if nothing was emptied: the log was in use, a transaction is open, or the database is not SQLite. The
    daily deletion of expired data tries again.
    """
    if connection.vendor != "sqlite" or connection.in_atomic_block:
        return False
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA busy_timeout")
        [usual] = cursor.fetchone()
        try:
            cursor.execute(f"PRAGMA busy_timeout = {PATIENCE_MS}")
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            return bool(cursor.fetchone()[0] == 0)  # 1 if a reader or writer was in the way
        except OperationalError:
            return False
        finally:
            cursor.execute(f"PRAGMA busy_timeout = {usual}")

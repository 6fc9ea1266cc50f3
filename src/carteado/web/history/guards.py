"""The database refuses to change the log, whoever asks it.

The triggers are made anew after every migration: on SQLite a migration that rebuilds the table takes them along.
"""

from typing import Any

from django.db import connections

TABLE = "history_logentry"

SQLITE = (
    f"DROP TRIGGER IF EXISTS {TABLE}_never_changed",
    f"""
    CREATE TRIGGER {TABLE}_never_changed BEFORE UPDATE ON {TABLE}
    BEGIN SELECT RAISE(ABORT, 'log entries are never changed'); END
    """,
    f"DROP TRIGGER IF EXISTS {TABLE}_never_replaced",
    f"""
    CREATE TRIGGER {TABLE}_never_replaced BEFORE INSERT ON {TABLE}
    WHEN EXISTS (SELECT 1 FROM {TABLE} WHERE id = NEW.id)
    BEGIN SELECT RAISE(ABORT, 'log entries are never changed'); END
    """,
)
"""``INSERT OR REPLACE`` would change a row without an update. Not against deleting: emptying a table of SQLite, as test
suites do, deletes its rows one by one."""

POSTGRESQL = (
    f"""
    CREATE OR REPLACE FUNCTION {TABLE}_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'log entries are never changed' USING ERRCODE = 'integrity_constraint_violation'; END $$
    """,
    f"DROP TRIGGER IF EXISTS {TABLE}_never_changed ON {TABLE}",
    f"""
    CREATE TRIGGER {TABLE}_never_changed BEFORE UPDATE OR DELETE ON {TABLE}
    FOR EACH ROW EXECUTE FUNCTION {TABLE}_refuse()
    """,
)
"""Not against emptying the table at once, for the same reason."""

STATEMENTS = {"sqlite": SQLITE, "postgresql": POSTGRESQL}


def install(using: str, **_signal: Any) -> None:
    """For ``post_migrate``."""
    connection = connections[using]
    if TABLE not in connection.introspection.table_names():
        return
    with connection.cursor() as cursor:
        for statement in STATEMENTS[connection.vendor]:
            cursor.execute(statement)

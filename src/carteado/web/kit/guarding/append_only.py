"""Tables whose rows never change: the exception, and the triggers by which the database refuses it."""

from collections.abc import Callable, Mapping, Sequence

from django.db import connections


def _sqlite(table: str, message: str, of: str) -> Sequence[str]:
    """Statements that make the triggers. ``of`` is ``OF`` and the protected columns; empty protects all.

    ``INSERT OR REPLACE`` would change a row without an update, so it is refused too.
    Deleting is allowed: emptying a table of SQLite, as test suites do, deletes its rows one by one.
    """
    return (
        f"DROP TRIGGER IF EXISTS {table}_never_changed",
        f"""
        CREATE TRIGGER {table}_never_changed BEFORE UPDATE {of} ON {table}
        BEGIN SELECT RAISE(ABORT, '{message}'); END
        """,
        f"DROP TRIGGER IF EXISTS {table}_never_replaced",
        f"""
        CREATE TRIGGER {table}_never_replaced BEFORE INSERT ON {table}
        WHEN EXISTS (SELECT 1 FROM {table} WHERE id = NEW.id)
        BEGIN SELECT RAISE(ABORT, '{message}'); END
        """,
    )


def _postgresql(table: str, message: str, of: str) -> Sequence[str]:
    """Emptying the whole table at once is allowed, because test suites do it."""
    return (
        f"""
        CREATE OR REPLACE FUNCTION {table}_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE EXCEPTION '{message}' USING ERRCODE = 'integrity_constraint_violation'; END $$
        """,
        f"DROP TRIGGER IF EXISTS {table}_never_changed ON {table}",
        f"""
        CREATE TRIGGER {table}_never_changed BEFORE UPDATE {of} OR DELETE ON {table}
        FOR EACH ROW EXECUTE FUNCTION {table}_refuse()
        """,
    )


_STATEMENTS: Mapping[str, Callable[[str, str, str], Sequence[str]]] = {"sqlite": _sqlite, "postgresql": _postgresql}


def forbid_changes(using: str, table: str, *, message: str, fixed: Sequence[str] = ()) -> None:
    """Make the database refuse to change the table's rows: all columns, or only the ``fixed`` ones. PostgreSQL also
    refuses to delete a row."""
    connection = connections[using]
    if table not in connection.introspection.table_names():  # ``migrate`` was told to stop before the table is made
        return
    with connection.cursor() as cursor:
        for statement in _STATEMENTS[connection.vendor](table, message, f"OF {', '.join(fixed)}" if fixed else ""):
            cursor.execute(statement)


class NeverChanged(RuntimeError):
    """The code tried to change or delete a row of a table whose rows never change."""

"""Triggers by which the database refuses to change the log.

They are created again after every migration, because on SQLite a migration that rebuilds the table drops them.
"""

from typing import Any

from carteado.web.kit.guarding.append_only import forbid_changes

TABLE = "history_logentry"


def install(using: str, **_signal: Any) -> None:
    """Receiver of ``post_migrate``. ``using`` is the alias of the database that was migrated."""
    forbid_changes(using, TABLE, message="log entries are never changed")

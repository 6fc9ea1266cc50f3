"""A database trigger that refuses to change the log of a match."""

from typing import Any

from carteado.web.kit.guarding.append_only import forbid_changes

TABLE = "tables_act"
FIXED = ("id", "match_id", "seq", "at", "data", "client")
"""The columns that never change: all but the seed, which can be sealed again with another key."""


def install(using: str, **_signal: Any) -> None:
    """Receiver of ``post_migrate``: put the trigger into the database ``using``."""
    forbid_changes(using, TABLE, message="acts of a match are never changed", fixed=FIXED)

"""Database triggers that refuse changes to the entries of a súmula, also to those set aside. Only the column ``said``,
which holds the free texts, may be replaced, so that a person can be erased from them. PostgreSQL also refuses to delete
an entry."""

from typing import Any

from carteado.web.kit.guarding.append_only import forbid_changes

_HEAD = ("id", "sheet_id", "entry_id", "device", "access_id", "user_id", "received", "content")
FIXED = {"sumula_sheetentry": (*_HEAD, "seq", "late", "sent"), "sumula_setasideentry": _HEAD}
"""The columns that never change, by table."""


def install(using: str, **_signal: Any) -> None:
    """Create the triggers. Receiver of ``post_migrate``, so they are there after every migration."""
    for table, columns in FIXED.items():
        forbid_changes(using, table, message="entries of a sheet are never changed", fixed=columns)

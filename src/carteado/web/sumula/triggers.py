"""A database trigger that refuses changes to the entries of a súmula. Only the free texts may be replaced, so that a
person can be erased from them."""

from typing import Any

from carteado.web.kit.guarding.append_only import forbid_changes

_HEAD = ("id", "sheet_id", "entry_id", "device", "access_id", "user_id", "received", "content")
FIXED = {"sumula_sheetentry": (*_HEAD, "seq", "late"), "sumula_setasideentry": _HEAD}
"""The columns that never change, by table."""


def install(using: str, **_signal: Any) -> None:
    """Receiver of ``post_migrate``."""
    for table, columns in FIXED.items():
        forbid_changes(using, table, message="entries of a sheet are never changed", fixed=columns)

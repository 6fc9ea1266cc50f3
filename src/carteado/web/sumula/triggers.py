"""A database trigger that refuses changes to the entries of a súmula. Only the free texts may be replaced, so that a
person can be erased from them."""

from typing import Any

from carteado.web.kit.guarding.append_only import forbid_changes

TABLE = "sumula_sheetentry"
FIXED = ("id", "sheet_id", "seq", "entry_id", "device", "access_id", "user_id", "received", "content", "late")


def install(using: str, **_signal: Any) -> None:
    """Receiver of ``post_migrate``."""
    forbid_changes(using, TABLE, message="entries of a sheet are never changed", fixed=FIXED)

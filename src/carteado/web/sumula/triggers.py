"""The database refuses to change what stands on a súmula; only the words of a reason can be written anew, for whoever
is to be forgotten."""

from typing import Any

from carteado.web.log.triggers import guard

TABLE = "sumula_sheetentry"
FIXED = ("id", "sheet_id", "seq", "entry_id", "device", "access_id", "user_id", "received", "content", "late")


def install(using: str, **_signal: Any) -> None:
    """For ``post_migrate``."""
    guard(using, TABLE, said="entries of a sheet are never changed", fixed=FIXED)

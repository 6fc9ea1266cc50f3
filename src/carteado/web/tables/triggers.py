"""A database trigger that refuses to change the log of a match."""

from typing import Any

from carteado.web.kit.guarding.append_only import guard

TABLE = "tables_act"
FIXED = ("id", "match_id", "seq", "at", "data", "client")


def install(using: str, **_signal: Any) -> None:
    """Receiver of ``post_migrate``."""
    guard(using, TABLE, said="acts of a match are never changed", fixed=FIXED)

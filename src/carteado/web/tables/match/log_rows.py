"""Rows in the log of a live match: what chance, players, referees and the clock decided.

A row is written as records write an act. Four kinds exist only at a table: ``start``, ``shuffle`` (a commitment, and
the seed that it binds), ``cut`` and ``deal``. ``by`` says who did it if it was not the player of the seat, for example
the clock or a referee.
"""

from typing import Any, NamedTuple

Data = dict[str, Any]


CLOCK = "clock"
"""Actor of a move made by the clock."""
NOBODY, DOWN, CLOSED = "nobody", "down", "closed"
"""Why a match stands still although no referee stopped it: the table is empty, the site was not running, or the match
is closed."""


class LogRow(NamedTuple):
    """One row.

    ``at`` is in milliseconds since 1970. ``client`` is the sender's id for it. ``parsed`` is the act as the engine
    reads it, if it has been read already.
    """

    seq: int
    at: int
    data: Data
    client: str | None = None
    parsed: Any = None

    @property
    def act(self) -> str:
        name: str = self.data["act"]
        return name


def start_data(players: tuple[str, ...], first_dealer: int, draw: list[list[str | None]]) -> Data:
    """``players`` are references to those who sit down; the log never has their names."""
    return {"act": "start", "players": list(players), "first_dealer": first_dealer, "draw": draw}


def shuffle_data(commitment: str, seed: bytes) -> Data:
    return {"act": "shuffle", "commitment": commitment, "seed": seed.hex()}


def pause_data(cause: str) -> Data:
    return {"seat": None, "act": "pause", "by": cause}


def resume_data(cause: str) -> Data:
    return {"seat": None, "act": "resume", "by": cause}


def sit_data(seat: int, player: str) -> Data:
    return {"seat": seat, "act": "sit", "player": player}

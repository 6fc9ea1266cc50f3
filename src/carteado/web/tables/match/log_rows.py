"""Rows in the log of a live match: what chance, players, referees and the clock decided.

A row is written as records write an act. Four kinds exist only at a table: ``start``, ``shuffle`` (a commitment, and
the seed that it binds), ``cut`` and ``deal``. ``by`` says who did it if it was not the player of the seat: the clock
(``CLOCK``), a referee (``user:3``), or why the site itself stopped or resumed the match (``NOBODY``, ``DOWN``,
``CLOSED``).
"""

from typing import Any, NamedTuple

Data = dict[str, Any]


CLOCK = "clock"
"""Actor of a move made by the clock."""
NOBODY, DOWN, CLOSED = "nobody", "down", "closed"
"""Why a match stands still although no referee stopped it: the table is empty, the site was not running, or nothing may
be played there, for example because the championship has a result. The row that ends such a pause repeats the cause."""


class LogRow(NamedTuple):
    """One row.

    ``seq`` counts the rows of a match from 1. ``at`` is in milliseconds since 1970. ``client`` has who sent it, a seat
    or ``referee``, and the id that their client gave it, ``2:b7Xk``; None for a row that nobody sent. By it an act that
    is sent twice is recognised. ``parsed`` is the act as the engine reads it, if it has been read already.
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
    """``players`` are references to those who sit down; the log never has their names.

    ``draw`` has for each round of drawing for the first deal the card of each seat, None for a seat that did not draw.
    """
    return {"act": "start", "players": list(players), "first_dealer": first_dealer, "draw": draw}


def shuffle_data(commitment: str, seed: bytes) -> Data:
    return {"act": "shuffle", "commitment": commitment, "seed": seed.hex()}


def pause_data(cause: str) -> Data:
    return {"seat": None, "act": "pause", "by": cause}


def resume_data(cause: str) -> Data:
    return {"seat": None, "act": "resume", "by": cause}


def sit_data(seat: int, player: str) -> Data:
    """``player`` is the bot that sits in, or the person who takes the seat back."""
    return {"seat": seat, "act": "sit", "player": player}

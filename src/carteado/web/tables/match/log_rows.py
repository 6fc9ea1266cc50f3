"""What the log of a live match says, line by line: what chance, players, referees and the clock decided.

An entry is written as records write an act, and four kinds are a table's own: ``start``, ``shuffle`` (a commitment, and
the seed that it binds), ``cut`` and ``deal``. ``by`` says who did it where that is not the player of the seat: the
clock, a bot, a referee.
"""

from typing import Any, NamedTuple

Data = dict[str, Any]


CLOCK = "clock"
"""Who does what is done because nobody did anything."""
NOBODY, DOWN, CLOSED = "nobody", "down", "closed"
"""Why a match stands still though no referee stopped it: nobody is at the table, the site was not running, or its
championship has decided it otherwise."""


class Entry(NamedTuple):
    """One line; ``at`` is in milliseconds since 1970, ``client`` what the sender called it, ``parsed`` the act as the
    engine knows it, where it was read already."""

    seq: int
    at: int
    data: Data
    client: str | None = None
    parsed: Any = None

    @property
    def act(self) -> str:
        name: str = self.data["act"]
        return name


def started(players: tuple[str, ...], first_dealer: int, draw: list[list[str | None]]) -> Data:
    """``players`` are who sit down, by reference and never by name."""
    return {"act": "start", "players": list(players), "first_dealer": first_dealer, "draw": draw}


def shuffled(commitment: str, seed: bytes) -> Data:
    return {"act": "shuffle", "commitment": commitment, "seed": seed.hex()}


def paused(why: str) -> Data:
    return {"seat": None, "act": "pause", "by": why}


def resumed(why: str) -> Data:
    return {"seat": None, "act": "resume", "by": why}


def seated(seat: int, player: str) -> Data:
    return {"seat": seat, "act": "sit", "player": player}

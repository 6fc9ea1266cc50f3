"""The acts that belong to no game in particular: those of referees, of seats, and the bots' ``pass``."""

from typing import NamedTuple


class Sign(NamedTuple):
    """An agreed sign, seen by the partner only."""

    seat: int
    sign: str


class Sit(NamedTuple):
    """Who plays the seat from here on; ``bot:NAME`` for a bot."""

    seat: int
    player: str


class Pass(NamedTuple):
    """Leaves an answer to the partner. Only in the sequential form; never recorded."""

    seat: int


class Pause(NamedTuple):
    """The referee stops the clocks."""

    article: str | None = None


class Resume(NamedTuple):
    article: str | None = None


class TimeUp(NamedTuple):
    """The time of the match, or of its extension, is over."""

    article: str


class Redeal(NamedTuple):
    """The referee voids the hand; the same dealer deals the next one."""

    article: str


class Disqualify(NamedTuple):
    pair: int
    article: str


class Adjust(NamedTuple):
    """The referee changes a pair's score at once."""

    pair: int
    points: int
    reason: str
    article: str

"""The acts that belong to no game in particular: those of referees, of seats, and the bots' ``pass``."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sign:
    """An agreed sign, seen by the partner only."""

    seat: int
    sign: str


@dataclass(frozen=True, slots=True)
class Sit:
    """Who plays the seat from here on; ``bot:NAME`` for a bot."""

    seat: int
    player: str


@dataclass(frozen=True, slots=True)
class Pass:
    """Leaves an answer to the partner. Only in the sequential form; never recorded."""

    seat: int


@dataclass(frozen=True, slots=True)
class Pause:
    """The referee stops the clocks."""

    article: str | None = None


@dataclass(frozen=True, slots=True)
class Resume:
    article: str | None = None


@dataclass(frozen=True, slots=True)
class TimeUp:
    """The time of the match, or of its extension, is over."""

    article: str


@dataclass(frozen=True, slots=True)
class Redeal:
    """The referee voids the hand; the same dealer deals the next one."""

    article: str


@dataclass(frozen=True, slots=True)
class Disqualify:
    pair: int
    article: str


@dataclass(frozen=True, slots=True)
class Adjust:
    """The referee changes a pair's score at once."""

    pair: int
    points: int
    reason: str
    article: str

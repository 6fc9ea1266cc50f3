"""Acts that every game has: those of the referee and of seats, and the ``pass`` of bots."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sign:
    """An agreed sign, seen by the partner only. Without ``sign`` only the fact that one was made is known (TM-17)."""

    seat: int
    sign: str | None = None


@dataclass(frozen=True, slots=True)
class Sit:
    """From here on ``player`` plays the seat; ``bot:NAME`` is a bot."""

    seat: int
    player: str


@dataclass(frozen=True, slots=True)
class Pass:
    """Leave the answer to the partner. Used only where seats are asked one at a time; never recorded."""

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

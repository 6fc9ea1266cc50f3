"""How long a bot seems to think. It depends on the act, on the pace of the table, and a little on chance."""

from collections.abc import Mapping
from random import SystemRandom
from typing import NamedTuple

from carteado.web.tables.models import Pace

_chance = SystemRandom()


class Span(NamedTuple):
    """A shortest and a longest time, in seconds."""

    least: float
    most: float


FORCED = Span(0.5, 1.0)
"""Time for the only legal act."""
USUAL = Span(0.9, 2.0)
"""Time for an act that ``SPANS`` does not list."""
CUT_AFTER_COUNT = "cut after a count"
"""The cut after a hand of a melds game. The players still read the count of that hand, so the bot waits longer."""
SPANS: Mapping[str, Span] = {
    "pass": Span(0.3, 0.7),
    "draw": Span(0.6, 1.2),
    "exchange": Span(0.6, 1.2),
    "cut": Span(0.7, 1.5),
    CUT_AFTER_COUNT: Span(5.0, 6.5),
    "deal": Span(0.8, 1.5),
    "discard": Span(1.1, 2.4),
    "take": Span(1.3, 2.8),
    "extend": Span(1.2, 2.4),
    "lay": Span(1.5, 3.2),
    "call": Span(1.6, 3.6),
    "accept": Span(1.6, 3.6),
    "refuse": Span(1.6, 3.6),
}
"""Times at human pace, by the act that the bot chose."""
STRETCH: Mapping[str, float] = {Pace.AT_ONCE: 0.0, Pace.QUICK: 0.35, Pace.HUMAN: 1.0, Pace.SLOW: 2.0}
"""The factor for these times, by the pace of the table."""
MOST_OF_TIME_LEFT = 0.5
"""A bot uses at most this share of the time left on the clock, so that it never comes near the end."""


def seconds(pace: str, act: str, *, choices: int, left: float | None) -> float:
    """Seconds that a bot lets pass between the question and its act.

    ``choices`` is the number of legal acts, 0 for a cut or a deal. ``left`` are the seconds left on the clock; None
    without a clock.
    """
    least, most = FORCED if choices == 1 else SPANS.get(act, USUAL)
    thinking = STRETCH[pace] * _chance.uniform(least, most)
    return thinking if left is None else min(thinking, max(0.0, left * MOST_OF_TIME_LEFT))

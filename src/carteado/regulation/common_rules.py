"""Value types that the rules of several games share."""

from enum import StrEnum


class Direction(StrEnum):
    """Which way round the table play goes; only where the seats are drawn depends on it."""

    CLOCKWISE = "clockwise"
    ANTICLOCKWISE = "anticlockwise"

"""Numbers in forms and addresses, where any text may be sent, and how points are written."""

LARGEST_COUNT = 2**31 - 1
"""The largest number that a column for integers holds."""


def figure(number: int) -> str:
    """Points as people read them, with a real minus sign and not a hyphen. There is no thousands separator, as in the
    regulations."""
    return str(number).replace("-", "\N{MINUS SIGN}")


def parse_count(text: str, otherwise: int = 0) -> int:
    """Read a count. Anything that is not a whole number, or is larger than ``LARGEST_COUNT``, gives ``otherwise``."""
    if not text.isdecimal() or len(text) > len(str(LARGEST_COUNT)) or int(text) > LARGEST_COUNT:
        return otherwise
    return int(text)

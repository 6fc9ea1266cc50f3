"""Numbers in forms and addresses, where any text may be sent, and how points are written."""

LARGEST = 2**31 - 1


def figure(number: int) -> str:
    """Points as people read them, with a real minus sign and not a hyphen. There is no thousands separator, as in the
    regulations."""
    return str(number).replace("-", "\N{MINUS SIGN}")


def count_in(text: str, otherwise: int = 0) -> int:
    """Read a count. Anything that is not a number, or is too large, gives ``otherwise``."""
    if not text.isdecimal() or len(text) > len(str(LARGEST)) or int(text) > LARGEST:
        return otherwise
    return int(text)

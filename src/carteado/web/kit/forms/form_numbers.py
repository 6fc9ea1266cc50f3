"""Numbers as forms and addresses send them: any text may come."""

LARGEST = 2**31 - 1


def figure(number: int) -> str:
    """Points as people read them, below nought with a minus and not a hyphen. Thousands are marked nowhere, as in the
    sentences of the regulations."""
    return str(number).replace("-", "\N{MINUS SIGN}")


def count_in(text: str, otherwise: int = 0) -> int:
    """A count that was sent; what is none, or larger than any count here, is what it would be without it."""
    if not text.isdecimal() or len(text) > len(str(LARGEST)) or int(text) > LARGEST:
        return otherwise
    return int(text)

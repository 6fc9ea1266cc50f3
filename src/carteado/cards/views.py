"""How views are put together by whoever shows many of them."""

from collections.abc import Callable
from typing import Any

Kept = Callable[[Any, Callable[[Any], Any]], Any]
"""Is given what a part of a view shows, and how it is made; gives the part, perhaps one that it made before."""


def made_anew(of: Any, make: Callable[[Any], Any]) -> Any:
    """Where a view is shown once."""
    return make(of)

"""Reuse of the parts of a view, for callers that build many views of one match."""

from collections.abc import Callable
from typing import Any

PartCache = Callable[[Any, Callable[[Any], Any]], Any]
"""A cache of parts of views: takes the data of a part and the function that builds it, and returns the part."""


def uncached(of: Any, make: Callable[[Any], Any]) -> Any:
    """Build the part without a cache, for a view that is shown once."""
    return make(of)

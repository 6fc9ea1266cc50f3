"""The value of the columns ``counted`` and ``in_time`` of ``models.Sheet``: a summary of a counted súmula. Lists,
running scores and phones read it, so they need not count it again.
"""

from collections.abc import Mapping
from typing import Any

from carteado import sumula


def counted_columns(counted: sumula.Sheet) -> Mapping[str, Any]:
    """The summary. ``models.nothing_counted`` says what its fields mean."""
    return {
        "score": list(counted.score),
        "won": list(counted.won),
        "winner": counted.winner,
        "hands": len(counted.resolved.hands),
        "accepted": list(counted.resolved.accepted),
        "agreed": list(counted.resolved.agreed),
    }

"""The columns of a súmula that list pages need, from its counted score."""

from collections.abc import Mapping
from typing import Any

from carteado import sumula


def counted_columns(counted: sumula.Sheet) -> Mapping[str, Any]:
    return {
        "score": list(counted.score),
        "won": list(counted.won),
        "winner": counted.winner,
        "hands": len(counted.resolved.hands),
        "accepted": list(counted.resolved.accepted),
        "agreed": list(counted.resolved.agreed),
    }

"""Rebuilds a championship as it was at a given time, without any trace of later operations."""

from datetime import datetime

from carteado.tournament.running.dispatch import fold
from carteado.tournament.state.championship import Championship
from carteado.web.events import store
from carteado.web.events.log_actions import OperationDone
from carteado.web.events.models import Event
from carteado.web.log.models import LogEntry

MOST_CACHED = 16
_cache: dict[tuple[int, int], Championship] = {}
"""By event and number of operations."""


def championship_at(event: Event, instant: datetime) -> Championship:
    """The championship as it was at ``instant``: with the operations that were written until then."""
    # An operation may carry an earlier time than that of its writing, so the log's time counts.
    championship = store.championship_of(event)
    written_later = LogEntry.objects.filter(event=event, action=OperationDone.code, at__gt=instant)
    first_later = min((details["seq"] for details in written_later.values_list("details", flat=True)), default=None)
    # Nothing was done since, or nothing at all (no opening), or only after ``event`` was read.
    if first_later is None or championship.opening is None or first_later > len(championship.log):
        return championship
    return _folded(event, championship, first_later - 1)


def _folded(event: Event, championship: Championship, count: int) -> Championship:
    """The championship after its first ``count`` operations, from the cache if it is there."""
    # Every screen asks each second, mostly for the same championship.
    cached = _cache.get((event.pk, count))
    if cached is None or cached.log != championship.log[:count]:  # also after a restore or an erasure
        assert championship.opening is not None
        cached = fold(championship.opening, championship.log[:count])
        if len(_cache) >= MOST_CACHED:
            _cache.clear()
        _cache[event.pk, count] = cached
    return cached

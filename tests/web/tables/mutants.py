"""Servers that break a promise, so that it is seen that the tests would notice."""

from carteado.web.tables import running
from carteado.web.tables.writer import Batch, GroupWriter, Outcome


class _AcknowledgesFirst(GroupWriter):
    """Says that it is written, and writes it then."""

    def write(self, batch: Batch) -> None:
        self._deliver(lambda: batch.done(Outcome.WRITTEN))
        super().write(batch._replace(done=lambda _outcome: None))


def acknowledges_first() -> None:
    vars(running).update(GroupWriter=_AcknowledgesFirst)

"""Servers that break a promise, so that it is seen that the tests would notice."""

from carteado.web.tables import opening, running
from carteado.web.tables.entries import Entry
from carteado.web.tables.storing import log_of
from carteado.web.tables.writer import Batch, GroupWriter, Outcome


class _AcknowledgesFirst(GroupWriter):
    """Says that it is written, and writes it then."""

    def write(self, batch: Batch) -> None:
        self._deliver(lambda: batch.done(Outcome.WRITTEN))
        super().write(batch._replace(done=lambda _outcome: None))


def acknowledges_first() -> None:
    vars(running).update(GroupWriter=_AcknowledgesFirst)


def forgets_ids() -> None:
    """Whatever was acknowledged before the server started is new to it when it is sent again."""

    def nameless(match: int) -> list[Entry]:
        return [entry._replace(client=None) for entry in log_of(match)]

    vars(opening).update(log_of=nameless)

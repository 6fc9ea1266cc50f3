"""Servers that break a promise, so that it is seen that the tests would notice."""

from carteado.web.tables.match import from_database as opening
from carteado.web.tables.match.log_rows import LogRow
from carteado.web.tables.match.log_storage import log_of
from carteado.web.tables.match.log_writer import Batch, GroupWriter, Outcome
from carteado.web.tables.serving import rooms as running


class _AcknowledgesFirst(GroupWriter):
    """Says that it is written, and writes it then."""

    def write(self, batch: Batch) -> None:
        self._deliver(lambda: batch.on_outcome(Outcome.WRITTEN))
        super().write(batch._replace(on_outcome=lambda _outcome: None))


def acknowledges_first() -> None:
    vars(running).update(GroupWriter=_AcknowledgesFirst)


def forgets_ids() -> None:
    """Whatever was acknowledged before the server started is new to it when it is sent again."""

    def nameless(match: int) -> list[LogRow]:
        return [entry._replace(client=None) for entry in log_of(match)]

    vars(opening).update(log_of=nameless)

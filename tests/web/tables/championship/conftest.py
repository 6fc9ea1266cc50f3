"""The live table of a championship's match: before anybody has come, and while it is played."""

import pytest

from carteado.web.kit.guarding.policy import Role
from tests.web.tables.championship.seating import seated
from tests.web.tables.championship.table_hall import Hall
from tests.web.world.halls import TM, Worker, drawn


@pytest.fixture
def hall(monkeypatch: pytest.MonkeyPatch) -> Hall:
    return seated(monkeypatch, TM)


@pytest.fixture
def clerk() -> Worker:
    return Worker.of(drawn(TM, 4, with_delegations=True), Role.CLERK)


@pytest.fixture
def playing(hall: Hall) -> Hall:
    hall.come(0, 1, 2, 3)
    hall.start_next()
    hall.deal()
    return hall

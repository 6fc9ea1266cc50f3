"""A desk of draws: before anything is settled, and with the draw announced."""

import pytest

from carteado.web.people.models import User
from tests.web.draw.draw_desk import TM, Desk, an_event_of


@pytest.fixture
def truco(ana: User) -> Desk:
    return Desk(ana, an_event_of(TM, 32, by=ana))


@pytest.fixture
def announced(truco: Desk) -> Desk:
    truco.settle()
    truco.announce("knockout")
    return truco

"""The desk of a match: each act, what the regulation refuses, and who may do it."""

import pytest

from carteado.tournament.matches import State
from carteado.web.policy import Role
from tests.web.halls import AF, Worker, drawn, open_matches

pytestmark = pytest.mark.django_db


def test_a_match_from_the_call_to_the_official_result() -> None:
    referee = Worker.of(drawn(AF, 4), Role.REFEREE)
    match = open_matches(referee.championship)[0]
    referee.does(match, "chamar", table="2")
    referee.does(match, "comecar")
    referee.wins(match)
    assert referee.championship.logs[match].state is State.OFFICIAL

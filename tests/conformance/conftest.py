"""The matches that every property is checked on: a few in each case, many more when slow tests are asked for."""

import pytest

from tests.conformance.cases import CASES, case_of
from tests.conformance.random_play import Playthrough, Setting, played

SETTINGS = [
    pytest.param(Setting(case, seed), id=str(Setting(case, seed)), marks=pytest.mark.slow if slow else ())
    for slow in (False, True)
    for case in (case_of(*one) for one in CASES)
    for seed in (case.slow_seeds if slow else case.quick_seeds)
]


@pytest.fixture(scope="session", params=SETTINGS)
def play(request: pytest.FixtureRequest) -> Playthrough:
    return played(request.param)

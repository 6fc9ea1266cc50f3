"""The matches that every property is checked on: a few in each case, many more when slow tests are asked for."""

import pytest

from tests.conformance.cases import CASES, QUICK_SEEDS, SLOW_SEEDS, case_of
from tests.conformance.random_play import Playthrough, Setting, played

SETTINGS = [
    pytest.param(Setting(case_of(*case), seed), id=str(Setting(case_of(*case), seed)), marks=marks)
    for seeds, marks in ((QUICK_SEEDS, ()), (SLOW_SEEDS, pytest.mark.slow))
    for case in CASES
    for seed in seeds
]


@pytest.fixture(scope="session", params=SETTINGS)
def play(request: pytest.FixtureRequest) -> Playthrough:
    return played(request.param)

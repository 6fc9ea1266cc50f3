"""The clock of live tables: by itself, forward with the machine's, and never back."""

import pytest

from carteado.web.tables.match.clock import Clock

SECOND = 1_000_000_000


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    time = {"wall": 1_000 * SECOND, "monotonic": 5 * SECOND}
    monkeypatch.setattr("carteado.web.tables.match.clock.time.time_ns", lambda: time["wall"])
    monkeypatch.setattr("carteado.web.tables.match.clock.time.monotonic_ns", lambda: time["monotonic"])
    return time


def test_it_goes_on_when_the_machines_clock_is_put_back(machine: dict[str, int]) -> None:
    clock = Clock()
    machine["wall"] -= 3_600 * SECOND
    machine["monotonic"] += 10 * SECOND
    clock.catch_up()
    assert clock.now_ms() == 1_010_000


def test_it_jumps_only_when_it_is_told_to_catch_up(machine: dict[str, int]) -> None:
    clock = Clock()
    machine["wall"] += 600 * SECOND
    assert clock.now_ms() == 1_000_000
    clock.catch_up()
    assert clock.now_ms() == 1_600_000

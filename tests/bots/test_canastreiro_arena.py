"""The hand-written player of Tranca and Canastra against chance."""

import pytest

from carteado.bots import run_arena
from carteado.regulation import load


@pytest.mark.parametrize("regulation", ["afia-2026-tranca", "faraes-2023-tranca", "apcef-sc-2022-canastra"])
def test_it_beats_chance_clearly_and_answers_only_legal_acts(regulation: str) -> None:
    result = run_arena(load(regulation), ("canastreiro", "random"), deals=6, seed="1")
    assert result.interval[0] > 0
    assert result.replaced == (0, 0)

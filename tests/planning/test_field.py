"""Made-up fields: as many pairs as asked for, nobody twice."""

import pytest

from carteado.planning.field import invented_pairs
from carteado.regulation import load


@pytest.mark.parametrize("regulation_id", ["truco-masters-2025", "afia-2026-tranca"])
@pytest.mark.parametrize("pairs", [2, 22, 100])
def test_everybody_plays_for_one_pair_only(regulation_id: str, pairs: int) -> None:
    field = invented_pairs(load(regulation_id), pairs)
    people = [person for pair in field for person in (*pair.players, *pair.substitutes)]
    assert len(field) == len({pair.id for pair in field}) == pairs
    assert len(people) == len(set(people))


def test_af_1_pairs_represent_delegations_one_each() -> None:
    field = invented_pairs(load("afia-2026-tranca"), 30)
    assert len({pair.delegation for pair in field}) == 30
    assert all(len(pair.substitutes) == 2 for pair in field)
    assert all(pair.delegation is None for pair in invented_pairs(load("faraes-2023-tranca"), 4))

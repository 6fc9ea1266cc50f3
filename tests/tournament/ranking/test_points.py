"""What places bring to delegations: points by AFIA's scale, medals over several events."""

from collections.abc import Sequence

import pytest

from carteado.regulation import Override, load
from carteado.tournament.outcomes import Outcome
from carteado.tournament.ranking.points import (
    Award,
    DelegationTotal,
    delegation_awards,
    delegation_points,
    delegation_totals,
    medal_table,
    participation_points,
)
from carteado.tournament.ranking.standings import Placing, event_placings

AF = load("afia-2026-tranca")


def knockout_of_four(first: str, second: str, third: str, fourth: str) -> tuple[Placing, ...]:
    """Semi-finals, the match for third place and the final, with that outcome."""
    played = (
        Outcome("semi-final", 1, (first, third), (1500, 900), first),
        Outcome("semi-final", 1, (second, fourth), (1500, 800), second),
        Outcome("third-place", 1, (third, fourth), (1500, 700), third),
        Outcome("final", 1, (first, second), (2000, 1900), first),
    )
    return event_placings(AF, sorted((first, second, third, fourth)), played)


def own_delegations(pairs: Sequence[str]) -> dict[str, str]:
    """Each pair is the delegation of its name."""
    return {pair: pair for pair in pairs}


def test_af_12_champion_10_runner_up_6_third_4_every_other_entrant_2() -> None:
    placings = knockout_of_four("MG", "SP", "BA", "RJ")
    totals = delegation_points(AF, placings, own_delegations(("MG", "SP", "BA", "RJ")))
    assert [(one.delegation, one.points) for one in totals] == [("MG", 10), ("SP", 6), ("BA", 4), ("RJ", 2)]
    assert [one.rank for one in totals] == [1, 2, 3, 4]


def test_af_12_those_out_before_the_semi_finals_get_the_points_of_an_entrant() -> None:
    pairs = [f"D{number}" for number in range(8)]
    quarter = [Outcome("quarter-final", 1, (pairs[i], pairs[i + 4]), (1500, 10), pairs[i]) for i in range(4)]
    semi = [Outcome("semi-final", 1, (pairs[i], pairs[i + 2]), (1500, 10), pairs[i]) for i in range(2)]
    third = Outcome("third-place", 1, (pairs[2], pairs[3]), (1500, 10), pairs[2])
    final = Outcome("final", 1, (pairs[0], pairs[1]), (2000, 10), pairs[0])
    placings = event_placings(AF, pairs, (*quarter, *semi, third, final))
    awards = delegation_awards(AF, placings, own_delegations(pairs))
    assert [one.points for one in awards] == [10, 6, 4, 2, 2, 2, 2, 2]
    assert {one.key for one in awards[3:]} == {"delegation_points.others"}
    assert AF.cite(awards[0].key) == "AFIA 2026, Art. 12"


def test_af_12_a_delegation_adds_up_what_its_pairs_bring() -> None:
    placings = knockout_of_four("a", "b", "c", "d")
    totals = delegation_points(AF, placings, {"a": "Norte", "b": "Sul", "c": "Sul", "d": "Norte"})
    assert totals == (DelegationTotal("Norte", 1, 12), DelegationTotal("Sul", 2, 10))


def test_af_12_other_points_may_be_set_for_an_event() -> None:
    changed = AF.with_overrides((Override("delegation_points.champion", 12, "comissão"),))
    totals = delegation_points(changed, knockout_of_four("a", "b", "c", "d"), own_delegations("abcd"))
    assert totals[0].points == 12


def test_a_regulation_without_points_gives_none() -> None:
    assert (
        delegation_points(load("faraes-2023-tranca"), knockout_of_four("a", "b", "c", "d"), own_delegations("abcd"))
        == ()
    )


def test_pairs_without_delegation_bring_nobody_anything() -> None:
    totals = delegation_points(AF, knockout_of_four("a", "b", "c", "d"), {"b": "Sul"})
    assert totals == (DelegationTotal("Sul", 1, 6),)


def test_delegations_with_as_many_points_share_a_rank() -> None:
    awards = [Award("a", "Sul", 2, 6, "k"), Award("b", "Norte", 2, 6, "k"), Award("c", "Leste", 9, 2, "k")]
    assert [(one.delegation, one.rank) for one in delegation_totals(awards)] == [
        ("Norte", 1),
        ("Sul", 1),
        ("Leste", 3),
    ]


def test_medals_over_two_events_gold_before_any_silver() -> None:
    delegations = {"a": "Norte", "b": "Sul", "c": "Leste", "d": "Oeste"}
    first = knockout_of_four("a", "b", "c", "d"), delegations
    second = knockout_of_four("c", "b", "d", "a"), delegations
    table = medal_table(first, second)
    assert [(one.delegation, one.rank, one.gold, one.silver, one.bronze) for one in table] == [
        ("Leste", 1, 1, 0, 1),
        ("Norte", 2, 1, 0, 0),
        ("Sul", 3, 0, 2, 0),
        ("Oeste", 4, 0, 0, 1),
    ]


def test_without_events_there_are_no_medals() -> None:
    assert medal_table() == ()
    assert medal_table(((), {})) == ()


@pytest.mark.parametrize(
    ("chosen", "played", "left", "points"),
    [
        ({}, True, False, 2),
        ({}, True, True, 2),
        ({}, False, True, 0),
        ({"after_leaving": "none"}, True, True, 0),
        ({"after_leaving": "none"}, True, False, 2),
        ({"without_a_match": "counted"}, False, False, 2),
        ({"without_a_match": "counted"}, False, True, 2),
        ({"without_a_match": "counted", "after_leaving": "none"}, False, True, 0),
    ],
)
def test_af_12_participation_is_for_who_played_and_an_event_may_choose_otherwise(
    chosen: dict[str, str], played: bool, left: bool, points: int
) -> None:
    """E-5, E-19."""
    overrides = tuple(Override(f"delegation_points.{name}", value, "event") for name, value in chosen.items())
    rules = AF.with_overrides(overrides).event.delegation_points
    assert rules is not None
    assert participation_points(rules, has_played=played, has_left=left) == points

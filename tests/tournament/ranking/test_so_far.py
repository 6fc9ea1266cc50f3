"""The places of a file of results: named once they are earned, whatever the event still plays."""

import pytest

from carteado.regulation import Regulation
from carteado.tournament.outcomes import Outcome
from carteado.tournament.ranking.so_far import placings_so_far
from carteado.tournament.ranking.standings import PlaceState
from tests.tournament.ranking.results import AF, FA, TM, met, played


def ranks(regulation: Regulation, pairs: str, outcomes: list[Outcome]) -> dict[str, int | None]:
    return {one.pair: one.rank for one in placings_so_far(regulation, pairs, outcomes)}


def codes(regulation: Regulation, pairs: str, outcomes: list[Outcome]) -> dict[str, str]:
    return {one.pair: one.by.code for one in placings_so_far(regulation, pairs, outcomes)}


QUARTERS = played("A 1500 B 1", "C 1500 D 1", "E 1500 F 1", "G wo H", phase="quarter-final")
SEMIS = played("A 1500 C 1", "E 1500 G 1", phase="semi-final")


def test_af_10_who_may_still_go_on_is_not_out() -> None:
    outcomes = QUARTERS[:3]
    assert set(ranks(AF, "ABCDEFGH", outcomes).values()) == {None}
    found = codes(AF, "ABCDEFGH", outcomes)
    assert {found[pair] for pair in "BDF"} == {"placed_may_come_back"}
    assert codes(AF, "ABCDEFGH", QUARTERS[2:])["H"] == "placed_out_by_walkover"


def test_no_place_is_named_before_it_is_earned() -> None:
    after_quarters = ranks(AF, "ABCDEFGH", QUARTERS)
    assert after_quarters == {**dict.fromkeys("ACEG"), **dict.fromkeys("BDFH", 5)}
    assert codes(AF, "ABCDEFGH", QUARTERS)["B"] == "placed_out_in"
    after_semis = ranks(AF, "ABCDEFGH", [*QUARTERS, *SEMIS])
    assert after_semis == {**dict.fromkeys("ACEG"), **dict.fromkeys("BDFH", 5)}
    third = met("C 1500 G 1", phase="third-place")
    assert ranks(AF, "ABCDEFGH", [*QUARTERS, *SEMIS, third]) | {"A": None, "E": None} == {
        **after_quarters,
        "C": 3,
        "G": 4,
    }
    final = met("A 2000 E 1", phase="final")
    assert ranks(AF, "ABCDEFGH", [*QUARTERS, *SEMIS, third, final]) == {
        **dict.fromkeys("BDFH", 5),
        **dict(zip("AECG", (1, 2, 3, 4), strict=True)),
    }


def test_without_a_match_for_third_place_the_final_gives_it_to_both() -> None:
    outcomes = [*played("A 12 C 1", "E 12 G 1", phase="semi-final"), met("A 12 E 1", phase="final")]
    assert ranks(TM, "ACEG", outcomes) == {"A": 1, "E": 2, "C": 3, "G": 3}


def test_tm_5_3_1_who_did_not_come_withdrew_and_has_no_place() -> None:
    outcomes = [
        *played("A 12 C 1", "E wo G", phase="semi-final"),
        met("A wo E", phase="final"),
    ]
    *placed, one, two = placings_so_far(TM, "ACEG", outcomes)
    assert [(found.pair, found.rank) for found in placed] == [("A", 1), ("C", 3)]
    for found in (one, two):
        assert (found.rank, found.state, found.by.code) == (None, PlaceState.WITHDRAWN, "placed_withdrawn")
        assert TM.cite(found.by.key or "").endswith("5.3.1")
    in_table = ranks(TM, "ABC", played("A wo B", "C 12 B 1"))
    assert in_table == {"A": 1, "C": 2, "B": None}


@pytest.mark.parametrize("regulation", [AF, FA], ids=lambda regulation: regulation.id)
def test_af_7_elsewhere_a_walkover_leaves_a_pair_its_place(regulation: Regulation) -> None:
    outcomes = [*played("A 1500 C 1", "E wo G", phase="semi-final"), met("A 2000 E 1", phase="final")]
    assert ranks(regulation, "ACEG", outcomes) == {"A": 1, "E": 2, "C": 3, "G": 3}


def test_a_table_is_ranked_as_it_stands() -> None:
    assert ranks(FA, "ABC", played("A 2000 B 1")) == {"A": 1, "C": 2, "B": 3}

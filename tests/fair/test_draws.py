"""Fair draws and their protocols (ruling E-12); expected values come from another implementation."""

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carteado.fair import ALGORITHM, Draw, FairError, draw_protocol, draw_seed, separated, verify_draw
from tests.fair.tables import CLUBS, COUNTING, ENTRANTS, ENTROPY, a_draw, a_protocol

DRAWN = ["edu-fabi", "ana-bia", "😀-duo", "caio-davi", "iara-joão", "ﬀ-duo", "zé-téo", "gil-hugo"]


def test_the_seed_hashes_the_secret_bytes_and_the_entropy_in_utf_8() -> None:
    assert draw_seed(COUNTING, ENTROPY).hex() == ("01f917a01507f2e3b50796dd3c81a735c1240f0849b3a6a66723440d3975ca2c")


def test_the_protocol_has_all_inputs_the_commitment_the_algorithm_and_the_result() -> None:
    assert draw_protocol(a_draw(), secret=COUNTING, entropy=ENTROPY) == {
        "format": "carteado-draw/1",
        "event": "copa-2025",
        "name": "chave",
        "entrants": list(ENTRANTS),
        "apart": {},
        "entropy": ENTROPY,
        "secret": COUNTING.hex(),
        "commitment": "f80abe2357fe479f839cd7d00c813fcccde074e8d06bb58f11bcbd84d7851e59",
        "algorithm": ALGORITHM,
        "seed": "01f917a01507f2e3b50796dd3c81a735c1240f0849b3a6a66723440d3975ca2c",
        "drawn": DRAWN,
        "constraints": {"moves": [], "unavoidable": []},
        "result": DRAWN,
    }


def test_two_of_one_group_are_moved_apart_and_the_protocol_says_why() -> None:
    protocol = a_protocol()
    assert protocol["drawn"] == DRAWN
    assert protocol["constraints"] == {
        "moves": [
            {
                "entrant": "ana-bia",
                "from": 1,
                "to": 4,
                "exchanged_with": "iara-joão",
                "why": {"opponent": "edu-fabi", "group": "Santos"},
            }
        ],
        "unavoidable": [],
    }
    assert protocol["result"] == [
        *("edu-fabi", "iara-joão", "😀-duo", "caio-davi"),
        *("ana-bia", "ﬀ-duo", "zé-téo", "gil-hugo"),
    ]


def test_clashes_that_nothing_avoids_are_listed() -> None:
    """Six of eight are of one club: two of the four first matches have two of them."""
    apart = dict.fromkeys(CLUBS, "Santos")
    protocol = draw_protocol(a_draw(apart=apart), secret=COUNTING, entropy="x")
    assert protocol["constraints"] == {
        "moves": [],
        "unavoidable": [
            {"places": [0, 1], "entrants": ["edu-fabi", "caio-davi"], "group": "Santos"},
            {"places": [6, 7], "entrants": ["gil-hugo", "ana-bia"], "group": "Santos"},
        ],
    }


def test_the_order_in_which_entrants_are_given_changes_nothing() -> None:
    backwards = a_protocol(entrants=ENTRANTS[::-1])
    assert backwards["result"] == a_protocol()["result"]


def test_a_later_place_is_preferred_to_a_nearer_earlier_one() -> None:
    clubs = {"a": "X", "b": "X"}
    assert separated("cdabef", clubs).order == tuple("cdaebf")


def test_without_a_later_place_the_nearest_earlier_one_is_taken() -> None:
    assert separated("cdefab", {"a": "X", "b": "X"}).order == tuple("cdebaf")


def test_a_place_where_the_moved_entrant_would_clash_is_passed_over() -> None:
    assert separated("abcdef", {"a": "X", "b": "X", "c": "X", "d": "Y"}).order == tuple("aecdbf")


def test_the_last_place_of_an_odd_number_meets_nobody() -> None:
    assert separated("abcde", {"a": "X", "b": "X", "c": "X", "d": "X"}) == (
        tuple("aecdb"),
        (("b", 1, 4, "e", "a", "X"),),
        ((2, ("c", "d"), "X"),),
    )


groups = st.lists(st.sampled_from(["X", "Y", "Z", None]), max_size=12)


@given(groups, st.integers(0, 12))
def test_nobody_is_lost_and_no_rule_could_leave_fewer_clashes(clubs: list[str | None], byes: int) -> None:
    """A group fills one place of each pair, and those that meet nobody, before two of it must meet."""
    apart = {str(i): club for i, club in enumerate(clubs) if club is not None}
    order = [str(i) for i in range(len(clubs))]
    outcome = separated(order, apart, byes=min(byes, len(order)))
    assert sorted(outcome.order) == sorted(order)
    meetings = (len(order) - min(byes, len(order))) // 2
    rooms = len(order) - meetings
    assert len(outcome.unavoidable) == sum(max(0, n - rooms) for n in Counter(apart.values()).values())


@given(groups)
def test_replaying_the_moves_gives_the_result(clubs: list[str | None]) -> None:
    apart = {str(i): club for i, club in enumerate(clubs) if club is not None}
    places = [str(i) for i in range(len(clubs))]
    outcome = separated(places, apart)
    for move in outcome.moves:
        assert (places[move.origin], places[move.target]) == (move.entrant, move.exchanged_with)
        places[move.origin], places[move.target] = places[move.target], places[move.origin]
    assert tuple(places) == outcome.order


def test_a_protocol_recomputes_to_itself() -> None:
    assert verify_draw(a_protocol()) == []


@pytest.mark.parametrize(
    ("key", "value", "found"),
    [
        ("commitment", "0" * 64, ["commitment_differs"]),
        ("seed", "0" * 64, ["seed"]),
        ("drawn", DRAWN[::-1], ["drawn"]),
        ("result", DRAWN, ["result"]),
        ("constraints", {"moves": [], "unavoidable": []}, ["constraints"]),
        ("entropy", "another", ["seed", "drawn", "constraints", "result"]),
        ("secret", "0" * 64, ["commitment_differs", "seed", "drawn", "constraints", "result"]),
        ("name", "repescagem", ["commitment_differs", "drawn", "constraints", "result"]),
        ("apart", {}, ["constraints", "result"]),
    ],
)
def test_a_changed_protocol_is_found_out(key: str, value: object, found: list[str]) -> None:
    problems = verify_draw({**a_protocol(), key: value})
    assert [problem.details.get("key", problem.code) for problem in problems] == found
    assert all(map(str, problems))


def test_true_is_not_taken_for_one() -> None:
    protocol = a_protocol()
    protocol["constraints"]["moves"][0]["from"] = True
    assert [problem.details for problem in verify_draw(protocol)] == [{"key": "constraints"}]


def test_a_note_may_be_added_to_a_protocol_but_no_other_key() -> None:
    assert verify_draw({**a_protocol(), "_seen_by": "Ana"}) == []
    with pytest.raises(FairError) as refused:
        verify_draw({**a_protocol(), "winner": "ana-bia"})
    assert (refused.value.code, refused.value.details) == ("unknown_key", {"key": "winner"})


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"format": "carteado-draw/2"}, "wrong_format"),
        ({"algorithm": "by hand"}, "bad_shape"),
        ({"secret": None}, "bad_seed"),
        ({"entropy": None}, "bad_entropy"),
        ({"entropy": "\ud800"}, "bad_entropy"),
    ],
)
def test_a_protocol_that_cannot_be_recomputed_is_refused(changes: dict[str, Any], code: str) -> None:
    with pytest.raises(FairError) as refused:
        verify_draw({**a_protocol(), **changes})
    assert refused.value.code == code


@pytest.mark.parametrize(
    ("changes", "code", "details"),
    [
        ({"event": "a|b"}, "bad_id", {"what": "event", "value": "a|b"}),
        (
            {"name": "quartas de finaL à noite"},
            "bad_id",
            {"what": "name", "value": "quartas de finaL à noite"},
        ),
        ({"name": 7}, "bad_id", {"what": "name", "value": 7}),
        ({"entrants": []}, "no_entrants", {}),
        ({"entrants": "ana"}, "bad_shape", {"key": "entrants", "expected": "a list"}),
        ({"entrants": ["ana", ""]}, "bad_entrant", {"value": ""}),
        ({"entrants": ["ana", ["bia"]]}, "bad_entrant", {"value": "list"}),
        ({"entrants": ["\udc00"]}, "bad_entrant", {"value": "\udc00"}),
        ({"entrants": ["ana", "bia", "ana"]}, "duplicate_entrant", {"value": "ana"}),
        ({"apart": []}, "bad_shape", {"key": "apart", "expected": "an object"}),
        ({"apart": {"caio": "Santos"}}, "unknown_entrant", {"value": "caio"}),
        ({"apart": {"ana": 1}}, "bad_group", {"entrant": "ana", "value": 1}),
        ({"seeds": 1}, "unknown_key", {"key": "seeds"}),
        ({"byes": 3}, "bad_byes", {"value": 3, "entrants": 2}),
        ({"byes": "1"}, "bad_shape", {"key": "byes", "expected": "a whole number, 0 or more"}),
    ],
)
def test_a_draw_of_another_shape_is_refused(changes: dict[str, Any], code: str, details: dict[str, Any]) -> None:
    data = {"event": "copa", "name": "chave", "entrants": ["ana", "bia"], **changes}
    with pytest.raises(FairError) as refused:
        Draw.from_json(data)
    assert (refused.value.code, refused.value.details) == (code, details)
    assert str(refused.value)


def test_a_draw_is_read_and_written_alike() -> None:
    data = {"event": "copa", "name": "chave", "entrants": ["bia", "ana"], "apart": {"ana": "Santos"}}
    assert Draw.from_json({**data, "_note": 1}).to_json() == data


def test_those_with_a_bye_are_not_kept_apart() -> None:
    """Byes are written only where there are any, so that a draw without them reads as it always did."""
    apart = dict.fromkeys(("ana", "bia", "caio", "davi"), "Santos")
    free = Draw(event="copa", name="chave", entrants=("ana", "bia", "caio", "davi"), apart=apart, byes=4)
    protocol = draw_protocol(free, secret=COUNTING, entropy=ENTROPY)
    assert protocol["constraints"] == {"moves": [], "unavoidable": []}
    assert (protocol["byes"], verify_draw(protocol)) == (4, [])
    protocol["byes"] = 0
    assert [str(problem) for problem in verify_draw(protocol)] == ["'constraints' is not what the inputs give"]


def test_a_deeply_nested_id_is_refused_like_any_other() -> None:
    nested: list[Any] = []
    for _ in range(100_000):
        nested = [nested]
    with pytest.raises(FairError) as refused:
        Draw.from_json({"event": "copa", "name": "chave", "entrants": [nested]})
    assert refused.value.details == {"value": "list"}

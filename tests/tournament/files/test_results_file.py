"""The file of results: read without trust, every mistake told with its place, in both languages."""

import json
from typing import Any

import pytest

from carteado.record import InputError
from carteado.regulation import LANGUAGES, catalogue
from carteado.tournament.files.results_file import read_results


def a_match(**changes: object) -> dict[str, Any]:
    match = {"phase": "group", "round": 1, "pairs": ["A", "B"], "points": [3000, 100], "winner": "A", "wo": False}
    return {key: value for key, value in (match | changes).items() if value != "left out"}


def a_file(*matches: dict[str, Any], **changes: object) -> dict[str, Any]:
    document = {"regulation": "apcef-sc-2022-canastra", "pairs": ["A", "B", "C", "D"], "matches": list(matches)}
    return {key: value for key, value in (document | changes).items() if value != "left out"}


def test_a_match_is_read_as_it_counts() -> None:
    [outcome] = read_results(json.dumps(a_file(a_match()))).outcomes
    assert outcome == ("group", 1, ("A", "B"), (3000, 100), "A", False, frozenset())


@pytest.mark.parametrize(
    ("regulation", "phase", "target"),
    [
        ("afia-2026-tranca", "qualifying", 1500),
        ("afia-2026-tranca", "third-place", 1500),
        ("afia-2026-tranca", "final", 2000),
        ("afia-2026-tranca", "round-of-2", 2000),
        ("faraes-2023-tranca", "group", 2000),
        ("apcef-sc-2022-canastra", "group", 3000),
        ("truco-masters-2025", "final", 12),
    ],
)
@pytest.mark.parametrize("points", [[7, 900], [0, 0], None, "left out"], ids=repr)
def test_af_7_a_walkover_counts_as_the_target_to_zero_whatever_is_written(
    regulation: str, phase: str, target: int, points: object
) -> None:
    file = a_file(a_match(phase=phase, winner="B", wo=True, points=points), regulation=regulation)
    [outcome] = read_results(json.dumps(file)).outcomes
    assert (outcome.points, outcome.winner, outcome.walkover) == ((0, target), "B", True)
    assert outcome.out == {"A"}


def test_a_double_walkover_has_no_winner_and_both_are_out() -> None:
    [outcome] = read_results(json.dumps(a_file(a_match(winner=None, wo=True)))).outcomes
    assert (outcome.points, outcome.winner, outcome.out) == ((0, 0), None, frozenset({"A", "B"}))


def test_the_target_may_be_set_by_the_event() -> None:
    overrides = {"match.target": {"value": 2500, "by": "the organisers"}}
    [outcome] = read_results(json.dumps(a_file(a_match(wo=True), overrides=overrides))).outcomes
    assert outcome.points == (2500, 0)


def test_names_of_rounds_that_have_another_name() -> None:
    names = {"round-of-8": "quarter-final", "round-of-4": "semi-final", "round-of-16": "round-of-16"}
    for written, known in names.items():
        assert read_results(json.dumps(a_file(a_match(phase=written)))).outcomes[0].phase == known


def test_what_may_be_left_out() -> None:
    file = a_file(a_match(wo="left out", _note="windy"), lots=["B", "A"], _made_by="hand")
    results = read_results(json.dumps(file))
    assert results.lots == ("B", "A")
    assert read_results(json.dumps(a_file(lots=None))).lots == ()


def test_equal_points_need_a_winner_and_have_one() -> None:
    [outcome] = read_results(json.dumps(a_file(a_match(points=[3000, 3000], winner="B")))).outcomes
    assert outcome.winner == "B"


def test_the_same_two_may_meet_in_another_round_or_phase() -> None:
    matches = (a_match(), a_match(round=2), a_match(phase="final"))
    assert len(read_results(json.dumps(a_file(*matches))).outcomes) == 3


WRONG: dict[str, tuple[dict[str, Any], str]] = {
    "regulation_unknown": (a_file(regulation="buraco"), "regulation"),
    "regulation_missing": (a_file(regulation="left out"), ""),
    "unknown_key": (a_file(phase="group"), ""),
    "override_unknown": (a_file(overrides={"match.colour": {"value": 1, "by": "x"}}), "match.colour"),
    "no_pairs": (a_file(pairs=[]), "pairs"),
    "pairs_missing": (a_file(pairs="left out"), ""),
    "pairs_not_a_list": (a_file(pairs="ABCD"), "pairs"),
    "pair_twice": (a_file(pairs=["A", "B", "A"]), "pairs[2]"),
    "pair_empty": (a_file(pairs=["A", " "]), "pairs[1]"),
    "pair_a_number": (a_file(pairs=["A", 7]), "pairs[1]"),
    "matches_missing": (a_file(matches="left out"), ""),
    "match_not_an_object": (a_file(matches=[["A", "B"]]), "matches[0]"),
    "match_unknown_key": (a_file(a_match(table=3)), "matches[0]"),
    "phase_missing": (a_file(a_match(phase="left out")), "matches[0]"),
    "phase_unknown": (a_file(a_match(phase="warm-up")), "matches[0].phase"),
    "phase_round_of_one": (a_file(a_match(phase="round-of-1")), "matches[0].phase"),
    "phase_round_of_zero": (a_file(a_match(phase="round-of-016")), "matches[0].phase"),
    "phase_other_digits": (a_file(a_match(phase="round-of-١٦")), "matches[0].phase"),
    "phase_null": (a_file(a_match(phase=None)), "matches[0].phase"),
    "round_zero": (a_file(a_match(round=0)), "matches[0].round"),
    "round_negative": (a_file(a_match(round=-1)), "matches[0].round"),
    "round_true": (a_file(a_match(round=True)), "matches[0].round"),
    "round_missing": (a_file(a_match(round="left out")), "matches[0]"),
    "one_pair": (a_file(a_match(pairs=["A"])), "matches[0].pairs"),
    "three_pairs": (a_file(a_match(pairs=["A", "B", "C"])), "matches[0].pairs"),
    "pair_unknown": (a_file(a_match(pairs=["A", "Z"])), "matches[0].pairs[1]"),
    "against_itself": (a_file(a_match(pairs=["A", "A"])), "matches[0].pairs"),
    "points_missing": (a_file(a_match(points="left out")), "matches[0]"),
    "points_null": (a_file(a_match(points=None)), "matches[0].points"),
    "one_score": (a_file(a_match(points=[3000])), "matches[0].points"),
    "score_a_text": (a_file(a_match(points=["3000", 0])), "matches[0].points[0]"),
    "score_a_fraction": (a_file(a_match(points=[3000.5, 0])), "matches[0].points[0]"),
    "winner_missing": (a_file(a_match(winner="left out")), "matches[0]"),
    "winner_null": (a_file(a_match(winner=None)), "matches[0].winner"),
    "winner_of_another_match": (a_file(a_match(winner="C")), "matches[0].winner"),
    "winner_an_index": (a_file(a_match(winner=0)), "matches[0].winner"),
    "winner_with_fewer_points": (a_file(a_match(winner="B")), "matches[0].winner"),
    "wo_a_text": (a_file(a_match(wo="no")), "matches[0].wo"),
    "wo_with_bad_points": (a_file(a_match(wo=True, points=[1])), "matches[0].points"),
    "wo_winner_of_another_match": (a_file(a_match(wo=True, winner="C")), "matches[0].winner"),
    "the_same_match_twice": (a_file(a_match(), a_match()), "matches[1]"),
    "the_same_match_turned_round": (a_file(a_match(), a_match(pairs=["B", "A"], winner="B")), "matches[1]"),
    "a_pair_twice_in_a_round": (a_file(a_match(), a_match(pairs=["C", "A"], winner="C")), "matches[1]"),
    "two_finals": (
        a_file(a_match(phase="final"), a_match(phase="final", pairs=["C", "D"], winner="C")),
        "matches[1].phase",
    ),
    "lots_unknown": (a_file(lots=["A", "Z"]), "lots[1]"),
    "lots_twice": (a_file(lots=["A", "A"]), "lots[1]"),
    "lots_not_a_list": (a_file(lots="A"), "lots"),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_file_is_told_with_its_place(name: str) -> None:
    document, where = WRONG[name]
    with pytest.raises(InputError) as caught:
        read_results(json.dumps(document))
    error = caught.value
    assert error.where == where or (name == "override_unknown" and where in error.where)
    messages = [error.message(catalogue(language)) for language in LANGUAGES]
    assert len(set(messages)) > 1
    assert "{" not in "".join(messages)

"""Delegations: AFIA 2026, Art. 1 and 2, with ruling E-1."""

from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carteado.record import InputError, Node, parse_json
from carteado.record.layout import layout
from carteado.regulation import LANGUAGES, IllegalAct, Override, Refusal, Regulation, catalogue
from carteado.tournament.registrations.delegations import (
    Delegation,
    LineUp,
    Substitution,
    is_locked,
    refusal_to_line_up,
    refusal_to_seat,
    refusal_to_substitute,
    seated_at,
    substituted,
)
from tests.tournament.registrations.entrants import AF, AP, FA, IN_TIME, TM, later

CASCAVEL = LineUp(delegation="cascavel", starters=("ana", "bia"), substitutes=("caio", "davi"))


def code_and_article(refused: Refusal | None, regulation: Regulation = AF) -> tuple[str, str]:
    """The code of a refusal and the articles it cites, none for one by no rule."""
    assert refused is not None
    assert all(catalogue(language).refusal(refused) for language in LANGUAGES)
    return refused.code, str(regulation.citation(refused.key)) if refused.key else ""


def line_up(starters: str, substitutes: str = "", delegation: str = "foz") -> LineUp:
    return LineUp(delegation=delegation, starters=tuple(starters.split()), substitutes=tuple(substitutes.split()))


def for_match(match: str, leaves: str, enters: str, hour: float = 1) -> Substitution:
    return Substitution(match, leaves, enters, by="chefe", at=later(hour), why="desistiu")


# --- whom a delegation enters -------------------------------------------------------------------------------------


def test_af_1_a_person_represents_one_delegation() -> None:
    assert refusal_to_line_up(AF, line_up("eva fabio", "gil hugo"), [CASCAVEL]) is None
    with_davi = line_up("eva fabio", "davi")
    assert code_and_article(refusal_to_line_up(AF, with_davi, [CASCAVEL])) == ("person_in_two_delegations", "1")


def test_af_2_two_starters_and_two_substitutes() -> None:
    assert refusal_to_line_up(AF, CASCAVEL) is None
    assert CASCAVEL.players == ("ana", "bia", "caio", "davi")


@pytest.mark.parametrize("substitutes", ["", "c"])
def test_af_2_a_delegation_may_enter_fewer_substitutes(substitutes: str) -> None:
    assert refusal_to_line_up(AF, line_up("a b", substitutes)) is None


@pytest.mark.parametrize(
    ("starters", "substitutes", "code"),
    [
        ("a b", "c d e", "too_many_players"),
        ("a", "b c", "wrong_number_of_starters"),
        ("a b c", "d", "wrong_number_of_starters"),
        ("", "a b", "wrong_number_of_starters"),
    ],
)
def test_af_2_no_other_numbers(starters: str, substitutes: str, code: str) -> None:
    assert code_and_article(refusal_to_line_up(AF, line_up(starters, substitutes))) == (code, "2")


def test_af_2_a_delegation_enters_its_players_once() -> None:
    again = line_up("eva fabio", delegation="cascavel")
    assert code_and_article(refusal_to_line_up(AF, again, [CASCAVEL])) == ("delegation_entered_already", "2")


@pytest.mark.parametrize(("starters", "substitutes"), [("a a", "b"), ("a b", "a"), ("a b", "c c")])
def test_nobody_is_named_twice(starters: str, substitutes: str) -> None:
    assert code_and_article(refusal_to_line_up(AF, line_up(starters, substitutes))) == ("person_twice", "")


def test_the_numbers_are_the_regulations() -> None:
    more = AF.with_overrides(
        (Override("delegations.substitutes", 3, "the committee"), Override("delegations.players", 5, "the committee"))
    )
    assert refusal_to_line_up(more, line_up("a b", "c d e")) is None
    assert code_and_article(refusal_to_line_up(more, line_up("a b", "c d e f"))) == ("too_many_players", "2")
    assert code_and_article(refusal_to_line_up(more, line_up("a", "b c d e"))) == ("wrong_number_of_starters", "2")


@pytest.mark.parametrize("regulation", [TM, FA, AP], ids=lambda one: one.id)
def test_elsewhere_a_pair_has_no_substitutes(regulation: Regulation) -> None:
    assert refusal_to_line_up(regulation, line_up("a b")) is None
    for starters, substitutes in (("a b", "c"), ("a", ""), ("a", "b"), ("a b c", "")):
        refused = refusal_to_line_up(regulation, line_up(starters, substitutes))
        assert code_and_article(refused, regulation) == ("pair_without_substitutes", "")
    twice = refusal_to_line_up(regulation, line_up("a b", delegation="x"), [line_up("b c", delegation="y")])
    assert code_and_article(twice, regulation) == ("person_in_two_delegations", "")


# --- who plays ----------------------------------------------------------------------------------------------------


def test_af_2_the_starters_play_unless_one_gives_up() -> None:
    assert CASCAVEL.pair_for("m1") == ("ana", "bia")
    one = substituted(AF, CASCAVEL, for_match("m1", "ana", "caio"))
    assert one.pair_for("m1") == ("caio", "bia")
    assert one.pair_for("m2") == ("ana", "bia"), "a substitution is for one match"


def test_af_2_both_may_be_replaced() -> None:
    one = substituted(AF, CASCAVEL, for_match("m1", "ana", "caio"))
    both = substituted(AF, one, for_match("m1", "bia", "davi"))
    assert both.pair_for("m1") == ("caio", "davi")


def test_af_2_until_the_start_a_starter_may_come_back() -> None:
    one = substituted(AF, CASCAVEL, for_match("m1", "ana", "caio"))
    assert substituted(AF, one, for_match("m1", "caio", "ana")).pair_for("m1") == ("ana", "bia")


def test_af_2_a_substitution_is_made_before_the_match_starts() -> None:
    change = for_match("m1", "ana", "caio")
    before, at_the_start = change.at + timedelta(microseconds=1), change.at
    assert refusal_to_substitute(AF, CASCAVEL, change, started=before) is None
    refused = refusal_to_substitute(AF, CASCAVEL, change, started=at_the_start)
    assert code_and_article(refused) == ("match_has_started", "2")
    assert refused is not None
    assert AF.citation(refused.key).ruling == "E-1"
    with pytest.raises(IllegalAct):
        substituted(AF, CASCAVEL, change, started=at_the_start)


def test_af_2_once_seated_the_pair_is_locked_for_that_match_alone() -> None:
    seated = seated_at(CASCAVEL, "m1", later(2))
    early = for_match("m1", "ana", "caio", hour=1)
    assert code_and_article(refusal_to_substitute(AF, seated, early)) == ("match_has_started", "2")
    assert is_locked(seated, "m1", later(1))
    assert not is_locked(seated, "m2", later(9))
    assert is_locked(seated, "m2", later(9), started=later(9))
    assert refusal_to_substitute(AF, seated, for_match("m2", "ana", "caio", hour=3)) is None


@pytest.mark.parametrize(
    ("leaves", "enters", "told_so"),
    [
        ("ana", "zeca", ("substitute_not_entered", "2")),
        ("caio", "davi", ("not_in_this_pair", "")),
        ("ana", "bia", ("in_this_pair_already", "")),
        ("ana", "ana", ("in_this_pair_already", "")),
    ],
)
def test_af_2_only_players_of_the_delegation_step_in(leaves: str, enters: str, told_so: tuple[str, str]) -> None:
    refused = refusal_to_substitute(AF, CASCAVEL, for_match("m1", leaves, enters))
    assert code_and_article(refused) == told_so


def test_af_2_who_sat_in_which_match_is_kept() -> None:
    first = seated_at(CASCAVEL, "m1", later(0))
    changed = substituted(AF, first, for_match("m2", "bia", "davi", hour=1))
    second = seated_at(changed, "m2", later(2))
    assert [(seating.match, seating.pair) for seating in second.seatings] == [
        ("m1", ("ana", "bia")),
        ("m2", ("ana", "davi")),
    ]
    assert second.seated("m3") is None


def test_a_match_starts_once_and_after_its_substitutions() -> None:
    seated = seated_at(CASCAVEL, "m1", later(0))
    assert code_and_article(refusal_to_seat(seated, "m1", later(5))) == ("seated_already", "")
    changed = substituted(AF, CASCAVEL, for_match("m1", "bia", "davi", hour=1))
    assert code_and_article(refusal_to_seat(changed, "m1", later(1))) == ("substitution_after_the_start", "")
    assert refusal_to_seat(changed, "m2", later(0)) is None
    with pytest.raises(IllegalAct):
        seated_at(seated, "m1", later(5))


# --- JSON ---------------------------------------------------------------------------------------------------------


def read_again(value: LineUp) -> LineUp:
    return LineUp.from_json(Node(parse_json(layout(value.to_json()))))


def test_a_delegation_reads_as_it_was_written() -> None:
    delegation = Delegation(id="cascavel", name="AFIA Cascavel")
    assert Delegation.from_json(Node(delegation.to_json())) == delegation
    with pytest.raises(InputError, match="name: empty_text"):
        Delegation.from_json(Node({"id": "x", "name": ""}))


PEOPLE = ("ana", "bia", "caio", "davi", "zeca")
MATCHES = ("m1", "m2")
tries = st.one_of(
    st.tuples(st.just("sub"), st.sampled_from(MATCHES), st.sampled_from(PEOPLE), st.sampled_from(PEOPLE)),
    st.tuples(st.just("sit"), st.sampled_from(MATCHES), st.none(), st.none()),
)


@given(st.lists(tries, max_size=12))
def test_whatever_is_tried_two_of_the_delegation_play_and_the_seated_stay(attempts: list[tuple[str, ...]]) -> None:
    current, sat = CASCAVEL, dict[str, tuple[str, ...]]()
    for hour, (kind, match, leaves, enters) in enumerate(attempts):
        try:
            if kind == "sub":
                current = substituted(AF, current, for_match(match, leaves, enters, hour))
            else:
                current = seated_at(current, match, later(hour))
                sat[match] = current.pair_for(match)
        except IllegalAct:
            pass
        for one in MATCHES:
            pair = current.pair_for(one)
            assert len(set(pair)) == 2
            assert set(pair) <= set(current.players)
            assert sat.get(one, pair) == pair
    assert {seating.match: seating.pair for seating in current.seatings} == sat
    assert read_again(current) == current


def spoilt(**parts: Any) -> dict[str, Any]:
    one = substituted(AF, CASCAVEL, for_match("m1", "ana", "caio"))
    return {**seated_at(one, "m1", later(2)).to_json(), **parts}


def a_substitution(**parts: Any) -> dict[str, Any]:
    return {**for_match("m2", "ana", "caio").to_json(), **parts}


@pytest.mark.parametrize(
    ("document", "where", "code"),
    [
        (spoilt(starters=["ana", "ana"]), "starters", "person_twice"),
        (spoilt(substitutes=["ana", "davi"]), "substitutes", "person_twice"),
        (spoilt(substitutions=[a_substitution(enters="zeca")]), "substitutions[0]", "impossible_substitution"),
        (spoilt(substitutions=[a_substitution(at="soon")]), "substitutions[0].at", "expected_instant"),
        (spoilt(substitutions=[]), "seatings[0]", "impossible_seating"),
        (
            spoilt(seatings=[{"match": "m1", "pair": ["caio", "bia"], "at": "2025-09-20T12:00:00Z"}]),
            "seatings[0]",
            "impossible_seating",
        ),
        (spoilt(captain="ana"), "", "unknown_entry"),
    ],
)
def test_a_line_up_that_cannot_have_been_is_not_read(document: dict[str, Any], where: str, code: str) -> None:
    with pytest.raises(InputError) as caught:
        LineUp.from_json(Node(document))
    assert (caught.value.where, caught.value.code) == (where, code)
    assert all(caught.value.message(catalogue(language)) for language in LANGUAGES)


def test_the_instants_of_these_tests_are_in_order() -> None:
    assert IN_TIME == later(0) < later(1)

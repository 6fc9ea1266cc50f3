"""Entries out of the event, by their own will or not: Truco Masters 2025, articles 4, 5 and 20."""

from dataclasses import replace

import pytest

from carteado.regulation import Regulation
from carteado.tournament.registrations.acts import (
    Actor,
    Change,
    EntryState,
    FailToAppear,
    Ground,
    Role,
    Select,
    grounds,
)
from carteado.tournament.registrations.entries import Entry, Roll, changed, refusal_to_open
from tests.tournament.registrations.entrants import AF, AP, FA, PRODUCER, TM, confirming, entered, entering, later
from tests.tournament.registrations.rolls import (
    ANA,
    BIA,
    EMPTY,
    REFEREE,
    RESERVE,
    SELECT,
    disqualifying,
    no_change,
    no_entry,
    roll_of,
    withdrawing,
)

# --- 5.9, 5.3.1: leaving ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("by", [ANA, BIA])
def test_tm_5_9_either_member_withdraws_in_writing(by: Actor) -> None:
    entry = entered(EMPTY, confirming(), SELECT)
    gone = changed(entry, withdrawing(by), roll=EMPTY)
    assert (gone.state, gone.history[-1].by, str(TM.citation(gone.history[-1].key))) == (
        EntryState.WITHDRAWN,
        by,
        "5.9",
    )
    assert no_change(entry, withdrawing(by, in_writing=False)) == ("withdrawal_not_in_writing", "5.9")


def test_tm_5_9_nobody_withdraws_another_pair() -> None:
    entry = entered(EMPTY, confirming(), SELECT)
    assert no_change(entry, withdrawing(PRODUCER)) == ("not_for_this_role", "5.9")
    assert no_change(entry, withdrawing(Actor(Role.PARTNER, "caio"))) == ("not_who_it_says", "")


def test_tm_5_9_a_withdrawal_is_final_like_a_disqualification() -> None:
    gone = entered(EMPTY, confirming(), SELECT, withdrawing())
    assert no_change(gone, Select(by=PRODUCER, at=later(9))) == ("withdrawal_is_final", "5.8, 5.9")
    assert no_entry(entering("bia", "caio"), roll_of(gone)) == ("person_withdrew", "5.8, 5.9")


@pytest.mark.parametrize("by", [PRODUCER, REFEREE])
def test_tm_5_3_1_late_or_absent_is_a_tacit_withdrawal(by: Actor) -> None:
    entry = entered(EMPTY, confirming(), SELECT)
    gone = changed(entry, FailToAppear(by=by, at=later(5)), roll=roll_of(entry, drawn=True))
    assert (gone.state, str(TM.citation(gone.history[-1].key))) == (EntryState.WITHDRAWN, "5.3.1")
    assert no_change(gone, Select(by=PRODUCER, at=later(9))) == ("withdrawal_is_final", "5.8, 5.9")


def test_tm_5_3_1_only_a_selected_pair_can_fail_to_appear() -> None:
    waiting, absent = entered(EMPTY, confirming()), FailToAppear(by=PRODUCER, at=later(5))
    assert no_change(waiting, absent) == ("not_in_this_state", "5.3.1")
    chosen = entered(EMPTY, confirming(), SELECT)
    assert no_change(chosen, FailToAppear(by=ANA, at=later(5))) == ("not_for_this_role", "5.3.1")


def test_where_late_pairs_are_eliminated_they_do_not_withdraw() -> None:
    roll = Roll(regulation=AF)
    entry = entered(roll, SELECT, delegation="cascavel")
    assert no_change(entry, FailToAppear(by=REFEREE, at=later(5)), roll) == ("late_is_no_withdrawal", "7")


# --- disqualification ---------------------------------------------------------------------------------------------


def disqualified(ground: Ground, entry: Entry) -> str:
    """The article of the ground, once the pair is out."""
    out = changed(entry, disqualifying(ground), roll=EMPTY)
    assert (out.state, out.history[-1].why) == (EntryState.DISQUALIFIED, "apurado")
    return str(TM.citation(out.history[-1].key))


@pytest.mark.parametrize("acts", [(), (confirming(),), (confirming(), RESERVE), (confirming(), SELECT)])
def test_tm_4_5_1_a_hidden_tie_disqualifies_the_pair_at_any_time(acts: tuple[Change, ...]) -> None:
    assert disqualified(Ground.HIDDEN_TIE, entered(EMPTY, *acts)) == "4.5.1"


@pytest.mark.parametrize("acts", [(), (confirming(), SELECT)])
def test_tm_4_6_an_irregular_entry_may_disqualify_the_pair(acts: tuple[Change, ...]) -> None:
    assert disqualified(Ground.IRREGULAR_ENTRY, entered(EMPTY, *acts)) == "4.6"


def only_pairs_that_take_part(ground: Ground, articles: str) -> None:
    assert disqualified(ground, entered(EMPTY, confirming(), SELECT)) == articles
    waiting = entered(EMPTY, confirming())
    assert no_change(waiting, disqualifying(ground)) == ("ground_for_pairs_taking_part", articles)


def test_tm_5_4_unsigned_documents_disqualify_a_selected_pair() -> None:
    only_pairs_that_take_part(Ground.UNSIGNED_DOCUMENTS, "5.4")


def test_tm_5_6_a_reported_fact_may_disqualify_a_selected_pair() -> None:
    only_pairs_that_take_part(Ground.REPORTED_FACT, "5.6")


def test_tm_5_7_breach_and_behaviour_disqualify_a_selected_pair() -> None:
    only_pairs_that_take_part(Ground.BREACH, "5.7")
    only_pairs_that_take_part(Ground.BEHAVIOUR, "5.7, 5.7.1")


def test_tm_5_7_only_the_producer_disqualifies_and_says_why() -> None:
    chosen = entered(EMPTY, confirming(), SELECT)
    for by in (ANA, BIA, REFEREE):
        assert no_change(chosen, disqualifying(Ground.BREACH, by)) == ("not_for_this_role", "5.7")
    assert no_change(chosen, disqualifying(Ground.BREACH, why=" ")) == ("reason_missing", "")


def test_tm_5_8_a_disqualification_is_final_and_cannot_be_appealed() -> None:
    out = entered(EMPTY, confirming(), SELECT, disqualifying(Ground.BREACH))
    for change in (Select(by=PRODUCER, at=later(9)), withdrawing(at=later(9)), disqualifying(Ground.BREACH)):
        assert no_change(out, change) == ("disqualification_is_final", "5.7, 5.8")
    assert no_entry(entering("caio", "bia"), roll_of(out)) == ("person_was_disqualified", "5.7, 5.8")


def test_tm_20_the_referee_disqualifies_at_the_table() -> None:
    chosen = entered(EMPTY, confirming(), SELECT)
    out = changed(chosen, disqualifying(Ground.REFEREE, REFEREE), roll=EMPTY)
    assert "20" in TM.citation(out.history[-1].key).articles


@pytest.mark.parametrize("regulation", [AF, FA, AP], ids=lambda one: one.id)
def test_a_regulation_has_the_grounds_that_it_writes(regulation: Regulation) -> None:
    assert grounds(TM) == tuple(Ground)
    assert grounds(regulation) == (Ground.REFEREE,)
    roll = Roll(regulation=regulation)
    entry = entered(roll, delegation="cascavel")
    assert no_change(entry, disqualifying(Ground.BREACH), roll) == ("ground_of_another_regulation", "")
    out = changed(entry, disqualifying(Ground.REFEREE), roll=roll)
    assert out.state is EntryState.DISQUALIFIED
    assert no_change(out, SELECT, roll) == ("disqualification_is_final", "")
    assert refusal_to_open(entering("ana", "caio", delegation="cascavel"), roll=replace(roll, entries=(out,))) is None

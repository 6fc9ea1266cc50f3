"""Entries, from the form to the draw: Truco Masters 2025, articles 2 to 5; rulings E-8 to E-10."""

from dataclasses import replace
from datetime import date, datetime, timedelta, timezone
from typing import Any

import pytest

from carteado.regulation import Override, Regulation
from carteado.tournament.registrations.acts import (
    AcceptInvitation,
    Actor,
    AskBack,
    Change,
    Complete,
    ConfirmPartner,
    Decline,
    EntryState,
    Invite,
    InvitePair,
    KeepInReserve,
    Role,
    Select,
    SendToReview,
)
from carteado.tournament.registrations.eligibility import EventSettings, Requirement, VerdictState, open_questions
from carteado.tournament.registrations.entries import (
    Entry,
    Roll,
    changed,
    circumstances,
    entry_verdicts,
    free_places,
    new_entry,
    next_reserve,
    owes_partners_word,
    refusal,
    refusal_to_open,
    taking_part,
)
from carteado.tournament.registrations.people import Tie, TieKind
from tests.tournament.registrations.entrants import (
    AF,
    AP,
    FA,
    IN_TIME,
    PRODUCER,
    TM,
    brazilian,
    confirming,
    entered,
    entering,
    foreigner,
    later,
)
from tests.tournament.registrations.rolls import (
    ANA,
    BIA,
    EMPTY,
    REFEREE,
    RESERVE,
    SELECT,
    no_change,
    no_entry,
    roll_of,
    withdrawing,
)


def selected_pairs(count: int) -> list[Entry]:
    names = [(f"a{number}", f"b{number}") for number in range(count)]
    return [entered(EMPTY, confirming(two), SELECT, first=one, second=two) for one, two in names]


# --- entering -----------------------------------------------------------------------------------------------------


def test_tm_4_1_2_one_enters_the_pair_and_the_partner_confirms() -> None:
    incomplete = entered(EMPTY)
    assert incomplete.state is EntryState.INCOMPLETE
    assert owes_partners_word(incomplete, TM)
    confirmed = changed(incomplete, confirming(), roll=EMPTY)
    assert confirmed.state is EntryState.ENTERED
    assert not owes_partners_word(confirmed, TM)
    assert [(step.act, step.by.id, str(TM.citation(step.key))) for step in confirmed.history] == [
        ("enter", "ana", "4.1.2"),
        ("confirm_partner", "bia", "4.1.2"),
    ]


def test_tm_4_1_2_nobody_confirms_for_the_partner() -> None:
    for by in (ANA, PRODUCER, REFEREE):
        assert no_change(entered(EMPTY), ConfirmPartner(by=by, at=IN_TIME)) == ("not_for_this_role", "4.1.2")
    for pretender in ("ana", "caio"):
        by = Actor(Role.PARTNER, pretender)
        assert no_change(entered(EMPTY), ConfirmPartner(by=by, at=IN_TIME)) == ("not_who_it_says", "")


def test_tm_4_1_2_without_the_partners_word_the_pair_goes_no_further() -> None:
    for change in (SELECT, RESERVE, SendToReview(by=PRODUCER, at=IN_TIME), Complete(by=ANA, at=IN_TIME)):
        assert no_change(entered(EMPTY), change) == ("partner_has_not_confirmed", "4.1.2")


def test_tm_4_1_2_the_one_who_enters_is_of_the_pair() -> None:
    for_others = entering(registrant="caio", by=Actor(Role.REGISTRANT, "caio"))
    assert no_entry(for_others) == ("registrant_not_of_the_pair", "4.1.2")
    assert no_entry(entering(by=Actor(Role.REGISTRANT, "bia"))) == ("not_who_it_says", "")
    assert no_entry(entering(by=Actor(Role.PARTNER, "bia"))) == ("not_for_this_role", "4.1.2")


def test_tm_4_2_a_pair_enters_within_the_time_and_with_the_form() -> None:
    sao_paulo = timezone(timedelta(hours=-3))
    last = datetime(2025, 10, 18, 23, 59, 59, tzinfo=sao_paulo)
    assert new_entry(entering(at=last), roll=EMPTY).entered_at == last
    assert no_entry(entering(at=last + timedelta(seconds=1))) == ("entries_closed", "4.2")
    assert no_entry(entering(at=datetime(2025, 9, 14, tzinfo=sao_paulo))) == ("entries_not_open", "4.2")
    assert no_entry(entering(by=PRODUCER)) == ("entered_by_the_pair_only", "4.2")


def test_tm_4_2_1_or_within_the_time_as_moved() -> None:
    roll = roll_of(settings=EventSettings(closes=later(-1)))
    assert no_entry(entering(), roll) == ("entries_closed", "4.2.1, 4.4")
    assert refusal_to_open(entering(), roll=roll_of(settings=EventSettings(closes=IN_TIME))) is None


def test_a_person_is_in_one_pair_of_an_event() -> None:
    roll = roll_of(entered(EMPTY, confirming()))
    assert no_entry(entering("caio", "bia"), roll) == ("person_in_two_pairs", "")
    assert no_entry(entering("ana", "caio"), roll) == ("person_in_two_pairs", "")
    assert refusal_to_open(entering("caio", "davi"), roll=roll) is None


def test_a_pair_that_left_before_it_was_selected_may_enter_again() -> None:
    for gone in (
        entered(EMPTY, confirming(), withdrawing()),
        entered(EMPTY, confirming(), Decline(by=PRODUCER, at=later(1))),
    ):
        assert refusal_to_open(entering("ana", "caio"), roll=roll_of(gone)) is None


def test_a_pair_is_two_people_with_an_id_of_its_own() -> None:
    assert no_entry(entering("ana", "ana")) == ("pair_of_one", "")
    taken = entering("caio", "davi", id="ana-bia")
    assert no_entry(taken, roll_of(entered(EMPTY))) == ("entry_id_taken", "")


def test_nobody_enters_after_the_draw() -> None:
    assert no_entry(entering(), roll_of(drawn=True)) == ("bracket_is_drawn", "3.2")


# --- 4.8, 5.1, 5.2, 2.1: review and selection ---------------------------------------------------------------------


def test_tm_2_1_sixteen_pairs_and_no_more() -> None:
    fifteen = roll_of(*selected_pairs(15))
    seventeenth = entered(EMPTY, confirming())
    assert free_places(fifteen) == 1
    full = fifteen.with_entry(changed(seventeenth, SELECT, roll=fifteen))
    assert len(taking_part(full)) == 16
    one_more = entered(EMPTY, confirming("davi"), first="caio", second="davi")
    assert no_change(one_more, SELECT, full) == ("all_places_taken", "2.1")


def test_tm_2_1_pairs_are_invited_too_and_an_invitation_holds_a_place() -> None:
    inviting = InvitePair(id="x", people=("ana", "bia"), registrant="ana", by=PRODUCER, at=later(1))
    fifteen = roll_of(*selected_pairs(15))
    invited = new_entry(inviting, roll=fifteen)
    assert invited.state is EntryState.INVITED
    assert invited.was_invited
    waiting = fifteen.with_entry(invited)
    assert free_places(waiting) == 0
    other = entered(EMPTY, confirming("davi"), first="caio", second="davi")
    assert no_change(other, SELECT, waiting) == ("all_places_taken", "2.1")
    another = replace(inviting, id="y", people=("caio", "davi"), registrant="caio")
    assert no_entry(another, waiting) == ("all_places_taken", "2.1")
    declined = waiting.with_entry(changed(invited, Decline(by=BIA, at=later(3)), roll=waiting))
    assert free_places(declined) == 1
    assert changed(other, SELECT, roll=declined).state is EntryState.SELECTED


def test_tm_2_1_an_invited_pair_accepts_when_both_agree() -> None:
    inviting = InvitePair(
        id="x",
        people=("ana", "bia"),
        registrant="ana",
        by=PRODUCER,
        at=datetime(2025, 10, 22, 12, tzinfo=IN_TIME.tzinfo),
    )
    invited = new_entry(inviting, roll=EMPTY)
    accepting = AcceptInvitation(by=ANA, at=inviting.at)
    assert no_change(invited, accepting) == ("partner_has_not_confirmed", "4.1.2")
    confirmed = changed(invited, confirming(at=inviting.at), roll=EMPTY)
    assert confirmed.state is EntryState.INVITED
    assert changed(confirmed, accepting, roll=EMPTY).state is EntryState.SELECTED


def test_tm_2_1_only_the_producer_invites() -> None:
    asked: dict[str, Any] = {"id": "x", "people": ("ana", "bia"), "at": IN_TIME}
    by_a_player = InvitePair(**asked, registrant="ana", by=ANA)
    assert no_entry(by_a_player) == ("not_for_this_role", "2.1, 5.1")
    assert no_entry(InvitePair(**asked, registrant="caio", by=PRODUCER)) == ("registrant_not_of_the_pair", "")
    only_entered = TM.with_overrides((Override("selection.sources", ["entered"], "the producer"),))
    inviting = InvitePair(**asked, registrant="ana", by=PRODUCER)
    assert no_entry(inviting, roll_of(regulation=only_entered)) == ("nobody_is_invited", "2.1")


@pytest.mark.parametrize("act", [Select, KeepInReserve, SendToReview])
def test_tm_5_1_only_the_producer_selects(act: type[Change]) -> None:
    entry = entered(EMPTY, confirming())
    for by in (ANA, BIA, REFEREE):
        assert no_change(entry, act(by=by, at=later(1))) == ("not_for_this_role", "2.1, 5.1")
    assert changed(entry, act(by=PRODUCER, at=later(1)), roll=EMPTY).history[-1].key.startswith("selection.")


def test_tm_4_8_entering_gives_no_right_to_a_place() -> None:
    entry = entered(EMPTY, confirming())
    assert taking_part(roll_of(entry)) == ()
    declined = changed(entry, Decline(by=PRODUCER, at=later(1)), roll=EMPTY)
    assert declined.state is EntryState.DECLINED
    assert "4.8" in TM.citation(declined.history[-1].key).articles
    assert no_change(declined, SELECT) == ("entry_was_declined", "")


def test_tm_5_2_the_selected_pairs_are_those_that_take_part() -> None:
    chosen, passed_over = selected_pairs(2)[0], entered(EMPTY, confirming())
    assert taking_part(roll_of(chosen, passed_over)) == (chosen,)


def test_tm_5_2_a_reserve_is_called_and_accepts() -> None:
    reserve = entered(EMPTY, confirming(), RESERVE)
    called = changed(reserve, Invite(by=PRODUCER, at=later(3)), roll=EMPTY)
    assert (called.state, str(TM.citation(called.history[-1].key))) == (EntryState.INVITED, "5.2")
    accepted = changed(called, AcceptInvitation(by=ANA, at=later(4)), roll=EMPTY)
    assert accepted.state is EntryState.SELECTED
    assert not accepted.was_invited, "it entered itself"


def test_what_is_asked_back_is_supplied() -> None:
    reviewed = entered(EMPTY, confirming(), SendToReview(by=PRODUCER, at=later(1)))
    assert no_change(reviewed, AskBack(by=PRODUCER, at=later(2))) == ("reason_missing", "")
    asked = changed(reviewed, AskBack(by=PRODUCER, at=later(2), why="foto do RNE"), roll=EMPTY)
    assert (asked.state, asked.history[-1].why) == (EntryState.INCOMPLETE, "foto do RNE")
    assert no_change(asked, confirming(at=later(3))) == ("partner_owes_no_word", "")
    assert no_change(asked, Select(by=PRODUCER, at=later(3))) == ("not_in_this_state", "2.1, 5.1")
    assert changed(asked, Complete(by=BIA, at=later(3)), roll=EMPTY).state is EntryState.ENTERED


def test_nothing_happens_before_what_has_happened() -> None:
    entry = entered(EMPTY, confirming(), SELECT)
    assert no_change(entry, withdrawing(at=later(1.99))) == ("before_the_last_step", "")
    assert refusal(entry, withdrawing(at=later(2)), roll=EMPTY) is None


# --- reserves move up until the draw ------------------------------------------------------------------------------


def test_a_reserve_moves_up_when_a_selected_pair_leaves_before_the_draw() -> None:
    sixteen = selected_pairs(16)
    second = entered(EMPTY, confirming("d"), KeepInReserve(by=PRODUCER, at=later(4)), first="c", second="d")
    first = entered(EMPTY, confirming("f"), KeepInReserve(by=PRODUCER, at=later(3)), first="e", second="f")
    full = roll_of(*sixteen, second, first)
    assert next_reserve(full) is None
    left = changed(sixteen[3], withdrawing(by=Actor(Role.PARTNER, "b3")), roll=full)
    open_place = full.with_entry(left)
    assert next_reserve(open_place) == first
    moved_up = open_place.with_entry(changed(first, Select(by=PRODUCER, at=later(6)), roll=open_place))
    assert (free_places(moved_up), next_reserve(moved_up)) == (0, None)


def test_tm_3_2_after_the_draw_nobody_moves_up() -> None:
    reserve, chosen = entered(EMPTY, confirming(), RESERVE), selected_pairs(1)[0]
    drawn = roll_of(reserve, chosen, drawn=True)
    assert next_reserve(drawn) is None
    assert no_change(reserve, Select(by=PRODUCER, at=later(6)), drawn) == ("bracket_is_drawn", "3.2")
    assert no_change(reserve, Invite(by=PRODUCER, at=later(6)), drawn) == ("bracket_is_drawn", "3.2")
    assert no_change(chosen, KeepInReserve(by=PRODUCER, at=later(6)), drawn) == ("bracket_is_drawn", "3.2")
    called = changed(reserve, Invite(by=PRODUCER, at=later(3)), roll=EMPTY)
    assert no_change(called, AcceptInvitation(by=ANA, at=later(6)), drawn) == ("bracket_is_drawn", "3.2")
    assert changed(chosen, withdrawing(by=Actor(Role.REGISTRANT, "a0")), roll=drawn).state is EntryState.WITHDRAWN


# --- eligibility of a pair ----------------------------------------------------------------------------------------


def test_tm_4_5_a_pair_with_a_barred_member_is_not_selected() -> None:
    barred = brazilian("bia", ties=(Tie(kind=TieKind.SPONSOR),))
    roll = roll_of(people={"ana": brazilian(), "bia": barred})
    entry = entered(roll, confirming())
    assert no_change(entry, SELECT, roll) == ("tied_to_a_sponsor", "4.5")
    cleared = replace(roll, people={"ana": brazilian(), "bia": brazilian("bia")})
    assert changed(entry, SELECT, roll=cleared).state is EntryState.SELECTED


def test_tm_4_1_what_is_unknown_keeps_nobody_from_being_selected() -> None:
    roll = roll_of(people={"ana": brazilian(available=None)})
    entry = entered(roll, confirming())
    found = entry_verdicts(roll, entry)
    assert set(found) == {"ana"}
    assert [verdict.requirement for verdict in open_questions(found["ana"])] == [Requirement.AVAILABLE]
    assert refusal(entry, SELECT, roll=roll) is None


def test_tm_4_1_1_the_rne_is_measured_from_the_entry_of_the_pair() -> None:
    roll = roll_of(people={"juan": foreigner(rne_issued=date(2023, 9, 21))})
    entry = entered(roll, confirming(), first="juan")
    assert no_change(entry, SELECT, roll) == ("rne_too_recent", "4.1.1")
    a_day_later = entered(roll, confirming(at=later(24)), first="juan", at=later(24))
    assert refusal(a_day_later, Select(by=PRODUCER, at=later(25)), roll=roll) is None


def test_how_each_member_stands() -> None:
    entry = entered(EMPTY, confirming(), SELECT)
    ana, bia = circumstances(entry, "ana"), circumstances(entry, "bia")
    assert (ana.is_partner, bia.is_partner, bia.confirmed) == (False, True, True)
    assert ana.selected
    assert bia.selected
    assert ana.entered_at == IN_TIME


def test_tm_5_4_once_selected_both_have_documents_to_sign() -> None:
    people = {"ana": brazilian(), "bia": brazilian("bia")}
    roll = roll_of(people=people, settings=EventSettings(documents=("contract",)))
    waiting = entered(roll, confirming())
    assert all(not open_questions(found) for found in entry_verdicts(roll, waiting).values())
    chosen = changed(waiting, SELECT, roll=roll)
    for found in entry_verdicts(roll, chosen).values():
        assert [verdict.requirement for verdict in open_questions(found)] == [Requirement.DOCUMENTS_SIGNED]
        assert found[-1].state is VerdictState.UNKNOWN


# --- regulations that ask for less --------------------------------------------------------------------------------


def test_af_1_a_pair_enters_for_a_delegation() -> None:
    roll = Roll(regulation=AF)
    assert no_entry(entering(), roll) == ("delegation_missing", "1")
    by_its_head = entering(registrant="chefe", by=Actor(Role.REGISTRANT, "chefe"), delegation="cascavel")
    entry = new_entry(by_its_head, roll=roll)
    assert (entry.state, entry.delegation) == (EntryState.ENTERED, "cascavel")
    assert not circumstances(entry, "bia").is_partner


@pytest.mark.parametrize("regulation", [FA, AP], ids=lambda one: one.id)
def test_where_nobody_selects_all_who_entered_take_part(regulation: Regulation) -> None:
    roll = Roll(regulation=regulation)
    entry = new_entry(entering(by=PRODUCER), roll=roll)
    assert entry.state is EntryState.ENTERED
    assert (entry.history[-1].key, free_places(roll), next_reserve(roll)) == ("", None, None)
    assert taking_part(roll.with_entry(entry)) == (entry,)
    assert no_change(entry, confirming(), roll) == ("not_in_this_state", "")
    asked = changed(entry, AskBack(by=PRODUCER, at=later(1), why="telefone"), roll=roll)
    assert no_change(asked, confirming(at=later(2)), roll) == ("partner_owes_no_word", "")
    assert changed(asked, Complete(by=ANA, at=later(2)), roll=roll).state is EntryState.ENTERED
    unwritten = changed(entry, withdrawing(in_writing=False), roll=roll)
    assert unwritten.state is EntryState.WITHDRAWN
    assert no_change(unwritten, SELECT, roll) == ("withdrawal_is_final", "")

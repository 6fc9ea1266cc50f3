"""The form of dispute drawn by lot, entries that lead into the field, and score sheets that become results."""

import json
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest

from carteado.fair import commitment, verify_draw
from carteado.record import InputError, read_sheet
from carteado.regulation import IllegalAct, Refusal, load
from carteado.tournament.files.event_file import event_document, event_of
from carteado.tournament.formats.plans import FORMS, knockout, plan_for
from carteado.tournament.matches.match_log import Game
from carteado.tournament.matches.results import game_of
from carteado.tournament.operations import (
    Announce,
    ChangeEntry,
    CommitDraw,
    Describe,
    EnterDelegation,
    HoldDraw,
    OfferForms,
    OpenEntry,
    Operation,
    Settle,
    StartMatch,
    Substitute,
    WithdrawPair,
)
from carteado.tournament.registrations.acts import Actor, ConfirmPartner, Enter, EntryState, Role, Select, Withdraw
from carteado.tournament.registrations.delegations import Delegation, LineUp
from carteado.tournament.registrations.eligibility import EventSettings
from carteado.tournament.registrations.people import Person
from carteado.tournament.running.dispatch import apply, fold, refusal
from carteado.tournament.running.draws import drawn_form
from carteado.tournament.state.championship import Championship

AT = datetime(2025, 10, 1, 12, tzinfo=UTC)
SECRET = bytes(range(32))
ORGANISER = Actor(Role.ORGANISER, "produtora")


def draw(name: str, event: str = "copa") -> tuple[Operation, Operation]:
    sealed = commitment(f"carteado-draw/1|{event}|{name}", SECRET)
    return (
        CommitDraw(by="o", at=AT, draw=name, commitment=sealed),
        HoldDraw(by="o", at=AT, draw=name, secret=SECRET.hex(), entropy="x"),
    )


# --- AP 15 --------------------------------------------------------------------------------------------------------


def canastra() -> Championship:
    return Championship(event="copa", regulation=load("apcef-sc-2022-canastra"))


def test_ap_15_the_form_of_dispute_is_drawn_and_can_be_verified() -> None:
    offered = OfferForms(by="o", at=AT, forms=("league", "knockout", "groups_knockout"))
    championship = fold(canastra(), [offered, *draw("form")])
    form = drawn_form(championship)
    assert form in offered.forms
    assert verify_draw(championship.draws["form"]) == []
    pairs = tuple(f"P{number}" for number in range(8))
    settled = apply(championship, Settle(by="o", at=AT, plan=FORMS[form].plan(8), pairs=pairs))
    assert settled.plan == FORMS[form].plan(8)


def test_ap_15_no_other_form_is_played_and_none_before_the_draw() -> None:
    pairs = tuple(f"P{number}" for number in range(8))
    championship = apply(canastra(), OfferForms(by="o", at=AT, forms=("league", "knockout")))
    early = Settle(by="o", at=AT, plan=FORMS["league"].plan(8), pairs=pairs)
    refused = refusal(championship, early)
    assert refused
    assert (refused.key, refused.code) == ("format.kind", "form_not_drawn_yet")
    championship = fold(championship, draw("form"))
    [other] = {"league", "knockout"} - {drawn_form(championship)}
    refused = refusal(championship, Settle(by="o", at=AT, plan=FORMS[other].plan(8), pairs=pairs))
    assert refused
    assert (refused.code, championship.regulation.citation(refused.key).articles) == ("another_form_drawn", ("15",))


def test_a_form_that_the_regulation_prescribes_is_not_drawn() -> None:
    championship = Championship(event="copa", regulation=load("truco-masters-2025"))
    refused = refusal(championship, OfferForms(by="o", at=AT, forms=("league", "knockout")))
    assert refused
    assert refused.code == "form_is_not_drawn"
    refused = refusal(canastra(), OfferForms(by="o", at=AT, forms=("league", "bingo")))
    assert refused
    assert refused.code == "forms_unknown"


# --- entries into the field ---------------------------------------------------------------------------------------


def entered(number: int, at: datetime = AT) -> list[Operation]:
    one, two = f"a{number}", f"b{number}"
    opening = Enter(by=Actor(Role.REGISTRANT, one), at=at, id=f"P{number}", people=(one, two), registrant=one)
    confirm = ConfirmPartner(by=Actor(Role.PARTNER, two), at=at)
    select = Select(by=ORGANISER, at=at)
    return [
        OpenEntry(by=one, at=at, opening=opening),
        ChangeEntry(by=two, at=at, entry=f"P{number}", change=confirm),
        ChangeEntry(by="produtora", at=at, entry=f"P{number}", change=select),
    ]


def masters() -> Championship:
    return Championship(event="copa", regulation=load("truco-masters-2025"))


def test_tm_5_2_the_pairs_selected_are_those_that_play() -> None:
    championship = fold(masters(), [step for number in range(4) for step in entered(number)])
    plan = plan_for(championship.regulation, 4)
    stranger = Settle(by="o", at=AT, plan=plan, pairs=("P0", "P1", "P2", "X"))
    refused = refusal(championship, stranger)
    assert refused
    assert refused.code == "pair_not_selected"
    championship = apply(championship, Settle(by="o", at=AT, plan=plan, pairs=("P0", "P1", "P2", "P3")))
    assert championship.pairs == ("P0", "P1", "P2", "P3")


def test_tm_4_2_1_the_time_of_entry_moves_by_notice() -> None:
    late = datetime(2025, 10, 20, 12, tzinfo=UTC)
    refused = refusal(masters(), entered(0, late)[0])
    assert refused
    assert refused.key == "entries.closes"
    notice = Announce(by="produtora", at=AT, settings=EventSettings(closes=late + timedelta(days=1)))
    assert fold(masters(), [notice, *entered(0, late)]).entries["P0"].state is EntryState.SELECTED


def test_tm_5_9_before_the_draw_the_entry_is_withdrawn_after_it_the_pair_leaves_the_field() -> None:
    championship = fold(masters(), [step for number in range(4) for step in entered(number)])
    gives_up = ChangeEntry(
        by="a0", at=AT, entry="P0", change=Withdraw(by=Actor(Role.REGISTRANT, "a0"), at=AT, in_writing=True)
    )
    assert apply(championship, gives_up).entries["P0"].state is EntryState.WITHDRAWN
    settle = Settle(by="o", at=AT, plan=plan_for(championship.regulation, 4), pairs=("P0", "P1", "P2", "P3"))
    championship = fold(championship, [settle, *draw("knockout")])
    refused = refusal(championship, gives_up)
    assert refused
    assert refused.code == "pair_is_in_the_field"
    by_word = WithdrawPair(by="a0", at=AT, pair="P0", why="viagem", in_writing=False)
    refused = refusal(championship, by_word)
    assert refused
    assert championship.regulation.citation(refused.key).articles == ("5.9",)
    championship = apply(championship, WithdrawPair(by="a0", at=AT, pair="P0", why="viagem"))
    match = next(match for match in championship.fixtures if "P0" in (championship.bracket.pairs(match) or ()))
    ended = championship.bracket.ended(match)
    assert ended
    assert ended.loser == "P0"


def test_what_is_known_of_people_stays_out_of_the_file_unless_asked_for() -> None:
    person = Person(id="a0", name="Ana", born=date(1990, 5, 1))
    championship = fold(masters(), [Describe(by="a0", at=AT, person=person), *entered(0)])
    public = json.dumps(event_document(championship))
    assert "1990" not in public
    assert "Ana" not in public
    assert event_of(json.loads(public)).entries == championship.entries
    whole = json.loads(json.dumps(event_document(championship, people=True)))
    assert event_of(whole) == championship


# --- delegations at the table -------------------------------------------------------------------------------------


def delegations() -> Championship:
    championship = Championship(event="copa", regulation=load("afia-2026-tranca"))
    operations: list[Operation] = []
    for name in ("norte", "sul"):
        line_up = LineUp(delegation=name, starters=(f"{name}1", f"{name}2"), substitutes=(f"{name}3", f"{name}4"))
        delegation = Delegation(id=name, name=name.title())
        operations.append(EnterDelegation(by=name, at=AT, delegation=delegation, line_up=line_up))
    settle = Settle(by="o", at=AT, plan=knockout(2), pairs=("N", "S"), delegations=(("N", "norte"), ("S", "sul")))
    return fold(championship, [*operations, settle, *draw("knockout")])


def test_af_2_a_substitute_enters_before_the_match_and_the_start_locks_the_line_up() -> None:
    championship = delegations()
    change = Substitute(
        by="sul", at=AT, delegation="sul", match="knockout-final", leaves="sul1", enters="sul4", why="ill"
    )
    refused = refusal(championship, replace(change, why="  "))
    assert refused is not None
    assert refused.code == "substitution_needs_reason"
    assert championship.regulation.citation(refused.key).articles == ("2",)
    assert fold(championship, [replace(change, why="")]).line_ups["sul"].pair_for("knockout-final"), "an older event"
    championship = apply(championship, change)
    later = AT + timedelta(minutes=1)
    championship = apply(championship, StartMatch(by="r", at=later, match="knockout-final"))
    seated = championship.line_ups["sul"].seated("knockout-final")
    assert seated
    assert set(seated.pair) == {"sul4", "sul2"}
    refused = refusal(
        championship,
        Substitute(
            by="norte",
            at=later,
            delegation="norte",
            match="knockout-final",
            leaves="norte1",
            enters="norte3",
            why="ill",
        ),
    )
    assert refused
    assert championship.regulation.citation(refused.key).articles == ("2",)


@pytest.mark.parametrize(("delegation", "match"), [("oeste", "knockout-final"), ("sul", "knockout-final-9")])
def test_nobody_steps_in_for_those_who_do_not_play(delegation: str, match: str) -> None:
    refused = refusal(
        delegations(), Substitute(by="x", at=AT, delegation=delegation, match=match, leaves="sul1", enters="sul3")
    )
    assert refused
    assert refused.code in ("no_such_delegation", "delegation_not_in_match")


# --- sheets become results ----------------------------------------------------------------------------------------


def test_a_finished_score_sheet_is_a_game() -> None:
    hands = [{"winner": 0, "value": 12}]
    sheet = read_sheet(json.dumps({"regulation": "truco-masters-2025", "phase": None, "hands": hands}))
    assert game_of(sheet.report) == Game((12, 0), 0)


def test_an_unfinished_one_is_not() -> None:
    hands = [{"winner": 1, "value": 3}]
    sheet = read_sheet(json.dumps({"regulation": "truco-masters-2025", "phase": None, "hands": hands}))
    refused = game_of(sheet.report)
    assert isinstance(refused, Refusal)
    assert refused.code == "game_not_finished"


# --- the file -----------------------------------------------------------------------------------------------------


def test_a_file_with_an_operation_that_the_rules_refuse_says_which_and_why() -> None:
    championship = fold(masters(), entered(0))
    document = json.loads(json.dumps(event_document(championship)))
    document["operations"].append(document["operations"][0])
    with pytest.raises(InputError) as wrong:
        event_of(document)
    assert wrong.value.where == "operations[3]"


def test_an_operation_refused_raises_and_changes_nothing() -> None:
    championship = masters()
    with pytest.raises(IllegalAct):
        apply(championship, entered(0, AT - timedelta(days=365))[0])
    assert championship == masters()

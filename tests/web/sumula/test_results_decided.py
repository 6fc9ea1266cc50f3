"""A súmula and a championship that has its own word: results, corrections and decisions that come from elsewhere."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from carteado.regulation.event_rules import SuspensionReason
from carteado.tournament.formats.plans import double_elimination
from carteado.tournament.matches.match_log import Ending, Game, Party, State
from carteado.tournament.operations import (
    CallMatch,
    Confirm,
    Correct,
    DisqualifyPair,
    Operation,
    Resume,
    Submit,
    Suspend,
    Undo,
)
from carteado.tournament.registrations.acts import Ground
from carteado.web.events.models import Event
from carteado.web.kit.guarding.policy import Role
from carteado.web.sumula import championship_news
from carteado.web.sumula.freezing import freeze, unfreeze
from carteado.web.sumula.match_sheets import counted, is_closed
from carteado.web.sumula.models import Sheet, SheetEntry
from carteado.web.sumula.sheet_writing import append as append_entries
from carteado.web.sumula.sheet_writing import note
from tests.web.sumula.sumula_playing import a_phone, accepted, an_open_match, championship, hands, log_of, played
from tests.web.sumula.sumulas import Phone, a_device, called, sheet_at, truco_hand
from tests.web.world.halls import TM, append, drawn, page_html, team

pytestmark = pytest.mark.django_db


def test_questions_hold_the_result_back_until_they_are_settled() -> None:
    phone = a_phone(drawn(TM, 4))
    other = Phone(phone.sheet, phone.secret, "b")
    mine = phone.entry("hand", place=0, hand=truco_hand(0, 12))
    theirs = other.entry("hand", place=0, hand=truco_hand(1, 12))
    phone.send(mine)
    other.send(theirs)
    assert phone.send(*accepted(phone, [mine]))["closed"] is False
    assert Sheet.objects.get().questions == 1
    settle = phone.entry("settle", place=0, hands=[mine["id"]], among=[mine["id"], theirs["id"]])
    assert phone.send(settle)["closed"] is True


def test_what_the_championship_refuses_is_kept_and_tried_again() -> None:
    event = drawn(TM, 4)
    phone = a_phone(event)
    noted = hands(phone, truco_hand(0, 12))
    phone.send(*noted)
    append(event, Suspend(by="user:1", at=timezone.now(), reason=SuspensionReason.TECHNICAL, why="falta de luz"))
    told = phone.send(*accepted(phone, noted))
    assert (told["closed"], len(told["entries"]), told["refused"]) == (False, 2, [])
    assert told["trouble"]["message"]
    assert phone.send()["trouble"] == phone.data().json()["trouble"] == told["trouble"]
    append(event, Resume(by="user:1", at=timezone.now()))
    assert phone.send()["closed"] is True, "without another word of the phone"


def test_a_match_that_may_not_begin_yet_says_why_and_begins_once_it_may() -> None:
    event = drawn(TM, 4)
    phone = a_phone(event)
    append(event, Suspend(by="user:1", at=timezone.now(), reason=SuspensionReason.TECHNICAL, why="falta de luz"))
    told = phone.send(*hands(phone, truco_hand(0)))
    assert (len(told["entries"]), bool(told["trouble"]["message"])) == (1, True)
    append(event, Resume(by="user:1", at=timezone.now()))
    assert phone.send()["trouble"] is None
    assert log_of(phone.sheet).state is State.PLAYING


@pytest.mark.parametrize("value", [3, 12])
def test_a_match_whose_call_was_taken_back_waits_for_the_next(value: int) -> None:
    event = drawn(TM, 4)
    phone = a_phone(event)
    _take_back(event, 1)
    told = played(phone, truco_hand(0, value))
    assert (len(told["entries"]), told["closed"], bool(told["trouble"]["message"])) == (3, False, True)
    assert phone.sheet.match not in championship(event).logs
    called(event, phone.sheet.match)
    told = phone.send()
    assert (told["trouble"], told["closed"], log_of(phone.sheet).has_begun) == (None, value == 12, True)


TENTO = {"seat": None, "act": "ruling", "ruling": "tento", "pair": 0, "article": "32"}


def test_a_ruling_that_ends_a_match_before_its_call_counts_once_it_is_called() -> None:
    people = team()
    event = drawn(TM, 4, people=people)
    phone = a_phone(event)
    _take_back(event, 1)
    append_entries(phone.sheet, note("rule", place=0, act=TENTO, why="carta marcada"), by=people[Role.REFEREE])
    assert phone.send()["closed"] is False
    called(event, phone.sheet.match)
    assert phone.send()["closed"] is True
    assert log_of(phone.sheet).submissions[0].games == (Game((0, 12), 1),)


def test_a_result_by_a_ruling_that_was_refused_is_submitted_once_it_may_be() -> None:
    people = team()
    event = drawn(TM, 4, people=people)
    phone = a_phone(event)
    phone.send(*hands(phone, truco_hand(0)))
    append(event, Suspend(by="user:1", at=timezone.now(), reason=SuspensionReason.TECHNICAL, why="falta de luz"))
    append_entries(phone.sheet, note("rule", place=1, act=TENTO, why="carta marcada"), by=people[Role.REFEREE])
    append(event, Resume(by="user:1", at=timezone.now()))
    assert phone.send()["closed"] is True
    assert len(log_of(phone.sheet).submissions) == 1


def test_a_result_by_a_ruling_that_the_desk_took_back_can_be_submitted_again() -> None:
    people = team()
    event = drawn(TM, 4, people=people)
    phone = a_phone(event)
    phone.send(*hands(phone, truco_hand(0)))
    append_entries(phone.sheet, note("rule", place=1, act=TENTO, why="carta marcada"), by=people[Role.REFEREE])
    _take_back(event, 1)
    assert phone.send()["closed"] is False
    client = Client()
    client.force_login(people[Role.REFEREE])
    arguments = [event.slug, phone.sheet.match]
    assert reverse("referee-hand-in", args=arguments) in page_html(client.get(reverse("referee-match", args=arguments)))
    client.post(reverse("referee-hand-in", args=arguments))
    assert len(log_of(phone.sheet).submissions) == 1


def test_points_of_the_referee_that_end_a_match_are_not_due_before_the_pairs_accept() -> None:
    people = team()
    phone = a_phone(drawn(TM, 4, people=people))
    phone.send(*hands(phone, truco_hand(0, 9)))
    act = {"seat": None, "act": "ruling", "ruling": "adjust", "pair": 0, "points": 3, "article": "8", "reason": "x"}
    append_entries(phone.sheet, note("rule", place=1, act=act, why="atraso"), by=people[Role.REFEREE])
    sheet = Sheet.objects.get(pk=phone.sheet.pk)
    assert sheet.winner == 0
    assert not championship_news.is_news_due(championship(sheet.event), sheet)


def test_no_result_is_handed_in_of_a_match_that_may_not_begin() -> None:
    """The site's clock was ahead when the match was called, and was set right since."""
    event = drawn(TM, 4)
    match = an_open_match(event)
    append(event, CallMatch(by="system", at=timezone.now() + timedelta(hours=1), match=match, table="1"))
    phone = Phone(sheet_at(event, match), a_device(event))
    told = played(phone, truco_hand(0, 12))
    log = log_of(phone.sheet)
    assert (told["closed"], log.state, log.submissions) == (False, State.CALLED, ())
    assert told["trouble"]["message"]


def test_only_pairs_whose_word_counts_confirm_a_result() -> None:
    people = team()
    event = drawn(TM, 4, people=people)
    phone = a_phone(event)
    noted = hands(phone, truco_hand(0, 12))
    phone.send(*noted)
    freeze(phone.sheet, by=people[Role.REFEREE])
    phone.send(*accepted(phone, noted))
    sheet = Sheet.objects.get()
    sheet.frozen_at = None
    for words, parties in (
        ({Party.REFEREE}, []),
        ({Party.SECOND, Party.REFEREE}, [Party.SECOND]),
        (set(Party), [Party.FIRST, Party.SECOND]),
    ):
        standing = replace(championship(event), confirmed_by=frozenset(words))
        submit, *confirmed = championship_news.result_operations(
            standing, sheet, counted(sheet), by="device:1", at=timezone.now()
        )
        assert isinstance(submit, Submit)
        assert [one.party for one in confirmed if isinstance(one, Confirm)] == parties


def test_a_second_final_that_nobody_plays_is_closed_though_it_has_no_result() -> None:
    event = drawn(TM, 4, plan=double_elimination(4))
    *_, first, second = championship(event).fixtures
    while not championship(event).bracket.ended(first):
        standing = championship(event)
        match = next(one for one in standing.fixtures if standing.bracket.is_open(one))
        at, games = timezone.now(), (Game((12, 0), 0, Ending.TARGET),)
        confirmed = (Confirm(by="user:1", at=at, match=match, version=0, party=party) for party in Party)
        append(event, Submit(by="user:1", at=at, match=match, games=games), *confirmed)
    phone = Phone(sheet_at(event, second), a_device(event, ""))
    told = phone.send(*hands(phone, truco_hand(0)))
    assert second not in championship(event).logs
    assert (told["closed"], [one.get("late") for one in told["entries"]]) == (True, [True])


def test_a_poll_waits_for_nobody_while_the_event_does(monkeypatch: pytest.MonkeyPatch) -> None:
    event = drawn(TM, 4)
    phone = a_phone(event)
    append(event, Suspend(by="user:1", at=timezone.now(), reason=SuspensionReason.TECHNICAL, why="falta de luz"))
    phone.send(*hands(phone, truco_hand(0)))
    monkeypatch.setattr("carteado.web.sumula.phone_api.write", None)
    assert phone.send()["trouble"]["message"]


def test_a_result_from_the_desk_closes_the_sheet() -> None:
    event = drawn(TM, 4)
    phone = a_phone(event)
    noted = hands(phone, truco_hand(0, 3))
    phone.send(*noted)
    games = (Game((4, 12), 1),)
    append(event, Submit(by="user:1", at=timezone.now(), match=phone.sheet.match, games=games))
    told = phone.send(phone.entry("hand", place=1, hand=truco_hand(0, 9)))
    assert (told["closed"], told["entries"][0]["late"]) == (True, True)
    phone.send(*phone.accept(noted[0]["id"], told["entries"][0]["id"]))
    assert [one.games for one in log_of(phone.sheet).submissions] == [games]
    assert Sheet.objects.get().late == 3
    append(event, Undo(by="user:1", at=timezone.now()))
    assert phone.send()["closed"] is True, "taken back at the desk, the sheet's own result counts"
    assert log_of(phone.sheet).submissions[0].games == (Game((12, 0), 0),)


def test_a_match_that_ended_otherwise_takes_nothing_more_from_its_sheet() -> None:
    event = drawn(TM, 4)
    phone = a_phone(event)
    noted = hands(phone, truco_hand(0, 12))
    phone.send(*noted)
    out = DisqualifyPair(by="user:1", at=timezone.now(), pair=phone.sheet.first, why="agressão", ground=Ground.REFEREE)
    append(event, out)
    before = championship(event).log
    told = phone.send(*accepted(phone, noted))
    assert (told["closed"], [one["late"] for one in told["entries"]], told["trouble"]) == (True, [True, True], None)
    assert championship(event).log == before


def test_a_correction_after_the_result_changes_nothing_by_itself() -> None:
    event = drawn(TM, 4)
    phone = a_phone(event)
    noted = hands(phone, truco_hand(0, 12))
    phone.send(*noted, *accepted(phone, noted))
    before = championship(event)
    wrong = phone.entry("correct", of=noted[0]["id"], over=noted[0]["id"], hand=truco_hand(1, 12), why="era deles")
    told = phone.send(wrong, *phone.accept(wrong["id"]))
    assert [one.get("late") for one in told["entries"]] == [True] * 3
    assert championship(event).log == before.log
    sheet = Sheet.objects.get()
    assert (sheet.late, is_closed(championship(event), sheet)) == (3, True)
    assert (counted(sheet).winner, counted(sheet, late=False).winner) == (1, 0)


def test_others_in_the_place_of_a_pair_get_a_sheet_of_their_own() -> None:
    event = drawn(TM, 4)
    first, second = a_phone(event, "knockout-semi-final-1"), a_phone(event, "knockout-semi-final-2", "2")
    for phone in (first, second):
        played(phone, truco_hand(0, 12))
        append(event, _referees_word(phone.sheet))
    final = a_phone(event, "knockout-final")
    played_there = hands(final, truco_hand(0, 3))
    final.send(*played_there)
    wrong = Correct(
        by="user:1", at=timezone.now(), match=first.sheet.match, games=(Game((3, 12), 1),), why="trocado", force=True
    )
    append(event, wrong)
    told = final.send(final.entry("hand", place=1, hand=truco_hand(0, 9)), *accepted(final, played_there))
    assert (told["closed"], len(told["refused"])) == (True, 3)
    again = sheet_at(event, "knockout-final")
    assert (again.code == final.sheet.code, again.seq, again.hands) == (False, 0, 0)
    assert "knockout-final" not in championship(event).logs


def _final_played_by(event: Event, *counts: Any) -> Phone:
    for number in (1, 2):
        semi = a_phone(event, f"knockout-semi-final-{number}", str(number))
        played(semi, truco_hand(0, 12))
        append(event, _referees_word(semi.sheet))
    final = a_phone(event, "knockout-final")
    noted = hands(final, *counts)
    final.send(*noted, *accepted(final, noted))
    return final


def _corrected_and_back(event: Event) -> None:
    for games in ((Game((3, 12), 1),), (Game((12, 3), 0),)):
        match = "knockout-semi-final-1"
        append(event, Correct(by="user:1", at=timezone.now(), match=match, games=games, why="trocado", force=True))


@pytest.mark.parametrize("value", [3, 12])
def test_a_match_that_is_played_again_by_the_same_pairs_has_a_sheet_of_its_own(value: int) -> None:
    people = team()
    event = drawn(TM, 4, people=people)
    final = _final_played_by(event, truco_hand(0, value))
    _corrected_and_back(event)
    again = called(event, "knockout-final")
    assert (again.pairs, again.code == final.sheet.code, again.seq) == (final.sheet.pairs, False, 0)
    assert (final.send()["closed"], log_of(again).state, log_of(again).submissions) == (True, State.CALLED, ())
    late = final.send(final.entry("hand", place=1, hand=truco_hand(1, 12)))
    assert (late["closed"], late["entries"], len(late["refused"])) == (True, [], 1)
    phone = Phone(again, final.secret, "n")
    assert played(phone, truco_hand(1, 12))["closed"] is True
    [submission] = log_of(again).submissions
    assert submission.games == (Game((0, 12), 1),)
    client = Client()
    client.force_login(people[Role.REFEREE])
    page = client.get(reverse("referee-match", args=[event.slug, "knockout-final"])).content.decode()
    assert reverse("sheet", args=[final.sheet.code]) in page, "the referee still finds what was written before"


def test_a_correction_that_is_undone_finds_the_sheet_again() -> None:
    event = drawn(TM, 4)
    final = _final_played_by(event, truco_hand(0, 3))
    _corrected_and_back(event)
    assert sheet_at(event, "knockout-final").code != final.sheet.code
    append(event, *(Undo(by="user:1", at=timezone.now()) for _ in range(2)))
    assert sheet_at(event, "knockout-final").code == final.sheet.code
    assert final.send(final.entry("hand", place=1, hand=truco_hand(0)))["counted"]["score"] == [4, 0]


def test_a_call_that_is_taken_back_and_made_again_leaves_the_table_its_sheet() -> None:
    event = drawn(TM, 4)
    phone = a_phone(event)
    phone.send(*hands(phone, truco_hand(0, 3)))
    _take_back(event, 2)
    assert phone.sheet.match not in championship(event).logs
    assert called(event, phone.sheet.match).code == phone.sheet.code
    assert log_of(phone.sheet).state is State.CALLED
    told = phone.send(phone.entry("hand", place=1, hand=truco_hand(0)))
    assert (told["counted"]["score"], log_of(phone.sheet).state) == ([4, 0], State.PLAYING)


def _take_back(event: Event, acts: int) -> None:
    append(event, *(Undo(by="user:1", at=timezone.now()) for _ in range(acts)))


def test_what_the_desk_took_back_stays_taken_back() -> None:
    people = team()
    event = drawn(TM, 4, people=people)
    phone = a_phone(event)
    noted = hands(phone, truco_hand(0, 12))
    phone.send(*noted, *accepted(phone, noted))
    phone.send(*accepted(phone, noted))  # the other phone of the table, a moment too late
    _take_back(event, 3)
    told = phone.send()
    assert (told["closed"], log_of(phone.sheet).submissions) == (False, ())
    assert told["trouble"]["message"] == phone.data().json()["trouble"]["message"] != ""
    _take_back(event, 1)
    phone.send(phone.entry("call", about="cadê?"))
    assert log_of(phone.sheet).state is State.CALLED, "neither is it begun again"
    assert phone.send(phone.accept(noted[0]["id"])[0])["closed"] is True, "a pair accepts it once more"
    _take_back(event, 3)
    thawed = unfreeze(freeze(phone.sheet, by=people[Role.REFEREE]), by=people[Role.REFEREE])
    assert not is_closed(championship(event), thawed)
    assert log_of(phone.sheet).submissions == (), "nor does the end of a review submit it again"


def test_a_result_taken_back_for_a_correction_that_both_accepted_gives_way_to_it() -> None:
    event = drawn(TM, 4)
    phone = a_phone(event)
    noted = hands(phone, truco_hand(0, 12))
    phone.send(*noted, *accepted(phone, noted))
    wrong = phone.entry("correct", of=noted[0]["id"], over=noted[0]["id"], hand=truco_hand(1, 12), why="era deles")
    phone.send(wrong, *phone.accept(wrong["id"]))
    _take_back(event, 3)
    assert phone.send()["closed"] is True
    [submission] = log_of(phone.sheet).submissions
    assert submission.games == (Game((0, 12), 1),)


def test_the_referee_hands_in_again_what_the_desk_took_back() -> None:
    people = team()
    event = drawn(TM, 4, people=people)
    phone = a_phone(event)
    noted = hands(phone, truco_hand(0, 12))
    phone.send(*noted, *accepted(phone, noted))
    _take_back(event, 4)
    client = Client()
    client.force_login(people[Role.REFEREE])
    address = reverse("referee-hand-in", args=[event.slug, phone.sheet.match])
    page = reverse("referee-match", args=[event.slug, phone.sheet.match])
    assert address in client.get(page).content.decode()
    client.post(address)
    [submission] = log_of(phone.sheet).submissions
    assert submission.confirmed == {Party.FIRST, Party.SECOND}
    assert address not in client.get(page).content.decode()
    before = championship(event).log
    client.post(address)
    assert championship(event).log == before, "twice is once"


def _referees_word(sheet: Sheet) -> Operation:
    return Confirm(by="user:1", at=timezone.now(), match=sheet.match, version=0, party=Party.REFEREE)


def test_a_match_that_is_no_more_can_still_be_read() -> None:
    people = team()
    event = drawn(TM, 4, people=people)
    sheet = Sheet.objects.create(event=event, match="gone", first="d01", second="d02")
    phone = Phone(sheet, a_device(event, ""))
    assert phone.data().status_code == 200
    told = phone.send(phone.entry("hand", place=0, hand=truco_hand(0)))
    assert (told["closed"], told["entries"], told["clock"]) == (True, [], None)
    assert phone.data().json()["changed"]["kind"] == "removed"


def test_a_match_begins_once() -> None:
    event = drawn(TM, 4)
    phone = a_phone(event)
    noted = hands(phone, truco_hand(0), truco_hand(1))
    phone.send(noted[0])
    started = log_of(phone.sheet).clock.marks
    phone.send(noted[1])
    assert log_of(phone.sheet).clock.marks == started


def test_a_call_of_the_referee_begins_nothing() -> None:
    phone = a_phone(drawn(TM, 4))
    call = phone.entry("call", about="dúvida")
    phone.send(call)
    sheet = Sheet.objects.get()
    assert (log_of(phone.sheet).state, sheet.calls_open) == (State.CALLED, 1)
    assert sheet.called_at == SheetEntry.objects.get().received
    phone.send(phone.entry("undo", of=call["id"]))
    after = Sheet.objects.get()
    assert (after.calls_open, after.called_at) == (0, None)

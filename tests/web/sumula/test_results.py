"""What a súmula does to its championship: the match begins with the first hand, and ends when both pairs accept."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from carteado.regulation import Override
from carteado.tournament.formats.plans import knockout, league
from carteado.tournament.matches.match_log import Ending, Game, Party, State
from carteado.tournament.operations import AgreeHouseRule, CallMatch, Confirm, StartMatch
from carteado.web.kit.guarding.policy import Role
from carteado.web.log.models import LogEntry
from carteado.web.people.models import User
from carteado.web.sumula.freezing import freeze, unfreeze
from carteado.web.sumula.match_sheets import counted, is_closed
from carteado.web.sumula.sheet_writing import append, note
from tests.web.sumula.sumula_playing import (
    HANDS,
    RESULTS,
    TRANCA_HAND,
    a_phone,
    accepted,
    an_open_match,
    championship,
    hands,
    log_of,
    played,
)
from tests.web.sumula.sumulas import Phone, called, sheet_at, truco_hand
from tests.web.world.halls import AF, FA, TM, drawn, team
from tests.web.world.halls import append as append_operations

pytestmark = pytest.mark.django_db


# --- by every regulation ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("regulation", HANDS)
def test_the_result_comes_from_the_sheet_with_the_word_of_both_pairs(regulation: str) -> None:
    event = drawn(regulation, 4, plan=knockout(4))
    phone = a_phone(event)
    noted = hands(phone, *HANDS[regulation])
    phone.send(noted[0])
    assert log_of(phone.sheet).state is State.PLAYING
    told = phone.send(*noted[1:])
    assert (told["counted"]["winner"], told["closed"]) == (0, False)
    assert not log_of(phone.sheet).submissions
    one, two = accepted(phone, noted)
    assert phone.send(one)["closed"] is False
    told = phone.send(two)
    assert (told["closed"], told["trouble"]) == (True, None)
    [submission] = log_of(phone.sheet).submissions
    assert submission.games == (Game(RESULTS[regulation], 0),)
    assert submission.confirmed == {Party.FIRST, Party.SECOND}
    assert log_of(phone.sheet).state is State.SUBMITTED, "the referee's word stays his own"
    referee = Confirm(by="user:1", at=timezone.now(), match=phone.sheet.match, version=0, party=Party.REFEREE)
    after = append_operations(event, referee)
    assert after.logs[phone.sheet.match].state is State.OFFICIAL


@pytest.mark.parametrize("regulation", HANDS)
def test_a_phone_that_was_alone_for_a_whole_match_brings_it_at_once(regulation: str) -> None:
    phone = a_phone(drawn(regulation, 4, plan=knockout(4)))
    assert played(phone, *HANDS[regulation])["closed"] is True
    assert [type(one).__name__ for one in championship(phone.sheet.event).log[-4:]] == [
        "StartMatch",
        "Submit",
        "Confirm",
        "Confirm",
    ]


def test_the_final_goes_to_its_own_target() -> None:
    event = drawn(AF, 2, plan=knockout(2))
    phone = a_phone(event, "knockout-final")
    noted = hands(phone, TRANCA_HAND, TRANCA_HAND)
    assert phone.data().json()["form"]["target"]["points"] == 2000
    assert phone.send(noted[0])["counted"]["winner"] is None
    assert phone.send(noted[1], *accepted(phone, noted))["closed"] is True


def test_a_series_is_told_game_by_game() -> None:
    phone = a_phone(drawn(TM, 4, plan=knockout(4, best_of=3)))
    won, lost = [truco_hand(0, 12)], [truco_hand(1, 12)]
    told = played(phone, *won, *lost, *won)
    assert (told["counted"]["won"], told["closed"]) == ([2, 1], True)
    [submission] = log_of(phone.sheet).submissions
    assert [game.winner for game in submission.games] == [0, 1, 0]


def test_a_house_rule_counts_at_its_match_alone() -> None:
    event = drawn(AF, 4, plan=knockout(4))
    phone = a_phone(event)
    pairs = log_of(phone.sheet).pairs
    rule = Override("match.target", 1000, "os dois")
    agreed = AgreeHouseRule(
        by="user:1", at=timezone.now(), match=phone.sheet.match, rule=rule, referee="user:1", agreed=pairs
    )
    before = phone.send()["form_version"]
    append_operations(event, agreed)
    assert phone.send()["form_version"] != before
    assert phone.data().json()["form"]["target"]["points"] == 1000
    assert played(phone, TRANCA_HAND)["closed"] is True
    other = sheet_at(event, next(one for one in championship(event).fixtures if one != phone.sheet.match))
    assert counted(other).terms.target == 1500


# --- how a game ends ----------------------------------------------------------------------------------------------


def test_tm_18_time_up_is_told_as_that(monkeypatch: pytest.MonkeyPatch) -> None:
    """E-17 has a result typed at the desk judged like this one, from a sheet."""
    phone = a_phone(drawn(TM, 4))
    now = timezone.now()
    append_operations(phone.sheet.event, StartMatch(by="user:1", at=now, match=phone.sheet.match))
    monkeypatch.setattr(timezone, "now", lambda: now + timedelta(minutes=60))
    hand = phone.entry("hand", place=0, hand=truco_hand(1, 3))
    bell = phone.entry("bell", place=1, number=1, during=False)
    phone.send(hand, bell, *accepted(phone, [hand, bell]))
    [submission] = log_of(phone.sheet).submissions
    assert submission.games == (Game((0, 3), 1, Ending.TIME_UP),)


def test_a_ruling_before_the_first_hand_is_handed_in_for_everybody_to_confirm() -> None:
    people = team()
    event = drawn(TM, 4, people=people)
    sheet = called(event)
    tento = {"seat": None, "act": "ruling", "ruling": "tento", "pair": 0, "article": "32"}
    written = append(sheet, note("rule", place=0, act=tento, why="carta marcada"), by=people[Role.REFEREE])
    assert (written.refused, written.trouble) == ([], None)
    [submission] = log_of(sheet).submissions
    assert (submission.games, submission.confirmed) == ((Game((0, 12), 1),), frozenset())


def test_a_disqualification_leaves_the_score_and_is_told_as_a_ruling() -> None:
    people = team()
    event = drawn(AF, 4, plan=knockout(4), people=people)
    phone = a_phone(event)
    [hand] = hands(phone, TRANCA_HAND)
    phone.send(hand)
    out = {"seat": None, "act": "ruling", "ruling": "disqualify", "pair": 0, "article": "8"}
    written = append(phone.sheet, note("rule", place=1, act=out, why="foi embora"), by=people[Role.REFEREE])
    assert written.refused == []
    phone.send(*accepted(phone, [hand]))
    [submission] = log_of(phone.sheet).submissions
    assert submission.games == (Game((1000, -190), 1, Ending.RULING),)


def _penalty(points: int) -> dict[str, object]:
    act = {"seat": None, "act": "ruling", "ruling": "adjust", "pair": 0, "points": points, "article": "8"}
    return note("rule", place=1, act={**act, "reason": "combinado"}, why="atraso")


def test_points_of_the_referee_that_reach_the_target_wait_for_the_pairs() -> None:
    people = team()
    phone = a_phone(drawn(TM, 4, people=people))
    [hand] = hands(phone, truco_hand(0, 9))
    phone.send(hand)
    [ruling] = append(phone.sheet, _penalty(3), by=people[Role.REFEREE]).stored
    told = phone.send()
    assert (told["counted"]["winner"], told["closed"], log_of(phone.sheet).submissions) == (0, False, ())
    assert phone.send(*phone.accept(hand["id"], ruling.entry_id))["closed"] is True
    assert log_of(phone.sheet).submissions[0].confirmed == {Party.FIRST, Party.SECOND}


def test_a_ruling_that_ends_a_match_waits_for_the_doubts_before_it() -> None:
    people = team()
    phone = a_phone(drawn(TM, 4, people=people))
    other = Phone(phone.sheet, phone.secret, "b")
    [mine], [theirs] = hands(phone, truco_hand(0, 9)), hands(other, truco_hand(1, 3))
    phone.send(mine)
    other.send(theirs)
    tento = {"seat": None, "act": "ruling", "ruling": "tento", "pair": 0, "article": "32"}
    append(phone.sheet, note("rule", place=1, act=tento, why="carta marcada"), by=people[Role.REFEREE])
    assert not log_of(phone.sheet).submissions
    settle = phone.entry("settle", place=0, hands=[mine["id"]], among=[mine["id"], theirs["id"]])
    assert phone.send(settle)["closed"] is True
    assert log_of(phone.sheet).submissions[0].games == (Game((9, 12), 1),)


# --- who did it -----------------------------------------------------------------------------------------------------


def test_operations_name_a_device_by_its_number_and_nobody_else() -> None:
    people = team()
    event = drawn(TM, 4, people=people)
    phone = a_phone(event)
    noted = hands(phone, truco_hand(0, 12))
    phone.send(*noted)
    referee = append(phone.sheet, *accepted(phone, noted), by=people[Role.REFEREE])
    assert referee.trouble is None
    by = [one.by for one in championship(event).log[-4:]]
    assert by == ["device:1", *[f"user:{people[Role.REFEREE].pk}"] * 3]
    actors = LogEntry.objects.filter(action="event.operation").order_by("-pk").values_list("actor", flat=True)[:4]
    assert list(actors) == [people[Role.REFEREE].pk] * 3 + [None]


def test_the_desk_says_that_the_result_came_from_the_phone_of_its_table() -> None:
    people = team()
    event = drawn(TM, 4, people=people)
    phone = a_phone(event, table="3")
    played(phone, truco_hand(0, 12))
    client = Client()
    client.force_login(people[Role.REFEREE])
    desk = client.get(reverse("match-desk", args=[event.slug, phone.sheet.match])).content.decode()
    assert "Celular da mesa 3" in desk


# --- the referee looks into it ----------------------------------------------------------------------------------------


def test_while_the_referee_looks_into_a_match_its_result_waits() -> None:
    people = team()
    event = drawn(TM, 4, people=people)
    phone = a_phone(event)
    noted = hands(phone, truco_hand(0, 12))
    phone.send(*noted)
    freeze(phone.sheet, by=people[Role.REFEREE])
    told = phone.send(*accepted(phone, noted))
    assert (told["frozen"], told["closed"], told["trouble"]) == (True, False, None)
    assert not log_of(phone.sheet).submissions
    thawed = unfreeze(phone.sheet, by=people[Role.REFEREE])
    assert (thawed.is_frozen, is_closed(championship(event), thawed)) == (False, True)
    assert len(log_of(phone.sheet).submissions) == 1


def test_freezing_twice_keeps_the_first_instant_and_score() -> None:
    people = team()
    phone = a_phone(drawn(TM, 4, people=people))
    phone.send(phone.entry("hand", place=0, hand=truco_hand(0, 3)))
    first = freeze(phone.sheet, by=people[Role.REFEREE])
    phone.send(phone.entry("hand", place=1, hand=truco_hand(0, 3)))
    again = freeze(phone.sheet, by=people[Role.ORGANISER])
    assert (again.frozen_at, again.shown, again.frozen_by_id) == (first.frozen_at, first.shown, first.frozen_by_id)
    assert again.shown is not None
    assert again.shown["score"] == [3, 0]


def test_a_league_is_told_the_same_way() -> None:
    event = drawn(FA, 3, plan=league(3))
    phone = a_phone(event)
    assert played(phone, TRANCA_HAND, TRANCA_HAND)["closed"] is True
    assert isinstance(championship(event).log[-1], Confirm)
    append_operations(event, CallMatch(by="system", at=timezone.now(), match=an_open_match(event), table="1"))


def test_users_are_only_numbers(django_user_model: type[User]) -> None:
    people = team()
    event = drawn(TM, 4, people=people)
    phone = a_phone(event)
    append(phone.sheet, note("call", about="ajuda"), by=people[Role.REFEREE])
    [entry] = phone.data().json()["entries"]
    assert entry["by"] == f"user:{people[Role.REFEREE].pk}"
    assert django_user_model.objects.get(pk=people[Role.REFEREE].pk).name not in str(entry)

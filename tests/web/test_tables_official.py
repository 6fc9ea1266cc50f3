"""The live table of a championship's match: opened at the desk, for its four players alone, closed when decided
otherwise, and ruled by its referee."""

import json
from dataclasses import replace
from datetime import timedelta
from html import unescape
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from carteado.cards import Onlooker
from carteado.record import read_record
from carteado.regulation import Override
from carteado.tournament.clocks import Moment
from carteado.tournament.entry_acts import Ground
from carteado.tournament.matches import State
from carteado.tournament.operations import AgreeHouseRule, DisqualifyPair, Substitute, Undo, WalkOver
from carteado.tournament.plans import knockout
from carteado.web.day.pairs import own_matches
from carteado.web.entries.models import Entrant
from carteado.web.entries.own import own_path
from carteado.web.events import store
from carteado.web.events.models import Event
from carteado.web.people.models import User
from carteado.web.policy import Role
from carteado.web.sumula.models import Reason
from carteado.web.tables import entrants, official, refereeing, results
from carteado.web.tables.entries import CLOSED
from carteado.web.tables.fixtures import rules_for
from carteado.web.tables.identity import Known, person_at, still_known
from carteado.web.tables.messages import PROTOCOL, Hello
from carteado.web.tables.models import Act, Match, Table
from carteado.web.tables.opening import regulation_of
from carteado.web.tables.refereeing import PLAYS_HIMSELF
from carteado.web.tables.running import rooms
from carteado.web.tables.sitters import of_entrant
from carteado.web.tables.why import Why
from tests.web.halls import AF, AP, TM, Worker, done, drawn, forms_in, open_matches
from tests.web.refereeing import Desk
from tests.web.roles import a_person
from tests.web.table_hall import Hall, players_of
from tests.web.table_rooms import Someone

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall(monkeypatch: pytest.MonkeyPatch) -> Hall:
    return seated(monkeypatch, TM)


def seated(monkeypatch: pytest.MonkeyPatch, regulation: str, **settings: Any) -> Hall:
    """A table to which nobody has come yet."""
    hall = Hall.opened(regulation, **settings)
    monkeypatch.setattr(rooms, "here", hall.here)
    monkeypatch.setattr(rooms, "do", hall.do)
    hall.open()
    return hall


@pytest.fixture
def clerk() -> Worker:
    return Worker.of(drawn(TM, 4, with_delegations=True), Role.CLERK)


def opens(worker: Worker, match: str, **fields: object) -> Any:
    path, form = worker.filled(match, "mesa-ao-vivo", **fields)
    return worker.client.post(path, form)


def came(entrant: Entrant, match: str) -> Client:
    """The browser of a player who pressed the button of his own page."""
    client = Client()
    page = client.get(own_path(entrant)).content.decode()
    path = reverse("entrant-play", args=[entrant.secret, match])
    assert path in forms_in(page), "the page has no such button"
    answer = client.post(path)
    assert answer.status_code == 302, answer.content
    return client


def cookies(client: Client) -> dict[str, str]:
    return {settings.SESSION_COOKIE_NAME: client.cookies[settings.SESSION_COOKIE_NAME].value}


def of_user(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


# --- opening ------------------------------------------------------------------------------------------------------


def test_the_desk_calls_a_match_to_a_live_table_with_a_seat_for_each_of_the_four(clerk: Worker) -> None:
    match = open_matches(clerk.championship)[0]
    players = players_of(clerk.event, match)
    assert opens(clerk, match, delay=120).status_code == 302
    [table] = Table.objects.all()
    assert clerk.championship.logs[match].state is State.CALLED
    assert [seat.who for seat in table.seats.order_by("number")] == [f"entrant:{one.code}" for one in players]
    assert (table.fixture, table.first, table.second) == (match, *clerk.championship.logs[match].pairs)
    assert (table.delay, table.act_seconds, table.is_public, table.phase) == (120, None, False, "")


def test_opened_twice_it_is_one_table(clerk: Worker) -> None:
    match = open_matches(clerk.championship)[0]
    players_of(clerk.event, match)
    path, form = clerk.filled(match, "mesa-ao-vivo")
    clerk.client.post(path, form)
    clerk.client.post(path, form)
    assert Table.objects.count() == 1


def test_pairs_without_pages_of_their_own_get_no_table(clerk: Worker) -> None:
    match = open_matches(clerk.championship)[0]
    answer = clerk.client.post(clerk.path("open-live-table", match), follow=True)
    assert str(Why.NO_PAGE.label) in unescape(answer.content.decode())
    assert not Table.objects.exists()
    assert match not in clerk.championship.logs


def test_a_final_is_played_as_one(clerk: Worker) -> None:
    final = next(one for one, fixture in clerk.championship.fixtures.items() if fixture.phase == "final")
    assert rules_for(clerk.championship, final)["phase"] == "final"


def test_the_house_rules_of_the_match_are_those_of_its_table(monkeypatch: pytest.MonkeyPatch) -> None:
    hall = seated(monkeypatch, AF)
    rule = Override("match.target", 1000, by="user:1")
    agree = AgreeHouseRule(
        by="user:1",
        at=timezone.now(),
        match=hall.match,
        rule=rule,
        referee="user:1",
        agreed=hall.championship.logs[hall.match].pairs,
    )
    done(hall.event, agree)
    hall.come(0, 1, 2, 3)
    hall.start_next()
    hall.table.refresh_from_db()
    assert regulation_of(hall.table).rules.match.target == 1000
    assert hall.play.match.target == 1000


# --- who sits there -----------------------------------------------------------------------------------------------


def test_each_player_comes_from_his_own_page_and_has_his_own_seat(hall: Hall) -> None:
    for player in hall.players:
        person = person_at(hall.table.code, cookies(came(player, hall.match)))
        assert person is not None
        assert (person.who, person.name, person.is_referee) == (f"entrant:{player.code}", player.shown, False)


def test_an_account_that_is_the_entrants_brings_him_to_his_seat(hall: Hall) -> None:
    user = User.objects.create_user("ze@salao.example", name="Zé")
    Entrant.objects.filter(pk=hall.players[1].pk).update(user=user)
    person = person_at(hall.table.code, cookies(of_user(user)))
    assert person is not None
    assert person.who == f"entrant:{hall.players[1].code}"


def test_who_plays_another_match_only_watches(hall: Hall) -> None:
    other = open_matches(hall.championship)[1]
    stranger = players_of(hall.event, other)[0]
    assert not own_matches(stranger, hall.championship)[0].is_live
    client = Client()
    assert client.post(reverse("entrant-play", args=[stranger.secret, hall.match])).status_code == 302
    client.post(reverse("entrant-play", args=[hall.players[0].secret, hall.match]))
    other_table = Table.objects.create(event=hall.event, fixture=other, regulation=TM)
    person = person_at(other_table.code, cookies(client))
    assert person is not None
    assert not person.who


def test_who_is_nobody_of_the_event_only_watches_and_can_start_nothing(hall: Hall) -> None:
    user = User.objects.create_user("curioso@salao.example", name="Curioso")
    person = person_at(hall.table.code, cookies(of_user(user)))
    assert person is not None
    assert hall.room.setting.seat_of(person.who) is None
    assert not person.is_referee
    hall.come(0, 1, 2, 3)
    path = reverse("live-official-start", args=[hall.table.code])
    assert of_user(user).post(path, {"after": "0"}).status_code == 404
    assert Client().post(path, {"after": "0"}).status_code == 404
    assert not Match.objects.exists()


def test_who_rules_no_longer_is_no_longer_known_as_a_referee(hall: Hall) -> None:
    user = a_person(Role.REFEREE, hall.event)
    assert user is not None
    client = of_user(user)
    person = person_at(hall.table.code, cookies(client))
    assert person is not None
    assert person.is_referee
    key = cookies(client)[settings.SESSION_COOKIE_NAME]
    known = Known(hall.table.code, key, person.who, is_referee=True, is_official=True)
    assert still_known({known}) == {known}
    hall.event.memberships.filter(user=user).delete()
    assert still_known({known}) == set()


def test_another_link_in_the_place_of_a_lost_one_ends_what_the_lost_one_opened(hall: Hall) -> None:
    player = hall.players[0]
    client = came(player, hall.match)
    key = cookies(client)[settings.SESSION_COOKIE_NAME]
    known = Known(hall.table.code, key, of_entrant(player.code), is_referee=False, is_official=True)
    assert still_known({known}) == {known}
    player.secret = "x" * 32
    player.save()
    assert still_known({known}) == set()
    person = person_at(hall.table.code, cookies(client))
    assert person is not None
    assert not person.who


def test_a_link_that_somebody_else_passes_on_opens_no_seat(hall: Hall) -> None:
    player = hall.players[0]
    player.secret = f"convite-{'y' * 32}"
    player.save()
    client = Client()
    client.post(reverse("entrant-play", args=[player.secret, hall.match]))
    assert entrants.KEY not in client.session


def test_a_substitute_has_the_seat_of_whom_he_replaces(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    hall = seated(monkeypatch, AF)
    leaves = hall.players[0].code
    enters = f"{leaves.removesuffix('a')}r"
    Entrant.objects.create(event=hall.event, code=enters, number=90, called="Reserva")
    with django_capture_on_commit_callbacks(execute=True):
        done(
            hall.event,
            Substitute(
                by="user:1",
                at=timezone.now(),
                delegation=f"del-{leaves.removesuffix('a')}",
                match=hall.match,
                leaves=leaves,
                enters=enters,
                why="",
            ),
        )
    assert hall.table.seats.get(number=0).who == f"entrant:{enters}"


# --- who may look -------------------------------------------------------------------------------------------------


def test_under_an_embargo_the_table_is_for_its_players_and_the_team_alone(hall: Hall) -> None:
    Event.objects.filter(pk=hall.event.pk).update(embargo_until=timezone.now() + timedelta(hours=1))
    visitor, path = Client(), reverse("live-table", args=[hall.table.code])
    assert person_at(hall.table.code, {}) is None
    assert person_at(hall.table.code, cookies(of_user(User.objects.create_user("a@b.example")))) is None
    assert visitor.get(path).status_code == 404
    player = came(hall.players[3], hall.match)
    assert person_at(hall.table.code, cookies(player)) is not None
    assert player.get(path).status_code == 200
    team = of_user(User.objects.get(email="clerk@salao.example"))
    assert person_at(hall.table.code, cookies(team)) is not None
    Event.objects.filter(pk=hall.event.pk).update(embargo_until=None)
    assert person_at(hall.table.code, {}) is not None
    assert visitor.get(path).status_code == 200


def test_an_embargo_that_begins_sends_those_away_who_only_watch(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    onlooker = Someone()
    hall.room.enter(onlooker, Hello(PROTOCOL))
    hall.come(0)
    told: list[str] = []
    monkeypatch.setattr(rooms, "changed", told.append)
    details = store.details_of(hall.event)
    secret = replace(details, embargo_until=timezone.now() + timedelta(hours=1))
    with django_capture_on_commit_callbacks(execute=True):
        by = hall.event.memberships.get(role=Role.ORGANISER).user
        saved = store.save_details(hall.event, secret, expected=hall.event.version, step="lugar", by=by)
    assert isinstance(saved, Event), saved
    assert told == [hall.table.code]
    hall.read_again()
    assert onlooker.is_dropped
    assert not hall.readers[0].is_dropped


def test_the_page_of_the_event_leads_onlookers_to_the_table(hall: Hall) -> None:
    table, event = reverse("live-table", args=[hall.table.code]), reverse("event", args=[hall.event.slug])
    assert table in Client().get(event).content.decode()
    assert hall.table.code not in Client().get(reverse("play")).content.decode()
    Event.objects.filter(pk=hall.event.pk).update(embargo_until=timezone.now() + timedelta(hours=1))
    assert table not in Client().get(event).content.decode()


def test_whoever_rules_sees_all_cards_and_nobody_else_does(hall: Hall) -> None:
    roles = {Role.REFEREE: True, Role.ORGANISER: True, Role.CLERK: False}
    for role, rules in roles.items():
        user = hall.event.memberships.get(role=role).user
        person = person_at(hall.table.code, cookies(of_user(user)))
        assert person is not None
        assert person.is_referee is rules


def test_a_referee_who_plays_the_match_has_his_seat_and_not_the_cards(hall: Hall) -> None:
    user = hall.event.memberships.get(role=Role.REFEREE).user
    Entrant.objects.filter(pk=hall.players[2].pk).update(user=user)
    person = person_at(hall.table.code, cookies(of_user(user)))
    assert person is not None
    assert hall.room.setting.seat_of(person.who) == 2
    assert not person.is_referee


@pytest.mark.parametrize("by_account", [True, False])
def test_nobody_rules_the_match_that_he_plays(playing: Hall, by_account: bool) -> None:
    desk = desk_of(playing)
    if by_account:
        Entrant.objects.filter(pk=playing.players[2].pk).update(
            user=playing.event.memberships.get(role=Role.REFEREE).user
        )
    else:
        desk.client.post(reverse("entrant-play", args=[playing.players[2].secret, playing.match]))
    assert desk.client.get(desk.path("referee-live-record", playing.match)).status_code == 403
    stop = {"ato": "parar", "form": uuid4().hex}
    assert desk.client.post(desk.path("referee-live-pause", playing.match), stop).status_code == 403
    assert playing.play.stopped is None
    assert desk.leads_to("referee-ruling", playing.match, "tento").startswith(desk.path("referee-match", playing.match))
    page = desk.open("referee-match", playing.match)
    assert str(PLAYS_HIMSELF) in page
    assert desk.path("referee-live-record", playing.match) not in page


# --- starting -----------------------------------------------------------------------------------------------------


def test_it_starts_once_all_four_are_there_and_any_of_them_begins(hall: Hall) -> None:
    client = came(hall.players[2], hall.match)
    path, table = reverse("live-official-start", args=[hall.table.code]), reverse("live-table", args=[hall.table.code])
    hall.come(0, 1, 2)
    assert path not in forms_in(client.get(table).content.decode())
    answer = client.post(path, {"after": "0"}, follow=True)
    assert str(Why.MISSING.label) in unescape(answer.content.decode())
    assert not Match.objects.exists()
    hall.come(3)
    form = forms_in(client.get(table).content.decode())[path]
    client.post(path, form)
    client.post(path, form)
    assert Match.objects.count() == 1
    log = hall.championship.logs[hall.match]
    assert log.state is State.PLAYING
    assert hall.championship.log[-1].by == hall.players[2].code


def test_the_desk_starts_it_too(hall: Hall) -> None:
    clerk = Worker.of(hall.event, Role.CLERK)
    hall.come(0, 1, 2, 3)
    path = clerk.path("start-live-match", hall.match)
    clerk.client.post(path, forms_in(clerk.desk(hall.match))[path])
    assert Match.objects.count() == 1
    assert hall.championship.logs[hall.match].state is State.PLAYING


def test_a_match_that_is_decided_is_not_begun_again(monkeypatch: pytest.MonkeyPatch) -> None:
    hall = seated(monkeypatch, TM, delay=300)
    hall.come(0, 1, 2, 3)
    hall.start_next()
    hall.play_out()
    again = official.start(hall.table, by=None, author="x", after=1)
    assert again is Why.DECIDED
    assert hall.championship.logs[hall.match].state is State.PLAYING  # its result is still on the way


def test_nobody_starts_what_was_decided_elsewhere(hall: Hall) -> None:
    first, _second = hall.championship.logs[hall.match].pairs
    done(hall.event, WalkOver(by="user:1", at=timezone.now(), match=hall.match, absent=(first,), why="não veio"))
    hall.come(0, 1, 2, 3)
    assert official.start(hall.table, by=None, author="x", after=0) is Why.DECIDED


# --- decided elsewhere --------------------------------------------------------------------------------------------


def test_a_pair_sent_out_of_the_event_stops_the_table_and_taken_back_it_goes_on(hall: Hall) -> None:
    hall.come(0, 1, 2, 3)
    hall.start_next()
    hall.deal()
    first, _second = hall.championship.logs[hall.match].pairs
    out = DisqualifyPair(by="user:1", at=timezone.now(), pair=first, why="agressão", ground=Ground.REFEREE)
    done(hall.event, out)
    hall.read_again()
    assert hall.play.stopped == CLOSED
    before = len(hall.log)
    [seat, *_] = hall.play.terms.engine.asked(hall.play.match)
    act = hall.play.terms.engine.legal_acts(hall.play.match, seat)[0]
    reader = hall.send(seat, {"act": "play", "card": str(getattr(act, "card", "4c"))})
    assert reader.codes[-1] == "closed"
    assert hall.send(Onlooker.REFEREE, {"act": "resume"}).codes[-1] == "closed"
    assert len(hall.log) == before
    done(hall.event, Undo(by="user:1", at=timezone.now(), why="engano"))
    hall.read_again()
    assert hall.play.stopped is None


def test_tables_that_an_operation_concerns_look_again(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    told: list[str] = []
    monkeypatch.setattr(rooms, "changed", told.append)
    first, _second = hall.championship.logs[hall.match].pairs
    other = open_matches(hall.championship)[1]
    with django_capture_on_commit_callbacks(execute=True):
        Worker.of(hall.event, Role.CLERK).does(other, "chamar", table="2")
    assert told == []
    with django_capture_on_commit_callbacks(execute=True):
        done(hall.event, WalkOver(by="user:1", at=timezone.now(), match=hall.match, absent=(first,), why="saiu"))
    assert told == [hall.table.code]


# --- the referee's desk -------------------------------------------------------------------------------------------


@pytest.fixture
def playing(hall: Hall) -> Hall:
    hall.come(0, 1, 2, 3)
    hall.start_next()
    hall.deal()
    return hall


def desk_of(hall: Hall, role: Role = Role.REFEREE) -> Desk:
    return Desk.of(hall.event, hall.event.memberships.get(role=role).user)


def test_the_referee_stops_the_match_and_lets_it_go_on(playing: Hall) -> None:
    desk = desk_of(playing)
    for stopped in (True, False):
        page = desk.open("referee-match", playing.match)
        path = desk.path("referee-live-pause", playing.match)
        form = {**forms_in(page)[path], "ato": "parar" if stopped else "continuar"}
        desk.client.post(path, form)
        desk.client.post(path, form)
        assert (playing.play.stopped is not None) is stopped
        assert playing.championship.logs[playing.match].clock.is_paused is stopped
    assert [entry.act for entry in playing.log[-2:]] == ["pause", "resume"]
    results.carry(playing.table.code, now=playing.around.time)
    marks = [mark.moment for mark in playing.championship.logs[playing.match].clock.marks]
    assert marks[-2:] == [Moment.PAUSED, Moment.RESUMED]
    assert marks.count(Moment.PAUSED) == 1


def test_points_ruled_at_the_desk_change_the_table_at_once_and_the_words_are_only_on_the_sheet(playing: Hall) -> None:
    before = playing.score
    desk_of(playing).rules(playing.match, "pontos", key="match.target", pair=0, points=2, why="falou na mão do outro")
    assert playing.score == (before[0] + 2, before[1])
    [rule] = playing.entries("rule")
    assert rule["why"] == "falou na mão do outro"
    assert rule["act"]["reason"] == "match.target"
    assert not any("falou" in row.data for row in Act.objects.all())


def test_what_was_ruled_at_the_table_is_not_taken_back_on_the_sheet(playing: Hall) -> None:
    desk = desk_of(playing)
    desk.rules(playing.match, "pontos", key="match.target", pair=0, points=2, why="falou")
    [rule] = playing.entries("rule")
    page = desk.open("referee-match", playing.match)
    assert "falou" in page
    assert 'value="desfazer"' not in page
    answer = desk.post("referee-review", playing.match, ato="desfazer", entrada=rule["id"])
    assert answer.status_code == 404
    assert playing.kinds() == ["rule"]


def test_a_ruling_at_the_desk_is_weighed_by_the_rules_of_the_hand_that_is_on(playing: Hall) -> None:
    page = desk_of(playing).weigh(playing.match, "quatro-cartas", pair=0, why="quatro na mão")
    assert "0 × 1" in " ".join(page.split())
    desk_of(playing).rules(playing.match, "quatro-cartas", pair=0, why="quatro na mão")
    assert playing.score == (0, 1)
    assert not playing.play.match.hand_is_on
    assert playing.kinds() == ["warn", "hand"]


def test_a_hand_is_dealt_again_from_the_desk(playing: Hall) -> None:
    desk_of(playing).rules(playing.match, "dar-de-novo", why="carta virada")
    assert not playing.play.match.hand_is_on
    assert [one["act"]["ruling"] for one in playing.entries("rule")] == ["redeal"]


def test_a_match_is_ended_from_the_desk_and_the_others_have_won_it(playing: Hall) -> None:
    desk_of(playing).rules(playing.match, "encerrar", key="clock.absence_minutes", pair=1, why="saiu há dez minutos")
    assert playing.play.match.winner == 0
    [submission] = playing.championship.logs[playing.match].submissions
    assert submission.games[0].winner == 0
    assert "Partida encerrada contra ela" in desk_of(playing).open("referee-penalties")


def test_a_ruling_sent_twice_is_one_ruling(playing: Hall) -> None:
    desk = desk_of(playing)
    page = desk.weigh(playing.match, "pontos", key="match.target", pair=0, points=1, why="aviso")
    for _time in range(2):
        assert desk.confirm(playing.match, "pontos", page).status_code == 302
    assert playing.score == (1, 0)
    assert playing.kinds() == ["rule"]


def test_what_was_weighed_on_another_hand_is_weighed_anew(playing: Hall) -> None:
    desk = desk_of(playing)
    page = desk.weigh(playing.match, "quatro-cartas", pair=0, why="quatro")
    playing.play_hand()
    playing.deal()
    score = playing.score
    assert desk.confirm(playing.match, "quatro-cartas", page).status_code == 200
    assert playing.score == score


def test_nothing_that_counts_is_ruled_on_the_sheet_past_the_table(hall: Hall) -> None:
    """Before the match is on there is nothing to rule at the table, and what stood on the sheet alone nobody played."""
    desk = desk_of(hall)
    assert desk.leads_to("referee-ruling", hall.match, "pontos", regra="match.target") == desk.path(
        "referee-match", hall.match
    )
    desk.rules(hall.match, "advertencia", key="match.target", pair=0, why="atraso")
    assert hall.kinds() == ["warn"]


def test_the_record_so_far_is_for_whoever_rules(playing: Hall) -> None:
    path = desk_of(playing).path("referee-live-record", playing.match)
    answer = desk_of(playing).client.get(path)
    assert answer.status_code == 200
    record = read_record(answer.content)
    assert len(record.hands) == 1
    assert "seed" not in json.dumps(json.loads(answer.content))
    assert desk_of(playing, Role.CLERK).client.get(path).status_code == 403
    assert Client().get(path).status_code == 302


def test_a_clerk_stops_nothing_and_rules_nothing(playing: Hall) -> None:
    clerk = desk_of(playing, Role.CLERK)
    path = clerk.path("referee-live-pause", playing.match)
    assert clerk.client.post(path, {"ato": "parar", "form": uuid4().hex}).status_code == 403
    assert playing.play.stopped is None


def test_the_free_words_of_a_referee_never_reach_the_log(playing: Hall) -> None:
    reader = playing.rule("adjust", pair=0, points=1, article="referee.adjust", reason="porque o João xingou")
    assert reader.codes[-1] == "no_such_rule"
    assert playing.score == (0, 0)


def test_the_words_of_a_ruling_that_was_refused_are_kept_nowhere(playing: Hall) -> None:
    by = playing.event.memberships.get(role=Role.REFEREE).user
    assert refereeing.do(playing.table, {"act": "resume"}, form=uuid4(), by=by, why="palavra")
    assert not Reason.objects.exists()
    playing.play_hand()
    assert "palavra" not in str(playing.entries())


def test_the_words_of_a_ruling_wait_in_the_database_until_the_sheet_has_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """The sheet waits for the onlookers; whoever restarts the site meanwhile loses nothing."""
    hall = seated(monkeypatch, TM, delay=300)
    hall.come(0, 1, 2, 3)
    hall.start_next()
    hall.deal()
    desk_of(hall).rules(hall.match, "pontos", key="match.target", pair=0, points=2, why="falou na mão do outro")
    assert hall.entries("rule") == []
    assert [one.text for one in Reason.objects.all()] == ["falou na mão do outro"]
    results.carry(hall.table.code, now=hall.around.time + 301_000)
    assert [one["why"] for one in hall.entries("rule")] == ["falou na mão do outro"]
    assert not Reason.objects.exists()


def test_words_that_a_crash_left_behind_go_when_the_sheet_is_looked_at_again(playing: Hall) -> None:
    desk_of(playing).rules(playing.match, "pontos", key="match.target", pair=0, points=2, why="falou")
    [ruled] = [entry for entry in playing.log if entry.act == "ruling"]
    by = playing.event.memberships.get(role=Role.REFEREE).user
    results.keep_words(playing.table, str(ruled.client), "falou", by=by)
    results.keep_words(playing.table, "referee:another", "espera", by=by)
    results.carry(playing.table.code, now=playing.around.time)
    assert [one.text for one in Reason.objects.all()] == ["espera"]


def test_words_that_wait_forget_who_is_forgotten(playing: Hall) -> None:
    by = playing.event.memberships.get(role=Role.REFEREE).user
    results.keep_words(playing.table, "referee:mark", "Jacira gritou", by=by)
    store.rewritten(playing.event, said=lambda text: text.replace("Jacira", "Participante 1"))
    assert Reason.objects.get().text == "Participante 1 gritou"


def test_games_of_a_series_are_started_one_after_another(monkeypatch: pytest.MonkeyPatch) -> None:
    hall = seated(monkeypatch, AP, plan=knockout(4, best_of=3))
    hall.come(0, 1, 2, 3)
    hall.start_next()
    assert not official.next_game(hall.table)
    hall.rule("disqualify", pair=0, article="referee.disqualify")
    assert official.next_game(hall.table)
    hall.start_next()
    hall.rule("disqualify", pair=0, article="referee.disqualify")
    assert not official.next_game(hall.table)
    [submission] = hall.championship.logs[hall.match].submissions
    assert [game.winner for game in submission.games] == [1, 1]

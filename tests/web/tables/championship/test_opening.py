"""The live table of a championship's match: opened at the desk, started once, closed when decided otherwise."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from html import unescape
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from carteado.cards import Onlooker
from carteado.regulation import Override, Refusal, out_of_order
from carteado.regulation.event_rules import SuspensionReason
from carteado.tournament.matches.clocks import Moment
from carteado.tournament.matches.match_log import State
from carteado.tournament.operations import (
    AgreeHouseRule,
    Cancel,
    DisqualifyPair,
    MarkTime,
    Operation,
    Suspend,
    Undo,
    WalkOver,
)
from carteado.tournament.registrations.acts import Ground
from carteado.tournament.running.tables import starting
from carteado.tournament.state.championship import Championship
from carteado.web.events import store
from carteado.web.events.models import Event
from carteado.web.kit.guarding.policy import Role
from carteado.web.tables.championship import official_table as official
from carteado.web.tables.championship.pages import official_part
from carteado.web.tables.championship.referee_panel import desk_panel
from carteado.web.tables.match.championship_match import Closing, rules_for
from carteado.web.tables.match.from_database import regulation_of
from carteado.web.tables.match.log_rows import CLOSED
from carteado.web.tables.models import Match, Table
from carteado.web.tables.page_refusals import PageRefusal
from carteado.web.tables.players.visitor import Person
from carteado.web.tables.serving.rooms import rooms
from tests.web.tables.championship.seating import came, opens, seated
from tests.web.tables.championship.table_hall import Hall, players_of
from tests.web.world.halls import AF, TM, Worker, append, forms_in, open_matches

pytestmark = pytest.mark.django_db


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
    assert str(PageRefusal.NO_PAGE.label) in unescape(answer.content.decode())
    assert not Table.objects.exists()
    assert match not in clerk.championship.logs


def test_a_table_whose_delay_is_refused_calls_nothing(clerk: Worker, monkeypatch: pytest.MonkeyPatch) -> None:
    match = open_matches(clerk.championship)[0]
    players_of(clerk.event, match)
    refused = out_of_order("event_is_archived")
    clerk_account = clerk.event.memberships.get(role=Role.CLERK).user
    monkeypatch.setattr(store, "change_delays", lambda *_args, **_kwargs: refused)
    assert official.open_table(clerk.event, match, by=clerk_account, delay=120) == refused
    assert match not in clerk.championship.logs
    assert not Table.objects.exists()


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
    append(hall.event, agree)
    hall.come(0, 1, 2, 3)
    hall.start_next()
    hall.table.refresh_from_db()
    assert regulation_of(hall.table).rules.match.target == 1000
    assert hall.play.match.target == 1000


# --- starting -----------------------------------------------------------------------------------------------------


def test_it_starts_once_all_four_are_there_and_any_of_them_begins(hall: Hall) -> None:
    client = came(hall.players[2], hall.match)
    path, table = reverse("live-official-start", args=[hall.table.code]), reverse("live-table", args=[hall.table.code])
    hall.come(0, 1, 2)
    assert path not in forms_in(client.get(table).content.decode())
    answer = client.post(path, {"after": "0"}, follow=True)
    assert str(PageRefusal.MISSING.label) in unescape(answer.content.decode())
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
    hall = seated(monkeypatch, TM)
    hall.come(0, 1, 2, 3)
    hall.start_next()
    hall.services.is_deaf = True
    hall.play_out()
    again = official.start(hall.table, by=None, author="x", after=1)
    assert again is PageRefusal.DECIDED
    assert hall.championship.logs[hall.match].state is State.PLAYING  # its result is still on the way


def test_nobody_starts_what_was_decided_elsewhere(hall: Hall) -> None:
    first, _second = hall.championship.logs[hall.match].pairs
    append(hall.event, WalkOver(by="user:1", at=timezone.now(), match=hall.match, absent=(first,), why="não veio"))
    hall.come(0, 1, 2, 3)
    assert official.start(hall.table, by=None, author="x", after=0) is Closing.DECIDED


def test_a_refused_start_notes_no_arrival_either(monkeypatch: pytest.MonkeyPatch) -> None:
    hall = seated(monkeypatch, AF)
    first, second = hall.championship.logs[hall.match].pairs
    append(hall.event, MarkTime(by="user:1", at=timezone.now(), match=hall.match, moment=Moment.ARRIVED, pair=first))

    def starting_another(championship: Championship, match: str, *, by: str, at: datetime) -> Sequence[Operation]:
        arrived, start = starting(championship, match, by=by, at=at)
        assert isinstance(arrived, MarkTime)
        assert arrived.pair == second
        return arrived, replace(start, match="nenhum")

    monkeypatch.setattr(official, "starting", starting_another)
    operations = len(hall.championship.log)
    hall.come(0, 1, 2, 3)
    refused = official.start(hall.table, by=None, author=hall.players[0].code, after=0)
    assert isinstance(refused, Refusal)
    assert refused.code == "no_such_match"
    assert len(hall.championship.log) == operations


# --- decided elsewhere --------------------------------------------------------------------------------------------


def test_a_pair_sent_out_of_the_event_stops_the_table_and_taken_back_it_goes_on(hall: Hall) -> None:
    hall.come(0, 1, 2, 3)
    hall.start_next()
    hall.deal()
    first, _second = hall.championship.logs[hall.match].pairs
    out = DisqualifyPair(by="user:1", at=timezone.now(), pair=first, why="agressão", ground=Ground.REFEREE)
    append(hall.event, out)
    hall.read_again()
    assert hall.play.stopped_by == CLOSED
    before = len(hall.log)
    [seat, *_] = hall.play.terms.engine.seats_to_ask(hall.play.match)
    act = hall.play.terms.engine.legal_acts(hall.play.match, seat)[0]
    reader = hall.send(seat, {"act": "play", "card": str(getattr(act, "card", "4c"))})
    assert reader.codes[-1] == "closed"
    assert hall.send(Onlooker.REFEREE, {"act": "resume"}).codes[-1] == "closed"
    assert len(hall.log) == before
    append(hall.event, Undo(by="user:1", at=timezone.now(), why="engano"))
    hall.read_again()
    assert hall.play.stopped_by is None


def rests(event: Event, kind: type[Suspend] | type[Cancel]) -> None:
    append(event, kind(by="user:1", at=timezone.now(), reason=SuspensionReason.TECHNICAL, why="falta luz"))


def sent_out(event: Event) -> None:
    [log, *_] = store.championship_of(event).logs.values()
    ground, pair = Ground.REFEREE, log.pairs[0]
    append(event, DisqualifyPair(by="user:1", at=timezone.now(), pair=pair, why="agressão", ground=ground))


@pytest.mark.parametrize(
    ("close", "code", "said"),
    [
        (lambda event: rests(event, Suspend), "suspended", "event is suspended"),
        (lambda event: rests(event, Cancel), "cancelled", "event is cancelled"),
        (lambda _event: Event.objects.update(archived_at=timezone.now()), "archived", "event is archived"),
        (lambda _event: Table.objects.update(first="outra"), "others_play", "for other pairs now"),
        (lambda _event: Table.objects.update(playing=7), "played_again", "played again from the beginning"),
        (lambda _event: Table.objects.update(fixture="nenhuma"), "removed", "has this match no longer"),
        (sent_out, "closed", "has decided this match"),
    ],
)
def test_a_table_where_nothing_is_played_says_the_true_reason(
    hall: Hall, close: Callable[[Event], object], code: str, said: str
) -> None:
    hall.come(0, 1, 2, 3)
    hall.start_next()
    hall.deal()
    close(hall.event)
    hall.event.refresh_from_db()
    hall.table.refresh_from_db()
    hall.read_again()
    assert hall.play.stopped_by == CLOSED
    reader = hall.send(Onlooker.REFEREE, {"act": "resume"})
    assert reader.codes[-1] == code
    assert said in reader.messages("refusal")[-1]["message"]
    assert official.start(hall.table, by=None, author="x", after=1) is Closing(code)
    panel, page = desk_panel(hall.table), official_part(hall.table, Person("", "", ""), is_team=True)
    with override("en"):
        for html, live in (("tables/who_is_there.html", panel), ("tables/official.html", page)):
            assert said in render_to_string(html, {"live": live, "table": hall.table})


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
        append(hall.event, WalkOver(by="user:1", at=timezone.now(), match=hall.match, absent=(first,), why="saiu"))
    assert told == [hall.table.code]

"""The live table of a championship's match: for its four players alone, and who may look."""

from dataclasses import replace
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from carteado.tournament.operations import Substitute
from carteado.web.desk.player_match_pages import player_matches
from carteado.web.events import store
from carteado.web.events.models import Event
from carteado.web.kit.guarding.policy import Role
from carteado.web.people.models import User
from carteado.web.people.references import of_entrant
from carteado.web.registrations.models import Entrant
from carteado.web.tables.championship.referee_panel import PLAYS_HIMSELF
from carteado.web.tables.models import Match, Table
from carteado.web.tables.players import championship_players as entrants
from carteado.web.tables.players.visitor import Identity, person_at, still_valid
from carteado.web.tables.protocol import PROTOCOL, Hello
from carteado.web.tables.serving.rooms import rooms
from tests.web.tables.championship.seating import came, cookies, desk_of, of_user, seated
from tests.web.tables.championship.table_hall import Hall, players_of
from tests.web.tables.room.table_rooms import Someone
from tests.web.world.halls import AF, TM, append, open_matches
from tests.web.world.roles import a_person

pytestmark = pytest.mark.django_db


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
    assert not player_matches(stranger, hall.championship)[0].is_live
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
    assert hall.room.settings.seat_of(person.who) is None
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
    known = Identity(hall.table.code, key, person.who, is_referee=True, is_official=True)
    assert still_valid({known}) == {known}
    hall.event.memberships.filter(user=user).delete()
    assert still_valid({known}) == set()


def test_another_link_in_the_place_of_a_lost_one_ends_what_the_lost_one_opened(hall: Hall) -> None:
    player = hall.players[0]
    client = came(player, hall.match)
    key = cookies(client)[settings.SESSION_COOKIE_NAME]
    known = Identity(hall.table.code, key, of_entrant(player.code), is_referee=False, is_official=True)
    assert still_valid({known}) == {known}
    player.secret = "x" * 32
    player.save()
    assert still_valid({known}) == set()
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
        append(
            hall.event,
            Substitute(
                by="user:1",
                at=timezone.now(),
                delegation=f"del-{leaves.removesuffix('a')}",
                match=hall.match,
                leaves=leaves,
                enters=enters,
                why="adoeceu",
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
    assert not hall.connections[0].is_dropped


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
    assert hall.room.settings.seat_of(person.who) == 2
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
    assert playing.play.stopped_by is None
    assert desk.leads_to("referee-ruling", playing.match, "tento").startswith(desk.path("referee-match", playing.match))
    page = desk.open("referee-match", playing.match)
    assert str(PLAYS_HIMSELF) in page
    assert desk.path("referee-live-record", playing.match) not in page


# --- who does not come --------------------------------------------------------------------------------------------


def test_af_7_at_a_live_table_a_walkover_before_the_tolerance_needs_the_referees_reason(hall: Hall) -> None:
    event = hall.event
    desk = desk_of(hall)
    _there, absent = store.championship_of(event).bracket.pairs(hall.match) or ("", "")
    hall.come(0, 2)
    found = desk.refused(hall.match, "wo", absent=[absent], why="")
    assert "precisa do motivo do árbitro" in found
    desk.rules(hall.match, "wo", absent=[absent], why="Sem internet no hotel")
    event.refresh_from_db()
    assert store.championship_of(event).logs[hall.match].absent == (absent,)

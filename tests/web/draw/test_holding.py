"""The desk of draws: held once, in turn, and by whoever may."""

from datetime import timedelta
from typing import Any

import pytest
from cryptography.fernet import Fernet
from django.urls import reverse
from django.utils import timezone

from carteado.tournament.matches.match_log import Game
from carteado.tournament.operations import Correct
from carteado.web.draw.models import DrawSecret
from carteado.web.events.models import Event
from carteado.web.kit.guarding.policy import Role
from carteado.web.people.models import User
from carteado.web.registrations.review.list_page import places
from tests.web.draw.draw_checks import STALE, check_held_draw, in_an_hour, operations, secret_of, undone
from tests.web.draw.draw_desk import AF, FA, LOTTERY, TM, Desk, an_event_of
from tests.web.world.roles import a_person

pytestmark = pytest.mark.django_db


# --- holding ------------------------------------------------------------------------------------------------------


def test_nobody_holds_a_draw_before_the_hour_that_was_announced(truco: Desk) -> None:
    truco.settle()
    truco.announce("knockout", at=timezone.now() + timedelta(hours=1))
    assert not truco.offers("sortear")
    seq = str(Event.objects.get().seq)
    answer = truco.client.post(truco.path("sortear"), {"seq": seq, "draw": "knockout", "entropy": "48213"})
    assert "ainda não chegou" in answer.content.decode()
    assert not truco.championship.draws


def test_a_draw_held_twice_is_held_once(announced: Desk) -> None:
    fields = announced.fields("sortear", draw="knockout")
    for _ in range(2):
        assert announced.send("sortear", fields, entropy="48213").status_code == 302
    assert operations(announced).count("HoldDraw") == 1


def test_the_second_to_hold_it_sees_the_first_ones_draw_and_keeps_what_he_typed(announced: Desk) -> None:
    fields = announced.fields("sortear", draw="knockout")
    announced.hold("knockout", "48213")
    answer = announced.send("sortear", fields, entropy="99999")
    page = answer.content.decode()
    assert STALE in page
    assert "99999" in page
    assert "48213" in page
    assert announced.championship.draws["knockout"]["entropy"] == "48213"


def test_nothing_decides_nothing(announced: Desk) -> None:
    assert announced.send("sortear", announced.fields("sortear", draw="knockout"), entropy="   ").status_code == 200
    assert not announced.championship.draws


def test_the_promise_cannot_be_replaced(announced: Desk) -> None:
    before = secret_of(announced, "knockout")
    fields = {"seq": [str(Event.objects.get().seq)], "draw": ["knockout"]}
    answer = announced.send("anunciar", fields, entropy_from="Outra", planned_at=in_an_hour())
    assert answer.status_code == 200
    assert secret_of(announced, "knockout") == before
    assert DrawSecret.objects.get().entropy_from == LOTTERY


def test_a_server_that_lost_its_keys_says_so_and_draws_nothing(announced: Desk, settings: Any) -> None:
    fields = announced.fields("sortear", draw="knockout")
    keys, settings.PERSONAL_DATA_KEYS = settings.PERSONAL_DATA_KEYS, (Fernet.generate_key().decode(),)
    assert "não abre o segredo" in announced.page()
    assert not announced.offers("sortear")
    assert "não abre o segredo" in announced.send("sortear", fields, entropy="48213").content.decode()
    assert not announced.championship.draws
    settings.PERSONAL_DATA_KEYS = keys
    announced.hold("knockout")
    check_held_draw(announced, "knockout")


def test_a_draw_taken_back_is_not_held_again_with_a_secret_that_everybody_knows(announced: Desk) -> None:
    known = secret_of(announced, "knockout")
    announced.hold("knockout", "48213")
    undone(announced)
    assert "já foi feito e desfeito" in announced.page()
    fields = {"seq": [str(Event.objects.get().seq)], "draw": ["knockout"]}
    assert announced.send("sortear", fields, entropy="99999").status_code == 200
    assert not announced.championship.draws
    undone(announced)
    announced.announce("knockout")
    assert secret_of(announced, "knockout") != known
    announced.hold("knockout", "99999")
    check_held_draw(announced, "knockout")


def test_a_draw_whose_field_a_correction_changed_is_announced_anew_under_another_secret(ana: User) -> None:
    desk = Desk(ana, an_event_of(AF, 6, by=ana))
    desk.settle()
    for draw in ("qualifying", "finals"):
        desk.announce(draw)
    desk.hold("qualifying")
    matches = [one for one in desk.championship.fixtures if desk.championship.bracket.is_open(one)]
    for match, conceded in zip(matches, (900, 700, 500), strict=True):
        desk.play(match, (1500, conceded))
    desk.hold("finals", "3 3 3")
    known, field = secret_of(desk, "finals"), set(desk.championship.places["finals"])
    game = Game(points=(1500, 1000), winner=0)
    desk.append(Correct(by="user:1", at=timezone.now(), match=matches[2], games=(game,), why="Conta", force=True))
    assert "finals" not in desk.championship.commitments
    desk.announce("finals")
    assert secret_of(desk, "finals") != known
    desk.hold("finals", "5 5 5")
    check_held_draw(desk, "finals")
    assert set(desk.championship.places["finals"]) != field
    page = desk.client.get(reverse("draw", args=[desk.event.slug, "finals"])).content.decode()
    assert "3 3 3" in page
    assert "não vale mais" in page
    assert page.count("não vale mais") == 1


# --- who may ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("role", [Role.CLERK, Role.BROADCASTER, Role.MEMBER, Role.VISITOR])
def test_who_does_not_hold_draws_does_nothing_here(announced: Desk, role: Role) -> None:
    other = Desk(a_person(role, announced.event), announced.event)
    answer = other.client.get(reverse("draws", args=[announced.event.slug]))
    assert answer.status_code in (302, 403)
    fields = {"seq": [str(Event.objects.get().seq)], "draw": ["knockout"]}
    assert other.send("sortear", fields, entropy="1").status_code == 403
    assert not announced.championship.draws


def test_the_referee_may(announced: Desk) -> None:
    referee = Desk(a_person(Role.REFEREE, announced.event), announced.event)
    referee.hold("knockout")
    check_held_draw(announced, "knockout")


def test_an_act_that_nobody_knows_is_no_page(announced: Desk) -> None:
    assert announced.client.post(announced.path("embaralhar"), {"seq": "1"}).status_code == 404


@pytest.mark.parametrize("name", ["٣٤٥", "²", "100%", "%(x)s", "\u202eknockout", "zz", ""])
@pytest.mark.parametrize("act", ["anunciar", "sortear"])
def test_a_draw_that_the_event_does_not_have_is_answered_and_changes_nothing(
    announced: Desk, act: str, name: str
) -> None:
    before = operations(announced)
    fields = {"seq": [str(Event.objects.get().seq)], "draw": [name], "entropy": ["1"], "entropy_from": ["dados"]}
    answer = announced.send(act, fields, planned_at=f"{timezone.localtime():%Y-%m-%dT%H:%M}")
    assert answer.status_code in (200, 409, 422)
    assert "slip--error" in answer.content.decode()
    assert operations(announced) == before


@pytest.mark.parametrize("regulation", [TM, FA])
def test_pairs_that_came_with_the_event_take_their_places(regulation: str, ana: User) -> None:
    desk = Desk(ana, an_event_of(regulation, 16, by=ana))
    assert places(desk.championship, desk.event) == (16, 16)
    desk.settle()
    assert places(desk.championship, desk.event) == (16, 0)
    page = desk.client.get(reverse("entries", args=[desk.event.slug])).content.decode()
    assert "Ninguém no varal" not in page
    assert f'href="{reverse("pairs", args=[desk.event.slug])}"' in page

"""The pages of an account, and the events of one's own."""

import re
from datetime import date

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation
from pytest_django import DjangoAssertNumQueries

from carteado.web.events.models import Event, Stage
from carteado.web.kit.guarding.policy import Role
from carteado.web.people.models import Membership, User
from tests.web.my_account.browsing import text_of
from tests.web.world.roles import an_event

pytestmark = pytest.mark.django_db


# --- pages --------------------------------------------------------------------------------------------------------

ENTRANCE = ("account_login", "account_signup", "account_reset_password", "account_reset_password_done")
OWN = (
    *("my-events", "profile", "account_email", "account_change_password", "account_logout", "mfa_index"),
    *("usersessions_list", "account_reauthenticate"),
)


@pytest.mark.parametrize("language", ["pt-br", "en"])
@pytest.mark.parametrize("route", [*ENTRANCE, *OWN])
def test_every_page_is_whole_and_obeys_the_content_policy(client: Client, bia: User, route: str, language: str) -> None:
    if route in OWN:
        client.force_login(bia)
    with translation.override(language):
        answer = client.get(reverse(route))
    html = text_of(answer)
    assert answer.status_code == 200
    assert f'<html lang="{language}"' in html
    assert html.count("<h1") == 1
    assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=|javascript:", html)
    assert "<title>" in html
    assert "<title> ·" not in html


# --- my events ----------------------------------------------------------------------------------------------------


def test_my_events_are_those_with_a_role_of_mine_drafts_first(inside: Client, bia: User) -> None:
    finished, draft, running = an_event(Stage.FINISHED), an_event(Stage.DRAFT), an_event(Stage.RUNNING)
    an_event(Stage.PUBLISHED)
    for event in (finished, draft, running):
        Membership.objects.create(event=event, user=bia, role=Role.REFEREE)
    Membership.objects.create(event=draft, user=bia, role=Role.ORGANISER)
    html = text_of(inside.get(reverse("my-events")))
    shown = re.findall(r'<h2><a href="/campeonatos/([^/]+)/">', html)
    assert shown == [draft.slug, running.slug, finished.slug]
    assert reverse("team", args=[draft.slug]) in html
    assert reverse("team", args=[running.slug]) not in html


@pytest.mark.parametrize(
    ("language", "sentence"),
    [("pt-br", "Nada seu no varal ainda."), ("en", "Nothing of yours on the line yet.")],
)
def test_nothing_yet_is_a_bare_line_and_one_thing_to_do(
    inside: Client, bia: User, language: str, sentence: str
) -> None:
    with translation.override(language):
        html = text_of(inside.get(reverse("my-events")))
    assert sentence in html
    assert 'class="empty"' in html


@pytest.mark.parametrize("rows", [3, 60])
def test_my_events_ask_the_database_the_same_for_any_number_of_rows(
    inside: Client, bia: User, rows: int, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    events = [
        Event(slug=f"copa-{number}", regulation="truco-masters-2025", name=f"Copa {number}", day=date(2026, 5, 1))
        for number in range(rows)
    ]
    Event.objects.bulk_create(events)
    Membership.objects.bulk_create(Membership(event=event, user=bia, role=Role.ORGANISER) for event in events)
    with django_assert_max_num_queries(8):
        html = text_of(inside.get(reverse("my-events")))
    assert html.count("<h2>") == rows


def test_my_pages_are_for_who_is_signed_in(client: Client) -> None:
    for route in ("my-events", "profile", "usersessions_list", "mfa_index"):
        answer = client.get(reverse(route))
        assert answer.headers["Location"] == f"{reverse('account_login')}?next={reverse(route)}"

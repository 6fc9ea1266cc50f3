"""An event's team: invitations, roles, and who may leave."""

import re
from smtplib import SMTPServerDisconnected
from threading import Barrier, Thread
from typing import Any

import pytest
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation
from pytest_django import DjangoAssertNumQueries, Settings

from carteado.web.devices.models import Device
from carteado.web.events import team
from carteado.web.events.models import Event, Stage
from carteado.web.events.team import Answer, Removal
from carteado.web.kit.guarding.policy import Role
from carteado.web.log.models import LogEntry
from carteado.web.people import one_time_links as links
from carteado.web.people.models import LinkPurpose, Membership, OneTimeLink, User
from tests.web.world.roles import a_person, an_event

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return an_event()


@pytest.fixture
def organiser(event: Event) -> User:
    organiser = a_person(Role.ORGANISER, event)
    assert organiser is not None
    return organiser


@pytest.fixture
def bia() -> User:
    return User.objects.create_user("bia@exemplo.com.br", name="Bia Ramos")


@pytest.fixture
def page(client: Client, organiser: User) -> Client:
    """A browser in which the organiser is signed in."""
    client.force_login(organiser)
    return client


def browser_of(user: User) -> Client:
    browser = Client()
    browser.force_login(user)
    return browser


def logged() -> list[str]:
    return list(LogEntry.objects.order_by("pk").values_list("action", flat=True))


def invitation_path(link: OneTimeLink) -> str:
    return reverse("invitation", kwargs={"secret": link.secret})


# --- inviting -----------------------------------------------------------------------------------------------------


def test_an_invitation_is_made_logged_and_shown_to_share(page: Client, event: Event) -> None:
    answer = page.post(reverse("invite", args=[event.slug]), {"role": "referee"}, follow=True)
    [link] = OneTimeLink.objects.all()
    assert (link.role, link.event, link.is_open) == (Role.REFEREE, event, True)
    assert logged() == ["team.invited"]
    html = answer.content.decode()
    assert f'data-copy="{links.url_of(link, request=answer.wsgi_request)}"' in html
    assert "wa.me" in html
    assert "share__qr" in html


@pytest.mark.parametrize("role", ["", "staff", "visitor", "dono"])
def test_only_the_roles_of_events_can_be_given(page: Client, event: Event, role: str) -> None:
    answer = page.post(reverse("invite", args=[event.slug]), {"role": role})
    assert answer.status_code == 422
    assert not OneTimeLink.objects.exists()
    assert logged() == []


def test_with_a_mail_server_the_invitation_is_sent_too(page: Client, event: Event) -> None:
    answer = page.post(
        reverse("invite", args=[event.slug]), {"role": "clerk", "email": "bia@exemplo.com.br"}, follow=True
    )
    [link] = OneTimeLink.objects.all()
    [sent] = mail.outbox
    assert sent.to == ["bia@exemplo.com.br"]
    assert event.name in sent.subject
    assert links.url_of(link, request=answer.wsgi_request) in sent.body


class BrokenBackend(EmailBackend):
    def send_messages(self, *_args: Any) -> int:
        raise SMTPServerDisconnected("the server is down")


def test_a_mail_server_that_is_down_does_not_lose_the_invitation(
    page: Client, event: Event, settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    settings.EMAIL_BACKEND = f"{__name__}.BrokenBackend"
    data = {"role": "clerk", "email": "bia@exemplo.com.br"}
    with translation.override("en"):
        answer = page.post(reverse("invite", args=[event.slug]), data, follow=True)
    assert "The e-mail could not be sent." in answer.content.decode()
    assert OneTimeLink.objects.open().count() == 1
    assert "mail was not sent" in caplog.text


def test_without_a_mail_server_nobody_is_asked_for_an_email(page: Client, event: Event, settings: Settings) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"
    html = page.get(reverse("team", args=[event.slug])).content.decode()
    assert 'name="role"' in html
    assert 'name="email"' not in html


def test_a_name_with_signs_is_not_written_into_the_page_as_code(page: Client, event: Event) -> None:
    Event.objects.update(name="Copa <b>Sol & Lua</b>")
    link = team.invite(event, Role.CLERK, by=User.objects.get())
    html = page.get(reverse("share-invitation", args=[event.slug, link.pk])).content.decode()
    assert "<b>Sol" not in html
    assert "Sol+%26+Lua" in html
    assert "%26amp%3B" not in html


# --- accepting ----------------------------------------------------------------------------------------------------


def test_a_member_accepts_and_has_the_role(event: Event, organiser: User, bia: User) -> None:
    link = team.invite(event, Role.REFEREE, by=organiser)
    browser = browser_of(bia)
    assert browser.get(invitation_path(link)).status_code == 200
    assert not Membership.objects.filter(user=bia).exists()
    assert browser.post(invitation_path(link)).headers["Location"] == reverse("event", args=[event.slug])
    assert Membership.objects.get(user=bia).role == Role.REFEREE
    assert logged() == ["team.invited", "team.role_given"]


def test_a_stranger_makes_an_account_and_comes_back(client: Client, event: Event, organiser: User) -> None:
    path = invitation_path(team.invite(event, Role.CLERK, by=organiser))
    html = client.get(path).content.decode()
    [sign_up] = re.findall(r'href="(/criar-conta/\?next=[^"]*)"', html)
    data = {"name": "Ivo Lemos", "email": "ivo@exemplo.com.br", "password1": "um gato no varal", "next": path}
    assert client.get(sign_up).status_code == 200
    assert client.post(reverse("account_signup"), data).headers["Location"] == path
    client.post(path)
    assert Membership.objects.get(user__email="ivo@exemplo.com.br").role == Role.CLERK


def test_a_stranger_who_presses_is_asked_to_sign_in(client: Client, event: Event, organiser: User) -> None:
    path = invitation_path(team.invite(event, Role.CLERK, by=organiser))
    assert client.post(path).headers["Location"] == f"{reverse('account_login')}?next={path}"
    assert OneTimeLink.objects.open().count() == 1


def test_pressing_twice_gives_the_role_once(event: Event, organiser: User, bia: User) -> None:
    link = team.invite(event, Role.REFEREE, by=organiser)
    browser = browser_of(bia)
    first, second = browser.post(invitation_path(link)), browser.post(invitation_path(link))
    assert first.headers["Location"] == second.headers["Location"] == reverse("event", args=[event.slug])
    assert Membership.objects.filter(user=bia).count() == 1
    assert logged().count("team.role_given") == 1


def test_an_invitation_serves_one_person(event: Event, organiser: User, bia: User) -> None:
    link = team.invite(event, Role.REFEREE, by=organiser)
    browser_of(bia).post(invitation_path(link))
    other = User.objects.create_user("ivo@exemplo.com.br")
    assert browser_of(other).post(invitation_path(link)).status_code == 410
    assert not Membership.objects.filter(user=other).exists()


def test_who_has_the_role_leaves_the_link_for_the_one_it_is_for(event: Event, organiser: User) -> None:
    link = team.invite(event, Role.ORGANISER, by=organiser)
    assert browser_of(organiser).post(invitation_path(link)).status_code == 200
    assert OneTimeLink.objects.open().count() == 1
    assert team.accept(link, by=organiser) is Answer.ALREADY_THERE


def test_who_was_removed_cannot_come_back_by_the_used_link(event: Event, organiser: User, bia: User) -> None:
    link = team.invite(event, Role.REFEREE, by=organiser)
    browser = browser_of(bia)
    browser.post(invitation_path(link))
    team.remove(event, Membership.objects.get(user=bia).pk, by=organiser)
    assert browser.post(invitation_path(link)).status_code == 410


def test_a_draft_is_shown_to_whoever_is_invited_to_it(organiser: User, bia: User) -> None:
    draft = an_event(Stage.DRAFT)
    link = team.invite(draft, Role.ORGANISER, by=organiser)
    assert draft.name in browser_of(bia).get(invitation_path(link)).content.decode()


# --- revoking -----------------------------------------------------------------------------------------------------


def test_a_revoked_invitation_opens_nothing(page: Client, event: Event, organiser: User, bia: User) -> None:
    link = team.invite(event, Role.REFEREE, by=organiser)
    path = reverse("revoke-invitation", args=[event.slug, link.pk])
    page.post(path)
    page.post(path)
    assert logged() == ["team.invited", "team.invitation_revoked"]
    assert browser_of(bia).post(invitation_path(link)).status_code == 410
    assert page.get(reverse("share-invitation", args=[event.slug, link.pk])).status_code == 302


def test_an_organiser_cannot_touch_invitations_of_another_event(page: Client, event: Event, bia: User) -> None:
    theirs = team.invite(an_event(slug="outra"), Role.REFEREE, by=bia)
    for route in ("share-invitation", "revoke-invitation"):
        path = reverse(route, args=[event.slug, theirs.pk])
        assert page.post(path).status_code == 404
    assert OneTimeLink.objects.open().count() == 1


def test_the_link_to_sign_in_is_no_invitation(page: Client, event: Event, bia: User) -> None:
    links.sign_in_link(bia)
    link = OneTimeLink.objects.get(purpose=LinkPurpose.SIGN_IN)
    assert page.get(reverse("share-invitation", args=[event.slug, link.pk])).status_code == 404


# --- removing -----------------------------------------------------------------------------------------------------


def test_a_role_is_taken_back_once(page: Client, event: Event, bia: User) -> None:
    membership = Membership.objects.create(event=event, user=bia, role=Role.CLERK)
    path = reverse("remove-member", args=[event.slug, membership.pk])
    page.post(path)
    page.post(path)
    assert not Membership.objects.filter(user=bia).exists()
    assert logged() == ["team.role_taken"]
    assert LogEntry.objects.get().details == {"role": "clerk", "person": bia.pk}


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("pt-br", "O campeonato precisa de alguém na organização."),
        ("en", "The event needs an organiser."),
    ],
)
def test_the_last_organiser_cannot_leave(
    page: Client, event: Event, organiser: User, language: str, sentence: str
) -> None:
    with translation.override(language):
        path = reverse("remove-member", args=[event.slug, Membership.objects.get(user=organiser).pk])
    assert sentence in page.post(path, follow=True).content.decode()
    assert Membership.objects.filter(user=organiser).exists()
    assert logged() == []


def test_an_organiser_may_leave_when_there_is_another(page: Client, event: Event, organiser: User, bia: User) -> None:
    Membership.objects.create(event=event, user=bia, role=Role.ORGANISER)
    path = reverse("remove-member", args=[event.slug, Membership.objects.get(user=organiser).pk])
    assert page.post(path).headers["Location"] == reverse("my-events")


def test_an_organiser_who_left_has_no_way_back_by_his_own_invitations(event: Event, organiser: User, bia: User) -> None:
    membership = Membership.objects.create(event=event, user=bia, role=Role.ORGANISER)
    hers = team.invite(event, Role.ORGANISER, by=bia)
    team.invite(event, Role.CLERK, by=organiser)
    team.remove(event, membership.pk, by=organiser)
    assert browser_of(bia).post(invitation_path(hers)).status_code == 410
    assert [link.created_by for link in team.open_invitations(event)] == [organiser]
    assert logged()[-2:] == ["team.role_taken", "team.invitation_revoked"]


def test_a_member_of_another_event_is_out_of_reach(page: Client, event: Event, bia: User) -> None:
    theirs = Membership.objects.create(event=an_event(slug="outra"), user=bia, role=Role.CLERK)
    page.post(reverse("remove-member", args=[event.slug, theirs.pk]))
    assert Membership.objects.filter(pk=theirs.pk).exists()


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_two_organisers_who_remove_each_other_at_once_do_not_both_succeed() -> None:
    """SQLite has one writer at a time anyway; PostgreSQL needs the lock."""
    event, ana, bia = an_event(), User.objects.create_user("ana@x.test"), User.objects.create_user("bia@x.test")
    of = {user: Membership.objects.create(event=event, user=user, role=Role.ORGANISER).pk for user in (ana, bia)}
    start, removals = Barrier(2), []

    def remove(membership: int, by: User) -> None:
        try:
            start.wait()
            removals.append(team.remove(event, membership, by=by))
        finally:
            connection.close()

    threads = [Thread(target=remove, args=arguments) for arguments in ((of[ana], bia), (of[bia], ana))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(removals, key=lambda removal: removal.value) == [Removal.DONE, Removal.LAST_ORGANISER]
    assert event.memberships.count() == 1


# --- the page -----------------------------------------------------------------------------------------------------


def test_who_takes_a_role_away_is_reminded_of_codes_that_the_person_may_have(event: Event, organiser: User) -> None:
    """A former referee may keep the code of a phone for all tables, and read every score under an embargo."""
    page = Client()
    page.force_login(organiser)
    for secret in ("", "segredo"):
        other = User.objects.create_user(f"{secret or 'nada'}@exemplo.com.br")
        theirs = Membership.objects.create(event=event, user=other, role=Role.REFEREE)
        if secret:
            Device.objects.create(event=event, number=1, right="sumula", secret_hash=secret)
        removed = page.post(reverse("remove-member", args=[event.slug, theirs.pk]), follow=True)
        assert ("continuam valendo" in removed.content.decode()) is bool(secret)


@pytest.mark.parametrize("route", ["invite", "revoke-invitation", "remove-member"])
def test_an_address_that_only_acts_leads_back_to_the_team(page: Client, event: Event, route: str) -> None:
    arguments = [event.slug] if route == "invite" else [event.slug, 1]
    assert page.get(reverse(route, args=arguments)).headers["Location"] == reverse("team", args=[event.slug])


@pytest.mark.parametrize("rows", [3, 60])
def test_the_team_page_asks_the_database_the_same_for_any_number_of_rows(
    page: Client, event: Event, organiser: User, rows: int, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    users = [User(email=f"p{number}@x.test", name=f"P {number}") for number in range(rows)]
    User.objects.bulk_create(users)
    Membership.objects.bulk_create(Membership(event=event, user=user, role=Role.CLERK) for user in users)
    for _ in range(rows):
        team.invitation_link(event, Role.REFEREE, organiser)
    with django_assert_max_num_queries(8):
        html = page.get(reverse("team", args=[event.slug])).content.decode()
    assert html.count("P 2") >= 1
    assert html.count("/revogar/") == rows


def test_closed_invitations_are_not_listed(page: Client, event: Event, organiser: User) -> None:
    link = team.invite(event, Role.REFEREE, by=organiser)
    OneTimeLink.objects.filter(pk=link.pk).update(expires_at=timezone.now())
    assert "/revogar/" not in page.get(reverse("team", args=[event.slug])).content.decode()

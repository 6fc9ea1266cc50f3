"""Devices by QR: what a phone without an account may open, and for how long."""

import re
from datetime import timedelta

import pytest
import segno
from django.db import connection
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from carteado.web.devices.device_of_request import device_for, device_with_secret
from carteado.web.devices.models import Device, Right
from carteado.web.events.models import Event
from carteado.web.kit.guarding.policy import Role
from carteado.web.log.models import LogEntry
from carteado.web.people.models import User, fingerprint, new_secret
from tests.web.world.organising import form_in
from tests.web.world.roles import a_person, a_published_event, an_event

pytestmark = pytest.mark.django_db


def a_device(event: Event, right: Right = Right.SUMULA, *, table: str = "", number: int = 1) -> tuple[Device, str]:
    secret = new_secret()
    trace = fingerprint(secret)
    return Device.objects.create(event=event, right=right, table=table, number=number, secret_hash=trace), secret


def device_with_header(header: str | None) -> Device | None:
    return device_for(RequestFactory().get("/", headers={"Authorization": header} if header is not None else {}))


class TestAccess:
    def test_a_device_is_known_by_its_secret(self) -> None:
        device, secret = a_device(an_event())
        found = device_with_header(f"Bearer {secret}")
        assert found == device
        assert found is not None
        assert found.event == device.event

    @pytest.mark.parametrize("header", [None, "", "Bearer ", "Bearer x", "Basic {}", "{}", "Bearer {}x", "Bearer  {}"])
    def test_anything_else_is_nobody(self, header: str | None) -> None:
        _device, secret = a_device(an_event())
        assert device_with_header(header.format(secret) if header else header) is None

    def test_the_trace_that_the_database_keeps_opens_nothing(self) -> None:
        device, secret = a_device(an_event())
        columns = [str(value) for value in Device.objects.filter(pk=device.pk).values_list()[0]]
        assert not any(secret in one for one in columns)
        assert device_with_header(f"Bearer {device.secret_hash}") is None

    def test_a_revoked_device_is_nobody_at_once(self) -> None:
        device, secret = a_device(an_event())
        Device.objects.filter(pk=device.pk).update(revoked_at=timezone.now())
        assert device_with_header(f"Bearer {secret}") is None

    def test_an_archived_event_has_no_devices(self) -> None:
        event = an_event()
        _device, secret = a_device(event)
        Event.objects.filter(pk=event.pk).update(archived_at=timezone.now())
        assert device_with_header(f"Bearer {secret}") is None

    def test_an_overlay_keeps_no_sumula_and_a_phone_is_no_overlay(self) -> None:
        event = an_event()
        _overlay, on_air = a_device(event, Right.OVERLAY)
        _phone, secret = a_device(event, number=2)
        assert device_with_header(f"Bearer {on_air}") is None
        assert device_with_secret(secret, Right.OVERLAY) is None
        assert device_with_secret(on_air, Right.OVERLAY) is not None

    def test_its_tables_are_its_own(self) -> None:
        one, _ = a_device(an_event(), table="3")
        every, _ = a_device(one.event, number=2)
        assert [one.serves(table) for table in ("3", "4", "", None)] == [True, False, False, False]
        assert [every.serves(table) for table in ("3", "4", "", None)] == [True, True, True, True]

    def test_when_it_was_last_there_is_noted_once_a_minute(self) -> None:
        device, secret = a_device(an_event())
        device_with_header(f"Bearer {secret}")
        device.refresh_from_db()
        first = device.last_seen_at
        assert first is not None
        device_with_header(f"Bearer {secret}")
        device.refresh_from_db()
        assert device.last_seen_at == first
        Device.objects.filter(pk=device.pk).update(last_seen_at=first - timedelta(minutes=2))
        device_with_header(f"Bearer {secret}")
        device.refresh_from_db()
        assert device.last_seen_at is not None
        assert device.last_seen_at >= first


SECRET = re.compile(r"/sumula/entrar/#([\w-]{20,})")


@pytest.fixture
def event() -> Event:
    return a_published_event()


@pytest.fixture
def clerk(event: Event) -> User:
    person = a_person(Role.CLERK, event)
    assert person is not None
    return person


@pytest.fixture
def client(clerk: User) -> Client:
    client = Client()
    client.force_login(clerk)
    return client


def page_of(event: Event, name: str, **more: object) -> str:
    return reverse(name, kwargs={"slug": event.slug, **more})


def typed(client: Client, event: Event, name: str, **changes: object) -> dict[str, object]:
    """The form as the page has it, with what somebody typed."""
    page = client.get(page_of(event, "devices")).content.decode()
    return {**form_in(page, action=page_of(event, name)), **changes}


class TestPage:
    def test_a_code_for_every_table_is_shown_once(self, client: Client, event: Event, clerk: User) -> None:
        form = typed(client, event, "new-devices", first=3, last=5)
        answer = client.post(page_of(event, "new-devices"), form)
        assert answer.status_code == 200
        assert "no-store" in answer["Cache-Control"]
        secrets = list(dict.fromkeys(SECRET.findall(answer.content.decode())))
        devices = [device_with_secret(secret, Right.SUMULA) for secret in secrets]
        assert [device and device.table for device in devices] == ["3", "4", "5"]
        assert all(device and device.event == event and device.created_by == clerk for device in devices)
        listed = client.get(page_of(event, "devices")).content.decode()
        assert not any(secret in listed for secret in secrets)

    def test_what_the_camera_reads_is_the_address_with_the_secret(self, client: Client, event: Event) -> None:
        answer = client.post(page_of(event, "new-phone"), typed(client, event, "new-phone")).content.decode()
        [secret] = set(SECRET.findall(answer))
        code = segno.make(f"http://testserver/sumula/entrar/#{secret}", error="m", micro=False)
        [path] = re.findall(r'class="share__qr">.*?d="([^"]+)"/></svg>', answer)
        assert f'd="{path}"' in code.svg_inline(border=2, omitsize=True)

    def test_a_form_sent_twice_makes_the_codes_once_and_does_not_show_them_again(
        self, client: Client, event: Event
    ) -> None:
        form = typed(client, event, "new-devices", first=1, last=4)
        client.post(page_of(event, "new-devices"), form)
        again = client.post(page_of(event, "new-devices"), form, follow=True)
        assert again.redirect_chain == [(page_of(event, "devices"), 302)]
        assert not SECRET.search(again.content.decode())
        assert [(one.number, one.table) for one in event.devices.order_by("number")] == [
            (1, "1"),
            (2, "2"),
            (3, "3"),
            (4, "4"),
        ]

    def test_numbers_go_on_where_others_ended(self, client: Client, event: Event) -> None:
        client.post(page_of(event, "new-devices"), typed(client, event, "new-devices", first=1, last=2))
        client.post(page_of(event, "new-phone"), typed(client, event, "new-phone"))
        assert [(one.number, one.table) for one in event.devices.order_by("number")] == [(1, "1"), (2, "2"), (3, "")]

    @pytest.mark.parametrize(("first", "last"), [(5, 3), (0, 3), (1, 101), ("x", 3), (1, ""), (1, 10**9)])
    def test_what_cannot_be_is_told_and_nothing_made(
        self, client: Client, event: Event, first: object, last: object
    ) -> None:
        form = typed(client, event, "new-devices", first=first, last=last)
        answer = client.post(page_of(event, "new-devices"), form)
        assert answer.status_code == 422
        assert "error-summary" in answer.content.decode()
        assert not event.devices.exists()

    def test_revoking_is_immediate_and_in_the_log(self, client: Client, event: Event, clerk: User) -> None:
        device, secret = a_device(event)
        for _time in range(2):
            answer = client.post(page_of(event, "revoke-device", number=device.number))
            assert answer.status_code == 302
        assert device_with_secret(secret, Right.SUMULA) is None
        log_entries = LogEntry.objects.filter(action="devices.revoked", event=event)
        assert [(one.actor, one.details) for one in log_entries] == [(clerk, {"number": 1})]

    def test_what_is_made_is_in_the_log_without_any_secret(self, client: Client, event: Event, clerk: User) -> None:
        client.post(page_of(event, "new-devices"), typed(client, event, "new-devices", first=1, last=2))
        [log_entry] = LogEntry.objects.filter(action="devices.made", event=event)
        assert (log_entry.actor, log_entry.details) == (clerk, {"count": 2, "number": 1})

    def test_a_device_of_another_event_is_not_found_here(self, client: Client, event: Event) -> None:
        device, secret = a_device(an_event(slug="outra"), number=7)
        assert client.post(page_of(event, "revoke-device", number=device.number)).status_code == 404
        assert device_with_secret(secret, Right.SUMULA) == device

    def test_who_only_keeps_score_revokes_no_broadcast(self, client: Client, event: Event) -> None:
        device, secret = a_device(event, Right.OVERLAY)
        assert client.post(page_of(event, "revoke-device", number=device.number)).status_code == 404
        assert device_with_secret(secret, Right.OVERLAY) == device

    def test_revoked_ones_and_broadcasts_are_not_listed(self, client: Client, event: Event) -> None:
        a_device(event, table="31")
        a_device(event, Right.OVERLAY, table="32", number=2)
        gone, _secret = a_device(event, table="33", number=3)
        Device.objects.filter(pk=gone.pk).update(revoked_at=timezone.now())
        page = client.get(page_of(event, "devices")).content.decode()
        assert [table for table in ("31", "32", "33") if f"Mesa {table}" in page] == ["31"]

    @pytest.mark.parametrize("name", ["new-devices", "new-phone"])
    def test_opening_the_address_of_an_act_leads_to_the_page(self, client: Client, event: Event, name: str) -> None:
        assert client.get(page_of(event, name)).headers["Location"] == page_of(event, "devices")
        assert not event.devices.exists()

    def test_codes_that_only_this_computer_can_open_are_warned_about(self, client: Client, event: Event) -> None:
        for host, is_warned in (("localhost", True), ("127.0.0.1", True), ("testserver", False)):
            form = typed(client, event, "new-phone")
            page = client.post(page_of(event, "new-phone"), form, headers={"host": host}).content.decode()
            assert ("slip--error" in page) == is_warned, host

    @pytest.mark.parametrize(("name", "right"), [("devices", Right.SUMULA), ("broadcasts", Right.OVERLAY)])
    def test_the_lists_ask_as_often_whatever_is_on_them(self, event: Event, name: str, right: Right) -> None:
        organiser = Client()
        organiser.force_login(User.objects.get(email="founder@carteado.test"))

        def query_count() -> int:
            with CaptureQueriesContext(connection) as queries:
                assert organiser.get(page_of(event, name)).status_code == 200
            return len(queries)

        a_device(event, right, table="1")
        query_count()
        few = query_count()
        for number in range(2, 9):
            a_device(event, right, table=str(number), number=number)
        assert query_count() == few

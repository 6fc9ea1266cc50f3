"""Devices by QR: what a phone without an account may open, and for how long."""

from datetime import timedelta

import pytest
from django.test import RequestFactory
from django.utils import timezone

from carteado.web.devices.access import device_for, with_secret
from carteado.web.devices.models import Device, Right
from carteado.web.events.models import Event
from carteado.web.people.models import fingerprint, new_secret
from tests.web.roles import an_event

pytestmark = pytest.mark.django_db


def a_device(event: Event, right: Right = Right.SUMULA, *, table: str = "", number: int = 1) -> tuple[Device, str]:
    secret = new_secret()
    trace = fingerprint(secret)
    return Device.objects.create(event=event, right=right, table=table, number=number, secret_hash=trace), secret


def asked_with(header: str | None) -> Device | None:
    return device_for(RequestFactory().get("/", headers={"Authorization": header} if header is not None else {}))


class TestAccess:
    def test_a_device_is_known_by_its_secret(self) -> None:
        device, secret = a_device(an_event())
        found = asked_with(f"Bearer {secret}")
        assert found == device
        assert found is not None
        assert found.event == device.event

    @pytest.mark.parametrize("said", [None, "", "Bearer ", "Bearer x", "Basic {}", "{}", "Bearer {}x", "Bearer  {}"])
    def test_anything_else_is_nobody(self, said: str | None) -> None:
        _device, secret = a_device(an_event())
        assert asked_with(said.format(secret) if said else said) is None

    def test_the_trace_that_the_database_keeps_opens_nothing(self) -> None:
        device, secret = a_device(an_event())
        kept = [str(value) for value in Device.objects.filter(pk=device.pk).values_list()[0]]
        assert not any(secret in one for one in kept)
        assert asked_with(f"Bearer {device.secret_hash}") is None

    def test_a_revoked_device_is_nobody_at_once(self) -> None:
        device, secret = a_device(an_event())
        Device.objects.filter(pk=device.pk).update(revoked_at=timezone.now())
        assert asked_with(f"Bearer {secret}") is None

    def test_an_archived_event_has_no_devices(self) -> None:
        event = an_event()
        _device, secret = a_device(event)
        Event.objects.filter(pk=event.pk).update(archived_at=timezone.now())
        assert asked_with(f"Bearer {secret}") is None

    def test_an_overlay_keeps_no_sumula_and_a_phone_is_no_overlay(self) -> None:
        event = an_event()
        _overlay, on_air = a_device(event, Right.OVERLAY)
        _phone, secret = a_device(event, number=2)
        assert asked_with(f"Bearer {on_air}") is None
        assert with_secret(secret, Right.OVERLAY) is None
        assert with_secret(on_air, Right.OVERLAY) is not None

    def test_its_tables_are_its_own(self) -> None:
        one, _ = a_device(an_event(), table="3")
        every, _ = a_device(one.event, number=2)
        assert [one.serves(table) for table in ("3", "4", "", None)] == [True, False, False, False]
        assert [every.serves(table) for table in ("3", "4", "", None)] == [True, True, True, True]

    def test_when_it_was_last_there_is_noted_once_a_minute(self) -> None:
        device, secret = a_device(an_event())
        asked_with(f"Bearer {secret}")
        device.refresh_from_db()
        first = device.last_seen_at
        assert first is not None
        asked_with(f"Bearer {secret}")
        device.refresh_from_db()
        assert device.last_seen_at == first
        Device.objects.filter(pk=device.pk).update(last_seen_at=first - timedelta(minutes=2))
        asked_with(f"Bearer {secret}")
        device.refresh_from_db()
        assert device.last_seen_at is not None
        assert device.last_seen_at >= first

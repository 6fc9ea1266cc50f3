"""Every field that could hold personal data is decided about, says what for, and is kept no longer than it should."""

import importlib
import pkgutil
from collections.abc import Iterator
from datetime import timedelta
from typing import Any, ClassVar

import pytest
from allauth.usersessions.models import UserSession
from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django import forms
from django.apps import apps
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.core.exceptions import FieldDoesNotExist
from django.db import models
from django.test.utils import isolate_apps
from django.utils import timezone
from django.utils.translation import override

from carteado.web.events.team import invitation_link
from carteado.web.kit.guarding.personal_data import (
    HARMLESS_FIELDS,
    PERSONAL_FIELDS,
    PersonalDataForm,
    Retention,
    could_hold_personal_data,
    purpose_of,
    unregistered,
)
from carteado.web.kit.guarding.policy import Role
from carteado.web.kit.guarding.sealed import SealedField
from carteado.web.people.models import OneTimeLink, User
from carteado.web.privacy.retention import SECURITY, purge_expired
from tests.web.world.roles import an_event

ALL_TABLES = apps.get_models(include_auto_created=True)


# --- the registry is complete --------------------------------------------------------------------------------------


def test_every_field_that_could_hold_personal_data_is_decided_about() -> None:
    assert unregistered(ALL_TABLES) == []


def test_the_registry_names_nothing_that_is_not() -> None:
    assert [name for name in (*_BY_NAME, *HARMLESS_FIELDS) if _field(name) is None] == []


def test_no_field_is_both_personal_and_harmless() -> None:
    assert _BY_NAME.keys() & HARMLESS_FIELDS == set()
    assert len(_BY_NAME) == len(PERSONAL_FIELDS)


def test_what_the_registry_calls_sealed_is_sealed_and_the_other_way_round() -> None:
    sealed = {name for name in _BY_NAME if isinstance(_field(name), SealedField)}
    assert {one.field for one in PERSONAL_FIELDS if one.sealed} == sealed


@pytest.mark.parametrize("one", PERSONAL_FIELDS, ids=lambda one: one.field)
def test_every_purpose_is_told_in_both_languages(one: Any) -> None:
    told = {}
    for language in ("pt-br", "en"):
        with override(language):
            told[language] = str(one.purpose)
    assert told["pt-br"] != told["en"]


@isolate_apps("carteado.web.people")
def test_a_planted_field_is_found() -> None:
    class Planted(models.Model):
        mother = models.CharField(max_length=80)
        born = models.DateField()
        photo = models.BinaryField()
        place = models.GenericIPAddressField()
        told = models.JSONField()
        agreed = models.BooleanField()
        games = models.IntegerField()
        at = models.DateTimeField()
        hand = models.CharField(max_length=1, choices=[("l", "left"), ("r", "right")])
        teacher = models.ForeignKey("self", on_delete=models.CASCADE)

        class Meta:
            app_label = "people"

    assert unregistered([Planted]) == [
        f"people.planted.{name}" for name in ("mother", "born", "photo", "place", "told")
    ]


_BY_NAME = {one.field: one for one in PERSONAL_FIELDS}


def _field(name: str) -> "models.Field[Any, Any] | None":
    app, table, field = name.split(".")
    try:
        found = apps.get_model(app, table)._meta.get_field(field)
    except (LookupError, FieldDoesNotExist):
        return None
    assert isinstance(found, models.Field)
    return found


# --- forms say what for --------------------------------------------------------------------------------------------


def _all_forms() -> list[type[forms.BaseForm]]:
    """Every form of the site's apps, wherever it stands in them."""
    for app in apps.get_app_configs():
        if app.name.startswith("carteado.web."):
            for module in pkgutil.walk_packages([app.path], f"{app.name}."):
                importlib.import_module(module.name)
    return sorted({one for one in _below(forms.BaseForm) if one.__module__.startswith("carteado.web")}, key=str)


def _below(kind: type[forms.BaseForm]) -> Iterator[type[forms.BaseForm]]:
    for one in kind.__subclasses__():
        yield one
        yield from _below(one)


PERSONAL_NAMES = {name.rpartition(".")[2] for name in _BY_NAME if name.startswith("people.")} - {
    "password",
    "last_login",
}
NOT_KEPT = {("CreateForm", "name"), ("PlaceForm", "name"), ("ResetPasswordForm", "email")}
"""Called like something of a person's: the name of an event, and the e-mail that only finds an account."""


def test_every_form_says_why_it_asks() -> None:
    """A field that is called like a registered one declares which it is."""
    silent = [
        (form.__name__, name)
        for form in _all_forms()
        for name in getattr(form, "base_fields", {})
        if name in PERSONAL_NAMES
        and name not in getattr(form, "personal", {})
        and (form.__name__, name) not in NOT_KEPT
    ]
    assert silent == []


def test_what_forms_declare_is_in_the_registry() -> None:
    declared = [field for form in _all_forms() for field in getattr(form, "personal", {}).values()]
    assert [field for field in declared if field not in _BY_NAME] == []


def test_the_purpose_stands_beside_the_field() -> None:
    class Asking(PersonalDataForm, forms.Form):
        personal: ClassVar = {"phone": "people.profile.phone"}
        phone = forms.CharField()
        colour = forms.CharField()

    shown = str(Asking())
    assert shown.count("field__purpose") == 1
    assert str(purpose_of("people.profile.phone")) in shown


# --- and not for longer --------------------------------------------------------------------------------------------


def test_everything_kept_for_a_time_is_thrown_away_by_somebody(db: None) -> None:
    for_a_time = {
        one.field.rpartition(".")[0]
        for one in PERSONAL_FIELDS
        if one.retention in (Retention.SECURITY, Retention.SESSION)
    }
    assert for_a_time <= {label.lower() for label in purge_expired()}


@pytest.mark.django_db
class TestPurge:
    def test_attempts_older_than_thirty_days_go(self) -> None:
        for table, more in ((AccessAttempt, {"failures_since_start": 1}), (AccessFailureLog, {}), (AccessLog, {})):
            for days in (1, 29, 31, 400):
                row = table.objects.create(
                    username=f"{days}@carteado.test", ip_address="10.0.0.1", user_agent=str(days), **more
                )
                table.objects.filter(pk=row.pk).update(attempt_time=timezone.now() - timedelta(days=days))
        assert {label: count for label, count in purge_expired().items() if label.startswith("axes.")} == {
            "axes.AccessAttempt": 2,
            "axes.AccessFailureLog": 2,
            "axes.AccessLog": 2,
        }
        assert set(AccessAttempt.objects.values_list("username", flat=True)) == {"1@carteado.test", "29@carteado.test"}

    def test_sessions_that_ended_go_with_what_is_known_of_them(self) -> None:
        user = User.objects.create_user("bia@carteado.test")
        keys = {}
        for seconds in (-1, 3600):
            session = SessionStore()
            session.set_expiry(timezone.now() + timedelta(seconds=seconds))
            session.save()
            keys[seconds] = session.session_key
            UserSession.objects.create(user=user, ip="10.0.0.1", session_key=session.session_key)
        purge_expired()
        assert Session.objects.get().session_key == UserSession.objects.get().session_key == keys[3600]

    def test_links_go_thirty_days_after_they_closed(self) -> None:
        link = invitation_link(an_event(), Role.CLERK, None, "bia@carteado.test")
        purge_expired(link.expires_at + SECURITY - timedelta(minutes=1))
        assert OneTimeLink.objects.exists()
        purge_expired(link.expires_at + SECURITY + timedelta(minutes=1))
        assert not OneTimeLink.objects.exists()

    def test_twice_is_as_good_as_once(self) -> None:
        purge_expired()
        assert set(purge_expired().values()) == {0}


def test_the_rule_lets_through_what_can_hold_nothing_personal() -> None:
    harmless = (
        models.BooleanField(),
        models.IntegerField(),
        models.DateTimeField(),
        models.CharField(choices=[("a", "A")]),
    )
    assert not any(could_hold_personal_data(field) for field in harmless)

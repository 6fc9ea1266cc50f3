"""A key is retired: what it sealed is sealed anew, and what somebody writes meanwhile stays his."""

import json
from pathlib import Path
from typing import Any

import pytest
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from cryptography.fernet import Fernet, InvalidToken
from django.db import connection, models
from pytest_django.fixtures import Settings

from carteado.web.kit.guarding.sealed import SealedField, resealed
from carteado.web.people.models import OneTimeLink, Profile, User
from carteado.web.server.key_rotation import Rotation, add_key, reseal, sealed_fields
from tests.cli.command import carteado

pytestmark = pytest.mark.every_database

OLD, NEW = Fernet.generate_key().decode(), Fernet.generate_key().decode()


def field(model: type[models.Model], name: str) -> SealedField:
    found = model._meta.get_field(name)
    assert isinstance(found, SealedField)
    return found


def stored(model: type[models.Model], column: str) -> list[str]:
    """What the database holds, past the model."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {column} FROM {model._meta.db_table} WHERE {column} <> '' ORDER BY id")
        return [row[0] for row in cursor.fetchall()]


@pytest.fixture
def profiles(db: None, settings: Settings) -> list[Profile]:
    """Seven people, sealed under the old key; now the new one stands before it."""
    settings.PERSONAL_DATA_KEYS = (OLD,)
    users = [User.objects.create_user(f"{number}@carteado.example") for number in range(7)]
    made = [Profile.objects.create(user=user, phone=f"11 9000{user.pk}") for user in users]
    settings.PERSONAL_DATA_KEYS = (NEW, OLD)
    return made


def test_every_sealed_field_is_found_by_itself() -> None:
    found = {f"{model._meta.label}.{one.name}" for model, one in sealed_fields()}
    assert {"people.Profile.document", "people.Profile.phone", "people.OneTimeLink.secret"} <= found


def test_everything_is_sealed_anew_batch_by_batch_and_only_once(profiles: list[Profile]) -> None:
    assert reseal(Profile, field(Profile, "phone"), batch=3) == Rotation(sealed=7, unreadable=0)
    for token, profile in zip(stored(Profile, "phone"), profiles, strict=True):
        assert Fernet(NEW).decrypt(token).decode() == profile.phone
    assert reseal(Profile, field(Profile, "phone"), batch=3) == Rotation(sealed=0, unreadable=0)


def test_without_the_old_key_everything_is_still_read(profiles: list[Profile], settings: Settings) -> None:
    for model, one in sealed_fields():
        reseal(model, one)
    settings.PERSONAL_DATA_KEYS = (NEW,)
    assert [profile.phone for profile in Profile.objects.order_by("pk")] == [profile.phone for profile in profiles]


def test_what_no_key_opens_is_counted_and_left_alone(profiles: list[Profile], settings: Settings) -> None:
    before = stored(Profile, "phone")
    settings.PERSONAL_DATA_KEYS = (NEW,)
    assert reseal(Profile, field(Profile, "phone")) == Rotation(sealed=0, unreadable=7)
    assert stored(Profile, "phone") == before


def test_a_value_that_somebody_changes_meanwhile_is_his(
    profiles: list[Profile], monkeypatch: pytest.MonkeyPatch
) -> None:
    def while_somebody_writes(token: str) -> str:
        Profile.objects.filter(pk=profiles[0].pk).update(phone="changed")
        return resealed(token)

    monkeypatch.setattr("carteado.web.server.key_rotation.resealed", while_somebody_writes)
    assert reseal(Profile, field(Profile, "phone")).sealed == 6
    assert Profile.objects.get(pk=profiles[0].pk).phone == "changed"


def test_links_still_open_after_it(db: None, settings: Settings) -> None:
    settings.PERSONAL_DATA_KEYS = (OLD,)
    user = User.objects.create_user("ana@carteado.example")
    link = OneTimeLink.objects.create(purpose="sign_in", user=user, expires_at="2030-01-01T00:00Z")
    settings.PERSONAL_DATA_KEYS = (NEW, OLD)
    reseal(OneTimeLink, field(OneTimeLink, "secret"))
    settings.PERSONAL_DATA_KEYS = (NEW,)
    assert OneTimeLink.objects.get().secret == link.secret
    with pytest.raises(InvalidToken):
        Fernet(OLD).decrypt(stored(OneTimeLink, "secret")[0])


def test_the_command_seals_second_factors_too(db: None, settings: Settings) -> None:
    settings.PERSONAL_DATA_KEYS = (OLD,)
    TOTP.activate(User.objects.create_user("ana@carteado.example"), generate_totp_secret())
    settings.PERSONAL_DATA_KEYS = (NEW, OLD)
    assert carteado("rotate-keys", "--json").document == {"sealed": 1, "unreadable": 0}
    assert carteado("rotate-keys", "--json").document == {"sealed": 0, "unreadable": 0}


@pytest.mark.parametrize(("language", "said"), [("pt", "Lacrados de novo"), ("en", "Sealed anew")])
def test_the_command_tells_how_many(profiles: list[Profile], language: str, said: str) -> None:
    first = carteado("rotate-keys", lang=language)
    assert (first.code, said in first.out, "7" in first.out) == (0, True, True)
    assert carteado("rotate-keys", "--json").document == {"sealed": 0, "unreadable": 0}


def test_the_command_fails_when_a_key_is_missing(profiles: list[Profile], settings: Settings) -> None:
    settings.PERSONAL_DATA_KEYS = (NEW,)
    ran = carteado("rotate-keys", "--json")
    assert (ran.code, ran.document) == (1, {"sealed": 0, "unreadable": 7})


def stored_secrets(data: Path) -> dict[str, Any]:
    secrets: dict[str, Any] = json.loads((data / "secrets.json").read_text("utf-8"))
    return secrets


def test_a_new_key_stands_first_and_the_others_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARTEADO_DATA", str(tmp_path))
    for name in ("SECRET_KEY", "CARTEADO_KEYS", "CARTEADO_INDEX_KEY"):
        monkeypatch.delenv(name)
    assert carteado("rotate-keys", "--new-key").code == 0
    first = stored_secrets(tmp_path)
    assert add_key() == str(tmp_path / "secrets.json")
    second = stored_secrets(tmp_path)
    assert second["personal_data"].partition(",")[2] == first["personal_data"]
    assert (second["index"], second["django"]) == (first["index"], first["django"])
    assert (tmp_path / "secrets.json").stat().st_mode & 0o077 == 0


def test_keys_of_the_environment_are_changed_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARTEADO_KEYS", OLD)
    ran = carteado("rotate-keys", "--new-key")
    assert ran.code == 2
    Fernet(ran.err.rstrip().rpartition(" ")[2])

"""What only its owner may read is unreadable in the database, and keys can be changed."""

import logging
from typing import Any

import pytest
from cryptography.fernet import Fernet
from django.db import connection

from carteado.web.kit.guarding.sealed import CannotOpen, Unreadable, keyed_index, resealed, seal, unseal
from carteado.web.people.models import Profile, User

pytestmark = pytest.mark.every_database

OLD, NEW = Fernet.generate_key().decode(), Fernet.generate_key().decode()


def _phone_in_the_database(profile: Profile) -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT phone FROM people_profile WHERE id = %s", [profile.pk])
        return str(cursor.fetchone()[0])


def _tamper(profile: Profile) -> None:
    with connection.cursor() as cursor:
        broken = _phone_in_the_database(profile)[:-6] + "AAAA=="
        cursor.execute("UPDATE people_profile SET phone = %s WHERE id = %s", [broken, profile.pk])


@pytest.fixture
def profile(db: None) -> Profile:
    user = User.objects.create_user("bia@carteado.test")
    return Profile.objects.create(user=user, document_kind="cpf", document="52998224725", phone="11999990000")


def test_sealing_the_same_twice_looks_different() -> None:
    assert seal("52998224725") != seal("52998224725")
    assert unseal(seal("52998224725")) == "52998224725"


def test_the_database_holds_nothing_readable(profile: Profile) -> None:
    assert "999" not in _phone_in_the_database(profile)
    assert Profile.objects.get().phone == "11999990000"


def test_an_empty_value_stays_empty(profile: Profile) -> None:
    profile.phone = ""
    profile.save()
    assert _phone_in_the_database(profile) == ""
    assert Profile.objects.get().phone == ""


class TestRotation:
    def test_a_new_key_in_front_still_opens_the_old(self, settings: Any) -> None:
        settings.PERSONAL_DATA_KEYS = (OLD,)
        token = seal("52998224725")
        settings.PERSONAL_DATA_KEYS = (NEW, OLD)
        assert unseal(token) == "52998224725"

    def test_sealed_anew_the_old_key_can_go(self, settings: Any) -> None:
        settings.PERSONAL_DATA_KEYS = (OLD,)
        token = seal("52998224725")
        settings.PERSONAL_DATA_KEYS = (NEW, OLD)
        token = resealed(token)
        settings.PERSONAL_DATA_KEYS = (NEW,)
        assert unseal(token) == "52998224725"

    def test_what_was_not_sealed_anew_cannot_be_opened_any_more(self, settings: Any) -> None:
        settings.PERSONAL_DATA_KEYS = (OLD,)
        token = seal("52998224725")
        settings.PERSONAL_DATA_KEYS = (NEW,)
        with pytest.raises(CannotOpen, match="not among ours"):
            unseal(token)
        with pytest.raises(CannotOpen, match="not among ours"):
            resealed(token)

    def test_the_index_does_not_follow_the_keys(self, settings: Any) -> None:
        before = keyed_index("cpf:52998224725")
        settings.PERSONAL_DATA_KEYS = (NEW,)
        assert keyed_index("cpf:52998224725") == before

    def test_the_index_depends_on_its_own_key(self, settings: Any) -> None:
        before = keyed_index("cpf:52998224725")
        settings.PERSONAL_DATA_INDEX_KEY = "another"
        assert keyed_index("cpf:52998224725") != before


class TestTampering:
    def test_a_changed_token_is_a_clear_error(self) -> None:
        with pytest.raises(CannotOpen, match="tampered"):
            unseal(seal("52998224725")[:-6] + "AAAA==")

    def test_one_bad_row_spoils_no_list(self, profile: Profile, caplog: pytest.LogCaptureFixture) -> None:
        other = User.objects.create_user("cida@carteado.test")
        Profile.objects.create(user=other, phone="11888880000")
        _tamper(profile)
        with caplog.at_level(logging.ERROR):
            phones = [one.phone for one in Profile.objects.order_by("pk")]
        assert phones == ["", "11888880000"]
        assert isinstance(phones[0], Unreadable)
        assert "people.Profile.phone" in caplog.text
        assert "11999990000" not in caplog.text

    def test_saving_what_cannot_be_read_keeps_it(self, profile: Profile) -> None:
        _tamper(profile)
        kept = _phone_in_the_database(profile)
        damaged = Profile.objects.get()
        damaged.city = "Olinda"
        damaged.save()
        assert _phone_in_the_database(profile) == kept

    def test_a_value_given_anew_replaces_it(self, profile: Profile) -> None:
        _tamper(profile)
        damaged = Profile.objects.get()
        damaged.phone = "11777770000"
        damaged.save()
        assert Profile.objects.get().phone == "11777770000"

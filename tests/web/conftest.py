"""Which of the site's tests run on which database, and what they share.

On SQLite all do. Where ``DATABASE_URL`` names PostgreSQL only what touches the database runs again, but for what is
marked ``one_database``; ``postgres`` marks what runs there alone.
"""

from collections.abc import Iterator
from random import Random
from types import SimpleNamespace

import pytest
from django.conf import settings
from django.core.cache import caches
from django.db import connection
from django.template import base as templates
from django.test import Client
from django.utils import translation

from carteado.web.events import store
from carteado.web.events.models import Event
from carteado.web.kit.guarding.policy import Role
from carteado.web.people.models import User
from carteado.web.sumula.models import Sheet
from tests.web.referee.referee_desk import Desk
from tests.web.sumula.sumulas import Phone, a_device, called
from tests.web.world.halls import TM, drawn, team
from tests.web.world.organising import Organiser

DATABASE_FIXTURES = {"db", "transactional_db", "django_db_setup", "live_server", "tables_site"}


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "every_database: a quick test that runs on PostgreSQL too")
    config.addinivalue_line("markers", "one_database: would be the same again on another database")
    config.addinivalue_line("markers", "postgres: about PostgreSQL itself; not run on SQLite")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    ours = [item for item in items if item.path.is_relative_to(config.rootpath / "tests" / "web")]
    left_out = {item for item in ours if not _runs_here(item)}
    if left_out:
        config.hook.pytest_deselected(items=list(left_out))
        items[:] = [item for item in items if item not in left_out]
    for item in ours:
        # pytest-django makes the database only for tests with this mark, even if a fixture asks for it
        if "django_db_setup" in _fixtures(item) and item.get_closest_marker("django_db") is None:
            item.add_marker(pytest.mark.django_db)


def _runs_here(item: pytest.Item) -> bool:
    if connection.vendor == "sqlite":
        return item.get_closest_marker("postgres") is None
    return item.get_closest_marker("one_database") is None and _touches_the_database(item)


def _touches_the_database(item: pytest.Item) -> bool:
    marked = item.get_closest_marker("django_db") or item.get_closest_marker("postgres")
    return marked is not None or bool(_fixtures(item) & DATABASE_FIXTURES)


def _fixtures(item: pytest.Item) -> set[str]:
    return set(item.fixturenames) if isinstance(item, pytest.Function) else set()


@pytest.fixture(autouse=True)
def _afresh() -> Iterator[None]:
    """What one test left in memory is not there for the next: misses, remembered championships, the last language."""
    for cache in caches.all():
        cache.clear()
    store._championships.clear()
    with translation.override(settings.LANGUAGE_CODE):
        yield


@pytest.fixture(autouse=True)
def _chance_is_the_same_at_every_run(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Draws fall in each test as they fell before, and entries have the same codes: what fails once fails again."""
    chance = Random(request.node.nodeid)
    monkeypatch.setattr("carteado.web.draw.secrets.new_seed", lambda: chance.randbytes(32))
    same = SimpleNamespace(token_hex=lambda count: chance.randbytes(count).hex())
    monkeypatch.setattr("carteado.web.registrations.registering.secrets", same)


@pytest.fixture(autouse=True)
def _unknown_template_names_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    """A template that asks one of our objects for a name it does not have fails; Django alone would show nothing."""
    resolve = templates.Variable._resolve_lookup  # type: ignore[attr-defined]

    def strict(variable: templates.Variable, context: object) -> object:
        try:
            return resolve(variable, context)
        except templates.VariableDoesNotExist as missing:
            name, asked = missing.params
            if type(asked).__module__.partition(".")[0] == "carteado":
                raise AssertionError(f"{type(asked).__name__} has no {name!r}: {variable}") from missing
            raise

    monkeypatch.setattr(templates.Variable, "_resolve_lookup", strict)


# --- somebody who organises, at her browser -------------------------------------------------------------------------


@pytest.fixture
def ana(db: None) -> User:
    return User.objects.create_user("ana@exemplo.com.br", name="Ana Lima")


@pytest.fixture
def organiser(client: Client, ana: User) -> Organiser:
    client.force_login(ana)
    return Organiser(client)


# --- a hall with one match called, a phone beside its table and a referee --------------------------------------------


@pytest.fixture
def people() -> dict[Role, User]:
    return team()


@pytest.fixture
def event(people: dict[Role, User]) -> Event:
    return drawn(TM, 4, people=people)


@pytest.fixture
def sheet(event: Event) -> Sheet:
    return called(event)


@pytest.fixture
def phone(sheet: Sheet) -> Phone:
    return Phone(sheet, a_device(sheet.event))


@pytest.fixture
def referee(event: Event, people: dict[Role, User]) -> Desk:
    return Desk.of(event, people[Role.REFEREE])


@pytest.fixture
def bia() -> Client:
    """Somebody's browser."""
    return Client()


@pytest.fixture
def ivo() -> Client:
    """Somebody else's."""
    return Client()

"""An event, a draft and one of every role, signed in: made once for a file's tests, which leave them as they were."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import NamedTuple

from django.conf import settings
from django.db import transaction
from django.test import Client
from pytest_django import DjangoDbBlocker

from carteado.web.events.models import Event
from carteado.web.kit.guarding.policy import Role, Target
from carteado.web.people.models import User
from tests.web.world.every_address import People, people_of
from tests.web.world.roles import a_draft, a_published_event


class WholeSite(NamedTuple):
    slugs: Mapping[Target, str]
    people: People
    sessions: Mapping[Role, str]

    def events(self) -> dict[Target, Event]:
        """As the database has them now: a test may change what it was given."""
        return {target: Event.objects.get(slug=slug) for target, slug in self.slugs.items()}

    def browser_of(self, role: Role) -> Client:
        """A new one, that has nothing but the session."""
        client = Client()
        if role in self.sessions:
            client.cookies[settings.SESSION_COOKIE_NAME] = self.sessions[role]
        return client


@contextmanager
def whole_site(blocker: DjangoDbBlocker) -> Iterator[WholeSite]:
    with blocker.unblock(), transaction.atomic():
        events = {Target.DRAFT: a_draft(), Target.EVENT: a_published_event()}
        people = people_of(*events.values())
        sessions = {role: _signed_in(person) for role, person in people.items() if person is not None}
        yield WholeSite({target: event.slug for target, event in events.items()}, people, sessions)
        transaction.set_rollback(True)


def _signed_in(person: User) -> str:
    client = Client()
    client.force_login(person)
    return client.cookies[settings.SESSION_COOKIE_NAME].value

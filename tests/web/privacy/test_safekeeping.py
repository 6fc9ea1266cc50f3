"""How personal data is kept safe and secret while an event needs it."""

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from carteado.web.events.models import Event, Pair
from carteado.web.kit.guarding.policy import Role
from carteado.web.registrations.models import Entrant
from tests.web.world import newcomers
from tests.web.world.newcomers import TRUCO, a_person
from tests.web.world.roles import a_person as a_person_as

pytestmark = pytest.mark.django_db

PERSON = {"phone": "(48) 99182-7364", "document": "111.444.777-35", "birth_date": "1961-02-03"}
WRITTEN = ("11144477735", "111.444.777-35", "1961-02-03", "48991827364")


@pytest.fixture
def event() -> Event:
    return newcomers.an_open_event(TRUCO)


@pytest.fixture
def entrant(event: Event) -> Entrant:
    return newcomers.enter(Client(), event, a_person(**PERSON), {"name": "Cida Lopes"})


def test_tm_9_7_documents_birth_dates_and_phones_are_unreadable_in_the_database(entrant: Entrant) -> None:
    table = connection.ops.quote_name(Entrant._meta.db_table)
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT * FROM {table} WHERE id = %s", [entrant.pk])
        row = " ".join(map(str, cursor.fetchone()))
    assert [one for one in WRITTEN if one in row] == []
    assert entrant.document == WRITTEN[0]


@pytest.mark.parametrize("role", [role for role in Role if role not in (Role.ORGANISER, Role.STAFF)])
def test_tm_9_9_nobody_but_the_organisers_reads_what_a_person_entered(
    event: Event, entrant: Entrant, role: Role
) -> None:
    client = _client(role, event)
    code = Pair.objects.get(event=event).code
    for path in (reverse("entries", args=[event.slug]), reverse("entry", args=[event.slug, code])):
        assert client.get(path).status_code in (302, 403, 404), path
    public = "".join(client.get(reverse(name, args=[event.slug])).content.decode() for name in ("event", "pairs"))
    assert [one for one in (*WRITTEN, PERSON["phone"]) if one in public] == []


def test_tm_9_9_even_organisers_see_a_document_masked(event: Event, entrant: Entrant) -> None:
    client = _client(Role.ORGANISER, event)
    code = Pair.objects.get(event=event).code
    page = client.get(reverse("entry", args=[event.slug, code])).content.decode()
    assert "Bia Ramos" in page
    assert [one for one in WRITTEN[:2] if one in page] == []


def _client(role: Role, event: Event) -> Client:
    client = Client()
    if user := a_person_as(role, event):
        client.force_login(user)
    return client

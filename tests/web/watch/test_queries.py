"""Pages ask the database as often with 512 rows of everything as with 16."""

from collections.abc import Mapping
from itertools import islice

import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import NoReverseMatch
from pytest_django.plugin import DjangoDbBlocker

from tests.web.world.addresses import Page, pages
from tests.web.world.crowd import crowded
from tests.web.world.signed_in_clients import client_of
from tests.web.world.viewers import MOST_FIRST, Viewer
from tests.web.world.world import World

FEW, MANY = 16, 512
Counts = Mapping[Page, Mapping[Viewer, int]]


@pytest.fixture(scope="module")
def counts(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Mapping[int, Counts]:
    """Of every page, by the number of rows; for the one who sees the most of it, and for a visitor who sees it."""
    with django_db_blocker.unblock():
        return {rows: _counts(rows) for rows in (FEW, MANY)}


@pytest.mark.slow
@pytest.mark.one_database
@pytest.mark.django_db
@pytest.mark.parametrize("page", pages(), ids=str)
def test_the_number_of_queries_does_not_grow_with_the_rows(page: Page, counts: Mapping[int, Counts]) -> None:
    assert counts[FEW][page], "nobody sees this page, or addresses.FILLED_IN does not say what stands in its blanks"
    assert counts[FEW][page] == counts[MANY][page]


def _counts(rows: int) -> Counts:
    with transaction.atomic():
        world = crowded(rows)
        clients = {viewer: client_of(viewer, world) for viewer in MOST_FIRST}
        found = {page: _counts_of(page, world, clients) for page in pages()}
        transaction.set_rollback(True)
    return found


def _counts_of(page: Page, world: World, clients: Mapping[Viewer, Client]) -> dict[Viewer, int]:
    try:
        path = page.path(world)
    except NoReverseMatch:
        return {}
    shown = (viewer for viewer in MOST_FIRST if page.is_for(viewer) and _is_shown(clients[viewer], path))
    viewers = set(islice(shown, 1))
    if viewers and _is_shown(clients[Viewer.VISITOR], path):
        viewers.add(Viewer.VISITOR)
    return {viewer: _count(clients[viewer], path) for viewer in viewers}


def _is_shown(client: Client, path: str) -> bool:
    """Asking also fills what the process remembers, before anything is counted."""
    return client.get(path).status_code == 200


def _count(client: Client, path: str) -> int:
    with CaptureQueriesContext(connection) as queries:
        client.get(path)
        return len(queries)

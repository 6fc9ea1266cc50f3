"""Every address of the site, asked for by every role: the answer is what the policy says, and nothing else."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.conf import settings
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import get_resolver, path, reverse
from django.utils.translation import override
from pytest_django import DjangoDbBlocker

from carteado.web.kit.guarding.policy import OTHER_ROUTES, Permission, Role, Target, allows
from carteado.web.kit.words.address_prefixes import PREFIXES
from carteado.web.pages import error_pages as errors
from tests.web.world.every_address import address_of
from tests.web.world.whole_site import WholeSite, whole_site
from tools import policy_matrix
from tools.policy_matrix import SiteRoute, django_routes, starlette_routes

ROUTES = django_routes()
METHODS = ("GET", "POST")


# --- every address has a permission --------------------------------------------------------------------------------


def test_every_route_has_a_permission() -> None:
    assert [route for route in (*ROUTES, *starlette_routes()) if route.permission is None] == []


def test_the_table_of_other_routes_names_no_route_that_is_gone() -> None:
    assert set(OTHER_ROUTES) - {route.name for route in (*ROUTES, *starlette_routes())} == set()


def test_every_permission_of_an_event_has_the_event_in_its_address() -> None:
    about_events = [route for route in ROUTES if route.permission and route.permission.of_event]
    assert [route for route in about_events if "slug" not in route.path] == []


def test_the_matrix_in_the_documents_is_up_to_date() -> None:
    assert policy_matrix.PAGE.read_text("utf-8") == policy_matrix.written(), "run python -m tools.policy_matrix"


def test_every_language_has_its_prefix_in_addresses() -> None:
    """Streams and sockets, which Django does not answer, stand under the same prefix as pages."""
    for code, _name in settings.LANGUAGES:
        with override(code):
            assert reverse("home") == f"{PREFIXES[code]}/"
    assert list(PREFIXES) == [code for code, _name in settings.LANGUAGES]


# --- and the answer is the policy's --------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def site(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[WholeSite]:
    with whole_site(django_db_blocker) as site:
        yield site


@pytest.fixture
def _only_the_status(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a refusal looks like is tried elsewhere; here there are thousands, and only their numbers are read."""
    monkeypatch.setattr(errors, "render", lambda *_args, status: HttpResponse(status=status))


@pytest.mark.django_db
@pytest.mark.usefixtures("_only_the_status")
@pytest.mark.parametrize("route", ROUTES, ids=lambda route: route.name)
def test_the_answer_is_what_the_policy_says(route: SiteRoute, site: WholeSite) -> None:
    assert route.permission is not None
    events = site.events()
    targets = (Target.DRAFT, Target.EVENT) if route.permission.of_event else (route.permission.target,)
    for target in targets:
        address = address_of(route, events.get(target or Target.EVENT, events[Target.EVENT]), site.people)
        for role in site.people:
            for method in METHODS:
                with _undone():
                    answer = _ask(address, method, site.browser_of(role))
                assert (role, target, method, _outcome(answer)) == (
                    role,
                    target,
                    method,
                    OWN_ANSWERS.get((route.name, role, method))
                    or _expected(role, route.permission, target or Target.SITE, method),
                )


OWN_ANSWERS = {
    ("invitation", Role.VISITOR, "POST"): "asked to sign in",
    **{("live-official-start", role, "POST"): "hidden" for role in Role},
    **{("referee-set-aside", role, "POST"): "hidden" for role in (Role.STAFF, Role.ORGANISER, Role.REFEREE)},
}
"""Everybody may open an invitation, and who accepts it needs an account; a championship's match is started by those who
play it, and they need none; a form without the number of a sheet names a sheet that is not there."""


def _expected(role: Role, permission: Permission, target: Target, method: str) -> str:
    roles = {role} if role == Role.VISITOR else {role, Role.MEMBER}
    if allows(roles, permission.action, target):
        return "allowed"
    could_be_public = allows({Role.VISITOR}, permission.action, permission.target or Target.EVENT)
    if role == Role.VISITOR and not could_be_public:
        return "asked to sign in" if method == "GET" else "refused"
    return "hidden" if target == Target.DRAFT else "refused"


def _outcome(answer: Any) -> str:
    if answer.status_code == 302 and answer.url.startswith(reverse("account_login") + "?next="):
        return "asked to sign in"
    return {403: "refused", 404: "hidden"}.get(answer.status_code, "allowed" if answer.status_code < 500 else "broken")


def _ask(address: str, method: str, client: Client) -> Any:
    return client.get(address) if method == "GET" else client.post(address)


@contextmanager
def _undone() -> Iterator[None]:
    """What a request changes is not there for the next one."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


# --- planted mistakes ----------------------------------------------------------------------------------------------


def nobody_declared(_request: HttpRequest) -> HttpResponse:
    return HttpResponse("a secret")


class PlantedAddresses:
    urlpatterns = (path("esquecida/", nobody_declared, name="forgotten"), *get_resolver().url_patterns)
    handler403 = "carteado.web.pages.error_pages.forbidden"


@pytest.mark.django_db
def test_a_view_without_a_permission_is_closed_and_found(settings: Any, client: Client) -> None:
    settings.ROOT_URLCONF = PlantedAddresses
    assert client.get("/esquecida/").status_code == 403
    assert [route.name for route in django_routes() if route.permission is None] == ["forgotten"]

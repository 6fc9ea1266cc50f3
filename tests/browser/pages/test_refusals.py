"""The pages that nobody wants to see are as good as the others: what is not there, not allowed, too much, over."""

from collections.abc import Callable, Mapping

import httpx
import pytest
from django.urls import reverse
from playwright.sync_api import FilePayload, Page, Response

from tests.browser.page_faults import Watch
from tests.browser.people import Windows
from tests.browser.site_process import Site
from tests.web.world.viewers import Viewer
from tests.web.world.world import World

pytestmark = pytest.mark.slow

MORE_THAN_ALLOWED = 7 * 1024 * 1024
MOST_FAILURES = 10
Way = Callable[[Page, Site, World], Response]


def _unknown_address(page: Page, _site: Site, _world: World) -> Response:
    return _opened(page, "/nada-disso/")


def _not_for_this_role(page: Page, _site: Site, world: World) -> Response:
    return _opened(page, reverse("team", kwargs={"slug": world["published"]}))


def _link_that_is_over(page: Page, _site: Site, _world: World) -> Response:
    return _opened(page, reverse("invitation", kwargs={"secret": "usado"}))


def _form_open_too_long(page: Page, _site: Site, _world: World) -> Response:
    page.goto(reverse("profile"))
    page.context.clear_cookies(name="csrftoken")
    return _sent(page)


def _signed_out_meanwhile(page: Page, _site: Site, _world: World) -> Response:
    page.goto(reverse("profile"))
    page.context.clear_cookies(name="sessionid")
    return _sent(page)


def _too_much_at_once(page: Page, _site: Site, world: World) -> Response:
    page.goto(reverse("wizard", kwargs={"slug": world["draft"], "step": "documentos"}))
    page.locator("[name=kind]").first.check()
    paper: FilePayload = {"name": "termo.pdf", "mimeType": "application/pdf", "buffer": bytes(MORE_THAN_ALLOWED)}
    page.locator("[type=file]").set_input_files(paper)
    return _sent(page)


def _wrong_too_often(page: Page, _site: Site, _world: World) -> Response:
    """The first times by the same form, without looking at the answers."""
    wrong = {"login": "trancada@exemplo.com.br", "password": "errada"}
    page.goto(reverse("account_login"))
    token = page.locator("main [name=csrfmiddlewaretoken]").input_value()
    for _ in range(MOST_FAILURES - 1):
        page.request.post(reverse("account_login"), form={"csrfmiddlewaretoken": token, **wrong})
    for field, text in wrong.items():
        page.locator(f"[name={field}]").fill(text)
    return _sent(page)


def _address_of_another_site(page: Page, site: Site, _world: World) -> Response:
    answer = httpx.get(site.address, headers={"Host": "outro.example"})
    return _shown_instead(page, answer.status_code, answer.text)


def _our_mistake(page: Page, _site: Site, world: World) -> Response:
    """No page of the site is there to fail; this is what it would answer."""
    return _shown_instead(page, 500, world["our_mistake"])


WAYS: Mapping[str, tuple[int, Viewer, Way]] = {
    "unknown": (404, Viewer.VISITOR, _unknown_address),
    "not-allowed": (403, Viewer.MEMBER, _not_for_this_role),
    "link-over": (410, Viewer.VISITOR, _link_that_is_over),
    "form-too-old": (403, Viewer.MEMBER, _form_open_too_long),
    "signed-out": (403, Viewer.MEMBER, _signed_out_meanwhile),
    "too-much": (413, Viewer.ORGANISER, _too_much_at_once),
    "too-often": (429, Viewer.VISITOR, _wrong_too_often),
    "wrong-host": (400, Viewer.VISITOR, _address_of_another_site),
    "our-mistake": (500, Viewer.VISITOR, _our_mistake),
}


@pytest.mark.parametrize("name", WAYS)
def test_a_refusal_is_a_page_like_any_other(name: str, windows: Windows, site: Site, world: World) -> None:
    status, viewer, come = WAYS[name]
    page = windows.open(viewer).new_page()
    watch = Watch(page)
    assert come(page, site, world).status == status
    is_said_of_the_page = [fault for fault in watch.console_faults() if f"{status}" not in fault]
    assert [*is_said_of_the_page, *watch.all_faults()] == []


def _opened(page: Page, path: str) -> Response:
    response = page.goto(path)
    assert response is not None
    return response


def _sent(page: Page) -> Response:
    with page.expect_navigation() as sent:
        page.locator("main form button").last.click()
    return sent.value


def _shown_instead(page: Page, status: int, html: str) -> Response:
    page.route("**/em-vez-disso/", lambda route: route.fulfill(status=status, body=html, content_type="text/html"))
    return _opened(page, "/em-vez-disso/")

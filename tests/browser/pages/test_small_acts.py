"""What pages do beside showing: looks that are kept, links that are copied, pushes that arrive, forms sent twice."""

from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.browser.page_faults import PHONE, Theme, Watch
from tests.browser.people import Windows
from tests.web.world.viewers import Viewer
from tests.web.world.world import World

pytestmark = pytest.mark.slow

DARK_PAPER = "rgb(26, 21, 18)"
PAPER = "getComputedStyle(document.body).backgroundColor"
TABS = 25
FOCUSED = "document.activeElement.outerHTML.slice(0, 200)"
OLD = "Como era antes"
NEWS = 15_000
"""Milliseconds after which a page surely has asked for news."""
Step = Callable[[str], str]


@pytest.fixture
def step(world: World) -> Step:
    return lambda name: reverse("wizard", kwargs={"slug": world["draft"], "step": name})


@pytest.mark.parametrize("scripts", [True, False])
def test_dark_paper_is_kept_once_chosen(windows: Windows, scripts: bool) -> None:
    page = windows.open(scripts=scripts).new_page()
    page.goto("/")
    page.locator("summary:has(+ .menu__sheet [name=theme])").click()
    page.locator("label:has([name=theme][value=dark])").click()
    if not scripts:
        with page.expect_navigation():
            page.locator("form:has([name=theme]) button").click()
    page.goto("/sobre/")
    assert page.evaluate(PAPER) == DARK_PAPER


@pytest.mark.parametrize("viewer", [Viewer.VISITOR, Viewer.ORGANISER])
def test_open_menus_serve_everybody_too(windows: Windows, viewer: Viewer) -> None:
    watch = Watch(windows.open(viewer).new_page())
    watch.open("/", width=PHONE)
    for menu in watch.page.locator("header summary").all():
        menu.click()
        assert [*watch.faults_for_readers(), *watch.faults_of_targets()] == []
        assert list(watch.faults_of_width()) == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_keyboard_always_shows_where_it_is(windows: Windows, step: Step, theme: Theme) -> None:
    watch = Watch(windows.open(Viewer.ORGANISER).new_page())
    for path in ("/", step("formato"), step("documentos")):
        watch.open(path)
        watch.turn(theme)
        for _ in range(TABS):
            watch.page.keyboard.press("Tab")
            assert watch.page.evaluate("watching.isFocusSeen()"), watch.page.evaluate(FOCUSED)


def test_a_link_is_copied(windows: Windows, world: World) -> None:
    context = windows.open(Viewer.ORGANISER)
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = context.new_page()
    number = world["invitation_number"]
    page.goto(reverse("share-invitation", kwargs={"slug": world["published"], "number": number}))
    button = page.locator("[data-copy]")
    before = button.inner_text()
    button.click()
    expect(button).not_to_have_text(before)
    assert page.evaluate("navigator.clipboard.readText()") == page.locator(".share__link").inner_text()


def test_a_page_of_a_running_event_listens(windows: Windows, world: World) -> None:
    page = windows.open().new_page()
    with page.expect_response("**/ao-vivo/**") as answer:
        page.goto(reverse("event", kwargs={"slug": world["running"]}))
    assert answer.value.status == 200
    assert "text/event-stream" in answer.value.headers["content-type"]


def test_an_open_desk_shows_what_happened_and_keeps_what_is_typed(windows: Windows, world: World) -> None:
    """Its page is made an old one: it has seen nothing of what was done, and another name stands at its head."""
    page = windows.open(Viewer.ORGANISER).new_page()
    page.goto(reverse("match-desk", kwargs={"slug": world["running"], "match": world["match"]}))
    heading, news = page.locator("h1"), page.locator("#news")
    told = heading.inner_text()
    _make_old(page)
    expect(heading).to_have_text(told, timeout=NEWS)
    expect(news).to_be_hidden()
    field = page.locator("main textarea").first
    field.evaluate("field => { field.value = 'digitado' }")
    _make_old(page)
    expect(news).to_be_visible(timeout=NEWS)
    expect(heading).to_have_text(OLD)
    expect(field).to_have_value("digitado")


def _make_old(page: Page) -> None:
    page.evaluate(
        "old => { const news = document.querySelector('#news'); document.querySelector('h1').textContent = old;"
        " news.dataset.news = news.dataset.page + '?desde=0'; }",
        OLD,
    )


def test_a_double_click_makes_one_event(windows: Windows) -> None:
    page = windows.open(Viewer.MEMBER).new_page()
    page.goto(reverse("create-event"))
    page.locator("[name=regulation]").first.check()
    page.locator("[name=name]").fill("Copa do clique duplo")
    page.locator("main form button").dblclick()
    page.wait_for_url("**/preparar/**")
    page.goto(reverse("my-events"))
    expect(page.get_by_role("heading", name="Copa do clique duplo")).to_have_count(1)


def test_who_saves_second_is_told_and_loses_nothing(windows: Windows, step: Step) -> None:
    context = windows.open(Viewer.ORGANISER)
    first, second = context.new_page(), context.new_page()
    for page in (first, second):
        page.goto(step("lugar"))
    _save_place(first, "Bar do Zé, Santos")
    _save_place(second, "Clube da Esquina, Belo Horizonte")
    expect(second.get_by_role("alert")).to_contain_text("Bar do Zé, Santos")
    expect(second.locator("[name=place]")).to_have_value("Clube da Esquina, Belo Horizonte")
    with second.expect_navigation():
        second.locator("main form .button--yes").click()
    second.goto(step("lugar"))
    expect(second.locator("[name=place]")).to_have_value("Clube da Esquina, Belo Horizonte")


def _save_place(page: Page, place: str) -> None:
    page.locator("[name=place]").fill(place)
    with page.expect_navigation():
        page.locator("main form .button--yes").click()

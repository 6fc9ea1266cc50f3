"""Friends at a table's page: whoever waits there is at the table as soon as the cards are dealt, and stays."""

import re

from playwright.sync_api import Browser, Page, expect

from tests.browser.page_faults import Watch
from tests.browser.people import TIMEOUT_MS
from tests.browser.site_process import Site
from tests.browser.tables.table_window import BOARD

PUTS_A_BOT = 'button[form="bot"]'
HEARS_NEWS = "document.dispatchEvent(new Event('visibilitychange'))"
"""A page asks for news every few seconds, and when it is looked at again."""


def test_who_waits_for_friends_comes_to_the_table_with_the_deal_and_stays(browser: Browser, site: Site) -> None:
    owner, friend = _window(browser, site), _window(browser, site)
    owner.page.goto("/jogar/")
    owner.page.locator(".guest-name input").fill("Ana")
    owner.page.keyboard.press("Enter")  # which game is meant, only a press says
    expect(owner.page).to_have_url(re.compile("/jogar/"))
    owner.page.locator(".with-friends__game").first.click()
    owner.page.wait_for_url("**/mesa/*/")
    friend.page.goto(owner.page.url)
    friend.page.locator(".guest-name input").fill("Bia")
    friend.page.get_by_role("button", name="Sentar aqui").first.click()
    expect(friend.page.locator(".live-seat--you")).to_contain_text("Bia")
    owner.page.reload()
    while owner.page.locator(PUTS_A_BOT).count():
        _press(owner.page, PUTS_A_BOT)
        _hears_news(friend.page)
    _press(owner.page, ".live-seats__middle .button--shout")
    for watch in (owner, friend):
        expect(watch.page.locator(BOARD)).to_be_visible()
    _hears_news(friend.page)
    expect(friend.page.locator(BOARD)).to_be_visible()
    expect(friend.page.locator(".plate__name", has_text="Ana")).to_be_visible()
    assert [watch.console_faults() for watch in (owner, friend)] == [[], []]


def _window(browser: Browser, site: Site) -> Watch:
    context = browser.new_context(base_url=site.address, locale="pt-BR", reduced_motion="reduce")
    context.set_default_timeout(TIMEOUT_MS)
    return Watch(context.new_page())


def _press(page: Page, selector: str) -> None:
    with page.expect_navigation():
        page.locator(selector).first.click()


def _hears_news(page: Page) -> None:
    """If anything has changed, the page shows it then; one that shows a match does not ask."""
    page.evaluate(HEARS_NEWS)
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(500)

"""A phone in a club without internet: what it is told before it trusts the site, and that it notices when it does."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.page_faults import PHONE, Watch
from tests.web.world.clubs import LanSite, serving_lan

pytestmark = pytest.mark.slow

REFUSED = "net::ERR_CERT_AUTHORITY_INVALID"
"""What a browser says of a certificate that it does not trust."""


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LanSite]:
    with serving_lan(tmp_path_factory.mktemp("club") / "data") as club:
        yield club


def opened(browser: Browser, address: str, *, trusts: bool) -> Page:
    page = browser.new_context(ignore_https_errors=trusts, locale="pt-BR").new_page()
    page.goto(address)
    return page


@pytest.mark.parametrize(("path", "words"), [("/confiar/", "Ainda não confia"), ("/en/confiar/", "Not trusted yet")])
def test_the_page_of_trust_serves_every_eye_and_thumb(browser: Browser, club: LanSite, path: str, words: str) -> None:
    watch = Watch(browser.new_context().new_page())
    watch.open(f"{club.plain}{path}", width=PHONE)
    expect(watch.page.get_by_text(words)).to_be_visible()
    assert [fault for fault in watch.all_faults() if REFUSED not in fault] == []


def test_a_page_without_https_still_passes_with_its_line(browser: Browser, club: LanSite) -> None:
    watch = Watch(browser.new_context().new_page())
    watch.open(f"{club.plain}/entrar/", width=PHONE)
    expect(watch.page.get_by_text("Sem https: a rede pode ler junto.")).to_be_visible()
    assert watch.all_faults() == []
    watch.page.get_by_role("link", name="Confiar").click()
    expect(watch.page.get_by_role("heading", name="Confiar em dois passos")).to_be_visible()


def test_a_phone_that_trusts_it_is_led_on_to_https(browser: Browser, club: LanSite) -> None:
    page = opened(browser, f"{club.plain}/confiar/", trusts=True)
    page.get_by_role("link", name="Seguir com https").click()
    expect(page).to_have_url(f"{club.secure}/")
    expect(page.locator(".read-along")).to_have_count(0)


def test_it_is_asked_again_when_somebody_comes_back_from_the_settings(browser: Browser, club: LanSite) -> None:
    page = opened(browser, f"{club.plain}/confiar/", trusts=True)
    expect(page.get_by_text("Pronto: este aparelho confia no site.")).to_be_visible()
    page.route("**/prova.json", lambda route: route.abort("connectionrefused"))
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.get_by_text("Ainda não confia")).to_be_visible()
    page.unroute("**/prova.json")
    page.get_by_role("link", name="Testar").click()
    expect(page.get_by_text("Pronto: este aparelho confia no site.")).to_be_visible()


def test_without_scripts_the_browser_itself_says(browser: Browser, club: LanSite) -> None:
    page = browser.new_context(ignore_https_errors=True, java_script_enabled=False).new_page()
    page.goto(f"{club.plain}/confiar/")
    page.get_by_role("link", name="Testar").click()
    expect(page.get_by_text("Esta página veio com https.")).to_be_visible()

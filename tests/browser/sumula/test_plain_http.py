"""The súmula over plain HTTP, as a club without internet may serve it: a name that no browser takes for secure."""

import os
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import BrowserContext, expect, sync_playwright

from tests.browser.chromium import ARGUMENTS
from tests.browser.sumula.sheet_scorer import PHONE, Scorer, a_table, on_server
from tests.web.world.clubs import HOST, LanSite, serving_lan
from tools import chromium

pytestmark = pytest.mark.slow

TM = "truco-masters-2025"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LanSite]:
    with serving_lan(tmp_path_factory.mktemp("club") / "data") as served:
        yield served


def environment(site: LanSite) -> dict[str, str]:
    return {**os.environ, "CARTEADO_DATA": str(site.data), "DJANGO_SETTINGS_MODULE": "carteado.web.settings"}


@pytest.fixture
def phone(site: LanSite, tmp_path: Path) -> Iterator[BrowserContext]:
    """Finds the club's machine by its name, as phones in its network do."""
    address = site.startup["lan"]["plain"][-1]
    found = f"--host-resolver-rules=MAP {urlsplit(address).hostname} {HOST}"
    with sync_playwright() as playwright:
        context = playwright.chromium.launch_persistent_context(
            tmp_path / "phone",
            executable_path=chromium.find(),
            args=[*ARGUMENTS, found],
            base_url=address,
            locale="pt-BR",
            viewport=PHONE,
            has_touch=True,
        )
        context.set_default_timeout(15_000)
        yield context
        context.close()


def test_it_notes_keeps_and_sends_and_says_once_what_is_missing(site: LanSite, phone: BrowserContext) -> None:
    place = a_table(environment(site), TM)
    scorer = Scorer(phone)
    scorer.sit_down(place.secrets[0])
    page = scorer.page
    assert page.evaluate("[isSecureContext, 'serviceWorker' in navigator, 'wakeLock' in navigator]") == [False] * 3
    said = page.locator(".notice", has_text="Por este endereço (http)")
    expect(said).to_be_visible()
    trust = said.get_by_role("link", name="Ligar este celular com segurança")
    expect(trust).to_have_attribute("href", re.compile(r"^http://.+/confiar/$"))
    said.get_by_role("button", name="Entendi").click()
    expect(said).to_have_count(0)
    scorer.truco(0, 3)
    expect(scorer.network).to_have_text("tudo no servidor")
    phone.set_offline(True)
    scorer.truco(1)
    expect(scorer.network).to_contain_text("sem rede, 1 mão só neste celular")
    scorer.network.click()
    expect(page.get_by_role("dialog")).to_contain_text("fica neste endereço: leve por QR ou arquivo.")
    phone.set_offline(False)
    page.reload()
    expect(page.locator(".half__score").nth(1)).to_have_text("1")
    expect(said).to_have_count(0)
    expect(scorer.network).to_have_text("tudo no servidor")
    found = on_server(environment(site), place.code)
    assert (found.score, found.hands) == ([3, 1], 2)
    menu = scorer.open("Menu da súmula")
    expect(menu).to_contain_text("Este navegador não deixa segurar a tela acesa")


def test_a_link_is_shown_to_be_copied_where_there_is_no_clipboard(phone: BrowserContext) -> None:
    scorer = Scorer(phone)
    scorer.begin(TM)
    scorer.truco(0, 3)
    scorer.open("Compartilhar")
    scorer.page.get_by_role("button", name="Copiar o link").click()
    expect(scorer.page.locator(".share__link")).to_have_value(re.compile(r"/sumula/ver/#\w+"))

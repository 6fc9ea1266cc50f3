"""A delay and an embargo in a real browser: open pages are told late and by themselves, a recording sees the cards."""

import json
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from tests.browser.site_process import Site

pytestmark = pytest.mark.slow

DELAY_S = 25
EVENT = """
import json
from tests.web.world.halls import TM, drawn, open_matches
from carteado.web.events import store
from carteado.web.events.models import Event
event = drawn(TM, 4, slug="atraso")
Event.objects.filter(pk=event.pk).update(delays={"event": %d})
match = open_matches(store.championship_of(event))[0]
print(json.dumps({"event": event.pk, "match": match}))
"""
RESULT = """
import json
from django.utils import timezone
from carteado.tournament.matches.match_log import Game
from carteado.tournament.operations import Confirm, Submit
from carteado.web.events import store
from carteado.web.events.models import Event
from tests.web.world.halls import append
event = Event.objects.get(pk=%(event)d)
append(event, Submit(by="system", at=timezone.now(), match="%(match)s", games=(Game((12, 7), 0),)))
for party in store.championship_of(event).confirmed_by:
    append(event, Confirm(by="system", at=timezone.now(), match="%(match)s", version=0, party=party))
print(json.dumps({}))
"""
RECORDED = """
import json
from datetime import timedelta
from django.utils import timezone
from carteado.web.devices.models import Purpose
from carteado.web.events.models import Event
from carteado.web.people.models import User
from tests.web.broadcast.test_overlay import on_air
from tests.web.tables.championship.table_hall import Hall
from tests.web.world.halls import TM
User.objects.filter(email__endswith="@salao.example").delete()
hall = Hall.with_open_table(TM, slug="gravado")
Event.objects.filter(pk=hall.event.pk).update(embargo_until=timezone.now() + timedelta(hours=1))
programme = on_air(hall.event, table="", match=hall.match, purpose=Purpose.PROGRAMME)
public = on_air(hall.event, table="", match=hall.match)
print(json.dumps({"code": hall.table.code, "programme": programme.secret, "public": public.secret}))
"""


def beside(site: Site, script: str) -> Any:
    """What a script says that runs beside the server, on its data."""
    shell = [sys.executable, "-m", "django", "shell", "-v", "0", "-c", script]
    done = subprocess.run(shell, env=site.environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.fixture
def visitor(browser: Browser, site: Site) -> Iterator[BrowserContext]:
    context = browser.new_context(base_url=site.address)
    yield context
    context.close()


def test_open_pages_and_reloaded_ones_learn_of_a_result_when_its_delay_has_passed(
    visitor: BrowserContext, site: Site
) -> None:
    known = beside(site, EVENT % DELAY_S)
    open_page, other = visitor.new_page(), visitor.new_page()
    open_page.goto("/campeonatos/atraso/chave/")
    expect(open_page.locator("main")).to_be_visible()
    beside(site, RESULT % known)
    other.goto("/campeonatos/atraso/chave/")
    assert "is-winner" not in other.content()
    expect(open_page.locator(".is-winner").first).to_be_visible(timeout=(DELAY_S + 10) * 1000)


def test_a_recording_sees_a_live_table_under_an_embargo_and_a_public_address_does_not(
    visitor: BrowserContext, site: Site
) -> None:
    table = beside(site, RECORDED)
    page = visitor.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"/mesa/{table['code']}/transmissao/#{table['programme']}")
    expect(page.locator(".air-score")).to_be_visible(timeout=8000)
    assert not any(table["programme"] in one.partition("#")[0] for one in asked)
    other = visitor.new_page()
    other.goto(f"/mesa/{table['code']}/transmissao/#{table['public']}")
    other.wait_for_timeout(2000)
    expect(other.locator(".air-score")).to_have_count(0)

"""A data folder of an earlier version, four championships and five live matches, opens and plays on.

``data_folder.tar.xz`` holds its database and keys, ``data_folder.json`` what that version made of them.
"""

import asyncio
import json
import tarfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from tests.web.tables.transport.playing import check_over, play_all, seated
from tests.web.tables.transport.site import Site, Table, site
from tests.web.world.running import begun, run, run_in_site

HERE = Path(__file__).parent
BEFORE: dict[str, Any] = json.loads((HERE / "data_folder.json").read_text("utf-8"))
PUBLISHED = ["copa-do-clube-xv", "tranca-afia", "tranca-das-comadres", "torneio-da-praia"]


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    data = tmp_path_factory.mktemp("old") / "data"
    data.mkdir(mode=0o700)
    with tarfile.open(HERE / "data_folder.tar.xz") as packed:
        packed.extractall(data, filter="data")
    with site(begun(data)) as opened:
        opened.start()
        yield opened
        assert "Traceback" not in opened.stderr


def get(opened: Site, path: str, **options: Any) -> httpx.Response:
    return httpx.get(f"http://{opened.address}{path}", timeout=60, **options)


def test_every_championship_stands_as_it_stood(opened: Site) -> None:
    script = """
from carteado.web.events.models import Event
from carteado.web.events.store import championship_of
answer = []
for event in Event.objects.order_by("pk"):
    bracket = championship_of(event).bracket
    pairs = {match: bracket.pairs(match) for match in championship_of(event).fixtures}
    ended = {match: bracket.ended(match) for match in pairs}
    matches = {match: [pair and list(pair), ended[match] and ended[match].winner] for match, pair in pairs.items()}
    answer.append({"slug": event.slug, "name": event.name, "operations": event.operations.count(), "matches": matches})
"""
    assert run_in_site(opened.data, script) == BEFORE["events"]


@pytest.mark.parametrize("slug", PUBLISHED)
def test_the_page_of_every_championship_opens(opened: Site, slug: str) -> None:
    [name] = [one["name"] for one in BEFORE["events"] if one["slug"] == slug]
    page = get(opened, f"/campeonatos/{slug}/")
    assert page.status_code == 200
    assert name in page.text


@pytest.mark.parametrize("table", BEFORE["tables"], ids=[one["regulation"] for one in BEFORE["tables"]])
def test_every_observer_of_a_match_sees_what_they_saw(opened: Site, table: dict[str, Any]) -> None:
    written = opened.ask("written", match=table["match"])
    assert written["seqs"][: table["rows"]] == list(range(1, table["rows"] + 1))
    assert written["noted"] == table["noted"]
    assert json.loads(json.dumps(written["views"])) == table["views"]


def test_a_match_that_had_begun_is_played_to_its_end(opened: Site) -> None:
    [begun] = [one for one in BEFORE["tables"] if "truco" in one["regulation"] and not one["over"]]
    keys = tuple(opened.ask("keys_of", match=begun["match"]))
    players = seated(opened, Table(begun["code"], begun["match"], keys), Random(5))
    asyncio.run(play_all(players))
    written = opened.ask("written", match=begun["match"])
    check_over(written)
    assert len(written["seqs"]) > begun["rows"]


@pytest.mark.parametrize("regulation", ["afia-2026-tranca", "faraes-2023-tranca", "apcef-sc-2022-canastra"])
def test_a_hand_of_melds_goes_on(opened: Site, regulation: str) -> None:
    [begun] = [one for one in BEFORE["tables"] if one["regulation"] == regulation]
    opened.ask("fast_forward", match=begun["match"], moves=30)
    assert len(opened.ask("written", match=begun["match"])["seqs"]) == begun["rows"] + 30


def test_a_score_sheet_is_written_on(opened: Site) -> None:
    [sheet] = BEFORE["sheets"]
    hand = {"winner": 0, "value": 3, "refused": False}
    entry = {"id": "b1", "device": "b", "at": "2026-11-21T18:05:00Z", "kind": "hand", "place": 2, "hand": hand}
    told = httpx.post(
        f"http://{opened.address}/sumula/{sheet['code']}/sincronizar",
        json={"protocol": 1, "device": "b", "since": 0, "entries": [entry]},
        headers={"Authorization": f"Bearer {sheet['secret']}"},
        timeout=60,
    ).json()
    assert not told["refused"]
    assert told["entries"][: sheet["seq"]] == sheet["entries"]
    first, second = sheet["counted"]["score"]
    assert told["counted"]["score"] == [first + 3, second]


def test_the_organiser_signs_in_and_finds_the_day(opened: Site) -> None:
    link = json.loads(run(opened.data, "sign-in-link", "--json", "organizador@demo.carteado.example").stdout)["sign_in"]
    with httpx.Client(base_url=f"http://{opened.address}", follow_redirects=True, timeout=60) as browser:
        assert browser.get(link[link.index("/entrar/") :]).status_code == 200
        assert browser.get("/campeonatos/copa-do-clube-xv/mesas/").status_code == 200

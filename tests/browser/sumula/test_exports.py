"""Exports that no phone of ours has written, and sheets of another version: none of them gets further than its file."""

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.sumula.sheet_scorer import Scorer, asked, on_server
from tests.browser.sumula.switchable_site import ALL_THERE, TM, Club

pytestmark = pytest.mark.slow

A_WAY_IN = """
import json
from carteado.web.people.one_time_links import sign_in_link_of
print(json.dumps(sign_in_link_of("referee@salao.example", site={site!r})))
"""
A_FORM = """
import json
from carteado.regulation import catalogue, load
from carteado.sumula import Terms, form_of
print(json.dumps(form_of(Terms(load({regulation!r})), catalogue("pt"))))
"""
TENTO = {"seat": None, "act": "ruling", "ruling": "tento", "pair": 0}
SPOILS_THE_FORM = """
() => new Promise((resolve, reject) => {
  const opening = indexedDB.open("carteado-sumula");
  opening.onsuccess = () => {
    const store = opening.result.transaction("values", "readwrite").objectStore("values");
    const range = IDBKeyRange.bound("sheet/", "sheet/\\uffff");
    store.openCursor(range).onsuccess = ({ target: { result: cursor } }) => {
      if (!cursor) return;
      if (cursor.key.endsWith("/head") && !globalThis.spoilt) {
        globalThis.spoilt = true;
        cursor.update({ ...cursor.value, about: { ...cursor.value.about, form: { version: 2, name: "Outra" } } });
      }
      cursor.continue();
    };
    store.transaction.oncomplete = () => resolve();
    store.transaction.onerror = () => reject(store.transaction.error);
  };
})
"""


def export(club: Club, code: str) -> dict[str, Any]:
    """One hand, and what a cheat adds to it."""
    head = {"device": "theirs", "at": "2026-11-21T18:00:00.000Z"}
    entries = [
        {**head, "id": "hand", "kind": "hand", "place": 0, "hand": {"winner": 0, "value": 3, "refused": False}},
        {**head, "id": "forged", "kind": "rule", "place": 1, "act": TENTO, "why": "decidi"},
    ]
    form = asked(club.environment, A_FORM.format(regulation=TM))
    about = {"format": "carteado-sumula/1", "code": code, "form": form, "best_of": 1, "names": ["Sol", "Lua"]}
    return {**about, "entries": entries}


def receive(scorer: Scorer, shared: dict[str, Any], folder: Path) -> None:
    file = folder / "sumula.json"
    file.write_text(json.dumps(shared), encoding="utf-8")
    scorer.page.goto("/sumula/receber/")
    scorer.page.locator("input[type=file]").set_input_files(file)


def test_a_referee_makes_no_ruling_his_own_that_an_export_brings(club: Club, tmp_path: Path) -> None:
    with club.open(), club.phone("arbitro") as phone:
        place = club.table()
        scorer = Scorer(phone)
        scorer.page.goto(str(asked(club.environment, A_WAY_IN.format(site=club.address))))
        scorer.page.get_by_role("main").get_by_role("button").first.click()
        receive(scorer, export(club, place.code), tmp_path)
        scorer.page.get_by_role("button", name="Mandar ao servidor").click()
        expect(scorer.page.locator(".result__done")).to_be_visible()
        assert [entry["id"] for entry in on_server(club.environment, place.code).entries] == ["hand"]
        scorer.page.goto(f"/sumula/{place.code}/")
        expect(scorer.network).to_have_text(ALL_THERE)
        assert scorer.scores == ["3", "0"]


def test_what_is_no_export_of_ours_is_not_taken(club: Club, tmp_path: Path) -> None:
    with club.open(), club.phone("mesa") as phone:
        scorer = Scorer(phone)
        fine = export(club, "nosso-abc")
        for broken in (
            {**fine, "code": "../../conta/sair/?"},
            {**fine, "code": "REAL/kept"},
            {**fine, "form": {}},
        ):
            receive(scorer, broken, tmp_path)
            expect(scorer.page.get_by_role("alert")).to_be_visible()
            expect(scorer.page.get_by_role("button", name="Mandar ao servidor")).to_have_count(0)


def test_a_sheet_of_another_version_hides_no_other_and_can_be_taken_off(club: Club) -> None:
    with club.open(), club.phone("mesa") as phone:
        scorer = Scorer(phone)
        for names in (("Ana", "Bia"), ("Caio", "Davi")):
            scorer.begin(TM, names)
            scorer.truco(0, 3)
        scorer.page.goto("/sumula/entrar/")
        scorer.page.evaluate(SPOILS_THE_FORM)
        scorer.page.goto("/sumula/")
        sheets = scorer.page.locator(".shelf")
        expect(sheets).to_have_count(2)
        spoilt = sheets.filter(has_text="não consegue ler")
        expect(spoilt).to_have_count(1)
        spoilt.get_by_role("button", name="Apagar").click()
        spoilt.get_by_role("alertdialog").get_by_role("button").last.click()
        expect(sheets).to_have_count(1)
        expect(sheets.locator("b").first).to_have_text("3")

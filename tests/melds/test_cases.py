"""Records and score sheets with what they amount to, case by case, as the command line would answer.

The files are lists of ``{"name", "article", "input", "expect"}``; ``expect`` is what replay gives, or ``error`` (an
article that the refusal cites, or null) with the ``action`` and ``hand`` at which the record is refused. A sheet has
``points`` by hand and pair, and says whether it ``warns``.
"""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from carteado.record import InputError, read_record, read_sheet, replay, write_record
from carteado.regulation import LANGUAGES, catalogue
from tests.melds.tables import AF, AP, FA

HERE = Path(__file__).parent
BY_INITIALS = {"AF": AF, "FA": FA, "AP": AP}
GLOSSARY = {"MONTE", "MORTO", "LIXO", "DESCARTE", "CORINGA"}


def cases_in(name: str) -> list[Any]:
    return [
        pytest.param(case, id=f"{case['article']}: {case['name']}")
        for case in json.loads((HERE / name).read_text("utf-8"))
    ]


RECORDS, SHEETS = cases_in("cases.json"), cases_in("sheets.json")
REFUSED = [case for case in RECORDS if "error" in case.values[0]["expect"]]
REPLAYED = [case for case in RECORDS if "error" not in case.values[0]["expect"]]


@pytest.mark.parametrize("case", REPLAYED)
def test_a_record_amounts_to(case: dict[str, Any]) -> None:
    report = replay(read_record(json.dumps(case["input"])))
    given = report.to_json()
    hands: Any = given["hands"]
    expect = {key: value for key, value in case["expect"].items() if value is not None or key != "points"}
    seen = {
        **given,
        "points": [hand["points"] for hand in hands],
        "dealers": [hand["dealer"] for hand in hands],
        "winner_of_hand": hands[0]["winner"] if hands else None,
    }
    assert {key: seen[key] for key in expect} == expect
    assert report.mismatches == ()


@pytest.mark.parametrize("case", REPLAYED)
def test_its_canonical_form_amounts_to_the_same(case: dict[str, Any]) -> None:
    record = read_record(json.dumps(case["input"]))
    text = write_record(record)
    again = read_record(text)
    assert write_record(again) == text
    assert replay(again).to_json() == replay(record).to_json()


@pytest.mark.parametrize("case", REFUSED)
def test_a_record_is_refused(case: dict[str, Any]) -> None:
    expect = case["expect"]
    with pytest.raises(InputError) as refused:
        replay(read_record(json.dumps(case["input"])))
    for language in LANGUAGES:
        told = refused.value.to_json(catalogue(language))
        assert told["message"]
        assert {key: told[key] for key in ("action", "hand") if key in expect} == {
            key: expect[key] for key in ("action", "hand") if key in expect
        }
        if expect["error"] is not None:
            assert expect["error"] in str(told["article"]).split(", ")


@pytest.mark.parametrize("case", SHEETS)
def test_a_score_sheet_amounts_to(case: dict[str, Any]) -> None:
    sheet = read_sheet(json.dumps(case["input"]))
    assert [list(hand.points) for hand in sheet.report.hands] == case["points"]
    if "warns" in case:
        assert bool(sheet.warnings) is case["warns"]
    for warned in sheet.warnings:
        assert all(catalogue(language).refusal(warned.doubt) for language in LANGUAGES)


def test_every_case_has_a_name_of_its_own() -> None:
    for cases in (RECORDS, SHEETS):
        names = [case.id for case in cases]
        assert len(set(names)) == len(names)


def test_the_cases_name_rulings_or_articles_of_the_regulations() -> None:
    """``AP 14 §1c`` names an item of 14 §1, ``FA MONTE`` an entry of the glossary; the rest is about the format."""
    for case in (*RECORDS, *SHEETS):
        initials, _, number = case.values[0]["article"].partition(" ")
        if initials in BY_INITIALS:
            articles = BY_INITIALS[initials].articles
            assert number in GLOSSARY or number in articles or number.rstrip("abc") in articles
        else:
            assert re.fullmatch(r"C-\d+|INTERFACES", initials)

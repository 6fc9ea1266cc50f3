"""Records with what they amount to, case by case, as the command line would answer.

A file of cases is a list of ``{"name", "article", "input", "expect"}``; ``expect`` is what replay gives, or ``error``
(an article that the refusal cites, or null) with the ``action`` and ``hand`` at which the record is refused. A score
sheet has ``points`` by hand and pair, and says whether it ``warns``.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from carteado.record import InputError, Record, Report, read_record, read_sheet, replay, write_record
from carteado.regulation import LANGUAGES, catalogue

Case = dict[str, Any]


def cases_in(path: Path) -> list[Any]:
    cases = json.loads(path.read_text("utf-8"))
    return [pytest.param(case, id=f"{case.get('article', 'sheet')}: {case['name']}") for case in cases]


def is_refused(case: Any) -> bool:
    return "error" in case.values[0]["expect"]


def written_and_read(record: Record) -> Report:
    """What the record gives after being written, read back and replayed."""
    text = write_record(record)
    again = read_record(text)
    assert again == record
    assert write_record(again) == text
    return replay(again)


def check_report(case: Case) -> None:
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


def check_canonical_form(case: Case) -> None:
    record = read_record(json.dumps(case["input"]))
    text = write_record(record)
    again = read_record(text)
    assert write_record(again) == text
    assert replay(again).to_json() == replay(record).to_json()


def check_refused(case: Case, cites: Callable[[list[str], str], bool]) -> None:
    """``cites`` tells whether the articles have that number among them."""
    expect = case["expect"]
    with pytest.raises(InputError) as refused:
        replay(read_record(json.dumps(case["input"])))
    for language in LANGUAGES:
        error_document = refused.value.to_json(catalogue(language))
        assert error_document["message"]
        assert {key: error_document[key] for key in ("action", "hand") if key in expect} == {
            key: expect[key] for key in ("action", "hand") if key in expect
        }
        if expect["error"] is not None:
            assert cites(str(error_document["article"]).split(", "), expect["error"])


def check_sheet(case: Case) -> None:
    sheet = read_sheet(json.dumps(case["input"]))
    assert [list(hand.points) for hand in sheet.report.hands] == case["points"]
    if "warns" in case:
        assert bool(sheet.warnings) is case["warns"]
    for warned in sheet.warnings:
        assert all(catalogue(language).refusal(warned.doubt) for language in LANGUAGES)


def check_names(*files: list[Any]) -> None:
    """Every case has a name of its own."""
    for cases in files:
        names = [case.id for case in cases]
        assert len(set(names)) == len(names)

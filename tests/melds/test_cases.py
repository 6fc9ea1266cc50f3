"""Records and score sheets of Tranca and Canastra with what they amount to, case by case."""

import re
from operator import contains
from pathlib import Path

import pytest

from tests.melds.tables import AF, AP, FA
from tests.record.cases import (
    Case,
    cases_in,
    check_canonical_form,
    check_names,
    check_refused,
    check_report,
    check_sheet,
    is_refused,
)

HERE = Path(__file__).parent
BY_INITIALS = {"AF": AF, "FA": FA, "AP": AP}
GLOSSARY = {"MONTE", "MORTO", "LIXO", "DESCARTE", "CORINGA"}
RECORDS, SHEETS = cases_in(HERE / "cases.json"), cases_in(HERE / "sheets.json")


@pytest.mark.parametrize("case", [case for case in RECORDS if not is_refused(case)])
def test_a_record_amounts_to(case: Case) -> None:
    check_report(case)


@pytest.mark.parametrize("case", [case for case in RECORDS if not is_refused(case)])
def test_its_canonical_form_amounts_to_the_same(case: Case) -> None:
    check_canonical_form(case)


@pytest.mark.parametrize("case", [case for case in RECORDS if is_refused(case)])
def test_a_record_is_refused(case: Case) -> None:
    check_refused(case, contains)


@pytest.mark.parametrize("case", SHEETS)
def test_a_score_sheet_amounts_to(case: Case) -> None:
    check_sheet(case)


def test_every_case_has_a_name_of_its_own() -> None:
    check_names(RECORDS, SHEETS)


def test_the_cases_name_rulings_or_articles_of_the_regulations() -> None:
    """``AP 14 §1c`` names an item of 14 §1, ``FA MONTE`` an entry of the glossary; the rest is about the format."""
    for case in (*RECORDS, *SHEETS):
        initials, _, number = case.values[0]["article"].partition(" ")
        if initials in BY_INITIALS:
            articles = BY_INITIALS[initials].articles
            assert number in GLOSSARY or number in articles or number.rstrip("abc") in articles
        else:
            assert re.fullmatch(r"C-\d+|INTERFACES", initials)

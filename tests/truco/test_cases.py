"""Records and score sheets of truco with what they amount to, case by case."""

from pathlib import Path

import pytest

from carteado.regulation import load
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
RECORDS, SHEETS = cases_in(HERE / "cases.json"), cases_in(HERE / "sheets.json")


def cites(articles: list[str], number: str) -> bool:
    """``29`` stands for any of 29a–29e."""
    return any(number in (article, article.rstrip("abcde")) for article in articles)


@pytest.mark.parametrize("case", [case for case in RECORDS if not is_refused(case)])
def test_a_record_amounts_to(case: Case) -> None:
    check_report(case)


@pytest.mark.parametrize("case", [case for case in RECORDS if not is_refused(case)])
def test_its_canonical_form_amounts_to_the_same(case: Case) -> None:
    check_canonical_form(case)


@pytest.mark.parametrize("case", [case for case in RECORDS if is_refused(case)])
def test_a_record_is_refused(case: Case) -> None:
    check_refused(case, cites)


@pytest.mark.parametrize("case", SHEETS)
def test_a_score_sheet_amounts_to(case: Case) -> None:
    check_sheet(case)


def test_every_case_has_a_name_of_its_own() -> None:
    check_names(RECORDS, SHEETS)


def test_the_cases_name_articles_of_the_regulation() -> None:
    named = {case.values[0]["article"] for case in RECORDS} - {"record"}
    assert named <= set(load("truco-masters-2025").articles)

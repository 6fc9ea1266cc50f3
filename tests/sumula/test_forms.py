"""The form of a súmula has the articles that it cites in full, for a phone without a network."""

import json
import re

import pytest

from carteado.record import read_sheet
from carteado.regulation import LANGUAGES, Override, article_in_full, as_text, available, catalogue, load
from carteado.sumula.counting import Terms
from carteado.sumula.forms import form_of

CITED = re.compile(r'"(?:article|played|refused)": "([^"]+)"')


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", available())
def test_every_article_that_a_form_cites_can_be_read_in_full(name: str, language: str) -> None:
    form = form_of(Terms(load(name)), catalogue(language))
    cited = {number for found in CITED.findall(json.dumps(form, ensure_ascii=False)) for number in found.split(", ")}
    assert cited
    assert cited <= set(form["in_full"])
    for number in cited:
        assert form["in_full"][number] == as_text(article_in_full(load(name), number, language))


def test_the_articles_have_the_values_of_the_event() -> None:
    club = load("apcef-sc-2022-canastra").with_overrides((Override("match.target", 2000, by="event"),))
    form = form_of(Terms(club), catalogue("pt"))
    assert "2000 pontos" in form["in_full"]["13"]


@pytest.mark.parametrize(
    ("name", "overrides", "offers_it"),
    [
        ("apcef-sc-2022-canastra", {}, False),
        ("apcef-sc-2022-canastra", {"scoring.converted_morto_pays": False}, True),
        ("afia-2026-tranca", {"red_threes.requires": ["morto_taken_or_none_left"]}, True),
        ("faraes-2023-tranca", {"scoring.converted_morto_pays": False}, False),  # there no morto becomes the stock
    ],
)
def test_c_18_a_table_notes_that_a_morto_became_stock_where_that_counts(
    name: str, overrides: dict[str, object], offers_it: bool
) -> None:
    club = load(name).with_overrides(tuple(Override(key, value, by="event") for key, value in overrides.items()))
    form = form_of(Terms(club), catalogue("pt"))
    [morto] = [field for field in form["fields"] if field["name"] == "morto"]
    assert morto["states"] == ["taken", "not_taken", "unplayed", *(["converted"] if offers_it else [])]


@pytest.mark.parametrize(("pays", "points"), [(True, -100), (False, 0)])
def test_c_18_a_pair_whose_morto_became_stock_pays_for_it_as_the_rules_say(*, pays: bool, points: int) -> None:
    hand = {"went_out": None, "pairs": [{"morto": "converted"}, {"morto": "taken"}]}
    sheet = {
        "regulation": "apcef-sc-2022-canastra",
        "overrides": {"scoring.converted_morto_pays": {"value": pays, "by": "event"}},
        "hands": [hand],
    }
    assert read_sheet(json.dumps(sheet)).report.score == (points, 0)

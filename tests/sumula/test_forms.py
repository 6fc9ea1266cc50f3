"""The form of a súmula has the articles that it cites in full, for a phone without a network."""

import json
import re

import pytest

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

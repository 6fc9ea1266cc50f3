"""What somebody who is learning is told of a game, in the words of its regulation."""

import pytest
from django.template import Context, Template
from django.utils.translation import override

from carteado.regulation import available, load
from carteado.web.regulations.lessons import TOLD, lessons_of
from carteado.web.regulations.rulebook import rulebook

FEWEST = 10


@pytest.mark.parametrize("name", available())
def test_every_game_has_lessons_in_its_own_order(name: str) -> None:
    regulation = load(name)
    told = [rule.key for section in lessons_of(regulation) for rule in section.rules]
    assert len(told) >= FEWEST
    assert told == [rule.key for rule in rulebook(regulation).rules if rule.key in TOLD]


def test_every_lesson_is_of_some_regulation() -> None:
    keys = {rule.key for name in available() for rule in rulebook(load(name)).rules}
    assert keys >= TOLD


@pytest.mark.parametrize(("language", "sentence"), [("pt-br", "Da mais fraca à mais forte: 4"), ("en", "weakest")])
def test_a_page_says_them_with_their_articles(language: str, sentence: str) -> None:
    with override(language):
        regulation = load("truco-masters-2025")
        page = Template("{% load lessons %}{% lessons regulation %}").render(Context({"regulation": regulation}))
    assert sentence in page
    assert 'id="licoes"' in page
    assert page.count('<a class="article"') >= FEWEST

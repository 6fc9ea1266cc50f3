"""What somebody who is learning is told of a game, in the words of its regulation."""

import pytest
from django.template import Context, Template
from django.utils.translation import override

from carteado.regulation import available, load
from carteado.web.regulations.lessons import LESSON_KEYS, lessons_of
from carteado.web.regulations.rulebook import rulebook

FEWEST = 10


@pytest.mark.parametrize("name", available())
def test_every_game_has_lessons_in_its_own_order(name: str) -> None:
    regulation = load(name)
    keys = [rule.key for section in lessons_of(regulation) for rule in section.rules]
    assert len(keys) >= FEWEST
    assert keys == [rule.key for rule in rulebook(regulation).rules if rule.key in LESSON_KEYS]


def test_every_lesson_is_of_some_regulation() -> None:
    keys = {rule.key for name in available() for rule in rulebook(load(name)).rules}
    assert keys >= LESSON_KEYS


@pytest.mark.parametrize(("language", "sentence"), [("pt-br", "Da mais fraca à mais forte: 4"), ("en", "weakest")])
def test_a_page_says_them_with_their_articles(language: str, sentence: str) -> None:
    with override(language):
        regulation = load("truco-masters-2025")
        page = Template("{% load lessons %}{% lessons regulation %}").render(Context({"regulation": regulation}))
    assert sentence in page
    assert 'id="licoes"' in page
    assert page.count('<a class="article"') >= FEWEST

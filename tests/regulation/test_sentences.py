"""Every rule has its sentence in every language, and every article its keys."""

import re
import string
import tomllib
from enum import EnumType
from pathlib import Path

import pytest

from carteado.regulation import LANGUAGES, About, Entry, EventRules, MeldsRules, TrucoRules, available, catalogue, load
from carteado.regulation.schema import fields_of
from tests.regulation.data import AF, AP, FA, PACKAGE, TM

# --- Wording ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("regulation_id", [AF, FA, AP, TM])
def test_every_rule_is_a_sentence_in_every_language(regulation_id: str, language: str) -> None:
    words = catalogue(language)
    for entry in load(regulation_id).entries():
        sentence = words.rule(entry)
        assert sentence[0].isupper() or sentence[0].isdigit(), sentence
        assert sentence.endswith("."), sentence
        assert not re.search(r"[{}_]", sentence), sentence
        assert words.sections[entry.key.partition(".")[0]]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_choice_of_every_key_has_its_words(language: str) -> None:
    """An override may choose what no regulation has: those sentences must be there too."""
    words = catalogue(language)
    for rules in (MeldsRules, EventRules):
        for section, hint in fields_of(rules).items():
            section_class = next((one for one in getattr(hint, "__args__", ()) if one is not type(None)), hint)
            for name, kind in fields_of(section_class).items():
                choices: list[object] = []
                if kind is bool:
                    choices = [True, False]
                elif isinstance(kind, EnumType):
                    choices = list(kind)
                elif getattr(kind, "__origin__", None) is tuple and kind.__args__[0] not in (int, str):
                    choices = [(one,) for one in kind.__args__[0]]
                for choice in choices:
                    key = f"{section}.{name}"
                    sentence = words.rule(Entry(key, choice, load(AF).citation("deck.copies")))
                    assert not re.search(r"[{}_]", sentence), (key, choice, sentence)


def test_both_languages_say_the_same_things() -> None:
    pt, en = catalogue("pt"), catalogue("en")
    assert pt.sections.keys() == en.sections.keys()
    assert pt.keys.keys() == en.keys.keys()
    assert pt.errors.keys() == en.errors.keys()
    for code, template in pt.errors.items():
        assert _fields(template) == _fields(en.errors[code]), code


def _fields(template: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(template) if name}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_is_written_twice(language: str) -> None:
    """The files of a language share one catalogue: a second sentence would replace the first in silence."""
    seen: set[tuple[str, str]] = set()
    for file in Path(str(PACKAGE / "texts" / language)).glob("*.toml"):
        for table, sentences in tomllib.loads(file.read_text("utf-8")).items():
            for name in sentences:
                assert (table, name) not in seen, (file.name, table, name)
                seen.add((table, name))


def test_sections_of_games_and_events_have_different_names() -> None:
    games = {*fields_of(TrucoRules), *fields_of(MeldsRules)}
    assert not games & set(fields_of(EventRules))


# --- Articles -----------------------------------------------------------------------------------------------------


def test_all_four_regulations_come_with_the_package() -> None:
    assert set(available()) == {AF, FA, AP, TM}


@pytest.mark.parametrize(
    ("regulation_id", "numbers"),
    [
        (AF, [*map(str, range(1, 13)), *(f"4.{n}" for n in range(1, 12)), "conv."]),
        (FA, [*map(str, range(1, 25)), "IV.20", "gloss."]),
        (
            AP,
            [
                *map(str, range(1, 18)),
                *("7 §1", "7 §2", "7 §3", "10 §1", "10 §2", "10 §3", "12a", "12b", "12c", "12d"),
                *("12 §1", "12 §2", "12 §3", "13 §1", "13 §2", "14 §1", "16a", "16b"),
            ],
        ),
    ],
)
def test_every_article_of_the_text_is_listed(regulation_id: str, numbers: list[str]) -> None:
    assert sorted(load(regulation_id).articles) == sorted(numbers)


def test_every_item_of_the_main_body_of_truco_masters_is_listed() -> None:
    chapters = {1: 1, 2: 2, 3: 3, 4: 10, 5: 9, 6: 1, 7: 2, 8: 9, 9: 11}
    items = {f"{chapter}.{n}" for chapter, last in chapters.items() for n in range(1, last + 1)}
    items |= {
        "2.2.1",
        "3.1.1",
        "3.1.2",
        "4.1.1",
        "4.1.2",
        "4.2.1",
        "4.5.1",
        "5.3.1",
        "5.7.1",
        "6.1.1",
        "7.1.1",
    }
    items |= {"8.2.1", "8.2.2"}
    assert {number for number in load(TM).articles if "." in number} == items


@pytest.mark.parametrize("regulation_id", [AF, FA, AP, TM])
def test_every_article_that_rules_something_is_cited_by_a_key(regulation_id: str) -> None:
    regulation = load(regulation_id)
    cited = {number for citation in regulation.citations.values() for number in citation.articles}
    silent = {About.FORMAL, About.CONDUCT}
    ruling = {article.number for article in regulation.articles.values() if article.about not in silent}
    assert ruling <= cited


def test_a_place_is_cited_as_a_person_looks_it_up() -> None:
    assert load(FA).cite("melds.set_ranks") == "FARAES 2023, Art. 10"
    assert load(FA).cite("standings.ranked_by") == "FARAES 2023, Art. IV.20"
    assert load(AF).cite("pile.taking") == "AFIA 2026, Art. 4.2, 5"
    assert load(AP).cite("morto.upper_first") == "APCEF/SC 2022, Art. 10 §3"
    assert load(TM).cite("eligibility.minimum_age") == "Truco Masters 2025, item 4.1"


ENGLISH = sorted(Path(str(PACKAGE)).glob("texts/en/**/*.toml"))


@pytest.mark.parametrize("path", ENGLISH, ids=[f"{path.parent.name}-{path.stem}" for path in ENGLISH])
def test_english_says_they_and_never_he(path: Path) -> None:
    assert re.findall(r"\b(?:he|his|him|himself)\b", path.read_text("utf-8"), re.IGNORECASE) == []


@pytest.mark.parametrize("regulation_id", [AF, FA, AP, TM])
def test_the_english_names_of_articles_say_they_too(regulation_id: str) -> None:
    names = [article.matter["en"] for article in load(regulation_id).articles.values()]
    assert [name for name in names if re.search(r"\b(?:he|his|him)\b", name)] == []

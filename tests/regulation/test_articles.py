"""The articles in full: every article of every text, in both languages, with the values of the event."""

import re
import tomllib
from collections.abc import Iterator
from datetime import date
from importlib import resources

import pytest

from carteado.regulation import (
    LANGUAGES,
    Override,
    Regulation,
    Stated,
    article_in_full,
    article_texts,
    as_text,
    available,
    catalogue,
    load,
    placeholders,
)
from tests.paths import ROOT

TM, AF, FA, AP = "truco-masters-2025", "afia-2026-tranca", "faraes-2023-tranca", "apcef-sc-2022-canastra"
NUMBERING = {
    TM: (
        *map(str, range(1, 30)),
        *("29a", "29b", "29c", "29d", "29e", "30", "31", "32", "33"),
        *("1.1", "2.1", "2.2", "2.2.1", "3.1", "3.2", "3.3", "3.1.1", "3.1.2"),
        *("4.1", "4.1.1", "4.1.2", "4.2", "4.2.1", "4.3", "4.4", "4.5", "4.5.1", "4.6", "4.7", "4.8", "4.9", "4.10"),
        *("5.1", "5.2", "5.3", "5.3.1", "5.4", "5.5", "5.6", "5.7", "5.7.1", "5.8", "5.9"),
        *("6.1", "6.1.1", "7.1", "7.1.1", "7.2"),
        *("8.1", "8.2", "8.2.1", "8.2.2", "8.3", "8.4", "8.5", "8.6", "8.7", "8.8", "8.9"),
        *(f"9.{number}" for number in range(1, 12)),
    ),
    AF: (
        *("1", "2", "3", "4", "conv.", *(f"4.{number}" for number in range(1, 12))),
        *map(str, range(5, 13)),
    ),
    FA: (*map(str, range(1, 25)), "IV.20", "gloss."),
    AP: (
        *map(str, range(1, 8)),
        *("7 §1", "7 §2", "7 §3", "8", "9", "10", "10 §1", "10 §2", "10 §3", "11"),
        *("12", "12a", "12b", "12c", "12d", "12 §1", "12 §2", "12 §3", "13", "13 §1", "13 §2", "14", "14 §1"),
        *("15", "16", "16a", "16b", "17"),
    ),
}
"""Every number of the published texts, in their order, and the names of the parts without a number."""
PREFIXES = {"TM": TM, "AF": AF, "FA": FA, "AP": AP}
CITED = re.compile(r"\b(?P<text>TM|AF|FA|AP) (?P<number>(?:IV\.)?\d+(?:\.\d+)*(?:[a-e]\b)?(?: §\d)?)")
EACH = [(name, language) for name in available() for language in LANGUAGES]


def full(regulation: Regulation | str, number: str, language: str = "en", **decided: object) -> str:
    known = load(regulation) if isinstance(regulation, str) else regulation
    values = {name.replace("__", "."): value for name, value in decided.items()}
    return as_text(article_in_full(known, number, language, values))


# --- nothing is left out ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "language"), EACH)
def test_every_article_of_the_published_numbering_is_there_in_full(name: str, language: str) -> None:
    assert tuple(article_texts(name, language).articles) == NUMBERING[name]


@pytest.mark.parametrize("name", available())
def test_the_list_of_articles_is_the_published_numbering(name: str) -> None:
    assert tuple(load(name).articles) == NUMBERING[name]


@pytest.mark.parametrize(("name", "language"), EACH)
def test_no_article_is_only_its_heading(name: str, language: str) -> None:
    for number, article in load(name).articles.items():
        text = full(name, number, language)
        assert len(text) > len(article.matter[language]), number
        assert text[-1] in ".;", number


def test_no_text_was_left_in_the_other_language() -> None:
    for name in available():
        portuguese, english = (article_texts(name, language).articles for language in ("pt", "en"))
        assert [number for number in english if english[number] == portuguese[number]] == []


@pytest.mark.parametrize(("name", "language"), EACH)
def test_every_language_has_the_same_placeholders_parts_and_items(name: str, language: str) -> None:
    translated, english = article_texts(name, language), article_texts(name, "en")
    assert list(translated.event) == list(english.event)
    assert list(translated.parts) == list(english.parts)
    for number, text in english.articles.items():
        assert set(placeholders(text)) == set(placeholders(translated.articles[number])), number
        assert text.count("\n- ") == translated.articles[number].count("\n- "), number


@pytest.mark.parametrize(("name", "language"), EACH)
def test_a_heading_stands_over_an_article_and_the_first_has_one(name: str, language: str) -> None:
    parts = article_texts(name, language).parts
    assert set(parts) <= set(NUMBERING[name])
    assert next(iter(parts)) == NUMBERING[name][0]


def files() -> Iterator[tuple[str, str]]:
    folders = [ROOT.joinpath(folder) for folder in ("src", "docs", "tools")]
    for path in [*ROOT.glob("*.md"), *(path for folder in folders for path in folder.rglob("*"))]:
        if path.suffix in (".py", ".md", ".toml", ".html", ".po", ".txt") and "node_modules" not in path.parts:
            yield path.relative_to(ROOT).as_posix(), path.read_text("utf-8")


def test_every_article_that_code_or_documents_cite_can_be_read_in_full() -> None:
    unknown = {
        (name, found[0])
        for name, text in files()
        for found in CITED.finditer(text)
        if found["number"] not in NUMBERING[PREFIXES[found["text"]]]
        and not any(one.startswith(f"{found['number']}.") for one in NUMBERING[PREFIXES[found["text"]]])
    }
    assert unknown == set()


# --- placeholders -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "language"), EACH)
def test_no_placeholder_stays_unfilled(name: str, language: str) -> None:
    for number in NUMBERING[name]:
        text = full(name, number, language)
        assert not set("{}") & set(text), number
        assert "  " not in text, number


@pytest.mark.parametrize(("name", "language"), EACH)
def test_a_placeholder_is_a_rule_with_a_value_or_what_an_event_decides(name: str, language: str) -> None:
    texts = article_texts(name, language)
    values = {entry.key for entry in load(name).entries() if entry.value is not Stated.STATED}
    used = {one for text in (*texts.articles.values(), *texts.event.values()) for one in placeholders(text)}
    rules = {".".join(one.split(".")[:2]) for one in used if not one.startswith("event.")}
    assert rules <= values
    assert {one.removeprefix("event.") for one in used if one.startswith("event.")} == set(texts.event)


@pytest.mark.parametrize(("name", "language"), EACH)
def test_nothing_counts_as_decided_without_an_event(name: str, language: str) -> None:
    for number in NUMBERING[name]:
        blocks = article_in_full(load(name), number, language)
        assert [piece.text for block in blocks for piece in block.pieces if piece.is_decided] == []


def test_tm_2_1_an_event_has_its_own_day_and_number_of_pairs() -> None:
    santos = load(TM).with_overrides((Override("selection.pairs", 24, by="event"),))
    published, own = full(TM, "2.1"), full(santos, "2.1", edition__day=date(2027, 3, 6))
    assert "2025-10-25" in published
    assert "16 pairs" in published
    assert "2027-03-06" in own
    assert "24 pairs" in own
    assert "2025" not in own


def test_tm_4_3_an_event_is_held_where_it_says() -> None:
    assert "São Paulo" in full(TM, "4.3", "pt")
    own = full(TM, "4.3", "pt", event__where="no Clube XV, Santos")
    assert "no Clube XV, Santos" in own
    assert "São Paulo" not in own


def test_tm_4_3_another_city_is_read_where_no_place_is_known() -> None:
    recife = load(TM).with_overrides((Override("edition.city", "Recife", by="event"),))
    assert "in the city of Recife" in full(recife, "4.3")


def test_what_the_event_decided_is_marked_and_nothing_else() -> None:
    final = load(AF).with_overrides((Override("match.final_target", 3000, by="event"),))
    blocks = article_in_full(final, "4", "pt")
    assert [piece.text for block in blocks for piece in block.pieces if piece.is_decided] == ["3000"]


def test_ap_14p1_a_list_that_an_event_made_shorter_leaves_the_published_figure() -> None:
    club = load(AP).with_overrides((Override("vulnerable.minimums", [60], by="event"),))
    assert "60" in full(club, "14")
    assert "90" in full(club, "14 §1")


def test_figures_of_a_table_of_values() -> None:
    assert "ás: 15 pontos;" in full(AP, "12 §1", "pt")


@pytest.mark.parametrize(
    ("regulation", "key", "value", "number", "shown"),
    [
        (FA, "red_threes.value", 80, "7", "80"),
        (FA, "counting.pile_size", 12, "23", "12"),
        (FA, "scoring.card_values", {"A-K": 7}, "22", "7"),
        (AF, "scoring.card_values", {"A-K": 7}, "6", "7"),
        (TM, "calls.ladder", [1, 4, 5, 8, 15], "4", "15"),
        (TM, "calls.ladder", [1, 4, 5, 8, 15], "7", "4"),
        (TM, "calls.ladder", [1, 4, 5, 8, 15], "10", "8"),
    ],
)
def test_every_figure_of_a_rule_is_the_one_in_force(
    regulation: str, key: str, value: object, number: str, shown: str
) -> None:
    club = load(regulation).with_overrides((Override(key, value, by="event"),))
    for language in LANGUAGES:
        pieces = [piece for block in article_in_full(club, number, language) for piece in block.pieces]
        assert shown in [piece.text for piece in pieces if piece.is_decided]


# --- what the text says and no more -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("regulation", "number", "pt", "en"),
    [
        (TM, "4.1", "for maior de 18 anos", "is 18 or older"),
        (TM, "8.2.1", "compromete-se a livrar a Produtora", "undertake to hold the producer harmless"),
        (TM, "25", "ao acaso, como quiser", "at random, as the dealer likes"),
        (FA, "7", "ao lado de quem vai baixar as cartas.", "beside the person who will lay the cards."),
        (FA, "11", "“nova canastra”, no texto", "the text says “a new canastra”"),
        (FA, "12", "até todas", "even all of them"),
        (AF, "4.11", "ou de 7 em sequência", "or of 7 in sequence"),
    ],
)
def test_an_article_is_restated_to_the_letter(regulation: str, number: str, pt: str, en: str) -> None:
    assert pt in full(regulation, number, "pt")
    assert en in full(regulation, number, "en")


# --- shape --------------------------------------------------------------------------------------------------------


def test_paragraphs_and_items_are_told_apart() -> None:
    blocks = article_in_full(load(AP), "7 §3", "pt")
    assert [block.is_item for block in blocks] == [False, True, True]
    assert as_text(blocks).splitlines()[1:] == ["", *(f"- {block.text}" for block in blocks[1:])]


def test_an_article_that_is_not_there_is_an_error() -> None:
    with pytest.raises(KeyError):
        article_in_full(load(FA), "99", "pt")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sentences_of_the_catalogue_are_read_beside_the_folder_of_articles(language: str) -> None:
    folder = resources.files("carteado.regulation") / "texts" / language / "articles"
    assert {file.name.removesuffix(".toml") for file in folder.iterdir()} == set(available())
    assert catalogue(language).sections
    for file in folder.iterdir():
        assert list(tomllib.loads(file.read_text("utf-8"))) == ["event", "parts", "articles"]

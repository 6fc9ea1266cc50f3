"""The rulings: every number that is cited has its text, in both languages, and every text is cited."""

import re
from collections.abc import Iterator
from contextlib import suppress
from itertools import chain
from pathlib import Path

import pytest

from carteado.regulation import LANGUAGES, Ruling, available, load, rulings_in
from tests.paths import ROOT
from tools import rulings_page

TEXTS = [ROOT / "src/carteado/regulation/texts" / language / "rulings.toml" for language in LANGUAGES]
PREFIXES = "TM|C|E"
CITED = re.compile(rf"(?<![\w-])(?P<prefix>{PREFIXES})-(?P<first>\d+)(?: (?:to|a) (?P=prefix)-(?P<last>\d+))?(?!\w)")
"""A number, ``TM-7``, or a range, ``C-14 to C-17``."""

FOLDERS = ("src", "tests", "tools", "docs", "client/src", "client/tests", "verifier", "bench")
NOT_WRITTEN = {"static", "node_modules", "__pycache__"}
"""Folders of what is built or installed."""


def numbers_in(text: str) -> Iterator[str]:
    """Every ruling that a text cites; a range cites all that it spans."""
    for found in CITED.finditer(text):
        first, last = int(found["first"]), int(found["last"] or found["first"])
        yield from (f"{found['prefix']}-{number}" for number in range(first, last + 1))


def files() -> Iterator[tuple[str, str]]:
    """Every text that people wrote here, path and content, but for the rulings' own and this test."""
    own = {*TEXTS, rulings_page.PAGE, Path(__file__)}
    found = chain(ROOT.glob("*.md"), *(ROOT.joinpath(folder).rglob("*") for folder in FOLDERS))
    for path in found:
        if path not in own and path.is_file() and not NOT_WRITTEN & set(path.parts):
            with suppress(UnicodeDecodeError):
                yield path.relative_to(ROOT).as_posix(), path.read_text("utf-8")


@pytest.fixture(scope="module")
def cited() -> dict[str, list[str]]:
    """Every number cited anywhere, with the files that cite it."""
    found: dict[str, list[str]] = {}
    for name, text in files():
        for number in sorted(set(numbers_in(text))):
            found.setdefault(number, []).append(name)
    return found


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ('ruling = "TM-7"', ["TM-7"]),
        ("rulings C-1, C-3 to C-5 and C-23", ["C-1", "C-3", "C-4", "C-5", "C-23"]),
        ("art. 5; E-13.", ["E-13"]),
        ("C-14 and C-15. Without", ["C-14", "C-15"]),
        ("CRC-16, U+00E0-2, UTC-3, decisao-c-1, AF-2, EC-1, C-1x", []),
    ],
)
def test_how_a_citation_is_found(text: str, numbers: list[str]) -> None:
    assert list(numbers_in(text)) == numbers


def test_every_ruling_cited_has_its_text(cited: dict[str, list[str]]) -> None:
    known = rulings_in("en")
    assert {number: names for number, names in cited.items() if number not in known} == {}


def test_every_ruling_is_cited_where_it_is_followed(cited: dict[str, list[str]]) -> None:
    assert set(rulings_in("en")) - set(cited) == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_ruling_refers_to_rulings_that_exist(language: str) -> None:
    known = rulings_in(language)
    texts = (ROOT / f"src/carteado/regulation/texts/{language}/rulings.toml").read_text("utf-8")
    assert set(numbers_in(texts)) == set(known)


def test_the_numbers_of_a_prefix_have_no_gap() -> None:
    for prefix, first in (("TM", 1), ("C", 0), ("E", 1)):
        numbers = [int(one.partition("-")[2]) for one in rulings_in("en") if one.startswith(f"{prefix}-")]
        assert numbers == list(range(first, first + len(numbers)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_rulings_with_the_same_parts_and_articles(language: str) -> None:
    translated, english = rulings_in(language), rulings_in("en")
    assert list(translated) == list(english)
    for number, ruling in english.items():
        assert translated[number].articles == ruling.articles, number
        assert bool(translated[number].instead) == bool(ruling.instead), number


def texts_of(ruling: Ruling) -> list[str]:
    return [ruling.text_restated, ruling.reading, ruling.why]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_part_is_empty(language: str) -> None:
    for ruling in rulings_in(language).values():
        assert ruling.title
        assert all(texts_of(ruling)), ruling.number
        assert ruling.articles, ruling.number


def test_no_text_was_left_in_the_other_language() -> None:
    for number, ruling in rulings_in("en").items():
        assert not set(texts_of(ruling)) & set(texts_of(rulings_in("pt")[number])), number


def test_a_ruling_reads_articles_that_exist() -> None:
    for ruling in rulings_in("en").values():
        for regulation_id, articles in ruling.articles.items():
            assert set(articles) <= set(load(regulation_id).articles), (ruling.number, regulation_id)


@pytest.mark.parametrize("regulation_id", available())
def test_a_regulation_that_cites_a_ruling_is_one_that_it_reads(regulation_id: str) -> None:
    citations = load(regulation_id).citations
    strange = {
        key: citation.ruling
        for key, citation in citations.items()
        if citation.ruling and regulation_id not in rulings_in("en")[citation.ruling].articles
    }
    assert strange == {}


@pytest.mark.parametrize("regulation_id", available())
def test_a_ruling_reads_every_article_that_is_cited_with_it(regulation_id: str) -> None:
    unread = {
        key: (citation.ruling, sorted(set(citation.articles) - set(read)))
        for key, citation in load(regulation_id).citations.items()
        if citation.ruling
        and not set(citation.articles) <= set(read := rulings_in("en")[citation.ruling].articles.get(regulation_id, ()))
    }
    assert unread == {}


def test_the_page_is_up_to_date(capsys: pytest.CaptureFixture[str]) -> None:
    assert rulings_page.main(["--check"]) == 0, capsys.readouterr().err


def test_the_page_has_every_ruling_and_the_keys_that_cite_it() -> None:
    lines = rulings_page.page().splitlines()
    assert [line.removeprefix("### ") for line in lines if line.startswith("### ")] == list(rulings_in("en"))
    assert "- *Keys:* `hiding.strength` (TM), `hiding.secrecy` (TM)" in lines


def test_a_page_that_differs_is_named_and_written_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(rulings_page, "PAGE", tmp_path / "rulings.md")
    assert rulings_page.main(["--check"]) == 1
    assert "rulings.md" in capsys.readouterr().err
    assert rulings_page.main([]) == 0
    assert rulings_page.main(["--check"]) == 0
    assert rulings_page.main(["--nonsense"]) == 2

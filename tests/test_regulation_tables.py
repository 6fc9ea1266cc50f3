"""The pages of docs/regulations, and what they promise: every article that is played by has a test named after it."""

from pathlib import Path

import pytest

from carteado.regulation import About, article_in_full, as_text, available, load
from tools import regulation_tables
from tools.regulation_tables import PREFIXES, ROOT, NamedTest, Status, articles_of, main, named_tests, page, rows, slug

TESTS = list(named_tests(ROOT / "tests"))


def a_test(name: str) -> NamedTest:
    prefix, _, rest = name.removeprefix("test_").partition("_")
    return NamedTest("tests/test_it.py", name, prefix, rest)


def test_the_pages_are_up_to_date(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--check"]) == 0, capsys.readouterr().err


@pytest.mark.parametrize("regulation_id", available())
def test_every_article_that_binds_a_program_has_a_test(regulation_id: str) -> None:
    regulation = load(regulation_id)
    untested = [
        row.article.number
        for row in rows(regulation, TESTS)
        if row.article.about not in (About.CONDUCT, About.FORMAL) and not row.open and not row.tests
    ]
    assert untested == []


@pytest.mark.parametrize("regulation_id", available())
def test_a_test_is_named_after_an_article_that_exists(regulation_id: str) -> None:
    regulation = load(regulation_id)
    own = [test for test in TESTS if test.prefix == PREFIXES[regulation_id]]
    assert [(test.file, test.name) for test in own if not articles_of(test, regulation)] == []


@pytest.mark.parametrize("regulation_id", available())
def test_every_key_is_cited_by_a_listed_article(regulation_id: str) -> None:
    regulation = load(regulation_id)
    listed = {key for row in rows(regulation, TESTS) for key in row.keys}
    assert listed == {entry.key for entry in regulation.entries()}


@pytest.mark.parametrize("regulation_id", available())
def test_no_two_articles_share_the_name_of_their_tests(regulation_id: str) -> None:
    slugs = [slug(number) for number in load(regulation_id).articles]
    assert len(set(slugs)) == len(slugs)
    assert all(one.replace("_", "").isalnum() for one in slugs)


def test_every_regulation_has_a_prefix_of_its_own() -> None:
    assert set(PREFIXES) >= set(available())
    assert len(set(PREFIXES.values())) == len(PREFIXES)


@pytest.mark.parametrize(
    ("number", "written"),
    [("7", "7"), ("29a", "29a"), ("7 §2", "7p2"), ("4.3", "4_3"), ("conv.", "conv"), ("IV.20", "iv_20")],
)
def test_how_a_name_writes_an_article(number: str, written: str) -> None:
    assert slug(number) == written


@pytest.mark.parametrize(
    ("name", "numbers"),
    [
        ("test_tm_2_two_pairs_play", ("2",)),
        ("test_tm_2_2_the_rules_are_in_annex_i", ("2.2",)),
        ("test_tm_2_2_1_until_five_days_before", ("2.2.1",)),
        ("test_tm_29a", ("29a",)),
        ("test_tm_29f_there_is_no_such_item", ()),
        ("test_tm_34_there_is_no_such_item", ()),
        ("test_tm_annex", ()),
        ("test_tm_3_1_1_3_1_2_6_1_1_the_page_names_prizes", ("3.1.1", "3.1.2", "6.1.1")),
        ("test_tm_8_5_ap_17_a_referee_decides_nothing", ("8.5",)),
        ("test_ap_17_tm_8_5_a_referee_decides_nothing", ("8.5",)),
        ("test_tm_18_after_60_minutes", ("18",)),
    ],
)
def test_the_longest_articles_that_fit_are_meant(name: str, numbers: tuple[str, ...]) -> None:
    assert articles_of(a_test(name), load("truco-masters-2025")) == numbers


def test_what_a_test_says_comes_after_all_its_articles() -> None:
    named = a_test("test_ap_17_tm_8_5_a_referee_decides_nothing")
    assert named.says == "a referee decides nothing"
    assert articles_of(named, load("apcef-sc-2022-canastra")) == ("17",)
    assert a_test("test_tm_7_af_yields").says == "af yields"
    assert a_test("test_tm_7").says == "holds"


def test_functions_and_methods_are_found_wherever_they_are(tmp_path: Path) -> None:
    folder = tmp_path / "tests"
    (folder / "deep").mkdir(parents=True)
    (folder / "test_a.py").write_text("def test_tm_7_truco(): ...\ndef test_tmx_8(): ...\ndef helper(): ...\n")
    (folder / "deep" / "test_b.py").write_text("class TestIt:\n    async def test_af_4_3_three(self): ...\n")
    found = list(named_tests(folder))
    assert [(test.file, test.prefix, test.rest) for test in found] == [
        ("tests/deep/test_b.py", "af", "4_3_three"),
        ("tests/test_a.py", "tm", "7_truco"),
    ]


def test_a_page_lists_articles_keys_and_tests() -> None:
    regulation = load("truco-masters-2025")
    text = page(regulation, [a_test("test_tm_29b_the_third_decides"), a_test("test_af_4_3_elsewhere")])
    assert (
        "| 29b | segunda rodada empatada / *second round tied* | play | *works* | `ties.second_round` "
        "| [the third decides](../../tests/test_it.py) |"
    ) in text.splitlines()
    assert "| `ties.all_rounds` | 29e | TM-8 |" in text.splitlines()
    assert "elsewhere" not in text


def test_open_articles_are_shown_as_open() -> None:
    regulation = load("truco-masters-2025")
    for row in rows(regulation, TESTS):
        assert (row.status is Status.OPEN) is (row.article.number in regulation.open)
    text = page(regulation, [])
    assert text.count("*open*: ") == len(regulation.open) > 0
    assert all(reason["en"] in text for reason in regulation.open.values())


@pytest.mark.parametrize("regulation_id", available())
def test_every_article_of_the_event_works_is_displayed_in_full_or_is_open(regulation_id: str) -> None:
    regulation = load(regulation_id)
    text = page(regulation, TESTS)
    for row in rows(regulation, TESTS):
        assert f"| *{row.status}*" in text
        assert as_text(article_in_full(regulation, row.article.number, "en")) in text
        if row.status is Status.DISPLAYED:
            assert row.article.about in (About.CONDUCT, About.FORMAL)


def test_the_silence_of_tm_8_4_is_told_as_a_duty_of_the_participants_and_the_embargo_as_a_ruling() -> None:
    """E-14: what the site holds back itself is no article of the text."""
    regulation = load("truco-masters-2025")
    [silence] = [row for row in rows(regulation, TESTS) if row.article.number == "8.4"]
    assert (silence.status, silence.article.about) == (Status.DISPLAYED, About.CONDUCT)
    assert regulation.citation("publicity.embargo").ruling == "E-14"


@pytest.mark.slow
def test_a_page_that_differs_is_named_and_written_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(regulation_tables, "PAGES", tmp_path / "regulations")
    assert main(["--check"]) == 1
    assert main([]) == 0
    assert main(["--check"]) == 0
    (tmp_path / "regulations" / "README.md").write_text("old")
    (tmp_path / "regulations" / "stranger.md").write_text("no regulation")
    capsys.readouterr()
    assert main(["--check"]) == 1
    told = capsys.readouterr().err
    assert "README.md" in told
    assert "stranger.md" in told
    assert main([]) == 0
    assert main(["--check"]) == 0
    assert main(["--nonsense"]) == 2

"""``carteado rules``: a regulation in words, every rule with its article."""

import pytest

from carteado.regulation import LANGUAGES, article_in_full, as_text, available, load
from tests.cli.command import carteado, process

TM = "truco-masters-2025"


def test_all_four_are_listed() -> None:
    listed = carteado("rules", "--json").document["regulations"]
    assert listed == ["afia-2026-tranca", "apcef-sc-2022-canastra", "faraes-2023-tranca", TM]
    for lang in LANGUAGES:
        ran = carteado("rules", lang=lang)
        assert (ran.code, ran.err) == (0, "")
        for name in listed:
            assert name in ran.out
            assert load(name).title[lang] in ran.out


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", available())
def test_every_rule_is_told_with_its_article(name: str, lang: str) -> None:
    ran = carteado("rules", name, "--json", lang=lang)
    assert (ran.code, ran.err) == (0, "")
    document = ran.document
    regulation = load(name)
    assert document["regulation"] == name
    assert document["title"] == regulation.title[lang]
    assert [rule["key"] for rule in document["rules"]] == [entry.key for entry in regulation.entries()]
    for rule in document["rules"]:
        assert rule["text"]
        assert rule["article"]
        assert rule["changed_by"] is None
        assert "{" not in rule["text"]
    numbers = {article["number"] for article in document["articles"]}
    cited = {number for rule in document["rules"] for number in rule["article"].split(", ")}
    assert cited <= numbers


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", available())
def test_people_read_every_rule(name: str, lang: str) -> None:
    ran = carteado("rules", name, lang=lang)
    assert (ran.code, ran.err) == (0, "")
    said = " ".join(ran.out.split())
    assert load(name).title[lang] in said
    for rule in carteado("rules", name, "--json", lang=lang).document["rules"]:
        assert rule["article"].split(", ")[0] in said
        assert rule["text"].split()[0] in said


def test_the_languages_differ_in_words_only() -> None:
    pt, en = (carteado("rules", TM, "--json", lang=lang).document["rules"] for lang in ("pt", "en"))
    for here, there in zip(pt, en, strict=True):
        assert {**here, "text": ""} == {**there, "text": ""}
    assert sum(here["text"] != there["text"] for here, there in zip(pt, en, strict=True)) == len(pt)


@pytest.mark.parametrize(
    ("setting", "key", "value", "words"),
    [
        ("match.target=15", "match.target", 15, "15"),
        ("ties.second_round=first_round_winner", "ties.second_round", "first_round_winner", "first"),
        ('ties.second_round="first_round_winner"', "ties.second_round", "first_round_winner", "first"),
        ("calls.reraise=false", "calls.reraise", False, "may not"),
        ("calls.ladder=[1, 2, 4]", "calls.ladder", [1, 2, 4], "1, 2 and 4"),
        ("hiding.rounds=[]", "hiding.rounds", [], "No card may be hidden"),
        ("edition.city=Recife", "edition.city", "Recife", "Recife"),
    ],
)
def test_what_is_set_is_shown_as_changed(setting: str, key: str, value: object, words: str) -> None:
    document = carteado("rules", TM, "--json", "--set", setting).document
    [rule] = [rule for rule in document["rules"] if rule["key"] == key]
    assert rule["value"] == value
    assert words in rule["text"]
    assert rule["changed_by"] == "--set"
    assert rule["article"] == str(load(TM).citation(key))
    assert all(rule["changed_by"] is None for rule in document["rules"] if rule["key"] != key)
    for lang, changed in (("pt", "mudado por --set"), ("en", "changed by --set")):
        ran = carteado("rules", TM, "--set", setting, lang=lang)
        assert ran.code == 0
        assert ran.out.count(changed) == 1


def test_several_settings_and_the_last_of_a_key_counts() -> None:
    arguments = ("--set", "match.target=6", "--set", "calls.reraise=false", "--set", "match.target=9")
    rules = carteado("rules", TM, "--json", *arguments).document["rules"]
    assert {rule["key"]: rule["value"] for rule in rules if rule["changed_by"]} == {
        "match.target": 9,
        "calls.reraise": False,
    }


def test_as_a_process() -> None:
    ran = process("rules", TM, "--lang", "pt")
    assert (ran.code, ran.err) == (0, "")
    assert "Mão de ferro" in ran.out


# --- articles in full ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", available())
def test_every_article_is_in_the_document_in_full(name: str, lang: str) -> None:
    articles = carteado("rules", name, "--json", lang=lang).document["articles"]
    assert [one["number"] for one in articles] == list(load(name).articles)
    for one in articles:
        assert one["text"] == as_text(article_in_full(load(name), one["number"], lang))


def test_tm_29a_is_read_in_full() -> None:
    ran = carteado("rules", TM, "--article", "29a", lang="en")
    assert (ran.code, ran.err) == (0, "")
    assert "Truco Masters 2025, Anexo I, item 29a" in ran.out
    assert "must show their highest card" in " ".join(ran.out.split())
    assert "item 29b" not in ran.out


@pytest.mark.parametrize("written", ["7 §2", "7§2"])
def test_several_articles_are_read_as_one_writes_them(written: str) -> None:
    ran = carteado("rules", "apcef-sc-2022-canastra", "--article", written, "--article", "16A")
    assert "Art. 7 §2" in ran.out
    assert "Art. 16a" in ran.out


def test_an_article_has_the_values_that_are_set() -> None:
    ran = carteado("rules", "faraes-2023-tranca", "--article", "24", "--set", "match.target=3000", lang="en")
    assert "3000 points" in " ".join(ran.out.split())


def test_the_whole_text_is_read() -> None:
    ran = carteado("rules", "afia-2026-tranca", "--full", lang="pt")
    assert all(f"Art. {number}\n" in ran.out for number in load("afia-2026-tranca").articles)


def test_an_article_that_is_not_there_is_refused() -> None:
    ran = carteado("rules", TM, "--article", "99")
    assert ran.code != 0
    assert "99" in ran.err


def test_an_article_needs_its_regulation() -> None:
    assert carteado("rules", "--article", "1").code != 0


@pytest.mark.parametrize(
    ("lang", "said"), [("en", "any player may cut the deck"), ("pt", "qualquer jogador pode cortar")]
)
@pytest.mark.parametrize("name", ["afia-2026-tranca", "faraes-2023-tranca"])
def test_where_the_text_names_nobody_to_cut_anybody_may(name: str, lang: str, said: str) -> None:
    """C-0."""
    document = carteado("rules", name, "--json", lang=lang).document
    [cut] = [rule for rule in document["rules"] if rule["key"] == "dealing.cut_by"]
    assert said in cut["text"]
    assert cut["ruling"] == "C-0"

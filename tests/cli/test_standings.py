"""``carteado standings`` and ``carteado advance``: the documents that programs read, and the tables that people do."""

import json
from typing import Any

import pytest

from tests.cli.command import carteado, process
from tests.cli.records import as_bytes, paths, with_value

AP = "apcef-sc-2022-canastra"
AF = "afia-2026-tranca"


def a_match(phase: str, number: int, pairs: str, *points: int, wo: bool = False) -> dict[str, Any]:
    """The first of the two is the winner."""
    one, two = list(pairs)
    return {"phase": phase, "round": number, "pairs": [one, two], "points": [*points], "winner": one, "wo": wo}


GROUP = {
    "regulation": AP,
    "pairs": list("ABCD"),
    "matches": [
        a_match("group", 1, "BA", 3010, 2000),
        a_match("group", 1, "CD", 3050, 100),
        a_match("group", 2, "AC", 3500, 100),
        a_match("group", 2, "DB", 3000, 100),
        a_match("group", 3, "AD", 3600, 0),
        a_match("group", 3, "BC", 3005, 2900),
    ],
}

QUALIFYING = {
    "regulation": AF,
    "pairs": list("ABCDEF"),
    "matches": [
        a_match("qualifying", 1, "AB", 1510, 900),
        a_match("qualifying", 1, "CD", 1510, 1200),
        a_match("qualifying", 1, "EF", 1600, 1200),
    ],
}


def test_the_order_is_told_with_its_reasons() -> None:
    document = carteado("standings", "-", "--json", stdin=json.dumps(GROUP)).document
    assert list(document) == ["order"]
    assert [entry["pair"] for entry in document["order"]] == ["B", "A", "C", "D"]
    assert document["order"][0] == {
        "pair": "B",
        "rank": 1,
        "wins": 2,
        "scored": 6115,
        "conceded": 7900,
        "by": {
            "criterion": "direct_encounter",
            "article": "16a",
            "ruling": "E-7",
            "rule": "standings.two_tied",
            "text": "ahead of A on head-to-head: 1 against 0 (APCEF/SC 2022, Art. 16a)",
        },
    }


def test_the_reason_in_portuguese() -> None:
    document = carteado("standings", "-", "--json", stdin=json.dumps(GROUP), lang="pt").document
    said = "atrás de B por confronto direto: 0 contra 1 (APCEF/SC 2022, Art. 16a)"
    assert document["order"][1]["by"]["text"] == said


@pytest.mark.parametrize(("lang", "said"), [("pt", "à frente de A por confronto direto"), ("en", "ahead of A on head")])
def test_people_see_a_table(lang: str, said: str) -> None:
    ran = carteado("standings", "-", stdin=json.dumps(GROUP), lang=lang)
    assert ran.code == 0
    assert said in ran.out
    assert "6115 × 7900" in ran.out


def test_places_are_named_once_they_are_earned_and_walkovers_are_marked() -> None:
    matches = [a_match("quarter-final", 1, "AB", 1500, 300), a_match("quarter-final", 1, "CD", 1500, 0, wo=True)]
    file = json.dumps({"regulation": AF, "pairs": list("ABCDEFGH"), "matches": matches})
    order = carteado("standings", "-", "--json", stdin=file).document["order"]
    assert {entry["rank"] for entry in order} == {None}
    assert {entry["pair"]: entry.get("walkovers") for entry in order if "walkovers" in entry} == {"C": 1, "D": 1}
    shown = carteado("standings", "-", stdin=file, lang="pt").out
    assert shown.count("1/1*") == 1
    assert "*: por W.O." in shown
    assert "eliminada" not in shown


def test_who_goes_on_is_told_with_its_reasons() -> None:
    document = carteado("advance", "-", "--places", "4", "--json", stdin=json.dumps(QUALIFYING)).document
    assert list(document) == ["advancing", "out"]
    assert [(entry["pair"], entry["as"]) for entry in document["advancing"]] == [
        ("A", "winner"),
        ("C", "winner"),
        ("E", "winner"),
        ("D", "lucky_loser"),
    ]
    assert document["out"] == ["B", "F"]
    assert document["advancing"][3]["by"] == {
        "criterion": "conceded_first_round",
        "article": "10",
        "ruling": "E-4",
        "rule": "lucky_losers.to_quarter_finals",
        "text": "ahead of F on points conceded in the first qualifying round: 1510 against 1600 (AFIA 2026, Art. 10)",
    }


def test_lots_and_vacant_places_are_told() -> None:
    tied = {**QUALIFYING, "matches": [*QUALIFYING["matches"][:2], a_match("qualifying", 1, "EF", 1510, 1200)]}
    ran = carteado("advance", "-", "--places", "4", "--json", stdin=json.dumps(tied))
    assert ran.document["undrawn"] == {"pairs": ["D", "F"], "places": 1}
    assert ran.document["out"] == ["B"]
    drawn = carteado("advance", "-", "--places", "4", "--json", stdin=json.dumps({**tied, "lots": ["F", "D"]}))
    assert drawn.document["advancing"][3]["pair"] == "F"
    few = carteado("advance", "-", "--places", "8", "--json", stdin=json.dumps(QUALIFYING)).document
    assert (few["vacant"], len(few["advancing"])) == (2, 6)
    said = carteado("advance", "-", "--places", "4", stdin=json.dumps(tied)).out
    assert "Lots must be drawn between D, F" in said


@pytest.mark.parametrize("lang", ["pt", "en"])
def test_people_see_who_goes_on(lang: str) -> None:
    ran = carteado("advance", "-", "--places", "8", stdin=json.dumps(QUALIFYING), lang=lang)
    assert ran.code == 0
    assert {"pt": "quartas de final", "en": "quarter-finals"}[lang] in ran.out
    assert {"pt": "repescagem", "en": "lucky loser"}[lang] in ran.out
    assert "2" in ran.out.splitlines()[-1]


MARKUP = {**GROUP, "pairs": ["[red]A[/]", "[/b]"], "matches": []}


@pytest.mark.parametrize("command", ["standings", "advance"])
def test_names_are_never_markup(command: str) -> None:
    match = {"phase": "group", "round": 1, "points": [1, 0], "wo": False}
    names = MARKUP["pairs"]
    file = {**MARKUP, "matches": [{**match, "pairs": names, "winner": names[0]}]}
    places = ("--places", "2") if command == "advance" else ()
    ran = carteado(command, "-", *places, stdin=json.dumps(file))
    assert ran.code == 0
    assert "[red]A[/]" in ran.out


WRONG = {
    "no_places": ("advance", "-"),
    "places_in_words": ("advance", "-", "--places", "four"),
    "no_place_at_all": ("advance", "-", "--places", "0"),
    "fewer_than_none": ("advance", "-", "--places", "-2"),
    "more_than_anybody_needs": ("advance", "-", "--places", str(10**12)),
    "fewer_than_the_winners": ("advance", "-", "--places", "2"),
    "no_file": ("standings",),
    "missing_file": ("standings", "/no/such/file.json"),
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_arguments(name: str) -> None:
    data = json.dumps(QUALIFYING)
    pt, en = (carteado(*WRONG[name], stdin=data, lang=lang) for lang in ("pt", "en"))
    assert (pt.code, en.code, pt.out, en.out) == (2, 2, "", "")
    assert pt.err != en.err
    assert carteado(*WRONG[name], "--json", stdin=data).error["rule"] is None


BROKEN: dict[str, tuple[bytes, str]] = {
    "nothing": (b"", ""),
    "null": (b"null", ""),
    "not_json": (b"A 3 x 2 B", ""),
    "list": (b"[]", ""),
    "empty": (b"{}", ""),
    "deep": (b"[" * 100_000, ""),
    "unknown_pair": (json.dumps(GROUP).replace('"winner": "D"', '"winner": "Z"').encode(), "matches[3].winner"),
    "unknown_phase": (json.dumps(GROUP).replace("group", "warm-up").encode(), "matches[0].phase"),
}


@pytest.mark.parametrize("command", ["standings", "advance"])
@pytest.mark.parametrize("name", BROKEN)
def test_broken_files(name: str, command: str) -> None:
    data, where = BROKEN[name]
    arguments = (command, "-", *(("--places", "4") if command == "advance" else ()))
    pt, en = (carteado(*arguments, stdin=data, lang=lang) for lang in ("pt", "en"))
    assert (pt.code, en.code, pt.out, en.out) == (2, 2, "", "")
    assert pt.err != en.err
    assert (carteado(*arguments, "--json", stdin=data).error["where"] or "") == where


FULL = {
    **GROUP,
    "lots": list("DCBA"),
    "overrides": {"match.target": {"value": 3000, "by": "me"}},
    "_note": [1, {"a": 2}],
}


@pytest.mark.parametrize("wrong", [{"?": 1}, ["?"], 10**30, -1, "?", "", True, None, 1.5], ids=repr)
def test_a_wrong_value_anywhere_is_told_or_taken_and_never_breaks(wrong: object) -> None:
    told = 0
    places = list(paths(FULL))
    for place in places:
        data = as_bytes(with_value(FULL, place, wrong))
        ran = carteado("standings", "-", "--json", stdin=data)
        assert ran.code in (0, 2)
        told += ran.code == 2
        if ran.code == 2:
            assert len(ran.error["message"]) < 500
        assert carteado("advance", "-", "--places", "2", "--json", stdin=data).code == ran.code
    assert told > len(places) / 2


def test_the_installed_command_answers() -> None:
    ran = process("standings", "-", "--json", stdin=json.dumps(GROUP).encode())
    assert [entry["rank"] for entry in ran.document["order"]] == [1, 2, 3, 4]

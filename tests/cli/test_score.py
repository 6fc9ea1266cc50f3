"""``carteado score``: sheets filled in at tables with real cards."""

from pathlib import Path

import pytest

from tests.cli.command import Ran, carteado, process
from tests.cli.records import Json, as_bytes


def a_sheet(*hands: Json, **more: object) -> Json:
    return {"regulation": "truco-masters-2025", "phase": None, "hands": list(hands), **more}


def won(pair: int, value: int, **more: object) -> Json:
    return {"winner": pair, "value": value, **more}


def score(*hands: Json, lang: str = "en", **more: object) -> Ran:
    return carteado("score", "-", "--json", stdin=as_bytes(a_sheet(*hands, **more)), lang=lang)


def test_a_sheet_is_added_up_like_a_record() -> None:
    ran = score(won(0, 3), won(1, 1, refused=True), won(0, 12))
    assert ran.code == 0
    assert ran.err == ""
    document = ran.document
    assert list(document) == ["regulation", "finished", "winner", "score", "hands", "warnings"]
    assert document["warnings"] == []
    assert (document["finished"], document["winner"], document["score"]) == (True, 0, [12, 1])
    assert [hand["points"] for hand in document["hands"]] == [[3, 0], [0, 1], [9, 0]]
    assert [hand["dealer"] for hand in document["hands"]] == [None] * 3
    lines = [line for hand in document["hands"] for side in hand["lines"] for line in side]
    assert [(line["item"], line["count"], line["points"]) for line in lines] == [
        ("hand_value", 3, 3),
        ("hand_value", 1, 1),
        ("hand_value", 12, 9),
    ]
    assert [line["article"] for line in lines] == ["4, 6, 28", "7, 8, 9, 10", "4, 6, 28"]


def test_an_empty_sheet() -> None:
    document = score().document
    assert (document["score"], document["finished"], document["hands"]) == ([0, 0], False, [])


WARNED = {
    "off_the_ladder": ([won(0, 2)], 0, "calls.ladder", "4, 7, 8, 9, 10"),
    "nobody_runs_from_12": ([won(0, 12, refused=True)], 0, "calls.ladder", "4, 7, 8, 9, 10"),
    "eleven_is_worth_3": ([won(0, 9), won(0, 2), won(1, 6)], 2, "eleven.value", "30"),
    "declined_is_worth_1": ([won(0, 9), won(0, 2), won(1, 3, refused=True)], 2, "eleven.declined", "30"),
    "the_pair_at_eleven_declines": ([won(0, 9), won(0, 2), won(0, 1, refused=True)], 2, "eleven.decision", "30"),
    "nobody_runs_in_the_iron_hand": (
        [won(0, 9), won(0, 2), *[won(1, 3)] * 3, won(1, 2), won(1, 1, refused=True)],
        6,
        "iron.calls",
        "31",
    ),
}


@pytest.mark.parametrize("lang", ["pt", "en"])
@pytest.mark.parametrize("name", WARNED)
def test_what_cannot_have_happened_is_counted_and_warned_about(name: str, lang: str) -> None:
    hands, number, rule, article = WARNED[name]
    ran = score(*hands, lang=lang)
    assert ran.code == 0
    [warning] = [one for one in ran.document["warnings"] if one["hand"] == number]
    assert (warning["rule"], warning["article"]) == (rule, article)
    plain = carteado("score", "-", stdin=as_bytes(a_sheet(*hands)), lang=lang)
    assert plain.code == 0
    assert plain.err == ""
    assert f" {number}: {warning['message']} (Art. {article})" in plain.out


@pytest.mark.parametrize(("lang", "pair"), [("pt", "dupla 0"), ("en", "pair 0")])
def test_people_read_a_table(lang: str, pair: str) -> None:
    ran = carteado("score", "-", stdin=as_bytes(a_sheet(won(0, 3))), lang=lang)
    assert ran.code == 0
    assert pair in ran.out
    assert "3 × 0" in ran.out


def test_nothing_follows_the_end_of_a_match() -> None:
    error = score(won(0, 12), won(0, 1)).error
    assert (error["hand"], error["rule"], error["article"]) == (1, "match.end", "3, 18, 32")


def test_the_target_of_a_final_and_of_an_event() -> None:
    assert score(won(1, 3), target=3).document["winner"] == 1
    overrides = {"match.target": {"value": 6, "by": "Clube da Vila"}}
    assert score(won(1, 6), overrides=overrides).document["winner"] == 1


@pytest.mark.parametrize(
    ("hand", "where"),
    [
        ({"winner": 2, "value": 1}, "hands[1].winner"),
        ({"winner": True, "value": 1}, "hands[1].winner"),
        ({"winner": 0, "value": 0}, "hands[1].value"),
        ({"winner": 0, "value": -3}, "hands[1].value"),
        ({"winner": 0, "value": 1.0}, "hands[1].value"),
        ({"winner": 0, "value": "3"}, "hands[1].value"),
        ({"winner": 0, "value": 10**10}, "hands[1].value"),
        ({"winner": 0, "value": 1, "refused": 1}, "hands[1].refused"),
        ({"winner": 0, "value": 1, "points": 1}, "hands[1]"),
        ({"winner": 0}, "hands[1]"),
        ({"value": 1}, "hands[1]"),
        ([], "hands[1]"),
        (None, "hands[1]"),
    ],
)
def test_a_wrong_line_is_named(hand: Json, where: str) -> None:
    error = score(won(0, 1), hand).error
    assert (error["where"], error["hand"], error["rule"]) == (where, 1, None)
    assert error["message"].startswith(where)


@pytest.mark.parametrize("regulation", ["faraes-2023-tranca", "afia-2026-tranca", "apcef-sc-2022-canastra"])
def test_a_line_of_one_game_is_none_of_another(regulation: str) -> None:
    assert score(won(0, 3), regulation=regulation).error["rule"] is None


def test_as_a_process(tmp_path: Path) -> None:
    file = tmp_path / "sheet.json"
    file.write_bytes(as_bytes(a_sheet(won(0, 3), won(1, 2))))
    ran = process("score", str(file), "--json", "--lang", "pt")
    assert (ran.code, ran.err) == (0, "")
    assert ran.document["score"] == [3, 2]
    assert len(ran.document["warnings"]) == 1
    assert process("score", "-", "--json", stdin=file.read_bytes(), lang="pt").out == ran.out

"""``carteado replay``: what a record amounts to, and which act of it breaks which rule."""

from pathlib import Path

import pytest

from tests.cli.command import carteado, process
from tests.cli.records import (
    CALLED_AND_REFUSED,
    HANDS,
    RAISED_TO_12,
    ROUNDS,
    WHOLE_MATCH,
    Json,
    a_hand,
    a_record,
    act,
    as_bytes,
    full_record,
    plays,
    ruling,
    with_value,
)


def test_a_finished_match_in_full() -> None:
    ran = carteado("replay", "-", "--json", stdin=as_bytes(a_record(a_hand(WHOLE_MATCH))))
    assert ran.code == 0
    assert ran.err == ""
    line = {"item": "hand_value", "count": 12, "points": 12, "article": "4, 6, 28"}
    hand = {"dealer": 3, "winner": 1, "points": [0, 12], "score": [0, 12], "lines": [[], [line]]}
    assert ran.document == {
        "regulation": "truco-masters-2025",
        "finished": True,
        "winner": 1,
        "score": [0, 12],
        "hands": [hand],
    }


def test_hands_follow_each_other_and_points_are_those_credited() -> None:
    refused_at_6 = [act(1, "call", value=3), act(2, "call", value=6), act(1, "refuse")]
    record = a_record(
        a_hand(CALLED_AND_REFUSED, start=[7, 10], dealer=3, score=[8, 10]),
        a_hand(refused_at_6, dealer=0, score=[11, 10]),
        a_hand([act(0, "refuse")], dealer=1, score=[11, 11]),
        a_hand([act(3, "play", position=0)], dealer=2),
    )
    document = carteado("replay", "-", "--json", stdin=as_bytes(record)).document
    assert [hand["points"] for hand in document["hands"]] == [[1, 0], [3, 0], [0, 1], [0, 0]]
    assert [hand["winner"] for hand in document["hands"]] == [0, 0, 1, None]
    assert [hand["dealer"] for hand in document["hands"]] == [3, 0, 1, 2]
    articles = [line["article"] for hand in document["hands"] for side in hand["lines"] for line in side]
    assert articles == ["7, 8, 9, 10", "7, 8, 9, 10", "30"]
    assert (document["finished"], document["winner"], document["score"]) == (False, None, [11, 11])


def test_points_past_the_target_are_not_credited() -> None:
    record = a_record(a_hand(WHOLE_MATCH, start=[0, 10]))
    document = carteado("replay", "-", "--json", stdin=as_bytes(record)).document
    assert document["hands"][0]["points"] == [0, 2]
    assert document["hands"][0]["lines"][1][0]["count"] == 12
    assert document["score"] == [0, 12]


def test_a_record_may_stop_anywhere() -> None:
    for length in range(len(WHOLE_MATCH)):
        ran = carteado("replay", "-", "--json", stdin=as_bytes(a_record(a_hand(WHOLE_MATCH[:length]))))
        assert ran.code == 0
        assert ran.document["finished"] is False
        assert ran.document["hands"][0]["winner"] is None
        assert ran.document["hands"][0]["points"] == [0, 0]


def test_a_record_without_hands_is_a_match_not_begun() -> None:
    document = carteado("replay", "-", "--json", stdin=as_bytes(a_record())).document
    assert (document["hands"], document["score"], document["finished"]) == ([], [0, 0], False)


def test_one_against_one() -> None:
    deal = {"hands": [["4c", "Kh", "7s"], ["5d", "Jc", "2h"]], "vira": "6d"}
    actions = [act(1, "call", value=3), act(0, "refuse")]
    record = a_record({"deal": deal, "actions": actions}, seats=["Ana", "Bia"], first_dealer=0)
    assert carteado("replay", "-", "--json", stdin=as_bytes(record)).document["score"] == [0, 1]


def test_every_key_that_a_record_may_have_is_read() -> None:
    ran = carteado("replay", "-", "--json", stdin=as_bytes(full_record()))
    assert ran.code == 0
    assert ran.document["score"] == [1, 3]
    assert ran.document["winner"] == 1


def test_cards_are_read_as_people_write_them() -> None:
    record = a_record(a_hand([act(0, "play", card="K♥")]))
    record["hands"][0]["deal"]["vira"] = "6♦"
    assert carteado("replay", "-", stdin=as_bytes(record)).code == 0


@pytest.mark.parametrize(
    ("lang", "words"), [("pt", "valor da mão +12 (Art. 4, 6, 28)"), ("en", "value of the hand +12 (Art. 4, 6, 28)")]
)
def test_people_read_a_table(lang: str, words: str) -> None:
    ran = carteado("replay", "-", stdin=as_bytes(a_record(a_hand(WHOLE_MATCH))), lang=lang)
    assert ran.code == 0
    assert ran.err == ""
    assert words in ran.out
    assert "Ana + Caio" in ran.out
    assert "Bia + Davi" in ran.out
    assert "0 × 12" in ran.out


def test_names_are_never_taken_for_markup() -> None:
    names = ["[red]Ana[/]", "[/]", "\\[b]", "{seat}"]
    ran = carteado("replay", "-", stdin=as_bytes(a_record(a_hand(WHOLE_MATCH), seats=names)))
    assert ran.code == 0
    assert "[red]Ana[/] + \\[b]" in ran.out
    assert "[/] + {seat}" in ran.out


@pytest.mark.parametrize("read_from", ["file", "stdin", "process"])
def test_a_file_and_stdin_say_the_same(read_from: str, tmp_path: Path) -> None:
    file = tmp_path / "súmula da final.json"
    file.write_bytes(as_bytes(a_record(a_hand(WHOLE_MATCH))))
    if read_from == "file":
        ran = carteado("replay", "--json", str(file))
    elif read_from == "stdin":
        ran = carteado("replay", "--json", "-", stdin=file.read_bytes())
    else:
        ran = process("replay", "--json", "-", stdin=file.read_bytes())
    assert ran.code == 0
    assert ran.err == ""
    assert ran.document["score"] == [0, 12]


# --- what the record states and replay does not confirm -----------------------------------------------------------


@pytest.mark.parametrize(
    ("record", "expected"),
    [
        (a_record(a_hand(CALLED_AND_REFUSED, dealer=2)), {"hand": 0, "key": "dealer", "stated": 2, "computed": 3}),
        (
            a_record(a_hand(CALLED_AND_REFUSED, score=[0, 1])),
            {"hand": 0, "key": "score", "stated": [0, 1], "computed": [1, 0]},
        ),
        (
            a_record(a_hand(CALLED_AND_REFUSED), a_hand(score=[3, 3])),
            {"hand": 1, "key": "score", "stated": [3, 3], "computed": [1, 0]},
        ),
        (
            a_record(dealer_draw=[["4c", "3d", "6c", "Ac"]]),
            {"hand": None, "key": "first_dealer", "stated": 3, "computed": 1},
        ),
    ],
    ids=["dealer", "score", "later-score", "first-dealer"],
)
def test_a_mismatch_is_exit_1_and_is_told(record: Json, expected: Json) -> None:
    ran = carteado("replay", "-", "--json", stdin=as_bytes(record))
    assert ran.code == 1
    assert ran.document["mismatches"] == [expected]
    for lang in ("pt", "en"):
        told = carteado("replay", "-", stdin=as_bytes(record), lang=lang)
        assert told.code == 1
        assert f"{expected['key']} " in told.out
        assert str(expected["stated"]) in told.out
        assert str(expected["computed"]) in told.out
        assert "None" not in told.out


def test_all_mismatches_are_told_at_once() -> None:
    record = a_record(a_hand(CALLED_AND_REFUSED, dealer=1, score=[9, 9]), a_hand(dealer=1))
    mismatches = carteado("replay", "-", "--json", stdin=as_bytes(record)).document["mismatches"]
    assert [(one["hand"], one["key"]) for one in mismatches] == [(0, "dealer"), (0, "score"), (1, "dealer")]


# --- acts that a rule forbids -------------------------------------------------------------------------------------

ACCEPTED = [act(0, "call", value=3), act(1, "accept")]
CALLS = "7, 8, 9, 10"

ILLEGAL_ACTS = {
    "out_of_turn": ([act(1, "play", card="5d")], "rounds.order", "28"),
    "not_his_card": ([act(0, "play", card="Ah")], "rounds.own_card", "5, 28"),
    "card_played_twice": ([*plays(ROUNDS[0], "Ah"), act(0, "play", card="Kh")], "rounds.own_card", "5, 28"),
    "hidden_in_the_first_round": ([act(0, "hide", card="4c")], "hiding.rounds", "27, 28"),
    "card_while_a_call_waits": ([act(0, "call", value=3), act(0, "play", card="Kh")], "calls.pending", CALLS),
    "call_while_own_call_waits": ([act(0, "call", value=3), act(2, "call", value=6)], "calls.pending", CALLS),
    "pair_raises_itself": ([*ACCEPTED, act(2, "call", value=6)], "calls.alternate", CALLS),
    "step_left_out": ([act(0, "call", value=6)], "calls.ladder", "4, 7, 8, 9, 10"),
    "above_the_top": ([*RAISED_TO_12, act(0, "call", value=15)], "calls.ladder", "4, 7, 8, 9, 10"),
    "nothing_to_accept": ([act(0, "accept")], "calls.answer", CALLS),
    "nothing_to_refuse": ([act(0, "refuse")], "calls.answer", CALLS),
    "own_pair_answers": ([act(0, "call", value=3), act(2, "accept")], "calls.answer", CALLS),
    "blind_in_an_ordinary_hand": ([act(0, "play", position=0)], "iron.blind", "31"),
    "after_the_hand": ([*CALLED_AND_REFUSED, act(0, "play", card="Kh")], "rounds.decided", "4, 6, 28"),
    "call_after_the_hand": ([*CALLED_AND_REFUSED, act(1, "call", value=3)], "calls.when", CALLS),
    "redeal_after_the_hand": ([*CALLED_AND_REFUSED, ruling("redeal", article="26")], "dealing.exposed_card", "26"),
    "four_cards_after_the_hand": (
        [*CALLED_AND_REFUSED, ruling("four_cards", pair=0, article="32")],
        "referee.four_cards",
        "32",
    ),
    "bell_rung_twice": ([ruling("time_up", article="18")] * 2, "clock.time_up", "18, 19"),
    "after_the_match": ([*WHOLE_MATCH, act(0, "sign", sign="zap")], "match.end", "3, 18, 32"),
    "after_a_tento": (
        [ruling("tento", pair=0, article="32"), ruling("tento", pair=1, article="32")],
        "match.end",
        "3, 18, 32",
    ),
}


@pytest.mark.parametrize("lang", ["pt", "en"])
@pytest.mark.parametrize("name", ILLEGAL_ACTS)
def test_an_illegal_act_is_named_with_its_rule_and_article(name: str, lang: str) -> None:
    actions, rule, article = ILLEGAL_ACTS[name]
    record = a_record(a_hand(CALLED_AND_REFUSED), a_hand(actions, dealer=3), first_dealer=2)
    ran = carteado("replay", "-", "--json", stdin=as_bytes(record), lang=lang)
    error = ran.error
    assert (error["hand"], error["action"]) == (1, len(actions) - 1)
    assert (error["rule"], error["article"]) == (rule, article)
    ruling = f"; {error['ruling']}" if error["ruling"] else ""
    assert error["message"].endswith(f"[Truco Masters 2025, Anexo I, item {article}{ruling}]")
    plain = carteado("replay", "-", stdin=as_bytes(record), lang=lang)
    assert (plain.code, plain.out, plain.err) == (2, "", ran.err)
    assert f" 1, {'ato' if lang == 'pt' else 'act'} {len(actions) - 1}: " in plain.err


def _dealt(path: tuple[str | int, ...], value: object) -> Json:
    hand: Json = with_value(a_hand(), ("deal", *path), value)
    return hand


FAIR = {"commitment": "0" * 64}

REFUSED_HANDS = {
    "card_dealt_twice": (_dealt(("vira",), "Kh"), "deck.without", "1"),
    "card_twice_in_a_hand": (_dealt(("hands", 0), ["4c", "4c", "7s"]), "deck.without", "1"),
    "card_not_in_the_deck": (_dealt(("hands", 0, 0), "8c"), "deck.without", "1"),
    "two_cards": (_dealt(("hands", 2), ["3s", "6c"]), "dealing.cards", "25"),
    "four_cards": (_dealt(("hands", 2), ["3s", "6c", "Qd", "Qc"]), "dealing.cards", "25"),
    "no_cards": (_dealt(("hands", 2), []), "dealing.cards", "25"),
    "three_hands": (_dealt(("hands",), HANDS[:3]), "table.players", "2"),
    "cut_outside_the_deck": (a_hand(fair={**FAIR, "cuts": [40]}), "dealing.cutter", "23, 24"),
    "four_burnt": (a_hand(fair={**FAIR, "burn": 4}), "dealing.burn_limit", "26"),
}


@pytest.mark.parametrize("name", REFUSED_HANDS)
def test_a_hand_that_cannot_be_dealt_so_has_no_action(name: str) -> None:
    hand, rule, article = REFUSED_HANDS[name]
    error = carteado("replay", "-", "--json", stdin=as_bytes(a_record(a_hand(CALLED_AND_REFUSED), hand))).error
    assert (error["hand"], error["action"], error["rule"], error["article"]) == (1, None, rule, article)


def test_a_hand_while_another_is_on() -> None:
    error = carteado("replay", "-", "--json", stdin=as_bytes(a_record(a_hand(), a_hand()))).error
    assert (error["hand"], error["action"], error["rule"]) == (1, None, "dealing.next_dealer")


def test_nothing_follows_the_end_of_a_match() -> None:
    record = a_record(a_hand(WHOLE_MATCH), a_hand())
    error = carteado("replay", "-", "--json", stdin=as_bytes(record)).error
    assert (error["hand"], error["action"], error["rule"]) == (1, None, "match.end")


def test_burning_in_a_mao_de_onze() -> None:
    record = a_record(a_hand(start=[11, 3], fair={**FAIR, "burn": 1}))
    error = carteado("replay", "-", "--json", stdin=as_bytes(record)).error
    assert (error["hand"], error["action"], error["rule"], error["article"]) == (0, None, "eleven.burn", "30")


def test_a_start_that_has_reached_the_target() -> None:
    error = carteado("replay", "-", "--json", stdin=as_bytes(a_record(a_hand(start=[12, 0])))).error
    assert (error["hand"], error["rule"]) == (0, "match.target")


def test_a_draw_for_the_dealer_that_decides_nothing() -> None:
    error = carteado("replay", "-", "--json", stdin=as_bytes(a_record(dealer_draw=[["3c", "3d", "6c", "Ac"]]))).error
    assert (error["hand"], error["action"]) == (None, None)
    assert (error["rule"], error["article"], error["where"]) == ("dealing.first_dealer", "22", "dealer_draw")


def test_the_first_dealer_may_be_left_to_the_draw() -> None:
    record = a_record(a_hand(), dealer_draw=[["4c", "3d", "6c", "Ac"]])
    del record["first_dealer"]
    assert carteado("replay", "-", "--json", stdin=as_bytes(record)).document["hands"][0]["dealer"] == 1


def test_a_changed_rule_is_cited_by_the_same_article() -> None:
    overrides = {"calls.reraise": {"value": False, "by": "Clube da Vila"}}
    hand = a_hand([act(0, "call", value=3), act(1, "call", value=6)])
    error = carteado("replay", "-", "--json", stdin=as_bytes(a_record(hand, overrides=overrides))).error
    assert (error["action"], error["rule"], error["article"]) == (1, "calls.reraise", CALLS)


@pytest.mark.parametrize("regulation", ["faraes-2023-tranca", "afia-2026-tranca", "apcef-sc-2022-canastra"])
def test_the_cards_of_one_game_are_no_deal_of_another(regulation: str) -> None:
    error = carteado("replay", "-", "--json", stdin=as_bytes(a_record(a_hand(), regulation=regulation))).error
    assert error["rule"] is None

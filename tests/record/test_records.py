"""Records: what is kept, what is refused, what is canonical, what a replay contradicts and what a seed proves."""

import copy
import json
import time
from typing import Any

import pytest

from carteado.record import (
    InputError,
    Mismatch,
    RuleBroken,
    matches_between_hands,
    moments,
    moments_of,
    read_record,
    read_sheet,
    record_of,
    replay,
    write_record,
)
from tests.record.documents import (
    DEAL,
    SEED,
    WON,
    Document,
    error_document,
    hand,
    heading,
    plays,
    rich_record,
)


def refused(document: object) -> Document:
    """The error that reading and replaying the document gives, as printed."""
    with pytest.raises(InputError) as error:
        replay(read_record(json.dumps(document)))
    return error_document(error.value)


def rewritten(document: object) -> Document:
    """The canonical record of a document."""
    again: Document = json.loads(write_record(read_record(json.dumps(document))))
    return again


# --- what is kept and what is refused -----------------------------------------------------------------------------


def test_the_rich_record_replays_as_it_claims() -> None:
    report = replay(record_of(rich_record()))
    assert report.mismatches == ()
    assert [list(one.points) for one in report.hands] == [[5, 0], [0, 0], [0, 1], [1, 0], [0, 0]]
    assert (report.score, report.finished) == ((11, 11), False)


def test_keys_that_start_with_an_underscore_are_kept() -> None:
    document = rewritten(rich_record())
    assert document["_note"] == {"any": [1, None, "x"]}
    assert document["hands"][0]["_table"] == "corner"
    assert document["hands"][0]["actions"][8]["_why"] == "bluff"


def test_also_those_of_a_deal_and_of_its_proof() -> None:
    sealed = {"commitment": SEED, "cuts": [], "burn": 0, "_by": "mesa"}
    document = rewritten(heading(hands=[{"deal": {**DEAL, "_shoe": 2}, "actions": [], "fair": sealed}]))
    [only] = document["hands"]
    assert (only["deal"].get("_shoe"), only["fair"].get("_by")) == (2, "mesa")


@pytest.mark.parametrize(
    ("path", "where"),
    [((), None), (("hands", 0), "hands[0]"), (("hands", 0, "deal"), "hands[0].deal")],
)
def test_other_unknown_keys_are_refused(path: tuple[Any, ...], where: str | None) -> None:
    document = heading(hands=[hand(*plays(WON))])
    inner: Any = document
    for step in path:
        inner = inner[step]
    inner["luck"] = 1
    error = refused(document)
    assert (error["where"], "luck" in error["message"]) == (where, True)


@pytest.mark.parametrize(
    "act",
    [
        {"seat": 0, "act": "play", "card": "3c", "luck": 1},
        {"seat": 0, "act": "play", "card": "3c", "position": 0},
        {"seat": 0, "act": "call", "value": 3, "card": "3c"},
        {"seat": None, "act": "ruling", "ruling": "time_up", "article": "18", "pair": 0},
        {"seat": None, "act": "pause", "pair": 0},
    ],
)
def test_an_act_has_its_own_fields_and_no_others(act: Document) -> None:
    error = refused(heading(hands=[hand(act)]))
    assert (error["hand"], error["action"], error["where"]) == (0, 0, "hands[0].actions[0]")


@pytest.mark.parametrize(
    "act",
    [
        {"act": "play", "card": "3c"},
        {"seat": 0, "card": "3c"},
        {"seat": 0, "act": "play"},
        {"seat": None, "act": "play", "card": "3c"},
        {"seat": True, "act": "play", "card": "3c"},
        {"seat": 0.0, "act": "play", "card": "3c"},
        {"seat": "0", "act": "play", "card": "3c"},
        {"seat": 4, "act": "play", "card": "3c"},
        {"seat": -1, "act": "play", "card": "3c"},
        {"seat": 0, "act": "sing"},
        {"seat": 0, "act": None},
        {"seat": 0, "act": ["play"], "card": "3c"},
        {"seat": 0, "act": "play", "card": "3x"},
        {"seat": 0, "act": "play", "card": "3C"},
        {"seat": 0, "act": "play", "card": ["3c"]},
        {"seat": 0, "act": "call", "value": True},
        {"seat": 0, "act": "call", "value": 3.0},
        {"seat": 0, "act": "call", "value": "3"},
        {"seat": 0, "act": "call", "value": 10**30},
        {"seat": 0, "act": "sign", "sign": ""},
        {"seat": 0, "act": "sit", "player": " "},
        {"seat": 0, "act": "ruling", "ruling": "tento", "pair": 0, "article": "32"},
        {"seat": 0, "act": "pause"},
        {"seat": None, "act": "ruling", "ruling": "luck", "article": "32"},
        {"seat": None, "act": "ruling", "ruling": "tento", "pair": 2, "article": "32"},
        {"seat": None, "act": "ruling", "ruling": "tento", "pair": True, "article": "32"},
        {"seat": None, "act": "ruling", "ruling": "tento", "pair": 0},
        {"seat": None, "act": "ruling", "ruling": "tento", "pair": 0, "article": ""},
        {"seat": None, "act": "ruling", "ruling": "adjust", "pair": 0, "points": 1, "article": "8.5"},
        {"seat": 0, "act": "cut", "at": 3},
        {"seat": 0, "act": "burn", "number": 1},
        {"seat": 0, "act": "pass"},
        "play",
        None,
        [],
    ],
)
def test_an_act_that_is_none_is_refused_at_its_place(act: object) -> None:
    error = refused(heading(hands=[hand(*plays("0:3c")), {"deal": DEAL, "actions": [act]}]))
    assert (error["hand"], error["action"]) == (1, 0)
    assert error["where"].startswith("hands[1].actions[0]")


NO_INSTANTS: list[object] = [
    *("2025-10-25", "2025-10-25T14:00:00", "2025-10-25T14:00:00+00:00", "2025-10-25t14:00:00z", "", 5),
    *("2025-13-25T14:00:00Z", "2025-02-30T14:00:00Z", "2025-10-25T24:61:00Z", "٢٠٢٥-١٠-٢٥T١٤:٠٠:٠٠Z"),
]


@pytest.mark.parametrize("at", NO_INSTANTS)
def test_an_instant_is_one_of_utc(at: object) -> None:
    error = refused(heading(hands=[hand({"seat": 0, "act": "sign", "sign": "zap", "at": at})]))
    assert error["where"] == "hands[0].actions[0].at"


def test_an_instant_may_have_a_fraction_of_a_second() -> None:
    act = {"seat": 0, "act": "sign", "sign": "zap", "at": "2025-10-25T14:00:00.123Z"}
    assert rewritten(heading(hands=[hand(act)]))["hands"][0]["actions"] == [act]


@pytest.mark.parametrize(
    ("entries", "where"),
    [
        ({"format": "carteado-record/2"}, "format"),
        ({"format": None}, "format"),
        ({"regulation": "truco"}, "regulation"),
        ({"regulation": None}, "regulation"),
        ({"seats": []}, "seats"),
        ({"seats": ["Ana", "Bia", "Caio"]}, "seats"),
        ({"seats": ["Ana", "Bia", "Caio", ""]}, "seats[3]"),
        ({"seats": "Ana"}, "seats"),
        ({"first_dealer": 4}, "first_dealer"),
        ({"first_dealer": True}, "first_dealer"),
        ({"first_dealer": None}, None),
        ({"target": 0}, "target"),
        ({"target": True}, "target"),
        ({"target": 10**30}, "target"),
        ({"table": 1.5}, "table"),
        ({"match": 3}, "match"),
        ({"notes": []}, "notes"),
        ({"hands": {}}, "hands"),
        ({"hands": [None]}, "hands[0]"),
        ({"hands": [{"deal": DEAL}]}, "hands[0]"),
        ({"hands": [{"actions": []}]}, "hands[0]"),
        ({"hands": [hand(dealer=4)]}, "hands[0].dealer"),
        ({"hands": [hand(score=[1])]}, "hands[0].score"),
        ({"hands": [hand(score=[1, None])]}, "hands[0].score[1]"),
        ({"hands": [hand(fair={})]}, "hands[0].fair"),
        ({"hands": [hand(fair=[])]}, "hands[0].fair"),
        ({"hands": [hand(fair={"commitment": "x"})]}, "hands[0].fair"),
        ({"hands": [hand(*plays(WON)), hand(start=[0, 0])]}, "hands[1].start"),
        ({"overrides": []}, "overrides"),
    ],
)
def test_what_is_wrong_with_a_record_is_told_with_its_place(entries: Document, where: str | None) -> None:
    assert refused(heading(**entries))["where"] == where


@pytest.mark.parametrize("missing", ["format", "regulation", "seats", "hands", "first_dealer"])
def test_a_record_has_its_keys(missing: str) -> None:
    document = heading()
    del document[missing]
    assert missing in refused(document)["message"]


@pytest.mark.parametrize("document", [None, [], 3, "record", True, {}])
def test_a_record_is_an_object(document: object) -> None:
    assert refused(document)["message"]


def spoilt_deal(change: str) -> Document:
    deal = copy.deepcopy(DEAL)
    hands = deal["hands"]
    if change == "missing":
        hands[1].pop()
    elif change == "duplicated":
        hands[1][0] = "3c"
    elif change == "vira twice":
        deal["vira"] = "3c"
    elif change == "fourth card":
        hands[0].append("7s")
    elif change == "fifth hand":
        hands.append(["7s", "7c", "7d"])
    elif change == "no hands":
        hands.clear()
    else:
        hands[2][1] = "8d"
    return deal


CHANGES = ["missing", "duplicated", "vira twice", "fourth card", "fifth hand", "no hands", "stranger"]


@pytest.mark.parametrize("change", CHANGES)
def test_a_deal_that_cannot_be_is_refused_before_any_act(change: str) -> None:
    error = refused(heading(hands=[{"deal": spoilt_deal(change), "actions": []}]))
    assert (error["hand"], error["action"]) == (0, None)
    assert error["rule"] in ("dealing.cards", "deck.without", "table.players")
    assert error["article"]


@pytest.mark.parametrize("vira", [None, "", "4", ["4c"], 4])
def test_the_vira_is_a_card(vira: object) -> None:
    assert refused(heading(hands=[{"deal": {**DEAL, "vira": vira}, "actions": []}]))["where"] == "hands[0].deal.vira"


def test_a_start_at_the_target_is_refused() -> None:
    error = refused(heading(hands=[hand(start=[12, 3])]))
    assert (error["rule"], error["hand"], error["where"]) == ("match.target", 0, "hands[0].start")


def test_no_number_that_a_record_computes_is_too_long_to_print() -> None:
    huge = 10**4300 - 1
    four = {"seat": None, "act": "ruling", "ruling": "four_cards", "pair": 0, "article": "32"}
    overrides = {
        "referee.four_cards": {"value": "deducted", "by": "x"},
        "calls.ladder": {"value": [huge], "by": "x"},
    }
    document = heading(overrides=overrides, hands=[hand(four), hand(four)])
    try:
        report = replay(read_record(json.dumps(document)))
    except InputError as error:
        error_document(error)
    else:
        json.dumps(report.to_json())


# --- text that is not a document ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "bad_json"),
        (b"{", "bad_json"),
        (b"nul", "bad_json"),
        (b'{"a": 1,}', "bad_json"),
        (b'{"a": 1} x', "bad_json"),
        (b"'a'", "bad_json"),
        (b"\xef\xbb\xbf{}", "bad_json"),
        (b"\xff", "bad_encoding"),
        (b'{"notes": "\xc3"}', "bad_encoding"),
        ('{"notes": "x"}'.encode("utf-16"), "bad_encoding"),
        (b'{"a": NaN}', "not_finite"),
        (b"Infinity", "not_finite"),
        (b'{"a": -Infinity}', "not_finite"),
        (b'{"a": 1e999}', "not_finite"),
        (b'{"format": 1, "format": 1}', "duplicate_key"),
        (b'{"_x": {"a": 1, "a": 1}}', "duplicate_key"),
        (b'{"notes": "\\ud800"}', "bad_text"),
        (b'{"\\udfff": 1}', "bad_text"),
        (b'{"_x": ["\\uD83D"]}', "bad_text"),
        (b"[" * 100_000, "too_deep"),
        (b'{"a":' * 100_000, "too_deep"),
        (b'{"_x": ' + b"[" * 100_000 + b"]" * 100_000 + b"}", "too_deep"),
        (b"9" * 5000, "bad_json"),
    ],
)
def test_text_that_is_no_document_is_refused(data: bytes, code: str) -> None:
    for read in (read_record, read_sheet):
        with pytest.raises(InputError) as error:
            read(data)
        assert error.value.code == code
        assert error_document(error.value)["message"]


def test_a_text_that_utf_8_cannot_write_is_refused_however_it_comes() -> None:
    with pytest.raises(InputError) as error:
        read_record(json.dumps(heading(notes="\ud800"), ensure_ascii=False))
    error_document(error.value)


def test_a_pair_of_escapes_is_one_character() -> None:
    text = json.dumps(heading(notes="\N{GRINNING FACE}"))
    assert "\\ud83d" in text
    assert json.loads(write_record(read_record(text)))["notes"] == "\N{GRINNING FACE}"


def test_what_is_larger_than_the_limit_is_not_even_parsed() -> None:
    with pytest.raises(InputError) as error:
        read_record(b" " * (32 * 1024 * 1024 + 1))
    assert error.value.code == "too_large"


def test_a_key_that_appears_twice_among_many_is_found_at_once() -> None:
    """Comparing each key with each would take as long as the square of the input."""
    keys = ",".join(f'"_{number}": 1' for number in range(30_000))
    began = time.process_time()
    with pytest.raises(InputError) as error:
        read_record(f'{{{keys},"_29999": 2}}')
    assert error.value.code == "duplicate_key"
    assert time.process_time() - began < 2


@pytest.mark.parametrize("depth", [10, 300, 340, 500, 900, 980])
def test_what_is_kept_may_be_nested_as_deep_as_it_can_be_read(depth: int) -> None:
    text = json.dumps(heading(_x="@")).replace('"@"', "[" * depth + "]" * depth)
    try:
        canonical = write_record(read_record(text))
    except InputError as error:
        error_document(error)
    else:
        assert write_record(read_record(canonical)) == canonical


@pytest.mark.parametrize("depth", [10, 300, 490, 500, 900, 980])
def test_an_override_may_be_nested_nonsense(depth: int) -> None:
    document = heading(overrides={"deck.without": {"value": "@", "by": "x"}})
    with pytest.raises(InputError) as error:
        read_record(json.dumps(document).replace('"@"', "[" * depth + "]" * depth))
    assert len(error_document(error.value)["message"]) < 1000


# --- one canonical text -------------------------------------------------------------------------------------------


def test_cards_are_read_in_any_notation_and_written_in_one() -> None:
    document = heading(hands=[hand(*plays("0:3♣ 1:A♣ 2:2c 3:K♣"))], dealer_draw=[["4♣", "7♦", "A♥", "3♦"]])
    document["hands"][0]["deal"]["hands"][0] = ["3♣", "3♦", "4♦"]
    document["hands"][0]["deal"]["vira"] = "4♣"
    canonical = rewritten(document)
    assert canonical["hands"][0]["deal"] == DEAL
    assert [act["card"] for act in canonical["hands"][0]["actions"]] == ["3c", "Ac", "2c", "Kc"]
    assert canonical["dealer_draw"] == [["4c", "7d", "Ah", "3d"]]


@pytest.mark.parametrize("ten", ["10c", "Tc", "10♣", "T♣"])
def test_a_ten_is_read_in_any_notation_though_no_ten_is_dealt(ten: str) -> None:
    deal = copy.deepcopy(DEAL)
    deal["hands"][3][0] = ten
    error = refused(heading(hands=[{"deal": deal, "actions": []}]))
    assert (error["rule"], "10♣" in error["message"]) == ("deck.without", True)


def test_the_canonical_text_is_stable_and_says_the_same() -> None:
    text = write_record(record_of(rich_record()))
    again = read_record(text)
    assert write_record(again) == text
    assert replay(again).to_json() == replay(record_of(rich_record())).to_json()


def test_it_does_not_depend_on_the_order_of_keys_or_on_spaces() -> None:
    document = rich_record()
    shuffled = json.dumps(document, indent=3, sort_keys=True)
    one, another = (json.loads(write_record(read_record(text))) for text in (json.dumps(document), shuffled))
    assert one == another


def test_it_is_json_that_a_person_can_read() -> None:
    text = write_record(record_of(rich_record()))
    assert "São Paulo" in text
    assert max(len(line) for line in text.splitlines()) <= 160
    assert '    {"seat": 0, "act": "play", "card": "3c"},' in text.splitlines()


def test_nulls_stand_for_what_is_not_there() -> None:
    optional = ("match", "event", "phase", "date", "notes", "table", "target", "dealer_draw", "overrides")
    document = heading(**dict.fromkeys(optional), hands=[hand(dealer=None, score=None, start=None, fair=None)])
    assert rewritten(document) == rewritten(heading(hands=[hand()]))


# --- what replay contradicts --------------------------------------------------------------------------------------


def test_a_stated_dealer_or_score_that_replay_does_not_confirm_is_reported() -> None:
    document = heading(hands=[hand(*plays(WON), dealer=2, score=[0, 1]), hand(dealer=0, score=[1, 0])])
    assert replay(record_of(document)).mismatches == (
        Mismatch(0, "dealer", 2, 3),
        Mismatch(0, "score", [0, 1], [1, 0]),
    )


def test_a_draw_that_names_another_dealer_is_reported() -> None:
    drawn = [["4c", "7d", "3h", "Kd"]]
    assert replay(record_of(heading(dealer_draw=drawn))).mismatches == (Mismatch(None, "first_dealer", 3, 2),)
    assert replay(record_of(heading(dealer_draw=drawn, first_dealer=2))).mismatches == ()


def test_without_a_named_dealer_the_draw_decides() -> None:
    for first, cards in enumerate((["3c", "4c", "5c", "6c"], ["4c", "3c", "5c", "6c"])):
        document = heading(dealer_draw=[cards])
        del document["first_dealer"]
        record = record_of(document)
        assert (record.first_dealer, replay(record).mismatches) == (first, ())
        assert rewritten(document)["first_dealer"] == first


IMPOSSIBLE_DRAWS: list[list[list[str | None]]] = [
    [],
    [[]],
    [["3c", "2d", "4c"]],
    [["3c", "2d", "4c", None]],
    [["3c", "3d", "4c", "5c"]],
    [["3c", "3c", "4c", "5c"]],
    [["3c", "8d", "4c", "5c"]],
    [["3c", "2d", "4c", "5c"], ["3c", "2d", "4c", "5c"]],
]


@pytest.mark.parametrize("draw", IMPOSSIBLE_DRAWS)
def test_a_draw_that_cannot_be_is_refused(draw: object) -> None:
    with pytest.raises(RuleBroken) as error:
        record_of(heading(dealer_draw=draw))
    assert error_document(error.value)["where"] == "dealer_draw"


@pytest.mark.parametrize("draw", [3, [3], [["3c", "2d", "4c", 5]], {"0": "3c"}])
def test_what_is_no_draw_is_refused(draw: object) -> None:
    assert refused(heading(dealer_draw=draw))["where"].startswith("dealer_draw")


def test_an_illegal_act_is_told_with_hand_action_rule_and_article() -> None:
    error = refused(heading(hands=[hand(*plays(WON)), hand(*plays("1:Ac 1:6h"))]))
    assert (error["hand"], error["action"], error["rule"], error["article"]) == (1, 1, "rounds.order", "28")
    assert error["message"].endswith("[Truco Masters 2025, Anexo I, item 28]")


def test_a_hand_may_be_unfinished_and_nothing_follows_it() -> None:
    report = replay(record_of(heading(hands=[hand(*plays("0:3c"))])))
    assert (report.hands[0].winner, report.hands[0].points) == (None, (0, 0))
    error = refused(heading(hands=[hand(*plays("0:3c")), hand()]))
    assert (error["hand"], error["action"]) == (1, None)


def test_a_report_has_the_keys_that_other_programs_read() -> None:
    call = {"seat": 0, "act": "call", "value": 3}
    report = replay(record_of(heading(hands=[hand(call, {"seat": 1, "act": "accept"}, *plays(WON), start=[10, 0])])))
    line = {"item": "hand_value", "count": 3, "points": 2, "article": "4, 6, 28"}
    only = {"dealer": 3, "winner": 0, "points": [2, 0], "score": [12, 0], "lines": [[line], []]}
    assert report.to_json() == {
        "regulation": "truco-masters-2025",
        "finished": True,
        "winner": 0,
        "score": [12, 0],
        "hands": [only],
    }


def test_every_moment_of_a_record_can_be_walked_through() -> None:
    record = record_of(heading(hands=[hand(*plays(WON))]))
    walked = list(moments(record))
    assert [(moment.hand, moment.action) for moment in walked] == [(0, None), *((0, index) for index in range(8))]
    assert walked[-1].match.score == (1, 0)


# --- before the first deal --------------------------------------------------------------------------------------------

TIME_UP = {"seat": None, "act": "ruling", "ruling": "time_up", "article": "18"}


def test_a_bell_before_the_first_deal_is_another_than_one_after_it() -> None:
    """Before it the extension begins with that very hand, and goes on; after it the hand is the last one."""
    won = [hand(*plays(WON)), hand()]
    assert replay(record_of(heading(_before=[TIME_UP], hands=won))).winner is None
    with pytest.raises(RuleBroken, match="match_over"):
        replay(record_of(heading(hands=[hand(TIME_UP, *plays(WON)), hand()])))


def test_what_was_before_the_first_deal_is_written_as_it_was_read() -> None:
    record = record_of(heading(_before=[TIME_UP | {"_by": "clock"}], _other=[1]))
    assert (len(record.opening_acts), record.extra_keys) == (1, {"_other": [1]})
    assert record_of(json.loads(write_record(record))) == record
    assert "_before" not in write_record(record_of(heading(_before=[])))


def test_what_could_not_be_before_the_first_deal_is_told_by_its_place() -> None:
    with pytest.raises(RuleBroken) as broken:
        replay(record_of(heading(_before=[TIME_UP, TIME_UP, TIME_UP])))
    assert (broken.value.where, broken.value.action, broken.value.hand) == ("_before[2]", 2, None)
    for wrong in (7, [7], [{"seat": 0, "act": "jump"}]):
        with pytest.raises(InputError) as error:
            record_of(heading(_before=wrong))
        assert error.value.where.startswith("_before")


def test_the_stages_of_a_match_are_before_each_hand_and_after_the_last() -> None:
    record = record_of(heading(hands=[hand(*plays(WON)), hand(*plays("1:Ac"))]))
    first, second, last = matches_between_hands(record)
    assert (first.score, second.score, last.hand_is_on) == ((0, 0), (1, 0), True)
    assert [moment.match for moment in moments_of(record, 1, second)] == [
        moment.match for moment in moments(record) if moment.hand == 1
    ]

"""``carteado verify``: deals and draws recomputed; what was tampered with is found."""

import copy
import json
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from carteado.cli.context import command_texts
from carteado.regulation import LANGUAGES
from carteado.tournament import event_of
from tests.cli.command import Ran, carteado, process
from tests.cli.records import CALLED_AND_REFUSED, a_hand, a_record, as_bytes
from tests.cli.terminal_player import played, recorded
from tests.fair.tables import a_protocol, verifier_run

Json = dict[str, Any]


@pytest.fixture(scope="module")
def match(tmp_path_factory: pytest.TempPathFactory) -> Json:
    """A match played to its end, with every seed revealed."""
    file = tmp_path_factory.mktemp("verify") / "match.json"
    played("--seed", "verify", "--record", str(file))
    record: Json = recorded(file)
    assert len(record["hands"]) > 3
    return record


def verify(document: object, lang: str = "en") -> Ran:
    return carteado("verify", "-", "--json", stdin=as_bytes(document), lang=lang)


def changed(document: Json, *path: str | int, to: object) -> Json:
    document = copy.deepcopy(document)
    place: Any = document
    for key in path[:-1]:
        place = place[key]
    if to is ...:
        del place[path[-1]]
    else:
        place[path[-1]] = to
    return document


def test_a_fair_match(match: Json) -> None:
    ran = verify(match)
    assert (ran.code, ran.err) == (0, "")
    hands = [{"hand": number, "verdict": "verified", "problems": []} for number in range(len(match["hands"]))]
    assert ran.document == {"format": "carteado-record/1", "holds": True, "finished": True, "hands": hands}


@pytest.mark.parametrize(("lang", "words"), [("pt", ("confere", "Tudo confere")), ("en", ("verified", "holds"))])
def test_people_read_a_line_a_hand(lang: str, words: tuple[str, str], match: Json) -> None:
    ran = carteado("verify", "-", stdin=as_bytes(match), lang=lang)
    assert (ran.code, ran.err) == (0, "")
    *lines, last = ran.out.splitlines()
    assert len(lines) == len(match["hands"])
    assert all(words[0] in line for line in lines)
    assert words[1] in last


def test_the_same_hand_with_other_cards(match: Json) -> None:
    """Two cards of seats that never played them are exchanged: only the seed can tell."""
    record = copy.deepcopy(match)
    last = record["hands"][-1]
    used = {action.get("card") for action in last["actions"]}
    kept = [(seat, at) for seat in range(4) for at in range(3) if last["deal"]["hands"][seat][at] not in used]
    if len(kept) < 2:
        last["actions"] = []
        last.pop("score")
        kept = [(0, 0), (1, 0)]
        record["hands"][-1]["fair"].pop("seed", None)
        last["fair"]["seed"] = match["hands"][-1]["fair"]["seed"]
    (seat, at), (other, there) = kept[0], kept[-1]
    hands = last["deal"]["hands"]
    hands[seat][at], hands[other][there] = hands[other][there], hands[seat][at]
    ran = verify(record)
    assert ran.code == 1
    assert ran.document["holds"] is False
    number = len(record["hands"]) - 1
    assert ran.document["hands"][number] == {"hand": number, "verdict": "failed", "problems": ["deal_differs"]}
    assert all(hand["verdict"] == "verified" for hand in ran.document["hands"][:-1])
    assert verifier_run(record).returncode == 1


def test_another_commitment(match: Json) -> None:
    ran = verify(changed(match, "hands", 1, "fair", "commitment", to="ab" * 32))
    assert ran.code == 1
    assert ran.document["hands"][1]["problems"] == ["commitment_differs"]


def test_another_seed(match: Json) -> None:
    ran = verify(changed(match, "hands", 1, "fair", "seed", to="ab" * 32))
    assert ran.code == 1
    assert ran.document["hands"][1]["problems"] == ["commitment_differs", "deal_differs"]


def test_another_cut(match: Json) -> None:
    ran = verify(changed(match, "hands", 1, "fair", "cuts", to=[1, 2, 3]))
    assert (ran.code, ran.document["hands"][1]["problems"]) == (1, ["deal_differs"])


def test_another_match(match: Json) -> None:
    ran = verify(changed(match, "match", to="another"))
    assert ran.code == 1
    assert all("commitment_differs" in hand["problems"] for hand in ran.document["hands"])


def test_a_seed_withheld_after_the_match(match: Json) -> None:
    """A finished match owes its seeds."""
    ran = verify(changed(match, "hands", 2, "fair", "seed", to=...))
    assert ran.code == 1
    assert ran.document["hands"][2] == {"hand": 2, "verdict": "failed", "problems": ["seed_not_revealed"]}


def test_seeds_not_revealed_yet(match: Json) -> None:
    record = copy.deepcopy(match)
    record["hands"] = record["hands"][:-1]
    del record["hands"][-1]["fair"]["seed"]
    ran = verify(record)
    assert ran.code == 0
    assert [hand["verdict"] for hand in ran.document["hands"]][-2:] == ["verified", "not_revealed"]
    assert ran.document["finished"] is False
    for lang, said in (("pt", "O que está aberto confere"), ("en", "What is open holds")):
        plain = carteado("verify", "-", stdin=as_bytes(record), lang=lang)
        assert plain.code == 0
        assert said in plain.out


@pytest.mark.parametrize(("lang", "said"), [("pt", "O registro acaba em"), ("en", "The record ends at")])
def test_a_record_that_was_cut_off_says_how_far_it_goes(match: Json, lang: str, said: str) -> None:
    record = {**match, "hands": match["hands"][:2]}
    score = "{} × {}".format(*record["hands"][-1]["score"])
    ran = carteado("verify", "-", stdin=as_bytes(record), lang=lang)
    *_, ends, holds = ran.out.splitlines()
    assert (ran.code, ends.startswith(f"{said} {score}:")) == (0, True)
    assert holds in {"Até onde vai, tudo confere.", "As far as it goes, everything holds."}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_where_no_seed_is_open_nothing_holds(match: Json, lang: str) -> None:
    record = copy.deepcopy(match)
    record["hands"] = record["hands"][:2]
    for hand in record["hands"]:
        del hand["fair"]["seed"]
    assert (verify(record).code, verify(record).document["holds"]) == (0, False)
    ran = carteado("verify", "-", stdin=as_bytes(record), lang=lang)
    assert ran.code == 0
    assert ran.out.splitlines()[-1] == command_texts(lang)["verify_too_early"]
    assert verifier_run(record).returncode == 0


@pytest.mark.parametrize("fair", [..., None])
def test_a_hand_that_lost_its_commitment(match: Json, fair: object) -> None:
    """Any cards could be put into it: where others have one, it does not hold."""
    record = changed(match, "hands", 1, "fair", to=fair)
    ran = verify(record)
    assert (ran.code, ran.document["holds"]) == (1, False)
    assert ran.document["hands"][1] == {"hand": 1, "verdict": "failed", "problems": ["commitment_missing"]}
    for lang, said in (
        ("pt", "mão 1: NÃO confere: falta o compromisso"),
        ("en", "hand 1: does NOT hold: the commitment"),
    ):
        assert said in carteado("verify", "-", stdin=as_bytes(record), lang=lang).out
    run = verifier_run(record)
    assert run.returncode == 1
    assert "hand 1: FAILED: it has no commitment, and other hands have" in run.stdout.splitlines()


@pytest.mark.parametrize(
    ("key", "pt", "en"), [("score", "score diz [40, 0]", "score says [40, 0]"), ("dealer", "dealer diz", "dealer says")]
)
def test_a_score_or_a_dealer_that_the_replay_does_not_give(match: Json, key: str, pt: str, en: str) -> None:
    stated = [40, 0] if key == "score" else (match["hands"][1]["dealer"] + 1) % 4
    record = changed(match, "hands", 1, key, to=stated)
    ran = verify(record)
    assert (ran.code, ran.document["holds"]) == (1, False)
    assert [(one["hand"], one["key"]) for one in ran.document["mismatches"]] == [(1, key)]
    assert {hand["verdict"] for hand in ran.document["hands"]} == {"verified"}
    for lang, said in (("pt", pt), ("en", en)):
        plain = carteado("verify", "-", stdin=as_bytes(record), lang=lang)
        assert (plain.code, said in plain.out) == (1, True)


def test_more_cards_burnt_than_may_be_are_refused(match: Json) -> None:
    record = changed(match, "hands", 0, "fair", "burn", to=20)
    assert "26" in verify(record).error["article"]
    run = verifier_run(record)
    assert run.returncode == 1
    assert run.stdout.splitlines()[0] == "hand 0: FAILED: 20 cards were burnt, where 3 may be"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_nothing_to_verify_does_not_hold(lang: str) -> None:
    for record in (a_record(), a_record(a_hand(CALLED_AND_REFUSED))):
        assert verify(record, lang).document["holds"] is False
        assert carteado("verify", "-", stdin=as_bytes(record), lang=lang).code == 1


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("key", ["commitment", "seed"])
def test_people_are_told_what_does_not_hold(key: str, lang: str, match: Json) -> None:
    ran = carteado("verify", "-", stdin=as_bytes(changed(match, "hands", 1, "fair", key, to="ab" * 32)), lang=lang)
    assert (ran.code, ran.err) == (1, "")
    [line] = [line for line in ran.out.splitlines() if " 1: " in line]
    assert command_texts(lang)["deal_failed"].format(hand=1, problems="") in line


def test_a_record_that_breaks_a_rule_is_bad_input(match: Json) -> None:
    error = verify(
        changed(match, "hands", 1, "actions", 0, "seat", to=(match["hands"][1]["actions"][0]["seat"] + 1) % 4)
    ).error
    assert (error["hand"], error["action"]) == (1, 0)
    assert error["rule"] is not None


def test_a_revealed_seed_needs_the_name_of_the_match(match: Json) -> None:
    assert verify(changed(match, "match", to=...)).error["where"] == "match"
    assert verify(changed(match, "match", to="a|b")).error["rule"] is None
    assert verify(changed(match, "match", to="partida-ã")).error["rule"] is None


def test_the_cards_of_one_game_are_no_deal_of_another(match: Json) -> None:
    assert verify(changed(match, "regulation", to="afia-2026-tranca")).code == 2


# --- draws --------------------------------------------------------------------------------------------------------


def test_a_fair_draw() -> None:
    ran = verify(a_protocol())
    assert (ran.code, ran.err) == (0, "")
    assert ran.document == {"format": "carteado-draw/1", "holds": True, "problems": []}
    for lang in LANGUAGES:
        assert carteado("verify", "-", stdin=as_bytes(a_protocol()), lang=lang).code == 0


@pytest.mark.parametrize(
    ("key", "value", "problems"),
    [
        ("commitment", "ab" * 32, 1),
        ("commitment", None, 1),
        ("seed", "ab" * 32, 1),
        ("drawn", [], 1),
        ("result", ["ana-bia"], 1),
        ("constraints", {}, 1),
        ("entropy", "another lottery", 4),
        ("secret", "ab" * 32, 5),
        ("name", "another draw", 4),
    ],
)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_draw_tampered_with(key: str, value: object, problems: int, lang: str) -> None:
    protocol = {**a_protocol(), key: value}
    ran = verify(protocol, lang)
    assert ran.code == 1
    assert ran.document["holds"] is False
    assert len(ran.document["problems"]) >= min(problems, 3)
    plain = carteado("verify", "-", stdin=as_bytes(protocol), lang=lang)
    assert (plain.code, plain.err) == (1, "")
    for problem in ran.document["problems"]:
        assert problem in plain.out


@pytest.mark.parametrize(
    ("key", "said"),
    [("commitment", "o compromisso publicado não é"), ("seed", "“seed” não é o que se calcula")],
)
def test_what_does_not_hold_in_a_draw_is_said_in_portuguese(key: str, said: str) -> None:
    [problem] = verify({**a_protocol(), key: "ab" * 32}, "pt").document["problems"]
    assert problem.startswith(said)


def test_two_places_exchanged() -> None:
    protocol = a_protocol()
    protocol["result"][0], protocol["result"][-1] = protocol["result"][-1], protocol["result"][0]
    assert verify(protocol).code == 1


@pytest.mark.parametrize("key", ["event", "name", "entrants", "entropy", "secret", "algorithm"])
def test_a_draw_without_all_its_inputs(key: str) -> None:
    protocol = a_protocol()
    del protocol[key]
    assert verify(protocol).error["rule"] is None


@pytest.mark.parametrize("key", ["event", "name", "entrants", "apart", "entropy", "secret", "algorithm", "colour"])
def test_a_draw_with_wrong_inputs(key: str) -> None:
    wrong: object
    for wrong in (None, 0, True, 1.5, [[]], [""], {"a": []}, "\n|"):
        ran = verify({**a_protocol(), key: wrong})
        assert ran.code == 2 or (key, wrong) == ("entropy", "\n|")


# --- events -------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def event(tmp_path_factory: pytest.TempPathFactory) -> Json:
    file = tmp_path_factory.mktemp("verify") / "event.json"
    options = ("--pairs", "4", "--bots", "random", "--out", str(file))
    assert carteado("tournament", "simulate", *options).code == 0
    found: Json = json.loads(file.read_text("utf-8"))
    return found


def test_the_draws_of_an_event(event: Json) -> None:
    assert verify(event).document == {
        "format": "carteado-event/1",
        "holds": True,
        "draws": [{"draw": "knockout", "holds": True, "problems": []}],
    }
    for lang, said in (("pt", "sorteio knockout: confere"), ("en", "draw knockout: verified")):
        ran = carteado("verify", "-", stdin=as_bytes(event), lang=lang)
        assert (ran.code, ran.out.splitlines()[0]) == (0, said)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_draw_of_an_event_that_does_not_hold(lang: str, event: Json) -> None:
    """An event holds what its draws were made from, so that only a program that draws otherwise gets there."""
    forged = {**a_protocol(), "result": []}
    championship = replace(event_of(event), draws={"first": a_protocol(), "second": forged})
    with mock.patch("carteado.cli.verify.event_of", return_value=championship):
        ran, plain = verify(event, lang), carteado("verify", "-", stdin=as_bytes(event), lang=lang)
    assert (ran.code, plain.code, ran.document["holds"]) == (1, 1, False)
    assert [(one["draw"], one["holds"]) for one in ran.document["draws"]] == [("first", True), ("second", False)]
    assert ran.document["draws"][1]["problems"][0] in plain.out


def test_an_event_with_another_secret_is_refused_at_its_operation(event: Json) -> None:
    [at] = [number for number, one in enumerate(event["operations"]) if "secret" in one]
    assert verify(changed(event, "operations", at, "secret", to="ab" * 32)).error["where"] == f"operations[{at}]"


def test_an_event_without_draws_has_nothing_that_holds(event: Json) -> None:
    early = {**event, "operations": []}
    assert verify(early).document["holds"] is False
    for lang in LANGUAGES:
        assert carteado("verify", "-", stdin=as_bytes(early), lang=lang).code == 1


def test_as_a_process(match: Json, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    file.write_bytes(as_bytes(match))
    assert process("verify", str(file), "--json").document["holds"] is True
    assert process("verify", "-", stdin=as_bytes(changed(match, "match", to="x")), lang="pt").code == 1


# --- a match in which no hand was dealt -------------------------------------------------------------------------------

DISQUALIFIED = {"seat": None, "act": "ruling", "ruling": "disqualify", "pair": 0, "article": "20"}


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        (
            "pt",
            [
                "Nenhuma mão foi dada: não há cartas a conferir.",
                "Venceu Bia + Davi antes da primeira mão: 0 × 0 (art. 20).",
            ],
        ),
        (
            "en",
            [
                "No hand was dealt: there are no cards to verify.",
                "Bia + Davi won before the first deal: 0 × 0 (art. 20).",
            ],
        ),
    ],
)
def test_a_match_decided_before_its_first_deal_says_so(lang: str, words: list[str]) -> None:
    record = as_bytes(a_record(_before=[{"seat": None, "act": "pause", "article": "1"}, DISQUALIFIED]))
    ran = carteado("verify", "-", stdin=record, lang=lang)
    assert (ran.code, ran.err, ran.out.splitlines()) == (1, "", words)
    replayed = carteado("replay", "-", stdin=record, lang=lang)
    assert (replayed.code, replayed.out.splitlines()) == (0, words[1:])
    document = carteado("replay", "-", "--json", stdin=record).document
    assert (document["winner"], document["hands"]) == (1, [])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_match_not_begun_has_nothing_to_verify_and_no_winner(lang: str) -> None:
    [line] = carteado("verify", "-", stdin=as_bytes(a_record()), lang=lang).out.splitlines()
    assert line == carteado("verify", "-", stdin=as_bytes(a_record(_before=[])), lang=lang).out.strip()

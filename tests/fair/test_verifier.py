"""The stand-alone verifier: a second implementation that must agree with the library and trust nothing."""

import importlib.util
import json
from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from carteado.fair import FairError, verify_draw
from carteado.record import engine_for
from carteado.regulation import available, load
from tests.fair.tables import VERIFIER, a_protocol, melds_record, truco_record, verifier_run

Spoil = Callable[[dict[str, Any]], object]
MELDS = ("afia-2026-tranca", "faraes-2023-tranca", "apcef-sc-2022-canastra")


@pytest.fixture(scope="module")
def verifier() -> ModuleType:
    spec = importlib.util.spec_from_file_location("carteado_verify", VERIFIER)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("seats", [2, 4])
def test_a_truco_record_is_verified_hand_by_hand(seats: int) -> None:
    run = verifier_run(truco_record(seats=seats))
    assert run.returncode == 0
    assert run.stdout.splitlines() == [
        "hand 0: verified",
        "hand 1: verified",
        "hand 2: not revealed",
        "in all: 2 verified, 1 not revealed",
        "the record does not say how it ends: the rest may be missing",
        "checked: the deals; not moves, scores and names",
    ]


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("regulation", MELDS)
def test_hands_mortos_and_stock_of_tranca_and_canastra_are_verified(regulation: str, seats: int) -> None:
    run = verifier_run(melds_record(regulation, seats=seats))
    assert (run.returncode, run.stdout.splitlines()[0]) == (0, "hand 0: verified")


def test_a_draw_protocol_is_verified_part_by_part() -> None:
    run = verifier_run(a_protocol())
    assert run.returncode == 0
    parts = ("commitment", "seed", "drawn", "constraints", "result")
    assert run.stdout.splitlines() == [f"{part}: verified" for part in parts]


def test_cards_written_with_10_and_suit_symbols_are_the_same_cards() -> None:
    record = melds_record(MELDS[0])
    hands = record["hands"][0]["deal"]["hands"]
    symbols = str.maketrans("chsd", "♣♥♠♦")
    hands[0] = [card.translate(symbols).replace("T", "10") for card in hands[0]]
    assert verifier_run(record).returncode == 0


def swap_cards(record: dict[str, Any]) -> None:
    hands = record["hands"][0]["deal"]["hands"]
    hands[0][0], hands[1][0] = hands[1][0], hands[0][0]


def swap_order_in_hand(record: dict[str, Any]) -> None:
    record["hands"][1]["deal"]["hands"][2].reverse()


@pytest.mark.parametrize(
    ("spoil", "line"),
    [
        (swap_cards, "hand 0: FAILED: the seed gives another hand of seat 0, hand of seat 1"),
        (swap_order_in_hand, "hand 1: FAILED: the seed gives another hand of seat 2"),
        (
            lambda record: record["hands"][0]["deal"].update(vira="Kc"),
            "hand 0: FAILED: the seed gives another vira",
        ),
        (
            lambda record: record["hands"][0]["deal"]["hands"].append([]),
            "hand 0: FAILED: the seed gives another hand of seat 4",
        ),
        (
            lambda record: record["hands"][0]["deal"].update(burnt=[]),
            "hand 0: FAILED: the seed gives another burnt",
        ),
        (
            lambda record: record["hands"][0]["fair"].update(commitment="0" * 64),
            "hand 0: FAILED: the seed is not the one committed to",
        ),
        (
            lambda record: record["hands"][0]["fair"].update(seed="0" * 64),
            "hand 0: FAILED: the seed is not the one committed to",
        ),
        (
            lambda record: record.update(match="mesa-2"),
            "hand 0: FAILED: the seed is not the one committed to",
        ),
        (
            lambda record: record["hands"][0]["fair"].update(cuts=[13, 6]),
            "hand 0: FAILED: the seed gives another hand of seat 0, hand of seat 1, hand of seat 2, "
            "hand of seat 3, vira",
        ),
        (
            lambda record: record["hands"][0]["fair"].update(burn=1),
            "hand 0: FAILED: the seed gives another hand of seat 0, hand of seat 1, hand of seat 2, "
            "hand of seat 3, vira",
        ),
        (
            lambda record: record["hands"][0].update(dealer=2),
            "hand 0: FAILED: the seed gives another hand of seat 0, hand of seat 1, hand of seat 2, hand of seat 3",
        ),
    ],
)
def test_a_changed_record_fails(spoil: Spoil, line: str) -> None:
    record = truco_record()
    spoil(record)
    run = verifier_run(record)
    assert run.returncode == 1
    assert line in run.stdout.splitlines()


def test_a_mao_de_ferro_dealt_one_at_a_time_fails() -> None:
    record = truco_record()
    record["hands"][0]["score"] = [11, 10]
    assert verifier_run(record).returncode == 1


@pytest.mark.parametrize("change", [{"target": 15}, {"overrides": {"match.target": {"value": 15, "by": "clube"}}}])
def test_the_mao_de_ferro_is_one_point_from_the_target_of_the_match(change: dict[str, Any]) -> None:
    record = {**truco_record(), **change}
    assert verifier_run(record).returncode == 1
    record["hands"][0]["score"] = [14, 14]
    assert verifier_run(record).returncode == 0


def test_a_record_from_the_middle_of_a_match_may_start_with_a_mao_de_ferro() -> None:
    record = truco_record()
    record["hands"][0]["start"] = [11, 11]
    assert verifier_run(record).stdout.startswith("hand 0: FAILED")


@pytest.mark.parametrize("pile", ["mortos", "stock"])
def test_cards_moved_within_mortos_or_stock_fail(pile: str) -> None:
    record = melds_record(MELDS[1])
    record["hands"][0]["deal"][pile].reverse()
    assert verifier_run(record).returncode == 1


def move_entrant(protocol: dict[str, Any]) -> None:
    result = protocol["result"]
    result[0], result[7] = result[7], result[0]


@pytest.mark.parametrize(
    ("spoil", "failed"),
    [
        (move_entrant, ["result"]),
        (lambda protocol: protocol.update(commitment="0" * 64), ["commitment"]),
        (lambda protocol: protocol["constraints"]["moves"].clear(), ["constraints"]),
        (lambda protocol: protocol["constraints"]["moves"][0].update({"from": True}), ["constraints"]),
        (lambda protocol: protocol["entrants"].append("intruso"), ["drawn", "constraints", "result"]),
        (lambda protocol: protocol.update(entropy="x"), ["seed", "drawn", "constraints", "result"]),
    ],
)
def test_a_changed_protocol_fails(spoil: Spoil, failed: list[str]) -> None:
    protocol = a_protocol()
    spoil(protocol)
    run = verifier_run(protocol)
    assert run.returncode == 1
    assert [line.split(":")[0] for line in run.stdout.splitlines() if "FAILED" in line] == failed


@pytest.mark.parametrize(
    ("spoil", "needed"),
    [
        (lambda record: record["hands"][1].pop("dealer"), '"dealer" in each hand'),
        (lambda record: record["hands"][0].pop("score"), '"score" of hand 0'),
    ],
)
def test_it_says_what_it_needs_that_a_replay_would_know(spoil: Spoil, needed: str) -> None:
    record = truco_record()
    spoil(record)
    run = verifier_run(record)
    assert run.returncode == 2
    assert run.stdout.splitlines()[1].startswith("hand 1: cannot be checked: this stand-alone check needs")
    assert needed in run.stdout


def test_the_first_dealer_stands_for_the_dealer_of_the_first_hand() -> None:
    record = truco_record()
    del record["hands"][0]["dealer"]
    assert verifier_run(record).returncode == 0


def test_a_failed_check_outweighs_one_that_cannot_be_made() -> None:
    record = truco_record()
    swap_cards(record)
    del record["hands"][1]["dealer"]
    assert verifier_run(record).returncode == 1


@pytest.mark.parametrize("fair", ["absent", None])
def test_a_hand_without_a_fair_deal_does_not_hold_where_others_have_one(fair: object) -> None:
    record = truco_record()
    record["hands"][1]["fair"] = fair
    if fair:
        del record["hands"][1]["fair"]
    run = verifier_run(record)
    said = "hand 1: FAILED: it has no commitment, and other hands have"
    assert (run.returncode, run.stdout.splitlines()[1]) == (1, said)


def test_where_no_seed_is_revealed_nothing_is_verified() -> None:
    record = truco_record()
    for hand in record["hands"]:
        hand["fair"]["seed"] = None
    run = verifier_run(record)
    assert (run.returncode, "in all: 3 not revealed" in run.stdout) == (0, True)


@pytest.mark.parametrize(("score", "status"), [([12, 11], 1), ([11, 11], 0), ([12, 12], 0)])
def test_a_match_that_is_over_by_its_score_owes_its_seeds(score: list[int], status: int) -> None:
    record = truco_record()
    record["hands"][2]["score"] = score
    run = verifier_run(record)
    assert run.returncode == status
    assert ("FAILED: the match is over and the seed is not revealed" in run.stdout) == bool(status)
    assert (f"the record ends at {score[0]} x {score[1]}" in run.stdout) != bool(status)


@pytest.mark.parametrize(
    ("score", "burn", "most"), [([0, 0], 4, 3), ([11, 5], 1, 0), ([5, 11], 1, 0), ([11, 11], 1, 0), ([0, 0], 25, 3)]
)
def test_more_cards_burnt_than_may_be_do_not_pass(score: list[int], burn: int, most: int) -> None:
    record = truco_record()
    record["hands"][0]["start"] = score
    record["hands"][0]["fair"]["burn"] = burn
    run = verifier_run(record)
    said = f"hand 0: FAILED: {burn} cards were burnt, where {most} may be"
    assert (run.returncode, run.stdout.splitlines()[0]) == (1, said)


@pytest.mark.parametrize("regulation", MELDS)
def test_nothing_is_burnt_in_tranca_and_canastra(regulation: str) -> None:
    record = melds_record(regulation)
    record["hands"][0]["fair"]["burn"] = 1
    run = verifier_run(record)
    assert (run.returncode, run.stdout.splitlines()[0]) == (1, "hand 0: FAILED: 1 cards were burnt, where 0 may be")


@pytest.mark.parametrize("name", available())
def test_it_knows_the_targets_and_the_burning_of_every_regulation(verifier: ModuleType, name: str) -> None:
    engine = engine_for(load(name))
    for phase in (None, "final"):
        record = {"regulation": name, "phase": phase}
        assert verifier.target(record) == engine.target(phase)
        key = "match.final_target" if phase and name in MELDS else "match.target"
        assert verifier.target({**record, "overrides": {key: {"value": 77, "by": "clube"}}}) == 77
        assert verifier.target({**record, "target": 55}) == 55
    assert (name in verifier.TRUCO and verifier.MOST_BURNT) == engine.most_burnt(
        engine.start(players=4, first_dealer=0)
    )


@pytest.mark.parametrize(
    "change",
    [
        {"match": None},
        {"match": "mesa|1"},
        {"match": "mão"},
        {"regulation": "buraco"},
        {"regulation": ["truco-masters-2025"]},
        {"seats": ["Ana", "Bia", "Caio"]},
        {"hands": []},
        {"overrides": {"iron.packet": 1}},
        {"overrides": {"match.target": 15}},
        {"seats": ["Ana", {"toString": 1}, "Caio", "Davi"]},
    ],
)
def test_a_record_that_cannot_be_checked_is_bad_input(change: dict[str, Any]) -> None:
    run = verifier_run({**truco_record(), **change})
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr.startswith("bad input: ")


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b'"carteado-draw/1"',
        b"{}",
        b'{"format": ["carteado-draw/1"]}',
        b'{"format": "carteado-record/2"}',
        b"\xff\xfe{}",
        b'{"format": "caf\xe9"}',
        b"[" * 200_000,
        b"[" * 200_000 + b"]" * 200_000,
        b'{"format":' * 50_000 + b"1" + b"}" * 50_000,
        b'{"format": ' + b"9" * 10_000 + b"}",
    ],
    ids=range(14),
)
def test_what_is_not_a_record_nor_a_protocol_is_bad_input(raw: bytes) -> None:
    run = verifier_run(raw)
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr.startswith("bad input: ")
    assert "Traceback" not in run.stderr


def test_a_file_is_read_by_name(verifier: ModuleType, tmp_path: Path) -> None:
    file = tmp_path / "draw.json"
    file.write_text(json.dumps(a_protocol()), encoding="utf-8")
    assert verifier.main([str(file)]) == 0
    assert verifier.main([str(tmp_path)]) == 2
    assert verifier.main([str(tmp_path / "absent.json")]) == 2
    assert verifier.main([]) == 2


JUNK: tuple[Any, ...] = (None, True, -1, 1.5, 10**30, "", "\ud800", "0" * 64, [], [[]], {}, {"a": [1]})


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where each part of a document stands."""
    if isinstance(value, dict | list):
        for key, part in value.items() if isinstance(value, dict) else enumerate(value):
            yield (*path, key)
            yield from places(part, (*path, key))


def spoilt(document: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The document with each part replaced in turn by each kind of junk."""
    for *path, last in places(document):
        for junk in JUNK:
            copy: Any = deepcopy(document)
            holder = copy
            for key in path:
                holder = holder[key]
            holder[last] = junk
            yield copy


def verdict_of_the_library(protocol: dict[str, Any]) -> int:
    try:
        return 1 if verify_draw(protocol) else 0
    except FairError:
        return 2


def run_on(verifier: ModuleType, data: dict[str, Any], file: Path) -> int:
    file.write_text(json.dumps(data), encoding="utf-8")
    status: int = verifier.main([str(file)])
    return status


def test_library_and_verifier_judge_every_spoilt_protocol_alike(verifier: ModuleType, tmp_path: Path) -> None:
    for protocol in [*spoilt(a_protocol()), *spoilt(a_protocol(byes=1))]:
        assert run_on(verifier, protocol, tmp_path / "draw.json") == verdict_of_the_library(protocol), protocol


@pytest.mark.parametrize("record", [truco_record(seats=2), melds_record(MELDS[2], seats=2)])
def test_no_spoilt_record_brings_the_verifier_down(
    verifier: ModuleType, tmp_path: Path, record: dict[str, Any]
) -> None:
    statuses = {run_on(verifier, each, tmp_path / "record.json") for each in spoilt(record)}
    assert statuses == {0, 1, 2}

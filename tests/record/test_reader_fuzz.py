"""Whatever is fed to the readers of records and sheets, the answer is a result or an InputError that can be printed."""

import copy
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from carteado.record import (
    InputError,
    Record,
    read_record,
    read_sheet,
    replay,
    verify_deals,
    write_record,
)
from tests.record.documents import DEAL, as_document, error_document, fair_match, hand, heading, plays, rich_record

TRUCO = Path(__file__).parents[1] / "truco"
SMALL = heading(hands=[hand(*plays("0:3c"))])
SHEET: dict[str, Any] = {
    "regulation": "truco-masters-2025",
    "phase": None,
    "overrides": {"eleven.value": {"value": 3, "by": "Ana"}},
    "target": 12,
    "hands": [{"winner": 0, "value": 9}, {"winner": 1, "value": 3, "refused": True}, {"winner": 0, "value": 1}],
}
RECORDS: list[Any] = [
    SMALL,
    rich_record(),
    as_document(fair_match()),
    *(case["input"] for case in json.loads((TRUCO / "cases.json").read_text("utf-8"))[::12]),
]

QUICK = settings(max_examples=120, suppress_health_check=list(HealthCheck))
LONG = settings(max_examples=6_000, suppress_health_check=list(HealthCheck))


# --- what must hold -----------------------------------------------------------------------------------------------


def handled(read: Callable[[], object]) -> bool:
    """Whether it was read; what is not must be refused in words that can be printed."""
    try:
        read()
    except InputError as error:
        error_document(error)
        return False
    return True


def check_record(data: bytes | str) -> None:
    taken: list[Record] = []
    if handled(lambda: taken.append(read_record(data))):
        [record] = taken
        handled(lambda: json.dumps(replay(record).to_json(), allow_nan=False))
        handled(lambda: verify_deals(record))
        canonical = write_record(record)
        canonical.encode("utf-8")
        again = read_record(canonical)
        assert write_record(again) == canonical


def check_sheet(data: bytes | str) -> None:
    def read() -> None:
        sheet = read_sheet(data)
        json.dumps(sheet.report.to_json(), allow_nan=False)
        for warned in sheet.warnings:
            error_document(InputError("rule_override", reason=warned.doubt.code))

    handled(read)


# --- spoiling -----------------------------------------------------------------------------------------------------

NUMBERS = st.one_of(
    st.sampled_from([0, 1, 2, 3, 4, -1, 12, 10**9, 10**9 + 1, 2**63, -(10**30), 10**400]),
    st.integers(-5, 45),
    st.floats(allow_nan=False, allow_infinity=False),
)
WORDS = st.one_of(
    st.sampled_from(["3c", "10c", "T♣", "4♣", "8d", "Kx", "32", "é", "", " ", "\ud800", "\x00", "a|b", "x" * 200]),
    st.sampled_from(["play", "hide", "call", "accept", "sign", "sit", "pause", "ruling", "tento", "redeal", "adjust"]),
    st.sampled_from(["truco-masters-2025", "faraes-2023-tranca", "carteado-record/1", "2025-10-25T14:00:00Z"]),
    st.sampled_from(["deck.without", "iron.value", "__class__.x", "pile.two_on_top", "{value}", "{0}", "{", "00" * 32]),
    st.text(max_size=8),
)
SCALARS = st.one_of(st.none(), st.booleans(), NUMBERS, WORDS)
JUNK = st.recursive(
    SCALARS,
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(WORDS, inner, max_size=4)),
    max_leaves=6,
)
KNOWN_KEYS = [
    *("seat", "act", "card", "value", "position", "pair", "points", "article", "ruling", "at", "dealer", "score"),
    *("start", "fair", "deal", "actions", "hands", "vira", "target", "table", "match", "overrides", "_x", "luck"),
]

Place = tuple[Any, Any]
"""A container of a document, and a key or index into it."""


def places(document: Any) -> Iterator[Place]:
    if isinstance(document, dict | list):
        for key in list(document) if isinstance(document, dict) else range(len(document)):
            yield document, key
            yield from places(document[key])


def spoil(draw: Callable[[st.SearchStrategy[Any]], Any], document: Any) -> Any:
    """One thing deleted, replaced, doubled, wrapped, emptied, renamed, moved or added, anywhere."""
    found = list(places(document))
    if not found:
        return draw(JUNK)
    inside, key = found[draw(st.integers(0, len(found) - 1))]
    match draw(st.sampled_from(["delete", "replace", "replace", "double", "wrap", "empty", "rename", "move", "add"])):
        case "delete":
            del inside[key]
        case "replace":
            inside[key] = draw(JUNK)
        case "double" if isinstance(inside, list):
            inside.insert(key, copy.deepcopy(inside[key]))
        case "wrap":
            inside[key] = [inside[key]]
        case "empty":
            inside[key] = type(inside[key])() if isinstance(inside[key], dict | list | str) else None
        case "rename" if isinstance(inside, dict):
            inside[draw(st.one_of(st.sampled_from(KNOWN_KEYS), WORDS))] = inside.pop(key)
        case "move":
            other, elsewhere = found[draw(st.integers(0, len(found) - 1))]
            inside[key] = copy.deepcopy(other[elsewhere])
        case _:
            if isinstance(inside, dict):
                inside[draw(st.sampled_from(KNOWN_KEYS))] = draw(JUNK)
    return document


@st.composite
def spoilt_records(draw: st.DrawFn) -> Any:
    document = copy.deepcopy(draw(st.sampled_from(RECORDS)))
    for _ in range(draw(st.integers(1, 4))):
        document = spoil(draw, document)
    return document


@st.composite
def spoilt_sheets(draw: st.DrawFn) -> Any:
    document = copy.deepcopy(SHEET)
    for _ in range(draw(st.integers(1, 4))):
        document = spoil(draw, document)
    return document


PIECES = [b"NaN", b"1e999", b"-Infinity", b'"\\ud800"', b"[[[[", b"{}", b'"a":1,"a":2', b"null", b"\xc3", b"\xff"]


@st.composite
def spoilt_texts(draw: st.DrawFn) -> bytes:
    """The bytes of a record with some of them changed, cut out, repeated or put in."""
    text = json.dumps(draw(st.sampled_from(RECORDS[:2])), ensure_ascii=draw(st.booleans())).encode()
    for _ in range(draw(st.integers(1, 5))):
        at = draw(st.integers(0, len(text)))
        until = min(len(text), at + draw(st.integers(0, 12)))
        new = draw(
            st.one_of(
                st.binary(max_size=4),
                st.sampled_from(
                    [b"NaN", b"1e999", b"-Infinity", b'"\\ud800"', b"[[[[", b"{}", b'"a":1,"a":2', b"null"]
                ),
                st.just(text[at:until] * 2),
            )
        )
        text = text[:at] + new + text[until:]
    return text


@given(spoilt_records())
@QUICK
def test_spoilt_records(document: Any) -> None:
    check_record(json.dumps(document))


@pytest.mark.slow
@given(spoilt_records())
@LONG
def test_many_spoilt_records(document: Any) -> None:
    check_record(json.dumps(document))


@given(spoilt_sheets())
@QUICK
def test_spoilt_sheets(document: Any) -> None:
    check_sheet(json.dumps(document))


@pytest.mark.slow
@given(spoilt_sheets())
@LONG
def test_many_spoilt_sheets(document: Any) -> None:
    check_sheet(json.dumps(document))


@given(spoilt_texts())
@QUICK
def test_spoilt_bytes(data: bytes) -> None:
    check_record(data)
    check_sheet(data)


@pytest.mark.slow
@given(spoilt_texts())
@LONG
def test_many_spoilt_bytes(data: bytes) -> None:
    check_record(data)
    check_sheet(data)


@given(JUNK)
@QUICK
def test_any_document_at_all(document: Any) -> None:
    check_record(json.dumps(document))
    check_sheet(json.dumps(document))


# --- the same, systematically -------------------------------------------------------------------------------------


def test_a_record_cut_off_at_every_byte() -> None:
    data = json.dumps(SMALL, ensure_ascii=False).encode()
    assert len(data) < 600
    for length in range(len(data)):
        with pytest.raises(InputError) as error:
            read_record(data[:length])
        error_document(error.value)


STRANGERS: list[Any] = [None, True, False, 0, -1, 4, 1.5, 10**400, "", "x", [], {}, [[]], [None], {"a": None}, "\ud800"]


def variations(document: Any) -> Iterator[Any]:
    """The document with each value in turn taken out, and replaced by each stranger."""
    for number in range(len(list(places(document)))):
        for stranger in STRANGERS:
            changed = copy.deepcopy(document)
            inside, key = list(places(changed))[number]
            inside[key] = stranger
            yield changed
        changed = copy.deepcopy(document)
        inside, key = list(places(changed))[number]
        del inside[key]
        yield changed


def test_every_value_of_a_small_record_replaced_by_every_stranger() -> None:
    for document in variations(SMALL):
        check_record(json.dumps(document))


def test_every_value_of_a_sheet_replaced_by_every_stranger() -> None:
    for document in variations(SHEET):
        check_sheet(json.dumps(document))


@pytest.mark.slow
def test_every_value_of_the_rich_record_replaced_by_every_stranger() -> None:
    for document in variations(rich_record()):
        check_record(json.dumps(document))


def test_every_value_null() -> None:
    def emptied(document: Any) -> Any:
        if isinstance(document, dict):
            return {key: emptied(value) for key, value in document.items()}
        return [emptied(value) for value in document] if isinstance(document, list) else None

    for document in RECORDS:
        check_record(json.dumps(emptied(document)))


@pytest.mark.parametrize("depth", [1, 2, 10, 100, 200])
@pytest.mark.parametrize("place", ["notes", "seats", "hands", "overrides", "target", "table", "first_dealer", "_x"])
@pytest.mark.parametrize(("opening", "closing"), [("[", "]"), ('{"a":', "}")])
def test_nested_values_anywhere(place: str, depth: int, opening: str, closing: str) -> None:
    nested = opening * depth + "1" + closing * depth
    check_record(json.dumps(heading(**{place: "@"})).replace('"@"', nested))
    check_sheet(json.dumps({**SHEET, place: "@"}).replace('"@"', nested))


@pytest.mark.parametrize("depth", [995, 5_000, 100_000])
@pytest.mark.parametrize("place", ["notes", "hands", "_x"])
def test_nested_values_too_deep_to_be_read(place: str, depth: int) -> None:
    nested = "[" * depth + "]" * depth
    for read in (read_record, read_sheet):
        with pytest.raises(InputError) as error:
            read(json.dumps(heading(**{place: "@"})).replace('"@"', nested))
        assert error.value.code == "too_deep"
        error_document(error.value)


def test_every_card_missing_or_doubled_in_turn() -> None:
    for number in range(4):
        for position in range(3):
            for stranger in (None, "3c", "Qd", "4c", "8c", "9c"):
                deal = copy.deepcopy(DEAL)
                if stranger is None:
                    del deal["hands"][number][position]
                else:
                    deal["hands"][number][position] = stranger
                same = deal == DEAL
                document = heading(hands=[{"deal": deal, "actions": []}])
                assert handled(lambda document=document: replay(read_record(json.dumps(document)))) is same  # type: ignore[misc]


def test_a_key_doubled_anywhere() -> None:
    text = json.dumps(rich_record())
    for key in ('"seats"', '"deal"', '"vira"', '"act"', '"value"', '"_note"', '"by"', '"points"'):
        doubled = text.replace(key, f"{key}: 1, {key}", 1)
        with pytest.raises(InputError) as error:
            read_record(doubled)
        assert error.value.code == "duplicate_key"
        assert error_document(error.value)["message"]

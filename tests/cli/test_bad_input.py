"""Files that nobody should have written: each is refused with what is wrong and where, and never with a traceback."""

import json
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from carteado.fair import DRAW_FORMAT
from carteado.record.reading import SIZE_LIMIT_MIB
from tests.cli.command import carteado, process
from tests.cli.records import (
    CALLED_AND_REFUSED,
    WHOLE_MATCH,
    Place,
    a_hand,
    a_record,
    act,
    as_bytes,
    full_record,
    nested,
    paths,
    spelled,
    with_value,
)
from tests.fair.tables import a_protocol

READERS = ("replay", "score", "verify", "standings")

RECORD = as_bytes(a_record(a_hand(WHOLE_MATCH), match="m-1"))
SHEET = as_bytes({"regulation": "truco-masters-2025", "hands": [{"winner": 0, "value": 3}]})
NOISE = random.Random(1).randbytes(4096)

NOT_DOCUMENTS = {
    "empty": b"",
    "blank": b" \n\t ",
    "null": b"null",
    "number": b"3",
    "text": b'"record"',
    "true": b"true",
    "list": b"[]",
    "object": b"{}",
    "words": b"Ana e Bia ganharam",
    "html": b"<!doctype html><title>404</title>",
    "binary": NOISE,
    "nul": b"\0" * 1000,
    "utf_16": RECORD.decode().encode("utf-16"),
    "latin_1": RECORD.replace(b"Ana", "Antônio".encode("latin-1")),
    "byte_order_mark": b"\xef\xbb\xbf" + RECORD,
    "half_a_character": RECORD.replace(b"Ana", b"\xf0\x9f\x98"),
    "raw_surrogate": RECORD.replace(b"Ana", b"\xed\xa0\x80"),
    "escaped_surrogate": RECORD.replace(b"Ana", b"\\ud800"),
    "escaped_surrogate_in_capitals": RECORD.replace(b"Ana", b"\\UD800".replace(b"U", b"u")),
    "surrogates_in_the_wrong_order": RECORD.replace(b"Ana", b"\\ude00\\ud83d"),
    "surrogate_in_a_key": RECORD.replace(b'"seats"', b'"_\\udc00": 1, "seats"'),
    "line_break_in_a_text": RECORD.replace(b"Ana", b"A\nna"),
    "not_a_number": RECORD.replace(b'"first_dealer": 3', b'"first_dealer": NaN'),
    "infinity": RECORD.replace(b'"first_dealer": 3', b'"first_dealer": Infinity'),
    "minus_infinity": RECORD.replace(b'"first_dealer": 3', b'"_x": -Infinity, "first_dealer": 3'),
    "beyond_all_floats": RECORD.replace(b'"first_dealer": 3', b'"_x": 1e999, "first_dealer": 3'),
    "five_thousand_digits": RECORD.replace(b'"first_dealer": 3', b'"first_dealer": ' + b"3" * 5000),
    "leading_zero": RECORD.replace(b'"first_dealer": 3', b'"first_dealer": 03'),
    "single_quotes": RECORD.replace(b'"', b"'"),
    "comment": RECORD.replace(b"{", b"{ /* final */", 1),
    "comma_too_many": RECORD[:-1] + b",}",
    "two_documents": RECORD + RECORD,
    "rubbish_after": RECORD + b"\x1a",
    "key_twice": RECORD.replace(b'"first_dealer": 3', b'"first_dealer": 3, "first_dealer": 3'),
    "key_twice_deep_inside": RECORD.replace(b'"vira": "6d"', b'"vira": "6d", "vira": "6d"'),
    "lists_without_end": b"[" * 100_000,
    "objects_without_end": b'{"a":' * 100_000,
    "lists_that_end": b"[" * 100_000 + b"]" * 100_000,
    "lists_near_the_limit": b"[" * 990 + b"]" * 990,
    "million_of_everything": b'[{"a":' * 500_000,
}


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("name", NOT_DOCUMENTS)
def test_what_is_no_document_is_told_in_both_languages(name: str, reader: str) -> None:
    data = NOT_DOCUMENTS[name]
    pt, en = (carteado(reader, "-", stdin=data, lang=lang) for lang in ("pt", "en"))
    for ran in (pt, en):
        assert (ran.code, ran.out) == (2, "")
        assert ran.err.startswith("carteado: ")
        assert ran.err.count("\n") == 1
        assert len(ran.err) < 500
    assert pt.err != en.err
    error = carteado(reader, "-", "--json", stdin=data).error
    assert (error["rule"], error["hand"], error["action"]) == (None, None, None)


@pytest.mark.parametrize(
    ("data", "place"),
    [
        (RECORD[:100], "line 1, column"),
        (b'{\n "format": }', "line 2, column 12"),
        (RECORD.replace(b"Ana", b"\xff"), "byte"),
        (NOT_DOCUMENTS["key_twice_deep_inside"], "vira"),
        (NOT_DOCUMENTS["not_a_number"], "NaN"),
    ],
)
def test_the_place_is_told(data: bytes, place: str) -> None:
    assert place in carteado("replay", "-", stdin=data).err


@pytest.mark.parametrize("reader", READERS)
def test_a_truncated_file_at_every_place(reader: str) -> None:
    data = SHEET if reader == "score" else RECORD
    for length in (*range(0, len(data), 29), len(data) - 1):
        ran = carteado(reader, "-", "--json", stdin=data[:length])
        assert "JSON" in ran.error["message"]


@pytest.mark.parametrize("reader", READERS)
def test_a_file_over_the_limit(reader: str, tmp_path: Path) -> None:
    file = tmp_path / "huge.json"
    with file.open("wb") as sink:
        sink.truncate((SIZE_LIMIT_MIB + 1) * 1024 * 1024)
    message = carteado(reader, str(file), "--json").error["message"]
    assert f"{SIZE_LIMIT_MIB} MiB" in message


def test_stdin_over_the_limit() -> None:
    data = b'{"format": "' + b"x" * (SIZE_LIMIT_MIB * 1024 * 1024) + b'"}'
    assert f"{SIZE_LIMIT_MIB} MiB" in process("replay", "-", "--json", stdin=data).error["message"]


def test_many_keys_do_not_take_forever() -> None:
    keys = ", ".join(f'"k{number}": 0' for number in range(60_000))
    data = f'{{{keys}, "twice": 0, "twice": 1}}'.encode()
    assert "twice" in process("replay", "-", "--json", stdin=data, timeout=15).error["message"]


@pytest.mark.parametrize("reader", READERS)
def test_files_that_cannot_be_read(reader: str, tmp_path: Path) -> None:
    for path in (tmp_path / "missing.json", tmp_path, tmp_path / "a" / "b", Path(), Path("x" * 5000), Path("a\0b")):
        pt, en = (carteado(reader, str(path), lang=lang) for lang in ("pt", "en"))
        assert (pt.code, pt.out, en.code, en.out) == (2, "", 2, "")
        assert pt.err != en.err
        error = carteado(reader, str(path), "--json").error
        assert str(path) in error["message"]


def test_a_file_that_may_not_be_read(tmp_path: Path) -> None:
    file = tmp_path / "record.json"
    file.write_bytes(RECORD)
    file.chmod(0)
    ran = carteado("replay", str(file))
    assert ran.code == 2 or "12" in ran.out  # a superuser may read it all the same
    assert (ran.code == 0) != (str(file) in ran.err)


# --- well-formed, but not what it should be -----------------------------------------------------------------------

FULL = full_record()
PLACES = list(paths(FULL))
FREE = [place for place in PLACES if any(isinstance(key, str) and key.startswith("_") for key in place)]
"""Whatever stands under a key with ``_`` is not ours."""


@pytest.mark.parametrize("wrong", [{"?": 1}, 10**30, "?", True], ids=repr)
def test_a_wrong_type_anywhere_is_told_with_its_path(wrong: object) -> None:
    told = 0
    for place in PLACES:
        ran = carteado("replay", "-", "--json", stdin=as_bytes(with_value(FULL, place, wrong)))
        if ran.code != 2:
            assert place in FREE or _may_stand(place, wrong)
            continue
        told += 1
        error = ran.error
        if error["rule"] is None and error["where"] is not None and place not in (("seats",), ("regulation",)):
            assert _is_at(error["where"], spelled(place))
        if place[:1] == ("hands",) and len(place) > 1:
            assert error["hand"] == 0
        if place[:3] == ("hands", 0, "actions") and len(place) > 3:
            assert error["action"] == place[3]
    assert told > len(PLACES) / 2


def _is_at(where: str, place: str) -> bool:
    """The place itself, what holds it or what it holds; an override is named by its key."""
    return place.startswith(where) or where.startswith(place) or ("overrides" in place and ": " in where)


def _may_stand(place: Place, wrong: object) -> bool:
    """Texts are free in some places, and a table may have any number."""
    last = place[-1] if place else ""
    if isinstance(wrong, str):
        texts = {"match", "event", "phase", "date", "notes", "table", "sign", "player", "article", "reason", "by"}
        return last in texts or place[:1] == ("seats",)
    return wrong == 10**30 and last == "table"


BRACKETS = [("[", "]"), ('{"a":', "}")]


@pytest.mark.parametrize("reader", ["replay", "verify"])
def test_nesting_anywhere_in_a_record(reader: str) -> None:
    """Whether it is too deep to be read or only to be there, nothing on the way may lose itself in it."""
    for number, place in enumerate(PLACES if reader == "replay" else PLACES[::4]):
        for depth in (24, 450, 985 + number % 10):
            opening, closing = BRACKETS[(number + depth) % 2]
            data = nested(FULL, place, depth, opening=opening, closing=closing)
            ran = carteado(reader, "-", "--json", stdin=data)
            assert ran.code == 2 or place in FREE
            assert ran.code != 2 or len(ran.error["message"]) < 500


@pytest.mark.parametrize(("opening", "closing"), BRACKETS, ids=["lists", "objects"])
def test_a_hundred_thousand_levels_deep_inside(opening: str, closing: str) -> None:
    for place in PLACES[:: len(PLACES) // 20]:
        data = nested(FULL, place, 100_000, opening=opening, closing=closing)
        assert carteado("replay", "-", "--json", stdin=data).error["rule"] is None


def test_nesting_anywhere_in_a_draw() -> None:
    protocol = a_protocol(entrants=("a", "b", "caio-davi", "ana-bia", "edu-fabi", "gil-hugo", "iara-joão", "zé-téo"))
    for number, place in enumerate(paths(protocol)):
        for depth in (24, 985 + number % 10):
            opening, closing = BRACKETS[(number + depth) % 2]
            data = nested(protocol, place, depth, opening=opening, closing=closing)
            assert carteado("verify", "-", "--json", stdin=data).code in (1, 2)


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (("format",), "carteado-record/2"),
        (("format",), None),
        (("regulation",), "truco"),
        (("regulation",), "../truco-masters-2025"),
        (("seats",), []),
        (("seats",), ["Ana", "Bia", "Caio"]),
        (("seats", 2), ""),
        (("seats", 2), " "),
        (("first_dealer",), 4),
        (("first_dealer",), "3"),
        (("first_dealer",), 3.0),
        (("first_dealer",), True),
        (("target",), 0),
        (("overrides", "match.target"), 9),
        (("overrides", "match.target", "by"), ""),
        (("overrides", "match.target", "value"), -1),
        (("overrides", "match.colour"), {"value": 1, "by": "x"}),
        (("hands", 0, "deal", "vira"), "6x"),
        (("hands", 0, "deal", "vira"), "6D"),
        (("hands", 0, "deal", "vira"), "10"),
        (("hands", 0, "deal", "hands", 1, 2), None),
        (("hands", 0, "deal", "stock"), []),
        (("hands", 0, "dealer"), 4),
        (("hands", 0, "score"), [1]),
        (("hands", 0, "score"), [1, 2, 3]),
        (("hands", 0, "score", 1), "3"),
        (("hands", 0, "start"), 0),
        (("hands", 0, "fair"), []),
        (("hands", 0, "fair", "commitment"), "0" * 63),
        (("hands", 0, "fair", "seed"), "A" * 64),
        (("hands", 0, "fair", "cuts", 0), -1),
        (("hands", 0, "fair", "burn"), True),
        (("hands", 0, "fair", "salt"), 1),
        (("hands", 0, "actions", 0, "act"), "win"),
        (("hands", 0, "actions", 0, "act"), "ruling"),
        (("hands", 0, "actions", 0, "act"), "pass"),
        (("hands", 0, "actions", 0, "seat"), None),
        (("hands", 0, "actions", 0, "seat"), 4),
        (("hands", 0, "actions", 0, "seat"), False),
        (("hands", 0, "actions", 0, "position"), 10**10),
        (("hands", 0, "actions", 0, "speed"), 3),
        (("hands", 0, "actions", 4, "value"), 3.0),
        (("hands", 0, "actions", 4, "at"), "yesterday"),
        (("hands", 0, "actions", 4, "at"), "2025-10-25T14:00:00-03:00"),
        (("hands", 0, "actions", 8, "seat"), 0),
        (("hands", 0, "actions", 10, "pair"), 2),
        (("hands", 0, "actions", 10, "ruling"), "lunch"),
        (("hands", 0, "actions", 10, "seat"), 1),
        (("hands", 0, "actions", 11, "points"), 10**10),
        (("hands", 0, "actions", 11, "reason"), ""),
        (("dealer_draw", 0, 1), "x"),
        (("dealer_draw",), "3c"),
        (("dealer_draw",), []),
        (("match",), 7),
        (("table",), [1]),
        (("favourite_card",), "7c"),
    ],
    ids=lambda value: spelled(value) if isinstance(value, tuple) else repr(value)[:20],
)
def test_one_wrong_value(place: Place, value: object) -> None:
    data = as_bytes(with_value(FULL, place, value))
    ran = carteado("replay", "-", "--json", stdin=data)
    error = ran.error
    if place[:3] == ("hands", 0, "actions"):
        assert (error["hand"], error["action"]) == (0, place[3])
    elif place[:2] == ("hands", 0):
        assert (error["hand"], error["action"]) == (0, None)
    plain = carteado("replay", "-", stdin=data)
    assert (plain.code, plain.out, plain.err) == (2, "", ran.err)


@pytest.mark.parametrize(
    "key", ["format", "regulation", "seats", "hands", "deal", "actions", "vira", "act", "seat", "card"]
)
def test_a_missing_key_is_named(key: str) -> None:
    def without(value: object) -> object:
        if isinstance(value, dict):
            return {name: without(one) for name, one in value.items() if name != key}
        return [without(one) for one in value] if isinstance(value, list) else value

    record = without(a_record(a_hand([act(0, "play", card="Kh")])))
    assert key in carteado("replay", "-", "--json", stdin=as_bytes(record)).error["message"]


def test_the_first_dealer_must_come_from_somewhere() -> None:
    record = a_record()
    del record["first_dealer"]
    assert "first_dealer" in carteado("replay", "-", "--json", stdin=as_bytes(record)).error["message"]


def test_a_start_belongs_to_the_first_hand_only() -> None:
    record = a_record(a_hand(CALLED_AND_REFUSED), a_hand(start=[1, 0]))
    error = carteado("replay", "-", "--json", stdin=as_bytes(record)).error
    assert (error["where"], error["hand"]) == ("hands[1].start", 1)


def test_long_texts_are_quoted_short() -> None:
    for place in (("regulation",), ("format",), ("hands", 0, "deal", "vira"), ("hands", 0, "actions", 0, "act")):
        ran = carteado("replay", "-", stdin=as_bytes(with_value(FULL, place, "x" * 100_000)))
        assert ran.code == 2
        assert len(ran.err) < 500
    ran = carteado("replay", "-", stdin=as_bytes({**FULL, "k" * 100_000: 1}))
    assert len(ran.err) < 500


def test_braces_and_brackets_in_a_value_are_only_text() -> None:
    for text in ("{value}", "{0}", "{", "[bold]", "%s", "\\"):
        assert (
            text
            in carteado("replay", "-", "--json", stdin=as_bytes(with_value(FULL, ("regulation",), text))).error[
                "message"
            ]
        )


# --- what nobody thought of ---------------------------------------------------------------------------------------

SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text()
ANYTHING = st.recursive(
    SCALARS | st.sampled_from(["4c", "6d", "play", "ruling", 0, 1, 3, 12]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=8,
)


@settings(max_examples=120, derandomize=True, database=None)
@given(place=st.sampled_from(PLACES), value=ANYTHING, reader=st.sampled_from(READERS))
def test_anything_anywhere_ends_in_an_exit_code(place: Place, value: object, reader: str) -> None:
    ran = carteado(reader, "-", "--json", stdin=as_bytes(with_value(FULL, place, value)))
    assert ran.code in (0, 1, 2)
    assert ran.document
    assert ran.code != 2 or ran.error["message"]


@settings(max_examples=120, derandomize=True, database=None)
@given(data=st.data())
def test_scribbled_bytes_end_in_an_exit_code(data: st.DataObject) -> None:
    text = bytearray(as_bytes(FULL))
    for _ in range(data.draw(st.integers(1, 6))):
        text[data.draw(st.integers(0, len(text) - 1))] = data.draw(st.sampled_from(b'{}[]",:0123456789\\ue-.nKh\xff\0'))
    for reader in READERS:
        ran = carteado(reader, "-", "--json", stdin=bytes(text))
        assert ran.code in (0, 1, 2)
        assert ran.document


def test_a_draw_is_no_record_and_a_record_no_draw() -> None:
    assert carteado("replay", "-", "--json", stdin=as_bytes(a_protocol())).error["rule"] is None
    for kind in (None, 1, list[int](), "carteado-record/2", "carteado-draw/2"):
        assert carteado("verify", "-", "--json", stdin=as_bytes({**FULL, "format": kind})).error["where"] == "format"
    assert carteado("verify", "-", stdin=json.dumps({"format": DRAW_FORMAT})).code == 2


def test_as_a_process(tmp_path: Path) -> None:
    assert process("replay", "-", "--json", stdin=b"[" * 100_000, lang="pt").error["rule"] is None
    assert process("score", str(tmp_path)).code == 2
    assert process("verify", "-", stdin=NOISE).code == 2

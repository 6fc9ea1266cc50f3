"""What the program says: all languages say the same, and everything the code can say has its sentence.

The code is read, not run: calls of ``forbidden_by``, ``InputError`` and their kin are found in the source.
"""

import ast
import enum
import re
import string
import types
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple, get_args, get_origin

import pytest

import carteado
from carteado.cards import Card
from carteado.record import InputError
from carteado.regulation import (
    LANGUAGES,
    Catalogue,
    Entry,
    EventRules,
    MeldsRules,
    Stated,
    TrucoRules,
    available,
    catalogue,
    load,
)
from carteado.regulation.schema import fields_of, section_type

SOURCES = Path(carteado.__file__).parent
PT, EN = catalogue("pt"), catalogue("en")
CATALOGUES = [catalogue(language) for language in LANGUAGES]
Template = str | Mapping[str, str]


def keys_of(*rules: type) -> dict[str, Any]:
    """Every key of these schemas with its type."""
    return {
        f"{section}.{name}": hint
        for cls in rules
        for section, wanted in fields_of(cls).items()
        for name, hint in fields_of(section_type(wanted)[0]).items()
    }


EVERY_KEY = keys_of(TrucoRules, MeldsRules, EventRules)


def fields_in(template: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(template) if name is not None}


def variants(template: Template) -> Mapping[str, str]:
    return {"": template} if isinstance(template, str) else template


# --- the two catalogues -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("table", ["sections", "keys", "refusals", "errors"])
@pytest.mark.parametrize("words", CATALOGUES, ids=LANGUAGES)
def test_every_language_has_the_same_entries(words: Catalogue, table: str) -> None:
    assert set(getattr(words, table)) == set(getattr(EN, table))


@pytest.mark.parametrize("table", ["keys", "refusals", "errors"])
@pytest.mark.parametrize("words", CATALOGUES, ids=LANGUAGES)
def test_every_language_has_the_same_blanks_in_each_sentence(words: Catalogue, table: str) -> None:
    for code, template in getattr(words, table).items():
        sentence, english = variants(template), variants(getattr(EN, table)[code])
        assert {name for name in set(sentence) ^ set(english) if not name.isdecimal()} == set(), code
        blanks = [{blank for one in said.values() for blank in fields_in(one)} for said in (sentence, english)]
        assert blanks[0] == blanks[1], code


@pytest.mark.parametrize("words", CATALOGUES, ids=LANGUAGES)
def test_no_sentence_is_empty(words: Catalogue) -> None:
    said: list[Mapping[str, Template]] = [words.sections, words.keys, words.values, words.refusals, words.errors]
    for table in said:
        for code, template in table.items():
            assert all(one.strip() == one != "" for one in variants(template).values()), code


# --- rules --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("regulation_id", available())
def test_every_rule_of_every_regulation_is_told(regulation_id: str, language: str) -> None:
    words = catalogue(language)
    for entry in load(regulation_id).entries():
        told = words.rule(entry)
        assert told
        assert not fields_in(told), entry.key
        assert words.sections[entry.key.split(".")[0]]


def values_for(hint: Any) -> Iterator[object]:
    """Values that an override may give a key of that type."""
    if hint is Stated:
        yield Stated.STATED
    elif hint is bool:
        yield from (True, False)
    elif hint is int:
        yield from (0, 1, 3)
    elif isinstance(hint, type) and issubclass(hint, enum.StrEnum):
        yield from hint
    elif get_origin(hint) is tuple:
        yield ()
        yield tuple(values_for(get_args(hint)[0]))
    elif get_origin(hint) is Mapping:
        yield {}
        yield types.MappingProxyType({"A": next(values_for(get_args(hint)[1]))})
    else:
        yield {str: "BR"}.get(hint, "2025-10-25")


@pytest.mark.parametrize("words", CATALOGUES, ids=LANGUAGES)
def test_every_value_that_a_key_may_take_is_told(words: Catalogue) -> None:
    citation = load("truco-masters-2025").citation("match.target")
    for key, hint in EVERY_KEY.items():
        for value in values_for(hint):
            assert words.rule(Entry(key, value, citation)), (key, value)


@pytest.mark.parametrize("words", CATALOGUES, ids=LANGUAGES)
def test_a_sentence_of_a_rule_has_no_other_blank_than_its_value(words: Catalogue) -> None:
    for key, template in words.keys.items():
        for variant, one in variants(template).items():
            assert fields_in(one) <= {"value"}, (key, variant)
        if EVERY_KEY[key] is Stated:
            assert not any(fields_in(one) for one in variants(template).values()), f"{key} has no value to tell"


@pytest.mark.parametrize("words", CATALOGUES, ids=LANGUAGES)
def test_a_table_of_sentences_is_by_values_of_that_key(words: Catalogue) -> None:
    for key, template in words.keys.items():
        hint = EVERY_KEY[key]
        if isinstance(template, str):
            continue
        if hint is bool:
            assert set(template) == {"true", "false"}, key
        elif isinstance(hint, type) and issubclass(hint, enum.StrEnum):
            assert set(template) - {"other"} <= {str(one) for one in hint}, key
        else:
            numbers = {name for name in template if name.isdecimal()} if hint is int else {"empty"}
            assert "other" in template, key
            assert set(template) <= numbers | {"other"}, key


def test_every_key_told_is_a_key_of_some_schema_and_every_key_is_told() -> None:
    assert set(PT.keys) == set(EVERY_KEY)
    sections = {key.split(".")[0] for key in EVERY_KEY}
    assert set(PT.sections) == sections


# --- what the code can say ----------------------------------------------------------------------------------------


class NamedSentence(NamedTuple):
    """A call in the source that names a sentence: its code, what fills its blanks and, in a refusal, the key."""

    place: str
    table: str
    code: str
    filled: frozenset[str] | None
    key: str | None = None


RESERVED = frozenset({"where", "hand", "action"})
"""Arguments of InputError that are not details."""


def text_in(node: ast.expr | None) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def filled_by(call: ast.Call) -> frozenset[str] | None:
    """The names of the keyword arguments; None when some are only known when the program runs."""
    names = [keyword.arg for keyword in call.keywords]
    return None if None in names else frozenset(name for name in names if name is not None)


def sentences_in(path: Path) -> Iterator[NamedSentence]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call) and (said := _sentence_of_call(node, path)):
            yield said


def _sentence_of_call(call: ast.Call, path: Path) -> NamedSentence | None:
    place = f"{path.relative_to(SOURCES)}:{call.lineno}"
    name = call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")
    texts = [text_in(argument) for argument in call.args] + [None] * 3
    filled = filled_by(call)
    if name in ("forbidden_by", "Refusal") and texts[1]:
        return NamedSentence(place, "refusals", texts[1], filled, texts[0])
    if name == "out_of_order" and texts[0]:
        return NamedSentence(place, "refusals", texts[0], filled)
    if name == "RegulationError" and texts[2]:
        return NamedSentence(place, "errors", texts[2], filled)
    if name in ("InputError", "wrong") and texts[0]:
        return NamedSentence(place, "errors", texts[0], None if filled is None else filled - RESERVED)
    if name == "expected" and texts[0]:
        return NamedSentence(place, "errors", f"expected_{texts[0]}", None if filled is None else filled | {"value"})
    if name == "Problem" and texts[1] and "regulation" in path.parts:
        return NamedSentence(place, "errors", texts[1], _details_of(call), texts[0])
    return None


def _details_of(call: ast.Call) -> frozenset[str] | None:
    if len(call.args) < 3:
        return frozenset()
    names = [text_in(key) for key in call.args[2].keys] if isinstance(call.args[2], ast.Dict) else [None]
    return None if None in names else frozenset(name for name in names if name is not None)


MODULES = sorted(SOURCES.rglob("*.py"))
EVERYTHING_SAID = [said for path in MODULES for said in sentences_in(path)]


def test_the_calls_are_found() -> None:
    codes = {said.code for said in EVERYTHING_SAID}
    assert {"not_on_turn", "expected_seat", "unknown_key", "not_yet", "ladder_must_rise", "bad_json"} <= codes
    assert len(EVERYTHING_SAID) > 150


@pytest.mark.parametrize("words", CATALOGUES, ids=LANGUAGES)
def test_everything_the_code_says_has_its_sentence(words: Catalogue) -> None:
    missing = [said for said in EVERYTHING_SAID if said.code not in getattr(words, said.table)]
    assert missing == []


@pytest.mark.parametrize("words", CATALOGUES, ids=LANGUAGES)
def test_every_blank_of_a_sentence_is_filled(words: Catalogue) -> None:
    left_open = [
        (said, sorted(blanks - said.filled))
        for said in EVERYTHING_SAID
        if said.filled is not None
        if (blanks := fields_in(getattr(words, said.table).get(said.code, ""))) - said.filled
    ]
    assert left_open == []


def test_no_detail_of_a_regulation_error_is_taken_for_something_else() -> None:
    """Details travel as keyword arguments, through RegulationError into InputError."""
    taken = RESERVED | {"self", "source", "key", "code"}
    assert [said for said in EVERYTHING_SAID if "regulation" in said.place and (said.filled or set()) & taken] == []


def test_every_key_that_the_code_refuses_by_is_in_a_schema() -> None:
    assert [said for said in EVERYTHING_SAID if said.key is not None and said.key not in EVERY_KEY] == []


ENGINES = {"truco": keys_of(TrucoRules), "melds": keys_of(MeldsRules)}
A_KEY = re.compile(r"[a-z][a-z_]*\.[a-z][a-z_]*")
KEYS_NAMED = re.compile(r"\bKeys?: ([^\n]*(?:\n[^\n]+)*)")


def keys_named_in(path: Path) -> Iterator[tuple[str, str]]:
    """The keys that an engine module names, in its code and after ``Keys:`` in its docstrings."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if not isinstance(node, ast.Constant) or not isinstance(node.value, str):
            continue
        place = f"{path.relative_to(SOURCES)}:{node.lineno}"
        if A_KEY.fullmatch(node.value):
            yield place, node.value
        for named in KEYS_NAMED.findall(node.value):
            yield from ((place, key) for key in A_KEY.findall(named))


def keys_named_by(engine: str) -> list[tuple[str, str]]:
    return [one for path in sorted((SOURCES / engine).rglob("*.py")) for one in keys_named_in(path)]


def test_the_keys_that_an_engine_names_are_found() -> None:
    assert {"rounds.order", "ties.all_rounds", "iron.packet"} <= {key for _, key in keys_named_by("truco")}


@pytest.mark.parametrize("engine", ENGINES)
def test_every_key_that_an_engine_names_is_in_its_schema(engine: str) -> None:
    assert [(place, key) for place, key in keys_named_by(engine) if key not in ENGINES[engine]] == []


def test_a_sentence_shows_cards_lists_and_numbers_as_people_write_them() -> None:
    assert (PT.in_words(Card("T", "c")), EN.in_words((Card("A", "h"), Card("2", "d")))) == ("10♣", "A♥ and 2♦")
    assert PT.in_words([1, 3, 6]) == "1, 3 e 6"
    error = InputError("unknown_regulation", where="regulation", value="'x'", choices=["a", "b"])
    assert error.message(PT).startswith("regulation: ")
    assert error.message(EN).endswith("a and b")

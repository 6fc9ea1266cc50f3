"""A regulation file that says anything wrong does not load, and the error names the file and the key."""

import copy
import json
import tomllib
from collections.abc import Callable, Iterator
from datetime import date
from importlib import resources
from typing import Any

import pytest

from carteado.regulation import (
    LANGUAGES,
    EventRules,
    MeldsRules,
    Override,
    RegulationError,
    Stated,
    TrucoRules,
    UnknownRegulation,
    available,
    catalogue,
    load,
    read,
)
from carteado.regulation.schema import fields_of, section_type

TM = "truco-masters-2025"
Tables = dict[str, Any]
GONE = object()
"""In place of a value: takes the key out."""


def tables_of(regulation_id: str) -> Tables:
    file = resources.files("carteado.regulation") / "data" / f"{regulation_id}.toml"
    return tomllib.loads(file.read_text("utf-8"))


FILES = {regulation_id: tables_of(regulation_id) for regulation_id in available()}


def as_toml(value: object) -> str:
    """A value as a TOML file writes it."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {as_toml(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(as_toml(one) for one in value) + "]"
    if isinstance(value, date):
        return value.isoformat()
    return json.dumps(value, ensure_ascii=False)


def file_of(tables: Tables) -> str:
    return "".join(f"{json.dumps(name)} = {as_toml(table)}\n" for name, table in tables.items())


def changed(regulation_id: str, path: tuple[str, ...], value: object) -> str:
    """The file with one value set, added or taken out."""
    tables = copy.deepcopy(FILES[regulation_id])
    inner = tables
    for name in path[:-1]:
        inner = inner[name]
    if value is GONE:
        del inner[path[-1]]
    else:
        inner[path[-1]] = value
    return file_of(tables)


def error_of(regulation_id: str, text: str) -> RegulationError:
    """The error, which names the file and can be told in every language."""
    with pytest.raises(RegulationError) as wrong:
        read(text, source=f"{regulation_id}.toml")
    error = wrong.value
    assert error.source == f"{regulation_id}.toml"
    assert f"{error.source}: {error.key}: " in str(error)
    for language in LANGUAGES:
        assert catalogue(language).regulation_error(error).startswith(f"{error.source}: {error.key}: ")
    return error


def wrong_at(path: tuple[str, ...], value: object, regulation_id: str = TM) -> tuple[str, str]:
    """The key and the code of the error that a changed file gives."""
    error = error_of(regulation_id, changed(regulation_id, path, value))
    return error.key, error.code


def hints_of(regulation_id: str) -> dict[str, Any]:
    """The type of each key that the file has."""
    game = MeldsRules if FILES[regulation_id]["regulation"]["game"] == "melds" else TrucoRules
    sections = {**fields_of(game), **fields_of(EventRules)}
    return {
        f"{section}.{name}": hint
        for section, wanted in sections.items()
        if section in FILES[regulation_id]
        for name, hint in fields_of(section_type(wanted)[0]).items()
    }


@pytest.mark.parametrize("regulation_id", available())
def test_the_files_that_come_with_the_package_load(regulation_id: str) -> None:
    regulation = load(regulation_id)
    assert regulation.id == regulation_id
    assert {entry.key for entry in regulation.entries()} == set(regulation.citations) == set(hints_of(regulation_id))
    assert read(file_of(FILES[regulation_id]), source=f"{regulation_id}.toml") == regulation
    assert set(regulation.title) == set(LANGUAGES)


def test_no_other_regulation_loads() -> None:
    for name in ("", "truco", "../truco-masters-2025", "truco-masters-2025.toml"):
        with pytest.raises(UnknownRegulation):
            load(name)


@pytest.mark.parametrize("text", ["[", "a = ", "x = 1\nx = 2", "\x00", "[deck]\n[deck]\n", 'id = "\\ud800"'])
def test_what_is_not_toml_is_an_error(text: str) -> None:
    assert error_of(TM, text).code == "not_toml"


# --- every key of every file, spoilt in every way -----------------------------------------------------------------

Spoil = Callable[[str, Any, dict[str, Any]], Iterator[tuple[object, str]]]


def without_citation(_key: str, _hint: Any, entry: dict[str, Any]) -> Iterator[tuple[object, str]]:
    uncited = {name: value for name, value in entry.items() if name != "article"}
    yield uncited, "not_cited"
    yield {**uncited, "ruling": "TM-1"}, "not_cited"
    yield {**entry, "article": []}, "not_cited"
    if not isinstance(entry.get("value"), dict):
        yield entry.get("value", True), "not_cited"


def with_a_bad_citation(_key: str, _hint: Any, entry: dict[str, Any]) -> Iterator[tuple[object, str]]:
    yield {**entry, "article": ""}, "not_cited"
    yield {**entry, "article": [14]}, "not_cited"
    yield {**entry, "article": "999"}, "unknown_article"
    yield {**entry, "ruling": 7}, "bad_ruling"


def without_its_value(_key: str, hint: Any, entry: dict[str, Any]) -> Iterator[tuple[object, str]]:
    if hint is Stated:
        yield {**entry, "value": True}, "takes_no_value"
    else:
        yield {name: value for name, value in entry.items() if name != "value"}, "missing_value"


def with_a_value_of_another_type(_key: str, hint: Any, entry: dict[str, Any]) -> Iterator[tuple[object, str]]:
    if hint is Stated:
        return
    words = isinstance(hint, type) and issubclass(hint, str) and hint is not str
    strangers: tuple[object, ...] = ([[]], 1.5, {"a": [1]})
    for stranger in strangers:
        yield {**entry, "value": stranger}, "not_one_of" if words else "wrong_type"
    if hint is int:
        yield {**entry, "value": True}, "wrong_type"


THOROUGHLY = pytest.mark.parametrize("step", [9, pytest.param(1, marks=pytest.mark.slow)])
"""Every ninth key, or every one."""

SPOILS: list[Spoil] = [without_citation, with_a_bad_citation, without_its_value, with_a_value_of_another_type]


@THOROUGHLY
@pytest.mark.parametrize("spoil", SPOILS, ids=lambda spoil: spoil.__name__)
@pytest.mark.parametrize("regulation_id", available())
def test_every_key_is_checked(regulation_id: str, spoil: Spoil, step: int) -> None:
    for key, hint in list(hints_of(regulation_id).items())[::step]:
        section, name = key.split(".")
        for spoilt, code in spoil(key, hint, FILES[regulation_id][section][name]):
            found = wrong_at((section, name), spoilt, regulation_id)
            inside_a_list = code == "wrong_type" and found == (key, "not_one_of")
            assert found == (key, code) or inside_a_list


@THOROUGHLY
@pytest.mark.parametrize("regulation_id", available())
def test_no_key_may_be_missing_and_none_added(regulation_id: str, step: int) -> None:
    for key in list(hints_of(regulation_id))[::step]:
        section, name = key.split(".")
        assert wrong_at((section, name), GONE, regulation_id) == (key, "missing_key")
        assert wrong_at((section, name, "because"), 1, regulation_id) == (f"{key}.because", "unknown_key")
    for section in sorted({key.split(".")[0] for key in hints_of(regulation_id)})[::step]:
        assert wrong_at((section, "luck"), 1, regulation_id) == (f"{section}.luck", "unknown_key")
        assert wrong_at((section,), 7, regulation_id) == (section, "not_a_table")


@pytest.mark.parametrize("section", list(fields_of(TrucoRules)))
def test_no_section_of_the_game_may_be_missing(section: str) -> None:
    assert wrong_at((section,), GONE) == (section, "missing_section")


def test_a_section_that_nobody_knows_is_an_error() -> None:
    assert wrong_at(("trumps",), {}) == ("trumps", "unknown_key")
    assert wrong_at(("melds",), {}) == ("melds", "unknown_key"), "not in a regulation of truco"


def test_a_section_of_the_event_may_be_missing() -> None:
    regulation = read(changed(TM, ("lateness",), GONE), source=f"{TM}.toml")
    assert regulation.event.lateness is None
    assert not any(key.startswith("lateness.") for key in regulation.citations)


# --- the heading and the list of articles -------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["id", "game", "name", "title", "ruling_prefix", "cite", "cite_dotted", "open"])
def test_the_heading_is_complete_and_typed(name: str) -> None:
    assert wrong_at(("regulation", name), GONE) == (f"regulation.{name}", "missing_key")
    assert wrong_at(("regulation", name), 7) == (f"regulation.{name}", "wrong_type")


def test_the_heading_says_nothing_else() -> None:
    assert wrong_at(("regulation", "colour"), "red") == ("regulation.colour", "unknown_key")
    assert wrong_at(("regulation",), GONE) == ("regulation", "missing_section")
    assert wrong_at(("regulation",), 3) == ("regulation", "missing_section")
    assert wrong_at(("regulation", "game"), "bridge") == ("regulation.game", "not_one_of")


def test_an_open_article_exists_and_has_its_reason_in_both_languages() -> None:
    reason = dict.fromkeys(LANGUAGES, "x")
    assert wrong_at(("regulation", "open"), {"luck": reason}) == ("regulation.open", "not_one_of")
    for wrong in ("x", {}, {"pt": "x"}, {**reason, "en": ""}, {**reason, "la": "z"}):
        assert wrong_at(("regulation", "open"), {"7": wrong}) == ("regulation.open.7", "open_needs_pt_en")


def test_the_id_is_the_name_of_the_file() -> None:
    assert wrong_at(("regulation", "id"), "truco-masters-2026") == ("regulation.id", "not_the_file_name")
    with pytest.raises(RegulationError) as renamed:
        read(file_of(FILES[TM]), source="another.toml")
    assert (renamed.value.source, renamed.value.key) == ("another.toml", "regulation.id")


MATTER = dict.fromkeys(LANGUAGES, "x")
BAD_ARTICLES = [{}, 3, {"about": "play", "pt": "x"}, {"about": "play", **MATTER, "la": "z"}]


@pytest.mark.parametrize("entry", BAD_ARTICLES)
def test_an_article_has_a_subject_and_its_matter_in_both_languages(entry: object) -> None:
    assert wrong_at(("articles", "7"), entry) == ("articles.7", "article_needs_about_pt_en")


def test_an_article_is_about_something_known() -> None:
    assert wrong_at(("articles", "7"), {"about": "luck", **MATTER}) == ("articles.7.about", "not_one_of")


def test_an_articles_matter_is_a_text() -> None:
    key, _ = wrong_at(("articles", "7"), {"about": "play", "pt": 7, "en": "y"})
    assert key.startswith("articles.7")


def test_a_cited_article_is_listed() -> None:
    error = error_of(TM, changed(TM, ("articles", "29b"), GONE))
    assert (error.key, error.code, error.details) == ("ties.second_round", "unknown_article", {"article": "29b"})


def test_the_list_of_articles_may_not_be_missing() -> None:
    assert wrong_at(("articles",), GONE) == ("articles", "missing_section")


# --- combinations by which no truco can be played -----------------------------------------------------------------

ALL_RANKS = ["4", "5", "6", "7", "Q", "J", "K", "A", "2", "3"]

IMPOSSIBLE: list[tuple[str, object, str]] = [
    ("deck.without", ["8", "9", "10"], "unknown_rank"),
    ("strength.ranks", ALL_RANKS[:-1], "not_the_ranks_of_the_deck"),
    ("strength.ranks", [*ALL_RANKS, "3"], "not_the_ranks_of_the_deck"),
    ("strength.ranks", [*ALL_RANKS[:-1], "2"], "not_the_ranks_of_the_deck"),
    ("strength.ranks", [*ALL_RANKS, "8"], "not_the_ranks_of_the_deck"),
    ("strength.manilha_suits", ["c", "h", "s"], "not_the_four_suits"),
    ("strength.manilha_suits", ["c", "h", "s", "s"], "not_the_four_suits"),
    ("strength.manilha_suits", ["c", "h", "s", "d", "d"], "not_the_four_suits"),
    ("table.players", [], "two_or_four_players"),
    ("table.players", [3], "two_or_four_players"),
    ("table.players", [4, 6], "two_or_four_players"),
    ("calls.ladder", [], "ladder_must_rise"),
    ("calls.ladder", [0, 3, 6], "ladder_must_rise"),
    ("calls.ladder", [1, 3, 3], "ladder_must_rise"),
    ("calls.ladder", [1, 6, 3], "ladder_must_rise"),
    ("match.target", 0, "must_be_positive"),
    ("match.target", -12, "must_be_positive"),
    ("match.target", 1, "outside_the_match"),
    ("eleven.short_of_target", 0, "outside_the_match"),
    ("eleven.short_of_target", 12, "outside_the_match"),
    ("eleven.value", 0, "must_be_positive"),
    ("eleven.declined", 0, "must_be_positive"),
    ("iron.value", 0, "must_be_positive"),
    ("iron.packet", 2, "one_or_all_cards"),
    ("iron.packet", 0, "one_or_all_cards"),
    ("iron.cuts", -1, "must_be_positive"),
    ("clock.match_minutes", 0, "must_be_positive"),
    ("clock.final_minutes", 0, "must_be_positive"),
    ("clock.extra_minutes", 0, "must_be_positive"),
    ("clock.absence_minutes", -8, "must_be_positive"),
    ("dealing.burn_limit", -1, "more_than_the_deck_spares"),
    ("dealing.burn_limit", 28, "more_than_the_deck_spares"),
    ("hiding.rounds", [0], "rounds_are_one_to_three"),
    ("hiding.rounds", [2, 4], "rounds_are_one_to_three"),
]
NAMED_ELSEWHERE = {("match.target", "outside_the_match"): "eleven.short_of_target"}


@pytest.mark.parametrize(("key", "value", "code"), IMPOSSIBLE)
def test_an_impossible_combination_does_not_load(key: str, value: object, code: str) -> None:
    section, name = key.split(".")
    assert wrong_at((section, name, "value"), value) == (NAMED_ELSEWHERE.get((key, code), key), code)


@pytest.mark.parametrize(("key", "value", "code"), IMPOSSIBLE)
def test_an_override_cannot_make_an_impossible_combination(key: str, value: object, code: str) -> None:
    with pytest.raises(RegulationError) as impossible:
        load(TM).with_overrides((Override(key, value, "Clube da Vila"),))
    assert impossible.value.code == code
    for language in LANGUAGES:
        assert catalogue(language).regulation_error(impossible.value)


def test_the_edges_of_what_is_possible() -> None:
    for key, value in (("dealing.burn_limit", 27), ("match.target", 2), ("iron.cuts", 0), ("iron.packet", 1)):
        section, name = key.split(".")
        read(changed(TM, (section, name, "value"), value), source=f"{TM}.toml")


@pytest.mark.parametrize("number", [0, 2, 4])
def test_three_cards_for_three_rounds(number: int) -> None:
    tables = copy.deepcopy(FILES[TM])
    tables["dealing"]["cards"]["value"] = number
    tables["iron"]["packet"]["value"] = 1
    error = error_of(TM, file_of(tables))
    assert (error.key, error.code) == ("dealing.cards", "three_cards_for_three_rounds")


def test_overrides_that_need_each_other_are_checked_once_all_are_made() -> None:
    both = (Override("match.target", 1, "x"), Override("eleven.short_of_target", 1, "x"))
    with pytest.raises(RegulationError):
        load(TM).with_overrides(both)
    without_sevens = (
        Override("deck.without", ["7", "8", "9", "T"], "x"),
        Override("strength.ranks", [rank for rank in ALL_RANKS if rank != "7"], "x"),
    )
    assert load(TM).with_overrides(without_sevens).overrides == without_sevens


# --- overrides of any regulation ----------------------------------------------------------------------------------


@pytest.mark.parametrize("regulation_id", available())
def test_every_value_may_be_overridden_and_no_stated_rule(regulation_id: str) -> None:
    regulation = load(regulation_id)
    hints = hints_of(regulation_id)
    for key, hint in hints.items():
        section, name = key.split(".")
        if hint is Stated:
            with pytest.raises(RegulationError) as stated:
                regulation.with_overrides((Override(key, True, "x"),))
            assert (stated.value.key, stated.value.code) == (key, "takes_no_value")
        else:
            value = FILES[regulation_id][section][name]["value"]
            same = regulation.with_overrides((Override(key, value, "Ana"),))
            assert (same.rules, same.event) == (regulation.rules, regulation.event)
            assert same.citation(key) == regulation.citation(key)._replace(changed_by="Ana")
            assert same.cite(key) == regulation.cite(key)
    assert regulation.overrides == (), "the regulation itself stays as it is"
    assert not any(citation.changed_by for citation in regulation.citations.values())


@pytest.mark.parametrize("regulation_id", available())
@pytest.mark.parametrize("key", ["", ".", "deck", "deck.", ".without", "deck.without.", "regulation.id", "articles.1"])
def test_an_override_of_a_key_that_is_not_there_is_an_error(regulation_id: str, key: str) -> None:
    with pytest.raises(RegulationError) as unknown:
        load(regulation_id).with_overrides((Override(key, 1, "Ana"),))
    assert (unknown.value.key, unknown.value.code) == (key, "unknown_key")


@pytest.mark.parametrize("key", ["__class__.x", "__class__.__name__", "__dict__.x", "deck.__class__", "__doc__.x"])
def test_an_override_does_not_reach_the_inside_of_the_program(key: str) -> None:
    with pytest.raises(RegulationError) as unknown:
        load(TM).with_overrides((Override(key, 1, "Ana"),))
    assert unknown.value.code == "unknown_key"

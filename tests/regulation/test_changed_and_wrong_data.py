"""What clubs change in the data of Tranca, Canastra and the events, and what a file may not say."""

import re
from datetime import UTC, datetime

import pytest

from carteado.regulation import LANGUAGES, Override, RegulationError, catalogue, load, read
from carteado.regulation.melds_rules import ranks_in
from tests.regulation.data import AF, AP, FA, FOUR_TO_ACE, TM, text_of, values_of


def text_with(regulation_id: str, key: str, entry: str) -> str:
    """The file of a regulation with the line of one key written anew."""
    section, _, name = key.partition(".")
    before, heading, after = text_of(regulation_id).partition(f"\n[{section}]\n")
    changed, count = re.subn(rf"^{name} = .*$", f"{name} = {entry}", after, count=1, flags=re.MULTILINE)
    assert count == 1
    return before + heading + changed


def text_with_value(regulation_id: str, key: str, value: str) -> str:
    citation = load(regulation_id).citation(key)
    return text_with(regulation_id, key, f'{{ value = {value}, article = "{citation.articles[0]}" }}')


def error_of(regulation_id: str, text: str) -> RegulationError:
    with pytest.raises(RegulationError) as caught:
        read(text, source=f"{regulation_id}.toml")
    for language in LANGUAGES:
        assert caught.value.key in catalogue(language).regulation_error(caught.value)
    return caught.value


# --- What clubs change --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("regulation_id", "key", "value"),
    [
        (AF, "melds.wild_limit", 2),
        (FA, "pile.taking", "free"),
        (AP, "pile.taking", "top_card_laid"),
        (FA, "melds.set_ranks", list(FOUR_TO_ACE)),
        (AP, "melds.set_ranks", ["A", "K"]),
        (AF, "melds.run_order", ["A", *FOUR_TO_ACE]),
        (AP, "melds.run_limit", 13),
        (AF, "going_out.requires", ["morto_taken", "clean_canastra"]),
        (FA, "going_out.requires", ["morto_taken"]),
        (AP, "going_out.requires", ["morto_taken_or_both_stock", "canastra"]),
        (FA, "morto.requires", ["canastra"]),
        (FA, "stock.when_empty", "morto_enters"),
        (AF, "stock.when_empty", "end_hand"),
        (FA, "scoring.card_values", {"A": 15, "2": 20, "3-7": 5, "8-K": 10}),
        (AF, "match.target", 3000),
        (AP, "match.target", 1000),
        (AP, "match.final_target", 5000),
        (AP, "scoring.converted_morto_pays", False),
        (FA, "red_threes.retained", "all"),
        (AP, "going_out.final_discard", "required"),
        (AF, "delegation_points.third_place", "by_points_scored"),
        (FA, "format.kind", "best_of"),
        (AP, "format.kind", "league"),
        (TM, "lateness.tolerance_minutes", 10),
    ],
)
def test_club_variants_are_one_value(regulation_id: str, key: str, value: object) -> None:
    changed = load(regulation_id).with_overrides((Override(key, value, "club"),))
    assert changed.citation(key).changed_by == "club"
    shown = values_of(changed)[key]
    assert (list(shown) if isinstance(shown, tuple) else shown) == value
    for entry in changed.entries():
        if entry.key == key:
            assert all(catalogue(language).rule(entry) for language in LANGUAGES)


def test_a_regulation_without_a_section_has_no_key_of_it_to_change() -> None:
    with pytest.raises(RegulationError) as caught:
        load(AP).with_overrides((Override("black_threes.penalty", 50, "club"),))
    assert (caught.value.key, caught.value.code) == ("black_threes.penalty", "unknown_key")


# --- What a file may not say --------------------------------------------------------------------------------------

NAMED_ELSEWHERE = {
    ("deck.copies", "1"): "dealing.hand_size",
    ("dealing.mortos", "0"): "going_out.requires",
    ("melds.wild_ranks", "[]"): "melds.wild_limit",
}


@pytest.mark.parametrize(
    ("regulation_id", "key", "value", "code"),
    [
        (AF, "deck.copies", "0", "must_be_positive"),
        (AF, "deck.copies", "5", "too_many_decks"),
        (AP, "match.target", "0", "must_be_positive"),
        (FA, "stock.no_progress_turns", "0", "must_be_positive"),
        (FA, "scoring.going_out", "-100", "must_not_be_negative"),
        (AF, "red_threes.value", "-100", "must_not_be_negative"),
        (AP, "scoring.card_values", '{ A = -15, "2-K" = 5 }', "must_not_be_negative"),
        (AF, "dealing.hand_size", "21", "nothing_left_to_draw"),
        (AF, "deck.copies", "1", "nothing_left_to_draw"),
        (FA, "dealing.mortos", "3", "more_mortos_than_pairs"),
        (FA, "dealing.draw_ranks", '["A", "K"]', "not_the_ranks_of_the_deck"),
        (FA, "pile.two_on_top", "12", "more_cards_than_a_hand"),
        (AF, "melds.set_ranks", '["4", "10"]', "unknown_rank"),
        (AP, "melds.run_order", '["A", "2", "3", "2", "4", "5", "6", "7"]', "rank_listed_twice"),
        (AF, "melds.set_ranks", '["A", "2"]', "set_of_wilds"),
        (AF, "melds.natural_two", "true", "no_place_for_a_natural_two"),
        (AP, "melds.min_cards", "1", "meld_of_one_card"),
        (AF, "melds.wild_limit", "3", "meld_of_wilds_alone"),
        (FA, "melds.wild_ranks", "[]", "no_wild_card"),
        (FA, "melds.run_limit", "12", "run_without_room"),
        (AP, "melds.canastra_cards", "15", "canastra_out_of_reach"),
        (
            AF,
            "melds.run_order",
            '["3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"]',
            "threes_are_not_melded",
        ),
        (FA, "melds.set_ranks", '["A", "3"]', "threes_are_not_melded"),
        (FA, "morto.requires", '["morto_taken"]', "morto_needs_itself"),
        (FA, "dealing.mortos", "0", "no_morto_to_take"),
        (AP, "scoring.card_values", '{ A = 15, "2-7" = 5 }', "values_for_every_rank_once"),
        (AP, "scoring.card_values", '{ A = 15, "A-K" = 5 }', "values_for_every_rank_once"),
        (AP, "scoring.card_values", '{ A = 15, "2-X" = 5 }', "values_for_every_rank_once"),
        (AP, "vulnerable.minimums", "[75, 75]", "minimums_must_rise"),
        (AP, "vulnerable.minimums", "[]", "minimums_must_rise"),
        (AP, "vulnerable.from_score", "0", "must_be_positive"),
        (AF, "delegations.starters", "3", "a_pair_is_two"),
        (AF, "delegations.players", "5", "starters_and_substitutes"),
        (AF, "delegation_points.others", "5", "points_must_not_rise"),
        (AF, "delegation_points.others", "-2", "must_not_be_negative"),
        (AF, "lateness.tolerance_minutes", "-1", "must_not_be_negative"),
        (AF, "house_rules.needs", "[]", "must_not_be_empty"),
        (AF, "format.kind", '"league"', "needs_standings"),
        (AP, "format.kind", '"elimination_with_lucky_losers"', "needs_lucky_losers"),
        (AF, "lucky_losers.to_semi_finals", '["scored"]', "lots_must_end_it"),
        (AF, "lucky_losers.to_semi_finals", '["direct_encounter", "lots"]', "criterion_out_of_place"),
        (AP, "standings.two_tied", '["balance", "balance", "lots"]', "criterion_twice"),
        (AP, "standings.more_tied", '["conceded_first_round", "lots"]', "criterion_out_of_place"),
        (AP, "standings.ranked_by", "[]", "must_not_be_empty"),
        (AP, "standings.ranked_by", '["lots"]', "criterion_out_of_place"),
        (TM, "selection.pairs", "1", "two_pairs_at_least"),
        (TM, "selection.sources", "[]", "must_not_be_empty"),
        (TM, "suspension.reasons", "[]", "must_not_be_empty"),
        (TM, "changes.days_before", "-5", "must_not_be_negative"),
        (TM, "eligibility.minimum_age", "-18", "must_not_be_negative"),
        (TM, "entries.opens", "2025-09-15T00:00:00", "needs_a_time_zone"),
        (TM, "entries.closes", "2025-09-01T00:00:00-03:00", "closes_before_it_opens"),
        (TM, "entries.closes", "2025-10-26T00:00:00-03:00", "closes_after_the_event"),
    ],
)
def test_impossible_combinations_name_file_and_key(regulation_id: str, key: str, value: str, code: str) -> None:
    error = error_of(regulation_id, text_with_value(regulation_id, key, value))
    assert error.source == f"{regulation_id}.toml"
    assert error.code == code
    assert error.key == NAMED_ELSEWHERE.get((key, value), key)


def test_impossible_by_an_override_is_caught_too() -> None:
    aware = datetime(2025, 9, 1, tzinfo=UTC)
    with pytest.raises(RegulationError) as caught:
        load(TM).with_overrides((Override("entries.closes", aware, "organiser"),))
    assert (caught.value.key, caught.value.code) == ("entries.closes", "closes_before_it_opens")


@pytest.mark.parametrize(
    ("regulation_id", "key", "entry", "code"),
    [
        (FA, "melds.set_ranks", '["A", "4", "K"]', "not_cited"),
        (FA, "melds.set_ranks", '{ value = ["A", "4", "K"], ruling = "C-4" }', "not_cited"),
        (FA, "melds.set_ranks", '{ value = "A", article = "10" }', "wrong_type"),
        (FA, "melds.set_ranks", '{ article = "10" }', "missing_value"),
        (FA, "melds.set_ranks", '{ value = ["A"], article = "30" }', "unknown_article"),
        (FA, "melds.wild_limit", '{ value = true, article = "11" }', "wrong_type"),
        (FA, "stock.when_empty", '{ value = "shuffle_pile", article = "13" }', "not_one_of"),
        (FA, "going_out.requires", '{ value = ["two_canastras"], article = "14" }', "not_one_of"),
        (FA, "turn.discard", '{ value = true, article = "gloss." }', "takes_no_value"),
        (AP, "scoring.card_values", '{ value = { A = "15" }, article = "12 §1" }', "wrong_type"),
        (TM, "edition.day", '{ value = "2025-10-25", article = "2.1" }', "wrong_type"),
        (TM, "eligibility.capable", '{ ruling = "E-9" }', "not_cited"),
        (AP, "standings.two_tied", '{ value = ["coin"], article = "16a" }', "not_one_of"),
    ],
)
def test_values_of_the_wrong_kind_are_refused(regulation_id: str, key: str, entry: str, code: str) -> None:
    error = error_of(regulation_id, text_with(regulation_id, key, entry))
    assert (error.source, error.key, error.code) == (f"{regulation_id}.toml", key, code)


@pytest.mark.parametrize("line", ['[pile]\ncolour = { value = "red", article = "6" }', "[trumps]"])
def test_unknown_keys_and_sections_are_refused(line: str) -> None:
    text = text_of(AP).replace("[pile]", line) if "[pile]" in line else text_of(AP) + line + "\n"
    error = error_of(AP, text)
    assert (error.key, error.code) == ("pile.colour" if "[pile]" in line else "trumps", "unknown_key")


def test_a_missing_key_or_section_is_named() -> None:
    without_key = re.sub(r"^wild_limit = .*\n", "", text_of(FA), flags=re.MULTILINE)
    error = error_of(FA, without_key)
    assert (error.key, error.code) == ("melds.wild_limit", "missing_key")
    without_section = re.sub(r"\n\[stock\]\n.*?\n(?=\n)", "\n", text_of(FA), flags=re.DOTALL)
    error = error_of(FA, without_section)
    assert (error.key, error.code) == ("stock", "missing_section")


def test_a_span_of_ranks() -> None:
    assert ranks_in("A") == ("A",)
    assert ranks_in("8-K") == ("8", "9", "T", "J", "Q", "K")
    assert ranks_in("K-8") == ()
    assert ranks_in("10") == ()

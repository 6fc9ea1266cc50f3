"""The data of Tranca, Canastra and the events: facts by article, wording, and what a file may not say."""

import re
import string
import tomllib
from datetime import UTC, date, datetime, timedelta, timezone
from importlib import resources

import pytest

from carteado.cards import RANKS
from carteado.regulation import (
    LANGUAGES,
    About,
    Entry,
    EventRules,
    MeldsRules,
    Override,
    Regulation,
    RegulationError,
    Stated,
    TrucoRules,
    available,
    catalogue,
    load,
    read,
)
from carteado.regulation.melds_rules import Requirement, points_by_rank, ranks_in
from carteado.regulation.schema import fields_of

AF, FA, AP, TM = "afia-2026-tranca", "faraes-2023-tranca", "apcef-sc-2022-canastra", "truco-masters-2025"
PACKAGE = resources.files("carteado.regulation")
FOUR_TO_ACE = ("4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A")


def rules_of(regulation_id: str) -> MeldsRules:
    rules = load(regulation_id).rules
    assert isinstance(rules, MeldsRules)
    return rules


def values_of(regulation: Regulation) -> dict[str, object]:
    return {entry.key: entry.value for entry in regulation.entries()}


def stands(regulation_id: str, key: str, value: object, *articles: str, ruling: str | None = None) -> None:
    """The regulation has that value for the key, and says that it comes from there."""
    regulation = load(regulation_id)
    assert values_of(regulation)[key] == value
    citation = regulation.citation(key)
    assert (citation.articles, citation.ruling) == (articles, ruling)


def text_of(regulation_id: str) -> str:
    return (PACKAGE / "data" / f"{regulation_id}.toml").read_text("utf-8")


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


# Wording


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("regulation_id", [AF, FA, AP, TM])
def test_every_rule_is_a_sentence_in_every_language(regulation_id: str, language: str) -> None:
    words = catalogue(language)
    for entry in load(regulation_id).entries():
        sentence = words.rule(entry)
        assert sentence[0].isupper() or sentence[0].isdigit(), sentence
        assert sentence.endswith("."), sentence
        assert not re.search(r"[{}_]", sentence), sentence
        assert words.sections[entry.key.partition(".")[0]]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_choice_of_every_key_has_its_words(language: str) -> None:
    """An override may choose what no regulation has: those sentences must be there too."""
    words = catalogue(language)
    for rules in (MeldsRules, EventRules):
        for section, hint in fields_of(rules).items():
            section_class = next((one for one in getattr(hint, "__args__", ()) if one is not type(None)), hint)
            for name, kind in fields_of(section_class).items():
                choices: list[object] = []
                if kind is bool:
                    choices = [True, False]
                elif isinstance(kind, type) and issubclass(kind, str) and kind is not str:
                    choices = list(kind)  # type: ignore[call-overload]
                elif getattr(kind, "__origin__", None) is tuple and kind.__args__[0] not in (int, str):
                    choices = [(one,) for one in kind.__args__[0]]
                for choice in choices:
                    key = f"{section}.{name}"
                    sentence = words.rule(Entry(key, choice, load(AF).citation("deck.copies")))
                    assert not re.search(r"[{}_]", sentence), (key, choice, sentence)


def test_both_languages_say_the_same_things() -> None:
    pt, en = catalogue("pt"), catalogue("en")
    assert pt.sections.keys() == en.sections.keys()
    assert pt.keys.keys() == en.keys.keys()
    assert pt.errors.keys() == en.errors.keys()
    for code, template in pt.errors.items():
        assert _fields(template) == _fields(en.errors[code]), code


def _fields(template: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(template) if name}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_is_written_twice(language: str) -> None:
    """The files of a language share one catalogue: a second sentence would replace the first in silence."""
    seen: set[tuple[str, str]] = set()
    for file in (PACKAGE / "texts" / language).iterdir():
        for table, sentences in tomllib.loads(file.read_text("utf-8")).items():
            for name in sentences:
                assert (table, name) not in seen, (file.name, table, name)
                seen.add((table, name))


def test_sections_of_games_and_events_have_different_names() -> None:
    games = {*fields_of(TrucoRules), *fields_of(MeldsRules)}
    assert not games & set(fields_of(EventRules))


# Articles


def test_all_four_regulations_come_with_the_package() -> None:
    assert set(available()) == {AF, FA, AP, TM}


@pytest.mark.parametrize(
    ("regulation_id", "numbers"),
    [
        (AF, [*map(str, range(1, 13)), *(f"4.{n}" for n in range(1, 12)), "conv."]),
        (FA, [*map(str, range(1, 25)), "IV.20", "gloss."]),
        (
            AP,
            [
                *map(str, range(1, 18)),
                *("7 §1", "7 §2", "7 §3", "10 §1", "10 §2", "10 §3", "12a", "12b", "12c", "12d"),
                *("12 §1", "12 §2", "12 §3", "13 §1", "13 §2", "14 §1", "16a", "16b"),
            ],
        ),
    ],
)
def test_every_article_of_the_text_is_listed(regulation_id: str, numbers: list[str]) -> None:
    assert sorted(load(regulation_id).articles) == sorted(numbers)


def test_every_item_of_the_main_body_of_truco_masters_is_listed() -> None:
    chapters = {1: 1, 2: 2, 3: 3, 4: 10, 5: 9, 6: 1, 7: 2, 8: 9, 9: 11}
    items = {f"{chapter}.{n}" for chapter, last in chapters.items() for n in range(1, last + 1)}
    items |= {
        "2.2.1",
        "3.1.1",
        "3.1.2",
        "4.1.1",
        "4.1.2",
        "4.2.1",
        "4.5.1",
        "5.3.1",
        "5.7.1",
        "6.1.1",
        "7.1.1",
    }
    items |= {"8.2.1", "8.2.2"}
    assert {number for number in load(TM).articles if "." in number} == items


@pytest.mark.parametrize("regulation_id", [AF, FA, AP, TM])
def test_every_article_that_rules_something_is_cited_by_a_key(regulation_id: str) -> None:
    regulation = load(regulation_id)
    cited = {number for citation in regulation.citations.values() for number in citation.articles}
    silent = {About.FORMAL, About.CONDUCT}
    ruling = {article.number for article in regulation.articles.values() if article.about not in silent}
    assert ruling <= cited


def test_a_place_is_cited_as_a_person_looks_it_up() -> None:
    assert load(FA).cite("melds.set_ranks") == "FARAES 2023, Art. 10"
    assert load(FA).cite("standings.ranked_by") == "FARAES 2023, Art. IV.20"
    assert load(AF).cite("pile.taking") == "AFIA 2026, Art. 4.2, 5"
    assert load(AP).cite("morto.upper_first") == "APCEF/SC 2022, Art. 10 §3"
    assert load(TM).cite("eligibility.minimum_age") == "Truco Masters 2025, item 4.1"


# AFIA 2026


def test_data_af_4_match_to_1500_and_final_to_2000() -> None:
    stands(AF, "match.target", 1500, "4")
    stands(AF, "match.final_target", 2000, "4")


def test_data_af_4_two_decks_and_eleven_cards_clockwise() -> None:
    stands(AF, "deck.copies", 2, "4")
    stands(AF, "dealing.hand_size", 11, "4")
    stands(AF, "table.direction", "clockwise", "4", "5")


def test_data_af_4_2_top_card_of_the_pile_is_laid() -> None:
    stands(AF, "pile.taking", "top_card_laid", "4.2", "5")
    stands(AF, "pile.two_on_top", 0, "4.2", "4.5", ruling="C-7")


def test_data_af_5_one_card_in_hand_draws_and_only_the_top_is_seen() -> None:
    stands(AF, "pile.one_card_draws", True, "5")
    stands(AF, "pile.visible", "top", "5")


def test_data_af_4_5_runs_from_four_to_ace_with_one_wild() -> None:
    stands(AF, "melds.run_order", FOUR_TO_ACE, "4.1", "4.3", "4.4", "4.5", ruling="C-3")
    stands(AF, "melds.wild_limit", 1, "4.5", ruling="C-1")
    stands(AF, "melds.natural_two", False, "4.5")


def test_data_af_conv_sets_from_four_to_ace() -> None:
    assert rules_of(AF).melds.set_ranks == FOUR_TO_ACE
    assert "conv." in load(AF).citation("melds.set_ranks").articles


def test_data_af_4_7_going_out_with_any_canastra() -> None:
    needs = (Requirement.MORTO_TAKEN_OR_NONE_LEFT, Requirement.CANASTRA)
    stands(AF, "going_out.requires", needs, "4.7", "conv.", ruling="C-15")


def test_data_af_4_6_a_morto_enters_when_the_stock_is_empty() -> None:
    stands(AF, "stock.when_empty", "morto_enters", "4.6", "5", ruling="C-17")


def test_data_af_6_points() -> None:
    stands(AF, "scoring.going_out", 100, "6")
    stands(AF, "scoring.clean_canastra", 200, "6")
    stands(AF, "scoring.dirty_canastra", 100, "6")
    stands(AF, "black_threes.penalty", 100, "6")
    stands(AF, "scoring.no_morto_paid_by", "not_the_pair_that_went_out", "5", "6", ruling="C-18")
    assert points_by_rank(rules_of(AF).scoring.card_values) == dict.fromkeys(RANKS, 10)


def test_data_af_2_four_players_a_delegation() -> None:
    stands(AF, "delegations.players", 4, "2")
    stands(AF, "delegations.substitution", Stated.STATED, "2", ruling="E-1")


def test_data_af_7_fifteen_minutes() -> None:
    stands(AF, "lateness.tolerance_minutes", 15, "7")
    stands(AF, "lateness.counted_from", "match", "7", ruling="E-2")


def test_data_af_8_house_rules_need_referee_and_pairs() -> None:
    stands(AF, "house_rules.needs", ("referee_authorises", "both_pairs_agree"), "8")


def test_data_af_10_and_11_lucky_losers() -> None:
    stands(AF, "lucky_losers.to_quarter_finals", ("scored", "conceded_first_round", "lots"), "10", ruling="E-4")
    stands(AF, "lucky_losers.to_semi_finals", ("scored", "conceded_second_round", "lots"), "11", ruling="E-4")


def test_data_af_12_points_of_the_delegation() -> None:
    points = load(AF).event.delegation_points
    assert points is not None
    assert (points.champion, points.runner_up, points.third, points.others) == (10, 6, 4, 2)


# FARAES 2023


def test_data_fa_3_ace_low_king_high() -> None:
    stands(FA, "dealing.draw_ranks", RANKS, "3")


def test_data_fa_5_anticlockwise() -> None:
    stands(FA, "table.direction", "anticlockwise", "5")


def test_data_fa_7_red_threes_by_an_act_of_their_own() -> None:
    stands(FA, "red_threes.exchange", "by_act", "7")
    stands(FA, "red_threes.retained", "each", "7", "19", ruling="C-11")


def test_data_fa_8_no_stock_for_the_red_threes_of_a_morto() -> None:
    stands(FA, "red_threes.morto_unreplaced", "hand_ends", "8")


def test_data_fa_9_black_three_locks() -> None:
    stands(FA, "black_threes.locks", True, "9")


def test_data_fa_10_sets_only_of_aces_fours_and_kings() -> None:
    stands(FA, "melds.set_ranks", ("A", "4", "K"), "10")


def test_data_fa_11_two_on_top_needs_two_hand_cards() -> None:
    stands(FA, "pile.two_on_top", 2, "11")


def test_data_fa_12_morto_without_a_canastra() -> None:
    stands(FA, "morto.requires", (), "12")


def test_data_fa_13_mortos_never_enter() -> None:
    stands(FA, "stock.when_empty", "end_hand", "13")


def test_data_fa_14_going_out_needs_morto_and_canastra() -> None:
    stands(FA, "going_out.requires", (Requirement.MORTO_TAKEN, Requirement.CANASTRA), "14", "15")


def test_data_fa_24_match_to_2000() -> None:
    stands(FA, "match.target", 2000, "24")
    stands(FA, "match.final_target", 2000, "24")


def test_data_fa_iv_20_league_by_matches_won() -> None:
    stands(FA, "format.kind", "league", "IV.20", ruling="E-6")
    stands(FA, "standings.ranked_by", ("wins",), "IV.20")


# APCEF/SC 2022


def test_data_ap_2_player_on_the_left_cuts() -> None:
    stands(AP, "dealing.cut_by", "left_of_dealer", "2")


def test_data_ap_6_pile_is_taken_freely() -> None:
    stands(AP, "pile.taking", "free", "6")
    stands(AP, "pile.single_card_discardable", False, "6", ruling="C-23")


def test_data_ap_7_1_ace_at_either_end_or_both() -> None:
    stands(AP, "melds.run_order", (*RANKS, "A"), "7 §1", ruling="C-3")
    stands(AP, "melds.run_limit", 14, "7 §1", ruling="C-3")


def test_data_ap_7_2_natural_two() -> None:
    stands(AP, "melds.natural_two", True, "7 §2", "7 §3")


def test_data_ap_8_no_sets() -> None:
    stands(AP, "melds.set_ranks", (), "8")


def test_data_ap_a_three_is_an_ordinary_card() -> None:
    rules = rules_of(AP)
    assert rules.black_threes is None
    assert rules.red_threes is None
    assert "3" in rules.melds.run_order


def test_data_ap_11_going_out_needs_a_clean_canastra() -> None:
    needs = (Requirement.MORTO_TAKEN_OR_NONE_LEFT, Requirement.CLEAN_CANASTRA)
    stands(AP, "going_out.requires", needs, "11", ruling="C-15")


def test_data_ap_12_card_values() -> None:
    stands(AP, "scoring.card_values", {"A": 15, "2": 10, "8-K": 10, "3-7": 5}, "12 §1")
    points = points_by_rank(rules_of(AP).scoring.card_values)
    assert [points[rank] for rank in RANKS] == [15, 10, 5, 5, 5, 5, 5, 10, 10, 10, 10, 10, 10]


def test_data_ap_12d_every_pair_without_morto_pays() -> None:
    stands(AP, "scoring.no_morto_paid_by", "every_pair", "12d", "12 §3")


def test_data_ap_10_1_unplayed_morto_whoever_goes_out() -> None:
    stands(AP, "scoring.unplayed_morto", "anyone_goes_out", "10 §1", ruling="C-19")


def test_data_ap_13_target_and_tie() -> None:
    stands(AP, "match.target", 3000, "13")
    stands(AP, "match.equal_at_target", "hand_alone", "13 §2")


def test_data_ap_14_vulnerable() -> None:
    stands(AP, "vulnerable.from_score", 1500, "14")
    stands(AP, "vulnerable.minimums", (75, 90, 120, 150), "14", "14 §1", ruling="C-22")
    assert rules_of(AF).vulnerable is None
    assert rules_of(FA).vulnerable is None


def test_data_ap_16_ties() -> None:
    stands(AP, "standings.two_tied", ("direct_encounter", "balance", "scored", "lots"), "16a", ruling="E-7")
    stands(AP, "standings.more_tied", ("balance", "scored", "lots"), "16b")


# Truco Masters 2025, the event


def test_data_tm_2_1_sixteen_pairs_on_the_25th() -> None:
    stands(TM, "selection.pairs", 16, "2.1")
    stands(TM, "edition.day", date(2025, 10, 25), "2.1")


def test_data_tm_2_2_1_rules_change_until_five_days_before() -> None:
    stands(TM, "changes.days_before", 5, "2.2.1")


def test_data_tm_3_1_single_elimination() -> None:
    stands(TM, "format.kind", "single_elimination", "3.1")


def test_data_tm_4_1_conditions_each_with_its_article() -> None:
    stands(TM, "eligibility.minimum_age", 18, "4.1", ruling="E-9")
    stands(TM, "eligibility.residence", "BR", "4.1")
    stands(TM, "eligibility.foreigners_rne_years", 2, "4.1.1")
    stands(TM, "eligibility.kinship_degree", 1, "4.5")


def test_data_tm_4_2_entries_close_with_the_last_minute_of_the_18th() -> None:
    entries = load(TM).event.entries
    assert entries is not None
    sao_paulo = timezone(timedelta(hours=-3))
    assert entries.opens == datetime(2025, 9, 15, tzinfo=sao_paulo)
    assert entries.closes == datetime(2025, 10, 18, 23, 59, 59, tzinfo=sao_paulo)


def test_data_tm_5_3_1_no_tolerance() -> None:
    stands(TM, "lateness.tolerance_minutes", 0, "5.3.1", ruling="E-2")
    stands(TM, "lateness.result", "withdrawn", "5.3.1")


def test_data_tm_9_every_duty_on_personal_data_has_its_item() -> None:
    regulation = load(TM)
    cited = {
        number
        for key, citation in regulation.citations.items()
        if key.startswith("personal_data.")
        for number in citation.articles
    }
    assert cited == {f"9.{n}" for n in range(1, 12)}


# What clubs change


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


# What a file may not say

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

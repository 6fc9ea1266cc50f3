"""The data of Tranca, Canastra and the events, article by article."""

from datetime import date, datetime, timedelta, timezone

from carteado.cards import RANKS
from carteado.regulation import MeldsRules, Stated, load
from carteado.regulation.melds_rules import Requirement, points_by_rank
from tests.regulation.data import AF, AP, FA, FOUR_TO_ACE, TM, values_of


def rules_of(regulation_id: str) -> MeldsRules:
    rules = load(regulation_id).rules
    assert isinstance(rules, MeldsRules)
    return rules


def stands(regulation_id: str, key: str, value: object, *articles: str, ruling: str | None = None) -> None:
    """The regulation has that value for the key, and says that it comes from there."""
    regulation = load(regulation_id)
    assert values_of(regulation)[key] == value
    citation = regulation.citation(key)
    assert (citation.articles, citation.ruling) == (articles, ruling)


# --- AFIA 2026 ----------------------------------------------------------------------------------------------------


def test_data_af_4_match_to_1500_and_final_to_2000() -> None:
    stands(AF, "match.target", 1500, "4")
    stands(AF, "match.final_target", 2000, "4")


def test_data_af_4_two_decks_and_eleven_cards_clockwise() -> None:
    stands(AF, "deck.copies", 2, "4")
    stands(AF, "dealing.hand_size", 11, "4")
    stands(AF, "table.direction", "clockwise", "4", "5")


def test_data_af_4_2_top_card_of_the_pile_is_laid() -> None:
    stands(AF, "pile.taking", "top_card_laid", "4.2", "5", ruling="C-7")
    stands(AF, "pile.two_on_top", 0, "4.2", "4.5", ruling="C-7")


def test_data_af_5_any_number_of_melds_in_a_turn() -> None:
    """E-15: “baixar um jogo”."""
    stands(AF, "turn.lay", Stated.STATED, "4.1", "4.8", "5", ruling="E-15")
    stands(AP, "turn.lay", Stated.STATED, "6")


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
    stands(AF, "stock.when_empty", "morto_enters", "4.6", "5")


def test_data_af_6_points() -> None:
    stands(AF, "scoring.going_out", 100, "6")
    stands(AF, "scoring.clean_canastra", 200, "6")
    stands(AF, "scoring.dirty_canastra", 100, "6")
    stands(AF, "black_threes.penalty", 100, "6")
    stands(AF, "scoring.no_morto_paid_by", "only_when_somebody_went_out", "5", "6", ruling="C-18")
    stands(AF, "red_threes.card_added", False, "6", ruling="C-10")
    stands(AF, "scoring.unplayed_morto", "opponents_go_out", "6")
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
    stands(AF, "delegation_points.without_a_match", "none", "12", ruling="E-5")
    stands(AF, "delegation_points.after_leaving", "counted", "12", ruling="E-19")


# --- FARAES 2023 --------------------------------------------------------------------------------------------------


def test_data_fa_3_ace_low_king_high() -> None:
    stands(FA, "dealing.draw_ranks", RANKS, "3")


def test_data_fa_3_anybody_cuts_and_cards_go_one_by_one() -> None:
    """C-0: the text names nobody to cut, and does not say how cards are dealt."""
    stands(FA, "dealing.cut_by", "anybody", "4", ruling="C-0")
    stands(AF, "dealing.cut_by", "anybody", "4", ruling="C-0")
    stands(FA, "dealing.one_by_one", Stated.STATED, "gloss.", ruling="C-0")
    stands(AF, "dealing.one_by_one", Stated.STATED, "4")


def test_data_fa_2_and_11_what_the_text_only_supposes_is_a_ruling() -> None:
    """C-0: that partners sit opposite. C-3: that a meld has three cards, as a 2 with two more."""
    stands(FA, "table.seating", Stated.STATED, "2", ruling="C-0")
    stands(FA, "melds.min_cards", 3, "11", ruling="C-3")
    stands(AF, "melds.min_cards", 3, "4.1", "4.10")


def test_data_fa_5_anticlockwise() -> None:
    stands(FA, "table.direction", "anticlockwise", "5")


def test_data_fa_7_red_threes_by_an_act_of_their_own() -> None:
    stands(FA, "red_threes.exchange", "by_act", "7")
    stands(FA, "red_threes.retained", "each", "7", "19", ruling="C-11")


def test_data_fa_7_a_laid_red_three_lies_beside_who_lays() -> None:
    stands(FA, "red_threes.place", "beside_the_player", "7")
    stands(AF, "red_threes.place", "by_itself", "4.4")


def test_data_fa_13_and_20_every_pair_that_took_no_morto_pays() -> None:
    stands(FA, "scoring.no_morto_paid_by", "every_pair", "13", "20", ruling="C-18")


def test_data_fa_23_piles_of_ten_face_up() -> None:
    stands(FA, "counting.pile_size", 10, "23")
    stands(FA, "counting.face_up", Stated.STATED, "23")
    assert (rules_of(AF).counting, rules_of(AP).counting) == (None, None)


def test_data_fa_iv_20_the_organiser_decides_what_no_rule_covers() -> None:
    """E-13: the text names nobody."""
    stands(FA, "omitted_cases.by", "organiser", "IV.20", ruling="E-13")


def test_data_fa_8_no_stock_for_the_red_threes_of_a_morto() -> None:
    stands(FA, "red_threes.morto_unreplaced", "hand_ends", "8")


def test_data_fa_9_black_three_locks() -> None:
    stands(FA, "black_threes.locks", True, "9", ruling="C-8")


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


# --- APCEF/SC 2022 ------------------------------------------------------------------------------------------------


def test_data_ap_2_player_on_the_left_cuts() -> None:
    stands(AP, "dealing.cut_by", "left_of_dealer", "2")


def test_data_ap_3_two_packs_without_jokers() -> None:
    """C-0: the text names neither the packs nor jokers."""
    stands(AP, "deck.copies", 2, "3", ruling="C-0")
    stands(AP, "deck.no_jokers", Stated.STATED, "7 §2", ruling="C-0")


def test_data_ap_12a_going_out_is_paid_in_every_way() -> None:
    stands(AP, "scoring.going_out", 100, "12a")
    stands(AP, "scoring.going_out_paid", "every_way", "12a", ruling="C-20")
    stands(AF, "scoring.going_out_paid", "every_way", "6")
    stands(FA, "scoring.going_out_paid", "every_way", "16")


def test_data_ap_6_pile_is_taken_freely() -> None:
    stands(AP, "pile.taking", "free", "6")
    stands(AP, "pile.single_card_discardable", True, "6", ruling="C-23")


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
    stands(AP, "vulnerable.from_score", 1500, "14", ruling="C-22")
    stands(AP, "vulnerable.minimums", (75, 90, 120, 150), "14", "14 §1", ruling="C-22")
    assert rules_of(AF).vulnerable is None
    assert rules_of(FA).vulnerable is None


def test_data_ap_16_ties() -> None:
    stands(AP, "standings.two_tied", ("direct_encounter", "balance", "scored", "lots"), "16a", ruling="E-7")
    stands(AP, "standings.more_tied", ("balance", "scored", "lots"), "16b")


# --- Truco Masters 2025, the game ---------------------------------------------------------------------------------


def test_data_tm_what_the_items_say_themselves_rests_on_no_ruling() -> None:
    """TM-2, TM-7, TM-13 and parts of TM-16 are the text's own words, so the data cite the item alone."""
    truco = load(TM)
    stated = {
        "strength.ranks": ("17",),
        "ties.leader_shows_highest": ("29a",),
        "dealing.cutter": ("23", "24"),
        "dealing.exposed_card": ("26",),
        "clock.absence_minutes": ("20",),
    }
    assert {key: truco.citation(key) for key in stated} == {key: (items, None, None) for key, items in stated.items()}


def test_data_tm_24_subir_and_30_cerrar() -> None:
    stands(TM, "dealing.from_the_bottom", Stated.STATED, "24", ruling="TM-16")
    stands(TM, "eleven.cuts", 1, "30", ruling="TM-16")
    stands(TM, "iron.cuts", 1, "31")


def test_data_tm_readings_of_several_items_cite_them_all() -> None:
    """TM-3 single steps, TM-6 who leads after a tie (29a), TM-14 who upholds a claim (8.5), TM-16 online."""
    stands(TM, "calls.ladder", (1, 3, 6, 9, 12), "4", "7", "8", "9", "10", ruling="TM-3")
    stands(TM, "rounds.leader", Stated.STATED, "28", "29a", ruling="TM-6")
    stands(TM, "referee.tento", Stated.STATED, "32", "8.5", ruling="TM-14")
    stands(TM, "dealing.cards", 3, "25")
    stands(TM, "dealing.online", Stated.STATED, "23", "24", "25", "26", ruling="TM-16")


# --- Truco Masters 2025, the event --------------------------------------------------------------------------------


def test_data_tm_2_1_sixteen_pairs_on_the_25th() -> None:
    stands(TM, "selection.pairs", 16, "2.1")
    stands(TM, "edition.day", date(2025, 10, 25), "2.1")


def test_data_tm_2_2_1_rules_change_until_five_days_before() -> None:
    stands(TM, "changes.days_before", 5, "2.2.1", ruling="E-20")


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
    stands(TM, "lateness.tolerance_minutes", 0, "5.3.1")
    stands(TM, "lateness.counted_from", "event", "5.3.1", ruling="E-2")
    stands(TM, "lateness.result", "withdrawn", "5.3.1")


def test_data_tm_5_8_who_left_takes_no_place() -> None:
    stands(TM, "disqualification.no_place", Stated.STATED, "4.5.1", "4.6", "5.7", "5.8", "5.9", ruling="E-19")


def test_data_tm_4_9_acceptance_comes_before_selection() -> None:
    stands(TM, "consents.regulation", Stated.STATED, "4.9", "8.9", ruling="E-18")


def test_data_tm_8_4_binds_the_pairs_and_8_6_lets_the_conditions_change() -> None:
    stands(TM, "publicity.silence", Stated.STATED, "8.4")
    stands(TM, "suspension.conditions", Stated.STATED, "8.6")


def test_data_tm_9_every_duty_on_personal_data_has_its_item() -> None:
    regulation = load(TM)
    cited = {
        number
        for key, citation in regulation.citations.items()
        if key.startswith("personal_data.")
        for number in citation.articles
    }
    assert cited == {f"9.{n}" for n in range(1, 12)}

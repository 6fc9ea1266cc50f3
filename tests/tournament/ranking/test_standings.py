"""Standings by the articles: how many are tied decides which list applies, and every place says why."""

import pytest

from carteado.regulation import LANGUAGES, Regulation, catalogue
from carteado.regulation.event_rules import Criterion
from carteado.tournament.outcomes import Outcome
from carteado.tournament.ranking.standings import (
    Placing,
    event_placings,
    knockout_placings,
    places_in,
    played_order,
    standings,
)
from tests.tournament.ranking.results import AF, AP, FA, TM, met, played, with_rule

EN = catalogue("en")


def order(placings: tuple[Placing, ...]) -> str:
    return " ".join(placing.pair for placing in placings)


def ranks(placings: tuple[Placing, ...]) -> dict[str, int]:
    return {placing.pair: placing.rank for placing in placings}


def reason_of(placings: tuple[Placing, ...], pair: str, regulation: Regulation = AP) -> str:
    return next(placing.by.sentence(regulation, EN) for placing in placings if placing.pair == pair)


# --- articles -----------------------------------------------------------------------------------------------------


def test_ap_16_matches_won_come_first() -> None:
    found = standings(AP, "ABC", played("A 3000 B 2990", "B 3000 C 0", "A 3000 C 2990", "B 3000 C 0"))
    assert order(found) == "A B C"  # A and B two wins each: A beat B
    assert [placing.wins for placing in found] == [2, 2, 0]
    more_points = standings(AP, "AB", [*played("A 3000 B 2990"), met("A 3010 B 3000", round=2)])
    assert order(more_points) == "A B"


def test_ap_16a_two_tied_go_by_their_direct_encounter() -> None:
    outcomes = [
        *played("B 3010 A 2000", "C 3050 D 100"),
        *played("A 3500 C 100", "D 3000 B 100", round=2),
        *played("A 3600 D 0", "B 3005 C 2900", round=3),
    ]
    found = standings(AP, "ABCD", outcomes)
    assert order(found) == "B A C D"
    assert ranks(found) == {"B": 1, "A": 2, "C": 3, "D": 4}
    assert reason_of(found, "B") == "ahead of A on head-to-head: 1 against 0 (APCEF/SC 2022, Art. 16a)"
    assert reason_of(found, "A") == "behind B on head-to-head: 0 against 1 (APCEF/SC 2022, Art. 16a)"


def test_ap_16a_two_that_split_their_encounters_go_on_with_the_balance() -> None:
    outcomes = [met("A 3000 B 2900"), met("B 3000 A 2000", round=2)]
    found = standings(AP, "AB", outcomes)
    assert order(found) == "B A"
    assert reason_of(found, "B") == "ahead of A on points difference: +900 against −900 (APCEF/SC 2022, Art. 16a)"


def test_ap_16a_two_that_never_met_go_on_with_the_balance_then_the_points() -> None:
    found = standings(AP, "ABCD", played("A 3000 C 2000", "B 3100 D 2000"))
    assert order(found) == "B A C D"
    level_balance = standings(AP, "ABCD", played("A 3000 C 2000", "B 3100 D 2100"))
    assert order(level_balance) == "B A D C"
    assert reason_of(level_balance, "A") == "behind B on points scored: 3000 against 3100 (APCEF/SC 2022, Art. 16a)"


def test_ap_16b_three_tied_go_by_their_balance_not_by_encounters() -> None:
    outcomes = played("A 3000 B 2900", "B 3000 C 1000", "C 3000 A 2950")
    found = standings(AP, "ABC", outcomes)
    assert order(found) == "B A C"  # A beat B, and stands behind it
    assert reason_of(found, "B") == "ahead of A on points difference: +1900 against +50 (APCEF/SC 2022, Art. 16b)"


def test_ap_16b_then_by_points_scored() -> None:
    outcomes = played("A 3300 B 3200", "B 3100 C 3000", "C 3500 A 3400")
    found = standings(AP, "ABC", outcomes)
    assert order(found) == "A C B"
    assert [placing.balance for placing in found] == [0, 0, 0]
    assert reason_of(found, "B") == "behind C on points scored: 6300 against 6500 (APCEF/SC 2022, Art. 16b)"


def test_ap_16b_then_by_lots() -> None:
    outcomes = played("A 3000 B 2000", "B 3000 C 2000", "C 3000 A 2000")
    assert order(standings(AP, "ABC", outcomes, lots="CAB")) == "C A B"
    drawn = standings(AP, "ABC", outcomes, lots="BCA")
    assert order(drawn) == "B C A"
    assert reason_of(drawn, "B") == "ahead of C by the lots drawn (APCEF/SC 2022, Art. 16b)"
    assert reason_of(drawn, "A") == "behind C by the lots drawn (APCEF/SC 2022, Art. 16b)"


def test_ap_16b_until_lots_are_drawn_the_rank_is_shared() -> None:
    outcomes = played("A 3000 B 2000", "B 3000 C 2000", "C 3000 A 2000")
    for lots in ("", "AB"):
        found = standings(AP, "CAB", outcomes, lots=lots)
        assert (order(found), ranks(found)) == ("C A B", {"C": 1, "A": 1, "B": 1})
        assert reason_of(found, "A") == (
            "level with 2 others: lots decide and have not been drawn (APCEF/SC 2022, Art. 16b)"
        )


def test_ap_16a_two_left_of_three_go_by_their_direct_encounter_again() -> None:
    outcomes = [
        *played("A 3000 B 2900", "B 3000 C 2900", "C 3000 A 2000"),
        *played("A 3000 D 2100", "B 3000 E 3000", "C 3000 F 3000", round=2),
    ]
    found = standings(AP, "ABC", outcomes)
    assert {placing.pair: placing.balance for placing in found} == {"A": 0, "B": 0, "C": 900}
    assert order(found) == "C A B"
    assert reason_of(found, "C") == "ahead of A on points difference: +900 against +0 (APCEF/SC 2022, Art. 16b)"
    assert reason_of(found, "A") == "ahead of B on head-to-head: 1 against 0 (APCEF/SC 2022, Art. 16a)"
    assert order(standings(AP, "CBA", outcomes)) == "C A B"


def test_ap_16b_four_tied_may_leave_two_twos() -> None:
    outcomes = [
        *played("A 3000 B 2900", "D 3000 C 2900"),
        *played("A 3000 X 2900", "B 3000 X 2900", "C 3000 X 2900", "D 3000 X 3000", round=2),
        *played("B 3000 Y 2800", "C 3000 Y 2900", round=3),
    ]
    found = standings(AP, "CBDA", outcomes)
    assert [(one.pair, one.wins, one.balance) for one in found] == [
        ("A", 2, 200),
        ("B", 2, 200),
        ("D", 2, 100),
        ("C", 2, 100),
    ]
    assert {placing.by.criterion for placing in found} == {Criterion.DIRECT_ENCOUNTER}
    assert reason_of(found, "D") == "ahead of C on head-to-head: 1 against 0 (APCEF/SC 2022, Art. 16a)"


def test_ap_16_a_walkover_counts_for_balance_and_points() -> None:
    """E-2: target to zero; a double W.O. is a loss for both, zero to zero."""
    outcomes = [met("A wo B"), met("C wowo D")]
    found = standings(AP, "ABCD", outcomes)
    assert [(one.wins, one.played, one.scored, one.conceded) for one in found] == [
        (1, 1, 1500, 0),
        (0, 1, 0, 0),
        (0, 1, 0, 0),
        (0, 1, 0, 1500),
    ]
    assert ranks(found) == {"A": 1, "C": 2, "D": 2, "B": 4}
    assert reason_of(found, "C") == "level with D: lots decide and have not been drawn (APCEF/SC 2022, Art. 16a)"
    assert reason_of(found, "B") == "behind D on points difference: −1500 against +0 (APCEF/SC 2022, Art. 16b)"


def test_fa_iv_20_most_matches_won_wins_and_ties_go_as_in_e_6() -> None:
    outcomes = [met("A 2000 B 1990"), met("A 2000 B 1990", round=2), met("B 2500 A 0", round=3)]
    found = standings(FA, "BA", outcomes)
    assert order(found) == "A B"
    assert reason_of(found, "A", FA) == "ahead of B on matches won: 2 against 1 (FARAES 2023, Art. IV.20)"
    tied = standings(FA, "BA", outcomes[1:])
    assert reason_of(tied, "B", FA) == "ahead of A on points difference: +2490 against −2490 (FARAES 2023, Art. IV.20)"


def test_tm_3_1_the_last_pair_standing_is_champion() -> None:
    outcomes = [
        *played("A 12 B 10", "C 12 D 3", phase="semi-final"),
        met("C 12 A 11", phase="final"),
    ]
    found = knockout_placings(TM, "ABCD", outcomes)
    assert ranks(found) == {"C": 1, "A": 2, "B": 3, "D": 3}
    assert reason_of(found, "C", TM).startswith("won the final against A (Truco Masters 2025")
    assert reason_of(found, "A", TM).startswith("lost the final to C (")
    assert reason_of(found, "D", TM).startswith("out in the semi-finals (")


def test_af_12_the_third_place_is_played() -> None:
    outcomes = [
        *played("A 1500 B 1000", "C 1500 D 300", phase="semi-final"),
        met("D 1500 B 1490", phase="third-place"),
        met("C 2000 A 1100", phase="final"),
    ]
    found = knockout_placings(AF, "ABCD", outcomes)
    assert ranks(found) == {"C": 1, "A": 2, "D": 3, "B": 4}
    assert reason_of(found, "D", AF) == "won the match for third place against B (AFIA 2026, Art. 12)"
    assert reason_of(found, "B", AF) == "lost the match for third place to D (AFIA 2026, Art. 12)"


def test_af_12_the_organisers_may_decide_the_third_place_by_points_scored() -> None:
    by_points = with_rule(AF, "delegation_points.third_place", "by_points_scored")
    outcomes = [
        *played("B 1500 E 1400", phase="quarter-final"),
        *played("A 1500 B 1000", "C 1500 D 1300", phase="semi-final"),
        met("C 2000 A 1100", phase="final"),
    ]
    found = knockout_placings(by_points, "ABCDE", outcomes)
    assert ranks(found) == {"C": 1, "A": 2, "D": 3, "B": 4, "E": 5}
    assert reason_of(found, "D", AF) == "ahead of B on points scored: 1300 against 1000 (AFIA 2026, Art. 12)"
    assert ranks(knockout_placings(AF, "ABCDE", outcomes)) == {"C": 1, "A": 2, "B": 3, "D": 3, "E": 5}
    match_played = [*outcomes, met("B 1500 D 0", phase="third-place")]
    assert ranks(knockout_placings(by_points, "ABCDE", match_played))["B"] == 3
    level = [*played("A 1500 B 900", "C 1500 D 900", phase="semi-final")]
    assert ranks(knockout_placings(by_points, "ABCD", level)) == {"A": 1, "C": 1, "B": 3, "D": 3}
    assert ranks(knockout_placings(by_points, "ABCD", level, lots="DB")) == {"A": 1, "C": 1, "D": 3, "B": 4}


# --- phases -------------------------------------------------------------------------------------------------------


def test_phases_sort_in_the_order_in_which_they_are_played() -> None:
    phases = ["qualifying", "group", "swiss", "round-of-4096", "round-of-16", "quarter-final", "semi-final"]
    phases += ["third-place", "final"]
    assert sorted(set(phases), key=played_order) == phases
    assert [places_in(phase) for phase in phases] == [None, None, None, 4096, 16, 8, 4, 2, 2]


@pytest.mark.parametrize("phase", ["", "round-of-", "round-of-x", "round-of-1", "round-of-²", "warm-up"])
def test_what_is_no_phase_is_a_mistake_of_the_caller(phase: str) -> None:
    with pytest.raises(ValueError, match="not a phase"):
        played_order(phase)


# --- knockouts ----------------------------------------------------------------------------------------------------


def test_pairs_out_in_one_phase_share_a_rank_whatever_they_scored() -> None:
    outcomes = [
        *played("A 1500 B 1400", "C 1500 D 0", "E 1500 F 10", phase="qualifying"),
        *played("A 1500 C 20", phase="qualifying", round=2),
        *played("A 1500 E 1000", phase="semi-final"),
    ]
    found = knockout_placings(AF, "FEDCBAX", outcomes)
    assert (order(found), ranks(found)) == ("A E F D C B X", {"A": 1, "E": 3, "F": 4, "D": 4, "C": 4, "B": 4, "X": 7})
    assert reason_of(found, "X", AF) == "has no match"
    assert reason_of(found, "A", AF) == "goes on from the semi-finals (AFIA 2026, Art. 10, 11)"


def test_nobody_moves_up_into_a_place_that_a_double_walkover_left_vacant() -> None:
    """Who lost a semi-final is third at best, who lost a quarter-final fifth."""
    outcomes = [
        *played("A 12 B 1", "C 12 D 1", "E 12 F 1", "G 12 H 1", phase="quarter-final"),
        *played("A 12 C 1", "E wowo G", phase="semi-final"),
    ]
    ranked = ranks(knockout_placings(TM, "ABCDEFGH", outcomes))
    assert {pair: ranked[pair] for pair in "CEG"} == {"C": 3, "E": 3, "G": 3}
    assert {pair: ranked[pair] for pair in "BDFH"} == {"B": 5, "D": 5, "F": 5, "H": 5}


def test_a_lucky_loser_is_placed_by_the_last_phase_it_reached() -> None:
    outcomes = [met("A 1500 B 1400", phase="qualifying"), *played("B 1500 A 0", "C 1500 D 0", phase="semi-final")]
    assert ranks(knockout_placings(AF, "ABCD", outcomes)) == {"B": 1, "C": 1, "A": 3, "D": 3}


def test_finalists_wait_ahead_of_a_third_place_already_played() -> None:
    outcomes = [*played("A 12 B 1", "C 12 D 1", phase="semi-final"), met("B 12 D 0", phase="third-place")]
    assert ranks(knockout_placings(TM, "ABCD", outcomes)) == {"A": 1, "C": 1, "B": 3, "D": 4}


def test_a_match_for_third_place_alone_gives_third_and_fourth() -> None:
    found = event_placings(AF, "AB", [met("B 1500 A 1", phase="third-place")])
    assert ranks(found) == {"B": 3, "A": 4}
    assert reason_of(found, "B", AF).startswith("won the match for third place against A")


def test_a_double_walkover_leaves_the_better_place_vacant() -> None:
    outcomes = [
        *played("A 1500 B 1", "C 1500 D 1", phase="semi-final"),
        met("B wowo D", phase="third-place"),
        met("A wowo C", phase="final"),
    ]
    found = knockout_placings(AF, "ABCD", outcomes)
    assert ranks(found) == {"A": 2, "C": 2, "B": 4, "D": 4}
    assert ranks(event_placings(AF, "ABCD", outcomes)) == ranks(found)
    assert "there is no champion" in reason_of(found, "A", AF)
    assert "nobody takes the better place" in reason_of(found, "B", AF)


def test_a_final_of_several_matches_goes_to_the_pair_that_won_more() -> None:
    outcomes = [met("A 12 B 1", phase="final"), met("B 12 A 3", phase="final", round=2)]
    assert ranks(knockout_placings(TM, "AB", outcomes)) == {"B": 1, "A": 2}
    third = [*outcomes, met("A 12 B 9", phase="final", round=3)]
    assert ranks(knockout_placings(TM, "AB", third)) == {"A": 1, "B": 2}
    all_played = [*third[::2], met("B 12 A 3", phase="final", round=4)]
    assert ranks(knockout_placings(TM, "AB", all_played)) == {"A": 1, "B": 2}


# --- whole events -------------------------------------------------------------------------------------------------


GROUPS_AND_FINALS = [
    *played("A 3000 B 100", "C 3000 D 200"),
    *played("A 3000 C 100", "D 3000 B 2900", round=2),
    *played("A 3000 D 100", "C 3000 B 2900", round=3),
    *played("C 3000 A 2999", phase="final"),
]


def test_those_of_the_knockout_come_first_and_the_others_by_their_table() -> None:
    found = event_placings(AP, "BDCA", GROUPS_AND_FINALS)
    assert (order(found), list(ranks(found).values())) == ("C A D B", [1, 2, 3, 4])
    assert reason_of(found, "C") == "won the final against A (APCEF/SC 2022, Art. 15)"
    assert reason_of(found, "D") == "ahead of B on matches won: 1 against 0 (APCEF/SC 2022, Art. 16)"
    assert [(one.pair, one.wins, one.played) for one in found] == [("C", 3, 4), ("A", 3, 4), ("D", 1, 3), ("B", 0, 3)]


def test_those_left_by_the_table_keep_its_shared_ranks() -> None:
    outcomes = [*played("A 3000 C 100", "B 3000 D 100"), met("A 3000 B 1", phase="final")]
    found = event_placings(AP, "DCBA", outcomes)
    assert (order(found), list(ranks(found).values())) == ("A B D C", [1, 2, 3, 3])


def test_a_qualifying_phase_is_a_table_where_the_regulation_ranks() -> None:
    outcomes = played("A 2000 B 1000", "C 2000 D 1500", phase="qualifying")
    assert ranks(event_placings(FA, "ABCD", outcomes)) == {"A": 1, "C": 2, "D": 3, "B": 4}
    assert ranks(event_placings(AF, "ABCD", outcomes)) == {"A": 1, "C": 1, "B": 3, "D": 3}


def test_a_table_under_a_regulation_without_standings_stands_under_no_article() -> None:
    found = standings(TM, "ABC", played("B 12 A 3"))
    assert order(found) == "B C A"
    assert reason_of(found, "B", TM) == "ahead of C on matches won: 1 against 0"
    assert found[0].by.to_json(TM, EN)["article"] is None


@pytest.mark.parametrize("regulation", [AF, AP, FA, TM], ids=lambda regulation: regulation.id)
def test_nothing_played_and_nobody_there(regulation: Regulation) -> None:
    assert event_placings(regulation, (), ()) == ()
    assert ranks(event_placings(regulation, "AB", ())) == {"A": 1, "B": 1}
    assert ranks(event_placings(regulation, "A", ())) == {"A": 1}


# --- criteria an event may choose ---------------------------------------------------------------------------------


def test_opponents_wins_may_be_chosen() -> None:
    swiss = with_rule(AP, "standings.more_tied", ["opponents_wins", "lots"])
    outcomes = played("A 3000 D 0", "B 3000 E 0", "C 3000 F 0", "D 3000 E 0", "F 3000 X 0", "F 3000 X 1", phase="swiss")
    found = standings(swiss, "ABCDEFX", outcomes)
    tied = [placing.pair for placing in found if placing.wins == 1]
    assert tied[0] == "C"  # its opponents won two matches, those of A one, those of B and D none
    assert tied[1] == "A"
    said = "ahead of A on matches won by the opponents: 2 against 1 (APCEF/SC 2022, Art. 16b)"
    assert reason_of(found, "C", swiss) == said


def test_direct_encounter_among_three_counts_only_their_own_matches() -> None:
    mini = with_rule(AP, "standings.more_tied", ["direct_encounter", "balance", "lots"])
    outcomes = played("A 3000 B 0", "A 3000 C 2999", "B 3000 C 2999", "B 3000 X 0", "C 3000 X 0", "C 3000 Y 0")
    extra = played("X 3000 A 0", "Y 3000 A 0", round=2)
    found = standings(mini, "CBA", outcomes + extra)
    assert order(found) == "A B C"
    assert reason_of(found, "A", mini).startswith("ahead of B on head-to-head: 2 against 1")


def test_several_criteria_may_rank_everybody() -> None:
    ranked = with_rule(AP, "standings.ranked_by", ["wins", "scored"])
    found = standings(ranked, "ABC", played("A 3000 B 2900", "B 3000 C 1000", "C 3000 A 2950"))
    assert order(found) == "A B C"
    assert reason_of(found, "A", ranked).startswith(
        "ahead of B on points scored: 5950 against 5900 (APCEF/SC 2022, Art. 16)"
    )


# --- words --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_of_pairs_are_never_translated(language: str) -> None:
    """``lots``, ``wins`` and ``BR`` are also values that the catalogue has words for."""
    outcomes: list[Outcome] = played("lots 3000 BR 100")
    words = catalogue(language)
    assert "BR" in standings(AP, ("BR", "lots"), outcomes)[0].by.sentence(AP, words)
    assert "lots" in standings(AP, ("BR", "lots"), outcomes)[1].by.sentence(AP, words)


def test_every_criterion_has_its_words_in_both_languages() -> None:
    for language in LANGUAGES:
        words = catalogue(language)
        code_and_article = {criterion for criterion in Criterion if criterion is not Criterion.LOTS}
        assert {f"by_{criterion}" for criterion in code_and_article} <= set(words.values)

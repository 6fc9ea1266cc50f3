"""Articles of FARAES and APCEF on the course of an event, retold: one championship each, run as far as it takes."""

from random import Random

from carteado.fair import verify_draw
from carteado.regulation import catalogue
from carteado.tournament.formats.plans import form_plan, league, plan_for
from carteado.tournament.operations import Decide
from carteado.tournament.running.dispatch import apply
from tests.tournament.championships import (
    AP,
    FA,
    NOON,
    committing,
    drawn,
    finished,
    goes_on,
    holding,
    matches_of,
    pairs_of,
    ready,
    refused,
    walked_over,
    won,
)

# --- FARAES -------------------------------------------------------------------------------------------------------


def test_fa_iv_20_whoever_wins_most_matches_wins_the_league() -> None:
    championship = ready(FA, plan_for(FA, 5))
    for match in list(championship.fixtures):
        championship = won(championship, match, min(pairs_of(championship, match)), 1990)
    placings = championship.bracket.placings()
    assert [(placing.pair, placing.wins) for placing in placings] == [("A", 4), ("B", 3), ("C", 2), ("D", 1), ("E", 0)]
    assert championship.bracket.champion == "A"


def test_fa_iv_20_a_league_is_not_over_before_its_last_match() -> None:
    championship = ready(FA, plan_for(FA, 4))
    for match in list(championship.fixtures):
        assert not championship.bracket.is_over
        assert championship.bracket.champion is None
        championship = won(championship, match, min(pairs_of(championship, match)))
    assert championship.bracket.is_over


def test_fa_iv_20_a_walkover_is_a_match_lost_and_the_pair_plays_on() -> None:
    """The text puts nobody out of the league who misses a match."""
    championship = ready(FA, league(3))
    first, second, _ = championship.fixtures
    absent, there = pairs_of(championship, first)
    championship = walked_over(championship, first, absent)
    assert goes_on(championship, first) == there
    assert championship.departures == {}
    assert championship.bracket.is_open(second)


# --- APCEF --------------------------------------------------------------------------------------------------------


def test_ap_16_the_groups_lead_into_the_bracket_by_matches_won() -> None:
    championship = ready(AP, plan_for(AP, 8))
    for match in matches_of(championship, "group"):
        championship = won(championship, match, min(pairs_of(championship, match)), 100)
    best = {championship.bracket.ranking("groups", group)[place].pair for group in (0, 1) for place in (0, 1)}
    assert {pair for match in matches_of(championship, "semi-final") for pair in pairs_of(championship, match)} == best


def test_ap_16a_two_tied_go_by_their_direct_encounter_whatever_their_points() -> None:
    """A and B win two matches each; B has far more points, but A beat B."""
    championship = ready(AP, league(4))
    beats = {"A": {"B", "C"}, "B": {"C", "D"}, "C": {"D"}, "D": {"A"}}
    for match in list(championship.fixtures):
        one, two = pairs_of(championship, match)
        winner, loser = (one, two) if two in beats[one] else (two, one)
        championship = won(championship, match, winner, 0 if winner == "B" else 2900)
        assert loser not in beats or winner not in beats[loser]
    assert [placing.pair for placing in championship.bracket.placings()][:2] == ["A", "B"]


def test_ap_16b_three_tied_by_balance_then_points_then_lots() -> None:
    championship = ready(AP, league(3))
    cycle = {"A": "B", "B": "C", "C": "A"}
    conceded = {"A": 500, "B": 2000, "C": 1500}
    for match in list(championship.fixtures):
        one, two = pairs_of(championship, match)
        winner = one if cycle[one] == two else two
        championship = won(championship, match, winner, conceded[winner])
    assert [placing.pair for placing in championship.bracket.placings()] == ["A", "C", "B"]
    assert championship.bracket.is_over


def test_ap_16b_equal_in_everything_they_wait_for_lots_which_make_the_order() -> None:
    championship = ready(AP, league(3))
    cycle = {"A": "B", "B": "C", "C": "A"}
    for match in list(championship.fixtures):
        one, two = pairs_of(championship, match)
        championship = won(championship, match, one if cycle[one] == two else two, 1000)
    assert not championship.bracket.is_over
    assert championship.bracket.champion is None
    assert {placing.rank for placing in championship.bracket.placings()} == {None}
    assert {placing.rank for placing in championship.bracket.table("league")} == {1}
    [where] = championship.bracket.lots_needed()
    over = drawn(championship, f"lots-{where}")
    assert over.bracket.is_over
    assert tuple(placing.pair for placing in over.bracket.placings()) == over.lots[where]


def test_ap_16b_two_ties_in_one_group_are_both_drawn() -> None:
    championship = ready(AP, league(6))
    cycles = {("A", "B"), ("B", "C"), ("C", "A"), ("D", "E"), ("E", "F"), ("F", "D")}
    beats = cycles | {(one, two) for one in "ABC" for two in "DEF"}
    for match in list(championship.fixtures):
        one, two = pairs_of(championship, match)
        championship = won(championship, match, one if (one, two) in beats else two, 1000)
    assert [placing.rank for placing in championship.bracket.table("league")] == [1, 1, 1, 4, 4, 4]
    over = finished(championship, Random(16))
    assert [placing.rank for placing in over.bracket.placings()] == [1, 2, 3, 4, 5, 6]
    assert {placing.pair for placing in over.bracket.placings()[:3]} == {"A", "B", "C"}
    assert all(verify_draw(protocol) == [] for protocol in over.draws.values())


def test_ap_16_lots_are_drawn_only_where_a_tie_waits_for_them() -> None:
    championship = ready(AP, league(3))
    committed = apply(championship, committing("lots-league-A"))
    assert refused(committed, holding("lots-league-A")).code == "no_lots_needed"


def test_ap_15_a_form_with_lucky_losers_takes_them_back_though_no_article_speaks_of_them() -> None:
    """E-4 without the articles: by points scored. The quarter-finals have as many pairs as the plan says."""
    championship = ready(AP, form_plan(AP, "lucky_losers", 10))
    qualifying = matches_of(championship, "qualifying")
    for scored, match in enumerate(qualifying):
        championship = won(championship, match, min(pairs_of(championship, match)), 100 * scored)
    [back] = championship.bracket.come_back()
    assert [one.pair for one in back.lucky] == [max(pairs_of(championship, match)) for match in qualifying[:1:-1]]
    assert {one.by.key for one in back.lucky} == {None}
    assert "points scored: 400 against 100" in back.lucky[0].by.sentence(AP, catalogue("en"))
    championship = drawn(championship, "finals")
    assert len(championship.places["finals"]) == 8
    assert championship.bracket.placings()[0].by.sentence(AP, catalogue("en"))
    assert finished(championship, Random(1)).bracket.champion


def test_ap_15_a_pair_that_lost_by_walkover_is_no_lucky_loser_of_such_a_form() -> None:
    championship = ready(AP, form_plan(AP, "lucky_losers", 6))
    first, second, third = matches_of(championship, "qualifying")
    absent = pairs_of(championship, first)[0]
    championship = walked_over(championship, first, absent)
    for match in (second, third):
        championship = won(championship, match, pairs_of(championship, match)[0], 0)
    assert absent not in championship.bracket.lots_needed()["qualifying-qualifying"]
    out = next(one for one in championship.bracket.placings() if one.pair == absent)
    assert out.by.code == "placed_out_by_walkover"


def test_ap_17_the_technical_coordination_decides_what_no_rule_covers() -> None:
    championship = ready(AP, league(3))
    deciding = Decide(by="technical coordination", at=NOON, question="Rain", decision="Tomorrow", why="no roof")
    after = apply(championship, deciding)
    assert [(ruled.by, ruled.why) for ruled in after.decisions] == [("technical coordination", "no roof")]
    assert AP.cite("omitted_cases.by").endswith("17")
    assert after.logs == championship.logs

"""Who goes on to the next phase: winners, then the best of the eliminated, by the articles and by E-4."""

import random
from collections.abc import Sequence

import pytest

from carteado.record import InputError
from carteado.regulation import LANGUAGES, Regulation, catalogue
from carteado.tournament.outcomes import Outcome
from carteado.tournament.ranking.advancing import Advance, advancing
from tests.tournament.ranking.results import AF, AP, FA, TM, met, played, renamed, with_rule

EN = catalogue("en")


def on(advance: Advance) -> str:
    """Who goes on, lucky losers with a plus."""
    return " ".join(f"{'+' if one.as_ == 'lucky_loser' else ''}{one.pair}" for one in advance.advancing)


def reason_of(advance: Advance, pair: str, regulation: Regulation = AF) -> str:
    return next(one.by.sentence(regulation, EN) for one in advance.advancing if one.pair == pair)


def qualifying(*texts: str, round: int = 1) -> list[Outcome]:
    return played(*texts, phase="qualifying", round=round)


def quarters(*texts: str) -> list[Outcome]:
    return played(*texts, phase="quarter-final")


# --- articles -----------------------------------------------------------------------------------------------------

SEVEN = qualifying(
    "A 1500 H 1100",
    "B 1500 I 1450",
    "C 1500 J 900",
    "D 1500 K 800",
    "E 1500 L 1450",
    "F 1500 M 10",
    "G 1500 N 20",
)
FOURTEEN = "ABCDEFGHIJKLMN"


def test_af_10_the_eliminated_pair_with_most_points_goes_to_the_quarter_finals() -> None:
    better = [*SEVEN[:1], met("B 1500 I 1460", phase="qualifying"), *SEVEN[2:]]
    found = advancing(AF, FOURTEEN, better, places=8)
    assert on(found) == "A B C D E F G +I"
    assert (found.phase, found.out, found.undrawn, found.vacant) == ("quarter-final", tuple("HJKLMN"), (), 0)
    assert reason_of(found, "I") == "ahead of L on points scored: 1460 against 1450 (AFIA 2026, Art. 10)"
    assert reason_of(found, "A") == "won against H, qualifying phase (AFIA 2026, Art. 10, 11)"


def test_af_10_a_tie_goes_to_the_fewest_points_conceded_in_the_first_round() -> None:
    conceded = [*SEVEN[:4], met("E 1490 L 1450", phase="qualifying"), *SEVEN[5:]]
    found = advancing(AF, FOURTEEN, conceded, places=8)
    assert on(found) == "A B C D E F G +L"
    assert reason_of(found, "L") == (
        "ahead of I on points conceded in the first qualifying round: 1490 against 1500 (AFIA 2026, Art. 10)"
    )


def test_af_10_still_tied_lots_decide() -> None:
    found = advancing(AF, FOURTEEN, SEVEN, places=8)
    assert (on(found), found.undrawn, found.by_lots, found.vacant) == ("A B C D E F G", ("I", "L"), 1, 0)
    assert found.out == tuple("HJKMN")
    drawn = advancing(AF, FOURTEEN, SEVEN, places=8, lots="LI")
    assert on(drawn) == "A B C D E F G +L"
    assert reason_of(drawn, "L") == "ahead of I by the lots drawn (AFIA 2026, Art. 10)"


def test_af_10_as_many_go_on_as_places_are_missing() -> None:
    found = advancing(AF, "ABCDEFGHIJ", qualifying("A 1500 F 900", "B 1500 G 1400", "C 1500 H 1300"), places=8)
    # D, E, I, J had no match
    assert on(found) == "A B C D E I J +G"
    five = qualifying("A 1500 F 900", "B 1500 G 1400", "C 1500 H 1300", "D 1500 I 0", "E 1500 J 1")
    found = advancing(AF, "ABCDEFGHIJ", five, places=8)
    assert on(found) == "A B C D E +G +H +F"
    assert reason_of(found, "G") == "ahead of J on points scored: 1400 against 1 (AFIA 2026, Art. 10)"
    assert reason_of(found, "F") == "ahead of J on points scored: 900 against 1 (AFIA 2026, Art. 10)"
    one_only = with_rule(AF, "lucky_losers.places", "one")
    found = advancing(one_only, "ABCDEFGHIJ", five, places=8)
    assert (on(found), found.vacant) == ("A B C D E +G", 2)


TEN = qualifying("A 1500 F 1400", "B 1500 G 1400", "C 1500 H 10", "D 1500 I 10", "E 1500 J 10")


@pytest.mark.parametrize("places", [6, 8])
def test_af_10_holds_out_of_the_qualifying_phase_whatever_the_number_of_places(places: int) -> None:
    """E-4: the criterion goes by the phase that is left, so art. 10 and the first round hold for six places too."""
    second = qualifying("A 1600 F 100", "B 1500 G 100", "C 1500 H 0", "D 1500 I 0", "E 1500 J 0", round=2)
    first = [met("A 1400 F 1400", phase="qualifying"), met("B 1500 G 1400", phase="qualifying"), *TEN[2:]]
    one_place = with_rule(AF, "lucky_losers.places", "one")
    found = advancing(one_place, "ABCDEFGHIJ", [*first, *second], places=places)
    assert on(found) == "A B C D E +F"
    assert found.phase == "quarter-final"
    assert reason_of(found, "F", one_place) == (
        "ahead of G on points conceded in the first qualifying round: 1400 against 1500 (AFIA 2026, Art. 10)"
    )


def test_af_10_holds_out_of_the_qualifying_phase_into_the_semi_finals() -> None:
    """E-4: a field so small that the quarter-finals are left out goes by art. 10 all the same."""
    outcomes = [
        *qualifying("A 1500 D 700", "B 1500 E 700", "C 1500 F 10"),
        *qualifying("A 1400 D 700", "B 1500 E 700", "C 1500 F 10", round=2),
    ]
    found = advancing(AF, "ABCDEF", outcomes, places=4, lots="ED")
    assert on(found) == "A B C +E"
    assert reason_of(found, "E") == "ahead of D by the lots drawn (AFIA 2026, Art. 10)"


def test_af_11_holds_out_of_the_quarter_finals_with_six_pairs_in_them() -> None:
    """E-4: the second round decides between the losers of the quarter-finals of the one-place form."""
    outcomes = [
        *qualifying("D 1500 X 100", "E 1500 Y 900"),
        *qualifying("D 1500 Z 800", "E 1500 W 700", round=2),
        *quarters("A 1500 D 1400", "B 1500 E 1400", "C 1500 F 10"),
    ]
    found = advancing(AF, "ABCDEFXYZW", outcomes, places=4)
    assert on(found) == "A B C +E"
    assert reason_of(found, "E").endswith("700 against 800 (AFIA 2026, Art. 11)")


def test_af_10_points_are_added_up_over_the_rounds_of_the_phase() -> None:
    outcomes = [
        *qualifying("A 1500 E 1490", "B 1500 F 1480", "C 1500 G 0", "D 1500 H 0"),
        *qualifying("A 1500 B 10", "C 1500 D 20", round=2),
    ]
    found = advancing(AF, "ABCDEFGH", outcomes, places=4)
    assert on(found) == "A C +D +B"  # both won a first round: 1520 and 1510 points against 1490


def test_af_10_a_pair_free_in_a_round_keeps_its_place() -> None:
    outcomes = [
        *qualifying("A 1500 B 1", "C 1500 D 1", "E 1500 F 1400"),
        *qualifying("C 1500 E 1300", round=2),
    ]
    found = advancing(AF, "ABCDEFG", outcomes, places=4)  # A is free in the second round, G in both
    assert on(found) == "C A G +E"
    assert reason_of(found, "G") == "had no match to play and is unbeaten, qualifying phase (AFIA 2026, Art. 10, 11)"


def test_af_11_the_best_loser_of_the_quarter_finals_goes_to_the_semi_finals() -> None:
    outcomes = [*qualifying("A 1500 B 1499"), *quarters("A 1500 C 1400", "D 1500 E 1450", "F 1500 G 10")]
    found = advancing(AF, "ABCDEFG", outcomes, places=4)
    assert on(found) == "A D F +E"  # B scored more, but in the qualifying phase
    assert found.phase == "semi-final"
    assert reason_of(found, "E") == "ahead of C on points scored: 1450 against 1400 (AFIA 2026, Art. 11)"


def test_af_11_a_tie_goes_to_the_fewest_points_conceded_in_the_second_qualifying_round() -> None:
    outcomes = [
        *qualifying("C 1500 X 100", "E 1500 Y 900"),
        *qualifying("C 1500 Z 800", "E 1500 W 700", round=2),
        *quarters("A 1500 C 1400", "D 1500 E 1400", "F 1500 G 10"),
    ]
    found = advancing(AF, "ABCDEFGWXYZ", outcomes, places=4)
    assert on(found) == "A D F +E"
    assert reason_of(found, "E") == (
        "ahead of C on points conceded in the second qualifying round: 700 against 800 (AFIA 2026, Art. 11)"
    )


@pytest.mark.parametrize(("first", "second"), [("C 1500 X 650", None), (None, "C 1500 X 650")])
def test_af_11_a_pair_that_missed_a_round_counts_the_other(first: str | None, second: str | None) -> None:
    outcomes = [
        *qualifying("E 1500 Y 100", *([first] if first else [])),
        *qualifying("E 1500 W 700", *([second] if second else []), round=2),
        *quarters("A 1500 C 1400", "D 1500 E 1400", "F 1500 G 10"),
    ]
    assert on(advancing(AF, "ABCDEFGWXY", outcomes, places=4)) == "A D F +C"


def test_af_11_the_reason_names_the_round_that_was_compared() -> None:
    """With one qualifying round nobody has a second: the first was compared, and the reason says so."""
    outcomes = [
        *qualifying("C 1500 X 650", "E 1500 Y 100", "A 1500 W 0"),
        *quarters("A 1500 C 1400", "D 1500 E 1400", "F 1500 G 10"),
    ]
    found = advancing(AF, "ABCDEFGWXY", outcomes, places=4)
    assert reason_of(found, "E") == (
        "ahead of C on points conceded in the first qualifying round: 100 against 650 (AFIA 2026, Art. 11)"
    )


def test_af_11_the_reason_says_when_the_two_counted_different_rounds() -> None:
    outcomes = [
        *qualifying("C 1500 X 650", "E 1500 Y 100"),
        *qualifying("E 1500 W 700", round=2),
        *quarters("A 1500 C 1400", "D 1500 E 1400", "F 1500 G 10"),
    ]
    assert reason_of(advancing(AF, "ABCDEFGWXY", outcomes, places=4), "C") == (
        "ahead of E on points conceded in the second qualifying round, or in the first for a pair that did not play a"
        " second: 650 against 700 (AFIA 2026, Art. 11)"
    )


def test_af_10_a_pair_free_in_the_first_round_counts_its_second_when_tied() -> None:
    outcomes = [
        *qualifying("A 1500 B 0", "C 1500 D 0"),
        *qualifying("A 1600 E 1000", "G 1500 C -500", round=2),
    ]
    eight = advancing(AF, "ABCDEGHIJKL", outcomes, places=8)  # H to L were free
    assert on(eight) == "A G H I J K L +C"
    assert reason_of(eight, "C") == (
        "ahead of E on points conceded in the first qualifying round, or in the second for a pair that was free in the"
        " first: 0 against 1600 (AFIA 2026, Art. 10)"
    )


def test_af_7_a_pair_out_by_walkover_is_never_a_lucky_loser() -> None:
    outcomes = [*qualifying("A 1500 D 10", "B wo E", "C wowo F"), *qualifying("G 1500 H 5")]
    found = advancing(AF, "ABCDEFGH", outcomes, places=8)
    assert on(found) == "A B G +D +H"
    assert (found.vacant, found.out) == (3, ("C", "E", "F"))
    assert reason_of(found, "B") == "won by W.O. against E, qualifying phase (AFIA 2026, Art. 7)"


def test_af_11_a_double_walkover_in_the_quarter_finals_opens_a_place() -> None:
    outcomes = quarters("A 1500 B 100", "C 1500 D 900", "E 1500 F 1200", "G wowo H")
    found = advancing(AF, "ABCDEFGH", outcomes, places=4)
    assert on(found) == "A C E +F"
    assert found.out == ("B", "D", "G", "H")


def test_af_7_who_leaves_after_winning_holds_no_place() -> None:
    won = met("A 1500 B 100", phase="quarter-final")._replace(out=frozenset("A"))
    found = advancing(AF, "ABCD", [won, *quarters("C 1500 D 10")], places=2)
    assert on(found) == "C +B"


def test_tm_3_1_winners_go_on_and_missing_places_stay_vacant() -> None:
    outcomes = quarters("A 12 B 11", "C 12 D 0", "E 12 F 3", "G wowo H")
    found = advancing(TM, "ABCDEFGH", outcomes, places=4)
    assert (on(found), found.vacant) == ("A C E", 1)
    assert reason_of(found, "A", TM).startswith("won against B, quarter-finals (Truco Masters 2025")


def test_ap_16_the_best_of_the_table_go_on() -> None:
    outcomes = [
        *played("B 3010 A 2000", "C 3050 D 100"),
        *played("A 3500 C 100", "D 3000 B 100", round=2),
        *played("A 3600 D 0", "B 3005 C 2900", round=3),
    ]
    found = advancing(AP, "ABCD", outcomes, places=2)
    assert (on(found), found.out) == ("B A", ("C", "D"))
    assert reason_of(found, "A", AP) == "behind B on head-to-head: 0 against 1 (APCEF/SC 2022, Art. 16a)"
    assert advancing(AP, "ABCD", outcomes, places=8).vacant == 4


def test_ap_16b_lots_decide_across_the_last_place_of_the_table() -> None:
    outcomes = played("A 3000 B 2000", "B 3000 C 2000", "C 3000 A 2000")
    found = advancing(AP, "ABC", outcomes, places=2)
    assert (on(found), found.undrawn, found.by_lots, found.out) == ("", ("A", "B", "C"), 2, ())
    assert on(advancing(AP, "ABC", outcomes, places=3)) == "A B C"
    assert on(advancing(AP, "ABC", outcomes, places=2, lots="CBA")) == "C B"


# --- other phases -------------------------------------------------------------------------------------------------


def test_the_match_for_third_place_does_not_keep_the_finalists_waiting() -> None:
    outcomes = [*played("A 12 B 1", "C 12 D 1", phase="semi-final"), met("B 12 D 0", phase="third-place")]
    found = advancing(TM, "ABCD", outcomes, places=2)
    assert (on(found), found.phase, found.out) == ("A C", "final", ("B", "D"))


def test_two_that_meet_again_go_by_most_matches_won() -> None:
    series = [met("A 2000 B 1", phase="semi-final"), met("B 2000 A 1", phase="semi-final", round=2)]
    decided = [*series, met("A 2000 B 1999", phase="semi-final", round=3)]
    assert on(advancing(FA, "AB", decided, places=1)) == "A"


def test_a_table_after_a_qualifying_phase_counts_its_own_matches() -> None:
    outcomes = [
        *qualifying("C 2000 A 1", "B 2000 X 1", "Y 2000 Z 1"),
        *played("A 2000 B 1500", "B 2000 C 0", "A 2000 C 0"),
    ]
    found = advancing(FA, "ABCXYZ", outcomes, places=2)
    assert (on(found), found.out) == ("A B", ("C", "X", "Y", "Z"))


def test_a_pair_free_in_the_quarter_finals_keeps_the_place_it_won() -> None:
    outcomes = [
        *qualifying("A 1500 H 1", "B 1500 I 1", "C 1500 J 1"),
        *quarters("A 1500 D 1400", "B 1500 E 10", "F 1500 G 20"),
    ]
    assert on(advancing(AF, "ABCDEFGHIJ", outcomes, places=4)) == "A B F C"
    first_phase = quarters("A 1500 D 1400", "B 1500 E 10", "F 1500 G 20")
    assert on(advancing(AF, "ABCDEFG", first_phase, places=4)) == "A B F C"
    assert on(advancing(AF, "ABCDEFGHIJKL", first_phase, places=4)) == "A B F +D"


def test_a_pair_beaten_on_the_way_is_not_free_in_the_quarter_finals() -> None:
    outcomes = [
        *qualifying("A 1500 H 1", "C 1500 J 1"),
        *qualifying("A 1500 C 1", round=2),
        *quarters("A 1500 D 1400", "B 1500 E 10", "F 1500 G 20"),
    ]
    assert on(advancing(AF, "ABCDEFGHJ", outcomes, places=4)) == "A B F +D"


def test_pairs_that_play_no_part_in_a_full_phase_are_out() -> None:
    outcomes = played("A 12 B 1", "C 12 D 1", phase="semi-final")
    assert on(advancing(TM, "ABCDEFGH", outcomes, places=2)) == "A C"


def test_more_winners_than_places_is_bad_input() -> None:
    for language in LANGUAGES:
        with pytest.raises(InputError) as caught:
            advancing(AF, FOURTEEN, SEVEN, places=4)
        said = caught.value.message(catalogue(language))
        assert "7" in said
        assert "4" in said


@pytest.mark.parametrize("outcomes", [[], played("A 12 B 3", phase="final"), played("A 12 B 3", phase="third-place")])
def test_nothing_follows(outcomes: list[Outcome]) -> None:
    with pytest.raises(InputError):
        advancing(TM, "AB", outcomes, places=2)


# --- E-4 again, by another hand -----------------------------------------------------------------------------------


def naive(
    pairs: Sequence[str], outcomes: Sequence[Outcome], places: int, lots: Sequence[str]
) -> tuple[set[str], list[str]]:
    """The winners, and the lucky losers in their order; all lots are drawn."""
    last_phase = "quarter-final" if any(one.phase == "quarter-final" for one in outcomes) else "qualifying"
    in_phase = [one for one in outcomes if one.phase == last_phase]
    entrants = {pair for one in in_phase for pair in one.pairs}
    if last_phase == "qualifying":
        entrants = set(pairs)
    holding = set(entrants)
    for number in (1, 2):
        for one in in_phase:
            if one.round == number:
                holding -= set(one.pairs) - {one.winner}
    gone = set().union(*(one.out for one in outcomes))
    eliminated = entrants - holding - gone

    def conceded(pair: str) -> int:
        rounds = {}
        for one in outcomes:
            if one.phase == "qualifying" and pair in one.pairs:
                rounds[one.round] = one.points[1] if one.pairs[0] == pair else one.points[0]
        wanted = [1, 2] if places == 8 else [2, 1]
        return next((rounds[number] for number in wanted if number in rounds), 0)

    def scored(pair: str) -> int:
        return sum(one.points[one.pairs.index(pair)] for one in in_phase if pair in one.pairs)

    best = sorted(eliminated, key=lambda pair: (-scored(pair), conceded(pair), lots.index(pair)))
    return holding, best[: places - len(holding)]


def knocked_out(
    pairs: Sequence[str], phase: str, number: int, chance: random.Random
) -> tuple[list[Outcome], list[str]]:
    """A round: who met, and who is left, the last without an opponent if they are odd."""
    matches = [a_match(one, two, phase, number, chance) for one, two in zip(pairs[::2], pairs[1::2], strict=False)]
    left = [one.winner for one in matches if one.winner is not None]
    return matches, left + (list(pairs[-1:]) if len(pairs) % 2 else [])


def a_match(one: str, two: str, phase: str, number: int, chance: random.Random) -> Outcome:
    how = chance.random()
    if how < 0.04:
        return Outcome(phase, number, (one, two), (0, 0), None, True, frozenset((one, two)))
    if how < 0.12:
        return Outcome(phase, number, (one, two), (1500, 0), one, True, frozenset({two}))
    return Outcome(phase, number, (one, two), (chance.choice((1500, 1510)), 100 * chance.randint(8, 11)), one)


def championship(chance: random.Random) -> tuple[list[str], list[Outcome], int]:
    """As the format goes: one or two qualifying rounds, and sometimes the quarter-finals."""
    pairs = [f"p{number}" for number in range(chance.randint(9, 32))]
    outcomes, left = knocked_out(pairs, "qualifying", 1, chance)
    if len(left) > 8:
        second, left = knocked_out(chance.sample(left, len(left)), "qualifying", 2, chance)
        outcomes += second
    if chance.random() < 0.5 or len(left) < 5:
        return pairs, outcomes, 8
    lucky = naive(pairs, outcomes, 8, pairs)[1]
    quarter_finals, _ = knocked_out([*left, *lucky], "quarter-final", 1, chance)
    return pairs, outcomes + quarter_finals, 4


@pytest.mark.parametrize("seed", range(8))
def test_the_same_pairs_go_on_by_both_readings_of_e_4(seed: int) -> None:
    chance = random.Random(seed)
    criteria = set[str]()
    for _ in range(250):
        pairs, outcomes, places = championship(chance)
        lots = chance.sample(pairs, len(pairs))
        chance.shuffle(outcomes)
        found = advancing(AF, pairs, outcomes, places=places, lots=lots)
        winners, lucky = naive(pairs, outcomes, places, lots)
        assert {one.pair for one in found.advancing if one.as_ == "winner"} == winners
        assert [one.pair for one in found.advancing if one.as_ == "lucky_loser"] == lucky
        assert set(found.out) == set(pairs) - winners - set(lucky)
        assert found.vacant == places - len(winners) - len(lucky)
        criteria |= {one.by.criterion for one in found.advancing if one.as_ == "lucky_loser"}
    assert criteria == {"scored", "conceded_first_round", "conceded_second_round", "lots"}


@pytest.mark.parametrize("seed", range(4))
def test_neither_names_nor_the_order_of_matches_decide_who_goes_on(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(50):
        pairs, outcomes, places = championship(chance)
        names = dict(zip(pairs, chance.sample([f"q{number}" for number in range(40)], len(pairs)), strict=True))
        other = renamed(outcomes, names)
        chance.shuffle(other)
        before = advancing(AF, pairs, outcomes, places=places)
        after = advancing(AF, chance.sample(list(names.values()), len(pairs)), other, places=places)
        assert {(names[one.pair], one.as_) for one in before.advancing} == {
            (one.pair, one.as_) for one in after.advancing
        }
        assert {names[pair] for pair in before.undrawn} == set(after.undrawn)
        assert before.by_lots == after.by_lots

"""AFIA 2026, Art. 6: counting the points; rulings C-8, C-10, C-18, C-19, C-20."""

from carteado.melds import Ending
from tests.melds.tables import (
    AF,
    INDIRECT,
    LOOSE_LAY,
    OUT_AT_ONCE,
    SLOW,
    SWIFT,
    SWIFT_MORTO,
    after_clean_canastra,
    after_dirty_canastra,
    dealt,
    dull_hand,
    swift,
    swift_hand,
    table,
)


def test_af_6_cards_laid_and_canastras_are_added_and_cards_in_hand_deducted() -> None:
    over = swift_hand(table(AF))
    assert over.counted(0) == [
        ("went_out", 1, 100, "6"),
        ("clean_canastas", 2, 400, "6"),
        ("melded_cards", 22, 220, "6"),
        ("hand_cards", 11, -110, "6"),
    ]
    assert over.counted(1) == [("hand_cards", 22, -220, "6"), ("no_morto", 1, -100, "5, 6")]
    assert over.score == (610, -320)


def test_af_6_every_card_is_worth_ten_whatever_it_is() -> None:
    """Aces, twos and kings in the hands of pair 1, small cards in the partner's."""
    over = swift(AF, "Ac Ad Ad As Ah 2c 2c 2d Kd Kd Kh", "4d 4d 5d 5d 6d 6d 7d 7d 4s 5s 6s", stock="Ac").plays(
        OUT_AT_ONCE
    )
    assert over.points("hand_cards", 0) == -110
    assert over.points("hand_cards", 1) == -220
    assert over.points("melded_cards", 0) == 220


def test_af_6_a_clean_canastra_gives_200_and_a_dirty_one_100() -> None:
    clean = after_clean_canastra(AF).plays(f"draw, {LOOSE_LAY}, discard Qd")
    dirty = after_dirty_canastra(AF).plays(f"draw, {LOOSE_LAY}, discard Qd")
    assert ("clean_canastas", 1, 200, "6") in clean.counted(0)
    assert ("dirty_canastas", 1, 100, "6") in dirty.counted(0)
    assert (clean.score[0], dirty.score[0]) == (410, 310)
    assert clean.points("melded_cards", 0) == dirty.points("melded_cards", 0) == 220, "a 2 laid is worth ten too"


def test_af_6_melds_that_are_no_canastra_count_their_cards_all_the_same() -> None:
    on = dealt(AF, SWIFT, "4s 5s 6s", mortos=(SWIFT_MORTO,), stock="8d Kd 8d 9d Ac")
    over = on.plays("pass", "draw, lay 4s 5s 6s, discard Kd", "pass", "pass", OUT_AT_ONCE)
    assert over.points("melded_cards", 1) == 30
    assert over.points("clean_canastas", 1) == over.points("dirty_canastas", 1) == 0


def test_af_6_a_black_three_in_hand_costs_100_instead_of_ten() -> None:
    over = swift(AF, "3c 3s 4d", "3s", "3c").plays(OUT_AT_ONCE)
    assert over.counted(1) == [
        ("hand_cards", 19, -190, "6"),
        ("black_threes", 3, -300, "6"),
        ("no_morto", 1, -100, "5, 6"),
    ]
    assert ("black_threes", 1, -100, "6") in over.counted(0), "the partner's counts against the pair that went out"
    assert over.points("hand_cards", 0) == -100


def test_af_6_red_threes_count_100_with_a_canastra_and_against_the_pair_without() -> None:
    over = swift(AF, "3d 4s", stock="Qs 3h Ac").plays(OUT_AT_ONCE)
    assert ("red_threes", 1, 100, "4.4, 6") in over.counted(0)
    assert ("red_threes", 1, -100, "4.4, 6") in over.counted(1)
    assert over.points("melded_cards", 0) == 220, "the ten points of the card are not added"
    assert over.score == (710, -420)


def test_af_6_going_out_gives_100_to_the_pair_and_to_nobody_when_nobody_does() -> None:
    assert swift_hand(table(AF)).points("went_out", 0) == 100
    assert swift_hand(table(AF)).points("went_out", 1) == 0
    over = dull_hand(table(AF))
    assert (over.ending, over.out) == (Ending.NOTHING_TO_DRAW, None)
    assert [over.points("went_out", pair) for pair in (0, 1)] == [0, 0]


def test_af_6_the_pair_without_a_morto_pays_when_the_other_goes_out() -> None:
    begun = dealt(AF, SWIFT, SLOW, mortos=("", SWIFT_MORTO), stock="8d Kd 8d Td Td Jd Jd Qd Ac")
    took = begun.plays("pass", f"draw, lay {SLOW}, discard Kd").passes(6).plays(OUT_AT_ONCE)
    assert took.took_morto(1)
    assert took.points("no_morto", 1) == 0
    assert swift_hand(table(AF)).points("no_morto", 1) == -100


def test_af_6_when_nobody_goes_out_nobody_pays_for_a_morto() -> None:
    """C-18: arts. 5 and 6 take the points from the other pair, which supposes that somebody went out."""
    over = dull_hand(table(AF))
    assert [over.points("no_morto", pair) for pair in (0, 1)] == [0, 0]
    one = swift(AF, stock="3h 3h 3d 3d Ac").plays(INDIRECT).passes_to_the_end()
    assert [one.points("no_morto", pair) for pair in (0, 1)] == [0, 0]


def test_af_6_every_card_counts_ten_except_black_threes_and_the_laid_red_three_counts_its_own_worth() -> None:
    """C-10: the ten points of art. 6 are not added to the 100 of a laid red three; one left in hand is such a card."""
    over = swift(AF, "3d 4s", stock="Qs 3h Ac").plays(OUT_AT_ONCE)
    lines = {item: points for item, _, points, _ in over.counted(0)}
    assert (lines["red_threes"], lines["melded_cards"]) == (100, 22 * 10)
    assert AF.citation("red_threes.card_added") == (("6",), "C-10", None)


def test_af_6_the_pair_that_goes_out_never_pays_for_a_morto_that_became_stock() -> None:
    on = swift(AF, stock="3h 3h 3d 3d").passes_until_no_morto_lies_there()
    over = on.plays("lay 4h 5h 6h 7h 8h 9h Th / Tc Jc Qc Kc").plays(f"discard {on.drawn}")
    assert [over.points("no_morto", pair) for pair in (0, 1)] == [0, -100]


def test_af_6_a_morto_not_yet_played_is_paid_as_if_not_taken_and_its_cards_do_not_count() -> None:
    """Seat 3 takes the morto by a discard, and seat 0 goes out before its next turn."""
    lower = "Jh Qh Kh Ah 4c 5c 6c 7c 8c 9c 9d"
    begun = dealt(AF, SWIFT, "", "", SLOW, mortos=("3c 3c 3s 3s 2c 2d", lower), stock="8d 8d 9s Kd Ac")
    taken = begun.plays("pass", "pass", "pass", f"draw, lay {SLOW}, discard Kd")
    assert taken.took_morto(1)
    over = taken.plays(OUT_AT_ONCE)
    assert over.counted(1) == [
        ("clean_canastas", 1, 200, "6"),
        ("melded_cards", 11, 110, "6"),
        ("hand_cards", 11, -110, "6"),
        ("no_morto", 1, -100, "5, 6"),
    ]


def test_af_6_once_its_owner_has_had_a_turn_it_counts() -> None:
    lower = "Jh Qh Kh Ah 4c 5c 6c 7c 8c 9c 9d"
    begun = dealt(AF, SWIFT, "", "", SLOW, mortos=("3c 3c 3s 3s 2c 2d", lower), stock="8d 8d Td Kd Kd Jd Jd Td Ac")
    taken = begun.plays("pass", "pass", "pass", f"draw, lay {SLOW}, discard Kd").passes(4)
    over = taken.plays(OUT_AT_ONCE)
    assert over.counted(1) == [
        ("clean_canastas", 1, 200, "6"),
        ("melded_cards", 11, 110, "6"),
        ("hand_cards", 18, -180, "6"),
        ("black_threes", 4, -400, "6"),
    ]


def test_af_6_a_morto_counts_as_taken_when_the_partner_goes_out_or_nobody_does() -> None:
    partner = "4d 5d 6d 7d 8d 9d 9s Ts Js Qs Ks"
    begun = dealt(AF, SWIFT, "", partner, stock="Ac 8s Kd")
    out = begun.plays(INDIRECT, "pass", "draw, lay 4d 5d 6d 7d 8d 9d / 9s Ts Js Qs Ks, discard Kd")
    assert out.out == 0
    assert out.hand.unplayed == frozenset({0})
    assert (out.points("hand_cards", 0), out.points("no_morto", 0)) == (-110, 0)


def test_af_6_the_end_of_the_stock_makes_an_unplayed_morto_count_too() -> None:
    begun = dealt(AF, SWIFT, SLOW, mortos=("", SWIFT_MORTO), stock="Qd Kd", bottom="8d 8d 9d 9s")
    on = begun.plays("pass", f"draw, lay {SLOW}, discard Kd")
    while on.stock > 4 or on.turn != 0:
        on = on.passes(1)
    on = on.plays("draw")
    over = on.plays("lay 4h 5h 6h 7h 8h 9h Th / Tc Jc Qc Kc").plays(f"discard {on.drawn}").passes_to_the_end()
    assert over.ending is Ending.NOTHING_TO_DRAW
    assert over.hand.unplayed == frozenset({0})
    assert (over.points("hand_cards", 0), over.points("no_morto", 0)) == (-220, 0)

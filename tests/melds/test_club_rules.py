"""What clubs play otherwise: each variant is a typed value of the regulation, cited, and part of the record."""

import json

import pytest

from carteado.cards import Onlooker, Sign
from carteado.melds import Ending, act_seen_by, refusal
from carteado.melds.acts import Cut
from carteado.melds.events import LayFailed, MortoBecameStock
from carteado.record import InputError, read_sheet, record_of, replay, write_record
from carteado.regulation import LANGUAGES, Override, Regulation, RegulationError, catalogue
from carteado.regulation.melds_rules import (
    CutBy,
    EqualAtTarget,
    Exchange,
    FinalDiscard,
    GoingOutPaid,
    LaidThrees,
    NoMortoPaidBy,
    PileSight,
    Requirement,
    RetainedThrees,
    Taking,
    UnplayedMorto,
    WhenStockEmpty,
)
from carteado.regulation.schema import Values
from tests.melds.tables import (
    AF,
    AP,
    CLUB,
    FA,
    INDIRECT,
    LOOSE_LAY,
    OUT_AT_ONCE,
    SLOW,
    SWIFT,
    SWIFT_LAY,
    SWIFT_MORTO,
    Table,
    after_clean_canastra,
    after_dirty_canastra,
    dealt,
    dull_hand,
    entry,
    house,
    swift,
    swift_hand,
    table,
    view_of_melds,
)

TRANCA_ORDER = ["4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"]


def is_on_record(on: Table, key: str, value: object) -> None:
    """The variant is written with who decided it, read back, and replayed to the same end."""
    text = write_record(on.record())
    assert json.loads(text)["overrides"][key] == {"value": value, "by": CLUB}
    again = record_of(json.loads(text))
    assert again.regulation == on.regulation
    assert on.regulation.citation(key).changed_by == CLUB
    on.replayed()


# --- melds --------------------------------------------------------------------------------------------------------


def test_af_4_5_a_club_may_allow_two_wilds_in_a_meld() -> None:
    club = house(AF, melds__wild_limit=2)
    hand = dealt(club, "4h 2c 2d 7h 9s 9d 2h 2s", stock="Kd").plays("draw")
    laid = hand.plays("lay 4h 2c 2d 7h / 9s 9d 2h")
    assert laid.melds(0) == ["4h 2c 2d 7h", "9s 9d 2h"]
    assert view_of_melds(laid, 0)[0]["wilds"] == [1, 2]
    assert "add 1: 9s 9d 2h 2s" in laid.choices
    laid.refuses("add 0: 4h 2c 2d 7h 2s", "melds.wild_limit", "4.5")
    is_on_record(laid, "melds.wild_limit", 2)


def test_ap_7p2_a_club_may_allow_two_wilds_beside_a_natural_2() -> None:
    club = house(AP, melds__wild_limit=2)
    laid = dealt(club, "Ah 2h 2c 2d 5h 2s", stock="Kd").plays("draw, lay Ah 2h 2c 2d 5h")
    assert view_of_melds(laid, 0)[0]["wilds"] == [2, 3]
    laid.refuses("add 0: Ah 2h 2c 2d 5h 2s", "melds.wild_limit", "7 §2, 7 §3")


def test_af_4_5_or_none_at_all() -> None:
    club = house(AF, melds__wild_limit=0)
    hand = dealt(club, "4h 5h 2c 9s 9d 9h").plays("draw")
    hand.refuses("lay 4h 5h 2c", "melds.wild_limit", "4.5")
    assert hand.allows("lay 9s 9d 9h")


@pytest.mark.parametrize("rank", ["7", "Q"])
def test_fa_10_a_club_may_allow_sets_of_other_ranks(rank: str) -> None:
    club = house(FA, melds__set_ranks=["7", "Q"])
    laid = dealt(club, f"{rank}c {rank}d {rank}h Kc Kd Kh").plays(f"draw, lay {rank}c {rank}d {rank}h")
    assert laid.melds(0) == [f"{rank}c {rank}d {rank}h"]
    laid.refuses("lay Kc Kd Kh", "melds.set_ranks", "10")
    is_on_record(laid, "melds.set_ranks", ["7", "Q"])


def test_ap_8_a_club_may_allow_sets() -> None:
    club = house(AP, melds__set_ranks=["A", "3", "K"])
    hand = dealt(club, "Ac Ad Ah 3s 3s 3d 2c Qc Qd Qh").plays("draw")
    laid = hand.plays("lay Ac Ad Ah / 3s 3s 3d 2c")
    assert laid.melds(0) == ["Ac Ad Ah", "3s 3s 3d 2c"]
    laid.refuses("lay Qc Qd Qh", "melds.set_ranks", "8")


def test_af_4_10_a_club_may_forbid_two_sets_of_one_rank() -> None:
    club = house(AF, melds__repeated_sets=False)
    hand = dealt(club, "7c 7c 7d 7d 7h 7s Kc Kd Ks", stock="8h").plays("draw")
    hand.refuses("lay 7c 7d 7h / 7c 7d 7s", "melds.repeated_sets", "4.10")
    laid = hand.plays("lay 7c 7d 7h")
    laid.refuses("lay 7c 7d 7s", "melds.repeated_sets", "4.10")
    assert laid.allows("add 0: 7c 7c 7d 7d 7h 7s", "lay Kc Kd Ks")
    is_on_record(laid, "melds.repeated_sets", False)


def test_af_4_10_nor_may_the_pile_be_taken_for_it() -> None:
    club = house(AF, melds__repeated_sets=False)
    begun = dealt(club, "7h", "7c 7d 7d 7c 7s", "", "", stock="Ks Qs Js Ts")
    laid = begun.plays("pass", "draw, lay 7c 7d 7s, discard Qs").passes(2).plays("draw, discard 7h")
    laid.refuses("take 7c 7d 7h", "melds.repeated_sets", "4.10")
    assert "take 0: 7c 7d 7s 7h" in laid.choices


def test_af_4_1_a_club_may_let_the_ace_be_low_in_tranca() -> None:
    club = house(AF, melds__run_order=["A", *TRANCA_ORDER])
    hand = dealt(club, "Ah 4h 5h Qc Kc Ac 2d Kh", stock="Kd").plays("draw")
    laid = hand.plays("lay Ah 4h 5h / Qc Kc Ac")
    assert laid.melds(0) == ["Ah 4h 5h", "Qc Kc Ac"]
    hand.refuses("lay Kh Ah 4h", "melds.run_order", "4.1, 4.3, 4.4, 4.5")
    assert "add 0: Ah 4h 5h 2d" in laid.choices
    assert view_of_melds(hand.plays("lay 2d 4h 5h"), 0)[0]["wilds"] == [0], "a 2 may stand for the low ace"
    is_on_record(laid, "melds.run_order", ["A", *TRANCA_ORDER])


def test_af_4_1_with_room_for_both_aces() -> None:
    order = ["A", *TRANCA_ORDER]
    club = house(AF, melds__run_order=order, melds__run_limit=12)
    run = "Ah 4h 5h 6h 7h 8h 9h Th Jh Qh Kh"
    taken = dealt(club, run, stock="Ah").plays(f"draw, lay {run} Ah")
    assert taken.took_morto(0)
    assert view_of_melds(taken, 0)[0]["canastra"] == "clean"


# --- the pile -----------------------------------------------------------------------------------------------------


def test_fa_gloss_a_club_may_let_the_pile_be_taken_freely() -> None:
    club = house(FA, pile__taking="free")
    on = dealt(club, "", "", "", "4h 5h 8c 8c 9c Tc Jd Qd Kd Ks As", stock="Qs Js 6h").passes(3)
    assert on.choices == ["draw", "take"]
    on.refuses("take 4h 5h 6h", "pile.taking", "9, 11, gloss.")
    taken = on.plays("take")
    assert (taken.melds(1), taken.holds(3, "Qs Js 6h")) == ([], True)
    is_on_record(taken.plays("discard Qs"), "pile.taking", "free")
    locked = dealt(club, "3c").plays("draw, discard 3c")
    locked.refuses("take", "black_threes.locks", "9")


def test_fa_11_a_2_on_top_of_a_free_pile_asks_for_a_new_meld() -> None:
    club = house(FA, pile__taking="free")
    on = dealt(club, "2c", "8d 9d").plays("draw, discard 2c")
    on.refuses("take", "pile.two_on_top", "11")
    assert on.plays("take 8d 9d 2c").melds(1) == ["8d 9d 2c"]
    wholly = house(FA, pile__taking="free", pile__two_on_top=0)
    assert dealt(wholly, "2c", "8d 9d").plays("draw, discard 2c").allows("take")


def test_ap_6_a_club_may_ask_for_the_top_card_to_be_laid() -> None:
    club = house(AP, pile__taking="top_card_laid")
    on = dealt(club, "6h", "4h 5h").plays("draw, discard 6h")
    on.refuses("take", "pile.taking", "6")
    assert on.plays("take 4h 5h 6h").melds(1) == ["4h 5h 6h"]


def test_ap_6_an_event_may_forbid_to_discard_the_single_card_just_taken() -> None:
    """C-23: no text forbids it, so the event decides, and its refusal cites the article."""
    club = house(AP, pile__single_card_discardable=False)
    taken = dealt(club, stock="Ks").passes(1).plays("take")
    taken.refuses("discard Ks", "pile.single_card_discardable", "6")
    assert "discard Ks" not in taken.choices
    assert len(taken.choices) > 1
    after = taken.plays(taken.choices[-1])
    is_on_record(after, "pile.single_card_discardable", False)


def test_ap_6_where_it_is_forbidden_a_twin_may_be_discarded_and_in_a_later_turn_the_card_itself() -> None:
    club = house(AP, pile__single_card_discardable=False)
    twin = dealt(club, "", "Ks Qd", stock="Ks").passes(1).plays("take")
    after = twin.plays("discard Ks")
    assert (after.pile, after.cards_of(1).count("Ks")) == ("Ks", 1)
    later = dealt(club, "", "Qd", stock="Ks").passes(1).plays("take, discard Qd").passes(3).plays("draw")
    assert later.allows("discard Ks")


def test_af_5_a_club_may_let_a_single_card_take_the_pile() -> None:
    club = house(AF, pile__one_card_draws=False)
    upper = "Qh 4c 5c 6c 7c 8c 9c 4s 5s 6s 9d"
    adds = "add 1: 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac, lay 4s 5s 6s"
    on = swift(club, mortos=(upper,), stock="Ac Ks Qs Jh").plays(f"draw, {SWIFT_LAY}, {adds}, discard 9d").passes(3)
    assert on.allows("take 0: 4h 5h 6h 7h 8h 9h Th Jh")


def test_af_4_3_a_club_may_leave_the_pile_unlocked() -> None:
    club = house(AF, black_threes__locks=False)
    on = dealt(club, "3c", "4h 5h 3s 3s 2c").plays("draw, discard 3c")
    on.refuses("take", "pile.taking", "4.2, 5")
    on.refuses("take 3c 3s 3s", "black_threes.never_melded", "4.3")


# --- the first player ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("regulation", "numbers"), [(AF, "5"), (FA, "6"), (AP, "5")], ids=["AF", "FA", "AP"])
def test_a_club_may_do_without_the_second_card(regulation: Regulation, numbers: str) -> None:
    club = house(regulation, turn__second_card=False)
    drawn = dealt(club).plays("draw")
    drawn.refuses("redraw", "turn.second_card", numbers)
    assert "redraw" not in drawn.choices
    is_on_record(drawn, "turn.second_card", False)


# --- the morto and going out --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("regulation", "morto", "numbers"),
    [(AF, "morto_taken_or_none_left", "4.7, conv."), (FA, "morto_taken", "14, 15")],
    ids=["AF", "FA"],
)
def test_a_club_may_ask_for_a_clean_canastra_to_go_out(regulation: Regulation, morto: str, numbers: str) -> None:
    club = house(regulation, going_out__requires=[morto, "clean_canastra"])
    last_run = "4c 5c 6c 7d 8d 9d 4s 5s 6s Jd Kd"
    dirty = after_dirty_canastra(club, mortos=(last_run,)).plays("draw, lay 4c 5c 6c / 7d 8d 9d / 4s 5s 6s")
    dirty.refuses("lay Jd Qd Kd", "going_out.requires", numbers)
    clean = after_clean_canastra(club).plays(f"draw, {LOOSE_LAY}, discard Qd")
    assert clean.out == 0
    is_on_record(clean, "going_out.requires", [morto, "clean_canastra"])


def test_ap_11_a_club_may_be_content_with_a_simple_one_or_with_none() -> None:
    simple = house(AP, going_out__requires=["morto_taken_or_none_left", "canastra"])
    assert after_dirty_canastra(simple).plays(f"draw, {LOOSE_LAY}, discard Qd").out == 0
    none = house(AP, going_out__requires=["morto_taken_or_none_left"])
    last_run = "4c 5c 6c 7d 8d 9d 4s 5s 6s Jd Kd"
    hand = "4h 5h 6h 7h 8h 9h 9c Tc Jc Qc Kc"
    begun = dealt(none, hand, mortos=(last_run,), stock="Qs 8s 8s 9s Qd")
    on = begun.plays("draw, lay 4h 5h 6h 7h 8h 9h / 9c Tc Jc Qc Kc, discard Qs").passes(3)
    assert on.plays("draw, lay 4c 5c 6c / 7d 8d 9d / 4s 5s 6s, lay Jd Qd Kd").out == 0


def test_fa_12_a_club_may_ask_for_a_canastra_to_take_the_morto() -> None:
    club = house(FA, morto__requires=["canastra"])
    hand = dealt(club, "4h 5h 6h 7h 8h 9h 9c Tc Jc Qc Kc", stock="Qs").plays("draw")
    hand.refuses("lay 4h 5h 6h 7h 8h 9h / 9c Tc Jc Qc Kc", "going_out.never_stuck", "14")
    assert swift(club).plays(INDIRECT).took_morto(0)


def test_af_4_8_a_club_may_ask_for_a_last_discard() -> None:
    club = house(AF, going_out__final_discard="required")
    upper = "Jh Qh Kh 5c 6c 7c 8c 9c 4s 5s 6s"
    adds = "add 0: 4h 5h 6h 7h 8h 9h Th Jh Qh Kh, add 1: 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac"
    taken = swift(club, mortos=(upper,)).plays(f"draw, {SWIFT_LAY}")
    assert taken.took_morto(0), "the morto is still taken without a discard"
    last = taken.plays(adds)
    last.refuses("lay 4s 5s 6s", "going_out.final_discard", "4.8, 4.9")
    over = swift(club).plays(OUT_AT_ONCE)
    assert over.out == 0
    is_on_record(over, "going_out.final_discard", "required")


def test_fa_13_a_club_may_let_mortos_enter() -> None:
    club = house(FA, stock__when_empty="morto_enters")
    drawn = dealt(club, stock="3h 3h 3d 3d").passes_until(stock=0).plays("draw")
    assert drawn.had_events(MortoBecameStock())
    assert (drawn.stock, len(drawn.hand.mortos)) == (10, 1)
    is_on_record(drawn, "stock.when_empty", "morto_enters")


@pytest.mark.parametrize("regulation", [AF, AP], ids=["AF", "AP"])
def test_a_club_may_end_the_hand_with_the_stock(regulation: Regulation) -> None:
    club = house(regulation, stock__when_empty="end_hand")
    over = dull_hand(table(club))
    assert (over.ending, over.hand.converted, len(over.hand.mortos)) == (Ending.NOTHING_TO_DRAW, 0, 2)
    paid = -100 if regulation is AP else 0  # in AF nobody pays when nobody goes out (C-18)
    assert [over.points("no_morto", pair) for pair in (0, 1)] == [paid, paid]
    is_on_record(over, "stock.when_empty", "end_hand")


# --- the points ---------------------------------------------------------------------------------------------------


def test_af_6_an_event_may_add_the_card_of_a_laid_red_three() -> None:
    """C-10: art. 6 excepts black threes only, so an event may count the ten points of the card as well."""
    club = house(AF, red_threes__card_added=True)
    over = swift(club, "3d 4s", stock="Qs 3h Ac").plays(OUT_AT_ONCE)
    assert ("red_threes", 1, 110, "4.4, 6") in over.counted(0)
    assert ("red_threes", 1, -90, "4.4, 6") in over.counted(1)
    assert over.points("melded_cards", 0) == 220
    is_on_record(over, "red_threes.card_added", True)


def test_ap_12a_an_event_may_pay_for_going_out_only_after_a_morto_was_taken() -> None:
    """C-20: the letter of 12a. A pair for which no morto was left may still go out, and scores nothing for it."""
    club = house(AP, scoring__going_out_paid="after_morto")
    for regulation, paid in ((AP, 100), (club, 0)):
        on = swift(regulation).passes_until_no_morto_lies_there()
        over = on.plays("lay 4h 5h 6h 7h 8h 9h Th / Tc Jc Qc Kc").plays(f"discard {on.drawn}")
        assert over.out == 0
        assert over.points("went_out", 0) == paid
        if paid == 0:
            is_on_record(over, "scoring.going_out_paid", "after_morto")
    assert swift_hand(table(club)).points("went_out", 0) == 100, "with a morto taken it is paid"


def test_ap_12a_pay_after_a_morto_needs_a_morto() -> None:
    overrides = (Override("dealing.mortos", 0, CLUB), Override("scoring.going_out_paid", "after_morto", CLUB))
    needs = Override("going_out.requires", ["clean_canastra"], CLUB)
    with pytest.raises(RegulationError) as wrong:
        AP.with_overrides((*overrides, needs))
    assert (wrong.value.key, wrong.value.code) == ("scoring.going_out_paid", "no_morto_to_take")


@pytest.mark.parametrize(
    ("paid_by", "somebody_out", "nobody_out"),
    [
        ("every_pair", [0, -100], [-100, -100]),
        ("not_the_pair_that_went_out", [0, -100], [-100, -100]),
        ("only_when_somebody_went_out", [0, -100], [0, 0]),
    ],
)
def test_af_6_who_pays_for_a_morto_not_taken_has_three_values(
    paid_by: str, somebody_out: list[int], nobody_out: list[int]
) -> None:
    """C-18."""
    club = house(AF, scoring__no_morto_paid_by=paid_by)
    over, dull = swift_hand(table(club)), dull_hand(table(club))
    assert [over.points("no_morto", pair) for pair in (0, 1)] == somebody_out
    assert [dull.points("no_morto", pair) for pair in (0, 1)] == nobody_out
    is_on_record(dull, "scoring.no_morto_paid_by", paid_by)


def test_af_6_the_pair_that_went_out_pays_only_where_every_pair_does() -> None:
    """C-18: a pair for which no morto was left goes out without one."""
    for paid_by, paid in (
        ("every_pair", -100),
        ("not_the_pair_that_went_out", 0),
        ("only_when_somebody_went_out", 0),
    ):
        club = house(AF, scoring__no_morto_paid_by=paid_by)
        on = swift(club, stock="3h 3h 3d 3d").passes_until_no_morto_lies_there()
        over = on.plays("lay 4h 5h 6h 7h 8h 9h Th / Tc Jc Qc Kc").plays(f"discard {on.drawn}")
        assert [over.points("no_morto", pair) for pair in (0, 1)] == [paid, -100]


@pytest.mark.parametrize("regulation", [AF, FA, AP], ids=["AF", "FA", "AP"])
def test_an_event_may_do_without_the_cut(regulation: Regulation) -> None:
    """C-0: then nobody may cut, and the refusal cites the article."""
    club = house(regulation, dealing__cut_by="nobody")
    for seat in range(4):
        table(club).refuses(Cut(seat, 50), "dealing.cut_by", regulation.cite("dealing.cut_by").partition("Art. ")[2])


def test_fa_22_a_club_may_give_cards_other_values() -> None:
    values = {"A": 20, "2": 15, "3-7": 5, "8-K": 10}
    club = house(FA, scoring__card_values=values)
    over = swift_hand(table(club))
    assert ("melded_cards", 22, 2 * (4 * 5 + 6 * 10 + 20), "22") in over.counted(0)
    assert ("hand_cards", 11, -110, "23") in over.counted(0)
    assert ("hand_cards", 22, -165, "23") in over.counted(1)
    is_on_record(over, "scoring.card_values", values)


def test_fa_22_a_sheet_is_filled_in_by_a_club_s_table_of_values() -> None:
    values = {"A": 20, "2": 15, "3-7": 5, "8-K": 10}
    pairs = [{"melded": {"A": 2, "8-K": 3}, "in_hand": {"3-7": 4}, "morto": "taken"}, {"morto": "taken"}]
    overrides = {"scoring.card_values": {"value": values, "by": CLUB}}
    sheet = read_sheet(json.dumps({"regulation": FA.id, "overrides": overrides, "hands": [{"pairs": pairs}]}))
    assert sheet.report.hands[0].points == (2 * 20 + 3 * 10 - 4 * 5, 0)


def test_af_6_a_club_may_set_other_prizes() -> None:
    club = house(
        AF,
        scoring__going_out=50,
        scoring__clean_canastra=300,
        scoring__no_morto=150,
        black_threes__penalty=200,
        red_threes__value=150,
    )
    over = swift(club, "3c 4d 4s", stock="3h Ac").plays(OUT_AT_ONCE)
    assert [points for _, _, points, _ in over.counted(0)] == [50, 600, 150, 220, -110]
    assert [points for _, _, points, _ in over.counted(1)] == [-210, -200, -150]


@pytest.mark.parametrize(("regulation", "target"), [(AF, 600), (FA, 600), (AP, 575)], ids=["AF", "FA", "AP"])
def test_a_club_may_play_to_another_target(regulation: Regulation, target: int) -> None:
    club = house(regulation, match__target=target)
    won = swift_hand(table(club))
    assert won.match.winner == 0
    assert won.replayed().winner == 0
    is_on_record(won, "match.target", target)
    assert swift_hand(table(house(regulation, match__target=700))).match.winner is None


def test_af_4_a_club_may_play_its_final_to_another_target() -> None:
    club = house(AF, match__final_target=1000)
    assert swift_hand(table(club, score=(395, 0), phase="final")).match.winner == 0
    assert swift_hand(table(club, score=(395, 0))).match.winner is None


@pytest.mark.parametrize("regulation", [AF, AP], ids=["AF", "AP"])
def test_a_club_may_spare_a_pair_whose_morto_became_stock(regulation: Regulation) -> None:
    every_pair = house(regulation, scoring__no_morto_paid_by="every_pair")
    club = house(regulation, scoring__no_morto_paid_by="every_pair", scoring__converted_morto_pays=False)
    over = dull_hand(table(club))
    assert over.hand.converted == 2
    assert [over.points("no_morto", pair) for pair in (0, 1)] == [0, 0]
    assert [dull_hand(table(every_pair)).points("no_morto", pair) for pair in (0, 1)] == [-100, -100]
    assert swift_hand(table(club)).points("no_morto", 1) == -100, "a morto that still lies there is paid for"
    is_on_record(over, "scoring.converted_morto_pays", False)


def test_ap_10p1_a_club_may_count_a_morto_that_was_not_played() -> None:
    club = house(AP, scoring__unplayed_morto="always_counted")
    upper = "Ad Ad As Ah Kh Kc Qc Jc Tc 9c 8c"
    begun = dealt(club, SWIFT, "", "", SLOW, mortos=(upper, SWIFT_MORTO), stock="8s 9s Ts Js Ac")
    over = begun.plays("pass", "pass", "pass", f"draw, lay {SLOW}, discard Js", OUT_AT_ONCE)
    assert over.points("no_morto", 1) == 0
    assert next(number for item, number, _, _ in over.counted(1) if item == "hand_cards") == 22


def test_fa_19_a_club_may_read_it_so_that_one_retained_three_turns_all_against_the_pair() -> None:
    club = house(FA, red_threes__retained="all")
    over = swift(club, "", "3d 4s", stock="3h 3d Ac").plays(OUT_AT_ONCE)
    assert ("red_threes", 2, -200, "19") in over.counted(0)
    assert ("red_threes_in_hand", 1, -100, "7, 19") in over.counted(0)
    without = swift(club, stock="3h 3d Ac").plays(OUT_AT_ONCE)
    assert ("red_threes", 2, 200, "19") in without.counted(0)
    is_on_record(over, "red_threes.retained", "all")


def test_fa_7_a_club_may_count_retained_threes_as_ordinary_cards() -> None:
    club = house(FA, red_threes__retained="ordinary")
    over = swift(club, "3h 4s").plays(OUT_AT_ONCE)
    assert over.counted(1) == [("hand_cards", 22, -220, "23"), ("no_morto", 1, -100, "13, 20")]


def test_fa_7_a_club_may_exchange_red_threes_by_themselves() -> None:
    club = house(FA, red_threes__exchange="automatic")
    begun = dealt(club, "3h", stock="Ks")
    assert (begun.red_threes(0), begun.holds(0, "Ks")) == ("3h", True)


def test_ap_14_a_club_may_change_the_vulnerable_pair() -> None:
    club = house(AP, vulnerable__from_score=1000, vulnerable__minimums=[50, 60])
    on = dealt(club, "4h 5h 6h 8h", score=(1000, 0)).plays("draw, lay 4h 5h 6h")
    assert on.events == (LayFailed(0, 15, 50),)
    assert on.plays("lay 4h 5h 6h").events == (LayFailed(0, 15, 60),)
    assert dealt(club, "4h 5h 6h", score=(995, 0)).plays("draw, lay 4h 5h 6h").melds(0) == ["4h 5h 6h"]


# --- every variant is typed, cited and recorded -------------------------------------------------------------------

VARIANTS: list[tuple[Regulation, str, object, object]] = [
    (AF, "melds.wild_limit", 2, 2),
    (FA, "melds.set_ranks", ["A", "4", "7", "K"], ("A", "4", "7", "K")),
    (AP, "melds.set_ranks", ["A", "K"], ("A", "K")),
    (AF, "melds.run_order", ["A", *TRANCA_ORDER], ("A", *TRANCA_ORDER)),
    (FA, "melds.canastra_cards", 6, 6),
    (AF, "melds.repeated_sets", False, False),
    (FA, "pile.taking", "free", Taking.FREE),
    (AP, "pile.taking", "top_card_laid", Taking.TOP_CARD_LAID),
    (AF, "pile.one_card_draws", False, False),
    (AF, "pile.visible", "whole", PileSight.WHOLE),
    (AP, "pile.single_card_discardable", False, False),
    (AF, "red_threes.card_added", True, True),
    (AP, "scoring.going_out_paid", "after_morto", GoingOutPaid.AFTER_MORTO),
    (FA, "dealing.cut_by", "nobody", CutBy.NOBODY),
    (FA, "red_threes.place", "by_itself", LaidThrees.BY_ITSELF),
    (FA, "counting.pile_size", 5, 5),
    (AF, "scoring.no_morto_paid_by", "every_pair", NoMortoPaidBy.EVERY_PAIR),
    (FA, "pile.two_on_top", 0, 0),
    (AF, "black_threes.locks", False, False),
    (FA, "red_threes.retained", "all", RetainedThrees.ALL),
    (FA, "red_threes.exchange", "automatic", Exchange.AUTOMATIC),
    (FA, "morto.requires", ["canastra"], (Requirement.CANASTRA,)),
    (
        FA,
        "going_out.requires",
        ["morto_taken", "clean_canastra"],
        (Requirement.MORTO_TAKEN, Requirement.CLEAN_CANASTRA),
    ),
    (AF, "going_out.final_discard", "required", FinalDiscard.REQUIRED),
    (FA, "stock.when_empty", "morto_enters", WhenStockEmpty.MORTO_ENTERS),
    (AP, "stock.when_empty", "end_hand", WhenStockEmpty.END_HAND),
    (AF, "turn.second_card", False, False),
    (FA, "scoring.card_values", {"A": 15, "2-K": 10}, Values({"A": 15, "2-K": 10})),
    (AP, "scoring.converted_morto_pays", False, False),
    (FA, "scoring.no_morto_paid_by", "not_the_pair_that_went_out", NoMortoPaidBy.NOT_THE_PAIR_THAT_WENT_OUT),
    (AP, "scoring.unplayed_morto", "opponents_go_out", UnplayedMorto.OPPONENTS_GO_OUT),
    (AF, "match.target", 3000, 3000),
    (AP, "match.equal_at_target", "totals", EqualAtTarget.TOTALS),
    (AP, "vulnerable.minimums", [50], (50,)),
]
IDS = [f"{regulation.name}: {key}" for regulation, key, _, _ in VARIANTS]


@pytest.mark.parametrize(("regulation", "key", "written", "typed"), VARIANTS, ids=IDS)
def test_a_variant_is_typed_cited_and_signed(regulation: Regulation, key: str, written: object, typed: object) -> None:
    club = regulation.with_overrides((Override(key, written, CLUB),))
    changed = entry(club, key)
    assert changed.value == typed
    assert type(changed.value) is type(typed)
    assert changed.citation == regulation.citation(key)._replace(changed_by=CLUB)
    assert club.cite(key) == regulation.cite(key)
    others = [one for one in club.entries() if one.key != key]
    assert others == [one for one in regulation.entries() if one.key != key], "nothing else changed"
    for language in LANGUAGES:
        assert catalogue(language).rule(changed)


@pytest.mark.parametrize(("regulation", "key", "written", "typed"), VARIANTS, ids=IDS)
def test_a_variant_goes_on_record_with_who_decided_it(
    regulation: Regulation, key: str, written: object, typed: object
) -> None:
    club = regulation.with_overrides((Override(key, written, CLUB),))
    played = dealt(club).passes(3)
    text = write_record(played.record())
    assert json.loads(text)["overrides"] == {key: {"value": written, "by": CLUB}}
    again = record_of(json.loads(text))
    assert again.regulation == club
    assert entry(again.regulation, key).value == typed
    assert write_record(again) == text
    assert replay(again).score == (0, 0)


WRONG: list[tuple[Regulation, str, object, str]] = [
    (AF, "melds.wild_limit", 3, "meld_of_wilds_alone"),
    (AF, "melds.wild_limit", "2", "wrong_type"),
    (AF, "melds.wild_limit", -1, "must_not_be_negative"),
    (AF, "melds.set_ranks", ["2"], "set_of_wilds"),
    (AF, "melds.set_ranks", ["3"], "threes_are_not_melded"),
    (AF, "melds.set_ranks", ["10"], "unknown_rank"),
    (AF, "melds.natural_two", True, "no_place_for_a_natural_two"),
    (AP, "melds.run_limit", 15, "run_without_room"),
    (FA, "pile.taking", "dearly", "not_one_of"),
    (FA, "red_threes.retained", None, "not_one_of"),
    (AP, "red_threes.retained", "all", "unknown_key"),
    (AP, "scoring.card_values", {"A": 15}, "values_for_every_rank_once"),
    (AP, "vulnerable.minimums", [90, 75], "minimums_must_rise"),
    (AF, "vulnerable.minimums", [75], "unknown_key"),
    (AF, "match.target", 0, "must_be_positive"),
    (AF, "morto.requires", ["morto_taken"], "morto_needs_itself"),
    (AF, "melds.clean", True, "takes_no_value"),
    (AF, "red_threes.card_added", 10, "wrong_type"),
    (AP, "red_threes.card_added", True, "unknown_key"),
    (AP, "scoring.going_out_paid", "sometimes", "not_one_of"),
    (AF, "scoring.no_morto_paid_by", "nobody", "not_one_of"),
    (FA, "counting.pile_size", 0, "must_be_positive"),
    (AF, "counting.pile_size", 10, "unknown_key"),
]


@pytest.mark.parametrize(("regulation", "key", "value", "code"), WRONG)
def test_a_value_that_cannot_be_is_refused_with_its_key(
    regulation: Regulation, key: str, value: object, code: str
) -> None:
    with pytest.raises(RegulationError) as wrong:
        regulation.with_overrides((Override(key, value, CLUB),))
    assert (wrong.value.key, wrong.value.code) == (key, code)
    document = json.loads(write_record(dealt(regulation).record()))
    document["overrides"] = {key: {"value": value, "by": CLUB}}
    with pytest.raises(InputError) as refused:
        record_of(document)
    assert refused.value.code == code
    for language in LANGUAGES:
        assert refused.value.message(catalogue(language))


def test_a_variant_that_nobody_signed_is_refused() -> None:
    document = json.loads(write_record(dealt(AF).record()))
    for written in (2, {"value": 2}, {"value": 2, "by": ""}, {"by": CLUB}):
        document["overrides"] = {"melds.wild_limit": written}
        with pytest.raises(InputError) as wrong:
            record_of(document)
        assert "melds.wild_limit" in wrong.value.where


@pytest.mark.parametrize("regulation", [AF, FA, AP], ids=["AF", "FA", "AP"])
def test_a_sign_on_record_is_the_bare_fact_of_one_and_never_words(regulation: Regulation) -> None:
    """TM-17: these games have no set of signs."""
    on = dealt(regulation)
    assert on.allows(Sign(0))
    refused = refusal(on.match, Sign(0, "I hold the ace"))
    assert refused is not None
    assert refused.code == "sign_in_words"


def test_a_sign_is_for_the_partner_in_these_games_too() -> None:
    sign = Sign(0)
    assert [act_seen_by(sign, observer) for observer in (0, 2, Onlooker.REFEREE)] == [sign] * 3
    assert [act_seen_by(sign, observer) for observer in (1, 3, Onlooker.SPECTATOR)] == [None] * 3

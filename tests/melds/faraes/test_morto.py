"""FARAES 2023, Art. 12–15: the morto, the end of the stock, going out; rulings C-12, C-14 to C-17, C-19, C-24."""

from carteado.cards import Onlooker
from carteado.melds import Draw, Ending, Phase, view
from carteado.melds.events import HandEnded, MortoTaken
from tests.melds.tables import (
    DIRECT,
    FA,
    INDIRECT,
    LOOSE_LAY,
    LOOSE_MORTO,
    OUT_AT_ONCE,
    SLOW,
    SWIFT,
    SWIFT_ADDS,
    SWIFT_LAY,
    SWIFT_MORTO,
    after_clean_canastra,
    after_dirty_canastra,
    after_no_canastra,
    cards,
    dealt,
    dull_hand,
    house,
    swift,
    swift_hand,
    table,
)

# --- the morto ----------------------------------------------------------------------------------------------------


def test_fa_12_the_morto_is_taken_without_a_canastra() -> None:
    taken = after_no_canastra(FA)
    assert taken.took_morto(0)
    assert sorted(cards(taken.cards_of(0))) == sorted(cards(LOOSE_MORTO))


def test_fa_12_direct_without_a_discard_it_is_played_at_once_and_a_card_discarded() -> None:
    taken = swift(FA).plays(DIRECT)
    assert taken.had_events(MortoTaken(0, direct=True))
    assert (taken.turn, taken.hand.phase) == (0, Phase.PLAY)
    taken.refuses("draw", "turn.draw", "gloss.")
    after = taken.plays(f"{SWIFT_ADDS.split(',')[0]}, discard 4c")
    assert (after.turn, after.melds(0)[0]) == (1, "4h 5h 6h 7h 8h 9h Th Jh Qh Kh Ah")


def test_fa_12_by_a_discard_it_is_touched_in_the_next_turn_only() -> None:
    taken = swift(FA).plays(INDIRECT)
    assert taken.had_events(MortoTaken(0, direct=False))
    assert taken.turn == 1
    taken.refuses(Draw(0), "turn.order", "5, gloss.")
    seen = view(taken.match, 0)["hand"]
    assert seen is not None
    assert seen["cards"][0] is None, "he has not looked at it yet"
    again = taken.passes(3)
    again.refuses("lay 4c 5c 6c", "turn.draw", "gloss.")
    assert again.plays(f"draw, {SWIFT_ADDS.split(',')[0]}").turn == 0


def test_fa_12_if_the_others_go_out_before_his_turn_it_costs_100_and_its_cards_nothing() -> None:
    begun = dealt(FA, SWIFT, "", "", SLOW, mortos=("3c 3c 3s 3s 3h", SWIFT_MORTO), stock="8d 8d 9s Kd Ac")
    taken = begun.plays("pass", "pass", "pass", f"draw, lay {SLOW}, discard Kd")
    over = taken.plays(OUT_AT_ONCE)
    assert over.counted(1) == [
        ("clean_canastas", 1, 200, "17"),
        ("melded_cards", 11, 110, "22"),
        ("hand_cards", 11, -110, "23"),
        ("no_morto", 1, -100, "13, 20"),
    ]


def test_fa_12_after_his_turn_its_cards_count_and_the_morto_is_not_paid() -> None:
    begun = dealt(FA, SWIFT, "", "", SLOW, mortos=("3c 3c 3s 3s", SWIFT_MORTO), stock="8d 8d Td Kd Kd Jd Jd Td Ac")
    over = begun.plays("pass", "pass", "pass", f"draw, lay {SLOW}, discard Kd").passes(4).plays(OUT_AT_ONCE)
    assert (over.points("no_morto", 1), over.points("black_threes", 1)) == (0, -400)
    assert over.points("hand_cards", 1) == -10 * (7 + 11)


def test_fa_12_if_his_partner_goes_out_its_cards_count_too() -> None:
    partner = "4d 5d 6d 7d 8d 9d 9s Ts Js Qs Ks"
    begun = dealt(FA, SWIFT, "", partner, stock="Ac 8s Kd")
    over = begun.plays(INDIRECT, "pass", "draw, lay 4d 5d 6d 7d 8d 9d / 9s Ts Js Qs Ks, discard Kd")
    assert (over.out, over.hand.unplayed) == (0, frozenset({0}))
    assert (over.points("hand_cards", 0), over.points("no_morto", 0)) == (-110, 0)


# --- the end of the stock -----------------------------------------------------------------------------------------


def test_fa_13_with_the_stock_gone_and_no_morto_taken_the_hand_ends() -> None:
    last = dealt(FA, stock="3h 3h 3d 3d").passes_until(stock=1).plays("draw")
    assert (last.stock, last.match.hand_is_on) == (0, True), "the last turn is played"
    over = last.plays(f"discard {last.drawn}")
    assert (over.ending, over.out) == (Ending.NOTHING_TO_DRAW, None)
    assert over.had_events(HandEnded(Ending.NOTHING_TO_DRAW, None))
    assert ([len(morto) for morto in over.hand.mortos], over.hand.converted) == ([11, 11], 0), "they never enter"
    assert [over.points("no_morto", pair) for pair in (0, 1)] == [-100, -100]
    over.refuses(Draw((over.hand.turn + 1) % 4), "turn.order", "5, gloss.")


def test_fa_13_if_one_pair_took_its_morto_the_other_does_not_enter_and_its_pair_pays_100() -> None:
    on = swift(FA, stock="3h 3h 3d 3d Ac").plays(INDIRECT).passes_until(stock=1)
    over = on.passes(1)
    assert (over.ending, len(over.hand.mortos)) == (Ending.NOTHING_TO_DRAW, 1)
    assert over.points("no_morto", 0) == 0
    assert ("no_morto", 1, -100, "13, 20") in over.counted(1)


def test_fa_13_nobody_scores_for_going_out_then() -> None:
    over = dull_hand(table(FA))
    assert [over.points("went_out", pair) for pair in (0, 1)] == [0, 0]
    assert over.replayed().hands[0].winner is None


def test_fa_13_a_morto_taken_by_the_last_discard_counts_as_taken() -> None:
    on = dealt(FA, "", SWIFT, stock="3h 3h 3d 3d", bottom="Ac")
    last = on.passes_until(stock=1)
    assert last.turn == 1
    over = last.plays(INDIRECT)
    assert (over.ending, over.out, over.took_morto(1)) == (Ending.NOTHING_TO_DRAW, None, True)
    assert (over.points("hand_cards", 1), over.points("no_morto", 1)) == (-220, 0)


def test_fa_13_a_player_who_can_do_nothing_any_more_ends_the_hand() -> None:
    """Seat 2 has one card, not to be given away without a canastra, and draws red threes alone, the last cards."""
    hand, morto = "4h 5h 6h 7h 8h 9h 9c Tc Jc Qc Kc", "4c 5c 6c 7c 8d 9d Td 4s 5s 6s Ks"
    begun = dealt(FA, "", "", hand, mortos=(morto,), stock="Ad Kd Qs 8s 9s Ah Qd", bottom="3h 3h 3d 3d")
    taken = begun.plays("pass", "pass", "draw, lay 4h 5h 6h 7h 8h 9h / 9c Tc Jc Qc Kc, discard Qs").passes(3)
    one = taken.plays("draw, lay 4c 5c 6c 7c / 8d 9d Td / 4s 5s 6s, discard Qd")
    last = one.passes_until(stock=4)
    assert (last.turn, last.cards_of(2)) == (2, "Ks")
    over = last.plays("draw")
    assert (over.ending, over.out, over.red_threes(0)) == (Ending.NO_LEGAL_ACT, None, "3h 3h 3d 3d")
    assert over.points("hand_cards", 0) == -10 * (1 + 11)


def test_fa_13_a_hand_in_which_nobody_draws_any_more_ends_as_with_an_empty_stock() -> None:
    club = house(FA, stock__no_progress_turns=3)
    hands = ("7h", "5h 6h 7c", "5c 6c 7s", "5s 6s 7d")
    on = dealt(club, *hands, stock="Kd").plays("draw, discard 7h", "take 5h 6h 7h, discard 7c")
    over = on.plays("take 5c 6c 7c, discard 7s", "take 5s 6s 7s, discard 7d")
    assert (over.ending, over.out) == (Ending.NO_PROGRESS, None)
    assert [over.points("no_morto", pair) for pair in (0, 1)] == [-100, -100]


# --- going out ----------------------------------------------------------------------------------------------------


def test_fa_14_a_player_goes_out_when_his_pair_has_the_morto_and_a_canastra() -> None:
    over = after_clean_canastra(FA).plays(f"draw, {LOOSE_LAY}, discard Qd")
    assert (over.ending, over.out) == (Ending.WENT_OUT, 0)
    assert over.had_events(HandEnded(Ending.WENT_OUT, 0))
    over.refuses(Draw(1), "turn.order", "5, gloss.")


def test_fa_14_before_the_morto_running_out_takes_it_and_the_hand_goes_on() -> None:
    taken = swift(FA).plays(DIRECT)
    assert (taken.match.hand_is_on, taken.took_morto(0)) == (True, True)


def test_fa_14_without_a_canastra_the_last_card_stays_in_hand() -> None:
    on = after_no_canastra(FA).plays("draw, lay 4c 5c 6c 7c / 8d 9d Td Jd")
    on.refuses("lay 4s 5s 6s", "going_out.never_stuck", "14")
    on.refuses_as_meant("lay 6s 4s 5s", "going_out.never_stuck", "14")
    morto = "4c 5c 6c 7c 8d 9d Td 4s 5s 6s Ks"
    one = after_no_canastra(FA, mortos=(morto,)).plays("draw, lay 4c 5c 6c 7c / 8d 9d Td / 4s 5s 6s, discard Qd")
    assert one.cards_of(0) == "Ks"
    two = one.passes(3).plays("draw")
    assert two.allows(f"discard {two.drawn}")


def test_fa_14_without_a_canastra_a_hand_is_not_emptied_without_a_discard() -> None:
    on = after_no_canastra(FA, mortos=("4c 5c 6c 7d 8d 9d 4s 5s 6s Jd Kd",))
    left = on.plays("draw, lay 4c 5c 6c / 7d 8d 9d / 4s 5s 6s")
    assert left.cards_of(0) == "Jd Qd Kd"
    left.refuses("lay Jd Qd Kd", "going_out.requires", "14, 15")
    assert left.choices == ["discard Jd", "discard Qd", "discard Kd"]


def test_fa_14_with_a_discard_or_without() -> None:
    upper = "Jh Qh Kh 5c 6c 7c 8c 9c 4s 5s 6s"
    adds = "add 0: 4h 5h 6h 7h 8h 9h Th Jh Qh Kh, add 1: 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac, lay 4s 5s 6s"
    over = swift(FA, mortos=(upper,)).plays(f"draw, {SWIFT_LAY}, {adds}")
    assert (over.ending, over.out, over.pile) == (Ending.WENT_OUT, 0, "")
    assert swift(FA).plays(OUT_AT_ONCE).pile == "9d"


def test_fa_14_the_partner_may_do_it() -> None:
    partner = "4d 5d 6d 7d 8d 9d 9s Ts Js Qs Ks"
    begun = dealt(FA, SWIFT, "", partner, stock="Ac 8s Kd")
    over = begun.plays(INDIRECT, "pass", "draw, lay 4d 5d 6d 7d 8d 9d / 9s Ts Js Qs Ks, discard Kd")
    assert (over.ending, over.out) == (Ending.WENT_OUT, 0)
    assert len(over.hand.mortos) == 1


def test_fa_15_a_dirty_canastra_is_enough() -> None:
    over = after_dirty_canastra(FA).plays(f"draw, {LOOSE_LAY}, discard Qd")
    assert (over.ending, over.out) == (Ending.WENT_OUT, 0)
    assert over.points("clean_canastas", 0) == 0
    assert over.points("dirty_canastas", 0) == 100


def test_fa_15_going_out_needs_a_canastra() -> None:
    """Six hearts and the ten: the ten makes the canastra with which the pair goes out."""
    upper = "Th 4c 5c 6c 7c 8d 9d Td 4s 5s 6s"
    on = after_no_canastra(FA, mortos=(upper,)).plays("draw, lay 4c 5c 6c 7c / 8d 9d Td / 4s 5s 6s")
    one = on.plays("discard Qd").passes(3).plays("draw")
    assert one.holds(0, "Th")
    one.refuses("lay 4h 5h 6h", "turn.own_cards", "gloss.")
    over = on.plays("add 0: 4h 5h 6h 7h 8h 9h Th, discard Qd")
    assert over.out == 0


def test_fa_15_going_out_is_seen_by_all() -> None:
    over = swift_hand(table(FA))
    seen = view(over.match, Onlooker.SPECTATOR)["hand"]
    assert seen is not None
    assert seen["result"] == {"ending": "went_out", "winner": 0}

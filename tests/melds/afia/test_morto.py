"""AFIA 2026, Art. 4, definitions 6 to 9: the morto and going out; rulings C-14 to C-17."""

from carteado.cards import Onlooker
from carteado.melds import Deal, Discard, Draw, Ending, Phase, faces, view
from carteado.melds.events import HandEnded, MortoBecameStock, MortoTaken
from tests.melds.tables import (
    AF,
    DIRECT,
    INDIRECT,
    LOOSE_LAY,
    LOOSE_MORTO,
    SLOW,
    SWIFT,
    SWIFT_ADDS,
    SWIFT_LAY,
    SWIFT_MORTO,
    Table,
    after_clean_canastra,
    after_dirty_canastra,
    after_no_canastra,
    as_text,
    card,
    cards,
    deal,
    dealt,
    swift,
    table,
)

ALL_RED_THREES = "3h 3h 3d 3d"
"""On top of the stock they are all laid in the first turn, and the count of the cards is plain from then on."""


def mortos_of(on: Table) -> list[str]:
    return [as_text(faces(morto)) for morto in on.hand.mortos]


# --- the morto ----------------------------------------------------------------------------------------------------


def test_af_4_6_who_runs_out_of_cards_takes_a_morto_the_upper_one() -> None:
    begun = swift(AF, mortos=(SWIFT_MORTO, LOOSE_MORTO))
    assert mortos_of(begun) == [SWIFT_MORTO, LOOSE_MORTO]
    taken = begun.plays(DIRECT)
    assert sorted(cards(taken.cards_of(0))) == sorted(cards(SWIFT_MORTO))
    assert mortos_of(taken) == [LOOSE_MORTO]
    assert taken.took_morto(0)
    assert not taken.took_morto(1)


def test_af_4_6_no_canastra_is_needed_for_it() -> None:
    taken = after_no_canastra(AF)
    assert taken.took_morto(0)
    assert sorted(cards(taken.cards_of(0))) == sorted(cards(LOOSE_MORTO))


def test_af_4_6_each_pair_has_its_own_and_the_second_one_takes_the_other() -> None:
    begun = dealt(AF, SWIFT, SLOW, mortos=(SWIFT_MORTO, LOOSE_MORTO), stock="Ac Kd")
    both = begun.plays(INDIRECT, f"draw, lay {SLOW}, discard Kd")
    assert sorted(cards(both.cards_of(0))) == sorted(cards(SWIFT_MORTO))
    assert sorted(cards(both.cards_of(1))) == sorted(cards(LOOSE_MORTO))
    assert both.hand.mortos == ()


def test_af_4_6_only_the_first_of_a_pair_takes_one() -> None:
    """The partner lays his hand too: with no canastra he must keep his last card, though a morto lies there."""
    partner = "4d 5d 6d 7d 8d 9d 9s Ts Js Qs Ks"
    begun = dealt(AF, "4h 5h 6h 7h 8h 9h 9c Tc Jc Qc Kc", "", partner, stock="Qs 8s Kd")
    on = begun.plays("draw, lay 4h 5h 6h 7h 8h 9h / 9c Tc Jc Qc Kc, discard Qs", "pass", "draw")
    assert (on.turn, on.took_morto(0), len(on.hand.mortos)) == (2, True, 1)
    on.refuses("lay 4d 5d 6d 7d 8d 9d / 9s Ts Js Qs Ks", "going_out.never_stuck", "4.7, 5")
    assert on.plays("lay 4d 5d 6d 7d 8d 9d / 9s Ts Js, discard Kd").took_morto(0)


def test_af_4_6_with_a_canastra_the_second_to_run_out_goes_out_and_leaves_the_other_morto() -> None:
    partner = "4d 5d 6d 7d 8d 9d 9s Ts Js Qs Ks"
    begun = dealt(AF, SWIFT, "", partner, stock="Ac 8s Kd")
    over = begun.plays(INDIRECT, "pass", "draw, lay 4d 5d 6d 7d 8d 9d / 9s Ts Js Qs Ks, discard Kd")
    assert (over.ending, over.out, len(over.hand.mortos)) == (Ending.WENT_OUT, 0, 1)


def test_af_4_6_when_the_stock_is_empty_a_morto_becomes_the_stock_one_at_a_time() -> None:
    upper, lower = "8c 8c 8d 8d 8s 8s 9c 9c 9d 9d 9s", "Tc Tc Td Td Ts Ts Jc Jc Jd Jd Js"
    empty = dealt(AF, mortos=(upper, lower), stock=ALL_RED_THREES).passes_until(stock=0)
    assert empty.match.hand_is_on, "a morto can replace the stock"
    drawn = empty.plays("draw")
    assert drawn.had_events(MortoBecameStock())
    assert (drawn.drawn, drawn.stock, drawn.hand.converted) == ("8c", 10, 1), "from its first card on"
    assert mortos_of(drawn) == [lower]
    again = drawn.plays("discard 8c").passes_until(stock=0).plays("draw")
    assert (again.drawn, again.stock, mortos_of(again)) == ("Tc", 10, [])
    assert again.had_events(MortoBecameStock())
    over = again.plays("discard Tc").passes(10)
    assert (over.ending, over.out) == (Ending.NOTHING_TO_DRAW, None)
    assert over.had_events(HandEnded(Ending.NOTHING_TO_DRAW, None))
    assert [over.points("no_morto", pair) for pair in (0, 1)] == [0, 0], "nobody went out, so nobody pays (C-18)"


def test_af_4_6_also_when_one_pair_took_the_other_morto() -> None:
    begun = swift(AF, mortos=(LOOSE_MORTO, SWIFT_MORTO), stock=f"{ALL_RED_THREES} Ac").plays(INDIRECT)
    empty = begun.passes_until(stock=0)
    drawn = empty.plays("draw")
    assert drawn.had_events(MortoBecameStock())
    assert (drawn.drawn, mortos_of(drawn)) == ("Jh", [])


def test_af_4_6_a_morto_has_eleven_cards() -> None:
    given = deal()
    short = Deal(given.hands, (given.mortos[0][:10], given.mortos[1]), (*given.stock, given.mortos[0][10]))
    table(AF).refuses(short, "dealing.morto_size", "4, 4.6")


# --- going out ----------------------------------------------------------------------------------------------------


def test_af_4_7_after_the_morto_running_out_of_cards_again_ends_the_hand() -> None:
    over = after_clean_canastra(AF).plays(f"draw, {LOOSE_LAY}, discard Qd")
    assert (over.ending, over.out) == (Ending.WENT_OUT, 0)
    assert over.had_events(HandEnded(Ending.WENT_OUT, 0))
    assert over.replayed().hands[0].winner == 0
    over.refuses(Draw(1), "turn.order", "5")
    over.refuses(Discard(0, card("4c")), "turn.order", "5")


def test_af_4_7_it_is_enough_that_the_partner_took_the_morto() -> None:
    partner = "4d 5d 6d 7d 8d 9d 9s Ts Js Qs Ks"
    begun = dealt(AF, SWIFT, "", partner, stock="Ac 8s Kd")
    over = begun.plays(INDIRECT, "pass", "draw, lay 4d 5d 6d 7d 8d 9d / 9s Ts Js Qs Ks, discard Kd")
    assert (over.out, over.points("went_out", 0)) == (0, 100)


def test_af_4_7_while_there_is_a_morto_for_the_pair_nobody_goes_out() -> None:
    taken = swift(AF).plays(DIRECT)
    assert taken.match.hand_is_on
    assert taken.had_events(MortoTaken(0, direct=True))


def test_af_4_7_without_any_canastra_nobody_goes_out() -> None:
    on = after_no_canastra(AF).plays("draw, lay 4c 5c 6c 7c / 8d 9d Td Jd")
    on.refuses("lay 4s 5s 6s", "going_out.never_stuck", "4.7, 5")
    on.refuses_as_meant("lay 5s 4s 6s", "going_out.never_stuck", "4.7, 5")
    assert "lay 4s 5s 6s" not in on.choices
    alone = on.plays("discard Qd").passes(3).plays("draw")
    alone.refuses("lay 4s 5s 6s", "going_out.never_stuck", "4.7, 5")


def last_spades() -> Table:
    """Seat 0 holds 8♠ 9♠ and its pair a run 4♠ 5♠ 6♠, the morto and no canastra; the pile is the 7♠ alone."""
    hand, upper = "4h 5h 6h 7h 8h 9h 9c Tc Jc Qc Kc", "4c 5c 6c 8d 9d Td 4s 5s 6s 8s 9s"
    begun = dealt(AF, hand, "", "", "4h 5h 7s", mortos=(upper,), stock="Qs Ks Kd Qd Ad Jd 6h")
    taken = begun.plays("draw, lay 4h 5h 6h 7h 8h 9h / 9c Tc Jc Qc Kc, discard Qs").passes(3)
    laid = taken.plays("draw, lay 4c 5c 6c / 8d 9d Td / 4s 5s 6s, discard Ad")
    return laid.plays("pass", "pass", "take 4h 5h 6h, discard 7s")


def test_af_4_7_nobody_plays_so_as_to_be_stuck() -> None:
    on = last_spades()
    assert (on.pile, on.cards_of(0)) == ("7s", "8s 9s")
    on.refuses("take 4: 4s 5s 6s 7s 8s 9s", "going_out.requires", "4.7, conv.")
    on.refuses("take 4: 4s 5s 6s 7s 8s", "going_out.never_stuck", "4.7, 5")
    assert [choice for choice in on.choices if choice != "draw"] == ["take 4: 4s 5s 6s 7s"]
    took = on.plays("take 4: 4s 5s 6s 7s")
    took.refuses("add 4: 4s 5s 6s 7s 8s 9s", "going_out.requires", "4.7, conv.")
    took.refuses_as_meant("add 4: 4s 5s 6s 7s 9s 8s", "going_out.requires", "4.7, conv.")
    one = took.plays("discard 9s").passes(3)
    one.refuses("take", "pile.one_card_draws", "5")


def test_af_4_7_a_canastra_laid_with_the_last_cards_counts() -> None:
    upper = "Th 4c 5c 6c 7c 8d 9d Td 4s 5s 6s"
    on = after_no_canastra(AF, mortos=(upper,)).plays("draw, lay 4c 5c 6c 7c / 8d 9d Td / 4s 5s 6s")
    assert on.cards_of(0) == "Th Qd"
    over = on.plays("add 0: 4h 5h 6h 7h 8h 9h Th, discard Qd")
    assert (over.out, over.points("clean_canastas", 0)) == (0, 200)


def test_af_4_7_when_both_mortos_became_stock_a_pair_goes_out_without_one() -> None:
    on = swift(AF, stock=ALL_RED_THREES).passes_until_no_morto_lies_there()
    over = on.plays("lay 4h 5h 6h 7h 8h 9h Th / Tc Jc Qc Kc").plays(f"discard {on.drawn}")
    assert (over.out, over.hand.converted) == (0, 2)
    assert (over.points("went_out", 0), over.points("no_morto", 0), over.points("no_morto", 1)) == (100, 0, -100)


def test_af_4_7_but_not_without_a_canastra() -> None:
    on = dealt(AF, "4h 5h 6h 7h 8h 9h 9c Tc Jc Qc Kc", stock=ALL_RED_THREES).passes_until_no_morto_lies_there()
    on.refuses("lay 4h 5h 6h 7h 8h 9h / 9c Tc Jc Qc Kc", "going_out.never_stuck", "4.7, 5")


def test_af_4_7_and_when_the_other_pair_took_one_and_the_second_became_stock() -> None:
    begun = dealt(AF, SWIFT, SLOW, stock=f"{ALL_RED_THREES} Kd Qd")
    on = begun.plays("pass", f"draw, lay {SLOW}, discard Qd").passes_until_no_morto_lies_there()
    over = on.plays("lay 4h 5h 6h 7h 8h 9h Th / Tc Jc Qc Kc").plays(f"discard {on.drawn}")
    assert (over.out, over.took_morto(0), over.took_morto(1)) == (0, False, True)
    assert over.points("no_morto", 0) == 0


# --- direct -------------------------------------------------------------------------------------------------------


def test_af_4_8_with_every_card_laid_the_player_takes_the_morto_and_plays_on_without_drawing() -> None:
    taken = swift(AF).plays(DIRECT)
    assert taken.had_events(MortoTaken(0, direct=True))
    assert (taken.turn, taken.hand.phase) == (0, Phase.PLAY)
    taken.refuses("draw", "turn.draw", "5")
    on = taken.plays(SWIFT_ADDS)
    assert on.melds(0)[0].endswith("Qh Kh Ah")


def test_af_4_8_he_still_discards_to_end_his_turn() -> None:
    taken = swift(AF).plays(DIRECT)
    taken.refuses(Draw(1), "turn.order", "5")
    after = taken.plays("discard 9d")
    assert (after.turn, after.pile) == (1, "9d")


def test_af_4_8_a_player_may_go_out_without_a_discard() -> None:
    upper = "Jh Qh Kh 5c 6c 7c 8c 9c 4s 5s 6s"
    adds = "add 0: 4h 5h 6h 7h 8h 9h Th Jh Qh Kh, add 1: 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac, lay 4s 5s 6s"
    over = swift(AF, mortos=(upper,)).plays(f"draw, {SWIFT_LAY}, {adds}")
    assert (over.ending, over.out, over.pile) == (Ending.WENT_OUT, 0, "")
    assert over.points("went_out", 0) == 100


def test_af_4_8_also_by_taking_the_pile() -> None:
    """The top card goes to the canastra with the last cards of the hand, and there was nothing under it."""
    hand, upper = SWIFT, "Qh Kh 4c 5c 6c 8d 9d Td 4s 5s 6s"
    begun = dealt(AF, hand, "", "", "4d 5d Jh", mortos=(upper,), stock="Qs Ks Kd Qd Ad Jd 6d")
    taken = begun.plays("draw, lay 4h 5h 6h 7h 8h 9h Th / Tc Jc Qc Kc, discard Qs").passes(3)
    laid = taken.plays("draw, lay 4c 5c 6c / 8d 9d Td / 4s 5s 6s, discard Ad")
    ready = laid.plays("pass", "pass", "take 4d 5d 6d, discard Jh")
    assert (ready.pile, ready.cards_of(0)) == ("Jh", "Qh Kh")
    over = ready.plays("take 0: 4h 5h 6h 7h 8h 9h Th Jh Qh Kh")
    assert (over.ending, over.out) == (Ending.WENT_OUT, 0)


# --- indirect -----------------------------------------------------------------------------------------------------


def test_af_4_9_by_his_last_discard_a_player_takes_the_morto_and_uses_it_from_his_next_turn() -> None:
    taken = swift(AF).plays(INDIRECT)
    assert taken.had_events(MortoTaken(0, direct=False))
    assert (taken.turn, taken.pile) == (1, "Ac"), "the turn has passed"
    assert len(taken.hand.hands[0]) == 11
    again = taken.passes(3)
    again.refuses("lay 4c 5c 6c 7c 8c 9c", "turn.draw", "5")
    assert again.plays("draw, add 1: 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc").turn == 0


def test_af_4_9_until_then_he_does_not_see_it() -> None:
    def seen_by(observer: int | Onlooker, on: Table) -> list[str] | None:
        hand = view(on.match, observer)["hand"]
        assert hand is not None
        return hand["cards"][0]

    taken = swift(AF).plays(INDIRECT)
    assert seen_by(0, taken) is None
    assert seen_by(Onlooker.REFEREE, taken) is not None
    again = taken.passes(3)
    assert sorted(cards(" ".join(seen_by(0, again) or []))) == sorted(cards(SWIFT_MORTO))
    assert seen_by(0, swift(AF).plays(DIRECT)) is not None


def test_af_4_9_a_player_may_go_out_by_discarding_his_last_card() -> None:
    over = after_dirty_canastra(AF).plays(f"draw, {LOOSE_LAY}, discard Qd")
    assert (over.ending, over.out) == (Ending.WENT_OUT, 0)
    assert over.pile.endswith("Qd")
    assert over.points("went_out", 0) == 100

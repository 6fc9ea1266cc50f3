"""APCEF/SC 2022, Art. 14: the vulnerable pair and its minimum; ruling C-22."""

import pytest

from carteado.cards import Onlooker
from carteado.melds import valued_melds, view
from carteado.melds.events import LayFailed, MeldLaid
from tests.melds.tables import AP, Table, cards, dealt, swift_hand, table

SEVENTY_FIVE = "8h 9h Th Jh Qh Kh Ah"
SEVENTY = "8h 9h Th Jh Qh Kh 2c"


def vulnerable(hand: str, *others: str, score: tuple[int, int] = (1500, 0), stock: str = "9d") -> Table:
    """Seat 0, whose pair has that score, after its draw."""
    return dealt(AP, hand, *others, stock=stock, score=score).plays("draw")


def minimum_shown(on: Table, pair: int = 0) -> int | None:
    seen = view(on.match, Onlooker.SPECTATOR)["hand"]
    assert seen is not None
    return seen["sides"][pair]["minimum"]


def test_ap_14_a_pair_from_1500_on_must_lay_75_points() -> None:
    on = vulnerable(f"{SEVENTY_FIVE} 4c 5c 6c 7c")
    assert minimum_shown(on) == 75
    laid = on.plays(f"lay {SEVENTY_FIVE}")
    assert laid.had_events(MeldLaid(0, cards(SEVENTY_FIVE)))
    assert laid.melds(0) == [SEVENTY_FIVE]


def test_ap_14_less_goes_back_to_the_hand() -> None:
    on = vulnerable(f"{SEVENTY} 4c 5c 6c 7c")
    failed = on.plays(f"lay {SEVENTY}")
    assert failed.events == (LayFailed(0, 70, 75),)
    assert failed.melds(0) == []
    assert failed.cards_of(0) == on.cards_of(0)
    assert failed.turn == 0
    assert failed.replayed().score == (1500, 0)


def test_ap_14_what_is_laid_together_is_added_up() -> None:
    on = vulnerable("8h 9h Th Jh Qc Kc Ac 4d 5d 6d")
    both = on.plays("lay 8h 9h Th Jh / Qc Kc Ac")
    assert both.melds(0) == ["8h 9h Th Jh", "Qc Kc Ac"], "40 and 35"
    assert on.plays("lay 8h 9h Th Jh").melds(0) == []
    short = vulnerable("8h 9h Th Jh 8c 9c Tc 4d 5d 6d").plays("lay 8h 9h Th Jh / 8c 9c Tc")
    assert short.had_events(LayFailed(0, 70, 75))


@pytest.mark.parametrize(("score", "bound"), [((1495, 0), None), ((1500, 0), 75), ((1505, 0), 75), ((2995, 0), 75)])
def test_ap_14_it_binds_from_1500_and_not_before(score: tuple[int, int], bound: int | None) -> None:
    on = vulnerable("4h 5h 6h", score=score)
    assert minimum_shown(on) == bound
    assert on.plays("lay 4h 5h 6h").melds(0) == ([] if bound else ["4h 5h 6h"])
    assert minimum_shown(on, 1) is None, "the other pair is not bound"


def test_ap_14_only_its_own_pair_is_bound() -> None:
    on = vulnerable("4h 5h 6h", score=(0, 1500))
    assert on.plays("lay 4h 5h 6h").melds(0) == ["4h 5h 6h"]
    assert minimum_shown(on, 1) == 75


def test_ap_14_after_the_first_lay_the_pair_lays_and_adds_what_it_likes() -> None:
    first = vulnerable(f"{SEVENTY_FIVE} 4c 5c 6c", "Kd", "7h 7c 4d 5d 6d", stock="9d Ks Qs").plays(
        f"lay {SEVENTY_FIVE}"
    )
    assert minimum_shown(first) is None
    again = first.plays("lay 4c 5c 6c, discard 9d", "draw, discard Kd", "draw, lay 4d 5d 6d")
    grown = again.plays(f"add 0: 7h {SEVENTY_FIVE}, add 1: 4c 5c 6c 7c")
    assert grown.melds(0) == [f"7h {SEVENTY_FIVE}", "4c 5c 6c 7c", "4d 5d 6d"]


def test_ap_14_only_sufficient_lays_are_offered() -> None:
    on = vulnerable("8h 9h Th Jh Qc Kc Ac 4d 5d 6d 4s")
    lays = [choice for choice in on.choices if choice.startswith("lay")]
    assert len(lays) == 1, "one combination, whenever there is one"
    offered = on.plays(lays[0])
    assert offered.melds(0)
    poor = vulnerable("4h 5h 6h 8c 9c Tc 4d 5s 7s Js Kd")
    assert not any(choice.startswith("lay") for choice in poor.choices)


def test_ap_14_a_lay_that_is_no_meld_is_refused_and_costs_no_attempt() -> None:
    on = vulnerable("8h 9h Th Qc Kc Ac 4d 5d")
    on.refuses("lay 8h 9h Qc", "melds.same_suit", "7 §1")
    on.refuses("lay 8h 9h Th / 4d 5d", "melds.min_cards", "7 §1")
    assert minimum_shown(on) == 75


def test_ap_14_the_score_at_the_start_of_the_hand_counts() -> None:
    """The pair passes 1500 by a hand; in the next one it is vulnerable."""
    short = swift_hand(table(AP, score=(919, 0)))
    assert short.score[0] == 1499
    reached = swift_hand(table(AP, score=(920, 0)))
    assert reached.score[0] == 1500
    assert [minimum_shown(on.deal()) for on in (short, reached)] == [None, 75]
    on = reached.deal("", "", "4h 5h 6h").passes(1).plays("draw")
    assert on.plays("lay 4h 5h 6h").melds(0) == []


# --- attempts -----------------------------------------------------------------------------------------------------


def test_ap_14p1_the_minimum_rises_to_90_then_120_then_150_for_good() -> None:
    on = vulnerable("4h 5h 6h 8c 9c Tc")
    minimums = [minimum_shown(on)]
    for _ in range(5):
        on = on.plays("lay 4h 5h 6h")
        assert on.melds(0) == []
        minimums.append(minimum_shown(on))
    assert minimums == [75, 90, 120, 150, 150, 150]
    assert on.events == (LayFailed(0, 15, 150),)


def test_ap_14p1_after_a_failed_attempt_75_points_are_too_few() -> None:
    failed = vulnerable(f"{SEVENTY_FIVE} 4c 5c 6c").plays("lay 4c 5c 6c")
    again = failed.plays(f"lay {SEVENTY_FIVE}")
    assert again.had_events(LayFailed(0, 75, 90))
    both = failed.plays(f"lay {SEVENTY_FIVE} / 4c 5c 6c")
    assert both.melds(0) == [SEVENTY_FIVE, "4c 5c 6c"], "90 points in the same turn"


def test_ap_14p1_two_failed_attempts_ask_for_120_and_three_for_150() -> None:
    on = vulnerable("8h 9h Th Jh Qh Kh Ah 9c Tc Jc Qc", stock="Kc").plays("lay 9c Tc Jc, lay 9c Tc Jc")
    assert minimum_shown(on) == 120
    laid = on.plays("lay 8h 9h Th Jh Qh Kh Ah / 9c Tc Jc Qc Kc")
    assert laid.took_morto(0), "125 points are enough"
    short = on.plays("lay 9c Tc Jc").plays("lay 8h 9h Th Jh Qh Kh Ah / 9c Tc Jc Qc Kc")
    assert short.had_events(LayFailed(0, 125, 150))
    assert short.melds(0) == []


def test_ap_14p1_the_partners_attempts_count_for_the_pair() -> None:
    on = vulnerable("4h 5h 6h Kd", "Qd", SEVENTY_FIVE, stock="9d Ks Qs").plays("lay 4h 5h 6h, discard Kd")
    partner = on.plays("draw, discard Qd", f"draw, lay {SEVENTY_FIVE}")
    assert partner.had_events(LayFailed(2, 75, 90))


def test_ap_14p1_the_attempt_is_an_event_of_the_record() -> None:
    failed = vulnerable("4h 5h 6h Kd").plays("lay 4h 5h 6h, discard Kd")
    [hand] = failed.record().hands
    assert len(hand.acts) == 3
    assert failed.replayed().score == (1500, 0)


def test_ap_14p1_the_next_hand_begins_at_75_again() -> None:
    on = vulnerable("4h 5h 6h", score=(2000, 0)).plays("lay 4h 5h 6h").plays("discard 9d").passes_to_the_end()
    assert on.score[0] >= 1500
    assert minimum_shown(on.deal()) == 75


def test_ap_14p1_the_second_card_is_lost_by_an_attempt() -> None:
    failed = vulnerable("4h 5h 6h").plays("lay 4h 5h 6h")
    failed.refuses("redraw", "turn.second_card_lost", "5")


def test_ap_14_melds_are_counted_while_they_are_put_together() -> None:
    on = vulnerable("8h 9h Th Jh 4d 5d 6d 2c Ks")
    counted = {" ".join(map(str, one.cards)): one.points for one in valued_melds(on.match, 0)}
    assert counted["8h 9h Th"] == 30
    assert counted["8h 9h Th Jh"] == 40
    assert counted["4d 5d 6d"] == 15
    assert counted["4d 5d 6d 2c"] == 25
    assert all(len(form.split()) >= 3 for form in counted)
    assert len(counted) == len(valued_melds(on.match, 0)), "each once"


def test_ap_14_nothing_is_counted_for_whom_no_minimum_binds() -> None:
    on = vulnerable("8h 9h Th Jh Qc Kc Ac 4d 5d 6d")
    assert valued_melds(on.match, 0)
    assert not valued_melds(on.match, 1), "not on turn"
    assert not valued_melds(on.plays("lay 8h 9h Th Jh / Qc Kc Ac").match, 0), "laid already"
    assert not valued_melds(vulnerable("8h 9h Th Jh", score=(1400, 0)).match, 0)
    assert not valued_melds(dealt(AP, "8h 9h Th", stock="9d", score=(1500, 0)).match, 0), "not drawn yet"

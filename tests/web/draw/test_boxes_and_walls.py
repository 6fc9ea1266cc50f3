"""Where a draw puts everybody, on the page and on the wall: each exactly once, nothing too small to be read."""

import pytest
from django.utils import timezone

from carteado.regulation import load
from carteado.tournament.formats.plans import FORMS, Plan, knockout, knockout_with_lucky_losers, league, swiss
from carteado.tournament.operations import Settle
from carteado.tournament.running.dispatch import apply
from carteado.tournament.state.championship import Championship
from carteado.web.draw.draw_boxes import COLUMNS, ROWS, Box, Seat, boxes_of, walls_of
from carteado.web.draw.home_check import five_lines
from tests.web.draw.draw_desk import AP, codes


def settled(plan: Plan) -> Championship:
    pairs = codes(plan.entrants)
    empty = Championship(event="copa", regulation=load(AP))
    return apply(empty, Settle(by="user:1", at=timezone.now(), plan=plan, pairs=pairs))


def boxes(plan: Plan) -> tuple[Box, ...]:
    return boxes_of(settled(plan), plan.stages[0].id, {})


def seats(found: tuple[Box, ...]) -> list[Seat]:
    return [seat for box in found for seat in box.seats]


SIZES = (2, 3, 5, 6, 7, 8, 13, 16, 31, 32, 33, 64, 100)


@pytest.mark.parametrize(
    ("form", "pairs"), [(form, size) for form in FORMS for size in SIZES if size >= FORMS[form].least]
)
def test_every_place_has_its_seat_and_every_seat_its_turn(form: str, pairs: int) -> None:
    found = seats(boxes(FORMS[form].plan(pairs)))
    assert sorted(seat.place for seat in found) == list(range(1, pairs + 1))
    assert sorted(seat.turn for seat in found) == list(range(pairs))


def test_two_who_meet_share_a_box_with_the_number_of_their_match() -> None:
    found = boxes(knockout(16))
    assert [box.match for box in found] == [1, 2, 3, 4, 5, 6, 7, 8]
    met = [tuple(seat.place for seat in box.seats) for box in found]
    assert met == [(1, 2), (3, 4), (13, 14), (15, 16), (5, 6), (7, 8), (9, 10), (11, 12)]


def test_who_is_free_stands_alone_in_the_match_that_waits_for_him() -> None:
    found = boxes(knockout(5))
    assert sorted(len(box.seats) for box in found) == [1, 2, 2]
    alone = next(box for box in found if len(box.seats) == 1)
    assert "folga" in alone.title


def test_in_an_odd_qualifying_round_the_last_place_is_free() -> None:
    found = boxes(knockout_with_lucky_losers(5))
    assert [[seat.place for seat in box.seats] for box in found] == [[1, 2], [3, 4], [5]]


@pytest.mark.parametrize("plan", [knockout(2), knockout(32), knockout(64), knockout(512), league(70), swiss(300)])
def test_a_wall_has_everybody_once_and_no_more_rows_than_can_be_read(plan: Plan) -> None:
    found = boxes(plan)
    walls = walls_of(found)
    shown = [seat for wall in walls for column in wall.columns for box in column for seat in box.seats]
    assert sorted(shown) == sorted(seats(found))
    for wall in walls:
        assert all(wall.columns)
        assert 1 <= len(wall.columns) <= COLUMNS
        for column in wall.columns:
            assert sum(len(box.seats) + bool(box.title and not box.match) for box in column) <= ROWS


def test_sixteen_groups_of_four_stand_on_walls_without_a_group_being_cut() -> None:
    plan = FORMS["groups_knockout"].plan(64)
    sizes = [len(box.seats) for wall in walls_of(boxes(plan)) for column in wall.columns for box in column]
    assert sizes == [4] * 16


def test_a_small_draw_fills_one_wall_in_large_letters() -> None:
    assert [wall.density for wall in walls_of(boxes(knockout(4)))] == ["grand"]
    assert [wall.density for wall in walls_of(boxes(knockout(32)))] == ["dense"]
    assert len(walls_of(boxes(knockout(64)))) == 1


def test_the_five_lines_are_five() -> None:
    assert five_lines("0" * 64).count("\n") == 5

"""Whole championships by bots: drawn in public, in order of time, confirmed, to the last match."""

import json
from datetime import datetime, time, timedelta
from itertools import pairwise

import pytest

from carteado.fair import verify_draw
from carteado.planning.field import invented_pairs
from carteado.planning.simulation import Hall, Progress, SimulatedChampionship, hall_of, planned_matches, simulate
from carteado.record import Verdict, read_record, replay, verify_deals, write_record
from carteado.regulation import IllegalAct, Override, Regulation, load
from carteado.tournament.files.event_file import event_document, event_of
from carteado.tournament.formats.plans import FORMS, knockout, plan_for, swiss
from carteado.tournament.matches.clocks import Moment
from carteado.tournament.matches.match_log import Party, State
from carteado.tournament.state.championship import Championship

TM, AF = load("truco-masters-2025"), load("afia-2026-tranca")


def quick(
    form: str, pairs: int, *, seed: str = "1", regulation: Regulation = TM, hall: Hall | None = None
) -> SimulatedChampionship:
    return simulate(
        regulation, FORMS[form].plan(pairs), invented_pairs(regulation, pairs), seed=seed, bots="random", hall=hall
    )


def intervals(championship: Championship) -> dict[str, tuple[datetime, datetime, str | None]]:
    """When each match was called and handed in, and at which table."""
    found = {}
    for match, log in championship.logs.items():
        called = log.clock.last(Moment.CALLED)
        assert called is not None
        found[match] = called.at, log.submissions[0].at, log.table
    return found


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("pairs", [6, 9])
def test_every_form_ends_with_one_champion_and_a_record_a_game(form: str, pairs: int) -> None:
    simulated = quick(form, pairs)
    championship = simulated.championship
    assert championship.bracket.is_over
    assert championship.bracket.champion in championship.pairs
    assert len(championship.bracket.placings()) == pairs
    games = [game for log in championship.logs.values() for game in log.submissions[0].games]
    assert len(simulated.records) == len(games)
    assert all(log.state is State.OFFICIAL for log in championship.logs.values())
    assert all(log.submissions[0].confirmed == frozenset(Party) for log in championship.logs.values())


def test_the_same_seed_is_the_same_championship_to_the_second() -> None:
    one, two, other = quick("swiss", 8), quick("swiss", 8), quick("swiss", 8, seed="2")
    assert one == two
    assert one.championship.log == two.championship.log
    assert one.championship.log != other.championship.log


@pytest.mark.parametrize("form", ["groups_knockout", "lucky_losers", "swiss"])
def test_operations_are_in_the_order_of_time(form: str) -> None:
    instants = [operation.at for operation in quick(form, 9, hall=Hall(tables=2)).championship.log]
    assert instants == sorted(instants)


@pytest.mark.parametrize("form", ["league", "groups_knockout", "double_elimination"])
def test_no_table_and_no_pair_has_two_matches_at_once_and_pairs_rest(form: str) -> None:
    championship = quick(form, 7, hall=Hall(tables=2)).championship
    booked = intervals(championship)
    assert {table for _, _, table in booked.values()} == {"1", "2"}
    for of in ("1", "2"):
        times = sorted((start, end) for start, end, table in booked.values() if table == of)
        assert all(before[1] <= after[0] for before, after in pairwise(times))
    for pair in championship.pairs:
        own = sorted(booked[match][:2] for match, log in championship.logs.items() if pair in log.pairs)
        assert all(after[0] - before[1] >= timedelta(minutes=10) for before, after in pairwise(own))


def test_no_match_is_called_while_the_hall_is_closed() -> None:
    hall = Hall(tables=1, closes=time(12))
    championship = quick("league", 9, hall=hall).championship
    called = [log.clock.marks[0].at.astimezone(hall.zone) for log in championship.logs.values()]
    assert len({at.date() for at in called}) > 1
    assert all(hall.opens <= at.time() < hall.closes for at in called)


def test_every_draw_was_committed_before_and_can_be_verified() -> None:
    championship = quick("lucky_losers", 9, regulation=AF).championship
    assert set(championship.draws) >= {"qualifying", "finals"}
    for draw, protocol in championship.draws.items():
        assert verify_draw(protocol) == []
        assert protocol["commitment"] == championship.commitments[draw]


def test_every_record_replays_to_the_result_and_its_deals_verify() -> None:
    simulated = quick("knockout", 4)
    for match, log in simulated.championship.logs.items():
        record = read_record(write_record(simulated.records[match]))
        game = log.submissions[0].games[0]
        report = replay(record)
        assert (report.score, report.winner, report.mismatches) == (game.points, game.winner, ())
        assert {check.verdict for check in verify_deals(record)} == {Verdict.VERIFIED}
        assert (record.about["event"], record.about["table"]) == (simulated.championship.event, log.table)


def test_draws_and_deals_are_sealed_under_the_name_given() -> None:
    simulated = simulate(TM, knockout(2), invented_pairs(TM, 2), seed="1", bots="random", event="copa-do-clube-xv")
    assert simulated.championship.event == "copa-do-clube-xv"
    assert all(protocol["event"] == "copa-do-clube-xv" for protocol in simulated.championship.draws.values())
    assert all(record.about["event"] == "copa-do-clube-xv" for record in simulated.records.values())


def test_the_event_file_gives_the_same_championship_again() -> None:
    championship = quick("groups_knockout", 8, regulation=TM).championship
    document = json.loads(json.dumps(event_document(championship)))
    assert event_of(document) == championship


def test_the_day_is_the_regulations_where_it_names_one() -> None:
    championship = quick("knockout", 2).championship
    called = next(iter(championship.logs.values())).clock.marks[0].at
    assert called.date() == hall_of(TM).day
    assert TM.event.edition is not None
    assert hall_of(TM).day == TM.event.edition.day


def test_progress_counts_every_match() -> None:
    seen: list[Progress] = []
    plan = swiss(6)
    simulate(TM, plan, invented_pairs(TM, 6), seed="1", bots="random", progress=seen.append)
    assert [one.played for one in seen] == list(range(1, planned_matches(plan) + 1))
    assert {one.planned for one in seen} == {9}


def test_tm_2_1_more_pairs_than_the_regulation_admits_are_refused() -> None:
    with pytest.raises(IllegalAct) as refused:
        simulate(TM, knockout(17), invented_pairs(TM, 17), seed="1", bots="random")
    assert refused.value.refusal.key == "selection.pairs"
    more = TM.with_overrides((Override("selection.pairs", 17, "club"),))
    assert simulate(more, knockout(17), invented_pairs(more, 17), seed="1", bots="random").championship.bracket.is_over


def test_af_2_line_ups_are_entered_and_locked_with_each_match() -> None:
    championship = quick("knockout", 2, regulation=AF).championship
    for line_up in championship.line_ups.values():
        assert len(line_up.players) == 4
        assert line_up.seated("knockout-final") is not None


def test_a_swiss_in_which_everybody_has_met_ends_early() -> None:
    championship = simulate(TM, swiss(4, rounds=6), invented_pairs(TM, 4), seed="1", bots="random").championship
    assert championship.bracket.is_over
    assert len(championship.logs) == 6


@pytest.mark.slow
@pytest.mark.parametrize(
    ("regulation_id", "pairs"),
    [
        ("truco-masters-2025", 16),
        ("afia-2026-tranca", 6),
        ("afia-2026-tranca", 14),
        ("afia-2026-tranca", 22),
        ("faraes-2023-tranca", 8),
        ("apcef-sc-2022-canastra", 12),
    ],
)
def test_the_championships_of_the_four_regulations_by_the_real_bots(regulation_id: str, pairs: int) -> None:
    regulation = load(regulation_id)
    simulated = simulate(regulation, plan_for(regulation, pairs), invented_pairs(regulation, pairs), seed="1")
    assert simulated.championship.bracket.champion is not None
    assert simulated.cut_short == ()
    for record in simulated.records.values():
        assert replay(read_record(write_record(record))).finished

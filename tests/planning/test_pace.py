"""The pace of play: what a match of so many hands and acts takes, and how it is measured."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from carteado.planning.matches import MatchSetting, play_match
from carteado.planning.pace import FEWEST_MEASURED, PACES, MatchLength, Pace, length_of, measured_pace
from carteado.record import Record, RecordedAct, RecordedHand
from carteado.regulation import EngineKind, load

TM = load("truco-masters-2025")
SLOW = Pace(match=100, hand=90, acts={"play": 10, "hide": 8, "call": 7, "accept": 9, "refuse": 4})
NOBODYS = Pace(match=0, hand=0, acts={})


def a_match(number: int, pace: Pace = SLOW) -> Record:
    setting = MatchSetting(
        regulation=TM,
        id=f"m-{number}",
        seats=("a", "b", "c", "d"),
        phase="group",
        start=datetime(2026, 1, 1, 12, tzinfo=UTC),
        seed="pace",
        bots="random",
        pace=pace,
    )
    return play_match(setting).record


def test_minutes_are_those_of_the_match_its_hands_and_its_acts() -> None:
    pace = Pace(match=60, hand=30, acts={"play": 2}, other=5)
    assert pace.minutes(MatchLength(4, (("call", 6), ("play", 45)))) == pytest.approx((60 + 120 + 30 + 90) / 60)


def test_the_defaults_name_every_act_of_their_game() -> None:
    assert set(PACES[EngineKind.TRUCO].acts) == {"play", "hide", "call", "accept", "refuse"}
    assert set(PACES[EngineKind.MELDS].acts) == {"draw", "redraw", "exchange", "take", "lay", "extend", "discard"}


def test_the_length_of_a_record_counts_hands_and_acts() -> None:
    record = a_match(0)
    length = length_of(record)
    assert length.hands == len(record.hands)
    assert length.act_count == sum(len(hand.acts) for hand in record.hands)
    assert dict(length.acts)["play"] > 0


def test_the_pace_that_made_records_is_measured_in_them() -> None:
    """Acts vary by more than half around the pace; over some hundred of them that evens out."""
    measured = measured_pace([a_match(number) for number in range(30)], NOBODYS)
    assert measured.hand == pytest.approx(SLOW.hand, rel=0.1)
    for kind, seconds in SLOW.acts.items():
        assert measured.of_act(kind) == pytest.approx(seconds, rel=0.15)


def test_what_a_match_takes_besides_its_hands_is_not_measured() -> None:
    assert measured_pace([a_match(number) for number in range(10)], SLOW).match == SLOW.match


def test_too_few_acts_of_a_kind_leave_the_default() -> None:
    record = a_match(1)
    hand = record.hands[0]
    acts = tuple(
        RecordedAct(act=hand.acts[0].act, at=f"2026-01-01T12:00:{second:02}Z") for second in range(FEWEST_MEASURED)
    )
    few = replace(record, hands=(replace(hand, acts=acts),))
    assert measured_pace([few], SLOW) == SLOW
    enough = replace(record, hands=(replace(hand, acts=(*acts, replace(acts[-1], at="2026-01-01T12:00:20Z"))),))
    assert measured_pace([enough], SLOW).of_act("play") == 1 or measured_pace([enough], SLOW).of_act("call") == 1


def test_records_without_instants_measure_nothing() -> None:
    record = a_match(2)
    hands = tuple(
        replace(hand, acts=tuple(replace(recorded, at=None) for recorded in hand.acts)) for hand in record.hands
    )
    assert measured_pace([replace(record, hands=hands)] * 40, SLOW) == SLOW


def test_a_break_of_an_hour_is_nobodys_thought() -> None:
    """A gap longer than anybody thinks is left out, wherever it is."""
    records = [a_match(number) for number in range(20)]
    quick = measured_pace(records, NOBODYS)
    broken = measured_pace(
        [replace(record, hands=tuple(map(with_a_break, record.hands))) for record in records], NOBODYS
    )
    assert broken.hand == NOBODYS.hand
    assert broken.of_act("play") == pytest.approx(quick.of_act("play"), rel=0.1)


def with_a_break(hand: RecordedHand) -> RecordedHand:
    """The last act of the hand a day late, which no act of the next hand knows."""
    *acts, last = hand.acts
    assert last.at is not None
    late = replace(last, at=last.at.replace("2026-01-01", "2026-01-02"))
    return replace(hand, acts=(*acts, late))

"""A match by bots: a record that replays and verifies, under the clock where there is one."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from carteado.cards import TimeUp
from carteado.planning.matches import REAL_BOTS, MatchSetting, PlayedMatch, clock_minutes, play_match
from carteado.planning.pace import PACES, Pace
from carteado.record import Verdict, read_record, replay, verify_deals, write_record
from carteado.regulation import available, load
from carteado.tournament.matches.match_log import Ending

TM = load("truco-masters-2025")
START = datetime(2026, 1, 10, 12, tzinfo=UTC)
CRAWLING = Pace(match=60, hand=900, acts={}, other=20)
"""So slow that the bell rings before most matches are won."""


def a_setting(regulation_id: str = TM.id, **more: Any) -> MatchSetting:
    regulation = load(regulation_id)
    setting = MatchSetting(
        regulation=regulation,
        id="m-1",
        seats=("Ana", "Caio", "Bia", "Davi"),
        phase="group",
        start=START,
        seed="1",
        bots=REAL_BOTS[regulation.engine_kind],
        pace=PACES[regulation.engine_kind],
    )
    return replace(setting, **more)


def is_sound(played: PlayedMatch) -> bool:
    """Read again, played again, dealt again: everything holds."""
    record = read_record(write_record(played.record))
    report = replay(record)
    checks = verify_deals(record)
    return (
        not report.mismatches
        and (report.winner == played.game.winner or played.game.ending is Ending.RULING)
        and report.score == played.game.points
        and all(check.verdict is Verdict.VERIFIED for check in checks)
    )


@pytest.mark.parametrize("regulation_id", available())
def test_a_match_is_a_record_that_replays_and_verifies(regulation_id: str) -> None:
    played = play_match(a_setting(regulation_id))
    assert is_sound(played)
    assert played.game.ending is Ending.TARGET
    assert played.end > START
    assert all(hand.fair and len(hand.fair.cuts) == 1 for hand in played.record.hands)


def test_the_same_setting_is_the_same_match_to_the_second() -> None:
    assert play_match(a_setting()) == play_match(a_setting())
    assert play_match(a_setting()) != play_match(a_setting(seed="2"))
    assert play_match(a_setting()) != play_match(a_setting(id="m-2"))


def test_instants_never_go_back_and_stay_within_the_match() -> None:
    played = play_match(a_setting())
    instants = [datetime.fromisoformat(act.at) for hand in played.record.hands for act in hand.acts if act.at]
    assert len(instants) == sum(len(hand.acts) for hand in played.record.hands)
    assert instants == sorted(instants)
    assert instants[0] >= START
    assert instants[-1] <= played.end


def test_a_final_goes_to_its_own_target() -> None:
    played = play_match(a_setting("afia-2026-tranca", phase="final"))
    assert max(played.game.points) >= 2000
    assert is_sound(played)


def test_tm_18_the_bell_ends_a_match_with_the_hand_that_is_on() -> None:
    """Sixty minutes, then the pair ahead wins; nothing is dealt after the bell."""
    stopped = [
        played
        for number in range(8)
        if (played := play_match(a_setting(id=f"m-{number}", pace=CRAWLING))).game.ending is Ending.TIME_UP
    ]
    assert stopped
    for played in stopped:
        assert is_sound(played)
        assert played.end >= START + timedelta(minutes=60)
        acts = [recorded.act for hand in played.record.hands for recorded in hand.acts]
        assert sum(isinstance(act, TimeUp) for act in acts) == (1 if played.extra_from is None else 2)


def test_tm_19_a_tie_at_the_bell_is_played_on_in_extra_time_of_fifteen_minutes() -> None:
    matches = [play_match(a_setting(id=f"m-{number}", pace=CRAWLING)) for number in range(100)]
    tied = [played for played in matches if played.extra_from is not None]
    assert tied
    for played in tied:
        bells = [
            datetime.fromisoformat(recorded.at)
            for hand in played.record.hands
            for recorded in hand.acts
            if isinstance(recorded.act, TimeUp) and recorded.at
        ]
        assert played.extra_from is not None
        assert bells[0] >= START + timedelta(minutes=60)
        assert played.extra_from >= bells[0]
        assert all(bell - played.extra_from >= timedelta(minutes=14, seconds=59) for bell in bells[1:])
        assert is_sound(played)


def test_tm_18_a_final_has_ninety_minutes_and_other_games_no_clock() -> None:
    assert (clock_minutes(TM, "group"), clock_minutes(TM, "final")) == (60, 90)
    assert clock_minutes(load("afia-2026-tranca"), "final") is None


def test_a_match_that_nobody_wins_is_cut_short_and_says_so() -> None:
    played = play_match(a_setting("faraes-2023-tranca", bots="random", most_hands=2))
    assert played.game.ending is Ending.RULING
    assert len(played.record.hands) == 2
    ahead, behind = played.game.points[played.game.winner], played.game.points[1 - played.game.winner]
    assert ahead >= behind
    assert is_sound(played)

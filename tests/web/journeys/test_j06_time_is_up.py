"""J6: Truco Masters. Time is up on a tie, the extra time ends on a tie, and nobody knows who scored first: on a phone
without a network, typed at the desk, and at a live table (TM 18, 19; E-17)."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from carteado.tournament.formats.slots import MatchId
from carteado.tournament.matches.clocks import Moment
from carteado.tournament.matches.match_log import Ending, Game, State
from carteado.web.kit.guarding.policy import Role
from carteado.web.sumula.sheet_writing import append as write_on_sheet
from carteado.web.sumula.sheet_writing import note
from tests.web.journeys.day import Day, clock_at
from tests.web.journeys.live_table import at_live_table, live, until_the_bell
from tests.web.sumula.sumulas import Phone, truco_hand
from tests.web.world.halls import TM, drawn, open_matches

pytestmark = pytest.mark.django_db(transaction=True)

NOON = datetime(2027, 10, 16, 12, tzinfo=ZoneInfo("America/Sao_Paulo"))


@pytest.fixture
def day(monkeypatch: pytest.MonkeyPatch) -> Day:
    clock = clock_at(NOON, monkeypatch)
    return Day.around(drawn(TM, 8, with_delegations=True, at=NOON - timedelta(hours=1)), clock)


def minute(day: Day, number: float) -> None:
    """So many minutes after noon, when both matches begin."""
    day.clock.now = NOON + timedelta(minutes=number)


def begin(day: Day, match: MatchId, table: str) -> None:
    minute(day, -2)
    day.call(match, table)
    day.arrive(match)
    minute(day, 0)
    day.clerk.does(match, "comecar")


# --- typed at the desk ------------------------------------------------------------------------------------------------


def time_up(first: int, second: int, **more: object) -> dict[str, object]:
    return {"first_1": first, "second_1": second, "ending_1": "time_up", **more}


def test_j6_typed_at_the_desk(day: Day) -> None:
    match = open_matches(day.championship)[0]
    begin(day, match, "1")
    minute(day, 59)
    assert "art. 18" in day.clerk.refused(match, "resultado", **time_up(5, 5, winner_1="0"))
    minute(day, 61)
    assert "art. 19" in day.clerk.refused(match, "resultado", **time_up(5, 5, winner_1="0"))
    day.clerk.does(match, "tempo", mark="extra_started")
    day.all_agree()
    minute(day, 77)
    assert "pontuou primeiro" in day.clerk.refused(match, "resultado", **time_up(5, 5))
    assert day.championship.logs[match].state is State.PLAYING
    ruled = {"first_1": 5, "second_1": 5, "ending_1": "ruling", "winner_1": "1"}
    day.referee.does(match, "resultado", **ruled, why="ninguém viu quem abriu; decidido na mesa")
    day.all_agree()
    day.confirm(match)
    decided_by_the_referee(day, match, Game((5, 5), 1, Ending.RULING))


def decided_by_the_referee(day: Day, match: MatchId, game: Game) -> None:
    log = day.championship.logs[match]
    assert log.counted is not None
    assert log.counted.games == (game,)
    ended = day.championship.bracket.ended(match)
    assert ended is not None
    assert ended.winner == log.pairs[game.winner]
    day.compares_always = True
    day.all_agree()


# --- on a phone without a network -------------------------------------------------------------------------------------


@dataclass
class OfflinePhone:
    """What is written between two networks. Its own clock is three hours behind."""

    day: Day
    phone: Phone

    def __post_init__(self) -> None:
        self.waiting: list[dict[str, object]] = []

    def writes(self, at: float, kind: str, **fields: object) -> dict[str, object]:
        instant = (NOON + timedelta(minutes=at) - timedelta(hours=3)).astimezone(ZoneInfo("UTC"))
        entry = {**self.phone.entry(kind, **fields), "at": f"{instant:%Y-%m-%dT%H:%M:%SZ}"}
        self.waiting.append(entry)
        return entry

    def comes_back(self, at: float) -> dict[str, object]:
        minute(self.day, at)
        sent, self.waiting = self.waiting, []
        return self.phone.send(*sent)


def test_j6_on_a_phone_that_comes_back_hours_later(day: Day) -> None:
    """Nobody scored; the referee says who opened the match, and both pairs accept it."""
    match = open_matches(day.championship)[0]
    begin(day, match, "1")
    day.all_agree()
    beside = OfflinePhone(day, day.phone("1"))
    beside.writes(60.5, "bell", place=0, number=1, during=False)
    minute(day, 70)
    day.all_agree()
    beside.writes(76, "bell", place=0, number=2, during=False)
    beside.comes_back(190)
    assert day.championship.logs[match].state is State.PLAYING
    extra = day.championship.logs[match].clock.last(Moment.EXTRA_STARTED)
    assert extra is not None
    day.all_agree()

    act = {"seat": None, "act": "ruling", "ruling": "adjust", "pair": 1, "points": 1, "reason": "referee.adjust"}
    ruling = note("rule", place=0, act={**act, "article": "19"}, why="abriu a partida")
    written = write_on_sheet(beside.phone.sheet, ruling, by=day.people[Role.REFEREE])
    assert written.counted.winner == 1
    day.all_agree()
    beside.waiting += beside.phone.accept(*written.counted.resolved.versions)
    assert beside.comes_back(195)["trouble"] is None
    day.all_agree()
    day.confirm_as_referee(match)
    decided_by_the_referee(day, match, day.championship.logs[match].submissions[-1].games[0])


def test_j6_on_a_phone_that_knows_who_scored_first(day: Day) -> None:
    match = open_matches(day.championship)[0]
    begin(day, match, "1")
    beside = OfflinePhone(day, day.phone("1"))
    noted = [
        beside.writes(5, "hand", place=0, hand=truco_hand(1)),
        beside.writes(9, "hand", place=1, hand=truco_hand(0)),
    ]
    beside.comes_back(10)
    day.all_agree()
    noted += [beside.writes(60.5, "bell", place=2, number=1, during=False)]
    noted += [beside.writes(75.6, "bell", place=2, number=2, during=False)]
    beside.waiting += beside.phone.accept(*(str(one["id"]) for one in noted))
    assert beside.comes_back(240)["trouble"] is None
    day.all_agree()
    day.confirm_as_referee(match)
    decided_by_the_referee(day, match, Game((1, 1), 1, Ending.TIME_UP))


# --- at a live table --------------------------------------------------------------------------------------------------


def test_j6_at_a_live_table(monkeypatch: pytest.MonkeyPatch) -> None:
    day, hall = at_live_table(monkeypatch)
    places = live(hall)
    for caller in (1, 0):
        hall.deal()
        hall.send(caller, {"act": "call", "value": 3})
        hall.send(caller + 1, {"act": "refuse"})
    assert hall.score == (1, 1)
    day.all_agree(places)
    until_the_bell(hall)
    assert not hall.play.is_over
    assert day.championship.logs[hall.match].clock.has(Moment.EXTRA_STARTED)
    day.all_agree(places)
    until_the_bell(hall)
    assert hall.play.is_over
    day.all_agree(places)
    day.confirm_as_referee(hall.match)
    decided_by_the_referee(day, hall.match, Game((1, 1), 1, Ending.TIME_UP))

"""TM 18, 19 on phones (J6): the bell counts by the clock of the match, a tie goes into the extra time, and what the
clock does not know the referee says, with a reason."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from carteado.tournament.matches.clocks import Moment
from carteado.tournament.matches.match_log import Ending, Game, State
from carteado.tournament.operations import StartMatch
from carteado.web.kit.guarding.policy import Role
from carteado.web.people.models import User
from carteado.web.sumula.sheet_writing import append as append_entry
from carteado.web.sumula.sheet_writing import note
from tests.web.referee.referee_desk import Desk
from tests.web.sumula.sumula_playing import a_phone, log_of
from tests.web.sumula.sumulas import Phone, truco_hand
from tests.web.world.halls import TM, append, drawn, team

pytestmark = pytest.mark.django_db


@dataclass
class Table:
    """A match on one phone. ``minute`` is the hall's time since the start; the phone's own clock is hours behind."""

    phone: Phone
    people: dict[Role, User]
    monkeypatch: pytest.MonkeyPatch
    noon: datetime = field(default_factory=timezone.now)
    behind: timedelta = timedelta(hours=3)
    noted: list[dict[str, Any]] = field(default_factory=list)
    waiting: list[dict[str, Any]] = field(default_factory=list)

    def at(self, minute: float) -> None:
        now = self.noon + timedelta(minutes=minute)
        self.monkeypatch.setattr(timezone, "now", lambda: now)

    def started(self) -> "Table":
        append(self.phone.sheet.event, StartMatch(by="user:1", at=self.noon, match=self.phone.sheet.match))
        return self

    def note(self, minute: float, kind: str, **fields: Any) -> dict[str, Any]:
        """Written at that minute, and kept until the phone sends."""
        entry = {**self.phone.entry(kind, **fields), "at": self.shown(minute)}
        self.noted += [entry] if kind != "undo" else []
        self.waiting.append(entry)
        return entry

    def shown(self, minute: float) -> str:
        """What the phone's own clock shows then."""
        return f"{(self.noon + timedelta(minutes=minute) - self.behind).replace(tzinfo=None).isoformat()}Z"

    def hand(self, minute: float, winner: int, value: int = 1) -> dict[str, Any]:
        place = sum(one["kind"] == "hand" for one in self.noted)
        return self.note(minute, "hand", place=place, hand=truco_hand(winner, value))

    def bell(self, minute: float, number: int = 1) -> dict[str, Any]:
        place = sum(one["kind"] == "hand" for one in self.noted)
        return self.note(minute, "bell", place=place, number=number, during=False)

    def accept(self, minute: float) -> None:
        versions = [one["id"] for one in self.noted if one["kind"] in ("hand", "bell")]
        for pair in (0, 1):
            self.note(minute, "accept", pair=pair, versions=versions)

    def send(self, minute: float, *, tells_time: bool = False) -> dict[str, Any]:
        self.at(minute)
        self.phone.clock = self.shown(minute) if tells_time else ""
        sent, self.waiting = self.waiting, []
        return self.phone.send(*sent)

    @property
    def log(self) -> Any:
        return log_of(self.phone.sheet)

    @property
    def games(self) -> tuple[Game, ...]:
        [submission] = self.log.submissions
        games: tuple[Game, ...] = submission.games
        return games


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Table:
    people = team()
    return Table(a_phone(drawn(TM, 4, people=people)), people, monkeypatch)


def test_tm_18_a_bell_before_the_time_is_told_at_once_and_waiting_does_not_help_it(table: Table) -> None:
    table.started()
    table.hand(5, 0, 3)
    table.send(5)
    early = table.bell(20)
    told = table.send(20)
    assert "0:40:00" in told["trouble"]["message"]
    assert "18" in told["trouble"]["article"]
    assert table.send(70)["trouble"] == told["trouble"], "it rang at twenty minutes, whatever the hour is now"
    table.noted.remove(early)
    table.note(70, "undo", of=early["id"])
    table.bell(70)
    assert table.send(70)["trouble"] is None
    table.accept(71)
    table.send(71)
    assert table.games == (Game((3, 0), 0, Ending.TIME_UP),)


def test_tm_18_what_both_pairs_accept_after_a_bell_before_the_time_is_not_handed_in(table: Table) -> None:
    table.started()
    table.hand(5, 0, 3)
    table.bell(20)
    table.accept(21)
    for minute in (21, 70):
        assert "18" in table.send(minute)["trouble"]["article"]
        assert table.log.state is State.PLAYING
    sheet, desk = table.phone.sheet, Desk.of(table.phone.sheet.event, table.people[Role.REFEREE])
    desk.post("referee-hand-in", sheet.match, why="a sala fechou")
    assert table.games == (Game((3, 0), 0, Ending.TIME_UP),)


def test_tm_18_a_hand_corrected_after_the_bell_makes_the_tie_none(table: Table) -> None:
    table.started()
    table.hand(5, 0)
    second = table.hand(9, 1)
    table.bell(60)
    table.send(60)
    assert table.log.clock.has(Moment.EXTRA_STARTED)
    right = truco_hand(0)
    fixed = table.note(63, "correct", of=second["id"], over=second["id"], hand=right, why="anotada para a outra dupla")
    table.noted[1] = {**fixed, "kind": "hand"}
    table.accept(64)
    assert table.send(64)["trouble"] is None
    assert table.games == (Game((2, 0), 0, Ending.TIME_UP),)


def test_tm_18_a_bell_on_time_ends_the_match(table: Table) -> None:
    table.started()
    table.hand(5, 1, 3)
    table.send(5)
    table.bell(60)
    table.send(60)
    table.accept(61)
    assert table.send(61)["trouble"] is None
    assert table.games == (Game((0, 3), 1, Ending.TIME_UP),)


def test_tm_19_a_tie_starts_the_extra_time_on_the_clock_and_its_bell_waits_for_its_end(table: Table) -> None:
    table.started()
    table.hand(5, 1)
    table.hand(9, 0)
    table.send(9)
    table.bell(60)
    told = table.send(62)
    mark = table.log.clock.last(Moment.EXTRA_STARTED)
    assert told["clock"]["is_extra"]
    assert table.noon + timedelta(minutes=60) <= mark.at <= table.noon + timedelta(minutes=60.5), "from the bell"
    early = table.bell(70, number=2)
    assert "19" in table.send(70)["trouble"]["article"]
    table.noted.remove(early)
    table.note(71, "undo", of=early["id"])
    table.bell(76, number=2)
    table.accept(77)
    assert table.send(77)["trouble"] is None
    assert table.games == (Game((1, 1), 1, Ending.TIME_UP),), "the pair that scored first"


@pytest.mark.parametrize(("minute", "is_in_time"), [(20, False), (59, False), (60, True), (75, True)])
def test_tm_18_a_phone_that_first_sends_hours_later_tells_when_its_bell_rang(
    table: Table, minute: float, *, is_in_time: bool
) -> None:
    table.started()
    table.hand(5, 0)
    table.bell(minute)
    table.accept(minute + 1)
    told = table.send(240, tells_time=True)
    assert told["closed"] == is_in_time
    assert is_in_time or "18" in told["trouble"]["article"]


@pytest.mark.parametrize("now", ["", "x", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "0001-01-01T00:00:00+23:59"])
def test_a_phone_that_tells_an_odd_time_is_answered_all_the_same(table: Table, now: str) -> None:
    table.started()
    table.phone.clock = now
    for place, at in enumerate(("0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z")):
        bell = {**table.phone.entry("bell", place=place, number=1, during=False), "at": at}
        assert table.phone.send(bell)["refused"] == []


def test_the_clock_of_a_phone_says_nothing_about_entries_that_it_passes_on(table: Table) -> None:
    own, other = table.phone.entry("call"), {**table.phone.entry("call"), "device": "other"}
    table.phone.clock = table.shown(5)
    table.phone.send(own, other)
    assert [row.sent is not None for row in table.phone.sheet.entries.all()] == [True, False]


def test_tm_19_a_phone_without_a_network_brings_both_bells_hours_later(table: Table) -> None:
    table.started()
    table.hand(5, 1)
    table.hand(9, 0)
    table.bell(60.5)
    table.bell(75.6, number=2)
    table.accept(77)
    assert table.send(240)["trouble"] is None
    assert table.games == (Game((1, 1), 1, Ending.TIME_UP),)


def test_tm_19_a_phone_without_a_network_does_not_shorten_the_extra_time(table: Table) -> None:
    table.started()
    table.hand(5, 1)
    table.hand(9, 0)
    table.bell(60.5)
    table.bell(65, number=2)
    table.accept(66)
    assert "19" in table.send(240)["trouble"]["article"]
    assert table.log.state is State.PLAYING


def test_e_17_where_no_clock_ran_the_referee_says_it_with_a_reason(table: Table) -> None:
    table.hand(5, 0)
    table.hand(9, 1)
    table.bell(62)
    table.bell(78, number=2)
    table.accept(79)
    told = table.send(90)
    assert told["trouble"]["article"]
    assert not table.log.submissions
    sheet, desk = table.phone.sheet, Desk.of(table.phone.sheet.event, table.people[Role.REFEREE])
    page = desk.open("referee-match", sheet.match)
    assert "O relógio desta partida não foi ligado" in page
    desk.post("referee-hand-in", sheet.match, why="  ")
    assert not table.log.submissions
    desk.post("referee-hand-in", sheet.match, why="a mesa jogou sem rede e sem relógio")
    [submission] = table.log.submissions
    assert submission.games == (Game((1, 1), 0, Ending.TIME_UP),)
    assert submission.why == "a mesa jogou sem rede e sem relógio"
    assert "sem rede e sem relógio" in desk.open("match-desk", sheet.match)


def test_e_17_a_clerk_gives_no_reason_for_the_clock(table: Table) -> None:
    table.hand(5, 0)
    table.bell(62)
    table.accept(79)
    table.send(90)
    sheet, clerk = table.phone.sheet, Desk.of(table.phone.sheet.event, table.people[Role.CLERK])
    assert reverse("referee-hand-in", args=[sheet.event.slug, sheet.match]) not in clerk.open(
        "referee-match", sheet.match
    )
    assert clerk.post("referee-hand-in", sheet.match, why="já deu").status_code == 403
    assert not table.log.submissions


def test_tm_19_nobody_scored_and_the_referee_decides(table: Table) -> None:
    """J6: still a tie after the extra time, and who scored first is known to nobody."""
    table.started()
    table.bell(60)
    table.send(60)
    table.bell(75.5, number=2)
    assert table.send(75.5)["trouble"] is None
    assert table.log.state is State.PLAYING
    assert not table.log.submissions
    sheet, referee = table.phone.sheet, table.people[Role.REFEREE]
    point = {"seat": None, "act": "ruling", "ruling": "adjust", "pair": 1, "points": 1, "reason": "referee.adjust"}
    written = append_entry(
        sheet, note("rule", place=0, act={**point, "article": "19"}, why="abriu a partida"), by=referee
    )
    assert (written.refused, written.counted.winner) == ([], 1)
    versions = written.counted.resolved.versions
    table.waiting += table.phone.accept(*versions)
    assert table.send(80)["trouble"] is None
    [game] = table.games
    assert (game.points, game.winner) == ((0, 1), 1)

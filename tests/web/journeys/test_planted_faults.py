"""The comparison itself: a fault planted in one place is found there, by its match or pair, and nowhere else."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from carteado.sheets import championship as sheets
from carteado.web.display.phases import Match
from carteado.web.events.delays import Delays
from carteado.web.events.models import Event
from carteado.web.sumula import phone_answers
from carteado.web.watch import agenda, standings
from carteado.web.watch.visible_event import visible_to_team
from tests.web.journeys.day import LANGUAGES, Day, clock_at
from tests.web.world.halls import AF, drawn, open_matches

pytestmark = pytest.mark.django_db(transaction=True)

NOW = datetime(2027, 3, 6, 15, tzinfo=ZoneInfo("America/Sao_Paulo"))


@pytest.fixture
def day(monkeypatch: pytest.MonkeyPatch) -> Day:
    """Five pairs: one match is played, one is at a table."""
    clock = clock_at(NOW, monkeypatch)
    found = Day.around(drawn(AF, 5, with_delegations=True, at=NOW - timedelta(hours=1)), clock)
    first, second = open_matches(found.championship)[:2]
    found.call(first, "1")
    found.play(first, found.championship.logs[first].pairs[0], 900)
    found.call(second, "2")
    found.start(second)
    return found


def found_at(day: Day) -> set[tuple[str, str]]:
    """The places that disagree, each with the fact."""
    return {(one.place, one.fact) for one in day.disagreements()}


def test_without_a_fault_everything_agrees_in_both_languages(day: Day) -> None:
    assert [day.disagreements(language=language) for language in LANGUAGES] == [[], []]


def test_an_hour_that_is_wrong_in_one_place_is_found_there(day: Day, monkeypatch: pytest.MonkeyPatch) -> None:
    scheduled: Callable[..., Any] = agenda._scheduled

    def a_day_later(match: Match, forecasts: Any) -> Any:
        return agenda.ScheduledMatch(match=match, at=scheduled(match, forecasts).at + timedelta(days=1))

    monkeypatch.setattr(agenda, "_scheduled", a_day_later)
    assert found_at(day) == {("agenda", "begins")}


def test_a_place_that_is_not_earned_is_found(day: Day, monkeypatch: pytest.MonkeyPatch) -> None:
    ranked: Callable[..., Any] = standings._StandingsBuilder.ranked
    monkeypatch.setattr(
        standings._StandingsBuilder, "ranked", lambda builder, one: ranked(builder, one)._replace(rank=1)
    )
    assert found_at(day) == {("standings", "place"), ("results page", "place"), ("results on paper", "place")}


def test_points_that_only_files_have_wrong_are_found_in_files(day: Day, monkeypatch: pytest.MonkeyPatch) -> None:
    cells: Callable[..., tuple[Any, ...]] = sheets._match_cells

    def without_result(*given: Any) -> tuple[Any, ...]:
        return (*cells(*given)[:-4], "", "", "", "")

    monkeypatch.setattr(sheets, "_match_cells", without_result)
    assert found_at(day) == {(place, fact) for place in ("CSV", "XLSX") for fact in ("points", "winner")}


def test_a_phone_that_names_another_table_is_found(day: Day, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(phone_answers, "table_of", lambda _championship, _sheet: "9")
    assert found_at(day) == {("phone", "table")}


def test_a_match_that_is_left_out_is_found(day: Day, monkeypatch: pytest.MonkeyPatch) -> None:
    everything: Callable[..., Any] = agenda.agenda_of

    def without_the_first(*given: Any) -> Any:
        first, *others = everything(*given)
        return (first._replace(matches=first.matches[1:]), *others)

    monkeypatch.setattr("carteado.web.watch.live_parts.agenda_of", without_the_first)
    [found] = day.disagreements()
    assert (found.place, found.shown) == ("agenda", None)
    assert str(found) == f"agenda: match {found.subject.name} is not there"


def test_what_only_the_team_may_know_is_found_where_everybody_reads(day: Day, monkeypatch: pytest.MonkeyPatch) -> None:
    """Under a delay of the whole event, with a projector that forgets it."""
    Event.objects.filter(pk=day.event.pk).update(delays=Delays(event=3600).document())
    assert day.disagreements() == []
    monkeypatch.setattr("carteado.web.watch.pages.visible_in_hall", lambda request: visible_to_team(request.event))
    assert {place for place, _fact in found_at(day)} == {"projector"}

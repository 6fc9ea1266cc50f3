"""Ratings follow the tables by themselves: after each match, after a crash, after a championship, and by a command."""

import asyncio
from collections.abc import Iterable
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock, patch

import pytest
from django.db import OperationalError
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from carteado.tournament.matches.match_log import Game
from carteado.tournament.operations import Correct
from carteado.tournament.state.championship import Championship
from carteado.web.events import store
from carteado.web.events.delays import Delays, Earlier
from carteado.web.events.models import Event, Stage
from carteado.web.kit.guarding.policy import Role
from carteado.web.people.references import of_user
from carteado.web.privacy.erasing import erase_entrant
from carteado.web.ratings import background_counting as counting
from carteado.web.ratings import rating_storage
from carteado.web.ratings import verdicts as judging
from carteado.web.ratings.models import Judged, Played, Standing, Verdict
from carteado.web.ratings.rating_storage import catch_up, findings_at_table, rebuild, store_findings
from carteado.web.ratings.verdicts import Finding, findings
from carteado.web.tables.models import Match
from carteado.web.tables.serving import championship_news as following
from carteado.web.tables.serving.rooms import rooms
from tests.paths import ROOT
from tests.web.ratings.rated import BOT, finished_match, somebody
from tests.web.ratings.test_ratings import everything
from tests.web.tables.championship.table_hall import Hall
from tests.web.world.halls import TM, Worker
from tests.web.world.running import run, run_in_site


def noticed(before: bool, now: bool) -> list[tuple[str, int]]:
    """What is to be counted after a room said so."""
    counted: list[tuple[str, int]] = []

    async def count_match(code: str, delay: int) -> None:
        counted.append((code, delay))

    room: Any = SimpleNamespace(settings=SimpleNamespace(code="abc", delay=30, is_official=False))
    plays: list[Any] = [SimpleNamespace(is_over=one) for one in (before, now)]
    with patch.object(following, "WHEN_A_MATCH_ENDS", [count_match]):
        following.ChampionshipNews(asyncio.run).match_changed(room, *plays)
    return counted


def test_a_match_is_counted_when_it_is_over_and_not_again() -> None:
    assert noticed(before=False, now=True) == [("abc", 30)]
    assert noticed(before=True, now=True) == []
    assert noticed(before=False, now=False) == []


class Database:
    """That fails so often, and then works."""

    def __init__(self, failures: int) -> None:
        self.failures, self.asked = failures, 0

    async def read(self, _function: object, _code: str) -> list[object]:
        self.asked += 1
        if self.asked <= self.failures:
            raise OperationalError("disk full")
        return []

    async def write(self, _function: object, _found: object) -> None:
        """Works."""


def count_with(failures: int) -> tuple[int, list[float]]:
    """How often the database was asked, and how long it was waited before each time."""
    database, waited = Database(failures), list[float]()

    async def sleep(seconds: float) -> None:
        waited.append(seconds)

    with (
        patch.object(counting, "in_thread", database.read),
        patch.object(counting, "in_writing_thread", database.write),
        patch("asyncio.sleep", sleep),
    ):
        asyncio.run(counting.count_match("abc", delay=30))
    return database.asked, waited


def test_a_database_that_comes_back_is_asked_until_it_does(caplog: pytest.LogCaptureFixture) -> None:
    assert count_with(2) == (3, [30, *counting.RETRY_AFTER_S[:2]])
    assert [one.levelname for one in caplog.records] == ["ERROR", "ERROR"]


def test_a_database_that_stays_away_is_asked_ever_later_and_not_for_ever(caplog: pytest.LogCaptureFixture) -> None:
    times = 1 + len(counting.RETRY_AFTER_S)
    assert count_with(10**6) == (times, [30, *counting.RETRY_AFTER_S])
    assert list(counting.RETRY_AFTER_S) == sorted(counting.RETRY_AFTER_S)
    assert [one.levelname for one in caplog.records] == ["ERROR"] * times + ["CRITICAL"]


def test_whoever_counts_what_is_left_is_woken_from_another_thread() -> None:
    looked = 0

    async def count_all() -> None:
        nonlocal looked
        looked += 1
        if looked == 1:
            await asyncio.to_thread(counting.alarm.ring)

    async def until_twice() -> None:
        task = asyncio.create_task(counting.count_uncounted())
        while looked < 2:
            await asyncio.sleep(0)
        await asyncio.sleep(0)
        task.cancel()

    with patch.object(counting, "_count_all", count_all):
        asyncio.run(asyncio.wait_for(until_twice(), 5))
    assert looked == 2, "once more, and not on and on"
    counting.alarm.ring()


LIVE = """
import asyncio
from contextlib import suppress
from carteado.web.ratings.background_counting import count_match, count_uncounted
from carteado.web.ratings.models import Judged, Standing
from carteado.web.people.references import of_user
from tests.web.ratings.rated import BOT, played_at, somebody, table_of

bia = of_user(somebody("Bia Ramos"))
first = played_at(table_of(bia, BOT, BOT, BOT), 1)
asyncio.run(count_match(first.table.code, delay=0))
asyncio.run(count_match(first.table.code, delay=0))
answer = [Standing.objects.get(who=bia).matches]
for seed in range(2, 5):
    played_at(table_of(bia, BOT, BOT, BOT), seed)

async def start():
    with suppress(TimeoutError):
        await asyncio.wait_for(count_uncounted(), 5)

asyncio.run(start())
one = Standing.objects.get(who=bia)
answer += [one.matches, Judged.objects.count(), one.mu, one.sigma]
Standing.objects.update(mu=1.0)
"""
AFTER = """
from carteado.web.ratings.models import Standing
one = Standing.objects.get(kind="player")
answer = [one.mu, one.sigma]
"""


@pytest.mark.one_database
@pytest.mark.slow
def test_after_a_match_after_a_crash_and_by_the_command(tmp_path: Path) -> None:
    once, all_four, judged, *skill = run_in_site(tmp_path, LIVE, PYTHONPATH=str(ROOT))
    assert (once, all_four, judged) == (1, 4, 4)
    done = run(tmp_path, "rebuild-ratings", "--json")
    assert (done.returncode, done.stdout.strip()) == (0, '{"matches": 4}'), done.stderr
    assert run_in_site(tmp_path, AFTER) == skill
    assert "4" in run(tmp_path, "rebuild-ratings").stdout


# --- championships ------------------------------------------------------------------------------------------------


@pytest.fixture
def hall(monkeypatch: pytest.MonkeyPatch, db: None) -> Hall:
    """A match that is played out, between four with accounts, and has its result."""
    hall = Hall.with_open_table(TM)
    for player in hall.players:
        player.user = somebody(f"Pessoa{player.number} Luz")
        player.save()
    monkeypatch.setattr(rooms, "seats_present", hall.seats_present)
    monkeypatch.setattr(rooms, "referee_act", hall.referee_act)
    hall.start()
    hall.play_out()
    Worker.of(hall.event, Role.REFEREE).does(hall.match, "confirmar-arbitragem", party="referee")
    return hall


def verdict(hall: Hall, **changes: object) -> str:
    Event.objects.filter(pk=hall.event.pk).update(**changes)
    catch_up()
    return Judged.objects.get(match__table=hall.table).verdict


def test_a_championships_match_waits_until_it_is_over(hall: Hall) -> None:
    assert verdict(hall) == Verdict.WAITS
    assert not Standing.objects.exists()
    assert Played.objects.count() == 4
    assert verdict(hall, stage=Stage.FINISHED) == Verdict.RATED
    assert Standing.objects.filter(kind="player").count() == 4
    assert Played.objects.exclude(change=None).count() == 4


def test_under_an_embargo_nobody_learns_a_result_from_the_ranking(hall: Hall) -> None:
    late = hall.event.created_at.replace(year=2090)
    assert verdict(hall, stage=Stage.FINISHED, embargo_until=late) == Verdict.WAITS
    assert verdict(hall, archived_at=hall.event.created_at) == Verdict.WAITS
    assert verdict(hall, embargo_until=None) == Verdict.RATED


def test_what_the_championship_cancelled_is_void(hall: Hall) -> None:
    assert verdict(hall, stage=Stage.CANCELLED) == Verdict.VOID
    assert not Standing.objects.exists()


def corrected(hall: Hall, *, winner: int) -> None:
    game = Game((12, 3), 0) if winner == 0 else Game((3, 12), 1)
    act = Correct(by="user:1", at=timezone.now(), match=hall.match, games=(game,), why="trocado", force=True)
    assert isinstance(store.append(hall.event, act, by=None), Championship)


def won(hall: Hall) -> int:
    winner = Match.objects.get(table=hall.table).winner
    assert winner is not None
    return winner


def test_what_the_referee_gave_to_those_who_had_lost_it_is_void(hall: Hall) -> None:
    corrected(hall, winner=1 - won(hall))
    assert verdict(hall, stage=Stage.FINISHED) == Verdict.VOID


def test_a_result_corrected_after_it_was_counted_counts_no_more(hall: Hall) -> None:
    assert verdict(hall, stage=Stage.FINISHED) == Verdict.RATED
    counted = everything()
    corrected(hall, winner=1 - won(hall))
    assert verdict(hall) == Verdict.WAITS, "the championship goes on until it is over again"
    assert not Standing.objects.exists()
    assert not Played.objects.exclude(change=None).exists()
    assert verdict(hall, stage=Stage.FINISHED) == Verdict.VOID
    corrected(hall, winner=won(hall))
    assert verdict(hall, stage=Stage.FINISHED) == Verdict.RATED
    assert everything() == counted
    rebuild()
    assert everything() == counted


def test_a_correction_that_is_withheld_changes_no_rating_before_everybody_may_know_it(hall: Hall) -> None:
    assert verdict(hall, stage=Stage.FINISHED) == Verdict.RATED
    counted = everything()
    delays = Delays(event=600, earlier=(Earlier(timezone.now(), Delays()),))
    Event.objects.filter(pk=hall.event.pk).update(delays=delays.document())
    corrected(hall, winner=1 - won(hall))
    assert verdict(hall, stage=Stage.FINISHED) == Verdict.RATED
    assert everything() == counted
    Event.objects.filter(pk=hall.event.pk).update(delays={})
    counting.judge_again([hall.event.pk])
    assert verdict(hall) == Verdict.VOID


def test_matches_counted_later_are_counted_anew_without_it(hall: Hall) -> None:
    assert verdict(hall, stage=Stage.FINISHED) == Verdict.RATED
    first = hall.players[0].user
    assert first is not None
    finished_match(of_user(first), BOT, BOT, BOT, at=timezone.now())
    both = Standing.objects.get(who=of_user(first))
    assert both.matches == 2
    corrected(hall, winner=1 - won(hall))
    assert verdict(hall, stage=Stage.FINISHED) == Verdict.VOID
    assert Standing.objects.get(who=of_user(first)).matches == 1


def test_what_was_read_before_the_championship_decided_is_not_written(hall: Hall) -> None:
    Event.objects.filter(pk=hall.event.pk).update(stage=Stage.FINISHED)
    found = findings_at_table(hall.table.code)
    assert [one.verdict for one in found] == [Verdict.RATED]
    corrected(hall, winner=1 - won(hall))
    store_findings(found)
    assert not Judged.objects.exists()
    assert verdict(hall, stage=Stage.FINISHED) == Verdict.VOID


def test_what_a_rebuild_read_before_the_championship_decided_is_not_written(hall: Hall) -> None:
    assert verdict(hall, stage=Stage.FINISHED) == Verdict.RATED
    corrections = [1 - won(hall)]

    def decided_meanwhile(matches: Iterable[Match]) -> list[Finding]:
        found = list(findings(matches))
        while corrections:
            corrected(hall, winner=corrections.pop())
        return found

    with patch.object(rating_storage, "findings", decided_meanwhile):
        rebuild()
    assert corrections == []
    assert Judged.objects.get().verdict == Verdict.WAITS, "the championship goes on until it is over again"
    assert not Standing.objects.exists()
    assert verdict(hall, stage=Stage.FINISHED) == Verdict.VOID


def test_a_match_with_somebody_who_was_forgotten_stays_as_it_was_judged(hall: Hall) -> None:
    assert verdict(hall, stage=Stage.FINISHED) == Verdict.RATED
    erase_entrant(hall.players[1])
    counted = everything()
    corrected(hall, winner=1 - won(hall))
    catch_up()
    assert everything() == counted


@pytest.mark.parametrize(("stage", "rings"), [(Stage.FINISHED, True), (Stage.RUNNING, False)])
def test_whoever_counts_is_woken_when_a_championship_is_over(
    hall: Hall, django_capture_on_commit_callbacks: Any, stage: Stage, rings: bool
) -> None:
    rung = Mock()
    hall.event.stage = stage
    done: Any = SimpleNamespace(event=hall.event, event_id=hall.event.pk)
    with patch.object(counting.alarm, "ring", rung), django_capture_on_commit_callbacks(execute=True):
        counting.on_operation(done, created=True)
    assert rung.called is rings


def test_what_others_play_by_now_is_void(hall: Hall) -> None:
    hall.table.playing += 1
    hall.table.save()
    assert verdict(hall, stage=Stage.FINISHED) == Verdict.VOID


def test_who_entered_without_an_account_is_nobody_tomorrow(hall: Hall) -> None:
    hall.players[0].user = None
    hall.players[0].save()
    assert verdict(hall, stage=Stage.FINISHED) == Verdict.GUEST
    assert Played.objects.count() == 3


def test_what_waits_is_not_read_again_before_it_may_count(hall: Hall) -> None:
    assert verdict(hall) == Verdict.WAITS
    with patch.object(judging, "facts_of", side_effect=AssertionError("read for nothing")):
        assert verdict(hall) == Verdict.WAITS


def test_whoever_opened_the_pages_of_two_has_the_seat_of_one(hall: Hall) -> None:
    first, _opponent, partner, _other = hall.players
    partner.user = first.user
    partner.save()
    assert verdict(hall, stage=Stage.FINISHED) == Verdict.GUEST
    assert Played.objects.get(user=first.user).seat == 0
    assert Played.objects.count() == 3


def test_an_account_that_comes_while_it_waits_has_the_match(hall: Hall) -> None:
    late, *_others = hall.players
    user, late.user = late.user, None
    late.save()
    assert verdict(hall) == Verdict.WAITS
    late.user = user
    late.save()
    assert verdict(hall, stage=Stage.FINISHED) == Verdict.RATED
    assert Played.objects.get(user=user).value is not None
    step_by_step = everything()
    rebuild()
    assert everything() == step_by_step


def test_who_was_forgotten_by_a_championship_is_named_nowhere_and_the_rest_stays(hall: Hall) -> None:
    one, other, *_partners = hall.players
    assert one.user
    assert other.user
    verdict(hall, stage=Stage.FINISHED)
    client = Client()
    client.force_login(one.user)
    assert other.called in client.get(reverse("my-matches")).content.decode()
    counted = everything()
    erase_entrant(other)
    html = client.get(reverse("my-matches")).content.decode()
    assert other.called not in html
    assert other.user.get_short_name() not in html
    rebuild()
    assert everything() == counted

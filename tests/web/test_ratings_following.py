"""Ratings follow the tables by themselves: after each match, after a crash, after a championship, and by a command."""

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from carteado.tournament.championship import Championship
from carteado.tournament.matches import Game
from carteado.tournament.operations import Correct
from carteado.web.events import store
from carteado.web.events.models import Event, Stage
from carteado.web.people.erasing import erase_entrant
from carteado.web.policy import Role
from carteado.web.ratings import judging
from carteado.web.ratings.keeping import catch_up, rebuild
from carteado.web.ratings.models import Judged, Played, Standing, Verdict
from carteado.web.tables import following
from carteado.web.tables.models import Match
from carteado.web.tables.running import rooms
from tests.web.halls import TM, Worker
from tests.web.rated import somebody
from tests.web.running import run, run_in_site
from tests.web.table_hall import Hall
from tests.web.test_ratings import everything

ROOT = str(Path(__file__).parents[2])


def told(before: bool, now: bool) -> list[tuple[str, int]]:
    """What is to be counted after a room said so."""
    counted: list[tuple[str, int]] = []

    async def count_match(code: str, *, delay: int) -> None:
        counted.append((code, delay))

    room: Any = SimpleNamespace(setting=SimpleNamespace(code="abc", delay=30, is_official=False))
    plays: list[Any] = [SimpleNamespace(is_over=one) for one in (before, now)]
    with patch.object(following, "count_match", count_match):
        following.Following(asyncio.run).told(room, *plays)
    return counted


def test_a_match_is_counted_when_it_is_over_and_not_again() -> None:
    assert told(before=False, now=True) == [("abc", 30)]
    assert told(before=True, now=True) == []
    assert told(before=False, now=False) == []


LIVE = """
import asyncio
from contextlib import suppress
from django.core.management import call_command
call_command("migrate", verbosity=0)
from carteado.web.ratings.following import count_match, count_what_is_left
from carteado.web.ratings.models import Judged, Standing
from carteado.web.tables.sitters import of_user
from tests.web.rated import BOT, played_at, somebody, table_of

bia = of_user(somebody("Bia Ramos"))
first = played_at(table_of(bia, BOT, BOT, BOT), 1)
asyncio.run(count_match(first.table.code, delay=0))
asyncio.run(count_match(first.table.code, delay=0))
answer = [Standing.objects.get(who=bia).matches]
for seed in range(2, 5):
    played_at(table_of(bia, BOT, BOT, BOT), seed)

async def start():
    with suppress(TimeoutError):
        await asyncio.wait_for(count_what_is_left(), 5)

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
    once, all_four, judged, *skill = run_in_site(tmp_path, LIVE, PYTHONPATH=ROOT)
    assert (once, all_four, judged) == (1, 4, 4)
    done = run(tmp_path, "rebuild-ratings", "--json")
    assert (done.returncode, done.stdout.strip()) == (0, '{"matches": 4}'), done.stderr
    assert run_in_site(tmp_path, AFTER) == skill
    assert "4" in run(tmp_path, "rebuild-ratings").stdout


# --- championships ------------------------------------------------------------------------------------------------


@pytest.fixture
def hall(monkeypatch: pytest.MonkeyPatch, db: None) -> Hall:
    """A match that is played out, between four with accounts, and has its result."""
    hall = Hall.opened(TM)
    for player in hall.players:
        player.user = somebody(f"Pessoa{player.number} Luz")
        player.save()
    monkeypatch.setattr(rooms, "here", hall.here)
    monkeypatch.setattr(rooms, "do", hall.do)
    hall.start()
    hall.play_out()
    Worker.of(hall.event, Role.REFEREE).does(hall.match, "confirmar-arbitragem", party="referee")
    return hall


def verdict(hall: Hall, **changes: object) -> str:
    Event.objects.filter(pk=hall.event.pk).update(**changes)
    catch_up()
    return Judged.objects.get().verdict


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


def test_what_the_referee_gave_to_those_who_had_lost_it_is_void(hall: Hall) -> None:
    game = Game((12, 3), 0) if Match.objects.get().winner else Game((3, 12), 1)
    act = Correct(by="user:1", at=timezone.now(), match=hall.match, games=(game,), why="trocado", force=True)
    assert isinstance(store.append(hall.event, act, by=None), Championship)
    assert verdict(hall, stage=Stage.FINISHED) == Verdict.VOID


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

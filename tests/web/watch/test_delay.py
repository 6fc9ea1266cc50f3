"""The delay of a match: one floor under every page, file, list and push, however many addresses there are."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import timedelta
from io import BytesIO
from unittest.mock import patch
from zipfile import ZipFile

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from carteado.tournament.matches.match_log import Game, Party, Side
from carteado.tournament.operations import CallMatch, Confirm, DisqualifyPair, Submit
from carteado.tournament.registrations.acts import Ground
from carteado.web.desk.player_match_pages import player_matches
from carteado.web.events import delays, store
from carteado.web.events.delays import Delays
from carteado.web.events.log_actions import DelayedWhat, DelaySet
from carteado.web.events.models import Event, Stage
from carteado.web.kit.push.topics import render
from carteado.web.log.models import LogEntry
from carteado.web.people.models import Membership, User
from carteado.web.registrations.models import Entrant
from carteado.web.results.result_files import FILES
from carteado.web.sumula.freezing import freeze
from carteado.web.sumula.running_scores import scores_for_team, scores_of
from carteado.web.watch import live_parts
from tests.web.sumula.sumulas import Phone, a_device, sheet_at, truco_hand
from tests.web.watch.test_embargo import SLUG, public_bodies
from tests.web.world.halls import TM, append, drawn, name_of, open_matches

pytestmark = pytest.mark.django_db

DELAY_S = 1800
START = timezone.now()
CALLED_AT = START - timedelta(minutes=40)
"""What operations say of themselves. When they were written is what counts."""
STILL_LATE, KNOWN = START + timedelta(seconds=DELAY_S - 60), START + timedelta(seconds=2 * DELAY_S)
SHOWING = ("", "chave/", "classificacao/", "telao/", "agenda/")


@contextmanager
def at(instant: object) -> Iterator[None]:
    """Time stands still at that instant."""
    with patch.object(timezone, "now", lambda: instant):
        yield


class World:
    """Eight pairs. The first match is at table 1, which is late; the second is over, and their winners meet."""

    def __init__(self, **late: object) -> None:
        Event.objects.all().delete()
        User.objects.all().delete()
        for cache in (store._championships, store._before_play, delays._cache, delays._prefixes):
            cache.clear()
        self.event = drawn(TM, 8, slug=SLUG, with_delegations=True, at=START - timedelta(hours=2))
        document = Delays(tables={"1": DELAY_S}).document() | late
        Event.objects.filter(pk=self.event.pk).update(delays=document)
        self.late, self.over = open_matches(store.championship_of(self.event))[:2]
        self.decides(self.over, 0)
        append(self.event, CallMatch(by="system", at=CALLED_AT, match=self.late, table="1"))

    def decides(self, match: str, winner: Side) -> None:
        points = (12, 3) if winner == 0 else (5, 12)
        append(self.event, Submit(by="system", at=CALLED_AT, match=match, games=(Game(points, winner),)))
        for party in Party:
            if party in store.championship_of(self.event).confirmed_by:
                append(self.event, Confirm(by="system", at=CALLED_AT, match=match, version=0, party=party))

    def notes(self, winner: Side) -> None:
        """Hands on the sheet of the late match."""
        phone = Phone(sheet_at(self.event, self.late), a_device(self.event))
        for value in (1, 3):
            phone.send(phone.entry("hand", place=phone.written, hand=truco_hand(winner, value)))

    def plays(self, winner: Side, *, calls: bool = True) -> str:
        """Hands of the late match, its end, and the call of the match that follows from it."""
        before = set(open_matches(store.championship_of(self.event)))
        self.notes(winner)
        self.decides(self.late, winner)
        [coming] = set(open_matches(store.championship_of(self.event))) - before
        if calls:
            append(self.event, CallMatch(by="system", at=CALLED_AT, match=coming, table="3"))
        return coming

    @property
    def pairs(self) -> tuple[str, str]:
        pairs = store.championship_of(self.event).bracket.pairs(self.late)
        assert pairs is not None
        return pairs

    def refreshed(self) -> Event:
        self.event.refresh_from_db()
        return self.event


def page(client: Client, name: str = "chave/") -> str:
    return client.get(f"/campeonatos/{SLUG}/{name}").content.decode()


@pytest.fixture
def world() -> World:
    return World()


# --- everybody ----------------------------------------------------------------------------------------------------


def everything(world: World) -> Mapping[str, bytes]:
    """All that everybody may read, of each pair of the late match, and every file."""
    found: dict[str, bytes] = {}
    for number, pair in enumerate(world.pairs):
        other, draw = world.pairs[1 - number], next(iter(store.championship_of(world.refreshed()).draws))
        found |= public_bodies(Client(), code=pair, first=pair, second=other, draw=draw)
    for name in FILES:
        content = Client().get(reverse("results-file", args=[SLUG, name])).content
        found[name] = content_of_sheets(content) if name.endswith(".xlsx") else content
    return found


def content_of_sheets(content: bytes) -> bytes:
    """Without the time at which the file was made."""
    with ZipFile(BytesIO(content)) as packed:
        return b"".join(packed.read(name) for name in sorted(packed.namelist()) if not name.startswith("docProps/"))


@pytest.mark.parametrize("winner", [0, 1])
def test_no_byte_that_everybody_sees_depends_on_what_is_still_late(winner: Side) -> None:
    world = World()
    with at(STILL_LATE):
        before = everything(world)
    world = World()
    world.plays(winner)
    with at(STILL_LATE):
        after = everything(world)
    assert before.keys() == after.keys()
    assert [path for path in before if before[path] != after[path]] == []


def test_the_same_walk_finds_the_result_once_it_is_known(world: World) -> None:
    """Else the walk would prove nothing."""
    world.plays(0)
    with at(STILL_LATE):
        before = everything(world)
    with at(KNOWN):
        live_parts.push_ended_delays(STILL_LATE)
        after = everything(world)
    differing = {path for path in before if before[path] != after[path]}
    assert {f"/campeonatos/{SLUG}/{name}" for name in ("", "chave/", "telao/", "resultado/")} <= differing
    assert {"chave pt-br", "telao en", "partidas.csv", "resultado.xlsx", "partidas.ics"} <= differing


def test_hands_are_late_too_and_the_team_sees_them_at_once(world: World) -> None:
    world.notes(1)
    with at(STILL_LATE):
        assert scores_of(world.refreshed()) == {}
        assert scores_for_team(world.event)[world.late].score == (0, 4)
    with at(KNOWN):
        assert scores_of(world.event)[world.late].score == (0, 4)


def test_a_score_that_was_frozen_meanwhile_is_frozen_late(world: World) -> None:
    world.notes(1)
    freeze(sheet_at(world.event, world.late), by=User.objects.get(email="referee@salao.example"))
    with at(STILL_LATE):
        assert scores_of(world.refreshed()) == {}
    with at(KNOWN):
        assert scores_of(world.event)[world.late].is_frozen


def test_a_call_is_never_late_because_the_pairs_must_come(world: World) -> None:
    with at(STILL_LATE):
        assert "chamada" in page(Client(), "agenda/")


def test_a_match_that_is_not_late_is_shown_at_once(world: World) -> None:
    other = open_matches(store.championship_of(world.event))[-1]
    world.plays(0)
    world.decides(other, 1)
    with at(STILL_LATE):
        known = store.shown_to_all(world.refreshed()).bracket
        assert known.ended(other) is not None
        assert known.ended(world.late) is None


def test_who_was_disqualified_meanwhile_is_so_later_for_everybody(world: World) -> None:
    [pair, _other] = world.pairs
    leaves = DisqualifyPair(by="system", at=CALLED_AT, pair=pair, ground=next(iter(Ground)), why="x")
    append(world.event, leaves)
    with at(STILL_LATE):
        assert store.shown_to_all(world.refreshed()).departures == {}
    with at(KNOWN):
        assert list(store.shown_to_all(world.event).departures) == [pair]


def test_the_delay_of_a_match_goes_before_that_of_its_table_and_of_the_event() -> None:
    late = Delays(event=5, tables={"1": 10}, matches={"m1": 3})
    assert late.of_match("m1", ["1"]) == 3
    assert late.of_match("m2", ["1", "2"]) == 10
    assert late.of_match("m2", ["2"]) == 5
    assert late.longest == 10
    assert late.without_delay(match="m1").of_match("m1", ["1"]) == 10


def test_a_move_to_another_table_does_not_shorten_the_delay(world: World) -> None:
    append(world.event, CallMatch(by="system", at=CALLED_AT, match=world.late, table="2"))
    world.decides(world.late, 0)
    with at(STILL_LATE):
        assert store.shown_to_all(world.refreshed()).bracket.ended(world.late) is None


# --- those who are nearer -----------------------------------------------------------------------------------------


def entrant(event: Event, code: str) -> Entrant:
    return Entrant.objects.create(event=event, code=code, number=event.entrants.count() + 1, called=f"Jogador {code}")


def test_the_team_sees_everything_at_once_and_has_a_topic_of_its_own(world: World) -> None:
    world.plays(0)
    clerk = Client()
    clerk.force_login(User.objects.get(email="clerk@salao.example"))
    with at(STILL_LATE):
        html = page(clerk)
        assert f"/ao-vivo/equipe-chave/{SLUG}" in html
        assert render("equipe-chave", SLUG, "pt-br") != render("chave", SLUG, "pt-br")


def test_a_former_referee_is_everybody(world: World) -> None:
    world.plays(0)
    former = User.objects.get(email="referee@salao.example")
    Membership.objects.filter(user=former).delete()
    client = Client()
    client.force_login(former)
    with at(STILL_LATE):
        for name in SHOWING:
            assert "/ao-vivo/equipe-" not in page(client, name)
        assert "12" not in render("chave", SLUG, "pt-br").partition(name_of(world.pairs[0]))[2][:200]


@pytest.mark.parametrize(("hall_at_once", "is_known"), [(False, False), (True, True)])
def test_the_projector_that_the_team_opens_is_late_unless_it_is_wished(hall_at_once: bool, is_known: bool) -> None:
    world = World(hall_at_once=True) if hall_at_once else World()
    world.plays(0)
    clerk = Client()
    clerk.force_login(User.objects.get(email="clerk@salao.example"))
    with at(STILL_LATE):
        assert (f"/ao-vivo/equipe-telao/{SLUG}" in page(clerk, "telao/")) is is_known
        assert f"/ao-vivo/telao/{SLUG}" in page(Client(), "telao/")


# --- lists and pushes ---------------------------------------------------------------------------------------------


def test_when_a_delay_ends_open_pages_and_lists_are_told(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    monkeypatch.setattr(live_parts, "push", lambda _kind, slug: told.append(slug))
    world.plays(0)
    with at(STILL_LATE):
        until = live_parts.push_ended_delays(STILL_LATE - timedelta(seconds=1)).until
    assert (told, until) == ([], STILL_LATE)
    with at(KNOWN):
        until = live_parts.push_ended_delays(until).until
        assert live_parts.push_ended_delays(until).over == ()
    assert told == [SLUG]


def test_that_an_event_is_over_is_late_too_and_ratings_are_told(world: World) -> None:
    while matches := open_matches(store.championship_of(world.event)):
        for match in matches:
            if world.late not in store.championship_of(world.event).logs or match != world.late:
                append(world.event, CallMatch(by="system", at=CALLED_AT, match=match, table="1"))
            world.decides(match, 0)
    with at(STILL_LATE):
        assert world.refreshed().stage == Stage.RUNNING
        assert "Campeões" not in page(Client(), "")
        assert b"Copa" not in Client().get("/campeonatos/?fase=jogados").content
    with at(KNOWN):
        assert live_parts.push_ended_delays(STILL_LATE).over == (world.event.pk,)
        assert world.refreshed().stage == Stage.FINISHED


def test_setting_a_delay_is_in_the_log_and_pushed(world: World, django_capture_on_commit_callbacks: object) -> None:
    by = User.objects.get(email="organiser@salao.example")
    for _time in range(2):
        action = DelaySet(what=DelayedWhat.EVENT, seconds=20)
        assert isinstance(store.change_delays(world.event, lambda one: one.with_delay(20), action=action, by=by), Event)
    in_force = delays.delays_of(world.refreshed())._replace(earlier=())
    assert in_force == Delays(event=20, tables={"1": DELAY_S})
    [entry] = LogEntry.objects.filter(event=world.event, action="event.delay_set")
    assert entry.details == {"what": "event", "seconds": 20}


# --- players ------------------------------------------------------------------------------------------------------


def test_a_player_sees_their_own_match_at_once_and_of_others_what_everybody_knows(world: World) -> None:
    waiting = store.championship_of(world.event).bracket.ended(world.over)
    assert waiting is not None
    coming = world.plays(0, calls=False)
    loser, winner = (entrant(world.event, f"{pair}a") for pair in (world.pairs[1], str(waiting.winner)))
    championship = store.championship_of(world.refreshed())
    with at(STILL_LATE):
        assert [one.outcome_in_words for one in player_matches(loser, championship)] == ["derrota"]
        assert [one.match for one in player_matches(winner, championship)] == [world.over]
    append(world.event, CallMatch(by="system", at=CALLED_AT, match=coming, table="3"))
    with at(STILL_LATE):
        called = player_matches(winner, store.championship_of(world.refreshed()))
        assert {one.match for one in called} == {world.over, coming}, "the desk calls them, so they must know"
    with at(KNOWN):
        called = player_matches(winner, store.championship_of(world.refreshed()))
        assert {one.match for one in called} == {world.over, coming}


@pytest.mark.parametrize("hidden", ["delay", "embargo"])
def test_a_pair_reads_its_final_place_when_everybody_may_know_it(world: World, hidden: str) -> None:
    """A place follows from the matches of others: who lost a semi-final could read from it who won the final."""
    while matches := open_matches(store.championship_of(world.event)):
        for match in matches:
            world.decides(match, 0)
    if hidden == "embargo":
        Event.objects.filter(pk=world.event.pk).update(delays={}, embargo_until=KNOWN)
    else:
        Event.objects.filter(pk=world.event.pk).update(delays={"event": DELAY_S})
    player = entrant(world.event, f"{world.pairs[0]}a")
    own_page = reverse("entrant", args=[player.secret])
    with at(STILL_LATE):
        assert "Acabou" not in Client().get(own_page).content.decode()
    with at(KNOWN):
        assert "Acabou" in Client().get(own_page).content.decode()

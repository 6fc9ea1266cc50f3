"""A delay that is changed while its match is on: nothing comes out sooner than promised, nothing is taken back."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from carteado.tournament.operations import CallMatch
from carteado.web.broadcast.score_strip import strip_of
from carteado.web.devices.models import Device
from carteado.web.events import store
from carteado.web.events.delays import Delays, Earlier, delays_of
from carteado.web.events.log_actions import DelayedWhat, DelaySet
from carteado.web.events.models import Event, Stage
from carteado.web.people.models import User
from carteado.web.sumula.running_scores import scores_of
from carteado.web.tables.models import Table
from carteado.web.watch import live_parts
from tests.web.sumula.sumulas import truco_hand
from tests.web.watch.twin_events import SLUG, START, FakeClock, TwinEvent
from tests.web.world.halls import TM, open_matches

pytestmark = pytest.mark.django_db
LONG_S, SHORT_S = 600, 30


@pytest.fixture
def clock() -> Iterator[FakeClock]:
    with FakeClock().running() as clock:
        yield clock


def sets(world: TwinEvent, seconds: int | None, **what: str) -> None:
    """As the broadcaster's page does: for the table, unless something else is named."""
    what = what or {"table": "1"}
    by = User.objects.get(email="organiser@salao.example")
    action = DelaySet(what=DelayedWhat.TABLE, seconds=seconds or 0)

    def change(delays: Delays) -> Delays:
        return delays.without_delay(**what) if seconds is None else delays.with_delay(seconds, **what)

    assert isinstance(store.change_delays(world.event, change, action=action, by=by), Event)
    world.event.refresh_from_db()


def a_world(clock: FakeClock, seconds: int) -> TwinEvent:
    world = TwinEvent(clock, TM, 8)
    clock.at(-1000)
    sets(world, seconds)
    clock.at(0)
    return world


def is_known(world: TwinEvent) -> bool:
    world.event.refresh_from_db()
    return store.shown_to_all(world.event).bracket.ended(world.late) is not None


def score(world: TwinEvent) -> tuple[int, int] | None:
    world.event.refresh_from_db()
    running = scores_of(world.event).get(world.late)
    return running.score if running else None


@pytest.mark.parametrize("shorter", [0, None, SHORT_S])
def test_a_shorter_delay_lets_nothing_out_before_the_longer_one_would_have(
    clock: FakeClock, shorter: int | None
) -> None:
    world = a_world(clock, LONG_S)
    clock.at(10)
    world.notes(world.late, truco_hand(1, 3))
    clock.at(20)
    world.decides(world.late, 1)
    clock.at(30)
    sets(world, shorter)
    for seconds, is_out in ((31, False), (300, False), (619, False), (631, True)):
        clock.at(seconds)
        assert is_known(world) is is_out, seconds
        assert score(world) == ((0, 3) if 610 <= seconds < 620 else None)


def test_what_is_done_after_a_shorter_delay_was_set_does_not_overtake_what_was_done_before(clock: FakeClock) -> None:
    """Two hands, the first of which is still withheld: the second alone would be a score that never was."""
    world = a_world(clock, LONG_S)
    clock.at(10)
    world.notes(world.late, truco_hand(0, 3))
    clock.at(20)
    sets(world, 0)
    clock.at(25)
    world.notes(world.late, truco_hand(0, 3), truco_hand(0, 6), name="b")
    for seconds, shown in ((26, None), (600, None), (609, None), (611, (3, 0)), (621, (9, 0))):
        clock.at(seconds)
        found = score(world)
        assert (found and found[0]) == (shown and shown[0]), seconds


def test_a_longer_delay_takes_nothing_back_that_everybody_knew(clock: FakeClock) -> None:
    world = a_world(clock, SHORT_S)
    clock.at(10)
    world.decides(world.late, 0)
    clock.at(60)
    assert is_known(world)
    sets(world, LONG_S)
    for seconds in (61, 300, 700):
        clock.at(seconds)
        assert is_known(world), seconds


def test_a_longer_delay_holds_back_what_is_not_known_yet(clock: FakeClock) -> None:
    world = a_world(clock, SHORT_S)
    clock.at(10)
    world.decides(world.late, 0)
    clock.at(20)
    sets(world, LONG_S)
    for seconds, is_out in ((41, False), (609, False), (611, True)):
        clock.at(seconds)
        assert is_known(world) is is_out, seconds


def test_open_pages_are_told_once_when_a_delay_that_was_shortened_ends(
    clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    monkeypatch.setattr(live_parts, "push", lambda _kind, slug: told.append(slug))
    world = a_world(clock, LONG_S)
    clock.at(10)
    world.decides(world.late, 0)
    clock.at(20)
    sets(world, 0)
    since = START + timedelta(seconds=20)
    for seconds, times in ((100, 0), (609, 0), (621, 1), (622, 1)):
        clock.at(seconds)
        since = live_parts.push_ended_delays(since).until
        assert len(told) == times, seconds


def test_earlier_delays_are_stored_only_as_long_as_they_withhold_something(clock: FakeClock) -> None:
    world = a_world(clock, LONG_S)
    sets(world, None)
    clock.at(100)
    live_parts.push_ended_delays(START)
    assert [one.delays for one in delays_of(Event.objects.get()).earlier][-1] == Delays(tables={"1": LONG_S})
    clock.at(3700)
    live_parts.push_ended_delays(START + timedelta(seconds=100))
    assert Event.objects.get().delays == {}


def test_that_an_event_is_over_comes_out_no_sooner_either(clock: FakeClock) -> None:
    world = a_world(clock, LONG_S)
    clock.at(10)
    while matches := open_matches(world.championship):
        for match in matches:
            world.decides(match, 0)
    clock.at(20)
    sets(world, 0)
    assert Event.objects.get().stage == Stage.RUNNING
    clock.at(300)
    live_parts.push_ended_delays(START)
    assert Event.objects.get().stage == Stage.RUNNING
    clock.at(621)
    assert live_parts.push_ended_delays(START).over == (world.event.pk,)
    assert Event.objects.get().stage == Stage.FINISHED


def test_the_strip_of_a_broadcast_waits_for_the_longer_delay_too(clock: FakeClock) -> None:
    world = a_world(clock, LONG_S)
    clock.at(10)
    world.notes(world.late, truco_hand(1, 3))
    clock.at(20)
    sets(world, 0)
    for device in Device.objects.filter(event=world.event, table="1", delay=0).exclude(right="sumula"):
        for seconds, shown in ((21, "0"), (300, "0"), (609, "0"), (621, "3")):
            clock.at(seconds)
            device.refresh_from_db()
            assert strip_of(device, clock.now).strip.sides[1].score in (shown, ""), seconds


def test_onlookers_of_a_live_table_go_by_the_longer_delay_until_it_has_let_out_all(clock: FakeClock) -> None:
    world = a_world(clock, LONG_S)
    one, two = world.pairs
    table = Table.objects.create(
        event=world.event, fixture=world.late, first=one, second=two, regulation=TM, delay=LONG_S
    )
    clock.at(20)
    sets(world, 0)
    for seconds, delay in ((21, LONG_S), (619, LONG_S), (621, 0)):
        clock.at(seconds)
        live_parts.push_ended_delays(START)
        table.refresh_from_db()
        assert table.delay == delay, seconds


def test_a_second_address_and_the_page_of_delays_undercut_nothing(clock: FakeClock) -> None:
    """As a broadcaster would try it: another address without a delay, then the table's delay taken back."""
    world = a_world(clock, LONG_S)
    organiser = Client()
    organiser.force_login(User.objects.get(email="organiser@salao.example"))
    address = {"shows": "table:1", "purpose": "public", "delay": "0", "form": "7a9d62b0-6d0f-4a7c-9f3b-0b1f0e3f2a11"}
    clock.at(10)
    world.decides(world.late, 0)
    page = organiser.post(reverse("new-broadcast", args=[SLUG]), address)
    assert f"atraso de {LONG_S} s" in page.content.decode()
    for act in ({"act": "set", "what": "table:1", "seconds": "0"}, {"act": "remove", "what": "table:1"}):
        assert organiser.post(reverse("event-delays", args=[SLUG]), act).status_code == 302
        clock.advance(10)
        assert not is_known(world)
    clock.at(609)
    assert not is_known(world)
    clock.at(621)
    assert is_known(world)


def test_a_call_to_a_table_with_a_shorter_delay_undercuts_nothing(clock: FakeClock) -> None:
    """The event is late, and table 3 is not: what was played at another table stays late."""
    world = TwinEvent(clock, TM, 8)
    Event.objects.update(delays=Delays(event=LONG_S, tables={"3": 0}).document())
    clock.at(1)
    world.does(CallMatch(by="system", at=clock.now, match=world.late, table="3"))
    clock.at(10)
    world.decides(world.late, 0)
    clock.at(20)
    assert not is_known(world)
    other = Delays(event=LONG_S, tables={"3": 0})
    assert [other.of_match("m", tables) for tables in (["3"], ["3", "1"], ["3", ""])] == [0, LONG_S, LONG_S]


@given(st.lists(st.tuples(st.integers(1, 300), st.integers(0, 400)), max_size=5), st.integers(0, 400))
def test_whatever_is_changed_each_act_is_known_in_order_and_never_before_its_promise(
    changes: list[tuple[int, int]], first: int
) -> None:
    delays, now = Delays(event=first), 0
    in_force = [(0, first)]
    for wait, seconds in changes:
        now += wait
        delays = delays.changed_to(delays._replace(event=seconds), START + timedelta(seconds=now))
        in_force.append((now, seconds))

    def known_until(at: int) -> float:
        return (delays.known_until(START + timedelta(seconds=at), lambda one: one.event) - START).total_seconds()

    instants = range(0, now + 800, 7)
    known = [known_until(at) for at in instants]
    assert known == sorted(known), "what was known stays known"
    for at, until in zip(instants, known, strict=True):
        for done in range(0, at, 11):
            [*_before, (_since, promised)] = [one for one in in_force if one[0] <= done]
            assert done > until or at >= done + promised
    assert known[-1] == instants[-1] - in_force[-1][1], "in the end the last one counts"


def test_delays_are_read_as_they_were_stored() -> None:
    delays = Delays(event=5, tables={"1": 10}, earlier=(Earlier(START, Delays(matches={"m": 3})),))
    assert delays_of(Event(delays=delays.document())) == delays

"""A draw that follows from a match which everybody sees later: what the team's pages and the projector show of it."""

from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import reverse

from carteado.web.events.delays import Delays
from carteado.web.people.models import User
from tests.web.watch.twin_events import SLUG, FakeClock, TwinEvent
from tests.web.world.halls import AF, hold_draw

pytestmark = pytest.mark.django_db
LATE_S = 600


@pytest.fixture
def clock() -> Iterator[FakeClock]:
    with FakeClock().running() as clock:
        yield clock


def drawn_late(clock: FakeClock, *, hall_at_once: bool = False) -> Client:
    """The finals are drawn while the last qualifying match is withheld. The browser is a clerk's."""
    world = TwinEvent(clock, AF, 6)
    clock.at(-900)
    world.decides(world.open[1], 0, loser=50)
    delays = Delays(tables={"1": LATE_S}, hall_at_once=hall_at_once)
    world.changes(delays=delays.document())
    clock.at(10)
    world.decides(world.late, 0, loser=70)
    clock.at(20)
    world.does(hold_draw("finals", clock.now))
    clerk = Client()
    clerk.force_login(User.objects.get(email="clerk@salao.example"))
    return clerk


def page(client: Client, name: str) -> str:
    answer = client.get(reverse(name, args=[SLUG, "finals"]))
    assert answer.status_code == 200
    return str(answer.content.decode())


@pytest.mark.parametrize(("hall_at_once", "seconds"), [(False, 621), (True, 30)])
def test_the_projector_turns_the_cards_when_everybody_may_know_them(
    clock: FakeClock, hall_at_once: bool, seconds: int
) -> None:
    clerk = drawn_late(clock, hall_at_once=hall_at_once)
    clock.at(30)
    assert ("Dupla" in page(clerk, "draw-hall")) is hall_at_once
    assert "Dupla" not in page(Client(), "draw-hall")
    clock.at(seconds)
    assert "Dupla" in page(clerk, "draw-hall")


def test_the_teams_page_of_the_draw_is_not_overwritten_by_what_everybody_sees(clock: FakeClock) -> None:
    clerk = drawn_late(clock)
    clock.at(30)
    html = page(clerk, "draw")
    assert "Dupla" in html
    assert "/ao-vivo/folha-sorteio/" not in html
    assert "/ao-vivo/folha-sorteio/" in page(Client(), "draw")
    clock.at(621)
    assert "/ao-vivo/folha-sorteio/" in page(clerk, "draw")

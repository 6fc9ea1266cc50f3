"""A call that would tell that a late match is over: of one of its pairs, or to its table. It is withheld with all that
follows from it, from lists, live tables and scores."""

from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import reverse

from carteado.tournament.formats.slots import MatchId
from carteado.web.events.delays import Delays
from carteado.web.sumula.running_scores import scores_for_team, scores_of
from carteado.web.tables.models import Table
from carteado.web.tables.players.visitor import is_known_to_all
from carteado.web.watch.visible_event import visible_to_everybody, visible_to_team
from tests.web.sumula.sumula_playing import TRANCA_HAND
from tests.web.watch.twin_events import FakeClock, TwinEvent
from tests.web.world.halls import FA

pytestmark = pytest.mark.django_db
LATE_S = 600


@pytest.fixture
def clock() -> Iterator[FakeClock]:
    with FakeClock().running() as clock:
        yield clock


class PlaysOn:
    """A league: table 1 is late, its match is over, and one of its pairs plays on at a live table."""

    def __init__(self, clock: FakeClock) -> None:
        self.world = world = TwinEvent(clock, FA, 6)
        world.changes(delays=Delays(tables={"1": LATE_S}).document())
        clock.at(10)
        world.decides(world.late, 0)
        clock.at(20)
        self.match: MatchId = next(one for one in world.open if world.pairs[0] in self.meeting(one))
        world.calls(self.match, "4")
        first, second = self.meeting(self.match)
        self.table = Table.objects.create(
            event=world.event, fixture=self.match, first=first, second=second, regulation=FA
        )
        world.notes(self.match, TRANCA_HAND)
        world.event.refresh_from_db()

    def meeting(self, match: MatchId) -> tuple[str, str]:
        pairs = self.world.championship.bracket.pairs(match)
        assert pairs is not None
        return pairs


@pytest.mark.parametrize(("seconds", "is_known"), [(30, False), (600, False), (611, True)])
def test_a_live_table_is_found_by_nobody_before_its_call_may_be_known(
    clock: FakeClock, seconds: int, is_known: bool
) -> None:
    found = PlaysOn(clock)
    clock.at(seconds)
    status = Client().get(reverse("live-table", args=[found.table.code])).status_code
    assert (is_known_to_all(found.table), status) == (is_known, 200 if is_known else 404)
    assert (found.match in visible_to_everybody(found.world.event).tables) is is_known
    assert found.match in visible_to_team(found.world.event).tables


@pytest.mark.parametrize(("seconds", "is_known"), [(30, False), (600, False), (611, True)])
def test_its_score_is_shown_when_its_call_is(clock: FakeClock, seconds: int, is_known: bool) -> None:
    found = PlaysOn(clock)
    clock.at(seconds)
    assert (found.match in scores_of(found.world.event)) is is_known
    assert found.match in scores_for_team(found.world.event)

"""J7: a match at a live table. A player's line dies in the mão de onze, no bot sits in, the referee pauses, and the
player is back a second before the eight minutes end (TM 20)."""

import pytest

from carteado.cards import Onlooker
from carteado.tournament.matches.match_log import State
from carteado.web.events.delays import Delays
from carteado.web.events.models import Event
from tests.web.journeys.day import Day
from tests.web.journeys.live_table import at_live_table, live
from tests.web.journeys.readers.reading import Visitor
from tests.web.journeys.readers.screens import public_strips
from tests.web.tables.championship.table_hall import Hall

pytestmark = pytest.mark.django_db(transaction=True)

MINUTE_MS, SECOND_MS = 60_000, 1000
ELEVEN = 11
AWAY = 0
"""The seat whose line dies."""


@pytest.fixture
def playing(monkeypatch: pytest.MonkeyPatch) -> tuple[Day, Hall]:
    """The first pair has eleven points, and its hand of eleven is dealt."""
    day, hall = at_live_table(monkeypatch)
    hall.deal()
    hall.rule("adjust", pair=0, points=ELEVEN, reason="referee.adjust", article="referee.adjust")
    hall.rule("redeal", article="dealing.exposed_card")
    assert hall.score == (ELEVEN, 0)
    hall.deal()
    assert hall.play.match.hand_is_on
    return day, hall


def test_j7_back_a_second_before_the_time_ends(playing: tuple[Day, Hall]) -> None:
    day, hall = playing
    day.all_agree(live(hall))
    hall.go(AWAY)
    hall.wait(5 * MINUTE_MS)
    day.all_agree(live(hall))
    hall.send(Onlooker.REFEREE, {"act": "pause"})
    hall.wait(3 * MINUTE_MS)
    day.all_agree(live(hall))
    assert day.championship.logs[hall.match].clock.is_paused
    hall.send(Onlooker.REFEREE, {"act": "resume"})
    hall.wait(2 * MINUTE_MS + 59 * SECOND_MS)
    hall.come(AWAY)
    assert hall.kinds().count("call") == 0, "back in time: nobody has to be told"
    assert all(player.startswith("entrant:") for player in hall.play.players)
    assert not day.championship.departures
    day.all_agree(live(hall))
    hall.play_out()
    day.all_agree(live(hall))
    assert day.championship.logs[hall.match].state is State.SUBMITTED
    day.confirm_as_referee(hall.match)
    day.all_agree(live(hall))


def test_j7_too_long_away_calls_the_referee_and_no_bot_sits_in(playing: tuple[Day, Hall]) -> None:
    day, hall = playing
    hall.go(AWAY)
    hall.wait(9 * MINUTE_MS)
    [call] = hall.entries("call")
    assert call["about"] in day.referee.open("referee")
    assert all(player.startswith("entrant:") for player in hall.play.players)
    day.all_agree(live(hall))
    pair = day.championship.logs[hall.match].pairs[0]
    day.disqualify(hall.match, pair, "absence", "oito minutos fora da mesa")
    hall.read_again()
    day.all_agree(live(hall))
    ended = day.championship.bracket.ended(hall.match)
    assert ended is not None
    assert ended.loser == pair


def test_j7_on_air_everything_is_as_late_as_the_picture(playing: tuple[Day, Hall]) -> None:
    day, hall = playing
    Event.objects.filter(pk=day.event.pk).update(delays=Delays(event=30).document())
    hall.go(AWAY)
    hall.wait(31 * SECOND_MS)
    day.all_agree(live(hall))
    before = public_strips(Visitor(day.event))
    hall.rule("adjust", pair=1, points=2, reason="referee.adjust", article="referee.adjust")
    assert public_strips(Visitor(day.event)) == before
    day.all_agree(live(hall))
    hall.wait(31 * SECOND_MS)
    assert public_strips(Visitor(day.event)) != before
    day.all_agree(live(hall))

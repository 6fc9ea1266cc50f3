"""A live match on its súmula: what is played at the table is what the championship counts, without retyping."""


import pytest

from carteado.tournament.matches import Party, State
from carteado.web.sumula.sheets import counted
from carteado.web.tables.running import rooms
from tests.web.halls import AF, AP, FA, TM
from tests.web.table_hall import Hall

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Hall:
    marker = request.node.get_closest_marker("hall")
    hall = Hall.opened(marker.args[0] if marker else TM, **(marker.kwargs if marker else {}))
    monkeypatch.setattr(rooms, "here", hall.here)
    monkeypatch.setattr(rooms, "do", hall.do)
    return hall


@pytest.mark.parametrize("regulation", [TM, AF, FA, AP])
def test_a_whole_match_is_on_the_sheet_hand_by_hand_and_in_the_bracket(regulation: str, monkeypatch: pytest.MonkeyPatch) -> None:
    hall = Hall.opened(regulation)
    monkeypatch.setattr(rooms, "here", hall.here)
    hall.start()
    assert hall.championship.logs[hall.match].state is State.PLAYING
    while not hall.play.is_over:
        hall.play_hand()
        assert counted(hall.sheet).score == hall.score
    log = hall.championship.logs[hall.match]
    assert log.state is State.SUBMITTED
    [game] = log.submissions[-1].games
    assert (game.points, game.winner) == (hall.score, hall.play.match.winner)
    assert log.submissions[-1].confirmed == {Party.FIRST, Party.SECOND}
    assert hall.sheet.questions == 0

"""J5: Truco Masters. More pairs enter than are selected; documents, a register that is too young, and a tie to the
producer that is found after the draw."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from carteado.tournament.registrations.acts import EntryState, Ground
from carteado.web.events import store
from carteado.web.events.models import DocumentKind
from carteado.web.kit.guarding.policy import Role
from tests.web.journeys.day import Day, clock_at
from tests.web.journeys.entering import (
    code_of,
    enter,
    enter_while_the_document_changes,
    is_convoked,
    page_of,
    registrant_of,
    sign_papers,
    state,
    upload,
)
from tests.web.journeys.facts import PAIR, Subject
from tests.web.journeys.readers.everybody import pair_pages
from tests.web.journeys.readers.reading import Visitor
from tests.web.organising.test_documents import PDF
from tests.web.world.halls import TM

pytestmark = pytest.mark.django_db(transaction=True)

BEGINS = datetime(2027, 10, 16, 14, tzinfo=ZoneInfo("America/Sao_Paulo"))
RNE_ISSUED = "2025-10-18"
"""Twenty-three months before the entry."""


@pytest.fixture
def day(monkeypatch: pytest.MonkeyPatch) -> Day:
    return Day(clock_at(BEGINS - timedelta(days=28), monkeypatch), TM)


def test_j5_six_pairs_for_four_places(day: Day) -> None:
    walk(day, entering=6, places=4)


@pytest.mark.slow
def test_j5_forty_pairs_for_sixteen_places(day: Day) -> None:
    walk(day, entering=40, places=16)


def walk(day: Day, *, entering: int, places: int) -> None:
    day.prepare(begins=BEGINS, pairs=places, tables=8)
    upload(day, DocumentKind.REGULATION, PDF, "regulamento.pdf")
    upload(day, DocumentKind.TERMS, PDF.replace(b"9", b"8"), "termo.pdf")
    pairs = [enter(day, number) for number in range(1, entering - 1)]
    early = pairs[0]
    assert "O texto mudou" not in page_of(day, early)
    late = enter_while_the_document_changes(day, entering - 1)
    young = enter(
        day, entering, nationality="no", regular_situation="yes", rne_issued=RNE_ISSUED, speaks_portuguese="yes"
    )
    assert "O texto mudou" in page_of(day, early)
    assert early.agreements.get(to="regulation").version == "pdf/1"
    assert "O texto mudou" not in page_of(day, late)

    chosen = [code_of(day, one) for one in (*pairs[: places - 1], late)]
    refused = day.select(code_of(day, young))
    assert "RNE" in refused
    assert day.select(*chosen) == ""
    assert state(day, code_of(day, young)) is not EntryState.SELECTED
    convoked = {code for code in store.championship_of(day.event).entries if is_convoked(day, code)}
    assert convoked == set(chosen)
    assert "art. 5.4" in day.draws.page()
    assert not day.draws.offers("definir")
    for code in chosen:
        sign_papers(day, code)
    day.settle()
    day.draw("knockout")
    day.all_agree()

    found = chosen[-1]
    match = day.match_of(found)
    stays = next(pair for pair in day.championship.bracket.pairs(match) or () if pair != found)
    day.worker(Role.ORGANISER).does(
        match, "desclassificar", pair=found, ground=Ground.HIDDEN_TIE, why="Trabalha na produtora"
    )
    day.step()
    day.all_agree()
    assert day.championship.bracket.ended(match) is not None
    who_plays_instead(day, found, stays)

    day.clock.at(BEGINS, "14:00")
    while called := day.call_next():
        for one in called:
            day.play(one, min(day.championship.logs[one].pairs), 7)
    day.all_agree()
    assert day.championship.bracket.is_over
    assert what_everybody_sees(day, found)["place"] == ""


# --- after the draw ---------------------------------------------------------------------------------------------------


def what_everybody_sees(day: Day, code: str) -> dict[str, str]:
    return pair_pages(Visitor(day.event))[Subject(PAIR, day.name_of(code))]


def who_plays_instead(day: Day, gone: str, stays: str) -> None:
    """Nobody: the opponent goes on (TM 5.8, E-10), and the pair reads how, by which article, and that it is final."""
    own = page_of(day, registrant_of(day, gone))
    assert "Desclassificada" in own
    assert "art. 5.7" in own or "art. 4.5" in own
    assert "Vocês estão convocados" not in own
    assert what_everybody_sees(day, gone)["left"] == "disqualified"
    assert "Trabalha na produtora" not in Visitor(day.event).page("decisions").text
    semi_finals = [one for one in day.championship.fixtures if stays in day.championship.bracket.occupants(one)]
    assert len(semi_finals) == 2

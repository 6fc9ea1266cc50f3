"""J5: Truco Masters. More pairs enter than are selected; documents, a register that is too young, and a tie to the
producer that is found after the draw."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from validate_docbr import CPF

from carteado.tournament.registrations.acts import EntryState, Ground
from carteado.web.events import store
from carteado.web.events.models import DocumentKind
from carteado.web.events.preparation_steps import Step
from carteado.web.kit.guarding.policy import Role
from carteado.web.registrations.models import Entrant
from tests.web.journeys.day import Day, clock_at
from tests.web.journeys.everybody import pair_pages
from tests.web.journeys.facts import PAIR, Subject
from tests.web.journeys.reading import Visitor
from tests.web.journeys.team import own_page
from tests.web.organising.test_documents import PDF
from tests.web.world.halls import TM, forms_in, said, why_not
from tests.web.world.newcomers import a_person, at, confirm, filled_in, open_form, partner_of, send

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


# --- entering ---------------------------------------------------------------------------------------------------------


def upload(day: Day, kind: DocumentKind, content: bytes, name: str) -> None:
    organiser = day.worker(Role.ORGANISER)
    file = SimpleUploadedFile(name, content)
    answer = organiser.client.post(
        organiser.path("wizard", Step.DOCUMENTS), {"act": "go-on", "kind": kind, "file": file}
    )
    assert answer.status_code == 302, said(answer)
    assert day.event.documents.filter(kind=kind).exists()
    day.clock.moves(minutes=1)


def person(number: int, who: str = "", **told: str) -> dict[str, str]:
    names = ("Bia", "Cida", "Ivo", "Edson", "Dirce", "Nair", "Tonho", "Cleide", "Ilda", "Neusa")
    name = f"{who}{names[number % 10]} {names[number // 10]} Souza"
    return a_person(name, document=CPF().generate(), called=f"{who}{names[number % 10]}{number}", **told)


def enter(day: Day, number: int, **told: str) -> Entrant:
    client = browser(number)
    fields = filled_in(open_form(client, day.event), person(number, **told), partner(number))
    return entered(day, number, send(client, day.event, fields))


def partner(number: int) -> dict[str, str]:
    return {"name": f"Par de {number}", "called": f"Par{number}"}


def browser(number: int) -> Client:
    """At home, each with an address of its own: from one address only so many enter in an hour."""
    return Client(REMOTE_ADDR=f"203.0.113.{number}")


def entered(day: Day, number: int, answer: object) -> Entrant:
    assert answer.status_code == 302, why_not(answer)  # type: ignore[attr-defined]
    registrant = at(answer.url)  # type: ignore[attr-defined]
    confirmed = confirm(browser(number), partner_of(registrant), person(number, "Par "))
    assert confirmed.status_code == 302, said(confirmed)
    day.clock.moves(minutes=1)
    return registrant


def enter_while_the_document_changes(day: Day, number: int) -> Entrant:
    """The form is opened with the old document, and sent after the organiser changed it: the tick under the old one is
    no acceptance of the new one."""
    client = browser(number)
    fields = filled_in(open_form(client, day.event), person(number), partner(number))
    upload(day, DocumentKind.REGULATION, PDF.replace(b"9", b"7"), "regulamento.pdf")
    answer = send(client, day.event, fields)
    assert answer.status_code == 422
    again = said(answer)
    assert "O texto mudou depois que você abriu a página" in again
    registrant = entered(day, number, send(client, day.event, filled_in(again, {}, {})))
    assert registrant.agreements.get(to="regulation").version == "pdf/2"
    return registrant


def code_of(day: Day, registrant: Entrant) -> str:
    day.event.refresh_from_db()
    entries = store.championship_of(day.event).entries
    return next(code for code, entry in entries.items() if registrant.code in entry.people)


def state(day: Day, code: str) -> EntryState:
    day.event.refresh_from_db()
    return store.championship_of(day.event).entries[code].state


# --- what its own page says to a pair ---------------------------------------------------------------------------------


def registrant_of(day: Day, code: str) -> Entrant:
    return day.event.entrants.get(code=store.championship_of(day.event).entries[code].registrant)


def page_of(day: Day, entrant: Entrant) -> str:
    return own_page(Visitor(day.event), day.event.entrants.get(pk=entrant.pk)).text


def is_convoked(day: Day, code: str) -> bool:
    return "Vocês estão convocados" in page_of(day, registrant_of(day, code))


def sign_papers(day: Day, code: str) -> None:
    """Every paper that waits on the pages of both."""
    day.event.refresh_from_db()
    for who in store.championship_of(day.event).entries[code].people:
        entrant = day.event.entrants.get(code=who)
        path, client = reverse("entrant-sign", args=[entrant.secret]), Client()
        html = client.get(reverse("entrant", args=[entrant.secret])).content.decode()
        form = forms_in(html)[path]
        assert client.post(path, {**form, "given": "yes"}).status_code == 302


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

"""How pairs and delegations enter in a journey, what their pages say to them, and what they sign."""

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from validate_docbr import CPF

from carteado.tournament.registrations.acts import EntryState
from carteado.web.events import store
from carteado.web.events.models import DocumentKind
from carteado.web.events.preparation_steps import Step
from carteado.web.kit.guarding.policy import Role
from carteado.web.registrations.models import Entrant
from tests.web.journeys.day import Day
from tests.web.journeys.readers.reading import Visitor
from tests.web.journeys.readers.team import own_page
from tests.web.organising.test_documents import PDF
from tests.web.world.halls import forms_in, page_html, why_not
from tests.web.world.newcomers import a_person, at, confirm, filled_in, open_form, partner_of, send

CITIES = (
    "Apucarana",
    "Bauru",
    "Cascavel",
    "Dourados",
    "Erechim",
    "Foz",
    "Guarapuava",
    "Herval",
    "Imbituba",
    "Joinville",
)


# --- delegations ----------------------------------------------------------------------------------------------------


def enter_delegations(day: Day, cities: tuple[str, ...] = CITIES) -> None:
    for city in cities:
        client = Client()
        fields = filled_in(open_form(client, day.event), a_person(f"Capitã de {city}"))
        people = {f"starter-{number}-name": [f"{name} de {city}"] for number, name in ((2, "Cida"),)}
        people |= {f"substitute-{number}-name": [f"{name} de {city}"] for number, name in ((1, "Rita"), (2, "Sônia"))}
        typed = {"delegation-delegation": [city], "delegation-plays": ["yes"], **people}
        answer = send(client, day.event, {**fields, **typed})
        assert answer.status_code == 302, answer.content.decode()


# --- pairs ----------------------------------------------------------------------------------------------------------


def upload(day: Day, kind: DocumentKind, content: bytes, name: str) -> None:
    organiser = day.worker(Role.ORGANISER)
    file = SimpleUploadedFile(name, content)
    answer = organiser.client.post(
        organiser.path("wizard", Step.DOCUMENTS), {"act": "go-on", "kind": kind, "file": file}
    )
    assert answer.status_code == 302, page_html(answer)
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
    assert confirmed.status_code == 302, page_html(confirmed)
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
    again = page_html(answer)
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

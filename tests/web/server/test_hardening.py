"""What the site bears: forms that come after the archive, odd signs in names, floods, strangers who listen, caches in
between."""

import asyncio
import time
from contextlib import ExitStack
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.handlers.wsgi import WSGIRequest
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import timezone

from carteado.regulation import Refusal
from carteado.regulation.event_rules import SuspensionReason
from carteado.tournament.operations import Suspend
from carteado.tournament.registrations.acts import EntryState
from carteado.web.events import room_for_pairs as places
from carteado.web.events import store
from carteado.web.events.documents import add_document
from carteado.web.events.models import DocumentKind, Event, Version
from carteado.web.kit.forms.one_line_field import one_line
from carteado.web.kit.guarding import attempt_limits
from carteado.web.kit.guarding.policy import OTHER_ROUTES, Role
from carteado.web.kit.process.database_threads import in_thread
from carteado.web.kit.push import topics
from carteado.web.kit.push.bus import bus
from carteado.web.log.models import LogEntry
from carteado.web.matches.acts.calling import LONGEST_TABLE
from carteado.web.pages.live_stream import LiveEvent
from carteado.web.registrations.fees import mark_paid
from carteado.web.registrations.models import Registration
from carteado.web.registrations.own_page import entry_form as entering_form
from tests.web.kit.push.test_live_stream import PT, Page, answered, opened_page, played
from tests.web.organising.test_documents import PDF
from tests.web.registrations.review.reviewing import FA, TM, a_pair, an_organiser, entry_of
from tests.web.registrations.review.reviewing import an_open_event as a_desk_event
from tests.web.world import event_people
from tests.web.world.halls import AF, Worker, drawn, open_matches
from tests.web.world.newcomers import AFIA, FARAES, a_person, an_open_event, filled_in, open_form, send
from tests.web.world.organising import form_in

pytestmark = pytest.mark.django_db

ODD = "An\r\nBEGIN:VEVENT\x00\x01\t\u2028 a"


# --- archived meanwhile -------------------------------------------------------------------------------------------


@pytest.fixture
def passed(monkeypatch: pytest.MonkeyPatch) -> tuple[Event, Client]:
    """An event that was archived after the policy had let the organiser's form pass."""
    event = event_people.an_open_event()
    for number in range(2):
        event_people.enter(event, f"d{number}", {"name": f"Bia {number}"}, {"name": f"Cida {number}"})
    event_people.draw(event)
    event_people.play(event)
    client = Client()
    client.force_login(event_people.founder())
    answer = client.post(reverse("archive", args=[event.slug]), {"name": event.name, "seq": event.seq})
    event.refresh_from_db()
    assert (answer.status_code, event.archived_at is None) == (302, False)
    monkeypatch.setattr("carteado.web.pages.access.allows", lambda *_asked: True)
    return event, client


def as_it_was(event: Event) -> tuple[object, ...]:
    event.refresh_from_db()
    rows = Registration.objects.filter(pair__event=event).values_list("paid_at", flat=True)
    secrets = event.entrants.values_list("secret_hash", flat=True)
    kept = (Version.objects.count(), event.documents.count(), LogEntry.objects.count())
    return (event.version, event.name, *kept, *rows, *secrets)


def test_nothing_of_an_archived_event_is_written_by_what_began_before(passed: tuple[Event, Client]) -> None:
    event, _client = passed
    before, by = as_it_was(event), event_people.founder()
    pair = event.pairs_named.get(code="d0")
    details = replace(store.details_of(event), pix_key="ana@exemplo.com.br", about="mudado")
    answers = [
        store.save_details(event, details, expected=event.version, step="lugar", by=by),
        mark_paid(event, pair, paid=True, by=by),
        add_document(event, DocumentKind.TERMS, SimpleUploadedFile("t.pdf", PDF), by=by),
    ]
    assert [one.code if isinstance(one, Refusal) else one for one in answers] == ["event_is_archived"] * 3
    assert as_it_was(event) == before


def test_who_sent_the_form_is_told_that_it_was_archived(passed: tuple[Event, Client]) -> None:
    event, client = passed
    before, person = as_it_was(event), event.entrants.get(code="d0a")
    forms: list[tuple[str, dict[str, Any]]] = [
        (reverse("mark-fee", args=[event.slug, "d0"]), {"paid": "sim"}),
        (reverse("renew-link", args=[event.slug, "d0", person.number]), {}),
        (
            reverse("wizard", args=[event.slug, "documentos"]),
            {"kind": DocumentKind.TERMS, "file": SimpleUploadedFile("t.pdf", PDF)},
        ),
    ]
    for path, fields in forms:
        answer = client.post(path, fields, follow=True)
        assert "O campeonato está arquivado: nele nada muda mais." in answer.content.decode(), path
        assert as_it_was(event) == before, path


# --- one line -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "kept"),
    [(ODD, "An BEGIN:VEVENT a"), ("  Bia\u00a0 Ramos ", "Bia Ramos"), ("\x7f\x85", ""), ("Ñandú 🃏", "Ñandú 🃏")],
)
def test_whatever_nobody_sees_is_one_space(typed: str, kept: str) -> None:
    assert one_line(typed) == kept


def test_names_of_people_and_pairs_are_one_line_and_their_calendar_opens(client: Client) -> None:
    event = an_open_event(FARAES)
    fields = filled_in(open_form(client, event), a_person(f"Bia {ODD}", called=ODD), {"name": ODD, "called": ODD})
    assert send(client, event, fields).status_code == 302
    pair = event.pairs_named.get()
    assert pair.name == "An BEGIN:VEVENT a e An BEGIN:VEVENT a"
    assert {one.name for one in event.entrants.all()} == {"Bia An BEGIN:VEVENT a", "An BEGIN:VEVENT a"}
    assert client.get(reverse("pair-calendar", args=[event.slug, pair.code])).status_code == 200


def test_a_calendar_escapes_a_name_that_is_there_already(client: Client) -> None:
    event = a_desk_event(FA)
    code = a_pair(event)
    event.pairs_named.update(name="An\r\nBEGIN:VEVENT, e Bia")
    answer = client.get(reverse("pair-calendar", args=[event.slug, code]))
    assert answer.status_code == 200
    name = next(line for line in answer.content.splitlines() if line.startswith(b"X-WR-CALNAME:"))
    assert name.startswith(rb"X-WR-CALNAME:An\nBEGIN:VEVENT\, e Bia")


def test_names_of_delegations_and_events_are_one_line(client: Client) -> None:
    event = an_open_event(AFIA)
    fields = filled_in(open_form(client, event), a_person())
    people = {f"{who}-name": [f"Zé {who}"] for who in ("starter-1", "starter-2", "substitute-1", "substitute-2")}
    sent = {**fields, **people, "delegation-delegation": [ODD], "delegation-plays": ["no"]}
    answer = send(client, event, sent)
    assert answer.status_code == 302, answer.content.decode()
    assert event.pairs_named.get().delegation == "An BEGIN:VEVENT a"
    client.force_login(an_organiser(event))
    form = form_in(client.get(reverse("create-event")).content.decode())
    client.post(reverse("create-event"), {**form, "regulation": FA, "name": ODD})
    assert Event.objects.latest("pk").name == "An BEGIN:VEVENT a"


@pytest.mark.parametrize("is_planned", [True, False])
def test_tables_are_one_line_and_no_longer_than_a_table_is_called(is_planned: bool) -> None:
    clerk = Worker.of(drawn(AF, 8), Role.CLERK)
    match, seq = open_matches(clerk.championship)[0], clerk.event.seq
    typed, table = f" 1\x01\n{'a' * 5000}", f"1 {'a' * (LONGEST_TABLE - 2)}"
    planned = {"plan": [f"{match}={typed}"], "count": "1", "seq": seq}
    single = {"match": match, f"table-{match}": typed, "anyway": table, "seq": seq}
    clerk.client.post(clerk.path("call-matches"), planned if is_planned else single)
    assert clerk.championship.logs[match].table == table


# --- caches in between --------------------------------------------------------------------------------------------


def test_what_the_team_sees_is_kept_by_nobody_in_between(client: Client) -> None:
    event = event_people.an_open_event()
    for number in range(2):
        event_people.enter(event, f"d{number}", {"name": f"Bia {number}"}, {"name": f"Cida {number}"})
    details = replace(store.details_of(event), embargo_until=timezone.now() + timedelta(days=20))
    saved = store.save_details(event, details, expected=event.version, step="lugar", by=event_people.founder())
    assert isinstance(saved, Event)
    event_people.draw(saved)
    event_people.play(saved)
    base = f"/campeonatos/{event.slug}/"
    paths = [base + one for one in ("", "chave/", "resultado/", "resultado/resultado.xlsx", "resultado/partidas.csv")]
    paths += [base + one for one in ("agenda.ics", "imagem.png", "sorteio/knockout/protocolo.json")]
    public = {path: client.get(path) for path in paths}
    assert {"no-store" in answer.get("Cache-Control", "") for answer in public.values()} == {False}
    client.force_login(event_people.founder())
    for path in [*paths, "/", "/nada/", "/campeonatos/nenhum/"]:
        kept = client.get(path)["Cache-Control"]
        assert {"private", "no-store"} <= set(kept.split(", ")), path


def test_an_own_page_is_kept_by_nobody_not_even_where_there_is_none(client: Client) -> None:
    event = an_open_event(FARAES)
    opened_at = send(client, event, filled_in(open_form(client, event), a_person())).url
    stranger = Client()
    for path in (opened_at, "/inscricao/ninguem/", f"{opened_at}meus-dados/"):
        assert {"private", "no-store"} <= set(stranger.get(path)["Cache-Control"].split(", ")), path


# --- strangers who listen -----------------------------------------------------------------------------------------


def a_stream(event: Event, kind: str, part: str) -> Page:
    field = "code" if "dupla" in kind else "draw"
    page = Page(event)
    page.scope["path_params"] = {"slug": event.slug, field: part}
    page.stream = LiveEvent(kind, OTHER_ROUTES[f"/ao-vivo/{kind}/{{slug}}/{{{field}}}"], PT)
    return page


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("kind", "part"), [("sorteio", "knockout"), ("folha-sorteio", "knockout"), ("dupla", "d0")])
def test_nobody_listens_to_a_part_that_the_event_does_not_have(kind: str, part: str) -> None:
    event = event_people.an_open_event()
    for number in range(2):
        event_people.enter(event, f"d{number}", {"name": f"Bia {number}"}, {"name": f"Cida {number}"})
    event_people.draw(event)

    async def scene() -> None:
        assert [await answered(a_stream(event, kind, odd)) for odd in ("x1", "%", "knockout/x", "")] == [404] * 4
        async with opened_page(a_stream(event, kind, part)) as page:
            assert page.status == 200

    played(scene())


@pytest.mark.django_db(transaction=True)
def test_an_act_renders_no_part_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """However somebody came to listen to it: the part may have been there when he came."""
    event = event_people.an_open_event()
    for number in range(2):
        event_people.enter(event, f"d{number}", {"name": f"Bia {number}"}, {"name": f"Cida {number}"})
    event_people.draw(event)
    rendered: list[str] = []

    def recording_renderer(kind: str) -> topics.Renderer:
        def render(name: str) -> str:
            rendered.append(f"{kind}/{name}")
            return "<p>"

        return render

    for kind in topics.PARTS:
        monkeypatch.setitem(topics.RENDERERS, kind, recording_renderer(kind))
    real = {"sorteio": "knockout", "folha-sorteio": "knockout", "dupla": "d0", "equipe-dupla": "d0"}
    assert set(real) == set(topics.PARTS)

    async def scene() -> None:
        with ExitStack() as listening:
            for kind, part in real.items():
                for one in (part, *(f"x{number}" for number in range(20))):
                    listening.enter_context(bus.subscribe(topics.channel(kind, f"{event.slug}/{one}", PT)))
            gone = listening.enter_context(bus.subscribe(topics.channel("dupla", f"{event.slug}/fora", PT)))
            await in_thread(suspend, event)
            async with asyncio.timeout(5):
                assert await gone.next() == ""

    played(scene())
    assert sorted(rendered) == sorted(f"{kind}/{event.slug}/{part}" for kind, part in real.items())


def suspend(event: Event) -> None:
    by, at = store.author(event_people.founder()), timezone.now()
    event_people.append(event, Suspend(by=by, at=at, reason=SuspensionReason.TECHNICAL, why="falta luz"))


# --- a flood of entries -------------------------------------------------------------------------------------------


def entries_sent(client: Client, event: Event, first: int, count: int, *, address: str = "192.0.2.7") -> list[int]:
    html = open_form(client, event)
    codes = []
    for number in range(first, first + count):
        fields = filled_in(html, a_person(f"Bia {number}"), {"name": f"Cida {number}"})
        fields["form"] = form_in(open_form(client, event))["form"]
        answer = client.post(reverse("enter", args=[event.slug]), fields, REMOTE_ADDR=address)
        codes.append(answer.status_code)
    return codes


def test_a_hall_behind_one_address_may_enter_and_a_flood_may_not(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert entering_form.MOST_ENTRIES == 30
    monkeypatch.setattr(entering_form, "MOST_ENTRIES", 3)
    event, other = an_open_event(FARAES), an_open_event(FARAES)
    assert entries_sent(client, event, 0, 4) == [302, 302, 302, 429]
    assert event.pairs_named.count() == 3
    assert entries_sent(client, other, 0, 1) == [302]
    assert entries_sent(client, event, 10, 1, address="192.0.2.8") == [302]
    client.force_login(an_organiser(event))
    assert entries_sent(client, event, 20, 1) == [302]


def test_who_has_to_wait_loses_nothing_and_enters_afterwards(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entering_form, "MOST_ENTRIES", 1)
    event = an_open_event(FARAES)
    fields = filled_in(open_form(client, event), a_person("Primeira Pessoa"))
    assert send(client, event, fields).status_code == 302
    assert send(client, event, fields).status_code == 302, "the same form again is no new entry"
    fields = filled_in(open_form(client, event), a_person("Outra Pessoa"), {"name": "Dora Reis"})
    answer = send(client, event, fields)
    page = answer.content.decode()
    assert answer.status_code == 429
    assert 'value="Outra Pessoa"' in page
    assert 'value="Dora Reis"' in page
    later = time.time() + attempt_limits.WINDOW_S
    monkeypatch.setattr(time, "time", lambda: later)
    assert send(client, event, fields).status_code == 302


def test_refused_entries_are_not_counted(client: Client) -> None:
    event = an_open_event(FARAES, capacity=2)
    html = open_form(client, event)
    wrong = {**filled_in(html, a_person()), "person-name": [""]}
    assert send(client, event, wrong).status_code == 422
    assert entries_sent(client, event, 0, 2, address="127.0.0.1") == [302, 302]
    assert send(client, event, filled_in(html, a_person("Bia Terceira"))).status_code == 409
    assert attempt_limits.tries_so_far(request_from("127.0.0.1"), f"entries:{event.pk}") == 2
    assert attempt_limits.tries_so_far(request_from("192.0.2.7"), f"entries:{event.pk}") == 0


def request_from(address: str) -> WSGIRequest:
    return RequestFactory().get("/", REMOTE_ADDR=address)


# --- declined together --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("regulation", [FA, TM])
def test_a_flood_is_declined_in_two_presses_and_its_places_are_free(client: Client, regulation: str) -> None:
    event = a_desk_event(regulation, places=8)
    codes = [a_pair(event, f"Bia {letter}", f"Cida {letter}", confirmed=letter != "a") for letter in "abcdefgh"]
    client.force_login(an_organiser(event))
    listed = reverse("entries", args=[event.slug])
    assert "pair" not in form_in(client.get(listed).content.decode(), reverse("select-entries", args=[event.slug]))
    html = client.get(f"{listed}?marcar=todas").content.decode()
    fields = form_in(html, reverse("select-entries", args=[event.slug]))
    path = reverse("decline-entries", args=[event.slug])
    assert f'formaction="{path}"' in html
    assert sorted(one.partition(":")[0] for one in fields["pair"]) == codes
    for _twice in range(2):
        answer = client.post(path, {**fields, "why": "Uma pessoa só.\nCom nomes inventados."})
        assert answer.status_code == 302
    entries = [entry_of(event, code) for code in codes]
    assert {entry.state for entry in entries} == {EntryState.DECLINED}
    assert {entry.history[-1].why for entry in entries} == {"Uma pessoa só. Com nomes inventados."}
    assert {entry.history[-2].act for entry in entries} <= {"enter", "confirm_partner"}, "declined once"
    assert "8 duplas foram recusadas." in client.get(listed).content.decode()
    assert places.refusal_if_full(event, store.championship_of(event)) is None


def test_all_are_declined_or_none(client: Client) -> None:
    event = a_desk_event(TM)
    first, second = a_pair(event), a_pair(event, "Ivo Lemos", "Edson Melo")
    client.force_login(an_organiser(event))
    seen = {code: f"{code}:{len(entry_of(event, code).history)}" for code in (first, second)}
    client.post(reverse("select-entries", args=[event.slug]), {"pair": [seen[second]]})
    path = reverse("decline-entries", args=[event.slug])
    answer = client.post(path, {"pair": [*seen.values()]})
    assert answer.status_code == 409
    now = f"{second}:{len(entry_of(event, second).history)}"
    answer = client.post(path, {"pair": [seen[first], now], "why": "Nomes inventados"})
    page = answer.content.decode()
    assert answer.status_code == 409, "who is selected is not declined"
    assert "Ivo e Edson" in page
    assert ">Nomes inventados</textarea>" in page
    assert [entry_of(event, code).state for code in (first, second)] == [EntryState.ENTERED, EntryState.SELECTED]
    assert client.post(path, {}).status_code == 422
    assert client.post(path, {"pair": "d9999:1"}).status_code == 404

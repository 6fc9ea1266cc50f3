"""Entries from a spreadsheet and into one: row by row, nothing before the button, nothing twice, nothing that runs."""

import csv
import io
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from openpyxl import Workbook, load_workbook

from carteado.sheets.files import xlsx_of
from carteado.tournament.registrations.acts import EntryState
from carteado.web.events import store
from carteado.web.events.details import MOST_PAIRS
from carteado.web.events.models import Event
from carteado.web.log.models import LogEntry
from carteado.web.people.models import User
from carteado.web.registrations.models import Entrant
from carteado.web.registrations.own_link import has_unclaimed_link
from carteado.web.registrations.review.spreadsheets import entries_table
from tests.web.registrations.review.reviewing import AF, CPFS, FA, QUESTION, TM, a_pair, an_open_event, an_organiser
from tests.web.world.organising import form_in

pytestmark = pytest.mark.django_db

TWO = "Dupla;Jogador 1;Jogador 2\nOs Ases;Nair Reis;Dito Braga\n;Ivo Lemos;Edson Melo\n"


@pytest.fixture
def event() -> Event:
    return an_open_event(FA)


def sent(client: Client, event: Event, content: str | bytes, name: str = "duplas.csv") -> Any:
    data = content.encode() if isinstance(content, str) else content
    return client.post(reverse("import-entries", args=[event.slug]), {"file": SimpleUploadedFile(name, data)})


def button(html: str, event: Event) -> dict[str, list[str]]:
    return form_in(html, reverse("confirm-entries", args=[event.slug]))


def confirmed(client: Client, event: Event, fields: dict[str, list[str]]) -> Any:
    return client.post(reverse("confirm-entries", args=[event.slug]), fields)


def names(event: Event) -> list[str]:
    event.refresh_from_db()
    pairs = store.names_of(event)
    return [pairs[code] for code in store.championship_of(event).entries]


def rows_of(content: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(content.decode("utf-8-sig")), delimiter=";"))


# --- looking ------------------------------------------------------------------------------------------------------


def test_looking_at_a_list_enters_nobody(desk: Client, event: Event) -> None:
    answer = sent(desk, event, TWO)
    assert answer.status_code == 200
    html = answer.content.decode()
    for text in ("Os Ases", "Nair Reis", "Ivo e Edson"):
        assert text in html
    assert names(event) == []
    assert not Entrant.objects.exists()


def test_every_row_says_what_is_wrong_with_it_and_there_is_no_button(desk: Client, event: Event) -> None:
    wrong = TWO + ";Nair Reis;Zilá Prado\n;=1+1;Juca\n;Só Um;\n;A1;B2\n"
    answer = sent(desk, event, wrong)
    assert answer.status_code == 422
    html = answer.content.decode()
    assert not button(html, event)
    for number in (4, 5, 6):
        assert f'<td data-label="Row">{number}</td>' in html or f'<td data-label="Linha">{number}</td>' in html
    assert html.count('class="minus"') >= 3
    assert "Os Ases" in html


@pytest.mark.parametrize("content", ["", "só texto", "a;b\n1;2\n", "Jogador 1\nNair\n", b"PK\x03\x04nada", b"\x00\x01"])
def test_what_is_no_list_is_told_in_a_sentence(desk: Client, event: Event, content: str | bytes) -> None:
    answer = sent(desk, event, content)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.content.decode() or "error" in answer.content.decode()
    assert not button(answer.content.decode(), event)


def test_somebody_who_is_in_another_pair_is_found(desk: Client, event: Event) -> None:
    a_pair(event, "Nair Reis", "Zilá Prado")
    answer = sent(desk, event, TWO)
    assert answer.status_code == 422
    assert "Nair e Zilá" in answer.content.decode()


def test_an_xlsx_is_read_like_a_csv(desk: Client, event: Event) -> None:
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    for row in csv.reader(io.StringIO(TWO), delimiter=";"):
        sheet.append(row)
    data = io.BytesIO()
    book.save(data)
    html = sent(desk, event, data.getvalue(), "duplas.xlsx").content.decode()
    assert confirmed(desk, event, button(html, event)).status_code == 302
    assert names(event) == ["Os Ases", "Ivo e Edson"]


# --- entering -----------------------------------------------------------------------------------------------------


def test_the_button_enters_what_was_shown_once(desk: Client, event: Event, ana: User) -> None:
    fields = button(sent(desk, event, TWO).content.decode(), event)
    for _twice in range(2):
        assert confirmed(desk, event, fields).status_code == 302
    assert names(event) == ["Os Ases", "Ivo e Edson"]
    people = Entrant.objects.order_by("number")
    assert [one.called for one in people] == ["Nair", "Dito", "Ivo", "Edson"]
    assert [one.name for one in people] == ["Nair Reis", "Dito Braga", "Ivo Lemos", "Edson Melo"]
    assert [one.number for one in people] == [1, 2, 3, 4]
    assert all(has_unclaimed_link(one) for one in people)
    [kept] = LogEntry.objects.filter(action="entries.imported")
    assert (kept.actor, kept.details) == (ana, {"pairs": 2})
    states = {entry.state for entry in store.championship_of(event).entries.values()}
    assert states == {EntryState.ENTERED}


def test_a_longer_list_enters_those_who_are_new(desk: Client, event: Event) -> None:
    confirmed(desk, event, button(sent(desk, event, TWO).content.decode(), event))
    html = sent(desk, event, TWO + ";Zilá Prado;Juca Melo\n").content.decode()
    confirmed(desk, event, button(html, event))
    assert names(event) == ["Os Ases", "Ivo e Edson", "Zilá e Juca"]


def test_a_list_that_is_there_already_has_no_button(desk: Client, event: Event) -> None:
    confirmed(desk, event, button(sent(desk, event, TWO).content.decode(), event))
    answer = sent(desk, event, TWO)
    assert answer.status_code == 200
    assert not button(answer.content.decode(), event)


def test_a_list_that_was_changed_on_the_way_is_refused(desk: Client, event: Event) -> None:
    fields = button(sent(desk, event, TWO).content.decode(), event)
    sealed = fields["list"][0]
    for changed in ("", "x", sealed[:-1], sealed[1:], sealed.replace(sealed[5], "_", 1)):
        assert confirmed(desk, event, {"list": [changed]}).status_code == 409
    assert names(event) == []


def test_a_list_is_for_one_event_and_one_person(desk: Client, event: Event) -> None:
    fields = button(sent(desk, event, TWO).content.decode(), event)
    other = an_open_event(FA)
    rui = an_organiser(other, "rui@exemplo.com.br")
    desk.force_login(rui)
    assert confirmed(desk, other, fields).status_code == 409
    assert names(other) == []


def test_all_enter_or_nobody_where_places_are_too_few(desk: Client) -> None:
    event = an_open_event(FA, places=3)
    desk.force_login(an_organiser(event, "rui@exemplo.com.br"))
    a_pair(event)
    html = sent(desk, event, TWO).content.decode()
    a_pair(event, "Zilá Prado", "Juca Melo")
    answer = confirmed(desk, event, button(html, event))
    assert answer.status_code == 409
    assert "3 vagas" in answer.content.decode()
    assert names(event) == ["Bia e Cida", "Zilá e Juca"]
    assert Entrant.objects.count() == 4


def test_tm_4_2_a_pair_enters_itself_and_the_page_says_so(client: Client) -> None:
    """Key: entries.web_form."""
    event = an_open_event(TM)
    client.force_login(an_organiser(event))
    page = client.get(reverse("import-entries", args=[event.slug])).content.decode()
    assert "A própria dupla se inscreve" in page
    citation = store.championship_of(event).regulation.citation("entries.web_form")
    assert f"#art-{citation.articles[0]}" in page
    assert 'type="file"' not in page
    html = sent(client, event, TWO).content.decode()
    assert not button(html, event)


def test_af_1_delegations_enter_with_their_substitutes(client: Client) -> None:
    event = an_open_event(AF)
    client.force_login(an_organiser(event))
    heading = "Delegação;Titular 1;Titular 2;Suplente 1;Suplente 2\n"
    html = sent(client, event, f"{heading}Bahia;Nair;Dito;Ivo;Zeca\nCeará;Ilda;Neusa;;\n").content.decode()
    assert confirmed(client, event, button(html, event)).status_code == 302
    event.refresh_from_db()
    championship = store.championship_of(event)
    people = dict(event.entrants.values_list("code", "name"))
    line_ups = {
        championship.delegations_entered[name].name: [people[code] for code in line_up.players]
        for name, line_up in championship.line_ups.items()
    }
    assert line_ups == {"Bahia": ["Nair", "Dito", "Ivo", "Zeca"], "Ceará": ["Ilda", "Neusa"]}
    [page] = [client.get(reverse("entry", args=[event.slug, next(iter(championship.entries))])).content.decode()]
    assert "Ivo" in page


def test_af_1_a_delegation_enters_once(client: Client) -> None:
    event = an_open_event(AF)
    client.force_login(an_organiser(event))
    heading = "Delegação;Titular 1;Titular 2\n"
    first = sent(client, event, f"{heading}Bahia;Nair;Dito\n").content.decode()
    second = sent(client, event, f"{heading}BAHIA;Ilda;Neusa\n").content.decode()
    assert confirmed(client, event, button(first, event)).status_code == 302
    assert confirmed(client, event, button(second, event)).status_code == 409
    assert Entrant.objects.count() == 2


def test_five_hundred_pairs_enter_at_once(desk: Client) -> None:
    event = an_open_event(FA, places=MOST_PAIRS)
    desk.force_login(an_organiser(event, "rui@exemplo.com.br"))
    lines = "".join(f"Um Nome {n};Outro Nome {n}\n" for n in range(MOST_PAIRS))
    html = sent(desk, event, f"Jogador 1;Jogador 2\n{lines}").content.decode()
    assert confirmed(desk, event, button(html, event)).status_code == 302
    assert len(names(event)) == MOST_PAIRS


def test_a_list_longer_than_any_event_is_refused_before_it_is_compared(desk: Client, event: Event) -> None:
    answer = sent(desk, event, "Jogador 1;Jogador 2\n" + "Nair;Dito\n" * (MOST_PAIRS + 1))
    assert answer.status_code == 422
    assert f"{MOST_PAIRS + 1}" in answer.content.decode()


# --- taking it away -----------------------------------------------------------------------------------------------


def exported(client: Client, event: Event, kind: str = "csv") -> bytes:
    answer = client.get(reverse("export-entries", args=[event.slug, kind]))
    assert answer.status_code == 200
    assert "attachment" in answer["Content-Disposition"]
    content: bytes = answer.content
    return content


def test_the_list_has_what_the_organiser_needs_and_nobodys_document(desk: Client, event: Event) -> None:
    a_pair(event)
    heading, row = rows_of(exported(desk, event))
    told = dict(zip(heading, row, strict=True))
    assert told[QUESTION] == "GG"
    assert "Bia Ramos" in row
    assert "bia@exemplo.com.br" in row
    text = exported(desk, event).decode()
    for person in Entrant.objects.all():
        assert person.document not in text
        assert person.secret not in text
        assert person.birth_date not in text
    assert not LogEntry.objects.filter(action="entries.documents_exported").exists()


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_documents_are_given_out_on_purpose_and_that_is_kept(desk: Client, event: Event, ana: User, kind: str) -> None:
    a_pair(event)
    answer = desk.post(reverse("export-documents", args=[event.slug]), {"format": kind})
    if kind == "csv":
        assert CPFS[0] in answer.content.decode()
    else:
        sheet = load_workbook(io.BytesIO(answer.content)).worksheets[0]
        assert CPFS[0] in [cell.value for row in sheet.iter_rows() for cell in row]
    [kept] = LogEntry.objects.filter(action="entries.documents_exported")
    assert (kept.actor, kept.details) == (ana, {"people": 2})
    assert "no-store" in answer["Cache-Control"]
    assert desk.get(reverse("export-documents", args=[event.slug])).status_code == 405


@pytest.mark.parametrize("nasty", ["=cmd|' /C calc'!A0", "+1+1", "-2+3", "@SUM(1)", "\t=1", "|x", "%0"])
def test_nothing_in_the_list_runs_in_a_spreadsheet(desk: Client, event: Event, nasty: str) -> None:
    code = a_pair(event)
    event.pairs_named.filter(code=code).update(name=nasty, delegation=nasty)
    Entrant.objects.update(name=nasty, called=nasty)
    for row in rows_of(exported(desk, event)):
        assert not any(cell.startswith(("=", "+1+", "-2", "@", "\t", "|", "%")) for cell in row)
    sheet = load_workbook(io.BytesIO(exported(desk, event, "xlsx"))).worksheets[0]
    assert all(cell.data_type != "f" for row in sheet.iter_rows() for cell in row)


def test_what_was_taken_away_can_be_brought_to_another_event(desk: Client, event: Event) -> None:
    a_pair(event)
    a_pair(event, "Ivo Lemos", "Edson Melo")
    content = exported(desk, event)
    other = an_open_event(FA)
    desk.force_login(an_organiser(other, "rui@exemplo.com.br"))
    html = sent(desk, other, content).content.decode()
    assert confirmed(desk, other, button(html, other)).status_code == 302
    assert names(other) == ["Bia e Cida", "Ivo e Edson"]


def test_more_questions_than_letters_make_a_sheet_that_opens(desk: Client, event: Event) -> None:
    a_pair(event)
    table = entries_table(event, with_documents=True)
    wide = table._replace(heading=table.heading * 3, rows=tuple(row * 3 for row in table.rows))
    assert len(wide.heading) > 26
    assert load_workbook(io.BytesIO(xlsx_of([wide]))).worksheets[0].max_column == len(wide.heading)

"""A list enters its pairs once, and a delegation enters once by whatever door."""

import json
from dataclasses import replace
from typing import Any
from uuid import UUID, uuid4, uuid5

import pytest
from django.core import signing
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from carteado.planning.field import Contender
from carteado.planning.simulation import simulate
from carteado.regulation import load
from carteado.sheets.championship import Writer, delegations_sheet
from carteado.tournament.formats.plans import knockout
from carteado.tournament.operations import Undo
from carteado.tournament.registrations.acts import FINAL, Actor, EntryState, Role, Withdraw
from carteado.tournament.registrations.delegations import Delegation
from carteado.web.events import store
from carteado.web.events.models import Event
from carteado.web.registrations.models import Entrant, Registration
from carteado.web.registrations.review import spreadsheets as lists
from carteado.web.watch.standings import standings_of
from carteado.web.watch.visible_event import VisibleEvent
from tests.web.registrations.own_links import an_organiser, opens_nothing, sent_again, states, take
from tests.web.registrations.review import reviewing
from tests.web.world.newcomers import AFIA, an_open_event, filled_in, open_form, send
from tests.web.world.organising import form_in

pytestmark = pytest.mark.django_db


# --- a list is entered once ---------------------------------------------------------------------------------------

TWO = "Dupla;Jogador 1;Jogador 2\nA;Ana Silva;Bia Souza\nB;Caio Dias;Davi Reis\n"


def looked_at(desk: Client, event: Event, text: str) -> dict[str, list[str]]:
    file = SimpleUploadedFile("duplas.csv", text.encode())
    html = desk.post(reverse("import-entries", args=[event.slug]), {"file": file}).content.decode()
    return form_in(html, reverse("confirm-entries", args=[event.slug]))


def enter_list(desk: Client, event: Event, fields: dict[str, list[str]]) -> int:
    return desk.post(reverse("confirm-entries", args=[event.slug]), fields).status_code


def give_up(event: Event, code: str) -> None:
    registrant = reviewing.entry_of(event, code).registrant
    made = Withdraw(by=Actor(Role.REGISTRANT, registrant), at=timezone.now(), why="x", in_writing=True)
    reviewing.change(event, code, made)


def test_a_list_enters_its_pairs_once_whatever_became_of_them() -> None:
    event = reviewing.an_open_event(reviewing.FA)
    desk = an_organiser(event)
    fields = looked_at(desk, event, TWO)
    assert enter_list(desk, event, fields) == 302
    give_up(event, next(iter(store.championship_of(Event.objects.get()).entries)))
    for one in Entrant.objects.filter(name__in=["Caio Dias", "Davi Reis"]):
        one.name += " Júnior"
        one.save()
    assert enter_list(desk, event, fields) == 302
    assert states(event) == [EntryState.WITHDRAWN, EntryState.ENTERED]
    assert Entrant.objects.count() == 4


def test_the_same_file_sent_anew_enters_a_pair_that_had_given_up() -> None:
    event = reviewing.an_open_event(reviewing.FA)
    desk = an_organiser(event)
    enter_list(desk, event, looked_at(desk, event, TWO))
    give_up(event, next(iter(store.championship_of(Event.objects.get()).entries)))
    assert enter_list(desk, event, looked_at(desk, event, TWO)) == 302
    assert states(event) == [EntryState.WITHDRAWN, EntryState.ENTERED, EntryState.ENTERED]


def test_a_list_whose_entries_were_taken_back_may_be_entered_again() -> None:
    event = reviewing.an_open_event(reviewing.FA)
    desk = an_organiser(event)
    fields = looked_at(desk, event, TWO)
    enter_list(desk, event, fields)
    reviewing.do(event, Undo(by="system", at=timezone.now()))
    assert len(states(event)) == 1
    assert enter_list(desk, event, fields) == 302
    assert states(event) == [EntryState.ENTERED] * 2


def test_a_row_of_a_list_is_no_key_of_whom_it_entered() -> None:
    event = reviewing.an_open_event(reviewing.FA)
    desk = an_organiser(event)
    fields = looked_at(desk, event, TWO)
    enter_list(desk, event, fields)
    number = signing.loads(fields["list"][0], salt=lists._SALT)[2]
    forms = {uuid5(UUID(number), str(row)) for row in range(2)}
    assert set(Registration.objects.values_list("form", flat=True)) == forms
    for one in Entrant.objects.all():
        take(one)
    assert all(opens_nothing(sent_again(event, form)) for form in forms)


# --- delegations --------------------------------------------------------------------------------------------------

HEADING = "Delegação;Titular 1;Titular 2\n"


def a_delegation(event: Event, name: str, *people: str) -> Any:
    fields = filled_in(open_form(Client(), event), {"name": "Ivo Lemos"})
    told = {"delegation-delegation": name, "delegation-plays": "no"}
    told |= {f"starter-{number}-name": person for number, person in enumerate(people, start=1)}
    return send(Client(), event, fields | {field: [value] for field, value in told.items()})


def invited(desk: Client, event: Event, name: str, *people: str) -> Any:
    fields = {"form": str(uuid4()), "delegation": name, "one-name": people[0], "two-name": people[1], "why": ""}
    return desk.post(reverse("invite-pair", args=[event.slug]), fields)


def test_nothing_typed_is_in_the_code_of_a_delegation() -> None:
    event = an_open_event(AFIA)
    desk = an_organiser(event)
    assert a_delegation(event, "Equipe Zebedeu", "Bia Ramos", "Cida Lopes").status_code == 302
    assert enter_list(desk, event, looked_at(desk, event, f"{HEADING}Turma do Xaropinho;Nair;Dito\n")) == 302
    assert invited(desk, event, "Clube da Ilda", "Ilda", "Neusa").status_code == 302
    championship = store.championship_of(Event.objects.get())
    names = {one.name for one in championship.delegations_entered.values()}
    assert names == {"Equipe Zebedeu", "Turma do Xaropinho", "Clube da Ilda"}
    assert all(one.delegation in championship.line_ups for one in championship.entries.values())
    codes = json.dumps([*championship.line_ups, *(one.delegation for one in championship.entries.values())])
    assert not [word for word in ("zebedeu", "xaropinho", "ilda", "equipe", "turma") if word in codes.casefold()]
    assert len(set(championship.line_ups)) == 3


@pytest.mark.parametrize("written", ["Ilha do Céu", "ILHA DO CÉU", "ilha do ceu", "  Ilha   do  Ce\u0301u "])
def test_af_2_a_delegation_enters_once_by_whatever_door(written: str) -> None:
    """Key: delegations.players."""
    event = an_open_event(AFIA)
    desk = an_organiser(event)
    assert a_delegation(event, "Ilha do Céu", "Bia Ramos", "Cida Lopes").status_code == 302
    people = Entrant.objects.count()
    answers = [
        a_delegation(event, written, "Nair", "Dito"),
        invited(desk, event, written, "Ilda", "Neusa"),
        desk.post(
            reverse("confirm-entries", args=[event.slug]), looked_at(desk, event, f"{HEADING}{written};Rui;Zeca\n")
        ),
    ]
    for answer in answers:
        assert answer.status_code == 409
        assert "já inscreveu" in answer.content.decode()
        assert "#art-2" in answer.content.decode()
    assert (Entrant.objects.count(), len(states(event))) == (people, 1)


@pytest.mark.parametrize("door", ["form", "invitation", "list"])
def test_af_2_a_delegation_whose_pair_gave_up_before_the_draw_enters_again(door: str) -> None:
    """Key: delegations.players."""
    event = an_open_event(AFIA)
    desk = an_organiser(event)
    assert a_delegation(event, "Ilha do Céu", "Bia Ramos", "Cida Lopes").status_code == 302
    give_up(event, next(iter(store.championship_of(Event.objects.get()).entries)))
    if door == "form":
        answer = a_delegation(event, "Ilha do Céu", "Nair", "Dito").status_code
    elif door == "invitation":
        answer = invited(desk, event, "Ilha do Céu", "Nair", "Dito").status_code
    else:
        answer = enter_list(desk, event, looked_at(desk, event, f"{HEADING}Ilha do Céu;Nair;Dito\n"))
    assert answer == 302
    before, after = states(event)
    assert before is EntryState.WITHDRAWN
    assert after not in FINAL
    assert a_delegation(event, "ilha do ceu", "Rui", "Zeca").status_code == 409


def test_no_page_undoes_an_entry_so_no_delegation_stays_without_its_own() -> None:
    """An entry is two operations, and an undo takes back one. Who entered by mistake gives up or is declined."""
    event = an_open_event(AFIA)
    desk = an_organiser(event)
    assert a_delegation(event, "Ilha do Céu", "Bia Ramos", "Cida Lopes").status_code == 302
    event.refresh_from_db()
    before, undo = store.championship_of(event).log, reverse("draw-act", args=[event.slug, "desfazer"])
    assert undo not in desk.get(reverse("draws", args=[event.slug])).content.decode()
    desk.post(undo, {"seq": event.seq})
    assert store.championship_of(Event.objects.get()).log == before


def test_a_delegation_stands_in_one_row_of_a_list() -> None:
    event = an_open_event(AFIA)
    desk = an_organiser(event)
    fields = looked_at(desk, event, f"{HEADING}Céu;Rui;Zeca\nCeu;Nair;Dito\n")
    assert not fields or enter_list(desk, event, fields) == 409
    assert not Entrant.objects.exists()


def test_another_delegation_enters_beside_it() -> None:
    event = an_open_event(AFIA)
    assert a_delegation(event, "Ilha do Céu", "Bia Ramos", "Cida Lopes").status_code == 302
    assert a_delegation(event, "Ilha do Mel", "Nair", "Dito").status_code == 302


def test_tables_and_sheets_call_delegations_by_their_names() -> None:
    contenders = [Contender("d1", ("p1", "p2"), "g0a"), Contender("d2", ("p3", "p4"), "g0b")]
    played = simulate(load(AFIA), knockout(2), contenders, seed="nomes", most_hands=2).championship
    named = replace(
        played, delegations_entered={code: Delegation(id=code, name=f"Clube {code[-1]}") for code in ("g0a", "g0b")}
    )
    sheet = delegations_sheet(named, Writer("pt"))
    standings = standings_of(
        VisibleEvent(event=Event(slug="x", name="X"), championship=named, names={"d1": "Um", "d2": "Dois"})
    )
    assert sheet is not None
    assert standings is not None
    assert {row[0] for row in sheet.rows} == {"Clube a", "Clube b"}
    assert {row.name for row in standings.delegations} == {"Clube a", "Clube b"}

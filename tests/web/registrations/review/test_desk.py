"""The organiser's desk for entries: the list, several at once, pairs that are invited, and who may."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from carteado.tournament.registrations.acts import EntryState
from carteado.web.events import store
from carteado.web.events.models import Event
from carteado.web.kit.guarding.policy import Role
from carteado.web.people.models import User
from carteado.web.registrations.models import Entrant, Registration
from carteado.web.registrations.own_link import own_path
from carteado.web.registrations.review.acts import EntryAct
from tests.web.registrations.review.reviewing import (
    CPFS,
    FA,
    THREE,
    a_pair,
    act,
    an_open_event,
    an_organiser,
    entry_of,
    page,
    words_in,
)
from tests.web.world.organising import form_in
from tests.web.world.roles import a_person

pytestmark = pytest.mark.django_db


# --- the list -----------------------------------------------------------------------------------------------------


def test_an_empty_desk_leads_to_the_link_to_give_away(desk: Client, event: Event) -> None:
    assert reverse("manage", args=[event.slug]) in page(desk, "entries", event.slug)


def test_the_list_has_every_pair_with_its_state_its_fee_and_what_is_asked(desk: Client, event: Event) -> None:
    a_pair(event)
    a_pair(event, "Ivo Lemos", "Edson Melo", confirmed=False)
    told = words_in(page(desk, "entries", event.slug))
    assert "Bia e Cida" in told
    assert "Ivo e Edson" in told
    assert "GG" in told


def test_one_name_in_two_pairs_is_pointed_out_where_no_document_tells_people_apart(desk: Client, event: Event) -> None:
    a_pair(event, "Marlene Souza", "Ivo Lemos")
    a_pair(event, "MARLENE  Souza", "Abel Dias")
    assert "também está em outra dupla" not in page(desk, "entries", event.slug)
    event.entrants.update(document_index="")
    said = page(desk, "entries", event.slug)
    assert said.count("também está em outra dupla") == 2
    assert "Ivo Lemos também" not in said


def test_somebody_too_young_is_told_with_the_article(desk: Client, event: Event) -> None:
    code = a_pair(event, born="2015-01-01")
    regulation = store.championship_of(event).regulation
    listed, alone = page(desk, "entries", event.slug), page(desk, "entry", event.slug, code)
    anchor = f"#art-{regulation.citation('eligibility.minimum_age').articles[0]}"
    for html in (listed, alone):
        assert anchor in html
        assert "18 anos" in html


def test_nobody_of_age_is_called_too_young(desk: Client, event: Event) -> None:
    code = a_pair(event)
    assert "18 anos" not in page(desk, "entry", event.slug, code)


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ({"q": "lopes"}, ["Bia e Cida"]),
        ({"q": "édson"}, ["Ivo e Edson"]),
        ({"q": "zuleica"}, []),
        ({"situacao": "entered"}, ["Bia e Cida"]),
        ({"situacao": "incomplete"}, ["Ivo e Edson"]),
        ({"situacao": "nonsense"}, ["Bia e Cida", "Ivo e Edson"]),
        ({"pago": "sim"}, ["Bia e Cida"]),
        ({"pago": "nao"}, ["Ivo e Edson"]),
        ({"pagina": "99999"}, ["Bia e Cida", "Ivo e Edson"]),
    ],
)
def test_entries_are_found_by_name_state_and_fee(
    desk: Client, event: Event, asked: dict[str, str], found: list[str]
) -> None:
    paid = a_pair(event)
    a_pair(event, "Ivo Lemos", "Edson Melo", confirmed=False)
    Registration.objects.filter(pair__code=paid).update(paid_at=timezone.now())
    html = page(desk, "entries", event.slug, **asked)
    assert [name for name in ("Bia e Cida", "Ivo e Edson") if name in html] == found


def test_no_list_has_a_cpf_a_phone_or_a_link(desk: Client, event: Event) -> None:
    a_pair(event)
    a_pair(event, "Ivo Lemos", "Edson Melo")
    for asked in ({}, {"q": "bia"}):
        html = page(desk, "entries", event.slug, **asked)
        for person in Entrant.objects.all():
            for secret in (person.document or "-" * 9, person.phone, person.secret, person.birth_date):
                assert secret not in html


def test_the_list_asks_as_often_for_forty_pairs_as_for_two(desk: Client, event: Event) -> None:
    counts = []
    for pairs in (2, 40):
        for number in range(event.pairs_named.count(), pairs):
            a_pair(event, f"Um {number}", f"Outro {number}")
        page(desk, "entries", event.slug)
        with CaptureQueriesContext(connection) as queries:
            page(desk, "entries", event.slug)
        counts.append(len(queries))
    assert counts[0] == counts[1]


# --- several at once ----------------------------------------------------------------------------------------------


def ticks(event: Event, *codes: str) -> list[str]:
    return [f"{code}:{len(entry_of(event, code).history)}" for code in codes]


def select(client: Client, event: Event, pairs: list[str]) -> Any:
    return client.post(reverse("select-entries", args=[event.slug]), {"pair": pairs})


def test_several_are_selected_together_and_once(desk: Client, event: Event) -> None:
    codes = [a_pair(event, one, other) for one, other in THREE[:2]]
    ticked = ticks(event, *codes)
    for _twice in range(2):
        assert select(desk, event, ticked).status_code == 302
    assert {entry_of(event, code).state for code in codes} == {EntryState.SELECTED}
    assert all(len(entry_of(event, code).history) == 3 for code in codes)


def test_all_or_none_where_there_are_too_few_places(desk: Client, event: Event) -> None:
    codes = [a_pair(event, one, other) for one, other in THREE]
    answer = select(desk, event, ticks(event, *codes))
    assert answer.status_code == 409
    told = words_in(answer.content.decode())
    assert "Não há mais vagas" in told
    assert "Nair e Dito" in told
    assert {entry_of(event, code).state for code in codes} == {EntryState.ENTERED}


def test_who_may_not_play_is_named_and_keeps_his_box(desk: Client, event: Event) -> None:
    good, bad = a_pair(event), a_pair(event, "Ivo Lemos", "Edson Melo", born="2015-01-01")
    answer = select(desk, event, ticks(event, good, bad))
    assert answer.status_code == 409
    assert f'value="{ticks(event, good)[0]}"' in answer.content.decode()
    assert entry_of(event, good).state is EntryState.ENTERED


@pytest.mark.parametrize(
    ("sent", "status"), [([], 422), (["nobody:1"], 404), (["d0001"], 404), ([":"], 404), (["d0001:x"], 409)]
)
def test_odd_boxes_do_nothing(desk: Client, event: Event, sent: list[str], status: int) -> None:
    code = a_pair(event)
    assert select(desk, event, sent).status_code == status
    assert entry_of(event, code).state is EntryState.ENTERED


def test_of_two_organisers_who_give_the_last_place_away_one_is_told(event: Event, ana: User) -> None:
    """Each saw one free place, and each has another pair in mind."""
    rui = an_organiser(event, "rui@exemplo.com.br", "Rui Dias")
    taken, first, second = (a_pair(event, one, other) for one, other in THREE)
    clients = {}
    for user in (ana, rui):
        clients[user] = Client()
        clients[user].force_login(user)
    act(clients[ana], event, taken, EntryAct.SELECT)
    seen = {code: len(entry_of(event, code).history) for code in (first, second)}
    assert act(clients[ana], event, first, EntryAct.SELECT, seen=seen[first]).status_code == 302
    answer = act(clients[rui], event, second, EntryAct.SELECT, seen=seen[second], why="Vaga sua.")
    assert answer.status_code == 409
    told = answer.content.decode()
    assert "Não há mais vagas" in told
    assert "Vaga sua." in told
    assert entry_of(event, second).state is EntryState.ENTERED


# --- inviting -----------------------------------------------------------------------------------------------------


def invitation(client: Client, event: Event, **changed: str) -> dict[str, Any]:
    fields: dict[str, Any] = form_in(page(client, "invite-pair", event.slug))
    return fields | {"one-name": "Nair Reis", "two-name": "Dito Braga", "why": "Venham.", **changed}


def test_a_pair_that_has_not_entered_is_invited_once_and_both_have_links(desk: Client, event: Event) -> None:
    fields = invitation(desk, event)
    for _twice in range(2):
        answer = desk.post(reverse("invite-pair", args=[event.slug]), fields)
        assert answer.status_code == 302
    [pair] = event.pairs_named.all()
    assert pair.name == "Nair e Dito"
    entry = entry_of(event, pair.code)
    assert (entry.state, entry.was_invited, entry.history[0].why) == (EntryState.INVITED, True, "Venham.")
    for person in Entrant.objects.all():
        assert own_path(person) in page(desk, "entry-link", event.slug, pair.code, person.number)
        assert Client().get(own_path(person)).status_code == 200
    assert "Venham." in taken(Entrant.objects.get(number=1))


def taken(person: Entrant) -> str:
    """The page of somebody who got his link, once he has made it his own."""
    client, action = Client(), reverse("entrant-take", args=[person.secret])
    answer = client.post(action, form_in(client.get(own_path(person)).content.decode(), action), follow=True)
    return str(answer.content.decode())


def test_an_invitation_beyond_the_places_is_refused_with_its_article_and_leaves_nobody(
    desk: Client, event: Event
) -> None:
    codes = [a_pair(event, one, other) for one, other in THREE[:2]]
    select(desk, event, ticks(event, *codes))
    before = Entrant.objects.count()
    answer = desk.post(reverse("invite-pair", args=[event.slug]), invitation(desk, event))
    assert answer.status_code == 409
    assert "Não há mais vagas" in answer.content.decode()
    assert 'value="Nair Reis"' in answer.content.decode()
    assert (Entrant.objects.count(), event.pairs_named.count()) == (before, 2)


def test_an_invitation_without_a_name_is_not_sent(desk: Client, event: Event) -> None:
    answer = desk.post(reverse("invite-pair", args=[event.slug]), invitation(desk, event, **{"two-name": " "}))
    assert answer.status_code == 422
    assert not Entrant.objects.exists()


# --- who may ------------------------------------------------------------------------------------------------------

ROUTES: tuple[tuple[str, Callable[[str], tuple[object, ...]]], ...] = (
    ("entries", lambda code: ()),
    ("invite-pair", lambda code: ()),
    ("import-entries", lambda code: ()),
    ("export-entries", lambda code: ("csv",)),
    ("entry", lambda code: (code,)),
    ("entry-link", lambda code: (code, 1)),
)


@pytest.mark.parametrize("role", list(Role))
def test_only_organisers_have_the_desk(client: Client, event: Event, role: Role) -> None:
    code = a_pair(event)
    user = a_person(role, event)
    if user is not None:
        client.force_login(user)
    expected = 200 if role in (Role.ORGANISER, Role.STAFF) else 302 if role is Role.VISITOR else 403
    for name, blanks in ROUTES:
        assert client.get(reverse(name, args=[event.slug, *blanks(code)])).status_code == expected, name
    if expected != 200:
        act(client, event, code, EntryAct.SELECT)
        client.post(reverse("mark-fee", args=[event.slug, code]), {"paid": "sim"})
        answer = client.post(reverse("show-document", args=[event.slug, code, 1]))
        assert CPFS[0] not in answer.content.decode()
        assert entry_of(event, code).state is EntryState.ENTERED
        assert not Registration.objects.exclude(paid_at=None).exists()


def test_the_organiser_of_another_event_has_nothing_here(client: Client, event: Event) -> None:
    code = a_pair(event)
    other = an_open_event(FA)
    client.force_login(an_organiser(other, "rui@exemplo.com.br"))
    assert client.get(reverse("entry", args=[event.slug, code])).status_code == 403

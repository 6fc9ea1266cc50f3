"""The organiser's desk for entries: what he sees, what he may do, and what happens when two do it at once."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from carteado.tournament.entry_acts import Actor, EntryState, KeepInReserve, Withdraw
from carteado.tournament.entry_acts import Role as Capacity
from carteado.web.entries.models import Entrant, Registration
from carteado.web.entries.own import is_given, own_path
from carteado.web.entries.review_acts import EntryAct
from carteado.web.events import store
from carteado.web.events.models import Event
from carteado.web.history.models import LogEntry
from carteado.web.people.models import User
from carteado.web.policy import Role
from tests.web.organising import form_in
from tests.web.reviewing import CPFS, FA, TM, a_pair, an_open_event, an_organiser, change, entry_of
from tests.web.roles import a_person

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return an_open_event(TM, places=2)


@pytest.fixture
def ana(event: Event) -> User:
    return an_organiser(event)


@pytest.fixture
def desk(client: Client, ana: User) -> Client:
    client.force_login(ana)
    return client


def page(client: Client, name: str, *blanks: object, **asked: str) -> str:
    answer = client.get(reverse(name, args=blanks), asked)
    assert answer.status_code == 200, answer.status_code
    return answer.content.decode()


def act(client: Client, event: Event, code: str, word: EntryAct, **said: object) -> Any:
    """As the button on the entry's page sends it."""
    sent = {"seen": len(entry_of(event, code).history), **said}
    return client.post(reverse("act-on-entry", args=[event.slug, code, word]), sent)


def words_in(html: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())


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


# --- one entry ----------------------------------------------------------------------------------------------------


def test_only_what_the_championship_allows_is_on_a_button(desk: Client, event: Event) -> None:
    code = a_pair(event)
    html = page(desk, "entry", event.slug, code)

    def is_offered(word: EntryAct) -> bool:
        return f'action="{reverse("act-on-entry", args=[event.slug, code, word])}"' in html

    assert [word for word in EntryAct if is_offered(word)] == [
        EntryAct.SELECT, EntryAct.RESERVE, EntryAct.REVIEW, EntryAct.ASK_BACK, EntryAct.DECLINE, EntryAct.DISQUALIFY,
    ]  # fmt: skip


def test_a_state_is_called_the_same_wherever_it_stands(desk: Client, event: Event) -> None:
    html = page(desk, "entry", event.slug, a_pair(event))
    assert "A dupla está inscrita: com ela, isto não se faz agora." in html


def test_tm_5_3_1_an_act_for_another_state_says_so_with_the_article_of_the_act(desk: Client, event: Event) -> None:
    html = page(desk, "entry", event.slug, a_pair(event))
    closed = re.findall(r"<div><dt>(.*?)</dt><dd>(.*?)</dd>", html, re.DOTALL)
    [why] = [why for labels, why in closed if "Não apareceu" in labels]
    assert "isto não se faz agora" in why
    assert "#art-5.3.1" in why


def test_no_two_fields_of_an_entrys_page_share_a_name_for_their_labels(desk: Client, event: Event) -> None:
    ids = re.findall(r'\bid="([^"]+)"', page(desk, "entry", event.slug, a_pair(event)))
    assert len(ids) == len(set(ids))


def test_what_is_not_possible_says_why_with_its_article(desk: Client, event: Event) -> None:
    code = a_pair(event, confirmed=False)
    html = page(desk, "entry", event.slug, code)
    assert "O parceiro ainda não confirmou" in html
    key = store.championship_of(event).regulation.citation("consents.partner")
    assert f"#art-{key.articles[0]}" in html


@pytest.mark.parametrize(
    ("word", "said", "state"),
    [
        (EntryAct.SELECT, {}, EntryState.SELECTED),
        (EntryAct.RESERVE, {"why": "Quase lá."}, EntryState.RESERVE),
        (EntryAct.REVIEW, {}, EntryState.UNDER_REVIEW),
        (EntryAct.ASK_BACK, {"why": "Falta o vídeo."}, EntryState.INCOMPLETE),
        (EntryAct.DECLINE, {"why": "Não desta vez."}, EntryState.DECLINED),
        (EntryAct.DISQUALIFY, {"why": "Nome falso.", "ground": "irregular_entry"}, EntryState.DISQUALIFIED),
    ],
)
def test_each_act_does_what_its_button_says_once(
    desk: Client, event: Event, ana: User, word: EntryAct, said: dict[str, str], state: EntryState
) -> None:
    code = a_pair(event)
    seen = len(entry_of(event, code).history)
    for _twice in range(2):
        answer = act(desk, event, code, word, **said, seen=seen)
        assert answer.status_code == 302
    entry = entry_of(event, code)
    assert entry.state is state
    assert len(entry.history) == seen + 1
    assert (entry.history[-1].by, entry.history[-1].why) == (
        Actor(Capacity.ORGANISER, f"user:{ana.pk}"),
        said.get("why", ""),
    )
    assert said.get("why", "") in page(desk, "entry", event.slug, code)


def test_did_not_appear_is_for_pairs_that_are_selected(desk: Client, event: Event) -> None:
    code = a_pair(event)
    assert act(desk, event, code, EntryAct.ABSENT).status_code == 409
    act(desk, event, code, EntryAct.SELECT)
    assert act(desk, event, code, EntryAct.ABSENT).status_code == 302
    assert entry_of(event, code).state is EntryState.WITHDRAWN


def test_asking_back_needs_words(desk: Client, event: Event) -> None:
    code = a_pair(event)
    answer = act(desk, event, code, EntryAct.ASK_BACK)
    assert answer.status_code == 409
    assert "É preciso dizer o motivo" in answer.content.decode()
    assert entry_of(event, code).state is EntryState.ENTERED


def test_a_ground_that_the_regulation_does_not_have_is_refused(desk: Client) -> None:
    event = an_open_event(FA)
    desk.force_login(an_organiser(event, "rui@exemplo.com.br"))
    code = a_pair(event)
    answer = act(desk, event, code, EntryAct.DISQUALIFY, why="Feio.", ground="behaviour")
    assert answer.status_code == 409
    assert entry_of(event, code).state is EntryState.ENTERED
    assert 'value="behaviour"' not in page(desk, "entry", event.slug, code)


def test_what_is_typed_stays_where_somebody_was_first(desk: Client, event: Event) -> None:
    code = a_pair(event)
    html = page(desk, "entry", event.slug, code)
    seen = form_in(html)["seen"][0]
    partner = entry_of(event, code).people[1]
    change(event, code, Withdraw(by=Actor(Capacity.PARTNER, partner), at=timezone.now(), in_writing=True))
    answer = act(desk, event, code, EntryAct.ASK_BACK, seen=seen, why="Mandem o vídeo até sexta.")
    assert answer.status_code == 409
    told = answer.content.decode()
    assert "A dupla desistiu" in words_in(told)
    assert entry_of(event, code).state is EntryState.WITHDRAWN


def test_what_is_typed_can_be_sent_again_after_a_look(desk: Client, event: Event) -> None:
    code = a_pair(event)
    seen = len(entry_of(event, code).history)
    change(event, code, KeepInReserve(by=Actor(Capacity.ORGANISER, "user:99"), at=timezone.now()))
    answer = act(desk, event, code, EntryAct.SELECT, seen=seen, why="Bem-vindos.")
    assert answer.status_code == 409
    fields = form_in(answer.content.decode())
    assert fields["why"] == ["Bem-vindos."]
    answer = desk.post(reverse("act-on-entry", args=[event.slug, code, EntryAct.SELECT]), fields)
    assert answer.status_code == 302
    assert entry_of(event, code).state is EntryState.SELECTED


def test_another_pair_that_enters_meanwhile_is_not_in_the_way(desk: Client, event: Event) -> None:
    code = a_pair(event)
    seen = len(entry_of(event, code).history)
    a_pair(event, "Ivo Lemos", "Edson Melo")
    assert act(desk, event, code, EntryAct.SELECT, seen=seen).status_code == 302


def test_the_next_in_reserve_is_named_when_a_place_is_free(desk: Client, event: Event) -> None:
    first, second, third = (a_pair(event, one, other) for one, other in _THREE)
    for code in (second, first):
        act(desk, event, code, EntryAct.RESERVE)
    html = page(desk, "entries", event.slug)
    assert html.index(reverse("entry", args=[event.slug, second])) < html.index("<table")
    act(desk, event, third, EntryAct.SELECT)
    act(desk, event, first, EntryAct.SELECT)
    html = page(desk, "entries", event.slug)
    assert html.index(reverse("entry", args=[event.slug, second])) > html.index("<table")


_THREE = (("Bia Ramos", "Cida Lopes"), ("Ivo Lemos", "Edson Melo"), ("Nair Reis", "Dito Braga"))


# --- several at once ----------------------------------------------------------------------------------------------


def ticks(event: Event, *codes: str) -> list[str]:
    return [f"{code}:{len(entry_of(event, code).history)}" for code in codes]


def select(client: Client, event: Event, pairs: list[str]) -> Any:
    return client.post(reverse("select-entries", args=[event.slug]), {"pair": pairs})


def test_several_are_selected_together_and_once(desk: Client, event: Event) -> None:
    codes = [a_pair(event, one, other) for one, other in _THREE[:2]]
    ticked = ticks(event, *codes)
    for _twice in range(2):
        assert select(desk, event, ticked).status_code == 302
    assert {entry_of(event, code).state for code in codes} == {EntryState.SELECTED}
    assert all(len(entry_of(event, code).history) == 3 for code in codes)


def test_all_or_none_where_there_are_too_few_places(desk: Client, event: Event) -> None:
    codes = [a_pair(event, one, other) for one, other in _THREE]
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
    taken, first, second = (a_pair(event, one, other) for one, other in _THREE)
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


# --- papers and links ---------------------------------------------------------------------------------------------


def test_a_document_is_masked_until_somebody_wants_to_see_it_and_that_is_kept(
    desk: Client, event: Event, ana: User
) -> None:
    code = a_pair(event)
    html = page(desk, "entry", event.slug, code)
    assert CPFS[0] not in html
    assert "•••.982.247-••" in html
    answer = desk.post(reverse("show-document", args=[event.slug, code, 1]))
    shown = answer.content.decode()
    assert CPFS[0] in shown
    assert CPFS[1] not in shown
    assert "no-store" in answer["Cache-Control"]
    [kept] = LogEntry.objects.filter(action="entries.document_shown")
    assert (kept.actor, kept.event, kept.details) == (ana, event, {"entrant": 1})
    assert CPFS[0] not in page(desk, "entry", event.slug, code)
    assert desk.get(reverse("show-document", args=[event.slug, code, 1])).status_code == 405


def test_nobody_of_another_entry_is_reached_through_this_one(desk: Client, event: Event) -> None:
    code = a_pair(event)
    a_pair(event, "Ivo Lemos", "Edson Melo")
    for name in ("show-document", "renew-link"):
        assert desk.post(reverse(name, args=[event.slug, code, 3])).status_code == 404
    assert desk.get(reverse("entry-link", args=[event.slug, code, 3])).status_code == 404


def test_an_entry_of_another_event_is_not_there(desk: Client, event: Event) -> None:
    other = an_open_event(FA)
    code = a_pair(other, "Ivo Lemos", "Edson Melo")
    assert desk.get(reverse("entry", args=[event.slug, code])).status_code == 404
    assert act_on_nothing(desk, event, code).status_code == 404


def act_on_nothing(client: Client, event: Event, code: str) -> Any:
    return client.post(reverse("act-on-entry", args=[event.slug, code, EntryAct.SELECT]), {"seen": 1})


def test_a_link_in_use_is_its_owners_and_a_lost_one_is_made_anew(desk: Client, event: Event) -> None:
    code = a_pair(event)
    person = Entrant.objects.get(number=1)
    old = person.secret
    assert old not in page(desk, "entry-link", event.slug, code, 1)
    desk.post(reverse("renew-link", args=[event.slug, code, 1]))
    person.refresh_from_db()
    assert person.secret != old
    assert is_given(person)
    assert own_path(person) in page(desk, "entry-link", event.slug, code, 1)
    assert Entrant.objects.get(number=2).secret not in page(desk, "entry-link", event.slug, code, 1)
    [kept] = LogEntry.objects.filter(action="entries.link_renewed")
    assert kept.details == {"entrant": 1}


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
    codes = [a_pair(event, one, other) for one, other in _THREE[:2]]
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


# --- the fee ------------------------------------------------------------------------------------------------------


def test_a_fee_is_marked_and_taken_back_and_the_log_has_each_once(desk: Client, event: Event, ana: User) -> None:
    code = a_pair(event)
    for paid in ("sim", "sim", "nao", "nao"):
        desk.post(reverse("mark-fee", args=[event.slug, code]), {"paid": paid})
        registration = Registration.objects.get(pair__code=code)
        assert (registration.paid_at is not None) == (paid == "sim")
        assert registration.paid_marked_by == (ana if paid == "sim" else None)
    kept = LogEntry.objects.filter(action__startswith="entries.").order_by("pk").values_list("action", flat=True)
    assert list(kept) == ["entries.paid", "entries.not_paid"]


def test_the_pair_finds_the_pix_on_its_page_until_it_is_marked_as_paid(desk: Client) -> None:
    event = an_open_event(TM, pix_key="+5513998765432")
    desk.force_login(an_organiser(event, "rui@exemplo.com.br"))
    code = a_pair(event)
    own = own_path(Entrant.objects.get(number=1))
    assert "br.gov.bcb.pix" in Client().get(own).content.decode()
    desk.post(reverse("mark-fee", args=[event.slug, code]), {"paid": "sim"})
    assert "br.gov.bcb.pix" not in Client().get(own).content.decode()


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

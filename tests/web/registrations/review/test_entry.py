"""One entry at the organiser's desk: what may be done with it, its papers, its links and its fee."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from carteado.tournament.registrations.acts import Actor, EntryState, KeepInReserve, Withdraw
from carteado.tournament.registrations.acts import Role as Capacity
from carteado.web.events import store
from carteado.web.events.models import Event
from carteado.web.log.models import LogEntry
from carteado.web.people.models import User
from carteado.web.registrations.models import Entrant, Registration
from carteado.web.registrations.own_link import has_unclaimed_link, own_path
from carteado.web.registrations.review.acts import EntryAct
from tests.web.registrations.review.reviewing import (
    CPFS,
    FA,
    THREE,
    TM,
    a_pair,
    act,
    an_open_event,
    an_organiser,
    change,
    entry_of,
    page,
    words_in,
)
from tests.web.world.organising import form_in

pytestmark = pytest.mark.django_db


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
    first, second, third = (a_pair(event, one, other) for one, other in THREE)
    for code in (second, first):
        act(desk, event, code, EntryAct.RESERVE)
    html = page(desk, "entries", event.slug)
    assert html.index(reverse("entry", args=[event.slug, second])) < html.index("<table")
    act(desk, event, third, EntryAct.SELECT)
    act(desk, event, first, EntryAct.SELECT)
    html = page(desk, "entries", event.slug)
    assert html.index(reverse("entry", args=[event.slug, second])) > html.index("<table")


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
    assert has_unclaimed_link(person)
    assert own_path(person) in page(desk, "entry-link", event.slug, code, 1)
    assert Entrant.objects.get(number=2).secret not in page(desk, "entry-link", event.slug, code, 1)
    [kept] = LogEntry.objects.filter(action="entries.link_renewed")
    assert kept.details == {"entrant": 1}


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

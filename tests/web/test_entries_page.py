"""An entrant's own page: how his entry stands, what he does about it, and what nobody else reads there."""

import hashlib
import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.mail import EmailMessage
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from carteado.regulation import load
from carteado.tournament.championship import Championship
from carteado.tournament.entry_acts import (
    Actor,
    AskBack,
    Decline,
    EntryState,
    Invite,
    InvitePair,
    KeepInReserve,
    Role,
    Select,
)
from carteado.tournament.matches import Game, Party
from carteado.tournament.operations import Announce, ChangeEntry, Confirm, OpenEntry, Operation, Submit
from carteado.web.entries.consents import VERSION, texts_of
from carteado.web.entries.entering import write_people
from carteado.web.entries.models import Agreement, Entrant
from carteado.web.entries.own import given_secret, is_given, own_path
from carteado.web.events import store
from carteado.web.events.documents import add_document
from carteado.web.events.models import Document, DocumentKind, Event, Pair
from carteado.web.people import misses
from carteado.web.people.models import User
from tests.web.entering import draw
from tests.web.newcomers import (
    AFIA,
    CPF,
    FARAES,
    OTHER_CPF,
    THIRD_CPF,
    TRUCO,
    a_person,
    an_open_event,
    at,
    confirm,
    enter,
    filled_in,
    founder,
    page_of,
    partner_of,
)

pytestmark = pytest.mark.django_db


def state_of(event: Event) -> EntryState:
    (entry,) = store.championship_of(Event.objects.get(pk=event.pk)).entries.values()
    return entry.state


def posted(client: Client, path: str, fields: Mapping[str, object] | None = None) -> Any:
    return client.post(path, fields or {})


def steps_of(event: Event) -> int:
    (entry,) = store.championship_of(Event.objects.get(pk=event.pk)).entries.values()
    return len(entry.history)


def organiser_does(event: Event, kind: Any, why: str = "") -> None:
    """The organiser's own act on the one entry."""
    (entry,) = store.championship_of(Event.objects.get(pk=event.pk)).entries.values()
    name, now = store.author(founder()), timezone.now()
    change = kind(by=Actor(Role.ORGANISER, name), at=now, why=why)
    after = store.append(event, ChangeEntry(by=name, at=now, entry=entry.id, change=change), by=founder())
    assert isinstance(after, Championship), after


def a_pair(client: Client, **person: str) -> tuple[Event, Entrant, Entrant]:
    """Both have said what truco asks."""
    event = an_open_event(TRUCO)
    registrant = enter(client, event, a_person(**person))
    answer = confirm(client, partner_of(registrant))
    assert answer.status_code == 302, answer.content.decode()
    return event, Entrant.objects.get(pk=registrant.pk), at(answer.url)


def act(client: Client, entrant: Entrant, word: str, **more: object) -> Any:
    fields = {"steps": steps_of(entrant.event), **more}
    return client.post(reverse("entrant-act", args=[entrant.secret, word]), fields)


def answer(client: Client, entrant: Entrant, to: str, *, given: bool) -> Any:
    """Presses the button that the page has for it."""
    page = page_of(client, entrant)
    form = page[page.index(f'name="to" value="{to}"') :]
    said = "yes" if given else "no"
    assert f'name="given" value="{said}"' in form[: form.index("</form>")]
    found = re.search(r'name="hash" value="(\w+)"', form)
    assert found is not None
    fields = {"to": to, "hash": found[1], "given": said}
    return client.post(reverse("entrant-answer", args=[entrant.secret]), fields)


# --- whose page it is ---------------------------------------------------------------------------------------------


def test_the_page_is_kept_by_nobody_and_its_address_told_to_nobody(client: Client) -> None:
    response = client.get(own_path(enter(client, an_open_event())))
    assert "no-store" in response["Cache-Control"]
    assert "noindex" in response["X-Robots-Tag"]
    assert response["Referrer-Policy"] == "same-origin"


def test_a_secret_that_is_nobodys_is_not_found_and_guessing_is_counted(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(misses, "MISSES", 2)
    path = reverse("entrant", args=["nobodys-secret"])
    assert [client.get(path).status_code for _ in range(3)] == [404, 404, 429]


def test_the_answer_is_the_same_whether_the_link_never_was_is_closed_or_its_owner_erased(client: Client) -> None:
    registrant = enter(client, an_open_event())
    closed = partner_of(registrant)
    posted(client, reverse("entrant-take", args=[closed.secret]))
    Entrant.objects.filter(pk=registrant.pk).update(erased_at=timezone.now())
    client.get(reverse("home"))  # which reads what was said after taking it
    answers = []
    for secret in ("nobodys-secret", closed.secret, registrant.secret):
        page = client.get(reverse("entrant", args=[secret])).content.decode()
        answers.append(_plain(page).replace(secret, ""))
    assert answers[0] == answers[1] == answers[2]


def test_of_an_erased_person_there_is_no_page(client: Client) -> None:
    entrant = enter(client, an_open_event())
    Entrant.objects.filter(pk=entrant.pk).update(erased_at=timezone.now())
    assert client.get(own_path(entrant)).status_code == 404


def test_the_registrant_passes_the_partners_link_on_until_it_is_the_partners_own(client: Client) -> None:
    registrant = enter(client, an_open_event())
    partner = partner_of(registrant)
    assert partner.secret in page_of(client, registrant)
    assert is_given(partner)
    taken = posted(client, reverse("entrant-take", args=[partner.secret]))
    own = at(taken.url)
    assert own.pk == partner.pk
    assert not is_given(own)
    assert client.get(own_path(partner)).status_code == 404
    page = page_of(client, registrant)
    assert partner.secret not in page
    assert own.secret not in page


def test_with_a_link_that_another_still_has_nothing_is_done_but_taking_it(client: Client) -> None:
    event = an_open_event()
    partner = partner_of(enter(client, event))
    page = page_of(client, partner)
    assert reverse("entrant-take", args=[partner.secret]) in page
    assert reverse("entrant-data", args=[partner.secret]) not in page
    for route in ("entrant-withdraw", "entrant-data"):
        assert posted(client, reverse(route, args=[partner.secret]), {"steps": "1"}).url == own_path(partner)
    assert state_of(event) is EntryState.ENTERED


# --- the partner's word -------------------------------------------------------------------------------------------


def test_tm_4_1_2_the_partner_says_yes_himself_with_his_own_data_and_consents(client: Client) -> None:
    event, registrant, partner = a_pair(client)
    assert state_of(event) is EntryState.ENTERED
    assert (partner.document, partner.birth_date) == ("11144477735", "1981-04-30")
    assert partner.agreements.count() == 5
    assert Entrant.objects.get(pk=registrant.pk).document == "52998224725"
    operation = event.operations.order_by("-seq")[0].document
    assert operation["change"]["by"] == {"role": "partner", "id": partner.code}


def test_the_link_passed_on_closes_with_the_partners_yes(client: Client) -> None:
    registrant = enter(client, an_open_event(TRUCO))
    given = partner_of(registrant)
    confirm(client, given)
    assert client.get(own_path(given)).status_code == 404
    assert Entrant.objects.get(pk=given.pk).secret not in page_of(client, registrant)


def test_a_yes_sent_twice_is_said_once_and_finds_the_page_again(client: Client) -> None:
    event = an_open_event(TRUCO)
    given = partner_of(enter(client, event))
    action = reverse("entrant-confirm", args=[given.secret])
    told = a_person("Cida Lopes", document=OTHER_CPF)
    fields = filled_in(page_of(client, given), told, action=action)
    first, second = posted(client, action, fields), posted(client, action, fields)
    assert first.url == second.url
    assert (steps_of(event), Agreement.objects.filter(entrant=given).count()) == (2, 5)


def test_without_what_the_regulation_asks_the_yes_waits_and_what_was_typed_stays(client: Client) -> None:
    event = an_open_event(TRUCO)
    given = partner_of(enter(client, event))
    refused = confirm(client, given, a_person("Cida Lopes", document=""))
    assert refused.status_code == 422
    page = refused.content.decode()
    assert 'href="#id_person-document"' in page
    assert 'value="1981-04-30"' in page
    assert state_of(event) is EntryState.INCOMPLETE
    assert is_given(Entrant.objects.get(pk=given.pk))


def test_the_same_document_cannot_say_yes_to_itself_or_in_two_pairs(client: Client) -> None:
    event = an_open_event(TRUCO)
    given = partner_of(enter(client, event, a_person(document=CPF)))
    refused = confirm(client, given, a_person("Cida Lopes", document=CPF))
    assert refused.status_code == 409
    assert state_of(event) is EntryState.INCOMPLETE
    assert Entrant.objects.get(pk=given.pk).document == ""


def test_who_entered_the_pair_does_not_say_yes_for_his_partner(client: Client) -> None:
    client.force_login(User.objects.create_user("bia@exemplo.com.br", name="Bia"))
    event = an_open_event(TRUCO)
    given = partner_of(enter(client, event))
    assert reverse("entrant-confirm", args=[given.secret]) not in page_of(client, given)
    action = reverse("entrant-confirm", args=[given.secret])
    Client().get(own_path(given))
    told = filled_in(page_of(Client(), given), a_person("Cida Lopes", document=OTHER_CPF), action=action)
    assert client.post(action, told).status_code == 409
    assert state_of(event) is EntryState.INCOMPLETE


def test_without_a_rule_that_asks_for_it_nobody_waits_for_the_partner(client: Client) -> None:
    event = an_open_event(FARAES)
    partner = partner_of(enter(client, event))
    assert posted(client, reverse("entrant-confirm", args=[partner.secret])).url == own_path(partner)
    assert steps_of(event) == 1


# --- by mail ------------------------------------------------------------------------------------------------------


def test_where_there_is_mail_each_gets_his_own_link_and_nobody_the_others(
    client: Client, mailoutbox: list[EmailMessage]
) -> None:
    partner = {"name": "Cida Lopes", "email": "cida@exemplo.com.br"}
    registrant = enter(client, an_open_event(TRUCO), a_person(email="bia@exemplo.com.br"), partner)
    given = partner_of(registrant)
    assert {tuple(one.to): secrets_in(one) for one in mailoutbox} == {
        ("bia@exemplo.com.br",): [registrant.secret],
        ("cida@exemplo.com.br",): [given.secret],
    }
    own = at(confirm(client, given).url)
    assert (mailoutbox[-1].to, secrets_in(mailoutbox[-1])) == (["cida@exemplo.com.br"], [own.secret])


def secrets_in(letter: EmailMessage) -> list[str]:
    return re.findall(r"/inscricao/([\w-]+)/", str(letter.body))


def test_nobody_writes_to_strangers_all_day(
    client: Client, mailoutbox: list[EmailMessage], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(misses, "MISSES", 2)
    event = an_open_event()
    for number in range(3):
        enter(client, event, {"name": "Bia Ramos"}, {"name": "Cida Lopes", "email": f"c{number}@exemplo.com.br"})
    assert len(mailoutbox) == 2


# --- verdicts -----------------------------------------------------------------------------------------------------


def test_tm_4_1_who_is_too_young_reads_it_with_the_article(client: Client) -> None:
    born = (timezone.localdate() - timedelta(days=365 * 16)).isoformat()
    _event, registrant, _partner = a_pair(client, birth_date=born)
    still_open = missing_in(page_of(client, registrant))
    assert "Ainda não terá 18 anos" in still_open
    assert "#art-4.1" in still_open


def missing_in(page: str) -> str:
    """What the page says is still open with its owner."""
    if 'id="missing-t"' not in page:
        return ""
    section = page[page.index('id="missing-t"') :]
    return section[: section.index("</section>")]


def test_the_partner_does_not_read_how_the_other_stands(client: Client) -> None:
    born = (timezone.localdate() - timedelta(days=365 * 16)).isoformat()
    _event, _registrant, partner = a_pair(client, birth_date=born)
    assert not missing_in(page_of(client, partner))


@pytest.mark.parametrize("whose", ["registrant", "partner"])
def test_nothing_that_one_told_changes_the_page_of_the_other(client: Client, whose: str) -> None:
    """Whatever the hidden data is, the other's page is the same, letter by letter."""
    _event, registrant, partner = a_pair(client)
    hidden, reader = (registrant, partner) if whose == "registrant" else (partner, registrant)
    page_of(client, reader)  # which also reads what was said to him once
    before = _plain(page_of(client, reader))
    hidden = Entrant.objects.get(pk=hidden.pk)
    hidden.name, hidden.email, hidden.phone = "Zoraide Quintão", "z@exemplo.com.br", "48999990000"
    hidden.document, hidden.birth_date = "12345678909", "2020-02-02"
    hidden.declared = '{"capable": false, "ties": [{"kind": "sponsor_tie"}], "nationality": "ZZ", "has_rne": false}'
    hidden.save()
    Agreement.objects.filter(entrant=hidden).update(given=False)
    assert _plain(page_of(client, reader)) == before


def _plain(page: str) -> str:
    """Without what is new in every answer: tokens against forgery, and a secret for a form."""
    page = re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", page)
    return re.sub(r'name="own" value="[\w-]+"', "", page)


# --- what he agrees to --------------------------------------------------------------------------------------------


def test_a_consent_is_taken_back_as_easily_as_it_was_given_and_both_stay_on_record(client: Client) -> None:
    _event, registrant, _partner = a_pair(client)
    assert answer(client, registrant, "image", given=False).status_code == 302
    assert "#art-6.1" in missing_in(page_of(client, registrant))
    answer(client, registrant, "image", given=True)
    said = list(registrant.agreements.filter(to="image").order_by("pk").values_list("given", flat=True))
    assert said == [True, False, True]
    assert not missing_in(page_of(client, registrant))


def test_a_consent_said_twice_is_said_once(client: Client) -> None:
    _event, registrant, _partner = a_pair(client)
    fields = {"to": "image", "given": "no", "hash": ""}
    for _ in range(2):
        client.post(reverse("entrant-answer", args=[registrant.secret]), fields)
    assert registrant.agreements.filter(to="image").count() == 2


def test_one_text_is_answered_and_no_other(client: Client) -> None:
    _event, registrant, _partner = a_pair(client)
    answer(client, registrant, "image", given=False)
    others = registrant.agreements.exclude(to="image")
    assert others.count() == 4
    assert all(one.given for one in others)


def test_a_text_that_nobody_has_read_is_not_agreed_to(client: Client) -> None:
    registrant = enter(client, an_open_event(TRUCO), agrees=False)
    fields = {"to": "image", "given": "yes", "hash": "0" * 64}
    client.post(reverse("entrant-answer", args=[registrant.secret]), fields)
    assert not registrant.agreements.exists()


def test_the_regulation_agreed_to_is_the_one_with_the_events_own_changes(client: Client) -> None:
    registrant = enter(client, an_open_event(TRUCO))
    plain = registrant.agreements.get(to="regulation").hash
    event = an_open_event(TRUCO)
    details = replace(store.details_of(event), changes=(("match.target", 24),))
    saved = store.save_details(event, details, expected=event.version, step="regras", by=founder(), why="noite curta")
    assert isinstance(saved, Event), saved
    other = enter(client, saved, a_person())
    assert other.agreements.get(to="regulation").hash != plain


def test_a_change_of_words_is_a_new_version() -> None:
    """Whoever changes a text raises ``VERSION``, and then these."""
    with translation.override("en"):
        texts = [one.text for one in texts_of(load(TRUCO))]
    assert (VERSION, hashlib.sha256("|".join(texts).encode()).hexdigest()[:16]) == (1, "0638f34a890d515a")


def test_both_languages_have_texts_of_their_own(client: Client) -> None:
    event = an_open_event(TRUCO)
    with translation.override("en"):
        page = client.get(reverse("enter", args=[event.slug])).content.decode()
    assert "I accept it" in page


def test_tm_5_4_who_is_selected_signs_the_papers_version_by_version(client: Client) -> None:
    event, registrant, _partner = a_pair(client)
    paper = Document.objects.create(
        event=event, kind=DocumentKind.TERMS, number=1, filename="termo.pdf", content=b"%PDF", sha256="a" * 64
    )
    path = reverse("entrant-sign", args=[registrant.secret])
    client.post(path, {"given": "yes", "hash": "b" * 64})
    assert not registrant.agreements.filter(is_document=True).exists()
    for _ in range(2):
        client.post(path, {"given": "yes", "hash": paper.sha256})
    signed = registrant.agreements.get(is_document=True)
    assert (signed.to, signed.version, signed.hash, signed.given) == ("terms", "1", "a" * 64, True)


def test_tm_5_4_terms_uploaded_are_announced_as_papers_to_sign(client: Client) -> None:
    event = an_open_event(TRUCO)
    for content in (b"%PDF-1.4 a", b"%PDF-1.4 b"):
        file = SimpleUploadedFile("termo.pdf", content)
        add_document(event, DocumentKind.TERMS, file, by=founder())
    event = Event.objects.get(pk=event.pk)
    assert store.championship_of(event).settings.documents == ("terms",)
    assert store.details_of(event).settings.documents == ("terms",)
    assert sum(isinstance(one, Announce) for one in store.championship_of(event).log) == 2


def test_where_no_rule_has_papers_signed_none_are_announced(client: Client) -> None:
    event = an_open_event(FARAES)
    add_document(event, DocumentKind.TERMS, SimpleUploadedFile("termo.pdf", b"%PDF-1.4"), by=founder())
    assert store.championship_of(Event.objects.get(pk=event.pk)).settings.documents == ()


def test_a_draft_with_terms_is_published_with_them(client: Client) -> None:
    details = replace(store.details_of(an_open_event(TRUCO)), name="Copa Nova")
    draft = store.create(details, by=founder())
    add_document(draft, DocumentKind.TERMS, SimpleUploadedFile("termo.pdf", b"%PDF-1.4"), by=founder())
    draft = Event.objects.get(pk=draft.pk)
    event = store.publish(draft, expected=draft.version, by=founder())
    assert isinstance(event, Event)
    assert store.championship_of(event).settings.documents == ("terms",)


# --- acts ---------------------------------------------------------------------------------------------------------


def test_what_the_organiser_asks_back_is_read_and_completed(client: Client) -> None:
    event, registrant, _partner = a_pair(client)
    organiser_does(event, AskBack, "Falta a foto da dupla.")
    page = page_of(client, registrant)
    assert "Falta a foto da dupla." in page
    assert act(client, registrant, "concluir").status_code == 302
    assert state_of(event) is EntryState.ENTERED


def test_an_act_on_what_was_not_seen_is_not_done_and_the_page_shows_what_is(client: Client) -> None:
    event, registrant, _partner = a_pair(client)
    organiser_does(event, AskBack, "Falta a foto da dupla.")
    stale = act(client, registrant, "concluir", steps=2)
    assert stale.status_code == 409
    assert "Falta a foto da dupla." in stale.content.decode()
    assert state_of(event) is EntryState.INCOMPLETE


def test_an_act_sent_twice_is_done_once(client: Client) -> None:
    event, registrant, _partner = a_pair(client)
    organiser_does(event, AskBack, "Falta a foto da dupla.")
    seen = steps_of(event)
    answers = [act(client, registrant, "concluir", steps=seen).status_code for _ in range(2)]
    assert answers == [302, 302]
    assert steps_of(event) == seen + 1


@pytest.mark.parametrize(("word", "after"), [("aceitar", EntryState.SELECTED), ("recusar", EntryState.DECLINED)])
def test_tm_5_2_an_invitation_is_accepted_or_declined(client: Client, word: str, after: EntryState) -> None:
    event, registrant, partner = a_pair(client)
    organiser_does(event, KeepInReserve)
    organiser_does(event, Invite)
    assert reverse("entrant-act", args=[registrant.secret, word]) in page_of(client, registrant)
    assert reverse("entrant-act", args=[partner.secret, "aceitar"]) not in page_of(client, partner)
    assert act(client, registrant, word).status_code == 302
    assert state_of(event) is after


def test_tm_2_1_a_pair_that_is_invited_takes_its_links_agrees_and_accepts(client: Client) -> None:
    event = an_open_event(TRUCO)
    bia, cida = write_people(
        event, [Entrant(name=name, called=name, secret=given_secret()) for name in ("Bia", "Cida")]
    )
    name, now = store.author(founder()), timezone.now()
    invited = InvitePair(
        by=Actor(Role.ORGANISER, name), at=now, id="d1", people=(bia.code, cida.code), registrant=bia.code
    )
    assert isinstance(store.append(event, OpenEntry(by=name, at=now, opening=invited), by=founder()), Championship)
    bia = at(posted(client, reverse("entrant-take", args=[bia.secret])).url)
    accept = reverse("entrant-act", args=[bia.secret, "aceitar"])
    page = page_of(client, bia)
    assert accept not in page
    assert "O parceiro ainda não confirmou" in page
    assert "#art-4.1.2" in page
    assert act(client, bia, "aceitar").status_code == 409
    assert confirm(client, cida).status_code == 302
    assert state_of(event) is EntryState.INVITED
    assert accept in page_of(client, bia)
    assert act(client, bia, "aceitar").status_code == 302
    assert state_of(event) is EntryState.SELECTED


def test_what_bars_the_partner_is_not_told_to_who_would_accept(client: Client) -> None:
    event = an_open_event(TRUCO)
    registrant = enter(client, event)
    confirm(client, partner_of(registrant), a_person("Cida Lopes", document=OTHER_CPF, capable="no"))
    organiser_does(event, KeepInReserve)
    organiser_does(event, Invite)
    page = page_of(client, registrant)
    assert "capacidade civil não pode participar" not in page
    refused = act(client, registrant, "aceitar")
    assert refused.status_code == 409
    assert "capacidade civil não pode participar" not in refused.content.decode()
    assert state_of(event) is EntryState.INVITED


def test_tm_5_9_giving_up_is_in_writing_after_a_page_that_says_what_follows(client: Client) -> None:
    event, registrant, _partner = a_pair(client)
    organiser_does(event, Select)
    path = reverse("entrant-withdraw", args=[registrant.secret])
    page = client.get(path).content.decode()
    assert "#art-5.9" in page
    assert state_of(event) is EntryState.SELECTED
    assert client.post(path, {"steps": steps_of(event), "why": "Trabalho no dia."}).status_code == 302
    assert state_of(event) is EntryState.WITHDRAWN
    assert "Trabalho no dia." in page_of(client, registrant)
    assert reverse("entrant-withdraw", args=[registrant.secret]) not in page_of(client, registrant)


def test_what_was_written_stays_when_something_changed_meanwhile(client: Client) -> None:
    event, registrant, _partner = a_pair(client)
    organiser_does(event, Select)
    path = reverse("entrant-withdraw", args=[registrant.secret])
    stale = client.post(path, {"steps": 2, "why": "Trabalho no dia."})
    assert stale.status_code == 409
    assert "Trabalho no dia." in stale.content.decode()
    assert state_of(event) is EntryState.SELECTED


def test_after_the_draw_who_gives_up_leaves_the_field_once(client: Client) -> None:
    event = an_open_event(FARAES)
    registrant = enter(client, event, {"name": "Bia Ramos"})
    enter(client, event, {"name": "Dora Reis"})
    draw(Event.objects.get(pk=event.pk))
    path = reverse("entrant-withdraw", args=[registrant.secret])
    assert client.get(path).status_code == 200
    codes = [client.post(path, {"steps": 1, "why": "Chuva."}).status_code for _ in range(2)]
    assert codes == [302, 302]
    championship = store.championship_of(Event.objects.get(pk=event.pk))
    assert [one.why for one in championship.departures.values()] == ["Chuva."]
    assert path not in page_of(client, registrant)


def test_when_it_is_over_the_place_stands_there_and_nobody_gives_up_any_more(client: Client) -> None:
    event = an_open_event(FARAES)
    registrant = enter(client, event, {"name": "Bia Ramos"})
    enter(client, event, {"name": "Dora Reis"})
    draw(Event.objects.get(pk=event.pk))
    assert "estão no sorteio" in page_of(client, registrant)
    [match] = store.championship_of(Event.objects.get(pk=event.pk)).fixtures
    at = timezone.now()
    games = (Game((2000, 1500), 0),)
    done: list[Operation] = [Submit(by="system", at=at, match=match, games=games)]
    done += [Confirm(by="system", at=at, match=match, version=0, party=party) for party in Party]
    after = store.append_all(event, done, by=None)
    assert isinstance(after, Championship)
    rank = next(one.rank for one in after.bracket.placings() if after.entries[one.pair].registrant == registrant.code)
    page = page_of(client, registrant)
    assert f"{rank}º lugar" in page
    assert reverse("entrant-withdraw", args=[registrant.secret]) not in page


def test_a_pair_that_was_declined_is_asked_for_no_fee_and_passes_no_link_on(client: Client) -> None:
    event, registrant, partner = a_pair(client)
    organiser_does(event, Decline, why="Não há mais lugar.")
    page = page_of(client, registrant)
    assert "Não há mais lugar." in page
    assert "Pix" not in page
    assert partner.secret not in page


def test_the_partner_may_give_up_too(client: Client) -> None:
    event, _registrant, partner = a_pair(client)
    client.post(reverse("entrant-withdraw", args=[partner.secret]), {"steps": steps_of(event), "why": ""})
    assert state_of(event) is EntryState.WITHDRAWN


def test_a_substitute_has_a_page_and_gives_nobody_up(client: Client) -> None:
    event = an_open_event(AFIA)
    fields = filled_in(client.get(reverse("enter", args=[event.slug])).content.decode(), {"name": "Ivo Lemos"})
    told = {
        "delegation-delegation": "Ilha do Mel",
        "delegation-plays": "yes",
        "starter-2-name": "Cida Lopes",
        "substitute-1-name": "Dora Reis",
    }
    client.post(reverse("enter", args=[event.slug]), fields | {name: [value] for name, value in told.items()})
    dora = at(posted(client, reverse("entrant-take", args=[Entrant.objects.get(name="Dora Reis").secret])).url)
    page = page_of(client, dora)
    assert "Ilha do Mel" in page
    path = reverse("entrant-withdraw", args=[dora.secret])
    assert path not in page
    client.post(path, {"steps": "1", "why": ""})
    assert state_of(event) is EntryState.ENTERED


# --- his own data -------------------------------------------------------------------------------------------------


def test_what_was_told_is_corrected_and_the_pair_is_called_so(client: Client) -> None:
    event, registrant, _partner = a_pair(client)
    path = reverse("entrant-data", args=[registrant.secret])
    page = client.get(path).content.decode()
    assert "52998224725" not in page
    fields = filled_in(page, {"called": "Bibi", "relative": "2"}, action=path)
    assert client.post(path, fields).status_code == 302
    corrected = Entrant.objects.get(pk=registrant.pk)
    assert (corrected.called, corrected.document, corrected.secret) == ("Bibi", "52998224725", registrant.secret)
    assert '"degree": 2' in corrected.declared
    assert Pair.objects.get(event=event).name == "Bibi e Cida"


def test_a_document_of_another_pair_is_not_taken_over(client: Client) -> None:
    event, registrant, _partner = a_pair(client)
    other = enter(client, event, a_person("Dora Reis", document=THIRD_CPF), {"name": "Eva Luz"})
    path = reverse("entrant-data", args=[other.secret])
    fields = filled_in(client.get(path).content.decode(), {"document": CPF}, action=path)
    refused = client.post(path, fields)
    assert refused.status_code == 409
    assert registrant.called not in refused.content.decode()
    assert Entrant.objects.get(pk=other.pk).document == "12345678909"


def test_the_account_lists_its_own_entries_and_no_others(client: Client) -> None:
    event = an_open_event()
    other = enter(client, event, {"name": "Dora Reis"})
    client.force_login(User.objects.create_user("bia@exemplo.com.br", name="Bia"))
    mine = enter(client, event, {"name": "Bia Ramos"})
    page = client.get(reverse("my-entries")).content.decode()
    assert own_path(mine) in page
    assert own_path(other) not in page

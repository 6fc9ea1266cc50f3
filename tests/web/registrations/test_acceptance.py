"""What people accept in an event, from the form to the draw: Truco Masters 2025, 3.1 to 9.3; ruling E-18."""

import re
from dataclasses import replace
from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from carteado.regulation import Refusal
from carteado.tournament.formats.plans import knockout
from carteado.tournament.operations import Announce, Settle, Undo
from carteado.tournament.registrations.acts import EntryState
from carteado.web.events import store
from carteado.web.events.details import Prize
from carteado.web.events.documents import add_document
from carteado.web.events.models import Document, DocumentKind, Event
from carteado.web.log.models import LogEntry
from carteado.web.people.models import User
from carteado.web.privacy.erasing import erase_entrant
from carteado.web.registrations.models import Entrant
from carteado.web.registrations.review.acts import EntryAct
from tests.web.draw.draw_desk import Desk
from tests.web.registrations.own_page import a_pair, accept_everything, missing_in
from tests.web.registrations.review.reviewing import act as review
from tests.web.registrations.review.reviewing import an_organiser, entry_of, words_in
from tests.web.world.newcomers import (
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
    open_form,
    page_of,
    partner_of,
)
from tests.web.world.organising import form_in

pytestmark = pytest.mark.django_db

PRODUCER, SPONSORS, SUPPORTERS = "Guile Produções Ltda.", ("Bar do Zé", "Café Santos"), ("Rádio da Praia",)
FOURTH_CPF = "987.654.321-00"


def decided(event: Event, **more: object) -> Event:
    """The event, with what its organiser adds about who runs it."""
    details = replace(store.details_of(event), **more)  # type: ignore[arg-type]
    saved = store.save_details(event, details, expected=event.version, step="realizacao", by=founder())
    assert isinstance(saved, Event), saved
    return saved


def an_event_with_names() -> Event:
    return decided(
        an_open_event(TRUCO),
        producer=PRODUCER,
        data_contact="dados@guile.test",
        sponsors=SPONSORS,
        supporters=SUPPORTERS,
    )


def with_file(event: Event, kind: DocumentKind, content: bytes, name: str = "regulamento.pdf") -> Document:
    document = add_document(event, kind, SimpleUploadedFile(name, content), by=founder())
    assert isinstance(document, Document)
    event.refresh_from_db()
    return document


def the_desk(event: Event) -> Client:
    client = Client()
    client.force_login(User.objects.filter(memberships__event=event).first() or an_organiser(event))
    return client


def the_code(event: Event) -> str:
    """Of the only pair."""
    (code,) = store.championship_of(Event.objects.get(pk=event.pk)).entries
    return code


# --- documents ----------------------------------------------------------------------------------------------------


def test_tm_4_9_the_organisers_own_regulation_is_what_is_accepted_and_the_form_links_it(client: Client) -> None:
    event = an_open_event(TRUCO)
    document = with_file(event, DocumentKind.REGULATION, b"%PDF-1.4 nosso")
    page = open_form(client, event)
    assert reverse("document", args=[event.slug, document.kind, document.number]) in page
    assert "regulamento.pdf" in page
    accepted = enter(client, event).agreements.get(to="regulation")
    assert (accepted.title, accepted.version, accepted.hash) == ("regulamento.pdf", "pdf/1", document.sha256)


def test_tm_8_9_without_a_file_the_published_text_is_accepted_by_its_title_version_and_hash(client: Client) -> None:
    event = an_open_event(TRUCO)
    assert reverse("regulation", args=[TRUCO]) in open_form(client, event)
    accepted = enter(client, event).agreements.get(to="regulation")
    assert accepted.title == "Truco Masters 2025"
    assert accepted.version == f"{TRUCO}/{accepted.hash[:8]}"


def test_tm_8_7_who_accepted_an_older_document_is_told_of_the_new_one(client: Client) -> None:
    event = an_open_event(TRUCO)
    with_file(event, DocumentKind.REGULATION, b"%PDF-1.4 um")
    registrant = enter(client, event)
    assert "O texto mudou" not in page_of(client, registrant)
    with_file(event, DocumentKind.REGULATION, b"%PDF-1.4 dois")
    page = page_of(client, registrant)
    assert "O texto mudou" in page
    assert not re.search("aceit", missing_in(page))


def test_tm_8_7_a_new_document_stands_on_top_of_the_page_and_beside_the_older_acceptance_at_the_desk(
    client: Client,
) -> None:
    event = an_open_event(TRUCO)
    with_file(event, DocumentKind.REGULATION, b"%PDF-1.4 um")
    registrant = enter(client, event)
    newer = with_file(event, DocumentKind.REGULATION, b"%PDF-1.4 dois")
    page = page_of(client, registrant)
    changed = page[page.index('id="changed-t"') :].partition("</section>")[0]
    assert reverse("document", args=[event.slug, newer.kind, newer.number]) in changed
    assert "Imagem e voz" not in changed
    desk = the_desk(event)
    path = reverse("entry", args=[event.slug, the_code(event)])
    assert desk.get(path).content.decode().count("mudou desde então") == 1
    accept_everything(client, registrant)
    assert 'id="changed-t"' not in page_of(client, registrant)
    assert "mudou desde então" not in desk.get(path).content.decode()


@pytest.mark.parametrize("who", ["registrant", "partner"])
def test_tm_4_9_a_tick_under_the_old_document_accepts_nothing_of_the_new_one(client: Client, who: str) -> None:
    """The page was open while the organiser changed the document (J5)."""
    event = an_open_event(TRUCO)
    with_file(event, DocumentKind.REGULATION, b"%PDF-1.4 um")
    if who == "registrant":
        path, opened = reverse("enter", args=[event.slug]), open_form(client, event)
        person, action = a_person(), ""
    else:
        own = partner_of(enter(client, event))
        path = action = reverse("entrant-confirm", args=[own.secret])
        opened, person = page_of(client, own), a_person("Cida Lopes", document=OTHER_CPF)
    sent = filled_in(opened, person, action=action)
    with_file(event, DocumentKind.REGULATION, b"%PDF-1.4 dois")
    answer = client.post(path, sent)
    again = answer.content.decode()
    assert answer.status_code == 422
    assert "O texto mudou depois que você abriu a página" in again
    assert "consents-regulation" not in {
        name for name, _value in form_in(again, action).items() if name[-5:] != "-read"
    }
    assert "consents-image" in form_in(again, action), "what did not change stays ticked"
    accepted = client.post(path, {**form_in(again, action), "consents-regulation": "on"})
    assert accepted.status_code == 302
    assert at(accepted["Location"]).agreements.get(to="regulation").version == "pdf/2"


def test_who_agreed_in_one_language_agreed_in_the_other(client: Client) -> None:
    registrant = enter(client, an_event_with_names())
    with translation.override("en"):
        path = reverse("entrant", args=[registrant.secret])
    assert "has changed since" not in client.get(path).content.decode()


# --- the wording --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("image", ("rádio", "streaming", "qualquer país", "irrevogável", "produtos", "licenciado", "Não recebo nada")),
        ("image", ("legendado", "dublado", "em que a lei protege a obra", PRODUCER)),
        ("material", ("editado livremente", "qualquer mídia", "sem prazo", "Não recebo nada", PRODUCER)),
        ("own_material", ("direitos de autor e conexos", "lei brasileira", "autorização")),
        ("personal_data", (PRODUCER, "responde por isso", "dados@guile.test")),
    ],
)
def test_tm_4_7_7_1_7_1_1_7_2_9_3_consents_say_what_the_articles_ask(
    client: Client, text: str, words: tuple[str, ...]
) -> None:
    page = open_form(client, an_event_with_names())
    told = page[page.index(f'name="consents-{text}"') :]
    told = told[: told.index("</label>")]
    assert [one for one in words if one not in told] == []


def test_tm_7_1_1_the_programme_may_be_licensed_sold_subtitled_and_dubbed_without_asking_again(client: Client) -> None:
    page = open_form(client, an_event_with_names())
    sentence = "O programa pode ser licenciado, vendido, legendado e dublado, no Brasil e fora, sem novo pedido a mim"
    assert sentence in words_in(page)
    assert "#art-7.1.1" in page


def test_tm_4_7_the_text_reads_well_without_the_name_of_a_producer(client: Client) -> None:
    said = words_in(open_form(client, an_open_event(TRUCO)))
    assert "a organização do evento pode fazer isso para divulgar o evento" in said
    assert not re.search(r"\b(por|de|em) a organização", said)


def test_tm_4_5_the_declaration_names_the_producer_the_sponsors_and_the_supporters(client: Client) -> None:
    said = words_in(open_form(client, an_event_with_names()))
    assert f"vínculo com {PRODUCER}: representa, trabalha ou colabora" in said
    assert f"parente de alguém que representa {PRODUCER}, ou que trabalha ou colabora" in said
    assert "os patrocinadores e apoiadores do evento (Bar do Zé, Café Santos, Rádio da Praia)" in said


def test_tm_4_5_without_names_the_declaration_still_asks_for_everybody(client: Client) -> None:
    said = words_in(open_form(client, an_open_event(TRUCO)))
    assert "representa, trabalha ou colabora com algum patrocinador ou apoiador do evento" in said


# --- selecting, settling, drawing ---------------------------------------------------------------------------------


def test_tm_4_9_whoever_accepted_nothing_is_not_selected(client: Client) -> None:
    """E-18: the partner said yes and ticked no box."""
    event = an_open_event(TRUCO)
    registrant = enter(client, event)
    own = at(confirm(client, partner_of(registrant), agrees=False).url)
    desk, code = the_desk(event), the_code(event)
    page = desk.get(reverse("entry", args=[event.slug, code])).content.decode()
    assert "Cida ainda não deu este aceite" in page
    answer = review(desk, event, code, EntryAct.SELECT)
    assert answer.status_code == 409
    assert "ainda não deu este aceite" in answer.content.decode()
    assert "#art-4.9" in answer.content.decode()
    accept_everything(client, own)
    assert review(desk, event, code, EntryAct.SELECT).status_code == 302
    assert entry_of(event, code).state is EntryState.SELECTED


def two_selected_pairs(client: Client, *, papers: bool = False) -> tuple[Event, list[Entrant]]:
    """Selected, with everything accepted; in an event for two pairs."""
    event, one, other = a_pair(client)
    third = enter(client, event, a_person("Ivo Lemos", document=THIRD_CPF), {"name": "Edson Melo"})
    fourth = at(confirm(client, partner_of(third), a_person("Edson Melo", document=FOURTH_CPF)).url)
    if papers:
        with_file(event, DocumentKind.TERMS, b"%PDF-1.4 termo", "termo.pdf")
    desk = the_desk(event)
    for code in store.championship_of(Event.objects.get(pk=event.pk)).entries:
        assert review(desk, event, code, EntryAct.SELECT).status_code == 302
    event.refresh_from_db()
    return event, [one, other, Entrant.objects.get(pk=third.pk), fourth]


def signs(client: Client, entrant: Entrant, document: Document) -> None:
    path = reverse("entrant-sign", args=[entrant.secret])
    assert client.post(path, {"given": "yes", "hash": document.sha256}).status_code == 302


def test_tm_5_4_unsigned_papers_stop_the_desk_of_draws_with_a_list(client: Client) -> None:
    event, people = two_selected_pairs(client, papers=True)
    paper = event.documents.get(kind=DocumentKind.TERMS)
    desk = Desk(User.objects.filter(memberships__event=event).first(), event)
    page = desk.page()
    owing = words_in(page[page.index('id="owing"') :])
    assert "Assinou os documentos do evento: em aberto" in owing
    assert all(one.called in owing for one in people)
    assert "#art-5.4" in page
    assert not desk.offers("definir")
    answer = desk.send("definir", {"seq": [str(event.seq)]})
    assert answer.status_code == 200
    assert "não assinou os documentos" in answer.content.decode()
    for one in people[:3]:
        signs(client, one, paper)
    page = desk.page()
    owing = words_in(page[page.index('id="owing"') : page.index('id="owing"') + 2000])
    assert people[3].called in owing
    assert people[0].called not in owing
    signs(client, people[3], paper)
    desk.settle()
    assert any(isinstance(one, Settle) for one in desk.championship.log)


def test_tm_5_4_a_newer_paper_is_signed_anew(client: Client) -> None:
    event, people = two_selected_pairs(client, papers=True)
    for one in people:
        signs(client, one, event.documents.get(kind=DocumentKind.TERMS))
    desk = Desk(User.objects.filter(memberships__event=event).first(), event)
    assert 'id="owing"' not in desk.page()
    newer = with_file(event, DocumentKind.TERMS, b"%PDF-1.4 outro termo", "termo.pdf")
    assert 'id="owing"' in desk.page()
    page = page_of(client, people[0])
    assert "#art-5.4" in missing_in(page)
    paper = page[page.index('id="paper-t"') :].partition("</article>")[0]
    assert "não assinado" in paper
    assert "Você assinou uma versão anterior" in paper
    for one in people:
        signs(client, one, newer)
    assert 'id="owing"' not in desk.page()


def test_tm_4_9_nothing_is_drawn_after_an_acceptance_was_taken_back(client: Client) -> None:
    event, people = two_selected_pairs(client)
    desk = Desk(User.objects.filter(memberships__event=event).first(), event)
    desk.settle()
    desk.announce("knockout")
    fields = desk.fields("sortear", draw="knockout")
    text = people[3].agreements.get(to="personal_data")
    client.post(reverse("entrant-answer", args=[people[3].secret]), {"to": text.to, "hash": text.hash, "given": "no"})
    answer = desk.send("sortear", fields, entropy="48213")
    assert answer.status_code == 200
    assert "Edson, da dupla Ivo e Edson, não aceitou" in words_in(answer.content.decode())
    assert not desk.championship.places


def test_tm_9_10_a_pair_of_an_erased_person_is_not_drawn(client: Client) -> None:
    """Erasing the person withdrew the pair after it was settled: it is settled anew without the pair."""
    event, people = two_selected_pairs(client)
    desk = Desk(User.objects.filter(memberships__event=event).first(), event)
    desk.settle()
    desk.announce("knockout")
    erase_entrant(people[3])
    answer = desk.send("sortear", desk.fields("sortear", draw="knockout"), entropy="48213")
    assert answer.status_code == 200
    assert "saiu depois que as duplas foram definidas" in answer.content.decode()
    assert not desk.championship.places


def test_tm_9_10_an_erased_person_has_accepted_nothing(client: Client) -> None:
    """A draw that was taken back is not held again with somebody who was erased in between."""
    event, people = two_selected_pairs(client)
    desk = Desk(User.objects.filter(memberships__event=event).first(), event)
    desk.settle()
    desk.announce("knockout")
    desk.hold("knockout")
    erase_entrant(people[3])
    desk.append(Undo(by="user:1", at=timezone.now()))
    page = desk.page()
    assert "Participante 4" in words_in(page[page.index('id="owing"') :])
    settle = Settle(by="user:1", at=timezone.now(), plan=knockout(2), pairs=desk.championship.pairs)
    refused = store.append(Event.objects.get(pk=event.pk), settle, by=desk.user)
    assert isinstance(refused, Refusal)
    assert refused.code == "pair_has_not_accepted"


def test_tm_7_2_the_organiser_is_told_of_a_consent_taken_back_that_the_text_calls_irrevocable(client: Client) -> None:
    """E-18: the law lets a person withdraw it."""
    event, registrant, _partner = a_pair(client)
    text = registrant.agreements.get(to="image")
    desk, code = the_desk(event), the_code(event)
    path = reverse("entry", args=[event.slug, code])
    assert "irrevogável" not in desk.get(path).content.decode()
    client.post(reverse("entrant-answer", args=[registrant.secret]), {"to": "image", "hash": text.hash, "given": "no"})
    page = desk.get(path).content.decode()
    assert "irrevogável" in page
    assert "LGPD" in page


def test_tm_4_9_the_desk_reads_what_each_person_accepted_with_its_version(client: Client) -> None:
    event, registrant, _partner = a_pair(client)
    page = the_desk(event).get(reverse("entry", args=[event.slug, the_code(event)])).content.decode()
    assert registrant.agreements.get(to="regulation").hash[:12] in page


# --- who runs the event, and the prizes ---------------------------------------------------------------------------


def test_tm_3_1_1_3_1_2_6_1_1_the_page_names_prizes_with_the_tax_sponsors_and_producer(client: Client) -> None:
    event = decided(an_event_with_names(), prizes=(Prize(place=1, what="Troféu", cents=500_00, giver="Bar do Zé"),))
    page = client.get(reverse("event", args=[event.slug])).content.decode()
    said = words_in(page)
    assert f"Quem realiza o evento {PRODUCER}" in said
    assert "Patrocinadores Bar do Zé, Café Santos" in said
    assert "1º lugar: Troféu (R$ 500,00), de Bar do Zé" in said
    assert "imposto de renda" in said
    assert all(f"#art-{number}" in page for number in ("3.1.1", "3.1.2", "6.1.1", "9.3"))


def test_tm_6_1_1_sponsors_and_supporters_stand_on_the_page_with_the_article(client: Client) -> None:
    event = decided(an_open_event(TRUCO), sponsors=SPONSORS, supporters=SUPPORTERS)
    page = client.get(reverse("event", args=[event.slug])).content.decode()
    assert "Patrocinadores Bar do Zé, Café Santos" in words_in(page)
    assert "Rádio da Praia" in page
    assert "#art-6.1.1" in page


def test_the_organiser_says_who_runs_the_event_and_names_prizes_for_the_final(client: Client) -> None:
    event = an_open_event(TRUCO)
    desk = the_desk(event)
    path = reverse("wizard", args=[event.slug, "realizacao"])
    fields = form_in(desk.get(path).content.decode())
    assert "prize_2" in fields
    assert "prize_3" not in fields
    filled = {"producer": PRODUCER, "sponsors": "Bar do Zé\nCafé Santos", "prize_1": "Troféu", "worth_1": "500"}
    assert desk.post(path, {**fields, **{name: [value] for name, value in filled.items()}}).status_code == 302
    details = store.details_of(Event.objects.get(pk=event.pk))
    assert (details.producer, details.sponsors) == (PRODUCER, ("Bar do Zé", "Café Santos"))
    assert details.prizes == (Prize(place=1, what="Troféu", cents=500_00),)


# --- conduct ------------------------------------------------------------------------------------------------------


def test_tm_5_7_1_the_persons_page_and_the_desk_have_conduct_with_its_examples(client: Client) -> None:
    event, registrant, _partner = a_pair(client)
    page = page_of(client, registrant)
    assert all(
        f"#art-{number}" in page for number in ("5.5", "5.7.1", "8.1", "8.2", "8.2.1", "8.2.2", "8.3", "8.4", "5.3")
    )
    examples = ("provas", "credibilidade", "jurados", "político-partidária", "redes sociais")
    assert [one for one in examples if one not in page] == []
    desk, code = the_desk(event), the_code(event)
    assert review(desk, event, code, EntryAct.SELECT).status_code == 302
    form = desk.get(reverse("entry", args=[event.slug, code])).content.decode()
    assert "político-partidária" in form
    rules = client.get(reverse("regulation", args=[TRUCO])).content.decode()
    assert "político-partidária" in rules


@pytest.mark.parametrize("number", ["8.1", "8.2", "8.2.1", "8.3"])
def test_the_conditions_of_chapter_8_are_read_in_full_from_the_persons_page(client: Client, number: str) -> None:
    event, registrant, _partner = a_pair(client)
    (path,) = set(re.findall(rf'href="([^"#]+)#art-{re.escape(number)}"', page_of(client, registrant)))
    assert path == reverse("event-articles", args=[event.slug])
    assert f'<article id="art-{number}"' in client.get(path).content.decode()


# --- what goes with it --------------------------------------------------------------------------------------------


def test_tm_4_1_2_who_enters_the_pair_reads_what_they_answer_for(client: Client) -> None:
    said = words_in(open_form(client, an_event_with_names()))
    assert "você declara que o seu parceiro concorda" in said
    assert f"e não {PRODUCER}" in said
    assert "Ltda.." not in said


def test_tm_9_3_who_answers_for_the_data_stands_where_the_person_sees_it(client: Client) -> None:
    registrant = enter(client, an_event_with_names())
    page = client.get(reverse("entrant-my-data", args=[registrant.secret])).content.decode()
    assert f"{PRODUCER} responde pelos seus dados" in words_in(page)
    assert "dados@guile.test" in page


def test_tm_9_3_who_to_ask_stands_on_the_pages_also_without_the_name_of_a_producer(client: Client) -> None:
    event = decided(an_open_event(TRUCO), producer_contact="clube@exemplo.test")
    registrant = enter(client, event)
    for path in (reverse("event", args=[event.slug]), reverse("entrant-my-data", args=[registrant.secret])):
        assert "clube@exemplo.test" in client.get(path).content.decode()


def test_the_organisers_are_notified_of_a_consent_taken_back(client: Client) -> None:
    _event, registrant, _partner = a_pair(client)
    text = registrant.agreements.get(to="image")
    for _time in range(2):
        path = reverse("entrant-answer", args=[registrant.secret])
        client.post(path, {"to": "image", "hash": text.hash, "given": "no"})
    (entry,) = LogEntry.objects.filter(action="entries.consent_taken_back")
    assert entry.details == {"entrant": registrant.number}


def test_tm_8_7_the_organisers_file_is_updated_until_the_day_and_not_after(client: Client) -> None:
    event = an_open_event(TRUCO)
    with_file(event, DocumentKind.REGULATION, b"%PDF-1.4 um")
    day = timezone.localdate() - timedelta(days=1)
    past = replace(store.details_of(event).settings, day=day, opens=timezone.now() - timedelta(days=9), closes=None)
    past = replace(past, closes=timezone.now() - timedelta(days=2))
    now = timezone.now()
    store.append(event, Announce(by="user:1", at=now, settings=past), by=founder())
    event.refresh_from_db()
    refused = add_document(event, DocumentKind.REGULATION, SimpleUploadedFile("r.pdf", b"%PDF-1.4 dois"), by=founder())
    assert isinstance(refused, Refusal)
    assert refused.key == "changes.until_the_day"
    assert event.documents.count() == 1

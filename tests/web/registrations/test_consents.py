"""What an entrant agrees to and signs on his own page."""

import hashlib
import re
from dataclasses import replace
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from carteado.regulation import load
from carteado.regulation.event_rules import SuspensionReason
from carteado.tournament.operations import Announce, Cancel
from carteado.tournament.state.championship import Championship
from carteado.web.events import store
from carteado.web.events.documents import add_document
from carteado.web.events.log_actions import FileAdded
from carteado.web.events.models import Document, DocumentKind, Event
from carteado.web.log.models import LogEntry
from carteado.web.registrations.consents import VERSION, texts_of
from carteado.web.registrations.models import Entrant
from tests.web.registrations.own_page import a_pair, missing_in
from tests.web.world.newcomers import FARAES, TRUCO, a_person, an_open_event, enter, founder, page_of

PDF = b"%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\ntrailer\n<< /Root 1 0 R >>\nstartxref\n9\n%%EOF\n"

pytestmark = pytest.mark.django_db


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
    """E-18: what is accepted is one version of a text, known by its hash."""
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
    assert (VERSION, hashlib.sha256("|".join(texts).encode()).hexdigest()[:16]) == (2, "19c77033105aecab")


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


def test_tm_5_4_terms_that_a_cancelled_event_may_not_announce_are_refused_and_not_stored(client: Client) -> None:
    event, by, now = an_open_event(TRUCO), founder(), timezone.now()
    cancel = Cancel(by=store.author(by), at=now, reason=SuspensionReason.FORCE_MAJEURE, why="Enchente na cidade")
    assert isinstance(store.append(event, cancel, by=by), Championship)
    client.force_login(by)
    path = reverse("wizard", args=[event.slug, "documentos"])
    answer = client.post(path, {"kind": DocumentKind.TERMS, "file": SimpleUploadedFile("termo.pdf", PDF)})
    assert answer.status_code == 200
    assert "O evento foi cancelado." in answer.content.decode()
    assert not event.documents.exists()
    assert not LogEntry.objects.filter(action=FileAdded.code).exists()
    assert store.details_of(Event.objects.get(pk=event.pk)).settings.documents == ()


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

"""Nothing that was done is done again or undone by a page that had been open."""

from collections.abc import Callable
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from carteado.tournament.registrations.acts import EntryState
from carteado.web.events import store
from carteado.web.events.documents import add_document
from carteado.web.events.models import Document, DocumentKind, Event
from carteado.web.people.models import User
from carteado.web.registrations import registering as entering
from carteado.web.registrations.consents import texts_of
from carteado.web.registrations.models import Agreement, Entrant
from carteado.web.registrations.own_link import has_unclaimed_link, own_path, renewed_secret
from carteado.web.registrations.review import people_pages as review_people
from tests.web.organising.test_documents import PDF
from tests.web.registrations.own_links import a_pair, an_organiser, correct, renew, states, take, withdraw
from tests.web.world.newcomers import (
    FARAES,
    OTHER_CPF,
    TRUCO,
    a_person,
    an_open_event,
    at,
    confirm,
    enter,
    filled_in,
    page_of,
    partner_of,
)

pytestmark = pytest.mark.django_db


# --- what was open meanwhile --------------------------------------------------------------------------------------

Between = Callable[[str, Callable[[], object]], None]


@pytest.fixture
def meanwhile(monkeypatch: pytest.MonkeyPatch) -> Between:
    """Something that happens once, after a page has read the person's row and before it writes."""

    def put(name: str, happens: Callable[[], object]) -> None:
        does = getattr(entering, name)

        def late(*arguments: Any, **more: Any) -> Any:
            monkeypatch.setattr(entering, name, does)
            happens()
            return does(*arguments, **more)

        monkeypatch.setattr(entering, name, late)

    return put


def test_a_correction_does_not_open_a_link_again_that_was_closed_meanwhile(meanwhile: Between) -> None:
    event = an_open_event(TRUCO)
    desk, (_registrant, partner) = an_organiser(event), a_pair(event)
    meanwhile("correct", lambda: renew(desk, partner))
    answer = correct(partner, name="Ladrão")
    now = Entrant.objects.get(pk=partner.pk)
    assert answer.status_code == 404
    assert now.secret not in answer.content.decode()
    assert (now.name, has_unclaimed_link(now)) == ("Cida Lopes", True)
    assert Client().get(own_path(partner)).status_code == 404


def test_nobody_gives_up_by_a_link_that_was_closed_meanwhile(meanwhile: Between) -> None:
    event = an_open_event(TRUCO)
    desk, (_registrant, partner) = an_organiser(event), a_pair(event)
    before = states(event)
    meanwhile("make_change", lambda: renew(desk, partner))
    assert withdraw(partner).status_code == 404
    assert states(event) == before


def test_a_page_that_was_outdated_meanwhile_does_not_tell_the_new_link(monkeypatch: pytest.MonkeyPatch) -> None:
    event = an_open_event(TRUCO)
    desk, (registrant, _partner) = an_organiser(event), a_pair(event)

    def outdated(_asked: object) -> None:
        renew(desk, registrant)
        raise entering.Outdated

    monkeypatch.setattr(entering, "make_change", outdated)
    answer = Client().post(reverse("entrant-act", args=[registrant.secret, "concluir"]), {"steps": "1"})
    assert answer.status_code == 404
    assert Entrant.objects.get(pk=registrant.pk).secret not in answer.content.decode()


def test_saying_yes_by_a_link_that_was_closed_meanwhile_says_nothing(meanwhile: Between) -> None:
    event = an_open_event(TRUCO)
    desk, partner = an_organiser(event), partner_of(enter(Client(), event))
    meanwhile("confirm", lambda: renew(desk, partner))
    assert confirm(Client(), partner).status_code == 404
    now = Entrant.objects.get(pk=partner.pk)
    assert (now.document, has_unclaimed_link(now), now.agreements.count()) == ("", True, 0)
    assert states(event) == [EntryState.INCOMPLETE]


def test_saying_yes_twice_at_once_is_one_yes_and_leads_to_the_same_page(meanwhile: Between) -> None:
    event = an_open_event(TRUCO)
    partner = partner_of(enter(Client(), event))
    action = reverse("entrant-confirm", args=[partner.secret])
    fields = filled_in(page_of(Client(), partner), a_person("Cida Lopes", document=OTHER_CPF), action=action)
    first: list[Any] = []
    meanwhile("confirm", lambda: first.append(Client().post(action, fields)))
    second: Any = Client().post(action, fields)
    assert (first[0].status_code, second.status_code) == (302, 302)
    assert first[0].url == second.url == f"/inscricao/{fields['own'][0]}/"
    own = at(second.url)
    assert own.agreements.count() == len(texts_of(store.details_of(event).rules))


def test_taking_a_link_undoes_no_correction_and_takes_no_link_that_was_closed(meanwhile: Between) -> None:
    event = an_open_event(FARAES)
    desk, partner = an_organiser(event), partner_of(enter(Client(), event, {"name": "Bia"}))

    def corrected() -> None:
        row = Entrant.objects.get(pk=partner.pk)
        row.phone = "13998760009"
        row.save()

    meanwhile("claim_link", lambda: renew(desk, partner))
    assert take(partner).status_code == 404
    given = Entrant.objects.get(pk=partner.pk)
    assert has_unclaimed_link(given)
    meanwhile("claim_link", corrected)
    own = at(take(given).url)
    assert (own.phone, has_unclaimed_link(own)) == ("13998760009", False)


def test_renewing_a_link_undoes_no_correction(monkeypatch: pytest.MonkeyPatch) -> None:
    """The organiser's page had the row, too: it writes nothing but the link."""
    event = an_open_event(TRUCO)
    desk, (_registrant, partner) = an_organiser(event), a_pair(event)

    def late() -> str:
        Entrant.objects.filter(pk=partner.pk).update(called="Cidoca")
        return renewed_secret()

    monkeypatch.setattr(review_people, "renewed_secret", late)
    renew(desk, partner)
    assert Entrant.objects.get(pk=partner.pk).called == "Cidoca"


# --- what is agreed to and signed ---------------------------------------------------------------------------------


def an_answer(entrant: Entrant, to: str, given: str) -> Any:
    rules = store.championship_of(entrant.event).regulation
    text = next(one for one in texts_of(rules) if one.name == to)
    fields = {"to": to, "hash": text.hash, "given": given}
    return Client().post(reverse("entrant-answer", args=[entrant.secret]), fields)


def answers_given(entrant: Entrant, to: str) -> list[bool]:
    return list(entrant.agreements.filter(to=to).order_by("at", "pk").values_list("given", flat=True))


def test_a_consent_sent_from_two_devices_at_once_is_said_once(meanwhile: Between) -> None:
    registrant, _partner = a_pair(an_open_event(TRUCO))
    assert answers_given(registrant, "image") == [True]
    meanwhile("locked_entrant", lambda: an_answer(registrant, "image", "no"))
    assert an_answer(registrant, "image", "no").status_code == 302
    assert answers_given(registrant, "image") == [True, False]


def test_the_last_word_counts_where_two_devices_say_different_things(meanwhile: Between) -> None:
    registrant, _partner = a_pair(an_open_event(TRUCO))
    meanwhile("locked_entrant", lambda: an_answer(registrant, "image", "no"))
    an_answer(registrant, "image", "yes")
    assert answers_given(registrant, "image") == [True, False, True]


def a_signature(entrant: Entrant, paper: Document) -> Any:
    fields = {"hash": paper.sha256, "given": "yes"}
    return Client().post(reverse("entrant-sign", args=[entrant.secret]), fields)


def terms(event: Event, text: bytes) -> Document:
    file = SimpleUploadedFile("termo.pdf", PDF + text)
    paper = add_document(event, DocumentKind.TERMS, file, by=User.objects.get(email="founder@carteado.test"))
    assert isinstance(paper, Document)
    return paper


def test_a_paper_is_signed_once_and_only_as_it_is_when_it_is_signed(meanwhile: Between) -> None:
    event = an_open_event(TRUCO)
    registrant, _partner = a_pair(event)
    first = terms(event, b"1")
    meanwhile("locked_entrant", lambda: a_signature(registrant, first))
    assert a_signature(registrant, first).status_code == 302
    assert answers_given(registrant, "terms") == [True]
    second = terms(event, b"2")
    meanwhile("locked_entrant", lambda: terms(event, b"3"))
    a_signature(registrant, second)
    assert answers_given(registrant, "terms") == [True]


def test_nothing_is_agreed_to_or_signed_by_a_link_that_was_closed_meanwhile(meanwhile: Between) -> None:
    event = an_open_event(TRUCO)
    desk, (registrant, partner) = an_organiser(event), a_pair(event)
    paper, before = terms(event, b"1"), Agreement.objects.count()
    meanwhile("locked_entrant", lambda: renew(desk, registrant))
    assert an_answer(registrant, "image", "no").status_code == 404
    meanwhile("locked_entrant", lambda: renew(desk, partner))
    assert a_signature(partner, paper).status_code == 404
    assert Agreement.objects.count() == before

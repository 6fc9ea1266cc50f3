"""Whoever was entered by somebody else says himself that he comes, and the others see it; a link that was his own and
got lost comes back to him alone."""

from typing import Any

import pytest
from django.core.mail import EmailMessage
from django.test import Client
from django.urls import reverse

from carteado.web.events import store
from carteado.web.events.models import Event
from carteado.web.kit.sending.mail import WITHOUT_MAIL
from carteado.web.kit.words.dates import moment_in_words
from carteado.web.registrations import registering as entering
from carteado.web.registrations.consents import CONFIRMATION, texts_of
from carteado.web.registrations.eligibility_facts import people_of
from carteado.web.registrations.models import Entrant
from carteado.web.registrations.own_link import has_unclaimed_link, is_renewed, own_path
from tests.web.registrations.review import reviewing
from tests.web.world import halls
from tests.web.world.newcomers import (
    AFIA,
    FARAES,
    TRUCO,
    an_open_event,
    at,
    confirm,
    enter,
    filled_in,
    open_form,
    page_of,
    partner_of,
    send,
)

pytestmark = pytest.mark.django_db

NOT_YET, CONFIRMED = "Cida: ainda não confirmou", "confirmado por Cida"
EMAIL = "cida@exemplo.com.br"


def a_desk(event: Event) -> Client:
    desk = Client()
    desk.force_login(reviewing.an_organiser(event))
    return desk


def code_in(event: Event) -> str:
    return next(iter(store.championship_of(Event.objects.get(pk=event.pk)).entries))


def entry_page(desk: Client, event: Event) -> str:
    return desk.get(reverse("entry", args=[event.slug, code_in(event)])).content.decode()


def link_page(desk: Client, person: Entrant) -> str:
    path = reverse("entry-link", args=[person.event.slug, code_in(person.event), person.number])
    return desk.get(path).content.decode()


def renew(desk: Client, person: Entrant) -> Entrant:
    path = reverse("renew-link", args=[person.event.slug, code_in(person.event), person.number])
    assert desk.post(path).status_code == 302
    return Entrant.objects.get(pk=person.pk)


def take(person: Entrant) -> Entrant:
    answer: Any = Client().post(reverse("entrant-take", args=[person.secret]))
    return at(answer.url)


def a_pair(event: Event, **partner: str) -> tuple[Entrant, Entrant]:
    """The partner has a link that the other still has."""
    registrant = enter(Client(), event, {"name": "Bia Ramos"}, {"name": "Cida Lopes", **partner})
    return registrant, partner_of(registrant)


# --- his word -----------------------------------------------------------------------------------------------------


def test_where_the_regulation_asks_nothing_both_see_whether_the_partner_came() -> None:
    event = an_open_event(FARAES)
    desk, (registrant, partner) = a_desk(event), a_pair(event)
    for html in (page_of(Client(), registrant), entry_page(desk, event)):
        assert NOT_YET in html
        assert CONFIRMED not in html
    own = take(partner)
    said = own.agreements.get(to=CONFIRMATION)
    on = moment_in_words(said.at)
    for html in (page_of(Client(), registrant), entry_page(desk, event)):
        assert f"{CONFIRMED} em {on}" in html
        assert NOT_YET not in html
    assert "confirmado por" not in page_of(Client(), own)


def test_tm_4_1_2_the_yes_that_the_regulation_asks_for_is_the_one_that_is_shown() -> None:
    event = an_open_event(TRUCO)
    desk, registrant = a_desk(event), enter(Client(), event)
    partner = partner_of(registrant)
    assert f"{partner.called}: ainda não confirmou" in entry_page(desk, event)
    own = at(confirm(Client(), partner).url)
    step = store.championship_of(Event.objects.get()).entries[code_in(event)].history[-1]
    on = moment_in_words(step.at)
    for html in (page_of(Client(), registrant), entry_page(desk, event)):
        assert f"confirmado por {own.called} em {on}" in html


def test_everybody_of_a_delegation_is_seen_to_come_or_not() -> None:
    event = an_open_event(AFIA)
    told = {"delegation-delegation": "Ilha do Mel", "delegation-plays": "yes", "starter-2-name": "Cida Lopes"}
    fields = filled_in(open_form(Client(), event), {"name": "Bia Ramos"})
    answer = send(Client(), event, {**fields, **{name: [value] for name, value in told.items()}})
    registrant = at(answer.url)
    assert NOT_YET in page_of(Client(), registrant)
    take(Entrant.objects.exclude(pk=registrant.pk).get())
    assert CONFIRMED in page_of(Client(), registrant)


def test_coming_is_said_once_and_is_no_consent_that_a_regulation_asks_for() -> None:
    event = an_open_event(FARAES)
    desk, (_registrant, partner) = a_desk(event), a_pair(event)
    again = take(renew(desk, take(partner)))
    assert again.agreements.filter(to=CONFIRMATION).count() == 1
    assert people_of(event)[again.code].consents == ()
    assert CONFIRMATION not in [one.name for one in texts_of(store.details_of(event).rules)]


def test_who_came_before_it_was_written_down_has_come() -> None:
    event = an_open_event(FARAES)
    registrant, partner = a_pair(event)
    take(partner).agreements.all().delete()
    html = page_of(Client(), registrant)
    assert CONFIRMED in html
    assert f"{CONFIRMED} em" not in html


# --- a link made anew ---------------------------------------------------------------------------------------------


def test_a_link_that_was_somebodys_own_is_not_shown_to_who_entered_him() -> None:
    event = an_open_event(FARAES)
    desk, (registrant, partner) = a_desk(event), a_pair(event)
    own = take(partner)
    own.agreements.all().delete()
    renewed = renew(desk, own)
    assert has_unclaimed_link(renewed)
    assert is_renewed(renewed)
    assert renewed.secret not in page_of(Client(), registrant)
    assert renewed.secret not in page_of(Client(), registrant)
    assert is_renewed(renew(desk, renewed))


def test_where_nothing_tells_who_opens_it_a_renewed_link_goes_to_the_mail_on_file_alone(
    mailoutbox: list[EmailMessage],
) -> None:
    event = an_open_event(FARAES)
    desk, (_registrant, partner) = a_desk(event), a_pair(event, email=EMAIL)
    own = take(partner)
    mailoutbox.clear()
    renewed = renew(desk, own)
    [letter] = mailoutbox
    assert letter.to == [EMAIL]
    assert own_path(renewed) in letter.body
    page = link_page(desk, renewed)
    assert renewed.secret not in page
    assert EMAIL in page
    assert renewed.secret not in entry_page(desk, event)


def test_a_mail_that_does_not_go_out_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    event = an_open_event(FARAES)
    desk, (_registrant, partner) = a_desk(event), a_pair(event, email=EMAIL)
    own = take(partner)
    monkeypatch.setattr("carteado.web.kit.sending.mail.deliver", lambda _message: False)
    assert "A mensagem não saiu" in link_page(desk, renew(desk, own))


@pytest.mark.parametrize("email", [EMAIL, ""])
def test_without_mail_it_goes_through_the_organiser_who_is_warned(settings: Any, email: str) -> None:
    event = an_open_event(FARAES)
    desk, (_registrant, partner) = a_desk(event), a_pair(event, email=email)
    own = take(partner)
    if email:
        settings.EMAIL_BACKEND = WITHOUT_MAIL
    renewed = renew(desk, own)
    page = link_page(desk, renewed)
    assert renewed.secret in page
    assert "não para quem pedir" in page


def test_a_link_that_nobody_used_is_shown_as_before() -> None:
    event = an_open_event(FARAES)
    desk, (registrant, partner) = a_desk(event), a_pair(event, email=EMAIL)
    renewed = renew(desk, partner)
    assert not is_renewed(renewed)
    assert renewed.secret in page_of(Client(), registrant)
    page = link_page(desk, renewed)
    assert renewed.secret in page
    assert "não para quem pedir" not in page


# --- a delegation that was brought without an entry ---------------------------------------------------------------


def test_who_plays_for_a_delegation_reads_no_more_that_he_is_in_no_pair() -> None:
    event = halls.drawn(AFIA, 4, with_delegations=True)
    championship = store.championship_of(event)
    assert not championship.entries
    for number, code in enumerate(("d01a", "d01r"), start=1):
        assert entering.line_up_of(championship, code) is not None, sorted(championship.line_ups)
        player = Entrant.objects.create(event=event, code=code, number=number, called=code)
        html = page_of(Client(), player)
        assert "não está em nenhuma dupla" not in html
        assert "Vocês estão no sorteio" in html
    stranger = Entrant.objects.create(event=event, code="?", number=9, called="Ninguém")
    assert "não está em nenhuma dupla" in page_of(Client(), stranger)

"""The convocation of a selected pair (TM 5.2): day, hour, place, what to sign, and its answer."""

from dataclasses import replace
from datetime import timedelta
from html import unescape

import pytest
from django.core import mail
from django.test import Client, TestCase
from django.urls import reverse
from django.utils import timezone

from carteado.regulation.event_rules import SuspensionReason
from carteado.tournament.operations import Announce, Cancel, ChangeEntry, Resume, Suspend
from carteado.tournament.registrations.acts import Actor, EntryState, Role, Select
from carteado.tournament.registrations.eligibility import EventDay
from carteado.web.events import store
from carteado.web.events.models import Event
from carteado.web.registrations.models import Entrant
from tests.web.registrations.own_page import a_pair, missing_in, state_of, steps_of
from tests.web.world.halls import append as done

pytestmark = pytest.mark.django_db


def selected(client: Client) -> tuple[Event, Entrant, Entrant]:
    event, ana, bia = a_pair(client)
    Entrant.objects.filter(pk=ana.pk).update(email="ana@x.test")
    settle_day(event)
    [entry] = store.championship_of(event).entries.values()
    chosen = Select(by=Actor(Role.ORGANISER, "system"), at=timezone.now())
    with TestCase.captureOnCommitCallbacks(execute=True):
        done(event, ChangeEntry(by="system", at=timezone.now(), entry=entry.id, change=chosen))
    assert state_of(event) is EntryState.SELECTED
    return event, Entrant.objects.get(pk=ana.pk), Entrant.objects.get(pk=bia.pk)


def settle_day(event: Event, *, days: int = 20, hour: int = 14, why: str = "marcado") -> None:
    event.refresh_from_db()
    details = store.details_of(event)
    begins = (timezone.localtime() + timedelta(days=days)).replace(hour=hour, minute=0, second=0, microsecond=0)
    settings = replace(details.settings, day=begins.date(), days=(EventDay(begins),))
    by = event.memberships.first().user  # type: ignore[union-attr]
    with TestCase.captureOnCommitCallbacks(execute=True):
        saved = store.save_details(
            event,
            replace(details, settings=settings, place="Estúdio Guile, Moema"),
            expected=event.version,
            step="lugar",
            by=by,
            why=why,
        )
    assert isinstance(saved, Event), saved


def page_of(entrant: Entrant) -> str:
    answer = Client().get(reverse("entrant", args=[entrant.secret]))
    return unescape(answer.content.decode())


def answer(event: Event, entrant: Entrant, word: str, why: str = "") -> int:
    path = reverse("entrant-convocation", args=[entrant.secret])
    fields = {"steps": str(steps_of(event)), "answer": word, "why": why}
    return Client().post(path, fields).status_code


def test_tm_5_2_a_selected_pair_reads_day_hour_place_and_is_asked(client: Client) -> None:
    _event, ana, bia = selected(client)
    for one in (ana, bia):
        page = page_of(one)
        assert "Vocês estão convocados" in page
        assert "art. 5.2" in page
        assert "14h" in page
        assert "Estúdio Guile, Moema" in page
        assert "Nós vamos" in page
        assert "Não podemos" in page


def test_tm_5_2_the_convocation_goes_out_by_mail(client: Client) -> None:
    selected(client)
    letters = [one for one in mail.outbox if "convocados" in one.subject]
    assert [one.to for one in letters if one.to == ["ana@x.test"]]
    text = str(letters[0].body)
    assert "14h" in text
    assert "Estúdio Guile, Moema" in text
    assert "/inscricao/" in text


def test_tm_5_2_a_pair_answers_and_the_organiser_sees_it(client: Client) -> None:
    event, ana, bia = selected(client)
    assert answer(event, ana, "come") == 302
    assert "Vocês responderam: nós vamos." in page_of(bia)
    organiser = Client()
    organiser.force_login(event.memberships.first().user)  # type: ignore[union-attr]
    listed = unescape(organiser.get(reverse("entries", args=[event.slug])).content.decode())
    assert "Convocação" in listed
    assert ">vem<" in listed
    assert answer(event, bia, "cannot", "Viagem a trabalho") == 302
    listed = unescape(organiser.get(reverse("entries", args=[event.slug])).content.decode())
    assert "não pode vir: Viagem a trabalho" in listed
    assert state_of(event) is EntryState.SELECTED, "only giving up in writing is final (5.9)"


def test_tm_5_2_we_cannot_needs_a_reason(client: Client) -> None:
    event, ana, _bia = selected(client)
    assert answer(event, ana, "cannot", " ") == 409


def test_tm_4_4_another_day_asks_again(client: Client) -> None:
    event, ana, _bia = selected(client)
    assert answer(event, ana, "come") == 302
    settle_day(event, days=25, why="A sede está ocupada")
    page = page_of(ana)
    assert "responda de novo" in page
    assert "A sede está ocupada" in page
    assert answer(event, ana, "come") == 302
    assert "Vocês responderam: nós vamos." in page_of(ana)


def test_tm_5_2_who_has_not_answered_is_written_to_once_more(client: Client) -> None:
    event, ana, _bia = selected(client)
    organiser = Client()
    organiser.force_login(event.memberships.first().user)  # type: ignore[union-attr]
    mail.outbox.clear()
    assert organiser.post(reverse("convoke", args=[event.slug])).status_code == 302
    assert ["ana@x.test"] in [one.to for one in mail.outbox]
    assert answer(event, ana, "come") == 302
    mail.outbox.clear()
    organiser.post(reverse("convoke", args=[event.slug]))
    assert not mail.outbox


def test_a_pair_not_selected_is_not_convoked(client: Client) -> None:
    _event, ana, _bia = a_pair(client)
    assert "convocados" not in page_of(ana)


def test_tm_4_4_the_mail_of_another_day_asks_again(client: Client) -> None:
    event, ana, _bia = selected(client)
    assert answer(event, ana, "come") == 302
    mail.outbox.clear()
    settle_day(event, days=25, why="A sede está ocupada")
    [letter] = [one for one in mail.outbox if one.to == ["ana@x.test"]]
    assert "Vocês vêm? Responda na sua página:" in str(letter.body)


def test_tm_8_6_a_suspended_event_takes_no_answer_and_asks_for_none(client: Client) -> None:
    event, ana, _bia = selected(client)
    organiser = Client()
    organiser.force_login(event.memberships.first().user)  # type: ignore[union-attr]
    with TestCase.captureOnCommitCallbacks(execute=True):
        done(event, stopped_by(Suspend))
    mail.outbox.clear()
    settle_day(event, days=25, why="Nova data")
    page = page_of(ana)
    assert "responda de novo" not in page
    assert "Nós vamos" not in page
    assert "Vocês vêm?" not in str(mail.outbox[0].body)
    assert (
        reverse("convoke", args=[event.slug])
        not in organiser.get(reverse("entries", args=[event.slug])).content.decode()
    )
    mail.outbox.clear()
    organiser.post(reverse("convoke", args=[event.slug]))
    assert not mail.outbox
    with TestCase.captureOnCommitCallbacks(execute=True):
        done(event, Resume(by="system", at=timezone.now()))
    assert "Vocês vêm? Responda na sua página:" in str(mail.outbox[0].body), "now it can be answered"
    assert "Nós vamos" in page_of(ana)


def test_tm_8_6_a_cancelled_event_convokes_nobody(client: Client) -> None:
    event, ana, _bia = selected(client)
    done(event, stopped_by(Cancel))
    page = page_of(ana)
    assert "O evento foi cancelado" in page
    assert "convocados" not in page
    organiser = Client()
    organiser.force_login(event.memberships.first().user)  # type: ignore[union-attr]
    assert "Convocação" not in organiser.get(reverse("entries", args=[event.slug])).content.decode()
    mail.outbox.clear()
    organiser.post(reverse("convoke", args=[event.slug]))
    assert not mail.outbox


def test_tm_5_2_after_its_last_day_an_event_convokes_nobody(client: Client) -> None:
    event, ana, _bia = selected(client)
    yesterday = replace(store.details_of(event).announced, day=timezone.localdate() - timedelta(days=1), days=())
    done(event, Announce(by="system", at=timezone.now(), settings=yesterday, why="Foi ontem"))
    assert "convocados" not in page_of(ana)


def stopped_by(kind: type[Suspend | Cancel]) -> Suspend | Cancel:
    return kind(by="system", at=timezone.now(), reason=SuspensionReason.FORCE_MAJEURE, why="Enchente")


# --- dates that move before anybody is selected -------------------------------------------------------------------


def test_tm_4_2_1_an_entry_stays_in_time_when_the_window_moves_away_from_it(client: Client) -> None:
    """Its page says so, and it is selected."""
    event, ana, _bia = a_pair(client)
    event.refresh_from_db()
    [entry] = store.championship_of(event).entries.values()
    before, after, day = timezone.now() - timedelta(days=1), timezone.now() + timedelta(days=1), timedelta(days=1)
    for opens, closes in ((before - 9 * day, before), (after, after + 3 * day)):
        moved = replace(store.championship_of(event).settings, opens=opens, closes=closes)
        done(event, Announce(by="system", at=timezone.now(), settings=moved, why="Outra data"))
        assert missing_in(page_of(ana)) == ""
    chosen = Select(by=Actor(Role.ORGANISER, "system"), at=timezone.now())
    done(event, ChangeEntry(by="system", at=timezone.now(), entry=entry.id, change=chosen))
    assert state_of(event) is EntryState.SELECTED

"""The organiser's page of an event: how it stands, its versions, and when it has to stop."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from carteado.regulation import Refusal
from carteado.regulation.event_rules import SuspensionReason
from carteado.tournament.operations import Cancel, Resume, Suspend
from carteado.tournament.state.championship import Status
from carteado.web.events import store
from carteado.web.events.details import Details
from carteado.web.events.models import Event, Stage
from carteado.web.events.preparation_steps import Step
from carteado.web.people.models import User
from tests.web.organising.complete_event import CLOSES, DAY, OPENS, TM
from tests.web.world.organising import Organiser

FA = "faraes-2023-tranca"


@pytest.fixture
def draft(organiser: Organiser) -> Event:
    event = organiser.begin(TM)
    organiser.fill(event, Step.PLACE, place="Clube XV, Santos", day=DAY)
    organiser.fill(event, Step.ENTRIES, opens=OPENS, closes=CLOSES)
    return Event.objects.get()


@pytest.fixture
def published(organiser: Organiser, ana: User, draft: Event) -> Event:
    store.publish(draft, expected=draft.version, by=ana)
    return Event.objects.get()


def page(organiser: Organiser, event: Event, language: str = "pt-br") -> str:
    organiser.language = language
    answer = organiser.client.get(organiser.path("manage", event.slug))
    assert answer.status_code == 200
    return answer.content.decode()


# --- how it stands ------------------------------------------------------------------------------------------------


def test_a_draft_says_whether_it_can_be_published(organiser: Organiser, draft: Event) -> None:
    assert "Pronto para publicar." in page(organiser, draft)
    other = organiser.begin(FA)
    assert "Ainda falta alguma coisa" in page(organiser, other)


def test_of_a_draft_every_step_says_whether_it_is_done(organiser: Organiser, draft: Event) -> None:
    begun = organiser.begin(FA)
    assert page(organiser, draft).count("(feito)") > page(organiser, begun).count("(feito)") == 0


def test_a_published_event_says_what_it_waits_for(organiser: Organiser, published: Event) -> None:
    assert "As inscrições abrem em" in page(organiser, published)
    assert "(feito)" not in page(organiser, published)
    assert "Entries open on" in page(organiser, published, "en")


def test_everything_is_one_link_away(organiser: Organiser, published: Event) -> None:
    html = page(organiser, published)
    for name in ("event", "team", "event-history", "versions"):
        assert organiser.path(name, published.slug) in html
    for step in Step:
        if step is not Step.REVIEW:
            assert organiser.path("wizard", published.slug, step) in html


def test_only_organisers_manage(organiser: Organiser, published: Event) -> None:
    assert Client().get(organiser.path("manage", published.slug)).status_code == 302
    bia = Client()
    bia.force_login(User.objects.create_user("bia@exemplo.com.br"))
    assert bia.get(organiser.path("manage", published.slug)).status_code == 403


# --- stopping -----------------------------------------------------------------------------------------------------


def stop(organiser: Organiser, event: Event, act: str, **fields: Any) -> Any:
    given = {"seq": event.seq, "reason": "technical", "why": "Faltou luz no ginásio", **fields}
    return organiser.client.post(organiser.path("change-state", event.slug, act), given)


def test_tm_8_6_an_event_is_suspended_with_one_of_the_regulations_reasons(
    organiser: Organiser, published: Event
) -> None:
    html = page(organiser, published)
    for reason in ("Judicial", "Técnica", "Operacional", "Comercial", "De força maior"):
        assert reason in html
    assert "art. 8.6" in html
    assert stop(organiser, published, "suspender").status_code == 302
    event = Event.objects.get()
    operation = store.championship_of(event).log[-1]
    assert isinstance(operation, Suspend)
    assert (operation.reason, operation.why) == ("technical", "Faltou luz no ginásio")
    assert event.stage == Stage.SUSPENDED
    assert "Nada anda até você retomar." in page(organiser, event)


def test_a_suspended_event_goes_on_again(organiser: Organiser, published: Event) -> None:
    stop(organiser, published, "suspender")
    published.refresh_from_db()
    answer = organiser.client.post(organiser.path("change-state", published.slug, "retomar"), {"seq": published.seq})
    assert answer.status_code == 302
    event = Event.objects.get()
    assert event.stage == Stage.PUBLISHED
    assert isinstance(store.championship_of(event).log[-1], Resume)


@pytest.mark.parametrize("first", ["", "suspender"])
def test_a_cancelled_event_stays_so(organiser: Organiser, published: Event, first: str) -> None:
    if first:
        stop(organiser, published, first)
        published.refresh_from_db()
    assert stop(organiser, published, "cancelar").status_code == 302
    event = Event.objects.get()
    assert isinstance(store.championship_of(event).log[-1], Cancel)
    assert store.championship_of(event).status is Status.CANCELLED
    html = page(organiser, event)
    assert "Cancelado" in html
    assert organiser.path("change-state", event.slug, "cancelar") not in html
    assert (
        organiser.client.post(organiser.path("change-state", event.slug, "retomar"), {"seq": event.seq}).status_code
        == 200
    )
    assert Event.objects.get().seq == event.seq


@pytest.mark.parametrize("act", ["suspender", "cancelar"])
def test_stopping_needs_a_reason_and_what_happened(organiser: Organiser, published: Event, act: str) -> None:
    for missing in ({"reason": ""}, {"why": ""}, {"why": "   "}, {"reason": "capricho"}):
        answer = stop(organiser, published, act, **missing)
        assert answer.status_code == 200
        assert "error-summary" in answer.content.decode()
    assert Event.objects.get().seq == 1


def test_tm_8_6_a_reason_that_the_event_struck_out_is_refused_with_the_article(
    organiser: Organiser, ana: User, draft: Event
) -> None:
    organiser.fill(draft, Step.RULES, more={"suspension.reasons": ["", "judicial"]})
    draft.refresh_from_db()
    store.publish(draft, expected=draft.version, by=ana)
    event = Event.objects.get()
    html = page(organiser, event)
    assert "Técnica" not in html
    refused = store.append(
        event,
        Suspend(by=store.author(ana), at=timezone.now(), reason=SuspensionReason.TECHNICAL, why="x"),
        by=ana,
    )
    assert isinstance(refused, Refusal)
    assert refused.key == "suspension.reasons"


def test_the_button_pressed_twice_stops_it_once(organiser: Organiser, published: Event) -> None:
    answers = [stop(organiser, published, "suspender") for _ in range(2)]
    assert [answer.status_code for answer in answers] == [302, 302]
    assert Event.objects.get().seq == 2


def test_who_did_not_see_what_was_done_meanwhile_is_shown_it_first(organiser: Organiser, published: Event) -> None:
    stop(organiser, published, "suspender")
    answer = stop(organiser, published, "cancelar")
    assert answer.status_code == 200
    assert "Nesse meio-tempo mexeram no evento" in answer.content.decode()
    assert Event.objects.get().stage == Stage.SUSPENDED


def test_a_draft_cannot_be_stopped(organiser: Organiser, draft: Event) -> None:
    assert stop(organiser, draft, "suspender").status_code in (403, 404)


# --- versions -----------------------------------------------------------------------------------------------------


def versions(organiser: Organiser, event: Event, page: int = 1) -> str:
    return organiser.client.get(f"{organiser.path('versions', event.slug)}?pagina={page}").content.decode()


def test_versions_tell_what_changed_from_what_to_what_and_by_whom(organiser: Organiser, draft: Event) -> None:
    organiser.fill(draft, Step.RULES, more={"match.target": 15})
    html = versions(organiser, draft)
    assert "A partida vale 12 pontos." in html
    assert "A partida vale 15 pontos." in html
    assert "Clube XV, Santos" in html
    assert "Ana" in html
    assert html.count("em vigor") == 1
    assert "O evento começou a ser preparado." in html


def test_an_old_version_comes_back_as_a_new_one(organiser: Organiser, draft: Event) -> None:
    before = store.details_at(draft, 2)
    path = organiser.path("restore-version", draft.slug, 2)
    for _ in range(2):
        assert organiser.client.post(path, {"version": draft.version}).status_code == 302
    event = Event.objects.get()
    assert event.version == draft.version + 1
    assert store.details_of(event) == before
    assert store.details_at(event, draft.version) == store.details_of(draft)


def test_restoring_over_what_one_has_not_seen_is_refused(organiser: Organiser, draft: Event) -> None:
    organiser.fill(draft, Step.TABLES, tables=8)
    answer = organiser.client.post(
        organiser.path("restore-version", draft.slug, 1), {"version": draft.version}, follow=True
    )
    assert "Alguém salvou outra versão" in answer.content.decode()
    assert store.details_of(Event.objects.get()).tables == 8


def test_a_published_event_is_not_turned_back_as_a_whole(organiser: Organiser, published: Event) -> None:
    html = versions(organiser, published)
    assert organiser.path("restore-version", published.slug, 1) not in html
    answer = organiser.client.post(
        organiser.path("restore-version", published.slug, 1), {"version": published.version}, follow=True
    )
    assert "mude passo a passo" in answer.content.decode()
    assert Event.objects.get().version == published.version


def test_many_versions_come_page_by_page_with_the_same_number_of_queries(
    organiser: Organiser, ana: User, draft: Event, django_assert_max_num_queries: Callable[[int], Any]
) -> None:
    for number in range(1, 31):
        event = Event.objects.get()
        store.save_details(
            event,
            Details(regulation=TM, name="Copa", tables=number),
            expected=event.version,
            step=Step.TABLES,
            by=ana,
        )
    with django_assert_max_num_queries(8):
        html = versions(organiser, draft)
    assert "30 mesas" in html
    assert "<h2>Versão 1</h2>" not in html
    assert "<h2>Versão 1</h2>" in versions(organiser, draft, 4)

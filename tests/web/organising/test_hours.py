"""Day, hour and hours of rounds: typed, proposed, checked, published, and told (AF 9; TM 4.3, 4.4; E-16, E-20)."""

import re
from dataclasses import replace
from datetime import date, datetime, timedelta
from html import unescape
from typing import Any

import pytest
from django.core import mail
from django.test import Client, TestCase
from django.urls import reverse
from django.utils import timezone

from carteado.regulation.event_rules import SuspensionReason
from carteado.tournament.formats.plans import swiss
from carteado.tournament.matches.timetable import MatchHour, RoundHour, rounds_of
from carteado.tournament.operations import Announce, CallMatch, Cancel, ChangeRules, SetHours, Suspend, Undo
from carteado.tournament.registrations.eligibility import EventDay
from carteado.web.display.event_news import Change, news_of
from carteado.web.events import store
from carteado.web.events.models import Event
from carteado.web.events.preparation_steps import Step
from carteado.web.kit.guarding.policy import Role
from carteado.web.kit.words.dates import moment_in_words
from carteado.web.organising import forecast_in_words, forecast_worker
from carteado.web.organising.forecast_worker import Asker, Forecaster, Question
from carteado.web.people.models import User
from tests.web.organising.complete_event import DAY, prepared
from tests.web.world import event_people as entering
from tests.web.world.halls import AF, Worker, drawn, forms_in, name_of
from tests.web.world.halls import append as done
from tests.web.world.organising import Organiser

pytestmark = pytest.mark.django_db

BEGINS = timezone.make_aware(datetime.combine(DAY, datetime.min.time())).replace(hour=15)


def with_hour(event: Event, *more: EventDay, place: str = "Hotel Mabu, Foz do Iguaçu") -> Event:
    """The event on ``DAY`` at 15h, and perhaps on more days."""
    event.refresh_from_db()
    details = store.details_of(event)
    settings = replace(details.settings, day=DAY, days=(EventDay(BEGINS, BEGINS + timedelta(hours=6)), *more))
    by = event.memberships.get(role=Role.ORGANISER).user
    saved = store.save_details(
        event, replace(details, settings=settings, place=place), expected=event.version, step=Step.PLACE, by=by, why="x"
    )
    assert isinstance(saved, Event), saved
    event.refresh_from_db()
    return event


def an_event(pairs: int = 10, *more: EventDay) -> tuple[Event, Worker]:
    event = with_hour(drawn(AF, pairs, tables=5), *more)
    return event, Worker.of(event, Role.ORGANISER)


def filled(page: str, path: str, **fields: str) -> dict[str, Any]:
    return {**forms_in(page)[""], **{name: [value] for name, value in fields.items()}} | {"path": [path]}


def sent(worker: Worker, **fields: str) -> Any:
    """The form of the hours as the page shows it, with these fields changed."""
    path = worker.path("hours")
    form = forms_in(worker.client.get(path).content.decode())[""]
    return worker.client.post(path, {**form, **{name: [value] for name, value in fields.items()}})


def published(worker: Worker, **fields: str) -> None:
    answer = sent(worker, act="publish", **fields)
    if answer.status_code == 200:
        form = forms_in(answer.content.decode())[""]
        answer = worker.client.post(worker.path("hours"), {**form, "act": "publish"})
    assert answer.status_code == 302, re.sub(r"\s+", " ", answer.content.decode())[-3000:]


# --- the day and its hour -----------------------------------------------------------------------------------------


def test_e_16_an_event_has_a_day_and_an_hour_and_may_have_several_days(organiser: Organiser) -> None:
    event = prepared(organiser, AF)
    second = DAY + timedelta(days=1)
    organiser.fill(
        event, Step.PLACE, place="Foz", day=DAY, hour="15:00", until="21:00", day_2=second, hour_2="09:00", until_2=""
    )
    event.refresh_from_db()
    days = store.details_of(event).settings.days
    assert [timezone.localtime(one.begins).strftime("%d %H:%M") for one in days] == [
        f"{DAY:%d} 15:00",
        f"{second:%d} 09:00",
    ]
    assert days[0].ends == BEGINS + timedelta(hours=6)
    page = organiser.client.get(reverse("event", args=[event.slug])).content.decode()
    assert "15h" in page
    assert "9h" in page


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"day_2": DAY - timedelta(days=1), "hour": "15:00", "hour_2": "9:00"}, "em ordem"),
        ({"hour": "15:00", "until": "14:00"}, "Fecha antes de começar"),
        ({"hour": "", "until": "14:00"}, "Diga também quando o dia começa"),
        ({"hour": "15:00", "hour_2": "9:00"}, "Diga qual dia"),
        ({"day": "", "hour": "15:00"}, "Diga qual dia"),
    ],
)
def test_impossible_days_are_said(organiser: Organiser, fields: dict[str, object], said: str) -> None:
    event = prepared(organiser, AF)
    path = reverse("wizard", args=[event.slug, Step.PLACE])
    form = forms_in(organiser.client.get(path).content.decode())[""]
    page = organiser.client.post(path, {**form, **fields}).content.decode()
    assert said in page


def test_tm_4_4_another_day_hour_or_place_of_a_published_event_says_why(organiser: Organiser) -> None:
    event = prepared(organiser)
    organiser.client.post(reverse("publish", args=[event.slug]), {"version": event.version})
    event.refresh_from_db()
    path = reverse("wizard", args=[event.slug, Step.PLACE])
    form = forms_in(organiser.client.get(path).content.decode())[""]
    refused = organiser.client.post(path, {**form, "place": "Outro clube"}).content.decode()
    assert "diga o motivo" in refused
    told = organiser.client.post(path, {**form, "place": "Outro clube", "why": "Infiltração no teto"})
    assert told.status_code == 302
    assert organiser.client.post(path, {**form, "place": "Outro clube", "about": "Há almoço"}).status_code in (200, 302)
    page = Client().get(reverse("event", args=[event.slug])).content.decode()
    assert "Infiltração no teto" in page
    assert "Clube XV, Santos" in page, "what it was before"


def test_e_8_no_event_of_another_edition_says_its_day_and_city(organiser: Organiser) -> None:
    event = prepared(organiser)
    organiser.client.post(reverse("publish", args=[event.slug]), {"version": event.version})
    for name in ("event-rules", "event"):
        page = unescape(Client().get(reverse(name, args=[event.slug])).content.decode())
        assert "25/10/2025" not in page
        assert "São Paulo" not in page
    page = unescape(Client().get(reverse("event-rules", args=[event.slug])).content.decode())
    assert f"O evento é em {DAY:%d/%m/%Y}." in page
    assert "Local dos jogos: Clube XV, Santos." in page
    assert "15/09/2025" not in page
    assert "18/10/2025" not in page


# --- the page of the hours ----------------------------------------------------------------------------------------


def test_af_9_the_page_proposes_hours_for_every_round() -> None:
    event, worker = an_event()
    page = worker.open("hours")
    form = forms_in(page)[""]
    rounds = rounds_of(store.championship_of(event).plan)
    told = [form[f"round-{number}"][0] for number in range(len(rounds))]
    assert told[0] == f"{DAY}T15:00"
    assert all(told), "every round has one"
    assert "art. 9" in page
    assert "Uma proposta" in page


def test_the_hours_say_whether_a_forecast_is_still_to_come(monkeypatch: pytest.MonkeyPatch) -> None:
    class NeverReady(Forecaster):
        def forecast(self, question: Question, *, asker: Asker) -> None:
            return None

    monkeypatch.setattr(forecast_in_words, "forecaster", NeverReady())
    _event, worker = an_event()
    path = worker.path("hours")
    assert "A previsão ainda não está pronta" in worker.client.get(path).content.decode()
    monkeypatch.setattr(forecast_worker, "MOST_MATCHES", 3)
    page = worker.client.get(path).content.decode()
    assert "A previsão ainda não está pronta" not in page
    assert "não cabem num dia" in page


def test_af_9_published_hours_stand_wherever_matches_are_shown() -> None:
    event, worker = an_event()
    published(worker)
    match = next(iter(store.championship_of(event).fixtures))
    first, _second = store.championship_of(event).bracket.pairs(match) or ("", "")
    everybody = Client(SERVER_NAME="localhost")
    for path in (
        reverse("agenda", args=[event.slug]),
        reverse("pair", args=[event.slug, first]),
        reverse("event", args=[event.slug]),
        reverse("projector", args=[event.slug]),
        worker.path("tables"),
        worker.path("match-desk", match),
    ):
        page = (worker.client if "mesas" in path or "partida" in path else everybody).get(path).content.decode()
        assert re.search(r"15h|15:00", page), path
    calendar = everybody.get(reverse("pair-calendar", args=[event.slug, first])).content.decode()
    assert f"UID:{event.slug}-{match}@carteado" in calendar.replace("\r\n ", "")
    assert BEGINS.astimezone(timezone.get_fixed_timezone(0)).strftime("DTSTART:%Y%m%dT%H%M%SZ") in calendar
    rows = everybody.get(reverse("results-file", args=[event.slug, "partidas.csv"])).content.decode()
    assert "Hora marcada" in rows
    assert "15:00" in rows


def test_af_9_the_notice_for_the_lobby_has_days_rounds_and_matches() -> None:
    event, worker = an_event()
    path = reverse("print-public", args=[event.slug, "horarios", "pdf"])
    published(worker)
    answer = Client(SERVER_NAME="localhost").get(path)
    assert answer.status_code == 200
    assert answer.content.startswith(b"%PDF")
    assert "Horários" in worker.open("print")


def test_af_9_moved_hours_are_asked_for_a_reason_and_checked_for_rest_and_tables() -> None:
    event, worker = an_event()
    published(worker)
    early = sent(worker, act="publish", **{"round-1": f"{DAY}T15:10"}, why="")
    page = unescape(early.content.decode())
    assert early.status_code == 200
    assert "Ainda não foi publicado" in page
    assert "e o descanso depois dela" in page
    form = forms_in(early.content.decode())[""]
    refused = worker.client.post(worker.path("hours"), {**form, "act": "publish"})
    assert refused.status_code == 409
    assert "uma mudança diz o motivo" in refused.content.decode()
    form = forms_in(refused.content.decode())[""]
    again = worker.client.post(worker.path("hours"), {**form, "act": "publish", "why": "Almoço mais cedo"})
    if again.status_code == 200:
        form = forms_in(again.content.decode())[""]
        again = worker.client.post(worker.path("hours"), {**form, "act": "publish", "why": "Almoço mais cedo"})
    assert again.status_code == 302
    shown = Client().get(reverse("event", args=[event.slug])).content.decode()
    assert "Almoço mais cedo" in shown


def test_af_9_the_reason_for_a_change_is_not_called_optional() -> None:
    _event, worker = an_event()
    published(worker)
    label = worker.open("hours").partition('for="id_why"')[2].partition("</label>")[0]
    assert "Por que muda?" in label
    assert "opcional" not in label


def test_the_rounds_of_a_swiss_are_proposed_before_they_are_paired() -> None:
    event = with_hour(drawn(AF, 8, tables=4, plan=swiss(8, rounds=3)))
    worker = Worker.of(event, Role.ORGANISER)
    page = worker.open("hours")
    form = forms_in(page)[""]
    assert all(form[f"round-{number}"][0] for number in range(3))
    assert page.count("4 partidas") == 3
    published(worker)
    assert len(worker.championship.hours.rounds) == 3


def test_matches_are_named_by_their_number_and_their_pairs() -> None:
    event, worker = an_event()
    page = worker.open("hours")
    first = store.championship_of(event).bracket.pairs("qualifying-1-1") or ()
    names = " × ".join(name_of(pair) for pair in first)
    assert f">Partida\N{NO-BREAK SPACE}1: {names}</label>" in page
    assert ">Partida\N{NO-BREAK SPACE}6</label>" in page, "a quarter-final whose pairs nobody knows"


def test_hours_published_meanwhile_by_a_colleague_are_not_overwritten() -> None:
    event, worker = an_event()
    form = forms_in(worker.open("hours"))[""]
    one = rounds_of(store.championship_of(event).plan)[0]
    done(event, SetHours(by="system", at=timezone.now(), rounds=(RoundHour(*one, BEGINS),)))
    answer = worker.client.post(worker.path("hours"), {**form, "act": "publish"})
    assert answer.status_code == 409
    assert "Enquanto isso" in answer.content.decode()


def test_an_event_without_an_hour_is_asked_for_it_first() -> None:
    event = drawn(AF, 10)
    page = Worker.of(event, Role.ORGANISER).open("hours")
    assert "O evento ainda não tem hora" in page


def test_e_14_hours_stay_readable_under_an_embargo_and_move_there_too() -> None:
    event, worker = an_event()
    published(worker)
    details = replace(store.details_of(event), embargo_until=timezone.now() + timedelta(days=99))
    by = event.memberships.get(role=Role.ORGANISER).user
    assert isinstance(store.save_details(event, details, expected=event.version, step=Step.PLACE, by=by, why=""), Event)
    worker.event.refresh_from_db()
    match = next(iter(store.championship_of(event).fixtures))
    done(event, CallMatch(by="system", at=timezone.now(), match=match))
    published(worker, **{"round-0": f"{DAY}T15:30"}, why="Atraso no almoço")
    page = Client().get(reverse("agenda", args=[event.slug])).content.decode()
    assert "15h30" in page


# --- what the pairs are told --------------------------------------------------------------------------------------


def people(event: Event) -> list[str]:
    return sorted(address for message in mail.outbox for address in message.to)


def test_tm_8_6_cancellation_reaches_page_mail_and_notices_with_its_reason() -> None:
    event = entering.an_open_event()
    entering.enter(event, "d1", {"email": "ana@x.test"}, {"email": "bia@x.test"})
    own = event.entrants.get(code="d1a")
    own.user = User.objects.create_user("ana@conta.test", name="Ana")
    own.save()
    mail.outbox.clear()
    by = store.author(entering.founder())
    with_commit(
        event, Cancel(by=by, at=timezone.now(), reason=SuspensionReason.FORCE_MAJEURE, why="Enchente na cidade")
    )
    assert people(event) == ["ana@x.test", "bia@x.test"]
    assert all("Enchente na cidade" in str(one.body) and "cancelado" in one.subject for one in mail.outbox)
    page = Client().get(reverse("entrant", args=[own.secret])).content.decode()
    assert "O evento foi cancelado" in page
    assert "Enchente na cidade" in page
    account = Client()
    account.force_login(own.user)
    assert "Enchente na cidade" in account.get(reverse("notices")).content.decode()
    calendar = Client().get(reverse("calendar", args=[event.slug])).content.decode()
    assert "STATUS:CANCELLED" in calendar


def with_commit(event: Event, *operations: Any) -> None:
    """Done and committed, so that mail goes out."""
    with TestCase.captureOnCommitCallbacks(execute=True):
        entering.append(event, *operations)


def test_tm_4_4_a_moved_day_reaches_mail_page_and_calendar_and_taking_it_back_is_told() -> None:
    event = entering.an_open_event()
    entering.enter(event, "d1", {"email": "ana@x.test"}, {})
    mail.outbox.clear()
    details = store.details_of(event)
    day = details.settings.day or date.today()
    with TestCase.captureOnCommitCallbacks(execute=True):
        moved = replace(details, settings=replace(details.settings, day=day + timedelta(days=5)), place="Ginásio novo")
        store.save_details(
            event, moved, expected=event.version, step=Step.PLACE, by=entering.founder(), why="Chuva forte"
        )
    [letter] = mail.outbox
    assert "mudou de dia, de hora ou de local" in letter.subject
    assert "Chuva forte" in str(letter.body)
    assert "Ginásio novo" in str(letter.body)
    assert "Florianópolis →" in str(letter.body)
    own = event.entrants.get(code="d1a")
    assert "Chuva forte" in Client().get(reverse("entrant", args=[own.secret])).content.decode()
    mail.outbox.clear()
    with_commit(event, Undo(by="system", at=timezone.now(), why="Engano"))
    [letter] = mail.outbox
    assert "Deixou de valer" in letter.subject


def test_an_announcement_that_was_no_news_is_none_when_it_is_taken_back() -> None:
    event = entering.an_open_event()
    entering.enter(event, "d1", {"email": "ana@x.test"}, {})
    before = news_of(store.championship_of(event))
    mail.outbox.clear()
    settings = store.details_of(event).announced
    with_commit(event, Announce(by="system", at=timezone.now(), settings=settings))
    with_commit(event, Undo(by="system", at=timezone.now(), why="Engano"))
    assert news_of(store.championship_of(event)) == before
    assert mail.outbox == []


def test_tm_8_6_cancellation_is_written_however_often_hours_were_corrected_before() -> None:
    """Corrected hours and rules fill no mailbox: the last letter says that the page has the rest."""
    event = entering.an_open_event()
    for number in range(1, 5):
        entering.enter(event, f"d{number}", {"email": "ana@x.test"} if number == 1 else {}, {})
    entering.draw(event)
    one = rounds_of(store.championship_of(event).plan)[0]
    mail.outbox.clear()
    for number in range(14):
        at = timezone.now() + timedelta(days=9, minutes=number)
        with_commit(event, SetHours(by="system", at=timezone.now(), rounds=(RoundHour(*one, at),), why="Mesas"))
    bodies = [str(letter.body) for letter in mail.outbox]
    assert len(bodies) == 12
    assert [number for number, body in enumerate(bodies, 1) if "ficam só na sua página" in body] == [12]
    by, reason = store.author(entering.founder()), SuspensionReason.FORCE_MAJEURE
    for kind in (Suspend, Cancel):
        mail.outbox.clear()
        with_commit(event, kind(by=by, at=timezone.now(), reason=reason, why="Enchente"))
        assert people(event) == ["ana@x.test"], kind


def test_tm_4_3_a_place_that_is_told_later_reaches_every_pair() -> None:
    event = entering.an_open_event()
    entering.enter(event, "d1", {"email": "ana@x.test"}, {})
    details = store.details_of(event)
    with_commit(event, Announce(by="system", at=timezone.now(), settings=replace(details.announced, place="")))
    mail.outbox.clear()
    with_commit(event, Announce(by="system", at=timezone.now(), settings=details.announced, why="Salão reservado"))
    [letter] = mail.outbox
    assert "Hora e lugar do evento" in letter.subject
    assert "Lugar: Florianópolis" in str(letter.body)


@pytest.mark.parametrize(
    ("changed", "title"),
    [
        ({"day": DAY + timedelta(days=1)}, "O evento mudou de dia, de hora ou de local"),
        ({"day": DAY, "days": (EventDay(BEGINS),)}, "Hora e lugar do evento"),
        ({"day": DAY, "closes": BEGINS - timedelta(days=2)}, "Mudou o prazo de inscrição"),
    ],
)
def test_tm_4_4_news_says_what_moved(organiser: Organiser, changed: dict[str, Any], title: str) -> None:
    event = prepared(organiser)
    organiser.client.post(reverse("publish", args=[event.slug]), {"version": event.version})
    event.refresh_from_db()
    settings = replace(store.championship_of(event).settings, **changed)
    done(event, Announce(by="system", at=timezone.now(), settings=settings, why="x"))
    [news] = news_of(store.championship_of(event))
    assert news.title == title


def test_tm_4_4_hours_that_moved_with_their_day_are_told_once_and_truly() -> None:
    event, worker = an_event(10)
    published(worker)
    rounds = list(worker.championship.hours.rounds.items())
    match = next(iter(worker.championship.fixtures))
    details = store.details_of(worker.event)
    moved = tuple(replace_day(one, timedelta(days=2)) for one in details.settings.days)
    settings = replace(details.settings, day=DAY + timedelta(days=2), days=moved)
    by = event.memberships.get(role=Role.ORGANISER).user
    store.save_details(
        worker.event,
        replace(details, settings=settings),
        expected=worker.event.version,
        step=Step.PLACE,
        by=by,
        why="y",
    )
    day = news_of(worker.championship)[0]
    first = Change("fase classificatória, rodada 1", words_of(rounds[0][1]), words_of(rounds[0][1], days=2))
    assert first in day.changes, "the pairs read where their round went"
    again = [RoundHour(*one, at + timedelta(days=2)) for one, at in rounds]
    own = (MatchHour(match, again[0].at + timedelta(minutes=20)),)
    done(worker.event, SetHours(by="system", at=timezone.now(), rounds=tuple(again), matches=own, why="z"))
    hours = news_of(worker.championship)[0]
    label = "fase classificatória, rodada 1 · partida\N{NO-BREAK SPACE}1"
    assert hours.changes == (Change(label, "", words_of(own[0].at)),), "what moved with the day is not told again"


def replace_day(one: EventDay, by: timedelta) -> EventDay:
    return EventDay(one.begins + by, one.ends and one.ends + by)


def words_of(at: datetime, *, days: int = 0) -> str:
    return moment_in_words(at + timedelta(days=days))


def test_tm_2_2_1_a_day_moved_later_is_told_with_the_rules_that_changed_so_far(organiser: Organiser) -> None:
    """E-20: the time for changing rules opens again, and every pair is told of each change since."""
    event = prepared(organiser)
    organiser.client.post(reverse("publish", args=[event.slug]), {"version": event.version})
    event.refresh_from_db()
    change = ChangeRules(by="system", at=timezone.now(), changes=(("clock.match_minutes", 50),), why="Menos mesas")
    done(event, change)
    details = store.details_of(event)
    settings = replace(details.settings, day=DAY + timedelta(days=5))
    by = event.memberships.get(role=Role.ORGANISER).user
    saved = store.save_details(
        event,
        replace(details, settings=settings),
        expected=event.version,
        step=Step.PLACE,
        by=by,
        why="Chuva",
    )
    assert isinstance(saved, Event), saved
    page = unescape(Client().get(reverse("event", args=[event.slug])).content.decode())
    news = page[page.index('id="news-t"') :]
    assert "podem mudar de novo" in news
    assert "Mudou em" in news
    assert "50 minutos" in news

"""J8: the day moves two days earlier, then five later. Entries that were in time, convocations, hours, calendars that
people have, mail and notices, and the last day for changing rules (TM 2.2.1, 4.2.1, 4.4; E-16, E-20)."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import icalendar
import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from carteado.tournament.registrations.acts import EntryState
from carteado.web.events import store
from carteado.web.events.preparation_steps import Step
from carteado.web.kit.guarding.policy import Role
from carteado.web.kit.words.dates import hour_in_words, plain_date
from tests.web.journeys.day import Day, clock_at
from tests.web.journeys.entering import code_of, enter, is_convoked, page_of, registrant_of, state
from tests.web.journeys.readers.markup import tree_of
from tests.web.journeys.readers.reading import Visitor, minute_of
from tests.web.world.halls import TM, forms_in, page_html

pytestmark = pytest.mark.django_db(transaction=True)

BEGINS = datetime(2027, 10, 16, 14, tzinfo=ZoneInfo("America/Sao_Paulo"))
PAIRS = 4


@pytest.fixture
def day(monkeypatch: pytest.MonkeyPatch) -> Day:
    return Day(clock_at(BEGINS - timedelta(days=28), monkeypatch), TM)


def test_j8_two_days_earlier_then_five_later(day: Day) -> None:
    day.prepare(begins=BEGINS, pairs=PAIRS, tables=2)
    registrants = [enter(day, number, email=f"p{number}@x.test") for number in range(1, PAIRS + 1)]
    pairs = [code_of(day, one) for one in registrants]
    day.publish_hours({"round-0": BEGINS, "round-1": BEGINS + timedelta(hours=2)})
    day.all_agree()
    taken = calendar(day)

    close_entries(day)
    mail.outbox.clear()
    move(day, BEGINS - timedelta(days=2), "Feriado na cidade")
    told(day, BEGINS - timedelta(days=2), "Feriado na cidade")
    day.all_agree()
    assert [state(day, code) for code in pairs] == [EntryState.ENTERED] * PAIRS
    assert day.select(*pairs) == "", "who entered in time is in time, whatever is moved later"
    for code in pairs:
        assert convoked_for(day, code) == [BEGINS - timedelta(days=2)]
        answer(day, code)
    newer = calendar(day)
    moved_together(taken, newer, timedelta(days=-2))

    mail.outbox.clear()
    move(day, BEGINS + timedelta(days=3), "Chuva forte")
    told(day, BEGINS + timedelta(days=3), "Chuva forte")
    day.all_agree()
    for code in pairs:
        assert convoked_for(day, code) == [BEGINS + timedelta(days=3)]
        own = page_of(day, registrant_of(day, code))
        assert "responda de novo" in own
        assert "As regras do jogo podem mudar de novo" in own
        assert "O texto mudou" not in own, "another day is no other document"
    moved_together(newer, calendar(day), timedelta(days=5))
    day.settle()
    day.draw("knockout")
    day.all_agree()
    on_the_day(day)


def on_the_day(day: Day) -> None:
    day.clock.at(BEGINS + timedelta(days=3), "14:00")
    for match in day.call_next():
        day.play(match, min(day.championship.logs[match].pairs), 5)
    day.all_agree()


# --- the organiser ----------------------------------------------------------------------------------------------------


def move(day: Day, begins: datetime, why: str) -> None:
    day.event.refresh_from_db()
    organiser = day.worker(Role.ORGANISER)
    path = organiser.path("wizard", Step.PLACE)
    form = forms_in(organiser.client.get(path).content.decode())[""]
    moved = {"day": [f"{begins:%Y-%m-%d}"], "hour": [f"{begins:%H:%M}"], "why": [why], "act": ["save"]}
    answered = organiser.client.post(path, {**form, **moved})
    assert answered.status_code == 302, page_html(answered)
    day.clock.moves(minutes=1)


def close_entries(day: Day) -> None:
    """At once, as an earlier day may need."""
    organiser = day.worker(Role.ORGANISER)
    path = organiser.path("wizard", Step.ENTRIES)
    form = forms_in(organiser.client.get(path).content.decode())[""]
    now = timezone.localtime() + timedelta(minutes=1)
    closes = {"closes": [f"{now:%Y-%m-%dT%H:%M}"], "why": ["Lotou"], "act": ["save"]}
    answered = organiser.client.post(path, {**form, **closes})
    assert answered.status_code == 302, page_html(answered)
    day.clock.moves(minutes=2)


# --- who is told ------------------------------------------------------------------------------------------------------


def told(day: Day, begins: datetime, why: str) -> None:
    """Mail to every person with an address, each pair's pages, and the notices of the team."""
    written = plain_date(begins.date(), with_year=False), hour_in_words(begins)
    assert sorted(to for one in mail.outbox for to in one.to) == [f"p{number}@x.test" for number in range(1, PAIRS + 1)]
    for letter in mail.outbox:
        assert all(text in str(letter.body) for text in (*written, why)), letter.body
    for code in store.championship_of(day.event).entries:
        assert why in page_of(day, registrant_of(day, code))
        assert why in Visitor(day.event).page("pair", code).text if day.championship.pairs else True
    assert why in Visitor(day.event).page("event").text
    clerk = day.clerk.client.get(reverse("notices")).content.decode()
    assert "Copa do Cais" in tree_of(clerk).one("main").text


def convoked_for(day: Day, code: str) -> list[datetime]:
    """The days that the convocation on the pair's page names."""
    assert is_convoked(day, code)
    entrant = registrant_of(day, code)
    page = tree_of(Client().get(reverse("entrant", args=[entrant.secret])).content.decode())
    section = page.one("section[aria-labelledby=convoked-t]")
    zone = ZoneInfo("America/Sao_Paulo")
    return [datetime.strptime(minute_of(one), "%Y-%m-%d %H:%M").replace(tzinfo=zone) for one in section.all("time")]


def answer(day: Day, code: str) -> None:
    entrant = registrant_of(day, code)
    path, client = reverse("entrant-convocation", args=[entrant.secret]), Client()
    form = forms_in(client.get(reverse("entrant", args=[entrant.secret])).content.decode())[path]
    assert client.post(path, {**form, "answer": "come"}).status_code == 302
    assert "Vocês responderam: nós vamos." in page_of(day, entrant)
    day.clock.moves(minutes=1)


# --- calendars --------------------------------------------------------------------------------------------------------


def calendar(day: Day) -> dict[str, tuple[datetime, int]]:
    """As a person's calendar has taken it: begin and sequence by the entry's id."""
    content = Visitor(day.event).get("calendar", day.event.slug).content
    entries = icalendar.Calendar.from_ical(content).walk("VEVENT")
    return {str(one["UID"]): (one.decoded("DTSTART"), int(one.get("SEQUENCE", 0))) for one in entries}


def moved_together(
    before: dict[str, tuple[datetime, int]], after: dict[str, tuple[datetime, int]], by: timedelta
) -> None:
    """The same entries, each moved, and each newer, so that the program replaces what it has."""
    assert before
    for name, (begins, sequence) in before.items():
        assert after[name][0] == begins + by
        assert after[name][1] > sequence

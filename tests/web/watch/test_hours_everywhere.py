"""The same hour everywhere (journeys J1 and J8): after every step the agenda, the pair's public and own page, the desk,
the board, the projector, the calendar, the spreadsheet and the printed notice say what the championship says."""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from html import unescape
from typing import Any, NamedTuple

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from icalendar import Calendar

from carteado.regulation.event_rules import SuspensionReason
from carteado.tournament.formats.slots import MatchId
from carteado.tournament.matches.timetable import MatchHour, RoundHour, rounds_of
from carteado.tournament.operations import Announce, CallMatch, Cancel, Resume, SetHours, Suspend, Undo
from carteado.tournament.registrations.eligibility import EventDay
from carteado.tournament.state.numbering import match_numbers
from carteado.web.events import store
from carteado.web.events.models import Event
from carteado.web.kit.words.dates import hour_in_words, moment_in_words, plain_date, short_day
from carteado.web.printing.hours_paper import hours_paper
from carteado.web.watch.visible_event import visible_to_everybody
from tests.web.world import event_people
from tests.web.world.halls import AF, drawn

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    """Four pairs in a drawn knockout, ten days from now at nine."""
    opened = event_people.an_open_event()
    for number in range(1, 5):
        event_people.enter(opened, f"d{number}", {}, {})
    move(opened, first_day())
    event_people.draw(opened)
    return opened


def first_day() -> datetime:
    return (timezone.localtime() + timedelta(days=10)).replace(hour=9, minute=0, second=0, microsecond=0)


def move(event: Event, begins: datetime, *, place: str = "Florianópolis", why: str = "marcado") -> None:
    event.refresh_from_db()
    details = store.details_of(event)
    settings = replace(details.settings, day=begins.date(), days=(EventDay(begins),))
    saved = store.save_details(
        event,
        replace(details, settings=settings, place=place),
        expected=event.version,
        step="lugar",
        by=event_people.founder(),
        why=why,
    )
    assert isinstance(saved, Event), saved
    event.refresh_from_db()


def publish(event: Event, *, shift: timedelta = timedelta(), why: str = "", own: timedelta | None = None) -> None:
    championship = store.championship_of(event)
    begins = championship.settings.begins
    assert begins is not None
    rounds = [
        RoundHour(*one, begins + shift + number * timedelta(hours=2))
        for number, one in enumerate(rounds_of(championship.plan))
    ]
    matches = () if own is None else (MatchHour(first_match(event), begins + own),)
    event_people.append(event, SetHours(by="system", at=timezone.now(), rounds=tuple(rounds), matches=matches, why=why))


def first_match(event: Event) -> MatchId:
    return next(iter(store.championship_of(event).fixtures))


def staff() -> Client:
    client = Client()
    client.force_login(event_people.founder())
    return client


def hours_shown(event: Event) -> Iterator[tuple[str, bool]]:
    """By the name of the place, whether it says the hour of the first match."""
    event.refresh_from_db()
    match = first_match(event)
    championship = store.championship_of(event)
    hour = championship.hour_of(match)
    assert hour is not None
    pair, _other = championship.bracket.pairs(match) or ("", "")
    there = timezone.localtime(hour)
    in_words, figures = moment_in_words(hour), f"{there:%H:%M}"
    everybody = Client()

    def page(client: Client, name: str, *arguments: str) -> str:
        answer = client.get(reverse(name, args=arguments))
        assert answer.status_code == 200, name
        return unescape(answer.content.decode())

    agenda = page(everybody, "agenda", event.slug)
    yield "agenda", f'datetime="{there.isoformat()}">' in agenda
    yield "pair", in_words in page(everybody, "pair", event.slug, pair)
    own = event.entrants.get(code=f"{pair}a")
    yield "own page", in_words in page(everybody, "entrant", own.secret)
    yield "desk", in_words in page(staff(), "match-desk", event.slug, match)
    yield "board", in_words in page(staff(), "tables", event.slug)
    yield "projector", figures in page(everybody, "projector", event.slug)
    for name, arguments in (("calendar", [event.slug]), ("pair-calendar", [event.slug, pair])):
        content = everybody.get(reverse(name, args=arguments)).content.decode().replace("\r\n ", "")
        [one] = re.findall(
            rf"BEGIN:VEVENT(?:(?!END:VEVENT).)*UID:{event.slug}-{match}@.*?END:VEVENT", content, re.DOTALL
        )
        utc = hour.astimezone(timezone.get_fixed_timezone(0))
        yield name, f"DTSTART:{utc:%Y%m%dT%H%M%SZ}" in one
    rows = everybody.get(reverse("results-file", args=[event.slug, "partidas.csv"])).content.decode()
    number = match_numbers(championship)[match]
    yield "spreadsheet", figures in next(line for line in rows.splitlines() if line.startswith(f'"{number}"'))
    paper = hours_paper(visible_to_everybody(event), kicker="", address="https://x.test/")
    assert paper is not None
    yield "notice", hour_in_words(there) in str(paper.values["days"])


def all_agree(event: Event) -> None:
    assert [name for name, is_there in hours_shown(event) if not is_there] == []


def test_j8_every_place_says_the_same_hour_after_every_step(event: Event) -> None:
    publish(event)
    all_agree(event)
    publish(event, shift=timedelta(minutes=30), why="O salão abre mais tarde")
    all_agree(event)
    publish(event, shift=timedelta(minutes=30), own=timedelta(minutes=45), why="Mesa com defeito")
    all_agree(event)
    before = store.championship_of(event).hour_of(first_match(event))
    move(event, first_day() - timedelta(days=2), why="Feriado")
    all_agree(event)
    earlier = store.championship_of(event).hour_of(first_match(event))
    move(event, first_day() + timedelta(days=5), why="Chuva")
    all_agree(event)
    later = store.championship_of(event).hour_of(first_match(event))
    assert before
    assert (earlier, later) == (before - timedelta(days=2), before + timedelta(days=5))


def test_j8_a_stop_is_read_everywhere_with_its_reason(event: Event) -> None:
    publish(event)
    by, reason = store.author(event_people.founder()), SuspensionReason.FORCE_MAJEURE
    pair = store.championship_of(event).pairs[0]
    own = event.entrants.get(code=f"{pair}a")
    places = (
        reverse("event", args=[event.slug]),
        reverse("agenda", args=[event.slug]),
        reverse("pair", args=[event.slug, pair]),
        reverse("entrant", args=[own.secret]),
    )
    event_people.append(event, Suspend(by=by, at=timezone.now(), reason=reason, why="Enchente"))
    for path in places:
        assert "está suspenso" in Client().get(path).content.decode(), path
        assert "Enchente" in Client().get(path).content.decode(), path
    screen = reverse("projector", args=[event.slug])
    for said in ("está suspenso", "Enchente"):
        assert said in Client().get(screen).content.decode()
    assert "A seguir" not in Client().get(places[0]).content.decode() + Client().get(screen).content.decode()
    move(event, first_day() + timedelta(days=30), why="Nova data")  # what one suspends for
    event_people.append(event, Resume(by=by, at=timezone.now()))
    for path in (places[1], screen):
        assert "está suspenso" not in Client().get(path).content.decode()
    assert "A seguir" in Client().get(screen).content.decode()
    event_people.append(event, Cancel(by=by, at=timezone.now(), reason=reason, why="Desabou o telhado"))
    for path in places:
        page = Client().get(path).content.decode()
        assert "foi cancelado" in page, path
        assert "Desabou o telhado" in page, path
    assert "Próximo jogo" not in Client().get(places[2]).content.decode()
    cancelled = Client().get(screen).content.decode()
    assert "Desabou o telhado" in cancelled
    assert "Horários das rodadas" not in cancelled
    assert "STATUS:CANCELLED" in Client().get(reverse("calendar", args=[event.slug])).content.decode()


# --- matches that are not played when their round is --------------------------------------------------------------


def own_hours(event: Event, *after: timedelta | None) -> None:
    """The hours of the two semi-finals after the event's, the one of the round where None stands; the final follows."""
    championship = store.championship_of(event)
    begins, rounds = championship.settings.begins, rounds_of(championship.plan)
    assert begins is not None
    matches = [
        MatchHour(match, begins + one)
        for match, one in zip(championship.fixtures, after, strict=False)
        if one is not None
    ]
    told = [RoundHour(*rounds[0], begins)] if None in after else []
    final = RoundHour(*rounds[-1], begins + timedelta(days=2))
    event_people.append(
        event, SetHours(by="system", at=timezone.now(), rounds=(*told, final), matches=tuple(matches), why="mesas")
    )


def notice_lines(event: Event) -> list[tuple[str, str, str, int]]:
    """Day, hour, title and number of matches of everything on the printed notice."""
    paper = hours_paper(visible_to_everybody(event), kicker="", address="https://x.test/")
    assert paper is not None
    days: list[dict[str, Any]] = paper.values["days"]
    return [(day["title"], turn["hour"], turn["title"], len(turn["matches"])) for day in days for turn in day["turns"]]


def day_title(after: timedelta) -> str:
    there = first_day() + after
    return f"{date_format(there, 'l')}, {plain_date(there.date())}".capitalize()


def test_af_9_a_match_on_another_day_than_its_round_stands_under_its_own_day(event: Event) -> None:
    own_hours(event, None, timedelta(days=1, hours=1))
    one, two, three = notice_lines(event)
    assert one == (day_title(timedelta()), "9h", "Semifinais · partida\N{NO-BREAK SPACE}1", 1)
    assert two == (day_title(timedelta(days=1)), "10h", "Semifinais · partida\N{NO-BREAK SPACE}2", 1)
    assert three == (day_title(timedelta(days=2)), "9h", "Final", 0)
    agenda = unescape(Client().get(reverse("agenda", args=[event.slug])).content.decode())
    assert "Semifinais · partida\N{NO-BREAK SPACE}2" in agenda
    screen = unescape(Client().get(reverse("projector", args=[event.slug])).content.decode())
    second = first_day() + timedelta(days=1, hours=1)
    assert moment_in_words(second) in screen
    assert f"{short_day(second)}, 10:00" in screen, "beside the coming match, whose hour alone would be today's"


def test_af_9_a_round_whose_matches_all_have_their_own_hours_is_published_everywhere(event: Event) -> None:
    own_hours(event, timedelta(), timedelta(hours=1))
    assert [line[1:3] for line in notice_lines(event)][:2] == [
        ("9h", "Semifinais · partida\N{NO-BREAK SPACE}1"),
        ("10h", "Semifinais · partida\N{NO-BREAK SPACE}2"),
    ]
    for name in ("agenda", "projector"):
        page = unescape(Client().get(reverse(name, args=[event.slug])).content.decode())
        assert moment_in_words(first_day() + timedelta(hours=1)) in page, name


def test_af_9_the_hour_of_a_match_whose_pairs_nobody_knows_yet_is_on_the_notice() -> None:
    event = drawn(AF, 10)
    move(event, first_day())
    championship = store.championship_of(event)
    begins, days = first_day(), {"final": 2, "third-place": 2}
    rounds = tuple(
        RoundHour(*one, begins + timedelta(days=days.get(one.phase, 0), hours=2 * number))
        for number, one in enumerate(rounds_of(championship.plan))
    )
    late = MatchHour("finals-semi-final-2", begins + timedelta(days=1))
    event_people.append(event, SetHours(by="system", at=timezone.now(), rounds=rounds, matches=(late,)))
    titles = [line[2] for line in notice_lines(event)]
    assert "Semifinais · partida\N{NO-BREAK SPACE}10" in titles
    assert (day_title(timedelta(days=1)), "9h", "Semifinais · partida\N{NO-BREAK SPACE}11", 0) in notice_lines(event)


def test_a_notice_from_before_the_day_moved_is_told_from_one_after_it(event: Event) -> None:
    begins, rounds = first_day(), rounds_of(store.championship_of(event).plan)
    at = timezone.now() - timedelta(days=2)
    event_people.append(event, SetHours(by="system", at=at, rounds=(RoundHour(*rounds[0], begins),)))
    move(event, first_day() + timedelta(days=3), why="Chuva")
    paper = hours_paper(visible_to_everybody(event), kicker="", address="https://x.test/")
    assert paper is not None
    assert moment_in_words(store.championship_of(event).notices[-1].at) in paper.values["foot"]


# --- calendars that people already have ---------------------------------------------------------------------------


class InCalendar(NamedTuple):
    """What a calendar program reads of one entry."""

    sequence: int
    status: str
    start: str


def entries_in(event: Event, name: str = "calendar", *arguments: str) -> dict[str, InCalendar]:
    content = Client().get(reverse(name, args=[event.slug, *arguments])).content
    return {
        str(one["uid"]): InCalendar(int(str(one["sequence"])), str(one["status"]), str(one.decoded("dtstart")))
        for one in Calendar.from_ical(content).walk("VEVENT")
    }


def test_j8_every_change_replaces_the_entries_that_people_have(event: Event) -> None:
    """One entry a match under one name; a later file always has the higher number, also when a change is taken back."""
    by, reason = store.author(event_people.founder()), SuspensionReason.FORCE_MAJEURE
    publish(event)
    first = f"{event.slug}-{first_match(event)}@carteado"
    versions = [entries_in(event)]

    def next_version() -> InCalendar:
        event.refresh_from_db()
        versions.append(entries_in(event))
        assert set(versions[-1]) >= set(versions[0])
        assert versions[-1][first].sequence > versions[-2][first].sequence
        for name, arguments in (("pair-calendar", [pair]), ("results-file", ["partidas.ics"])):
            assert entries_in(event, name, *arguments)[first] == versions[-1][first], name
        return versions[-1][first]

    pair = store.championship_of(event).bracket.pairs(first_match(event))[0]  # type: ignore[index]
    publish(event, shift=timedelta(minutes=30), why="Almoço")
    moved = next_version()
    event_people.append(event, Undo(by=by, at=timezone.now(), why="engano"))
    assert next_version().start == versions[0][first].start != moved.start
    event_people.append(event, Suspend(by=by, at=timezone.now(), reason=reason, why="Enchente"))
    assert next_version().status == "TENTATIVE"
    move(event, first_day() + timedelta(days=30), why="Nova data")
    assert next_version().start > moved.start
    event_people.append(event, Resume(by=by, at=timezone.now()))
    assert next_version().status == "CONFIRMED"
    event_people.append(event, CallMatch(by=by, at=timezone.now(), match=first_match(event), table="3"))
    next_version()
    event_people.append(event, Cancel(by=by, at=timezone.now(), reason=reason, why="Desabou o telhado"))
    assert next_version().status == "CANCELLED"
    assert {one.status for one in versions[-1].values()} == {"CANCELLED"}


def test_e_14_under_an_embargo_the_number_of_a_calendar_grows_with_hours_and_not_with_play(event: Event) -> None:
    publish(event)
    details = replace(store.details_of(event), embargo_until=timezone.now() + timedelta(days=99))
    saved = store.save_details(
        event, details, expected=event.version, step="lugar", by=event_people.founder(), why="gravação"
    )
    assert isinstance(saved, Event)
    event.refresh_from_db()
    before = entries_in(event)
    event_people.play(event)
    assert entries_in(event) == before
    publish(event, shift=timedelta(minutes=5), why="Mesas")
    event_people.append(event, Undo(by="system", at=timezone.now()))
    after = entries_in(event)
    assert {one.start for one in after.values()} == {one.start for one in before.values()}
    assert all(after[name].sequence == before[name].sequence + 2 for name in before)


def test_j8_a_day_that_fell_away_is_called_off_in_calendars(event: Event) -> None:
    two = (EventDay(first_day()), EventDay(first_day() + timedelta(days=1)))
    settings = replace(store.details_of(event).announced, days=two)
    event_people.append(event, Announce(by="system", at=timezone.now(), settings=settings, why="Dois dias"))
    second = f"{event.slug}.2@carteado"
    assert entries_in(event)[second].status == "CONFIRMED"
    one = replace(settings, days=two[:1])
    event_people.append(event, Announce(by="system", at=timezone.now(), settings=one, why="Um dia só"))
    found = entries_in(event)
    assert found[second].status == "CANCELLED"
    assert found[f"{event.slug}@carteado"].status == "CONFIRMED"


def test_the_second_day_of_an_event_is_not_another_event(event: Event) -> None:
    """The next event of the same name has the address that the number of a day made too."""
    other = event_people.an_open_event()
    assert other.slug == f"{event.slug}-2"
    two = (EventDay(first_day()), EventDay(first_day() + timedelta(days=1)))
    settings = replace(store.details_of(event).announced, days=two)
    event_people.append(event, Announce(by="system", at=timezone.now(), settings=settings, why="Dois dias"))
    assert not set(entries_in(event)) & set(entries_in(other))

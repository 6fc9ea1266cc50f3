"""The referee's desk: all tables with what needs him first, and what he does there with one tap."""

import re
from collections.abc import Sequence
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from carteado.regulation import catalogue
from carteado.tournament.matches.clocks import Moment
from carteado.tournament.matches.match_log import Ending, Game, Party
from carteado.tournament.operations import CallMatch, Dispute, MarkTime, StartMatch, Submit
from carteado.web.devices.models import Device
from carteado.web.events import store
from carteado.web.events.models import Event
from carteado.web.kit.guarding.policy import PUSHED, Action, Role
from carteado.web.kit.push import topics
from carteado.web.people.models import User
from carteado.web.sumula.match_sheets import Gone
from carteado.web.sumula.models import Sheet, SheetEntry
from tests.web.referee.referee_desk import Desk, kinds
from tests.web.sumula.sumulas import Phone, a_device, called, sheet_at, truco_hand
from tests.web.world.halls import AF, TM, append, drawn, open_matches
from tests.web.world.roles import a_person

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(people: dict[Role, User]) -> Event:
    return drawn(TM, 16, people=people, tables=8)


@pytest.fixture
def clerk(event: Event, people: dict[Role, User]) -> Desk:
    return Desk.of(event, people[Role.CLERK])


def tables_of(page: str) -> list[str]:
    """Their numbers, in the order of the page."""
    return re.findall(r'table-card__number"><span class="visually-hidden">[^<]*</span>([^<]+)<', page)


def card(page: str, table: str) -> str:
    cards: list[str] = re.findall(r'<li class="table-card.*?</li>', page, re.DOTALL)
    return next(one for one in cards if tables_of(one) == [table])


def phones_at(event: Event, count: int) -> list[Phone]:
    """As many tables, each with a match that was called and a phone."""
    sheets = [called(event, match, str(number)) for number, match in enumerate(some(event, count), start=1)]
    return [Phone(one, a_device(event, str(number)), f"t{number}") for number, one in enumerate(sheets, start=1)]


def some(event: Event, count: int) -> Sequence[str]:
    return open_matches(store.championship_of(event))[:count]


# --- all tables ---------------------------------------------------------------------------------------------------


def test_what_needs_the_referee_most_comes_first(event: Event, referee: Desk) -> None:
    phones = phones_at(event, 7)
    matches = [phone.sheet.match for phone in phones]
    now = timezone.now()
    for phone in phones[:6]:
        phone.send(phone.entry("hand", place=0, hand=truco_hand(0)))
    phones[5].send(phones[5].entry("call"))  # table 6 calls first, then table 2
    phones[1].send(phones[1].entry("call", about="Sinal com a boca"))
    games = (Game((12, 3), 0, Ending.TARGET),)
    append(event, Submit(by="x", at=now, match=matches[2], games=games))
    append(event, Submit(by="x", at=now, match=matches[3], games=games))
    append(event, Dispute(by="x", at=now, match=matches[3], version=0, party=Party.SECOND, why="foi 12 a 5"))
    other = Phone(phones[4].sheet, phones[4].secret, "z")
    other.send(other.entry("hand", place=0, hand=truco_hand(1, 3)))  # table 5: two phones differ
    # 6 and 2 call, 4 is disputed, 5 has a doubt, 3 waits for confirmation, 7 was called, 1 plays
    assert tables_of(referee.open("referee")) == ["6", "2", "4", "5", "3", "7", "1"]


def test_a_time_that_is_up_goes_before_a_doubt_and_an_absence_before_a_game(people: dict[Role, User]) -> None:
    event = drawn(TM, 16, people=people, tables=8, at=timezone.now() - timedelta(hours=3))
    long_ago, matches = timezone.now() - timedelta(minutes=61), some(event, 3)
    for number, match in enumerate(matches, start=1):
        at = long_ago if number == 2 else timezone.now()
        append(event, CallMatch(by="x", at=at, match=match, table=str(number)), StartMatch(by="x", at=at, match=match))
    pair = store.championship_of(event).logs[matches[2]].pairs[1]
    append(event, MarkTime(by="x", at=timezone.now(), match=matches[2], moment=Moment.ABSENT, pair=pair))
    page = Desk.of(event, people[Role.REFEREE]).open("referee")
    assert tables_of(page) == ["2", "3", "1"]
    assert "art. 18" in card(page, "2")
    assert "art. 20" in card(page, "3")


def test_a_table_shows_its_score_its_hand_and_when_its_phone_was_heard(event: Event, referee: Desk) -> None:
    [phone] = phones_at(event, 1)
    hands = [phone.entry("hand", place=place, hand=truco_hand(0, 3)) for place in (0, 1)]
    phone.send(*hands)
    heard = timezone.now() - timedelta(minutes=7)
    Device.objects.update(last_seen_at=heard)
    Sheet.objects.update(written_at=heard - timedelta(minutes=5))
    page = card(referee.open("referee"), "1")
    assert '<b class="table-card__score">6</b>' in page
    assert "2 mãos" in page
    assert f"{timezone.localtime(heard):%H:%M}" in page


def test_a_call_of_a_match_that_is_over_is_not_lost(event: Event, referee: Desk, phone: Phone) -> None:
    games = (Game((12, 3), 0, Ending.TARGET),)
    match = phone.sheet.match
    append(event, Submit(by="x", at=timezone.now(), match=match, games=games))
    referee.client.post(
        reverse("match-rule", args=[event.slug, match, "confirmar-arbitragem"]), {"party": "referee", "version": 0}
    )
    phone.send(phone.entry("call", about="Erramos a conta"))
    assert "Erramos a conta" in referee.open("referee")


# --- calls --------------------------------------------------------------------------------------------------------


def test_a_call_waits_with_its_time_until_somebody_says_that_he_comes(referee: Desk, phone: Phone) -> None:
    call = phone.entry("call", about="Carta virada")
    phone.send(call)
    page = referee.open("referee")
    received = SheetEntry.objects.get().received
    assert "Carta virada" in page
    assert f'data-waiting="{timezone.localtime(received).isoformat()}"' in page
    answer = referee.post("referee-answer", phone.sheet.match, chamado=call["id"], volta="mesas")
    assert answer.url == reverse("referee", args=["salao"])
    assert "Carta virada" not in referee.open("referee")
    [back] = phone.send()["entries"]
    assert (back["kind"], back["of"]) == ("answer", call["id"])
    phone.sheet.refresh_from_db()
    assert phone.sheet.calls_open == 0


def test_of_two_who_say_that_they_come_the_first_does(event: Event, referee: Desk, phone: Phone) -> None:
    call = phone.entry("call")
    phone.send(call)
    other = a_person(Role.REFEREE, event)
    assert other is not None
    second = Desk.of(event, other)
    for desk in (referee, second, second):
        desk.post("referee-answer", phone.sheet.match, chamado=call["id"], volta="mesas")
    assert kinds(phone.sheet) == ["call", "answer"]
    assert "Referee já está indo." in second.open("referee")


def test_a_call_on_a_full_sheet_is_not_answered_and_the_referee_reads_why(
    referee: Desk, phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    call = phone.entry("call")
    phone.send(call)
    monkeypatch.setattr("carteado.web.sumula.sheet_writing.MOST_ENTRIES", 1)
    assert referee.post("referee-answer", phone.sheet.match, chamado=call["id"]).status_code == 302
    page = referee.open("referee-match", phone.sheet.match)
    assert "Isso é mais do que cabe numa súmula." in page
    assert "A mesa já sabe que você está indo." not in page
    assert kinds(phone.sheet) == ["call"]


def test_a_call_whose_match_changes_meanwhile_is_not_answered(
    referee: Desk, phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    call = phone.entry("call")
    phone.send(call)
    monkeypatch.setattr("carteado.web.sumula.sheet_writing.gone", lambda _championship, _sheet: Gone.AGAIN)
    assert referee.post("referee-answer", phone.sheet.match, chamado=call["id"]).status_code == 302
    assert "o que você escreveu não conta" in referee.open("referee-match", phone.sheet.match)
    assert kinds(phone.sheet) == ["call"]


def test_what_is_no_call_is_not_answered(referee: Desk, phone: Phone) -> None:
    hand = phone.entry("hand", place=0, hand=truco_hand(0))
    phone.send(hand)
    for call in ("", "nada", hand["id"], "x" * 5000):
        assert referee.post("referee-answer", phone.sheet.match, chamado=call).status_code == 302
    assert kinds(phone.sheet) == ["hand"]


# --- absence ------------------------------------------------------------------------------------------------------


def test_tm_20_an_absence_starts_and_ends_with_one_tap(referee: Desk, phone: Phone) -> None:
    phone.send(phone.entry("hand", place=0, hand=truco_hand(0)))
    match = phone.sheet.match
    first, second = phone.sheet.pairs
    page = referee.open("referee")
    assert {f'value="absent:{pair}"' in page for pair in (first, second)} == {True}
    seq = Event.objects.get().seq
    referee.post("referee-time", match, mark=f"absent:{first}", seq=seq, volta="mesas")
    referee.post("referee-time", match, mark=f"absent:{first}", seq=seq, volta="mesas")
    clock = store.championship_of(Event.objects.get()).logs[match].clock
    assert [mark.moment for mark in clock.marks].count(Moment.ABSENT) == 1, "sent twice it is done once"
    page = card(referee.open("referee"), "1")
    assert f'value="returned:{first}"' in page
    assert f'value="absent:{second}"' in page
    assert "art. 20" in page
    referee.post("referee-time", match, mark=f"returned:{first}", seq=seq + 1, volta="mesas")
    assert "art. 20" not in card(referee.open("referee"), "1")


def test_two_taps_at_once_are_one_absence(referee: Desk, clerk: Desk, phone: Phone) -> None:
    phone.send(phone.entry("hand", place=0, hand=truco_hand(0)))
    match, pair = phone.sheet.match, phone.sheet.first
    seq = Event.objects.get().seq
    for desk in (referee, clerk):
        desk.post("referee-time", match, mark=f"absent:{pair}", seq=seq, volta="mesas")
    clock = store.championship_of(Event.objects.get()).logs[match].clock
    assert [mark.moment for mark in clock.marks].count(Moment.ABSENT) == 1
    assert "Alguém foi mais rápido" in clerk.open("referee")


def test_an_absence_that_cannot_be_is_refused(referee: Desk, phone: Phone) -> None:
    pair, seq = phone.sheet.first, Event.objects.get().seq
    referee.post("referee-time", phone.sheet.match, mark=f"absent:{pair}", seq=seq, volta="mesas")
    assert catalogue("pt").refusals["clock_not_started"] in referee.open("referee")
    assert referee.post("referee-time", phone.sheet.match, mark="dancing").status_code == 404


def test_where_no_rule_counts_absences_none_is_offered(people: dict[Role, User]) -> None:
    event = drawn(AF, 4, people=people, slug="tranca")
    sheet = called(event)
    append(event, StartMatch(by="x", at=timezone.now(), match=sheet.match))
    assert "absent:" not in Desk.of(event, people[Role.REFEREE]).open("referee")


# --- whose desk it is ---------------------------------------------------------------------------------------------


def test_a_clerk_sees_the_tables_and_rules_nothing(clerk: Desk, phone: Phone) -> None:
    call = phone.entry("call", about="Carta virada")
    fix = phone.entry("hand", place=0, hand=truco_hand(0))
    phone.send(call, fix, phone.entry("correct", of=fix["id"], over=fix["id"], hand=truco_hand(1), why="trocado"))
    match = phone.sheet.match
    board, page = clerk.open("referee"), clerk.open("referee-match", match)
    assert "Carta virada" in board
    for one in (board, page, clerk.open("referee-rules", q="tento", partida=match)):
        assert not re.search(r"/(vou|placar|revisao/\"|decidir)", one.replace("arbitragem/revisao/", "")), one
    before = kinds(phone.sheet)
    for name in ("referee-answer", "referee-freeze", "referee-review"):
        assert clerk.post(name, match, chamado=call["id"], ato="congelar").status_code == 403
    assert clerk.client.get(clerk.path("referee-ruling", match, "tento")).status_code == 403
    assert kinds(phone.sheet) == before


@pytest.mark.parametrize("role", [Role.MEMBER, Role.BROADCASTER])
def test_who_runs_nothing_sees_nothing(event: Event, phone: Phone, role: Role) -> None:
    person = a_person(role, event)
    assert person is not None
    desk = Desk.of(event, person)
    for name in ("referee", "referee-rules", "referee-reviews", "referee-penalties"):
        assert desk.client.get(desk.path(name)).status_code == 403
        assert Client().get(desk.path(name)).status_code == 302
    assert desk.client.get(desk.path("referee-match", phone.sheet.match)).status_code == 403


def test_what_is_pushed_has_the_buttons_only_for_who_rules(phone: Phone) -> None:
    phone.send(phone.entry("call", about="Carta virada"))
    rules, sees = (topics.render(kind, "salao", "pt-br") for kind in ("arbitragem", "arbitragem-mesa"))
    assert "Carta virada" in rules
    assert "Carta virada" in sees
    assert "/vou/" in rules
    assert "/vou/" not in sees
    assert (PUSHED["arbitragem"], PUSHED["arbitragem-mesa"]) == (Action.RULE, Action.RUN_MATCHES)
    assert {"arbitragem", "arbitragem-mesa"} <= set(topics.FOLLOWERS["evento"])


def test_there_is_no_desk_of_a_match_that_is_not(referee: Desk) -> None:
    desk = referee.path("referee")
    assert referee.leads_to("referee-match", "nenhuma") == desk
    assert referee.leads_to("referee-ruling", "nenhuma", "tento") == desk
    assert referee.leads_to("referee-match", "knockout-final") == desk, "nobody is in it yet"


def test_an_open_page_is_told_when_something_happened(referee: Desk, phone: Phone) -> None:
    phone.send(phone.entry("hand", place=0, hand=truco_hand(0)))
    page = referee.open("referee-match", phone.sheet.match)
    [poll_url] = re.findall(r'data-news="([^"]+)"', page)
    assert referee.client.get(poll_url).status_code == 204
    phone.send(phone.entry("call"))
    assert referee.client.get(poll_url).status_code == 200


# --- how much it asks of the database -----------------------------------------------------------------------------


def test_the_pages_ask_as_often_with_many_tables_as_with_one(event: Event, referee: Desk) -> None:
    phones = phones_at(event, 8)
    match = phones[0].sheet.match

    def query_count() -> list[int]:
        counts = []
        for name, *blanks in (
            ("referee",),
            ("referee-reviews",),
            ("referee-penalties",),
            ("referee-rules",),
            ("referee-match", match),
        ):
            referee.open(name, *blanks)
            with CaptureQueriesContext(connection) as queries:
                referee.open(name, *blanks)
            counts.append(len(queries))
        return counts

    def busy(phone: Phone) -> None:
        hand = phone.entry("hand", place=0, hand=truco_hand(0), despite="assim foi")
        phone.send(hand, phone.entry("correct", of=hand["id"], over=hand["id"], hand=truco_hand(1), why="trocado"))
        phone.send(phone.entry("call"))
        referee.rules(phone.sheet.match, "advertencia", key="signs.offered", pair=0, why="falou")

    busy(phones[0])
    few = query_count()
    for phone in phones[1:]:
        busy(phone)
    assert query_count() == few


def test_sheets_of_pairs_that_play_no_more_are_not_at_the_desk(event: Event, referee: Desk, phone: Phone) -> None:
    Sheet.objects.create(
        event=event, match=phone.sheet.match, first="d98", second="d99", seq=1, calls_open=1, questions=3
    )
    page = referee.open("referee")
    assert "dúvida" not in page
    assert sheet_at(event, phone.sheet.match) == phone.sheet

"""The strip of a broadcast: what everybody may know, as late as the picture is, and nothing that came after."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from html import unescape
from typing import Any
from unittest.mock import patch

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from carteado.tournament.formats.plans import best_of
from carteado.tournament.matches.clocks import Moment
from carteado.tournament.matches.match_log import Game, Party
from carteado.tournament.operations import CallMatch, Confirm, MarkTime, StartMatch, Submit, Undo, WalkOver
from carteado.tournament.state.championship import Championship
from carteado.web.devices.letting_in import revoke
from carteado.web.devices.models import Device, Purpose, Right
from carteado.web.events import store
from carteado.web.events.delays import Delays, delays_of
from carteado.web.events.models import Event, Pair
from carteado.web.kit.guarding.policy import Role
from carteado.web.log.models import LogEntry
from carteado.web.people.models import Membership, User, fingerprint, new_secret
from carteado.web.sumula.freezing import freeze, unfreeze
from carteado.web.sumula.models import Sheet
from tests.web.sumula.sumulas import Phone, a_device, called, truco_hand
from tests.web.world.halls import AF, TM, append, drawn, forms_in, name_of, open_matches

pytestmark = pytest.mark.django_db

MOMENT = timedelta(microseconds=1)


@dataclass
class Air:
    """A broadcast that asks for its strip."""

    device: Device
    secret: str

    def asks(self, at: datetime | None = None, **headers: str) -> Any:
        """At the broadcast's instant, which is its delay behind the hall."""
        shown_at = (at or timezone.now()) + timedelta(seconds=self.device.delay)
        with patch.object(timezone, "now", lambda: shown_at):
            sent = {"Authorization": f"Bearer {self.secret}", **headers}
            return Client().get(reverse("overlay-strip"), headers=sent)

    def strip(self, at: datetime | None = None) -> str:
        answer = self.asks(at)
        assert answer.status_code == 200
        return str(answer.content.decode())

    def text(self, at: datetime | None = None) -> str:
        return " ".join(unescape(re.sub(r"<[^>]+>", " ", self.strip(at))).split())


def on_air(
    event: Event, *, table: str = "1", match: str = "", delay: int = 0, purpose: Purpose = Purpose.PUBLIC
) -> Air:
    secret = new_secret()
    device = Device.objects.create(
        event=event,
        right=Right.OVERLAY,
        number=event.devices.count() + 1,
        table=table,
        match=match,
        delay=delay,
        purpose=purpose,
        secret_hash=fingerprint(secret),
    )
    return Air(device, secret)


def scores(strip: str) -> list[str]:
    return re.findall(r"<b>([^<]*)</b></li>", strip)


def in_force(event: Event) -> Delays:
    """The delays as they are set now."""
    return delays_of(event)._replace(earlier=())


@pytest.fixture
def event() -> Event:
    return drawn(TM, 4)


@pytest.fixture
def sheet(event: Event) -> Sheet:
    return called(event)


@pytest.fixture
def phone(event: Event, sheet: Sheet) -> Phone:
    return Phone(sheet, a_device(event))


def play(phone: Phone, *values: tuple[int, int]) -> datetime:
    """Hands, one after another; the instant at which the last was received."""
    for winner, value in values:
        phone.send(phone.entry("hand", place=phone.written, hand=truco_hand(winner, value)))
    return phone.sheet.entries.latest("seq").received


def settled(event: Event) -> datetime:
    """An instant after everything that has been written so far."""
    return max(timezone.now(), LogEntry.objects.filter(event=event).latest("at").at) + MOMENT


# --- what it shows ------------------------------------------------------------------------------------------------


def test_names_score_table_and_the_last_hand(event: Event, sheet: Sheet, phone: Phone) -> None:
    play(phone, (0, 1), (1, 3))
    strip = on_air(event).strip()
    assert scores(strip) == ["1", "3"]
    assert [name_of(pair) in strip for pair in sheet.pairs] == [True, True]
    assert 'data-hand="2"' in strip
    assert re.findall(r"<b>([^<]*)</b></span>", strip) == ["+3"]
    assert "vale 3" in strip
    assert "data-until" in strip


def test_an_ordinary_hand_has_no_stamp(event: Event, phone: Phone) -> None:
    play(phone, (0, 1))
    assert "overlay__stamp" not in on_air(event).strip()


def test_before_the_first_card_there_are_names_and_no_score(event: Event, sheet: Sheet) -> None:
    strip = on_air(event).strip()
    assert scores(strip) == []
    assert "chamada" in on_air(event).text()
    assert [name_of(pair) in strip for pair in sheet.pairs] == [True, True]


def test_a_table_where_nothing_is_shows_the_event(event: Event, sheet: Sheet) -> None:
    assert on_air(event, table="4").text() == "mesa 4 Copa do Salão"


def test_a_table_follows_whichever_match_is_there(event: Event, sheet: Sheet, phone: Phone) -> None:
    air, fixed = on_air(event), on_air(event, match=sheet.match)
    play(phone, (0, 12))
    finish(event, sheet.match)
    over = air.strip()
    assert "is-winner" in over
    assert scores(over) == ["12", "0"]
    other = open_matches(store.championship_of(event))[0]
    second = called(event, other)
    assert [name_of(pair) in air.strip() for pair in second.pairs] == [True, True]
    assert not any(name_of(pair) in air.strip() for pair in sheet.pairs)
    assert scores(fixed.strip()) == ["12", "0"], "one that shows a match stays with it"


def finish(event: Event, match: str, points: tuple[int, int] = (12, 0)) -> None:
    at = timezone.now()
    games = (Game(points, 0 if points[0] > points[1] else 1),)
    confirmed_by = store.championship_of(event).confirmed_by
    confirmations = [
        Confirm(by="system", at=at, match=match, version=0, party=party) for party in Party if party in confirmed_by
    ]
    append(event, Submit(by="system", at=at, match=match, games=games), *confirmations)


def test_who_did_not_come_is_told_by_the_word(event: Event, sheet: Sheet) -> None:
    loser = sheet.pairs[1]
    append(event, WalkOver(by="system", at=timezone.now(), match=sheet.match, absent=(loser,), why="não veio"))
    strip = on_air(event).strip()
    assert strip.count("W.O.") == 1
    assert strip.index(name_of(loser)) < strip.index("W.O.")
    assert scores(strip) == []


def test_a_match_on_paper_has_no_score_until_everybody_has_confirmed_it(event: Event) -> None:
    match = open_matches(store.championship_of(event))[0]
    at = timezone.now()
    append(event, CallMatch(by="system", at=at, match=match, table="2"), StartMatch(by="system", at=at, match=match))
    air = on_air(event, table="2")
    assert scores(air.strip()) == []
    append(event, Submit(by="system", at=at, match=match, games=(Game((12, 7), 0),)))
    assert scores(air.strip()) == []
    assert "a confirmar" in air.text()
    for party in Party:
        if party in store.championship_of(event).confirmed_by:
            append(event, Confirm(by="system", at=timezone.now(), match=match, version=0, party=party))
    assert scores(air.strip()) == ["12", "7"]


def test_the_clock_stands_still_in_a_pause(event: Event, sheet: Sheet, phone: Phone) -> None:
    play(phone, (0, 1))
    append(event, MarkTime(by="system", at=timezone.now(), match=sheet.match, moment=Moment.PAUSED))
    strip = on_air(event).strip()
    assert "data-until" not in strip
    assert re.search(r"<b>\d+:\d\d</b>", strip)


def test_where_no_time_is_set_it_tells_how_long_they_have_played() -> None:
    event = drawn(AF, 4)
    match = open_matches(store.championship_of(event))[0]
    at = timezone.now() - timedelta(minutes=38)
    append(event, CallMatch(by="system", at=at, match=match, table="1"), StartMatch(by="system", at=at, match=match))
    strip = on_air(event).strip()
    assert "data-until" not in strip
    [since] = re.findall(r'datetime="([^"]+)" data-since', strip)
    assert abs(datetime.fromisoformat(since) - at) < timedelta(seconds=1)


def test_of_a_series_it_tells_the_games_won_and_the_score_of_the_one_that_is_on() -> None:
    event = drawn(TM, 4, plan=best_of(4))
    sheet = called(event)
    phone, air = Phone(sheet, a_device(event)), on_air(event)
    play(phone, (0, 12), (1, 3))
    assert (scores(air.strip()), re.findall(r"<i>(\d)</i>", air.strip())) == (["0", "3"], ["1", "0"])
    append(event, Submit(by="system", at=timezone.now(), match=sheet.match, games=(Game((12, 0), 0), Game((12, 3), 0))))
    for party in store.championship_of(event).confirmed_by:
        append(event, Confirm(by="system", at=timezone.now(), match=sheet.match, version=0, party=party))
    assert (scores(air.strip()), re.findall(r"<i>", air.strip())) == (["2", "0"], [])


def test_points_of_melds_are_told_for_both_pairs_and_have_no_stamp() -> None:
    event = drawn(AF, 4)
    phone, air = Phone(called(event), a_device(event)), on_air(event)
    went_out = {"clean": 1, "melded": 25, "morto": "taken"}
    stayed = {"dirty": 1, "melded": 10, "in_hand": 30, "morto": "not_taken"}
    answer = phone.send(phone.entry("hand", place=0, hand={"went_out": 0, "pairs": [went_out, stayed]}))
    one, two = answer["counted"]["score"]
    strip = air.strip()
    assert one > 0 > two
    assert scores(strip) == [str(one), f"−{-two}"]
    assert re.findall(r"<b>([^<]*)</b></span>", strip) == [f"+{one}", f"−{-two}"]
    assert "overlay__stamp" not in strip


def test_a_name_is_text_and_nothing_else(event: Event, sheet: Sheet) -> None:
    Pair.objects.filter(event=event, code=sheet.first).update(name='<img src=x onerror="alert(1)"> & "Zé"')
    Event.objects.filter(pk=event.pk).update(name="<b>Copa</b>")
    strip = on_air(event).strip() + on_air(event, table="9").strip()
    assert "<img" not in strip
    assert "<b>Copa" not in strip
    assert "&lt;img src=x onerror=&quot;alert(1)&quot;&gt; &amp; &quot;Zé&quot;" in strip


def test_it_asks_as_often_whatever_was_played(event: Event, phone: Phone) -> None:
    air = on_air(event)

    def query_count() -> int:
        with CaptureQueriesContext(
            connection,
        ) as queries:
            air.asks()
        return len(queries)

    play(phone, (0, 1))
    query_count()
    few = query_count()
    play(phone, (1, 1), (0, 1), (1, 1), (0, 1))
    query_count()
    assert query_count() == few


def test_what_comes_after_the_result_stays_off_the_air(event: Event, phone: Phone) -> None:
    hand = phone.entry("hand", place=0, hand=truco_hand(0, 12))
    phone.send(hand, *phone.accept(hand["id"]))
    wrong = phone.entry("correct", of=hand["id"], over=hand["id"], hand=truco_hand(1, 9), why="era deles")
    assert phone.send(wrong)["entries"][0]["late"] is True
    assert scores(on_air(event).strip(settled(event))) == ["12", "0"]


# --- as late as the picture ---------------------------------------------------------------------------------------


def test_a_hand_appears_when_the_delay_is_over_and_not_an_instant_before(event: Event, phone: Phone) -> None:
    air = on_air(event, delay=30)
    play(phone, (0, 1))
    received = play(phone, (1, 3))
    assert scores(air.strip(received)) == ["1", "3"]
    assert scores(air.strip(received - MOMENT)) == ["1", "0"]


def current_championship(event: Event) -> Championship:
    event.refresh_from_db()
    return store.championship_of(event)


LATER: dict[str, Callable[[Event, Phone], object]] = {
    "a hand": lambda _event, phone: play(phone, (0, 3)),
    "many hands": lambda _event, phone: play(phone, (1, 1), (0, 3), (1, 6)),
    "a correction": lambda _event, phone: phone.send(
        phone.entry("correct", of="a1", over="a1", hand=truco_hand(1, 6), why="era deles")
    ),
    "an undo": lambda _event, phone: phone.send(phone.entry("undo", of="a2")),
    "a result": lambda event, phone: finish(event, phone.sheet.match),
    "a pause that is told late": lambda event, phone: append(
        event,
        MarkTime(
            by="system",
            at=current_championship(event).log[-1].at,
            match=phone.sheet.match,
            moment=Moment.PAUSED,
        ),
    ),
    "a review": lambda event, phone: freeze(phone.sheet, by=event.memberships.all()[0].user),
    "another match called": lambda event, phone: called(
        event, next(one for one in open_matches(current_championship(event)) if one != phone.sheet.match), "2"
    ),
}


@pytest.mark.parametrize("later", LATER)
def test_nothing_later_changes_a_byte(event: Event, phone: Phone, later: str) -> None:
    air, other = on_air(event, delay=30), on_air(event, table="2", delay=30)
    play(phone, (0, 1), (1, 3))
    instant = settled(event)
    before = [one.asks(instant) for one in (air, other)]
    LATER[later](event, phone)
    after = [one.asks(instant) for one in (air, other)]
    assert [one.content for one in after] == [one.content for one in before]
    assert [one.headers.items() for one in after] == [one.headers.items() for one in before]
    soon = settled(event)
    assert [one.asks(soon).content for one in (air, other)] != [one.content for one in before], "it is told in the end"


def test_the_broadcast_knows_its_own_hour(event: Event, phone: Phone) -> None:
    at = timezone.now()
    assert datetime.fromisoformat(on_air(event, delay=45).asks(at)["Carteado-Now"]) == at


def test_what_the_page_has_is_not_sent_again(event: Event, phone: Phone) -> None:
    air = on_air(event)
    tag = air.asks()["ETag"]
    again = air.asks(**{"If-None-Match": tag})
    assert (again.status_code, again.content) == (304, b"")
    assert again["Carteado-Now"]
    play(phone, (0, 1))
    assert air.asks(**{"If-None-Match": tag}).status_code == 200


# --- what nobody may see ------------------------------------------------------------------------------------------


def test_under_an_embargo_only_the_event_is_named_until_the_picture_gets_there(event: Event, phone: Phone) -> None:
    play(phone, (0, 3))
    ends = settled(event)
    Event.objects.filter(pk=event.pk).update(embargo_until=ends)
    air = on_air(event, delay=30)
    assert air.text(ends - MOMENT) == "Copa do Salão"
    assert scores(air.strip(ends)) == ["3", "0"]


def test_under_an_embargo_nothing_depends_on_what_is_played(event: Event, phone: Phone) -> None:
    Event.objects.filter(pk=event.pk).update(embargo_until=timezone.now() + timedelta(days=1))
    air = on_air(event)
    before = air.asks().content
    play(phone, (0, 3))
    finish(event, phone.sheet.match)
    assert air.asks().content == before


def test_a_frozen_score_stands_still_and_says_so(event: Event, phone: Phone) -> None:
    referee = event.memberships.get(role=Role.REFEREE).user
    air = on_air(event)
    play(phone, (0, 1))
    freeze(phone.sheet, by=referee)
    frozen = air.strip()
    assert scores(frozen) == ["1", "0"]
    assert "em revisão" in frozen
    play(phone, (1, 3), (1, 6))
    assert air.strip() == frozen
    unfreeze(phone.sheet, by=referee)
    assert scores(air.strip()) == ["1", "9"]


class TestWhoMayAsk:
    def test_a_revoked_address_gets_nothing_at_once(self, event: Event, sheet: Sheet) -> None:
        air = on_air(event)
        revoke(air.device, by=event.memberships.all()[0].user)
        answer = air.asks()
        assert (answer.status_code, answer.content) == (401, b"")

    def test_neither_does_one_of_an_archived_event(self, event: Event, sheet: Sheet) -> None:
        air = on_air(event)
        Event.objects.filter(pk=event.pk).update(archived_at=timezone.now())
        assert air.asks().status_code == 401

    @pytest.mark.parametrize("header", [{}, {"Authorization": "Bearer"}, {"Authorization": "Bearer nada"}])
    def test_neither_does_who_has_no_secret(self, event: Event, header: dict[str, str]) -> None:
        on_air(event)
        assert Client().get(reverse("overlay-strip"), headers=header).status_code == 401

    def test_neither_does_a_phone_and_a_broadcast_keeps_no_sumula(self, event: Event, sheet: Sheet) -> None:
        phone, air = Phone(sheet, a_device(event)), on_air(event)
        assert Air(air.device, phone.secret).asks().status_code == 401
        spy = Phone(sheet, air.secret)
        assert spy.post(spy.message(spy.entry("hand", place=0, hand=truco_hand(0)))).status_code == 401
        assert spy.data().status_code == 401
        assert not sheet.entries.exists()

    def test_another_event_s_table_is_another_table(self, event: Event, phone: Phone) -> None:
        other = drawn(TM, 4, slug="outro", people={Role.ORGANISER: User.objects.create_user("o@x.test")})
        Event.objects.filter(pk=other.pk).update(name="Outra Copa")
        play(phone, (0, 3))
        assert on_air(other).text() == "mesa 1 Outra Copa"

    def test_answers_are_for_nobody_s_memory(self, event: Event) -> None:
        air = on_air(event)
        for answer in (air.asks(), Air(air.device, "nada").asks()):
            assert answer["Cache-Control"] == "private, no-store"
            assert "Set-Cookie" not in answer.headers


# --- the pages ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("query", "theme", "side"),
    [
        ("", "light", "left"),
        ("?papel=escuro&lado=direita", "dark", "right"),
        ('?papel="><script>&lado=x', "light", "left"),
    ],
)
def test_the_page_is_the_same_for_everybody_but_for_its_paper(query: str, theme: str, side: str) -> None:
    page = Client().get(f"{reverse('overlay')}{query}").content.decode()
    assert f'data-theme="{theme}"' in page
    assert f'<body class="overlay overlay--{side}">' in page


# --- the delay is the match's, the embargo is for the public ------------------------------------------------------


def late(event: Event, stored: dict[str, Any]) -> None:
    Event.objects.filter(pk=event.pk).update(delays=stored)


@pytest.mark.parametrize("stored", [{"event": 40}, {"tables": {"1": 40}}, {"matches": {"*": 40}}])
def test_no_address_is_ahead_of_the_match(event: Event, sheet: Sheet, phone: Phone, stored: dict[str, Any]) -> None:
    if "matches" in stored:
        stored = {"matches": {sheet.match: 40}}
    late(event, stored)
    done = play(phone, (0, 1))
    for air in (on_air(event, delay=0), on_air(event, match=sheet.match, delay=0)):
        assert "1" not in scores(air.strip(done + timedelta(seconds=39)))
        assert scores(air.strip(done + timedelta(seconds=41))) == ["1", "0"]


def test_an_address_that_is_more_behind_than_the_match_stays_so(event: Event, sheet: Sheet, phone: Phone) -> None:
    late(event, {"event": 10})
    done = play(phone, (0, 1))
    air = on_air(event, delay=40)
    assert scores(air.strip(done - MOMENT)) == []
    assert scores(air.strip(done + timedelta(seconds=1))) == ["1", "0"]


def test_no_strip_names_who_reached_a_match_by_a_result_that_is_withheld() -> None:
    event = drawn(TM, 4)
    first, second = open_matches(store.championship_of(event))
    late(event, {"matches": {first: 1800}})
    for match in (first, second):
        finish(event, match)
    [final] = open_matches(store.championship_of(event))[:1]
    append(event, CallMatch(by="system", at=timezone.now(), match=final, table="3"))
    ended = store.championship_of(event).bracket.ended(first)
    assert ended is not None
    assert name_of(str(ended.winner)) not in on_air(event, table="3").strip(settled(event))
    assert name_of(str(ended.winner)) in on_air(event, table="3").strip(settled(event) + timedelta(seconds=1800))


def test_no_strip_names_who_reached_a_match_by_a_result_at_a_match_moved_to_a_later_table() -> None:
    """Where a match is moved later withholds what was done there before, in a strip of that time, too."""
    event = drawn(TM, 4)
    first, second = open_matches(store.championship_of(event))
    late(event, {"tables": {"7": 1800}})
    for match in (second, first):
        finish(event, match)
    [final] = open_matches(store.championship_of(event))
    ended = store.championship_of(event).bracket.ended(first)
    assert ended is not None
    air, finished = on_air(event, match=final, delay=60), settled(event)
    assert name_of(str(ended.winner)) in air.strip(finished)
    while first in store.championship_of(event).logs:
        append(event, Undo(by="system", at=timezone.now()))
        event.refresh_from_db()
    append(event, CallMatch(by="system", at=timezone.now(), match=first, table="7"))
    assert name_of(str(ended.winner)) not in air.strip(finished)


def test_e_14_under_an_embargo_the_programme_has_the_score_and_the_public_the_name_alone(
    event: Event, sheet: Sheet, phone: Phone
) -> None:
    play(phone, (0, 3))
    finish(event, sheet.match)
    Event.objects.filter(pk=event.pk).update(embargo_until=timezone.now() + timedelta(days=30))
    programme = on_air(event, purpose=Purpose.PROGRAMME)
    assert scores(programme.strip(settled(event))) == ["12", "0"]
    assert on_air(event).text(settled(event)) == "Copa do Salão"
    revoke(programme.device, by=User.objects.get(email="organiser@salao.example"))
    assert programme.asks().status_code == 401


class TestBroadcastPage:
    @pytest.fixture
    def client(self, event: Event) -> Client:
        person = User.objects.create_user("tv@x.test")
        Membership.objects.create(event=event, user=person, role=Role.BROADCASTER)
        client = Client()
        client.force_login(person)
        return client

    @staticmethod
    def path(event: Event, name: str, **more: object) -> str:
        return reverse(name, kwargs={"slug": event.slug, **more})

    def filled(self, client: Client, event: Event, **changes: object) -> dict[str, object]:
        forms = forms_in(client.get(self.path(event, "broadcasts")).content.decode())
        return {**forms[self.path(event, "new-broadcast")], **changes}

    def test_the_address_is_shown_once_and_works(self, client: Client, event: Event, sheet: Sheet) -> None:
        form = self.filled(client, event, shows="table:1", delay=20)
        page = client.post(self.path(event, "new-broadcast"), form).content.decode()
        [secret] = set(re.findall(r"http://testserver/transmissao/#([\w-]{20,})", page))
        [device] = Device.objects.filter(event=event)
        assert (device.right, device.table, device.match, device.delay) == ("overlay", "1", "", 20)
        assert name_of(sheet.first) in Air(device, secret).strip()
        assert secret not in client.get(self.path(event, "broadcasts")).content.decode()
        again = client.post(self.path(event, "new-broadcast"), form, follow=True).content.decode()
        assert "/transmissao/#" not in again
        assert Device.objects.filter(event=event).count() == 1
        [log_entry] = LogEntry.objects.filter(event=event, action="devices.overlay_made")
        assert log_entry.details == {"number": device.number}

    def test_a_match_can_be_chosen(self, client: Client, event: Event, sheet: Sheet) -> None:
        form = self.filled(client, event, shows=f"match:{sheet.match}")
        assert client.post(self.path(event, "new-broadcast"), form).status_code == 200
        assert Device.objects.get(event=event).match == sheet.match

    def test_a_programme_is_made_and_said_to_be_one(self, client: Client, event: Event, sheet: Sheet) -> None:
        form = self.filled(client, event, shows="table:1", purpose="programme", delay=0)
        page = unescape(client.post(self.path(event, "new-broadcast"), form).content.decode())
        assert "só para a gravação" in page
        assert Device.objects.get(event=event).purpose == Purpose.PROGRAMME
        assert LogEntry.objects.filter(event=event, action="devices.programme_made").count() == 1
        assert event.delays == {}

    def test_the_delay_of_an_address_becomes_that_of_the_match_and_a_second_one_does_not_undercut_it(
        self, client: Client, event: Event, sheet: Sheet, phone: Phone
    ) -> None:
        for delay in (30, 0):
            form = self.filled(client, event, shows="table:1", delay=delay)
            assert client.post(self.path(event, "new-broadcast"), form).status_code == 200
        event.refresh_from_db()
        assert in_force(event) == Delays(tables={"1": 30})
        assert (
            client.get(self.path(event, "broadcasts")).content.decode().count('<td data-label="Atraso">30 s</td>') == 3
        )
        play(phone, (0, 3))
        bracket = Client().get(self.path(event, "bracket"))
        assert b"<b>3</b>" not in bracket.content

    def test_an_address_of_a_table_is_not_behind_the_pages_of_a_match_with_a_shorter_delay_of_its_own(
        self, client: Client, event: Event, sheet: Sheet
    ) -> None:
        Event.objects.filter(pk=event.pk).update(delays=Delays(matches={sheet.match: 5, "other": 5}).document())
        form = self.filled(client, event, shows="table:1", delay=30)
        assert client.post(self.path(event, "new-broadcast"), form).status_code == 200
        event.refresh_from_db()
        assert in_force(event) == Delays(tables={"1": 30}, matches={sheet.match: 30, "other": 5})

    def test_delays_are_set_and_taken_back(self, client: Client, event: Event, sheet: Sheet) -> None:
        path = self.path(event, "event-delays")
        for what, seconds in (("event", 10), ("table:1", 20), (f"match:{sheet.match}", 30)):
            assert client.post(path, {"act": "set", "what": what, "seconds": seconds}).status_code == 302
        client.post(path, {"act": "hall", "at_once": "on"})
        event.refresh_from_db()
        assert in_force(event) == Delays(10, {"1": 20}, {sheet.match: 30}, hall_at_once=True)
        for what in ("event", "table:1", f"match:{sheet.match}"):
            assert client.post(path, {"act": "remove", "what": what}).status_code == 302
        event.refresh_from_db()
        assert in_force(event) == Delays()
        assert LogEntry.objects.filter(event=event, action="event.delay_set").count() == 6

    @pytest.mark.parametrize("typed", [{"what": "table:99"}, {"seconds": -1}, {"seconds": 10**6}, {"seconds": "x"}])
    def test_a_delay_that_cannot_be_is_told(self, client: Client, event: Event, typed: dict[str, object]) -> None:
        form = {"act": "set", "what": "event", "seconds": 10, **typed}
        assert client.post(self.path(event, "event-delays"), form).status_code == 422
        event.refresh_from_db()
        assert event.delays == {}

    def test_only_who_broadcasts_sets_a_delay(self, event: Event) -> None:
        clerk = Client()
        clerk.force_login(User.objects.get(email="clerk@salao.example"))
        assert clerk.post(self.path(event, "event-delays"), {"act": "set", "what": "event"}).status_code == 403

    @pytest.mark.parametrize("typed", [{"shows": "match:nada"}, {"shows": "table:99"}, {"delay": -1}, {"delay": 10**6}])
    def test_what_cannot_be_is_told(self, client: Client, event: Event, typed: dict[str, object]) -> None:
        assert client.post(self.path(event, "new-broadcast"), self.filled(client, event, **typed)).status_code == 422
        assert not event.devices.exists()

    def test_revoking_is_immediate_and_in_the_log(self, client: Client, event: Event) -> None:
        air = on_air(event)
        address = self.path(event, "revoke-broadcast", number=air.device.number)
        for _time in range(2):
            assert client.post(address).status_code == 302
        assert air.asks().status_code == 401
        assert LogEntry.objects.filter(event=event, action="devices.overlay_revoked").count() == 1

    def test_a_broadcaster_lets_no_phone_in_or_out(self, client: Client, event: Event) -> None:
        a_device(event)
        assert client.post(self.path(event, "new-phone")).status_code == 403
        assert client.post(self.path(event, "revoke-broadcast", number=1)).status_code == 404
        assert client.get(self.path(event, "devices")).status_code == 403
        assert event.devices.get().revoked_at is None

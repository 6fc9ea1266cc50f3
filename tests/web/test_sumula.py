"""The server of a súmula: every entry once and in one order, and told only to who may know."""

import json
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connection, transaction
from django.db.utils import DatabaseError
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from carteado.tournament.clocks import Moment
from carteado.tournament.operations import CallMatch, MarkTime, StartMatch
from carteado.web.devices.models import Device
from carteado.web.events import store
from carteado.web.events.models import Event
from carteado.web.history.models import NeverChanged
from carteado.web.people.erasing import erase_entrant
from carteado.web.people.models import User
from carteado.web.policy import Role
from carteado.web.sumula.access import MOST_QUESTIONS
from carteado.web.sumula.models import Sheet, SheetEntry
from carteado.web.sumula.reading import written
from carteado.web.sumula.views import LARGEST_BODY, MOST_SENT
from carteado.web.sumula.writing import MOST_ENTRIES, MOST_OF_DEVICES, append, note
from tests.web.halls import TM, done, drawn, open_matches
from tests.web.roles import a_person
from tests.web.sumulas import Phone, a_device, called, sheet_at, truco_hand

pytestmark = pytest.mark.django_db


def of_team(sheet: Sheet, user: User, name: str = "r", *, strict: bool = False) -> Phone:
    client = Client(enforce_csrf_checks=strict)
    client.force_login(user)
    return Phone(sheet, "", name, client=client)


def seqs(told: dict[str, Any]) -> list[tuple[int, str]]:
    return [(one["seq"], one["id"]) for one in told["entries"]]


# --- every entry once, in one order -------------------------------------------------------------------------------


def test_what_is_sent_comes_back_with_its_number(phone: Phone) -> None:
    one, two = (phone.entry("hand", place=place, hand=truco_hand(0)) for place in (0, 1))
    told = phone.send(one, two)
    assert seqs(told) == [(1, "a1"), (2, "a2")]
    assert told["entries"][0] == {
        **one,
        "seq": 1,
        "by": "device:1",
        "received": written(SheetEntry.objects.get(seq=1).received),
    }
    assert (told["counted"]["score"], told["counted"]["hands"], told["refused"]) == ([2, 0], 2, [])


def test_sent_again_it_comes_back_with_its_first_number_and_counts_once(phone: Phone) -> None:
    hand = phone.entry("hand", place=0, hand=truco_hand(0, 3))
    phone.send(hand)
    phone.send(phone.entry("hand", place=1, hand=truco_hand(1)))
    again = phone.send(hand)
    assert seqs(again) == [(1, "a1")], "also where the phone says that it has it"
    twice_in_one = phone.entry("hand", place=2, hand=truco_hand(1))
    assert seqs(phone.send(twice_in_one, twice_in_one)) == [(3, "a3")]
    assert again["counted"]["score"] == [3, 1]
    assert SheetEntry.objects.count() == 3


def test_the_first_content_of_an_id_stays_and_another_is_refused_with_words(phone: Phone) -> None:
    hand = phone.entry("hand", place=0, hand=truco_hand(0, 3))
    phone.send(hand)
    told = phone.send({**hand, "hand": truco_hand(1, 12)}, {**hand, "device": "b"}, {**hand, "place": 1, "hand": "?"})
    assert (told["entries"], [one["id"] for one in told["refused"]]) == ([], [hand["id"]] * 3)
    assert all(one["message"] for one in told["refused"])
    in_one = phone.entry("hand", place=1, hand=truco_hand(0))
    told = phone.send(in_one, {**in_one, "hand": truco_hand(1)})
    assert (seqs(told), len(told["refused"])) == ([(2, in_one["id"])], 1)
    assert phone.data().json()["entries"][0]["hand"] == truco_hand(0, 3)


def test_what_a_phone_hands_on_as_it_got_it_is_the_same_entry(phone: Phone, people: dict[Role, User]) -> None:
    """With the receipt of the server, and by whatever name; also where a text was written anew meanwhile."""
    event = phone.sheet.event
    entrant = event.entrants.create(code="d01a", number=7, called="Bia", name="Beatriz Quaresma")
    call = phone.entry("call", about="A Beatriz Quaresma reclama")
    append(phone.sheet, note("hand", place=0, hand=truco_hand(0)), by=people[Role.REFEREE])
    [_, got] = phone.send(call)["entries"]
    erase_entrant(entrant)
    [first, second] = phone.data().json()["entries"]
    assert "Quaresma" not in second["about"]
    assert phone.send(first, second, got, call)["refused"] == []
    assert SheetEntry.objects.count() == 2


def test_a_rule_agreed_meanwhile_makes_no_other_entry_of_what_is_there(phone: Phone) -> None:
    hand = phone.entry("hand", place=0, hand=truco_hand(0))
    phone.send(hand)
    unreadable = {**hand, "id": "old", "hand": {"melded": 30}}
    SheetEntry.objects.create(
        sheet=phone.sheet, seq=2, entry_id="old", device="a", received=timezone.now(), content=unreadable
    )
    Sheet.objects.update(seq=2)
    assert phone.send(unreadable)["refused"] == []


def test_another_phone_gets_what_it_has_not_in_the_servers_order(phone: Phone) -> None:
    other = Phone(phone.sheet, phone.secret, "b")
    phone.send(phone.entry("hand", place=0, hand=truco_hand(0)))
    told = other.send(other.entry("hand", place=1, hand=truco_hand(1)))
    assert seqs(told) == [(1, "a1"), (2, "b1")]
    assert seqs(phone.send()) == [(2, "b1")]
    assert phone.send()["entries"] == []


def test_what_refers_to_nothing_is_kept_without_effect(phone: Phone) -> None:
    told = phone.send(
        phone.entry("undo", of="nobody-knows"),
        phone.entry("correct", of="x", over="y", hand=truco_hand(0), why="engano"),
        phone.entry("settle", place=4, hands=["x"], among=["x", "y"]),
        phone.entry("accept", pair=0, versions=["x"]),
    )
    assert [one["seq"] for one in told["entries"]] == [1, 2, 3, 4]
    assert told["counted"] == {
        "score": [0, 0],
        "won": [0, 0],
        "winner": None,
        "hands": 0,
        "accepted": [0, 0],
        "agreed": [False, False],
    }


def test_what_cannot_be_read_is_refused_by_itself(phone: Phone) -> None:
    good = phone.entry("hand", place=0, hand=truco_hand(0))
    told = phone.send(
        {**phone.entry("hand", place=1, hand=truco_hand(0)), "spin": 3},
        phone.entry("dance"),
        phone.entry("hand", place=-1, hand=truco_hand(0)),
        good,
        {"kind": "hand"},
    )
    assert seqs(told) == [(1, good["id"])]
    assert [one["id"] for one in told["refused"]] == ["a2", "a3", "a4", None]
    assert all(one["message"] for one in told["refused"])


def test_what_the_server_adds_is_not_believed_of_a_phone(phone: Phone) -> None:
    hand = phone.entry("hand", place=0, hand=truco_hand(0))
    [back] = phone.send({**hand, "seq": 99, "by": "user:1", "received": "2020-01-01T00:00:00Z", "late": True})[
        "entries"
    ]
    assert (back["seq"], back["by"]) == (1, "device:1")
    assert "late" not in back


def test_keys_that_are_not_ours_are_not_kept(phone: Phone) -> None:
    hand = phone.entry("hand", place=0, hand={**truco_hand(0), "_name": "Bia"})
    phone.send({**hand, "_who": {"deep": ["Bia Ramos"]}})
    kept = SheetEntry.objects.get()
    assert "Bia" not in json.dumps([kept.content, kept.said])


# --- whose right it is --------------------------------------------------------------------------------------------


def test_only_a_referee_writes_what_is_his(sheet: Sheet, phone: Phone, people: dict[Role, User]) -> None:
    for one, is_kept in (
        (phone, False),
        (of_team(sheet, people[Role.CLERK], "c"), False),
        (of_team(sheet, people[Role.REFEREE], "r"), True),
        (of_team(sheet, people[Role.ORGANISER], "o"), True),
    ):
        told = one.send(one.entry("warn", pair=0, key="match.target", why="falou"))
        assert (bool(told["refused"]), one.name) == (not is_kept, one.name)
    assert sorted(SheetEntry.objects.values_list("device", flat=True)) == ["o", "r"]


def test_no_phone_passes_for_the_site_to_take_back_what_a_referee_wrote(phone: Phone, people: dict[Role, User]) -> None:
    act = {"seat": None, "act": "ruling", "ruling": "adjust", "pair": 0, "points": 3, "reason": "a", "article": "1"}
    [ruling] = append(phone.sheet, note("rule", place=0, act=act, why="a"), by=people[Role.REFEREE]).kept
    told = phone.send(
        {**phone.entry("undo", of=ruling.entry_id), "device": "site"}, phone.entry("undo", of=ruling.entry_id)
    )
    assert ([one["id"] for one in told["refused"]], told["counted"]["score"]) == (["a1"], [3, 0])


def test_a_warning_names_a_rule_that_is(sheet: Sheet, people: dict[Role, User]) -> None:
    referee = of_team(sheet, people[Role.REFEREE])
    told = referee.send(referee.entry("warn", pair=0, key="Beatriz Ramos", why="falou"))
    assert (len(told["refused"]), told["entries"]) == (1, [])


def test_who_may_not_is_told_so_and_nothing_else(event: Event, sheet: Sheet, phone: Phone) -> None:
    other = drawn(TM, 4, slug="outro", people={Role.ORGANISER: User.objects.get(email="organiser@salao.example")})
    revoked = a_device(event)
    Device.objects.filter(event=event, number=2).update(revoked_at=timezone.now())
    strangers = {
        "of another table": Phone(sheet, a_device(event, "2")),
        "of another event": Phone(sheet, a_device(other, "")),
        "revoked": Phone(sheet, revoked),
        "made up": Phone(sheet, "abracadabra"),
        "a visitor": Phone(sheet, ""),
    }
    member = a_person(Role.MEMBER)
    broadcaster = a_person(Role.BROADCASTER, event)
    assert member is not None
    assert broadcaster is not None
    strangers |= {"a member": of_team(sheet, member), "a broadcaster": of_team(sheet, broadcaster)}
    for who, one in strangers.items():
        for answer in (one.post(one.message(one.entry("hand", place=0, hand=truco_hand(0)))), one.data()):
            assert (who, answer.status_code, list(answer.json())) == (who, 401, ["message"])
    assert SheetEntry.objects.count() == 0
    assert phone.data().status_code == 200
    assert Phone(sheet, a_device(event, "")).data().status_code == 200, "of all tables"


def test_a_device_serves_the_table_at_which_the_match_was_called(event: Event, phone: Phone) -> None:
    elsewhere = called(event, "knockout-semi-final-2", table="2")
    assert Phone(elsewhere, phone.secret).data().status_code == 401
    assert Phone(elsewhere, a_device(event, "2")).data().status_code == 200


def test_an_archived_event_takes_nothing(event: Event, phone: Phone, people: dict[Role, User]) -> None:
    referee = of_team(phone.sheet, people[Role.REFEREE])
    Event.objects.filter(pk=event.pk).update(archived_at=timezone.now())
    assert [one.post(one.message()).status_code for one in (phone, referee)] == [401, 401]


def test_a_session_needs_the_token_of_its_page_and_a_device_none(sheet: Sheet, people: dict[Role, User]) -> None:
    clerk = of_team(sheet, people[Role.CLERK], strict=True)
    hand = clerk.entry("hand", place=0, hand=truco_hand(0))
    assert clerk.post(clerk.message(hand)).status_code == 403
    token = clerk.data().json()["csrf"]
    assert clerk.post(clerk.message(hand), **{"X-CSRFToken": token}).status_code == 200
    device = Phone(sheet, a_device(sheet.event), client=Client(enforce_csrf_checks=True))
    assert device.post(device.message()).status_code == 200
    assert "csrf" not in device.data().json()


@pytest.mark.parametrize("code", ["unknown", "revoked", "of another table", "of another event"])
def test_a_code_that_says_nothing_here_takes_no_right_from_a_session(
    event: Event, sheet: Sheet, people: dict[Role, User], code: str
) -> None:
    referee, stranger = of_team(sheet, people[Role.REFEREE], strict=True), Phone(sheet, "")
    secrets: dict[str, Callable[[], str]] = {
        "unknown": lambda: "abracadabra",
        "revoked": lambda: a_device(event),
        "of another table": lambda: a_device(event, "2"),
        "of another event": lambda: a_device(drawn(TM, 4, slug="outro", people=people), ""),
    }
    referee.secret = stranger.secret = secrets[code]()
    if code == "revoked":
        Device.objects.filter(event=event).update(revoked_at=timezone.now())
    told = referee.data().json()
    assert told["rights"] == ["write", "rule"]
    warning = referee.message(referee.entry("warn", pair=0, key="match.target", why="falou"))
    assert referee.post(warning).status_code == 403, "a session needs the token of its page, whatever else is said"
    answer = referee.post(warning, **{"X-CSRFToken": told["csrf"]})
    assert (answer.status_code, answer.json()["entries"][0]["by"]) == (200, f"user:{people[Role.REFEREE].pk}")
    assert stranger.data().status_code == 401


def test_the_code_of_its_table_makes_a_phone_that_of_the_table(sheet: Sheet, people: dict[Role, User]) -> None:
    """Whoever is signed in on it."""
    referee = of_team(sheet, people[Role.REFEREE], strict=True)
    referee.secret = a_device(sheet.event)
    assert referee.data().json()["rights"] == ["write"]
    assert referee.send(referee.entry("call"))["entries"][0]["by"] == "device:1"


@pytest.mark.parametrize(("mark", "device"), [("site-1", "a"), ("x1", "site"), ("x1", "site-2"), ("site", "a")])
def test_the_name_of_the_site_is_not_for_phones(
    sheet: Sheet, phone: Phone, people: dict[Role, User], mark: str, device: str
) -> None:
    for one in (phone, of_team(sheet, people[Role.REFEREE])):
        told = one.send({**one.entry("call"), "id": mark, "device": device})
        assert ([refused["id"] for refused in told["refused"]], told["entries"]) == ([mark], [])
    assert phone.send({**phone.entry("call"), "id": "sites1", "device": "website"})["refused"] == []


# --- what a phone is told -----------------------------------------------------------------------------------------


def test_a_phone_gets_all_that_it_needs_to_go_on_alone(event: Event, phone: Phone, people: dict[Role, User]) -> None:
    phone.send(phone.entry("hand", place=0, hand=truco_hand(0)))
    told = phone.data().json()
    pairs = store.championship_of(event).logs[phone.sheet.match].pairs
    assert (told["form"]["regulation"], told["form"]["language"], told["table"]) == (TM, "pt", "1")
    assert told["names"] == [f"Dupla {pair[1:]}" for pair in pairs]
    assert told["event"] == {"name": "Copa do Salão", "url": "/campeonatos/salao/"}
    assert (told["rights"], told["seq"], len(told["entries"])) == (["write"], 1, 1)
    assert phone.data(since=1).json()["entries"] == []
    referee = of_team(phone.sheet, people[Role.REFEREE]).data().json()
    assert referee["rights"] == ["write", "rule"]
    assert referee["match"]["url"] == f"/campeonatos/salao/partida/{phone.sheet.match}/"


def test_the_clock_is_the_championships(phone: Phone) -> None:
    assert phone.data().json()["clock"]["started"] is None
    told = phone.send(phone.entry("hand", place=0, hand=truco_hand(0)))
    [limit] = told["clock"]["limits"]
    assert (limit["kind"], limit["article"], limit["past"]) == ("match_time", "18", False)
    assert 3590 < told["clock"]["left"] <= 3600
    assert told["clock"]["is_extra"] is False


def test_the_clock_of_an_extension_says_that_it_is_one(event: Event) -> None:
    now, match = timezone.now(), open_matches(store.championship_of(event))[0]
    begun, extra = (now - timedelta(minutes=minutes) for minutes in (65, 4))
    done(
        event, CallMatch(by="user:1", at=begun, match=match, table="1"), StartMatch(by="user:1", at=begun, match=match)
    )
    done(event, MarkTime(by="user:1", at=extra, match=match, moment=Moment.EXTRA_STARTED))
    clock = Phone(sheet_at(event, match), a_device(event)).data().json()["clock"]
    assert (clock["is_extra"], [one["kind"] for one in clock["limits"]]) == (True, ["extra_time"])
    assert 10 * 60 < clock["left"] <= 11 * 60


def test_a_device_follows_its_table(event: Event) -> None:
    secret = a_device(event, "1")

    def told() -> Any:
        return Client().get(reverse("sumula-table"), headers={"Authorization": f"Bearer {secret}"}).json()

    free = told()
    assert (free["table"], free["sheet"], len(free["next"]["names"])) == ("1", None, 2)
    sheet = called(event)
    assert (told()["sheet"], told()["next"]) == (sheet.code, None)
    called(event, "knockout-semi-final-2", table="2")
    assert [one["table"] for one in told()["tables"]] == ["1"]
    everywhere = a_device(event, "")
    answer = Client().get(reverse("sumula-table"), headers={"Authorization": f"Bearer {everywhere}"}).json()
    assert ([one["table"] for one in answer["tables"]], answer["sheet"]) == (["1", "2"], None)
    assert Client().get(reverse("sumula-table")).status_code == 401


@pytest.mark.parametrize(("query", "status"), [("", 200), ("?fase=final&melhor_de=3", 200), ("?melhor_de=2", 400)])
def test_forms_are_for_everybody(query: str, status: int) -> None:
    answer = Client().get(reverse("sumula-form", args=[TM]) + query)
    assert answer.status_code == status
    if status == 200:
        assert "public" in answer["Cache-Control"]
        assert answer.json()["phase"] == ("final" if query else None)


def test_a_form_in_another_language_has_the_same_version(phone: Phone) -> None:
    here = phone.send()["form_version"]
    english = phone.client.post(
        f"/en/sumula/{phone.sheet.code}/sincronizar",
        json.dumps(phone.message()),
        content_type="application/json",
        headers=phone.headers,
    )
    assert english.json()["form_version"] == here


def test_there_is_no_sheet_of_any_other_code(phone: Phone) -> None:
    for name in ("sheet-data", "sheet-sync"):
        address = reverse(name, args=["nenhuma"])
        answer = (
            phone.client.post(address, headers=phone.headers) if name == "sheet-sync" else phone.client.get(address)
        )
        assert (answer.status_code, list(answer.json())) == (404, ["message"])


def test_the_team_opens_the_sheet_of_a_match_and_finds_it_again(event: Event, people: dict[Role, User]) -> None:
    client = Client()
    client.force_login(people[Role.CLERK])
    address = reverse("open-sheet", args=[event.slug, "knockout-semi-final-1"])
    first, second = client.get(address), client.get(address)
    assert first["Location"] == second["Location"] == f"/sumula/{Sheet.objects.get().code}/"
    assert (
        client.get(reverse("open-sheet", args=[event.slug, "knockout-final"]))["Location"]
        == "/campeonatos/salao/mesas/"
    )
    assert Sheet.objects.count() == 1


# --- limits -------------------------------------------------------------------------------------------------------

NO_MESSAGES: list[tuple[object, int]] = [
    ("", 400),
    ("null", 400),
    ("[]", 400),
    ("{", 400),
    ("[" * 100_000, 400),
    ('{"protocol": 1, "since": 1e999}', 400),
    ('{"protocol": 1, "since": -1}', 400),
    ('{"protocol": 1, "since": 99999999999999999999}', 400),
    ('{"protocol": 1, "since": true}', 400),
    ('{"protocol": 1, "entries": {}}', 400),
    ('{"protocol": "1"}', 400),
    ('{"protocol": true}', 400),
    ('{"protocol": 0}', 400),
    ('{"protocol": 2}', 409),
    ({"protocol": 1, "since": 0, "entries": [{}] * (MOST_SENT + 1)}, 413),
    (" " * (LARGEST_BODY + 1), 413),
    (b"\xff\xfe", 400),
    ('{"protocol": 1, "since": ' + "9" * 5000 + "}", 400),
]


@pytest.mark.parametrize(("body", "status"), NO_MESSAGES)
def test_what_is_no_message_is_answered_in_json(phone: Phone, body: object, status: int) -> None:
    answer = phone.post(body)
    assert (answer.status_code, list(answer.json())) == (status, ["message"])


def test_a_sheet_holds_so_much_and_no_more(
    sheet: Sheet, people: dict[Role, User], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("carteado.web.sumula.writing.MOST_ENTRIES", 2)
    clerk = of_team(sheet, people[Role.CLERK], "a")
    hands = [clerk.entry("hand", place=place, hand=truco_hand(0)) for place in range(3)]
    told = clerk.send(*hands)
    assert (seqs(told), [one["id"] for one in told["refused"]]) == ([(1, "a1"), (2, "a2")], ["a3"])
    assert clerk.send(hands[0])["refused"] == [], "what is there already is still acknowledged"
    assert MOST_ENTRIES == 2000


def test_phones_leave_room_for_the_referee(
    phone: Phone, people: dict[Role, User], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("carteado.web.sumula.writing.MOST_OF_DEVICES", 2)
    told = phone.send(*(phone.entry("undo", of="x") for _ in range(3)))
    assert [one["id"] for one in told["refused"]] == ["a3"]
    warning = note("warn", pair=0, key="match.target", why="escreve demais")
    assert append(phone.sheet, warning, by=people[Role.REFEREE]).refused == []
    referee = of_team(phone.sheet, people[Role.REFEREE])
    assert referee.send(referee.entry("hand", place=0, hand=truco_hand(0)))["refused"] == []
    assert MOST_OF_DEVICES <= MOST_ENTRIES - 200


def test_what_the_referee_brought_by_qr_is_corrected_and_not_undone_by_the_phone_that_noted_it(
    phone: Phone, people: dict[Role, User]
) -> None:
    hand = phone.entry("hand", place=0, hand=truco_hand(0, 3))
    referee = of_team(phone.sheet, people[Role.REFEREE])
    [brought] = referee.send(hand)["entries"]
    told = phone.send(phone.entry("undo", of=hand["id"]))
    assert (brought["device"], brought["by"], told["by"]) == ("a", f"user:{people[Role.REFEREE].pk}", "device:1")
    assert told["counted"]["score"] == [3, 0], "the phone knows by whom it was brought, and says so"
    strike = phone.entry("correct", of=hand["id"], over=hand["id"], hand=None, why="não foi jogada")
    assert phone.send(strike)["counted"]["score"] == [0, 0]


def test_a_table_waits_for_the_referee_once_however_often_it_calls(phone: Phone, people: dict[Role, User]) -> None:
    first, second = (phone.entry("call", about=about) for about in ("dúvida", "cadê?"))
    told = phone.send(first, second)
    assert (seqs(told), told["refused"]) == ([(1, "a1"), (2, "a2")], []), "nothing is refused for what is there"
    other = Phone(phone.sheet, a_device(phone.sheet.event, ""), "b")
    assert other.send(other.entry("call"))["refused"] == []
    waiting = Sheet.objects.get()
    assert (waiting.calls_open, waiting.called_at) == (1, received("a1"))
    phone.send(phone.entry("undo", of=first["id"]))
    waiting = Sheet.objects.get()
    assert (waiting.calls_open, waiting.called_at) == (1, received("a2")), "the other phone still waits"
    append(phone.sheet, note("answer", of=second["id"]), by=people[Role.REFEREE])
    assert (Sheet.objects.get().calls_open, Sheet.objects.get().called_at) == (0, None)
    phone.send(phone.entry("call"))
    assert Sheet.objects.get().calls_open == 1, "he was there, and is called again"


def received(entry: str) -> datetime:
    return SheetEntry.objects.get(entry_id=entry).received


@pytest.mark.parametrize("depth", [20, 200, 500, 900])
def test_an_entry_as_deep_as_a_well_is_refused_by_itself(phone: Phone, depth: int) -> None:
    hand = json.dumps(phone.entry("hand", place=0, hand=truco_hand(0)))
    well = '{"id": "q", "device": "a", "kind": "hand", "hand": ' + '{"a":' * depth + "1" + "}" * depth + "}"
    body = f'{{"protocol": 1, "since": 0, "entries": [{hand}, {well}, {"[" * depth + "]" * depth}]}}'
    answer = phone.post(body)
    if answer.status_code == 400:  # too deep to be read at all
        assert depth > 500
        return
    assert (answer.status_code, seqs(answer.json())) == (200, [(1, "a1")])
    assert [one["id"] for one in answer.json()["refused"]] == ["q", None]
    assert phone.send({"id": "a1", "hand": json.loads("[" * depth + "]" * depth)})["refused"][0]["id"] == "a1"


def test_a_device_that_asks_too_often_waits(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("carteado.web.sumula.access.MOST_QUESTIONS", 3)
    answers = [phone.post(phone.message()) for _ in range(4)]
    assert [one.status_code for one in answers] == [200, 200, 200, 429]
    assert (answers[-1]["Retry-After"], list(answers[-1].json())) == ("60", ["message"])
    assert Phone(phone.sheet, a_device(phone.sheet.event)).data().status_code == 200, "another device need not"
    assert MOST_QUESTIONS >= 60


# --- what stands, stands ------------------------------------------------------------------------------------------


def test_the_database_refuses_to_change_an_entry(phone: Phone) -> None:
    phone.send(phone.entry("hand", place=0, hand=truco_hand(0)))
    entry = SheetEntry.objects.get()
    for column, value in (("content", "'{}'"), ("seq", "7"), ("device", "'b'"), ("late", "TRUE"), ("entry_id", "'x'")):
        with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(f"UPDATE sumula_sheetentry SET {column} = {value}")
    if connection.vendor == "postgresql":
        with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("DELETE FROM sumula_sheetentry")
    for change in (entry.save, entry.delete, SheetEntry.objects.all().delete):
        with pytest.raises(NeverChanged):
            change()
    with pytest.raises(NeverChanged):
        SheetEntry.objects.update(seq=9)


def test_who_is_forgotten_is_named_on_no_sheet(event: Event, phone: Phone, people: dict[Role, User]) -> None:
    entrant = event.entrants.create(code="d01a", number=7, called="Bia", name="Beatriz Quaresma")
    hand = phone.entry("hand", place=0, hand=truco_hand(0), despite="Beatriz Quaresma contou de novo")
    phone.send(
        hand,
        phone.entry("correct", of=hand["id"], over=hand["id"], hand=truco_hand(1), why="A Bia errou a conta"),
        phone.entry("call", about="A Quaresma reclama"),
    )
    act = {"seat": None, "act": "ruling", "ruling": "adjust", "pair": 0, "points": -1, "article": "Art. da Quaresma"}
    ruling = note("rule", place=1, act={**act, "reason": "Beatriz Quaresma riu"}, why="combinado")
    assert append(phone.sheet, ruling, by=people[Role.REFEREE]).refused == []
    append(
        phone.sheet, note("warn", pair=0, key="match.target", why="Beatriz Quaresma gritou"), by=people[Role.REFEREE]
    )
    before = phone.data().json()["counted"]
    erase_entrant(entrant)
    kept = json.dumps([[one.content, one.said] for one in SheetEntry.objects.all()], ensure_ascii=False)
    assert [word for word in ("Bia", "Beatriz", "Quaresma") if word in kept] == []
    assert kept.count("Participante 7") == 6
    assert phone.data().json()["counted"] == before


# --- how much it asks of the database -----------------------------------------------------------------------------


def test_a_question_costs_the_same_however_long_the_sheet_is(phone: Phone) -> None:
    def asked(run: Any) -> int:
        with CaptureQueriesContext(
            connection,
        ) as queries:
            run()
        return len(queries)

    def hands(first: int, last: int) -> list[dict[str, Any]]:
        return [phone.entry("hand", place=place, hand=truco_hand(place % 2)) for place in range(first, last)]

    phone.send(*hands(0, 2))
    short = [asked(phone.send), asked(phone.data), asked(lambda: phone.send(*hands(2, 3)))]
    phone.send(*hands(3, 60))
    long = [asked(phone.send), asked(phone.data), asked(lambda: phone.send(*hands(60, 80)))]
    assert short == long
    assert max(short) <= 20

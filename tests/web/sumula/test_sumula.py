"""The server of a súmula: every entry once and in one order, and nothing that it cannot hold."""

import json
from datetime import datetime
from typing import Any

import pytest
from django.db import connection, transaction
from django.db.utils import DatabaseError
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from carteado.web.events.models import Event
from carteado.web.kit.guarding.append_only import NeverChanged
from carteado.web.kit.guarding.policy import Role
from carteado.web.people.models import User
from carteado.web.privacy.erasing import erase_entrant
from carteado.web.sumula.models import Sheet, SheetEntry
from carteado.web.sumula.phone_api import LARGEST_BODY, MOST_SENT
from carteado.web.sumula.received_entries import instant_text
from carteado.web.sumula.sheet_writing import MOST_ENTRIES, MOST_OF_DEVICES, append, note
from carteado.web.sumula.writer_of_request import MOST_REQUESTS_A_WINDOW
from tests.web.sumula.sumulas import Phone, a_device, of_team, truco_hand

pytestmark = [pytest.mark.django_db, pytest.mark.every_database]


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
        "received": instant_text(SheetEntry.objects.get(seq=1).received),
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
    monkeypatch.setattr("carteado.web.sumula.sheet_writing.MOST_ENTRIES", 2)
    clerk = of_team(sheet, people[Role.CLERK], "a")
    hands = [clerk.entry("hand", place=place, hand=truco_hand(0)) for place in range(3)]
    told = clerk.send(*hands)
    assert (seqs(told), [one["id"] for one in told["refused"]]) == ([(1, "a1"), (2, "a2")], ["a3"])
    assert clerk.send(hands[0])["refused"] == [], "what is there already is still acknowledged"
    assert MOST_ENTRIES == 2000


def test_phones_leave_room_for_the_referee(
    phone: Phone, people: dict[Role, User], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("carteado.web.sumula.sheet_writing.MOST_OF_DEVICES", 2)
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
    monkeypatch.setattr("carteado.web.sumula.writer_of_request.MOST_REQUESTS_A_WINDOW", 3)
    answers = [phone.post(phone.message()) for _ in range(4)]
    assert [one.status_code for one in answers] == [200, 200, 200, 429]
    assert (answers[-1]["Retry-After"], list(answers[-1].json())) == ("60", ["message"])
    assert Phone(phone.sheet, a_device(phone.sheet.event)).data().status_code == 200, "another device need not"
    assert MOST_REQUESTS_A_WINDOW >= 60


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

    phone.send(phone.entry("hand", place=0, hand=truco_hand(1, 12)))  # decided, like the long sheet
    short = [asked(phone.send), asked(phone.data), asked(lambda: phone.send(*hands(1, 2)))]
    phone.send(*hands(2, 60))
    long = [asked(phone.send), asked(phone.data), asked(lambda: phone.send(*hands(60, 80)))]
    assert short == long
    assert max(short) <= 20

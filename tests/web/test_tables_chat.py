"""What is said at live tables: who may say what and when, who hears it, and what is left of it."""

import asyncio
import json
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from typing import Any

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.db import DatabaseError
from django.test import Client
from starlette.types import Message

from carteado.cards import Onlooker
from carteado.web.history.actions import RemarkReported
from carteado.web.history.models import LogEntry
from carteado.web.people.models import User
from carteado.web.tables import guests, remarks, reports, words
from carteado.web.tables.chat import Chat, cleaned
from carteado.web.tables.identity import GUEST_KEY
from carteado.web.tables.messages import LONGEST_TEXT, PROTOCOL, Hello, Mute, Report, Say, encode
from carteado.web.tables.models import Guest, Remark, Seat, Table
from carteado.web.tables.opening import GREETINGS, PRESETS, opened
from carteado.web.tables.room import Room
from carteado.web.tables.sockets import TableSocket
from carteado.web.tables.starting import begin
from carteado.web.threads import in_writing_thread
from tests.web.table_bots import Onlooking
from tests.web.table_rooms import Around

pytestmark = pytest.mark.django_db(transaction=True)

TM, AP = "truco-masters-2025", "apcef-sc-2022-canastra"
NAMES = ("Ana", "Bia", "Caio", "Davi")


def seated(**what: Any) -> Table:
    table = Table.objects.create(**{"regulation": TM, "free_chat": True, **what})
    for number, name in enumerate(NAMES):
        Seat.objects.create(table=table, number=number, who=f"guest:{Guest.objects.create(name=name).code}")
    return table


class Scene:
    """A table with people at it; ``people`` are by seat, one more watches."""

    def __init__(self, table: Table, **setting: Any) -> None:
        self.table = table
        found = opened(table.code)
        assert found is not None
        self.around = Around()
        self.room = Room(found[0]._replace(**setting), found[1], self.around)
        self.chat = Chat()
        self.people = [Onlooking(one.who, one.name) for one in self.room.setting.seats if one is not None]
        self.onlooker = Onlooking()

    async def enter(self, *readers: Onlooking) -> None:
        for reader in readers or (*self.people, self.onlooker):
            await self.chat.enter(reader, self.room, Hello(PROTOCOL))

    async def say(self, reader: Onlooking, text: str | None = None, *, preset: str | None = None) -> None:
        self.chat.receive(reader, self.room, Say(preset, text))
        await self.settle()

    async def does(self, reader: Onlooking, message: Mute | Report) -> None:
        self.chat.receive(reader, self.room, message)
        await self.settle()

    async def settle(self) -> None:
        while self.chat._tasks:
            await asyncio.sleep(0.001)


def heard(reader: Onlooking) -> list[str]:
    """The words that came, in order."""
    return [one.get("text") or one["preset"] for one in reader.heard if one["type"] == "said"]


def refused(reader: Onlooking) -> list[str]:
    return [one["code"] for one in reader.heard if one["type"] == "refusal"]


def run(scene: Coroutine[Any, Any, None]) -> None:
    async def in_time() -> None:
        async with asyncio.timeout(20):
            await scene

    asyncio.run(in_time())


# --- speaking and hearing ---------------------------------------------------------------------------------------------


def test_what_somebody_says_everybody_hears_after_it_is_written() -> None:
    scene = Scene(seated())

    async def act() -> None:
        await scene.enter()
        await scene.say(scene.people[1], "  Boa  noite,\nmesa! ")
        await scene.say(scene.people[2], preset="hello")

    run(act())
    for reader in (*scene.people, scene.onlooker):
        assert heard(reader) == ["Boa noite, mesa!", "hello"]
    first, second = scene.onlooker.heard[-2:]
    assert (first["number"], first["name"], first["seat"]) == (1, "Bia", 1)
    assert (second["number"], second["name"], second["seat"]) == (2, "Caio", 2)
    assert [(one.number, one.text, one.preset) for one in Remark.objects.order_by("number")] == [
        (1, "Boa noite, mesa!", ""),
        (2, "", "hello"),
    ]


def test_nothing_is_told_that_is_not_written(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = Scene(seated())

    def failing(*_arguments: Any) -> int:
        raise DatabaseError("full")

    async def act() -> None:
        await scene.enter()
        monkeypatch.setattr(remarks, "add", failing)
        await scene.say(scene.people[0], "Oi")

    run(act())
    assert not heard(scene.people[1])
    assert refused(scene.people[0]) == ["not_noted"]
    assert not Remark.objects.exists()


def test_all_hear_in_the_order_of_the_numbers() -> None:
    scene = Scene(seated())

    async def act() -> None:
        await scene.enter()
        for reader in scene.people:
            scene.chat.receive(reader, scene.room, Say(None, f"de {reader.name}"))
        await scene.settle()

    run(act())
    numbers = [one["number"] for one in scene.onlooker.heard if one["type"] == "said"]
    assert numbers == [1, 2, 3, 4]


def test_another_process_may_have_taken_the_number() -> None:
    table = seated()
    assert remarks.add(table.code, 1, "guest:x", "hello", "") == 1
    Remark.objects.create(table=table, number=2, at=2, who="guest:y", preset="hello")
    assert remarks.add(table.code, 3, "guest:x", "hello", "") == 3
    assert remarks.add("no-such-table", 3, "guest:x", "hello", "") is None


def test_who_watches_does_not_speak() -> None:
    scene = Scene(seated())
    referee = Onlooking("user:1", "Juiz", is_referee=True)

    async def act() -> None:
        await scene.enter()
        await scene.enter(referee)
        for reader in (scene.onlooker, referee):
            await scene.say(reader, preset="hello")
            await scene.say(reader, "Joga o zap!")

    run(act())
    assert refused(scene.onlooker) == refused(referee) == ["not_yours"] * 2
    assert not Remark.objects.exists()
    assert referee.observer is Onlooker.REFEREE


def test_where_the_table_does_not_allow_words_its_sentences_remain() -> None:
    scene = Scene(seated(free_chat=False))

    async def act() -> None:
        await scene.enter()
        await scene.say(scene.people[0], "Oi")
        await scene.say(scene.people[0], preset="thanks")

    run(act())
    assert refused(scene.people[0]) == ["presets_only"]
    assert heard(scene.people[1]) == ["thanks"]


@pytest.mark.parametrize(
    "say", [Say(), Say("hello", "Oi"), Say("no-such-sentence"), Say(None, " \n\t"), Say(None, "\u202e")]
)
def test_what_is_nothing_is_refused(say: Say) -> None:
    scene = Scene(seated())

    async def act() -> None:
        await scene.enter()
        scene.chat.receive(scene.people[0], scene.room, say)
        await scene.settle()

    run(act())
    assert refused(scene.people[0]) == ["unreadable"]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("  a\r\n\tb ", "a b"),
        ("a\u202eb\u200bc", "abc"),
        ("a\x00\x1bb", "a b"),
        ("👨‍👩‍👧", "👨‍👩‍👧"),
        ("e\u0301", "é"),
        ("\ue000\ud800x", "x"),
        ("x" * 300, "x" * LONGEST_TEXT),
    ],
)
def test_words_are_one_line_that_can_be_seen(text: str, shown: str) -> None:
    assert cleaned(text) == shown


def test_who_says_too_much_waits() -> None:
    scene = Scene(seated())

    async def act() -> None:
        await scene.enter()
        for _ in range(7):
            await scene.say(scene.people[0], preset="laugh")
        await scene.say(scene.people[1], preset="hello")

    run(act())
    assert heard(scene.people[2]) == ["laugh"] * 5 + ["hello"]
    assert refused(scene.people[0]) == ["too_fast"] * 2


def test_a_second_tab_says_no_more_than_one() -> None:
    scene = Scene(seated())
    again = Onlooking(scene.people[0].who, "Ana")

    async def act() -> None:
        await scene.enter()
        await scene.enter(again)
        for reader in [scene.people[0], again] * 4:
            await scene.say(reader, preset="laugh")

    run(act())
    assert len(heard(scene.people[2])) == 5


def test_onlookers_of_a_table_that_is_shown_later_hear_nothing() -> None:
    scene = Scene(seated(delay=120))
    late = Onlooking()

    async def act() -> None:
        await scene.enter()
        await scene.say(scene.people[0], "Tenho o zap!")
        await scene.enter(late)

    run(act())
    assert heard(scene.people[1]) == ["Tenho o zap!"]
    assert not heard(scene.onlooker)
    assert not heard(late)


# --- coming back ------------------------------------------------------------------------------------------------------


def test_who_comes_back_hears_the_last_remarks_once() -> None:
    scene = Scene(seated())
    for number in range(1, 26):
        Remark.objects.create(table=scene.table, number=number, at=number, who=scene.people[0].who, text=f"n{number}")
    late = Onlooking(scene.people[3].who, "Davi")

    async def act() -> None:
        await scene.enter()
        await scene.say(scene.people[1], "Oi")
        await scene.enter(late)

    run(act())
    assert heard(scene.people[0]) == [*(f"n{number}" for number in range(6, 26)), "Oi"]
    assert heard(late) == [*(f"n{number}" for number in range(7, 26)), "Oi"]
    assert late.heard[0]["type"] == "welcome"


def test_a_table_where_nobody_speaks_is_asked_once() -> None:
    scene = Scene(seated())
    asked: list[str] = []
    last = remarks.last

    def noted(code: str) -> list[remarks.Remarked]:
        asked.append(code)
        return last(code)

    async def act() -> None:
        await scene.enter()

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(remarks, "last", noted)
        run(act())
    assert len(asked) == 1


def test_a_remark_on_its_way_is_heard_once_by_who_comes_meanwhile() -> None:
    scene = Scene(seated())

    async def act() -> None:
        await scene.enter(*scene.people)
        scene.chat.receive(scene.people[0], scene.room, Say(None, "agora"))
        await asyncio.gather(*(scene.enter(Onlooking()) for _ in range(3)), scene.enter(scene.onlooker), scene.settle())

    run(act())
    for reader in scene.room.readers[Onlooker.SPECTATOR]:
        assert isinstance(reader, Onlooking)
        assert heard(reader) == ["agora"]


def test_who_has_left_is_still_named_and_has_no_seat() -> None:
    scene = Scene(seated())
    guest = Guest.objects.create(name="Eva")
    Remark.objects.create(table=scene.table, number=1, at=1, who=f"guest:{guest.code}", text="tchau")

    async def act() -> None:
        await scene.enter(scene.onlooker)

    run(act())
    [said] = [one for one in scene.onlooker.heard if one["type"] == "said"]
    assert said["name"] == "Eva"
    assert "seat" not in said


def test_what_a_forgotten_person_said_is_told_to_nobody_who_comes_later() -> None:
    scene = Scene(seated())
    guest = Guest.objects.create(name="Eva")
    Remark.objects.create(table=scene.table, number=1, at=1, who=f"guest:{guest.code}", text="meu telefone")
    late = Onlooking()

    async def act() -> None:
        await scene.enter(scene.onlooker)
        await in_writing_thread(guests.forget, guest)
        scene.room.refresh(scene.room.setting, None)
        await scene.enter(late)

    run(act())
    assert heard(scene.onlooker) == ["meu telefone"]
    assert heard(late) == []


# --- muting -----------------------------------------------------------------------------------------------------------


def test_a_muted_seat_is_not_heard_by_who_muted_it() -> None:
    scene = Scene(seated())
    ana, bia, caio, _ = scene.people
    tab, back = Onlooking(ana.who, "Ana"), Onlooking(ana.who, "Ana")

    async def act() -> None:
        await scene.enter()
        await scene.enter(tab)
        await scene.does(ana, Mute(1, True))
        await scene.say(bia, "chato")
        await scene.say(caio, "legal")
        await scene.enter(back)
        await scene.does(ana, Mute(1, False))
        await scene.say(bia, "melhor")

    run(act())
    assert heard(ana) == heard(tab) == heard(back) == ["legal", "melhor"]
    assert heard(caio) == heard(bia) == ["chato", "legal", "melhor"]
    assert [one["seats"] for one in tab.heard if one["type"] == "muted"] == [[1], []]
    assert [one["seats"] for one in back.heard if one["type"] == "muted"] == [[1], []]
    assert not [one for one in bia.heard if one["type"] == "muted"], "nobody is told that he is muted"


def test_who_is_muted_is_the_person_not_the_chair() -> None:
    scene = Scene(seated())
    ana, bia, caio, _ = scene.people

    async def act() -> None:
        await scene.enter()
        await scene.does(ana, Mute(1, True))
        seats = scene.room.setting.seats
        scene.room.refresh(scene.room.setting._replace(seats=(seats[0], seats[2], seats[1], seats[3])), None)
        await scene.say(bia, "ainda eu")
        await scene.say(caio, "agora aqui")

    run(act())
    assert heard(ana) == ["agora aqui"]


@pytest.mark.parametrize("seat", [0, -1, 4, 99])
def test_there_is_nobody_to_mute_there(seat: int) -> None:
    scene = Scene(seated())

    async def act() -> None:
        await scene.enter()
        await scene.does(scene.people[0], Mute(seat, True))
        await scene.does(scene.onlooker, Mute(1, True))

    run(act())
    assert refused(scene.people[0]) == ["unreadable"]
    assert refused(scene.onlooker) == ["not_yours"]


# --- reports ----------------------------------------------------------------------------------------------------------


def test_a_report_marks_the_remark_and_stands_in_the_log_once() -> None:
    user = User.objects.create_user("ana@carteado.example", name="Ana Lima")
    table = seated()
    table.seats.filter(number=0).update(who=f"user:{user.pk}")
    scene = Scene(table)

    async def act() -> None:
        await scene.enter()
        await scene.say(scene.people[1], "grosseria")
        await scene.does(scene.people[0], Report(1))
        await scene.does(scene.people[2], Report(1))
        await scene.does(scene.people[0], Report(2))
        await scene.does(scene.onlooker, Report(1))

    run(act())
    remark = Remark.objects.get()
    assert remark.report.by == f"user:{user.pk}"
    [entry] = LogEntry.objects.filter(action=RemarkReported.code)
    assert entry.details == {"remark": remark.pk}
    assert entry.actor == user
    assert scene.people[0].heard[-2]["type"] == "reported"
    assert refused(scene.people[0]) == ["unreadable"]
    assert scene.people[2].heard[-1] == {"type": "reported", "said": 1}
    assert refused(scene.onlooker) == ["not_yours"]
    assert not any(one["type"] == "reported" for one in scene.people[1].heard)


def test_the_sites_team_reads_what_was_reported_while_it_is_kept() -> None:
    table = seated()
    ana = f"guest:{Guest.objects.get(name='Ana').code}"
    remarks.add(table.code, 1, ana, "", "<b>grosseria</b>")
    remarks.add(table.code, 2, ana, "thanks", "")
    for number in (1, 2):
        assert reports.of_remark(table.code, number, ana)
    admin = Client()
    admin.force_login(User.objects.create_user("site@carteado.example", is_staff=True))
    page = admin.get("/en/auditoria/").content.decode()
    assert "Ana: “&lt;b&gt;grosseria&lt;/b&gt;”" in page
    assert "Ana: “Thank you”" in page
    Remark.objects.all().delete()
    assert "grosseria" not in admin.get("/en/auditoria/").content.decode()


def test_a_remark_of_another_table_is_not_reported_here() -> None:
    other = seated()
    remarks.add(other.code, 1, "guest:x", "", "longe")
    assert not reports.of_remark(seated().code, 1, "guest:y")
    assert not reports.to_be_settled().exists()


def test_who_reports_everything_waits() -> None:
    scene = Scene(seated())

    async def act() -> None:
        await scene.enter()
        for number in range(7):
            await scene.does(scene.people[0], Report(number))

    run(act())
    assert refused(scene.people[0]) == ["unreadable"] * 5 + ["too_fast"] * 2


# --- a championship's table -------------------------------------------------------------------------------------------


def official(regulation: str, *, hand_is_on: bool) -> Scene:
    table = seated(regulation=regulation)
    match = begin(table)
    scene = Scene(table, is_official=True, presets=GREETINGS)
    assert scene.room.present is not None
    scene.around.settle()
    here = scene.room.present
    if hand_is_on:
        for _ in range(4):
            asked = here.play.asked
            if asked is None or here.play.match.hand_is_on:
                scene.room._start_by_chance()
            else:
                scene.room._answer_by_clock()
            scene.around.settle()
    assert here.play.match.hand_is_on == hand_is_on
    assert here.match == match.pk
    return scene


def test_tm_33_partners_speak_by_signs_never_by_words_during_a_hand() -> None:
    scene = official(TM, hand_is_on=True)

    async def act() -> None:
        await scene.enter()
        await scene.say(scene.people[0], "tenho o zap")
        await scene.say(scene.people[0], preset="hello")

    run(act())
    first, second = (one for one in scene.people[0].heard if one["type"] == "refusal")
    assert (first["code"], first["rule"]) == (second["code"], second["rule"]) == ("words_in_hand", "signs.offered")
    assert first["article"].startswith("33")
    assert not Remark.objects.exists()


def test_between_hands_of_a_championship_people_greet_and_say_no_more() -> None:
    scene = official(TM, hand_is_on=False)

    async def act() -> None:
        await scene.enter()
        await scene.say(scene.people[0], preset="good_game")
        await scene.say(scene.people[0], preset="hurry")
        await scene.say(scene.people[0], "tenho o zap")

    run(act())
    assert heard(scene.people[2]) == ["good_game"]
    assert refused(scene.people[0]) == ["unreadable", "presets_only"]


def test_where_a_regulation_says_nothing_of_words_greetings_are_free_during_a_hand() -> None:
    scene = official(AP, hand_is_on=True)

    async def act() -> None:
        await scene.enter()
        await scene.say(scene.people[0], preset="good_game")
        await scene.say(scene.people[0], "tenho dois curingas")

    run(act())
    assert heard(scene.people[2]) == ["good_game"]
    assert refused(scene.people[0]) == ["presets_only"]


def test_among_friends_words_are_free_during_a_hand() -> None:
    scene = official(TM, hand_is_on=True)
    scene.room.setting = scene.room.setting._replace(is_official=False)

    async def act() -> None:
        await scene.enter()
        await scene.say(scene.people[0], "truco, ladrão!")

    run(act())
    assert heard(scene.people[1]) == ["truco, ladrão!"]


# --- the words --------------------------------------------------------------------------------------------------------


def test_every_sentence_of_a_table_has_its_words() -> None:
    assert {*PRESETS} == {*words.SENTENCES}
    assert {*GREETINGS} < {*PRESETS}
    assert [one.code for one in words.presets(PRESETS)] == [*PRESETS]
    assert words.presets(("thanks",))[0].en == "Thank you"


def test_who_comes_is_told_the_sentences_in_both_languages() -> None:
    scene = Scene(seated())

    async def act() -> None:
        await scene.enter(scene.onlooker)

    run(act())
    [welcome] = [one for one in scene.onlooker.heard if one["type"] == "welcome"]
    assert [one["code"] for one in welcome["table"]["presets"]] == [*PRESETS]
    assert all(set(one) == {"code", "pt", "en"} for one in welcome["table"]["presets"])


# --- on a socket ------------------------------------------------------------------------------------------------------


class Page:
    """An open page at a table."""

    def __init__(self, code: str, key: str = "") -> None:
        headers = [(b"host", b"testserver"), *([(b"cookie", f"sessionid={key}".encode())] if key else [])]
        self.scope: dict[str, Any] = {
            "type": "websocket",
            "path_params": {"code": code},
            "headers": headers,
            "client": ("192.0.2.1", 50_000),
        }
        self.to_server: asyncio.Queue[Message] = asyncio.Queue()
        self.heard: list[dict[str, Any]] = []

    async def open(self) -> None:
        await TableSocket("en")(self.scope, self.to_server.get, self._send)

    async def _send(self, message: Message) -> None:
        if message["type"] == "websocket.send":
            self.heard.extend(json.loads(message["text"]))

    def say(self, *messages: Any) -> None:
        self.to_server.put_nowait({"type": "websocket.receive", "text": encode(list(messages)).decode()})

    async def until(self, kind: str, count: int = 1) -> list[dict[str, Any]]:
        while len(found := [one for one in self.heard if one["type"] == kind]) < count:
            await asyncio.sleep(0.005)
        return found


@asynccontextmanager
async def page(code: str, key: str = "") -> AsyncIterator[Page]:
    made = Page(code, key)
    task = asyncio.create_task(made.open())
    made.to_server.put_nowait({"type": "websocket.connect"})
    made.say(Hello(PROTOCOL))
    try:
        await made.until("welcome")
        yield made
    finally:
        made.to_server.put_nowait({"type": "websocket.disconnect", "code": 1000})
        await task


def test_over_a_socket() -> None:
    table = seated()
    session = SessionStore()
    session[GUEST_KEY] = Guest.objects.get(name="Ana").code
    session.save()
    key = session.session_key
    assert key is not None

    async def act() -> None:
        async with page(table.code, key) as ana, page(table.code) as onlooker:
            ana.say(Say(None, "Oi!"), Mute(1, True))
            [said] = await onlooker.until("said")
            assert said["text"] == "Oi!"
            assert (await ana.until("muted"))[0]["seats"] == [1]
            onlooker.say(Say(None, "Eu também!"))
            assert (await onlooker.until("refusal"))[0]["message"] == "This is for those who play."
            ana.say(Report(said["number"]))
            await ana.until("reported")
        async with page(table.code, key) as ana:
            assert (await ana.until("said"))[0]["text"] == "Oi!"
            assert (await ana.until("muted"))[0]["seats"] == [1]

    run(act())
    assert reports.to_be_settled().get().remark == Remark.objects.get()

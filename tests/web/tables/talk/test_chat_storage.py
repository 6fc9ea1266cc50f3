"""What is left of what was said at live tables: for who comes back, for who mutes another, for who reports it."""

import asyncio

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.test import Client

from carteado.cards import Onlooker
from carteado.web.kit.process.database_threads import in_writing_thread
from carteado.web.log.models import LogEntry
from carteado.web.people.models import User
from carteado.web.tables.log_actions import RemarkReported
from carteado.web.tables.models import Guest, Remark
from carteado.web.tables.players.visitor import GUEST_KEY
from carteado.web.tables.protocol import Mute, Report, Say
from carteado.web.tables.seats import guest_accounts as guests
from carteado.web.tables.talk import remark_storage, reports
from tests.web.tables.bots.table_bots import Onlooking
from tests.web.tables.talk.table_talk import Scene, heard, page, refused, run, seated

pytestmark = pytest.mark.django_db(transaction=True)


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
    last = remark_storage.last_remarks

    def noted(code: str) -> list[remark_storage.StoredRemark]:
        asked.append(code)
        return last(code)

    async def act() -> None:
        await scene.enter()

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(remark_storage, "last_remarks", noted)
        run(act())
    assert len(asked) == 1


def test_a_remark_on_its_way_is_heard_once_by_who_comes_meanwhile() -> None:
    scene = Scene(seated())

    async def act() -> None:
        await scene.enter(*scene.people)
        scene.chat.receive(scene.people[0], scene.room, Say(None, "agora"))
        await asyncio.gather(*(scene.enter(Onlooking()) for _ in range(3)), scene.enter(scene.onlooker), scene.settle())

    run(act())
    for reader in scene.room.connections[Onlooker.SPECTATOR]:
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
        scene.room.refresh(scene.room.settings, None)
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
        seats = scene.room.settings.seats
        scene.room.refresh(scene.room.settings._replace(seats=(seats[0], seats[2], seats[1], seats[3])), None)
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
    remark_storage.add_remark(table.code, 1, ana, "", "<b>grosseria</b>")
    remark_storage.add_remark(table.code, 2, ana, "thanks", "")
    for number in (1, 2):
        assert reports.report_remark(table.code, number, ana)
    admin = Client()
    admin.force_login(User.objects.create_user("site@carteado.example", is_staff=True))
    page = admin.get("/en/auditoria/").content.decode()
    assert "Ana: “&lt;b&gt;grosseria&lt;/b&gt;”" in page
    assert "Ana: “Thank you”" in page
    Remark.objects.all().delete()
    assert "grosseria" not in admin.get("/en/auditoria/").content.decode()


def test_a_remark_of_another_table_is_not_reported_here() -> None:
    other = seated()
    remark_storage.add_remark(other.code, 1, "guest:x", "", "longe")
    assert not reports.report_remark(seated().code, 1, "guest:y")
    assert not reports.to_be_settled().exists()


def test_who_reports_everything_waits() -> None:
    scene = Scene(seated())

    async def act() -> None:
        await scene.enter()
        for number in range(7):
            await scene.does(scene.people[0], Report(number))

    run(act())
    assert refused(scene.people[0]) == ["unreadable"] * 5 + ["too_fast"] * 2


# --- on a socket ------------------------------------------------------------------------------------------------------


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

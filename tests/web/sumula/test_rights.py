"""Who writes on a súmula and reads it: the table's device, the team, and nobody else."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.utils import timezone

from carteado.web.devices.models import Device
from carteado.web.events.models import Event
from carteado.web.kit.guarding.policy import Role
from carteado.web.people.models import User
from carteado.web.sumula.models import Sheet, SheetEntry
from carteado.web.sumula.sheet_writing import append, note
from tests.web.sumula.sumulas import Phone, a_device, called, of_team, truco_hand
from tests.web.world.halls import TM, drawn
from tests.web.world.roles import a_person

pytestmark = [pytest.mark.django_db, pytest.mark.every_database]


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
    [ruling] = append(phone.sheet, note("rule", place=0, act=act, why="a"), by=people[Role.REFEREE]).stored
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

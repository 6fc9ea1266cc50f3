"""Referees who act at one instant, each in a thread of his own: nothing is ruled twice, and nobody gets an error."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest
from django.db import connection

from carteado.web.events.models import Event
from carteado.web.kit.guarding.policy import Role
from carteado.web.referee.models import Look
from carteado.web.sumula.models import Sheet
from tests.web.referee.referee_desk import Desk, kinds
from tests.web.sumula.sumulas import Phone, a_device, called, truco_hand
from tests.web.sumula.test_races import a_phone
from tests.web.world.halls import TM, drawn
from tests.web.world.roles import a_person
from tests.web.world.running import begun, run_each

pytestmark = pytest.mark.every_database

REFEREES = 4


def at_once(acts: Sequence[Callable[[], Any]]) -> list[int]:
    """The status of each answer."""
    barrier = Barrier(len(acts))

    def do(act: Callable[[], Any]) -> int:
        try:
            barrier.wait()
            return int(act().status_code)
        finally:
            connection.close()

    with ThreadPoolExecutor(len(acts)) as pool:
        return [one.result() for one in [pool.submit(do, act) for act in acts]]


def hall() -> tuple[Event, Phone, list[Desk]]:
    event = drawn(TM, 4)
    phone = a_phone(called(event), a_device(event), "a")
    people = [a_person(Role.REFEREE, event, email=f"arbitro{number}@salao.example") for number in range(REFEREES)]
    return event, phone, [Desk.of(event, person) for person in people if person is not None]


def rule_at_once() -> None:
    """The first is ruled; the others see it before they rule."""
    _event, phone, desks = hall()
    match = phone.sheet.match
    pages = [desk.weigh(match, "pontos", pair=0, points=1, why="x") for desk in desks]
    acts = [partial(desk.confirm, match, "pontos", page) for desk, page in zip(desks, pages, strict=True)]
    assert sorted(at_once(acts)) == [200] * (REFEREES - 1) + [302]
    assert kinds(phone.sheet) == ["rule"]


def answer_at_once() -> None:
    """One comes, and so do not the others."""
    _event, phone, desks = hall()
    call = phone.entry("call")
    phone.send(call)
    match = phone.sheet.match
    acts = [partial(desk.post, "referee-answer", match, chamado=call["id"]) for desk in desks]
    assert at_once(acts) == [302] * REFEREES
    assert kinds(phone.sheet) == ["call", "answer"]


def put_back_at_once() -> None:
    """It is put back once, whoever was first; the phone writes on meanwhile."""
    _event, phone, desks = hall()
    hand = phone.entry("hand", place=0, hand=truco_hand(0, 3))
    fix = phone.entry("correct", of=hand["id"], over=hand["id"], hand=truco_hand(1, 3), why="trocado")
    phone.send(hand, fix)
    match, seq_seen = phone.sheet.match, Sheet.objects.get(pk=phone.sheet.pk).seq
    restore = {"ato": "devolver", "entrada": fix["id"], "visto": seq_seen, "why": "x"}
    acts = [partial(desk.post, "referee-review", match, **restore) for desk in desks]
    assert set(at_once(acts)) <= {200, 302}
    assert kinds(phone.sheet).count("correct") == 2
    assert Look.objects.filter(sheet=phone.sheet).count() == 2


def freeze_at_once() -> None:
    _event, phone, desks = hall()
    phone.send(phone.entry("hand", place=0, hand=truco_hand(0, 3)))
    match = phone.sheet.match
    acts = [partial(desk.post, "referee-freeze", match, ato="congelar") for desk in desks]
    assert at_once(acts) == [302] * REFEREES
    phone.sheet.refresh_from_db()
    assert phone.sheet.shown is not None
    assert phone.sheet.shown["score"] == [3, 0]


RACES = (rule_at_once, answer_at_once, put_back_at_once, freeze_at_once)


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("race", RACES)
def test_referees_who_act_at_once_rule_once(race: Callable[[], None]) -> None:
    race()


@pytest.mark.one_database
def test_referees_who_act_at_once_on_sqlite_rule_once(tmp_path: Path) -> None:
    assert run_each(begun(tmp_path), "tests.web.referee.test_races", "RACES") == len(RACES)

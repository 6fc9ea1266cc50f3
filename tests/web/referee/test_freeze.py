"""The public score during a review: it stands still for everybody, shows nothing of what comes, and then goes on."""

import re
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from carteado.tournament.operations import Undo
from carteado.web.devices.models import Device, Right
from carteado.web.events import store
from carteado.web.events.models import Event
from carteado.web.kit.guarding.policy import PUSHED, Action
from carteado.web.kit.push import topics
from carteado.web.log.models import LogEntry
from carteado.web.people.models import fingerprint
from carteado.web.sumula.models import Sheet
from tests.web.referee.referee_desk import Desk
from tests.web.sumula.sumulas import Phone, truco_hand
from tests.web.world.halls import append, open_matches

pytestmark = pytest.mark.django_db

PAGES = ("event", "bracket", "agenda", "standings", "pairs", "projector", "decisions", "event-statistics")
SECRET = "segredo-da-transmissao"


@pytest.fixture
def phone(phone: Phone) -> Phone:
    phone.send(phone.entry("hand", place=0, hand=truco_hand(0, 3)))
    return phone


def public(event: Event, sheet: Sheet) -> dict[str, str]:
    """All that somebody without an account can get, without what changes by itself: the hour."""
    client = Client()
    found = {name: client.get(reverse(name, args=[event.slug])).content.decode() for name in PAGES}
    for pair in sheet.pairs:
        found[f"pair {pair}"] = client.get(reverse("pair", args=[event.slug, pair])).content.decode()
    pushed = [kind for kind, action in PUSHED.items() if action is Action.READ]
    found |= {f"pushed {kind}": topics.render(kind, event.slug, "pt-br") for kind in pushed}
    strip = client.get(reverse("overlay-strip"), headers={"Authorization": f"Bearer {SECRET}"})
    found["overlay"] = strip.content.decode()
    return {
        name: re.sub(r"\d{4}-\d\d-\d\dT[^\"<]+|\d\d:\d\d(:\d\d)?|\d+h\d\d", "…", text) for name, text in found.items()
    }


def freeze(desk: Desk, match: str, act: str) -> None:
    assert desk.post("referee-freeze", match, ato=act).status_code == 302


@pytest.fixture
def broadcast(event: Event) -> Device:
    return Device.objects.create(
        event=event, number=99, right=Right.OVERLAY, table="1", secret_hash=fingerprint(SECRET), delay=0
    )


def test_everybody_sees_the_last_score_and_that_it_is_under_review(
    event: Event, referee: Desk, phone: Phone, broadcast: Device
) -> None:
    before = public(event, phone.sheet)
    freeze(referee, phone.sheet.match, "congelar")
    shown = public(event, phone.sheet)
    marked = [name for name, text in shown.items() if "em revisão" in text]
    assert {"bracket", "event", "projector", "overlay"} <= set(marked)
    assert not [name for name, text in before.items() if "em revisão" in text]


def test_nothing_that_comes_during_a_review_can_be_told_from_outside(
    event: Event, referee: Desk, phone: Phone, broadcast: Device
) -> None:
    """The same review with other hands, a correction, a ruling and a call: outside all of them look the same."""
    match = phone.sheet.match
    freeze(referee, match, "congelar")
    frozen = public(event, phone.sheet)

    def hands(winner: int, value: int) -> list[dict[str, Any]]:
        return [phone.entry("hand", place=place, hand=truco_hand(winner, value)) for place in (1, 2)]

    def whole() -> list[dict[str, Any]]:
        won = phone.entry("hand", place=1, hand=truco_hand(1, 12))
        return [won, *phone.accept("a1", won["id"])]

    for written in (
        lambda: phone.send(*hands(1, 3)),
        lambda: phone.send(*hands(0, 1)),
        lambda: phone.send(phone.entry("correct", of="a1", over="a1", hand=truco_hand(1, 9), why="trocada")),
        lambda: phone.send(phone.entry("call", about="Demora")),
        lambda: referee.rules(match, "pontos", pair=0, points=-2, why="x"),
        lambda: phone.send(*whole()),
    ):
        with transaction.atomic():
            written()
            assert public(event, phone.sheet) == frozen
            transaction.set_rollback(True)
        store._championships.clear()


def test_released_the_score_goes_on_and_open_pages_are_told(
    event: Event, referee: Desk, phone: Phone, broadcast: Device, django_capture_on_commit_callbacks: Any
) -> None:
    match = phone.sheet.match
    freeze(referee, match, "congelar")
    frozen = public(event, phone.sheet)
    phone.send(phone.entry("hand", place=1, hand=truco_hand(1, 6)))
    with django_capture_on_commit_callbacks() as told:
        freeze(referee, match, "liberar")
    assert told, "open pages hear of it"
    released = public(event, phone.sheet)
    assert released["bracket"] != frozen["bracket"]
    assert not [name for name, text in released.items() if "em revisão" in text]


def test_a_result_waits_for_the_end_of_the_review(event: Event, referee: Desk, phone: Phone) -> None:
    match = phone.sheet.match
    freeze(referee, match, "congelar")
    won = phone.entry("hand", place=1, hand=truco_hand(0, 12))
    phone.send(won, *phone.accept("a1", won["id"]))
    event.refresh_from_db()
    assert store.championship_of(event).logs[match].submissions == ()
    freeze(referee, match, "liberar")
    event.refresh_from_db()
    assert len(store.championship_of(event).logs[match].submissions) == 1


def test_a_result_that_the_desk_takes_back_during_a_review_is_not_sent_again(
    event: Event, referee: Desk, phone: Phone
) -> None:
    match = phone.sheet.match
    won = phone.entry("hand", place=1, hand=truco_hand(0, 12))
    phone.send(won, *phone.accept("a1", won["id"]))
    freeze(referee, match, "congelar")
    event.refresh_from_db()
    while store.championship_of(event).logs[match].submissions:
        append(event, Undo(by="user:1", at=timezone.now(), why="engano"))
    freeze(referee, match, "liberar")
    event.refresh_from_db()
    assert store.championship_of(event).logs[match].submissions == ()
    page = referee.open("referee-match", match)
    assert reverse("referee-hand-in", args=[event.slug, match]) in page, "the referee may send it again"


def test_frozen_twice_is_frozen_once_and_both_are_on_record(event: Event, referee: Desk, phone: Phone) -> None:
    match = phone.sheet.match
    for act in ("congelar", "congelar", "liberar", "liberar"):
        freeze(referee, match, act)
    actions = list(
        LogEntry.objects.filter(action__startswith="sumula.").order_by("pk").values_list("action", flat=True)
    )
    assert actions == ["sumula.frozen", "sumula.released"]
    page = referee.client.get(reverse("event-history", args=[event.slug])).content.decode()
    assert "congelou o placar público da partida 1" in page


def test_the_desk_says_that_a_score_is_frozen_and_still_sees_it_move(referee: Desk, phone: Phone) -> None:
    freeze(referee, phone.sheet.match, "congelar")
    phone.send(phone.entry("hand", place=1, hand=truco_hand(1, 6)))
    board = referee.open("referee")
    assert "em revisão" in board
    assert '<b class="table-card__score">6</b>' in board
    assert "Liberar o placar público" in referee.open("referee-match", phone.sheet.match)


def test_a_match_without_a_sheet_has_nothing_to_freeze(event: Event, referee: Desk) -> None:
    match = open_matches(store.championship_of(event))[1]
    assert "Congelar" not in referee.open("referee-match", match)
    assert referee.post("referee-freeze", match, ato="congelar").url == referee.path("referee")
    assert not Sheet.objects.exists()

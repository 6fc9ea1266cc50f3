"""What is done at a desk of draws, and what is looked at afterwards."""

from datetime import timedelta

from django.utils import timezone

from carteado.fair import DRAW_FORMAT, commitment, verify_draw
from carteado.tournament.operations import Decide, Undo
from carteado.web.draw.models import DrawSecret
from carteado.web.events import store
from tests.web.draw.draw_desk import Desk

STALE = "Nesse meio-tempo mexeram no evento"


def operations(desk: Desk) -> list[str]:
    return [type(one).__name__ for one in desk.championship.log]


def secret_of(desk: Desk, draw: str) -> str:
    return DrawSecret.objects.get(event=desk.event, draw=draw).secret


def check_held_draw(desk: Desk, draw: str) -> None:
    """The protocol verifies, and is the one that was promised."""
    protocol = desk.championship.draws[draw]
    assert verify_draw(dict(protocol)) == []
    assert protocol["commitment"] == desk.championship.commitments[draw]
    label = f"{DRAW_FORMAT}|{desk.event.slug}|{draw}"
    assert commitment(label, bytes.fromhex(str(protocol["secret"]))) == protocol["commitment"]


def undone(desk: Desk) -> None:
    desk.append(Undo(by=store.author(desk.user), at=timezone.now()))


def something_else(desk: Desk) -> None:
    desk.append(Decide(by="user:1", at=timezone.now(), question="E a chuva?", decision="Joga-se.", why="Há toldo."))


def in_an_hour() -> str:
    return timezone.localtime(timezone.now() + timedelta(hours=1)).strftime("%Y-%m-%dT%H:%M")

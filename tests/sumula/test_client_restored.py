"""The real site, restored from a copy while phones go on writing: they bring back what it has lost."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from carteado.regulation import catalogue
from carteado.sumula import form_of
from carteado.web.events import store
from carteado.web.kit.guarding.policy import Role
from carteado.web.sumula.match_sheets import terms_of
from carteado.web.sumula.models import Sheet, SheetEntry
from carteado.web.sumula.sheet_writing import append, note
from tests.sumula.bridge import Bridge
from tests.web.sumula.sumulas import Phone as Writer
from tests.web.sumula.sumulas import a_device, called, truco_hand
from tests.web.world.halls import TM, drawn, team

pytestmark = pytest.mark.django_db
NOW = 1_795_284_000_000


@pytest.fixture(scope="module")
def bridge() -> Iterator[Bridge]:
    bridge = Bridge()
    yield bridge
    bridge.close()


class Hall:
    """A table with its sheet, and phones beside it that reach the site at once."""

    def __init__(self, bridge: Bridge) -> None:
        self.people = team()
        event = drawn(TM, 4, people=self.people)
        self.bridge, self.sheet = bridge, called(event)
        self.site = Writer(self.sheet, a_device(event), client=Client())
        form = form_of(terms_of(store.championship_of(event), self.sheet.match), catalogue("pt"))
        bridge.ask({"do": "form", "name": TM, "form": form})
        bridge.ask({"do": "hall"})
        for name in ("a", "b"):
            self.command(name, "open", disk=name, code=self.sheet.code, form=TM, best_of=1, now=NOW)

    def command(self, phone: str, do: str, **fields: Any) -> Any:
        """And every question that follows is answered."""
        answered = self.bridge.ask({"phone": phone, "do": do, **fields})
        for asked in answered["asked"]:
            answer = self.site.post(asked["question"])
            reply = {"status": answer.status_code, "text": answer.content.decode()}
            self.command(asked["phone"], "reply", request=asked["id"], reply=reply)
        return answered["result"]

    def write(self, phone: str, kind: str, **fields: Any) -> str:
        id: str = self.command(phone, "append", content={"kind": kind, **fields})["noted"]["id"]
        return id

    def hand(self, phone: str, place: int) -> str:
        return self.write(phone, "hand", place=place, hand=truco_hand(place % 2))

    def warn(self) -> None:
        by = self.people[Role.REFEREE]
        append(self.sheet, note("warn", pair=0, key="match.target", why="avisei"), by=by)

    def restore(self, kept: int) -> None:
        """To the copy that was made when there were so many entries."""
        SheetEntry.objects.filter(sheet=self.sheet, seq__gt=kept)._raw_delete("default")
        Sheet.objects.filter(pk=self.sheet.pk).update(seq=kept)

    @property
    def ids(self) -> list[str]:
        return [row.entry_id for row in SheetEntry.objects.filter(sheet=self.sheet)]

    def state(self, phone: str) -> Any:
        return self.command(phone, "state")


@pytest.fixture
def hall(bridge: Bridge) -> Hall:
    return Hall(bridge)


def test_one_phone_brings_back_what_all_wrote(hall: Hall) -> None:
    """With words, which the site keeps apart; the referee's own only he can write again."""
    first = hall.hand("a", 0)
    hall.command("b", "sync")
    over = {"of": first, "over": first, "hand": truco_hand(1), "why": "não foi assim"}
    lost = [hall.write("b", "correct", **over), hall.write("b", "call", about="dúvida")]
    hall.warn()
    hall.command("a", "sync")
    hall.restore(1)
    hall.command("a", "sync")
    assert hall.ids == [first, *lost]
    hall.command("b", "sync")
    for name in ("a", "b"):
        state = hall.state(name)
        assert (state["kept"], state["outbox"], state["refused"]) == ([first, *lost], [], [])
        assert state["sync"]["trouble"] is None


def test_a_number_that_was_given_anew_hides_nothing(hall: Hall) -> None:
    """As many entries, the same count: only the name of the last one tells."""
    first = hall.hand("a", 0)
    call = hall.write("a", "call")
    hall.restore(1)
    attempt = hall.write("b", "attempt", place=1, pair=0, number=1)
    assert hall.ids == [first, attempt]
    hall.command("a", "sync")
    assert hall.ids == [first, attempt, call]
    assert hall.state("a")["kept"] == [first, attempt, call]

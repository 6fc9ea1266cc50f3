"""Phones beside one table, a network that fails in every way, and the real server: no hand is lost, none is doubled.

The phones are the client's own code in node. This test is their network, their clock, their storage and their battery.
"""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

import pytest
from django.core.cache import caches
from django.db import transaction
from django.test import Client
from django.urls import reverse
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from carteado import sumula
from carteado.regulation import catalogue
from carteado.sumula import form_of
from carteado.web.events import store
from carteado.web.kit.guarding.policy import Role
from carteado.web.people.models import User
from carteado.web.sumula.match_sheets import read_entries, terms_of
from carteado.web.sumula.models import SheetEntry
from carteado.web.sumula.sheet_writing import append, note
from tests.sumula.bridge import Bridge
from tests.sumula.sheets import hands
from tests.web.sumula.sumulas import a_device, called
from tests.web.world.halls import FA, TM, drawn, team

NOW = 1_795_284_000_000
HOUR = 3_600_000
DISKS = {"a": "a", "a2": "a", "b": "b", "c": "c"}
"""The pages that are open, and on which phone: one has two tabs."""
CLOCKS = {"a": NOW, "a2": NOW, "b": NOW + HOUR, "c": NOW - HOUR}


class Table:
    """One sheet of an event, and what there is of it on the server."""

    def __init__(self, regulation: str, referee: dict[Role, User]) -> None:
        event = drawn(regulation, 4, people=referee, slug=regulation)
        self.sheet, self.secret, self.client = called(event), a_device(event), Client()
        self.referee = referee[Role.REFEREE]
        self.terms = terms_of(store.championship_of(event), self.sheet.match)
        self.address = reverse("sheet-sync", args=[self.sheet.code])

    def post(self, body: object) -> tuple[int, str]:
        for cache in caches.all():
            cache.clear()
        answer = self.client.post(
            self.address,
            json.dumps(body),
            content_type="application/json",
            headers={"Authorization": f"Bearer {self.secret}"},
        )
        return answer.status_code, answer.content.decode()

    def rows(self) -> list[SheetEntry]:
        return list(SheetEntry.objects.filter(sheet=self.sheet))

    def counted(self, rows: Sequence[SheetEntry]) -> sumula.Sheet:
        return sumula.count(self.terms, read_entries(self.terms, rows))


@dataclass
class PhoneQuestion:
    """A question on its way to the server."""

    id: int
    phone: str
    question: dict[str, Any]


@dataclass
class Late:
    """An answer on its way back."""

    asked: PhoneQuestion
    status: int
    text: str


@dataclass
class Page:
    """What this test knows of a page."""

    name: str
    is_dead: bool = False


pages = st.sampled_from(sorted(DISKS))
picks = st.integers(0, 99)


class Phones(RuleBasedStateMachine):
    """Whatever happens between some phones and the server."""

    bridge: Bridge
    tables: tuple[Table, ...]

    def __init__(self) -> None:
        super().__init__()
        self.stack = ExitStack()
        self.stack.enter_context(transaction.atomic())
        store._championships.clear()
        self.asked: list[PhoneQuestion] = []
        self.late: list[Late] = []
        self.pages = {name: Page(name) for name in DISKS}
        self.noted: dict[str, set[str]] = {disk: set() for disk in DISKS.values()}
        self.from_elsewhere: set[str] = set()
        self.perhaps_noted = 0
        self.numbers = 0

    @initialize(which=st.integers(0, 1))
    def begin(self, which: int) -> None:
        self.table = self.tables[which]
        self.bridge.ask({"do": "hall"})
        for name in DISKS:
            self.open(name)

    def teardown(self) -> None:
        try:
            if hasattr(self, "table"):
                self.everybody_gets_through()
        finally:
            transaction.set_rollback(True)
            self.stack.close()

    # --- phones ---

    def command(self, name: str, do: str, **fields: Any) -> Any:
        reply = self.bridge.ask({"phone": name, "do": do, **fields})
        self.asked += [PhoneQuestion(**one) for one in reply["asked"]]
        self.pages[name].is_dead = reply["dead"]
        return reply["result"]

    def open(self, name: str) -> None:
        about = {"code": self.table.sheet.code, "form": self.table.sheet.event.regulation, "best_of": 1}
        self.command(name, "open", disk=DISKS[name], now=CLOCKS[name], **about)

    def state(self, name: str) -> Any:
        return self.command(name, "state")

    def states(self) -> dict[str, Any]:
        """Of all that are alive."""
        return {name: self.state(name) for name, page in self.pages.items() if not page.is_dead}

    # --- what people write ---

    @rule(name=pages, data=st.data(), many=st.integers(1, 3))
    def note_hands(self, name: str, data: st.DataObject, many: int) -> None:
        place = data.draw(st.integers(0, 3))
        for number in range(many):
            self.write(name, {"kind": "hand", "place": place + number, "hand": data.draw(hands(self.table.terms))})

    @rule(
        name=pages,
        pick=picks,
        kind=st.sampled_from(("undo", "undo", "correct", "correct", "accept", "settle", "other")),
    )
    def note_something(self, name: str, pick: int, kind: str) -> None:
        """About a hand that this phone knows; a correction gives it another one's count."""
        entries = [] if self.pages[name].is_dead else self.state(name)["entries"]
        written = [entry for entry in entries if entry["kind"] in ("hand", "correct")]
        if not written:
            return
        one, other = written[pick % len(written)], written[pick // 3 % len(written)]
        of = one.get("of", one["id"])
        others = (
            {"kind": "call"},
            {"kind": "bell", "place": pick % 3, "number": 1, "during": True},
            {"kind": "attempt", "place": 0, "pair": 0, "number": 1},
        )
        corrected = None if pick % 3 == 0 else other["hand"]
        contents: dict[str, dict[str, Any]] = {
            "undo": {"kind": "undo", "of": one["id"]},
            "correct": {"kind": "correct", "of": of, "over": one["id"], "hand": corrected, "why": "não foi assim"},
            "accept": {"kind": "accept", "pair": pick % 2, "versions": [entry["id"] for entry in written]},
            "settle": {"kind": "settle", "place": one.get("place", 0), "hands": [of], "among": [of]},
            "other": others[pick % 3],
        }
        self.write(name, contents[kind])

    def write(self, name: str, content: dict[str, Any]) -> None:
        """What the phone says is noted is noted; what a phone died over may be, once it is opened again."""
        if self.pages[name].is_dead:
            return
        result = self.command(name, "append", content=content)
        if result and "noted" in result:
            self.noted[DISKS[name]].add(result["noted"]["id"])
        elif not result:
            self.perhaps_noted += 1

    # --- the network ---

    def take_question(self, pick: int) -> PhoneQuestion:
        return self.asked.pop(pick % len(self.asked))

    def reply(self, asked: PhoneQuestion, status: int, text: str, **more: Any) -> None:
        self.command(asked.phone, "reply", request=asked.id, reply={"status": status, "text": text, **more})

    @precondition(lambda self: self.asked)
    @rule(pick=picks)
    def arrive(self, pick: int) -> None:
        asked = self.take_question(pick)
        self.reply(asked, *self.table.post(asked.question))

    @precondition(lambda self: self.asked)
    @rule(pick=picks, how=st.sampled_from(("question_lost", "answer_lost", "twice", "slowly", "in_part", "cut_off")))
    def arrive_badly(self, pick: int, how: str) -> None:
        asked = self.take_question(pick)
        if how == "question_lost":
            self.command(asked.phone, "cut", request=asked.id)
            return
        if how == "twice":
            self.table.post(asked.question)
        status, text = self.table.post(asked.question)
        if how == "answer_lost":
            self.command(asked.phone, "cut", request=asked.id)
        elif how == "slowly":
            self.late.append(Late(asked, status, text))
        elif how == "in_part":
            self.reply(asked, status, self.without_some(text, pick))
        else:
            self.reply(asked, status, text if how == "twice" else text[: len(text) * (pick % 4) // 4])

    @staticmethod
    def without_some(text: str, pick: int) -> str:
        """Entries are missing at the end of an answer, or in its middle."""
        reply = json.loads(text)
        entries = reply.get("entries", [])
        lost, most = pick % 3, pick % 4 + 1
        return json.dumps({**reply, "entries": [one for at, one in enumerate(entries) if at != lost][:most]})

    @precondition(lambda self: self.late)
    @rule(pick=picks)
    def answer_at_last(self, pick: int) -> None:
        late = self.late.pop(pick % len(self.late))
        self.reply(late.asked, late.status, late.text)

    @precondition(lambda self: self.asked)
    @rule(pick=picks, status=st.sampled_from((200, 200, 200, 401, 404, 409, 413, 429, 500)), html=st.booleans())
    def answer_with_trouble(self, pick: int, status: int, html: bool) -> None:
        """Ours in JSON; or somebody else's page, which says nothing of the sheet."""
        asked = self.take_question(pick)
        text = "<html>Entre na rede do hotel" if html or status == 200 else '{"message": "não"}'
        self.reply(asked, status, text, **({"retryAfter": 60} if status == 429 else {}))

    # --- time, storage, batteries ---

    @rule(name=pages, milliseconds=st.sampled_from((0, 1_500, 6_000, 21_000, 70_000)))
    def let_time_pass(self, name: str, milliseconds: int) -> None:
        """Nothing: somebody asks for news at once."""
        if not self.pages[name].is_dead:
            self.command(name, "pass", milliseconds=milliseconds) if milliseconds else self.command(name, "sync")

    @rule(name=pages, what=st.sampled_from(("open", "die", "die", "full", "room")), pick=picks)
    def trouble_with_the_phone(self, name: str, what: str, pick: int) -> None:
        """It is opened again, its battery dies at one of its next steps, it is full or nearly so, it is emptied."""
        if what == "open":
            self.open(name)
        elif self.pages[name].is_dead:
            return
        elif what == "die":
            self.command(name, "die", changes=pick % 4 + 1, written=pick % 2 == 0)
        else:
            self.command(name, "room", bytes=pick % 3 * 300 if what == "full" else None)

    # --- others who write ---

    def own_id(self, who: str) -> str:
        self.numbers += 1
        return f"{who}{self.numbers}"

    @rule(who=st.sampled_from(("referee", "old", "new")), pick=picks, data=st.data())
    def others_write(self, who: str, pick: int, data: st.DataObject) -> None:
        if who == "referee":
            self.referee_writes(pick)
        elif who == "old":
            self.old_phone_writes(data.draw(hands(self.table.terms)), pick % 4)
        else:
            self.newer_phone_writes()

    def referee_writes(self, pick: int) -> None:
        calls = [row.entry_id for row in self.table.rows() if row.content["kind"] == "call"]
        ruling = {"ruling": "adjust", "pair": pick % 2, "points": pick % 5 - 2, "reason": "combinado", "article": "1"}
        kind, fields = (
            ("rule", {"place": pick % 4, "act": {"seat": None, "act": "ruling", **ruling}, "why": "decidi"}),
            ("warn", {"pair": 1, "key": "match.target", "why": "avisei"}),
            ("answer", {"of": [*calls, "nobody"][0]}),
        )[pick % 3]
        id = self.own_id("site-")
        append(self.table.sheet, note(kind, id=id, **fields), by=self.table.referee)
        self.from_elsewhere.add(id)

    def old_phone_writes(self, hand: dict[str, Any], place: int) -> None:
        """A copy of the first wire format, as it will be on some phone for ever."""
        id = self.own_id("old")
        head = {"id": id, "device": "old-phone", "at": "2026-11-16T10:00:00Z", "kind": "hand"}
        question = {
            "protocol": 1,
            "device": "old-phone",
            "since": 0,
            "entries": [{**head, "place": place, "hand": hand}],
        }
        status, text = self.table.post(question)
        reply = json.loads(text)
        assert status == 200
        assert [one["seq"] for one in reply["entries"]] == list(range(1, reply["seq"] + 1))
        assert id in [one["id"] for one in reply["entries"]]
        self.from_elsewhere.add(id)

    def newer_phone_writes(self) -> None:
        """What the server does not know yet it refuses by itself, and takes the rest."""
        fine, new_kind, new_field = self.own_id("new"), self.own_id("new"), self.own_id("new")
        head = {"device": "new-phone", "at": "2027-11-16T10:00:00Z"}
        attempt = {"kind": "attempt", "place": 1, "pair": 0, "number": 1}
        entries = [
            {**head, "id": new_kind, "kind": "sing", "place": 1},
            {**head, "id": fine, **attempt},
            {**head, "id": new_field, **attempt, "urgent": True},
        ]
        status, text = self.table.post({"protocol": 1, "device": "new-phone", "since": 0, "entries": entries})
        assert status == 200
        assert {one["id"] for one in json.loads(text)["refused"]} == {new_kind, new_field}
        self.from_elsewhere.add(fine)
        assert self.table.post({"protocol": 2, "device": "new-phone", "since": 0, "entries": entries})[0] == 409

    # --- what always holds ---

    @invariant()
    def nothing_is_lost_or_doubled(self) -> None:
        if not hasattr(self, "table"):
            return
        rows = self.table.rows()
        on_server = Counter(row.entry_id for row in rows)
        assert max(on_server.values(), default=1) == 1
        assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
        assert self.from_elsewhere <= set(on_server)
        sheet = self.table.counted(rows)
        for name, state in self.states().items():
            self.check_page(name, state, [row.entry_id for row in rows], sheet)

    def check_page(self, name: str, state: Any, order: list[str], sheet: sumula.Sheet) -> None:
        kept, outbox = state["kept"], state["outbox"]
        there = Counter(entry["id"] for entry in state["entries"])
        assert max(there.values(), default=1) == 1, "an entry is on the phone twice"
        assert self.noted[DISKS[name]] <= {*there, *state["refused"]}, "what was noted is gone"
        assert set(there) <= set(state["stored"]), "shown, and not durable"
        assert set(kept) <= set(order), "shown as kept, and the server does not have it"
        assert [entry["id"] for entry in state["entries"]] == [*kept, *outbox]
        assert kept == order[: state["since"]], "in another order than the server's, or with a gap"
        assert state["refused"] == [], "refused because of what others wrote"
        if kept == order and not outbox:
            self.check_counted_alike(state, sheet)

    def check_counted_alike(self, state: Any, sheet: sumula.Sheet) -> None:
        hand_by_hand = [[one.standing.version, list(one.report.points), list(one.report.score)] for one in sheet.hands]
        assert state["hands"] == hand_by_hand
        reply = [state[name] for name in ("score", "won", "winner", "accepted")]
        assert reply == [list(sheet.score), list(sheet.won), sheet.winner, list(sheet.resolved.accepted)]

    # --- the end ---

    def everybody_gets_through(self) -> None:
        """The network is back, there is room, every phone is charged: in the end all know everything."""
        for late in self.late:
            self.reply(late.asked, late.status, late.text)
        for name in DISKS:
            self.open(name)
            self.command(name, "room", bytes=None)
        for _ in range(40):
            while self.asked:
                asked = self.asked.pop(0)
                self.reply(asked, *self.table.post(asked.question))
            if self.all_know_all():
                break
            for name in DISKS:
                self.command(name, "pass", milliseconds=31_000)
                self.command(name, "sync")
        assert self.all_know_all()
        self.nothing_is_lost_or_doubled()
        order = {row.entry_id for row in self.table.rows()}
        noted = set().union(*self.noted.values())
        assert noted <= order
        assert len(order - noted - self.from_elsewhere) <= self.perhaps_noted, "noted once, and there twice"

    def all_know_all(self) -> bool:
        order, states = [row.entry_id for row in self.table.rows()], self.states()
        return list(states) == list(DISKS) and all(
            (state["kept"], state["outbox"]) == (order, []) for state in states.values()
        )


@pytest.fixture(scope="module")
def bridge() -> Iterator[Bridge]:
    bridge = Bridge()
    yield bridge
    bridge.close()


def run(bridge: Bridge, examples: int, steps: int) -> None:
    tables = tuple(Table(regulation, team() if at == 0 else _again()) for at, regulation in enumerate((TM, FA)))
    for table in tables:
        form = form_of(table.terms, catalogue("pt"))
        bridge.ask({"do": "form", "name": table.sheet.event.regulation, "form": form})
    machine = type("Machine", (Phones,), {"bridge": bridge, "tables": tables})
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=examples,
            stateful_step_count=steps,
            suppress_health_check=list(HealthCheck),
            phases=(Phase.explicit, Phase.reuse, Phase.generate, Phase.shrink),
        ),
    )


def _again() -> dict[Role, User]:
    """The team of the first table works at the second, too."""
    return {
        role: User.objects.get(email=f"{role}@salao.example") for role in (Role.ORGANISER, Role.REFEREE, Role.CLERK)
    }


@pytest.mark.django_db
def test_no_hand_is_lost_or_doubled(bridge: Bridge) -> None:
    run(bridge, examples=12, steps=25)


@pytest.mark.slow
@pytest.mark.django_db
def test_no_hand_is_lost_or_doubled_many_times(bridge: Bridge) -> None:
    run(bridge, examples=300, steps=30)

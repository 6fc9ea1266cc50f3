"""A live table without a site around it: the clock in hand, writes that succeed when the test says so, chosen seeds.

Nothing happens by itself: ``FakeServices`` gathers what a room asks of the process, and ``settle`` does it, in order,
until nothing is left to do.
"""

import hashlib
from collections import Counter, deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import msgspec

from carteado.cards import Card, Observer, Onlooker
from carteado.fair import shuffled_deck
from carteado.record import Engine, engine_for
from carteado.regulation import Regulation, TrucoRules, load
from carteado.web.kit.guarding.sealed import unseal
from carteado.web.tables.match import log_rows
from carteado.web.tables.match.fold import Play, Terms
from carteado.web.tables.match.log_rows import LogRow
from carteado.web.tables.match.log_storage import StoredRow
from carteado.web.tables.match.log_writer import Batch, Outcome
from carteado.web.tables.match.position import StoredMatch
from carteado.web.tables.match.settings import Sitter, TableSettings
from carteado.web.tables.protocol import PROTOCOL, Act, Hello, encode
from carteado.web.tables.room.bot_turns import BotQuestion
from carteado.web.tables.room.room import Room

TM, AF, FA, AP = "truco-masters-2025", "afia-2026-tranca", "faraes-2023-tranca", "apcef-sc-2022-canastra"
NOON = 1_792_929_600_000
"""25 October 2026, 12:00 UTC, in milliseconds."""
MATCH = 7
CODE = "partida"
NAMES = ("Ana", "Bia", "Caio", "Davi")
SECOND, MINUTE = 1_000, 60_000


def person(seat: int) -> str:
    return f"user:{seat + 1}"


@dataclass(eq=False)
class Someone:
    """A reader who keeps what he is told."""

    who: str = ""
    name: str = ""
    is_referee: bool = False
    language: str = "en"
    observer: Observer = Onlooker.SPECTATOR
    heard: list[bytes] = field(default_factory=list)
    is_dropped: bool = False
    notes: list[Observer] = field(default_factory=list)
    """Who was told something, in order, where several note it in one list."""

    def send(self, message: bytes) -> None:
        self.heard.append(message)
        self.notes.append(self.observer)

    def drop(self) -> None:
        self.is_dropped = True

    def messages(self, kind: str | None = None) -> list[dict[str, Any]]:
        read = [msgspec.json.decode(one) for one in self.heard]
        return [one for one in read if kind in (None, one["type"])]

    @property
    def last(self) -> dict[str, Any]:
        message: dict[str, Any] = msgspec.json.decode(self.heard[-1])
        return message

    @property
    def state(self) -> dict[str, Any]:
        """The last one he was told."""
        return self.messages("state")[-1]

    @property
    def codes(self) -> list[str]:
        """Of everything that was refused him."""
        return [one["code"] for one in self.messages("refusal")]


def seed_of(hand: int, world: str = "") -> bytes:
    return hashlib.sha256(f"{world}|{hand}".encode()).digest()


class FakeServices:
    """The process that a room lives in."""

    room: Room | None = None

    def __init__(self, *, now: int = NOON, world: str = "") -> None:
        self.time = now
        self.rows: list[StoredRow] = []
        self.is_slow = False
        self.outcomes: deque[Outcome | str] = deque()
        """What comes of the next writes; ``lost`` is one that the database did and did not confirm."""
        self.to_write: deque[Batch] = deque()
        self.to_read: deque[Room] = deque()
        self.asked: list[BotQuestion] = []
        self.wakes: int | None = None
        self.absences: list[tuple[int, int]] = []
        self.followed: list[tuple[Play, Play]] = []
        self.world = world

    # --- what a room needs ----------------------------------------------------------------------------------------

    def now_ms(self) -> int:
        return self.time

    def new_seed(self) -> bytes:
        """By the hand that is dealt: shuffled again, a hand gets the same deal."""
        here = None if self.room is None else self.room.position
        return seed_of(0 if here is None else len(here.play.fairs), self.world)

    def write_batch(self, batch: Batch) -> None:
        self.to_write.append(batch)

    def set_alarm(self, room: Room, at: int | None) -> None:
        self.wakes = at

    def read_again(self, room: Room) -> None:
        self.to_read.append(room)

    def ask_bot(self, room: Room, question: BotQuestion) -> None:
        self.asked.append(question)

    def match_changed(self, room: Room, play_before: Play, play: Play) -> None:
        self.followed.append((play_before, play))

    def player_absent(self, room: Room, seat: int, since: int) -> None:
        self.absences.append((seat, since))

    # --- what the test does ---------------------------------------------------------------------------------------

    def settle(self) -> None:
        while (self.to_write or self.to_read) and not self.is_slow:
            if self.to_write:
                self.commit()
            else:
                room = self.to_read.popleft()
                room.recover(room.settings, self.log(terms_of(room)))

    def commit(self) -> None:
        """The next batch, all of it or nothing."""
        batch = self.to_write.popleft()
        outcome = self.outcomes.popleft() if self.outcomes else Outcome.WRITTEN
        taken = {(row.match, row.seq) for row in self.rows}
        clients = {(row.match, row.client) for row in self.rows if row.client is not None}
        if any((row.match, row.seq) in taken or (row.match, row.client) in clients for row in batch.rows):
            outcome = Outcome.NOT_WRITTEN
        if outcome in (Outcome.WRITTEN, "lost"):
            self.rows.extend(batch.rows)
        batch.on_outcome(Outcome.NOT_WRITTEN if isinstance(outcome, str) else outcome)

    def log(self, terms: Terms) -> StoredMatch:
        return StoredMatch(MATCH, terms, [entry_of(row) for row in self.rows])


def terms_of(room: Room) -> Terms:
    assert room.position is not None
    return room.position.play.terms


def entry_of(row: StoredRow) -> LogRow:
    data = msgspec.json.decode(row.data)
    if row.seed:
        data["seed"] = unseal(row.seed)
    return LogRow(row.seq, row.at, data, row.client)


def some_settings(
    regulation: str = TM,
    *,
    seats: Sequence[str] | None = None,
    players: int = 4,
    delay: int = 0,
    act_seconds: int | None = 90,
    is_official: bool = False,
) -> TableSettings:
    rules = load(regulation).rules
    seats = [person(seat) for seat in range(players)] if seats is None else seats
    return TableSettings(
        code="mesa",
        regulation=regulation,
        players=players,
        direction=rules.table.direction.value,
        seats=tuple(Sitter(who, NAMES[seat]) for seat, who in enumerate(seats)),
        owner=person(0),
        act_seconds=act_seconds,
        delay=delay,
        free_chat=False,
        pace="at_once",
        is_official=is_official,
        bot="random",
        signs=rules.signs.offered if isinstance(rules, TrucoRules) else (),
    )


def terms_for(
    settings: TableSettings,
    engine: Engine | None = None,
    regulation: Regulation | None = None,
    phase: str | None = None,
) -> Terms:
    regulation = regulation or load(settings.regulation)
    return Terms(
        match=CODE,
        regulation=regulation,
        engine=engine or engine_for(regulation),
        players=settings.players,
        phase=phase,
        act_seconds=settings.act_seconds,
        is_official=settings.is_official,
    )


def stacked(
    regulation: Regulation, deals: Sequence[Any], *, score: tuple[int, int] = (0, 0), world: str = ""
) -> Engine:
    """An engine whose deals do not follow from the seeds, and the score that its matches begin with."""
    engine = engine_for(regulation)
    chosen = {
        shuffled_deck(engine.deck(), match=CODE, hand=hand, seed=seed_of(hand, world)): deal
        for hand, deal in enumerate(deals)
    }
    honest = engine.dealt_from

    def dealt_from(match: Any, shuffled: Sequence[Card], *, cuts: Sequence[int], burn: int) -> Any:
        deal = chosen.get(tuple(shuffled))
        return honest(match, shuffled, cuts=cuts, burn=burn) if deal is None else deal

    vars(engine).update(dealt_from=dealt_from, start=partial(engine.start, score=score))
    return engine


class Seated:
    """A table where a match begins: the room, what surrounds it, and those who came."""

    def __init__(
        self,
        regulation: str = TM,
        *,
        first_dealer: int = 3,
        services: FakeServices | None = None,
        settings: TableSettings | None = None,
        terms: Terms | None = None,
        come: Sequence[int] | None = None,
        **options: Any,
    ) -> None:
        self.services = services or FakeServices()
        self.settings = settings or some_settings(regulation, **options)
        self.terms = terms or terms_for(self.settings)
        who = tuple(one.who for one in self.settings.seats if one is not None)
        start = LogRow(1, self.services.now_ms(), log_rows.start_data(who, first_dealer, []))
        self.services.rows.append(StoredRow(MATCH, 1, start.at, encode(start.data).decode(), None))
        self.room = self.services.room = Room(self.settings, StoredMatch(MATCH, self.terms, [start]), self.services)
        self.people: dict[Observer, Someone] = {}
        self.sent: Counter[Observer] = Counter()
        persons = [seat for seat in range(self.settings.players) if not who[seat].startswith("bot:")]
        for seat in persons if come is None else come:
            self.come(seat)

    # --- people ---------------------------------------------------------------------------------------------------

    def come(self, observer: Observer, hello: Hello | None = None) -> Someone:
        """Somebody enters; the second who comes to a place is another page of the same person."""
        someone = self.reader(observer)
        self.people.setdefault(observer, someone)
        self.room.enter(someone, hello or Hello(PROTOCOL))
        self.services.settle()
        return someone

    def reader(self, observer: Observer) -> Someone:
        if isinstance(observer, int):
            sitter = self.settings.seats[observer]
            assert sitter is not None
            return Someone(sitter.who, sitter.name, observer=observer)
        is_referee = observer is Onlooker.REFEREE
        return Someone("user:90" if is_referee else "", is_referee=is_referee, observer=observer)

    def go(self, observer: Observer) -> None:
        self.room.leave(self.people.pop(observer))
        self.services.settle()

    # --- what they do ---------------------------------------------------------------------------------------------

    @property
    def play(self) -> Play:
        assert self.room.position is not None
        return self.room.position.play

    @property
    def log(self) -> list[LogRow]:
        assert self.room.position is not None
        return self.room.position.log

    @property
    def act_names(self) -> list[str]:
        """The acts of the log by name."""
        return [row.act for row in self.log]

    def seq(self, observer: Observer) -> int:
        """How far somebody has seen."""
        assert self.room.position is not None
        return len(self.room.position.seen_indices[observer])

    def send(self, observer: Observer, act: Any, *, name: str | None = None, seq: int | None = None) -> Someone:
        """The observer's first page sends it; what he is told is in its ``heard``."""
        reader = self.people.get(observer) or self.reader(observer)
        self.sent[observer] += 1
        seq = self.seq(observer) if seq is None else seq
        raw = act if isinstance(act, bytes) else encode(act)
        self.room.receive(reader, Act(name or f"a{self.sent[observer]}", seq, msgspec.Raw(raw)))
        self.services.settle()
        return reader

    def do(self, observer: Observer, act: str, **fields: Any) -> None:
        """Sends an act that is not refused."""
        before = len(self.log)
        reader = self.send(observer, {"act": act, **fields})
        assert len(self.log) > before, reader.last

    def refused(self, observer: Observer, act: str, **fields: Any) -> dict[str, Any]:
        """Sends an act that is: gives the refusal."""
        before = len(self.log)
        reader = self.send(observer, {"act": act, **fields})
        assert len(self.log) == before
        assert reader.last["type"] == "refusal"
        return reader.last

    def wait(self, milliseconds: int) -> None:
        """Time passes; what is due meanwhile happens when it is due."""
        until, ticks = self.services.time + milliseconds, 0
        while self.services.wakes is not None and self.services.wakes <= until and not self.services.is_slow:
            self.services.time = max(self.services.time, self.services.wakes)
            self.room.tick()
            self.services.settle()
            ticks += 1
            assert ticks < 1_000, "the alarm rings for nothing"
        self.services.time = until

    def deal(self, *, cuts: Sequence[int] = (), burn: int = 0) -> None:
        """The ceremony, by whoever owes it."""
        asked = self.play.awaited
        assert asked is not None
        if asked.step == "cut":
            self.do(asked.seats[0], "cut", cuts=list(cuts))
            asked = self.play.awaited
            assert asked is not None
        self.do(asked.seats[0], "deal", burn=burn)

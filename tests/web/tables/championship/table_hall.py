"""A championship's match at a live table without sockets: the room writes to the database, the clock is in hand, and
the súmula follows as it would on the site."""

import random
from dataclasses import dataclass, field
from typing import Any

import msgspec
from django.db import transaction

from carteado.cards import Observer, Onlooker
from carteado.fair import new_seed
from carteado.record import write_act
from carteado.regulation import Refusal as RuleRefusal
from carteado.tournament.formats.slots import MatchId
from carteado.tournament.state.championship import Championship
from carteado.web.events import store
from carteado.web.events.models import Event
from carteado.web.people import references
from carteado.web.people.models import User
from carteado.web.registrations.models import Entrant
from carteado.web.sumula.models import Sheet
from carteado.web.tables.championship import official_table as official
from carteado.web.tables.match.championship_match import sheet_of
from carteado.web.tables.match.clock import now_ms
from carteado.web.tables.match.fold import Play, Step
from carteado.web.tables.match.from_database import load_table
from carteado.web.tables.match.log_rows import LogRow
from carteado.web.tables.match.log_storage import insert_rows, update_summaries
from carteado.web.tables.match.log_writer import Batch, Outcome
from carteado.web.tables.models import Table
from carteado.web.tables.page_refusals import PageRefusal
from carteado.web.tables.protocol import PROTOCOL, Ack, Act, Hello, Refusal
from carteado.web.tables.room.bot_turns import BotQuestion
from carteado.web.tables.room.room import Room
from carteado.web.tables.serving import sheet_entries
from carteado.web.tables.serving.championship_news import RefereeRequest, _is_news
from tests.web.tables.room.table_rooms import Someone
from tests.web.world.halls import drawn, open_matches


def players_of(event: Event, match: MatchId) -> list[Entrant]:
    """Those of the match in the order of their seats, each with a page of his own."""
    pairs = store.championship_of(event).bracket.pairs(match)
    assert pairs is not None
    codes = [f"{pair}{one}" for one in "ab" for pair in pairs]
    numbers = range(event.entrants.count() + 1, 100)
    return [
        Entrant.objects.create(event=event, code=code, number=number, called=f"Jogador {number}")
        for code, number in zip(codes, numbers, strict=False)
    ]


class FakeServices:
    """The process that the room lives in: everything is done at once, and told to the súmula unless ``is_deaf``."""

    def __init__(self) -> None:
        self.time = now_ms()
        self.wakes: int | None = None
        self.is_deaf = False

    def now_ms(self) -> int:
        return self.time

    def new_seed(self) -> bytes:
        return new_seed()

    def write_batch(self, batch: Batch) -> None:
        with transaction.atomic():
            insert_rows(batch.rows)
            if batch.summary is not None:
                update_summaries(batch.summary)
        batch.on_outcome(Outcome.WRITTEN)

    def set_alarm(self, room: Room, at: int | None) -> None:
        self.wakes = at

    def read_again(self, room: Room) -> None:
        raise AssertionError("nobody else writes")

    def ask_bot(self, room: Room, question: BotQuestion) -> None:
        raise AssertionError("no bot sits in a championship's match")

    def match_changed(self, room: Room, play_before: Play, play: Play) -> None:
        if not self.is_deaf and _is_news(room, play_before, play):
            sheet_entries.update_sheet(room.settings.code)

    def player_absent(self, room: Room, seat: int, since: int) -> None:
        sheet_entries.call_for_absence(room.settings.code, seat=seat, since=since)


@dataclass
class Hall:
    """The table of one match, and who came to it."""

    event: Event
    match: MatchId
    table: Table
    players: list[Entrant]
    services: FakeServices = field(default_factory=FakeServices)
    chance: random.Random = field(default_factory=lambda: random.Random(7))
    connections: dict[Observer, Someone] = field(default_factory=dict)
    sent: int = 0

    @classmethod
    def with_open_table(cls, regulation: str, *, delay: int = 0, **settings: Any) -> "Hall":
        """The first match of four pairs."""
        event = drawn(regulation, 4, with_delegations=True, **settings)
        match = open_matches(store.championship_of(event))[0]
        players = players_of(event, match)
        table = official.open_table(event, match, by=User.objects.get(email="clerk@salao.example"), delay=delay)
        assert isinstance(table, Table), table
        event.refresh_from_db()
        return cls(event, match, table, players)

    # --- the room -------------------------------------------------------------------------------------------------

    def open(self) -> Room:
        found = load_table(self.table.code)
        assert found is not None
        self.room = Room(*found, self.services)
        return self.room

    def come(self, *seats: int) -> None:
        for seat in seats:
            who = references.of_entrant(self.players[seat].code)
            self.connections[seat] = Someone(who, self.players[seat].shown, observer=seat)
            self.room.enter(self.connections[seat], Hello(PROTOCOL))

    def go(self, seat: int) -> None:
        self.room.leave(self.connections.pop(seat))

    def read_again(self) -> None:
        """What ``rooms.changed`` makes the site do."""
        found = load_table(self.table.code)
        assert found is not None
        self.room.refresh(*found)

    def seats_present(self, _code: str) -> frozenset[int]:
        """Instead of ``rooms.here``."""
        return self.room.seats_present

    def referee_act(
        self, _code: str, act: dict[str, Any], *, act_id: str, who: str, name: str, language: str
    ) -> Ack | Refusal | None:
        """Instead of ``rooms.do``, as a referee's page asks it."""
        answers: list[Ack | Refusal] = []
        RefereeRequest(who=who, name=name, language=language, on_answer=answers.append).ask(self.room, act_id, act)
        return answers[0]

    # --- playing --------------------------------------------------------------------------------------------------

    @property
    def play(self) -> Play:
        assert self.room.position is not None
        return self.room.position.play

    @property
    def log(self) -> list[LogRow]:
        assert self.room.position is not None
        return self.room.position.log

    @property
    def score(self) -> tuple[int, int]:
        score: tuple[int, int] = self.play.match.score
        return score

    @property
    def championship(self) -> Championship:
        self.event.refresh_from_db()
        return store.championship_of(self.event)

    @property
    def sheet(self) -> Sheet:
        return sheet_of(self.table)

    def entries(self, *kinds: str) -> list[dict[str, Any]]:
        """What stands on the súmula, as it was written."""
        found = (dict(row.document) for row in self.sheet.entries.all())
        return [one for one in found if not kinds or one["kind"] in kinds]

    def kinds(self) -> list[str]:
        return [one["kind"] for one in self.entries()]

    def start(self) -> None:
        """All four come, and one of them begins."""
        self.open()
        self.come(*range(4))
        self.start_next()

    def start_next(self) -> None:
        number = self.table.matches.count()
        begun = official.start(self.table, by=None, author=self.players[0].code, after=number)
        assert not isinstance(begun, PageRefusal | RuleRefusal), begun
        self.services.time = max(self.services.time, now_ms())
        self.read_again()

    def send(self, observer: Observer, act: dict[str, Any]) -> Someone:
        if observer is Onlooker.REFEREE and observer not in self.connections:
            user = User.objects.get(email="referee@salao.example")
            self.connections[observer] = Someone(f"user:{user.pk}", is_referee=True, observer=observer)
        reader = self.connections[observer]
        self.sent += 1
        assert self.room.position is not None
        seen = len(self.room.position.seen_indices[observer])
        self.room.receive(reader, Act(f"a{self.sent}", seen, msgspec.Raw(msgspec.json.encode(act))))
        return reader

    def rule(self, ruling: str, **fields: Any) -> Someone:
        """The referee at the table, by socket."""
        return self.send(Onlooker.REFEREE, {"act": "ruling", "ruling": ruling, **fields})

    def step(self) -> None:
        """Somebody does what is asked of him."""
        asked = self.play.awaited
        assert asked is not None
        seat, engine = asked.seats[0], self.play.terms.engine
        if asked.step is Step.CUT:
            self.send(seat, {"act": "cut", "cuts": []})
        elif asked.step is Step.DEAL:
            self.send(seat, {"act": "deal", "burn": 0})
        else:
            acts = [write_act(act, engine.notation) for act in engine.legal_acts(self.play.match, seat)]
            better = [act for act in acts if act["act"] != "discard"]
            self.send(seat, self.chance.choice(better or acts))

    def deal(self) -> None:
        while not self.play.match.hand_is_on:
            self.step()

    def play_hand(self) -> None:
        """To its end."""
        self.deal()
        while self.play.match.hand_is_on:
            self.step()

    def play_out(self) -> None:
        while not self.play.is_over:
            self.play_hand()

    def wait(self, milliseconds: int) -> None:
        """Time passes; what is due meanwhile happens."""
        until = self.services.time + milliseconds
        while self.services.wakes is not None and self.services.wakes <= until:
            self.services.time = max(self.services.time, self.services.wakes)
            self.room.tick()
        self.services.time = until

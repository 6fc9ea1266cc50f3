"""Tables of four at either server: one player sends a move, and the next follows once all four have the new state."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Sequence
from itertools import count
from random import Random
from time import monotonic
from typing import NamedTuple

import msgspec
from msgspec import Raw, Struct

from bench.tables.wire import OnText, Wire, connect

SEATS = 4


class Waits(NamedTuple):
    """Seconds from the sending of a move to its acknowledgement, and until the last seat has the new state."""

    acknowledged: float
    told: float


class Table(ABC):
    """A table at either server. A move is done when its sender has an answer and all four have the new state."""

    def __init__(self, seed: int) -> None:
        self.wires: list[Wire] = []
        self.waits: list[Waits] = []
        self._random = Random(seed)
        self._sent_at, self._answered_at = 0.0, 0.0
        self._told = 0
        self._done: asyncio.Future[None] | None = None

    @abstractmethod
    def send(self) -> None:
        """Send the next move of the player on turn."""

    async def move(self) -> None:
        self._done = asyncio.get_running_loop().create_future()
        self._told, self._answered_at = 0, 0.0
        self._sent_at = monotonic()
        self.send()
        await self._done

    def _is_answered(self) -> None:
        self._answered_at = monotonic()
        self._look()

    def _is_told(self) -> None:
        self._told += 1
        self._look()

    def _look(self) -> None:
        if self._told >= SEATS and self._answered_at and self._done is not None and not self._done.done():
            self.waits.append(Waits(self._answered_at - self._sent_at, monotonic() - self._sent_at))
            self._done.set_result(None)

    def _has_failed(self, why: str) -> None:
        assert self._done is not None
        self._done.set_exception(RuntimeError(why))

    def close(self) -> None:
        for wire in self.wires:
            wire.close()


# --- ours -------------------------------------------------------------------------------------------------------------


class AskedFacts(Struct):
    step: str
    seats: tuple[int, ...]


class State(Struct, tag_field="type", tag="state"):
    seq: int
    asked: AskedFacts | None
    legal: list[Raw] = []


class Ack(Struct, tag_field="type", tag="ack"):
    id: str


class Refusal(Struct, tag_field="type", tag="refusal"):
    code: str


class Welcome(Struct, tag_field="type", tag="welcome"):
    """A message that this benchmark ignores."""


class Presence(Struct, tag_field="type", tag="presence"):
    """A message that this benchmark ignores."""


class Beat(Struct, tag_field="type", tag="beat"):
    """A message that this benchmark ignores."""


_ours = msgspec.json.Decoder(list[State | Ack | Refusal | Welcome | Presence | Beat]).decode
HELLO = b'[{"type":"hello","protocol":1}]'
SHOWN = b'"act":"play"'
CEREMONY = {"cut": b'{"act":"cut","cuts":[7]}', "deal": b'{"act":"deal","burn":0}'}


class OurTable(Table):
    """Plays random legal acts. In truco it shows a card if that is legal, because calls and hidden cards are rare."""

    def __init__(self, seed: int, code: str, sessions: Sequence[str]) -> None:
        super().__init__(seed)
        self.code, self.sessions = code, sessions
        self._states: list[State | None] = [None] * SEATS
        self._ids = count(1)

    async def open(self, port: int, address: str = "127.0.0.1") -> None:
        for seat, session in enumerate(self.sessions):
            wire = await watch(port, self.code, self._taker(seat), session=session, address=address)
            self.wires.append(wire)
        while any(state is None or state.asked is None for state in self._states):
            await asyncio.sleep(0.01)

    def _taker(self, seat: int) -> OnText:
        def on_text(_wire: Wire, text: bytes) -> None:
            for message in _ours(text):
                if isinstance(message, State):
                    self._states[seat] = message
                    self._is_told()
                elif isinstance(message, Ack):
                    self._is_answered()
                elif isinstance(message, Refusal):
                    self._has_failed(message.code)

        return on_text

    def send(self) -> None:
        state = self._states[0]
        assert state is not None
        assert state.asked is not None, "the match is over"
        seat = state.asked.seats[0]
        mine = self._states[seat]
        assert mine is not None
        act = CEREMONY.get(state.asked.step) or self._chosen(mine.legal)
        self.wires[seat].send(b'[{"type":"act","id":"m%d","seq":%d,"act":%s}]' % (next(self._ids), mine.seq, act))

    def _chosen(self, legal: list[Raw]) -> bytes:
        cards = [one for one in map(bytes, legal) if SHOWN in one]
        return self._random.choice(cards) if cards else bytes(self._random.choice(legal))


async def watch(port: int, code: str, on_text: OnText, *, session: str = "", address: str = "127.0.0.1") -> Wire:
    """Connect a player or an onlooker to one of our tables."""
    headers = {"Cookie": f"sessionid={session}"} if session else {}
    wire = await connect(port, f"/mesa/{code}/ao-vivo", on_text, headers, address=address)
    wire.send(HELLO)
    return wire


# --- boardgame.io -----------------------------------------------------------------------------------------------------


class Hands(Struct):
    hands: list[list[int] | int]


class Turn(Struct, rename="camel"):
    current_player: str


class Position(Struct, rename={"game": "G", "turn": "ctx", "number": "_stateID"}):
    game: Hands
    turn: Turn
    number: int


class Synced(Struct):
    state: Position


_position = msgspec.json.Decoder(Position).decode
_event = msgspec.json.Decoder(list[Raw]).decode
_synced = msgspec.json.Decoder(Synced).decode
PEERS_PATH = "/socket.io/?EIO=4&transport=websocket"


class PeersTable(Table):
    """Plays random cards over socket.io, in which ``4`` starts a message and ``2`` an event of a namespace."""

    def __init__(self, seed: int, name: str) -> None:
        super().__init__(seed)
        self.name = name
        self._states: list[Position | None] = [None] * SEATS
        self._sender = 0

    async def open(self, port: int) -> None:
        for seat in range(SEATS):
            self.wires.append(await connect(port, PEERS_PATH, self._taker(seat)))
        while None in self._states:
            await asyncio.sleep(0.01)

    def _taker(self, seat: int) -> OnText:
        def on_text(wire: Wire, text: bytes) -> None:
            if text.startswith(b"0"):
                wire.send(b"40/truco,")
            elif text.startswith(b"40/truco,"):
                wire.send(b'42/truco,["sync","%s","%d",null,4]' % (self.name.encode(), seat))
            elif text.startswith(b"42/truco,"):
                self._event(seat, _event(text[9:]))
            elif text == b"2":
                wire.send(b"3")

        return on_text

    def _event(self, seat: int, event: list[Raw]) -> None:
        kind = bytes(event[0])
        if kind == b'"sync"':
            self._states[seat] = _synced(event[2]).state
        elif kind == b'"update"':
            self._states[seat] = _position(event[2])
            if self._sender == seat:
                self._is_answered()
            self._is_told()

    def send(self) -> None:
        state = self._states[0]
        assert state is not None
        self._sender = int(state.turn.current_player)
        mine = self._states[self._sender]
        assert mine is not None
        hand = mine.game.hands[self._sender]
        assert isinstance(hand, list)
        self.wires[self._sender].send(
            b'42/truco,["update",{"type":"MAKE_MOVE","payload":{"type":"play","args":[%d],"playerID":"%d",'
            b'"credentials":null}},%d,"%s","%d"]'
            % (self._random.randrange(len(hand)), self._sender, mine.number, self.name.encode(), self._sender)
        )


async def play(tables: Sequence[Table], moves: int, *, per_second: float) -> None:
    """Play ``moves`` at each table, with at most ``per_second`` at all tables together."""
    step = len(tables) / per_second

    async def one(table: Table, start: float) -> None:
        for number in range(moves):
            await asyncio.sleep(max(0.0, start + number * step - monotonic()))
            await table.move()

    began = monotonic()
    await asyncio.gather(*(one(table, began + step * n / len(tables)) for n, table in enumerate(tables)))

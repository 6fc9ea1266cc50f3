"""A client of live tables without a screen: it speaks ``carteado-table/1``, remembers what it was told and holds the
server to its promises."""

import asyncio
import json
import time
from contextlib import suppress
from typing import Any, NamedTuple

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

PROTOCOL = 1
PATIENCE = 30.0
AGAIN = 0.03
"""Seconds before somebody knocks again at a server that is not there."""
MOST_RESUMED = 200
"""What somebody missed is told one by one, up to so many."""
TRY_AGAIN = {"too_fast", "too_busy", "not_written"}
"""Refusals of acts that may be sent again as they are."""

Message = dict[str, Any]

OPENED: "list[Tab]" = []
"""Every page that was opened, for whoever closes them in the end."""


class Broken(AssertionError):
    """The server broke a promise."""


def require(promise: bool, *about: Any) -> None:
    if not promise:
        raise Broken(*about)


class Sent(NamedTuple):
    id: str
    seq: int
    act: Message
    at: float

    @property
    def message(self) -> Message:
        return {"type": "act", "id": self.id, "seq": self.seq, "act": self.act}


class Tab:
    """One open page of somebody. What it remembers outlives its connections: it says hello with it."""

    def __init__(self, address: str, code: str, key: str | None, name: str, *, origin: str | None = None) -> None:
        self.url = f"ws://{address}/mesa/{code}/ao-vivo"
        self.headers = {"Origin": origin or f"http://{address}"}
        if key is not None:
            self.headers["Cookie"] = f"sessionid={key}"
        self.name = name
        self.observer: int | str = ""
        self.match: str | None = None
        self.seq = 0
        self.seen_acts: dict[int, Message] = {}
        self.state: Message = {}
        self.table: Message = {}
        self.others: list[Message] = []
        self.sent: dict[str, Sent] = {}
        self.acks: dict[str, int] = {}
        self.refused: dict[str, str] = {}
        self.refusals: dict[str, Message] = {}
        self.waited: list[float] = []
        self.to_repeat: list[str] = []
        self.snapshots = 0
        self.resumed = 0
        self.connections = 0
        self.closed_with: int | None = None
        self.failure: BaseException | None = None
        self._expects: dict[str, Any] = {}
        self._socket: ClientConnection | None = None
        self._reading: asyncio.Task[None] | None = None
        self._news = asyncio.Event()

    # --- the connection -------------------------------------------------------------------------------------------

    @property
    def is_open(self) -> bool:
        return self._reading is not None and not self._reading.done()

    async def connect(self, *, afresh: bool = False, patience: float = PATIENCE, **options: Any) -> None:
        """Says hello with what it has; knocks until somebody opens."""
        await self.disconnect()
        async with asyncio.timeout(patience):
            while True:
                with suppress(OSError, WebSocketException, TimeoutError, EOFError):
                    await self._say_hello(afresh, options)
                    return
                await asyncio.sleep(AGAIN)

    async def _say_hello(self, afresh: bool, options: dict[str, Any]) -> None:
        await self.knock(**options)
        assert self._socket is not None
        self.connections += 1
        seen = {} if afresh or self.match is None else {"match": self.match, "seq": self.seq}
        if afresh:
            self.match, self.seq, self.state = None, 0, {}
        self._expects = dict(seen)
        await self._socket.send(json.dumps([{"type": "hello", "protocol": PROTOCOL, **seen}]))
        self.closed_with = None
        self._reading = asyncio.create_task(self._read(self._socket))

    async def knock(self, **options: Any) -> ClientConnection:
        """The bare connection, without a word said."""
        how: dict[str, Any] = {
            "compression": None,
            "ping_interval": None,
            "max_queue": None,
            "max_size": None,
            **options,
        }
        self._socket = await connect(self.url, additional_headers=self.headers, proxy=None, **how)
        OPENED.append(self)
        return self._socket

    async def disconnect(self) -> None:
        """Pulls the cable: nobody says goodbye, and what was on the way is lost."""
        self.abort()
        await self.ended()
        self._socket = None

    def abort(self) -> None:
        if self._socket is not None:
            self._socket.transport.abort()

    async def ended(self) -> None:
        """All that came before the connection ended is read."""
        if self._reading is not None:
            with suppress(asyncio.CancelledError):
                await self._reading
        if self.failure is not None:
            raise self.failure

    async def _read(self, socket: ClientConnection) -> None:
        try:
            async for frame in socket:
                for message in json.loads(frame):
                    self._take(message)
                self._news.set()
        except ConnectionClosed:
            pass
        except Broken as broken:
            self.failure = broken
            socket.transport.abort()
        finally:
            self.closed_with = socket.close_code
            self._news.set()

    async def news(self, timeout: float = PATIENCE) -> None:
        """Returns when something came, or nothing for so long."""
        with suppress(TimeoutError):
            async with asyncio.timeout(timeout):
                await self._news.wait()
        self._news.clear()
        if self.failure is not None:
            raise self.failure

    async def until(self, happened: Any, timeout: float = PATIENCE) -> None:
        """Waits until that is so."""
        async with asyncio.timeout(timeout):
            while not happened():
                require(self.is_open, self.name, "closed meanwhile", self.closed_with)
                await self.news(0.2)

    # --- what it is told ------------------------------------------------------------------------------------------

    def _take(self, message: Message) -> None:
        if message["type"] == "state":
            self._take_state(message)
        elif message["type"] == "ack":
            self._take_ack(message)
        elif message["type"] == "refusal":
            self._take_refusal(message)
        elif message["type"] in ("welcome", "table"):
            self.observer, self.table = message["you"]["observer"], message["table"]
        else:
            self.others.append(message)

    def _take_state(self, state: Message) -> None:
        seqs = [one["seq"] for one in state["acts"]]
        require(seqs == list(range(state["seq"] - len(seqs) + 1, state["seq"] + 1)), self.name, "one by one", seqs)
        is_new = state["match"] != self.match
        if state.get("whole", False):
            self.snapshots += 1
            missed = state["seq"] - self._expects.get("seq", 0)
            goes_on = self._expects.get("match") == state["match"] and missed <= MOST_RESUMED
            require(not goes_on, self.name, "told anew what it had", self._expects, state["seq"])
        else:
            require(not is_new, self.name, "of another match")
            require(state["seq"] - len(seqs) == self.seq, self.name, "a gap or a doubling", self.seq, seqs)
            self.resumed += bool(self._expects)
        self._expects = {}
        require(is_new or state["seq"] >= self.seq, self.name, "went back", self.seq, state["seq"])
        if is_new:
            self.seen_acts.clear()
        for one in state["acts"]:
            known = self.seen_acts.setdefault(one["seq"], one)
            require(known == one, self.name, "told otherwise before", known, one)
        self.match, self.seq, self.state = state["match"], state["seq"], state

    def _take_ack(self, ack: Message) -> None:
        require(ack["id"] in self.sent, self.name, "acknowledged what was never sent", ack)
        require(ack["id"] not in self.refused, self.name, "first refused, then done", ack)
        if ack["id"] not in self.acks:
            self.waited.append(time.monotonic() - self.sent[ack["id"]].at)
        known = self.acks.setdefault(ack["id"], ack["seq"])
        require(known == ack["seq"], self.name, "acknowledged twice, as two", known, ack)

    def _take_refusal(self, refusal: Message) -> None:
        name = refusal.get("id")
        if name is None:
            self.others.append(refusal)
            return
        if refusal["code"] in TRY_AGAIN:
            if name not in self.acks:
                self.to_repeat.append(name)
            return
        require(name not in self.acks, self.name, "first done, then refused", refusal, self.acks.get(name))
        self.refused[name] = refusal["code"]
        self.refusals[name] = refusal

    @property
    def is_over(self) -> bool:
        return bool(self.state) and self.state["view"]["winner"] is not None

    # --- what it does ---------------------------------------------------------------------------------------------

    @property
    def unanswered(self) -> list[Sent]:
        return [one for name, one in self.sent.items() if name not in self.acks and name not in self.refused]

    def prepare(self, act: Message, *, seq: int | None = None) -> Sent:
        one = Sent(f"{self.name}-{len(self.sent)}", self.seq if seq is None else seq, act, time.monotonic())
        self.sent[one.id] = one
        return one

    async def say(self, *messages: Message) -> None:
        """In one frame; what is said to nobody is lost."""
        if self._socket is not None:
            with suppress(ConnectionClosed):
                await self._socket.send(json.dumps(messages))

    async def send(self, text: str | bytes) -> None:
        assert self._socket is not None
        await self._socket.send(text)

    async def do(self, act: Message, *, seq: int | None = None) -> Sent:
        """Sends it and waits for the answer."""
        one = self.prepare(act, seq=seq)
        await self.say(one.message)
        await self.until(lambda: one.id in self.acks or one.id in self.refused)
        return one

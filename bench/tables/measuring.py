"""The measurements of live tables: processor time in turns with the peer, then waits, crowds and memory."""

import asyncio
import resource
from collections.abc import Sequence
from time import monotonic
from typing import NamedTuple

from bench.measuring import Figures
from bench.tables.laying import TRANCA, TRUCO, Plan, PreparedTable
from bench.tables.playing import OurTable, PeersTable, Table, play, watch
from bench.tables.servers import Server
from bench.tables.wire import OnText, Wire

MOVES = 40
"""Moves at each table in a turn."""
WARM_UP = 2
"""Turns that do not count: a just-in-time compiler needs them to warm up."""
FASTEST = 4_000.0
"""Moves a second at all tables, below the limit of what one connection may send."""
CALM, CALM_MOVES = 200.0, 32
CROWD, CROWD_MOVES = 1_000, 24
HELD = 4_000
OF_ADDRESS = 1_000
"""Connections that the site allows from one address."""
AT_ONCE = 40


class Finding(NamedTuple):
    """A figure for each round; ``most`` is the bar for the median."""

    name: str
    unit: str
    figures: Figures
    most: float | None = None

    @property
    def is_met(self) -> bool | None:
        return None if self.most is None else self.figures.median <= self.most


async def measure(ours: Server, peer: Server, plan: Plan, *, rounds: int) -> list[Finding]:
    return [
        *await _beside_the_peer(ours, peer, plan, rounds),
        *await _long_matches(ours, plan),
        *await _crowd(ours, plan.crowd),
    ]


# --- processor time ---------------------------------------------------------------------------------------------------


async def _beside_the_peer(ours: Server, peer: Server, plan: Plan, rounds: int) -> list[Finding]:
    their = [PeersTable(seed, f"match-{seed}") for seed in range(len(plan.truco))]
    sides: list[tuple[str, Server, Sequence[Table]]] = [
        (TRUCO, ours, await _open_tables(ours, plan.truco, 1)),
        (TRANCA, ours, await _open_tables(ours, plan.tranca, 2)),
        ("boardgame.io", peer, their),
    ]
    for table in their:
        await table.open(peer.port)
    costs: dict[str, list[float]] = {name: [] for name, _, _ in sides}
    for number in range(-WARM_UP, rounds):
        for name, server, tables in sides:
            cost = await _cost(server, tables)
            if number >= 0:
                costs[name].append(cost)
    theirs = costs["boardgame.io"]
    calm = await _calm(sides[0][2])
    for _, _, tables in sides:
        _close(tables)
    return [
        *(Finding(f"{name}, a move", "µs", Figures(tuple(1e6 * one for one in cost))) for name, cost in costs.items()),
        Finding(f"{TRUCO} / boardgame.io", "×", _ratio(costs[TRUCO], theirs), most=0.6),
        Finding(f"{TRANCA} / boardgame.io", "×", _ratio(costs[TRANCA], theirs), most=1.0),
        *calm,
    ]


async def _cost(server: Server, tables: Sequence[Table]) -> float:
    """Processor seconds of the server for one move."""
    before = server.processor_seconds()
    await play(tables, MOVES, per_second=FASTEST)
    return (server.processor_seconds() - before) / (MOVES * len(tables))


async def _long_matches(ours: Server, plan: Plan) -> list[Finding]:
    """Compare the first moves of new matches with those after the thousandth of long ones. Each goes first by turns."""
    long = await _open_tables(ours, plan.long, 3)
    await _cost(ours, long)
    ratios = []
    for number, prepared in enumerate(plan.new):
        new = await _open_tables(ours, prepared, 10 + number)
        first, second = (new, long) if number % 2 else (long, new)
        costs = await _cost(ours, first), await _cost(ours, second)
        ratios.append(costs[1] / costs[0] if number % 2 else costs[0] / costs[1])
        _close(new)
    _close(long)
    return [Finding("move 1,000 / move 10", "×", Figures(tuple(ratios)), most=1.1)]


def _ratio(one: Sequence[float], other: Sequence[float]) -> Figures:
    return Figures(tuple(a / b for a, b in zip(one, other, strict=True)))


# --- waits ------------------------------------------------------------------------------------------------------------


async def _calm(tables: Sequence[Table]) -> list[Finding]:
    for table in tables:
        table.waits.clear()
    await play(tables, CALM_MOVES, per_second=CALM)
    waits = [wait for table in tables for wait in table.waits]
    acknowledged = _hundredth([one.acknowledged for one in waits])
    told = _hundredth([one.told for one in waits])
    return [
        Finding(f"acknowledged at {CALM:.0f} moves a second, p99", "ms", Figures((acknowledged,)), most=25),
        Finding(f"told to all four at {CALM:.0f} moves a second, p99", "ms", Figures((told,)), most=25),
    ]


def _hundredth(seconds: list[float]) -> float:
    return 1000 * sorted(seconds)[int(len(seconds) * 0.99)]


async def _crowd(ours: Server, prepared: PreparedTable) -> list[Finding]:
    """One table with many onlookers: the time until the last of them, and the last of the players, has a move."""
    [table] = await _open_tables(ours, [prepared], 5)
    told: list[float] = []

    def on_text(_wire: Wire, text: bytes) -> None:
        if b'"type":"state"' in text:
            told.append(monotonic())

    wires = await _many(ours, [(prepared.code, "")] * CROWD, on_text)
    while len(told) < CROWD:
        await asyncio.sleep(0.1)
    await asyncio.sleep(1)
    last = []
    for _ in range(CROWD_MOVES):
        told.clear()
        began = monotonic()
        await table.move()
        while len(told) < CROWD:
            await asyncio.sleep(0.02)
        last.append(1000 * (told[-1] - began))
        await asyncio.sleep(0.1)
    players = [1000 * wait.told for wait in table.waits]
    for wire in (*wires, *table.wires):
        wire.close()
    return [
        Finding(f"the last of {CROWD:,} onlookers has a move", "ms", Figures(tuple(last)), most=100),
        Finding("and the players have it", "ms", Figures(tuple(players)), most=10),
    ]


# --- memory -----------------------------------------------------------------------------------------------------------


async def hold_idle_tables(ours: Server, prepared: Sequence[PreparedTable]) -> list[Finding]:
    """The memory of each connection, with tables of four players and onlookers."""
    warm = await _many(ours, [(prepared[0].code, "")] * AT_ONCE, _ignore)
    before = ours.resident_bytes()
    players = [(one.code, session) for one in prepared for session in one.sessions]
    onlookers = [(prepared[number % len(prepared)].code, "") for number in range(HELD - len(players))]
    wires = await _many(ours, [*players, *onlookers], _ignore)
    await asyncio.sleep(2)
    each = (ours.resident_bytes() - before) / len(wires) / 1024
    for wire in (*warm, *wires):
        wire.close()
    return [Finding(f"each of {HELD:,} sockets", "KB", Figures((each,)), most=40)]


def _ignore(_wire: Wire, _text: bytes) -> None:
    pass


# --- connections ------------------------------------------------------------------------------------------------------


def allow_many_connections() -> None:
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


async def _open_tables(ours: Server, prepared: Sequence[PreparedTable], address: int) -> list[OurTable]:
    tables = [OurTable(seed, *one) for seed, one in enumerate(prepared)]
    for table in tables:
        await table.open(ours.port, f"127.0.1.{address}")
    return tables


async def _many(ours: Server, whom: Sequence[tuple[str, str]], on_text: OnText) -> list[Wire]:
    """Connect to each table with each session, from enough addresses that the site accepts all connections."""

    async def one(number: int) -> Wire:
        code, session = whom[number]
        address = f"127.0.2.{1 + number // (OF_ADDRESS // 2)}"
        return await watch(ours.port, code, on_text, session=session, address=address)

    wires: list[Wire] = []
    for begin in range(0, len(whom), AT_ONCE):
        numbers = range(begin, min(begin + AT_ONCE, len(whom)))
        wires += await asyncio.gather(*(one(number) for number in numbers))
    return wires


def _close(tables: Sequence[Table]) -> None:
    for table in tables:
        table.close()

"""``python -m bench.live``: the time from an act at the organiser's desk until a crowd's open pages show it.

The event is a real one, a knockout of 64 pairs. Each round calls a match, which is appended, committed, rendered and
pushed over real connections to readers in another process. The bar: half of the pages show it within a second.
"""

import argparse
import asyncio
import json
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from datetime import UTC, datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from carteado.web.events.models import Event

SLUG, PAIRS = "bench", 64
BAR = 1.0
PAUSE = 1.5
AT = datetime(2026, 3, 14, 12, tzinfo=UTC)
TOPICS = ("evento", "chave", "agenda", "telao")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.live", description=__doc__)
    parser.add_argument("--listeners", type=int, default=500)
    parser.add_argument("--rounds", type=int, default=8, help="matches called, at most 32")
    parser.add_argument("--topic", choices=TOPICS, help="only this one of what pages listen to")
    parser.add_argument("--read", type=int, help=argparse.SUPPRESS)  # the port: the process that holds the readers
    asked = parser.parse_args()
    if asked.read:
        print(json.dumps(asyncio.run(_read(asked.read, asked.topic, asked.listeners, asked.rounds))))
        return
    for topic in (asked.topic,) if asked.topic else TOPICS:
        with tempfile.TemporaryDirectory() as data:
            command = [sys.executable, "-c", _MEASURE, topic, str(asked.listeners), str(asked.rounds)]
            subprocess.run(command, check=True, env={**os.environ, "CARTEADO_DATA": data})


_MEASURE = "import sys; from bench.live import measure; measure(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))"
"""Each topic runs in a separate process with separate data."""


def measure(topic: str, listeners: int, rounds: int) -> None:
    from carteado.web.server import prepare as preparing

    preparing.load_site()
    preparing.bring_up_to_date()
    preparing.collect_static_files()
    from carteado.tournament.operations import CallMatch
    from carteado.web.events import store
    from carteado.web.kit.push import topics
    from carteado.web.kit.push.bus import bus

    event, matches = _drawn_event()
    port = _serve()
    channel = topics.channel(topic, SLUG, topics.LANGUAGES[0])
    options = ["--topic", topic, "--listeners", str(listeners), "--rounds", str(rounds), "--read", str(port)]
    began = time.monotonic()
    readers = subprocess.Popen([sys.executable, "-m", "bench.live", *options], stdout=subprocess.PIPE)
    while bus.listeners(channel) < listeners or bus.latest(channel) is None:
        time.sleep(0.01)
    opened = time.monotonic() - began
    time.sleep(PAUSE)
    acted = []
    for number, match in zip(range(rounds), matches, strict=False):
        acted.append(time.monotonic())
        store.append(event, CallMatch(by="system", at=AT, match=match, table=str(number + 1)), by=None)
        time.sleep(PAUSE)
    received: list[list[float]] = json.loads(readers.communicate()[0])
    waits = [[at - act for at in times] for act, times in zip(acted, received, strict=True)]
    assert {len(times) for times in waits} == {listeners}
    middle = statistics.median(statistics.median(times) for times in waits)
    last = max(max(times) for times in waits)
    size = len(topics.render(topic, SLUG, topics.LANGUAGES[0]).encode()) / 1024
    met = "" if middle <= BAR else f"; the bar is {_ms(BAR)}"
    print(
        f"{topic}: {listeners} pages opened in {opened:.1f} s; a call is on half of them after {_ms(middle)}, "
        f"on the last after {_ms(last)} at worst, {size:.0f} KiB{met}"
    )


def _drawn_event() -> "tuple[Event, list[str]]":
    """A drawn event of 64 pairs, and the matches of its first round."""
    from carteado.fair import DRAW_FORMAT, commitment
    from carteado.tournament.formats.plans import knockout
    from carteado.tournament.operations import CommitDraw, HoldDraw, Settle
    from carteado.web.events.details import Details
    from carteado.web.events.importing import ImportedOperation, import_event
    from carteado.web.events.models import Pair
    from carteado.web.kit.guarding.policy import Role
    from carteado.web.people.models import User

    organiser, plan, secret = User.objects.create_user("bench@exemplo.com.br"), knockout(PAIRS), bytes(32)
    codes = tuple(f"d{number}" for number in range(PAIRS))
    sealed = commitment(f"{DRAW_FORMAT}|{SLUG}|knockout", secret)
    done = (
        Settle(by="system", at=AT, plan=plan, pairs=codes),
        CommitDraw(by="system", at=AT, draw="knockout", commitment=sealed),
        HoldDraw(by="system", at=AT, draw="knockout", secret=secret.hex(), entropy="loteria"),
    )
    details = Details(regulation="apcef-sc-2022-canastra", name="Bench", capacity=PAIRS, tables=32)
    team = {Role.ORGANISER: organiser}
    event = import_event(details, [ImportedOperation(one) for one in done], team=team, at=AT, slug=SLUG)
    Pair.objects.bulk_create(Pair(event=event, code=code, name=f"Benedita e Raimundo {code}") for code in codes)
    return event, [one.id for one in plan.fixtures[: PAIRS // 2]]


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:.0f} ms"


def _serve() -> int:
    import uvicorn

    server = uvicorn.Server(uvicorn.Config("carteado.web.asgi:application", port=0, log_level="warning"))
    threading.Thread(target=server.run, daemon=True).start()
    while not server.started:
        time.sleep(0.01)
    port: int = server.servers[0].sockets[0].getsockname()[1]
    return port


async def _read(port: int, topic: str, listeners: int, rounds: int) -> list[list[float]]:
    """The times when each push reached each reader, without the first one, which has the state before."""
    received: list[list[float]] = [[] for _ in range(rounds)]

    async def one() -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=2**22)
        writer.write(f"GET /ao-vivo/{topic}/{SLUG} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        await _next_push(reader)
        for times in received:
            await _next_push(reader)
            times.append(time.monotonic())
        writer.close()

    await asyncio.gather(*(one() for _ in range(listeners)))
    return received


async def _next_push(reader: asyncio.StreamReader) -> None:
    """Read one push, up to the empty line that ends it."""
    while not (await reader.readline()).startswith(b"data: "):
        pass
    while (await reader.readline()) != b"\n":
        pass


if __name__ == "__main__":
    main()

"""``python -m bench.live``: how long a push takes to reach the last of many open pages, over real connections."""

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

SLUG = "bench"
PAUSE = 1.0


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.live", description=__doc__)
    parser.add_argument("--listeners", type=int, default=500)
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--kilobytes", type=int, default=8, help="of HTML in a push")
    parser.add_argument("--read", type=int, help=argparse.SUPPRESS)  # the port: the process that holds the readers
    asked = parser.parse_args()
    if asked.read:
        print(json.dumps(asyncio.run(_read(asked.read, asked.listeners, asked.rounds))))
    else:
        with tempfile.TemporaryDirectory() as data:
            os.environ["CARTEADO_DATA"] = data
            _measure(asked.listeners, asked.rounds, "<p>a line of a table</p>" * (asked.kilobytes * 42))


def _measure(listeners: int, rounds: int, html: str) -> None:
    from carteado.web import preparing

    preparing.load_site()
    preparing.bring_up_to_date()
    from carteado.web import topics
    from carteado.web.bus import bus
    from carteado.web.events.models import Event, Stage

    Event.objects.create(slug=SLUG, regulation="truco-masters-2025", name=SLUG, stage=Stage.RUNNING)
    topics.topic("evento")(lambda _name: f"0 {html}")
    port = _serve()
    channel = topics.channel("evento", SLUG, topics.LANGUAGES[0])
    options = ["--listeners", str(listeners), "--rounds", str(rounds), "--read", str(port)]
    began = time.monotonic()
    readers = subprocess.Popen([sys.executable, "-m", "bench.live", *options], stdout=subprocess.PIPE)
    while bus.listeners(channel) < listeners:
        time.sleep(0.01)
    print(f"{listeners} pages opened in {time.monotonic() - began:.2f} s")
    time.sleep(PAUSE)
    published, busy = [], []
    for number in range(1, rounds + 1):
        cpu = time.process_time()
        published.append(time.monotonic())
        bus.publish(channel, f"{number} {html}")
        time.sleep(PAUSE)
        busy.append(time.process_time() - cpu)
    received = json.loads(readers.communicate()[0])
    waits = [max(times) - sent for sent, times in zip(published, received, strict=True)]
    counts = {len(times) for times in received}
    print(f"each push reached {counts} pages; the last after {_ms(statistics.median(waits))} (worst {_ms(max(waits))})")
    print(f"the server was busy for {_ms(statistics.median(busy))} a push, {len(html) / 1024:.0f} KiB")


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


async def _read(port: int, listeners: int, rounds: int) -> list[list[float]]:
    """When each push reached each reader."""
    received: list[list[float]] = [[] for _ in range(rounds)]

    async def one() -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=2**20)
        writer.write(f"GET /ao-vivo/evento/{SLUG} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        last = 0
        while last < rounds:
            line = await reader.readline()
            if line.startswith(b"data: ") and (number := line[6:].split(b" ")[0]).isdigit() and int(number):
                last = int(number)
                received[last - 1].append(time.monotonic())
        writer.close()

    await asyncio.gather(*(one() for _ in range(listeners)))
    return received


if __name__ == "__main__":
    main()

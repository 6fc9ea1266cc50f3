"""``python -m bench.watching``: how many visitors without an account the site answers in a second, on one core.

The server runs on one core and the clients on another, over real connections. Each page is requested as it is cached in
memory and, with a question mark after it, as Django renders it each time. The ratio of the two is the worth of the
cache. Requests are counted per second of the server's processor time, so other programs on the core do not matter.
"""

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

BAR = 1_000
PAGE = "/campeonatos/copa-do-clube-xv/"
PAGES = (PAGE, f"{PAGE}chave/", f"{PAGE}classificacao/", f"{PAGE}telao/")
CONNECTIONS = 50
TICKS = os.sysconf("SC_CLK_TCK")


class Rate(NamedTuple):
    """Requests a second, by the clock and by the server's processor time; bytes of one answer."""

    by_clock: float
    by_processor: float
    size: int


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.watching", description=__doc__)
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--ask", nargs=2, metavar=("PORT", "PATH"), help=argparse.SUPPRESS)  # the process that asks
    asked = parser.parse_args()
    if asked.ask:
        print(json.dumps(asyncio.run(_ask(int(asked.ask[0]), asked.ask[1], asked.seconds))))
        return
    with tempfile.TemporaryDirectory() as data, _served(Path(data)) as (port, server):
        print(f"{'page':42} {'kept':>9} {'rendered':>9} {'ratio':>6}   answers a second of the server's time")
        for path in PAGES:
            kept, rendered = (_measured(port, server, one, asked.seconds) for one in (path, f"{path}?x"))
            ratio = kept.by_processor / rendered.by_processor
            met = "" if kept.by_processor >= BAR else f"   below the bar of {BAR}"
            print(
                f"{path:42} {kept.by_processor:9.0f} {rendered.by_processor:9.0f} {ratio:5.0f}×"
                f"   by the clock {kept.by_clock:.0f} and {rendered.by_clock:.0f}, {kept.size} bytes{met}"
            )


@contextmanager
def _served(data: Path) -> Iterator[tuple[int, int]]:
    """Run the demo on the first core; gives its port and its process."""
    command = [str(Path(sys.executable).with_name("carteado")), "serve", "--demo", "--port", "0", "--json"]
    environment = {**os.environ, "CARTEADO_DATA": str(data)}
    server = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
    cores = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(server.pid, {cores[0]})
    try:
        assert server.stdout is not None
        yield json.loads(server.stdout.readline())["port"], server.pid
    finally:
        server.terminate()
        server.wait()


def _measured(port: int, server: int, path: str, seconds: float) -> Rate:
    cores = sorted(os.sched_getaffinity(0))
    command = [sys.executable, "-m", "bench.watching", "--seconds", str(seconds), "--ask", str(port), path]
    subprocess.run([*command[:4], "0.5", *command[5:]], check=True, stdout=subprocess.DEVNULL)  # warm
    before = _processor_time(server)
    client = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    os.sched_setaffinity(client.pid, {cores[-1]})
    answers, took, size = json.loads(client.communicate()[0])
    return Rate(answers / took, answers / (_processor_time(server) - before), size)


def _processor_time(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


async def _ask(port: int, path: str, seconds: float) -> tuple[int, float, int]:
    """Request a page over many connections. Returns the number of answers, the seconds, and the size of one answer."""
    request = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAccept-Encoding: br\r\n\r\n".encode()
    end = time.monotonic() + seconds
    counted, size = 0, 0

    async def one() -> None:
        nonlocal counted, size
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        while time.monotonic() < end:
            writer.write(request)
            head = await reader.readuntil(b"\r\n\r\n")
            assert head.startswith(b"HTTP/1.1 200"), head
            size = int(head.lower().partition(b"content-length:")[2].split(b"\r\n", 1)[0])
            await reader.readexactly(size)
            counted += 1
        writer.close()

    began = time.monotonic()
    await asyncio.gather(*(one() for _ in range(CONNECTIONS)))
    return counted, time.monotonic() - began, size


if __name__ == "__main__":
    main()

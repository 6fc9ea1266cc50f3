"""``python -m bench.pages``: the server's time for every page of the demo, in this process, after a warm-up.

The site is the real one, on SQLite. Each page is requested by the viewer who sees most of it. The bar is 50 ms.
"""

import argparse
import os
import tempfile
from collections.abc import Mapping, Sequence
from statistics import median
from time import perf_counter, thread_time
from typing import TYPE_CHECKING, NamedTuple

import django
from rich.console import Console
from rich.table import Table

if TYPE_CHECKING:
    from django.test import Client

    from tests.web.world.addresses import Page
    from tests.web.world.viewers import Viewer

BAR_MS = 50.0
WARM_UP = 3


class Timing(NamedTuple):
    """Median milliseconds by the clock and of the processor, and the queries and kilobytes of one answer."""

    page: str
    viewer: str
    wall: float
    processor: float
    queries: int
    kilobytes: float


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.pages", description="Server time of every page of the demo.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="only the pages whose name begins so")
    parser.add_argument("--rounds", type=int, default=21, help="times that each page is asked for (default 21)")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as data:
        os.environ |= {"CARTEADO_DATA": data, "DJANGO_SETTINGS_MODULE": "carteado.web.settings"}
        django.setup()
        _print(_measured(asked.names, asked.rounds))


def _measured(names: Sequence[str], rounds: int) -> list[Timing]:
    from carteado.web.demo import seeding
    from carteado.web.server import prepare as preparing
    from tests.web.world.addresses import pages
    from tests.web.world.signed_in_clients import client_of
    from tests.web.world.viewers import Viewer
    from tests.web.world.world import of_demo

    preparing.bring_up_to_date()
    preparing.collect_static_files()
    seeding.seed()
    world = of_demo()
    clients = {viewer: client_of(viewer, world) for viewer in Viewer}
    chosen = [page for page in pages() if not names or str(page).startswith(tuple(names))]
    return [timing for page in chosen if (timing := _timing(page, page.path(world), clients, rounds))]


def _timing(page: "Page", path: str, clients: "Mapping[Viewer, Client]", rounds: int) -> Timing | None:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    viewer = _who_sees_it(page, path, clients)
    if viewer is None:
        return None
    client = clients[viewer]
    for _ in range(WARM_UP):
        client.get(path)
    with CaptureQueriesContext(connection) as queries:
        size = len(client.get(path).content)
    count = len(queries)  # the next request empties it
    times = [_times(client, path) for _ in range(rounds)]
    wall, processor = (1000 * median(column) for column in zip(*times, strict=True))
    return Timing(str(page), viewer, wall, processor, count, size / 1024)


def _who_sees_it(page: "Page", path: str, clients: "Mapping[Viewer, Client]") -> "Viewer | None":
    from tests.web.world.viewers import MOST_FIRST

    able = (viewer for viewer in MOST_FIRST if page.is_for(viewer) and clients[viewer].get(path).status_code == 200)
    return next(able, None)


def _times(client: "Client", path: str) -> tuple[float, float]:
    wall, processor = perf_counter(), thread_time()
    client.get(path)
    return perf_counter() - wall, thread_time() - processor


def _print(timings: Sequence[Timing]) -> None:
    table = Table(title=f"bar: {BAR_MS:.0f} ms")
    for column in ("page", "seen by"):
        table.add_column(column, overflow="fold")
    for column in ("ms", "processor ms", "queries", "kB"):
        table.add_column(column, justify="right")
    for one in sorted(timings, key=lambda one: -one.wall):
        style = "red" if one.wall > BAR_MS else ""
        row = (f"{one.wall:.1f}", f"{one.processor:.1f}", str(one.queries), f"{one.kilobytes:.0f}")
        table.add_row(one.page, one.viewer, *row, style=style)
    console = Console()
    console.print(table)
    console.print(f"median of the pages: {median(one.wall for one in timings):.1f} ms")


if __name__ == "__main__":
    main()

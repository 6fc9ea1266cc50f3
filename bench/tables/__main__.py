"""``python -m bench.tables``: the cost of a move at a live table, compared with a boardgame.io server.

Ours is the site as in production: every act is checked by the rules, committed to a SQLite that waits for the disk,
and sent to four seats in separate views. boardgame.io keeps its matches in memory and plays a game with almost no
rules. One process plays at both in turns, with the same traffic over real connections. The cost is the server's
processor time.
"""

import argparse
import asyncio
import json
import os
import tempfile

from rich.console import Console

from bench.tables.report import as_json, print_tables
from bench.tables.servers import boardgame_io, ours, take_last_core


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.tables", description=__doc__)
    parser.add_argument("--rounds", type=int, default=5, help="turns of each (default 5)")
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as data:
        os.environ["CARTEADO_DATA"] = data
        from bench.tables import laying, measuring

        laying.make_site()
        measuring.allow_many_connections()
        take_last_core()
        plan = laying.prepare_all(asked.rounds)
        with ours() as server, boardgame_io() as peer:
            found = asyncio.run(measuring.measure(server, peer, plan, rounds=asked.rounds))
        with ours() as server:
            found += asyncio.run(measuring.hold_idle_tables(server, plan.held))
    if asked.json:
        print(json.dumps(as_json(found), indent=2))
    else:
        print_tables(found, Console())


if __name__ == "__main__":
    main()

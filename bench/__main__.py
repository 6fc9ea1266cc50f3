"""``python -m bench``: measure, and report which bars are met. A bar that is not met is not an error."""

import argparse
import json

from rich.console import Console

from bench.growth import measure_growth
from bench.measuring import measure
from bench.registry import BENCHMARKS
from bench.report import as_json, print_tables


def main() -> None:
    parser = _arguments()
    asked = parser.parse_args()
    if unknown := set(asked.names) - {one.name for one in BENCHMARKS}:
        parser.error(f"no such benchmark: {', '.join(sorted(unknown))}")
    if asked.rounds < 1 or asked.seconds <= 0:
        parser.error("rounds and seconds must be positive")
    chosen = [one for one in BENCHMARKS if not asked.names or one.name in asked.names]
    measured = measure(chosen, rounds=asked.rounds, seconds=asked.seconds, seed=asked.seed)
    grown = [] if asked.names else measure_growth(seed=asked.seed)
    if asked.json:
        print(json.dumps(as_json(measured, grown), indent=2))
    else:
        print_tables(measured, grown, Console())


def _arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m bench", description="Steps per second of random play, on one core."
    )
    names = [one.name for one in BENCHMARKS]
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"only these: {', '.join(names)}")
    parser.add_argument("--rounds", type=int, default=5, help="turns of each benchmark (default 5)")
    parser.add_argument("--seconds", type=float, default=2.0, help="length of a turn (default 2)")
    parser.add_argument("--seed", type=int, default=1, help="of the random choices (default 1)")
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables")
    return parser


if __name__ == "__main__":
    main()

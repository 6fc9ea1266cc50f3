"""The results as a table for people and as JSON for programs."""

import json
import os
import platform
from collections.abc import Sequence

from rich.console import Console
from rich.table import Table

from bench.report import cpu
from bench.tables.measuring import Finding
from bench.tables.servers import PEER


def print_tables(found: Sequence[Finding], console: Console) -> None:
    load = ", ".join(f"{one:.1f}" for one in os.getloadavg())
    console.print(f"{cpu()}, Python {platform.python_version()}, boardgame.io {_peers_version()}; load {load}")
    table = Table("live tables", title="Medians, by round")
    for heading in ("median", "lowest", "highest", "bar", ""):
        table.add_column(heading, justify="right")
    for one in found:
        numbers = (one.figures.median, one.figures.lowest, one.figures.highest)
        table.add_row(
            one.name,
            *(_formatted(number, one.unit) for number in numbers),
            "" if one.most is None else f"≤ {one.most:g} {one.unit}",
            {True: "met", False: "not met", None: ""}[one.is_met],
        )
    console.print(table)


def as_json(found: Sequence[Finding]) -> dict[str, object]:
    return {
        "cpu": cpu(),
        "load": os.getloadavg(),
        "python": platform.python_version(),
        "boardgame.io": _peers_version(),
        "figures": [
            {
                "name": one.name,
                "unit": one.unit,
                "median": one.figures.median,
                "rounds": list(one.figures.rounds),
                "bar": one.most,
                "met": one.is_met,
            }
            for one in found
        ],
    }


def _formatted(number: float, unit: str) -> str:
    return f"{number:.2f} {unit}" if unit == "×" else f"{number:.0f} {unit}" if unit == "µs" else f"{number:.1f} {unit}"


def _peers_version() -> str:
    package = PEER / "node_modules" / "boardgame.io" / "package.json"
    version: str = json.loads(package.read_text("utf-8"))["version"]
    return version

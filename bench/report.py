"""The results of the benchmarks as tables for people and as JSON for programs."""

import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from rich.console import Console
from rich.table import Table

from bench.growth import LARGE, MOST, SMALL, Growth
from bench.measuring import Figures, compare
from bench.registry import COMPARISONS, Comparison
from bench.workload import Benchmark

Measured = dict[Benchmark, Figures]
Compared = list[tuple[Comparison, Figures]]


def print_tables(measured: Measured, grown: list[Growth], console: Console) -> None:
    console.print(f"{cpu()}, Python {platform.python_version()}, {_versions(measured)}; one core")
    console.print(_speeds(measured))
    if compared := _compared(measured):
        console.print(_ratios(compared))
    if grown:
        console.print(_growth(grown))


def as_json(measured: Measured, grown: list[Growth]) -> dict[str, object]:
    return {
        "cpu": cpu(),
        "python": platform.python_version(),
        "packages": {one.package: _version_of(one) for one in measured},
        "steps_per_second": {one.name: _figures(figures) for one, figures in measured.items()},
        "ratios": [
            {
                "one": comparison.one.name,
                "other": comparison.other.name,
                **_figures(ratio),
                "bar": comparison.bar,
                "met": is_met(comparison, ratio),
            }
            for comparison, ratio in _compared(measured)
        ],
        "growth": [{"regulation": one.regulation, "ratio": one.ratio, "met": one.ratio <= MOST} for one in grown],
    }


def is_met(comparison: Comparison, ratio: Figures) -> bool | None:
    """Whether the median ratio reaches the bar; None without a bar."""
    return None if comparison.bar is None else ratio.median >= comparison.bar


def _speeds(measured: Measured) -> Table:
    table = Table("random play", title="Steps per second")
    for heading in ("median", "lowest", "highest"):
        table.add_column(heading, justify="right")
    for one, figures in measured.items():
        numbers = (figures.median, figures.lowest, figures.highest)
        table.add_row(one.about, *(f"{number:,.0f}" for number in numbers))
    return table


def _ratios(compared: Compared) -> Table:
    table = Table("ratio", title="Ratios, round by round")
    for heading in ("median", "lowest", "highest", "bar", ""):
        table.add_column(heading, justify="right")
    for comparison, ratio in compared:
        numbers = (ratio.median, ratio.lowest, ratio.highest)
        table.add_row(
            f"{comparison.one.name} / {comparison.other.name}",
            *(f"{number:.2f} ×" for number in numbers),
            "" if comparison.bar is None else f"≥ {comparison.bar:g} ×",
            {True: "met", False: "not met", None: ""}[is_met(comparison, ratio)],
        )
    return table


def _growth(grown: list[Growth]) -> Table:
    table = Table("regulation", title=f"A turn with {LARGE} cards in hand beside one with {SMALL}")
    for heading in (f"{SMALL} cards", f"{LARGE} cards", "ratio", "bar", ""):
        table.add_column(heading, justify="right")
    for one in grown:
        times = [f"{seconds * 1e6:,.0f} µs" for seconds in (one.small, one.large)]
        met = "met" if one.ratio <= MOST else "not met"
        table.add_row(one.regulation, *times, f"{one.ratio:.2f} ×", f"≤ {MOST:g} ×", met)
    return table


def _compared(measured: Measured) -> Compared:
    ratios = ((comparison, compare(measured, comparison)) for comparison in COMPARISONS)
    return [(comparison, ratio) for comparison, ratio in ratios if ratio is not None]


def _figures(figures: Figures) -> dict[str, object]:
    return {"median": figures.median, "rounds": list(figures.rounds)}


def _versions(measured: Measured) -> str:
    return ", ".join(dict.fromkeys(f"{one.package} {_version_of(one)}" for one in measured))


def _version_of(one: Benchmark) -> str:
    try:
        return version(one.package)
    except PackageNotFoundError:
        return "unknown"


def cpu() -> str:
    """The processor's model: from a file on Linux, elsewhere as Python knows it."""
    cpuinfo = Path("/proc/cpuinfo")
    lines = cpuinfo.read_text(encoding="utf-8").splitlines() if cpuinfo.exists() else []
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return models[0] if models else platform.processor() or platform.machine()

"""The documents are true: examples run, the tree in the README exists, links lead somewhere."""

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

from carteado.cli.arguments import COMMANDS
from carteado.record import read_record, read_sheet, replay
from carteado.tournament.files.results_file import read_results
from carteado.tournament.ranking.standings import event_placings
from tests.paths import ROOT

SOURCES = ROOT / "src/carteado"
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])


@pytest.mark.parametrize("name", ["README.md", "README.pt-BR.md"])
def test_the_example_runs(name: str) -> None:
    result = doctest.testfile(str(ROOT / name), module_relative=False, encoding="utf-8")
    assert result.attempted >= 10
    assert result.failed == 0


def test_the_example_has_twelve_lines() -> None:
    [block] = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL)
    assert len(block.strip().splitlines()) == 12


def test_every_path_of_the_tree_exists() -> None:
    tree = (ROOT / "README.md").read_text("utf-8").partition("## The tree")[2]
    paths = re.findall(r"^\| `([^`]+)`", tree, re.MULTILINE)
    assert len(paths) > 8
    assert [path for path in paths if not (ROOT / path).is_dir()] == []
    layers = {path.name for path in (ROOT / "src/carteado").iterdir() if (path / "__init__.py").exists()}
    assert layers == {Path(path).name for path in paths if path.startswith("src/")}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#]*)(?:#([^)]*))?\)", page.read_text("utf-8"))
    inside = [(page.parent / path if path else page, anchor) for path, anchor in links if "://" not in path]
    assert [path for path, _anchor in inside if not path.exists()] == []
    assert [(path, anchor) for path, anchor in inside if anchor and anchor not in headings_of(path)] == []


def headings_of(page: Path) -> set[str]:
    """The anchors that a reader of the repository can link to: every heading, in small letters, with hyphens."""
    headings = re.findall(r"^#+ (.+)$", page.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_the_bot_in_the_formats_page_plays(tmp_path: Path) -> None:
    [code] = re.findall(r"```python\n(.*?)```", (ROOT / "docs/formats.md").read_text("utf-8"), re.DOTALL)
    bot = tmp_path / "bot.py"
    bot.write_text(code, "utf-8")
    command = Path(sys.executable).with_name("carteado")
    arena = [str(command), "arena", "--bots", f"random,cmd:{sys.executable} {bot}", "--deals", "2", "--json"]
    done = subprocess.run(arena, capture_output=True, text=True, timeout=60, check=True)
    assert '"replaced": [0, 0]' in done.stdout


def test_the_examples_of_the_interfaces_page_are_read() -> None:
    blocks = re.findall(r"```json\n(.*?)```", (ROOT / "docs/interfaces.md").read_text("utf-8"), re.DOTALL)
    record, sheet, of_event = blocks
    assert replay(read_record(record)).score == (0, 0)
    counted = read_sheet(sheet)
    assert (counted.report.score, counted.warnings) == ((620, -270), ())
    results = read_results(of_event)
    order = event_placings(results.regulation, results.pairs, results.outcomes, lots=results.lots)
    assert [place.pair for place in order] == ["A", "B"]


def test_every_subcommand_is_in_the_documents() -> None:
    """Those for everybody in the interfaces, those that run a site with the deployment."""
    pages = [(ROOT / page).read_text("utf-8") for page in ("docs/interfaces.md", "docs/deployment.md")]
    written = set(re.findall(r"(?:\| `|^carteado |`carteado )([a-z-]+)", "\n".join(pages), re.MULTILINE))
    assert set(COMMANDS) - written == set()


def test_every_path_in_the_contributors_tasks_exists() -> None:
    """Paths start at ``src/carteado`` unless they start with a folder of the root."""
    tasks = (ROOT / "CONTRIBUTING.md").read_text("utf-8").partition("## Ten common tasks")[2].partition("\n## ")[0]
    named = set(re.findall(r"`([\w.-]+(?:/[\w.-]+)+|[A-Z][\w.-]+\.md)`", tasks))
    assert len(named) > 100
    assert [path for path in sorted(named) if not any((start / path).exists() for start in (ROOT, SOURCES))] == []

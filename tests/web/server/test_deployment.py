"""Production: Django's own list of what to check, and the page that tells how to deploy."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from carteado.cli.arguments import parse
from carteado.cli.context import Context
from carteado.web.pages import live_stream as live
from tests.paths import ROOT
from tests.web.world.running import serving, surroundings

WEB = ROOT / "src" / "carteado" / "web"

PRODUCTION = {
    "CARTEADO_URL": "https://carteado.example",
    "SECRET_KEY": "production-" * 6 + "0123456789",
    "CARTEADO_SMTP": "smtp+tls://carteado:secret@mail.carteado.example:587",
}


def test_django_finds_nothing_to_complain_of_in_production(tmp_path: Path) -> None:
    checked = subprocess.run(
        [sys.executable, "-m", "django", "check", "--deploy", "--fail-level", "INFO"],
        env=surroundings(tmp_path, DJANGO_SETTINGS_MODULE="carteado.web.settings", **PRODUCTION),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (checked.returncode, checked.stdout) == (0, "System check identified no issues (0 silenced).\n"), (
        checked.stderr
    )


# --- docs/deployment.md -------------------------------------------------------------------------------------------

PAGE = (ROOT / "docs" / "deployment.md").read_text("utf-8")
COMMANDS = [
    line
    for block in re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL)
    for line in block.splitlines()
    if re.match(r"(\w+=\S+ )*carteado ", line)
]


def test_every_variable_that_is_read_is_in_the_table() -> None:
    source = (WEB / "kit/process/configuration.py").read_text("utf-8")
    read = re.findall(r'"((?:CARTEADO_|DATABASE_|SECRET_)[A-Z_]+)"', source)
    assert set(re.findall(r"^\| `([A-Z_]+)`", PAGE, re.MULTILINE)) == {*read, "CARTEADO_LANG"}


@pytest.mark.slow
def test_the_commands_of_the_page_run_in_its_order(tmp_path: Path) -> None:
    """On a site with the demo; those that serve are only read, because others serve all day."""
    data = tmp_path / "data"
    with serving(data, "--demo") as site:
        assert site.sign_in is not None
        assert site.get(site.sign_in.removeprefix(site.address)).status_code == 200
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    ran = []
    for line in COMMANDS:
        if " serve" in line:
            words = line[line.index("carteado ") :].split()[1:]
            assert parse(words, Context("en", json=False)).command == "serve"
        else:
            done = subprocess.run(
                ["sh", "-c", line],
                cwd=tmp_path,
                env=surroundings(data, PATH=path),
                capture_output=True,
                text=True,
                check=False,
            )
            assert done.returncode == 0, (line, done.stderr)
            ran.append(line.split()[1])
    assert ran == ["sign-in-link", "backup", "restore", "backup", "rotate-keys", "rotate-keys", "rebuild-ratings"]


def test_the_figures_of_the_page_are_those_of_the_program() -> None:
    assert f"At most {live.MOST_STREAMS:,} pages listen at once, {live.MOST_OF_AN_ADDRESS:,} from one address" in PAGE
    assert f"stops reading for {live.PATIENCE_S:.0f} seconds" in PAGE
    assert f"every silence after {live.HEARTBEAT_S:.0f} seconds" in PAGE

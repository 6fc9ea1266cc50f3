"""What ``make`` finds on a machine, and what it says where it finds nothing."""

from pathlib import Path

import pytest

from tools import bootstrap, chromium, npm, postgres


def program(folder: Path, name: str, says: str = "") -> None:
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(f"#!/bin/sh\necho {says}\n")
    (folder / name).chmod(0o755)


@pytest.mark.parametrize(
    ("version", "is_taken"),
    [("v20.19.0", True), ("v24.1.0", True), ("v20.18.9", False), ("v18.20.4", False), ("nonsense", False)],
)
def test_a_node_of_the_machine_is_taken_if_it_is_new_enough(
    version: str, is_taken: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    program(tmp_path, "node", version)
    assert npm.machine_node() is None, "without npm it is of no use"
    program(tmp_path, "npm")
    assert npm.machine_node() == (tmp_path if is_taken else None)


def test_without_a_node_one_is_installed_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def install(venv: Path, pins: list[Path]) -> None:
        asked.append(pins)
        venv.mkdir(exist_ok=True)

    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(bootstrap, "install", install)
    monkeypatch.setattr(npm, "VENV", tmp_path / "venv")
    assert npm.machine_node() is None
    assert {npm.own_node(), npm.own_node()} == {tmp_path / "venv" / "bin"}
    assert asked == [[npm.PINS]]


@pytest.mark.parametrize(("ci", "code"), [("true", 1), ("", 0)])
def test_what_cannot_be_had_is_said_and_fails_only_in_ci(
    ci: str, code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def nothing() -> Path:
        raise postgres.NotToBeHad("the network is down")

    monkeypatch.setenv("CI", ci)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(postgres, "find_programs", nothing)
    assert postgres.main(["pytest"]) == code
    assert "NOT RUN, there is no PostgreSQL: the network is down" in capsys.readouterr().err
    assert chromium.main() == code
    assert "SKIPPED" in capsys.readouterr().err

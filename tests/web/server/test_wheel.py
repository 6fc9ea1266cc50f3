"""The wheel has everything: installed into an empty environment it serves the same site."""

import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

from tests.paths import ROOT
from tests.web.world import running

SITE = ROOT / "src" / "carteado"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    done = subprocess.run(build, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    [file] = folder.glob("carteado-*.whl")
    return file


def test_the_wheel_has_every_file_of_the_package_and_what_is_built(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        packed = {name for name in archive.namelist() if name.startswith("carteado/")}
    files = (file for file in SITE.rglob("*") if file.is_file() and "__pycache__" not in file.parts)
    assert packed == {f"carteado/{file.relative_to(SITE).as_posix()}" for file in files if file.name != ".built"}
    assert {"carteado/web/static/site.css", "carteado/web/static/site.js"} <= packed
    assert "carteado/web/locale/pt_BR/LC_MESSAGES/django.mo" in packed


def test_a_wheel_of_a_site_that_is_not_built_is_refused(tmp_path: Path) -> None:
    for name in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE"):
        (tmp_path / name).write_bytes((ROOT / name).read_bytes())
    (tmp_path / "src" / "carteado").mkdir(parents=True)
    (tmp_path / "src" / "carteado" / "__init__.py").touch()
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel"]
    done = subprocess.run(build, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "the site is not built, run make site first; missing: src/carteado/web/static/site.css" in done.stderr


@pytest.mark.slow
def test_installed_into_an_empty_environment_it_serves_the_same_home_page(
    wheel: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    environment = tmp_path / "venv"
    venv.create(environment)
    python = environment / "bin" / "python"
    install = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet", "--no-deps", "--no-index"]
    subprocess.run([*install, str(wheel)], check=True)
    _lend_dependencies(environment)
    with running.serving(tmp_path / "ours") as ours:
        monkeypatch.setattr(running, "COMMAND", str(environment / "bin" / "carteado"))
        monkeypatch.delenv("PYTHONPATH", raising=False)
        with running.serving(tmp_path / "theirs") as theirs:
            for path in ("/", "/en/"):
                assert _comparable_lines(theirs, path) == _comparable_lines(ours, path)
    used = subprocess.run([python, "-c", "import carteado; print(carteado.__file__)"], capture_output=True, text=True)
    assert used.stdout.startswith(str(environment))


def _lend_dependencies(environment: Path) -> None:
    """What ``pip`` would fetch; our own package is not among it, because paths in a .pth do not lead on to others."""
    [packages] = environment.glob("lib/python*/site-packages")
    (packages / "lent.pth").write_text(sysconfig.get_path("purelib"))


def _comparable_lines(site: running.Served, path: str) -> list[str]:
    """The page, but for what differs from one visit and one port to another."""
    answer = site.get(path)
    assert answer.status_code == 200
    return [line for line in answer.text.replace(site.address, "").splitlines() if "csrf" not in line.lower()]

"""Make a virtual environment and install pinned requirements and this project into it.

    python3 tools/bootstrap.py VENV PINS...

It uses only the standard library, and a syntax that Python 3.6 can read up to the version check: an old
interpreter hands over to a newer one, or reports what is missing.
"""

import importlib.util
import os
import shutil
import subprocess
import sys

NEWER = ("python3.14", "python3.13", "python3.12", "python3.11", "python3", "python")
IS_SUPPORTED = "import sys; sys.exit(sys.version_info < (3, 11))"

if sys.version_info < (3, 11):
    for name in NEWER:
        path = shutil.which(name)
        # A shim on the PATH may be for a version that is not installed, so each is tried.
        if path and subprocess.call([path, "-c", IS_SUPPORTED], stderr=subprocess.DEVNULL) == 0:
            os.execv(path, [path, *sys.argv])
    sys.exit(
        "Carteado needs Python 3.11 or newer; {} is {}.{} and no newer one was found. "
        "Install one, or name it: make PYTHON=/path/to/python3.".format(sys.executable, *sys.version_info[:2])
    )

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def main(venv: Path, pins: list[Path]) -> None:
    install(venv, pins)
    say(f"installing the project into {venv}")
    pip_install(venv / "bin" / "python", "--no-deps", "--editable", str(ROOT))


def install(venv: Path, pins: list[Path]) -> None:
    python = venv / "bin" / "python"
    if not is_usable(python):
        create(venv)
    for pin in pins:
        say(f"installing {shown(pin)} into {shown(venv)}")
        pip_install(python, "--require-hashes", "--requirement", str(pin))


def shown(path: Path) -> Path:
    return path.relative_to(ROOT) if path.is_relative_to(ROOT) else path


def is_usable(python: Path) -> bool:
    """Whether the environment works; an interrupted one, or one whose interpreter is gone, does not."""
    return python.exists() and subprocess.call([python, "-c", f"import pip; {IS_SUPPORTED}"]) == 0


def create(venv: Path) -> None:
    if not has_ensurepip():
        install_ensurepip()
    say(f"creating {shown(venv)} with Python {sys.version.split()[0]}")
    run(sys.executable, "-m", "venv", "--clear", str(venv))


def has_ensurepip() -> bool:
    importlib.invalidate_caches()
    return importlib.util.find_spec("ensurepip") is not None


def install_ensurepip() -> None:
    """Install ensurepip, which Debian and its derivatives ship in a separate package of the same version."""
    package = f"python{sys.version_info.major}.{sys.version_info.minor}-venv"
    if shutil.which("apt-get") is None:
        sys.exit(f"{sys.executable} has no ensurepip: install the package of your system that brings it.")
    if os.geteuid() != 0:
        sys.exit(f"{sys.executable} cannot create virtual environments. Run: sudo apt-get install {package}")
    apt_install(package)
    if not has_ensurepip():
        sys.exit(f"{sys.executable} has no ensurepip, and {package} did not bring it: choose another PYTHON.")


def apt_install(package: str) -> None:
    say(f"installing {package}")
    run("apt-get", "update", "--quiet=2")
    run("apt-get", "install", "--quiet=2", "--yes", "--no-install-recommends", package)


def pip_install(python: Path, *arguments: str) -> None:
    """Install without build isolation, because the build tools are pinned like everything else."""
    options = ("--quiet", "--disable-pip-version-check", "--no-input", "--no-build-isolation", "--use-pep517")
    run(str(python), "-m", "pip", "install", *options, *arguments)


def run(*command: str) -> None:
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    status = subprocess.call(command, env=environment, stdin=subprocess.DEVNULL)
    if status != 0:
        sys.exit(f"bootstrap: '{' '.join(command)}' failed with status {status}.")


def say(message: str) -> None:
    print(f"bootstrap: {message}", flush=True)


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit("usage: python3 tools/bootstrap.py VENV PINS...")
    main(Path(sys.argv[1]), [Path(argument) for argument in sys.argv[2:]])

"""Run a command with a temporary PostgreSQL: a new cluster in a temporary folder, on a Unix socket, removed afterwards.

    python -m tools.postgres COMMAND...

The command gets its address in ``DATABASE_URL``, and PostgreSQL's programs on its PATH. They are the machine's, or else
from PyPI in ``.venv-postgres``. Without either it prints a warning and does not run the command. With ``CI=true`` that
is a failure.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

from tools import bootstrap

VENV = bootstrap.ROOT / ".venv-postgres"
PINS = bootstrap.ROOT / "requirements" / "postgres.txt"
USER = "carteado"
# No data outlives the tests, so none needs to survive a power cut.
SETTINGS = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off", "listen_addresses": ""}


class NotToBeHad(RuntimeError):
    """PostgreSQL is not on the machine and could not be installed."""


def main(command: list[str]) -> int:
    try:
        programs = find_programs()
    except NotToBeHad as reason:
        print(f"\n*** NOT RUN, there is no PostgreSQL: {reason}\n*** {' '.join(command)}\n", file=sys.stderr)
        return 1 if os.environ.get("CI") == "true" else 0
    with cluster(programs) as url:
        path = f"{programs}{os.pathsep}{os.environ.get('PATH', '')}"
        return subprocess.call(command, env={**os.environ, "DATABASE_URL": url, "PATH": path})


def find_programs() -> Path:
    """The folder of ``initdb`` and ``pg_ctl``. Debian keeps them off the PATH, in one folder for each version."""
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda folder: float(folder.parent.name))
    on_path = shutil.which("initdb")
    for folder in (*([Path(on_path).parent] if on_path else []), *reversed(debian)):
        if (folder / "initdb").exists() and (folder / "pg_ctl").exists():
            return folder
    return installed_programs()


def installed_programs() -> Path:
    if not _carried_programs():
        try:
            bootstrap.install(VENV, [PINS])
        except SystemExit as failure:
            raise NotToBeHad(failure.code) from None
    for folder in _carried_programs():
        return folder
    raise NotToBeHad(f"{PINS.name} brought none for this machine")


def _carried_programs() -> list[Path]:
    return [program.parent for program in VENV.glob("lib/python*/site-packages/*/pginstall/bin/initdb")]


@contextmanager
def cluster(programs: Path) -> Iterator[str]:
    """The address of a database in a fresh cluster."""
    with tempfile.TemporaryDirectory(prefix="carteado-postgres-") as name:
        folder, user = Path(name), _user()
        if user:
            shutil.chown(folder, user)
            programs = _within_reach(programs, folder)

        def run(program: str, *arguments: str) -> None:
            command = [str(programs / program), *arguments]
            done = subprocess.run(
                command, user=user, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
            )
            if done.returncode != 0:
                log = folder / "log"
                raise RuntimeError(f"{program}: {done.stderr}{log.read_text() if log.exists() else ''}")

        data = str(folder / "data")
        run("initdb", f"--username={USER}", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync", data)
        settings = {**SETTINGS, "unix_socket_directories": name}
        options = " ".join(f"-c {setting}='{value}'" for setting, value in settings.items())
        run("pg_ctl", "--wait", f"--pgdata={data}", f"--log={folder / 'log'}", f"--options={options}", "start")
        try:
            yield f"postgresql://{USER}@{quote(name, safe='')}/postgres"
        finally:
            run("pg_ctl", "--wait", f"--pgdata={data}", "--mode=immediate", "stop")


def _user() -> str | None:
    """The user to run the server as, if not the current one. PostgreSQL refuses root, so ``nobody`` runs it then."""
    return "nobody" if os.geteuid() == 0 else None


def _within_reach(programs: Path, folder: Path) -> Path:
    """The programs, copied into the cluster's folder: the server's user may not be able to read the project's."""
    if not programs.is_relative_to(VENV):
        return programs
    packages, reachable = programs.parents[2], folder / "programs"
    for part in (programs.parent, *packages.glob(f"{programs.parents[1].name}.libs")):
        shutil.copytree(part, reachable / part.relative_to(packages), symlinks=True)
    return reachable / programs.relative_to(packages)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit("usage: python -m tools.postgres COMMAND...")
    sys.exit(main(sys.argv[1:]))

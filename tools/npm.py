"""Run npm in client/ with a Node that is new enough: the machine's, or else one from PyPI in ``.venv-node``.

python -m tools.npm ARGUMENTS...
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from tools import bootstrap

OLDEST = (20, 19)
"""The oldest version that the client's build tools accept, as in ``client/package.json``."""

CLIENT = bootstrap.ROOT / "client"
VENV = bootstrap.ROOT / ".venv-node"
PINS = bootstrap.ROOT / "requirements" / "node.txt"


def main(arguments: list[str]) -> int:
    folder = machine_node() or own_node()
    environment = {**os.environ, "PATH": f"{folder}{os.pathsep}{os.environ.get('PATH', '')}"}
    return subprocess.call([str(folder / "npm"), *arguments], cwd=CLIENT, env=environment, stdin=subprocess.DEVNULL)


def machine_node() -> Path | None:
    """The folder of the machine's Node, if it is new enough and has npm beside it."""
    found = shutil.which("node")
    folder = Path(found).parent if found else None
    return folder if folder and (folder / "npm").exists() and version(folder / "node") >= OLDEST else None


def version(node: Path) -> tuple[int, ...]:
    """The major and minor version: 22 and 20 of ``v22.20.0``. Empty if the program does not print one."""
    told = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    major, _, rest = told.strip().removeprefix("v").partition(".")
    minor = rest.partition(".")[0]
    return (int(major), int(minor)) if major.isdecimal() and minor.isdecimal() else ()


def own_node() -> Path:
    """The folder of our Node, installed once and again after each change of the pins."""
    stamp = VENV / ".pins"
    if not stamp.exists() or stamp.read_bytes() != PINS.read_bytes():
        bootstrap.install(VENV, [PINS])
        stamp.write_bytes(PINS.read_bytes())
    return VENV / "bin"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

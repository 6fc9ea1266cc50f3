"""Make sure that the tests have a Chromium: the machine's, or Debian's package when run as root.

    python -m tools.chromium

Without one it prints a warning, and the tests that need it are skipped. With ``CI=true`` that is a failure.
"""

import os
import shutil
import sys
from contextlib import suppress
from pathlib import Path

from tools import bootstrap

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def find() -> Path | None:
    """The program that ``CHROMIUM`` names, or the first of the usual ones."""
    if chosen := os.environ.get("CHROMIUM"):
        return Path(chosen)
    found = next(filter(None, map(shutil.which, NAMES)), None)
    return Path(found) if found else None


def main() -> int:
    if find():
        return 0
    if shutil.which("apt-get") and os.geteuid() == 0:
        with suppress(SystemExit):
            bootstrap.apt_install("chromium")
    if find():
        return 0
    print("\n*** There is no Chromium: the tests in a browser are SKIPPED. Install it.\n", file=sys.stderr)
    return 1 if os.environ.get("CI") == "true" else 0


if __name__ == "__main__":
    sys.exit(main())

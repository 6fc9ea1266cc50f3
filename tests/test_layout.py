"""The tree is the table of contents: packages that say what lives in them, and no folder too large to take in.

Which package may import which is held by import-linter (``make lint``).
"""

import ast
from collections import Counter
from pathlib import Path

import pytest

from tests.paths import ROOT

SITE = ROOT / "src/carteado/web"
MOST_MODULES = 25
PACKAGES = [path for path in sorted(SITE.rglob("__init__.py")) if "migrations" not in path.parts]


@pytest.mark.parametrize("path", PACKAGES, ids=lambda path: str(path.parent.relative_to(SITE)))
def test_a_package_of_the_site_is_a_docstring_alone(path: Path) -> None:
    tree = ast.parse(path.read_text("utf-8"))
    assert ast.get_docstring(tree), "say in a line or two what lives here"
    assert len(tree.body) == 1, "imports and code belong in modules: other packages start without them"


@pytest.mark.parametrize("root", ["src", "tests", "tools", "bench"])
def test_no_folder_has_more_modules_than_a_reader_can_take_in(root: str) -> None:
    modules = [path for path in (ROOT / root).rglob("*.py") if not {"migrations", "node_modules"} & set(path.parts)]
    sizes = Counter(path.parent.relative_to(ROOT).as_posix() for path in modules)
    assert not {folder: size for folder, size in sizes.items() if size > MOST_MODULES}

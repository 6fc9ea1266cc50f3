"""A site with one table, made once for the tests of a file."""

from collections.abc import Iterator

import pytest

from tests.web.tables.transport.serving import serving
from tests.web.tables.transport.site import Site, Table, site


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with site(tmp_path_factory.mktemp("tables") / "data") as made:
        yield made


@pytest.fixture
def served(made: Site) -> Iterator[Site]:
    with serving(made) as served:
        yield served


@pytest.fixture
def table(served: Site) -> Table:
    [table] = served.tables()
    return table

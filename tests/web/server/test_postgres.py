"""The site on PostgreSQL: it serves, is backed up and comes back, by PostgreSQL's own programs."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit
from uuid import uuid4

import psycopg
import pytest
from psycopg import sql

from tests.web.server.test_backup import HERS, PREPARE, TOLD
from tests.web.world.running import run, run_in_site, serving

pytestmark = pytest.mark.postgres


@contextmanager
def a_database() -> Iterator[str]:
    """The address of a new, empty one in the cluster of the tests."""
    cluster, name = os.environ["DATABASE_URL"], f"site_{uuid4().hex}"
    with psycopg.connect(cluster, autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        try:
            yield urlsplit(cluster)._replace(path=f"/{name}").geturl()
        finally:
            connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


@pytest.fixture
def url() -> Iterator[str]:
    with a_database() as url:
        yield url


def test_it_serves(url: str, tmp_path: Path) -> None:
    with serving(tmp_path, DATABASE_URL=url) as site:
        assert site.get("/readyz").json() == {"status": "ok"}
        assert site.get("/").status_code == 200


def test_it_is_not_ready_while_the_database_is_gone(tmp_path: Path) -> None:
    with a_database() as url, serving(tmp_path, DATABASE_URL=url) as site:
        assert site.get("/readyz").status_code == 200
        name = urlsplit(url).path.strip("/")
        with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as connection:
            connection.execute(sql.SQL("ALTER DATABASE {} ALLOW_CONNECTIONS false").format(sql.Identifier(name)))
        answer = site.get("/readyz")
        assert (answer.status_code, answer.json()) == (503, {"status": "database unreachable"})
        assert site.get("/healthz").status_code == 200


def test_a_backup_comes_back_the_same(url: str, tmp_path: Path) -> None:
    run_in_site(tmp_path, PREPARE, DATABASE_URL=url)
    file = tmp_path / "site.zip"
    assert run(tmp_path, "backup", str(file), DATABASE_URL=url).returncode == 0
    with a_database() as new:
        assert run(tmp_path, "restore", str(file), DATABASE_URL=new).returncode == 0
        assert run_in_site(tmp_path, TOLD, DATABASE_URL=new) == HERS
        refused = run(tmp_path, "restore", str(file), DATABASE_URL=new)
        assert (refused.returncode, "there is a site here already" in refused.stderr) == (2, True)
        assert run(tmp_path, "restore", "--force", str(file), DATABASE_URL=new).returncode == 0
        assert run_in_site(tmp_path, TOLD, DATABASE_URL=new) == HERS
    other = run(tmp_path / "sqlite", "restore", "--force", str(file))
    assert (other.returncode, "the backup is of postgresql" in other.stderr) == (2, True)


def test_without_its_programs_a_backup_says_which_is_missing(url: str, tmp_path: Path) -> None:
    run_in_site(tmp_path, PREPARE, DATABASE_URL=url)
    refused = run(tmp_path, "backup", str(tmp_path / "site.zip"), DATABASE_URL=url, PATH="/nowhere")
    assert (refused.returncode, "pg_dump is not installed" in refused.stderr) == (2, True)

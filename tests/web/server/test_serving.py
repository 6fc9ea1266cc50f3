"""``carteado serve`` as people run it: from nothing to the home page, what it refuses, and how it ends."""

import json
import re
import shutil
import signal
import socket
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from carteado.record import InputError
from carteado.web.server import prepare as preparing
from tests.cli.command import carteado
from tests.web.world.running import Served, database, run, run_in_site, serving

PUBLIC = "https://carteado.example"
AN_EVENT = """
from carteado.web.events import store
from carteado.web.events.details import Details
from carteado.web.people.models import User
ana = User.objects.filter(email="ana@carteado.example").first() or User.objects.create_user("ana@carteado.example")
draft = store.create(Details(regulation="truco-masters-2025", name="Copa da Vila"), by=ana)
answer = store.publish(draft, expected=draft.version, by=ana).slug
"""
"""A published event, and the account of its organiser."""


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("site") / "data"


@pytest.fixture(scope="module")
def stopped(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data of a site that ran once and does not run now."""
    data = tmp_path_factory.mktemp("stopped") / "data"
    with serving(data) as served:
        assert served.get("/readyz").status_code == 200
    return data


@pytest.fixture(scope="module")
def site(data: Path) -> Iterator[Served]:
    """A laptop: nothing is set but the folder, which is not there yet."""
    with serving(data) as served:
        yield served


@pytest.fixture(scope="module")
def slug(site: Served, data: Path) -> str:
    return str(run_in_site(data, AN_EVENT))


# --- what it serves -----------------------------------------------------------------------------------------------


def test_an_empty_folder_is_all_it_needs(site: Served, data: Path) -> None:
    home = site.get("/")
    assert home.status_code == 200
    assert '<html lang="pt-br"' in home.text
    assert '<html lang="en"' in site.get("/en/").text
    assert data.stat().st_mode & 0o077 == 0, "the data is its owner's alone"
    assert (data / "secrets.json").stat().st_mode & 0o077 == 0


def test_it_lives_and_can_serve(site: Served) -> None:
    for path in ("/healthz", "/readyz"):
        answer = site.get(path)
        assert (answer.status_code, answer.json()) == (200, {"status": "ok"})


def test_it_is_not_ready_while_a_migration_is_missing(site: Served, data: Path) -> None:
    with database(data) as rows:
        [(app, name, applied)] = rows.execute("SELECT app, name, applied FROM django_migrations LIMIT 1").fetchall()
        rows.execute("DELETE FROM django_migrations WHERE app = ? AND name = ?", (app, name))
    try:
        answer = site.get("/readyz")
        assert (answer.status_code, answer.json()) == (503, {"status": "migrations missing"})
        assert site.get("/healthz").status_code == 200
    finally:
        with database(data) as rows:
            rows.execute("INSERT INTO django_migrations (app, name, applied) VALUES (?, ?, ?)", (app, name, applied))
    assert site.get("/readyz").status_code == 200


def test_static_files_are_hashed_compressed_and_kept_for_a_year(site: Served) -> None:
    [address] = set(re.findall(r"/static/site\.[0-9a-f]{12}\.css", site.get("/").text))
    best = site.get(address, headers={"Accept-Encoding": "gzip, br"})
    assert best.headers["Content-Encoding"] == "br"
    assert best.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert best.headers["Content-Type"] == "text/css; charset=utf-8"
    assert site.get(address, headers={"Accept-Encoding": "gzip"}).headers["Content-Encoding"] == "gzip"
    plain = site.get(address, headers={"Accept-Encoding": "identity"})
    assert "Content-Encoding" not in plain.headers
    assert plain.text == best.text


@pytest.mark.parametrize("name", ["site.css", "../secrets.json", "%2e%2e/secrets.json", "staticfiles.json", ""])
def test_only_static_files_are_static_files(site: Served, name: str) -> None:
    with httpx.Client(base_url=site.address) as client:
        assert client.get(f"/static/{name}").status_code == 404


def test_a_second_start_collects_nothing_anew(stopped: Path) -> None:
    manifest = stopped / "static" / "staticfiles.json"
    before = manifest.stat().st_mtime_ns
    with serving(stopped) as second:
        assert second.get("/").status_code == 200
    assert manifest.stat().st_mtime_ns == before


def test_a_link_to_sign_in_leads_to_the_site_that_runs(site: Served, data: Path, slug: str) -> None:
    link = run(data, "sign-in-link", "Ana@carteado.example").stdout.strip()
    assert link.startswith(f"{site.address}/entrar/")
    assert site.get(link.removeprefix(site.address)).status_code == 200
    unknown = run(data, "sign-in-link", "bia@carteado.example")
    assert (unknown.returncode, unknown.stderr) == (2, "carteado: nobody signs in as bia@carteado.example\n")


# --- behind a proxy -----------------------------------------------------------------------------------------------


def test_behind_a_proxy_it_believes_the_proxy_of_this_machine(stopped: Path) -> None:
    with serving(stopped, CARTEADO_URL=PUBLIC) as behind:
        plain = behind.get("/", headers={"Host": "carteado.example"})
        assert (plain.status_code, plain.headers["Location"]) == (301, f"{PUBLIC}/")
        secure = {"Host": "carteado.example", "X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.7"}
        answer = behind.get("/", headers=secure)
        assert answer.status_code == 200
        assert "max-age=31536000" in answer.headers["Strict-Transport-Security"]
        assert behind.get("/", headers={**secure, "Host": "elsewhere.example"}).status_code == 400
        assert behind.get("/readyz").status_code == 200, "whoever watches over it need not know its name"


# --- what it refuses ----------------------------------------------------------------------------------------------

UNABLE = {
    "CARTEADO_URL": "carteado.example",
    "DATABASE_URL": "mysql://localhost/carteado",
    "SECRET_KEY": "short",
    "CARTEADO_KEYS": "not,keys",
    "CARTEADO_SMTP": "mail.carteado.example",
    "CARTEADO_DATA": "/dev/null/data",
}


@pytest.mark.parametrize("name", UNABLE)
def test_a_setting_that_cannot_be_is_named_in_both_languages(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARTEADO_DATA", str(tmp_path))
    monkeypatch.setenv(name, UNABLE[name])
    pt, en = (carteado("serve", "--port", "0", lang=language) for language in ("pt", "en"))
    for ran in (pt, en):
        assert (ran.code, ran.out) == (2, "")
        assert ran.err.startswith(f"carteado: {name}: ")
        assert ran.err.count("\n") == 1
    assert pt.err != en.err


def test_a_database_that_does_not_answer_is_told(tmp_path: Path) -> None:
    done = run(tmp_path, "serve", "--port", "0", DATABASE_URL="postgresql://nobody@127.0.0.1:1/nothing")
    assert done.returncode == 2
    assert done.stderr.startswith("carteado: the database does not answer: ")


def test_a_file_that_is_no_database_is_told_and_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "carteado.sqlite3"
    file.write_bytes(b"a letter to somebody " * 100)
    done = run(tmp_path, "serve", "--port", "0", "--json")
    assert done.returncode == 2
    assert "file is not a database" in json.loads(done.stdout)["error"]["message"]
    assert file.read_bytes() == b"a letter to somebody " * 100


def test_damaged_secrets_are_told_and_not_made_anew(tmp_path: Path) -> None:
    (tmp_path / "secrets.json").write_text('{"django": ')
    done = run(tmp_path, "serve", "--port", "0")
    assert (done.returncode, "secrets.json is damaged" in done.stderr) == (2, True)
    assert (tmp_path / "secrets.json").read_text() == '{"django": '


@pytest.mark.parametrize(("language", "word"), [("pt", "ocupada"), ("en", "taken")])
def test_a_port_that_is_taken_is_told(
    language: str, word: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARTEADO_DATA", str(tmp_path / "data"))
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        ran = carteado("serve", "--port", port, lang=language)
    assert ran.code == 2
    assert port in ran.err
    assert word in ran.err
    assert not (tmp_path / "data").exists(), "nothing is touched"


@pytest.mark.parametrize("port", ["99999", "-1"])
def test_a_port_that_cannot_be_is_told(port: str) -> None:
    ran = carteado("serve", f"--port={port}")
    assert (ran.code, ran.err) == (2, f"carteado: --port: should be from 0 to 65535, not {port}\n")


@pytest.mark.parametrize("host", ["no.such.host.example", "203.0.113.9"])
def test_an_address_that_cannot_be_listened_on_is_told(host: str) -> None:
    ran = carteado("serve", "--port", "0", "--host", host)
    assert (ran.code, ran.err.startswith(f"carteado: could not listen on {host}, port 0: ")) == (2, True)


def test_what_the_site_writes_is_its_owners_alone_in_a_folder_of_everybodys(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir(mode=0o755)
    with serving(data) as served:
        assert served.get("/readyz").status_code == 200
        assert [file.name for file in data.iterdir() if file.stat().st_mode & 0o077] == []


def test_a_database_of_a_later_version_is_left_alone(stopped: Path, tmp_path: Path) -> None:
    shutil.copy(stopped / "carteado.sqlite3", tmp_path)
    with database(tmp_path) as rows:
        rows.execute("INSERT INTO django_migrations (app, name, applied) VALUES ('events', '9999_later', '2030-01-01')")
    done = run(tmp_path, "serve", "--port", "0")
    assert (done.returncode, "later version" in done.stderr) == (2, True)


def test_a_site_that_is_not_built_is_not_served(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preparing, "HERE", tmp_path)
    with pytest.raises(InputError) as refused:
        preparing.check_built()
    assert refused.value.code == "site_not_built"
    (tmp_path / "static").mkdir()
    preparing.check_built()
    (tmp_path / "locale").mkdir()
    (tmp_path / "locale" / "django.po").touch()
    with pytest.raises(InputError):
        preparing.check_built()


# --- how it ends --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("how", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 0)])
def test_it_ends_quietly_and_lets_open_pages_go(how: signal.Signals, code: int, stopped: Path) -> None:
    slug = run_in_site(stopped, AN_EVENT)
    with serving(stopped) as served, served.stream(f"/ao-vivo/evento/{slug}") as page:
        pushed = page.iter_text()
        assert next(pushed).startswith("retry:")
        assert served.stop(how) == (code, "")
        assert all(text.startswith(("data:", ":")) for text in pushed), "the stream ended as streams end"

"""Backup and restore on SQLite: written while people write, destroyed, brought back the same; and what is refused."""

import json
import shutil
import sqlite3
import zipfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from threading import Event, Thread
from types import SimpleNamespace
from typing import Any

import pytest

from carteado.record import InputError
from carteado.web.server import backup
from carteado.web.server.database_copy import SQLite
from tests.web.world.running import begun, database, run, run_in_site, serving

PREPARE = """
from django.core.management import call_command
call_command("migrate", verbosity=0)
from carteado.web.events import store
from carteado.web.events.details import Details
from carteado.web.people.models import Profile, User
ana = User.objects.create_user("ana@carteado.example", name="Ana")
Profile.objects.create(user=ana, phone="11 90000-0000")
draft = store.create(Details(regulation="truco-masters-2025", name="Copa da Vila"), by=ana)
store.publish(draft, expected=draft.version, by=ana)
answer = None
"""

TOLD = """
from carteado.web.people.models import Profile
from carteado.web.events.models import Event
answer = [Profile.objects.get().phone, Event.objects.get().name]
"""
HERS = ["11 90000-0000", "Copa da Vila"]


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a site with an event and somebody's telephone number."""
    data = tmp_path_factory.mktemp("original")
    run_in_site(data, PREPARE)
    return data


@pytest.fixture(scope="module")
def archive(original: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Its backup, without keys."""
    file = tmp_path_factory.mktemp("backups") / "site.zip"
    assert run(original, "backup", str(file)).returncode == 0
    return file


@pytest.fixture
def data(original: Path, tmp_path: Path) -> Path:
    return shutil.copytree(original, tmp_path / "data")


def contents(data: Path) -> list[str]:
    with database(data) as rows:
        return sorted(rows.iterdump())


def altered(archive: Path, target: Path, name: str, change: Callable[[bytes], bytes]) -> Path:
    """The same backup with one of its files changed."""
    with zipfile.ZipFile(archive) as source, zipfile.ZipFile(target, "w") as copy:
        for one in source.namelist():
            copy.writestr(one, change(source.read(one)) if one == name else source.read(one))
    return target


# --- there and back -----------------------------------------------------------------------------------------------


def test_what_was_destroyed_comes_back_the_same(data: Path, archive: Path) -> None:
    before = contents(data)
    for file in data.glob("carteado.sqlite3*"):
        file.unlink()
    restored = run(data, "restore", str(archive))
    assert (restored.returncode, "Restored" in restored.stdout) == (0, True)
    assert contents(data) == before
    assert run_in_site(data, TOLD) == HERS


def test_a_backup_tells_what_it_is_and_is_its_owners_alone(archive: Path) -> None:
    assert archive.stat().st_mode & 0o077 == 0
    with zipfile.ZipFile(archive) as packed:
        assert sorted(packed.namelist()) == ["database", "manifest.json"]
        manifest = json.loads(packed.read("manifest.json"))
    assert manifest["format"] == "carteado-backup/1"
    assert (manifest["engine"], manifest["has_keys"]) == ("sqlite", False)
    assert ["events", "0001_initial"] in manifest["migrations"]


def test_nothing_of_the_keys_or_of_what_they_seal_is_in_a_backup_without_them(original: Path, archive: Path) -> None:
    secrets = json.loads((original / "secrets.json").read_text())
    with zipfile.ZipFile(archive) as packed:
        everything = b"".join(packed.read(name) for name in packed.namelist())
    for secret in (*secrets.values(), HERS[0]):
        assert secret.encode() not in everything


@pytest.mark.slow
def test_on_another_machine_the_keys_must_come_along(original: Path, archive: Path, tmp_path: Path) -> None:
    refused = run(tmp_path / "new", "restore", str(archive))
    assert (refused.returncode, "does not have the keys" in refused.stderr) == (2, True)
    whole = tmp_path / "whole.zip"
    assert "The keys are in it" in run(original, "backup", "--with-keys", str(whole)).stdout
    assert run(tmp_path / "new", "restore", str(whole)).returncode == 0
    assert run_in_site(tmp_path / "new", TOLD) == HERS
    assert (tmp_path / "new" / "secrets.json").stat().st_mode & 0o077 == 0


@pytest.mark.slow
def test_keys_of_another_site_are_put_aside_and_not_lost(original: Path, tmp_path: Path) -> None:
    whole, other = tmp_path / "whole.zip", tmp_path / "other"
    run(original, "backup", "--with-keys", str(whole))
    run_in_site(other, PREPARE)
    before = (other / "secrets.json").read_text()
    assert run(other, "restore", "--force", str(whole)).returncode == 0
    assert run_in_site(other, TOLD) == HERS
    assert (other / "secrets.json.before-restore").read_text() == before


@pytest.mark.slow
def test_a_site_that_runs_shows_what_was_restored(data: Path, archive: Path) -> None:
    with serving(data) as site:
        with database(data) as rows:
            rows.execute("UPDATE events_event SET name = 'Outra Copa'")
        assert "Outra Copa" in site.get("/campeonatos/").text
        assert run(data, "restore", "--force", str(archive)).returncode == 0
        assert "Copa da Vila" in site.get("/campeonatos/").text
        assert site.get("/readyz").status_code == 200


@pytest.mark.slow
def test_what_is_restored_is_its_owners_alone_in_a_folder_of_everybodys(original: Path, tmp_path: Path) -> None:
    whole, new = tmp_path / "whole.zip", tmp_path / "new"
    run(original, "backup", "--with-keys", str(whole))
    new.mkdir(mode=0o755)
    assert run(new, "restore", str(whole)).returncode == 0
    assert {file.name: file.stat().st_mode & 0o077 for file in new.iterdir()} == {
        "carteado.sqlite3": 0,
        "secrets.json": 0,
    }


def test_a_database_larger_than_the_disk_is_not_unpacked(
    archive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _folder: SimpleNamespace(free=1000))
    with zipfile.ZipFile(archive) as packed, pytest.raises(OSError, match="No space left"):
        backup._unpack(packed, tmp_path / "database", "")
    assert not (tmp_path / "database").exists()


@pytest.mark.slow
def test_a_damaged_database_is_put_aside(data: Path, archive: Path) -> None:
    (data / "carteado.sqlite3").write_bytes(b"scratched " * 1000)
    assert run(data, "restore", str(archive)).returncode == 2
    assert run(data, "restore", "--force", str(archive)).returncode == 0
    assert run_in_site(data, TOLD) == HERS
    assert (data / "carteado.sqlite3.damaged").read_bytes() == b"scratched " * 1000


# --- while people write -------------------------------------------------------------------------------------------


def test_a_copy_made_while_people_write_is_of_one_moment(tmp_path: Path) -> None:
    """Each transaction adds a row to either table; a copy from its middle would have more in one of them."""
    file, stop, written = tmp_path / "busy.sqlite3", Event(), []
    with closing(sqlite3.connect(file)) as rows:
        rows.executescript("PRAGMA journal_mode = WAL; CREATE TABLE a (x); CREATE TABLE b (x);")

    def write() -> None:
        with closing(sqlite3.connect(file, timeout=20, isolation_level=None)) as rows:
            while not stop.is_set():
                rows.execute("BEGIN IMMEDIATE")
                rows.execute("INSERT INTO a VALUES (hex(randomblob(500)))")
                rows.execute("INSERT INTO b VALUES (hex(randomblob(500)))")
                rows.execute("COMMIT")
                written.append(1)

    writers = [Thread(target=write) for _ in range(2)]
    for writer in writers:
        writer.start()
    try:
        sizes = []
        for number in range(8):
            copy = tmp_path / f"copy{number}"
            at_least = len(written)
            SQLite(file).copy_to(copy)
            SQLite(file).check(copy)
            with closing(sqlite3.connect(copy)) as rows:
                [(in_a, in_b)] = rows.execute("SELECT (SELECT count(*) FROM a), (SELECT count(*) FROM b)").fetchall()
            assert in_a == in_b >= at_least
            assert not copy.with_name(f"{copy.name}-wal").exists(), "one file has everything"
            sizes.append(in_a)
    finally:
        stop.set()
        for writer in writers:
            writer.join()
    assert sizes[-1] > sizes[0], "people did write meanwhile"


# --- what is refused ----------------------------------------------------------------------------------------------


def test_a_file_that_is_there_is_never_overwritten(original: Path, archive: Path) -> None:
    before = archive.read_bytes()
    refused = run(original, "backup", str(archive))
    assert (refused.returncode, "exists already" in refused.stderr) == (2, True)
    assert archive.read_bytes() == before


@pytest.mark.slow
def test_a_backup_needs_a_place_and_a_site(original: Path, tmp_path: Path) -> None:
    nowhere = run(original, "backup", str(tmp_path / "no" / "such" / "folder.zip"))
    assert (nowhere.returncode, "could not write" in nowhere.stderr) == (2, True)
    nothing = run(tmp_path / "empty", "backup", str(tmp_path / "empty.zip"))
    assert (nothing.returncode, "not of this version yet" in nothing.stderr) == (2, True)
    assert not (tmp_path / "empty.zip").exists()


@pytest.mark.slow
def test_a_site_is_not_overwritten_without_force(data: Path, archive: Path) -> None:
    before = contents(data)
    for language, word in (("pt", "já existe um site aqui"), ("en", "there is a site here already")):
        refused = run(data, "restore", str(archive), CARTEADO_LANG=language)
        assert (refused.returncode, word in refused.stderr) == (2, True)
    assert contents(data) == before


RESTORE_EACH = """
from pathlib import Path
from carteado.record import InputError
from carteado.web.server.backup import restore_backup
answer = {}
for file in sorted(Path("FOLDER").iterdir()):
    try:
        restore_backup(file, force=True)
    except InputError as refused:
        answer[file.stem] = refused.code
"""


def test_what_cannot_be_restored_changes_nothing_even_by_force(data: Path, archive: Path, tmp_path: Path) -> None:
    folder = tmp_path / "bad"
    folder.mkdir()

    def with_manifest_change(change: dict[str, Any]) -> Callable[[bytes], bytes]:
        return lambda manifest: json.dumps({**json.loads(manifest), **change}).encode()

    def bent(name: str, change: Callable[[bytes], bytes]) -> Callable[[str], Path]:
        return lambda stem: altered(archive, folder / f"{stem}.zip", name, change)

    bad = {
        "flipped": bent("database", lambda content: content[:5000] + b"?" + content[5001:]),
        "cut": bent("database", lambda content: content[:-4096]),
        "later": bent("manifest.json", with_manifest_change({"migrations": [["events", "9999_later"]]})),
        "other-engine": bent("manifest.json", with_manifest_change({"engine": "postgresql"})),
        "other-format": bent("manifest.json", with_manifest_change({"format": "carteado-backup/2"})),
        "no-json": bent("manifest.json", lambda _content: b"{"),
        "a-list": bent("manifest.json", lambda _content: b"[]"),
        "extra-field": bent("manifest.json", with_manifest_change({"surprise": 1})),
        "deep": bent("manifest.json", lambda _content: b"[" * 500_000),
        "huge": bent("manifest.json", lambda content: content + b" " * 2_000_000),
        "odd-keys": bent("manifest.json", with_manifest_change({"keys": 7})),
        "odd-engine": bent("manifest.json", with_manifest_change({"engine": ["sqlite"]})),
        "no-secrets": bent("manifest.json", with_manifest_change({"has_keys": True})),
        "odd-has-keys": bent("manifest.json", with_manifest_change({"has_keys": ""})),
        "no-moment": bent("manifest.json", with_manifest_change({"made_at": "yesterday"})),
        "no-zone": bent("manifest.json", with_manifest_change({"made_at": "2026-11-20T10:00:00"})),
        "no-year": bent("manifest.json", with_manifest_change({"made_at": "0001-01-01T00:00:00+14:00"})),
    }
    for stem, make in bad.items():
        make(stem)
    (folder / "no-zip.zip").write_bytes(b"a letter")
    (folder / "half-a-zip.zip").write_bytes(archive.read_bytes()[: archive.stat().st_size // 2])
    with zipfile.ZipFile(folder / "another-zip.zip", "w") as other:
        other.writestr("hello.txt", "hello")
    locked = bytearray(archive.read_bytes())
    for heading, flags in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        locked[locked.find(heading) + flags] |= 1
    (folder / "locked.zip").write_bytes(locked)
    odd_secrets = [b"[]", b"[" * 50_000, b" " * 100_000, b'{"django": 1}']
    for number, secrets in enumerate(odd_secrets):
        with zipfile.ZipFile(bad["no-secrets"](f"odd-secrets-{number}"), "a") as packed:
            packed.writestr("secrets.json", secrets)
    before = contents(data)
    assert run_in_site(data, RESTORE_EACH.replace("FOLDER", str(folder))) == {
        "flipped": "backup_damaged",
        "cut": "backup_damaged",
        "later": "database_newer",
        "other-engine": "backup_of_other_database",
        "other-format": "not_a_backup",
        "no-json": "not_a_backup",
        "a-list": "not_a_backup",
        "extra-field": "not_a_backup",
        "no-zip": "not_a_backup",
        "half-a-zip": "not_a_backup",
        "another-zip": "not_a_backup",
        "deep": "not_a_backup",
        "huge": "not_a_backup",
        "odd-keys": "not_a_backup",
        "odd-engine": "not_a_backup",
        "no-secrets": "not_a_backup",
        "odd-has-keys": "not_a_backup",
        "no-moment": "not_a_backup",
        "no-zone": "not_a_backup",
        "no-year": "not_a_backup",
        "locked": "not_a_backup",
        **{f"odd-secrets-{number}": "not_a_backup" for number in range(len(odd_secrets))},
    }
    assert contents(data) == before
    assert [file for file in data.iterdir() if file.name.startswith(".carteado-")] == [], "nothing is left lying"


def test_a_database_that_is_not_whole_does_not_pass(tmp_path: Path) -> None:
    file = tmp_path / "orphans.sqlite3"
    with closing(sqlite3.connect(file)) as rows:
        rows.executescript("CREATE TABLE a (x PRIMARY KEY); CREATE TABLE b (x REFERENCES a); INSERT INTO b VALUES (1);")
    with pytest.raises(InputError) as refused:
        SQLite(file).check(file)
    assert refused.value.code == "backup_damaged"


# --- who was erased meanwhile -------------------------------------------------------------------------------------

BIA = """
from carteado.web.events.models import Event
from carteado.web.people.models import Profile, User
from carteado.web.registrations.models import Entrant
bia = User.objects.create_user("bia@carteado.example", name="Bia Zaratustra")
event = Event.objects.get()
Entrant.objects.create(event=event, code="p1", number=1, name="Bia Zaratustra", called="Zaratustra", user=bia)
answer = None
"""
BIA_IS_ERASED = """
from carteado.web.people.models import User
from carteado.web.privacy.erasing import erase_account
answer = erase_account(User.objects.get(name="Bia Zaratustra"), with_events=True)
"""
BIA_IS_ERASED_MEANWHILE = """
import time
from pathlib import Path
from carteado.web.people.models import User
from carteado.web.privacy.erasing import erase_account
from carteado.web.server import backup
from carteado.web.server.database_copy import SQLite
copy_to = SQLite.copy_to
def copy_slowly(self, target):
    copy_to(self, target)
    erase_account(User.objects.get(name="Bia Zaratustra"), with_events=True)
    time.sleep(1.1)
SQLite.copy_to = copy_slowly
backup.write_backup(Path("FILE"), with_keys=False)
answer = None
"""
ANA_IS_LAST = """
from carteado.web.log.models import LogEntry
from carteado.web.people.log_actions import AccountErased
from carteado.web.people.models import User
LogEntry.objects.create(action=AccountErased.code, details={"person": User.objects.get(name="Ana").pk})
answer = None
"""


@pytest.mark.slow
def test_who_was_erased_after_the_backup_is_erased_again_when_it_is_restored(data: Path, tmp_path: Path) -> None:
    """J9: the backup of the day before."""
    run_in_site(data, BIA)
    day_before = tmp_path / "day-before.zip"
    assert run(data, "backup", str(day_before)).returncode == 0
    assert run_in_site(data, BIA_IS_ERASED) is None
    assert "Zaratustra" not in "".join(contents(data))
    assert run(data, "restore", "--force", str(day_before)).returncode == 0
    assert "Zaratustra" in "".join(contents(data)), "else the start would prove nothing"
    listed = data / "erase-again.json"
    assert json.loads(listed.read_text())["people"] == [["copa-da-vila", 1], [None, 2]]
    with serving(begun(data)):
        assert "Zaratustra" not in "".join(contents(data))
    assert not listed.exists()


@pytest.mark.slow
def test_who_was_erased_while_the_backup_was_made_is_erased_again(data: Path, tmp_path: Path) -> None:
    run_in_site(data, BIA)
    file = tmp_path / "meanwhile.zip"
    run_in_site(data, BIA_IS_ERASED_MEANWHILE.replace("FILE", str(file)))
    assert run(data, "restore", "--force", str(file)).returncode == 0
    assert "Zaratustra" in "".join(contents(data)), "else the list would prove nothing"
    assert json.loads((data / "erase-again.json").read_text())["people"] == [["copa-da-vila", 1], [None, 2]]


@pytest.mark.slow
def test_whoever_cannot_be_erased_yet_stays_on_the_list(data: Path, archive: Path) -> None:
    """An event would be left without an organiser."""
    run_in_site(data, ANA_IS_LAST)
    assert run(data, "restore", "--force", str(archive)).returncode == 0
    with serving(begun(data)):
        assert run_in_site(data, TOLD) == HERS
    assert json.loads((data / "erase-again.json").read_text())["people"] == [[None, 1]]


@pytest.mark.slow
def test_nobody_is_erased_by_the_list_of_another_site(data: Path) -> None:
    """The same number is another person there."""
    run_in_site(data, BIA)
    listed = data / "erase-again.json"
    listed.write_text(json.dumps({"site": "2020-01-01T00:00:00+00:00", "people": [[None, 2]]}))
    with serving(begun(data)):
        assert "Zaratustra" in "".join(contents(data))
    assert not listed.exists()

"""A site in one file: the database, a manifest that tells what it is, and the keys if they are asked for.

The file is a ZIP. A backup without the keys gives nobody the personal data that is sealed; one with them gives all of
it, and is what one needs when a machine is lost.
"""

import hashlib
import json
import os
import shutil
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, BinaryIO

from carteado import __version__
from carteado.record import InputError
from carteado.web import copying, preparing
from carteado.web.configuration import SECRETS_FILE, Secrets, read_configuration

FORMAT = "carteado-backup/1"
MANIFEST = "manifest.json"
DATABASE = "database"
CHUNK = 1 << 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """``keys`` are fingerprints of the keys that its sealed fields need, and of the index key."""

    version: str
    made_at: str
    engine: str
    migrations: tuple[tuple[str, str], ...]
    sha256: str
    keys: tuple[str, ...]
    has_keys: bool
    format: str = FORMAT


def write_backup(file: Path, *, with_keys: bool) -> Manifest:
    """Of a site that may be running: what is committed when it begins is in it, and nothing later."""
    if file.exists():
        raise InputError("file_exists", path=str(file))
    configuration = preparing.load_site()
    preparing.check_up_to_date()
    copier = copying.copier()
    with _folder_beside(file) as folder:
        copy = folder / DATABASE
        copier.copy_to(copy)
        manifest = Manifest(
            version=__version__,
            made_at=datetime.now(UTC).isoformat(timespec="seconds"),
            engine=copier.engine,
            migrations=tuple(sorted(preparing.applied_migrations())),
            sha256=_sha256(copy),
            keys=_fingerprints(configuration.secrets),
            has_keys=with_keys,
        )
        archive = folder / "archive"
        _pack(archive, copy, manifest, configuration.secrets if with_keys else None)
        archive.replace(file)
    return manifest


def restore_backup(file: Path, *, force: bool) -> Manifest:
    """Everything is verified before anything is touched; then the database changes at once or not at all."""
    configuration = preparing.load_site()
    copier = copying.copier()
    with _opened(file) as archive, _folder_beside(configuration.data / DATABASE) as folder:
        manifest = _manifest(archive)
        if manifest.engine != copier.engine:
            raise InputError("backup_of_other_database", value=manifest.engine, expected=copier.engine)
        preparing.check_not_newer(set(manifest.migrations))
        secrets = _unpacked_secrets(archive, folder) if manifest.has_keys else configuration.secrets
        if not force and not set(manifest.keys) <= set(_fingerprints(secrets)):
            raise InputError("backup_needs_keys")
        copy = folder / DATABASE
        _unpack(archive, copy, manifest.sha256)
        copier.check(copy)
        was_empty = copier.is_empty()
        if not force and not was_empty:
            raise InputError("database_not_empty")
        copier.replace_by(copy)
        if manifest.has_keys:
            _put_in_place(folder / SECRETS_FILE, configuration.data / SECRETS_FILE, keep_old=not was_empty)
    return manifest


# --- the archive --------------------------------------------------------------------------------------------------


def _pack(archive: Path, copy: Path, manifest: Manifest, secrets: Secrets | None) -> None:
    with _private_file(archive) as stream, zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr(MANIFEST, json.dumps(asdict(manifest), indent=2))
        if secrets is not None:
            packed.writestr(SECRETS_FILE, json.dumps(_as_kept(secrets)))
        packed.write(copy, DATABASE)


@contextmanager
def _opened(file: Path) -> Iterator[zipfile.ZipFile]:
    try:
        with zipfile.ZipFile(file) as archive:
            yield archive
    except OSError as error:
        raise InputError("cannot_read", path=str(file), reason=error.strerror or str(error)) from None
    except zipfile.BadZipFile:
        raise InputError("not_a_backup", path=str(file)) from None


def _manifest(archive: zipfile.ZipFile) -> Manifest:
    try:
        told: dict[str, Any] = json.loads(archive.read(MANIFEST))
        migrations = tuple((str(label), str(name)) for label, name in told["migrations"])
        manifest = Manifest(**{**told, "migrations": migrations, "keys": tuple(told["keys"])})
    except (ValueError, TypeError, KeyError):
        raise InputError("not_a_backup", path=str(archive.filename)) from None
    if manifest.format != FORMAT:
        raise InputError("not_a_backup", path=str(archive.filename))
    return manifest


def _unpack(archive: zipfile.ZipFile, copy: Path, sha256: str) -> None:
    try:
        with archive.open(DATABASE) as source, copy.open("wb") as target:
            shutil.copyfileobj(source, target, CHUNK)
    except (KeyError, zipfile.BadZipFile, zlib.error):
        raise InputError("backup_damaged") from None
    if _sha256(copy) != sha256:
        raise InputError("backup_damaged")


def _sha256(file: Path) -> str:
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


@contextmanager
def _folder_beside(file: Path) -> Iterator[Path]:
    """Only its owner can look into it. What lies beside can take the file's place in one step."""
    try:
        with TemporaryDirectory(dir=file.parent, prefix=".carteado-") as name:
            yield Path(name)
    except OSError as error:
        raise InputError("cannot_write", path=str(file), reason=error.strerror or str(error)) from None


@contextmanager
def _private_file(file: Path) -> Iterator[BinaryIO]:
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as stream:
        yield stream


# --- the keys -----------------------------------------------------------------------------------------------------


def _fingerprints(secrets: Secrets) -> tuple[str, ...]:
    """Enough to recognise a key, and not to use it."""
    return tuple(hashlib.sha256(key.encode()).hexdigest()[:16] for key in (*secrets.personal_data, secrets.index))


def _as_kept(secrets: Secrets) -> dict[str, str]:
    return {"django": secrets.django, "personal_data": ",".join(secrets.personal_data), "index": secrets.index}


def _unpacked_secrets(archive: zipfile.ZipFile, folder: Path) -> Secrets:
    """Those that the site will have with the backup's file: what the environment sets still counts first."""
    with _private_file(folder / SECRETS_FILE) as stream:
        stream.write(archive.read(SECRETS_FILE))
    return read_configuration({**os.environ, "CARTEADO_DATA": str(folder)}).secrets


def _put_in_place(new: Path, file: Path, *, keep_old: bool) -> None:
    if keep_old and file.exists() and file.read_bytes() != new.read_bytes():
        file.replace(file.with_name(f"{file.name}.before-restore"))
    new.replace(file)

"""Backup and restore of a site in one ZIP file: the database, a manifest that describes it, and the keys on request.

A backup without the keys does not reveal the sealed personal data. One with the keys reveals all of it, and is what you
need when a machine is lost.
"""

import errno
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
from carteado.web.kit.process.configuration import SECRETS_FILE, Secrets, read_configuration
from carteado.web.server import database_copy as copying
from carteado.web.server import prepare as preparing
from carteado.web.server.erasing_again import remember_erased

FORMAT = "carteado-backup/1"
"""Kind and version of the archive. A file with any other text here is refused."""
MANIFEST = "manifest.json"
DATABASE = "database"
CHUNK_BYTES = 1 << 20
LARGEST_MANIFEST_BYTES = 1 << 20
LARGEST_SECRETS_BYTES = 1 << 16
ENCRYPTED_FLAG = 0x1
"""Bit of a ZIP entry's flags: the file has a password."""
READABLE_COMPRESSIONS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """Description of a backup.

    ``version`` is that of the program that made it, ``made_at`` the moment when it began, ``engine`` the kind of
    database, ``sha256`` the hash of the copy of the database. ``keys`` are fingerprints of the keys that its sealed
    fields need, and of the index key. ``has_keys`` means that the archive has the keys themselves.
    """

    version: str
    made_at: str
    engine: str
    migrations: tuple[tuple[str, str], ...]
    sha256: str
    keys: tuple[str, ...]
    has_keys: bool
    format: str = FORMAT

    @property
    def moment(self) -> datetime:
        """``made_at`` as an instant. Raises ValueError or OverflowError for a text that is none."""
        moment = datetime.fromisoformat(self.made_at)
        if moment.tzinfo is None:
            raise ValueError(self.made_at)
        return moment.astimezone(UTC)


def write_backup(file: Path, *, with_keys: bool) -> Manifest:
    """Back up a site, which may be running, to a file that does not exist yet. The backup has exactly what is committed
    when it begins."""
    if file.exists():
        raise InputError("file_exists", path=str(file))
    configuration = preparing.load_site()
    preparing.check_up_to_date()
    copier = copying.copier()
    with _folder_beside(file) as folder:
        copy = folder / DATABASE
        # Before the copy, so that a person who is erased while it is made counts as erased since.
        made_at = datetime.now(UTC)
        copier.copy_to(copy)
        manifest = Manifest(
            version=__version__,
            made_at=made_at.isoformat(timespec="seconds"),
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
    """Restore a backup. Everything is verified first; then the whole database is replaced at once, or not at all.

    Without ``force`` it is refused if the database has any tables, or if the site would lack a key that the backup
    needs. People who were erased since the backup was made are erased again at the next start.
    """
    configuration = preparing.load_site()
    copier = copying.copier()
    with _open_archive(file) as archive, _folder_beside(configuration.data / DATABASE) as folder:
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
        if not was_empty:
            remember_erased(configuration.data, since=manifest.moment)
        copier.replace_by(copy)
        if manifest.has_keys:
            _put_in_place(folder / SECRETS_FILE, configuration.data / SECRETS_FILE, keep_old=not was_empty)
    return manifest


# --- the archive --------------------------------------------------------------------------------------------------


def _pack(archive: Path, copy: Path, manifest: Manifest, secrets: Secrets | None) -> None:
    with _private_file(archive) as stream, zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr(MANIFEST, json.dumps(asdict(manifest), indent=2))
        if secrets is not None:
            packed.writestr(SECRETS_FILE, json.dumps(_secrets_document(secrets)))
        packed.write(copy, DATABASE)


@contextmanager
def _open_archive(file: Path) -> Iterator[zipfile.ZipFile]:
    try:
        with zipfile.ZipFile(file) as archive:
            yield archive
    except OSError as error:
        raise InputError("cannot_read", path=str(file), reason=error.strerror or str(error)) from None
    except zipfile.BadZipFile:
        raise InputError("not_a_backup", path=str(file)) from None


def _manifest(archive: zipfile.ZipFile) -> Manifest:
    content = _small_file(archive, MANIFEST, LARGEST_MANIFEST_BYTES)
    try:
        document: dict[str, Any] = json.loads(content)
        migrations = tuple((str(label), str(name)) for label, name in document["migrations"])
        keys = tuple(str(key) for key in document["keys"])
        manifest = Manifest(**{**document, "migrations": migrations, "keys": keys})
    except (ValueError, TypeError, KeyError, RecursionError):
        raise _not_a_backup(archive) from None
    texts = (manifest.version, manifest.made_at, manifest.engine, manifest.sha256)
    are_valid = all(isinstance(text, str) for text in texts) and isinstance(manifest.has_keys, bool)
    if manifest.format != FORMAT or not are_valid or not _has_moment(manifest):
        raise _not_a_backup(archive)
    return manifest


def _has_moment(manifest: Manifest) -> bool:
    try:
        return bool(manifest.moment)
    except (ValueError, OverflowError):
        return False


def _not_a_backup(archive: zipfile.ZipFile) -> InputError:
    return InputError("not_a_backup", path=str(archive.filename))


def _archive_member(archive: zipfile.ZipFile, name: str) -> zipfile.ZipInfo:
    """A file of the archive. Refuse the archive if the file is missing, has a password, or uses a compression that we
    do not write."""
    try:
        packed = archive.getinfo(name)
    except KeyError:
        raise _not_a_backup(archive) from None
    if packed.flag_bits & ENCRYPTED_FLAG or packed.compress_type not in READABLE_COMPRESSIONS:
        raise _not_a_backup(archive)
    return packed


def _small_file(archive: zipfile.ZipFile, name: str, largest: int) -> bytes:
    packed = _archive_member(archive, name)
    if packed.file_size > largest:
        raise _not_a_backup(archive)
    try:
        return archive.read(packed)
    except (zipfile.BadZipFile, zlib.error, EOFError):
        raise _not_a_backup(archive) from None


def _unpack(archive: zipfile.ZipFile, copy: Path, sha256: str) -> None:
    packed = _archive_member(archive, DATABASE)
    if packed.file_size > shutil.disk_usage(copy.parent).free:  # a full disk would stop the site as well
        # ``_folder_beside`` reports it, like any other failure to write.
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    try:
        with archive.open(packed) as source, copy.open("wb") as target:
            shutil.copyfileobj(source, target, CHUNK_BYTES)
    except (zipfile.BadZipFile, zlib.error, EOFError):
        raise InputError("backup_damaged") from None
    if _sha256(copy) != sha256:
        raise InputError("backup_damaged")


def _sha256(file: Path) -> str:
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


@contextmanager
def _folder_beside(file: Path) -> Iterator[Path]:
    """A temporary folder that only its owner can read. It is beside the file, so that a rename can replace the file in
    one step. Any ``OSError`` while it is used becomes an InputError that names the file."""
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
    """Fingerprints that identify the keys but cannot be used in their place."""
    return tuple(hashlib.sha256(key.encode()).hexdigest()[:16] for key in (*secrets.personal_data, secrets.index))


def _secrets_document(secrets: Secrets) -> dict[str, str]:
    return {"django": secrets.django, "personal_data": ",".join(secrets.personal_data), "index": secrets.index}


def _unpacked_secrets(archive: zipfile.ZipFile, folder: Path) -> Secrets:
    """Write the backup's keys to the folder, and return the keys that the site will have after the restore: those set
    in the environment come before those of the backup."""
    content = _small_file(archive, SECRETS_FILE, LARGEST_SECRETS_BYTES)
    with _private_file(folder / SECRETS_FILE) as stream:
        stream.write(content)
    try:
        secrets = read_configuration({**os.environ, "CARTEADO_DATA": str(folder)}).secrets
        _fingerprints(secrets)  # raises ValueError for a key that is no valid text
    except (ValueError, RecursionError):  # the site's own keys were read before: the backup's are wrong
        raise _not_a_backup(archive) from None
    return secrets


def _put_in_place(new: Path, file: Path, *, keep_old: bool) -> None:
    """Replace the file of keys. The keys of a site that had data are kept beside it, ending in ``.before-restore``."""
    if keep_old and file.exists() and file.read_bytes() != new.read_bytes():
        file.replace(file.with_name(f"{file.name}.before-restore"))
    new.replace(file)

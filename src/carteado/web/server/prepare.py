"""Checks and steps before the site serves: it is built, the database has all migrations, static files are collected."""

import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import django
from django.apps import apps
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from django.db import Error as DatabaseFailure
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from carteado.record import InputError
from carteado.web.kit.process.configuration import Configuration, read_configuration

HERE = Path(__file__).parents[1]
"""The folder ``web``."""
STAMP = ".collected"
"""File beside the collected static files, with the fingerprint of the build that they come from."""

Migration = tuple[str, str]
"""Label of the app, and name of the migration."""


def load_site() -> Configuration:
    """Read the environment and load Django. Raises InputError, which names the variable, for an invalid value.

    The data folder is created if it does not exist. All files written from now on are readable by their owner only,
    even if the folder is not.
    """
    configuration = read_configuration()
    os.umask(0o077)
    try:
        configuration.data.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        reason = error.strerror or str(error)
        raise InputError("cannot_write", where="CARTEADO_DATA", path=str(configuration.data), reason=reason) from None
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "carteado.web.settings")
    django.setup()
    return configuration


def check_built() -> None:
    """Check that the client's files and translations exist. ``make site`` builds them, and a wheel contains them."""
    catalogues = [file.with_suffix(".mo") for file in (HERE / "locale").rglob("*.po")]
    if not (HERE / "static").is_dir() or not all(file.exists() for file in catalogues):
        raise InputError("site_not_built")


def bring_up_to_date() -> None:
    """Apply missing migrations. A database of a later version of this program is left unchanged."""
    with _database_must_answer():
        check_not_newer(applied_migrations())
        call_command("migrate", interactive=False, verbosity=0)
    check_up_to_date()


def check_up_to_date() -> None:
    """Refuse a database that lacks a migration, or is of a later version of this program."""
    with _database_must_answer():
        check_not_newer(applied_migrations())
        if missing_migrations():
            raise InputError("database_older")


@contextmanager
def _database_must_answer() -> Iterator[None]:
    """Turn the database's errors into an InputError with the first line of the reason."""
    try:
        yield
    except DatabaseFailure as error:
        reason = str(error).strip().partition("\n")[0]
        raise InputError("database_unreachable", reason=reason) from None


def applied_migrations() -> set[Migration]:
    return set(MigrationRecorder(connection).applied_migrations())


def missing_migrations() -> frozenset[Migration]:
    """Migrations of this program and of its libraries that the database lacks."""
    return known_migrations().difference(applied_migrations())


def check_not_newer(applied: set[Migration]) -> None:
    """Refuse a database with migrations of ours that are unknown here: a later version made them."""
    ours = {app.label for app in apps.get_app_configs() if app.name.startswith("carteado.")}
    if any(label in ours for label, _ in applied - known_migrations()):
        raise InputError("database_newer")


@cache
def known_migrations() -> frozenset[Migration]:
    """All migrations of this program and of its libraries."""
    return frozenset(MigrationLoader(None, ignore_no_migrations=True).disk_migrations)


def collect_static_files() -> None:
    """Copy the static files, hashed and compressed, to the folder they are served from. Done once for each build.

    Files of earlier builds stay, because pages that are still open request them.
    """
    stamp, build = Path(str(settings.STATIC_ROOT)) / STAMP, _fingerprint_of_static_files()
    if not stamp.exists() or stamp.read_text("ascii") != build:
        call_command("collectstatic", interactive=False, verbosity=0)
        stamp.write_text(build, "ascii")


def _fingerprint_of_static_files() -> str:
    digest = hashlib.sha256()
    for finder in get_finders():
        for name, storage in finder.list([]):
            with storage.open(name) as file:
                digest.update(f"{name}\0{file.size}\0".encode() + file.read())
    return digest.hexdigest()

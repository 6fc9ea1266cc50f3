"""What has to be true before the site serves: it is built, the database has every migration, static files are there."""

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
STAMP = ".collected"

Migration = tuple[str, str]
"""The application's label and the migration's name."""


def load_site() -> Configuration:
    """Reads the environment and loads the applications; whatever cannot be is an InputError that names the variable.

    The folder of the data is made if it is not there. What is written into it from now on is its owner's alone, even if
    the folder is not.
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
    """The client's files and the translations are made by ``make site``, and come with a wheel."""
    catalogues = [file.with_suffix(".mo") for file in (HERE / "locale").rglob("*.po")]
    if not (HERE / "static").is_dir() or not all(file.exists() for file in catalogues):
        raise InputError("site_not_built")


def bring_up_to_date() -> None:
    """Applies the migrations that the database lacks; a database that is ahead of this program is left alone."""
    with _answering():
        check_not_newer(applied_migrations())
        call_command("migrate", interactive=False, verbosity=0)
    check_up_to_date()


def check_up_to_date() -> None:
    with _answering():
        check_not_newer(applied_migrations())
        if missing_migrations():
            raise InputError("database_older")


@contextmanager
def _answering() -> Iterator[None]:
    try:
        yield
    except DatabaseFailure as error:
        reason = str(error).strip().partition("\n")[0]
        raise InputError("database_unreachable", reason=reason) from None


def applied_migrations() -> set[Migration]:
    return set(MigrationRecorder(connection).applied_migrations())


def missing_migrations() -> frozenset[Migration]:
    """Those of this program that the database does not have."""
    return known_migrations().difference(applied_migrations())


def check_not_newer(applied: set[Migration]) -> None:
    """A migration of ours that this program does not know was made by a later version of it."""
    ours = {app.label for app in apps.get_app_configs() if app.name.startswith("carteado.")}
    if any(label in ours for label, _ in applied - known_migrations()):
        raise InputError("database_newer")


@cache
def known_migrations() -> frozenset[Migration]:
    return frozenset(MigrationLoader(None, ignore_no_migrations=True).disk_migrations)


def collect_static_files() -> None:
    """Copies them hashed and compressed to where they are served from, once for every build.

    Files of earlier builds stay: a page that is still open somewhere asks for them.
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

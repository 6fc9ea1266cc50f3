"""Retire a key: put a new key first, then encrypt all sealed values again with it, while the site runs.

The operator restarts the site between the two steps, because a running site cannot open values that are sealed with a
key it has not read. Indices (``keyed_index``) have a key of their own and stay. Afterwards they may take the old key
out of the secrets file, but older backups still need it.
"""

import json
import os
from collections.abc import Iterator
from typing import Any, NamedTuple

from cryptography.fernet import Fernet
from django.apps import apps
from django.db import connection, models, transaction

from carteado.record import InputError
from carteado.web.kit.guarding.sealed import CannotOpen, SealedField, is_under_first_key, resealed
from carteado.web.kit.process.configuration import SECRETS_FILE, read_configuration
from carteado.web.server import prepare as preparing

BATCH = 500
"""Rows changed in one transaction, few enough that other writers do not wait long."""


class Rotation(NamedTuple):
    """The number of values that were sealed again with the first key, and of those that no key opens. Values that had
    the first key already are in neither."""

    sealed: int
    unreadable: int


def add_key() -> str:
    """Generate a key and put it first in the secrets file; the site uses it from its next start. Return the file's
    path.

    If the keys are set in the environment, the new key is only proposed, in the InputError that says so.
    """
    if os.environ.get("CARTEADO_KEYS"):
        raise InputError("keys_in_environment", where="CARTEADO_KEYS", value=Fernet.generate_key().decode())
    configuration = read_configuration()
    file = configuration.data / SECRETS_FILE
    stored = json.loads(file.read_text("utf-8"))
    draft = file.with_name(f"{file.name}.new")
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as stream:
        json.dump({**stored, "personal_data": f"{Fernet.generate_key().decode()},{stored['personal_data']}"}, stream)
    draft.replace(file)
    return str(file)


def rotate_keys() -> Rotation:
    """Seal all values with the first key. Can be repeated: values that have it already are skipped."""
    preparing.load_site()
    preparing.check_up_to_date()
    from carteado.web.people.allauth_adapters import reseal_second_factors

    rotations = [reseal(model, field) for model, field in sealed_fields()]
    rotations.append(Rotation(*reseal_second_factors()))
    return Rotation(sum(one.sealed for one in rotations), sum(one.unreadable for one in rotations))


def sealed_fields() -> Iterator[tuple[type[models.Model], SealedField]]:
    for model in apps.get_models():
        for field in model._meta.local_concrete_fields:
            if isinstance(field, SealedField):
                yield model, field


def reseal(model: type[models.Model], field: SealedField, *, batch: int = BATCH) -> Rotation:
    """Seal a field's values again. The column is read and written directly, since the model would unseal it."""
    quote = connection.ops.quote_name
    table, column, key = quote(model._meta.db_table), quote(str(field.column)), quote(str(model._meta.pk.column))
    write = f"UPDATE {table} SET {column} = %s WHERE {key} = %s AND {column} = %s"
    sealed = unreadable = 0
    for rows in _batches(f"SELECT {key}, {column} FROM {table} WHERE {column} <> ''", key, batch):
        with transaction.atomic(), connection.cursor() as cursor:
            for number, token in rows:
                try:
                    if not is_under_first_key(token):
                        # Only if it is unchanged: a value that was saved meanwhile must stay.
                        cursor.execute(write, [resealed(token), number, token])
                        sealed += cursor.rowcount
                except CannotOpen:
                    unreadable += 1
    return Rotation(sealed, unreadable)


def _batches(select: str, key: str, size: int) -> Iterator[list[tuple[Any, str]]]:
    """The rows of the query, ``size`` at a time, in the order of the primary key ``key``. The query ends in a
    condition, to which the next batch adds where it begins."""
    after, values = "", [size]
    while True:
        with connection.cursor() as cursor:
            cursor.execute(f"{select} {after} ORDER BY {key} LIMIT %s", values)
            rows = cursor.fetchall()
        if not rows:
            return
        yield rows
        after, values = f"AND {key} > %s", [rows[-1][0], size]

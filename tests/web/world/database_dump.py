"""Everything that the database holds, past the models: what is sealed is opened, wherever it stands."""

import json
import re
import unicodedata
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any

from django.db import connection

from carteado.web.kit.guarding.sealed import CannotOpen, unseal


def cells() -> Iterator[tuple[str, str]]:
    """Every value of every table as text, under ``table.column``; JSON also without its escapes."""
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f'SELECT * FROM "{table}"')
            columns = [column[0] for column in cursor.description or ()]
            for row in cursor.fetchall():
                for column, value in zip(columns, row, strict=True):
                    yield from ((f"{table}.{column}", text) for text in _texts(value))


def _texts(value: Any) -> Iterator[str]:
    text = bytes(value).decode("utf-8", "replace") if isinstance(value, bytes | memoryview) else str(value)
    yield text
    with suppress(ValueError):
        yield json.dumps(json.loads(text), ensure_ascii=False)
    for token in re.findall(r"gAAAA[\w=-]+", text):
        with suppress(CannotOpen):
            yield unseal(token)


def found_in(text: str, planted: Iterable[str]) -> list[str]:
    """What was planted and is there, however it is accented and numbers are dotted."""
    decomposed = unicodedata.normalize("NFD", text.casefold())
    folded = "".join(char for char in decomposed if not unicodedata.combining(char))
    bare = re.sub(r"[\s.()-]", "", folded)
    return [one for one in planted if one in folded or one in bare]


def left_of(planted: Iterable[str]) -> set[str]:
    """The columns in which something of it still stands."""
    words = tuple(planted)
    return {place for place, text in cells() if found_in(text, words)}

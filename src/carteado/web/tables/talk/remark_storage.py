"""Remarks at live tables, in the database."""

from typing import NamedTuple

from django.db import IntegrityError, transaction
from django.db.models import Max

from carteado.web.tables.models import Remark, Table
from carteado.web.tables.players import names as sitters

MOST_REMARKS_SENT = 20
"""Remarks that a client gets when it comes."""
ATTEMPTS = 5
"""Tries to store a remark. Another process may take its number first."""


class StoredRemark(NamedTuple):
    """A remark; ``name`` is the name that the speaker has now, ``at`` is in milliseconds since 1970.

    It is a ready sentence with the code ``preset``, or a ``text``. The other is empty.
    """

    number: int
    at: int
    who: str
    name: str
    preset: str
    text: str


def add_remark(code: str, at: int, who: str, preset: str, text: str) -> int | None:
    """Store a remark. Returns its number at the table, or None if the table no longer exists."""
    table = Table.objects.filter(code=code).first()
    if table is None:
        return None
    for attempt in range(1, ATTEMPTS + 1):
        number = (table.remarks.aggregate(last=Max("number"))["last"] or 0) + 1
        try:
            with transaction.atomic():
                table.remarks.create(number=number, at=at, who=who, preset=preset, text=text)
        except IntegrityError:
            if attempt == ATTEMPTS:
                raise
        else:
            return number
    return None


def last_remarks(code: str) -> list[StoredRemark]:
    """The last remarks in their order, without those that have been erased."""
    with_text = Remark.objects.filter(table__code=code).exclude(text="", preset="").select_related("table")
    found = list(with_text.order_by("-number")[:MOST_REMARKS_SENT])[::-1]
    names = sitters.names_of({one.who for one in found}, found[0].table.event_id) if found else {}
    return [StoredRemark(one.number, one.at, one.who, names.get(one.who, ""), one.preset, one.text) for one in found]

"""What was said at tables, in the database."""

from collections.abc import Iterable
from typing import NamedTuple

from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils import timezone

from carteado.web.history.actions import RemarkReported
from carteado.web.history.log import record
from carteado.web.people.models import User
from carteado.web.tables import sitters
from carteado.web.tables.models import Remark, Table
from carteado.web.tables.words import SENTENCES

LAST = 20
"""How many are told to somebody who comes."""
ATTEMPTS = 5
"""How often another process may have taken the next number first."""


class Remarked(NamedTuple):
    """``name`` is what the speaker is called now."""

    number: int
    at: int
    who: str
    name: str
    preset: str
    text: str


def add(code: str, at: int, who: str, preset: str, text: str) -> int | None:
    """Its number at the table; None where there is no such table any more."""
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


def last(code: str) -> list[Remarked]:
    """In the order in which they were said; not what was forgotten."""
    kept = Remark.objects.filter(table__code=code).exclude(text="", preset="")
    found = list(kept.order_by("-number")[:LAST])[::-1]
    names = sitters.names_of({one.who for one in found})
    return [Remarked(one.number, one.at, one.who, names.get(one.who, ""), one.preset, one.text) for one in found]


def report(code: str, number: int, by: str) -> bool:
    """Asks the site's team to look at it; the first who does stands in the log. False where nothing was said."""
    with transaction.atomic():
        found = Remark.objects.select_for_update(of=("self",)).select_related("table__event")
        remark = found.filter(table__code=code, number=number).first()
        if remark is None:
            return False
        if remark.reported_at is None:
            remark.reported_at = timezone.now()
            remark.save(update_fields=["reported_at"])
            record(RemarkReported(remark.pk), actor=_account(by), event=remark.table.event)
    return True


def told(numbers: Iterable[int]) -> dict[int, str]:
    """Remarks as the site's team reads them, by their number among all: the words and whose they are."""
    found = list(Remark.objects.filter(pk__in=numbers))
    names = sitters.names_of({one.who for one in found})
    return {one.pk: f"{names.get(one.who, '')}: “{one.text or SENTENCES.get(one.preset, '')}”" for one in found}


def _account(who: str) -> User | None:
    kind, _, number = who.partition(":")
    return User.objects.filter(pk=number).first() if kind == sitters.USER else None

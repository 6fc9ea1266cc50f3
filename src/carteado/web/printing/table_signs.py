"""Signs for the tables of the hall, to be folded into a tent."""

from django.utils.translation import gettext as _

from carteado.web.events.details import Details
from carteado.web.kit.forms.form_numbers import parse_count
from carteado.web.kit.sending.typesetting import Paper, qr
from carteado.web.watch.shown_event import Shown

MOST_SIGNS = 99


def tables_asked(asked_from: str, asked_to: str, shown: Shown, details: Details) -> tuple[str, ...]:
    """The tables that get a sign: those of the event, or the range asked for. Tables with names follow the numbers."""
    first, last = parse_count(asked_from), parse_count(asked_to)
    if first or last:
        first = max(1, first or last)
        return tuple(str(number) for number in range(first, min(max(first, last), first + MOST_SIGNS - 1) + 1))
    count = min(details.tables or _most_at_once(shown, details), MOST_SIGNS)
    numbers = [str(number) for number in range(1, count + 1)]
    named = sorted({log.table for log in shown.championship.logs.values() if log.table} - set(numbers))
    return tuple([*numbers, *(one for one in named if not one.isdecimal())][:MOST_SIGNS])


def _most_at_once(shown: Shown, details: Details) -> int:
    """The tables needed if all pairs play at once. Used if the event does not say how many tables it has."""
    return max(1, (len(shown.codes) or details.capacity) // 2)


def signs_paper(shown: Shown, tables: tuple[str, ...], *, address: str) -> Paper:
    told = {
        "word": _("Table"),
        "event": shown.event.name,
        "code": qr(address),
        "caption": _("Follow the event"),
        "address": address.partition("://")[2].rstrip("/"),
    }
    return Paper(
        form="signs",
        name=f"{shown.event.slug}-mesas",
        title=f"{shown.event.name}: {_('Table signs')}",
        values={**told, "tables": tables},
        first={"tables": tables[:1]},
    )

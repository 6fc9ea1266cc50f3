"""Signs for the tables of the hall, to be folded into a tent."""

from django.utils.translation import gettext as _

from carteado.web.events.details import Details
from carteado.web.kit.forms.form_numbers import parse_count
from carteado.web.kit.sending.typesetting import Paper, qr
from carteado.web.watch.visible_event import VisibleEvent

MOST_SIGNS = 99


def tables_with_signs(first_typed: str, last_typed: str, visible: VisibleEvent, details: Details) -> tuple[str, ...]:
    """The tables that get a sign: those of the event, or the range that was typed. If only one end was typed, it is the
    other, too; what is no number counts as not typed. The event's tables with names, at which a match was called,
    follow the numbers."""
    first, last = parse_count(first_typed), parse_count(last_typed)
    if first or last:
        first = max(1, first or last)
        return tuple(str(number) for number in range(first, min(max(first, last), first + MOST_SIGNS - 1) + 1))
    count = min(details.tables or _most_at_once(visible, details), MOST_SIGNS)
    numbers = [str(number) for number in range(1, count + 1)]
    named_tables = sorted({log.table for log in visible.championship.logs.values() if log.table} - set(numbers))
    return tuple([*numbers, *(one for one in named_tables if not one.isdecimal())][:MOST_SIGNS])


def _most_at_once(visible: VisibleEvent, details: Details) -> int:
    """The tables needed if all pairs play at once. Used if the event does not say how many tables it has."""
    return max(1, (len(visible.codes) or details.capacity) // 2)


def signs_paper(visible: VisibleEvent, tables: tuple[str, ...], *, address: str) -> Paper:
    content = {
        "word": _("Table"),
        "event": visible.event.name,
        "code": qr(address),
        "caption": _("Follow the event"),
        "address": address.partition("://")[2].rstrip("/"),
    }
    return Paper(
        form="signs",
        name=f"{visible.event.slug}-mesas",
        title=f"{visible.event.name}: {_('Table signs')}",
        values={**content, "tables": tables},
        first={"tables": tables[:1]},  # for a picture of the first page
    )

"""Write a referee's entries on a score sheet, unless it changed since the referee saw it."""

from collections.abc import Sequence

from django.db import transaction
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from carteado.web.events.models import Event
from carteado.web.events.trouble import Trouble
from carteado.web.people.models import User
from carteado.web.referee.ruling_forms import Document
from carteado.web.sumula.models import Sheet, SheetEntry
from carteado.web.sumula.sheet_writing import RefusedEntry, append


def entry_id(*parts: object) -> str:
    """A deterministic id for a form without an id of its own.

    The same entry sent twice, or by two referees at once, is stored once. The id is keyed, so that no phone can compute
    it and use it first for something else.
    """
    return f"site-{salted_hmac('carteado.referee', '/'.join(map(str, parts))).hexdigest()[:40]}"


def write_unless_changed(
    sheet: Sheet, documents: Sequence[Document], *, seq_seen: int, by: User
) -> Sequence[SheetEntry] | Trouble:
    """Append the entries, as ``write_entries`` does. Nothing is written either if the sheet has entries that their
    author did not see.

    ``seq_seen`` is the number of entries that the author saw. Sending the same entries twice is harmless.
    """
    with transaction.atomic():
        Event.objects.select_for_update().get(pk=sheet.event_id)
        ids = [document["id"] for document in documents]
        is_written = SheetEntry.objects.filter(sheet=sheet, entry_id__in=ids).exists()
        if not is_written and Sheet.objects.get(pk=sheet.pk).seq != seq_seen:
            return changed_meanwhile()
        return write_entries(sheet, documents, by=by)


def write_entries(sheet: Sheet, documents: Sequence[Document], *, by: User) -> Sequence[SheetEntry] | Trouble:
    """Append the entries, all of them or none. Returns their rows, or why they are not on the sheet.

    If the match is no more, they are set aside for the referees to read.
    """
    with transaction.atomic():
        result = append(sheet, *documents, by=by)
        if not all(one.for_referee for one in result.refused):
            transaction.set_rollback(True)
    return _reason_against(result.refused[0]) if result.refused else result.stored


def _reason_against(refused: RefusedEntry) -> Trouble:
    if not refused.for_referee:
        return Trouble(refusal=refused.message)
    return Trouble(
        refusal=_(
            "Meanwhile the match of this score sheet was changed: what you wrote does not count. It stands among the "
            "changes to review."
        )
    )


def changed_meanwhile() -> Trouble:
    return Trouble(refusal=_("Meanwhile somebody wrote on this score sheet. Look again: this is how it stands now."))

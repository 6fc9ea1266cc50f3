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
from carteado.web.sumula.sheet_writing import append


def entry_id(*parts: object) -> str:
    """A deterministic id for a form without an id of its own.

    The same entry sent twice, or by two referees at once, is stored once. The id is keyed, so that no phone can compute
    it and use it first for something else.
    """
    return f"site-{salted_hmac('carteado.referee', '/'.join(map(str, parts))).hexdigest()[:40]}"


def write_unless_changed(sheet: Sheet, documents: Sequence[Document], *, seq_seen: int, by: User) -> bool:
    """Append the entries. False if that was not done, because the sheet has entries that their author did not see, or
    because its match is no more.

    ``seq_seen`` is the number of entries that the author saw. Sending the same entries twice is harmless.
    """
    with transaction.atomic():
        Event.objects.select_for_update().get(pk=sheet.event_id)
        ids = [document["id"] for document in documents]
        is_written = SheetEntry.objects.filter(sheet=sheet, entry_id__in=ids).exists()
        if not is_written and Sheet.objects.get(pk=sheet.pk).seq != seq_seen:
            return False
        return not any(one.for_referee for one in append(sheet, *documents, by=by).refused)


def changed_meanwhile() -> Trouble:
    return Trouble(refusal=_("Meanwhile somebody wrote on this score sheet. Look again: this is how it stands now."))

"""Freezing a match's public score while the referee looks into it.

A referee freezes and releases it by hand; nothing else does. Their page logs it. Phones can still write on the sheet.
Only the team and the phones see the entries that arrive meanwhile, and the result is not sent to the championship.
"""

from django.db import transaction
from django.utils import timezone

from carteado.web.events import store
from carteado.web.events.models import Event
from carteado.web.kit.push import topics
from carteado.web.people.models import User
from carteado.web.sumula.models import Sheet
from carteado.web.sumula.running_scores import standing_score
from carteado.web.sumula.sheet_writing import Writer, write


def freeze(sheet: Sheet, *, by: User) -> Sheet:
    """Freeze the public score. Repeating it keeps the first time and the score shown then."""
    with transaction.atomic():
        sheet = _locked(sheet)
        if sheet.frozen_at is None:
            score = standing_score(store.championship_of(sheet.event), sheet)
            sheet.frozen_at, sheet.frozen_by, sheet.shown = timezone.now(), by, score
            sheet.save(update_fields=["frozen_at", "frozen_by", "shown"])
            topics.changed("evento", sheet.event.slug)
    return sheet


def unfreeze(sheet: Sheet, *, by: User) -> Sheet:
    """Show the current score again, and send the championship what follows from the sheet, such as a result that
    waited. A result that the desk took back meanwhile is not sent again."""
    with transaction.atomic():
        sheet = _locked(sheet)
        if sheet.frozen_at is not None:
            sheet.frozen_at = sheet.frozen_by = sheet.shown = None
            sheet.save(update_fields=["frozen_at", "frozen_by", "shown"])
            topics.changed("evento", sheet.event.slug)
            sheet = write(sheet, (), Writer(user=by, may_rule=True, on_site=True)).sheet
    return sheet


def _locked(sheet: Sheet) -> Sheet:
    """The sheet read again, after waiting for the lock of its event."""
    event = Event.objects.select_for_update().get(pk=sheet.event_id)
    sheet = Sheet.objects.get(pk=sheet.pk)
    sheet.event = event
    return sheet

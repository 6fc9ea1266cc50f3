"""The public score of a match stands still while the referee looks into it: what comes meanwhile nobody else sees."""

from django.db import transaction
from django.utils import timezone

from carteado.web.events import store
from carteado.web.events.models import Event
from carteado.web.kit.push import topics
from carteado.web.people.models import User
from carteado.web.sumula.models import Sheet
from carteado.web.sumula.running_scores import standing
from carteado.web.sumula.sheet_writing import hand_in


def freeze(sheet: Sheet, *, by: User) -> Sheet:
    """Twice is once: the first instant stays, and the score that was shown at it."""
    with transaction.atomic():
        sheet = _locked(sheet)
        if sheet.frozen_at is None:
            shown = standing(store.championship_of(sheet.event), sheet)
            sheet.frozen_at, sheet.frozen_by, sheet.shown = timezone.now(), by, shown
            sheet.save(update_fields=["frozen_at", "frozen_by", "shown"])
            topics.changed("evento", sheet.event.slug)
    return sheet


def unfreeze(sheet: Sheet, *, by: User) -> Sheet:
    """Everybody sees the score as it is now; a result that waited for it is told to the championship."""
    with transaction.atomic():
        sheet = _locked(sheet)
        if sheet.frozen_at is not None:
            sheet.frozen_at = sheet.frozen_by = sheet.shown = None
            sheet.save(update_fields=["frozen_at", "frozen_by", "shown"])
            topics.changed("evento", sheet.event.slug)
            sheet = hand_in(sheet, by=by).sheet
    return sheet


def _locked(sheet: Sheet) -> Sheet:
    event = Event.objects.select_for_update().get(pk=sheet.event_id)
    sheet = Sheet.objects.get(pk=sheet.pk)
    sheet.event = event
    return sheet

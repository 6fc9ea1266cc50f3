"""What an event decided in place of the published text: its day, place, times of entry, name."""

from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _

from carteado.tournament.registrations.eligibility import EventSettings, closing, event_day, opening
from carteado.web.events.details import Details
from carteado.web.events.models import Event


def decided_by(event: Event, details: Details, settings: EventSettings | None = None) -> dict[str, object]:
    """The values by the placeholders of the articles in full. ``settings`` replace those of the details.

    Keys: edition.day, edition.may_move, entries.opens, entries.closes, entries.may_move.
    """
    rules, settings = details.rules, settings or details.settings
    day, opens, closes = event_day(rules, settings), opening(rules, settings), closing(rules, settings)
    place = details.place
    decided: dict[str, object] = {
        "edition.day": day or _("a day to be announced"),
        "entries.opens": _local(opens.at) if opens else _("a day to be announced"),
        "entries.closes": _local(closes.at) if closes else _("a day to be announced"),
        "event.name": event.name,
        "event.organiser": _("the organiser of this event"),
        "event.where": _("at this place: %(place)s") % {"place": place} if place else _("at a place to be announced"),
        "event.site": _("this site"),
        "event.in_force": _local(event.published_at).date() if event.published_at else _("the day of publishing"),
        "event.notice": _("on the event's agenda"),
    }
    return decided


def _local(at: datetime) -> datetime:
    return timezone.localtime(at)

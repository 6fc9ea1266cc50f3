"""What an event decided where the published text has no rule: its name, who runs it, where it is held."""

from django.utils import timezone
from django.utils.translation import gettext as _

from carteado.web.events.details import Details
from carteado.web.events.models import Event


def decided_by(event: Event, details: Details) -> dict[str, object]:
    """The values by the placeholders of the articles in full. Dates and figures are those of its rules."""
    place, published = details.place, event.published_at
    return {
        "event.name": event.name,
        "event.organiser": details.producer or _("the organiser of this event"),
        "event.where": _("at this place: %(place)s") % {"place": place} if place else _("at a place to be announced"),
        "event.site": _("this site"),
        "event.in_force": timezone.localtime(published).date() if published else _("the day of publishing"),
        "event.notice": _("on the event's agenda and on a notice at the place"),
    }

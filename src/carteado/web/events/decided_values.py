"""Words for the gaps in a regulation's articles that each event fills itself: its name, who runs it, where it is held.

Articles that are printed in full have a placeholder there, such as ``{event.organiser}``.
"""

from django.utils import timezone
from django.utils.translation import gettext as _

from carteado.web.events.details import Details
from carteado.web.events.models import Event


def decided_by(event: Event, details: Details) -> dict[str, object]:
    """The words by placeholder. Other dates than that of publishing, and figures, are filled from the rules."""
    place, published = details.place, event.published_at
    return {
        "event.name": event.name,
        "event.organiser": details.producer or _("the organiser of this event"),
        "event.where": _("at this place: %(place)s") % {"place": place} if place else _("at a place to be announced"),
        "event.site": _("this site"),
        "event.in_force": timezone.localtime(published).date() if published else _("the day of publishing"),
        "event.notice": _("on the event's agenda and on a notice at the place"),
    }

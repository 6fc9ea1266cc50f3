"""Names that the site's team took away.

Their owners may take any other name, and others may have the same name. Only a fingerprint of a name is kept, so that
it is recognised when its owner chooses it again. ``who`` is a reference, as in ``Seat.who``.
"""

import unicodedata

from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from carteado.web.events.models import Event
from carteado.web.people import references
from carteado.web.people.models import User
from carteado.web.people.name_checks import RemovedName
from carteado.web.people.public_names import NAMELESS, anonymous, shown_name
from carteado.web.tables.models import Guest, RefusedName
from carteado.web.tables.players import names as sitters
from carteado.web.tables.takedown_reasons import Reason

CHOOSE_ANOTHER = _("The site's team took this name away. Choose another.")


def take_away(who: str, name: str, why: Reason, *, event: Event | None) -> None:
    """Take a name away. ``event`` is the event of an entrant; an account or a guest has none."""
    RefusedName.objects.update_or_create(event=event, who=who, trace=_trace(name), defaults={"why": why.value})


def forget_taken_names(who: str, *, event: Event | None = None) -> None:
    """Delete what is stored of the names taken away from a person who is erased."""
    RefusedName.objects.filter(event=event, who=who).delete()


def _trace(name: str) -> str:
    """A fingerprint of the letters and figures in the name, however it is written."""
    plain = (one for one in unicodedata.normalize("NFKD", name.casefold()) if one.isalnum())
    return salted_hmac("carteado.tables.refused", "".join(plain)).hexdigest()[:32]


# --- for those who lost their name, until they have another -------------------------------------------------------


def name_taken_from_user(user: User) -> RemovedName | None:
    """Why the account lost its name, and what it is called now. None if it lost none, or has chosen another since."""
    return _last_name_taken(references.of_user(user), user.name) if user.name == anonymous(user.pk) else None


def name_taken_from_guest(guest: Guest) -> RemovedName | None:
    """The same for a guest. A fingerprint of a guest's name is deleted after a while; then None too."""
    return _last_name_taken(sitters.of_guest(guest), guest.name) if guest.name == NAMELESS else None


def _last_name_taken(who: str, current_name: str, event: int | None = None) -> RemovedName | None:
    """Why this person lost a name last, and what they are called now. None if they lost none."""
    found = RefusedName.objects.filter(event=event, who=who).order_by("pk").last()
    return None if found is None else RemovedName(Reason(found.why), shown_name(current_name))


class TakenNames:
    """Answers what packages below ask through ``people.name_checks``. ``event`` is the number of an entrant's event."""

    def refusal(self, who: str, name: str, event: int | None) -> str | None:
        is_taken = RefusedName.objects.filter(event=event, who=who, trace=_trace(name)).exists()
        return str(CHOOSE_ANOTHER) if is_taken else None

    def removed_name(self, who: str, name: str, event: int | None) -> RemovedName | None:
        # the caller has checked that ``name`` only stands in for the one that was taken away
        return _last_name_taken(who, name, event)

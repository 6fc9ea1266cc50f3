"""Entrants of a championship at its live tables.

An entrant comes from the page behind their link, which needs no account, or with their account. They have their own
seat and no other.
"""

from typing import Any

from django.db.models import Q

from carteado.web.people import references
from carteado.web.people.models import User
from carteado.web.registrations.models import Entrant
from carteado.web.tables.models import Table

KEY = "entrants"
"""Session key. For each event, by its number, it has the fingerprint of the secret in one entrant's link; a second link
of the same event replaces the first.

A new link has another fingerprint, so this browser is no longer the entrant's then.
"""


def remember_entrant(session: Any, entrant: Entrant) -> None:
    """Remember in the session that this browser is the entrant's."""
    session[KEY] = {**session.get(KEY, {}), str(entrant.event_id): entrant.secret_hash}


def entrant_at(request: Any, table: Table) -> Entrant | None:
    """The entrant behind the request, if they have a seat at this table of a championship. An account may have entered
    several people, so the one who is seated here counts."""
    mine = Q(secret_hash__in=_fingerprints(request.session))
    if isinstance(request.user, User):
        mine |= Q(user=request.user)
    found = Entrant.objects.filter(mine, event=table.event_id, erased_at=None).order_by("pk")
    seated = set(table.seats.values_list("who", flat=True))
    return next((one for one in found if references.of_entrant(one.code) in seated), None)


def _fingerprints(session: Any) -> list[str]:
    """Those of all events. Each is of one event alone, and the caller looks among that event's entrants."""
    return list(session.get(KEY, {}).values())

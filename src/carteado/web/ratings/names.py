"""Names of the players in an account's matches.

In a championship's matches people have the names that the championship gives them. A player who was erased there is not
identified through their account. Matches of no championship are under the event None.
"""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from carteado.web.people import references
from carteado.web.people.public_names import NAMELESS, shown_name
from carteado.web.ratings.models import Played
from carteado.web.ratings.plackett_luce import Who
from carteado.web.registrations.models import Entrant
from carteado.web.tables.players import names as sitters

NamesByEvent = dict[sitters.EventNumber, sitters.Names]


def event_of(part: Played) -> sitters.EventNumber:
    return part.judged.match.table.event_id


def names_by_event(parts: Iterable[Played]) -> NamesByEvent:
    """Look up all names at once. The parts come with ``judged__match__table`` loaded."""
    people_by_event: dict[sitters.EventNumber, set[str]] = {}
    for one in parts:
        people_by_event.setdefault(event_of(one), set()).update(who for side in one.judged.sides for who in side)
    names = sitters.names_in(people_by_event)
    entered = _entered(people_by_event)
    return {event: names[event] if event is None else {**names[event], **entered[event]} for event in people_by_event}


def _entered(people_by_event: dict[sitters.EventNumber, set[str]]) -> NamesByEvent:
    """Names of accounts, as each event has them; ``NAMELESS`` for an account that no entrant of the event has any more.
    If two entrants of an event share an account, it belongs to the first."""
    users = {
        event: {who: int(who.partition(":")[2]) for who in many if who.startswith(f"{references.USER}:")}
        for event, many in people_by_event.items()
        if event is not None
    }
    every = {number for many in users.values() for number in many.values()}
    entrants = Entrant.objects.filter(event__in=users, user__in=every).order_by("-pk") if every else ()
    names = {(one.event_id, one.user_id or 0): one.shown for one in entrants}  # the first entrant comes last, and wins
    return {
        event: {who: names.get((event, number), NAMELESS) for who, number in many.items()}
        for event, many in users.items()
    }


def is_forgotten(who: Who, names: sitters.Names) -> bool:
    """True if the player was erased where these names come from, or is a guest of whom no name is kept."""
    return names[who] == NAMELESS


def called(who: Who, names: sitters.Names) -> str:
    """The name to show. A bot gets its own name, as it sits at each table under another."""
    return _("%(bot)s (bot)") % {"bot": names[who]} if sitters.is_bot(who) else shown_name(names[who])

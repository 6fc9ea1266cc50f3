"""Identifies a visitor by the session, on a page or a connection.

A visitor is an account, a guest, an entrant of a championship, or unknown.
"""

from functools import lru_cache
from importlib import import_module
from typing import Any, NamedTuple

from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.http import Http404, HttpRequest
from django.utils import timezone

from carteado.web.events import store
from carteado.web.events.delays import behind_delays
from carteado.web.kit.guarding.policy import Action, Permission
from carteado.web.pages.access import may
from carteado.web.people import references
from carteado.web.people.models import User
from carteado.web.tables.models import Guest, Table
from carteado.web.tables.players import championship_players as entrants
from carteado.web.tables.players import names as sitters

GUEST_KEY = "guest"
"""Session key of the guest's code."""


class Person(NamedTuple):
    """A visitor. ``who`` is their reference, empty for an unknown visitor, who only watches.

    ``session`` is the key of their session, empty if there is none. ``is_referee`` is set for connections alone, by
    ``person_at``.
    """

    who: str
    name: str
    session: str
    is_referee: bool = False

    @property
    def is_guest(self) -> bool:
        return self.who.startswith(f"{references.GUEST}:")


NOBODY = Person("", "", "")
"""An unknown visitor."""


def guest_of(request: Any) -> Guest | None:
    """The guest of this session. None if there is none, or they were forgotten."""
    code = request.session.get(GUEST_KEY)
    return Guest.objects.filter(code=code).first() if code else None


def person_of(request: Any, at: Table | None = None) -> Person:
    """Identify the visitor behind a page's request, at that table, or on the site as a whole.

    A guest who signs in remains that guest at a table where they have a seat as one. At a championship's table the
    players are its entrants, whatever else they are.
    """
    user, guest = request.user, guest_of(request)
    session = request.session.session_key or ""
    entrant = entrants.entrant_at(request, at) if at is not None and at.is_official else None
    if entrant is not None:
        return Person(references.of_entrant(entrant.code), entrant.shown, session)
    if isinstance(user, User) and not (guest and at and at.seats.filter(who=sitters.of_guest(guest)).exists()):
        return Person(references.of_user(user), references.public_name(user), session)
    return NOBODY if guest is None else Person(sitters.of_guest(guest), guest.name, session)


def person_at(code: str, cookies: dict[str, str]) -> Person | None:
    """Identify the visitor behind a handshake. None if they may not see the table, or there is none."""
    table = Table.objects.select_related("event").filter(code=code).first()
    if table is None:
        return None
    key = cookies.get(settings.SESSION_COOKIE_NAME, "")
    if not key.isalnum():  # a quoted cookie can hold any byte, even one that no database accepts
        return NOBODY if _is_open_to_all(table) else None
    request: Any = HttpRequest()
    request.session = import_module(settings.SESSION_ENGINE).SessionStore(key)
    request.user = get_user(request)
    if not may_see(request, table):
        return None
    return person_of(request, table)._replace(session=key, is_referee=may_rule_at(request, table))


def table_seen_by(request: Any, code: str) -> Table:
    """The table for a page. 404 if the visitor may not see it, or there is none."""
    table = Table.objects.select_related("event").filter(code=code).first()
    if table is None or not may_see(request, table):
        raise Http404
    return table


def may_see(request: Any, table: Table) -> bool:
    """True if the visitor may see the table.

    A championship's table is for its players and for the team. It is open to all others once nothing is withheld from
    them: no embargo, and no delay of the call to this match.
    """
    if table.event is None or _is_open_to_all(table):
        return True
    return may(request.user, Permission(Action.SEE_HISTORY), table.event) or (
        entrants.entrant_at(request, table) is not None
    )


def _is_open_to_all(table: Table) -> bool:
    """True if anybody may see the table. One that is not a championship's may be seen by all who have its link."""
    event = table.event
    if event is None:
        return True
    return may(None, Permission(Action.READ), event) and not event.is_embargoed and is_known_to_all(table)


def is_known_to_all(table: Table) -> bool:
    """True if no delay withholds that these pairs were called to this match, which would reveal who won before.

    Says nothing of embargoes.
    """
    event = table.event
    if event is None or not event.delays:
        return True
    log = behind_delays(event, store.championship_of(event), timezone.now()).logs.get(table.fixture)
    return log is not None and log.pairs == (table.first, table.second)


def may_rule_at(request: Any, table: Table) -> bool:
    """True if the visitor is a referee there, who sees all cards. No one referees a match that they play."""
    if table.event is None or not may(request.user, Permission(Action.RULE), table.event):
        return False
    return entrants.entrant_at(request, table) is None


class Identity(NamedTuple):
    """As whom a visitor came to a table. ``code`` is the table's; ``is_official`` if it is a championship's."""

    code: str
    session: str
    who: str
    is_referee: bool
    is_official: bool


def still_valid(identities: set[Identity]) -> set[Identity]:
    """Those who would still be identified as they were when they came.

    Their sessions have not ended and their accounts are open. At a championship's table, players and referees are still
    what they were. All sessions are read at once, because there may be thousands, every few seconds.
    """
    keys = {one.session for one in identities}
    found = Session.objects.filter(session_key__in=keys, expire_date__gt=timezone.now())
    sessions = {key: _ReadSession(key, data) for key, data in found.values_list("session_key", "session_data")}
    return {one for one in identities if one.session in sessions and _is_same(one, sessions[one.session])}


def _is_same(one: Identity, session: "_ReadSession") -> bool:
    # entrants and referees can lose their right without their session ending, so they are identified anew
    if one.is_official and (one.is_referee or one.who.startswith(f"{references.ENTRANT}:")):
        current = person_at(one.code, {settings.SESSION_COOKIE_NAME: one.session})
        return current is not None and (current.who, current.is_referee) == (one.who, one.is_referee)
    if one.who == f"{references.GUEST}:{session.get(GUEST_KEY)}":
        return True
    request: Any = HttpRequest()
    request.session = session
    user = get_user(request)
    return isinstance(user, User) and references.of_user(user) == one.who


class _ReadSession(SessionStore):
    """A session whose row has been read already."""

    def __init__(self, key: str, data: str) -> None:
        super().__init__(key)
        self._row = data

    def load(self) -> dict[str, Any]:
        return _decoded(self._row)


@lru_cache(maxsize=1 << 13)
def _decoded(data: str) -> dict[str, Any]:
    return SessionStore().decode(data)

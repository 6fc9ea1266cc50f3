"""Who is on a connection or a page, by the session: an account, a guest, an entrant of a championship, or nobody."""

from importlib import import_module
from typing import Any, NamedTuple

from django.conf import settings
from django.contrib.auth import get_user
from django.http import HttpRequest

from carteado.web.access import may
from carteado.web.people.models import User
from carteado.web.policy import Action, Permission
from carteado.web.tables import sitters
from carteado.web.tables.models import Guest, Table

GUEST_KEY = "guest"
"""Where a session keeps the guest's code."""


class Person(NamedTuple):
    """``who`` is empty for somebody who only watches; ``session`` is the key by which he is known again."""

    who: str
    name: str
    session: str
    is_referee: bool = False


NOBODY = Person("", "", "")


def person_of(request: Any) -> Person:
    """Of a page's request."""
    user = request.user
    if isinstance(user, User):
        return Person(sitters.of_user(user), user.get_short_name(), request.session.session_key or "")
    guest = Guest.objects.filter(code=request.session.get(GUEST_KEY, "")).first()
    if guest is None:
        return NOBODY
    return Person(sitters.of_guest(guest), guest.name, request.session.session_key or "")


def person_at(code: str, cookies: dict[str, str]) -> Person | None:
    """Of a handshake, at that table; None where there is no such table."""
    table = Table.objects.select_related("event").filter(code=code).first()
    if table is None:
        return None
    key = cookies.get(settings.SESSION_COOKIE_NAME, "")
    if not key.isalnum():  # a quoted cookie can bring any byte, also such as no database takes
        return NOBODY
    request: Any = HttpRequest()
    request.session = import_module(settings.SESSION_ENGINE).SessionStore(key)
    request.user = get_user(request)
    return person_of(request)._replace(session=key, is_referee=_is_referee(request.user, table))


def _is_referee(user: object, table: Table) -> bool:
    return table.event is not None and may(user, Permission(Action.RULE, None), table.event)


def valid_sessions(keys: set[str]) -> set[str]:
    """Those that have not been ended, and whose account has not been closed."""
    engine = import_module(settings.SESSION_ENGINE)
    return {key for key in keys if _is_valid(engine.SessionStore(key))}


def _is_valid(session: Any) -> bool:
    if not session.exists(session.session_key):
        return False
    request: Any = HttpRequest()
    request.session = session
    return isinstance(get_user(request), User) or session.get(GUEST_KEY) is not None

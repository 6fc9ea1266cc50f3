"""Guests: visitors without an account, who give a name and can have themselves forgotten."""

import re
from base64 import urlsafe_b64encode
from typing import Any

from django.contrib.sessions.backends.base import SessionBase
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.crypto import salted_hmac

from carteado.web.people import references
from carteado.web.people.models import User, new_secret
from carteado.web.tables.models import CODE_BYTES, Guest, Match, Remark, Report, Seat, Table
from carteado.web.tables.players import names as sitters
from carteado.web.tables.players import taken_names
from carteado.web.tables.players.visitor import GUEST_KEY, guest_of
from carteado.web.tables.seats import seating

_SECRET = re.compile(r"[\w-]{32}", re.ASCII)
"""A secret as ``new_secret`` makes it."""


# --- forms that are sent twice ------------------------------------------------------------------------------------


def secret_of(sent: str) -> str:
    """The secret that the form brought. A form without a proper one gets a new one."""
    return sent if _SECRET.fullmatch(sent) else new_secret()


def code_from(secret: str, what: str) -> str:
    """The code for what the form makes: sent twice, the form makes it once. Codes stand in links, and nobody can
    compute one without the form's secret.

    ``what`` tells apart what one form can make: ``guest``, or the kind of table that was chosen.
    """
    return urlsafe_b64encode(salted_hmac(f"carteado.tables.{what}", secret).digest()[:CODE_BYTES]).decode()


# --- coming and going ---------------------------------------------------------------------------------------------


def make_guest(session: SessionBase, name: str, secret: str) -> str:
    """Make the visitor of this session a guest with that name, and return their reference.

    ``secret`` is the form's. A form that is sent twice makes one guest, with the name that came first.
    """
    guest, _ = Guest.objects.get_or_create(code=code_from(secret, "guest"), defaults={"name": name})
    session[GUEST_KEY] = guest.code
    return sitters.of_guest(guest)


def rename(guest: Guest, name: str) -> None:
    """Give the guest another name. Open pages of their tables show it at once."""
    with transaction.atomic():
        Guest.objects.filter(pk=guest.pk).update(name=name)
        seating.touch(Table.objects.filter(seats__who=sitters.of_guest(guest)))


def forget(guest: Guest) -> None:
    """Forget a guest.

    Their words are erased and their seats become free; their matches stay, but no longer show whose they are.
    """
    who = sitters.of_guest(guest)
    with transaction.atomic():
        Guest.objects.filter(pk=guest.pk).delete()
        leave_tables(who)


def leave_tables(who: str) -> None:
    """Remove a forgotten account or guest from all tables, with what they said, the names that were reported of them,
    and the fingerprints of names that were taken from them.

    In a match that is on, the seat stays theirs, though a bot may sit in; ``seating`` frees it at the next change after
    the match. A table that they own goes to another player there, if there is one.
    """
    # also tables where they only said something: open pages have to drop it
    tables = list(Table.objects.filter(Q(seats__who=who) | Q(owner=who) | Q(remarks__who=who)).distinct())
    Seat.objects.filter(who=who).exclude(table__in=_tables_with_a_match()).delete()
    Remark.objects.filter(who=who).exclude(text="").update(text="")
    Report.objects.filter(who=who).exclude(name="").update(name="")
    taken_names.forget_taken_names(who)
    for table in tables:
        seating.hand_over(table, who)
    seating.touch(tables)


def sign_in(guest: Guest, user: User) -> None:
    """Give the guest's seats and tables to the account. At a table with a match on, the player goes on as the guest,
    until they sign in again."""
    as_guest, as_user = sitters.of_guest(guest), references.of_user(user)
    with transaction.atomic():
        theirs = Table.objects.filter(Q(seats__who=as_guest) | Q(owner=as_guest)).exclude(pk__in=_tables_with_a_match())
        tables = list(Table.objects.select_for_update().filter(pk__in=theirs.values("pk")))
        for table in tables:
            if not table.seats.filter(who=as_user).exists():
                table.seats.filter(who=as_guest).update(who=as_user)
            table.seats.filter(who=as_guest).delete()
            Table.objects.filter(pk=table.pk, owner=as_guest).update(owner=as_user)
        seating.touch(tables)


def _tables_with_a_match() -> "QuerySet[Match, int]":
    """The primary keys of tables where a match is on."""
    return Match.objects.filter(finished_at=None, table__closed_at=None).values_list("table", flat=True)


def on_signed_in(request: Any, user: User, **_signal: Any) -> None:
    """Receiver of ``user_logged_in``: the account takes over the seats of the guest in this session."""
    guest = guest_of(request) if request is not None else None
    if guest is not None:
        sign_in(guest, user)

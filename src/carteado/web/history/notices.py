"""Notices: log entries that a user should read because of their role in an event, and how many are new."""

from datetime import UTC, datetime
from functools import cache
from typing import Any

from django.db import connection
from django.db.models import Exists, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone

from carteado.web.events.log_actions import OperationDone
from carteado.web.events.operation_sentences import NEWS_TAGS, NOTIFIES
from carteado.web.kit.guarding.policy import Role
from carteado.web.log.models import LogEntry, LogEntryQuerySet, Seen
from carteado.web.log.registry import ACTIONS
from carteado.web.people.models import Membership, User
from carteado.web.registrations.models import Entrant

NEVER = datetime(1970, 1, 1, tzinfo=UTC)
MOST_COUNTED = 100
"""The largest number that the bell shows; it means this many or more."""
ANYBODY = -1
"""The query that counts is written once, with this in place of the user's number; no user has it."""


def notices_for(user: User) -> LogEntryQuerySet:
    """All notices of the user, latest first: acts of others of which a role is notified that the user had then, and
    operations that are news for every pair, in events that the user had entered then."""
    roles_then = Membership.objects.filter(user=user, event=OuterRef("event"), since__lte=OuterRef("at"))
    concerns = Q()
    for role in Role.of_events():
        concerns |= _notified(role) & Q(Exists(roles_then.filter(role=role)))
    entered = Entrant.objects.filter(user=user, erased_at=None, event=OuterRef("event"), created_at__lte=OuterRef("at"))
    concerns |= Q(action=OperationDone.code, details__kind__in=sorted(NEWS_TAGS)) & Q(Exists(entered))
    return LogEntry.objects.filter(concerns).exclude(actor=user).order_by("-pk")


def new_notices_for(user: User) -> LogEntryQuerySet:
    seen = Subquery(Seen.objects.filter(user=user).values("at")[:1])
    return notices_for(user).filter(at__gt=Coalesce(seen, NEVER))


def count_new(user: User) -> int:
    """The number of new notices, but at most ``MOST_COUNTED``, in one query.

    Every page asks. Django takes longer to write the query than the database to answer it, so it is written once.
    """
    sql, parameters = _count_query()
    with connection.cursor() as cursor:
        cursor.execute(sql, [user.pk if one == ANYBODY else one for one in parameters])
        [count] = cursor.fetchone()
    return int(count)


@cache
def _count_query() -> tuple[str, tuple[Any, ...]]:
    counted = new_notices_for(User(pk=ANYBODY)).order_by().values("pk")[:MOST_COUNTED]
    sql, parameters = counted.query.sql_with_params()
    return f"SELECT COUNT(*) FROM ({sql}) AS counted", parameters


def mark_as_seen(user: User) -> datetime:
    """Mark all notices as seen now. Returns the time at which they were seen before, or ``NEVER``."""
    last_seen = Seen.objects.filter(user=user).values_list("at", flat=True).first()
    seen = [Seen(user=user, at=timezone.now())]
    Seen.objects.bulk_create(seen, update_conflicts=True, unique_fields=["user"], update_fields=["at"])
    return last_seen or NEVER


def _notified(role: Role) -> Q:
    """The entries that notify this role."""
    codes = [code for code, action in ACTIONS.items() if role in action.notifies]
    operations = [kind for kind, roles in NOTIFIES.items() if role in roles]
    return Q(action__in=codes) | Q(action=OperationDone.code, details__kind__in=operations)

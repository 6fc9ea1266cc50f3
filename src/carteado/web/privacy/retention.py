"""Deletes data that is kept for 30 days or for a session, at the start of the site and every day.

``personal_data`` says which data that is. What is kept with an event or an account goes when the event is archived or
the person erased, not here.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from allauth.account.models import EmailConfirmation
from allauth.usersessions.models import UserSession
from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.contrib.sessions.models import Session
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from carteado.web.kit.process.sqlite_wal import cut_off_log
from carteado.web.people.models import OneTimeLink
from carteado.web.sumula.models import Reason
from carteado.web.tables.models import Guest, RefusedName, Remark, Report, Table

SECURITY = timedelta(days=30)

EXPIRED: tuple[Callable[[datetime], QuerySet[Any]], ...] = (
    lambda now: AccessAttempt.objects.filter(attempt_time__lt=now - SECURITY),
    lambda now: AccessFailureLog.objects.filter(attempt_time__lt=now - SECURITY),
    lambda now: AccessLog.objects.filter(attempt_time__lt=now - SECURITY),
    lambda now: OneTimeLink.objects.filter(expires_at__lt=now - SECURITY),
    lambda now: EmailConfirmation.objects.filter(created__lt=now - SECURITY),
    lambda now: Session.objects.filter(expire_date__lt=now),
    lambda now: Table.objects.filter(event=None, matches=None, used_at__lt=now - SECURITY),
    lambda now: Guest.objects.filter(created_at__lt=now - SECURITY),
    lambda now: Remark.objects.filter(at__lt=(now - SECURITY).timestamp() * 1000),
    lambda now: Report.objects.filter(created_at__lt=now - SECURITY),
    lambda now: RefusedName.objects.filter(who__startswith="guest:", at__lt=now - SECURITY),
    lambda now: Reason.objects.filter(created_at__lt=now - SECURITY),
    lambda _now: UserSession.objects.exclude(Exists(Session.objects.filter(session_key=OuterRef("session_key")))),
)
"""The rows whose period is over at an instant. Tables that never saw a match go, too; the others name nobody.

The name of a guest goes though they have a seat: the session that knows them has ended by then, and the seat becomes
free before the next match. A user session only describes a session, and goes with it.
"""


def purge_expired(now: datetime | None = None) -> dict[str, int]:
    """Delete expired rows and return their number for each table. May be called at any time, and repeatedly."""
    now = now or timezone.now()
    gone = {rows.model._meta.label: rows.delete()[0] for rows in (expired(now) for expired in EXPIRED)}
    cut_off_log()  # SQLite's log of changes would still have the deleted rows
    return gone

"""Throws away what has been kept long enough. ``personal_data`` says how long that is."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from allauth.account.models import EmailConfirmation
from allauth.usersessions.models import UserSession
from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.contrib.sessions.models import Session
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from carteado.web.people.models import OneTimeLink

SECURITY = timedelta(days=30)

EXPIRED: tuple[Callable[[datetime], QuerySet[Any]], ...] = (
    lambda now: AccessAttempt.objects.filter(attempt_time__lt=now - SECURITY),
    lambda now: AccessFailureLog.objects.filter(attempt_time__lt=now - SECURITY),
    lambda now: AccessLog.objects.filter(attempt_time__lt=now - SECURITY),
    lambda now: OneTimeLink.objects.filter(expires_at__lt=now - SECURITY),
    lambda now: EmailConfirmation.objects.filter(created__lt=now - SECURITY),
    lambda now: Session.objects.filter(expire_date__lt=now),
    lambda _now: UserSession.objects.exclude(Exists(Session.objects.filter(session_key=OuterRef("session_key")))),
)


def purge_expired(now: datetime | None = None) -> dict[str, int]:
    """How many rows of each table went. Can be called at any time, and twice."""
    now = now or timezone.now()
    return {rows.model._meta.label: rows.delete()[0] for rows in (expired(now) for expired in EXPIRED)}

"""Writing to the log. The actor is a ``User`` and the event an ``Event``, whose packages the log does not import."""

from django.db.models import Model

from carteado.web.log.action import Action
from carteado.web.log.models import LogEntry


def record(action: Action, *, actor: Model | None, event: Model | None = None) -> LogEntry:
    """Add the action. Call it in the transaction that does the thing, so that both are stored or neither.

    ``actor`` is None if nobody is signed in, ``event`` if the action concerns no event.
    """
    return LogEntry.objects.create(
        action=action.code,
        details=action.details(),
        actor_id=None if actor is None else actor.pk,
        event_id=None if event is None else event.pk,
    )

"""The log: rows are added and never changed. It stores people only by number, so that erasure needs no change to it."""

from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone

from carteado.web.kit.guarding.append_only import NeverChanged


class LogEntryQuerySet(models.QuerySet["LogEntry"]):
    def update(self, **_changes: Any) -> int:
        raise NeverChanged("log entries are never changed")

    def delete(self) -> tuple[int, dict[str, int]]:
        raise NeverChanged("log entries are never deleted")


class LogEntry(models.Model):
    """One action: what was done, by which user, in which event, and when.

    ``action`` is the code of its action class, ``details`` are the fields of that class. ``event`` is null for an
    action that concerns no event, ``actor`` if nobody was signed in. When an event or an account is deleted, its
    entries stay as they are: they keep its number.
    """

    at = models.DateTimeField(default=timezone.now, db_index=True)
    action = models.CharField(max_length=40)
    details = models.JSONField(default=dict)
    event = models.ForeignKey(
        "events.Event", on_delete=models.DO_NOTHING, null=True, db_constraint=False, related_name="log"
    )
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.DO_NOTHING, null=True, db_constraint=False, related_name="+"
    )

    objects = LogEntryQuerySet.as_manager()

    class Meta:
        indexes: ClassVar[list[models.Index]] = [models.Index(fields=["event", "at"], name="log_of_event")]

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise NeverChanged("log entries are never changed")
        super().save(*args, **kwargs)

    def delete(self, *_args: Any, **_kwargs: Any) -> tuple[int, dict[str, int]]:
        raise NeverChanged("log entries are never deleted")


class Seen(models.Model):
    """When a user last looked at their notices. Later ones are new. Without a row all are."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="seen_notices"
    )
    at = models.DateTimeField()

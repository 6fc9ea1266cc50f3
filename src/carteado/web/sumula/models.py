"""A súmula in the database: a list of entries that only grows, and what it comes to, repeated in columns for lists."""

import secrets
from collections.abc import Mapping
from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models.functions import Now

from carteado.web.devices.models import Device
from carteado.web.events.models import Event
from carteado.web.log.models import NeverChanged

FREE_TEXTS = ("why", "about", "despite", "reason", "article")
"""The fields of entries, and of the acts in them, in which a person writes what he likes; all others are codes and
counts."""


def new_code() -> str:
    return secrets.token_urlsafe(12)


def nothing_counted() -> dict[str, Any]:
    return {"score": [0, 0], "won": [0, 0], "winner": None, "hands": 0, "accepted": [0, 0], "agreed": [False, False]}


class Sheet(models.Model):
    """The súmula of one match between these two pairs, in one ``playing`` of it: where a forced correction puts others
    in their place, or has it played again, that gets another.

    ``counted`` is what the entries come to; ``in_time`` what it was before the championship had a result, ``shown``
    when the public score was frozen. ``moved_seq`` is the last entry from which a result may follow; ``begun_seq`` and
    ``told_seq`` are how far the sheet was written when the championship knew that the match had begun, and its result.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="sheets")
    match = models.CharField(max_length=80)
    first = models.CharField(max_length=40)
    second = models.CharField(max_length=40)
    playing = models.PositiveIntegerField(default=0)
    code = models.CharField(max_length=24, unique=True, default=new_code, editable=False)
    seq = models.PositiveIntegerField(default=0)
    moved_seq = models.PositiveIntegerField(default=0)
    begun_seq = models.PositiveIntegerField(null=True, blank=True)
    told_seq = models.PositiveIntegerField(null=True, blank=True)
    counted = models.JSONField(default=nothing_counted)
    in_time = models.JSONField(default=nothing_counted)
    calls_open = models.PositiveIntegerField(default=0)
    called_at = models.DateTimeField(null=True, blank=True)
    questions = models.PositiveIntegerField(default=0)
    late = models.PositiveIntegerField(default=0)
    written_at = models.DateTimeField(null=True, blank=True)
    shown = models.JSONField(null=True, blank=True)
    frozen_at = models.DateTimeField(null=True, blank=True)
    frozen_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["event", "match", "first", "second", "playing"], name="one_sheet_a_playing")
        ]

    @property
    def pairs(self) -> tuple[str, str]:
        return self.first, self.second

    @property
    def score(self) -> tuple[int, int]:
        """Of the game that is on."""
        return _two(self.counted["score"])

    @property
    def won(self) -> tuple[int, int]:
        return _two(self.counted["won"])

    @property
    def accepted(self) -> tuple[int, int]:
        return _two(self.counted["accepted"])

    @property
    def is_agreed(self) -> bool:
        """Whether both pairs accept all there is."""
        return all(self.counted["agreed"])

    @property
    def winner(self) -> int | None:
        winner: int | None = self.counted["winner"]
        return winner

    @property
    def hands(self) -> int:
        return int(self.counted["hands"])

    def has_news(self, since: int | None) -> bool:
        """Whether anything was written from which more follows than was known when it was written so far."""
        return since is None or self.moved_seq > since

    @property
    def is_frozen(self) -> bool:
        return self.frozen_at is not None


def _two(values: Any) -> tuple[int, int]:
    one, two = values
    return int(one), int(two)


class SheetEntryQuerySet(models.QuerySet["SheetEntry"]):
    def update(self, **_changes: Any) -> int:
        raise NeverChanged("entries of a sheet are never changed")

    def delete(self) -> tuple[int, dict[str, int]]:
        raise NeverChanged("entries of a sheet are never deleted")


class SheetEntry(models.Model):
    """One entry as a device sent it, with its place in the list. What people wrote stands apart in ``said``, where it
    can be written anew; ``late`` came when the championship had a result of the match."""

    sheet = models.ForeignKey(Sheet, on_delete=models.CASCADE, related_name="entries")
    seq = models.PositiveIntegerField()
    entry_id = models.CharField(max_length=64)
    device = models.CharField(max_length=64)
    access = models.ForeignKey(
        Device, on_delete=models.DO_NOTHING, null=True, db_constraint=False, related_name="entries"
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.DO_NOTHING, null=True, db_constraint=False, related_name="+"
    )
    received = models.DateTimeField()
    content = models.JSONField()
    said = models.JSONField(default=dict)
    late = models.BooleanField(default=False)

    objects = SheetEntryQuerySet.as_manager()

    class Meta:
        ordering: ClassVar[list[str]] = ["seq"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["sheet", "seq"], name="one_entry_a_seq"),
            models.UniqueConstraint(fields=["sheet", "entry_id"], name="one_entry_an_id"),
        ]

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding and list(kwargs.get("update_fields") or ()) != ["said"]:
            raise NeverChanged("entries of a sheet are never changed")
        super().save(*args, **kwargs)

    def delete(self, *_args: Any, **_kwargs: Any) -> tuple[int, dict[str, int]]:
        raise NeverChanged("entries of a sheet are never deleted")

    @property
    def event(self) -> Event:
        return self.sheet.event

    @property
    def by(self) -> str:
        """Who wrote it, as operations name him."""
        return f"device:{self.access.number}" if self.access else f"user:{self.user_id}"

    @property
    def document(self) -> Mapping[str, Any]:
        """As the device sent it."""
        whole = dict(self.content)
        for name, text in self.said.items():
            place, _, field = name.rpartition(".")
            if place:
                whole[place] = {**whole[place], field: text}
            else:
                whole[name] = text
        return whole


class Reason(models.Model):
    """Why a referee ruled as he did at a live table, in his own words, until they stand on the sheet with the ruling.
    ``mark`` is that of his act: the log of a match is never changed, and has articles and no words."""

    sheet = models.ForeignKey(Sheet, on_delete=models.CASCADE, related_name="reasons")
    mark = models.CharField(max_length=48, unique=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    text = models.TextField()
    created_at = models.DateTimeField(db_default=Now())

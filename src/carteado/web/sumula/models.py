"""Tables of súmulas: a list of entries that only grows, and the score counted from it, kept in columns for list
pages."""

import secrets
from collections.abc import Mapping
from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models.functions import Now

from carteado.web.devices.models import Device
from carteado.web.events.models import Event
from carteado.web.kit.guarding.append_only import NeverChanged

FREE_TEXTS = ("why", "about", "despite", "reason", "article")
"""Fields of entries, and of the acts in them, that hold free text. They are stored apart, in ``said``. All other fields
are codes and counts."""


def new_code() -> str:
    return secrets.token_urlsafe(12)


def nothing_counted() -> dict[str, Any]:
    """The counted score of an empty sheet. Lists have one value for each pair.

    ``score`` has points in the current game, ``won`` games, ``accepted`` the hands that a pair accepted, and ``agreed``
    whether it accepts the whole sheet. ``winner`` is 0, 1 or None.
    """
    return {"score": [0, 0], "won": [0, 0], "winner": None, "hands": 0, "accepted": [0, 0], "agreed": [False, False]}


class Sheet(models.Model):
    """The súmula of one match between two pairs. If a forced correction changes the pairs, or the match is played
    again, there is a new sheet. ``playing`` tells the sheets of the same pairs apart; it is 0 for the first.

    ``code`` is the sheet's name in addresses; it gives no right to read the sheet. ``seq`` is the number of
    entries, ``late`` that of the late ones. ``counted`` is the score counted from all entries, ``in_time`` the score
    from those that came before the championship had a result. Both are as ``nothing_counted`` describes.

    ``moved_seq`` is the ``seq`` of the last entry that may change the result. ``begun_seq`` is the value of ``seq``
    after the last write at which the match had begun for the championship, ``told_seq`` that at which it took a result
    from the sheet. Each is None if that never was. Both stay when the desk takes the start or the result back; only
    ``sheet_writing.hand_in`` forgets them, so that the same entries are sent again.

    ``calls_open`` is 1 while the table waits for the referee whom it called, and 0 otherwise; ``called_at`` is the time
    of that call. ``questions`` counts the open questions, such as two entries for one hand. ``written_at`` is the time
    of the last entry. While a referee has frozen the public score (``freezing``), ``frozen_at`` is set and ``shown`` is
    the score that the public sees.
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
        """Points in the game being played."""
        return _two(self.counted["score"])

    @property
    def won(self) -> tuple[int, int]:
        return _two(self.counted["won"])

    @property
    def is_agreed(self) -> bool:
        """True if both pairs accept everything on the sheet."""
        return all(self.counted["agreed"])

    @property
    def winner(self) -> int | None:
        """The pair, 0 or 1, that won the match by the sheet, accepted or not."""
        winner: int | None = self.counted["winner"]
        return winner

    @property
    def hands(self) -> int:
        return int(self.counted["hands"])

    def has_news(self, since: int | None) -> bool:
        """True if an entry after the one with the ``seq`` ``since`` may change the result. ``since`` is None if the
        championship knows nothing yet."""
        return since is None or self.moved_seq > since

    @property
    def is_frozen(self) -> bool:
        """True while a referee has frozen the public score. No result is sent to the championship then."""
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
    """One entry as a device sent it, with its number in the list, ``seq``, from 1.

    ``entry_id`` and ``device`` are the names that the sender gave to the entry and to itself. ``access`` is the
    registered device whose secret came with it, ``user`` the member of the team who wrote it. Both are None if the site
    wrote it by itself.

    ``received`` is by the server's clock. ``sent`` is what the device's own clock showed when it sent the entry; None
    if it did not say, or if another device passed the entry on.

    Free texts are kept apart in ``said``, where they can be replaced when a person is erased. Its keys are the paths to
    the fields they belong to: ``why``, ``act.reason``. ``late`` entries arrived after the championship had a result of
    the match.
    """

    sheet = models.ForeignKey(Sheet, on_delete=models.CASCADE, related_name="entries")
    seq = models.PositiveIntegerField()
    entry_id = models.CharField(max_length=64)
    device = models.CharField(max_length=64)
    # no constraint: a row never changes, not even when its device or its user is deleted
    access = models.ForeignKey(
        Device, on_delete=models.DO_NOTHING, null=True, db_constraint=False, related_name="entries"
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.DO_NOTHING, null=True, db_constraint=False, related_name="+"
    )
    received = models.DateTimeField()
    sent = models.DateTimeField(null=True)
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
        """The writer, with the name that operations use: ``device:3``, ``user:17``; ``user:None`` for the site."""
        return f"device:{self.access.number}" if self.access else f"user:{self.user_id}"

    @property
    def document(self) -> Mapping[str, Any]:
        """The entry as the device sent it, with its free texts back in place."""
        return _with_texts(self.content, self.said)


class SetAsideEntry(models.Model):
    """An entry that came after its match was no more (``match_sheets.Gone``): other pairs play it, it is played again,
    it was removed, or a pair that left lost it by W.O. before play.

    It is on no sheet and counts nowhere; a referee reads it. Fields as in ``SheetEntry``.
    """

    sheet = models.ForeignKey(Sheet, on_delete=models.CASCADE, related_name="set_aside")
    entry_id = models.CharField(max_length=64)
    device = models.CharField(max_length=64)
    access = models.ForeignKey(Device, on_delete=models.DO_NOTHING, null=True, db_constraint=False, related_name="+")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.DO_NOTHING, null=True, db_constraint=False, related_name="+"
    )
    received = models.DateTimeField()
    content = models.JSONField()
    said = models.JSONField(default=dict)

    class Meta:
        ordering: ClassVar[list[str]] = ["pk"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["sheet", "entry_id"], name="one_set_aside_an_id")
        ]

    @property
    def event(self) -> Event:
        return self.sheet.event

    @property
    def document(self) -> Mapping[str, Any]:
        return _with_texts(self.content, self.said)


def _with_texts(content: Mapping[str, Any], said: Mapping[str, str]) -> Mapping[str, Any]:
    whole = dict(content)
    for path, text in said.items():
        *outer, field = path.split(".")
        inner = whole
        for name in outer:
            found = inner.get(name)
            inner[name] = dict(found) if isinstance(found, Mapping) else {}
            inner = inner[name]
        inner[field] = text
    return whole


class Reason(models.Model):
    """A referee's words for a ruling at a live table, kept until the ruling is on the sheet. ``mark`` is the id of
    the act with which they made the ruling there.

    The log of a live match cannot hold them: it is never changed, and contains articles but no free texts. Rows that no
    ruling on a sheet needed are deleted after a month.
    """

    sheet = models.ForeignKey(Sheet, on_delete=models.CASCADE, related_name="reasons")
    mark = models.CharField(max_length=48, unique=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    text = models.TextField()
    created_at = models.DateTimeField(db_default=Now())

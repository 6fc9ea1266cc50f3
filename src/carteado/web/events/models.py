"""Tables of an event: what was decided about it, version by version, and every operation of its championship."""

from datetime import datetime, timedelta
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from carteado.web.people.public_names import shown_name


class Stage(models.TextChoices):
    """The stage of an event, for lists. Which acts are allowed in it is decided by the championship itself."""

    DRAFT = "draft"
    PUBLISHED = "published"
    RUNNING = "running"
    FINISHED = "finished"
    SUSPENDED = "suspended"
    CANCELLED = "cancelled"


class Entering(models.TextChoices):
    """Whether pairs may enter, apart from the dates. ``closed`` once the pairs are final, and while the event is
    suspended or after it was cancelled."""

    OPEN = "open"
    FULL = "full"
    CLOSED = "closed"


LAST_MINUTE = timedelta(minutes=1)
"""Entries close at the end of the minute that was announced."""


class Event(models.Model):
    """An event. Most columns repeat, for lists and searches, what the latest version and the operations contain.

    ``version`` counts saved details, ``seq`` counts operations. Of two writers, the one that takes the next number
    first wins. ``published_version`` is the version whose rules the championship began with; null for a draft.
    ``chain`` is the hash of all operations so far, each hashed together with those before it. ``form`` is the id of
    the form that created the event, so that a form sent twice creates one event. ``pairs`` is the number of places,
    not of pairs that entered. Only the team sees results until ``embargo_until``. ``delays`` are the seconds by which
    the public sees matches later, as ``events.delays`` reads them. ``stage`` and ``headline`` are behind these delays,
    but an embargo does not change them: whoever shows them to the public asks ``is_embargoed`` first.
    ``events.headlines`` reads the headline. Since ``archived_at`` the site has only the results, and takes no more
    operations.
    """

    form = models.UUIDField(null=True, unique=True, editable=False)
    slug = models.SlugField(max_length=60, unique=True)
    regulation = models.CharField(max_length=60)
    name = models.CharField(max_length=100)
    place = models.CharField(max_length=100, blank=True)
    day = models.DateField(null=True, blank=True)
    entries_open = models.DateTimeField(null=True, blank=True)
    entries_close = models.DateTimeField(null=True, blank=True)
    entering = models.CharField(max_length=6, choices=Entering, default=Entering.OPEN)
    pairs = models.PositiveIntegerField(default=0)
    embargo_until = models.DateTimeField(null=True, blank=True)
    delays = models.JSONField(default=dict, blank=True)
    stage = models.CharField(max_length=10, choices=Stage, default=Stage.DRAFT, db_index=True)
    headline = models.CharField(max_length=100, blank=True)
    version = models.PositiveIntegerField(default=0)
    published_version = models.PositiveIntegerField(null=True, blank=True)
    seq = models.PositiveIntegerField(default=0)
    chain = models.CharField(max_length=64, blank=True, editable=False)
    created_at = models.DateTimeField(default=timezone.now)
    published_at = models.DateTimeField(null=True, blank=True)
    archived_at = models.DateTimeField(null=True, blank=True)
    changed_at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return self.name

    @property
    def is_draft(self) -> bool:
        return self.stage == Stage.DRAFT

    def is_time_to_enter(self, now: datetime) -> bool:
        """True between the two dates. A date that is not set limits nothing."""
        opens, closes = self.entries_open, self.entries_close
        return (opens is None or opens <= now) and (closes is None or now < closes + LAST_MINUTE)

    def takes_entries(self, now: datetime) -> bool:
        """True if a pair may enter: the dates allow it, and there is a place. Other requirements are checked for each
        registration."""
        return self.stage == Stage.PUBLISHED and self.entering == Entering.OPEN and self.is_time_to_enter(now)

    @property
    def is_embargoed(self) -> bool:
        """True if only the team may see the results as yet."""
        return self.embargo_until is not None and timezone.now() < self.embargo_until


class Version(models.Model):
    """Details as saved by an organiser, whole (``events.details``). Versions are only added, never changed."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="versions")
    number = models.PositiveIntegerField()
    details = models.JSONField()
    at = models.DateTimeField(default=timezone.now)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["event", "number"], name="one_version_a_number")
        ]


class Pair(models.Model):
    """The pair behind a code in operations. Its name can be erased here, while the results stay.

    ``delegation`` is the name of its delegation, empty without one.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="pairs_named")
    code = models.CharField(max_length=40)
    name = models.CharField(max_length=120)
    delegation = models.CharField(max_length=80, blank=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["event", "code"], name="one_pair_a_code")
        ]

    @property
    def shown_name(self) -> str:
        """The name in the language of the page."""
        return shown_name(self.name)


class Operation(models.Model):
    """One operation of the championship in the format ``carteado-event/1``. People are in it by code; only a text that
    somebody typed, such as a reason, may name them.

    ``at`` is the time that the operation names; the log has the time of writing. ``by`` is null for an operation by a
    person without an account, by a phone or by the site itself, as after a live match, and once the account is deleted.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="operations")
    seq = models.PositiveIntegerField()
    document = models.JSONField()
    at = models.DateTimeField(default=timezone.now)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["event", "seq"], name="one_operation_a_seq")
        ]


class DocumentKind(models.TextChoices):
    """Kinds of documents that an organiser can add."""

    REGULATION = "regulation", _("The event's own regulation")
    TERMS = "terms", _("Terms to be signed")


class Document(models.Model):
    """A file of the organiser. It is kept in the database, so that one backup contains everything. New versions do not
    replace old ones: ``number`` counts those of the kind."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="documents")
    kind = models.CharField(max_length=10, choices=DocumentKind)
    number = models.PositiveIntegerField()
    filename = models.CharField(max_length=120)
    content = models.BinaryField()
    sha256 = models.CharField(max_length=64)
    at = models.DateTimeField(default=timezone.now)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["event", "kind", "number"], name="one_document_a_number")
        ]

"""People and pairs of an event, with their data, consents and payments. Operations know them only by code."""

from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone

from carteado.web.events.models import Event, Pair
from carteado.web.kit.guarding.sealed import SealedField, Unreadable, keyed_index
from carteado.web.people.models import DocumentKind, fingerprint, new_secret
from carteado.web.people.public_names import shown_name


class Erased(RuntimeError):
    """The person was erased in the meantime: their data must not be written again."""


class Entrant(models.Model):
    """A person in one event. Their data is theirs to see, correct and erase; the results of the event stay.

    Operations name the person by ``code``. After erasure they appear as ``Participante`` and their ``number``. ``user``
    is their account, if they entered with one or put the entry into it. ``called`` is their name at the table.
    ``document_index`` finds the same document in the event without opening it. ``birth_date`` is ``YYYY-MM-DD``.
    ``declared`` holds their answers to the eligibility questions, as JSON (``person_questions``). ``secret`` opens
    their own page, which needs no account: see ``own_link``. Erasure (``privacy.erasing``) empties the row but for
    code, number, event and ``created_at``, sets ``erased_at``, and deletes the person's agreements, letters and
    material.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="entrants")
    code = models.CharField(max_length=40)
    number = models.PositiveIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="entrants"
    )
    name = models.CharField(max_length=120, blank=True)
    called = models.CharField(max_length=40, blank=True)
    email = models.EmailField(blank=True)
    phone = SealedField(blank=True)
    document_kind = models.CharField(max_length=3, choices=DocumentKind, blank=True)
    document = SealedField(blank=True)
    document_index = models.CharField(max_length=64, blank=True, editable=False)
    birth_date = SealedField(blank=True)
    declared = SealedField(blank=True)
    secret = SealedField(default=new_secret)
    secret_hash = models.CharField(max_length=64, unique=True, editable=False)
    created_at = models.DateTimeField(default=timezone.now)
    erased_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["event", "code"], name="one_entrant_a_code"),
            models.UniqueConstraint(fields=["event", "number"], name="one_entrant_a_number"),
            models.UniqueConstraint(
                fields=["event", "document_index"],
                condition=~models.Q(document_index=""),
                name="one_entrant_a_document",
            ),
        ]

    @property
    def shown(self) -> str:
        """The person's name at the table, in the language of the page."""
        return shown_name(self.called or self.name)

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Save the row and recompute its two indices. A value that no key opens keeps its index.

        Raises Erased if the person was erased after this row was read.
        """
        if self.erased_at is None and Entrant.objects.filter(pk=self.pk, erased_at__isnull=False).exists():
            raise Erased
        if not isinstance(self.secret, Unreadable):
            self.secret_hash = fingerprint(self.secret)
        if not isinstance(self.document, Unreadable):
            self.document_index = index_of(self.document_kind, self.document)
        super().save(*args, **kwargs)


def index_of(kind: str, document: str) -> str:
    """Keyed index for finding the same document in one event; empty without a document."""
    return keyed_index(f"{kind}:{document}") if document else ""


class Agreement(models.Model):
    """A person's answer to one text, which is identified by version and hash. Taking it back adds another row.

    ``to`` is the name of a consent, or the kind of a document if ``is_document``, or ``consents.CONFIRMATION``.
    ``title`` is the title of the document, if the text speaks of one. ``given`` is False for taking it back.
    """

    entrant = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="agreements")
    to = models.CharField(max_length=40)
    title = models.CharField(max_length=160, blank=True)
    is_document = models.BooleanField(default=False)
    version = models.CharField(max_length=40)
    hash = models.CharField(max_length=64)
    given = models.BooleanField()
    at = models.DateTimeField(default=timezone.now)


class Registration(models.Model):
    """A pair's form: its answers to the organiser's own questions, and whether it has paid.

    ``form`` identifies the page that the pair filled in, or the row of an imported list, so that sending it twice
    enters one pair. It is null without one. If the entry was taken back, it becomes null before the same form enters a
    pair again.
    ``answers`` are by the text of the question. ``paid_at`` is null until the organiser marks the fee as paid.
    """

    pair = models.OneToOneField(Pair, on_delete=models.CASCADE, related_name="registration")
    form = models.UUIDField(null=True, unique=True, editable=False)
    answers = models.JSONField(default=dict, blank=True)
    paid_at = models.DateTimeField(null=True, blank=True)
    paid_marked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    created_at = models.DateTimeField(default=timezone.now)


class Material(models.Model):
    """What a person sends about themselves, and how to reach them for an interview. ``photo_kind`` is jpeg or png.

    Keys: consents.material, consents.own_material, publicity.interviews.
    """

    entrant = models.OneToOneField(Entrant, on_delete=models.CASCADE, related_name="material")
    photo = models.BinaryField(blank=True, default=b"")
    photo_kind = models.CharField(max_length=4, blank=True)
    video = models.URLField(max_length=300, blank=True)
    biography = models.TextField(max_length=2000, blank=True)
    interview = models.CharField(max_length=200, blank=True)
    changed_at = models.DateTimeField(default=timezone.now)

    @property
    def event(self) -> Event:
        return self.entrant.event


class LetterKind(models.TextChoices):
    """What a person writes to the organiser about. Keys: disqualification.reported_fact, publicity.promotion."""

    FACT = "fact"
    PROMOTION = "promotion"


class Outcome(models.TextChoices):
    """What the organiser answered. A reported fact is noted; leave to promote something is granted or refused."""

    OPEN = ""
    NOTED = "noted"
    GRANTED = "granted"
    REFUSED = "refused"


class Letter(models.Model):
    """What a person reports to the organiser or asks of them, and the answer. Only these two read it."""

    entrant = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="letters")
    kind = models.CharField(max_length=10, choices=LetterKind)
    text = models.TextField(max_length=1000)
    at = models.DateTimeField(default=timezone.now)
    outcome = models.CharField(max_length=7, choices=Outcome, default=Outcome.OPEN, blank=True)
    answer = models.TextField(max_length=300, blank=True)
    answered_at = models.DateTimeField(null=True, blank=True)
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )

    @property
    def event(self) -> Event:
        return self.entrant.event

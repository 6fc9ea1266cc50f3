"""Who stands behind the codes by which operations name people, and what each of them told, agreed to and paid."""

from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone

from carteado.web.events.models import Event, Pair
from carteado.web.kit.guarding.sealed import SealedField, Unreadable, keyed_index
from carteado.web.people.models import DocumentKind, fingerprint, new_secret
from carteado.web.people.public_names import shown_name


class Erased(RuntimeError):
    """A person erased himself meanwhile: what was known of him is not written again."""


class Entrant(models.Model):
    """A person in one event. What he told is his: he sees it, corrects it and erases it, and the results stay.

    Operations name him by ``code``; erased he is ``Participante`` and his ``number``. ``called`` is how the table knows
    him. ``declared`` is what eligibility asks, as JSON. ``secret`` opens his own page, which needs no account.
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
        """What he is called at the table, in the language of the page."""
        return shown_name(self.called or self.name)

    def save(self, *args: Any, **kwargs: Any) -> None:
        """The indices follow what they are of, and nobody has to think of them. A row from before he was erased is
        refused (Erased)."""
        if self.erased_at is None and Entrant.objects.filter(pk=self.pk, erased_at__isnull=False).exists():
            raise Erased
        if not isinstance(self.secret, Unreadable):
            self.secret_hash = fingerprint(self.secret)
        if not isinstance(self.document, Unreadable):
            self.document_index = index_of(self.document_kind, self.document)
        super().save(*args, **kwargs)


def index_of(kind: str, document: str) -> str:
    """By which an equal document is found in an event; nothing for none."""
    return keyed_index(f"{kind}:{document}") if document else ""


class Agreement(models.Model):
    """An answer of a person to one text, which its version and hash identify. Taken back, another row says so."""

    entrant = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="agreements")
    to = models.CharField(max_length=40)
    is_document = models.BooleanField(default=False)
    version = models.CharField(max_length=40)
    hash = models.CharField(max_length=64)
    given = models.BooleanField()
    at = models.DateTimeField(default=timezone.now)


class Registration(models.Model):
    """A pair's form: what it answered to the organiser's own questions, and whether it paid.

    ``form`` is the page on which it was begun: sent twice, it enters one pair.
    """

    pair = models.OneToOneField(Pair, on_delete=models.CASCADE, related_name="registration")
    form = models.UUIDField(null=True, unique=True, editable=False)
    answers = models.JSONField(default=dict, blank=True)
    paid_at = models.DateTimeField(null=True, blank=True)
    paid_marked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    created_at = models.DateTimeField(default=timezone.now)

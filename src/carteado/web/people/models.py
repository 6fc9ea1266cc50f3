"""Accounts, personal data, roles in events, and one-time links."""

import hashlib
import secrets
from typing import Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from carteado.web.kit.guarding.policy import Role
from carteado.web.kit.guarding.sealed import SealedField, Unreadable, keyed_index


class UserManager(BaseUserManager["User"]):
    def create_user(self, email: str, password: str | None = None, **fields: Any) -> "User":
        user = self.model(email=self.normalize_email(email).lower(), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, **fields: Any) -> "User":
        return self.create_user(email, password, is_staff=True, is_superuser=True, **fields)


class User(AbstractBaseUser, PermissionsMixin):
    """An account. The e-mail is the name to sign in with, in lower case.

    ``is_staff`` makes a member of the site's team (``Role.STAFF``). ``is_superuser`` and the permissions of Django
    are not used: roles decide who may do what. An account that is not ``is_active`` cannot sign in and counts as a
    visitor; no page of the site makes it so.
    """

    email = models.EmailField(_("e-mail"), unique=True)
    name = models.CharField(_("name"), max_length=120, blank=True)
    is_staff = models.BooleanField(default=False)
    is_active = models.BooleanField(default=True)
    joined_at = models.DateTimeField(default=timezone.now)

    USERNAME_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    objects = UserManager()

    def __str__(self) -> str:
        return self.name or self.email

    def get_full_name(self) -> str:
        return self.name

    def get_short_name(self) -> str:
        return self.name.partition(" ")[0] or self.email.partition("@")[0]


class DocumentKind(models.TextChoices):
    """The documents that a regulation may ask for to identify a person."""

    CPF = "cpf", "CPF"
    RNE = "rne", "RNE"


class Profile(models.Model):
    """Data that a person enters once and every entry form may use.

    Only the person and those they show it to can read it. Empty fields are not known. ``birth_date`` is
    ``YYYY-MM-DD``. ``document_index`` finds the same document in another account without opening it.
    """

    user = models.OneToOneField(User, on_delete=models.CASCADE, related_name="profile")
    document_kind = models.CharField(max_length=3, choices=DocumentKind, blank=True)
    document = SealedField(blank=True)
    document_index = models.CharField(max_length=64, blank=True, editable=False)
    birth_date = SealedField(blank=True)
    phone = SealedField(blank=True)
    city = models.CharField(max_length=80, blank=True)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["document_index"], condition=~models.Q(document_index=""), name="one_account_a_document"
            )
        ]

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Save the profile and recompute the document's index. A document that no key opens keeps its index."""
        if not isinstance(self.document, Unreadable):
            self.document_index = keyed_index(f"{self.document_kind}:{self.document}") if self.document else ""
        super().save(*args, **kwargs)


ROLES_OF_EVENTS = [(str(role), str(role)) for role in Role.of_events()]


class Membership(models.Model):
    """A role that a person has in one event."""

    event = models.ForeignKey("events.Event", on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=16, choices=ROLES_OF_EVENTS)
    since = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["event", "user", "role"], name="one_membership_a_role")
        ]


class LinkPurpose(models.TextChoices):
    """The one thing that a link lets its visitor do: sign in, or join the team of an event."""

    SIGN_IN = "sign_in"
    INVITATION = "invitation"
    PARTNER = "partner"
    """No longer made. It stays because the migrations name it."""


def new_secret() -> str:
    return secrets.token_urlsafe(24)


def fingerprint(secret: str) -> str:
    """Hash of a link's secret: the database can recognise the link with it, but not use it."""
    return hashlib.sha256(secret.encode()).hexdigest()


class OneTimeLinkQuerySet(models.QuerySet["OneTimeLink"]):
    def open(self) -> "OneTimeLinkQuerySet":
        """Links that can still be used."""
        return self.filter(used_at=None, revoked_at=None, expires_at__gt=timezone.now())


class OneTimeLink(models.Model):
    """A link that the site would e-mail. It can also be copied, shown as a QR code or sent by WhatsApp.

    ``secret`` is sealed, not hashed, because an organiser may want to show an open invitation again; ``secret_hash``
    finds the link by it. ``user`` is the one whom a sign-in link signs in, or who accepted an invitation, and null
    before. ``event`` and ``role`` are what an invitation is to. ``email`` is only where the link was sent: anyone
    who has the link may use it. ``created_by`` is null for a sign-in link.
    """

    purpose = models.CharField(max_length=12, choices=LinkPurpose)
    secret = SealedField(default=new_secret)
    secret_hash = models.CharField(max_length=64, unique=True, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, null=True, blank=True, related_name="links")
    event = models.ForeignKey("events.Event", on_delete=models.CASCADE, null=True, blank=True, related_name="links")
    role = models.CharField(max_length=16, choices=ROLES_OF_EVENTS, blank=True)
    email = models.EmailField(blank=True)
    created_by = models.ForeignKey(User, on_delete=models.CASCADE, null=True, related_name="links_made")
    created_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    objects = OneTimeLinkQuerySet.as_manager()

    def save(self, *args: Any, **kwargs: Any) -> None:
        if self._state.adding:
            self.secret_hash = fingerprint(self.secret)
        super().save(*args, **kwargs)

    @property
    def is_open(self) -> bool:
        return self.used_at is None and self.revoked_at is None and timezone.now() < self.expires_at

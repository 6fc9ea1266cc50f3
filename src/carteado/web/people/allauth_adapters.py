"""Adapters for the account libraries: links under the site's address, sealed second factors, and the login lock."""

import logging
from collections.abc import Mapping
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress, EmailConfirmation
from allauth.account.signals import password_reset
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import generate_totp_secret
from axes.utils import reset
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction
from django.dispatch import receiver
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from carteado.web.kit.guarding.attempt_limits import address_of
from carteado.web.kit.guarding.sealed import CannotOpen, is_under_first_key, resealed, seal, unseal
from carteado.web.kit.sending import mail
from carteado.web.kit.sending.qr_code import qr_svg
from carteado.web.kit.sending.site_address import absolute_url
from carteado.web.people import account_emails as emails
from carteado.web.people.models import User

logger = logging.getLogger(__name__)


class AccountAdapter(DefaultAccountAdapter):
    """How the library of accounts works on this site. It calls these methods."""

    error_messages = DefaultAccountAdapter.error_messages | {
        "email_password_mismatch": _("This e-mail and this password do not go together."),
        "email_taken": _("There is an account with this e-mail already. Sign in to it, or use another."),
        "enter_current_password": _("This is not your current password."),
        "incorrect_code": _("This code does not open. Codes change every 30 seconds: try the next one."),
        "incorrect_password": _("This is not your password."),
        "too_many_login_attempts": _("Too many wrong codes. Wait 15 minutes and try again."),
        "rate_limited": _("Too many tries. Wait a while and go on."),
    }

    def save_user(self, request: HttpRequest, user: AbstractBaseUser, form: BaseForm, commit: bool = True) -> Any:
        """Fill a new account from the sign-up form. The library does not know our field ``name``."""
        assert isinstance(user, User)
        user.name = form.cleaned_data["name"]
        return super().save_user(request, user, form, commit)

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Leave limits on wrong passwords to axes: the library's own limit would lock the account's owner out, too."""

    def get_client_ip(self, request: HttpRequest) -> str:
        return address_of(request)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        mail.deliver(self.render_mail(template_prefix, email, {"email": email, **context}))

    def confirm_email(self, request: HttpRequest, email_address: EmailAddress) -> bool:
        """Refuse an address that another person made an account with after the mail was sent. False if refused."""
        if emails.is_taken(email_address.email, by_other_than=email_address.user):
            refused = "account/messages/email_confirmation_failed.txt"
            self.add_message(request, messages.ERROR, refused, {"email": email_address.email})
            return False
        return super().confirm_email(request, email_address)

    def get_email_confirmation_url(self, request: HttpRequest, emailconfirmation: EmailConfirmation) -> str:
        path = reverse("account_confirm_email", kwargs={"key": emailconfirmation.key})
        return absolute_url(path, request=request)

    def get_reset_password_from_key_url(self, key: str) -> str:
        user, _dash, token = key.partition("-")
        path = reverse("account_reset_password_from_key", kwargs={"uidb36": user, "key": token})
        return absolute_url(path, request=self.request)


class SecondFactorAdapter(DefaultMFAAdapter):
    """Seals the secrets of authenticator apps in the database."""

    error_messages = DefaultMFAAdapter.error_messages | {
        "incorrect_code": AccountAdapter.error_messages["incorrect_code"],
        "unverified_email": _("Confirm your e-mail first: open the link that we sent you, or ask for another one."),
    }

    def get_totp_issuer(self) -> str:
        return "Carteado"

    def build_totp_svg(self, url: str) -> str:
        return qr_svg(url, gettext("QR code for your authenticator app"))

    def encrypt(self, text: str) -> str:
        return seal(text)

    def decrypt(self, encrypted_text: str) -> str:
        """The secret. If no key opens it, a random one, with which every code is wrong."""
        try:
            return unseal(encrypted_text)
        except CannotOpen as error:
            logger.error("a second step: %s", error)
            return generate_totp_secret()


SEALED_PARTS = frozenset({"secret", "seed"})
"""The sealed keys of ``Authenticator.data``: an authenticator app's secret, and the seed of the recovery codes."""


def has_lost_codes(user: User) -> bool:
    """True if no key opens the recovery codes, so that they cannot be shown."""
    for codes in Authenticator.objects.filter(user=user, type=Authenticator.Type.RECOVERY_CODES):
        try:
            unseal(codes.data["seed"])
        except CannotOpen:
            return True
    return False


def reseal_second_factors() -> tuple[int, int]:
    """Seal all second factors under the first key. Returns how many parts were sealed now, and how many no key opens.

    Those already under the first key count as neither.
    """
    sealed = unreadable = 0
    with transaction.atomic():
        for authenticator in Authenticator.objects.select_for_update().order_by("pk"):
            parts = SEALED_PARTS & authenticator.data.keys()
            for name in {part for part in parts if not is_under_first_key(authenticator.data[part])}:
                try:
                    authenticator.data[name] = resealed(authenticator.data[name])
                    sealed += 1
                except CannotOpen:
                    unreadable += 1
            authenticator.save(update_fields=["data"])
    return sealed, unreadable


def account_tried(request: HttpRequest, credentials: Mapping[str, Any] | None) -> str | None:
    """The account that the visitor tries to open, by its e-mail in lower case: failed tries are counted for it.

    The login lock (the library ``axes``) calls this, and ``locked_out``. None if the form has no e-mail.
    """
    email = credentials.get("email") if credentials else request.POST.get("login")
    return str(email).strip().lower() if email else None


def locked_out(request: HttpRequest, _response: HttpResponse | None, _credentials: Mapping[str, Any]) -> HttpResponse:
    """The answer to a try at an account that is locked, even with the right password."""
    minutes = int(settings.AXES_COOLOFF_TIME.total_seconds() // 60)
    context = {"minutes": minutes, "failures": settings.AXES_FAILURE_LIMIT}
    return render(request, "account/locked_out.html", context, status=429)


@receiver(password_reset)
def open_again(user: User, **_signal: object) -> None:
    """Lift the login lock: by resetting the password, the user has shown that the account is theirs."""
    reset(username=user.email.lower())

"""The e-mail of an account, and how it changes.

``User.email`` is the address to sign in with. The account library's ``EmailAddress`` rows say which addresses are
confirmed; a change adds one. With a mail server, a new address counts once its owner has confirmed it on the page of
the link sent to it. Without one it counts at once.
"""

from allauth.account.models import EmailAddress
from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction
from django.http import HttpRequest

from carteado.web.kit.sending import mail
from carteado.web.people.models import User


def is_taken(email: str, *, by_other_than: AbstractBaseUser) -> bool:
    """True if another account signs in with this address."""
    return User.objects.filter(email=email.lower()).exclude(pk=by_other_than.pk).exists()


def own_addresses(user: User) -> set[str]:
    """The addresses that count as the user's: the one they sign in with, and the confirmed ones.

    An address that the user only typed may be another person's.
    """
    return {user.email, *confirmed_addresses(user)}


def confirmed_addresses(user: User) -> set[str]:
    return set(EmailAddress.objects.filter(user=user, verified=True).values_list("email", flat=True))


def proven_addresses(user: User) -> set[str]:
    """The addresses that the user has proved.

    Without a mail server no address can be confirmed, so all of ``own_addresses`` count.
    """
    return confirmed_addresses(user) if mail.is_configured() else own_addresses(user)


def pending_address(user: User) -> EmailAddress | None:
    """The address still to be confirmed: the new one, or else the one in use."""
    return EmailAddress.objects.filter(user=user, verified=False).order_by("primary", "-pk").first()


def change_address(user: User, email: str, *, request: HttpRequest) -> bool:
    """Change the e-mail to one that the caller has found free (``is_taken``). True if the new one counts already, False
    if a mail was sent to confirm it."""
    if mail.is_configured():
        # Outside of any transaction, because a mail server may be slow.
        _add_pending(user, email).send_confirmation(request)
        return False
    _replace(user, email)
    return True


@transaction.atomic
def _add_pending(user: User, email: str) -> EmailAddress:
    give_up_change(user)
    return EmailAddress.objects.create(user=user, email=email)


@transaction.atomic
def _replace(user: User, email: str) -> None:
    EmailAddress.objects.filter(user=user).delete()
    EmailAddress.objects.create(user=user, email=email, primary=True)
    user.email = email
    user.save(update_fields=["email"])


def give_up_change(user: User) -> None:
    """Delete every address but the one in use, so that a link already sent confirms nothing."""
    EmailAddress.objects.filter(user=user).exclude(email=user.email).delete()

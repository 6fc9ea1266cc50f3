"""The e-mail of an account, and its change.

With a mail server a new one has to answer before it counts. Without one it counts at once: nobody could ask it.
"""

from allauth.account.models import EmailAddress
from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction
from django.http import HttpRequest

from carteado.web.kit.sending import mail
from carteado.web.people.models import User


def is_taken(email: str, *, by_other_than: AbstractBaseUser) -> bool:
    return User.objects.filter(email=email.lower()).exclude(pk=by_other_than.pk).exists()


def own(user: User) -> set[str]:
    """What counts as his: the address that he signs in with, and those that answered. One that he only typed may be
    anybody's."""
    return {user.email, *answered(user)}


def answered(user: User) -> set[str]:
    return set(EmailAddress.objects.filter(user=user, verified=True).values_list("email", flat=True))


def proved(user: User) -> set[str]:
    """Where there is no mail server nobody could ask an address anything."""
    return answered(user) if mail.is_configured() else own(user)


def unanswered(user: User) -> EmailAddress | None:
    """The address that has a mail of ours to answer: the new one, or else the one in use."""
    return EmailAddress.objects.filter(user=user, verified=False).order_by("primary", "-pk").first()


def change(user: User, email: str, *, request: HttpRequest) -> bool:
    """True when it counts already, False when a mail is on its way."""
    if mail.is_configured():
        # Only now, with nothing open in the database: a mail server may take its time.
        _announce(user, email).send_confirmation(request)
        return False
    _replace(user, email)
    return True


@transaction.atomic
def _announce(user: User, email: str) -> EmailAddress:
    give_up_change(user)
    return EmailAddress.objects.create(user=user, email=email)


@transaction.atomic
def _replace(user: User, email: str) -> None:
    EmailAddress.objects.filter(user=user).delete()
    EmailAddress.objects.create(user=user, email=email, primary=True)
    user.email = email
    user.save(update_fields=["email"])


def give_up_change(user: User) -> None:
    EmailAddress.objects.filter(user=user).exclude(email=user.email).delete()

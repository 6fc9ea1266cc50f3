"""One-time links, sent by mail or passed on by hand.

Opening the address only shows what the link does, because messengers fetch every link for a preview; using it takes a
button. An unknown, used, revoked or expired link always gets the same answer, except that whoever accepted an
invitation comes to the event again.
"""

from datetime import timedelta

from django.db.models import Model
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone

from carteado.web.kit.sending.site_address import LOCAL_SITE, absolute_url
from carteado.web.people.models import LinkPurpose, OneTimeLink, OneTimeLinkQuerySet, User, fingerprint

LIFETIME = {
    LinkPurpose.SIGN_IN: timedelta(minutes=15),
    LinkPurpose.INVITATION: timedelta(days=14),
}
ROUTE = {
    LinkPurpose.SIGN_IN: "sign-in-link",
    LinkPurpose.INVITATION: "invitation",
}


class NoSuchAccount(LookupError):
    """No active account has this e-mail."""


def sign_in_link(user: User, *, site: str = LOCAL_SITE) -> str:
    """A link that signs its visitor in as the user. ``site`` begins it if the settings name no public address.

    Only the command line makes these: in a page they would be a way to take over an account.
    """
    return url_of(new_link(LinkPurpose.SIGN_IN, user=user), site=site)


def sign_in_link_of(email: str, *, site: str = LOCAL_SITE) -> str:
    """The link printed by ``carteado sign-in-link EMAIL``, for a user who lost the password and gets no mail.

    Raises NoSuchAccount.
    """
    user = User.objects.filter(email__iexact=email.strip(), is_active=True).first()
    if user is None:
        raise NoSuchAccount(email)
    return sign_in_link(user, site=site)


def url_of(link: OneTimeLink, *, request: HttpRequest | None = None, site: str = LOCAL_SITE) -> str:
    path = reverse(ROUTE[LinkPurpose(link.purpose)], kwargs={"secret": link.secret})
    return absolute_url(path, request=request, site=site)


def find(purpose: LinkPurpose, secret: str) -> OneTimeLink | None:
    """The link with this secret, open or not."""
    links = OneTimeLink.objects.select_related("user", "event", "created_by")
    return links.filter(purpose=purpose, secret_hash=fingerprint(secret)).first()


def use(link: OneTimeLink, *, by: User | None = None) -> bool:
    """Close the link. False if it was closed meanwhile. ``by`` is the user who accepts an invitation."""
    closed = {"used_at": timezone.now()} | ({"user": by} if by is not None else {})
    return _still_open(link).update(**closed) == 1


def revoke(link: OneTimeLink) -> bool:
    """Revoke the link. False if it was already closed."""
    return _still_open(link).update(revoked_at=timezone.now()) == 1


def new_link(purpose: LinkPurpose, **fields: Model | str | None) -> OneTimeLink:
    """Make and store a link. ``fields`` are fields of ``OneTimeLink``: its user, event, role, e-mail, maker."""
    return OneTimeLink.objects.create(purpose=purpose, expires_at=timezone.now() + LIFETIME[purpose], **fields)


def _still_open(link: OneTimeLink) -> OneTimeLinkQuerySet:
    return OneTimeLink.objects.open().filter(pk=link.pk)

"""Links that open one thing, once: instead of a mail, or in it.

Opening the address only shows what it does, because messengers fetch every link for a preview; using it takes a button.
A link that is unknown, used, revoked or too old always gets the same answer.
"""

from datetime import timedelta

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone

from carteado.web.events.models import Event
from carteado.web.kit.guarding.policy import Role
from carteado.web.kit.process.local_site import Hall
from carteado.web.people.models import LinkPurpose, OneTimeLink, OneTimeLinkQuerySet, User, fingerprint

LIFETIME = {
    LinkPurpose.SIGN_IN: timedelta(minutes=15),
    LinkPurpose.INVITATION: timedelta(days=14),
    LinkPurpose.PARTNER: timedelta(days=14),
}
ROUTE = {
    LinkPurpose.SIGN_IN: "sign-in-link",
    LinkPurpose.INVITATION: "invitation",
}
LOCAL_SITE = "http://localhost:8000"
"""Where the site is when neither its settings nor a request say it."""


class NoSuchAccount(LookupError):
    """Nobody signs in with that e-mail."""


def absolute_url(path: str, *, request: HttpRequest | None = None, site: str = LOCAL_SITE) -> str:
    """The address that somebody else can open: the site's public one, or the one by which the request came."""
    if settings.PUBLIC_URL:
        return f"{settings.PUBLIC_URL}{path}"
    return request.build_absolute_uri(path) if request is not None else f"{site}{path}"


def open_url() -> str | None:
    """The site's address for everybody who just looks: in a local network the one without https, which no phone warns
    of."""
    hall: Hall | None = settings.HALL
    return hall.plain[0] if hall else settings.PUBLIC_URL


def sign_in_link(user: User, *, made_by: User | None = None, site: str = LOCAL_SITE) -> str:
    """Who opens it is signed in as the user. Only the command line makes these: in a page they would be a way to take
    somebody's account. ``site`` is the local address when the settings name no public one."""
    return url_of(_new(LinkPurpose.SIGN_IN, user=user, created_by=made_by), site=site)


def sign_in_link_of(email: str, *, site: str = LOCAL_SITE) -> str:
    """What ``carteado sign-in-link EMAIL`` prints: the way back in for whoever lost the password and gets no mail."""
    user = User.objects.filter(email__iexact=email.strip(), is_active=True).first()
    if user is None:
        raise NoSuchAccount(email)
    return sign_in_link(user, site=site)


def invitation_link(event: Event, role: Role, made_by: User | None, email: str = "") -> OneTimeLink:
    """Who opens it may join the event's team in the role. The e-mail is where it goes, not who may use it: the bearer
    of a link is whom the organiser gave it to."""
    return _new(LinkPurpose.INVITATION, event=event, role=role, created_by=made_by, email=email)


def url_of(link: OneTimeLink, *, request: HttpRequest | None = None, site: str = LOCAL_SITE) -> str:
    path = reverse(ROUTE[LinkPurpose(link.purpose)], kwargs={"secret": link.secret})
    return absolute_url(path, request=request, site=site)


def find(purpose: LinkPurpose, secret: str) -> OneTimeLink | None:
    """The link of that secret, open or not."""
    links = OneTimeLink.objects.select_related("user", "event", "created_by")
    return links.filter(purpose=purpose, secret_hash=fingerprint(secret)).first()


def use(link: OneTimeLink, *, by: User | None = None) -> bool:
    """Closes the link for whoever comes after; False when somebody was faster. ``by`` is who used an invitation."""
    closed = {"used_at": timezone.now()} | ({"user": by} if by is not None else {})
    return _still_open(link).update(**closed) == 1


def revoke(link: OneTimeLink) -> bool:
    """False when it was closed already."""
    return _still_open(link).update(revoked_at=timezone.now()) == 1


def _new(purpose: LinkPurpose, **fields: User | Event | str | None) -> OneTimeLink:
    return OneTimeLink.objects.create(purpose=purpose, expires_at=timezone.now() + LIFETIME[purpose], **fields)


def _still_open(link: OneTimeLink) -> OneTimeLinkQuerySet:
    return OneTimeLink.objects.open().filter(pk=link.pk)

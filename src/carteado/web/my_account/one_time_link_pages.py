"""The pages of one-time links. Opening one changes nothing, because messengers open links too; its button does."""

from allauth.account.utils import perform_login
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from carteado.web.events import team
from carteado.web.kit.guarding import attempt_limits
from carteado.web.kit.guarding.policy import Action, Role, Target
from carteado.web.kit.guarding.role_names import DUTIES, name_of
from carteado.web.pages.access import SiteRequest, needs
from carteado.web.people import one_time_links as links
from carteado.web.people.models import LinkPurpose, OneTimeLink


@needs(Action.SIGN_IN, Target.SITE)
@never_cache
def sign_in(request: SiteRequest, secret: str) -> HttpResponse:
    """Sign in the link's visitor. An account with an authenticator app still asks for its code; one with an
    unconfirmed e-mail is let in."""
    if attempt_limits.has_missed_too_often(request, LinkPurpose.SIGN_IN):
        return render(request, "429.html", status=429)
    link = links.find(LinkPurpose.SIGN_IN, secret)
    if link is None or link.user is None or not link.is_open:
        return _closed_link_page(request, LinkPurpose.SIGN_IN, link)
    if request.method != "POST":
        return render(request, "people/sign_in_link.html", {"whose": link.user})
    if not links.use(link):
        return _closed_link_page(request, LinkPurpose.SIGN_IN, link)
    response: HttpResponse = perform_login(request, link.user, email_verification="none")
    return response


@needs(Action.READ, Target.SITE)
@never_cache
def invitation(request: SiteRequest, secret: str) -> HttpResponse:
    """Accept an invitation to a team. A visitor without an account makes one or signs in, and comes back here."""
    if attempt_limits.has_missed_too_often(request, LinkPurpose.INVITATION):
        return render(request, "429.html", status=429)
    link = links.find(LinkPurpose.INVITATION, secret)
    if link is not None and _accepted_before(request, link):
        return _joined(request, link, _("You are on this team already."))
    if link is None or link.event is None or not link.is_open:
        return _closed_link_page(request, LinkPurpose.INVITATION, link)
    if request.method != "POST":
        return _ask(request, link)
    if Role.VISITOR in request.roles:
        return redirect_to_login(request.get_full_path())
    match team.accept(link, by=request.user):
        case team.Answer.JOINED:
            return _joined(request, link, _("Welcome to the team. You are %(role)s.") % {"role": name_of(link.role)})
        case team.Answer.ALREADY_THERE:
            return _ask(request, link)
        case team.Answer.CLOSED:
            return _closed_link_page(request, LinkPurpose.INVITATION, link)


def _ask(request: SiteRequest, link: OneTimeLink) -> HttpResponse:
    """The page with the button. For a person who has the role already (``is_there``) it says so instead."""
    role, event = Role(link.role), link.event
    is_member = Role.VISITOR not in request.roles
    is_there = is_member and event is not None and team.has_role(event, request.user, role)
    context = {"link": link, "role_name": name_of(role), "duty": DUTIES[role], "is_there": is_there}
    return render(request, "people/invitation.html", context)


def _accepted_before(request: SiteRequest, link: OneTimeLink) -> bool:
    """True if the visitor accepted this invitation before and still has the role: they pressed the button twice, or
    opened the message again. Accepting an invitation stores its user."""
    user = request.user
    return (
        link.used_at is not None
        and link.event is not None
        and link.user_id == user.pk
        and team.has_role(link.event, user, Role(link.role))
    )


def _joined(request: SiteRequest, link: OneTimeLink, sentence: str) -> HttpResponse:
    assert link.event is not None
    messages.success(request, sentence)
    return redirect("event", slug=link.event.slug)


def _closed_link_page(request: SiteRequest, purpose: LinkPurpose, link: OneTimeLink | None) -> HttpResponse:
    """The same answer for an unknown, used, revoked or expired link. Only an unknown one counts as a guess."""
    if link is None:
        attempt_limits.count_miss(request, purpose)
    return render(request, "people/link_closed.html", {"purpose": purpose}, status=410)

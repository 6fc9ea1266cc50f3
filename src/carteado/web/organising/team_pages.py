"""Pages of an event's team: its members, open invitations, and the links to share."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache

from carteado.web.devices.models import Device
from carteado.web.events import team
from carteado.web.kit.guarding.policy import Action, Permission, Role
from carteado.web.kit.guarding.role_names import name_of
from carteado.web.kit.sending import mail
from carteado.web.organising.team_form import InvitationForm
from carteado.web.pages.access import SiteRequest, may, needs
from carteado.web.pages.sent_forms import only_by_form
from carteado.web.people import one_time_links as links
from carteado.web.people.models import LinkPurpose, OneTimeLink, OneTimeLinkQuerySet


@needs(Action.MANAGE_TEAM)
@never_cache
def show(request: SiteRequest) -> HttpResponse:
    return _page(request, InvitationForm())


@needs(Action.MANAGE_TEAM)
@only_by_form("team")
def invite(request: SiteRequest) -> HttpResponse:
    """Make an invitation, mail it if an address was given, and show its link to share."""
    form = InvitationForm(request.POST)
    if not form.is_valid():
        return _page(request, form, status=422)
    role, email = Role(form.cleaned_data["role"]), form.cleaned_data.get("email", "")
    link = team.invite(request.event, role, by=request.user, email=email)
    if email:
        _mail(request, link)
    return redirect("share-invitation", slug=request.event.slug, number=link.pk)


@needs(Action.MANAGE_TEAM)
@never_cache
def share(request: SiteRequest, number: int) -> HttpResponse:
    """The invitation, to copy, scan or send. A closed one cannot be shared, nor one whose sealed secret no key opens:
    such a secret is empty."""
    link = get_object_or_404(_invitations(request).select_related("event"), pk=number)
    if not link.is_open or not link.secret:
        messages.info(request, _("That invitation was used, revoked, or is too old."))
        return redirect("team", slug=request.event.slug)
    words = {"event": request.event.name, "role": name_of(link.role)}
    context = {
        "event": request.event,
        "link": link,
        "role_name": words["role"],
        "text": _("You are invited to the team of %(event)s as %(role)s:") % words,
        "url": links.url_of(link, request=request),
    }
    return render(request, "organising/share_invitation.html", context)


@needs(Action.MANAGE_TEAM)
@only_by_form("team")
def revoke(request: SiteRequest, number: int) -> HttpResponse:
    """Revoke an invitation. ``number`` is that of its link."""
    link = get_object_or_404(_invitations(request), pk=number)
    if team.revoke_invitation(link, by=request.user):
        messages.success(request, _("The invitation is revoked: its link opens nothing any more."))
    else:
        messages.info(request, _("That invitation was used, revoked, or is too old."))
    return redirect("team", slug=request.event.slug)


@needs(Action.MANAGE_TEAM)
@only_by_form("team")
def remove(request: SiteRequest, number: int) -> HttpResponse:
    """Take a role back. ``number`` is that of the membership, since a person may have several roles."""
    match team.remove(request.event, number, by=request.user):
        case team.Removal.DONE:
            messages.success(request, _("The role is taken back."))
            if Device.objects.open().filter(event=request.event).exists():
                messages.warning(request, _KEEPS_CODES)
        case team.Removal.GONE_ALREADY:
            messages.info(request, _("That person had left the team already."))
        case team.Removal.LAST_ORGANISER:
            messages.error(request, _("The event needs an organiser. Invite another one first, then you can leave."))
    return _after_removal(request)


_KEEPS_CODES = gettext_lazy(
    "Codes of phones and addresses of broadcasts stay valid. Revoke those that this person may have."
)


def _after_removal(request: SiteRequest) -> HttpResponse:
    """Users who took their own role away may no longer be allowed to see the team's page."""
    may_stay = may(request.user, Permission(Action.MANAGE_TEAM), request.event)
    return redirect("team", slug=request.event.slug) if may_stay else redirect("my-events")


def _invitations(request: SiteRequest) -> OneTimeLinkQuerySet:
    return OneTimeLink.objects.filter(event=request.event, purpose=LinkPurpose.INVITATION)


def _page(request: SiteRequest, form: InvitationForm, *, status: int = 200) -> HttpResponse:
    order = Role.of_events().index
    members = request.event.memberships.select_related("user").order_by("since")
    # The list does not show the secrets, so they need not be opened.
    invitations = team.open_invitations(request.event).defer("secret").order_by("created_at")
    context = {
        "event": request.event,
        "members": [(one, name_of(one.role)) for one in sorted(members, key=lambda one: order(Role(one.role)))],
        "invitations": [(link, name_of(link.role)) for link in invitations],
        "form": form,
    }
    return render(request, "organising/team.html", context, status=status)


def _mail(request: SiteRequest, link: OneTimeLink) -> None:
    context = {
        "event": request.event,
        "role_name": name_of(link.role),
        "inviter": request.user,
        "url": links.url_of(link, request=request),
    }
    if mail.send("people/email/invitation", to=link.email, context=context):
        messages.success(request, _("The invitation is on its way to %(email)s.") % {"email": link.email})
    else:
        messages.warning(request, _("The e-mail could not be sent. Share the link below instead."))

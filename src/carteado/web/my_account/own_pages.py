"""A person's own pages: the events in which they have a role, and their data."""

from collections.abc import Iterable
from functools import wraps
from typing import NamedTuple

from allauth.account.models import EmailConfirmationHMAC
from allauth.account.views import ConfirmEmailView
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from carteado.web.display.event_posters import Poster, posters_of
from carteado.web.events.models import Event, Stage
from carteado.web.kit.guarding import attempt_limits
from carteado.web.kit.guarding.policy import Action, Role, Target, allows
from carteado.web.kit.guarding.role_names import name_of
from carteado.web.kit.sending import mail
from carteado.web.pages.access import SiteRequest, View, asks_once_more, needs, target_of
from carteado.web.people import account_emails as emails
from carteado.web.people import allauth_adapters as accounts
from carteado.web.people.account_forms import ChangeEmailForm, ProfileForm
from carteado.web.people.models import Membership, Profile
from carteado.web.tables.players import taken_names

DOCUMENT = "document"
"""Name of the counter of refused documents: the form must not serve to find out which ones are in other accounts. The
forms of entries count under the same name."""

STAGES_IN_ORDER = (Stage.DRAFT, Stage.RUNNING, Stage.SUSPENDED, Stage.PUBLISHED, Stage.FINISHED, Stage.CANCELLED)
"""Events that wait for the user come first, finished and cancelled ones last."""


class MyEvent(NamedTuple):
    """An event in which the user has a role. The last three say which buttons it has."""

    poster: Poster
    role_names: list[str]
    may_edit: bool
    may_run: bool
    may_manage_team: bool


@needs(Action.READ, Target.OWN_ACCOUNT)
@never_cache
def my_events(request: SiteRequest) -> HttpResponse:
    """The first page of an account: its events, and a notice if the site's team took the user's name away
    (``name_taken``)."""
    memberships = Membership.objects.filter(user=request.user).select_related("event").order_by("-event__changed_at")
    context = {"events": _by_event(memberships), "name_taken": taken_names.name_taken_from_user(request.user)}
    return render(request, "people/my_events.html", context)


def _by_event(memberships: Iterable[Membership]) -> list[MyEvent]:
    roles: dict[Event, list[Role]] = {}
    for membership in memberships:
        roles.setdefault(membership.event, []).append(Role(membership.role))
    events = sorted(roles, key=lambda event: STAGES_IN_ORDER.index(Stage(event.stage)))
    return [_mine(event, poster, roles[event]) for event, poster in zip(events, posters_of(events), strict=True)]


def _mine(event: Event, poster: Poster, roles: list[Role]) -> MyEvent:
    return MyEvent(
        poster=poster,
        role_names=[name_of(role) for role in sorted(roles, key=Role.of_events().index)],
        may_edit=allows(roles, Action.EDIT, target_of(event)),
        may_run=allows(roles, Action.RUN_MATCHES, target_of(event)),
        may_manage_team=allows(roles, Action.MANAGE_TEAM, target_of(event)),
    )


@needs(Action.EDIT, Target.OWN_ACCOUNT)
@never_cache
def profile(request: SiteRequest) -> HttpResponse:
    """The user's own data. Looking at it stores no empty profile."""
    if request.method != "POST":
        own_profile = Profile.objects.filter(user=request.user).first() or Profile(user=request.user)
        return _profile_page(request, ProfileForm(profile=own_profile))
    if attempt_limits.has_missed_too_often(request, DOCUMENT):
        return render(request, "429.html", status=429)
    own_profile, _is_new = Profile.objects.get_or_create(user=request.user)
    form = ProfileForm(request.POST, profile=own_profile)
    if form.is_valid():
        if form.save():
            messages.success(request, _("Your data is kept."))
            return redirect("profile")
        attempt_limits.count_miss(request, DOCUMENT)
    return _profile_page(request, form, status=422)


def _profile_page(request: SiteRequest, form: ProfileForm, *, status: int = 200) -> HttpResponse:
    context = {"form": form, "name_taken": taken_names.name_taken_from_user(request.user)}
    return render(request, "people/profile.html", context, status=status)


@needs(Action.EDIT, Target.OWN_ACCOUNT)
@never_cache
@asks_once_more
def email(request: SiteRequest) -> HttpResponse:
    """Change the e-mail, send the mail to confirm it once more (``again``), or keep the old one (``give_up``)."""
    if request.method != "POST":
        return _email_page(request, ChangeEmailForm(user=request.user))
    if "again" in request.POST:
        return _send_again(request)
    if "give_up" in request.POST:
        emails.give_up_change(request.user)
        return redirect("account_email")
    form = ChangeEmailForm(request.POST, user=request.user)
    if not form.is_valid():
        return _email_page(request, form, status=422)
    new = form.cleaned_data["email"]
    is_in_use = emails.change_address(request.user, new, request=request)  # without a mail server, at once
    sentence = (
        _("Your e-mail is now %(email)s.") if is_in_use else _("We sent a link to %(email)s. Open it when you can.")
    )
    messages.success(request, sentence % {"email": new})
    return redirect("account_email")


def _email_page(request: SiteRequest, form: ChangeEmailForm, *, status: int = 200) -> HttpResponse:
    # Without a mail server no address can be confirmed, so none is shown as waiting for it.
    context = {"form": form, "pending": emails.pending_address(request.user) if mail.is_configured() else None}
    return render(request, "account/email_change.html", context, status=status)


def offers_new_codes(view: View) -> View:
    """Decorator of the library's pages of recovery codes: if no key opens the codes, offer new ones instead."""

    @wraps(view)
    def codes(request: SiteRequest) -> HttpResponse:
        if accounts.has_lost_codes(request.user):
            return redirect("mfa_generate_recovery_codes")
        return view(request)

    return codes


class ConfirmEmail(ConfirmEmailView):
    """Signs the visitor out of another account only when they confirm the e-mail, not when they open the link."""

    def logout_other_user(self, confirmation: EmailConfirmationHMAC) -> None:
        if self.request.method == "POST":
            super().logout_other_user(confirmation)


def _send_again(request: SiteRequest) -> HttpResponse:
    address = emails.pending_address(request.user)
    if address is not None:
        address.send_confirmation(request)
        messages.success(request, _("We sent a link to %(email)s. Open it when you can.") % {"email": address.email})
    return redirect("account_email")

"""The organiser's pages for the people of an entry: viewing a document, links, and invitations."""

from typing import Any
from uuid import uuid4

from django import forms
from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from carteado.regulation import Refusal, Regulation
from carteado.tournament.registrations.acts import InvitePair
from carteado.web.events import store
from carteado.web.events.models import Event, Pair
from carteado.web.events.trouble import NO_TROUBLE, Trouble, trouble_from_refusal
from carteado.web.kit.forms.one_line_field import OneLineField
from carteado.web.kit.guarding.policy import Action
from carteado.web.kit.sending import mail
from carteado.web.log.recording import record
from carteado.web.pages.access import SiteRequest, needs
from carteado.web.people.models import User
from carteado.web.registrations.delegation_registering import is_represented
from carteado.web.registrations.eligibility_verdicts import with_names
from carteado.web.registrations.identity_proof import proofs_of
from carteado.web.registrations.invited_pairs import add_pair, add_people, check_delegations, opening_operations
from carteado.web.registrations.link_mail import send_own_link
from carteado.web.registrations.log_actions import DocumentShown, LinkRenewed
from carteado.web.registrations.models import Entrant, Registration
from carteado.web.registrations.own_confirmation import has_used_page
from carteado.web.registrations.own_link import (
    has_unclaimed_link,
    is_renewed,
    own_link,
    renewed_secret,
    secret_to_pass_on,
)
from carteado.web.registrations.person_forms import OtherForm
from carteado.web.registrations.registering import RegistrationRefused, append_or_raise, pair_name, people_of_entry
from carteado.web.registrations.review.entry_page import entry_page
from carteado.web.registrations.review.page_parts import archived_response, names_of_all

# --- documents ----------------------------------------------------------------------------------------------------


@needs(Action.REVIEW_ENTRIES)
@never_cache
@require_POST
def show_document(request: SiteRequest, code: str, number: int) -> HttpResponse:
    """Show one person's whole document, on this answer only. The log records it."""
    entrant = _entrant(request.event, code, number)
    if entrant.document:
        record(DocumentShown(entrant=entrant.number), actor=request.user, event=request.event)
    return entry_page(request, code, whole=number)


def _entrant(event: Event, code: str, number: int) -> Entrant:
    """The person with this number, if they belong to this entry."""
    championship = store.championship_of(event)
    entry = championship.entries.get(code)
    if entry is None:
        raise Http404
    people = set(people_of_entry(championship, entry))
    return get_object_or_404(event.entrants, number=number, code__in=people, erased_at=None)


# --- links --------------------------------------------------------------------------------------------------------


@needs(Action.REVIEW_ENTRIES)
@never_cache
@require_safe
def share_link(request: SiteRequest, code: str, number: int) -> HttpResponse:
    """Show the link of a person who has not claimed it, to be passed on. A claimed link is shown to its owner only."""
    event, entrant = request.event, _entrant(request.event, code, number)
    goes_by_mail = _goes_by_mail(entrant)
    context = {
        "event": event,
        "code": code,
        "name": store.names_of(event).get(code, code),
        "entrant": entrant,
        "url": own_link(entrant, request) if has_unclaimed_link(entrant) and not goes_by_mail else "",
        "goes_by_mail": goes_by_mail,
        "is_unknown": _is_unknown(entrant),
        "text": _("Your entry in %(event)s, to confirm and to follow:") % {"event": event.name},
    }
    return render(request, "registrations/review/link.html", context)


@needs(Action.REVIEW_ENTRIES)
@never_cache
@require_POST
def renew_link(request: SiteRequest, code: str, number: int) -> HttpResponse:
    """Replace a lost link by an unclaimed one. The old one stops working."""
    with transaction.atomic():
        event = store.locked(request.event)
        if isinstance(event, Refusal):
            return archived_response(request, event)
        entrant = _entrant(event, code, number)
        entrant.secret = renewed_secret() if has_used_page(entrant) else secret_to_pass_on()
        entrant.save(update_fields=["secret", "secret_hash"])
        record(LinkRenewed(entrant=entrant.number), actor=request.user, event=event)
    if _goes_by_mail(entrant) and not send_own_link(request, entrant):
        messages.error(request, _("The mail did not go out. Make a new link again in a while."))
    else:
        messages.success(request, _("There is a new link. The old one opens nothing any more."))
    return redirect("entry-link", slug=event.slug, code=code, number=number)


def _is_unknown(entrant: Entrant) -> bool:
    """True if the page cannot check its visitor: a used link was renewed, and no private data of its owner is known."""
    return is_renewed(entrant) and not proofs_of(entrant)


def _goes_by_mail(entrant: Entrant) -> bool:
    """True if the link is sent to the e-mail on file, so that no other person sees it."""
    return _is_unknown(entrant) and bool(entrant.email) and mail.is_configured()


# --- inviting a pair that has not entered -------------------------------------------------------------------------


class InvitationForm(forms.Form):
    """What goes with the invitation. ``form`` identifies the page, so that sending it twice invites one pair."""

    use_required_attribute = False

    form = forms.UUIDField(widget=forms.HiddenInput)
    delegation = OneLineField(label=gettext_lazy("Delegation"), max_length=80)
    why = forms.CharField(
        label=gettext_lazy("Message to the pair"),
        help_text=gettext_lazy("Both read it on their pages. Leave people's names out."),
        max_length=300,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
    )

    def __init__(self, regulation: Regulation, *arguments: Any, **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        if not is_represented(regulation):
            del self.fields["delegation"]


_BOTH = ("one", "two")
"""Prefixes of the fields of the two people."""


@needs(Action.REVIEW_ENTRIES)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def invite_pair(request: SiteRequest) -> HttpResponse:
    """Invite a pair that has not entered. Keys: selection.sources, selection.by."""
    event = request.event
    rules = store.championship_of(event).regulation
    if request.method != "POST":
        blank = [OtherForm(prefix=one) for one in _BOTH]
        return _invite_page(request, blank, InvitationForm(rules, initial={"form": uuid4()}))
    people = [OtherForm(request.POST, prefix=one) for one in _BOTH]
    form = InvitationForm(rules, request.POST)
    if not all([*(one.is_valid() for one in people), form.is_valid()]):
        return _invite_page(request, people, form, status=422)
    result = invite(event, people, form, by=request.user)
    if isinstance(result, Refusal):
        trouble = trouble_from_refusal(with_names(result, names_of_all(event)), rules)
        return _invite_page(request, people, form, trouble, status=409)
    messages.success(request, _("Invited. Now give each of the two their link."))
    return redirect("entry", slug=event.slug, code=result.code)


def _invite_page(
    request: SiteRequest,
    people: list[OtherForm],
    form: InvitationForm,
    trouble: Trouble = NO_TROUBLE,
    status: int = 200,
) -> HttpResponse:
    championship = store.championship_of(request.event)
    context = {
        "event": request.event,
        "regulation": championship.regulation,
        "people": people,
        "form": form,
        "trouble": trouble,
    }
    return render(request, "registrations/review/invite.html", context, status=status)


def invite(event: Event, people: list[OtherForm], form: InvitationForm, *, by: User) -> Pair | Refusal:
    """Invite the pair and return it. If the same form was sent before, return the pair that it invited."""
    try:
        with transaction.atomic():
            event = Event.objects.select_for_update().get(pk=event.pk)
            sent = Registration.objects.select_related("pair").filter(form=form.cleaned_data["form"]).first()
            if sent is not None and sent.pair.event_id == event.pk:
                return sent.pair
            return _invite(event, people, form, by, is_new=sent is None)
    except RegistrationRefused as refusal:
        return refusal.refusal


def _invite(event: Event, people: list[OtherForm], form: InvitationForm, by: User, *, is_new: bool) -> Pair:
    """Add the pair. ``is_new`` is False if the form's identifier belongs to another event; it is then not stored."""
    entrants = [Entrant(), Entrant()]
    for one, entrant in zip(people, entrants, strict=True):
        one.copy_to(entrant)
    data = form.cleaned_data
    check_delegations(event, [data.get("delegation", "")])
    add_people(event, entrants)
    name = pair_name([one.called for one in entrants])
    pair = add_pair(event, name, delegation=data.get("delegation", ""), form=data["form"] if is_new else None)
    rules, at = store.championship_of(event).regulation, timezone.now()
    append_or_raise(
        opening_operations(InvitePair, pair, entrants, rules=rules, by=by, at=at, why=data["why"]), event, by
    )
    return pair

"""The form with which a pair or a delegation enters."""

from typing import Any
from uuid import UUID, uuid4

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from carteado.regulation import Refusal, Regulation
from carteado.web.events import store
from carteado.web.events.details import Details
from carteado.web.events.details_in_words import fee_in_words
from carteado.web.events.models import Event
from carteado.web.events.trouble import NO_TROUBLE, Trouble, trouble_from_refusal
from carteado.web.kit.guarding import attempt_limits
from carteado.web.kit.guarding.personal_data import purpose_of
from carteado.web.kit.guarding.policy import Action, allows
from carteado.web.pages.access import SiteRequest, needs, target_of
from carteado.web.people.models import User
from carteado.web.registrations.consents import texts_of, wording_of
from carteado.web.registrations.delegation_registering import (
    LineUpForms,
    NewDelegation,
    enter_delegation,
    is_represented,
)
from carteado.web.registrations.identity_proof import DOCUMENT_TRIES, document_trouble
from carteado.web.registrations.link_mail import send_own_links
from carteado.web.registrations.models import Entrant
from carteado.web.registrations.own_link import member, own_path, secret_to_pass_on
from carteado.web.registrations.person_forms import AnswersForm, ConsentsForm, OtherForm, PersonForm
from carteado.web.registrations.person_questions import partner_confirms_by_own_link
from carteado.web.registrations.registering import (
    DocumentTaken,
    FormUsed,
    NewPair,
    enter_pair,
    people_entered_by,
    refusal_to_enter,
    registrant_entered_by,
)

MOST_ENTRIES = 30
"""Entries from one address into one event within 15 minutes: more than a hall sends, too few to fill an event
unnoticed. Users who review entries are not limited."""

_TOO_MANY = gettext_lazy(
    "Wait a little: too many pairs have entered from this connection. Send it again in fifteen minutes; what you typed "
    "is still here."
)
_USED = gettext_lazy("This form was sent before. The entry is there: open it by its own link.")


class PairForms:
    """The person who enters and their partner, about whom the form asks only what another person may enter."""

    def __init__(
        self,
        rules: Regulation,
        data: Any = None,
        *,
        user: User | None = None,
        event: Details | None = None,
        articles_of: Event | None = None,
    ) -> None:
        self.person = PersonForm(rules, data, user=user, event=event, articles_of=articles_of, prefix="person")
        self.partner = OtherForm(data, prefix="partner")
        self.person.whose, self.partner.whose = pgettext("entry form", "You"), _("Your partner")

    @property
    def all(self) -> list[forms.BaseForm]:
        return [self.person, self.partner]

    def is_valid(self) -> bool:
        return all(form.is_valid() for form in self.all)


class _Sheet:
    """All forms of the page. ``form`` identifies this page, so that a second sending is recognised.

    ``people`` are the forms of a pair or of a delegation, whichever the regulation has enter.
    """

    def __init__(self, request: SiteRequest, details: Details, rules: Regulation) -> None:
        data = request.POST if request.method == "POST" else None
        user = member(request)
        self.form = _uuid(request.POST.get("form", "")) or uuid4()
        self.is_delegation = is_represented(rules)
        self.people: PairForms | LineUpForms = (LineUpForms if self.is_delegation else PairForms)(
            rules, data, user=user, event=details, articles_of=request.event
        )
        self.answers = AnswersForm(details.questions, data, prefix="answers")
        texts = texts_of(rules, wording_of(request.event, details))
        self.consents = ConsentsForm(texts, rules, data, articles_of=request.event, prefix="consents")

    @property
    def all(self) -> list[forms.BaseForm]:
        return [*self.people.all, self.answers, self.consents]

    def is_valid(self) -> bool:
        # A list, so that every form is checked and shows its errors.
        return all([self.people.is_valid(), self.answers.is_valid(), self.consents.is_valid()])

    @property
    def has_errors(self) -> bool:
        return any(form.errors for form in self.all)

    def enter(self, event: Event, by: User | None) -> Entrant | Refusal:
        """Enter the pair or delegation. Raises DocumentTaken, FormUsed."""
        registrant = Entrant(user=by)
        self.people.person.copy_to(registrant)
        agreed, answers = self.consents.agreed(), self.answers.answers()
        if isinstance(self.people, LineUpForms):
            starters, substitutes = self.people.players(registrant)
            name = self.people.delegation.cleaned_data["delegation"]
            delegation = NewDelegation(self.form, name, registrant, starters, substitutes, agreed, answers)
            return enter_delegation(event, delegation, by=by)
        partner = Entrant(secret=secret_to_pass_on())
        self.people.partner.copy_to(partner)
        pair = NewPair(form=self.form, registrant=registrant, partner=partner, agreed=agreed, answers=answers)
        return enter_pair(event, pair, by=by)


def _uuid(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None


@needs(Action.ENTER)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def enter(request: SiteRequest) -> HttpResponse:
    """The form, and entering by it. A form sent twice leads to the page of the registrant whom it entered."""
    event = request.event
    details, championship = store.details_of(event), store.championship_of(event)
    rules = championship.regulation
    if request.method != "POST":
        refusal = refusal_to_enter(event, championship)
        trouble = trouble_from_refusal(refusal, rules) if refusal else NO_TROUBLE
        sheet = None if refusal else _Sheet(request, details, rules)
        return _page(request, details, rules, sheet, trouble)
    if attempt_limits.has_missed_too_often(request, DOCUMENT_TRIES):
        return render(request, "429.html", status=429)
    sheet = _Sheet(request, details, rules)
    try:
        if registrant := registrant_entered_by(sheet.form, event):
            return redirect(own_path(registrant))
        if not sheet.is_valid():
            return _page(request, details, rules, sheet, NO_TROUBLE, status=422)
        if _enters_too_many(request):
            return _page(request, details, rules, sheet, Trouble(refusal=str(_TOO_MANY)), status=429)
        return _enter(request, details, rules, sheet)
    except FormUsed:
        return _page(request, details, rules, None, Trouble(refusal=str(_USED)), status=409)


def _enter(request: SiteRequest, details: Details, rules: Regulation, sheet: _Sheet) -> HttpResponse:
    try:
        result: Entrant | Refusal | DocumentTaken = sheet.enter(request.event, member(request))
    except DocumentTaken as taken:
        result = taken
    if isinstance(result, Entrant):
        attempt_limits.count_try(request, _entries_in(request.event))
        send_own_links(request, people_entered_by(sheet.form))
        messages.success(request, _("Entered. This page is yours: keep its address."))
        return redirect(own_path(result))
    trouble = document_trouble(request, result)
    if trouble is None:
        assert isinstance(result, Refusal)
        trouble = trouble_from_refusal(_as_typed(result, sheet), rules)
    return _page(request, details, rules, sheet, trouble, status=409)


def _enters_too_many(request: SiteRequest) -> bool:
    if allows(request.roles, Action.REVIEW_ENTRIES, target_of(request.event)):
        return False
    return attempt_limits.tries_so_far(request, _entries_in(request.event)) >= MOST_ENTRIES


def _entries_in(event: Event) -> str:
    return f"entries:{event.pk}"


def _as_typed(refusal: Refusal, sheet: _Sheet) -> Refusal:
    """Name the person as typed, because their code was never stored."""
    called = sheet.people.person.cleaned_data.get("called", "")
    return refusal._replace(details={**refusal.details, "person": called}) if "person" in refusal.details else refusal


def _page(
    request: SiteRequest, details: Details, rules: Regulation, sheet: _Sheet | None, trouble: Trouble, status: int = 200
) -> HttpResponse:
    """The page with the forms. Without a ``sheet`` there is only the reason why there are none."""
    context = {
        "event": request.event,
        "details": details,
        "regulation": rules,
        "fee": fee_in_words(details),
        "sheet": sheet,
        "people": sheet.people if sheet else None,
        "trouble": trouble,
        "partner_confirms": partner_confirms_by_own_link(rules),
        "why_declared": purpose_of("entries.entrant.declared"),
        "why_answers": purpose_of("entries.registration.answers"),
    }
    return render(request, "registrations/enter.html", context, status=status)

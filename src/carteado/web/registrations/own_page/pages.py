"""The views of an entrant's own page."""

from collections.abc import Mapping
from typing import NamedTuple

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from carteado.regulation import Refusal
from carteado.tournament.registrations.acts import CannotCome, ConfirmPartner, WillCome
from carteado.web.events import store
from carteado.web.events.trouble import NO_TROUBLE, Trouble
from carteado.web.kit.forms.form_numbers import parse_count
from carteado.web.kit.forms.one_line_field import one_line
from carteado.web.kit.guarding import attempt_limits
from carteado.web.kit.guarding.personal_data import purpose_of
from carteado.web.kit.guarding.policy import Action, Target
from carteado.web.pages.access import SiteRequest, needs
from carteado.web.people.models import User
from carteado.web.registrations import registering as entering
from carteado.web.registrations.consents import texts_of, wording_of
from carteado.web.registrations.identity_proof import DOCUMENT_TRIES, document_trouble, is_proof, proof_needed
from carteado.web.registrations.link_mail import send_own_links
from carteado.web.registrations.models import Entrant
from carteado.web.registrations.own_link import (
    OWN_SECRET_FIELD,
    has_unclaimed_link,
    member,
    own_page,
    own_path,
    owner_only,
)
from carteado.web.registrations.own_page.case import ACTS, OwnPageCase, case_of, failure_in_words, withdrawal
from carteado.web.registrations.own_page.page_content import context_of
from carteado.web.registrations.person_forms import ConsentsForm, PersonForm, WithdrawForm
from carteado.web.registrations.registering import DocumentTaken, MakeChange, Outdated, RequestedChange

LONGEST_WHY = 300
OUTDATED = gettext_lazy("Something changed meanwhile. This is how it stands now: look at it and decide again.")


@needs(Action.READ, Target.SITE)
@require_safe
@own_page
def show(request: SiteRequest, entrant: Entrant) -> HttpResponse:
    return _page(request, case_of(entrant))


def _page(
    request: SiteRequest,
    case: OwnPageCase,
    trouble: Trouble = NO_TROUBLE,
    *,
    forms: "ConfirmForms | None" = None,
    status: int = 200,
) -> HttpResponse:
    """The person's page. With ``forms`` it shows again what a partner typed to confirm."""
    context = context_of(request, case, trouble)
    if case.owes_confirmation and not context["proof"]:
        context["forms"] = forms or _confirm_forms(request, case)
        context["is_the_registrants_account"] = _is_the_registrants_account(request, case)
    return render(request, "registrations/entrant.html", context, status=status)


class ConfirmForms(NamedTuple):
    """The forms with which a partner confirms."""

    person: PersonForm
    consents: ConsentsForm


def _confirm_forms(request: SiteRequest, case: OwnPageCase, *, sent: bool = False) -> ConfirmForms:
    data = request.POST if sent else None
    details = store.details_of(case.event)
    texts = texts_of(case.rules, wording_of(case.event, details))
    return ConfirmForms(
        PersonForm(
            case.rules,
            data,
            entrant=case.entrant,
            user=_own_account(request, entering.account_for(case.entrant, member(request))),
            event=details,
            articles_of=case.event,
            prefix="person",
        ),
        ConsentsForm(texts, case.rules, data, articles_of=case.event, prefix="consents"),
    )


def _own_account(request: SiteRequest, account: User | None) -> User | None:
    """The visitor's account, if it is ``account``, the person's own. No other account fills in the person's data."""
    user = member(request)
    return user if user is not None and user == account else None


def _is_the_registrants_account(request: SiteRequest, case: OwnPageCase) -> bool:
    """True if the visitor is signed in as the registrant, who must not confirm in the partner's place."""
    user = member(request)
    registrant = case.people.get(case.entry.registrant) if case.entry else None
    return user is not None and registrant is not None and registrant.user_id == user.pk


@needs(Action.READ, Target.SITE)
@require_POST
@own_page
def confirm(request: SiteRequest, entrant: Entrant) -> HttpResponse:
    """The partner confirms, with their own data and consents. Key: consents.partner."""
    case = case_of(entrant)
    if not case.owes_confirmation or proof_needed(request, entrant):
        return redirect(own_path(entrant))
    if attempt_limits.has_missed_too_often(request, DOCUMENT_TRIES):
        return render(request, "429.html", status=429)
    forms = _confirm_forms(request, case, sent=True)
    if _is_the_registrants_account(request, case):
        return _page(request, case, forms=forms, status=409)
    if not (forms.person.is_valid() and forms.consents.is_valid()):
        return _page(request, case, forms=forms, status=422)
    requested = _requested_change(request, entrant, lambda by, at: ConfirmPartner(by=by, at=at))
    try:
        refusal = entering.confirm(requested, forms.person, forms.consents.agreed())
    except (Outdated, DocumentTaken) as trouble:
        return _failed(request, entrant, trouble, forms=forms)
    if refusal is not None:
        return _failed(request, entrant, refusal, forms=forms)
    entrant.refresh_from_db()
    send_own_links(request, [entrant])
    messages.success(request, _("Said and done: you are a pair. Keep this page's address, it is yours alone."))
    return redirect(own_path(entrant))


def _requested_change(request: SiteRequest, entrant: Entrant, make: MakeChange) -> RequestedChange:
    steps = parse_count(request.POST.get("steps", ""), -1)  # no entry has -1 steps, so the page counts as outdated
    return RequestedChange(entrant, make, steps, member(request), request.POST.get(OWN_SECRET_FIELD, ""))


def _failed(
    request: SiteRequest, entrant: Entrant, failure: Refusal | Exception, *, forms: ConfirmForms | None = None
) -> HttpResponse:
    """The page as it is now, with the reason for the failure. The form keeps what was typed."""
    # without the event's lock, because nothing is written any more
    case = case_of(entering.current_entrant(entrant, request.POST.get(OWN_SECRET_FIELD, "")))
    if isinstance(failure, Outdated):
        return _page(request, case, Trouble(refusal=str(OUTDATED)), forms=forms, status=409)
    return _page(
        request, case, document_trouble(request, failure) or failure_in_words(case, failure), forms=forms, status=409
    )


@needs(Action.READ, Target.SITE)
@require_POST
@own_page
def claim(request: SiteRequest, entrant: Entrant) -> HttpResponse:
    """Give the person a link of their own in place of the unclaimed one. A renewed link may need a proof first.

    Claiming it is also their confirmation that they are in the pair.
    """
    if proof := proof_needed(request, entrant):
        if attempt_limits.has_missed_too_often(request, DOCUMENT_TRIES):
            return render(request, "429.html", status=429)
        if not is_proof(entrant, proof, request.POST.get(proof, "")[:40]):
            attempt_limits.count_miss(request, DOCUMENT_TRIES)
            trouble = Trouble(refusal=_("This is not what was told here."))
            return _page(request, case_of(entrant), trouble, status=409)
    entrant = entering.claim_link(entrant, own_secret=request.POST.get(OWN_SECRET_FIELD, ""))
    send_own_links(request, [entrant])
    messages.success(request, _("This page is yours now. Keep its address: the one that you were given is closed."))
    return redirect(own_path(entrant))


@needs(Action.READ, Target.SITE)
@require_POST
@own_page
@owner_only
def put_into_account(request: SiteRequest, entrant: Entrant) -> HttpResponse:
    """Put the entry into the visitor's account. Only this button does: somebody else's link may be open on the phone
    of a user who is signed in."""
    user = member(request)
    if user is None:
        return redirect(own_path(entrant))
    if entering.put_into_account(entrant, user):
        messages.success(request, _("The entry is in your account now."))
    else:
        text = _("It is not in your account: it is in another account, or you are in another entry of this event.")
        messages.warning(request, text)
    return redirect(own_path(entrant))


@needs(Action.READ, Target.SITE)
@require_POST
@own_page
def act(request: SiteRequest, entrant: Entrant, word: str) -> HttpResponse:
    """Complete what was asked back, accept or decline an invitation. Keys: selection.called, consents.partner."""
    if word not in ACTS:
        raise Http404
    try:
        return _make_change(request, entrant, ACTS[word], _DONE_MESSAGES[word])
    except Outdated as outdated:
        return _failed(request, entrant, outdated)


_DONE_MESSAGES: Mapping[str, str | Promise] = {
    "concluir": gettext_lazy("The organiser sees now that it is there."),
    "aceitar": gettext_lazy("The place is yours."),
    "recusar": gettext_lazy("Declined. The place goes to others."),
}


@needs(Action.READ, Target.SITE)
@require_POST
@own_page
def answer_convocation(request: SiteRequest, entrant: Entrant) -> HttpResponse:
    """The pair says that it comes, or that it cannot and why. Key: selection.called."""
    if request.POST.get("answer") == "come":
        make: MakeChange = lambda by, at: WillCome(by=by, at=at)  # noqa: E731
        message = _("The organiser sees that you come.")
    else:
        why = one_line(request.POST.get("why", ""))[:LONGEST_WHY]
        make = lambda by, at: CannotCome(by=by, at=at, why=why)  # noqa: E731
        message = _("The organiser sees that you cannot come. To give up the place for good, use “Give up”.")
    try:
        return _make_change(request, entrant, make, message)
    except Outdated as outdated:
        return _failed(request, entrant, outdated)


def _make_change(request: SiteRequest, entrant: Entrant, make: MakeChange, message: str | Promise) -> HttpResponse:
    """Make the change and show ``message``. Raises Outdated."""
    if has_unclaimed_link(entrant):  # the visitor may be the one who passes the link on, so they cannot act with it
        return redirect(own_path(entrant))
    refusal = entering.make_change(_requested_change(request, entrant, make))
    if refusal is not None:
        return _failed(request, entrant, refusal)
    messages.success(request, str(message))
    return redirect(own_path(entrant))


@needs(Action.READ, Target.SITE)
@require_http_methods(["GET", "HEAD", "POST"])
@own_page
def withdraw(request: SiteRequest, entrant: Entrant) -> HttpResponse:
    """Giving up has its own page, which describes the consequences. Keys: withdrawal.request, withdrawal.effect."""
    case = case_of(entrant)
    if has_unclaimed_link(entrant) or not case.is_of_pair:
        return redirect(own_path(entrant))
    form = WithdrawForm(request.POST if request.method == "POST" else None)
    trouble, status = NO_TROUBLE, 200
    if request.method == "POST":
        if form.is_valid():
            why = form.cleaned_data["why"] or _("Given up in writing, on the pair's own page.")
            try:
                return _make_change(
                    request, entrant, withdrawal(why), _("The pair has given up. Thank you for saying so.")
                )
            except Outdated:
                case, trouble, status = case_of(entrant), Trouble(refusal=str(OUTDATED)), 409
        else:
            status = 422
    if in_the_way := case.refusal(withdrawal("?"), member(request)):
        return _failed(request, entrant, in_the_way)
    context = {**context_of(request, case, trouble), "form": form}
    return render(request, "registrations/withdraw.html", context, status=status)


@needs(Action.READ, Target.SITE)
@require_http_methods(["GET", "HEAD", "POST"])
@own_page
def data(request: SiteRequest, entrant: Entrant) -> HttpResponse:
    """The person corrects their data."""
    case, user = case_of(entrant), member(request)
    if has_unclaimed_link(entrant):
        return redirect(own_path(entrant))
    sent = request.POST if request.method == "POST" else None
    if sent is not None and attempt_limits.has_missed_too_often(request, DOCUMENT_TRIES):
        return render(request, "429.html", status=429)
    form = PersonForm(
        case.rules,
        sent,
        entrant=entrant,
        # Before the person has an account here, only what this event stores is filled in.
        user=_own_account(request, entrant.user),
        event=store.details_of(case.event),
        articles_of=case.event,
        prefix="person",
    )
    trouble, status = NO_TROUBLE, 200
    if sent is not None:
        if form.is_valid():
            failure = _correct(entrant, form, user)
            if failure is None:
                messages.success(request, _("Your data is kept."))
                return redirect(own_path(entrant))
            trouble, status = document_trouble(request, failure) or failure_in_words(case, failure), 409
        else:
            status = 422
    context = {"event": case.event, "regulation": case.rules, "entrant": entrant, "form": form, "trouble": trouble}
    context["why_declared"] = purpose_of("entries.entrant.declared")
    return render(request, "registrations/data.html", context, status=status)


def _correct(entrant: Entrant, form: PersonForm, user: User | None) -> Refusal | Exception | None:
    """Save the data. Returns why it was not saved, or None."""
    try:
        return entering.correct(entrant, form, by=user)
    except DocumentTaken as taken:
        return taken

"""Consenting and signing on a person's own page."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from carteado.web.events import store
from carteado.web.events.models import Document
from carteado.web.kit.guarding.policy import Action, Target
from carteado.web.log.recording import record
from carteado.web.pages.access import SiteRequest, needs
from carteado.web.registrations import registering as entering
from carteado.web.registrations.consents import (
    Answer,
    agree,
    answers_of,
    paper_to_sign,
    sign,
    signature_of,
    wording_of,
)
from carteado.web.registrations.log_actions import ConsentTakenBack
from carteado.web.registrations.models import Entrant
from carteado.web.registrations.own_link import has_unclaimed_link, own_page, own_path


@needs(Action.READ, Target.SITE)
@require_POST
@own_page
def answer(request: SiteRequest, entrant: Entrant) -> HttpResponse:
    """Give or take back one consent; both take one button. Sending the same answer twice stores it once.

    Giving needs the ``hash`` of the text that the page showed; a text that has changed since is shown again instead.
    """
    if has_unclaimed_link(entrant):
        return redirect(own_path(entrant))
    with entering.locked_entrant(entrant) as entrant_now:
        _answer(request, entrant_now)
    return redirect(f"{own_path(entrant)}#aceites")


def _answer(request: SiteRequest, entrant: Entrant) -> None:
    rules = store.championship_of(entrant.event).regulation
    answers = {str(one.text.name): one for one in answers_of(entrant, rules, wording_of(entrant.event))}
    answer, given = answers.get(request.POST.get("to", "")), request.POST.get("given") == "yes"
    if answer is None:
        return
    if given and request.POST.get("hash") not in answer.text.hashes:
        messages.warning(request, _("The text has changed since you opened the page. Read it again."))
    elif _is_new_answer(answer, given=given):
        agree(entrant, [answer.text], given=given)
        if answer.is_given and not given:
            record(ConsentTakenBack(entrant=entrant.number), actor=None, event=entrant.event)
        messages.success(request, _("Noted: you agree.") if given else _("Noted: taken back."))


def _is_new_answer(answer: Answer, *, given: bool) -> bool:
    """True if the answer says something else than the latest one, or agrees to a changed text."""
    return answer.agreement is None or answer.agreement.given != given or (given and not answer.of_this_text)


@needs(Action.READ, Target.SITE)
@require_POST
@own_page
def sign_paper(request: SiteRequest, entrant: Entrant) -> HttpResponse:
    """Sign the version that was shown, or take the signature back. Key: consents.documents.

    Both need the ``hash`` of the newest version: a signature under an older one counts no more, so there is nothing to
    take back.
    """
    if has_unclaimed_link(entrant):
        return redirect(own_path(entrant))
    with entering.locked_entrant(entrant) as entrant_now:
        _sign(request, entrant_now)
    return redirect(f"{own_path(entrant)}#aceites")


def _sign(request: SiteRequest, entrant: Entrant) -> None:
    paper = paper_to_sign(entrant.event, store.championship_of(entrant.event).regulation)
    given = request.POST.get("given") == "yes"
    if paper is None:
        return
    if request.POST.get("hash") != paper.sha256:
        messages.warning(request, _("There is a newer version of the paper. Read it before you sign."))
    elif _is_new_signature(entrant, paper, given=given):
        sign(entrant, paper, given=given)
        if not given:
            record(ConsentTakenBack(entrant=entrant.number), actor=None, event=entrant.event)
        messages.success(request, _("Signed.") if given else _("Noted: taken back."))


def _is_new_signature(entrant: Entrant, paper: Document, *, given: bool) -> bool:
    """True unless the person's latest answer is the same, and about this version."""
    last = signature_of(entrant, paper)
    return last is None or (last.given, last.hash) != (given, paper.sha256)

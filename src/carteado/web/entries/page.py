"""An entrant's own page: how his entry stands, what is missing, and everything that he may do about it."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from typing import NamedTuple

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.forms import DateField
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from carteado.regulation import Refusal, Regulation, out_of_order
from carteado.tournament.championship import Championship
from carteado.tournament.eligibility import VerdictState
from carteado.tournament.entries import Entry, Step, entry_verdicts, owes_partners_word
from carteado.tournament.entry_acts import (
    FINAL,
    AcceptInvitation,
    Complete,
    ConfirmPartner,
    Decline,
    EntryState,
    Withdraw,
)
from carteado.tournament.outcomes import PairId
from carteado.tournament.running import refusal
from carteado.web.access import SiteRequest, needs
from carteado.web.entries import entering
from carteado.web.entries.consents import (
    Answer,
    agree,
    answers_of,
    paper_to_sign,
    sign,
    signature_of,
    texts_of,
)
from carteado.web.entries.entering import Changed, DocumentTaken, MakeChange, Outdated
from carteado.web.entries.fee import Fee, fee_of
from carteado.web.entries.forms import ConsentsForm, PersonForm, WithdrawForm
from carteado.web.entries.letters import send_own_links
from carteado.web.entries.models import Entrant, Registration
from carteado.web.entries.own import NEW, has_told, is_given, own_link, own_page, own_path
from carteado.web.entries.verdicts import Judged, judged, named
from carteado.web.entries.words import STATES, STEPS
from carteado.web.events import store
from carteado.web.events.models import Document, Event, Pair
from carteado.web.events.trouble import NO_TROUBLE, Trouble, refused
from carteado.web.numbers import count_in
from carteado.web.pages.posters import Poster, posters_of
from carteado.web.people import misses
from carteado.web.people.documents import written
from carteado.web.people.models import DocumentKind, User, new_secret
from carteado.web.personal_data import purpose_of
from carteado.web.policy import Action, Role, Thing

DOCUMENT = "document"
"""Nobody may find out by trying whose documents are in an event."""

OUTDATED = gettext_lazy("Something changed meanwhile. This is how it stands now: look at it and decide again.")

ACTS: Mapping[str, MakeChange] = {
    "concluir": lambda by, at: Complete(by=by, at=at),
    "aceitar": lambda by, at: AcceptInvitation(by=by, at=at),
    "recusar": lambda by, at: Decline(by=by, at=at),
}
"""What is done with one button, by its word in the address."""

SENTENCES: Mapping[EntryState, str | Promise] = {
    EntryState.INCOMPLETE: gettext_lazy("Something is missing. What it is stands below."),
    EntryState.ENTERED: gettext_lazy("The pair is entered."),
    EntryState.UNDER_REVIEW: gettext_lazy("The organiser is looking at it. The answer comes here."),
    EntryState.RESERVE: gettext_lazy("You are in reserve: if a place becomes free, you are called here."),
    EntryState.INVITED: gettext_lazy("There is a place for you, if you accept."),
    EntryState.SELECTED: gettext_lazy("You are in. Now comes the draw."),
    EntryState.DECLINED: gettext_lazy("It did not work out this time."),
    EntryState.WITHDRAWN: gettext_lazy("The pair gave up."),
    EntryState.DISQUALIFIED: gettext_lazy("The pair is out."),
}


def member(request: SiteRequest) -> User | None:
    """Who is signed in, if anybody is."""
    return None if Role.VISITOR in request.roles else request.user


# --- what the page shows ------------------------------------------------------------------------------------------


class StepShown(NamedTuple):
    text: str | Promise
    step: Step


class Companion(NamedTuple):
    """Somebody of the entry, by what everybody may know of him."""

    called: str
    part: str


class LinkToGive(NamedTuple):
    """Somebody's link, while it is not his own yet; ``text`` goes with it."""

    called: str
    part: str
    link: str
    text: str


class _Case(NamedTuple):
    """An entrant with everything that his page is about."""

    entrant: Entrant
    event: Event
    championship: Championship
    entry: Entry | None
    pair: Pair | None
    people: Mapping[str, Entrant]

    @property
    def rules(self) -> Regulation:
        return self.championship.regulation

    @property
    def plays(self) -> bool:
        return self.entry is not None and self.entrant.code in self.entry.people

    @property
    def is_of_pair(self) -> bool:
        return self.entry is not None and entering.is_of_pair(self.entry, self.entrant.code)

    @property
    def owes_his_word(self) -> bool:
        """Whether the pair waits for this very person to agree. Key: consents.partner."""
        entry = self.entry
        return (
            entry is not None
            and entry.state in (EntryState.INCOMPLETE, EntryState.INVITED)
            and self.plays
            and self.entrant.code != entry.registrant
            and owes_partners_word(entry, self.rules)
        )

    def refusal(self, make: MakeChange, by: User | None = None) -> Refusal | None:
        """Why the regulation would not let this person do it now."""
        if self.entry is None:
            return out_of_order("no_such_entry", entry="")
        asked = Changed(self.entrant, make, len(self.entry.history), by)
        return refusal(self.championship, entering.operation_for(self.championship, self.entry, asked))


def _case(entrant: Entrant) -> _Case:
    event = entrant.event
    championship = entering.with_people(store.championship_of(event), event)
    entry = entering.entry_of(championship, entrant.code)
    if entry is None:
        return _Case(entrant, event, championship, None, None, {})
    codes = list(entering.people_beside(championship, entry))
    people = {one.code: one for one in event.entrants.filter(code__in=codes).prefetch_related("agreements")}
    return _Case(entrant, event, championship, entry, event.pairs_named.filter(code=entry.id).first(), people)


def _history(entry: Entry) -> list[StepShown]:
    return [StepShown(STEPS[step.act], step) for step in reversed(entry.history)]


def _verdicts(case: _Case) -> tuple[Judged, ...]:
    """What the regulation asks of this person alone: how his partner stands is his partner's business. Who may step in
    is judged as if he did."""
    entry, code = case.entry, case.entrant.code
    if entry is None or (code == entry.registrant and not case.plays):
        return ()
    as_playing = entry if case.plays else replace(entry, people=(code, entry.people[1]))
    return judged(case.championship.roll, as_playing).get(code, ())


def _missing(entry: Entry | None, verdicts: tuple[Judged, ...]) -> list[Judged]:
    """What is open or not met, while it still matters."""
    if entry is None or entry.state in FINAL:
        return []
    return [one for one in verdicts if one.state is not VerdictState.MET]


def _companions(case: _Case) -> list[Companion]:
    """A delegation's people; a pair is called by its two names anyway."""
    entry = case.entry
    if entry is None or entry.delegation is None:
        return []
    return [Companion(one.called, _part(entry, one.code)) for one in _by_number(case)]


def _links(case: _Case, request: SiteRequest) -> list[LinkToGive]:
    """Who entered the others passes their links on, as long as they have told nothing themselves."""
    entry = case.entry
    if entry is None or entry.state in FINAL or case.entrant.code != entry.registrant:
        return []
    text = _("%(event)s: you are entered. Open it to say yes and to see how it stands.") % {"event": case.event.name}
    others = [one for one in _by_number(case) if one.code != entry.registrant and is_given(one)]
    others = [one for one in others if not has_told(one)]
    return [LinkToGive(one.called, _part(entry, one.code), own_link(one, request), text) for one in others]


def _by_number(case: _Case) -> list[Entrant]:
    return sorted(case.people.values(), key=lambda one: one.number)


def _part(entry: Entry, code: str) -> str:
    if code not in entry.people:
        return _("entered the pair") if code == entry.registrant else _("substitute")
    return _("partner") if entry.delegation is None else _("plays")


def _fee(case: _Case) -> Fee | None:
    if case.pair is None or case.entry is None or case.entry.state in FINAL:
        return None
    registration = Registration.objects.filter(pair=case.pair).first()
    return fee_of(store.details_of(case.event), case.pair, registration)


def _context(request: SiteRequest, case: _Case, trouble: Trouble) -> dict[str, object]:
    entrant, entry, user = case.entrant, case.entry, member(request)
    paper, verdicts = paper_to_sign(case.event, case.rules), _verdicts(case)
    may = {word: case.is_of_pair and case.refusal(make, user) is None for word, make in ACTS.items()}
    return {
        "event": case.event,
        "regulation": case.rules,
        "entrant": entrant,
        "secret": entrant.secret,
        "championship": case.championship,
        "entry": entry,
        "pair": case.pair,
        "trouble": trouble,
        "state": STATES[entry.state] if entry else "",
        "sentence": _sentence(case),
        "steps": len(entry.history) if entry else 0,
        "history": _history(entry) if entry else [],
        "verdicts": verdicts,
        "missing": _missing(entry, verdicts),
        "companions": _companions(case),
        "links": _links(case, request),
        "answers": answers_of(entrant, case.rules),
        "paper": paper,
        "signature": signature_of(entrant, paper) if paper else None,
        "fee": _fee(case),
        "may": may,
        "why_not_accept": _why_not_accept(case, user) if not may["aceitar"] else NO_TROUBLE,
        "may_withdraw": case.is_of_pair and case.refusal(_withdrawal("?"), user) is None,
        "asks_for": _asked_back(entry),
        "is_given": is_given(entrant),
        "proof": _proof_asked(request, entrant),
        "own": new_secret(),
        "why_declared": purpose_of("entries.entrant.declared"),
        "own_link": own_link(entrant, request),
        "owes_his_word": case.owes_his_word,
        "is_signed_in": user is not None,
    }


def _sentence(case: _Case) -> str:
    entry = case.entry
    if entry is None:
        return _("You are not in any pair of this event.")
    if entry.id in case.championship.departures:
        return str(SENTENCES[EntryState.WITHDRAWN])
    if entry.id in case.championship.pairs and case.championship.places:
        return _in_the_field(case.championship, entry.id)
    if case.owes_his_word:
        return _("Your partner entered you. The pair counts once you say yes yourself.")
    if entry.state is EntryState.INCOMPLETE and owes_partners_word(entry, case.rules):
        return _("It waits for your partner's yes: pass the link on.")
    if entry.state is EntryState.ENTERED:
        if case.rules.event.selection is None:
            return _("You are in. The draw comes when entries have closed.")
        return _("The pair is entered. Who plays is chosen by the organiser, and you read it here.")
    return str(SENTENCES[entry.state])


def _in_the_field(championship: Championship, pair: PairId) -> str:
    """Once the pairs are drawn: that it goes on, or where the pair ended."""
    if not (championship.logs and championship.bracket.is_over):
        return _("You are drawn. When your table is called, it stands here.")
    rank = next((one.rank for one in championship.bracket.placings() if one.pair == pair), None)
    return _("It is over.") if rank is None else _("It is over: you finished in place {rank}.").format(rank=rank)


def _asked_back(entry: Entry | None) -> str:
    """What the organiser asked for and does not have yet."""
    if entry is None or entry.state is not EntryState.INCOMPLETE:
        return ""
    return entry.history[-1].why if entry.history[-1].act == "ask_back" else ""


def _why_not_accept(case: _Case, user: User | None) -> Trouble:
    """To who could accept an invitation, and may not yet."""
    if case.entry is None or case.entry.state is not EntryState.INVITED or case.entrant.code != case.entry.registrant:
        return NO_TROUBLE
    why = case.refusal(ACTS["aceitar"], user)
    return _told(case, why) if why else NO_TROUBLE


def _told(case: _Case, why: Refusal) -> Trouble:
    """A refusal in words. What bars the partner is told to the partner: here only that something does."""
    if case.entry is not None:
        found = entry_verdicts(case.championship.roll, case.entry)
        others = [one for code, of_one in found.items() if code != case.entrant.code for one in of_one]
        own = [one.reason for one in found.get(case.entrant.code, ())]
        if why in [one.reason for one in others] and why not in own:
            return Trouble(refusal=_("Something is open on your partner's side. It stands on your partner's own page."))
    return refused(named(why, {code: one.called for code, one in case.people.items()}), case.rules)


# --- the page and its acts ----------------------------------------------------------------------------------------


@needs(Action.READ, Thing.SITE)
@require_safe
@own_page
def show(request: SiteRequest, entrant: Entrant) -> HttpResponse:
    return _page(request, _case(entrant))


def _page(
    request: SiteRequest,
    case: _Case,
    trouble: Trouble = NO_TROUBLE,
    *,
    forms: "ConfirmForms | None" = None,
    status: int = 200,
) -> HttpResponse:
    context = _context(request, case, trouble)
    if case.owes_his_word and not context["proof"]:
        context["forms"] = forms or _confirm_forms(request, case)
        context["is_the_registrants_account"] = _is_the_registrants_account(request, case)
    return render(request, "entries/entrant.html", context, status=status)


class ConfirmForms(NamedTuple):
    person: PersonForm
    consents: ConsentsForm


def _confirm_forms(request: SiteRequest, case: _Case, *, sent: bool = False) -> ConfirmForms:
    data = request.POST if sent else None
    texts = texts_of(case.rules)
    return ConfirmForms(
        PersonForm(case.rules, data, entrant=case.entrant, user=member(request), prefix="person"),
        ConsentsForm(texts, case.rules, data, prefix="consents"),
    )


def _is_the_registrants_account(request: SiteRequest, case: _Case) -> bool:
    user = member(request)
    registrant = case.people.get(case.entry.registrant) if case.entry else None
    return user is not None and registrant is not None and registrant.user_id == user.pk


@needs(Action.READ, Thing.SITE)
@require_POST
@own_page
def confirm(request: SiteRequest, entrant: Entrant) -> HttpResponse:
    """The partner's own word, with his own data and his own consents. Key: consents.partner."""
    case = _case(entrant)
    if not case.owes_his_word or _proof_asked(request, entrant):
        return redirect(own_path(entrant))
    if misses.missed_too_often(request, DOCUMENT):
        return render(request, "429.html", status=429)
    forms = _confirm_forms(request, case, sent=True)
    if _is_the_registrants_account(request, case):
        return _page(request, case, forms=forms, status=409)
    if not (forms.person.is_valid() and forms.consents.is_valid()):
        return _page(request, case, forms=forms, status=422)
    asked = _asked(request, entrant, lambda by, at: ConfirmPartner(by=by, at=at))
    try:
        why = entering.confirm(asked, forms.person, forms.consents.agreed())
    except (Outdated, DocumentTaken) as trouble:
        return _failed(request, entrant, trouble, forms=forms)
    if why is not None:
        return _failed(request, entrant, why, forms=forms)
    entrant.refresh_from_db()
    send_own_links(request, [entrant])
    messages.success(request, _("Said and done: you are a pair. Keep this page's address, it is yours alone."))
    return redirect(own_path(entrant))


def _asked(request: SiteRequest, entrant: Entrant, make: MakeChange) -> Changed:
    steps = count_in(request.POST.get("steps", ""), -1)
    return Changed(entrant, make, steps, member(request), request.POST.get(NEW, ""))


def _failed(
    request: SiteRequest, entrant: Entrant, why: Refusal | Exception, *, forms: ConfirmForms | None = None
) -> HttpResponse:
    """The page as it is in the database, with what is in the way; what was typed stays in the form."""
    case = _case(entering.as_it_is(entrant, request.POST.get(NEW, "")))
    if isinstance(why, Outdated):
        return _page(request, case, Trouble(refusal=str(OUTDATED)), forms=forms, status=409)
    return _page(request, case, said_of_document(request, why) or _told_of(case, why), forms=forms, status=409)


def _told_of(case: _Case, why: Refusal | Exception) -> Trouble:
    assert isinstance(why, Refusal)
    return _told(case, why)


def said_of_document(request: SiteRequest, why: Refusal | Exception) -> Trouble | None:
    """A document that is here already: nobody learns in which pair, and trying is counted."""
    if isinstance(why, DocumentTaken):
        misses.miss(request, DOCUMENT)
        said = _("This document is of somebody who entered here with an account. If it is yours, sign in first.")
        return Trouble(refusal=said)
    if isinstance(why, Refusal) and why.code == "person_in_two_pairs":
        misses.miss(request, DOCUMENT)
        return Trouble(refusal=_("This document is in another pair of this event, and a person plays in one."))
    return None


# --- whose link it is ---------------------------------------------------------------------------------------------


def _proof_asked(request: SiteRequest, entrant: Entrant) -> str:
    """The field by which somebody shows that a link made anew is his: nobody else reads with it what he told. Nothing
    where nothing is known by which to tell, or his account does."""
    user = member(request)
    if not is_given(entrant) or (user is not None and entrant.user_id == user.pk):
        return ""
    return next((name for name in ("document", "birth_date") if getattr(entrant, name)), "")


def _is_proof(entrant: Entrant, name: str, said: str) -> bool:
    if name == "document":
        return written(DocumentKind(entrant.document_kind), said) == entrant.document
    try:
        day: date = DateField().clean(said)
    except ValidationError:
        return False
    return day.isoformat() == entrant.birth_date


@needs(Action.READ, Thing.SITE)
@require_POST
@own_page
def take(request: SiteRequest, entrant: Entrant) -> HttpResponse:
    """Makes a link that somebody passed on the person's own."""
    if proof := _proof_asked(request, entrant):
        if misses.missed_too_often(request, DOCUMENT):
            return render(request, "429.html", status=429)
        if not _is_proof(entrant, proof, request.POST.get(proof, "")[:40]):
            misses.miss(request, DOCUMENT)
            trouble = Trouble(refusal=_("This is not what was told here."))
            return _page(request, _case(entrant), trouble, status=409)
    entrant = entering.take(entrant, by=member(request), own=request.POST.get(NEW, ""))
    send_own_links(request, [entrant])
    messages.success(request, _("This page is yours now. Keep its address: the one that you were given is closed."))
    return redirect(own_path(entrant))


@needs(Action.READ, Thing.SITE)
@require_POST
@own_page
def act(request: SiteRequest, entrant: Entrant, word: str) -> HttpResponse:
    """Completes what was asked back, accepts or declines an invitation. Keys: selection.called, consents.partner."""
    if word not in ACTS:
        raise Http404
    try:
        return _done(request, entrant, ACTS[word], _SAID[word])
    except Outdated as outdated:
        return _failed(request, entrant, outdated)


_SAID: Mapping[str, str | Promise] = {
    "concluir": gettext_lazy("The organiser sees now that it is there."),
    "aceitar": gettext_lazy("The place is yours."),
    "recusar": gettext_lazy("Declined. The place goes to others."),
}


def _done(request: SiteRequest, entrant: Entrant, make: MakeChange, said: str | Promise) -> HttpResponse:
    """Outdated."""
    if is_given(entrant):  # who only passes a link on does nothing with it
        return redirect(own_path(entrant))
    why = entering.change(_asked(request, entrant, make))
    if why is not None:
        return _failed(request, entrant, why)
    messages.success(request, str(said))
    return redirect(own_path(entrant))


def _withdrawal(why: str) -> MakeChange:
    return lambda by, at: Withdraw(by=by, at=at, why=why, in_writing=True)


@needs(Action.READ, Thing.SITE)
@require_http_methods(["GET", "HEAD", "POST"])
@own_page
def withdraw(request: SiteRequest, entrant: Entrant) -> HttpResponse:
    """Giving up takes a page of its own, which says what follows. Keys: withdrawal.request, withdrawal.effect."""
    case = _case(entrant)
    if is_given(entrant) or not case.is_of_pair:
        return redirect(own_path(entrant))
    form = WithdrawForm(request.POST if request.method == "POST" else None)
    trouble, status = NO_TROUBLE, 200
    if request.method == "POST":
        if form.is_valid():
            why = form.cleaned_data["why"] or _("Given up in writing, on the pair's own page.")
            try:
                return _done(request, entrant, _withdrawal(why), _("The pair has given up. Thank you for saying so."))
            except Outdated:
                case, trouble, status = _case(entrant), Trouble(refusal=str(OUTDATED)), 409
        else:
            status = 422
    if in_the_way := case.refusal(_withdrawal("?"), member(request)):
        return _failed(request, entrant, in_the_way)
    context = {**_context(request, case, trouble), "form": form}
    return render(request, "entries/withdraw.html", context, status=status)


@needs(Action.READ, Thing.SITE)
@require_http_methods(["GET", "HEAD", "POST"])
@own_page
def data(request: SiteRequest, entrant: Entrant) -> HttpResponse:
    """A person corrects what he told."""
    case, user = _case(entrant), member(request)
    if is_given(entrant):
        return redirect(own_path(entrant))
    sent = request.POST if request.method == "POST" else None
    if sent is not None and misses.missed_too_often(request, DOCUMENT):
        return render(request, "429.html", status=429)
    form = PersonForm(case.rules, sent, entrant=entrant, user=user if entrant.user_id else None, prefix="person")
    trouble, status = NO_TROUBLE, 200
    if sent is not None:
        if form.is_valid():
            why = _correct(entrant, form, user)
            if why is None:
                messages.success(request, _("Your data is kept."))
                return redirect(own_path(entrant))
            trouble, status = said_of_document(request, why) or _told_of(case, why), 409
        else:
            status = 422
    context = {"event": case.event, "regulation": case.rules, "entrant": entrant, "form": form, "trouble": trouble}
    context["why_declared"] = purpose_of("entries.entrant.declared")
    return render(request, "entries/data.html", context, status=status)


def _correct(entrant: Entrant, form: PersonForm, user: User | None) -> Refusal | Exception | None:
    try:
        return entering.correct(entrant, form, by=user)
    except DocumentTaken as taken:
        return taken


# --- what he agrees to --------------------------------------------------------------------------------------------


@needs(Action.READ, Thing.SITE)
@require_POST
@own_page
def answer(request: SiteRequest, entrant: Entrant) -> HttpResponse:
    """One text, given or taken back, as easily the one as the other; said twice it is said once."""
    case = _case(entrant)
    found = {str(one.text.name): one for one in answers_of(entrant, case.rules)}
    asked = found.get(request.POST.get("to", ""))
    if asked is None or is_given(entrant):
        return redirect(own_path(entrant))
    given = request.POST.get("given") == "yes"
    if given and request.POST.get("hash") != asked.text.hash:
        messages.warning(request, _("The text has changed since you opened the page. Read it again."))
    elif _says_something_new(asked, given=given):
        agree(entrant, [asked.text], given=given)
        messages.success(request, _("Noted: you agree.") if given else _("Noted: taken back."))
    return redirect(f"{own_path(entrant)}#aceites")


def _says_something_new(asked: Answer, *, given: bool) -> bool:
    return asked.said is None or asked.said.given != given or (given and not asked.of_this_text)


@needs(Action.READ, Thing.SITE)
@require_POST
@own_page
def sign_paper(request: SiteRequest, entrant: Entrant) -> HttpResponse:
    """Signs the version that was shown, or takes the signature back. Key: consents.documents."""
    case = _case(entrant)
    paper = paper_to_sign(case.event, case.rules)
    if paper is None or is_given(entrant):
        return redirect(own_path(entrant))
    given = request.POST.get("given") == "yes"
    if request.POST.get("hash") != paper.sha256:
        messages.warning(request, _("There is a newer version of the paper. Read it before you sign."))
    elif _is_new_signature(entrant, paper, given=given):
        sign(entrant, paper, given=given)
        messages.success(request, _("Signed.") if given else _("Noted: taken back."))
    return redirect(f"{own_path(entrant)}#aceites")


def _is_new_signature(entrant: Entrant, paper: Document, *, given: bool) -> bool:
    last = signature_of(entrant, paper)
    return last is None or (last.given, last.hash) != (given, paper.sha256)


# --- the entries of who is signed in ------------------------------------------------------------------------------


class OwnEntry(NamedTuple):
    poster: Poster
    path: str


@needs(Action.READ, Thing.OWN_ACCOUNT)
@never_cache
@require_safe
def my_entries(request: SiteRequest) -> HttpResponse:
    found = Entrant.objects.filter(user=request.user, erased_at=None).select_related("event").order_by("-pk")
    entrants = list(found)
    posters = posters_of([one.event for one in entrants])
    entries = [OwnEntry(poster, own_path(one)) for one, poster in zip(entrants, posters, strict=True)]
    return render(request, "entries/my_entries.html", {"entries": entries})

"""One entry on the organiser's desk: its people, their verdicts, its history, and the possible acts."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime
from types import MappingProxyType
from typing import Any, NamedTuple

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from carteado.regulation import Refusal, Regulation
from carteado.tournament.formats.slots import MatchId
from carteado.tournament.outcomes import PairId
from carteado.tournament.registrations.acts import Ground
from carteado.tournament.registrations.eligibility import VerdictState
from carteado.tournament.registrations.entries import Entry, Step
from carteado.tournament.registrations.people import PersonId
from carteado.tournament.state.championship import Championship
from carteado.web.display.departures import departure_in_words
from carteado.web.events import store
from carteado.web.events.details_in_words import rule_in_words
from carteado.web.events.models import Event
from carteado.web.events.trouble import NO_TROUBLE, Trouble, trouble_from_refusal
from carteado.web.kit.forms.form_numbers import parse_count
from carteado.web.kit.guarding.policy import Action
from carteado.web.kit.words.catalogue import words
from carteado.web.pages.access import SiteRequest, needs
from carteado.web.pages.templatetags.carteado import article_links
from carteado.web.people.identity_papers import masked_number
from carteado.web.people.models import DocumentKind, User
from carteado.web.registrations.consents import Accepted, InForce, accepted_by, image_withdrawn_at, in_force
from carteado.web.registrations.eligibility_facts import person_of
from carteado.web.registrations.eligibility_verdicts import VerdictInWords, verdicts_in_words, with_names
from carteado.web.registrations.entry_texts import STATES, STEPS
from carteado.web.registrations.fees import fee_of, mark_paid
from carteado.web.registrations.letters import LetterInWords, letter_in_words
from carteado.web.registrations.materials import may_be_used
from carteado.web.registrations.models import Entrant, Material
from carteado.web.registrations.own_confirmation import Confirmation, confirmation_of
from carteado.web.registrations.own_link import has_unclaimed_link
from carteado.web.registrations.review.acts import (
    ACT_LABELS,
    ActForm,
    DisqualifyForm,
    EntryAct,
    EntryRefused,
    EntryVersion,
    Offer,
    Overtaken,
    offers,
    possible_grounds,
)
from carteado.web.registrations.review.page_parts import (
    PAID,
    answers_of,
    archived_response,
    changed_or_404,
    names_of_all,
    refusal_in_words,
    registration_of,
    state_in_words,
    tag_of,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonCard:
    """A person of the entry. ``entrant`` is None for one who was erased, or of whom the site has no data.

    ``part`` is what they do in the pair. ``document`` is masked, unless ``is_document_whole``. ``missing`` are the
    requirements that are not met, then the open ones. ``confirmation`` is None for the one who entered the pair.
    ``withdrew_image_at`` is when they took back the use of their image, None if they have not.
    """

    entrant: Entrant | None
    part: str
    born: date | None
    document: str
    is_document_whole: bool
    missing: list[VerdictInWords]
    met: list[VerdictInWords]
    has_unclaimed_link: bool
    confirmation: Confirmation | None
    accepted: list[Accepted]
    letters: list[LetterInWords]
    material: Material | None
    may_use_material: bool
    withdrew_image_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class StepInWords:
    """A step of the entry's history, the state after it, and the name of who did it."""

    step: Step
    text: str
    state_label: str
    by: str


@needs(Action.REVIEW_ENTRIES)
@never_cache
@require_safe
def show_entry(request: SiteRequest, code: str) -> HttpResponse:
    return entry_page(request, code)


def entry_page(
    request: SiteRequest,
    code: str,
    *,
    trouble: Trouble = NO_TROUBLE,
    act_forms: Mapping[str, ActForm] = MappingProxyType({}),
    typed: Mapping[str, Any] = MappingProxyType({}),
    whole: int = 0,
    letter_form: tuple[int, forms.Form] | None = None,
    status: int = 200,
) -> HttpResponse:
    """The page of one entry.

    ``act_forms`` are forms with errors, by their name in the template; ``typed`` is what was sent but not done.
    ``whole`` is the number of the one person whose document is shown in full, 0 for nobody. ``letter_form`` is the
    answer to a letter, with its errors, after the letter's primary key.
    """
    event = request.event
    details, championship = store.details_of(event), store.championship_of(event)
    entry = championship.entries.get(code)
    if entry is None:
        raise Http404
    people = _entrants_of(event, championship, entry)
    texts_now = in_force(event, details, championship.regulation)
    facts = {one.code: person_of(one, one.agreements.all(), texts_now.papers) for one in people.values()}
    championship_with_people = replace(championship, people=facts)
    pair = event.pairs_named.select_related("registration").filter(code=code).first()
    offered = offers(championship_with_people, entry, request.user)
    name = pair.shown_name if pair else entry.id
    initial = {**typed, "seen": len(entry.history)}
    context = {
        "event": event,
        "regulation": championship.regulation,
        "entry": entry,
        "name": name,
        "pair": pair,
        "state_label": state_in_words(entry, championship),
        "tag": tag_of(entry, championship),
        "departure": departure_in_words(championship, entry.id),
        "cards": _cards(championship_with_people, entry, people, texts_now, whole),
        "answers": answers_of(details.questions, registration_of(pair)),
        "fee": fee_of(details, pair, registration_of(pair)) if pair else None,
        "steps": _steps_in_words(entry, people),
        "offers": [one for one in offered if one.refusal is None and not one.is_final],
        "final_offers": [one for one in offered if one.refusal is None and one.is_final],
        "impossible_acts": _impossible_acts(offered, championship.regulation, people, {code: name}),
        "match": _match_of(championship, code),
        "selects": championship.regulation.event.selection is not None,
        "form": ActForm(initial=initial),
        "disqualify": DisqualifyForm(
            possible_grounds(championship_with_people, entry, request.user),
            initial=initial,
            conduct=conduct_in_words(details.rules, event),
        ),
        "trouble": trouble,
        "letter_form": letter_form,
        **act_forms,
    }
    return render(request, "registrations/review/entry.html", context, status=status)


def _match_of(championship: Championship, pair: PairId) -> MatchId | None:
    """The match of a drawn pair at whose desk it is disqualified: the one that waits for it, or its last one."""
    bracket = championship.bracket
    own = [match for match in championship.fixtures if pair in (bracket.pairs(match) or ())]
    return next((match for match in own if bracket.ended(match) is None), own[-1] if own else None)


def conduct_in_words(rules: Regulation, event: Event) -> str:
    """What the regulation gives as examples of improper behaviour, beside the grounds. Key: conduct.improper."""
    sentence = rule_in_words(rules, "conduct.improper")
    return format_html("{} {}", sentence, article_links(rules, "conduct.improper", event=event)) if sentence else ""


def _entrants_of(event: Event, championship: Championship, entry: Entry) -> dict[PersonId, Entrant]:
    """The pair, its substitutes and its registrant, by code."""
    codes = [*entry.people, *_substitutes(championship, entry), entry.registrant]
    rows = event.entrants.filter(code__in=codes, erased_at=None).select_related("material").defer("material__photo")
    return {one.code: one for one in rows.prefetch_related("agreements", "letters")}


def _substitutes(championship: Championship, entry: Entry) -> tuple[PersonId, ...]:
    line_up = championship.line_ups.get(entry.delegation or "")
    return line_up.substitutes if line_up else ()


def _cards(
    championship: Championship, entry: Entry, people: Mapping[PersonId, Entrant], texts_now: InForce, whole: int
) -> list[PersonCard]:
    """A card for each of the pair, and for each other person of the entry who is known."""
    verdicts = verdicts_in_words(championship.roll, entry)
    members = dict.fromkeys([*entry.people, *_substitutes(championship, entry), entry.registrant])
    return [
        _card(people.get(code), entry, _part(entry, code), verdicts.get(code, ()), texts_now, whole)
        for code in members
        if code in people or code in entry.people
    ]


def _part(entry: Entry, code: PersonId) -> str:
    if code == entry.registrant:
        return _("registered the pair") if code in entry.people else _("registered the pair, and does not play")
    return _("partner") if code in entry.people else _("substitute")


def _card(
    entrant: Entrant | None,
    entry: Entry,
    part: str,
    verdicts: tuple[VerdictInWords, ...],
    texts_now: InForce,
    whole: int,
) -> PersonCard:
    shows_whole = entrant is not None and entrant.number == whole
    return PersonCard(
        entrant=entrant,
        part=part,
        born=date.fromisoformat(entrant.birth_date) if entrant and entrant.birth_date else None,
        document=_document(entrant, shows_whole) if entrant else "",
        is_document_whole=shows_whole,
        missing=sorted(
            (one for one in verdicts if one.state is not VerdictState.MET),
            key=lambda one: one.state is VerdictState.UNKNOWN,
        ),
        met=[one for one in verdicts if one.state is VerdictState.MET],
        has_unclaimed_link=entrant is not None and has_unclaimed_link(entrant),
        confirmation=confirmation_of(entrant, entry) if entrant else None,
        accepted=accepted_by(entrant, texts_now) if entrant else [],
        letters=_letters_in_order(entrant) if entrant else [],
        material=getattr(entrant, "material", None),
        may_use_material=entrant is not None and may_be_used(entrant),
        withdrew_image_at=image_withdrawn_at(entrant) if entrant else None,
    )


def _letters_in_order(entrant: Entrant) -> list[LetterInWords]:
    return [letter_in_words(one) for one in sorted(entrant.letters.all(), key=lambda one: one.pk)]


def _document(entrant: Entrant, is_whole: bool) -> str:
    if not entrant.document:
        return ""
    return entrant.document if is_whole else masked_number(DocumentKind(entrant.document_kind), entrant.document)


def _steps_in_words(entry: Entry, people: Mapping[PersonId, Entrant]) -> list[StepInWords]:
    """The history of the entry, latest first."""
    users = _users(step.by.id for step in entry.history)
    called = {code: one.called or one.name for code, one in people.items()}
    return [
        StepInWords(
            step=step,
            text=str(STEPS[step.act]),
            state_label=str(STATES[step.state]),
            by=users.get(step.by.id) or called.get(step.by.id) or words().in_words(step.by.role),
        )
        for step in reversed(entry.history)
    ]


def _users(authors: Iterable[str]) -> dict[str, str]:
    """Names of accounts, by the author codes of operations."""
    numbers = {parse_count(one.removeprefix("user:")) for one in authors if one.startswith("user:")}
    return {f"user:{pk}": name for pk, name in User.objects.filter(pk__in=numbers).values_list("pk", "name")}


class ImpossibleAct(NamedTuple):
    """Acts that are impossible for the same reason."""

    labels: list[str]
    trouble: Trouble


def _impossible_acts(
    offered: Iterable[Offer], regulation: Regulation, people: Mapping[PersonId, Entrant], pair: Mapping[str, str]
) -> list[ImpossibleAct]:
    """The acts that are refused now, each reason once. ``pair`` is the name of the pair, by its code."""
    names = {**pair, **{code: one.shown for code, one in people.items()}}
    by_reason: dict[Trouble, list[str]] = {}
    for one in offered:
        if one.refusal is not None:
            trouble = trouble_from_refusal(with_names(one.refusal, names), regulation)
            by_reason.setdefault(trouble, []).append(one.label)
    return [ImpossibleAct(labels, trouble) for trouble, labels in by_reason.items()]


@needs(Action.REVIEW_ENTRIES)
@never_cache
@require_POST
def act_on_entry(request: SiteRequest, code: str, act: str) -> HttpResponse:
    """Do the act, or show why not and keep the message that was typed."""
    kind = EntryAct(act)
    of_page = "disqualify" if kind is EntryAct.DISQUALIFY else "form"
    # The form accepts every ground of the list; the championship decides which ones apply.
    form = DisqualifyForm(list(Ground), request.POST) if of_page == "disqualify" else ActForm(request.POST)
    if not form.is_valid():
        return entry_page(request, code, act_forms={of_page: form}, status=422)
    typed = form.cleaned_data
    ground = Ground(typed["ground"]) if "ground" in typed else None
    result = changed_or_404(request, [EntryVersion(code, typed["seen"])], kind, typed["why"], ground)
    if isinstance(result, Overtaken):
        return entry_page(request, code, trouble=_overtaken(result), typed=typed, status=409)
    if isinstance(result, EntryRefused):
        trouble = refusal_in_words(result, request.event, names_of_all(request.event))
        return entry_page(request, code, trouble=trouble, typed=typed, status=409)
    messages.success(request, str(ACT_LABELS[kind].done_message))
    return redirect("entry", slug=request.event.slug, code=code)


def _overtaken(result: Overtaken) -> Trouble:
    message = _("Somebody was first: “{step}” on {at}. Nothing of yours was done; your message is still below.")
    at = words().in_words(timezone.localtime(result.step.at))
    return Trouble(refusal=message.format(step=STEPS[result.step.act], at=at))


# --- the fee ------------------------------------------------------------------------------------------------------


@needs(Action.REVIEW_ENTRIES)
@require_POST
def mark_fee(request: SiteRequest, code: str) -> HttpResponse:
    """Mark the fee as the button says. It sets the value and does not toggle, so a second press changes nothing."""
    event = request.event
    pair = event.pairs_named.filter(code=code).first()
    if pair is None or code not in store.championship_of(event).entries:
        raise Http404
    paid = request.POST.get("paid") == PAID
    if isinstance(marked := mark_paid(event, pair, paid=paid, by=request.user), Refusal):
        return archived_response(request, marked)
    messages.success(request, _("Noted as paid.") if paid else _("Noted as not paid."))
    return redirect("entry", slug=event.slug, code=code)

"""The organiser's list of entries, by state, with what is known about their people."""

import unicodedata
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from django import forms
from django.contrib import messages
from django.core.paginator import Page, Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from carteado.tournament.registrations.acts import FINAL, EntryState
from carteado.tournament.registrations.entries import Entry, free_places, next_reserve, taking_part
from carteado.tournament.registrations.people import Person, PersonId
from carteado.tournament.state.championship import Championship
from carteado.web.events import store
from carteado.web.events.details import Details
from carteado.web.events.models import Event, Pair
from carteado.web.events.trouble import NO_TROUBLE, Trouble
from carteado.web.kit.forms.form_numbers import parse_count
from carteado.web.kit.forms.one_line_field import one_line
from carteado.web.kit.guarding import attempt_limits
from carteado.web.kit.guarding.policy import Action
from carteado.web.kit.sending import mail
from carteado.web.pages.access import SiteRequest, needs
from carteado.web.people.models import User
from carteado.web.registrations.consents import papers_in_force
from carteado.web.registrations.convocation import answered, asks_for_answers, is_convoked
from carteado.web.registrations.eligibility_facts import person_of
from carteado.web.registrations.eligibility_verdicts import VerdictSummary, verdict_summary, verdicts_in_words
from carteado.web.registrations.entry_texts import STATES
from carteado.web.registrations.letters import LetterInWords, letter_in_words, open_letters
from carteado.web.registrations.mail_to_pairs import send_convocations
from carteado.web.registrations.registering import people_of_entry
from carteado.web.registrations.review.acts import (
    LONGEST_MESSAGE,
    EntryAct,
    EntryRefused,
    EntryVersion,
    Overtaken,
    refusal_of_act,
)
from carteado.web.registrations.review.page_parts import (
    NOT_PAID,
    PAID,
    answers_of,
    changed_or_404,
    is_paid,
    name_of,
    names_of_all,
    pairs_of,
    refusal_in_words,
    registration_of,
    state_in_words,
    tag_of,
)

ROWS_A_PAGE = 50
TICK_ALL = "todas"
"""Value of ``marcar`` in the address with which the list comes with all its rows ticked."""

ORDER = (
    *(EntryState.ENTERED, EntryState.UNDER_REVIEW, EntryState.RESERVE, EntryState.INVITED, EntryState.INCOMPLETE),
    *(EntryState.SELECTED, EntryState.WITHDRAWN, EntryState.DECLINED, EntryState.DISQUALIFIED),
)
"""Entries that wait for the organiser come first, settled ones last."""


class FilterForm(forms.Form):
    """Search and filters. An invalid value in the address does not filter."""

    q = forms.CharField(label=gettext_lazy("Name or delegation"), required=False, max_length=80)
    situacao = forms.ChoiceField(label=gettext_lazy("State"), required=False)
    pago = forms.ChoiceField(
        label=pgettext_lazy("entry", "Fee"),
        required=False,
        choices=[("", gettext_lazy("all")), (PAID, gettext_lazy("paid")), (NOT_PAID, gettext_lazy("not paid"))],
    )

    def __init__(self, *arguments: Any, has_fee: bool, **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        state = self.fields["situacao"]
        assert isinstance(state, forms.ChoiceField)
        state.choices = [("", _("all")), *((str(one), str(STATES[one])) for one in ORDER)]
        if not has_fee:
            del self.fields["pago"]

    def value_of(self, name: str) -> str:
        """What the field filters by; empty if it does not filter."""
        self.is_valid()
        return str(self.cleaned_data.get(name, ""))


# --- the list -----------------------------------------------------------------------------------------------------


class Count(NamedTuple):
    """How many entries are in a state."""

    state: EntryState
    state_label: str
    number: int


class Places(NamedTuple):
    """Places for pairs. ``free`` may be negative if the number of places was lowered later."""

    total: int
    free: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One entry of the list. ``value`` is what its box sends: the pair's code and the number of steps shown.

    ``summary`` is None if nothing is known of its people. ``answers`` are to the organiser's questions,
    ``answer`` is to the convocation, and ``owes_answer`` if it waits for one. ``named_twice`` are the people of the
    pair whose name also occurs in another pair: they may be one person, and a person plays in one pair only.
    """

    entry: Entry
    name: str
    delegation: str
    state_label: str
    tag: str
    summary: VerdictSummary | None
    paid: bool
    answers: list[tuple[str, str]]
    may_be_selected: bool
    may_be_declined: bool
    named_twice: list[str]
    answer: str = ""
    owes_answer: bool = False

    @property
    def value(self) -> str:
        return f"{self.entry.id}:{len(self.entry.history)}"


@needs(Action.REVIEW_ENTRIES)
@never_cache
@require_safe
def show_entries(request: SiteRequest) -> HttpResponse:
    """The list. ``marcar`` ticks all rows of the page, so that very many entries can be declined page by page."""
    return _list_page(request, ticks_all=request.GET.get("marcar") == TICK_ALL)


def _list_page(
    request: SiteRequest,
    trouble: Trouble = NO_TROUBLE,
    ticked: frozenset[str] = frozenset(),
    status: int = 200,
    *,
    ticks_all: bool = False,
    why: str = "",
) -> HttpResponse:
    """The page of the list. ``ticked`` are the values of the rows that come ticked, ``why`` a message that was typed
    and not sent."""
    event = request.event
    details, championship = store.details_of(event), store.championship_of(event)
    pairs = pairs_of(event)
    form = FilterForm(request.GET, has_fee=bool(details.fee_cents))
    matching = _matching_entries(event, championship.entries.values(), pairs, form)
    page = Paginator(matching, ROWS_A_PAGE).get_page(request.GET.get("pagina"))
    rows = _rows(event, championship, details, page, pairs, request.user)
    reserve = next_reserve(championship.roll)
    counts = Counter(entry.state for entry in championship.entries.values())
    with_fee = [entry.id for entry in championship.entries.values() if entry.state not in FINAL]
    context = {
        "event": event,
        "regulation": championship.regulation,
        "details": details,
        "selects": championship.regulation.event.selection is not None,
        "total": len(championship.entries),
        "counts": [Count(state, str(STATES[state]), counts[state]) for state in ORDER if counts[state]],
        "places": places(championship, event),
        "taking_part": len(taking_part(championship.roll)) if championship.entries else len(championship.pairs),
        "is_settled": bool(championship.pairs),
        "convoked": convoked(championship),
        "takes_answers": asks_for_answers(championship),
        "may_mail": mail.is_configured(),
        "with_fee": len(with_fee),
        "paid": sum(is_paid(pairs.get(code)) for code in with_fee),
        "next_reserve": reserve and {"code": reserve.id, "name": name_of(reserve, pairs)},
        "letters": _waiting_letters(event, championship, pairs),
        "filter": form,
        "state": form.value_of("situacao"),
        "is_narrowed": any(form.value_of(name) for name in form.fields),
        "page": page,
        "rows": rows,
        "judges": any(row.summary and any(row.summary) for row in rows),  # any requirement, met or not
        "ticked": frozenset(row.value for row in rows) if ticks_all else ticked,
        "tick_all": TICK_ALL,
        "is_declining": ticks_all or bool(why),
        "why": why,
        "may_decline": any(row.may_be_declined for row in rows),
        "longest_message": LONGEST_MESSAGE,
        "trouble": trouble,
    }
    return render(request, "registrations/review/list.html", context, status=status)


_CONVOCATIONS = "convocations"
"""Name of the counter of convocations sent once more."""
MOST_CONVOCATIONS = 3
"""Times that the convocation is sent once more within a quarter of an hour."""


class Convoked(NamedTuple):
    """How many selected pairs answered the convocation as it stands, and how."""

    come: int
    cannot: int
    silent: int


def convoked(championship: Championship) -> Convoked | None:
    """The numbers of answers; None while no pair is convoked. Key: selection.called."""
    convoked_entries = [one for one in championship.entries.values() if is_convoked(one, championship)]
    answers = [answered(one, championship) for one in convoked_entries]
    cannot = sum(one.cannot for one in answers)
    silent = sum(one.step is None for one in answers)
    return Convoked(len(answers) - cannot - silent, cannot, silent) if answers else None


def answer_in_words(entry: Entry, championship: Championship) -> str:
    """The pair's answer to the convocation; empty for a pair that is not convoked."""
    if not is_convoked(entry, championship):
        return ""
    found = answered(entry, championship)
    if found.step is None:
        return _("has not answered")
    return _("cannot come: {why}").format(why=found.step.why) if found.cannot else _("will come")


@needs(Action.REVIEW_ENTRIES)
@never_cache
@require_POST
def convoke(request: SiteRequest) -> HttpResponse:
    """Mail the convocation once more to the pairs that have not answered it. Key: selection.called."""
    if attempt_limits.tries_so_far(request, _CONVOCATIONS) >= MOST_CONVOCATIONS:
        messages.warning(request, _("That was sent a moment ago. Wait a little before you send it once more."))
        return redirect("entries", slug=request.event.slug)
    attempt_limits.count_try(request, _CONVOCATIONS)
    championship = store.championship_of(request.event)
    owing = [
        one.id
        for one in championship.entries.values()
        if is_convoked(one, championship) and answered(one, championship).step is None
    ]
    if not asks_for_answers(championship):
        owing = []
    # without pairs, ``send_convocations`` would write to all of them
    count = send_convocations(request.event, championship, owing) if owing else 0
    if count:
        sentence = ngettext("The convocation went to {count} person.", "The convocation went to {count} people.", count)
        messages.success(request, sentence.format(count=count))
    else:
        messages.warning(request, _("No mail was sent: nobody owes an answer, or there are no addresses."))
    return redirect("entries", slug=request.event.slug)


class WaitingLetter(NamedTuple):
    """A letter without an answer, and the entry on whose page it is answered."""

    letter: LetterInWords
    code: str
    name: str


def _waiting_letters(event: Event, championship: Championship, pairs: Mapping[str, Pair]) -> list[WaitingLetter]:
    """Letters of people whose entry is on the list. Keys: disqualification.reported_fact, publicity.promotion."""
    entries = {code: entry for entry in championship.entries.values() for code in people_of_entry(championship, entry)}
    return [
        WaitingLetter(letter_in_words(one), entries[one.entrant.code].id, name_of(entries[one.entrant.code], pairs))
        for one in open_letters(event)
        if one.entrant.code in entries
    ]


def places(championship: Championship, event: Event) -> Places | None:
    """How many pairs fit, and how many places are free; None without a limit. Key: selection.pairs."""
    if championship.pairs and not championship.entries:  # the field was fixed without any entry on the site
        return Places(event.pairs, event.pairs - len(championship.pairs)) if event.pairs else None
    selection, free = championship.regulation.event.selection, free_places(championship.roll)
    if selection is not None and free is not None:
        return Places(selection.pairs, free)
    staying = sum(entry.state not in FINAL for entry in championship.entries.values())
    return Places(event.pairs, event.pairs - staying) if event.pairs else None


def _matching_entries(
    event: Event, entries: Iterable[Entry], pairs: Mapping[str, Pair], form: FilterForm
) -> list[Entry]:
    """The entries that the filters leave, in the order of the list."""
    state, paid, searched = form.value_of("situacao"), form.value_of("pago"), _plain(form.value_of("q"))
    of_people = _people_called(event, searched) if searched else frozenset()
    matching = [
        entry
        for entry in entries
        if state in ("", entry.state)
        and (not paid or is_paid(pairs.get(entry.id)) == (paid == PAID))
        and (not searched or _is_named(entry, pairs.get(entry.id), searched) or of_people.intersection(entry.people))
    ]
    return sorted(matching, key=lambda entry: (ORDER.index(entry.state), entry.entered_at))


def _is_named(entry: Entry, pair: Pair | None, searched: str) -> bool:
    """True if the code, the name or the delegation of the pair contains the text."""
    texts = (entry.id, pair.name, pair.delegation) if pair else (entry.id,)
    return any(searched in _plain(text) for text in texts)


def _people_called(event: Event, searched: str) -> frozenset[PersonId]:
    """The people whose name or name at the table contains the text."""
    names = event.entrants.values_list("code", "name", "called")
    return frozenset(code for code, *texts in names if any(searched in _plain(text) for text in texts))


def _plain(text: str) -> str:
    """The text without accents and capitals."""
    bare = unicodedata.normalize("NFKD", text.casefold())
    return " ".join("".join(letter for letter in bare if not unicodedata.combining(letter)).split())


def _rows(
    event: Event,
    championship: Championship,
    details: Details,
    page: Page[Entry],
    pairs: Mapping[str, Pair],
    user: User,
) -> list[Row]:
    championship_with_people = replace(championship, people=_people_on(event, page))
    roll = championship_with_people.roll
    twice = _named_twice(event, championship.entries.values())
    return [
        Row(
            entry=entry,
            name=name_of(entry, pairs),
            delegation=getattr(pairs.get(entry.id), "delegation", ""),
            state_label=state_in_words(entry, championship),
            tag=tag_of(entry, championship),
            summary=verdict_summary(verdicts.values()) if (verdicts := verdicts_in_words(roll, entry)) else None,
            paid=is_paid(pairs.get(entry.id)),
            answers=answers_of(details.questions, registration_of(pairs.get(entry.id))),
            may_be_selected=refusal_of_act(championship_with_people, entry, EntryAct.SELECT, user) is None,
            may_be_declined=refusal_of_act(championship_with_people, entry, EntryAct.DECLINE, user) is None,
            named_twice=[twice[code] for code in entry.people if code in twice],
            answer=answer_in_words(entry, championship_with_people),
            owes_answer=is_convoked(entry, championship_with_people)
            and answered(entry, championship_with_people).step is None,
        )
        for entry in page
    ]


def _named_twice(event: Event, entries: Iterable[Entry]) -> dict[PersonId, str]:
    """People with the same full name in different pairs.

    Only people without a document are compared: for them the site does not know if they are one person.
    """
    pair_of = {code: entry.id for entry in entries if entry.state not in FINAL for code in entry.people}
    by_name: defaultdict[str, list[tuple[PersonId, str]]] = defaultdict(list)
    for code, name in event.entrants.filter(code__in=pair_of, document_index="").values_list("code", "name"):
        by_name[_plain(name)].append((code, name))
    same_names = (same for text, same in by_name.items() if text and len({pair_of[code] for code, _ in same}) > 1)
    return {code: name for same in same_names for code, name in same}


def _people_on(event: Event, entries: Iterable[Entry]) -> dict[PersonId, Person]:
    """The people of these entries. Their documents, phones and links are not loaded."""
    codes = [code for entry in entries for code in entry.people]
    rows = event.entrants.filter(code__in=codes, erased_at=None).defer("document", "phone", "secret")
    papers = papers_in_force(event)
    return {one.code: person_of(one, one.agreements.all(), papers) for one in rows.prefetch_related("agreements")}


@needs(Action.REVIEW_ENTRIES)
@never_cache
@require_POST
def select_several(request: SiteRequest) -> HttpResponse:
    return _change_several(request, _SELECTING)


@needs(Action.REVIEW_ENTRIES)
@never_cache
@require_POST
def decline_several(request: SiteRequest) -> HttpResponse:
    return _change_several(request, _DECLINING, why=one_line(request.POST.get("why", ""))[:LONGEST_MESSAGE])


class BulkAct(NamedTuple):
    """An act on all ticked pairs, with the messages about its result: ``done_message`` for a number of pairs, and
    ``refused`` with the pair and the reason for which none was changed."""

    act: EntryAct
    done_message: Callable[[int], str]
    refused: str | Promise


_SELECTING = BulkAct(
    EntryAct.SELECT,
    lambda count: ngettext("{count} pair is selected.", "{count} pairs are selected.", count),
    gettext_lazy("Nobody was selected, because of {pair}: {why}"),
)
_DECLINING = BulkAct(
    EntryAct.DECLINE,
    lambda count: ngettext("{count} pair is declined.", "{count} pairs are declined.", count),
    gettext_lazy("Nobody was declined, because of {pair}: {why}"),
)


def _change_several(request: SiteRequest, several: BulkAct, why: str = "") -> HttpResponse:
    """Change all ticked entries, or none of them."""
    ticked = frozenset(request.POST.getlist("pair"))
    entries = [_entry_version(one) for one in request.POST.getlist("pair")]
    if not entries:
        return _list_page(request, Trouble(refusal=_("Tick the pairs first.")), status=422, why=why)
    result = changed_or_404(request, entries, several.act, why)
    names = names_of_all(request.event)
    if isinstance(result, Overtaken):
        message = _("Meanwhile somebody changed the entry of {pair}. Nothing was done: look at the list first.")
        trouble = Trouble(refusal=message.format(pair=names.get(result.entry.id, "")))
        return _list_page(request, trouble, status=409, why=why)
    if isinstance(result, EntryRefused):
        trouble = refusal_in_words(result, request.event, names)
        message = str(several.refused).format(pair=names.get(result.entry.id, result.entry.id), why=trouble.refusal)
        return _list_page(request, replace(trouble, refusal=message), ticked, status=409, why=why)
    count = len(entries)
    messages.success(request, several.done_message(count).format(count=count))
    return redirect("entries", slug=request.event.slug)


def _entry_version(value: str) -> EntryVersion:
    """Read ``Row.value``. A wrong number becomes 0, fewer steps than any entry has: the act then finds it changed."""
    code, _colon, steps_shown = value.rpartition(":")
    return EntryVersion(code, parse_count(steps_shown))

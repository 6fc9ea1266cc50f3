"""Helpers for the organiser's pages about entries: pairs with their forms, and names for codes."""

from collections.abc import Iterable, Mapping

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from carteado.regulation import Refusal
from carteado.tournament.registrations.acts import FINAL, EntryState, Ground
from carteado.tournament.registrations.entries import Entry
from carteado.tournament.state.championship import Championship
from carteado.web.display.departures import departure_in_words
from carteado.web.events import store
from carteado.web.events.details import Question
from carteado.web.events.models import Event, Pair
from carteado.web.events.trouble import Trouble, trouble_from_refusal
from carteado.web.kit.words.catalogue import words
from carteado.web.pages.access import SiteRequest
from carteado.web.people.public_names import shown_name
from carteado.web.registrations.eligibility_verdicts import with_names
from carteado.web.registrations.entry_texts import STATES
from carteado.web.registrations.models import Registration
from carteado.web.registrations.review.acts import EntryAct, EntryRefused, EntryVersion, Overtaken, change_entries

TAGS: Mapping[EntryState, str] = {
    EntryState.SELECTED: "tag--sol",
    EntryState.INVITED: "tag--lua",
    EntryState.INCOMPLETE: "tag--quiet",
    **dict.fromkeys(FINAL, "tag--quiet"),
}
"""CSS class of each state's tag."""

PAID, NOT_PAID = "sim", "nao"
"""Words for the fee in addresses and forms."""


def state_in_words(entry: Entry, championship: Championship) -> str:
    """The state of an entry, or how the pair left if it left the field: its entry then stays as it was."""
    departure = departure_in_words(championship, entry.id)
    return departure.word if departure else str(STATES[entry.state])


def tag_of(entry: Entry, championship: Championship) -> str:
    return "tag--ink" if entry.id in championship.departures else TAGS.get(entry.state, "")


def pairs_of(event: Event) -> dict[str, Pair]:
    """The pairs by code, each with its form."""
    return {pair.code: pair for pair in event.pairs_named.select_related("registration")}


def name_of(entry: Entry, pairs: Mapping[str, Pair]) -> str:
    """The pair's name, or its code if it has none."""
    pair = pairs.get(entry.id)
    return pair.shown_name if pair and pair.name else entry.id


def registration_of(pair: Pair | None) -> Registration | None:
    """The pair's form; None for a pair that entered without one."""
    return getattr(pair, "registration", None)


def is_paid(pair: Pair | None) -> bool:
    registration = registration_of(pair)
    return registration is not None and registration.paid_at is not None


def answers_of(questions: Iterable[Question], registration: Registration | None) -> list[tuple[str, str]]:
    """The pair's answers: to current questions in their order, then to questions no longer asked."""
    answers = registration.answers if registration else {}
    order = dict.fromkeys((*(question.text for question in questions if question.text in answers), *answers))
    return [(text, _answer(answers[text])) for text in order]


def _answer(value: object) -> str:
    return (_("yes") if value else _("no")) if isinstance(value, bool) else str(value)


def names_of_all(event: Event) -> dict[str, str]:
    """Names of pairs and people, by code."""
    rows = event.entrants.values_list("code", "called", "name")
    people = {code: shown_name(called or name) for code, called, name in rows}
    return {**people, **store.names_of(event)}


def changed_or_404(
    request: SiteRequest, entries: list[EntryVersion], act: EntryAct, why: str = "", ground: Ground | None = None
) -> Championship | Overtaken | EntryRefused:
    """Do the act, as ``change_entries`` does. Raises Http404 for an unknown entry."""
    try:
        return change_entries(request.event, entries, act, by=request.user, why=why, ground=ground)
    except KeyError:
        raise Http404 from None


def archived_response(request: SiteRequest, refusal: Refusal) -> HttpResponse:
    """The answer for an event that was archived while the form was open. Its desk no longer exists."""
    messages.error(request, words().refusal(refusal))
    return redirect("event", slug=request.event.slug)


def refusal_in_words(result: EntryRefused, event: Event, names: Mapping[str, str]) -> Trouble:
    """The refusal with ``names`` in place of codes."""
    return trouble_from_refusal(with_names(result.refusal, names), store.championship_of(event).regulation)

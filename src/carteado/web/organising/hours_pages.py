"""The organiser's page for the hours of rounds: proposed by the forecast, moved by hand, checked, published."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from hashlib import sha256

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from carteado.planning.hours import (
    STEP,
    Doubt,
    Hall,
    HallClosed,
    TooFewTables,
    TooLittleRest,
    day_of,
    doubts,
    proposed,
    with_long_last_day,
)
from carteado.regulation import Refusal
from carteado.tournament.formats.plans import Plan
from carteado.tournament.formats.slots import MatchId
from carteado.tournament.matches.timetable import RoundId, Timetable, timetable
from carteado.tournament.operations import SetHours
from carteado.tournament.state.championship import Championship
from carteado.web.display.championship_in_words import ChampionshipInWords
from carteado.web.display.rounds_in_words import expected_plan, rounds_in_words
from carteado.web.events import store
from carteado.web.events.details import Details
from carteado.web.events.models import Event
from carteado.web.events.trouble import NO_TROUBLE, Trouble
from carteado.web.kit.guarding.policy import Action
from carteado.web.kit.words.dates import moment_in_words
from carteado.web.organising.forecast_in_words import NoForecast, match_lengths
from carteado.web.organising.hours_form import HoursForm
from carteado.web.pages.access import SiteRequest, needs

USUAL_LENGTH = timedelta(minutes=60)
"""The length of a game while there is no forecast for it, or if there can be none."""
USUAL_REST = timedelta(minutes=5)
MOST_DOUBTS = 12
"""Most doubts that the page lists."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """An event with what its hours depend on. ``names`` are its matches in words, none before the field is settled.
    ``no_forecast`` is why the lengths in ``hall`` are the usual ones, in words; "" if they come from a forecast."""

    event: Event
    details: Details
    championship: Championship
    plan: Plan
    hall: Hall
    names: Mapping[MatchId, str]
    no_forecast: str

    @property
    def version(self) -> str:
        """Changes when a colleague publishes hours or moves the day, so that an outdated form is noticed."""
        return f"{len(self.championship.hours_versions)}-{len(self.championship.notices)}"


@needs(Action.EDIT)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def hours(request: SiteRequest) -> HttpResponse:
    """The page shows the published hours, or a proposal if there are none. The form asks for another proposal, or
    publishes the hours that were typed. Keys: schedule.set_by, schedule.published."""
    case = _case(request.event)
    if case is None:
        return _nothing_yet(request)
    if request.method != "POST":
        return _shown(request, case)
    form = HoursForm(case.plan, case.names, case.championship.hours, request.POST)
    if not form.is_valid():
        return _page(request, case, form)
    if request.POST.get("act") == "propose":
        return _proposal(request, case, form)
    return _publish(request, case, form)


def _case(event: Event) -> Case | None:
    """The event's case. None for a draft, while its rounds are not known, and while it has no day and hour."""
    details, championship = store.details_of(event), store.championship_of(event)
    plan = expected_plan(details, championship)
    days = tuple(day_of(one.begins, one.ends) for one in details.settings.days)
    if event.is_draft or not plan.stages or not days:
        return None
    found = match_lengths(details, plan, details.capacity, asker=(event.pk, "hours"))
    lengths = None if isinstance(found, NoForecast) else found
    names = ChampionshipInWords(event, championship) if championship.fixtures else None
    return Case(
        event=event,
        details=details,
        championship=championship,
        plan=plan,
        hall=Hall(
            days=days,
            tables=details.tables,
            length=_stepped(lengths.match) if lengths else USUAL_LENGTH,
            rest=USUAL_REST,
            final=_stepped(lengths.final) if lengths and lengths.final else None,
        ),
        names={match: names.pairing(match) for match in championship.fixtures} if names else {},
        no_forecast=found.why if isinstance(found, NoForecast) else "",
    )


def _stepped(length: timedelta) -> timedelta:
    """The length, rounded up to a whole step."""
    return -(-length // STEP) * STEP


def _nothing_yet(request: SiteRequest) -> HttpResponse:
    """The page without a form, which says why. If neither flag holds, the rounds are not known."""
    details = store.details_of(request.event)
    context = {
        "event": request.event,
        "regulation": details.rules,
        "lacks_hour": not details.settings.days,
        "is_draft": request.event.is_draft,
    }
    return render(request, "organising/no_hours.html", context)


def _initial(case: Case) -> dict[str, int]:
    return {"minutes": case.hall.length // timedelta(minutes=1), "rest": case.hall.rest // timedelta(minutes=1)}


def _shown(request: SiteRequest, case: Case) -> HttpResponse:
    if case.championship.hours:
        form = HoursForm(case.plan, case.names, case.championship.hours, **_initial(case))
        return _page(request, case, form, found=doubts(case.plan, case.championship.hours, case.hall))
    return _proposed(request, case, case.hall, _initial(case))


def _proposal(request: SiteRequest, case: Case, form: HoursForm) -> HttpResponse:
    typed = {name: form.cleaned_data[name] for name in ("minutes", "rest", "why")}
    return _proposed(request, case, form.hall(case.hall), typed)


def _proposed(request: SiteRequest, case: Case, hall: Hall, initial: Mapping[str, object]) -> HttpResponse:
    """The page with proposed hours for the matches that have not begun. The others keep their hours.

    If they do not fit into the days of the event, the page says so and shows hours that run past the last day.
    """
    championship = case.championship
    begun = [match for match, log in championship.logs.items() if log.has_begun]
    now = timezone.now() if begun else None  # before the first match, the days alone say when it can begin
    tables = hall.tables or max(1, len(case.plan.fixtures))  # while their number is unknown, it limits nothing
    since, trouble = _next_step(now), NO_TROUBLE
    made = proposed(case.plan, replace(hall, tables=tables), done=begun, since=since)
    if isinstance(made, Refusal):
        trouble = Trouble(refusal=_("It does not fit: more tables, more days or a later closing hour are needed."))
        longer = replace(hall, tables=tables, days=with_long_last_day(hall.days, since))
        made = proposed(case.plan, longer, done=begun, since=since)
    if isinstance(made, Refusal):
        form = HoursForm(case.plan, case.names, championship.hours, **initial)
        return _page(request, case, form, trouble)
    played = {one: at for one, at in championship.hours.rounds.items() if one not in made.rounds}
    unchanged = {match: at for match, at in championship.hours.matches.items() if match in begun}
    hours_proposed = Timetable({**played, **made.rounds}, {**unchanged, **made.matches})
    form = HoursForm(case.plan, case.names, hours_proposed, **initial)
    return _page(request, case, form, trouble, found=doubts(case.plan, hours_proposed, hall), is_proposal=True)


def _next_step(now: datetime | None) -> datetime | None:
    """The earliest hour to propose: the next step, and one more so that the pairs can learn of it in time."""
    if now is None:
        return None
    # STEP is five minutes
    last_step = now.replace(minute=now.minute - now.minute % 5, second=0, microsecond=0)
    return last_step + 2 * STEP


def _publish(request: SiteRequest, case: Case, form: HoursForm) -> HttpResponse:
    """Publish the typed hours. If there are doubts about them, the page asks first; ``anyway`` confirms the doubts."""
    rounds, matches = form.round_hours(), form.match_hours()
    if request.POST.get("version", "") != case.version:
        trouble = Trouble(refusal=_("Meanwhile somebody else published hours or moved the day. Look at them first."))
        return _page(request, case, form, trouble, status=409)
    found = doubts(case.plan, timetable(rounds, matches), form.hall(case.hall))
    if found and request.POST.get("anyway", "") != _fingerprint(found):
        return _page(request, case, form, found=found, asks=True)
    operation = SetHours(
        by=store.author(request.user),
        at=timezone.now(),
        rounds=rounds,
        matches=matches,
        why=form.cleaned_data["why"],
    )
    result = store.append(case.event, operation, by=request.user)
    if isinstance(result, Refusal):
        trouble = ChampionshipInWords(case.event, case.championship).trouble(result)
        return _page(request, case, form, trouble, found=found, status=409)
    messages.success(request, _("Published. Every pair finds its hours on its page."))
    return redirect("hours", slug=case.event.slug)


def _page(
    request: SiteRequest,
    case: Case,
    form: HoursForm,
    trouble: Trouble = NO_TROUBLE,
    *,
    found: Iterable[Doubt] = (),
    asks: bool = False,
    is_proposal: bool = False,
    status: int = 200,
) -> HttpResponse:
    """The page with the form. ``found`` are doubts about its hours; with ``asks`` its button confirms them."""
    all_doubts = list(found)
    context = {
        "event": case.event,
        "regulation": case.championship.regulation,
        "form": form,
        "rows": list(form.rows()),
        "trouble": trouble,
        "version": case.version,
        "doubts": [_in_words(one, rounds_in_words(case.plan)) for one in all_doubts[:MOST_DOUBTS]],
        "anyway": _fingerprint(all_doubts) if all_doubts and asks else "",
        "is_proposal": is_proposal,
        "is_published": bool(case.championship.hours),
        "no_forecast": case.no_forecast,
        "tables": case.details.tables,
        "versions": case.championship.hours_versions[::-1],
        "has_begun": bool(case.championship.logs),
    }
    return render(request, "organising/hours.html", context, status=status)


def _fingerprint(found: Iterable[Doubt]) -> str:
    """A text that identifies these doubts. With it the organiser confirms them, but no other doubts."""
    return sha256(repr(list(found)).encode()).hexdigest()[:16]


def _in_words(doubt: Doubt, names: Mapping[RoundId, str]) -> str:
    match doubt:
        case TooLittleRest():
            sentence = _("{round} on {at}: {other} and the rest after it last until {free}.")
            return sentence.format(
                round=names[doubt.round],
                other=names[doubt.other],
                at=moment_in_words(doubt.at),
                free=moment_in_words(doubt.free_from),
            )
        case TooFewTables():
            sentence = ngettext(
                "{matches} matches at once on {at}, but there is one table.",
                "{matches} matches at once on {at}, but there are {tables} tables.",
                doubt.tables,
            )
            return sentence.format(matches=doubt.matches, at=moment_in_words(doubt.at), tables=doubt.tables)
        case HallClosed():
            sentence = _("{round} on {at}: outside the hours of the event.")
            return sentence.format(round=names[doubt.round], at=moment_in_words(doubt.at))

"""What everybody sees of an event: where and when, by which rules, in which form, and how it stands."""

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.formats import number_format
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from carteado.regulation import Refusal, load
from carteado.tournament.championship import Championship
from carteado.tournament.eligibility import closing, event_day, opening
from carteado.web.access import SiteRequest, needs
from carteado.web.events.details import Details
from carteado.web.events.documents import documents_of, latest
from carteado.web.events.formats import StageInWords, in_words, is_drawn_by_lot, plan_of
from carteado.web.events.headlines import About, read_headline
from carteado.web.events.models import Event, Stage
from carteado.web.events.store import championship_of, details_of, names_of
from carteado.web.pages.games import game_of
from carteado.web.pages.posters import plain_date, status_of
from carteado.web.pages.results import results_of
from carteado.web.pages.rulebook import rulebook
from carteado.web.pages.words import words
from carteado.web.policy import Action
from carteado.web.topics import topic


@needs(Action.READ)
@require_safe
def show_event(request: SiteRequest) -> HttpResponse:
    event = request.event
    details = details_of(event)
    names = names_of(event)
    championship = championship_of(event)
    day = event_day(details.rules, details.settings)
    opens, closes = opening(details.rules, details.settings), closing(details.rules, details.settings)
    context = {
        "event": event,
        "details": details,
        "regulation": details.rules,
        "game": game_of(load(details.regulation)).label,
        "status": status_of(event, champion=_champion(event, names), now=timezone.now()),
        "is_live": event.stage == Stage.RUNNING,
        "live_url": live_url(event),
        "day": day,
        "day_in_words": plain_date(day) if day else _("to be announced"),
        "opens": opens and opens.at,
        "closes": closes and closes.at,
        "fee": fee_in_words(details),
        "changed": [rule for rule in rulebook(details.rules).rules if rule.citation.changed_by],
        "form": form_in_words(details, championship),
        "forms": [words().shown(form) for form in details.forms],
        "documents": latest(documents_of(event)),
        "results": results_of(championship, names),
    }
    return render(request, "events/event.html", context)


@topic("evento")
def results_now(slug: str) -> str:
    """What open pages of the event get whenever something happens in it."""
    event = Event.objects.get(slug=slug)
    return render_to_string("events/results.html", {"results": results_of(championship_of(event), names_of(event))})


def live_url(event: Event, kind: str = "evento") -> str:
    """Where the page listens to a topic: under the address of its language, like every page."""
    prefix = "" if get_language() == settings.LANGUAGE_CODE else f"/{get_language()}"
    return f"{prefix}/ao-vivo/{kind}/{event.slug}"


def fee_in_words(details: Details) -> str:
    if not details.fee_cents:
        return _("free")
    amount = _("R$ %(amount)s a pair") % {"amount": number_format(details.fee_cents / 100, 2)}
    return f"{amount} · {details.fee_note}" if details.fee_note else amount


def form_in_words(details: Details, championship: Championship) -> tuple[StageInWords, ...]:
    """Stage by stage, as it was drawn up; before that, for as many pairs as there is room for. Nothing while a lot must
    still decide, or while the numbers do not fit."""
    if championship.plan.stages:
        return in_words(championship.plan)
    plan = None if is_drawn_by_lot(details.rules) and not details.stages else plan_of(details, details.capacity)
    return () if plan is None or isinstance(plan, Refusal) else in_words(plan)


def _champion(event: Event, names: dict[str, str]) -> str:
    headline = read_headline(event.headline)
    return names.get(headline.value, "") if headline and headline.about is About.CHAMPION else ""

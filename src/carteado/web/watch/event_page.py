"""The public page of an event: when and where, its rules, its format and its current state."""

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from carteado.regulation import Refusal
from carteado.tournament.registrations.eligibility import closing, event_day, opening
from carteado.tournament.state.championship import Championship
from carteado.web.display.event_news import news_of, stop_in_force
from carteado.web.events.details import Details
from carteado.web.events.details_in_words import fee_in_words
from carteado.web.events.differences import prize_in_words
from carteado.web.events.documents import documents_of, latest
from carteado.web.events.formats import StageInWords, is_drawn_by_lot, plan_in_words, plan_of
from carteado.web.events.store import details_of
from carteado.web.kit.guarding.policy import Action
from carteado.web.kit.words.catalogue import words
from carteado.web.kit.words.dates import plain_date
from carteado.web.pages.access import SiteRequest, needs
from carteado.web.pages.live_stream import live_url
from carteado.web.regulations.rulebook import rulebook
from carteado.web.watch.current_matches import current_matches_of
from carteado.web.watch.visible_event import frame_of, visible_to

MOST_NEWS = 6
"""Pieces of news on the page."""


@needs(Action.READ)
@require_safe
def show_event(request: SiteRequest) -> HttpResponse:
    visible = visible_to(request)
    event, championship = visible.event, visible.championship
    details = details_of(event)
    day = event_day(details.rules, details.settings)
    opens, closes = opening(details.rules, details.settings), closing(details.rules, details.settings)
    context = {
        **frame_of(visible, details),
        "tab": "evento",
        "current": current_matches_of(visible),
        "live_url": live_url(event, visible.topic("evento")) if visible.is_followed else "",
        "day": day,
        "days": details.settings.days,
        "stopped": stop_in_force(championship),
        "news": news_of(championship)[:MOST_NEWS],
        "day_in_words": plain_date(day) if day else _("to be announced"),
        "opens": opens and opens.at,
        "closes": closes and closes.at,
        "fee": fee_in_words(details),
        "changed": [rule for rule in rulebook(details.rules_as_decided).rules if rule.citation.changed_by],
        "form": form_in_words(details, championship),
        # the formats of which a lot takes one, if the regulation wants that; ``form`` is empty until then
        "forms": [words().in_words(form) for form in details.forms],
        "prizes": [prize_in_words(one) for one in details.prizes],
        "documents": latest(documents_of(event)),
    }
    return render(request, "events/event.html", context)


def form_in_words(details: Details, championship: Championship) -> tuple[StageInWords, ...]:
    """The format stage by stage: as settled, or before that for the number of places. Empty while a lot has yet to
    decide it, or if no plan fits that number."""
    if championship.plan.stages:
        return plan_in_words(championship.plan)
    plan = None if is_drawn_by_lot(details.rules) and not details.stages else plan_of(details, details.capacity)
    return () if plan is None or isinstance(plan, Refusal) else plan_in_words(plan)

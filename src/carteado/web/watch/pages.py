"""Pages that follow an event: bracket, standings, schedule, pairs, rules, and the projector."""

from urllib.parse import quote

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from carteado.web.events.decided_values import decided_by
from carteado.web.events.documents import documents_of, latest
from carteado.web.events.store import details_of
from carteado.web.kit.guarding.policy import Action
from carteado.web.kit.sending.site_address import open_url
from carteado.web.pages.access import SiteRequest, needs
from carteado.web.pages.live_stream import live_url
from carteado.web.regulations.full_articles import parts_of
from carteado.web.regulations.rulebook import rulebook
from carteado.web.watch import live_parts as pushing
from carteado.web.watch import pair_records as pairs
from carteado.web.watch.agenda import calendar_of
from carteado.web.watch.rule_changes import changes_of, decisions_of
from carteado.web.watch.shown_event import Shown, frame_of, shown_to


def _live(shown: Shown, kind: str) -> str:
    return live_url(shown.event, shown.topic(kind)) if shown.is_followed else ""


def _followed(request: SiteRequest, kind: str, page: str) -> HttpResponse:
    """A page with a live part, which is pushed again after every change."""
    shown = shown_to(request)
    template, part = pushing.PARTS[kind]
    context = {**frame_of(shown), **part(shown), "tab": kind, "part": template, "live_url": _live(shown, kind)}
    return render(request, page, context)


@needs(Action.READ)
@require_safe
def bracket(request: SiteRequest) -> HttpResponse:
    return _followed(request, "chave", "watch/bracket.html")


@needs(Action.READ)
@require_safe
def standings(request: SiteRequest) -> HttpResponse:
    return _followed(request, "classificacao", "watch/standings.html")


@needs(Action.READ)
@require_safe
def agenda(request: SiteRequest) -> HttpResponse:
    return _followed(request, "agenda", "watch/agenda.html")


@needs(Action.READ)
@require_safe
def calendar(request: SiteRequest) -> HttpResponse:
    return _calendar(shown_to(request))


@needs(Action.READ)
@require_safe
def pair_calendar(request: SiteRequest, code: str) -> HttpResponse:
    shown = shown_to(request)
    return _calendar(shown, shown.pair(code))


def _calendar(shown: Shown, pair: str | None = None) -> HttpResponse:
    name = f"{shown.event.slug}-{pair}" if pair else shown.event.slug
    content = calendar_of(shown, details_of(shown.event).tables, pair=pair)
    headers = {"Content-Disposition": f'inline; filename="{name}.ics"'}
    return HttpResponse(content, content_type="text/calendar; charset=utf-8", headers=headers)


@needs(Action.READ)
@require_safe
def list_pairs(request: SiteRequest) -> HttpResponse:
    shown = shown_to(request)
    listed = pairs.pairs_of(shown)
    context = {
        **frame_of(shown),
        "tab": "duplas",
        "pairs": listed,
        "has_delegations": any(p.delegation for p in listed),
    }
    return render(request, "watch/pairs.html", context)


@needs(Action.READ)
@require_safe
def show_pair(request: SiteRequest, code: str) -> HttpResponse:
    shown = shown_to(request)
    pair = shown.pair(code)
    context = {
        **frame_of(shown),
        "tab": "duplas",
        **pushing.pair_part(shown, pair),
        "live_url": f"{_live(shown, 'dupla')}/{quote(pair, safe='')}" if shown.is_followed else "",
        "others": [one for one in pairs.pairs_of(shown) if one.code != pair],
    }
    return render(request, "watch/pair.html", context)


@needs(Action.READ)
@require_safe
def encounter(request: SiteRequest, first: str, second: str) -> HttpResponse:
    shown = shown_to(request)
    met = pairs.encounter_of(shown, shown.pair(first), shown.pair(second))
    return render(request, "watch/encounter.html", {**frame_of(shown), "tab": "duplas", "encounter": met})


@needs(Action.READ)
@require_safe
def rules(request: SiteRequest) -> HttpResponse:
    shown = shown_to(request)
    regulation = shown.championship.regulation
    book = rulebook(regulation)
    context = {
        **frame_of(shown),
        "tab": "regulamento",
        "regulation": regulation,
        "book": book,
        "changed": [rule for rule in book.rules if rule.citation.changed_by],
        "versions": changes_of(shown),
        "decisions": decisions_of(shown),
        "documents": latest(documents_of(shown.event)),
    }
    return render(request, "watch/rules.html", context)


@needs(Action.READ)
@require_safe
def articles(request: SiteRequest) -> HttpResponse:
    """Every article in full, with what this event decided in place of the published text."""
    shown = shown_to(request)
    championship, details = shown.championship, details_of(shown.event)
    context = {
        **frame_of(shown, details),
        "tab": "regulamento",
        "regulation": championship.regulation,
        "parts": parts_of(rulebook(championship.regulation), decided_by(shown.event, details, championship.settings)),
        "rules_page": reverse("event-rules", args=[shown.event.slug]),
    }
    return render(request, "watch/articles.html", context)


@needs(Action.READ)
@require_safe
def projector(request: SiteRequest) -> HttpResponse:
    """The projector. A browser without scripts loads page after page with ``tela``, the page number."""
    shown = shown_to(request)
    part = pushing.projector_part(shown)
    asked = request.GET.get("tela", "")
    number = int(asked) if asked.isascii() and asked.isdecimal() and len(asked) < 4 else 1
    context = {
        **frame_of(shown),
        **part,
        "shown": number,
        "next": number + 1,
        "short_address": _short(request.build_absolute_uri(reverse("event", args=[shown.event.slug]))),
        "now": timezone.localtime(),
        "live_url": live_url(shown.event, shown.topic("telao")),
    }
    return render(request, "watch/projector.html", context)


def _short(address: str) -> str:
    """The address for reading aloud and typing: without the scheme, at the site's public host."""
    host, _, path = address.partition("://")[2].partition("/")
    known = (open_url() or "").partition("://")[2] or host
    return f"{known}/{path.rstrip('/')}"

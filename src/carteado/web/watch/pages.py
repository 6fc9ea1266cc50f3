"""Pages that follow an event: bracket, standings, schedule, pairs, rules, and the projector."""

from urllib.parse import quote

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from carteado.tournament.running.withholding import revision
from carteado.web.events.decided_values import decided_by
from carteado.web.events.documents import documents_of, latest
from carteado.web.events.store import championship_of, details_of
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
from carteado.web.watch.visible_event import VisibleEvent, frame_of, visible_in_hall, visible_to


def _live_url(visible: VisibleEvent, kind: str) -> str:
    """The address from which the page gets its part again. Empty before the draw, and once the event is over and no
    embargo runs: then the page does not stay connected."""
    return live_url(visible.event, visible.topic(kind)) if visible.is_followed else ""


def _live_page(request: SiteRequest, kind: str, page: str) -> HttpResponse:
    """A page with a live part, which is pushed again after every change. ``kind`` is a key of ``PARTS``."""
    visible = visible_to(request)
    template, context_of = pushing.PARTS[kind]
    context = {
        **frame_of(visible),
        **context_of(visible),
        "tab": kind,
        "part": template,
        "live_url": _live_url(visible, kind),
    }
    return render(request, page, context)


@needs(Action.READ)
@require_safe
def bracket(request: SiteRequest) -> HttpResponse:
    return _live_page(request, "chave", "watch/bracket.html")


@needs(Action.READ)
@require_safe
def standings(request: SiteRequest) -> HttpResponse:
    return _live_page(request, "classificacao", "watch/standings.html")


@needs(Action.READ)
@require_safe
def agenda(request: SiteRequest) -> HttpResponse:
    return _live_page(request, "agenda", "watch/agenda.html")


@needs(Action.READ)
@require_safe
def calendar(request: SiteRequest) -> HttpResponse:
    return _calendar(visible_to(request))


@needs(Action.READ)
@require_safe
def pair_calendar(request: SiteRequest, code: str) -> HttpResponse:
    visible = visible_to(request)
    return _calendar(visible, visible.pair(code))


def _calendar(visible: VisibleEvent, pair: str | None = None) -> HttpResponse:
    """The calendar of the event, or of one pair. Phones subscribe to its address and read it again."""
    name = f"{visible.event.slug}-{pair}" if pair else visible.event.slug
    # Notices are counted in the whole log, all else only as far as this reader may see.
    changes = revision(visible.championship, championship_of(visible.event))
    content = calendar_of(visible, details_of(visible.event).tables, pair=pair, revision=changes)
    headers = {"Content-Disposition": f'inline; filename="{name}.ics"'}
    return HttpResponse(content, content_type="text/calendar; charset=utf-8", headers=headers)


@needs(Action.READ)
@require_safe
def list_pairs(request: SiteRequest) -> HttpResponse:
    visible = visible_to(request)
    listed = pairs.pairs_of(visible)
    context = {
        **frame_of(visible),
        "tab": "duplas",
        "pairs": listed,
        "has_delegations": any(p.delegation for p in listed),
    }
    return render(request, "watch/pairs.html", context)


@needs(Action.READ)
@require_safe
def show_pair(request: SiteRequest, code: str) -> HttpResponse:
    visible = visible_to(request)
    pair = visible.pair(code)
    context = {
        **frame_of(visible),
        "tab": "duplas",
        **pushing.pair_part(visible, pair),
        "live_url": f"{_live_url(visible, 'dupla')}/{quote(pair, safe='')}" if visible.is_followed else "",
        "others": [one for one in pairs.pairs_of(visible) if one.code != pair],
    }
    return render(request, "watch/pair.html", context)


@needs(Action.READ)
@require_safe
def encounter(request: SiteRequest, first: str, second: str) -> HttpResponse:
    """Two pairs compared."""
    visible = visible_to(request)
    met = pairs.encounter_of(visible, visible.pair(first), visible.pair(second))
    return render(request, "watch/encounter.html", {**frame_of(visible), "tab": "duplas", "encounter": met})


@needs(Action.READ)
@require_safe
def rules(request: SiteRequest) -> HttpResponse:
    visible = visible_to(request)
    regulation = visible.championship.rules_as_decided
    book = rulebook(regulation)
    context = {
        **frame_of(visible),
        "tab": "regulamento",
        "regulation": regulation,
        "book": book,
        "changed": [rule for rule in book.rules if rule.citation.changed_by],
        "versions": changes_of(visible),
        "decisions": decisions_of(visible),
        "documents": latest(documents_of(visible.event)),
    }
    return render(request, "watch/rules.html", context)


@needs(Action.READ)
@require_safe
def articles(request: SiteRequest) -> HttpResponse:
    """Every article in full, with what this event decided in place of the published text."""
    visible = visible_to(request)
    regulation, details = visible.championship.rules_as_decided, details_of(visible.event)
    context = {
        **frame_of(visible, details),
        "tab": "regulamento",
        "regulation": regulation,
        "parts": parts_of(rulebook(regulation), decided_by(visible.event, details)),
        "rules_page": reverse("event-rules", args=[visible.event.slug]),
    }
    return render(request, "watch/articles.html", context)


@needs(Action.READ)
@require_safe
def projector(request: SiteRequest) -> HttpResponse:
    """The projector. A member of the team who opens it sees no more than the public while a delay runs, because the
    screen may be filmed, unless the event lets the hall see everything at once. Under an embargo they see everything.

    A browser without scripts loads page after page with ``tela``, the page number from 1. The page always stays
    connected: the screen is often on before the draw.
    """
    visible = visible_in_hall(request)
    part = pushing.projector_part(visible)
    requested = request.GET.get("tela", "")
    number = int(requested) if requested.isascii() and requested.isdecimal() and len(requested) < 4 else 1
    context = {
        **frame_of(visible),
        **part,
        "slide_number": number,
        "next": number + 1,
        "short_address": _short(request.build_absolute_uri(reverse("event", args=[visible.event.slug]))),
        "now": timezone.localtime(),
        "live_url": live_url(visible.event, visible.topic("telao")),
    }
    return render(request, "watch/projector.html", context)


def _short(address: str) -> str:
    """The address for reading aloud and typing: without the scheme, at the host given to spectators (in a hall with its
    own network, the machine's address there)."""
    host, _, path = address.partition("://")[2].partition("/")
    public_host = (open_url() or "").partition("://")[2] or host
    return f"{public_host}/{path.rstrip('/')}"

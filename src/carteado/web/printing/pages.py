"""The papers of an event, as PDF and as a small picture of the first page, and the page that lists them."""

from collections.abc import Iterator
from typing import NamedTuple

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from carteado.regulation import available, load
from carteado.sumula import Terms, count
from carteado.web.display.championship_in_words import participant
from carteado.web.events.store import details_of
from carteado.web.kit.guarding.policy import Action, Target, allows
from carteado.web.kit.sending.typesetting import Paper, pdf_of, picture_of
from carteado.web.kit.words.catalogue import title_of
from carteado.web.pages.access import SiteRequest, needs, target_of
from carteado.web.printing.blank_sheets import NOTHING_KNOWN, blank_paper
from carteado.web.printing.kept_sheets import Kept, filled_paper
from carteado.web.printing.offers import OFFERS, Offer, blank_sumulas, heading_of, match_of
from carteado.web.printing.table_signs import tables_asked
from carteado.web.sumula.match_sheets import key_of, read, terms_of
from carteado.web.sumula.models import Sheet, SheetEntry
from carteado.web.watch.shown_event import Shown, frame_of, shown_to

BEST_OF = ("1", "3", "5")


class Offered(NamedTuple):
    """A paper in the list."""

    what: str
    title: str | Promise
    about: str | Promise
    is_ready: bool
    waits: str | Promise


@needs(Action.READ)
@never_cache
@require_safe
def print_list(request: SiteRequest) -> HttpResponse:
    """The papers that this reader may print."""
    shown, details = shown_to(request), details_of(request.event)
    context = {
        **frame_of(shown, details),
        "offered": list(_offered(request, shown)),
        "tables": tables_asked("", "", shown, details),
        "blank": details.regulation,
        "tab": "imprimir",
    }
    return render(request, "printing/list.html", context)


def _offered(request: SiteRequest, shown: Shown) -> Iterator[Offered]:
    target = target_of(request.event)
    for action, offers in OFFERS.items():
        if allows(request.roles, action, target):
            for what, offer in offers.items():
                yield Offered(what, offer.title, offer.about, offer.is_ready(shown), offer.waits)


@needs(Action.READ)
@never_cache
@require_safe
def print_public(request: SiteRequest, what: str, kind: str) -> HttpResponse:
    """A paper with what this reader may see of the event."""
    return _offer(request, OFFERS[Action.READ][what], kind)


@needs(Action.SEE_HISTORY)
@never_cache
@require_safe
def print_for_hall(request: SiteRequest, what: str, kind: str) -> HttpResponse:
    return _offer(request, OFFERS[Action.SEE_HISTORY][what], kind)


@needs(Action.EXPORT)
@never_cache
@require_safe
def print_people(request: SiteRequest, what: str, kind: str) -> HttpResponse:
    return _offer(request, OFFERS[Action.EXPORT][what], kind)


def _offer(request: SiteRequest, offer: Offer, kind: str) -> HttpResponse:
    return _printed(offer.make(shown_to(request), request), kind)


def _printed(paper: Paper | None, kind: str) -> HttpResponse:
    if paper is None:
        raise Http404
    if kind == "png":
        return HttpResponse(picture_of(paper), content_type="image/png")
    response = HttpResponse(pdf_of(paper), content_type="application/pdf")
    response["Content-Disposition"] = content_disposition_header(False, f"{paper.name}.pdf") or "inline"
    return response


# --- súmulas ------------------------------------------------------------------------------------------------------


@needs(Action.READ, Target.SITE)
@require_safe
def print_blank(request: SiteRequest, regulation: str, kind: str) -> HttpResponse:
    """A blank súmula for a match of no event."""
    if regulation not in available():
        raise Http404
    rules = load(regulation)
    asked = request.GET.get("melhor_de", "")
    terms = Terms(rules, best_of=int(asked) if asked in BEST_OF else 1)
    title = f"{_('Score sheet')}: {title_of(rules)}"
    return _printed(blank_paper([(terms, NOTHING_KNOWN)], name=f"sumula-{regulation}", title=title), kind)


@needs(Action.SEE_HISTORY)
@never_cache
@require_safe
def print_sumula(request: SiteRequest, match: str) -> HttpResponse:
    """The súmula of a match: filled if phones kept it, else blank. Only for the team, because it contains reasons."""
    shown = shown_to(request)
    told = match_of(shown, match)
    key = key_of(shown.championship, match)
    sheet = Sheet.objects.filter(event=request.event, seq__gt=0, **key._asdict()).first() if key else None
    if sheet is None and (paper := blank_sumulas(shown, request, asked=match)):
        return _printed(paper, "pdf")
    if told is None or sheet is None:
        messages.info(request, _("Nobody has kept the score sheet of this match on a phone."))
        return redirect("print", slug=request.event.slug)
    heading = heading_of(shown, told, request)
    name, title = f"{shown.event.slug}-sumula-{told.number}", f"{shown.event.name}: {heading.match}"
    return _printed(filled_paper(_kept(sheet, shown), heading, name=name, title=title), "pdf")


def _kept(sheet: Sheet, shown: Shown) -> Kept:
    """The sheet without entries that came after the official result, since they changed nothing."""
    rows = list(sheet.entries.filter(late=False).select_related("access", "user"))
    terms = terms_of(shown.championship, sheet.match)
    entries = read(terms, rows)
    return Kept(sheet=count(terms, entries), entries=entries, authors={row.entry_id: _author(row) for row in rows})


def _author(row: SheetEntry) -> str:
    """The author of an entry: a member of the team by name, a device by its number."""
    if row.user is not None:
        return row.user.get_short_name() or participant(row.user.pk)
    return _("device {number}").format(number=row.access.number) if row.access is not None else ""

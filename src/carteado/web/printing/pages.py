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
from carteado.web.printing.blank_sheets import EMPTY_HEADING, blank_paper
from carteado.web.printing.filled_sheets import FilledSheet, filled_paper
from carteado.web.printing.offers import OFFERS, Offer, blank_sumulas, heading_of, match_of
from carteado.web.printing.table_signs import tables_with_signs
from carteado.web.sumula.match_sheets import key_of, read_entries, terms_of
from carteado.web.sumula.models import Sheet, SheetEntry
from carteado.web.watch.visible_event import VisibleEvent, frame_of, visible_to

BEST_OF = ("1", "3", "5")
"""Numbers of games that the address of a blank súmula may ask for."""


class Offered(NamedTuple):
    """A paper in the list."""

    name: str
    title: str | Promise
    about: str | Promise
    is_ready: bool
    still_missing: str | Promise


@needs(Action.READ)
@never_cache
@require_safe
def print_list(request: SiteRequest) -> HttpResponse:
    """The papers that this reader may print."""
    visible, details = visible_to(request), details_of(request.event)
    context = {
        **frame_of(visible, details),
        "offered": list(_offered(request, visible)),
        "tables": tables_with_signs("", "", visible, details),
        "blank": details.regulation,  # a blank súmula of this regulation is offered, too
        "tab": "imprimir",
    }
    return render(request, "printing/list.html", context)


def _offered(request: SiteRequest, visible: VisibleEvent) -> Iterator[Offered]:
    target = target_of(request.event)
    for action, offers in OFFERS.items():
        if allows(request.roles, action, target):
            for name, offer in offers.items():
                yield Offered(name, offer.title, offer.about, offer.is_ready(visible), offer.still_missing)


@needs(Action.READ)
@never_cache
@require_safe
def print_public(request: SiteRequest, what: str, kind: str) -> HttpResponse:
    """A paper with what this reader may see of the event. ``what`` is its word in ``OFFERS``, ``kind`` is ``pdf``, or
    ``png`` for a picture of the first page. The address pattern admits no other words."""
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
    """The paper on offer, or 404 if the event is not ready for it."""
    return _printed(offer.make(visible_to(request), request), kind)


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
    best_of = request.GET.get("melhor_de", "")
    terms = Terms(rules, best_of=int(best_of) if best_of in BEST_OF else 1)
    title = f"{_('Score sheet')}: {title_of(rules)}"
    return _printed(blank_paper([(terms, EMPTY_HEADING)], name=f"sumula-{regulation}", title=title), kind)


@needs(Action.SEE_HISTORY)
@never_cache
@require_safe
def print_sumula(request: SiteRequest, match: str) -> HttpResponse:
    """The súmula of a match: filled if phones kept it, else blank while the match is still to be played. If there is
    nothing to print, the reader is sent to the list of papers.

    Only for the team, because it contains reasons.
    """
    visible = visible_to(request)
    match_shown = match_of(visible, match)
    key = key_of(visible.championship, match)  # of the match as it is played now; an earlier playing has another
    # ``seq`` counts the entries: a sheet that was only opened is as good as none.
    sheet = Sheet.objects.filter(event=request.event, seq__gt=0, **key._asdict()).first() if key else None
    if sheet is None and (paper := blank_sumulas(visible, request, chosen=match)):
        return _printed(paper, "pdf")
    if match_shown is None or sheet is None:
        messages.info(request, _("Nobody has kept the score sheet of this match on a phone."))
        return redirect("print", slug=request.event.slug)
    heading = heading_of(visible, match_shown, request)
    name, title = f"{visible.event.slug}-sumula-{match_shown.number}", f"{visible.event.name}: {heading.match}"
    return _printed(filled_paper(_filled_sheet(sheet, visible), heading, name=name, title=title), "pdf")


def _filled_sheet(sheet: Sheet, visible: VisibleEvent) -> FilledSheet:
    """The sheet without entries that came after the official result, since they changed nothing."""
    rows = list(sheet.entries.filter(late=False).select_related("access", "user"))
    terms = terms_of(visible.championship, sheet.match)
    entries = read_entries(terms, rows)
    return FilledSheet(
        sheet=count(terms, entries), entries=entries, authors={row.entry_id: _author(row) for row in rows}
    )


def _author(row: SheetEntry) -> str:
    """The author of an entry: a member of the team by name, a device by its number. Empty if the site wrote it by
    itself, or if the author's account is gone."""
    if row.user is not None:
        return row.user.get_short_name() or participant(row.user.pk)
    return _("device {number}").format(number=row.access.number) if row.access is not None else ""

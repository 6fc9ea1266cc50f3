"""Pages for after the event: results sheet and files, statistics, records, archive."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from carteado.sheets.championship import Writer
from carteado.tournament.running.withholding import revision
from carteado.web.events.store import Stale, championship_of, names_of
from carteado.web.kit.forms.form_numbers import parse_count
from carteado.web.kit.guarding.policy import Action
from carteado.web.kit.words.catalogue import language
from carteado.web.kit.words.dates import plain_date
from carteado.web.pages.access import SiteRequest, needs
from carteado.web.results import archiving
from carteado.web.results import result_files as files
from carteado.web.results.match_statistics import statistics_of
from carteado.web.results.results_sheet import sheet_of
from carteado.web.watch.visible_event import frame_of, visible_to


@needs(Action.READ)
@require_safe
def results_sheet(request: SiteRequest) -> HttpResponse:
    visible, day = visible_to(request), request.event.day
    context = {"sheet": sheet_of(visible), "day_in_words": plain_date(day) if day else ""}
    return render(request, "results/sheet.html", {**frame_of(visible), "tab": "resultado", **context})


@needs(Action.READ)
@require_safe
def results_file(request: SiteRequest, name: str) -> HttpResponse:
    """A file with what the results sheet shows this reader."""
    visible = visible_to(request)
    writer = Writer(language(), visible.names)
    changes = revision(visible.championship, championship_of(visible.event))
    found = files.file_of(name, visible.championship, writer, visible.event.name, revision=changes)
    if found is None:
        raise Http404
    return _download(found.content, found.kind, f"{visible.event.slug}-{name}")


@needs(Action.READ)
@require_safe
def statistics(request: SiteRequest) -> HttpResponse:
    visible = visible_to(request)
    context = {**frame_of(visible), "tab": "estatisticas", "statistics": statistics_of(visible)}
    return render(request, "results/statistics.html", context)


@needs(Action.EXPORT)
@never_cache
@require_safe
def records(request: SiteRequest) -> HttpResponse:
    """The page from which the records are downloaded and the event is archived."""
    return _records_page(request)


@needs(Action.EXPORT)
@never_cache
@require_safe
def records_file(request: SiteRequest) -> HttpResponse:
    """All records as a zip, with the names of the pairs if ``nomes`` is in the address.

    It is built in memory: a championship is small, and a slow download then blocks no thread.
    """
    event = request.event
    names = names_of(event) if request.GET.get("nomes") else {}
    packed = files.records_of(championship_of(event), names, language(), event.name)
    return _download(packed, "application/zip", f"{event.slug}.zip")


@needs(Action.ARCHIVE)
@never_cache
@require_POST
def archive(request: SiteRequest) -> HttpResponse:
    """Archive the event. Its name must be typed, because archiving cannot be undone. A second press finds it archived
    and asks for nothing."""
    event = request.event
    typed = request.POST.get("name", "")
    if event.archived_at is None and not archiving.may_be_archived(event):
        return _records_page(request, trouble=_("Only an event that is over can be archived."), status=409)
    if event.archived_at is None and _normalised(typed) != _normalised(event.name):
        trouble = _("This is not the event's name. Nothing was archived.")
        return _records_page(request, typed=typed, trouble=trouble, status=422)
    result = archiving.archive(event, by=request.user, expected=parse_count(request.POST.get("seq", "")))
    if isinstance(result, Stale):
        request.event.refresh_from_db()
        trouble = _("Something was done in the event meanwhile. Look at it again, then archive it.")
        return _records_page(request, typed=typed, trouble=trouble, status=409)
    messages.success(request, _("Archived. The results stay; what was only needed to play is gone."))
    return redirect("records", slug=event.slug)


def _records_page(request: SiteRequest, *, typed: str = "", trouble: str = "", status: int = 200) -> HttpResponse:
    """``entrants`` counts the people whose data archiving would delete, ``typed`` is the name typed to confirm it."""
    event = request.event
    context = {
        "event": event,
        "may_be_archived": archiving.may_be_archived(event),
        "entrants": event.entrants.filter(erased_at=None).count(),
        "typed": typed,
        "trouble": trouble,
    }
    return render(request, "results/records.html", context, status=status)


def _normalised(name: str) -> str:
    """A name without differences of case and spaces."""
    return " ".join(name.split()).casefold()


def _download(content: bytes, kind: str, name: str) -> HttpResponse:
    response = HttpResponse(content, content_type=kind)
    response["Content-Disposition"] = content_disposition_header(True, name) or "attachment"
    response["X-Content-Type-Options"] = "nosniff"
    return response

"""Pages of the log: the history of an event, a user's notices, and the audit of the whole site."""

from typing import NamedTuple

from django.core.validators import slug_re
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache

from carteado.web.history import notices
from carteado.web.history.entries_in_words import EntryInWords, entries_in_words
from carteado.web.history.entry_subjects import subjects_of
from carteado.web.kit.forms.form_numbers import parse_count
from carteado.web.kit.guarding.policy import Action, Target
from carteado.web.log.models import LogEntry, LogEntryQuerySet
from carteado.web.log.registry import ACTIONS
from carteado.web.pages.access import SiteRequest, needs

ENTRIES_PER_PAGE = 50


class Page(NamedTuple):
    """The latest entries, or those before a given one.

    ``older`` goes into the address of the next page: the number of the entry before which it begins. None on the last
    page.
    """

    entries: list[EntryInWords]
    is_latest: bool
    older: int | None


@needs(Action.SEE_HISTORY)
@never_cache
def event_history(request: SiteRequest) -> HttpResponse:
    page = _page(request, LogEntry.objects.filter(event=request.event))
    return render(request, "history/event.html", {"event": request.event, "page": page})


@needs(Action.READ, Target.OWN_ACCOUNT)
@never_cache
def my_notices(request: SiteRequest) -> HttpResponse:
    """The user's notices. Opening any of its pages marks all notices as seen, and the bell counts from zero again.

    Those after ``seen``, the time when a page of notices was last opened, are shown as new.
    """
    page = _page(request, notices.notices_for(request.user))
    seen = notices.mark_as_seen(request.user)
    return render(request, "history/notices.html", {"page": page, "seen": seen})


@needs(Action.ADMINISTER, Target.SITE)
@never_cache
def audit(request: SiteRequest) -> HttpResponse:
    """The log of all events. It can be filtered by an event's slug and by the code of a kind of action."""
    entries = LogEntry.objects.all()
    slug, code = request.GET.get("campeonato", "").strip(), request.GET.get("ato", "")
    if slug:
        entries = entries.filter(event__slug=slug) if slug_re.match(slug) else entries.none()
    if code in ACTIONS:
        entries = entries.filter(action=code)
    page = _page(request, entries, of_matches=bool(slug))
    context = {"page": page, "slug": slug, "code": code, "actions": _kinds_of_acts()}
    return render(request, "history/audit.html", context)


def _page(request: SiteRequest, entries: LogEntryQuerySet, *, of_matches: bool = True) -> Page:
    """The page that the address asks for. It begins before an entry's number (``antes``), so that entries written
    meanwhile do not shift it. Without ``of_matches`` no match is named, for entries of any number of events: naming
    them would load every championship."""
    before = parse_count(request.GET.get("antes", ""))
    is_latest = not before
    found = list((entries if is_latest else entries.filter(pk__lt=before)).order_by("-pk")[: ENTRIES_PER_PAGE + 1])
    on_page = found[:ENTRIES_PER_PAGE]
    about = subjects_of(on_page, of_matches=of_matches)
    in_words = [one._replace(about=about[one.id]) for one in entries_in_words(on_page)]
    return Page(in_words, is_latest, on_page[-1].pk if len(found) > ENTRIES_PER_PAGE else None)


_ORDER = (
    "event.created",
    "event.edited",
    "event.file_added",
    "event.published",
    "event.operation",
    "team.role_given",
    "team.role_taken",
    "team.invited",
    "team.invitation_revoked",
    "event.archived",
    "entries.erased",
    "account.erased",
    "entries",
    "devices.made",
    "devices.revoked",
    "sumula",
    "devices",
    "tables",
)
"""The order of the audit's filter: codes, or the first word of several. An action that is not here comes last."""


def _place(action: tuple[str, object]) -> int:
    """Sort key of an item of ``ACTIONS``."""
    code, _action = action
    first_word = code.partition(".")[0]
    return next((_ORDER.index(one) for one in (code, first_word) if one in _ORDER), len(_ORDER))


class _Blanks(dict[str, str]):
    """The values that fill a sentence of which only the kind of action is known."""

    def __missing__(self, _name: str) -> str:
        return "…"


def _kinds_of_acts() -> list[tuple[str, str]]:
    """Every kind of action with its sentence, with "…" in place of its values."""
    return [(code, str(action.sentence).format_map(_Blanks())) for code, action in sorted(ACTIONS.items(), key=_place)]

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

PAGE = 50


class Page(NamedTuple):
    """The latest entries, or those before a given one. ``older`` is the entry before which the next page begins."""

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
    """The user's notices. Opening the page marks them as seen, and the bell counts from zero again."""
    page = _page(request, notices.notices_for(request.user))
    seen = notices.mark_as_seen(request.user)
    return render(request, "history/notices.html", {"page": page, "seen": seen})


@needs(Action.ADMINISTER, Target.SITE)
@never_cache
def audit(request: SiteRequest) -> HttpResponse:
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
    """Pages begin at an entry's number, so that new entries do not shift them."""
    before = parse_count(request.GET.get("antes", ""))
    is_latest = not before
    found = list((entries if is_latest else entries.filter(pk__lt=before)).order_by("-pk")[: PAGE + 1])
    on_page = found[:PAGE]
    about = subjects_of(on_page, of_matches=of_matches)
    in_words = [one._replace(about=about[one.id]) for one in entries_in_words(on_page)]
    return Page(in_words, is_latest, on_page[-1].pk if len(found) > PAGE else None)


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
    code, _action = action
    first_word = code.partition(".")[0]
    return next((_ORDER.index(one) for one in (code, first_word) if one in _ORDER), len(_ORDER))


class _Blanks(dict[str, str]):
    def __missing__(self, _name: str) -> str:
        return "…"


def _kinds_of_acts() -> list[tuple[str, str]]:
    """Every kind of action with its sentence, with "…" in place of its values."""
    return [(code, str(action.sentence).format_map(_Blanks())) for code, action in sorted(ACTIONS.items(), key=_place)]

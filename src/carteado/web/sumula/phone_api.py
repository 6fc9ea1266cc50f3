"""The JSON interface with which phones read and write súmulas. An answer never confirms more than is committed.

The guard of pages lets everybody in (``Action.READ, Target.SITE``), because the phone of a table has the secret of a
device and no session. The views of sheets and tables check by themselves who asks.
"""

import json
from collections.abc import Callable
from functools import wraps
from typing import Any, NamedTuple

from django.http import HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from carteado.record import FINAL
from carteado.regulation import available, load
from carteado.sumula import Terms
from carteado.tournament.state.championship import Championship, Status
from carteado.web.devices.device_of_request import device_for
from carteado.web.events import store
from carteado.web.kit.forms.form_numbers import LARGEST_COUNT as LARGEST_NUMBER
from carteado.web.kit.forms.form_numbers import parse_count
from carteado.web.kit.guarding.policy import Action, Target
from carteado.web.kit.words.catalogue import language
from carteado.web.pages.access import SiteRequest, needs
from carteado.web.sumula.championship_news import is_news_due
from carteado.web.sumula.device_table import table_document
from carteado.web.sumula.match_sheets import sheet_of
from carteado.web.sumula.models import Sheet
from carteado.web.sumula.phone_answers import PROTOCOL, SheetAnswers
from carteado.web.sumula.received_entries import instant_of
from carteado.web.sumula.sheet_forms import form_for
from carteado.web.sumula.sheet_writing import SenderClock, Writer, write
from carteado.web.sumula.writer_of_request import asks_too_often, is_from_own_page, writer_of

LARGEST_BODY = 512 * 1024
MOST_SENT = 200
"""Entries in one request. A phone that was offline for hours sends several requests."""
LONGEST_SERIES = 9
"""Most games in a match outside any championship."""
FORM_AGE = 3600
"""Seconds for which a phone may cache a form."""


class ErrorAnswer(Exception):
    """An error answer for the phone. ``message`` is shown there."""

    def __init__(self, status: int, message: str, **headers: str) -> None:
        super().__init__(message)
        self.status, self.message, self.headers = status, message, headers


def _errors_as_json(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Send error answers as JSON, too."""

    @wraps(view)
    def answer(request: Any, **address: Any) -> HttpResponse:
        try:
            return view(request, **address)
        except ErrorAnswer as error:
            return JsonResponse({"message": error.message}, status=error.status, headers=error.headers)

    return answer


class SheetAccess(NamedTuple):
    sheet: Sheet
    championship: Championship
    writer: Writer


def _sheet_access(request: SiteRequest, code: str) -> SheetAccess:
    """Find the sheet and identify the writer. Raises ErrorAnswer if there is no sheet, if they may not write it, or if
    they ask too often."""
    sheet = Sheet.objects.select_related("event").filter(code=code).first()
    if sheet is None:
        raise ErrorAnswer(404, _("There is no such score sheet."))
    championship = store.championship_of(sheet.event)
    writer = writer_of(request, sheet, championship)
    if writer is None:
        raise ErrorAnswer(401, _("This phone may not keep that score sheet, or no longer. Ask for a new code for it."))
    _check_pace(f"{sheet.event_id}:{writer.code}")
    return SheetAccess(sheet, championship, writer)


def _check_pace(asker: str) -> None:
    if asks_too_often(asker):
        raise ErrorAnswer(429, _("That was too often. Wait a minute; nothing is lost."), **{"Retry-After": "60"})


# --- one sheet ----------------------------------------------------------------------------------------------------


@needs(Action.READ, Target.SITE)
@csrf_exempt
@require_POST
@never_cache
@_errors_as_json
def synchronise(request: SiteRequest, code: str) -> HttpResponse:
    """Store the entries a device sends, and answer with those of others. Everything is committed before the answer.

    Without entries it only answers, unless the championship may now take what it refused earlier.
    """
    access = _sheet_access(request, code)
    # a member of the team has a session, so their request needs the CSRF token; a device's secret is proof enough
    if access.writer.user and not is_from_own_page(request):
        raise ErrorAnswer(
            403, _("Open the score sheet again: this page is not known any more. What you noted stays here.")
        )
    sent = _sent(request)
    is_on = access.championship.status is Status.RUNNING
    if not sent.entries and not (is_on and is_news_due(access.championship, access.sheet)):
        return JsonResponse(SheetAnswers(*access).update(sent.since))
    result = write(access.sheet, sent.entries, access.writer, clock=sent.clock)
    event = result.sheet.event
    event.refresh_from_db()
    answers = SheetAnswers(result.sheet, store.championship_of(event), access.writer)
    return JsonResponse(answers.update(sent.since, resent=result.stored, refused=result.refused))


class SentEntries(NamedTuple):
    """The message of a phone. ``since`` is the number of the last entry that it has. ``clock`` is None if it does not
    say what time it has."""

    since: int
    entries: list[object]
    clock: SenderClock | None


def _sent(request: SiteRequest) -> SentEntries:
    """Read the message. Raises ErrorAnswer if it is none, or too large, or of a later version of the messages."""
    document = _document(request)
    protocol, since, entries = document.get("protocol"), document.get("since", 0), document.get("entries", [])
    if type(protocol) is not int or protocol < 1:  # ``isinstance`` would take True for 1
        raise ErrorAnswer(400, _("That is no message of a score sheet."))
    if protocol > PROTOCOL:
        raise ErrorAnswer(409, _("This phone has a newer score sheet than the site. It waits; nothing is lost."))
    if type(since) is not int or not 0 <= since <= LARGEST_NUMBER or not isinstance(entries, list):
        raise ErrorAnswer(400, _("That is no message of a score sheet."))
    if len(entries) > MOST_SENT:
        raise ErrorAnswer(413, _("That is too much at once."))
    device, now = document.get("device"), instant_of(document.get("now"))
    clock = SenderClock(device, now) if isinstance(device, str) and now is not None else None
    return SentEntries(since, entries, clock)


def _document(request: SiteRequest) -> dict[str, Any]:
    body = request.body
    if len(body) > LARGEST_BODY:
        raise ErrorAnswer(413, _("That is too much at once."))
    try:
        document = json.loads(body)
    except (ValueError, RecursionError):
        document = None
    if not isinstance(document, dict):
        raise ErrorAnswer(400, _("That is no message of a score sheet."))
    return document


@needs(Action.READ, Target.SITE)
@require_safe
@never_cache
@_errors_as_json
def sheet_data(request: SiteRequest, code: str) -> HttpResponse:
    """The whole sheet, for a phone that may be without a network later. A member of the team also gets a CSRF token,
    which their page must send with entries."""
    access = _sheet_access(request, code)
    token = {} if access.writer.device else {"csrf": get_token(request)}
    return JsonResponse({**SheetAnswers(*access).whole_sheet(parse_count(request.GET.get("since", ""))), **token})


# --- a table, and forms -------------------------------------------------------------------------------------------


@needs(Action.READ, Target.SITE)
@require_safe
@never_cache
@_errors_as_json
def table_data(request: SiteRequest) -> HttpResponse:
    """What is at the device's table now."""
    device = device_for(request)
    if device is None:
        raise ErrorAnswer(401, _("This phone may not keep score sheets here, or no longer. Ask for a new code for it."))
    _check_pace(f"{device.event_id}:device:{device.number}")
    return JsonResponse(table_document(device))


@needs(Action.READ, Target.SITE)
@require_safe
@cache_control(public=True, max_age=FORM_AGE)
@_errors_as_json
def form_data(request: SiteRequest, regulation: str) -> HttpResponse:
    """The form for a match outside any championship, under any published regulation."""
    if regulation not in available():
        raise ErrorAnswer(404, _("There is no such regulation."))
    phase = FINAL if request.GET.get("fase") == FINAL else None
    best_of = parse_count(request.GET.get("melhor_de", ""), 1)
    if best_of % 2 == 0 or best_of > LONGEST_SERIES:
        raise ErrorAnswer(400, _("A series has an odd number of games."))
    form = form_for(Terms(load(regulation), phase, best_of), language())
    return JsonResponse({**form.content, "form_version": form.version})


@needs(Action.RUN_MATCHES)
@require_safe
def open_sheet(request: SiteRequest, match: str) -> HttpResponse:
    """Open the sheet of a match, creating it if needed. While the pairs are unknown, or if the match was removed, go
    back to the board."""
    sheet = sheet_of(request.event, match)
    if sheet is None:
        return redirect("tables", slug=request.event.slug)
    return redirect("sheet", code=sheet.code)

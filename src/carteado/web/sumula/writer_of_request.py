"""Who may read and write a súmula: a device with the secret of its table, or a member of the event's team."""

import time
from typing import Any

from django.core.cache import caches
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import CsrfViewMiddleware

from carteado.tournament.state.championship import Championship
from carteado.web.devices.device_of_request import device_for
from carteado.web.devices.models import Device
from carteado.web.kit.guarding.attempt_limits import CACHE
from carteado.web.kit.guarding.policy import Action, Permission
from carteado.web.pages.access import may
from carteado.web.sumula.match_sheets import tables_of
from carteado.web.sumula.models import Sheet
from carteado.web.sumula.sheet_writing import Writer

WINDOW_S = 60
MOST_REQUESTS_A_WINDOW = 300
"""Most requests of one device in the window. The phones of a table may all be the same device, and each may ask a few
times a second."""


def writer_of(request: Any, sheet: Sheet, championship: Championship) -> Writer | None:
    """Identify who reads or writes the sheet. None if they may do neither. Who may read may also write.

    A device may write on the sheets of matches that were ever called to its table; one of all tables, on every sheet of
    its event. A member of the team may write even on a phone whose device code is unknown, revoked, or for another
    event.
    """
    device = device_for(request)
    if device and _serves(device, sheet, championship):
        return Writer(device=device)
    if not may(request.user, Permission(Action.RUN_MATCHES), sheet.event):
        return None
    return Writer(user=request.user, may_rule=may(request.user, Permission(Action.RULE), sheet.event))


def _serves(device: Device, sheet: Sheet, championship: Championship) -> bool:
    if device.event_id != sheet.event_id:
        return False
    # without a table of its own, a device serves every match of the event
    return device.serves(None) or any(map(device.serves, tables_of(championship, sheet.match)))


def asks_too_often(asker: str) -> bool:
    """Count a request. True if this device or person has sent too many in this minute."""
    key = f"sumula:{asker}:{int(time.time()) // WINDOW_S}"
    caches[CACHE].add(key, 0, WINDOW_S)
    return caches[CACHE].incr(key) > MOST_REQUESTS_A_WINDOW


class _CsrfCheck(CsrfViewMiddleware):
    """The check of Django, which answers with the reason of a refusal instead of an error page."""

    def _reject(self, _request: HttpRequest, reason: str) -> Any:
        return reason


def is_from_own_page(request: HttpRequest) -> bool:
    """Check the CSRF token: whether a request with a session comes from a page of this site."""
    check = _CsrfCheck(_nothing)
    check.process_request(request)
    return check.process_view(request, _nothing, (), {}) is None


def _nothing(_request: HttpRequest) -> HttpResponse:
    """A view for the check, which needs one and never calls it."""
    return HttpResponse(status=204)

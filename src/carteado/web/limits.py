"""How much one request may bring."""

from collections.abc import Callable

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponseBase

CHUNK = 64 * 1024
PATIENCE = 16
"""How many times the limit is still read and thrown away."""


class BodyLimitMiddleware:
    """Refuses what is larger than the site takes, files included, before anything is kept of it.

    The body is read to its end first, as far as patience goes: a browser that is still sending never sees the answer.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response
        self.limit = settings.DATA_UPLOAD_MAX_MEMORY_SIZE or 0

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if _length(request) > self.limit:
            _throw_away(request, at_most=PATIENCE * self.limit)
            raise RequestDataTooBig(f"more than {self.limit} bytes")
        return self.get_response(request)


def _length(request: HttpRequest) -> int:
    text = request.META.get("CONTENT_LENGTH") or ""
    return int(text) if text.isdecimal() else 0


def _throw_away(request: HttpRequest, *, at_most: int) -> None:
    read = 0
    while read < at_most and (chunk := request.read(CHUNK)):
        read += len(chunk)

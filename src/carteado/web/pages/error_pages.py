"""Error pages: what happened, what to do now, and a way to send the form again without losing what was typed."""

from typing import Any

from django.conf import settings
from django.core.exceptions import PermissionDenied, RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.views.decorators.csrf import requires_csrf_token

from carteado.web.events.models import Event
from carteado.web.kit.guarding.policy import POLICY, Permission, Role, Target
from carteado.web.kit.guarding.role_names import name_of

TOO_LARGE_REQUESTS = (RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent)
SECRET_WORDS = ("password", "code", "secret")
"""Parts of field names whose values have to be typed again and are not sent a second time."""


class Refused(PermissionDenied):
    """The user lacks a permission, and the answer may name the roles that have it. ``event`` is the one in the address,
    None if the permission concerns no event."""

    def __init__(self, permission: Permission, event: Event | None = None) -> None:
        super().__init__(f"{permission.action} is not for everybody")
        self.permission, self.event = permission, event


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Error 400, or 413 if the request is too large, which is a mistake that people make. Other bad requests do not
    come from a browser, or name a wrong host, so their page is short."""
    if isinstance(exception, TOO_LARGE_REQUESTS):
        return request_too_large(request)
    # The page must not read anything from the request: its host may be what is wrong.
    return _bare("400.html", status=400)


@requires_csrf_token
def request_too_large(request: HttpRequest) -> HttpResponse:
    return render(request, "413.html", {"limit": settings.DATA_UPLOAD_MAX_MEMORY_SIZE}, status=413)


@requires_csrf_token
def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Name the roles that may, if the user lacks one. For an archived event, say so and link to the results."""
    if isinstance(exception, Refused) and exception.permission.target is Target.ARCHIVED:
        return render(request, "403_archived.html", {"event": exception.event}, status=403)
    roles = who_may(exception.permission) if isinstance(exception, Refused) else []
    return render(request, "403.html", {"roles": roles}, status=403)


@requires_csrf_token
def not_found(request: HttpRequest, *_exception: Exception, **_named: Exception) -> HttpResponse:
    """Error 404. Django checks this view with the exception by position, but calls it with the exception by name."""
    return render(request, "404.html", status=404)


def server_error(_request: HttpRequest) -> HttpResponse:
    """Error 500. It uses neither the database nor the session, because one of them may have failed."""
    return _bare("500.html", status=500)


def csrf_failure(request: HttpRequest, **_reason: str) -> HttpResponse:
    """Error 403 for a form that was open for too long, or sent by another site. Only the first is offered to be sent
    again, with what was typed."""
    is_ours = request.headers.get("Origin", "") in (f"{request.scheme}://{request.get_host()}", settings.PUBLIC_URL)
    again = _typed(request) if is_ours else None
    return render(request, "403_csrf.html", {"again": again}, status=403)


def signed_out(request: HttpRequest) -> HttpResponse:
    """Error 403 for a form that was sent after the session had ended. It can be sent again after signing in."""
    return render(request, "403_signed_out.html", {"again": _typed(request)}, status=403)


def _bare(template: str, *, status: int) -> HttpResponse:
    """Render a template without request. If the static files are not collected, the page comes without style."""
    try:
        asset_urls = {"stylesheet": static("site.css"), "mark": static("favicon.svg"), "cards": static("cards.svg")}
    except ValueError:
        asset_urls = {}
    return HttpResponse(render_to_string(template, asset_urls), status=status)


def who_may(permission: Permission) -> list[str]:
    """The event's roles that have a permission, to name in a refusal."""
    allowed = POLICY[permission.target or Target.EVENT].get(permission.action, frozenset())
    return [name_of(role) for role in Role.of_events() if role in allowed]


def _typed(request: HttpRequest) -> list[tuple[str, Any]] | None:
    """The submitted values, to be sent again. None if there are secrets or files, which must be entered again."""
    if request.FILES or any(word in name for name in request.POST for word in SECRET_WORDS):
        return None
    return [(name, text) for name, texts in request.POST.lists() if name != "csrfmiddlewaretoken" for text in texts]

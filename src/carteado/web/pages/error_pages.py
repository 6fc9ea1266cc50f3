"""The answers when something is not as it should be: what happened, what to do now, and nothing that was typed lost."""

from typing import Any

from django.conf import settings
from django.core.exceptions import PermissionDenied, RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.views.decorators.csrf import requires_csrf_token

from carteado.web.events.models import Event
from carteado.web.kit.guarding.policy import POLICY, Permission, Role, Thing
from carteado.web.kit.guarding.role_names import name_of

TOO_MUCH = (RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent)
SECRET_WORDS = ("password", "code", "secret")
"""Parts of names of fields that are typed again rather than sent twice."""


class Refused(PermissionDenied):
    """Somebody may not, and it is no secret who may; ``event`` is that of the address."""

    def __init__(self, permission: Permission, event: Event | None = None) -> None:
        super().__init__(f"{permission.action} is not for everybody")
        self.permission, self.event = permission, event


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Too much at once is a mistake that people make; anything else was no browser's, or came to a wrong address."""
    if isinstance(exception, TOO_MUCH):
        return too_much(request)
    # The page must not ask the request anything: its host may be what is wrong with it.
    return _bare("400.html", status=400)


@requires_csrf_token
def too_much(request: HttpRequest) -> HttpResponse:
    return render(request, "413.html", {"limit": settings.DATA_UPLOAD_MAX_MEMORY_SIZE}, status=413)


@requires_csrf_token
def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Says which roles may, where it is one's role that is missing; of an event that is archived, where it is kept."""
    if isinstance(exception, Refused) and exception.permission.thing is Thing.ARCHIVED:
        return render(request, "403_archived.html", {"event": exception.event}, status=403)
    roles = who_may(exception.permission) if isinstance(exception, Refused) else []
    return render(request, "403.html", {"roles": roles}, status=403)


@requires_csrf_token
def not_found(request: HttpRequest, *_exception: Exception, **_named: Exception) -> HttpResponse:
    """Django checks it with the exception by position, and calls it with the exception by name."""
    return render(request, "404.html", status=404)


def server_error(_request: HttpRequest) -> HttpResponse:
    """Asks neither the database nor the session: one of them may be what failed."""
    return _bare("500.html", status=500)


def csrf_failure(request: HttpRequest, **_reason: str) -> HttpResponse:
    """A form that was open for too long, or that another site filled in. Only the first is offered to be sent again."""
    is_ours = request.headers.get("Origin", "") in (f"{request.scheme}://{request.get_host()}", settings.PUBLIC_URL)
    again = _typed(request) if is_ours else None
    return render(request, "403_csrf.html", {"again": again}, status=403)


def signed_out(request: HttpRequest) -> HttpResponse:
    """A form arrived from somebody whose session has ended meanwhile."""
    return render(request, "403_signed_out.html", {"again": _typed(request)}, status=403)


def _bare(template: str, *, status: int) -> HttpResponse:
    """Without its looks, rather than not at all, where static files are what is missing."""
    try:
        looks = {"stylesheet": static("site.css"), "mark": static("favicon.svg"), "cards": static("cards.svg")}
    except ValueError:
        looks = {}
    return HttpResponse(render_to_string(template, looks), status=status)


def who_may(permission: Permission) -> list[str]:
    """The roles of an event to name to somebody who was refused."""
    allowed = POLICY[permission.thing or Thing.EVENT].get(permission.action, frozenset())
    return [name_of(role) for role in Role.of_events() if role in allowed]


def _typed(request: HttpRequest) -> list[tuple[str, Any]] | None:
    """What the form held, to be sent once more; None for secrets and files, which have to be given again."""
    if request.FILES or any(word in name for name in request.POST for word in SECRET_WORDS):
        return None
    return [(name, text) for name, texts in request.POST.lists() if name != "csrfmiddlewaretoken" for text in texts]

"""Enforces the policy: finds the user's roles, checks the permission of a view, and answers a refused request.

Our own views declare their permission with ``needs``; views of other packages have theirs in ``policy.OTHER_ROUTES``.
A view with neither is closed to everybody.
"""

from collections.abc import Callable
from functools import update_wrapper
from typing import Any

from allauth.account.decorators import reauthentication_required
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django_htmx.middleware import HtmxDetails

from carteado.web.events.models import Event
from carteado.web.kit.guarding.policy import OTHER_ROUTES, POLICY, Action, Permission, Role, Target, allows
from carteado.web.pages.error_pages import Refused, signed_out
from carteado.web.people.models import User

View = Callable[..., HttpResponse]
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")


class SiteRequest(HttpRequest):
    """A request as a guarded view gets it. ``roles`` are those of the user on the site and in the event. ``event`` is
    set only if the permission concerns the event in the address."""

    user: User
    event: Event
    roles: frozenset[Role]
    htmx: HtmxDetails


def needs(action: Action, target: Target | None = None) -> Callable[[View], "Guarded"]:
    """Declare the permission that a view needs. Without ``target`` it concerns the event whose ``slug`` is in the
    address; the view gets the event as ``request.event`` and not the slug."""
    return lambda view: Guarded(view, Permission(action, target))


class Guarded:
    """A view behind its permission."""

    def __init__(self, view: View, permission: Permission) -> None:
        update_wrapper(self, view)
        self.view, self.permission = view, permission

    def __call__(self, request: Any, **address: Any) -> HttpResponse:
        slug = address.pop("slug") if self.permission.of_event else None
        return refusal(request, self.permission, slug) or self.view(request, **address)


class PolicyMiddleware:
    """Checks permissions of views that cannot declare them. A view without any permission is closed."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_view(self, request: Any, view: object, _args: object, address: dict[str, Any]) -> HttpResponse | None:
        if isinstance(view, Guarded):
            return None
        permission = OTHER_ROUTES.get(request.resolver_match.view_name)
        if permission is None:
            raise PermissionDenied(f"no permission is declared for {request.resolver_match.view_name}")
        return refusal(request, permission, address.get("slug"))


def refusal(request: Any, permission: Permission, slug: str | None = None) -> HttpResponse | None:
    """The answer to a request without the permission, or None if it is granted.

    If it is granted, the request gets the user's roles, and the event if the permission concerns one. Raises Http404 or
    Refused for a user whom signing in would not help.
    """
    event = Event.objects.filter(slug=slug).first() if permission.of_event else None
    roles = roles_of(request.user, event)
    if not _may(roles, permission, event):
        return _refusing_answer(request, permission, event)
    request.roles = roles
    if event is not None:
        request.event = event
    return None


def may(user: object, permission: Permission, event: Event | None = None) -> bool:
    """True if the user has the permission. A permission that concerns an event needs ``event``; without one it is
    refused."""
    return _may(roles_of(user, event), permission, event)


def _may(roles: frozenset[Role], permission: Permission, event: Event | None) -> bool:
    target = permission.target or (target_of(event) if event is not None else None)
    return target is not None and allows(roles, permission.action, target)


def _refusing_answer(request: Any, permission: Permission, event: Event | None) -> HttpResponse:
    """Ask a visitor to sign in, if that could help. The answer does not reveal which drafts exist."""
    # If visitors may do it with a published event, the state of this one forbids it. Signing in would not help most of
    # them, and asking for it would reveal that there is a draft.
    is_for_all = allows({Role.VISITOR}, permission.action, permission.target or Target.EVENT)
    if not request.user.is_authenticated and not is_for_all:
        return redirect_to_login(request.get_full_path()) if request.method in SAFE_METHODS else signed_out(request)
    if permission.of_event and (event is None or event.is_draft):
        raise Http404
    # With the state of the event, so that the page names who may do it now, or says that the event is archived.
    raise Refused(permission._replace(target=target_of(event)) if event is not None else permission, event)


def roles_of(user: object, event: Event | None = None) -> frozenset[Role]:
    """All roles of a user, on the site and in the event."""
    if not isinstance(user, User) or not user.is_active:
        return frozenset({Role.VISITOR})
    roles = {Role.MEMBER, Role.STAFF} if user.is_staff else {Role.MEMBER}
    if event is not None:
        roles |= {Role(role) for role in event.memberships.filter(user=user).values_list("role", flat=True)}
    return frozenset(roles)


def target_of(event: Event) -> Target:
    """What a permission for this event concerns at present."""
    if event.archived_at is not None:
        return Target.ARCHIVED
    return Target.DRAFT if event.is_draft else Target.EVENT


class Can:
    """What the reader of a page may do, for templates: ``can.edit``, ``can.create_event``.

    It concerns the event in the address if there is one and the policy has the action for events, and otherwise the
    site.
    """

    def __init__(self, request: HttpRequest) -> None:
        self._request = request

    def __getitem__(self, name: str) -> bool:
        action = Action(name)
        event: Event | None = getattr(self._request, "event", None)
        target = target_of(event) if event is not None else Target.SITE
        return allows(self._roles, action, target if action in POLICY[target] else Target.SITE)

    @property
    def _roles(self) -> frozenset[Role]:
        """The reader's roles. An error page may be rendered before a permission check has set them on the request."""
        roles: frozenset[Role] | None = getattr(self._request, "roles", None)
        return roles if roles is not None else roles_of(getattr(self._request, "user", None))


def can(request: HttpRequest) -> dict[str, Can]:
    """Context processor for all templates."""
    return {"can": Can(request)}


asks_once_more: Callable[[View], View] = reauthentication_required(allow_get=True, app="allauth.account")
"""Decorator: before an act that could take the account away from them, the user must authenticate again, unless they
did so lately. The page itself may be read."""

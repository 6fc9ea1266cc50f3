"""A decorator for views that only a sent form may run."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect

from carteado.web.pages.access import SiteRequest, View


def only_by_form(page: str) -> Callable[[View], View]:
    """Run the view for a sent form. Anything else, such as a reload, is redirected to ``page`` of the same event."""

    def decorator(view: View) -> View:
        @wraps(view)
        def run_or_redirect(request: SiteRequest, **address: Any) -> HttpResponse:
            return view(request, **address) if request.method == "POST" else redirect(page, slug=request.event.slug)

        return run_or_redirect

    return decorator

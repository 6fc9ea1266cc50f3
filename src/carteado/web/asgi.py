"""The site as an ASGI application, for ``carteado serve`` or any other ASGI server."""

from starlette.types import ASGIApp

from carteado.web.server.prepare import load_site


def _application() -> ASGIApp:
    """Load Django before importing the routes, which need it."""
    load_site()
    from carteado.web.routes import site

    return site()


application = _application()

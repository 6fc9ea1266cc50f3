"""The site as one ASGI application, for ``carteado serve`` or any other server of ASGI."""

from starlette.types import ASGIApp

from carteado.web.server.prepare import load_site


def _application() -> ASGIApp:
    """What the routes import needs Django loaded."""
    load_site()
    from carteado.web.routes import site

    return site()


application = _application()

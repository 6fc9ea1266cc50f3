"""Health checks for monitoring: whether the process is alive, and whether the site can serve."""

from django.db import Error as DatabaseFailure
from starlette.requests import Request
from starlette.responses import JSONResponse

from carteado.web.kit.process.database_threads import in_thread
from carteado.web.server import prepare as preparing


async def healthz(_request: Request) -> JSONResponse:
    """The process is alive."""
    return JSONResponse({"status": "ok"})


async def readyz(_request: Request) -> JSONResponse:
    """The site can serve: the database answers and has all migrations."""
    reason = await in_thread(_why_not_ready)
    return JSONResponse({"status": reason or "ok"}, status_code=503 if reason else 200)


def _why_not_ready() -> str | None:
    try:
        return "migrations missing" if preparing.missing_migrations() else None
    except DatabaseFailure:
        return "database unreachable"

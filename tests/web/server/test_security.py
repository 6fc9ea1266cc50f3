"""No page runs what another wrote into it: no script, style or handler in the page itself, and headers that say so."""

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import httpx
import pytest
from django.conf import settings
from django.template.base import Lexer, TokenType
from django.utils.translation import override
from pytest_django import DjangoDbBlocker

from carteado.web.kit.guarding.policy import Role, Target
from tests.paths import ROOT
from tests.web.world.every_address import address_of
from tests.web.world.whole_site import WholeSite, whole_site
from tools.messages import templates
from tools.policy_matrix import SiteRoute, django_routes


class Inline(HTMLParser):
    """What the content security policy would refuse, or should."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        is_data = named.get("type") == "application/json"
        if tag == "style" or (tag == "script" and not named.get("src") and not is_data):
            self.found.append(f"<{tag}>")
        for name, value in attrs:
            if name == "style" or name.startswith(("on", "hx-on")) or name == "hx-vars":
                self.found.append(f"{tag} {name}")
            elif (value or "").strip().lower().startswith(("javascript:", "data:text")) or name == "srcdoc":
                self.found.append(f"{tag} {name}={value}")


def inline_in(html: str) -> list[str]:
    parser = Inline()
    parser.feed(html)
    parser.close()
    return parser.found


# --- the pages -----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def site(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[WholeSite]:
    with whole_site(django_db_blocker) as site:
        yield site


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["pt-br", pytest.param("en", marks=pytest.mark.slow)])
@pytest.mark.parametrize("route", django_routes(), ids=lambda route: route.name)
def test_a_page_has_nothing_inline(route: SiteRoute, language: str, site: WholeSite) -> None:
    assert route.permission is not None
    events = site.events()
    is_for_visitors = route.permission.target == Target.SITE
    for about in events.values() if route.permission.of_event else (events[Target.EVENT],):
        with override(language):
            address = address_of(route, about, site.people)
        for role in (Role.VISITOR, Role.STAFF) if is_for_visitors else (Role.STAFF,):
            answer = site.browser_of(role).get(address)
            if answer.headers["Content-Type"].startswith("text/html"):
                assert inline_in(answer.content.decode()) == []
            assert "'unsafe" not in answer.headers["Content-Security-Policy"]


@pytest.mark.parametrize("path", templates(), ids=lambda path: path.name)
def test_no_template_has_anything_inline_in_any_of_its_branches(path: Path) -> None:
    tokens = Lexer(path.read_text("utf-8")).tokenize()
    assert inline_in("".join(token.contents if token.token_type == TokenType.TEXT else "…" for token in tokens)) == []


@pytest.mark.parametrize(
    "html",
    [
        "<script>go()</script>",
        "<style>p { color: red }</style>",
        '<p style="color: red">',
        '<p onclick="go()">',
        '<a href=" JavaScript:go()">',
        '<button hx-on:click="go()">',
        '<iframe srcdoc="<p>">',
    ],
)
def test_what_is_inline_is_found(html: str) -> None:
    assert inline_in(html) != []


# --- the headers ---------------------------------------------------------------------------------------------------

HEADERS = {
    "x-frame-options": "DENY",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


def ask(application: Any, address: str, host: str = "localhost", *, content_type: str = "text/plain") -> httpx.Response:
    async def answer() -> httpx.Response:
        transport = httpx.ASGITransport(application, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as browser:
            return await browser.get(address, headers={"host": host, "content-type": content_type})

    return asyncio.run(answer())


@pytest.mark.parametrize(
    ("address", "host", "status"),
    [
        ("/sobre/", "localhost", 200),
        ("/en/sobre/", "localhost", 200),
        ("/healthz", "localhost", 200),
        ("/nenhum-lugar/", "localhost", 404),
        ("/static/nothing.js", "localhost", 404),
        ("/sobre", "localhost", 301),
        ("/sobre/", "evil.example", 400),
    ],
)
def test_every_answer_has_the_headers(address: str, host: str, status: int) -> None:
    """Of the whole application, as a server runs it."""
    from carteado.web.asgi import application

    answer = ask(application, address, host)
    assert answer.status_code == status
    assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS
    assert "camera=()" in answer.headers["permissions-policy"]
    policy = answer.headers["content-security-policy"]
    for directive in ("default-src 'self'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"):
        assert directive in policy
    assert "unsafe" not in policy
    assert "http" not in policy, "nothing is asked of another site"
    assert "data:" not in policy


def test_a_page_may_have_a_policy_of_its_own() -> None:
    """The overlay for the video mixer will need one."""
    from carteado.web.server.headers import StandardHeaders

    async def framed(_scope: Any, _receive: Any, send: Any) -> None:
        headers = [(b"content-security-policy", b"frame-ancestors 'self'"), (b"x-frame-options", b"SAMEORIGIN")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": b""})

    answer = ask(StandardHeaders(framed), "/")
    assert answer.headers["content-security-policy"] == "frame-ancestors 'self'"
    assert answer.headers["x-frame-options"] == "SAMEORIGIN"
    assert answer.headers["x-content-type-options"] == "nosniff"


# --- the encoding --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sent", "read"),
    [
        ("text/html", "text/html"),
        ("text/html; charset=UTF-8", "text/html; charset=UTF-8"),
        ("text/plain; charset=rot13", "text/plain"),
        ("text/plain; charset*=us-ascii''rot13", "text/plain"),
        ("text/plain; charset*=nothing''x", ""),
        ('multipart/form-data; charset="utf-7"; boundary=a-b', 'multipart/form-data; boundary="a-b"'),
        (r'a/b; charset=hex; boundary="c\"; charset=hex"', 'a/b; boundary="c; charset=hex"'),
    ],
)
def test_a_request_does_not_choose_how_it_is_read(sent: str, read: str) -> None:
    from carteado.web.server.headers import OnlyUtf8

    got: list[dict[bytes, bytes]] = []

    async def pages(scope: Any, _receive: Any, send: Any) -> None:
        got.append(dict(scope["headers"]))
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    ask(OnlyUtf8(pages), "/", content_type=sent)
    assert [headers[b"content-type"] for headers in got] == [read.encode()]


def test_the_pages_are_behind_it() -> None:
    from carteado.web.asgi import application

    assert ask(application, "/sobre/?a=b", content_type="text/plain; charset=rot13").status_code == 200


# --- the cookies ---------------------------------------------------------------------------------------------------


def test_cookies_are_for_the_server_alone() -> None:
    assert settings.SESSION_COOKIE_HTTPONLY
    assert settings.CSRF_COOKIE_HTTPONLY
    assert settings.SESSION_COOKIE_SAMESITE == settings.CSRF_COOKIE_SAMESITE == "Lax"


PROGRAM = """
import json, django
django.setup()
from django.test import Client
client = Client(headers={"host": "carteado.example"})
page = client.get("/entrar/", secure=True)
print(json.dumps({
    "status": page.status_code,
    "cookie": page.cookies["csrftoken"].OutputString(),
    "hsts": page.headers.get("Strict-Transport-Security"),
    "plain": client.get("/entrar/").headers.get("Location"),
}))
"""


def test_under_https_cookies_never_travel_in_the_open(tmp_path: Path) -> None:
    environment = {
        **{name: value for name, value in os.environ.items() if name != "DATABASE_URL"},
        "DJANGO_SETTINGS_MODULE": "tests.web.settings",
        "CARTEADO_DATA": str(tmp_path),
        "CARTEADO_URL": "https://carteado.example",
        "PYTHONPATH": os.pathsep.join((str(ROOT), str(ROOT / "src"))),
    }
    run = subprocess.run([sys.executable, "-c", PROGRAM], env=environment, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    told = json.loads(run.stdout)
    assert told["status"] == 200
    assert {"Secure", "HttpOnly", "SameSite=Lax"} <= set(told["cookie"].split("; "))
    assert "max-age=31536000" in told["hsts"]
    assert told["plain"] == "https://carteado.example/entrar/"

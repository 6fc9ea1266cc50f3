"""Public pages from memory: who is answered from it, for how long, and what is never kept."""

import asyncio
import gzip
import re
from collections.abc import Callable, Coroutine
from typing import Any

import brotli
import pytest
from django.urls import reverse
from starlette.types import Message, Receive, Scope, Send

from carteado.web.kit.guarding.policy import Action, Permission
from carteado.web.kit.push import public_page_cache as cache
from carteado.web.kit.push import topics
from carteado.web.kit.push.public_page_cache import FRESH_S, PublicPages, forget
from tools.policy_matrix import django_routes

PATH = "/campeonatos/copa/"
Headers = list[tuple[bytes, bytes]]


class Site:
    """Django, as far as it matters here: it counts what it is asked, and answers as it is told."""

    def __init__(
        self, text: str = "<p>carteado</p>" * 100, *, status: int = 200, headers: Headers | None = None
    ) -> None:
        self.text, self.status, self.headers = text, status, headers or []
        self.asked: list[Scope] = []
        self.gate = asyncio.Event()
        self.gate.set()

    async def __call__(self, scope: Scope, _receive: Receive, send: Send) -> None:
        self.asked.append(scope)
        await self.gate.wait()
        headers = [(b"content-type", b"text/html; charset=utf-8"), (b"Content-Length", b"1"), *self.headers]
        await send({"type": "http.response.start", "status": self.status, "headers": headers})
        await send({"type": "http.response.body", "body": self.text.encode(), "more_body": True})
        await send({"type": "http.response.body", "body": b""})


class Answer:
    def __init__(self, messages: list[Message]) -> None:
        start, *bodies = messages
        self.status: int = start["status"]
        self.headers = {name.decode().lower(): value.decode() for name, value in start["headers"]}
        self.body = b"".join(message.get("body", b"") for message in bodies)


async def get(pages: PublicPages, path: str = PATH, *, method: str = "GET", query: str = "", **headers: str) -> Answer:
    raw = [(name.replace("_", "-").encode(), value.encode()) for name, value in {"host": "a.test", **headers}.items()]
    scope = {"type": "http", "method": method, "path": path, "query_string": query.encode(), "headers": raw}
    messages: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": b""}

    async def send(message: Message) -> None:
        messages.append(message)

    await pages({**scope, "scheme": "http"}, receive, send)
    return Answer(messages)


def played(scene: Coroutine[Any, Any, None]) -> None:
    asyncio.run(scene)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now = [1000.0]
    monkeypatch.setattr("carteado.web.kit.push.public_page_cache.monotonic", lambda: now[0])
    return now


def test_the_second_who_asks_is_answered_from_memory(clock: list[float]) -> None:
    async def scene() -> None:
        pages = PublicPages(site := Site())
        first, second = await get(pages), await get(pages)
        assert (first.status, first.body, first.headers) == (second.status, second.body, second.headers)
        assert len(site.asked) == 1

    played(scene())


def test_after_a_second_it_is_asked_again(clock: list[float]) -> None:
    async def scene() -> None:
        pages = PublicPages(site := Site())
        await get(pages)
        clock[0] += FRESH_S + 0.01
        site.text = "<p>outra</p>"
        assert (await get(pages)).body == b"<p>outra</p>"
        assert len(site.asked) == 2

    played(scene())


def test_what_changed_here_counts_at_once_and_only_for_its_event(clock: list[float]) -> None:
    async def scene() -> None:
        pages = PublicPages(site := Site())
        await get(pages)
        await get(pages, "/campeonatos/outra/")
        forget("copa")
        site.text = "<p>mudou</p>"
        assert (await get(pages)).body == b"<p>mudou</p>"
        assert b"carteado" in (await get(pages, "/campeonatos/outra/")).body
        assert len(site.asked) == 3

    played(scene())


def test_a_push_forgets_what_is_kept(clock: list[float]) -> None:
    async def scene() -> None:
        pages = PublicPages(site := Site())
        await get(pages)
        topics.push("evento", "copa")
        await get(pages)
        assert len(site.asked) == 2

    played(scene())


def test_an_answer_that_began_before_a_change_is_not_given_after_it(clock: list[float]) -> None:
    async def scene() -> None:
        pages = PublicPages(site := Site("<p>antes</p>"))
        site.gate.clear()
        early = asyncio.create_task(get(pages))
        await asyncio.sleep(0)
        forget("copa")
        late = asyncio.create_task(get(pages))
        await asyncio.sleep(0)
        site.gate.set()
        await asyncio.gather(early, late)
        assert len(site.asked) == 2
        await get(pages)
        assert len(site.asked) == 2

    played(scene())


def test_of_many_who_come_together_one_asks(clock: list[float]) -> None:
    async def scene() -> None:
        pages = PublicPages(site := Site())
        site.gate.clear()
        crowd = [asyncio.create_task(get(pages)) for _ in range(200)]
        await asyncio.sleep(0)
        site.gate.set()
        answers = await asyncio.gather(*crowd)
        assert len(site.asked) == 1
        assert {answer.body for answer in answers} == {site.text.encode()}

    played(scene())


@pytest.mark.parametrize(
    "asked",
    [
        {"cookie": "sessionid=abc"},
        {"cookie": "theme=dark; messages=x"},
        {"query": "tela=2"},
        {"hx_request": "true"},
        {"authorization": "Basic x"},
        {"method": "POST"},
        {"path": "/campeonatos/copa/organizar/"},
        {"path": "/campeonatos/copa/inscrever/"},
        {"path": "/inscricao/segredo/"},
        {"path": "/"},
    ],
    ids=str,
)
def test_whoever_is_somebody_or_asks_something_else_is_answered_by_django(asked: dict[str, str]) -> None:
    async def scene() -> None:
        pages = PublicPages(site := Site())
        await get(pages, **asked)
        await get(pages, **asked)
        assert len(site.asked) == 2
        assert dict(site.asked[0]["headers"]).get(b"cookie", b"").decode() == asked.get("cookie", "")

    played(scene())


def test_what_sets_a_cookie_is_for_one_alone() -> None:
    """Every page with a form's token does."""

    async def scene() -> None:
        site = Site(headers=[(b"Set-Cookie", b"csrftoken=abc")])
        pages = PublicPages(site)
        for _ in range(3):
            assert (await get(pages, cookie="csrftoken=own")).headers["set-cookie"] == "csrftoken=abc"
        assert [b"own" in dict(scope["headers"])[b"cookie"] for scope in site.asked] == [False, True] * 3
        assert pages._responses == {}

    played(scene())


@pytest.mark.parametrize("control", ["private", "no-store", "private, no-store"])
def test_what_is_called_private_is_for_one_alone(control: str) -> None:
    async def scene() -> None:
        pages = PublicPages(Site(headers=[(b"Cache-Control", control.encode())]))
        assert (await get(pages)).headers["cache-control"] == control
        assert pages._responses == {}

    played(scene())


@pytest.mark.parametrize("status", [301, 302, 400, 404, 500, 503])
def test_only_what_was_found_is_kept(status: int) -> None:
    async def scene() -> None:
        pages = PublicPages(site := Site(status=status))
        assert (await get(pages)).status == (await get(pages)).status == status
        assert (len(site.asked), pages._responses) == (2, {})

    played(scene())


def test_looks_languages_and_hosts_are_kept_apart(clock: list[float]) -> None:
    async def scene() -> None:
        pages = PublicPages(site := Site())
        asked: list[dict[str, str]] = [
            {},
            {"cookie": "theme=dark"},
            {"cookie": "theme=dark; deck=four"},
            {"path": f"/en{PATH}"},
            {"host": "b.test"},
        ]
        for one in asked * 2:
            await get(pages, **one)
        assert len(site.asked) == len(asked)
        await get(pages, cookie="theme=mauve")  # which is no choice
        assert len(site.asked) == len(asked)

    played(scene())


def test_nothing_of_who_asks_first_reaches_the_page() -> None:
    async def scene() -> None:
        pages = PublicPages(site := Site())
        await get(pages, cookie="csrftoken=his", accept_encoding="br", if_none_match='"x"')
        assert dict(site.asked[0]["headers"]) == {b"host": b"a.test", b"cookie": b"theme=auto; deck=two"}

    played(scene())


@pytest.mark.parametrize(
    ("accepted", "encoding"),
    [("gzip, deflate, br", "br"), ("gzip;q=0.8", "gzip"), ("identity", None), ("", None)],
)
def test_it_is_compressed_as_the_browser_likes_it_and_only_once(
    accepted: str, encoding: str | None, monkeypatch: pytest.MonkeyPatch, clock: list[float]
) -> None:
    done: list[str] = []

    def counted(name: str, compress: Callable[[bytes], bytes]) -> Callable[[bytes], bytes]:
        def counting(body: bytes) -> bytes:
            done.append(name)
            return compress(body)

        return counting

    for name, compress in list(cache.COMPRESSORS.items()):
        monkeypatch.setitem(cache.COMPRESSORS, name, counted(name, compress))

    async def scene() -> None:
        pages = PublicPages(site := Site())
        answers = [await get(pages, accept_encoding=accepted) for _ in range(3)]
        clock[0] += FRESH_S + 0.01
        answers.append(await get(pages, accept_encoding=accepted))  # rendered anew, and the same
        assert len(site.asked) == 2
        opened = {"br": brotli.decompress, "gzip": gzip.decompress, None: bytes}[encoding]
        for answer in answers:
            assert answer.headers.get("content-encoding") == encoding
            assert opened(answer.body) == site.text.encode()
            assert answer.headers["content-length"] == str(len(answer.body))
        assert all(done.count(name) <= 1 for name in done)

    played(scene())


def test_who_has_it_already_is_told_so(clock: list[float]) -> None:
    async def scene() -> None:
        pages = PublicPages(site := Site())
        first = await get(pages, accept_encoding="br")
        again = await get(pages, accept_encoding="br", if_none_match=first.headers["etag"])
        assert (again.status, again.body) == (304, b"")
        assert again.headers["etag"] == first.headers["etag"]
        plain = await get(pages, if_none_match=first.headers["etag"])
        assert plain.status == 200
        site.text = "<p>outra</p>"
        forget("copa")
        assert (await get(pages, accept_encoding="br", if_none_match=first.headers["etag"])).status == 200

    played(scene())


def test_head_has_the_headers_alone(clock: list[float]) -> None:
    async def scene() -> None:
        pages = PublicPages(site := Site())
        head, whole = await get(pages, method="HEAD"), await get(pages)
        assert (head.body, head.headers) == (b"", whole.headers)
        assert (len(site.asked), site.asked[0]["method"]) == (1, "GET")

    played(scene())


def test_memory_has_a_bound_and_the_oldest_goes_first(monkeypatch: pytest.MonkeyPatch, clock: list[float]) -> None:
    monkeypatch.setattr(cache, "MOST_BYTES", 5_000)
    monkeypatch.setattr(cache, "COMPRESSORS", {})

    async def scene() -> None:
        pages = PublicPages(Site("x" * 1_000))
        for number in range(20):
            await get(pages, f"/campeonatos/copa-{number}/")
        assert [key.path for key in pages._responses] == [f"/campeonatos/copa-{number}/" for number in range(15, 20)]

    played(scene())


def test_a_page_that_is_too_large_is_answered_and_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "LARGEST_BYTES", 100)

    async def scene() -> None:
        pages = PublicPages(site := Site())
        assert (await get(pages)).body == site.text.encode()
        assert pages._responses == {}

    played(scene())


FOR_ONE_ALONE = {
    "document": "a file that is kept by nobody",
    "draw-protocol": "a file",
    "results-file": "a file",
    "print-public": "a file, kept by what it says",
}


def test_every_public_page_of_an_event_is_among_those_that_are_kept() -> None:
    blanks = {"slug": "copa", "code": "d1", "first": "d1", "second": "d2", "draw": "form"}
    public = [one for one in django_routes() if one.permission == Permission(Action.READ)]
    assert FOR_ONE_ALONE.keys() <= {one.name for one in public}
    for route in public:
        if route.name not in FOR_ONE_ALONE:
            names = re.findall(r"<(?:\w+:)?(\w+)>", route.path)
            path = reverse(route.name, kwargs={name: blanks[name] for name in names})
            assert cache.PAGES.fullmatch(path), route.name
            assert cache.PAGES.fullmatch(f"/en{path}"), route.name

"""A request reaches the pages whole, in time, and no larger than the site takes."""

import asyncio
from collections.abc import Sequence

import pytest
from pytest_django.fixtures import Settings
from starlette.types import Message, Receive, Scope, Send

from carteado.web.server import body_limits as limits
from carteado.web.server.body_limits import WholeBody


class Pages:
    """What was handed on to them: the length and the body of each request."""

    def __init__(self) -> None:
        self.got: list[tuple[str, bytes]] = []

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        length = dict(scope["headers"]).get(b"content-length", b"").decode()
        self.got.append((length, (await receive())["body"]))
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})


def statuses(body: WholeBody, *requests: Sequence[Message], headers: Sequence[tuple[bytes, bytes]] = ()) -> list[int]:
    """What the requests are answered with, sent at once; one that ends in the middle sends nothing more, ever."""
    answers: list[int] = []

    async def sent(messages: Sequence[Message]) -> None:
        left = iter(messages)

        async def receive() -> Message:
            message = next(left, None)
            return message or await asyncio.get_running_loop().create_future()

        async def send(message: Message) -> None:
            if message["type"] == "http.response.start":
                answers.append(message["status"])

        await body({"type": "http", "headers": list(headers)}, receive, send)

    async def together() -> None:
        await asyncio.gather(*(sent(one) for one in requests))

    asyncio.run(together())
    return answers


def piece(body: bytes, *, more: bool = False) -> Message:
    return {"type": "http.request", "body": body, "more_body": more}


def test_pieces_are_handed_on_as_one_with_their_length() -> None:
    pages = Pages()
    chunked = [(b"transfer-encoding", b"chunked")]
    assert statuses(WholeBody(pages), [piece(b"a=", more=True), piece(b"1")], headers=chunked) == [200]
    assert pages.got == [("3", b"a=1")]


def test_a_request_without_a_body_is_handed_on_as_it_is() -> None:
    pages = Pages()
    assert statuses(WholeBody(pages), [piece(b"")]) == [200]
    assert pages.got == [("", b"")]


def test_of_one_that_is_too_large_only_the_length_is_handed_on(settings: Settings) -> None:
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 4
    pages = Pages()
    whole = WholeBody(pages)
    assert statuses(whole, [piece(b"abc", more=True), piece(b"def")]) == [200]
    assert pages.got == [("6", b"")]
    assert whole._bytes_in_memory == 0


def test_who_sends_slowly_waits_by_himself_and_not_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "PATIENCE_S", 0.05)
    pages = Pages()
    slow, quick = [piece(b"a", more=True)], [piece(b"b")]
    assert sorted(statuses(WholeBody(pages), *[slow] * 20, quick)) == [200, *[408] * 20]
    assert pages.got == [("1", b"b")]


def test_half_a_form_is_no_form() -> None:
    pages = Pages()
    assert statuses(WholeBody(pages), [piece(b"a=", more=True), {"type": "http.disconnect"}]) == []
    assert pages.got == []


def test_requests_on_their_way_have_a_limit_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_BYTES_IN_MEMORY", 5)
    monkeypatch.setattr(limits, "PATIENCE_S", 0.05)
    whole = WholeBody(Pages())
    assert sorted(statuses(whole, [piece(b"abc", more=True)], [piece(b"def")])) == [408, 503]
    assert statuses(whole, [piece(b"def")]) == [200]

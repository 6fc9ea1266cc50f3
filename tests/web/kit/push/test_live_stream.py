"""Pushes to open pages: who may listen, what he gets, and what becomes of one who does not read."""

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.utils.translation import get_language, override
from starlette.types import Message

from carteado.web.events import store
from carteado.web.events.details import Details
from carteado.web.events.models import Event
from carteado.web.kit.guarding.policy import OTHER_ROUTES
from carteado.web.kit.process.database_threads import in_thread
from carteado.web.kit.push import topics
from carteado.web.kit.push.bus import QUEUE_LENGTH, bus
from carteado.web.pages import live_stream as live
from carteado.web.pages.live_stream import LiveEvent, live_url
from carteado.web.people.models import Membership, User
from carteado.web.routes import LIVE_STREAMS

pytestmark = pytest.mark.django_db(transaction=True)

PATH = "/ao-vivo/evento/{slug}"
PT, EN = "pt-br", "en"


class Page:
    """An open page: it asks for a stream and reads what comes, until it is closed or stops reading."""

    def __init__(self, event: Event | str, *, language: str = PT, cookie: str = "", address: str = "192.0.2.1") -> None:
        slug = event if isinstance(event, str) else event.slug
        self.scope = {
            "type": "http",
            "method": "GET",
            "path": PATH.format(slug=slug),
            "path_params": {"slug": slug},
            "query_string": b"",
            "headers": [(b"cookie", f"sessionid={cookie}".encode())] if cookie else [],
            "client": (address, 50_000),
            "asgi": {"spec_version": "2.3"},
        }
        self.stream = LiveEvent("evento", OTHER_ROUTES[PATH], language)
        self.status = 0
        self.headers: dict[bytes, bytes] = {}
        self.reads = asyncio.Event()
        self.reads.set()
        self._closed = asyncio.Event()
        self._arrived: asyncio.Queue[bytes | None] = asyncio.Queue()

    async def open(self) -> None:
        await self.stream(self.scope, self._receive, self._send)

    def close(self) -> None:
        self._closed.set()

    async def next(self) -> str | None:
        """What comes next; None at the end."""
        body = await self._arrived.get()
        return None if body is None else body.decode()

    async def _receive(self) -> Message:
        await self._closed.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Message) -> None:
        await self.reads.wait()
        if message["type"] == "http.response.start":
            self.status, self.headers = message["status"], dict(message["headers"])
        elif message["body"]:
            self._arrived.put_nowait(message["body"])
        if message["type"] == "http.response.body" and not message.get("more_body"):
            self._arrived.put_nowait(None)


@asynccontextmanager
async def opened_page(page: Page) -> AsyncIterator[Page]:
    """After the line about coming back and the first message, which is how things stand."""
    task = asyncio.create_task(page.open())
    try:
        assert await page.next() == "retry: 3000\n\n"
        yield page
    finally:
        page.close()
        await task


async def answered(page: Page) -> int:
    await page.open()
    return page.status


def played(scene: Coroutine[Any, Any, None]) -> None:
    async def in_time() -> None:
        async with asyncio.timeout(20):
            await scene

    asyncio.run(in_time())


@pytest.fixture
def organiser() -> User:
    return User.objects.create_user("ana@carteado.example")


@pytest.fixture
def draft(organiser: User) -> Event:
    return store.create(Details(regulation="truco-masters-2025", name="Copa da Vila"), by=organiser)


@pytest.fixture
def event(draft: Event, organiser: User) -> Event:
    published = store.publish(draft, expected=draft.version, by=organiser)
    assert isinstance(published, Event)
    return published


class Counting:
    """Renders how often it was asked, in the language in force."""

    def __init__(self) -> None:
        self.asked = 0

    def __call__(self, slug: str) -> str:
        self.asked += 1
        return f"<p>{slug}</p>\n<p>{get_language()} {self.asked}</p>"


@pytest.fixture
def rendered(monkeypatch: pytest.MonkeyPatch) -> Counting:
    counting = Counting()
    monkeypatch.setitem(topics.RENDERERS, "evento", counting)
    return counting


def signed_in(user: User) -> str:
    client = Client()
    client.force_login(user)
    return client.cookies["sessionid"].value


def change(event: Event) -> None:
    with transaction.atomic():
        topics.changed("evento", event.slug)


# --- what a page gets ---------------------------------------------------------------------------------------------


def test_first_how_things_stand_then_every_change(event: Event, rendered: Counting) -> None:
    async def scene() -> None:
        async with opened_page(Page(event)) as page:
            assert page.headers[b"content-type"] == b"text/event-stream; charset=utf-8"
            assert page.headers[b"cache-control"] == b"no-store"
            for number in (1, 2, 3):
                assert await page.next() == f"data: <p>copa-da-vila</p>\ndata: <p>pt-br {number}</p>\n\n"
                await in_thread(change, event)

    played(scene())


def test_each_in_his_language_and_rendered_once_for_all(event: Event, rendered: Counting) -> None:
    async def scene() -> None:
        async with (
            opened_page(Page(event)) as one,
            opened_page(Page(event)) as two,
            opened_page(Page(event, language=EN)) as english,
        ):
            first = {await page.next() for page in (one, two, english)}
            assert len(first) >= 2
            before = rendered.asked
            await in_thread(change, event)
            portuguese, same, other = [await page.next() for page in (one, two, english)]
            assert portuguese == same == f"data: <p>copa-da-vila</p>\ndata: <p>pt-br {before + 1}</p>\n\n"
            assert other == f"data: <p>copa-da-vila</p>\ndata: <p>en {before + 2}</p>\n\n"
            assert rendered.asked == before + 2

    played(scene())


def test_of_many_who_come_later_nobody_asks_again(event: Event, rendered: Counting) -> None:
    async def scene() -> None:
        async with opened_page(Page(event)) as first:
            now = await first.next()
            for _ in range(20):
                async with opened_page(Page(event)) as page:
                    assert await page.next() == now
            assert rendered.asked == 1

    played(scene())


def test_nobody_looks_so_nothing_is_rendered(event: Event, rendered: Counting) -> None:
    change(event)
    assert rendered.asked == 0


def test_what_is_rolled_back_is_not_told(event: Event, rendered: Counting) -> None:
    def fail(event: Event) -> None:
        with transaction.atomic():
            topics.changed("evento", event.slug)
            transaction.set_rollback(True)

    async def scene() -> None:
        async with opened_page(Page(event)) as page:
            await page.next()
            await in_thread(fail, event)
            await in_thread(change, event)
            assert await page.next() == "data: <p>copa-da-vila</p>\ndata: <p>pt-br 2</p>\n\n"

    played(scene())


def test_an_operation_of_the_championship_reaches_the_page(draft: Event, organiser: User, rendered: Counting) -> None:
    async def scene() -> None:
        async with opened_page(Page(draft, cookie=cookie)) as page:
            before = await page.next()
            await in_thread(store.publish, draft, expected=draft.version, by=organiser)
            after = await page.next()
            assert before is not None
            assert after is not None
            assert after.startswith("data: ")
            assert after != before

    cookie = signed_in(organiser)
    played(scene())


def test_silence_is_broken(event: Event, rendered: Counting, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "HEARTBEAT_S", 0.05)

    async def scene() -> None:
        async with opened_page(Page(event)) as page:
            await page.next()
            assert [await page.next(), await page.next()] == [":\n\n", ":\n\n"]

    played(scene())


def test_a_stream_ends_so_that_who_may_listen_is_asked_again(
    event: Event, rendered: Counting, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "LONGEST_S", 0.1)
    monkeypatch.setattr(live, "HEARTBEAT_S", 0.05)

    async def scene() -> None:
        async with opened_page(Page(event)) as page:
            while await page.next() is not None:
                pass

    played(scene())


def test_the_site_closes_and_every_stream_ends(event: Event, rendered: Counting) -> None:
    async def scene() -> None:
        async with opened_page(Page(event)) as page:
            await page.next()
            bus.close()
            assert await page.next() is None

    played(scene())


# --- who may listen -----------------------------------------------------------------------------------------------


def test_a_draft_is_for_its_team_alone(draft: Event, organiser: User, rendered: Counting) -> None:
    async def scene() -> None:
        assert await answered(Page(draft)) == 404
        assert await answered(Page(draft, cookie=stranger)) == 404
        assert await answered(Page(draft, cookie="no-such-session")) == 404
        async with opened_page(Page(draft, cookie=team)) as page:
            assert page.status == 200

    stranger, team = signed_in(User.objects.create_user("bia@carteado.example")), signed_in(organiser)
    played(scene())
    assert rendered.asked <= 1


@pytest.mark.parametrize("leaves", ["the team", "the site"])
def test_who_leaves_the_team_gets_nothing_more_although_the_stream_is_open(
    draft: Event, organiser: User, rendered: Counting, leaves: str
) -> None:
    """A referee who is one no longer would read an event under an embargo for a quarter of an hour."""

    def leave() -> None:
        if leaves == "the team":
            Membership.objects.filter(event=draft, user=organiser).delete()
        else:
            organiser.set_password("another one")
            organiser.save()

    async def scene() -> None:
        async with opened_page(Page(draft, cookie=cookie)) as page:
            assert await page.next() is not None
            await in_thread(change, draft)
            assert await page.next() is not None
            await in_thread(leave)
            await in_thread(change, draft)
            assert await page.next() is None

    cookie = signed_in(organiser)
    played(scene())


def test_who_signed_out_everywhere_is_a_stranger(draft: Event, organiser: User, rendered: Counting) -> None:
    async def scene() -> None:
        assert await answered(Page(draft, cookie=cookie)) == 404

    cookie = signed_in(organiser)
    organiser.set_password("another one")
    organiser.save()
    played(scene())


def test_an_event_that_is_not_there_looks_like_a_draft(rendered: Counting) -> None:
    async def scene() -> None:
        for name in ("nada", "\0", "nada\0", "ação"):
            assert await answered(Page(name)) == 404
        assert await answered(Page("nada", cookie='"abcdefgh\\000"')) == 404

    played(scene())


def test_every_language_has_its_address_and_pages_know_it(event: Event) -> None:
    assert set(LIVE_STREAMS.values()) == set(topics.LANGUAGES)
    for path, language in LIVE_STREAMS.items():
        kind, _, place = path.partition("/ao-vivo/")[2].partition("/")
        with override(language):
            assert live_url(event, kind) + place.removeprefix("{slug}") == path.replace("{slug}", event.slug)


# --- who does not read --------------------------------------------------------------------------------------------


def test_one_who_stops_reading_is_let_go_and_nobody_waits_for_him(
    event: Event, rendered: Counting, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "PATIENCE_S", 0.3)

    async def scene() -> None:
        stalled = Page(event)
        async with opened_page(Page(event)) as reader:
            await reader.next()
            task = asyncio.create_task(stalled.open())
            assert await stalled.next() is not None
            await stalled.next()
            stalled.reads.clear()
            await in_thread(change, event)
            assert await reader.next() is not None
            await task
            assert bus.listeners(topics.channel("evento", event.slug, PT)) == 1

    played(scene())


def test_one_who_reads_too_slowly_starts_again(event: Event, rendered: Counting) -> None:
    async def scene() -> None:
        async with opened_page(Page(event)) as page:
            await page.next()
            page.reads.clear()
            for _ in range(QUEUE_LENGTH + 3):
                await in_thread(change, event)
            page.reads.set()
            told = 0
            while await page.next() is not None:
                told += 1
            assert told <= QUEUE_LENGTH + 1

    played(scene())


def test_so_many_from_one_address_and_no_more(
    event: Event, rendered: Counting, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "MOST_OF_AN_ADDRESS", 2)
    monkeypatch.setattr(live, "MOST_STREAMS", 3)

    async def scene() -> None:
        async with opened_page(Page(event)), opened_page(Page(event)):
            third = Page(event)
            assert await answered(third) == 503
            assert third.headers[b"retry-after"] == b"30"
            async with opened_page(Page(event, address="192.0.2.2")):
                assert await answered(Page(event, address="192.0.2.3")) == 503
        async with opened_page(Page(event)):
            pass

    played(scene())

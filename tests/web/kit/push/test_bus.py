"""Messages to those who listen: in order, to all, and never at the publisher's expense."""

import asyncio
from collections.abc import Coroutine
from threading import Thread
from typing import Any

import pytest

from carteado.web.kit.push.bus import QUEUE_LENGTH, Dropped, InProcessBus


def played(scene: Coroutine[Any, Any, None]) -> None:
    async def in_time() -> None:
        async with asyncio.timeout(10):
            await scene

    asyncio.run(in_time())


def from_another_thread(bus: InProcessBus, topic: str, *messages: str) -> None:
    def publish() -> None:
        for message in messages:
            bus.publish(topic, message)

    thread = Thread(target=publish)
    thread.start()
    thread.join()


def test_every_listener_of_a_topic_gets_every_message_in_order() -> None:
    async def scene() -> None:
        bus = InProcessBus()
        with bus.subscribe("a") as first, bus.subscribe("a") as second, bus.subscribe("b") as other:
            from_another_thread(bus, "a", "1", "2", "3")
            for listener in (first, second):
                assert [await listener.next() for _ in range(3)] == ["1", "2", "3"]
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(other.next(), 0.05)

    played(scene())


def test_publishing_where_nobody_listens_does_nothing() -> None:
    bus = InProcessBus()
    bus.publish("a", "nobody hears it")
    assert (bus.listeners("a"), bus.latest("a")) == (0, None)


def test_publishing_after_the_server_is_gone_does_nothing() -> None:
    bus = InProcessBus()

    async def scene() -> None:
        with bus.subscribe("a"):
            assert bus.listeners("a") == 1

    played(scene())
    bus.publish("a", "nobody hears it")
    assert bus.listeners("a") == 0


def test_a_listener_who_does_not_keep_up_is_dropped_and_the_others_are_not() -> None:
    async def scene() -> None:
        bus = InProcessBus()
        with bus.subscribe("a") as slow, bus.subscribe("a") as quick:
            for number in range(QUEUE_LENGTH + 1):
                bus.publish("a", str(number))
                assert await quick.next() == str(number)
            with pytest.raises(Dropped):
                await slow.next()
            bus.publish("a", "after")
            assert await quick.next() == "after"

    played(scene())


def test_a_listener_who_waits_is_told_that_the_site_closes() -> None:
    async def scene() -> None:
        bus = InProcessBus()
        with bus.subscribe("a") as listener:
            waiting = asyncio.create_task(listener.next())
            await asyncio.sleep(0)
            bus.close()
            with pytest.raises(Dropped):
                await waiting

    played(scene())


def test_who_comes_late_gets_the_latest_while_somebody_listens() -> None:
    async def scene() -> None:
        bus = InProcessBus()
        with bus.subscribe("a") as listener:
            bus.remember("a", "how it stood")
            assert bus.latest("a") == "how it stood"
            bus.publish("a", "how it stands")
            await listener.next()
            bus.remember("a", "an older look at it")
            assert bus.latest("a") == "how it stands"
        assert bus.latest("a") is None, "nobody listens, so nobody would say when it changes"
        bus.remember("a", "how it stood")
        assert bus.latest("a") is None

    played(scene())

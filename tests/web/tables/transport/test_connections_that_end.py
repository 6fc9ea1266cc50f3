"""What becomes of a connection to a live table: when the server lets it go, who comes back, and that one who stops
is nobody else's trouble."""

import asyncio
import json
import socket
import time
from random import Random
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection

from carteado.web.tables.match.act_reading import ActRefusal
from carteado.web.tables.room import sentences
from carteado.web.tables.transport import outbox, sockets
from tests.web.tables.transport.client import Tab
from tests.web.tables.transport.playing import CALM, play_all, seated
from tests.web.tables.transport.scenes import open_tab, play, seconds_until_closed, tab_of
from tests.web.tables.transport.serving import UNLIMITED, serving
from tests.web.tables.transport.site import Site, Table

# --- life and death -----------------------------------------------------------------------------------------------


def test_the_server_says_that_it_is_there(made: Site) -> None:
    async def scene(served: Site, table: Table) -> None:
        tab = await open_tab(served, table, None)

        def beats() -> list[Any]:
            return [one for one in tab.others if one["type"] == "beat"]

        await tab.until(lambda: len(beats()) >= 3, 5)
        assert beats()[0]["now"] < beats()[1]["now"] <= time.time() * 1000

    assert sockets.BEAT_S <= 20
    [table] = made.tables()
    with serving(made, BEAT_S=0.1) as served:
        play(scene(served, table))


def test_a_session_that_has_ended_closes_its_pages_within_five_seconds(served: Site) -> None:
    async def scene() -> None:
        guests, people = served.tables()[0], served.tables(accounts=True)[0]
        ended = [
            await open_tab(served, guests, 0),
            await open_tab(served, people, 0),
            await open_tab(served, people, 0, "y"),
        ]
        closed_account = await open_tab(served, people, 1)
        others = [
            await open_tab(served, guests, 1),
            await open_tab(served, people, 2),
            await open_tab(served, people, None),
            await open_tab(served, people._replace(keys=("a" * 32,)), 0),
        ]
        assert [tab.observer for tab in (*ended, closed_account)] == [0, 0, 0, 1]
        assert [tab.observer for tab in others] == [1, 2, "spectator", "spectator"]
        await asyncio.sleep(sockets.SESSION_CHECK_S + 0.5)
        assert all(tab.is_open for tab in (*ended, closed_account, *others))
        for key in (guests.keys[0], people.keys[0]):
            await asyncio.to_thread(served.ask, "end_session", key=key)
        await asyncio.to_thread(served.ask, "deactivate", key=people.keys[1])
        took = await asyncio.gather(*(seconds_until_closed(tab, 5) for tab in (*ended, closed_account)))
        print("closed after", took)
        assert {tab.closed_with for tab in (*ended, closed_account)} == {sockets.SIGNED_OUT}
        assert all(tab.is_open for tab in others)
        await ended[0].connect()
        await ended[0].until(lambda: ended[0].observer == "spectator")

    play(scene())


def test_nobody_comes_to_a_table_that_was_closed_and_is_told_why(served: Site) -> None:
    async def scene() -> None:
        [table] = served.tables()
        await asyncio.to_thread(served.ask, "close_table", code=table.code)
        for seat in (0, None):
            tab = tab_of(served, table, seat)
            await tab.connect()
            await seconds_until_closed(tab, 5)
            assert tab.closed_with == sockets.UNKNOWN
            [bye] = [one for one in tab.others if one["type"] == "bye"]
            assert (bye["code"], bye["message"]) == (
                "closed",
                sentences.act_refusal_in_words(ActRefusal("shut"), "pt-br"),
            )

    play(scene())


# --- a reader that stops ------------------------------------------------------------------------------------------


async def stopped_reader(served: Site, table: Table, seat: int | None) -> Tab:
    """Somebody who says hello, and never reads again."""
    address, port = served.address.split(":")
    small = socket.socket()
    small.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    small.connect((address, int(port)))
    small.setblocking(False)
    tab = tab_of(served, table, seat, "stopped")
    await tab.connect(sock=small)
    await tab.until(lambda: tab.table)
    assert tab._socket is not None
    tab._socket.transport.pause_reading()
    return tab


async def is_let_go(tab: Tab) -> bool:
    """Reads again, to find out whether there is still somebody who writes."""
    assert tab._socket is not None
    tab._socket.transport.resume_reading()
    try:
        await seconds_until_closed(tab, 3)
    except TimeoutError:
        return False
    return True


@pytest.mark.parametrize("seat", [0, None])
@pytest.mark.parametrize(
    "limits",
    [{"MOST_MESSAGES": 20}, {"MOST_MESSAGES": 10**6, "LONGEST_SEND_S": 1.0, "SESSION_CHECK_S": 0.3}],
    ids=["many", "long"],
)
def test_a_reader_that_stops_is_let_go_and_blocks_nobody(made: Site, seat: int | None, limits: dict[str, Any]) -> None:
    """All others play a whole match meanwhile."""

    async def scene(served: Site, table: Table) -> None:
        players = seated(served, table, Random(3), CALM)
        stopped, reads = await stopped_reader(served, table, seat), await open_tab(served, table, seat, "reads")
        await play_all(players)
        waited = sorted(one for player in players for one in player.tab.waited)
        print(
            f"{len(waited)} acts, half in {waited[len(waited) // 2] * 1000:.1f} ms, all in {waited[-1] * 1000:.1f} ms"
        )
        assert waited[-1] < 3, "one that is waited for would take ten"
        await reads.until(lambda: reads.is_over)
        await asyncio.sleep(1.5 if "LONGEST_SEND_S" in limits else 0)
        assert await is_let_go(stopped)
        assert not stopped.is_over, "most of it never reached him"
        assert reads.is_open

    [table] = made.tables(regulation="apcef-sc-2022-canastra", target=200)
    with serving(made, **limits, **UNLIMITED) as served:
        play(scene(served, table))


def test_so_much_waits_for_a_reader_and_no_more() -> None:
    async def scene() -> None:
        reads = asyncio.Event()

        async def send(_frame: bytes) -> None:
            await reads.wait()

        dropped: list[int] = []
        waiting = outbox.Outbox(send, lambda: dropped.append(1))
        waiting.put(b"0")
        await asyncio.sleep(0)
        for _ in range(256):
            waiting.put(b"1")
        assert not dropped
        waiting.put(b"2")
        assert dropped == [1]

    assert outbox.LONGEST_SEND_S == 10
    play(scene())


# --- coming back --------------------------------------------------------------------------------------------------


def test_what_was_missed_is_told_one_by_one_or_all_is_told_anew(served: Site) -> None:
    """By how much it was, and by what the client says that it has."""

    async def scene() -> None:
        [table] = served.tables(target=200)
        await asyncio.to_thread(served.ask, "fast_forward", match=table.match, moves=260)
        told = (await asyncio.to_thread(served.ask, "written", match=table.match))["told"]["1"]
        last = len(told)
        for match, seq, begins in [
            (table.match, last, last + 1),
            (table.match, last - 1, last),
            (table.match, last - 200, last - 199),
            (table.match, last - 201, None),
            (table.match, last + 1, None),
            (table.match, 0, None),
            (table.match, -1, None),
            (table.match, 2**70, None),
            ("another", last, None),
            (None, last, None),
        ]:
            bare = await tab_of(served, table, 1).knock()
            await bare.send(json.dumps([{"type": "hello", "protocol": 1, "match": match, "seq": seq}]))
            state = await first_state(bare)
            bare.transport.abort()
            acts = state["acts"]
            assert state["seq"] == last
            assert state.get("whole", False) is (begins is None), (match, seq)
            assert [[one["at"], one["act"]] for one in acts] == [[at, act] for _, at, act in told[last - len(acts) :]]
            assert [one["seq"] for one in acts] == list(range(last - len(acts) + 1, last + 1))
            if begins is not None:
                assert len(acts) == last - begins + 1
            else:
                assert acts[0]["act"]["act"] == "shuffle", "a snapshot tells the hand from its beginning"

    play(scene())


async def first_state(bare: ClientConnection) -> Any:
    while True:
        for message in json.loads(await bare.recv()):
            if message["type"] == "state":
                return message

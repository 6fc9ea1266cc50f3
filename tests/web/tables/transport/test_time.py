"""Time and absence at real servers: the clock answers, a bot sits in, downtime is charged to nobody."""

import asyncio
import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.web.tables.transport.client import Tab
from tests.web.tables.transport.playing import CALM, Player, check_over, play_all, seated
from tests.web.tables.transport.scenes import open_tab, play, tab_of, tab_that_is_asked
from tests.web.tables.transport.site import Site

ROOM, RUNNING = "carteado.web.tables.room.room", "carteado.web.tables.serving.rooms"


@pytest.fixture
def stopped(made: Site) -> Iterator[Site]:
    """Nothing runs yet, and nothing is left running."""
    made.settings = {}
    yield made
    if made.pid:
        made.end(signal.SIGKILL)


def acts(tab: Tab, name: str) -> list[Any]:
    return [one["act"] for one in tab.seen_acts.values() if one["act"]["act"] == name]


def test_time_without_service_is_charged_to_nobody(stopped: Site) -> None:
    async def scene() -> None:
        tab = await tab_that_is_asked(await open_tab(stopped, table, 0))
        await tab.until(lambda: tab.state["asked"]["until"])
        until, stood = tab.state["asked"]["until"], len(acts(tab, "resume"))
        await asyncio.sleep(0.5)
        await asyncio.to_thread(stopped.end, signal.SIGKILL)
        await asyncio.sleep(1.5)
        await asyncio.to_thread(stopped.start)
        await tab.connect()
        await tab.until(lambda: len(acts(tab, "resume")) > stood)
        down, up = acts(tab, "pause")[-1], acts(tab, "resume")[-1]
        assert (down["by"], up["by"]) == ("down", "down")
        last = {one["act"]["act"]: one["at"] for one in tab.seen_acts.values()}
        assert tab.state["asked"]["until"] - until == last["resume"] - last["pause"] > 1300

    [table] = stopped.tables()
    stopped.start({f"{ROOM}.SHORTEST_DOWNTIME_MS": 500, f"{RUNNING}.ALIVE_STEP_S": 0.1})
    play(scene())


def test_a_bot_sits_in_for_who_stays_away_and_he_takes_his_seat_back(stopped: Site) -> None:
    async def scene() -> None:
        players = seated(stopped, table, Random(4), CALM)
        absent = players[2].tab
        playing = asyncio.create_task(play_all([one for one in players if one.tab is not absent]))
        watching = players[0].tab
        while not acts(watching, "sit"):
            await asyncio.sleep(0.01)
        assert acts(watching, "sit")[0] | {"player": ""} == {"act": "sit", "seat": 2, "player": ""}
        while not any(
            one["act"].get("seat") == 2 and one["act"]["act"] != "sit" for one in watching.seen_acts.values()
        ):
            await asyncio.sleep(0.01)
        await absent.connect()
        await tab_that_is_asked(absent)
        while True:
            refused = await absent.do({"act": "play", "card": "4c"})
            if absent.refused[refused.id] != "stale":
                break
            await absent.news(0.05)
        assert absent.refused[refused.id] == "played_by_bot"
        while (await absent.do({"act": "sit"})).id not in absent.acks:
            await absent.news(0.05)
        await players[2].play()
        await playing
        assert any(name for name in absent.acks if absent.sent[name].act["act"] != "sit"), "he played himself again"

    [table] = stopped.tables(target=60, pace="at_once")
    stopped.start({f"{ROOM}.BOT_TAKES_SEAT_AFTER_MS": 700, "carteado.web.tables.transport.sockets.PER_SECOND": 25.0})
    play(scene())
    check_over(stopped.ask("written", match=table.match))


def test_a_match_rests_while_nobody_is_there_and_goes_on_when_somebody_comes(stopped: Site) -> None:
    async def scene() -> None:
        tab = await tab_that_is_asked(await open_tab(stopped, table, 1))
        await tab.disconnect()
        await asyncio.sleep(1)
        await tab.connect()
        await tab.until(lambda: acts(tab, "resume"))
        assert [one["by"] for one in (*acts(tab, "pause"), *acts(tab, "resume"))] == ["nobody", "nobody"]

    [table] = stopped.tables()
    stopped.start({f"{ROOM}.BOT_TAKES_SEAT_AFTER_MS": 300})
    play(scene())


def test_the_clock_answers_for_those_who_do_nothing(stopped: Site) -> None:
    async def scene() -> None:
        tab = await tab_that_is_asked(await open_tab(stopped, table, 0))
        begun, seq = time.monotonic(), tab.seq
        await tab.until(lambda: tab.seq >= seq + 2)
        new = [one["act"] for number, one in tab.seen_acts.items() if number > seq and "seat" in one["act"]]
        assert {act.get("by") for act in new} == {"clock"}
        assert 1 < time.monotonic() - begun < 20

    [table] = stopped.tables(act_seconds=1)
    assert not stopped.ask("fast_forward", match=table.match, moves=4)
    stopped.start()
    play(scene())


def children_of(pid: int) -> set[int]:
    found = set()
    for status in Path("/proc").glob("[0-9]*/status"):
        try:
            lines = dict(line.split(":\t", 1) for line in status.read_text().splitlines() if ":\t" in line)
        except OSError:
            continue
        if int(lines["PPid"]) == pid:
            found.add(int(lines["Pid"]))
    return found


@pytest.mark.skipif(
    not Path("/proc/self/status").exists(), reason="whose child a process is stands in /proc, which only Linux has"
)
def test_bots_end_with_the_server_however_it_ends(stopped: Site) -> None:
    async def scene() -> None:
        player = Player(tab_of(stopped, table, 0), Random(5))
        playing = asyncio.create_task(player.play())
        while not workers:
            await asyncio.sleep(0.05)
            workers.update(await asyncio.to_thread(children_of, stopped.pid))
        playing.cancel()

    [table] = stopped.tables(bots=3, target=100, pace="at_once")
    for how in (signal.SIGTERM, signal.SIGKILL):
        stopped.start()
        workers = set[int]()
        play(scene())
        assert workers
        stopped.end(how)
        deadline = time.monotonic() + 10
        while any(_is_alive(pid) for pid in workers):
            assert time.monotonic() < deadline, how
            time.sleep(0.05)


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return "Z" not in Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]

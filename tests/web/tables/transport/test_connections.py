"""What a connection to a live table may do: who may open one, what may be said on it, how much, and by whom."""

import asyncio
import json
from contextlib import ExitStack, suppress
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from carteado.web.kit.guarding.token_bucket import OpenConnections
from carteado.web.server.serve import LONGEST_MESSAGE_BYTES
from carteado.web.tables.players.visitor import NOBODY
from carteado.web.tables.talk.chat import chat
from carteado.web.tables.transport import sockets
from carteado.web.tables.transport import uvicorn_protocol as wire
from tests.web.tables.transport.client import Sent, Tab
from tests.web.tables.transport.playing import Player
from tests.web.tables.transport.scenes import open_tab, play, seconds_until_closed, tab_of, tab_that_is_asked
from tests.web.tables.transport.serving import CARD, CUT_OFF, UNLIMITED, serving
from tests.web.tables.transport.site import Site, Table
from tests.web.tables.transport.test_rooms import A_TABLE

# --- the handshake ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "origin",
    [
        *("http://elsewhere.example", "null", "http://127.0.0.1", "http://[::1", "file://", "http://127.0.0.1:1"),
        *("http://evil-{host}", "http://sub.{host}", "http://{host}.example", "http://{host}0"),
    ],
)
def test_a_page_of_another_site_opens_nothing(served: Site, table: Table, origin: str) -> None:
    async def scene() -> None:
        page = origin.format(host=f"127.0.0.1:{served.port}")
        with pytest.raises(InvalidStatus) as refused:
            await tab_of(served, table, 0, origin=page).knock()
        assert refused.value.response.status_code == 403

    play(scene())


@pytest.mark.parametrize("code", ["naohaesta", "%00", "a%0ab", "%F0%9F%82%A1", "x" * 200, "..", "%ff"])
def test_a_table_that_is_not_there(served: Site, code: str) -> None:
    async def scene() -> None:
        tab = Tab(served.address, code, None, "x")
        await tab.connect()
        await seconds_until_closed(tab, 5)
        assert tab.closed_with == sockets.UNKNOWN

    play(scene())


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ('[{"type":"hello","protocol":2}]', sockets.OLD),
        ('[{"type":"hello","protocol":0}]', sockets.OLD),
        ('[{"type":"hello"}]', sockets.BAD),
        ('[{"type":"hello","protocol":1},{"type":"hello","protocol":1}]', sockets.BAD),
        ("[]", sockets.BAD),
        ("", sockets.BAD),
        ('[{"type":"act","id":"a","seq":0,"act":{}}]', sockets.BAD),
        ('{"type":"hello","protocol":1}', sockets.BAD),
        ('[{"type":"hello","protocol":1,"more":1}]', sockets.BAD),
        ("[" * 9000, sockets.BAD),
        (b"\xff\xfe", sockets.BAD),
    ],
)
def test_who_does_not_say_hello_is_let_go(served: Site, table: Table, said: str | bytes, code: int) -> None:
    async def scene() -> None:
        bare = await tab_of(served, table, 0).knock()
        await bare.send(said)
        assert json.loads(await bare.recv()) == [{"type": "bye", "code": sockets.BYES[code]}]
        with pytest.raises(ConnectionClosed):
            await bare.recv()
        assert bare.close_code == code

    play(scene())


def test_whoever_fills_the_line_with_nothing_is_let_go(served: Site, table: Table) -> None:
    async def scene() -> None:
        bare = await tab_of(served, table, 0).knock()
        await bare.send('[{"type":"hello","protocol":1}]')
        with suppress(ConnectionClosed):
            for _ in range(100_000):
                await bare.send("[]")
        async with asyncio.timeout(20):
            await bare.wait_closed()
        assert bare.close_code in (sockets.TOO_MANY, CUT_OFF)

    play(scene())


def test_whoever_only_pings_is_cut_off(served: Site, table: Table) -> None:
    async def scene() -> None:
        bare = await tab_of(served, table, 0).knock()
        await bare.send('[{"type":"hello","protocol":1}]')
        with suppress(ConnectionClosed, OSError):
            for number in range(100_000):
                await bare.ping(number.to_bytes(4, "big"))
        await asyncio.wait_for(bare.wait_closed(), 10)

    play(scene())


def test_an_address_may_knock_so_often_and_no_oftener() -> None:
    connections = sockets.Connections()
    allowed = sum(connections.may_knock("10.0.0.1") for _ in range(2_000))
    assert sockets.KNOCKS_AT_ONCE <= allowed < sockets.KNOCKS_AT_ONCE + 100
    assert connections.may_knock("10.0.0.2")


def test_who_says_nothing_is_let_go(made: Site) -> None:
    async def scene(served: Site, table: Table) -> None:
        bare = await tab_of(served, table, 0).knock()
        assert json.loads(await bare.recv()) == [{"type": "bye", "code": "unreadable"}]
        with pytest.raises(ConnectionClosed):
            await bare.recv()
        assert bare.close_code == sockets.BAD
        gone = await tab_of(served, table, 0).knock()
        gone.transport.abort()

    assert sockets.HELLO_TIMEOUT_S <= 10
    [table] = made.tables()
    with serving(made, HELLO_TIMEOUT_S=0.3) as served:
        play(scene(served, table))


# --- what is said -------------------------------------------------------------------------------------------------


GARBAGE: list[str | bytes] = [
    "",
    "x",
    "{}",
    "[1]",
    "[[]]",
    "null",
    '[{"type":"nothing"}]',
    '[{"type":"act"}]',
    '[{"type":"act","id":"","seq":1,"act":{}}]',
    '[{"type":"act","id":"a b","seq":1,"act":{}}]',
    json.dumps([{"type": "act", "id": "a" * 41, "seq": 1, "act": {}}]),
    '[{"type":"act","id":"a","seq":"1","act":{}}]',
    '[{"type":"act","id":"a","seq":1.5,"act":{}}]',
    '[{"type":"act","id":"a","seq":1e400,"act":{}}]',
    '[{"type":"act","id":"a","seq":1,"act":NaN}]',
    '[{"type":"act","id":"a","seq":1,"act":"\\ud800"}]',
    '[{"type":"act","id":"a","seq":1,"act":' + "[" * 9000 + "]" * 7000,
    "[" * 9000,
    '[{"a":' * 2000,
    b"\xff\xfe\x00",
    b"\x00" * 1000,
]


@pytest.mark.parametrize("garbage", GARBAGE, ids=range(len(GARBAGE)))
def test_garbage_ends_the_connection_that_sent_it_and_no_other(
    served: Site, table: Table, garbage: str | bytes
) -> None:
    async def scene() -> None:
        tab, other = await open_tab(served, table, 0), await open_tab(served, table, 0, "y")
        await tab.send(garbage)
        await seconds_until_closed(tab, 5)
        assert tab.closed_with == sockets.BAD
        assert (await other.do({"act": "nothing"})).id in other.refused

    play(scene())


ODD_ACTS = [
    "1",
    "null",
    '"play"',
    "[]",
    "{}",
    '{"act":1}',
    '{"act":null}',
    '{"act":["play"]}',
    '{"act":"play"}',
    '{"act":"play","card":{}}',
    '{"act":"play","card":"4c","seat":null}',
    '{"act":"play","card":"\\u0000"}',
    '{"act":"cut"}',
    '{"act":"cut","cuts":5}',
    '{"act":"cut","cuts":[true]}',
    '{"act":"cut","cuts":[1.5]}',
    '{"act":"cut","cuts":[1e400]}',
    '{"act":"cut","cuts":[-1]}',
    '{"act":"cut","cuts":[99999999999999999999999999]}',
    '{"act":"cut","cuts":[' + ",".join(["1"] * 21) + "]}",
    '{"act":"deal","burn":true}',
    '{"act":"deal","burn":-1}',
    '{"act":"deal","burn":1e9}',
    '{"act":"deal","burn":99999999999999999999999999}',
    '{"act":"start","players":[],"first_dealer":0}',
    '{"act":"shuffle","commitment":"a","seed":"00"}',
    '{"act":"sit"}',
    '{"act":"sit","player":"bot:matreiro"}',
    '{"act":"pause"}',
    '{"act":"resume"}',
    '{"act":"ruling"}',
    '{"act":"time_up"}',
    '{"act":"pass"}',
    '{"act":"sign","sign":[]}',
    '{"act":"sign","sign":"nenhum"}',
    '{"act":"call","by":"clock"}',
    '{"act":"adjust","points":[100,0]}',
    '{"act":"disqualify"}',
    '{"act":"play","card":' + "[" * 900 + "]" * 900 + "}",
    '{"act":"play","card":"' + "x" * 3000 + '"}',
]


def test_an_odd_act_is_refused_and_nothing_else_happens(made: Site) -> None:
    """Of whoever is to act and of whoever is not; before the deal and in a hand."""

    async def scene(served: Site, table: Table) -> None:
        tabs = [await open_tab(served, table, seat) for seat in range(4)]
        for tab in tabs:
            await tab_that_is_asked(tab)
        for step in ("cut", "deal", "act"):
            [turn] = tabs[0].state["asked"]["seats"]
            for tab in (tabs[turn], tabs[turn - 1]):
                for number, act in enumerate(ODD_ACTS):
                    one = tab.prepare({})
                    await tab.send(f'[{{"type":"act","id":"{one.id}","seq":{tab.seq},"act":{act}}}]')
                    while tab.is_open and one.id not in tab.refused and one.id not in tab.acks:
                        await tab.news(1)
                    assert one.id in tab.refused, (step, number, act, tab.closed_with)
            assert tabs[0].state["asked"]["step"] == step
            if step != "act":
                seq = tabs[0].seq
                await tabs[turn].do({"act": "cut", "cuts": [7]} if step == "cut" else {"act": "deal", "burn": 0})
                for tab in tabs:
                    await tab.until(lambda tab=tab, seq=seq: tab.seq > seq)

    [table] = made.tables()
    with serving(made, **UNLIMITED) as served:
        play(scene(served, table))


def test_a_frame_that_is_too_large_ends_the_connection(served: Site, table: Table) -> None:
    async def scene() -> None:
        tab = await open_tab(served, table, 0)
        await tab.send(f"[{' ' * LONGEST_MESSAGE_BYTES}]")
        await seconds_until_closed(tab, 5)
        assert tab.closed_with == 1009

    play(scene())


# --- how much -----------------------------------------------------------------------------------------------------


def test_who_is_too_fast_is_told_so_and_then_let_go(served: Site, table: Table) -> None:
    async def scene() -> None:
        tab, other = await tab_that_is_asked(await open_tab(served, table, 0)), await open_tab(served, table, 1)
        many = [tab.prepare({"act": "nothing"}).message for _ in range(100)]
        await tab.say(*many)
        await tab.until(lambda: len(tab.refused) + len(tab.to_repeat) == 100)
        assert sockets.AT_ONCE <= len(tab.refused) <= sockets.AT_ONCE + 20
        for _ in range(3):
            await tab.say(*many)
        await seconds_until_closed(tab, 5)
        assert tab.closed_with == sockets.TOO_MANY
        assert (await other.do({"act": "nothing"})).id in other.refused

    play(scene())


def test_a_frame_that_ends_the_connection_is_handled_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was said before its last message is not said twice."""
    said: list[object] = []
    may_send = iter([True] * 2)
    monkeypatch.setattr(chat, "receive", lambda _connection, _room, message: said.append(message))
    monkeypatch.setattr(sockets.connections, "may_send", lambda _connection: next(may_send, False))
    monkeypatch.setattr(sockets, "TOO_FAST_CLOSES", 0)
    text = b'[{"type":"say","preset":"a"},{"type":"say","preset":"b"},{"type":"say","preset":"c"}]'

    async def receive() -> Any:
        return {"type": "websocket.receive", "text": text.decode()}

    async def send(_message: Any) -> None:
        raise AssertionError

    async def scene() -> None:
        room: Any = SimpleNamespace(settings=A_TABLE)
        connection = sockets.Connection(NOBODY, room, "en", send, wire.never)
        assert sockets._handle_at_once(connection, room, text) is False
        may_send_again = iter([True] * 3)  # time has passed
        monkeypatch.setattr(sockets.connections, "may_send", lambda _connection: next(may_send_again, False))
        assert await sockets._listen(connection, room, receive) == sockets.TOO_MANY

    asyncio.run(scene())
    assert len(said) == 2


def test_somebody_is_not_faster_on_many_pages(served: Site, table: Table) -> None:
    async def scene() -> None:
        tabs = [await tab_that_is_asked(await open_tab(served, table, 0, f"n{number}-")) for number in range(6)]
        for tab in tabs:
            await tab.say(*(tab.prepare({"act": "nothing"}).message for _ in range(50)))
        for tab in tabs:
            await tab.until(lambda tab=tab: len(tab.refused) + len(tab.to_repeat) == 50)
        taken = sum(len(tab.refused) for tab in tabs)
        assert sockets.OF_PERSON_AT_ONCE <= taken <= sockets.OF_PERSON_AT_ONCE + 60
        other = await open_tab(served, table, 1)
        assert (await other.do({"act": "nothing"})).id in other.refused

    play(scene())


def test_somebody_has_so_many_pages_open_and_no_more(served: Site, table: Table) -> None:
    async def scene() -> None:
        tabs = [await open_tab(served, table, 0, f"n{number}-") for number in range(sockets.MOST_OF_PERSON)]
        late = tab_of(served, table, 0)
        await late.connect()
        await seconds_until_closed(late, 5)
        assert late.closed_with == sockets.TOO_MANY
        await open_tab(served, table, 1)
        await open_tab(served, table, None)
        await tabs[0].disconnect()
        await asyncio.sleep(0.2)
        await open_tab(served, table, 0, "again")

    play(scene())


def test_an_address_has_so_many_open_and_no_more() -> None:
    limit, kept = OpenConnections(2), ExitStack()
    with ExitStack() as undo:
        assert [limit.take(name, undo) for name in "aab"] == [True, True, True]
        assert not limit.take("a", kept)
    assert limit.take("a", kept)


# --- who may do what ----------------------------------------------------------------------------------------------


def test_those_who_watch_do_nothing_and_nobody_does_after_the_end(served: Site) -> None:
    async def scene() -> None:
        on, over, empty = [*served.tables(2), *served.tables(started=False)]
        assert served.ask("fast_forward", match=over.match, moves=10_000)
        watching = await open_tab(served, on, None)
        stranger = await open_tab(served, on._replace(keys=over.keys), 0)
        for tab in (watching, stranger):
            await tab_that_is_asked(tab)
            assert tab.observer == "spectator"
            for act in ({"act": "cut", "cuts": []}, {"act": "sit"}, {"act": "pause"}, {"act": "play", "card": "4c"}):
                one = await tab.do(act)
                assert tab.refused[one.id] == "not_yours"
        player = await open_tab(served, over, 2)
        assert player.is_over
        one = await player.do({"act": "deal", "burn": 0})
        assert player.refused[one.id] == "match_over"
        early = await open_tab(served, empty, 2)
        one = await early.do({"act": "deal", "burn": 0})
        assert early.refused[one.id] == "no_match"
        sits = await open_tab(served, on, 1)
        one = await sits.do({"act": "deal", "burn": 0, "seat": 0})
        assert sits.refused[one.id] == "another_seat"

    play(scene())


def test_who_watches_with_delay_learns_nothing_sooner_by_asking(served: Site) -> None:
    async def scene() -> None:
        [table] = served.tables(delay=600)
        tabs = [await open_tab(served, table, seat) for seat in range(4)]
        watching = await open_tab(served, table, None)
        for tab in tabs:
            await tab_that_is_asked(tab)
        before, seq = watching.seq, tabs[0].seq
        [turn] = tabs[0].state["asked"]["seats"]
        await tabs[turn].do({"act": "cut", "cuts": [3]})
        await tabs[0].until(lambda: tabs[0].seq > seq)
        one = watching.prepare({"act": "sit"})
        refusal = await answer_to(watching, one)
        assert (refusal["code"], refusal["seq"], watching.seq) == ("not_yours", before, before)

    play(scene())


async def answer_to(tab: Tab, one: Sent) -> Any:
    await tab.say(one.message)
    await tab.until(lambda: one.id in tab.refused)
    return tab.refusals[one.id]


def cards_of(seat: int, tab: Tab) -> set[str]:
    hand = tab.state["view"]["hand"]
    return set(CARD.findall(json.dumps(hand["cards"][seat]))) if hand and hand["cards"][seat] else set()


def test_those_who_watch_are_shown_no_hidden_card(served: Site, table: Table) -> None:
    """A card is there once in this deck: what is in somebody's hand is told to nobody else."""

    async def scene() -> None:
        tabs = [await open_tab(served, table, seat) for seat in range(4)]
        watching = await open_tab(served, table, None)
        looks = 0
        rng = Random(5)
        while not tabs[0].is_over and looks < 100:
            for tab in (*tabs, watching):
                await tab.until(lambda tab=tab: tab.seq == max(one.seq for one in tabs) and tab.state["asked"])
            for seat, tab in enumerate(tabs):
                hand = cards_of(seat, tab)
                for other in (*tabs[:seat], *tabs[seat + 1 :], watching):
                    shown = set(CARD.findall(json.dumps(other.state)))
                    assert not hand & shown, (seat, other.observer)
                    looks += bool(hand)
            question = tabs[0].state["asked"]
            one = tabs[question["seats"][0]]
            act = Player(one, rng).answer(question["step"], one.state.get("legal", []))
            assert (await one.do(act)).id in one.acks

    with serving(served, **UNLIMITED):
        play(scene())

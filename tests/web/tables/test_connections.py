"""What a connection to a live table may do and what becomes of it: who may open one, what may be said on it, when the
server lets it go, and that one who misbehaves is nobody else's trouble."""

import asyncio
import json
import signal
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from random import Random
from re import compile as pattern
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed, InvalidStatus

from carteado.web.serving import LONGEST_MESSAGE
from carteado.web.tables import outbox, sockets
from carteado.web.tables.limits import Open
from tests.web.tables.client import Sent, Tab
from tests.web.tables.playing import CALM, Player, play_all, seated
from tests.web.tables.scenes import asked, closed, opened, play, tab_of
from tests.web.tables.site import Site, Table, site

SOCKETS, OUTBOX = "carteado.web.tables.sockets", "carteado.web.tables.outbox"
CARD = pattern(r'"[2-7QJKA][chsd]"')
CUT_OFF = 1006
"""What a client says of a connection that ended without a word."""
UNLIMITED = {"PER_SECOND": 1e9, "AT_ONCE": 1e9, "OF_PERSON_PER_SECOND": 1e9, "OF_PERSON_AT_ONCE": 1e9}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with site(tmp_path_factory.mktemp("tables") / "data") as made:
        yield made


@contextmanager
def serving(made: Site, **constants: Any) -> Iterator[Site]:
    """A server that has some constants otherwise, and complains of nothing."""
    settings = {f"{OUTBOX if hasattr(outbox, name) else SOCKETS}.{name}": value for name, value in constants.items()}
    complained = len(made.said)
    if made.pid and made.settings != settings:
        assert made.end(signal.SIGTERM) == 0
    made.settings = settings
    if not made.pid:
        made.start()
    yield made
    assert made.said[complained:] == ""


@pytest.fixture
def served(made: Site) -> Iterator[Site]:
    with serving(made) as served:
        yield served


@pytest.fixture
def table(served: Site) -> Table:
    [table] = served.tables()
    return table


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
        await closed(tab, 5)
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

    assert sockets.GREETING <= 10
    [table] = made.tables()
    with serving(made, GREETING=0.3) as served:
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
        tab, other = await opened(served, table, 0), await opened(served, table, 0, "y")
        await tab.send(garbage)
        await closed(tab, 5)
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
        tabs = [await opened(served, table, seat) for seat in range(4)]
        for tab in tabs:
            await asked(tab)
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
        tab = await opened(served, table, 0)
        await tab.send(f"[{' ' * LONGEST_MESSAGE}]")
        await closed(tab, 5)
        assert tab.closed_with == 1009

    play(scene())


# --- how much -----------------------------------------------------------------------------------------------------


def test_who_is_too_fast_is_told_so_and_then_let_go(served: Site, table: Table) -> None:
    async def scene() -> None:
        tab, other = await asked(await opened(served, table, 0)), await opened(served, table, 1)
        many = [tab.prepare({"act": "nothing"}).message for _ in range(100)]
        await tab.say(*many)
        await tab.until(lambda: len(tab.refused) + len(tab.to_repeat) == 100)
        assert sockets.AT_ONCE <= len(tab.refused) <= sockets.AT_ONCE + 20
        for _ in range(3):
            await tab.say(*many)
        await closed(tab, 5)
        assert tab.closed_with == sockets.TOO_MANY
        assert (await other.do({"act": "nothing"})).id in other.refused

    play(scene())


def test_somebody_is_not_faster_on_many_pages(served: Site, table: Table) -> None:
    async def scene() -> None:
        tabs = [await asked(await opened(served, table, 0, f"n{number}-")) for number in range(6)]
        for tab in tabs:
            await tab.say(*(tab.prepare({"act": "nothing"}).message for _ in range(50)))
        for tab in tabs:
            await tab.until(lambda tab=tab: len(tab.refused) + len(tab.to_repeat) == 50)
        taken = sum(len(tab.refused) for tab in tabs)
        assert sockets.OF_PERSON_AT_ONCE <= taken <= sockets.OF_PERSON_AT_ONCE + 60
        other = await opened(served, table, 1)
        assert (await other.do({"act": "nothing"})).id in other.refused

    play(scene())


def test_somebody_has_so_many_pages_open_and_no_more(served: Site, table: Table) -> None:
    async def scene() -> None:
        tabs = [await opened(served, table, 0, f"n{number}-") for number in range(sockets.MOST_OF_PERSON)]
        late = tab_of(served, table, 0)
        await late.connect()
        await closed(late, 5)
        assert late.closed_with == sockets.TOO_MANY
        await opened(served, table, 1)
        await opened(served, table, None)
        await tabs[0].disconnect()
        await asyncio.sleep(0.2)
        await opened(served, table, 0, "again")

    play(scene())


def test_an_address_has_so_many_open_and_no_more() -> None:
    limit, kept = Open(2), ExitStack()
    with ExitStack() as undo:
        assert [limit.take(name, undo) for name in "aab"] == [True, True, True]
        assert not limit.take("a", kept)
    assert limit.take("a", kept)


# --- life and death -----------------------------------------------------------------------------------------------


def test_the_server_says_that_it_is_there(made: Site) -> None:
    async def scene(served: Site, table: Table) -> None:
        tab = await opened(served, table, None)

        def beats() -> list[Any]:
            return [one for one in tab.others if one["type"] == "beat"]

        await tab.until(lambda: len(beats()) >= 3, 5)
        assert beats()[0]["now"] < beats()[1]["now"] <= time.time() * 1000

    assert sockets.BEAT <= 20
    [table] = made.tables()
    with serving(made, BEAT=0.1) as served:
        play(scene(served, table))


def test_a_session_that_has_ended_closes_its_pages_within_five_seconds(served: Site) -> None:
    async def scene() -> None:
        guests, people = served.tables()[0], served.tables(accounts=True)[0]
        ended = [await opened(served, guests, 0), await opened(served, people, 0), await opened(served, people, 0, "y")]
        closed_account = await opened(served, people, 1)
        others = [
            await opened(served, guests, 1),
            await opened(served, people, 2),
            await opened(served, people, None),
            await opened(served, people._replace(keys=("a" * 32,)), 0),
        ]
        assert [tab.observer for tab in (*ended, closed_account)] == [0, 0, 0, 1]
        assert [tab.observer for tab in others] == [1, 2, "spectator", "spectator"]
        await asyncio.sleep(sockets.SESSION_STEP + 0.5)
        assert all(tab.is_open for tab in (*ended, closed_account, *others))
        for key in (guests.keys[0], people.keys[0]):
            await asyncio.to_thread(served.ask, "end_session", key=key)
        await asyncio.to_thread(served.ask, "deactivate", key=people.keys[1])
        took = await asyncio.gather(*(closed(tab, 5) for tab in (*ended, closed_account)))
        print("closed after", took)
        assert {tab.closed_with for tab in (*ended, closed_account)} == {sockets.SIGNED_OUT}
        assert all(tab.is_open for tab in others)
        await ended[0].connect()
        await ended[0].until(lambda: ended[0].observer == "spectator")

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
        await closed(tab, 3)
    except TimeoutError:
        return False
    return True


@pytest.mark.parametrize("seat", [0, None])
@pytest.mark.parametrize(
    "limits",
    [{"MOST_MESSAGES": 20}, {"MOST_MESSAGES": 10**6, "LONGEST": 1.0, "SESSION_STEP": 0.3}],
    ids=["many", "long"],
)
def test_a_reader_that_stops_is_let_go_and_blocks_nobody(made: Site, seat: int | None, limits: dict[str, Any]) -> None:
    """All others play a whole match meanwhile."""

    async def scene(served: Site, table: Table) -> None:
        players = seated(served, table, Random(3), CALM)
        stopped, reads = await stopped_reader(served, table, seat), await opened(served, table, seat, "reads")
        await play_all(players)
        waited = sorted(one for player in players for one in player.tab.waited)
        print(
            f"{len(waited)} acts, half in {waited[len(waited) // 2] * 1000:.1f} ms, all in {waited[-1] * 1000:.1f} ms"
        )
        assert waited[-1] < 3, "one that is waited for would take ten"
        await reads.until(lambda: reads.is_over)
        await asyncio.sleep(1.5 if "LONGEST" in limits else 0)
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

    assert outbox.LONGEST == 10
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


# --- who may do what ----------------------------------------------------------------------------------------------


def test_those_who_watch_do_nothing_and_nobody_does_after_the_end(served: Site) -> None:
    async def scene() -> None:
        on, over, empty = [*served.tables(2), *served.tables(started=False)]
        assert served.ask("fast_forward", match=over.match, moves=10_000)
        watching = await opened(served, on, None)
        stranger = await opened(served, on._replace(keys=over.keys), 0)
        for tab in (watching, stranger):
            await asked(tab)
            assert tab.observer == "spectator"
            for act in ({"act": "cut", "cuts": []}, {"act": "sit"}, {"act": "pause"}, {"act": "play", "card": "4c"}):
                one = await tab.do(act)
                assert tab.refused[one.id] == "not_yours"
        player = await opened(served, over, 2)
        assert player.is_over
        one = await player.do({"act": "deal", "burn": 0})
        assert player.refused[one.id] == "match_over"
        early = await opened(served, empty, 2)
        one = await early.do({"act": "deal", "burn": 0})
        assert early.refused[one.id] == "no_match"
        sits = await opened(served, on, 1)
        one = await sits.do({"act": "deal", "burn": 0, "seat": 0})
        assert sits.refused[one.id] == "another_seat"

    play(scene())


def test_who_watches_with_delay_learns_nothing_sooner_by_asking(served: Site) -> None:
    async def scene() -> None:
        [table] = served.tables(delay=600)
        tabs = [await opened(served, table, seat) for seat in range(4)]
        watching = await opened(served, table, None)
        for tab in tabs:
            await asked(tab)
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
        tabs = [await opened(served, table, seat) for seat in range(4)]
        watching = await opened(served, table, None)
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

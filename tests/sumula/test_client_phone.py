"""One phone and a server that does what it should not: what the phone says, when it tries again, what it keeps."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from carteado.regulation import catalogue, load
from carteado.sumula import Terms, form_of
from tests.sumula.bridge import Bridge

TM = "truco-masters-2025"
NOW = 1_795_284_000_000
NOTHING = {"score": [0, 0], "won": [0, 0], "winner": None, "hands": 0, "accepted": [0, 0], "agreed": [False, False]}


@pytest.fixture(scope="module")
def bridge() -> Iterator[Bridge]:
    bridge = Bridge()
    bridge.ask({"do": "form", "name": TM, "form": form_of(Terms(load(TM)), catalogue("pt"))})
    yield bridge
    bridge.close()


class Server:
    """Keeps entries in a list, and what it is told to say."""

    def __init__(self) -> None:
        self.rows: list[dict[str, Any]] = []
        self.counted: dict[str, Any] | None = None
        self.refuses: dict[str, str] = {}
        self.tells_at = True

    def restore(self, *rows: dict[str, Any]) -> None:
        """From a copy, and others have written since."""
        self.rows = [{**row, "seq": at} for at, row in enumerate(rows, 1)]

    def answer(self, question: dict[str, Any]) -> dict[str, Any]:
        for entry in question["entries"]:
            if entry["kind"] not in self.refuses and entry["id"] not in [row["id"] for row in self.rows]:
                self.rows.append(
                    {**entry, "seq": len(self.rows) + 1, "received": "2026-11-21T18:00:00Z", "by": "device:1"}
                )
        refused = [
            {"id": entry["id"], "message": self.refuses[entry["kind"]], "article": "8"}
            for entry in question["entries"]
            if entry["kind"] in self.refuses
        ]
        sent = {entry["id"] for entry in question["entries"]}
        rows = [row for row in self.rows if row["seq"] > question["since"] or row["id"] in sent]
        at = next((row["id"] for row in self.rows if row["seq"] == question["since"]), None)
        reply = {"protocol": 1, "seq": len(self.rows), "entries": rows, "refused": refused, "form_version": "1"}
        reply |= {"at": at} if self.tells_at else {}
        return {**reply, "closed": False, "counted": self.counted or {}, "now": "2026-11-21T18:00:00Z", "clock": None}


class Phone:
    """A page on a phone, and the questions that it waits for."""

    def __init__(self, bridge: Bridge, name: str = "a", disk: str = "a") -> None:
        self.bridge, self.name, self.disk = bridge, name, disk
        self.asked: list[dict[str, Any]] = []
        self.open()

    def open(self, now: int = NOW) -> None:
        self.asked.clear()
        self.command("open", disk=self.disk, code="folha", form=TM, best_of=1, now=now)

    def command(self, do: str, **fields: Any) -> Any:
        reply = self.bridge.ask({"phone": self.name, "do": do, **fields})
        self.asked += reply["asked"]
        return reply["result"]

    def note(self, place: int = 0, winner: int = 0, value: int = 1) -> str:
        content = {"kind": "hand", "place": place, "hand": {"winner": winner, "value": value}}
        id: str = self.command("append", content=content)["noted"]["id"]
        return id

    def hear(self, status: int = 200, document: object = None, **more: Any) -> dict[str, Any]:
        """Answers the question that is open, and gives it."""
        asked = self.asked.pop(0)
        text = document if isinstance(document, str) else json.dumps(document)
        self.command("reply", request=asked["id"], reply={"status": status, "text": text, **more})
        question: dict[str, Any] = asked["question"]
        return question

    def talk(self, server: Server) -> None:
        for _ in range(60):
            if not self.asked:
                return
            self.hear(200, server.answer(self.asked[0]["question"]))
        raise AssertionError("the phone never stops asking")

    @property
    def state(self) -> Any:
        return self.command("state")

    @property
    def trouble(self) -> tuple[str | None, str | None]:
        sync = self.state["sync"]
        return sync["trouble"], sync["message"]


@pytest.fixture
def server() -> Server:
    return Server()


@pytest.fixture
def phone(bridge: Bridge) -> Phone:
    bridge.ask({"do": "hall"})
    return Phone(bridge)


def test_a_hand_is_kept_when_the_server_said_so_and_not_before(phone: Phone, server: Server) -> None:
    phone.talk(server)
    hand = phone.note()
    assert (phone.state["outbox"], phone.state["kept"]) == ([hand], [])
    phone.talk(server)
    assert (phone.state["outbox"], phone.state["kept"]) == ([], [hand])


def test_one_question_at_a_time_and_in_the_order_of_noting(phone: Phone, server: Server) -> None:
    noted = [phone.note(place) for place in range(3)]
    assert len(phone.asked) == 1
    phone.talk(server)
    assert [row["id"] for row in server.rows] == noted


def test_what_a_restored_server_has_lost_is_sent_again_before_the_rest(phone: Phone, server: Server) -> None:
    first, second, third = (phone.note(place) for place in range(3))
    phone.talk(server)
    server.rows = server.rows[:1]
    phone.command("sync")
    fourth = phone.note(3)
    phone.talk(server)
    assert [row["id"] for row in server.rows] == [first, second, third, fourth]
    assert (phone.state["kept"], phone.state["outbox"]) == ([first, second, third, fourth], [])


def test_a_server_that_went_another_way_is_read_anew_once(phone: Phone, server: Server) -> None:
    """Restored and written by others up to the same number, by a server of old: only its count tells."""
    server.tells_at = False
    mine = phone.note(0, winner=0, value=3)
    phone.talk(server)
    other = {**server.rows[0], "id": "theirs", "device": "b", "hand": {"winner": 1, "value": 1}}
    server.rows, server.counted = [other], {**NOTHING, "score": [0, 1], "hands": 1}
    phone.command("sync")
    phone.talk(server)
    assert [row["id"] for row in server.rows] == ["theirs", mine]
    assert phone.state["kept"] == ["theirs", mine]
    assert phone.trouble == (None, None)


def theirs(id: str, kind: str = "hand", device: str = "b", **fields: Any) -> dict[str, Any]:
    """What somebody else has written."""
    hand = {"place": 0, "hand": {"winner": 1, "value": 1}} if kind == "hand" else {}
    return {"id": id, "device": device, "at": "2026-11-21T18:00:00Z", "kind": kind, **hand, **fields}


def test_a_restored_server_that_counts_the_same_is_found_out_by_the_last_entry(phone: Phone, server: Server) -> None:
    first, call = phone.note(), phone.command("append", content={"kind": "call"})["noted"]["id"]
    phone.talk(server)
    server.restore(server.rows[0], theirs("other", "call"))
    phone.command("sync")
    phone.talk(server)
    assert [row["id"] for row in server.rows] == [first, "other", call]
    assert (phone.state["kept"], phone.state["outbox"], phone.trouble) == ([first, "other", call], [], (None, None))


@pytest.mark.parametrize("at", [7, ["x"], {}])
def test_a_last_entry_that_is_none_is_no_answer(phone: Phone, server: Server, at: object) -> None:
    phone.hear(200, {**server.answer({"entries": [], "since": 0}), "at": at})
    assert phone.trouble == ("server", None)


def test_what_others_wrote_is_put_back_too_but_for_the_referees(phone: Phone, server: Server) -> None:
    phone.talk(server)
    act = {"seat": None, "act": "ruling", "ruling": "tento", "pair": 0}
    server.restore(
        theirs("hand"),
        theirs("attempt", "attempt", place=1, pair=0, number=1),
        theirs("ruling", "rule", place=1, act=act, why="decidi"),
        theirs("warning", "warn", pair=0, key="match.target", why="avisei"),
        theirs("coming", "answer", of="nobody"),
        theirs("site-1", "undo", device="site", of="warning"),
    )
    phone.command("sync")
    phone.talk(server)
    mine = phone.note(1)
    phone.talk(server)
    assert len(phone.state["kept"]) == 7
    server.rows = []
    phone.command("sync")
    phone.talk(server)
    assert [(row["id"], row["device"]) for row in server.rows[:2]] == [("hand", "b"), ("attempt", "b")]
    assert [row["id"] for row in server.rows] == ["hand", "attempt", mine]
    assert (phone.state["kept"], phone.state["outbox"]) == (["hand", "attempt", mine], [])


def test_a_server_that_counts_otherwise_is_not_asked_for_ever(phone: Phone, server: Server) -> None:
    phone.note()
    server.counted = {**NOTHING, "score": [9, 9]}
    phone.talk(server)
    assert len(phone.state["kept"]) == 1


def test_what_is_refused_leaves_the_sheet_with_its_reason_and_holds_up_nothing(phone: Phone, server: Server) -> None:
    server.refuses["call"] = "Só o árbitro."
    call = phone.command("append", content={"kind": "call"})["noted"]["id"]
    hand = phone.note()
    phone.talk(server)
    state = phone.state
    assert (state["refused"], state["said"], state["kept"]) == ([call], [["Só o árbitro.", "8"]], [hand])
    assert [entry["id"] for entry in state["entries"]] == [hand]
    phone.open()
    phone.talk(server)
    assert phone.state["refused"] == [call], "it is not sent again by itself"
    server.refuses.clear()
    phone.command("retry", id=call)
    phone.command("sync")
    phone.talk(server)
    assert (phone.state["refused"], phone.state["kept"]) == ([], [hand, call])


def test_a_refused_hand_stays_on_the_phone_in_its_place_until_somebody_has_decided(
    phone: Phone, server: Server
) -> None:
    server.refuses["hand"] = "hand.pairs[0].melded: deveria ser um objeto"
    first, second = phone.note(0), phone.note(1)
    phone.talk(server)
    state = phone.state
    assert (state["refused"], state["entries"], state["score"]) == ([first, second], [], [0, 0])
    assert state["next_place"] == 2, "the next hand would be taken for the same one"
    assert set(state["stored"]) == {first, second}
    server.refuses.clear()
    phone.command("retry", id=first)
    phone.command("dismiss", id=second)
    phone.command("sync")
    phone.talk(server)
    state = phone.state
    assert (state["refused"], state["kept"], state["next_place"]) == ([], [first], 1)
    phone.open()
    assert phone.state["stored"] == [first]


def test_only_what_was_refused_can_be_taken_off_the_phone(phone: Phone, server: Server) -> None:
    kept = phone.note(0)
    phone.talk(server)
    waiting = phone.note(1)
    for id in (kept, waiting):
        phone.command("dismiss", id=id)
    assert [entry["id"] for entry in phone.state["entries"]] == [kept, waiting]


def test_too_much_at_once_is_halved_and_nothing_is_ever_too_much_alone(phone: Phone, server: Server) -> None:
    phone.hear(200, server.answer(phone.asked[0]["question"]))
    for place in range(4):
        phone.note(place)
    assert len(phone.hear(413, "")["entries"]) == 1
    assert (phone.trouble, len(phone.state["outbox"]), phone.state["refused"]) == (("server", None), 4, [])
    phone.command("pass", milliseconds=1_000)
    assert len(phone.hear(413, "")["entries"]) == 4
    assert len(phone.asked[0]["question"]["entries"]) == 2
    phone.talk(server)
    assert (len(server.rows), len(phone.state["kept"]), phone.state["outbox"]) == (4, 4, [])


@pytest.mark.parametrize(
    ("status", "trouble"), [(401, "not_yours"), (403, "page_too_old"), (404, "gone"), (409, "server_too_old")]
)
def test_the_servers_own_words_are_passed_on(phone: Phone, status: int, trouble: str) -> None:
    phone.note()
    phone.hear(status, {"message": "Peça outro código."})
    assert phone.trouble == (trouble, "Peça outro código.")
    assert len(phone.state["outbox"]) == 1
    phone.command("pass", milliseconds=80_000)
    assert bool(phone.asked) == (status == 409), "only a newer server helps by itself"


@pytest.mark.parametrize("status", [200, 301, 401, 404, 409])
def test_somebody_elses_page_is_not_taken_for_the_server(phone: Phone, status: int) -> None:
    phone.note()
    phone.hear(status, "<html>Entre na rede do hotel")
    assert phone.trouble == ("server", None)
    phone.command("pass", milliseconds=2_000)
    assert phone.asked, "it is tried again"


@pytest.mark.parametrize(
    "nonsense",
    [
        {},
        [],
        {"protocol": 1, "seq": 1, "entries": [{"id": 1}], "refused": [], "counted": {}},
        {"protocol": 1, "seq": -1, "entries": [], "refused": [], "counted": {}},
        {"protocol": 1, "seq": 3, "entries": [], "refused": [], "counted": {}},
        {"protocol": 1, "seq": 0, "entries": [], "refused": [], "counted": {}},
    ],
)
def test_an_answer_that_does_not_add_up_keeps_nothing(phone: Phone, nonsense: object) -> None:
    hand = phone.note()
    for _ in range(7):
        if phone.asked:
            phone.hear(200, nonsense)
    assert phone.asked == [], "a server that talks nonsense is given a rest"
    assert (phone.state["outbox"], phone.state["kept"], phone.trouble[0]) == ([hand], [], "server")


def test_it_waits_longer_each_time_and_as_long_as_it_is_asked_to(phone: Phone, server: Server) -> None:
    waits: list[float] = []
    for _ in range(9):
        phone.hear(500, "")
        sync = phone.state["sync"]
        waits.append(sync["nextTry"] - NOW - sum(waits))
        phone.command("pass", milliseconds=waits[-1])
    assert waits == [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000]
    phone.hear(429, {"message": "Calma."}, retryAfter=90)
    phone.note()
    assert phone.asked == [], "asked for patience, it has some"
    phone.command("pass", milliseconds=89_000)
    assert phone.asked == []
    phone.command("pass", milliseconds=1_000)
    phone.talk(server)
    assert (len(phone.state["kept"]), phone.trouble) == (1, (None, None))


def test_an_answer_that_never_comes_is_not_waited_for(phone: Phone, server: Server) -> None:
    hand = phone.note()
    lost = phone.asked.pop()
    phone.command("pass", milliseconds=20_000)
    assert phone.trouble == ("offline", None)
    phone.command("pass", milliseconds=1_000)
    phone.talk(server)
    assert phone.state["kept"] == [hand]
    phone.asked.append(lost)
    phone.hear(200, {**Server().answer({"entries": [], "since": 0}), "seq": 0})
    assert phone.state["kept"] == [hand], "an answer of long ago changes nothing"


def test_a_full_phone_says_so_and_the_hand_is_not_on_the_sheet(phone: Phone, server: Server) -> None:
    first = phone.note()
    phone.talk(server)
    phone.command("room", bytes=0)
    content = {"kind": "hand", "place": 1, "hand": {"winner": 1, "value": 1}}
    assert phone.command("append", content=content) == {"failed": "StorageFull"}
    assert [entry["id"] for entry in phone.state["entries"]] == [first]
    phone.open()
    assert [entry["id"] for entry in phone.state["entries"]] == [first]


def test_two_tabs_are_one_phone_with_one_outbox(phone: Phone, server: Server) -> None:
    phone.talk(server)
    tab = Phone(phone.bridge, "a2", "a")
    tab.talk(server)
    here = phone.note()
    assert phone.asked
    there = tab.note(1)
    assert tab.asked == [], "the other one is at it"
    assert [entry["id"] for entry in tab.state["entries"]] == [here, there]
    phone.talk(server)
    tab.command("pass", milliseconds=6_000)
    tab.talk(server)
    assert [row["id"] for row in server.rows] == [here, there]
    assert phone.state["kept"] == tab.state["kept"] == [here, there]
    assert {row["device"] for row in server.rows} == {server.rows[0]["device"]}


def test_what_came_from_another_phone_is_sent_as_it_was(phone: Phone, server: Server) -> None:
    entry = {"id": "x1", "device": "their-phone", "at": "2026-11-21T18:00:00Z", "kind": "call", "seq": 7, "by": "me"}
    phone.talk(server)
    phone.command("adopt", entries=[entry, entry])
    phone.command("sync")
    phone.talk(server)
    [row] = server.rows
    assert (row["id"], row["device"], row["seq"]) == ("x1", "their-phone", 1)


@pytest.mark.parametrize(
    "forged",
    [
        theirs("f", "rule", place=0, act={"seat": None, "act": "ruling", "ruling": "tento", "pair": 0}, why="decidi"),
        theirs("f", "warn", pair=0, key="match.target", why="avisei"),
        theirs("f", "answer", of="x1"),
        theirs("f", "undo", device="site", of="x1"),
        theirs("site-f", "call"),
    ],
)
def test_what_an_export_says_the_referee_wrote_is_never_sent(
    phone: Phone, server: Server, forged: dict[str, Any]
) -> None:
    """A referee's phone would send it with his right."""
    phone.talk(server)
    phone.command("adopt", entries=[theirs("before"), forged, theirs("after", place=1)])
    assert [entry["id"] for entry in phone.state["entries"]] == ["before", "after"]
    phone.command("sync")
    phone.talk(server)
    assert [row["id"] for row in server.rows] == ["before", "after"]

"""Bots at live tables, in real processes: they know what their seat knows, and never hold up a table."""

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec import Raw

from carteado.record import InputError
from carteado.regulation import load
from carteado.web.kit.process.configuration import read_configuration
from carteado.web.tables.bots import thinking_time
from carteado.web.tables.bots.process import COMMAND, PASSED_ENVIRONMENT
from carteado.web.tables.bots.thinking import Bots, thinking_seconds
from carteado.web.tables.match import log_rows
from carteado.web.tables.models import Pace
from carteado.web.tables.protocol import Act, encode
from tests.paths import ROOT
from tests.web.tables.bots.odd_bots import leave_to_answer
from tests.web.tables.bots.table_bots import Onlooking, Scene, played

TM, AF, FA, AP = "truco-masters-2025", "afia-2026-tranca", "faraes-2023-tranca", "apcef-sc-2022-canastra"


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    return tmp_path / "told.jsonl"


def test_every_pace_of_a_table_is_known() -> None:
    assert set(thinking_time.STRETCH) == {*Pace.values}


# --- whole matches ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("regulation", "bot", "target"),
    [(TM, "matreiro", None), (AF, "canastreiro", 700), (FA, "canastreiro", 700), (AP, "canastreiro", 700)],
)
def test_four_bots_play_a_match_to_its_end(notes: Path, regulation: str, bot: str, target: int | None) -> None:
    async def scene(table: Scene) -> None:
        onlooker = table.watch()
        await table.until_over()
        assert onlooker.states()[-1]["view"]["winner"] == table.here.play.match.winner
        assert all(one.get("legal", []) == [] for one in onlooker.states())

    table = played(scene, notes, *[bot] * 4, regulation=regulation, target=target, command=COMMAND)
    assert not any("by" in one for one in table.answers())
    assert not table.services.bots.faults


def test_a_bot_is_asked_once_for_each_place_of_the_log(notes: Path) -> None:
    async def scene(table: Scene) -> None:
        for _ in range(5):
            table.watch()
        await table.until_over()

    table = played(scene, notes, *["good"] * 4)
    asked = [one.point for one in table.services.asked]
    assert len(asked) == len(set(asked))
    assert len(table.lines()) == len([one for one in table.services.asked if one.question is not None])


# --- what a bot knows -------------------------------------------------------------------------------------------------


def test_a_bot_is_told_what_its_seat_may_know_and_nothing_else(notes: Path) -> None:
    async def scene(table: Scene) -> None:
        table.watch()
        await table.until_over()

    table = played(scene, notes, *["matreiro"] * 4)
    said = notes.read_text()
    assert not any(str(fair.seed) in said for fair in table.here.play.fairs)
    for line in table.lines():
        assert set(line) <= {"bot", "make", "messages"}
        *told, ask = line["messages"]
        assert set(ask) == {"ask", "view", "legal", "ms"}
        own = ask["view"]["observer"]
        assert all(act["seat"] == own for act in ask["legal"])
        others = [cards for seat, cards in enumerate(ask["view"]["hand"]["cards"]) if seat % 2 != own % 2]
        assert not any(card for cards in others for card in cards)
        assert all(set(one) in ({"hello", "regulation"}, {"tell"}) for one in told)


def test_its_chance_cannot_be_guessed(notes: Path) -> None:
    async def scene(table: Scene) -> None:
        table.watch()
        await table.until_over()

    table = played(scene, notes, *["good"] * 4)
    seeds = {line["make"]["seed"] for line in table.lines() if "make" in line}
    assert len(seeds) == 4
    assert all(len(seed) == 64 and "PARTIDA" not in seed for seed in seeds)


def test_its_process_does_not_know_the_secrets_of_the_site(notes: Path) -> None:
    assert not {"SECRET_KEY", "CARTEADO_KEYS", "CARTEADO_INDEX_KEY", "DATABASE_URL", "CARTEADO_DATA"} & {
        *PASSED_ENVIRONMENT
    }

    async def scene(table: Scene) -> None:
        table.watch()
        await table.until(lambda: table.answers())
        [pid] = table.services.bots.pids
        told = Path(f"/proc/{pid}/environ").read_bytes()
        assert b"SECRET_KEY" not in told
        assert b"CARTEADO" not in told

    played(scene, notes, *["slow"] * 4)


def test_its_process_knows_nothing_of_the_site() -> None:
    program = "import sys, carteado.web.tables.bots.worker; print([one for one in sys.modules if 'django' in one])"
    assert subprocess.check_output([sys.executable, "-c", program], cwd=ROOT) == b"[]\n"


def _messages_to_bots(table: Scene, seat: int) -> list[list[dict[str, Any]]]:
    """What each bot that played the seat was told, from its hello on."""
    found: list[list[dict[str, Any]]] = []
    for line in table.lines():
        *told, ask = line["messages"]
        if ask["view"]["observer"] == seat:
            if "make" in line:
                found.append([])
            found[-1] += [one["tell"] for one in told if "tell" in one]
    return found


def test_a_bot_is_told_what_others_do_in_order(notes: Path) -> None:
    async def scene(table: Scene) -> None:
        table.watch()
        await table.until_over()

    table = played(scene, notes, *["canastreiro"] * 4, regulation=FA, target=1)
    [told] = _messages_to_bots(table, 2)
    done = [one for one in table.answers() if one["seat"] != 2]
    assert told == done[: len(told)]
    assert len(done) - len(told) < 20  # what was done after its last turn


def test_when_its_process_is_killed_it_remembers_again_what_it_had_seen_of_the_hand(notes: Path) -> None:
    async def scene(table: Scene) -> None:
        table.watch()
        await table.until(lambda: len(table.answers()) > 30)
        for pid in table.services.bots.pids:
            os.kill(pid, signal.SIGKILL)
        await table.until_over()

    table = played(scene, notes, *["canastreiro"] * 4, regulation=FA, target=1)
    assert not any("by" in one for one in table.answers())
    done, (anew,) = table.answers(), [line for line in table.lines()[4:] if _is_made_for(line, seat=1)]
    told = [one["tell"] for one in anew["messages"] if "tell" in one]
    assert len(told) > 25
    assert told == done[: len(told)]  # all of this hand, its own acts too


def _is_made_for(line: dict[str, Any], *, seat: int) -> bool:
    return "make" in line and line["messages"][-1]["view"]["observer"] == seat


def _of_first_seat(table: Scene) -> list[dict[str, Any]]:
    return [one for one in table.answers() if one["seat"] == 0]


async def _sends(table: Scene, ana: Onlooking, act: dict[str, Any]) -> None:
    seq = ana.states()[-1]["seq"]
    table.room.receive(ana, Act(f"a{len(ana.heard)}", seq, Raw(encode(act))))
    await table.until(lambda: not table.room._is_writing)


async def _plays(table: Scene, ana: Onlooking, upto: int) -> None:
    """Draws and discards, until the seat has done so much."""
    while len(_of_first_seat(table)) < upto:
        await table.until(lambda: (ana.states()[-1]["asked"] or {}).get("seats") == [0])
        state = ana.states()[-1]
        legal = [one for one in state.get("legal", []) if one["act"] in ("draw", "discard")]
        ceremony: dict[str, dict[str, Any]] = {"deal": {"act": "deal", "burn": 0}, "cut": {"act": "cut", "cuts": []}}
        await _sends(table, ana, ceremony.get(state["asked"]["step"]) or legal[0])


async def _is_replaced(table: Scene) -> None:
    await table.until(lambda: not table.room._is_writing)
    table.room._write([log_rows.sit_data(0, "bot:canastreiro")])


def test_a_bot_that_sits_in_for_somebody_is_told_what_he_did(notes: Path) -> None:
    async def scene(table: Scene) -> None:
        await _plays(table, table.watch("user:1"), 6)
        await _is_replaced(table)
        await table.until_over()

    table = played(scene, notes, "user:1", *["canastreiro"] * 3, regulation=FA, target=1)
    [told] = _messages_to_bots(table, 0)
    assert [one for one in told if one["seat"] == 0] == _of_first_seat(table)[:6]


def test_a_bot_that_sits_in_again_is_told_what_was_done_meanwhile(notes: Path) -> None:
    async def scene(table: Scene) -> None:
        ana = table.watch("user:1")
        await _is_replaced(table)
        await table.until(lambda: len(_of_first_seat(table)) >= 4)
        while table.here.play.players[0] != "user:1":
            await _sends(table, ana, {"act": "sit"})
        before = len(_of_first_seat(table))
        await _plays(table, ana, before + 2)
        await _is_replaced(table)
        await table.until_over()

    table = played(scene, notes, "user:1", *["canastreiro"] * 3, regulation=FA, target=1)
    first, again = _messages_to_bots(table, 0)
    assert not [one for one in first if one["seat"] == 0]
    own = [one for one in again if one["seat"] == 0]
    assert len(own) >= 6
    assert own == _of_first_seat(table)[: len(own)]


# --- bots that misbehave ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("bot", ["silent", "nameless", "failing", "cheat", "signer"])
def test_a_wrong_answer_is_replaced_by_the_default_act(notes: Path, bot: str, caplog: pytest.LogCaptureFixture) -> None:
    async def scene(table: Scene) -> None:
        table.watch()
        await table.until(lambda: len(table.answers()) >= 8)

    table = played(scene, notes, bot, "good", "good", "good")
    own = [one for one in table.answers() if one["seat"] == 0]
    assert own
    assert all(one.get("by") == "clock" or bot == "cheat" for one in own)
    assert not any(one["act"] == "sign" for one in own)
    assert all("by" not in one for one in table.answers() if one["seat"] != 0)
    assert f"the default act for bot {bot} at seat 0 of table partida: " in caplog.text


def test_a_bot_that_never_answers_costs_its_own_seat_only(notes: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def scene(table: Scene) -> None:
        table.watch()
        await table.until(lambda: len(table.answers()) >= 5)

    table = played(scene, notes, "stuck", "good", "good", "good", ms=200, patience=0.1)
    assert all(("by" in one) == (one["seat"] == 0) for one in table.answers())
    assert "the default act for bot stuck at seat 0 of table partida: late (1 so far)" in caplog.text


def test_a_bot_that_takes_its_process_with_it_is_asked_twice_and_no_more(notes: Path) -> None:
    async def scene(table: Scene) -> None:
        table.watch()
        await table.until(lambda: [one for one in table.answers() if one["seat"] == 0])

    table = played(scene, notes, "mortal", "good", "good", "good")
    asked = [line for line in table.lines() if line.get("make", {}).get("name") == "mortal"]
    assert len(asked) == 2
    assert table.services.bots.faults == {"mortal": 1}


def test_what_a_bot_prints_is_no_answer(notes: Path) -> None:
    async def scene(table: Scene) -> None:
        table.watch()
        await table.until(lambda: len(table.answers()) >= 6)

    table = played(scene, notes, *["loud"] * 4)
    assert not any("by" in one for one in table.answers())


def test_a_process_that_does_not_begin_leaves_the_table_to_the_default_acts(
    notes: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("carteado.web.tables.bots.process.RESTART_AFTER_S", 0.01)

    async def scene(table: Scene) -> None:
        table.watch()
        await table.until(lambda: len(table.answers()) >= 2)

    table = played(scene, notes, *["good"] * 4, command=("/bin/false",))
    assert all(one["by"] == "clock" for one in table.answers())


# --- never in the way -------------------------------------------------------------------------------------------------


def test_while_a_bot_thinks_the_site_goes_on(notes: Path) -> None:
    """The bot answers only after the site did something else: a site that waited for it would get no answer."""

    async def scene(table: Scene) -> None:
        table.watch()
        await table.until(table.lines)
        onlooker = table.watch()
        await table.until(onlooker.states)
        assert table.answers() == []
        leave_to_answer(notes).touch()
        await table.until(table.answers)

    table = played(scene, notes, *["waiting"] * 4, ms=60_000)
    assert "by" not in table.answers()[0], "its own act, and not the default one for a bot that gave up"


def test_an_answer_to_what_is_asked_no_longer_is_nothing(notes: Path) -> None:
    async def scene(table: Scene) -> None:
        table.watch()
        await table.until(lambda: len(table.lines()) == 1)
        table.room._write([log_rows.pause_data("user:9")])
        await asyncio.sleep(1.5)
        assert not [one for one in table.answers() if one["act"] != "pause"]
        table.room._write([log_rows.resume_data("user:9")])
        await table.until(lambda: len(table.answers()) > 2)

    table = played(scene, notes, *["slow"] * 4)
    asked = [line["messages"] for line in table.lines()]
    assert "hello" in asked[0][0]
    assert "hello" in asked[1][0]  # it remembers what never was, and begins anew


def test_processes_end_with_the_site(notes: Path) -> None:
    pids: list[int] = []

    async def scene(table: Scene) -> None:
        table.watch()
        await table.until(lambda: table.answers())
        pids.extend(table.services.bots.pids)

    played(scene, notes, *["good"] * 4)
    assert pids
    with pytest.raises(ProcessLookupError):
        os.kill(pids[0], 0)


def test_a_process_whose_site_was_killed_ends_by_itself_though_its_bot_thinks_for_ever(tmp_path: Path) -> None:
    ask = {"ask": 1, "view": {}, "legal": [{"seat": 0, "act": "accept"}], "ms": 1}
    asked = {"bot": 1, "make": {"name": "stuck", "seed": ""}, "messages": [{"hello": 1, "regulation": TM}, ask]}
    program = "import tests.web.tables.bots.odd_bots as odd; odd.bot_worker.LONGEST_LINE_S = 1; odd.begin()"
    process = subprocess.Popen([sys.executable, "-c", program, str(tmp_path / "told")], stdin=subprocess.PIPE, cwd=ROOT)
    with pytest.raises(subprocess.TimeoutExpired):
        process.communicate(encode(asked) + b"\n", timeout=0.9)
    assert process.wait(10) == -signal.SIGALRM


def test_no_process_is_started_before_it_is_needed(notes: Path) -> None:
    async def scene(table: Scene) -> None:
        table.watch("user:1")
        await asyncio.sleep(0.2)
        assert not table.services.bots.pids

    played(scene, notes, *(f"user:{seat}" for seat in range(1, 5)))


@pytest.mark.parametrize(("said", "cores", "expected"), [("3", 2, 3), ("", 1, 1), ("", 2, 1), ("", 8, 4), ("", 64, 4)])
def test_how_many_processes(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, said: str, cores: int, expected: int
) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: cores)
    environment = {"CARTEADO_DATA": str(tmp_path), "CARTEADO_BOT_WORKERS": said}
    assert read_configuration(environment).bot_workers == expected


@pytest.mark.parametrize("said", ["0", "-1", "65", "many", "²"])
def test_a_number_of_processes_that_cannot_be(tmp_path: Path, said: str) -> None:
    with pytest.raises(InputError) as refused:
        read_configuration({"CARTEADO_DATA": str(tmp_path), "CARTEADO_BOT_WORKERS": said})
    assert "CARTEADO_BOT_WORKERS" in str(refused.value)


def test_a_site_has_as_many_as_it_is_told(settings: Any) -> None:
    settings.BOT_WORKERS = 3
    assert len(Bots()._processes) == 3


def test_two_processes_share_the_bots(notes: Path) -> None:
    async def scene(table: Scene) -> None:
        table.watch()
        await table.until(lambda: len(table.services.bots.pids) == 2)
        await table.until_over()

    table = played(scene, notes, *["good"] * 4, workers=2)
    assert not any("by" in one for one in table.answers())


def test_the_least_asked_bot_makes_room_for_another(notes: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("carteado.web.tables.bots.process.MOST_BOTS", 2)

    async def scene(table: Scene) -> None:
        table.watch()
        await table.until_over()

    table = played(scene, notes, *["good"] * 4)
    assert not any("by" in one for one in table.answers())
    gone = [line["bot"] for line in table.lines() if line["messages"] == [{"bye": 1}]]
    made = [line["bot"] for line in table.lines() if "make" in line]
    assert len(gone) == len(set(gone)) == len(made) - 2


# --- at a human pace --------------------------------------------------------------------------------------------------


def _longest(at: str, act: str, *, choices: int = 3, left: float | None = None) -> float:
    return max(thinking_time.seconds(at, act, choices=choices, left=left) for _ in range(200))


def test_a_call_takes_longer_than_a_card_and_a_forced_card_is_quick() -> None:
    def least(act: str, choices: int) -> float:
        return min(thinking_time.seconds(Pace.HUMAN, act, choices=choices, left=None) for _ in range(200))

    assert least("call", 3) > least("play", 3) > least("play", 1) > 0.4
    assert least("lay", 3) > least("draw", 3)
    assert len({thinking_time.seconds(Pace.HUMAN, "play", choices=3, left=None) for _ in range(20)}) > 10


def test_the_table_says_how_fast_bots_play() -> None:
    assert _longest(Pace.AT_ONCE, "call") == 0
    assert _longest(Pace.QUICK, "call") < _longest(Pace.HUMAN, "call") < _longest(Pace.SLOW, "call") < 8


def test_no_bot_comes_near_the_end_of_its_time() -> None:
    assert _longest(Pace.SLOW, "call", left=2.0) <= 1
    assert _longest(Pace.SLOW, "call", left=-1.0) == 0


@pytest.mark.parametrize(
    ("regulation", "hand", "is_read"), [(AP, object(), True), (AP, None, False), (TM, object(), False)]
)
def test_the_count_of_a_hand_lies_there_for_as_long_as_it_takes_to_read(
    regulation: str, hand: object, *, is_read: bool
) -> None:
    play = SimpleNamespace(
        deadline=None, terms=SimpleNamespace(regulation=load(regulation)), match=SimpleNamespace(hand=hand)
    )
    room: Any = SimpleNamespace(position=SimpleNamespace(play=play), settings=SimpleNamespace(pace=Pace.HUMAN))
    question: Any = SimpleNamespace(question=None)
    assert (thinking_seconds(room, question, "cut") >= 5) == is_read
    assert thinking_seconds(room, question, "deal") < 5


def test_a_bot_at_a_human_pace_lets_a_second_pass(notes: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    paces: set[str] = set()

    def seconds(pace: str, act: str, *, choices: int, left: float | None) -> float:
        paces.add(pace)
        return 0.0 if act in ("cut", "deal") else 1.0

    async def scene(table: Scene) -> None:
        table.watch()
        await table.until(table.answers)

    monkeypatch.setattr(thinking_time, "seconds", seconds)
    table = played(scene, notes, *["good"] * 4, pace=Pace.HUMAN)
    questions = zip(table.services.asked, table.services.asked_at, strict=True)
    asked = next(at for one, at in questions if one.question is not None)
    answered = next(row.at for row in table.here.log if row.data in table.answers())
    assert paces == {Pace.HUMAN}
    assert answered - asked >= 990, "a slow machine may only make it longer"

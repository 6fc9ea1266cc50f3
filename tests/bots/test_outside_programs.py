"""Programs that are slow, silent, wrong or dead: the arena finishes, replaces their answers and counts them."""

import os
import random
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from carteado.bots import ArenaResult, Faults, OutsideProgram, View, ask_player, play_hand, run_arena
from carteado.bots import players as players_module
from carteado.bots.bot import ActJson
from carteado.cards import Pass
from carteado.record import InputError, Table, engine_for
from carteado.regulation import load
from carteado.truco import PlayBlind, Refuse, strengths
from tests.bots.positions import TM, Position, club, dealt, positions
from tests.bots.programs import notes, program
from tests.cli.command import COMMAND, checked, process, surroundings

SOON = 5000
"""Milliseconds in which a good program answers even on a busy machine."""


def arena(folder: Path, name: str, *, deals: int = 2, players: int = 4, ms: int = 100) -> ArenaResult:
    """The program against ``random``."""
    return run_arena(TM, (program(folder, name), "random"), deals=deals, seed="outside", players=players, ms=ms)


@pytest.mark.parametrize("players", [4, 2])
def test_a_good_program(players: int, tmp_path: Path) -> None:
    result = arena(tmp_path, "good", deals=5, players=players, ms=SOON)
    assert result.replaced == (0, 0)
    assert sum(result.wins) > 0
    assert result.deals == 5


def test_two_programs(tmp_path: Path) -> None:
    bots = program(tmp_path, "good"), program(tmp_path, "silent")
    result = run_arena(TM, bots, deals=1, seed="0", ms=100)
    assert result.bots == bots
    assert result.replaced[1] == len(notes(tmp_path, "silent")) > 0


@pytest.mark.parametrize("name", ["silent", "illegal"])
def test_every_answer_that_is_missing_or_illegal_is_counted(name: str, tmp_path: Path) -> None:
    result = arena(tmp_path, name, ms=100 if name == "silent" else SOON)
    assert result.replaced == (len(notes(tmp_path, name)), 0)
    assert result.replaced[0] >= 4


def test_garbage_between_the_answers_is_passed_over(tmp_path: Path) -> None:
    assert arena(tmp_path, "garbage", ms=SOON).replaced == (0, 0)


def test_a_program_that_crashes_loses_its_answers_from_then_on(tmp_path: Path) -> None:
    result = arena(tmp_path, "crashing", deals=4, ms=SOON)
    assert result.replaced[0] > 0
    assert result.deals == 4


def test_a_program_that_never_reads(tmp_path: Path) -> None:
    begun = time.monotonic()
    result = arena(tmp_path, "deaf", deals=3, players=2, ms=30)
    assert result.replaced[0] > 0
    assert time.monotonic() - begun < 30


def test_late_answers_are_replaced_and_do_not_answer_the_next_question(tmp_path: Path) -> None:
    result = arena(tmp_path, "late", deals=3, players=2, ms=200)
    assert len(notes(tmp_path, "late")) <= result.replaced[0] + 1
    assert result.replaced[0] > 0


def test_a_program_that_floods_is_passed_over(tmp_path: Path) -> None:
    begun = time.monotonic()
    result = arena(tmp_path, "flooding", players=2)
    assert result.replaced[0] > 0
    assert time.monotonic() - begun < 30


FLOODED = """
import resource, sys, time
from carteado.bots import OutsideProgram
from carteado.regulation import load
player = OutsideProgram(sys.argv[1], load("truco-masters-2025"))
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
time.sleep(2)
print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) // 1024)
player.close()
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="ru_maxrss is in KiB on Linux")
def test_what_a_flooding_program_says_is_not_all_kept(tmp_path: Path) -> None:
    """While the others think it may say what it likes: 100 MiB of it are more than enough."""
    done = subprocess.run(
        [sys.executable, "-c", FLOODED, program(tmp_path, "flooding").removeprefix("cmd:")],
        capture_output=True,
        check=True,
        timeout=60,
    )
    assert int(done.stdout) < 100


@pytest.mark.parametrize(("name", "players"), [("signing", "2"), ("sitting", "4"), ("passing", "4"), ("passing", "2")])
def test_acts_that_lead_nowhere_never_hang_the_table(name: str, players: str, tmp_path: Path) -> None:
    """Free acts change nothing: a table that took them for answers would ask for ever."""
    bots = f"{program(tmp_path, name)},random"
    ran = process("arena", "--bots", bots, "--deals", "6", "--players", players, "--json", timeout=20)
    assert ran.code == 0
    assert ran.document["replaced"][0] > 0


# --- beginning and ending -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["unready", "stillborn"])
def test_a_program_that_is_never_ready(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(players_module, "READY_SECONDS", 0.5)
    with pytest.raises(InputError) as caught:
        arena(tmp_path, name)
    assert caught.value.code == "bot_failed"


@pytest.mark.parametrize("command", ["cmd:/no/such/program", "cmd:", "cmd:   ", "cmd:'open", "cmd:/"])
def test_a_program_that_cannot_be_started(command: str) -> None:
    with pytest.raises(InputError) as caught:
        run_arena(TM, (command, "random"), deals=1, seed="0")
    assert caught.value.code == "bot_failed"


def test_programs_are_ended_when_another_cannot_be_started(tmp_path: Path) -> None:
    body = """
        import os
        noted(str(os.getpid()))
        ready()
        for message in messages():
            if "bye" in message: break
        """
    with pytest.raises(InputError):
        run_arena(TM, (program(tmp_path, "first", body), "cmd:/no/such/program"), deals=1, seed="0", players=2)
    [pid] = map(int, notes(tmp_path, "first"))
    assert _is_gone(pid)


def _is_gone(pid: int) -> bool:
    for _ in range(100):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.05)
    return False


def test_a_program_that_will_not_go_is_ended(tmp_path: Path) -> None:
    begun = time.monotonic()
    assert arena(tmp_path, "stubborn", players=2, ms=SOON).replaced == (0, 0)
    assert time.monotonic() - begun < 30


def test_nothing_is_left_behind(tmp_path: Path) -> None:
    before = threading.active_count()
    for _ in range(3):
        arena(tmp_path, "good", deals=1, players=2, ms=SOON)
    for _ in range(100):
        if threading.active_count() <= before:
            break
        time.sleep(0.05)
    assert threading.active_count() <= before


def test_the_hello_names_the_rules_that_were_changed(tmp_path: Path) -> None:
    body = """
        for message in messages():
            if "hello" in message:
                noted(json.dumps(message))
                ready()
            if "bye" in message: break
        """
    regulation = club("short_match")
    OutsideProgram(program(tmp_path, "listener", body).removeprefix("cmd:"), regulation).close()
    [line] = notes(tmp_path, "listener")
    overrides = '"overrides": {"match.target": {"value": 6, "by": "club"}}'
    assert line == f'{{"hello": 1, "regulation": "truco-masters-2025", {overrides}}}'


# --- one question at a time ---------------------------------------------------------------------------------------


def test_an_older_number_is_not_the_answer(tmp_path: Path) -> None:
    body = """
        for message in messages():
            if "hello" in message: ready()
            if message.get("ask") == 1:
                time.sleep(0.5)
                answer(message, {"act": "old"})
            if message.get("ask") == 2:
                for number in (0, 1, 3, "2", None):
                    say({"answer": number, "act": {"act": "wrong number"}})
                answer(message, {"act": "new"})
            if "bye" in message: break
        """
    player = OutsideProgram(program(tmp_path, "slow", body).removeprefix("cmd:"), TM)
    try:
        assert player.ask({}, [], 50) is None
        assert player.ask({}, [], SOON) == {"act": "new"}
    finally:
        player.close()


def test_an_answer_without_an_act_is_no_answer(tmp_path: Path) -> None:
    body = """
        acts = iter(["missing", None, [], "play", {"act": "play"}])
        for message in messages():
            if "hello" in message: ready()
            if "ask" in message:
                act = next(acts)
                say({"answer": message["ask"]} if act == "missing" else {"answer": message["ask"], "act": act})
            if "bye" in message: break
        """
    player = OutsideProgram(program(tmp_path, "actless", body).removeprefix("cmd:"), TM)
    try:
        answers = [player.ask({}, [], SOON) for _ in range(5)]
    finally:
        player.close()
    assert answers == [None, None, None, None, {"act": "play"}]


class Says:
    """A player in this process who always says the same."""

    def __init__(self, answer: ActJson | None) -> None:
        self._answer = answer

    def ask(self, _view: View, _legal: Sequence[ActJson], _ms: int) -> ActJson | None:
        return self._answer

    def send_act(self, act: ActJson) -> None: ...

    def close(self) -> None: ...


POSITIONS = [
    position for players in (4, 2) for position in positions(TM, players=players, hands=60, seed=f"default-{players}")
]


def assert_default(position: Position, act: object) -> None:
    """Refuse, or the weakest legal card shown; of cards not seen, one of them."""
    match, seat = position.table.match, position.question.seat
    legal = position.engine.legal_acts(match, seat)
    names = {type(one).__name__ for one in legal}
    if "Refuse" in names:
        assert isinstance(act, Refuse)
        assert act.seat == seat
        return
    if "PlayBlind" in names:
        assert isinstance(act, PlayBlind)
        assert act in legal
        return
    strength = strengths(match.rules.strength, match.hand.vira)
    shown = [one for one in legal if type(one).__name__ == "Play"]
    assert type(act).__name__ == "Play"
    assert act in shown
    assert strength[act.card] == min(strength[one.card] for one in shown)  # type: ignore[attr-defined]


def test_the_default_act() -> None:
    faults = Faults()
    for position in POSITIONS:
        assert_default(position, ask_player(position.table, position.question, Says(None), faults))
    assert sum(faults.values()) == len(POSITIONS)


WRONG_ACTS: list[ActJson] = [
    {},
    {"act": None},
    {"act": []},
    {"act": "play"},
    {"act": "play", "card": None},
    {"act": "play", "card": 7},
    {"act": "play", "card": "8c"},
    {"act": "play", "card": "4c", "why": "because"},
    {"act": "play", "position": 3},
    {"act": "play", "position": -1},
    {"act": "play", "position": True},
    {"act": "play", "position": 10**12},
    {"act": "hide"},
    {"act": "call"},
    {"act": "call", "value": 15},
    {"act": "call", "value": "3"},
    {"act": "deal"},
    {"act": "cut", "at": 3},
    {"act": "burn", "number": 0},
    {"act": "pause", "seat": None},
    {"act": "resume", "seat": None},
    {"act": "ruling", "ruling": "tento", "pair": 1, "article": "32", "seat": None},
    {"act": "ruling", "ruling": "adjust", "pair": 0, "points": 12, "reason": "x", "article": "8.5", "seat": None},
    {"act": "ruling", "ruling": "time_up", "article": "18"},
    {"act": "sign", "sign": "zap"},
    {"act": "sit", "player": "me"},
    {"act": "win"},
    {"act": "x" * 100_000},
    {"act": {"act": {"act": "play"}}},
]


@pytest.mark.parametrize("answer", WRONG_ACTS, ids=lambda answer: str(answer)[:50])
def test_what_is_not_a_legal_act_is_replaced(answer: ActJson) -> None:
    for position in POSITIONS[::7]:
        faults = Faults()
        assert_default(position, ask_player(position.table, position.question, Says(answer), faults))
        assert faults == {position.question.seat: 1}


def test_tm_31_a_program_that_hides_a_card_by_position_in_a_mao_de_ferro_has_it_shown() -> None:
    iron = [one for one in POSITIONS if any(isinstance(act, PlayBlind) for act in one.question.legal)]
    assert {len(one.table.match.hand.plays) for one in iron} >= {0, 1}
    for position in iron:
        for hidden in ({"act": "hide", "position": 1}, {"act": "hide", "position": 0}):
            faults = Faults()
            assert_default(position, ask_player(position.table, position.question, Says(hidden), faults))
            assert faults == {position.question.seat: 1}


def test_a_pass_counts_only_where_there_is_somebody_to_pass_to() -> None:
    """``pass`` is for all but the last of the seats that are asked."""
    for position in POSITIONS:
        faults = Faults()
        act = ask_player(position.table, position.question, Says({"act": "pass"}), faults)
        if any(isinstance(one, Pass) for one in position.question.legal):
            assert isinstance(act, Pass)
            assert not faults
        else:
            assert_default(position, act)


def test_nobody_answers_for_another_seat() -> None:
    for position in POSITIONS[::5]:
        for legal in position.legal:
            other = {**legal, "seat": (position.question.seat + 1) % position.table.match.players}
            faults = Faults()
            act = ask_player(position.table, position.question, Says(other), faults)
            assert getattr(act, "seat", None) == position.question.seat
            assert faults.get(position.question.seat) == 1 or legal["act"] == "pass"


def test_every_legal_act_is_taken_as_it_was_said() -> None:
    for position in POSITIONS:
        for act, said in zip(position.question.legal, position.legal, strict=True):
            without_seat = {name: value for name, value in said.items() if name != "seat"}
            for answer in (said, without_seat):
                faults = Faults()
                taken = ask_player(position.table, position.question, Says(answer), faults)
                assert type(taken) is type(act)
                assert taken == act
                assert not faults


def test_a_table_of_mutes_comes_to_an_end() -> None:
    for players in (4, 2):
        for number in range(30):
            rng = random.Random(number)
            faults = Faults()
            table = play_hand(
                dealt(TM, players=players, score=(number % 12, 11), rng=rng), [Says(None)] * players, faults
            )
            assert not table.match.hand_is_on
            assert sum(faults.values()) > 0


@pytest.mark.parametrize("name", ["afia-2026-tranca", "apcef-sc-2022-canastra", "faraes-2023-tranca"])
def test_mutes_at_tranca_and_canastra_draw_and_discard(name: str) -> None:
    """A hand between players who never answer ends with the stock."""
    engine = engine_for(load(name))
    match = engine.start(players=4, first_dealer=0)
    cards = list(engine.deck())
    random.Random(name).shuffle(cards)
    faults = Faults()
    table = Table(engine, match).after_act(engine.dealt_from(match, cards, cuts=(), burn=0))
    table = play_hand(table, [Says(None)] * 4, faults)
    assert not table.match.hand_is_on
    assert len(faults) == 4
    assert engine.hand_winner(table.match) is None


def test_others_are_told_the_default_act(tmp_path: Path) -> None:
    body = """
        for message in messages():
            if "hello" in message: ready()
            if "ask" in message: answer(message, rng.choice(message["legal"]))
            if "tell" in message: noted(json.dumps(message["tell"]))
            if "bye" in message: break
        """
    bots = program(tmp_path, "silent"), program(tmp_path, "listener", body)
    run_arena(TM, bots, deals=3, seed="told", players=2, ms=100)
    told = notes(tmp_path, "listener")
    assert told
    assert all('"act": "play"' in line or '"act": "refuse"' in line for line in told)


def test_the_whole_command_with_a_program_that_fails(tmp_path: Path) -> None:
    ran = process("arena", "--bots", f"{program(tmp_path, 'stillborn')},random", "--deals", "1", "--json")
    assert ran.error["rule"] is None
    done = subprocess.run(
        [COMMAND, "arena", "--bots", f"random,{program(tmp_path, 'crashing')}", "--deals", "3", "--players", "2"],
        capture_output=True,
        check=False,
        timeout=60,
        env=surroundings(),
    )
    assert checked(done.returncode, done.stdout, done.stderr).code == 0

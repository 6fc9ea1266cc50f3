"""``carteado-bot/1`` from the bot's side: ``carteado bot NAME`` answers hello, ask, tell and bye."""

import io
import json
import random
import subprocess
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from carteado.bots import make_bot, serve_bot
from carteado.record import InputError
from carteado.regulation import LANGUAGES, catalogue
from tests.bots.positions import TM, positions
from tests.cli.command import COMMAND, PATIENCE, Ran, carteado, checked, surroundings
from tests.cli.records import paths, with_value

Json = dict[str, Any]
HELLO = {"hello": 1, "regulation": "truco-masters-2025"}
NAMES = ("random", "matreiro")
POSITIONS = list(positions(TM, players=4, hands=12, seed="protocol"))


def an_ask(number: object = 1, at: int = 0, **changes: object) -> Json:
    position = POSITIONS[at]
    return {"ask": number, "view": position.view, "legal": position.legal, "ms": 500, **changes}


def spoken(*messages: object) -> str:
    return "".join(json.dumps(message) + "\n" for message in messages)


def talk(*messages: object, name: str = "random", lang: str = "en") -> tuple[Ran, list[Json]]:
    ran = carteado("bot", name, stdin=spoken(*messages), lang=lang)
    return ran, [json.loads(line) for line in ran.out.splitlines()]


@pytest.mark.parametrize("name", NAMES)
def test_a_conversation(name: str) -> None:
    asks = [an_ask(number + 1, number) for number in range(len(POSITIONS))]
    tell = {"tell": {"seat": 1, "act": "play", "card": "4c"}}
    ran, replies = talk(HELLO, tell, *asks, tell, {"bye": 1}, name=name)
    assert (ran.code, ran.err) == (0, "")
    assert replies[0] == {"ready": 1, "name": name}
    assert [reply["answer"] for reply in replies[1:]] == [ask["ask"] for ask in asks]
    for reply, ask in zip(replies[1:], asks, strict=True):
        assert set(reply) == {"answer", "act"}
        assert reply["act"] in ask["legal"]


@pytest.mark.parametrize("name", NAMES)
def test_the_same_seed_answers_the_same(name: str) -> None:
    stdin = spoken(HELLO, *(an_ask(number, number) for number in range(len(POSITIONS))))
    runs = [carteado("bot", name, "--seed", seed, stdin=stdin).out for seed in ("1", "1", "2")]
    assert runs[0] == runs[1]
    assert name != "random" or runs[0] != runs[2]


def test_every_reply_is_one_line_at_once() -> None:
    """A program on the other end waits for the answer before it says more."""
    with subprocess.Popen(
        [COMMAND, "bot", "matreiro"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=surroundings(),
    ) as bot:
        assert bot.stdin is not None
        assert bot.stdout is not None
        for message in (HELLO, an_ask(7), an_ask(8, 3)):
            bot.stdin.write(spoken(message).encode())
            bot.stdin.flush()
            assert json.loads(bot.stdout.readline())
        out, err = bot.communicate(spoken({"bye": 1}).encode(), timeout=PATIENCE)
    ran = checked(bot.returncode, out, err)
    assert ran == Ran(0, "", "")


def test_bye_ends_it_and_so_does_the_end_of_the_stream() -> None:
    ran, replies = talk(HELLO, {"bye": 1}, an_ask(), "nonsense")
    assert (ran.code, len(replies)) == (0, 1)
    assert talk(HELLO)[0].code == 0
    assert talk() == (Ran(0, "", ""), [])


def test_blank_lines_and_unknown_messages_are_passed_over() -> None:
    ran = carteado("bot", "random", stdin="\n  \n" + spoken(HELLO, {"weather": "fine"}) + "\n" + spoken(an_ask()))
    assert ran.code == 0
    assert len(ran.out.splitlines()) == 2


def test_hello_may_change_rules() -> None:
    overrides = {"match.target": {"value": 15, "by": "arena"}}
    ran, replies = talk({**HELLO, "overrides": overrides}, an_ask(), name="matreiro")
    assert (ran.code, len(replies)) == (0, 2)


def test_hello_again_starts_anew() -> None:
    ran, replies = talk(HELLO, an_ask(1), HELLO, an_ask(1))
    assert ran.code == 0
    assert [set(reply) for reply in replies] == [{"ready", "name"}, {"answer", "act"}] * 2


BAD_MESSAGES: dict[str, str] = {
    "no_json": "hello\n",
    "cut_off": '{"hello": 1, "regul\n',
    "a_list": "[]\n",
    "a_number": "1\n",
    "two_on_a_line": '{"a": 1} {"b": 2}\n',
    "nested_without_end": "[" * 100_000 + "\n",
    "not_a_number": '{"ask": NaN}\n',
    "key_twice": '{"ask": 1, "ask": 2}\n',
    "half_a_character": '{"hello": 1, "regulation": "\\ud800"}\n',
    "ask_before_hello": spoken(an_ask()),
    "tell_before_hello": spoken({"tell": {}}),
    "no_regulation": spoken({"hello": 1}),
    "unknown_regulation": spoken({"hello": 1, "regulation": "truco"}),
    "no_text": spoken({"hello": 1, "regulation": 1}),
    "another_game": spoken({"hello": 1, "regulation": "afia-2026-tranca"}),
    "bad_override": spoken({**HELLO, "overrides": {"match.target": 15}}),
    "impossible_override": spoken({**HELLO, "overrides": {"match.target": {"value": 0, "by": "x"}}}),
    "no_view": spoken(HELLO, {"ask": 1, "legal": [{"act": "accept"}]}),
    "no_legal": spoken(HELLO, {"ask": 1, "view": {}}),
    "nothing_legal": spoken(HELLO, an_ask(legal=[])),
    "legal_is_an_object": spoken(HELLO, an_ask(legal={})),
    "view_is_a_list": spoken(HELLO, an_ask(view=[])),
}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", BAD_MESSAGES)
def test_a_bad_message_is_told_and_ends_it(name: str, lang: str) -> None:
    ran = carteado("bot", "matreiro", stdin=BAD_MESSAGES[name], lang=lang)
    assert ran.code == 2
    assert ran.err.startswith("carteado: ")
    assert all(json.loads(line) == {"ready": 1, "name": "matreiro"} for line in ran.out.splitlines())


def test_bytes_that_are_no_text() -> None:
    assert carteado("bot", "random", stdin=b"\xff\xfe\n").code == 2


@pytest.mark.parametrize("depth", [400, 900, 970, 980, 985, 990, 995])
@pytest.mark.parametrize("name", NAMES)
def test_nesting_deeper_than_can_be_answered(name: str, depth: int) -> None:
    deep = "[" * depth + "]" * depth
    for message in (
        spoken(an_ask("@")).replace('"@"', deep),
        spoken(an_ask(legal=["@"])).replace('"@"', deep),
        spoken(an_ask(view={"hand": "@"})).replace('"@"', deep),
        spoken({"tell": "@"}).replace('"@"', deep),
        spoken({**HELLO, "overrides": {"match.target": {"value": "@", "by": "x"}}}).replace('"@"', deep),
    ):
        assert carteado("bot", name, stdin=spoken(HELLO) + message).code in (0, 2)


def _answered(message: Json) -> Json | None:
    """The bot's reply, or nothing when it says what is wrong with the question."""
    sink = io.StringIO()
    source = io.StringIO(spoken(HELLO, message))
    try:
        serve_bot(lambda regulation: make_bot("matreiro", regulation, seed=0), source, sink)
    except InputError as error:
        said = [error.message(catalogue(language)) for language in LANGUAGES]
        return None if all(said) else {}
    reply: Json = json.loads(sink.getvalue().splitlines()[-1])
    return reply


WRONG = st.sampled_from([None, True, 0, -1, 5, 10**12, 1.5, "", "?", "4c", "Zz", [], {}, [None], ["4c"] * 9, {"a": 1}])


@settings(max_examples=300, derandomize=True, database=None)
@given(data=st.data())
def test_a_view_that_makes_no_sense_is_no_reason_to_crash(data: st.DataObject) -> None:
    ask = an_ask(at=data.draw(st.integers(0, len(POSITIONS) - 1)))
    for _ in range(data.draw(st.integers(1, 3))):
        everywhere = [place for place in paths(ask) if place and place[0] in ("view", "legal")]
        ask = with_value(ask, data.draw(st.sampled_from(everywhere)), data.draw(WRONG))
    reply = _answered(ask)
    assert reply is None or reply["answer"] == 1


def test_every_value_of_a_view_left_out_or_replaced() -> None:
    rng = random.Random(2)
    for at in rng.sample(range(len(POSITIONS)), 12):
        ask = an_ask(at=at)
        for place in paths(ask):
            if place and place[0] == "view":
                for wrong in (None, list[int](), "?"):
                    _answered(with_value(ask, place, wrong))

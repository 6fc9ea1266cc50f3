"""``carteado arena``: two bots on the same cards; and ``carteado bot`` where the arena finds it."""

import shlex

import pytest

from tests.cli.command import COMMAND, carteado, process


def test_what_is_printed_for_programs() -> None:
    ran = carteado("arena", "--bots", "matreiro,random", "--deals", "20", "--seed", "7", "--json")
    assert (ran.code, ran.err) == (0, "")
    document = ran.document
    assert list(document) == [
        *("regulation", "players", "seed", "bots", "deals", "hands"),
        *("wins", "points", "margin", "interval", "confidence", "replaced"),
    ]
    assert document["regulation"] == "truco-masters-2025"
    assert (document["players"], document["seed"]) == (4, "7")
    assert (document["bots"], document["deals"], document["hands"]) == (["matreiro", "random"], 20, 40)
    assert sum(document["wins"]) <= 40
    low, high = document["interval"]
    assert low <= document["margin"] <= high
    assert document["margin"] == pytest.approx((document["points"][0] - document["points"][1]) / 20, abs=1e-4)
    assert document["replaced"] == [0, 0]


@pytest.mark.parametrize(("lang", "words"), [("pt", "pontos por distribuição"), ("en", "points a deal")])
def test_what_is_printed_for_people(lang: str, words: str) -> None:
    ran = carteado("arena", "--bots", "matreiro,random", "--deals", "3", lang=lang)
    assert (ran.code, ran.err) == (0, "")
    assert words in ran.out
    assert "matreiro" in ran.out
    assert "random" in ran.out


@pytest.mark.parametrize("players", ["4", "2"])
def test_the_same_seed_is_the_same_result(players: str) -> None:
    def run(seed: str) -> str:
        return carteado("arena", "--bots", "random,matreiro", "--deals", "6", "--seed", seed, "--players", players).out

    assert run("a") == run("a")
    assert len({run(seed) for seed in "abcd"}) > 1


def test_rules_can_be_set() -> None:
    arguments = ("arena", "--bots", "random,random", "--deals", "10", "--json")
    points = carteado(*arguments, "--set", "calls.ladder=[1]", "--set", "ties.all_rounds=first_player").document[
        "points"
    ]
    assert sum(points) == 20


@pytest.mark.parametrize("option", [("--players", "3"), ("--deals", "0")])
def test_the_message_names_the_option(option: tuple[str, str]) -> None:
    assert option[0] in carteado("arena", "--bots", "random,random", *option).err


def test_our_own_bot_as_an_outside_program() -> None:
    program = f"cmd:{shlex.quote(str(COMMAND))} bot random --seed 5"
    ran = process("arena", "--bots", f"{program},random", "--deals", "4", "--players", "2", "--json")
    assert (ran.code, ran.err) == (0, "")
    assert ran.document["bots"][0] == program
    assert ran.document["wins"][1] >= 0

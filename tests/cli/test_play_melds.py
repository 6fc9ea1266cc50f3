"""``carteado play`` of Tranca and Canastra: whatever is typed, the game goes on and its record holds."""

import random
import re
from pathlib import Path

import pytest

from carteado.cli.context import command_texts
from carteado.regulation import LANGUAGES, catalogue, load
from tests.cli.command import carteado
from tests.cli.terminal_player import recorded
from tests.fair.tables import verifier_run

REGULATIONS = ("afia-2026-tranca", "apcef-sc-2022-canastra", "faraes-2023-tranca")
WORDS = (
    *("compra", "draw", "c", "d", "lixo", "take", "l", "p", "lixo 1 2", "take 1 2", "t", "2a"),
    *("descarta 1", "discard 2", "d 3", "x 4", "descarta 11", "d 1", "x 1", "d 2", "x 2"),
    *("b 1 2 3", "l 1 2 3", "lay 3 4 5 / 6 7 8", "baixa 2 3 4 5", "a 0 1", "e 1 2", "extend 0 3"),
    *("", "?", "0", "99", "b", "l /", "e", "x 0", "d -1", "meld"),
)
ODD_LINES = (b"\xff", b"9" * 5000, b"d " + b"9" * 5000, b"x " + b"9" * 5000, b"l 1 " + b"9" * 5000, "x ²".encode())


def typed(seed: int, lines: int) -> str:
    rng = random.Random(seed)
    return "".join(f"{rng.choice(WORDS)}\n" for _ in range(lines))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", REGULATIONS)
def test_a_match_left_in_the_middle(name: str, lang: str, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    arguments = ("play", "--regulation", name, "--seed", "7", "--record", str(file))
    ran = carteado(*arguments, stdin=typed(7, 200), lang=lang)
    assert (ran.code, ran.err) == (0, "")
    assert command_texts(lang)["goodbye"] in ran.out
    assert carteado(*arguments, stdin=typed(7, 200), lang=lang).out == ran.out

    record = recorded(file)
    assert record["hands"][0]["actions"]
    assert all("seed" not in hand["fair"] for hand in record["hands"])
    assert carteado("replay", str(file)).code == 0
    verified = carteado("verify", str(file), lang=lang)
    assert (verified.code, verified.out.splitlines()[-1]) == (0, command_texts(lang)["verify_too_early"])
    assert verifier_run(file.read_bytes()).returncode == 0


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", REGULATIONS)
def test_every_refusal_has_its_citation(name: str, lang: str) -> None:
    ran = carteado("play", "--regulation", name, "--seed", "3", stdin=typed(3, 200), lang=lang)
    sentences = [re.sub(r"\\{\w+\\}", ".+?", re.escape(text)) for text in catalogue(lang).refusals.values()]
    told = [line for line in ran.out.splitlines() if re.search("|".join(sentences), line)]
    assert len(told) > 3
    for line in told:
        assert re.search(rf" \[{re.escape(load(name).name)}, .+\]$", line)


@pytest.mark.parametrize("name", REGULATIONS)
def test_lines_that_nobody_types(name: str) -> None:
    for lang in LANGUAGES:
        for line in ODD_LINES:
            stdin = b"\n" + line + b"\ncompra\ndraw\n" + (line + b"\n") * 3
            ran = carteado("play", "--regulation", name, "--seed", "1", stdin=stdin, lang=lang)
            assert ran.code == 0
            assert command_texts(lang)["goodbye"] in ran.out


@pytest.mark.parametrize("name", REGULATIONS)
def test_a_table_of_two_is_refused(name: str) -> None:
    ran = carteado("play", "--regulation", name, "--players", "2")
    assert (ran.code, ran.out) == (2, "")

"""The command among other programs: pipes that close, streams that are missing, bytes that are no text."""

import os
import subprocess
from pathlib import Path

import pytest

from tests.cli.command import COMMAND, PATIENCE, Ran, carteado, checked, process, shell, surroundings
from tests.cli.records import WHOLE_MATCH, a_hand, a_record, as_bytes

TM = "truco-masters-2025"

CHATTY = {
    "list_json": ("rules", "--json"),
    "rules": ("rules", TM),
    "error_json": ("replay", "/no/such/file", "--json"),
    "arena_json": ("arena", "--bots", "random,random", "--deals", "2", "--json"),
    "play": ("play", "--seed", "1"),
    "help": ("--help",),
}


@pytest.mark.parametrize(
    ("name", "unbuffered"), [*((name, "") for name in CHATTY), ("rules", "1"), ("error_json", "1")]
)
def test_a_reader_that_left_is_no_catastrophe(name: str, unbuffered: str) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = subprocess.run(
            [COMMAND, *CHATTY[name]],
            stdin=subprocess.DEVNULL,
            stdout=writing,
            stderr=subprocess.PIPE,
            check=False,
            timeout=PATIENCE,
            env=surroundings(PYTHONUNBUFFERED=unbuffered),
        )
    finally:
        os.close(writing)
    checked(done.returncode, b"", done.stderr)
    assert done.returncode in (0, 1, 2)


def test_a_reader_that_leaves_in_the_middle() -> None:
    assert shell('"$@" | head -c 20', "rules", TM).out.strip()


def test_without_stdin() -> None:
    ran = shell('exec "$@" <&-', "replay", "-")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("carteado: ")


def test_a_bot_that_nobody_speaks_to_says_nothing() -> None:
    ran = shell('exec "$@" <&-', "bot", "random")
    assert (ran.code, ran.out) == (0, "")


def test_play_without_stdin_ends_politely() -> None:
    assert shell('exec "$@" <&-', "play", "--seed", "1").code in (0, 2)


@pytest.mark.parametrize("arguments", [("rules",), ("rules", "nonsense", "--json")])
def test_without_stdout(arguments: tuple[str, ...]) -> None:
    assert shell('exec "$@" >&-', *arguments).code in (0, 1, 2)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("arguments", [("rules",), ("rules", "--json")])
def test_a_full_disk(arguments: tuple[str, ...]) -> None:
    ran = shell('exec "$@" >/dev/full', *arguments)
    assert ran.code in (1, 2)
    assert ran.err.startswith("carteado: ")


@pytest.mark.parametrize(
    "arguments",
    [
        ("replay", "/no/such/\udcff"),
        ("rules", "\udcff"),
        ("rules", TM, "--set", "edition.city=\udcff"),
        ("rules", TM, "--set", "match.target=\udcff"),
        ("rules", TM, "--set", "\udcff=1"),
        ("arena", "--bots", "random,\udcff"),
        ("arena", "--bots", "cmd:/no/such/\udcff,random"),
        ("arena", "--bots", "random,random", "--deals", "1", "--seed", "\udcff"),
        ("bot", "\udcff"),
        ("\udcff",),
    ],
    ids=lambda arguments: " ".join(arguments).replace("\udcff", "byte"),
)
def test_arguments_that_are_no_text(arguments: tuple[str, ...]) -> None:
    """Bytes that are not UTF-8 reach a Python program as halves of surrogate pairs."""
    ran = _spoken_of_in_ascii(*arguments)
    assert ran.code in (0, 2)
    as_json = _spoken_of_in_ascii(*arguments, "--json")
    assert as_json.code == ran.code
    assert as_json.document


def _spoken_of_in_ascii(*arguments: str) -> Ran:
    """A failure that quotes such an argument could not be written down either."""
    try:
        return carteado(*arguments)
    except Exception as error:
        said = ascii(error)
    pytest.fail(said, pytrace=False)


@pytest.mark.parametrize("option", ["--seed", "--record"])
def test_a_game_with_an_argument_that_is_no_text(option: str) -> None:
    assert _spoken_of_in_ascii("play", option, "/no/such/\udcff").code in (0, 2)
    assert process("play", option.encode(), b"/no/such/\xff", PYTHONIOENCODING="utf-8:strict").code in (0, 2)


def test_output_that_cannot_spell_everything() -> None:
    """A terminal of another time shows something else for ã; the program goes on."""
    record = as_bytes(a_record(a_hand(WHOLE_MATCH), seats=["Ângela", "Bia", "Caio", "Davi"]))
    for arguments in (("rules", TM), ("replay", "-")):
        assert process(*arguments, stdin=record, lang="pt", PYTHONIOENCODING="ascii").code == 0

"""``carteado play``: whole matches typed into a terminal, refusals with their articles, records that hold."""

import re
import signal
import subprocess
from pathlib import Path

import pytest

from carteado.cli.context import command_texts
from carteado.regulation import LANGUAGES, catalogue
from tests.cli.command import COMMAND, PATIENCE, Ran, carteado, checked, process, surroundings
from tests.cli.terminal_player import BOLD, EVERYTHING, TIMID, last_score, played, recorded, typed
from tests.fair.tables import verifier_run

TABLES = [("4", "pt"), ("4", "en"), ("2", "pt"), ("2", "en")]
CITED = r" \[Truco Masters 2025, (?:Anexo I, )?item [0-9a-e., ]+(?:; (?:TM|E)-[0-9]+)?\]$"


def refusals_in(ran: Ran, lang: str) -> list[str]:
    """The lines in which a refusal is told, whatever the table looks like."""
    sentences = [re.sub(r"\\{\w+\\}", ".+?", re.escape(text)) for text in catalogue(lang).refusals.values()]
    pattern = re.compile("|".join(sentences))
    return [line for line in ran.out.splitlines() if pattern.search(line)]


@pytest.mark.parametrize(("players", "lang"), TABLES)
@pytest.mark.parametrize(
    ("seed", "lines"),
    [("1", EVERYTHING), ("2", EVERYTHING), ("são joão", BOLD), ("4", TIMID)],
    ids=["1", "2", "3", "4"],
)
def test_a_match_to_its_end(seed: str, lines: tuple[str, ...], players: str, lang: str, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    ran = played("--players", players, "--seed", seed, "--record", str(file), lines=lines, lang=lang)
    assert command_texts(lang)["goodbye"] not in ran.out

    replayed = carteado("replay", str(file), "--json")
    assert replayed.code == 0
    assert replayed.document["finished"] is True
    assert replayed.document["score"] == last_score(ran)
    assert max(replayed.document["score"]) == 12

    record = recorded(file)
    assert len(record["seats"]) == int(players)
    assert all(len(hand["fair"]["seed"]) == 64 for hand in record["hands"])
    verified = carteado("verify", str(file), "--json")
    assert verified.code == 0
    assert {hand["verdict"] for hand in verified.document["hands"]} == {"verified"}
    alone = verifier_run(file.read_bytes())
    assert alone.returncode == 0
    assert f"{len(record['hands'])} verified" in alone.stdout


@pytest.mark.parametrize(("players", "lang"), TABLES)
def test_every_refusal_has_its_citation(players: str, lang: str) -> None:
    told = []
    for seed in ("1", "2", "3"):
        told += refusals_in(played("--players", players, "--seed", seed, lang=lang), lang)
    assert len(told) > 20
    for line in told:
        assert re.search(CITED, line)


def test_a_card_played_before_is_refused_with_its_article() -> None:
    ran = carteado("play", "--players", "4", "--seed", "1", stdin=typed("3", "a", "3", "1", "a", "1", times=40))
    refused = [line for line in ran.out.splitlines() if "item 5, 28" in line]
    assert refused


@pytest.mark.parametrize(("players", "lang"), TABLES)
def test_the_same_seed_is_the_same_game(players: str, lang: str) -> None:
    first, second = (played("--players", players, "--seed", "bis", lang=lang) for _ in range(2))
    assert first.out == second.out
    assert played("--players", players, "--seed", "ter", lang=lang).out != first.out


def test_the_language_changes_no_card(tmp_path: Path) -> None:
    for lang in LANGUAGES:
        played("--seed", "1", "--record", str(tmp_path / lang), lang=lang)
    first, *others = ({**recorded(tmp_path / lang), "seats": 0} for lang in LANGUAGES)
    assert all(other == first for other in others)


def test_without_a_seed_no_two_games_are_alike(tmp_path: Path) -> None:
    files = [tmp_path / "a.json", tmp_path / "b.json"]
    for file in files:
        carteado("play", "--record", str(file), stdin=typed("1", "2", "3", "a", times=30))
    first, second = map(recorded, files)
    assert first["match"] != second["match"]
    assert first["hands"][0]["fair"]["commitment"] != second["hands"][0]["fair"]["commitment"]


@pytest.mark.parametrize(("players", "lang"), TABLES)
@pytest.mark.parametrize("last_line", ["q", "sair", None])
def test_leaving_in_the_middle(last_line: str | None, players: str, lang: str, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    lines = typed("1", "2", "3", "c", times=25).decode() + ("" if last_line is None else f"{last_line}\n" * 3)
    arguments = ("--players", players, "--seed", "5", "--record", str(file))
    ran = carteado("play", *arguments, stdin=lines, lang=lang)
    assert (ran.code, ran.err) == (0, "")
    assert command_texts(lang)["goodbye"] in ran.out
    assert str(file) in ran.out

    record = recorded(file)
    assert record["hands"]
    assert all("seed" not in hand["fair"] for hand in record["hands"])
    replayed = carteado("replay", str(file), "--json")
    assert replayed.code == 0
    assert replayed.document["finished"] is False
    verified = carteado("verify", str(file), "--json")
    assert (verified.code, verified.document["holds"]) == (0, False), "nothing is proven yet, and nothing failed"
    assert {hand["verdict"] for hand in verified.document["hands"]} == {"not_revealed"}
    assert verifier_run(file.read_bytes()).returncode == 0


def test_leaving_at_every_moment(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    for times in range(30):
        ran = carteado("play", "--seed", "8", "--record", str(file), stdin=typed(*EVERYTHING, times=times))
        assert ran.code == 0
        assert carteado("replay", str(file)).code == 0


def test_quitting_when_asked_for_a_number() -> None:
    """Whoever cuts or burns may leave too."""
    for seed in range(8):
        ran = carteado("play", "--seed", str(seed), stdin=b"q\n" * 3)
        assert command_texts("en")["not_a_number"] not in ran.out
        assert command_texts("en")["goodbye"] in ran.out


@pytest.mark.parametrize("players", ["4", "2"])
def test_passing_when_there_is_nothing_to_pass(players: str) -> None:
    for seed in range(4):
        played("--players", players, "--seed", str(seed), lines=("p", "1", "p", "2", "p", "3", "p", "a", "p"))


@pytest.mark.parametrize(
    "line",
    [
        b"\xff\xfe",
        b"\0",
        b"9" * 5000,
        b"e" + b"9" * 5000,
        "٣".encode(),
        "²".encode(),
        b"x" * 100_000,
        b"[bold]",
        b"\x1b[2J",
    ],
    ids=lambda line: repr(line[:8]),
)
def test_lines_that_nobody_types(line: bytes) -> None:
    for seed in ("1", "2", "3", "4"):
        ran = carteado("play", "--seed", seed, stdin=(line + b"\n") * 3 + b"a\n1\n" + line + b"\n")
        assert ran.code == 0
        assert command_texts("en")["goodbye"] in ran.out


@pytest.mark.parametrize(
    "setting",
    [
        "match.target=3",
        "match.target=2",
        "eleven.short_of_target=5",
        "eleven.partner_seen=false",
        "iron.blind=false",
        "iron.packet=1",
        "calls.ladder=[2, 4, 7]",
        "calls.reraise=false",
        "dealing.burn_limit=0",
        "hiding.rounds=[1, 2, 3]",
        "ties.second_round=first_round_winner",
        "ties.all_rounds=nobody",
    ],
)
def test_a_game_by_house_rules(setting: str, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    ran = played("--set", setting, "--seed", "6", "--record", str(file))
    [(key, override)] = recorded(file)["overrides"].items()
    assert key == setting.partition("=")[0]
    assert override["by"] == "--set"
    assert carteado("replay", str(file), "--json").document["score"] == last_score(ran)
    assert carteado("verify", str(file)).code == 0
    alone = verifier_run(file.read_bytes())
    assert alone.returncode == (2 if key in ("eleven.short_of_target", "iron.packet") else 0)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_record_that_cannot_be_written(lang: str, tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "no" / "such" / "folder.json"):
        ran = carteado("play", "--seed", "1", "--record", str(path), lang=lang)
        assert ran.code == 2
        assert str(path) in ran.err


def test_as_a_process(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    ran = process("play", "--seed", "1", "--record", str(file), stdin=typed(*EVERYTHING))
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.replace(str(file), "") == played("--seed", "1", "--record", "/dev/null").out.replace("/dev/null", "")
    assert process("verify", str(file)).code == 0
    assert process("play").code == 0


def test_an_interrupt_is_a_goodbye(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    command = [str(COMMAND), "play", "--seed", "1", "--record", str(file)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=surroundings()
    ) as game:
        assert game.stdout is not None
        game.stdout.readline()
        game.send_signal(signal.SIGINT)
        out, err = game.communicate(timeout=PATIENCE)
    ran = checked(game.returncode, out, err)
    assert (ran.code, ran.err) == (0, "")
    assert command_texts("en")["goodbye"] in ran.out
    assert recorded(file)["format"] == "carteado-record/1"

"""``carteado tournament``: simulate, plan, table and show."""

import csv
import io
import json
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from random import Random
from zoneinfo import ZoneInfo

import pytest
from icalendar import Calendar
from openpyxl import load_workbook

from carteado.cli.context import command_texts
from carteado.tournament.files.event_file import event_document
from carteado.tournament.formats.plans import FORMS, swiss
from carteado.tournament.running.dispatch import apply
from tests.cli.command import Ran, carteado, process
from tests.tournament.championships import AP, finished, next_things, ready, withdrawing

TM, AF = "truco-masters-2025", "afia-2026-tranca"
SHORT = ("--set", "match.target=200", "--set", "match.final_target=300")
"""Matches of Tranca to a target that bots reach by chance in a hand or two."""


def simulate(*options: str, regulation: str = TM, pairs: int = 4, lang: str = "en") -> Ran:
    arguments = ("--regulation", regulation, "--pairs", str(pairs), "--bots", "random", *options)
    return carteado("tournament", "simulate", *arguments, lang=lang)


# --- simulate -----------------------------------------------------------------------------------------------------


def test_what_is_printed_for_programs() -> None:
    ran = simulate("--json", "--seed", "7")
    assert (ran.code, ran.err) == (0, "")
    document = ran.document
    assert list(document) == [
        *("seed", "bots", "event", "regulation", "finished", "champion"),
        *("placings", "matches", "delegation_points", "cut_short"),
    ]
    assert (document["seed"], document["bots"], document["finished"]) == ("7", "random", True)
    assert document["placings"][0]["pair"] == document["champion"]
    assert [len(document["placings"]), len(document["matches"])] == [4, 3]
    final = document["matches"][-1]
    assert (final["phase"], final["winner"]) == ("final", document["champion"])
    assert final["records"] == [final["match"]]


@pytest.mark.parametrize(("lang", "words"), [("pt", "Campeã"), ("en", "Champions")])
def test_what_is_printed_for_people(lang: str, words: str) -> None:
    ran = simulate(lang=lang)
    assert (ran.code, ran.err) == (0, "")
    champion = simulate("--json").document["champion"]
    assert f"{words}: {champion}" in ran.out
    assert all(joint in ran.out for joint in "┐├┘")


def test_the_same_seed_is_the_same_championship() -> None:
    assert simulate("--seed", "a").out == simulate("--seed", "a").out
    assert simulate("--seed", "a").out != simulate("--seed", "b").out


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("lang", ["pt", "en"])
def test_every_form_is_shown(form: str, lang: str) -> None:
    ran = simulate("--form", form, pairs=6, lang=lang)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.count("Ana e Bia") >= 2


def test_a_knockout_of_sixteen_fits_in_eighty_columns() -> None:
    ran = process("tournament", "simulate", "--pairs", "16", "--bots", "random", COLUMNS="80")
    lines = ran.out.splitlines()
    assert max(map(len, lines)) <= 80
    assert "…" not in ran.out
    titles = next(line for line in lines if "quarter-finals" in line)
    assert titles.split("  ")[0] == "round of 16"
    assert sum(line.rstrip().endswith(("┐", "┘")) or "├" in line for line in lines) >= 15


def test_af_12_the_delegations_get_their_points() -> None:
    document = simulate("--json", *SHORT, regulation=AF).document
    assert [one["points"] for one in document["delegation_points"]] == [10, 6, 4, 2]
    assert document["delegation_points"][0]["delegation"] == document["champion"]
    assert "AFIA 2026, Art. 12" in simulate(*SHORT, regulation=AF).out


def test_af_10_who_goes_on_although_eliminated_is_told_with_the_article() -> None:
    ran = simulate(*SHORT, regulation=AF, pairs=6)
    assert "Lucky losers" in ran.out
    assert "art. 10" in ran.out or "art. 11" in ran.out


def test_games_that_are_cut_short_are_told() -> None:
    ran = simulate("--set", "match.target=100000", "--set", "match.final_target=100000", regulation=AF, pairs=2)
    assert "1 games were ended after 40 hands" in ran.out


# --- the export ---------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("export") / "event"
    assert simulate("--out", str(folder), "--form", "best_of").code == 0
    return folder


def test_an_export_has_the_event_its_matches_standings_and_calendar(exported: Path) -> None:
    names = {path.relative_to(exported).as_posix() for path in exported.rglob("*") if path.is_file()}
    assert {"event.json", "standings.csv", "standings.xlsx", "schedule.ics"} <= names
    assert {name for name in names if name.startswith("matches/knockout-final-game-")}


def test_what_is_exported_is_verified_and_shown_by_the_other_commands(exported: Path) -> None:
    for record in sorted((exported / "matches").iterdir()):
        assert carteado("verify", str(record)).code == 0
        assert carteado("replay", str(record), "--json").document["finished"]
    shown = carteado("tournament", "show", str(exported / "event.json"), "--json").document
    assert shown["placings"] == simulate("--json", "--form", "best_of").document["placings"]
    text = carteado("tournament", "show", "-", stdin=(exported / "event.json").read_bytes())
    assert f"Champions: {shown['champion']}" in text.out


def test_standings_are_the_same_in_every_file(exported: Path) -> None:
    shown = carteado("tournament", "show", str(exported / "event.json"), "--json").document
    expected = [(one["rank"], one["pair"], one["wins"]) for one in shown["placings"]]
    rows = list(csv.reader(io.StringIO((exported / "standings.csv").read_text("utf-8-sig"))))
    assert rows[0][:3] == ["Rank", "Pair", "Wins"]
    assert [(int(row[0]), row[1], int(row[2])) for row in rows[1:]] == expected
    sheets = load_workbook(exported / "standings.xlsx")
    assert sheets.sheetnames == ["Standings", "Matches"]
    cells = list(sheets["Standings"].iter_rows(values_only=True))
    assert [row[:3] for row in cells[1:]] == expected


def test_the_calendar_has_every_match_at_its_table(exported: Path) -> None:
    calendar = Calendar.from_ical((exported / "schedule.ics").read_bytes())
    events = calendar.walk("VEVENT")
    shown = carteado("tournament", "show", str(exported / "event.json"), "--json").document
    assert len(events) == len(shown["matches"]) == 3
    assert {str(event["LOCATION"]) for event in events} == {"Table 1", "Table 2"}
    assert all(event.decoded("DTSTART") < event.decoded("DTEND") for event in events)


def test_one_file_takes_the_event_alone(tmp_path: Path) -> None:
    file = tmp_path / "event.json"
    assert simulate("--out", str(file)).code == 0
    assert json.loads(file.read_text("utf-8"))["format"] == "carteado-event/1"
    assert list(tmp_path.iterdir()) == [file]


def test_a_file_that_is_there_is_not_overwritten(tmp_path: Path) -> None:
    file = tmp_path / "event.json"
    file.write_text("mine")
    assert simulate("--out", str(file), "--json").error["where"] == "--out"
    assert file.read_text() == "mine"


def test_every_draw_is_exported_and_verified(exported: Path, tmp_path: Path) -> None:
    assert [path.name for path in (exported / "draws").iterdir()] == ["knockout.json"]
    assert simulate("--out", str(tmp_path / "out"), *SHORT, regulation=AF, pairs=6).code == 0
    draws = sorted((tmp_path / "out" / "draws").iterdir())
    assert len(draws) > 1
    for draw in draws:
        assert carteado("verify", str(draw)).code == 0
        assert json.loads(draw.read_text("utf-8"))["name"] == draw.stem
    found = carteado("verify", str(tmp_path / "out" / "event.json"), "--json")
    assert found.code == 0
    assert sorted(one["draw"] for one in found.document["draws"]) == [draw.stem for draw in draws]


def test_times_are_those_of_brasilia_and_numbers_are_numbers(exported: Path) -> None:
    shown = carteado("tournament", "show", str(exported / "event.json"), "--json").document
    start = datetime.fromisoformat(shown["matches"][0]["start"]).astimezone(ZoneInfo("America/Sao_Paulo"))
    sheet = load_workbook(exported / "standings.xlsx")["Matches"]
    heading, first, *_ = sheet.iter_rows(values_only=True)
    row = dict(zip(heading, first, strict=True))
    assert row["Start (Brasília)"] == start.replace(tzinfo=None)
    assert sheet.cell(2, heading.index("Start (Brasília)") + 1).is_date
    assert all(isinstance(row[name], int) for name in ("Round", "Table", "Points 1", "Points 2"))
    written = next(csv.DictReader(io.StringIO((exported / "matches.csv").read_text("utf-8-sig"))))
    assert written["Start (Brasília)"] == start.strftime("%Y-%m-%d %H:%M")


def test_nothing_is_written_into_a_folder_that_is_not_empty(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    ran = simulate("--out", str(tmp_path), "--json")
    assert str(tmp_path) in ran.error["message"]
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


# --- show ---------------------------------------------------------------------------------------------------------


def test_an_event_is_shown_as_far_as_it_has_come(exported: Path) -> None:
    document = json.loads((exported / "event.json").read_text("utf-8"))
    operations = document["operations"]
    for done in range(0, len(operations), 4):
        data = json.dumps({**document, "operations": operations[:done]})
        ran = carteado("tournament", "show", "-", stdin=data)
        assert (ran.code, ran.err) == (0, "")
        assert "Standings so far" in ran.out
        assert not carteado("tournament", "show", "-", "--json", stdin=data).document["finished"]


def test_an_operation_that_the_rules_refuse_is_told_with_its_place(exported: Path) -> None:
    document = json.loads((exported / "event.json").read_text("utf-8"))
    document["operations"].append(document["operations"][-1])
    ran = carteado("tournament", "show", "-", "--json", stdin=json.dumps(document))
    assert ran.error["where"] == f"operations[{len(document['operations']) - 1}]"


def test_e_19_a_pair_that_left_has_no_number_in_a_swiss() -> None:
    championship = ready(AP, swiss(6))
    for _step in ("pair the first round", "play it"):
        championship = next_things(championship, Random(1), 0)
    gone = championship.bracket.table("swiss")[0].pair
    championship = finished(apply(championship, withdrawing(gone)), Random(1))
    shown = carteado("tournament", "show", "-", stdin=json.dumps(event_document(championship)), lang="pt").out
    lines = [words for line in shown.splitlines() if len(words := line.split()) > 2 and words[1] == gone]
    assert len(lines) == 2
    assert {words[0] for words in lines} == {"–"}
    assert "D–" in shown


@pytest.mark.parametrize(("lang", "said"), [("pt", "registro de uma partida"), ("en", "the record of a match")])
def test_a_record_is_told_from_an_event(exported: Path, lang: str, said: str) -> None:
    record = next((exported / "matches").iterdir())
    ran = carteado("tournament", "show", str(record), lang=lang)
    assert (ran.code, said in ran.err) == (2, True)


# --- plan and table -----------------------------------------------------------------------------------------------


def plan(*options: str, regulation: str = TM, pairs: int = 16, lang: str = "en") -> Ran:
    arguments = ("--regulation", regulation, "--pairs", str(pairs), "--matches", "3", "--bots", "random", *options)
    return carteado("tournament", "plan", *arguments, lang=lang)


def test_a_plan_tells_stages_matches_and_lucky_losers() -> None:
    document = plan("--json", *SHORT, regulation=AF, pairs=14).document
    assert document["matches"] == 15
    assert [(one["kind"], one["pairs"], one["matches"], one["lucky_losers"]) for one in document["stages"]] == [
        ("qualifying", 14, 7, 0),
        ("knockout", 8, 8, 1),
    ]
    assert document["forecast"]["tables"] == 7
    assert document["forecast"]["final"]["target"] == 300


def test_a_plan_tells_byes() -> None:
    [stage] = plan("--json", pairs=11).document["stages"]
    assert (stage["byes"], stage["matches"]) == (5, 10)


@pytest.mark.parametrize("ask", [plan, simulate])
def test_tm_2_1_neither_plan_nor_simulation_takes_more_than_sixteen_pairs(ask: Callable[..., Ran]) -> None:
    error = ask("--json", pairs=17).error
    assert (error["rule"], error["article"], error["where"]) == ("selection.pairs", "2.1", "--pairs")


@pytest.mark.parametrize(("lang", "target"), [("pt", "1.500 pontos levam"), ("en", "1,500 points take")])
def test_a_forecast_is_a_sentence(lang: str, target: str) -> None:
    ran = plan(regulation=AF, pairs=4, lang=lang)
    assert (ran.code, ran.err) == (0, "")
    assert target in ran.out
    assert "90 %" in ran.out


def test_fewer_tables_take_longer() -> None:
    few, many = (plan("--json", "--tables", tables).document["forecast"]["minutes"] for tables in ("1", "8"))
    assert few["median"] > many["median"]


def test_the_pace_is_measured_from_records(tmp_path: Path) -> None:
    assert simulate("--out", str(tmp_path / "out"), "--form", "league", pairs=8).code == 0
    records = [str(path) for path in sorted((tmp_path / "out" / "matches").iterdir())]
    stated = plan("--json", pairs=2).document["pace"]
    measured = plan("--json", "--records", *records, pairs=2).document["pace"]
    assert measured["acts"]["play"] != stated["acts"]["play"]
    assert measured["acts"]["play"] == pytest.approx(stated["acts"]["play"], rel=0.1)
    assert plan("--records", *records, regulation=AF, pairs=2).code == 2


def test_af_10_the_table_of_the_format_from_4_to_64() -> None:
    table = carteado("tournament", "table", "--json").document["table"]
    assert [row["entrants"] for row in table] == list(range(4, 65))
    by_entrants = {row["entrants"]: row for row in table}
    assert (by_entrants[6]["winners"], by_entrants[6]["lucky_losers"], by_entrants[6]["phase"]) == (3, 1, "semi-final")
    assert (by_entrants[22]["winners"], by_entrants[22]["lucky_losers"]) == (6, 2)
    assert all(row["winners"] + row["lucky_losers"] == row["next_phase"] for row in table)
    shown = carteado("tournament", "table", "--from", "5", "--to", "9", lang="pt")
    assert (shown.code, shown.err) == (0, "")
    assert "quartas de final" in shown.out


def test_e_4_plan_and_table_say_where_one_place_a_phase_fits() -> None:
    table = carteado("tournament", "table", "--json").document["table"]
    fits = [row["entrants"] for row in table if row["one_place_fits"]]
    assert fits == [9, 10, *range(17, 21), *range(33, 41)]
    assert "10*" in carteado("tournament", "table", lang="pt").out
    offered = plan(*SHORT, regulation=AF, pairs=10, lang="pt").out
    assert "basta uma vaga de repescagem por fase" in " ".join(offered.split())
    assert plan("--json", *SHORT, regulation=AF, pairs=10).document["one_place_fits"]
    for arguments in (("--set", "lucky_losers.places=one"), ("--form", "league")):
        assert not plan("--json", *SHORT, *arguments, regulation=AF, pairs=10).document["one_place_fits"]
    assert not plan("--json", *SHORT, regulation=AF, pairs=11).document["one_place_fits"]


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["pt", "en"])
def test_no_heading_of_the_table_is_cut_at_eighty_columns(lang: str) -> None:
    for last in ("64", "1024"):
        ran = process("tournament", "table", "--to", last, lang=lang, COLUMNS="80")
        *table, _key, _star = ran.out.rstrip().splitlines()
        assert "…" not in ran.out
        assert max(map(len, table)) <= 80
        assert all(command_texts(lang)[f"table_{name}"] in table[2] for name in ("entrants", "qualifying", "matches"))


# --- wrong arguments ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("dance",),
        ("simulate",),
        ("simulate", "--pairs", "1"),
        ("simulate", "--pairs", "17"),
        ("simulate", "--pairs", "99999"),
        ("simulate", "--pairs", "five"),
        ("simulate", "--pairs", "3", "--form", "swiss"),
        ("simulate", "--pairs", "4", "--form", "chess"),
        ("simulate", "--pairs", "4", "--tables", "0"),
        ("simulate", "--pairs", "4", "--bots", "nobody"),
        ("simulate", "--pairs", "4", "--bots", "canastreiro"),
        ("simulate", "--pairs", "4", "--regulation", "x"),
        ("simulate", "--entries", "/no/such/file"),
        ("simulate", "--pairs", "2", "--bots", "random", "--out", "/proc/here/there"),
        ("plan",),
        ("plan", "--pairs", "4", "--matches", "0"),
        ("plan", "--pairs", "4", "--records", "/no/such/file"),
        ("plan", "--pairs", "17"),
        ("table", "--from", "1"),
        ("table", "--from", "3"),
        ("table", "--from", "9", "--to", "8"),
        ("show",),
        ("show", "/no/such/file"),
        ("entries",),
    ],
)
def test_wrong_arguments_are_bad_input_in_both_languages(arguments: tuple[str, ...]) -> None:
    pt, en = (carteado("tournament", *arguments, lang=lang) for lang in ("pt", "en"))
    for ran in (pt, en):
        assert (ran.code, ran.out) == (2, "")
        assert ran.err.startswith("carteado: ")
    assert pt.err != en.err


@pytest.mark.parametrize("data", ["", "{}", "[]", '{"format": "carteado-event/2"}', '{"format": 1}'])
def test_what_is_no_event_is_bad_input(data: str) -> None:
    assert carteado("tournament", "show", "-", "--json", stdin=data).error


@pytest.mark.slow
@pytest.mark.parametrize(
    ("regulation", "pairs", "columns"),
    [
        (TM, 16, "80"),
        (AF, 6, "80"),
        (AF, 14, "120"),
        (AF, 22, "80"),
        ("faraes-2023-tranca", 8, "80"),
        ("apcef-sc-2022-canastra", 12, "120"),
    ],
)
def test_the_four_championships_run_end_to_end(regulation: str, pairs: int, columns: str, tmp_path: Path) -> None:
    out = tmp_path / "out"
    arguments = ("--regulation", regulation, "--pairs", str(pairs), "--tables", "4", "--out", str(out))
    ran = process("tournament", "simulate", *arguments, timeout=300, COLUMNS=columns)
    assert ran.code == 0
    assert max(map(len, ran.out.splitlines()[:-1])) <= int(columns)
    for record in (out / "matches").iterdir():
        assert carteado("verify", str(record)).code == 0

"""Entries from spreadsheets: what is read, what is wrong with which row, and that no spreadsheet runs anything."""

import csv
import io
import json
import zipfile
from contextlib import suppress
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl import Workbook, load_workbook

from carteado.record import InputError
from carteado.sheets.files import MOST_ROWS, CellContent, SheetTable, csv_of, read_cells, xlsx_of
from tests.cli.command import Ran, carteado

TM, AF = "truco-masters-2025", "afia-2026-tranca"


def entries(data: str | bytes, *options: str, regulation: str = TM, lang: str = "en") -> Ran:
    return carteado("tournament", "entries", "-", "--regulation", regulation, *options, stdin=data, lang=lang)


def problems(data: str | bytes, regulation: str = TM) -> list[tuple[int | None, str]]:
    ran = entries(data, "--json", regulation=regulation)
    assert ran.code == 1
    return [(one["row"], one["message"]) for one in ran.document["problems"]]


# --- what is read -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "data",
    [
        "player 1,player 2\nAna,Bia\nCaio,Davi\n",
        "Jogador 1;Jogador 2\r\nAna;Bia\r\n;\r\nCaio;Davi",
        '\ufeffNome 1\tNome 2\tTelefone\n Ana \tBia\t11\nCaio\t"Davi"\t12\n',
        "ATLETA_2,ATLETA_1\nBia,Ana\nDavi,Caio\n",
    ],
)
def test_commas_semicolons_tabs_and_headings_of_both_languages(data: str) -> None:
    ran = entries(data, "--json")
    assert ran.code == 0
    assert [pair["players"] for pair in ran.document["pairs"]] == [["Ana", "Bia"], ["Caio", "Davi"]]
    assert [pair["id"] for pair in ran.document["pairs"]] == ["Ana e Bia", "Caio e Davi"]


def test_accents_of_older_spreadsheets_are_read() -> None:
    data = "Dupla;Jogador 1;Jogador 2;Delegação\nOs Leões;João;Zé;São Paulo\n"
    for encoding in ("utf-8", "cp1252"):
        [pair] = entries(data.encode(encoding), "--json").document["pairs"]
        assert (pair["id"], pair["players"], pair["delegation"]) == ("Os Leões", ["João", "Zé"], "São Paulo")


def test_a_workbook_is_read_like_a_text() -> None:
    book = Workbook()
    book.active.append(["Jogador 1", "Jogador 2", "Delegação"])
    book.active.append(["Ana", "Bia", 7.0])
    book.active.append([None, None, None])
    data = io.BytesIO()
    book.save(data)
    [pair] = entries(data.getvalue(), "--json").document["pairs"]
    assert (pair["players"], pair["delegation"]) == (["Ana", "Bia"], "7")


def test_af_2_a_delegation_enters_two_starters_and_two_substitutes() -> None:
    heading = "delegação,titular 1,titular 2,suplente 1,suplente 2\n"
    ran = entries(heading + "SP,Ana,Bia,Caio,Davi\n", "--json", regulation=AF)
    assert ran.document["pairs"] == [
        {"id": "SP", "players": ["Ana", "Bia"], "substitutes": ["Caio", "Davi"], "delegation": "SP"}
    ]


# --- what is wrong ------------------------------------------------------------------------------------------------


def test_every_row_says_what_is_wrong_with_it() -> None:
    data = "player 1,player 2\nAna,Bia\n,Caio\nDavi,davi\nEva,ANA \nGil,Hugo\n"
    assert problems(data) == [
        (3, "Player 1 is missing."),
        (4, "davi is in the row twice."),
        (5, "ANA is in pair Ana e Bia already."),
    ]


def test_a_pair_of_the_same_name_is_refused() -> None:
    assert problems("pair,player 1,player 2\nX,A,B\nx,C,D\n") == [(3, "There is a pair called x already.")]


def test_af_1_every_pair_represents_a_delegation() -> None:
    ran = entries("player 1,player 2\nA,B\n", "--json", regulation=AF)
    [problem] = ran.document["problems"]
    assert (problem["row"], problem["rule"], problem["article"]) == (2, "delegations.represented", "1")


def test_af_2_a_delegation_enters_once() -> None:
    data = "delegation,pair,player 1,player 2\nSP,I,A,B\nSP,II,C,D\n"
    ran = entries(data, "--json", regulation=AF)
    assert [(one["row"], one["article"]) for one in ran.document["problems"]] == [(3, "2")]


def test_a_pair_without_delegation_has_no_substitutes() -> None:
    assert [row for row, _ in problems("player 1,player 2,player 3\nA,B,C\n")] == [2]


def test_tm_2_1_more_than_sixteen_pairs_are_too_many() -> None:
    rows = "".join(f"a{number},b{number}\n" for number in range(17))
    ran = entries("player 1,player 2\n" + rows, "--json")
    [problem] = ran.document["problems"]
    assert (problem["row"], problem["rule"], problem["article"]) == (None, "selection.pairs", "2.1")


@pytest.mark.parametrize("name", ["x" * 81, "a\x07b", "a\u202eb"])
def test_names_that_cannot_be_printed_are_refused(name: str) -> None:
    assert [row for row, _ in problems(f"player 1,player 2\n{name},B\n")] == [2]


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\x00\x01",
        b"name,other\nA,B\n",
        b"PK\x03\x04broken",
        b'player 1,player 2\n"A,B\n',
        b"{}",
        b'{"format": 1}',
        b"player 1,player 2\n",
        b"player 1,player 2\n,\n\n",
        b'{"format": "carteado-entries/1", "regulation": "truco-masters-2025", "pairs": []}',
        b"player 1,player 2,nome 1\nA,B,C\n",
    ],
)
def test_what_is_no_list_is_bad_input(data: bytes) -> None:
    for lang in ("pt", "en"):
        ran = entries(data, lang=lang)
        assert (ran.code, ran.out) == (2, "")


@pytest.mark.parametrize(("heading", "missing"), [("player 1,name", "player 2"), ("atleta 2,nome", "player 1")])
def test_the_column_that_is_missing_is_named(heading: str, missing: str) -> None:
    message = entries(f"{heading}\nA,B\n", "--json").error["message"]
    assert f"“{missing}”" in message
    assert "first sheet" in message


def test_two_columns_that_mean_the_same_are_named() -> None:
    message = entries("jogador 1,jogador 2,Nome 1\nA,B,C\n", "--json").error["message"]
    assert "'jogador 1'" in message
    assert "'Nome 1'" in message


def test_a_row_longer_than_the_heading() -> None:
    data = "player 1,player 2,\nAna,Bia\nSilva, João,Caio\nDavi,Eva,,\n"
    [(row, message)] = problems(data)
    assert row == 3
    assert "'Caio' is beyond the last column with a name (2)" in message


@pytest.mark.parametrize("cell", ["=A1", " =SOMA(1;2)", '=HYPERLINK("x")'])
def test_a_formula_in_a_text_is_no_name(cell: str) -> None:
    quoted = cell.replace('"', '""')
    [(row, message)] = problems(f'player 1,player 2\n"{quoted}",B\n')
    assert (row, message.endswith("is a formula; write the name itself.")) == (2, True)


@pytest.mark.parametrize(
    ("cell", "said"),
    [
        ("=B2", "'=B2' is a formula; write the name itself."),
        (7, "'7' is not a name."),
        (1.5, "'1.5' is not a name."),
        (date(2026, 1, 10), "'2026-01-10 00:00:00' is not a name."),
        (True, "'True' is not a name."),
        ("123", "'123' is not a name."),
        ("#N/A", "'#N/A' is not a name."),
    ],
)
def test_what_a_workbook_holds_instead_of_a_name(cell: object, said: str) -> None:
    book = Workbook()
    for row in (["player 1", "player 2"], ["Ana", "Bia"], [cell, "Caio"]):
        book.active.append(row)
    book.create_sheet("another").append(["not read"])
    data = io.BytesIO()
    book.save(data)
    assert problems(data.getvalue()) == [(3, said)]


def test_a_sheet_that_unpacks_to_too_much_is_not_unpacked() -> None:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as parts:
        parts.writestr("xl/worksheets/sheet1.xml", b"0" * (65 * 1024 * 1024))
    with pytest.raises(InputError, match="sheet_too_large"):
        read_cells(data.getvalue())


@given(st.data())
def test_a_workbook_that_was_spoilt_is_bad_input_or_read(data: st.DataObject) -> None:
    """Whatever byte of whatever part is changed."""
    whole = xlsx_of([SheetTable("t", ("player 1", "player 2"), (("Ana", "Bia"),))])
    spoilt = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(whole)) as old, zipfile.ZipFile(spoilt, "w") as new:
        chosen = data.draw(st.sampled_from(old.namelist()))
        for name in old.namelist():
            content = bytearray(old.read(name))
            if name == chosen:
                content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
            new.writestr(name, bytes(content))
    with suppress(InputError):
        assert all(isinstance(cell.text, str) for row in read_cells(spoilt.getvalue()) for cell in row)


def test_too_many_rows_are_refused() -> None:
    with pytest.raises(InputError, match="sheet_too_large"):
        read_cells(b"a,b\n" * (MOST_ROWS + 1))


# --- what is written ----------------------------------------------------------------------------------------------


def test_the_list_is_written_only_when_nothing_is_wrong(tmp_path: Path) -> None:
    out = tmp_path / "entries.json"
    good, bad = "player 1,player 2\nA,B\nC,D\n", "player 1,player 2\nA,B\nA,D\n"
    assert entries(bad, "--out", str(out)).code == 1
    assert entries(good, "--out", str(out), "--dry-run").code == 0
    assert not out.exists()
    ran = entries(good, "--out", str(out), "--json")
    assert (ran.code, ran.document["written"]) == (0, str(out))
    assert json.loads(out.read_text("utf-8"))["format"] == "carteado-entries/1"


def test_a_list_is_not_written_over_another_file(tmp_path: Path) -> None:
    out = tmp_path / "entries.json"
    out.write_text("mine")
    ran = entries("player 1,player 2\nA,B\n", "--out", str(out), "--json")
    assert (ran.error["where"], out.read_text()) == ("--out", "mine")


def simulated(*options: str) -> Ran:
    """A championship of Tranca so short that bots end it by chance."""
    short = ("--set", "match.target=200", "--set", "match.final_target=200", "--bots", "random")
    return carteado("tournament", "simulate", *options, *short, "--json")


def test_a_list_brings_its_regulation_with_it(tmp_path: Path) -> None:
    out = tmp_path / "entries.json"
    data = "delegation,player 1,player 2,player 3,player 4\nSP,A,B,C,D\nRJ,E,F,G,H\n"
    assert entries(data, "--out", str(out), regulation=AF).code == 0
    assert simulated("--entries", str(out)).document["regulation"] == AF
    assert simulated("--entries", str(out), "--regulation", AF).document["regulation"] == AF
    other = carteado("tournament", "simulate", "--entries", str(out), "--regulation", TM, "--json").error
    assert (other["where"], AF in other["message"]) == ("--regulation", True)
    assert carteado("tournament", "entries", str(out), "--json").document["regulation"] == AF
    assert carteado("tournament", "entries", str(out), "--regulation", TM).code == 2


def test_a_list_has_as_many_pairs_as_are_asked_for(tmp_path: Path) -> None:
    out = tmp_path / "entries.json"
    assert entries("player 1,player 2\nA,B\nC,D\n", "--out", str(out)).code == 0
    asked = ("tournament", "simulate", "--entries", str(out), "--bots", "random", "--json", "--pairs")
    assert carteado(*asked, "2").code == 0
    error = carteado(*asked, "3").error
    assert (error["where"], "2 pairs, not 3" in error["message"]) == ("--pairs", True)


def test_who_plays_is_told_where_the_name_of_a_pair_does_not(tmp_path: Path) -> None:
    data = tmp_path / "entries.csv"
    data.write_text("pair,player 1,player 2\nLeões,Ana,Bia\nTigres,Caio,Davi\n", "utf-8")
    out = tmp_path / "out"
    options = ("--entries", str(data), "--bots", "random", "--out", str(out))
    assert carteado("tournament", "simulate", *options).code == 0
    players = {"Leões": "Ana e Bia", "Tigres": "Caio e Davi"}
    heading, *rows = csv.reader(io.StringIO((out / "standings.csv").read_text("utf-8-sig")))
    assert heading[:3] == ["Rank", "Pair", "Players"]
    assert {row[1]: row[2] for row in rows} == players
    [match] = csv.DictReader(io.StringIO((out / "matches.csv").read_text("utf-8-sig")))
    assert {match[f"Pair {side}"]: match[f"Players {side}"] for side in (1, 2)} == players
    sheet = load_workbook(out / "standings.xlsx")["Standings"]
    assert {row[1]: row[2] for row in sheet.iter_rows(min_row=2, values_only=True)} == players


def test_a_championship_is_simulated_with_the_pairs_of_a_list(tmp_path: Path) -> None:
    out = tmp_path / "entries.json"
    assert entries("player 1,player 2\nAda,Bel\nCid,Dag\nEli,Fia\n", "--out", str(out)).code == 0
    ran = carteado("tournament", "simulate", "--entries", str(out), "--bots", "random", "--json")
    assert {one["pair"] for one in ran.document["placings"]} == {"Ada e Bel", "Cid e Dag", "Eli e Fia"}
    wrong = carteado("tournament", "simulate", "--entries", "-", stdin="player 1,player 2\nA,A\nC,D\n")
    assert wrong.code == 2


@pytest.mark.parametrize("text", ["=1+1", "+A1", "-A1", "@SUM(A1)", "\t=1", "=cmd|' /C calc'!A0"])
def test_no_cell_is_a_formula(text: str) -> None:
    table = SheetTable("a/b", ("name", "points"), ((text, -5),))
    written = list(csv.reader(io.StringIO(csv_of(table))))[1]
    assert written[0][0] not in "=+-@\t\r"
    assert written[1] == "-5"
    cell = load_workbook(io.BytesIO(xlsx_of([table]))).active["A2"]
    assert (cell.data_type, str(cell.value).strip()) == ("s", text.strip())


SPLIT = ("x;=3+3", "Ana,=1+1", 'a;"=3+3"', "a; '@x", "x;;-A1", "a\t=1", "a\r\n+A1", ",=,=", "'=1", "=cmd|' /C calc'!A0")


@pytest.mark.parametrize("language", ["pt", "en"])
@pytest.mark.parametrize("text", SPLIT)
def test_no_part_of_a_cell_is_a_formula_to_a_spreadsheet_in_another_language(text: str, language: str) -> None:
    """Which parts the line at its own separator, and may think nothing of quotes."""
    table = SheetTable("t", ("name, or nickname", "points; all"), (("Bia", text),))
    written = csv_of(table, language)
    assert all(line.startswith('"') and line.endswith('"') for line in written.splitlines())
    for separator in ",;\t":
        for cell in written.replace("\r\n", separator).split(separator):
            assert cell.lstrip(' "')[:1] not in tuple("=+-@|%"), cell
    [_heading, read] = read_cells(written.encode())
    assert [(cell.text, cell.content) for cell in read] == [
        ("Bia", CellContent.TEXT),
        (text.replace("\t", " ").replace("\r\n", "  "), CellContent.TEXT),
    ]


@settings(max_examples=50)
@given(st.text(alphabet="a1 ,;'\"=+-@|%", max_size=8), st.sampled_from(["pt", "en"]))
def test_whatever_was_marked_is_read_as_it_was(text: str, language: str) -> None:
    written = csv_of(SheetTable("t", ("one", "two"), ((text, "x"),)), language)
    assert read_cells(written.encode())[1][0].text == text.strip()


@settings(max_examples=25)
@given(st.lists(st.tuples(st.text(min_size=1, max_size=20), st.text(min_size=1, max_size=20)), max_size=5))
def test_what_is_written_is_read_again(rows: list[tuple[str, str]]) -> None:
    """But for spaces around a text and what no sheet can hold."""
    kept = [row for row in rows if all(text.isprintable() and text.strip("' =+-@|%") == text != "" for text in row)]
    table = SheetTable("t", ("one", "two"), tuple(kept))
    expected = [["one", "two"], *map(list, kept)]
    for data in (csv_of(table).encode(), xlsx_of([table])):
        assert [[cell.text for cell in row] for row in read_cells(data)] == expected
        assert {cell.content for row in read_cells(data) for cell in row} == {CellContent.TEXT}

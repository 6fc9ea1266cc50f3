"""Entries from spreadsheets: what is read, what is wrong with which row, and that no spreadsheet runs anything."""

import csv
import io
import json
import zipfile
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl import Workbook, load_workbook

from carteado.cli.sheets_io import MOST_ROWS, SheetTable, csv_of, read_rows, xlsx_of
from carteado.record import InputError
from tests.cli.running import Ran, carteado

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
    ],
)
def test_what_is_no_list_is_bad_input(data: bytes) -> None:
    for lang in ("pt", "en"):
        ran = entries(data, lang=lang)
        assert (ran.code, ran.out) == (2, "")


def test_a_sheet_that_unpacks_to_too_much_is_not_unpacked() -> None:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as parts:
        parts.writestr("xl/worksheets/sheet1.xml", b"0" * (65 * 1024 * 1024))
    with pytest.raises(InputError, match="sheet_too_large"):
        read_rows(data.getvalue())


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
        assert all(isinstance(cell, str) for row in read_rows(spoilt.getvalue()) for cell in row)


def test_too_many_rows_are_refused() -> None:
    with pytest.raises(InputError, match="sheet_too_large"):
        read_rows(b"a,b\n" * (MOST_ROWS + 1))


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


@settings(max_examples=25)
@given(st.lists(st.tuples(st.text(min_size=1, max_size=20), st.text(min_size=1, max_size=20)), max_size=5))
def test_what_is_written_is_read_again(rows: list[tuple[str, str]]) -> None:
    """But for spaces around a text and what no sheet can hold."""
    kept = [row for row in rows if all(text.isprintable() and text.strip("' =+-@|%") == text != "" for text in row)]
    table = SheetTable("t", ("one", "two"), tuple(kept))
    expected = [["one", "two"], *map(list, kept)]
    assert read_rows(csv_of(table).encode()) == expected
    assert read_rows(xlsx_of([table])) == expected

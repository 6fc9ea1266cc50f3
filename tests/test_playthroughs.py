"""The golden playthroughs: what the engines make of a few short records, act by act, has not changed unnoticed."""

import difflib
from itertools import islice
from pathlib import Path

import pytest

from tools import playthroughs

RECORDS = playthroughs.records()
LARGEST = 60_000
LINES_SHOWN = 80
IF_MEANT = "If this is meant, write the texts again with python -m tools.playthroughs and read their diff."


@pytest.mark.parametrize("record", RECORDS, ids=[record.stem for record in RECORDS])
def test_a_playthrough_is_as_it_was(record: Path) -> None:
    kept = playthroughs.text_of(record)
    before, after = kept.read_text("utf-8"), playthroughs.playthrough(record)
    if before != after:
        diff = difflib.unified_diff(before.splitlines(), after.splitlines(), kept.name, "now", lineterm="", n=8)
        pytest.fail("\n".join([*islice(diff, LINES_SHOWN), "", IF_MEANT]), pytrace=False)


def test_every_text_has_its_record_and_is_short_enough_to_read() -> None:
    texts = sorted(playthroughs.FOLDER.glob("*.txt"))
    assert texts == [playthroughs.text_of(record) for record in RECORDS]
    assert {text.name for text in texts if text.stat().st_size > LARGEST} == set()


def test_the_check_exits_1_when_a_text_differs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(playthroughs, "FOLDER", tmp_path)
    record = tmp_path / RECORDS[0].name
    record.write_bytes(RECORDS[0].read_bytes())
    assert playthroughs.main(["--check"]) == 1
    assert not playthroughs.text_of(record).exists()
    assert playthroughs.main([]) == 0
    assert playthroughs.main(["--check"]) == 0
    playthroughs.text_of(record).write_text("something else", "utf-8")
    assert playthroughs.main(["--check"]) == 1
    assert capsys.readouterr().err.splitlines()[-1] == f"{record.stem}.txt differs"

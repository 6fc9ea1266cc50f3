"""Reading, writing, replaying and verifying records and score sheets. Bad input raises ``InputError``, a ValueError."""

from carteado.record.errors import InputError, RuleBroken
from carteado.record.games import FINAL, Engine, engine_for
from carteado.record.layout import layout
from carteado.record.notation import read_act, write_act
from carteado.record.reading import Node, parse_json
from carteado.record.record import (
    FORMAT,
    NEUTRAL,
    Record,
    RecordedAct,
    RecordedHand,
    read_record,
    record_of,
    write_record,
)
from carteado.record.replay import (
    HandReport,
    Line,
    Mismatch,
    Moment,
    Report,
    hand_report,
    matches_between_hands,
    moments,
    moments_of,
    replay,
)
from carteado.record.sequential import Question, Table
from carteado.record.sheets import Sheet, SheetGame, SheetWarning, read_sheet, sheet_game
from carteado.record.verification import DealCheck, Verdict, verify_deals

__all__ = [
    "FINAL",
    "FORMAT",
    "NEUTRAL",
    "DealCheck",
    "Engine",
    "HandReport",
    "InputError",
    "Line",
    "Mismatch",
    "Moment",
    "Node",
    "Question",
    "Record",
    "RecordedAct",
    "RecordedHand",
    "Report",
    "RuleBroken",
    "Sheet",
    "SheetGame",
    "SheetWarning",
    "Table",
    "Verdict",
    "engine_for",
    "hand_report",
    "layout",
    "matches_between_hands",
    "moments",
    "moments_of",
    "parse_json",
    "read_act",
    "read_record",
    "read_sheet",
    "record_of",
    "replay",
    "sheet_game",
    "verify_deals",
    "write_act",
    "write_record",
]

"""Score sheets: hands played with real cards, counted by the engine's own rules."""

from typing import NamedTuple

from carteado import truco
from carteado.record.errors import InputError, RuleBroken
from carteado.record.reading import Node, parse_json
from carteado.record.record import read_about, read_regulation, read_target
from carteado.record.replay import HandReport, Report, hand_report
from carteado.regulation import Refusal, Regulation, TrucoRules, refuse

_SHEET_KEYS = frozenset(
    {
        "regulation",
        "overrides",
        "seats",
        "target",
        "table",
        "match",
        "event",
        "phase",
        "date",
        "notes",
        "hands",
    }
)
_TRUCO_HAND_KEYS = frozenset({"winner", "value", "refused"})


class Warned(NamedTuple):
    """Something on a sheet that cannot have happened at the table."""

    hand: int
    doubt: Refusal


class Sheet(NamedTuple):
    report: Report
    warnings: tuple[Warned, ...]


def read_sheet(data: bytes | str) -> Sheet:
    """The score sheet in a text of JSON, counted; an InputError where it cannot be."""
    root = Node(parse_json(data)).mapping(known=_SHEET_KEYS)
    regulation = read_regulation(root)
    read_about(root)
    root.optional("seats", lambda seats: [seat.name() for seat in seats.elements()])
    if isinstance(regulation.rules, TrucoRules):
        return _truco_sheet(root, regulation, regulation.rules)
    raise InputError("not_yet", regulation=regulation.id)


def _truco_sheet(root: Node, regulation: Regulation, rules: TrucoRules) -> Sheet:
    match = truco.start(rules, target=read_target(root, regulation))
    hands: list[HandReport] = []
    warnings: list[Warned] = []
    for number, node in enumerate(root["hands"].elements()):
        noted = _read_noted(Node(node.value, node.path, number))
        if match.winner is not None:
            over = refuse("match.end", "match_over")
            raise RuleBroken(over, regulation, hand=number, where=node.path)
        warnings += (Warned(number, doubt) for doubt in truco.doubts(match, noted))
        match, events = truco.note(match, noted)
        hands.append(hand_report(regulation, dealer=None, winner=noted.winner, score=match.score, events=events))
    report = Report(regulation=regulation, winner=match.winner, score=match.score, hands=tuple(hands))
    return Sheet(report, tuple(warnings))


def _read_noted(node: Node) -> truco.Noted:
    node.mapping(known=_TRUCO_HAND_KEYS)
    refused = node.optional("refused", Node.boolean) or False
    return truco.Noted(node["winner"].pair(), node["value"].positive(), refused)

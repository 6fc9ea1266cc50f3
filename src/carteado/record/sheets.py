"""Score sheets: hands played with real cards, counted by the engines' own rules."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from carteado import melds, truco
from carteado.record.errors import RuleBroken
from carteado.record.games import engine_for
from carteado.record.reading import Node, parse_json
from carteado.record.record import read_about, read_regulation, read_target
from carteado.record.replay import HandReport, Report, hand_report
from carteado.regulation import MeldsRules, Refusal, Regulation, TrucoRules, forbidden_by

_SHEET_KEYS = frozenset(
    {"regulation", "overrides", "seats", "target", "table", "match", "event", "phase", "date", "notes", "hands"}
)
_TRUCO_HAND_KEYS = frozenset({"winner", "value", "refused"})
_MELDS_HAND_KEYS = frozenset({"went_out", "pairs"})
_COUNTS = ("clean", "dirty", "red_threes", "red_threes_in_hand", "black_threes_in_hand")
_MELDS_PAIR_KEYS = frozenset({*_COUNTS, "melded", "in_hand", "morto"})


class SheetWarning(NamedTuple):
    """A line of a sheet that cannot have happened at the table."""

    hand: int
    doubt: Refusal


class Sheet(NamedTuple):
    report: Report
    warnings: tuple[SheetWarning, ...]


class SheetGame(NamedTuple):
    """The functions of one game for a line of its sheet: read it, check it, count it, and name the winner of the hand.

    ``write`` gives the line of the hand that a match has just played, if it has one.
    """

    read: Callable[[Node], Any]
    write: Callable[[Any], dict[str, Any] | None]
    doubts: Callable[[Any, Any], Iterable[Refusal]]
    count_line: Callable[[Any, Any], tuple[Any, tuple[Any, ...]]]
    winner: Callable[[Any], int | None]


def read_sheet(data: bytes | str) -> Sheet:
    """Read a score sheet from JSON text and count it. Raises InputError if that is impossible."""
    root = Node(parse_json(data)).mapping(known_keys=_SHEET_KEYS)
    regulation = read_regulation(root)
    about = read_about(root)
    root.optional("seats", lambda seats: [seat.name() for seat in seats.elements()])
    phase = str(about["phase"]) if "phase" in about else None
    return _counted(root, regulation, sheet_game(regulation.rules), phase)


def sheet_game(rules: TrucoRules | MeldsRules) -> SheetGame:
    """The sheet functions of the game of these rules."""
    if isinstance(rules, TrucoRules):
        return SheetGame(
            _read_truco_hand, _write_truco_hand, truco.doubts, truco.count_sheet_line, lambda line: int(line.winner)
        )
    return SheetGame(
        lambda node: _read_melds_hand(node, rules),
        _write_melds_hand,
        melds.doubts,
        melds.count_sheet_line,
        _pair_that_went_out,
    )


def _counted(root: Node, regulation: Regulation, game: SheetGame, phase: str | None) -> Sheet:
    engine = engine_for(regulation)
    target = read_target(root, regulation) or engine.target(phase)
    match = engine.start(players=4, first_dealer=0, target=target)
    hands: list[HandReport] = []
    warnings: list[SheetWarning] = []
    for number, node in enumerate(root["hands"].elements()):
        line = game.read(Node(node.value, node.path, number))
        if match.winner is not None:
            raise RuleBroken(
                forbidden_by(_END_KEY[type(regulation.rules)], "match_over"), regulation, hand=number, where=node.path
            )
        warnings += (SheetWarning(number, doubt) for doubt in game.doubts(match, line))
        match, events = game.count_line(match, line)
        winner = game.winner(line)
        hands.append(hand_report(regulation, dealer=None, winner=winner, score=match.score, events=events))
    report = Report(regulation=regulation, winner=match.winner, score=match.score, hands=tuple(hands))
    return Sheet(report, tuple(warnings))


_END_KEY: dict[type, str] = {TrucoRules: "match.end", MeldsRules: "match.over"}


# --- truco --------------------------------------------------------------------------------------------------------


def _read_truco_hand(node: Node) -> truco.SheetLine:
    node.mapping(known_keys=_TRUCO_HAND_KEYS)
    refused = node.optional("refused", Node.boolean) or False
    return truco.SheetLine(node["winner"].pair(), node["value"].positive(), refused)


def _write_truco_hand(match: truco.Match) -> dict[str, Any] | None:
    line = truco.sheet_line(match)
    if line is None:
        return None
    return {"winner": line.winner, "value": line.value, **({"refused": True} if line.refused else {})}


# --- tranca and canastra ------------------------------------------------------------------------------------------


def _read_melds_hand(node: Node, rules: MeldsRules) -> tuple[melds.Tally, melds.Tally]:
    node.mapping(known_keys=_MELDS_HAND_KEYS)
    went_out = node.optional("went_out", Node.pair)
    pairs = node["pairs"].elements()
    if len(pairs) != 2:
        raise node["pairs"].expected("two_pairs")
    first, second = (_read_tally(one, rules, went_out == pair) for pair, one in enumerate(pairs))
    return first, second


def _read_tally(node: Node, rules: MeldsRules, went_out: bool) -> melds.Tally:
    node.mapping(known_keys=_MELDS_PAIR_KEYS)
    counts: dict[str, Any] = {name: node.optional(name, Node.count) or 0 for name in _COUNTS}
    tally = melds.Tally(
        went_out=went_out,
        melded=_read_cards(node, "melded", rules),
        in_hand=_read_cards(node, "in_hand", rules),
        morto=melds.MortoState.NOT_TAKEN,
        **counts,
    )
    return melds.with_morto(tally, node.optional("morto", _read_morto) or tally.morto)


def _read_morto(node: Node) -> str:
    """The state of the morto, under any rules: those of a match may change after a hand was noted."""
    states = [*map(str, melds.MortoState), melds.CONVERTED]
    if node.value not in states:
        raise node.wrong("not_one_of", value=node.value, choices=states)
    return node.text()


def _read_cards(node: Node, name: str, rules: MeldsRules) -> Mapping[str, int]:
    """Read a number if all cards are worth the same, otherwise a number for each row of the table of values."""
    spans = list(rules.scoring.card_values)
    if not node.has(name):
        return dict.fromkeys(spans, 0)
    if len(spans) == 1:
        return {spans[0]: node[name].count()}
    table = node[name].mapping(known_keys=frozenset(spans))
    return {span: table.optional(span, Node.count) or 0 for span in spans}


def _write_melds_hand(match: melds.Match) -> dict[str, Any] | None:
    tallies = melds.sheet_line(match)
    if tallies is None:
        return None
    return {"went_out": _pair_that_went_out(tallies), "pairs": [_write_tally(match.rules, tally) for tally in tallies]}


def _write_tally(rules: MeldsRules, tally: melds.Tally) -> dict[str, Any]:
    counts = {name: getattr(tally, name) for name in _COUNTS}
    cards = {"melded": _write_cards(tally.melded), "in_hand": _write_cards(tally.in_hand)}
    return {**counts, **cards, "morto": melds.morto_on_sheet(rules, tally)}


def _write_cards(counts: Mapping[str, int]) -> int | dict[str, int]:
    return dict(counts) if len(counts) > 1 else sum(counts.values())


def _pair_that_went_out(tallies: tuple[melds.Tally, melds.Tally]) -> int | None:
    return next((pair for pair, tally in enumerate(tallies) if tally.went_out), None)

"""The file of results that ``carteado standings`` and ``carteado advance`` read. Nothing in it is trusted."""

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from carteado.record import Node, engine_for, parse_json
from carteado.record.errors import quoted
from carteado.record.record import read_regulation
from carteado.regulation import Regulation
from carteado.tournament.formats.stages import FINAL, GROUP, QUALIFYING, SWISS, THIRD_PLACE, phase_of
from carteado.tournament.outcomes import Outcome, PairId
from carteado.tournament.ranking.standings import places_in

_FILE_KEYS = frozenset({"regulation", "overrides", "pairs", "matches", "lots"})
_MATCH_KEYS = frozenset({"phase", "round", "pairs", "points", "winner", "wo"})
_PHASES = (QUALIFYING, GROUP, SWISS, phase_of(8), phase_of(4), THIRD_PLACE, FINAL)
_ROUND_OF = re.compile(r"round-of-([1-9][0-9]{0,5})")


@dataclass(frozen=True, slots=True, kw_only=True)
class Results:
    """The pairs of an event, the matches played, and the lots drawn."""

    regulation: Regulation
    pairs: tuple[PairId, ...]
    outcomes: tuple[Outcome, ...]
    lots: tuple[PairId, ...] = ()


class _Match(NamedTuple):
    """A match and its position in the file."""

    node: Node
    outcome: Outcome


def read_results(data: bytes | str) -> Results:
    """Read results from JSON text. Raises InputError, which says what is wrong and where."""
    root = Node(parse_json(data)).mapping(known_keys=_FILE_KEYS)
    regulation = read_regulation(root)
    pairs = _read_pairs(root["pairs"])
    if not pairs:
        raise root["pairs"].wrong("no_pairs")
    known = frozenset(pairs)
    matches = [_Match(node, _read_match(node, regulation, known)) for node in root["matches"].elements()]
    _check_rounds(matches)
    _check_phases(matches)
    lots = root.optional("lots", lambda node: _read_lots(node, known)) or ()
    return Results(regulation=regulation, pairs=pairs, outcomes=tuple(match.outcome for match in matches), lots=lots)


def _read_pairs(node: Node) -> tuple[PairId, ...]:
    pairs: dict[PairId, None] = {}
    for one in node.elements():
        if one.name() in pairs:
            raise one.wrong("pair_twice", pair=quoted(one.value))
        pairs[one.value] = None
    return tuple(pairs)


def _read_lots(node: Node, known: frozenset[PairId]) -> tuple[PairId, ...]:
    lots = _read_pairs(node)
    for one in node.elements():
        _read_pair(one, known)
    return lots


def _read_pair(node: Node, known: frozenset[PairId]) -> PairId:
    if node.name() not in known:
        raise node.wrong("unknown_pair", value=quoted(node.value))
    return node.name()


def _read_match(node: Node, regulation: Regulation, known: frozenset[PairId]) -> Outcome:
    node.mapping(known_keys=_MATCH_KEYS)
    phase = _read_phase(node["phase"])
    number = node["round"].positive()
    pairs = _read_two(node["pairs"], known)
    if node.optional("wo", Node.boolean):
        return _walkover(node, regulation, phase, number, pairs)
    if node["winner"].value is None:
        raise node["winner"].wrong("winner_needed")
    points = node["points"].two_scores()
    winner = _read_winner(node["winner"], pairs)
    scored, conceded = (points[pairs.index(winner)], points[1 - pairs.index(winner)])
    if scored < conceded:
        loser = pairs[1 - pairs.index(winner)]
        raise node["winner"].wrong("winner_scored_less", winner=quoted(winner), loser=quoted(loser))
    return Outcome(phase, number, pairs, points, winner)


def _walkover(node: Node, regulation: Regulation, phase: str, number: int, pairs: tuple[PairId, PairId]) -> Outcome:
    """A W.O. counts as the target of the match to zero, and a double one as zero to zero, whatever the file says.

    Key: walkover.score.
    """
    node.optional("points", Node.two_scores)
    winner = None if node["winner"].value is None else _read_winner(node["winner"], pairs)
    target = engine_for(regulation).target(phase)
    first, second = (target if pair == winner else 0 for pair in pairs)
    return Outcome(phase, number, pairs, (first, second), winner, True, frozenset(pairs) - {winner})


def _read_phase(node: Node) -> str:
    """A phase by its usual name: the round of eight is the quarter-final."""
    name = node.text()
    found = _ROUND_OF.fullmatch(name)
    if found and int(found[1]) >= 2:
        return phase_of(int(found[1]))
    if name not in _PHASES:
        raise node.wrong("unknown_phase", value=quoted(name), choices=[*map(quoted, _PHASES), "'round-of-N'"])
    return name


def _read_two(node: Node, known: frozenset[PairId]) -> tuple[PairId, PairId]:
    pairs = [_read_pair(one, known) for one in node.elements()]
    if len(pairs) != 2:
        raise node.expected("two_pair_ids")
    if pairs[0] == pairs[1]:
        raise node.wrong("against_itself", pair=quoted(pairs[0]))
    return pairs[0], pairs[1]


def _read_winner(node: Node, pairs: tuple[PairId, PairId]) -> PairId:
    if node.text() not in pairs:
        raise node.wrong("winner_not_in_match", value=quoted(node.value))
    return node.text()


def _check_rounds(matches: Iterable[_Match]) -> None:
    """A pair plays once in a round of a phase; a series is played in several rounds."""
    playing: set[tuple[str, int, PairId]] = set()
    for node, outcome in matches:
        for pair in outcome.pairs:
            if (outcome.phase, outcome.round, pair) in playing:
                raise node.wrong("plays_twice_in_round", pair=quoted(pair))
            playing.add((outcome.phase, outcome.round, pair))


def _check_phases(matches: Iterable[_Match]) -> None:
    """A phase has no more pairs than its name allows."""
    playing: defaultdict[str, set[PairId]] = defaultdict(set)
    for node, outcome in matches:
        playing[outcome.phase].update(outcome.pairs)
        places = places_in(outcome.phase)
        if places is not None and len(playing[outcome.phase]) > places:
            raise node["phase"].wrong("too_many_in_phase", phase=outcome.phase, places=places)

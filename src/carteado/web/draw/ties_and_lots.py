"""Ties that need lots, and pairs that lost but come back into the event: what was compared, by which article, and with
which result."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from carteado.regulation import Regulation
from carteado.regulation.event_rules import Criterion
from carteado.tournament.outcomes import PairId
from carteado.tournament.ranking.advancing import lucky_criteria
from carteado.tournament.ranking.criteria import CRITERIA, Ledger, Reason, ledger_of, name_compared
from carteado.tournament.ranking.standings import SEMI_FINAL, THIRD_BY_POINTS, directives_of, standings
from carteado.tournament.running.draws import lots_name
from carteado.tournament.state.bracket import Bracket, ComeBack
from carteado.tournament.state.championship import Championship
from carteado.web.draw.draw_boxes import Names
from carteado.web.draw.draw_names import TiePlace, tie_place_of, tie_places, title_of_tie_place
from carteado.web.events.details_in_words import rule_in_words
from carteado.web.kit.words.catalogue import words


class Compared(NamedTuple):
    """A pair and its value for each criterion of the tie, in the same order."""

    name: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tie:
    """Pairs that only lots can separate. ``where`` is the name of the place of the tie, ``draw`` the name of its lots.

    ``criteria`` are those that left the pairs equal. ``rule`` is the sentence of the rule that lists them, or the last
    of them, ``key`` is its key; both are "" if the regulation has none.
    """

    where: str
    title: str
    draw: str
    criteria: tuple[str, ...]
    pairs: tuple[Compared, ...]
    rule: str
    key: str


class PairWithReason(NamedTuple):
    """A pair, with the reason why it goes on or has its place. ``key`` is the rule to cite, "" without one."""

    name: str
    why: str
    key: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """The result of a tie: the order of a table, or the pairs that come back after a phase. ``title`` names it."""

    title: str
    rows: tuple[PairWithReason, ...]


# --- before lots --------------------------------------------------------------------------------------------------


def ties(championship: Championship, names: Names) -> list[Tie]:
    """Every tie that needs lots now."""
    found = {one.name: one for one in tie_places(championship)}
    pairs_by_place = championship.bracket.lots_needed()
    return [_tie(championship, found[name], pairs, names) for name, pairs in pairs_by_place.items() if name in found]


def _tie(championship: Championship, where: TiePlace, pairs: Sequence[PairId], names: Names) -> Tie:
    criteria, key = _criteria(championship, where, len(pairs))
    ledger = _ledger(championship.bracket, where, pairs)
    counted = {one: CRITERIA[one].counted(ledger, pairs) for one in criteria}
    compared = [
        Compared(names.get(pair, pair), tuple(CRITERIA[one].as_text(values[place]) for one, values in counted.items()))
        for place, pair in enumerate(pairs)
    ]
    regulation = championship.regulation
    return Tie(
        where=where.name,
        title=title_of_tie_place(where),
        draw=lots_name(championship, where.name),
        criteria=tuple(words().in_words(f"by_{name_compared(one, ledger, pairs)}") for one in criteria),
        pairs=tuple(compared),
        rule=rule_in_words(regulation, key) if key in regulation.citations else "",
        key=key if key in regulation.citations else "",
    )


def _criteria(championship: Championship, where: TiePlace, count: int) -> tuple[list[Criterion], str]:
    """The criteria that left the pairs equal, without lots, and the key of the list that the last one is from."""
    regulation = championship.regulation
    if where.phase is None:
        directives = directives_of(regulation)
        steps = (*directives.ranked_by, *directives.for_tied(count))
    elif where.phase == SEMI_FINAL:  # no pair comes back from there: its losers are compared for the third place
        steps = THIRD_BY_POINTS
    else:
        steps = lucky_criteria(regulation.event.lucky_losers, where.phase)
    return _without_lots(one.criterion for one in steps), steps[-1].key or ""


def _without_lots(criteria: Iterable[Criterion]) -> list[Criterion]:
    return [one for one in dict.fromkeys(criteria) if one is not Criterion.LOTS]


def _ledger(bracket: Bracket, where: TiePlace, pairs: Sequence[PairId]) -> Ledger:
    """The outcomes from which the criteria of a tie are counted."""
    if where.phase is None:
        return ledger_of(pairs, bracket.outcomes(where.stage, where.group))
    until = bracket.outcomes(until=where.phase)
    return ledger_of(pairs, [one for one in until if one.phase == where.phase], qualifying=until)


# --- after lots ---------------------------------------------------------------------------------------------------


def outcome_of(championship: Championship, draw: str, names: Names) -> Outcome | None:
    """The outcome of lots. None if the plan no longer has the place of the tie, or if no pair comes back from it."""
    where = tie_place_of(championship, draw)
    if where is None:
        return None
    if where.phase is not None and where.phase != SEMI_FINAL:
        chosen = championship.bracket.chosen_after(where.stage, where.phase)
        back = ComeBack(where.stage, where.phase, chosen) if chosen else None
        return _who_comes_back(championship, back, names) if back else None
    lots = set(championship.lots.get(where.name, ()))
    rows = [one for one in _table(championship, where) if one[0] in lots]
    return Outcome(title=title_of_tie_place(where), rows=tuple(_explained(championship.regulation, rows, names)))


def lucky_losers(championship: Championship, names: Names) -> list[Outcome]:
    """All pairs that come back after a phase that eliminated them, and have not left since."""
    return [_who_comes_back(championship, one, names) for one in championship.bracket.come_back()]


def _who_comes_back(championship: Championship, back: ComeBack, names: Names) -> Outcome:
    """The pairs that come back after one phase. Key: lucky_losers.places."""
    rows = [(one.pair, one.by) for one in back.lucky]
    title = title_of_tie_place(TiePlace(f"{back.stage}-{back.phase}", back.stage, phase=back.phase))
    return Outcome(title=title, rows=tuple(_explained(championship.regulation, rows, names)))


def _table(championship: Championship, where: TiePlace) -> list[tuple[PairId, Reason]]:
    """The order in which the place of a tie ended, with the reason for each pair's rank."""
    bracket = championship.bracket
    if where.phase is not None:
        return [(one.pair, one.by) for one in bracket.placings()]
    if where.group is not None:
        return [(one.pair, one.by) for one in bracket.ranking(where.stage, where.group)]
    drawn = championship.lots.get(where.name, ())
    placings = standings(championship.regulation, drawn, bracket.outcomes(where.stage), lots=drawn)
    return [(one.pair, one.by) for one in placings]


def _explained(regulation: Regulation, rows: Sequence[tuple[PairId, Reason]], names: Names) -> Iterable[PairWithReason]:
    """The reasons in words, without the article, which the page links to."""
    for pair, reason in rows:
        key = reason.key if reason.key in regulation.citations else None
        sentence = reason._replace(key=None, details=_with_names(reason.details, names)).sentence(regulation, words())
        yield PairWithReason(names.get(pair, pair), sentence, key or "")


def _with_names(details: Mapping[str, object], names: Names) -> dict[str, object]:
    return {name: names.get(value, value) if isinstance(value, str) else value for name, value in details.items()}

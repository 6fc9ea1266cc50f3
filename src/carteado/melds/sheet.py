"""A hand played with real cards, as the table counted it: one tally for each pair."""

from collections import Counter
from collections.abc import Iterator, Mapping

from carteado.cards import other
from carteado.melds.limits import OTHERS, Limit, Sum, fields_of, limits_of
from carteado.melds.scoring import Outcome, count_lines, tally_of
from carteado.melds.state import Ending, Match
from carteado.melds.tally import MortoState, Tally, lines_of
from carteado.regulation import MeldsRules, Refusal, forbidden_by
from carteado.regulation.melds_rules import Requirement, WhenStockEmpty

Tallies = tuple[Tally, Tally]

CONVERTED = "converted"
"""On a sheet, the state of a morto that nobody took because it became stock."""
_ALSO_IF_CONVERTED = {Requirement.MORTO_TAKEN_OR_BOTH_STOCK, Requirement.MORTO_TAKEN_OR_NONE_LEFT}


def morto_states(rules: MeldsRules) -> tuple[str, ...]:
    """The states of a morto by which a count may differ under these rules.

    Keys: stock.when_empty, scoring.converted_morto_pays, red_threes.requires.
    """
    required = rules.red_threes.requires if rules.red_threes is not None else ()
    matters = not rules.scoring.converted_morto_pays or not _ALSO_IF_CONVERTED.isdisjoint(required)
    becomes_stock = rules.stock.when_empty is WhenStockEmpty.MORTO_ENTERS
    return (*map(str, MortoState), *([CONVERTED] if matters and becomes_stock else []))


def morto_on_sheet(rules: MeldsRules, tally: Tally) -> str:
    """The state of a pair's morto as a sheet has it."""
    is_converted = tally.morto is MortoState.NOT_TAKEN and tally.morto_converted
    return CONVERTED if is_converted and CONVERTED in morto_states(rules) else str(tally.morto)


def with_morto(tally: Tally, state: str) -> Tally:
    """The tally with the morto in this state of a sheet."""
    is_converted = state == CONVERTED
    morto = MortoState.NOT_TAKEN if is_converted else MortoState(state)
    return tally._replace(morto=morto, morto_converted=is_converted)


def sheet_line(match: Match) -> Tallies | None:
    """The tallies of the hand just played. None if it is dealt again or a ruling ended it."""
    hand = match.hand
    if hand is None or hand.result is None or hand.result.ending in (Ending.REDEALT, Ending.STOPPED):
        return None
    return tally_of(match.rules, hand, 0), tally_of(match.rules, hand, 1)


def count_sheet_line(match: Match, tallies: Tallies) -> Outcome:
    """Count the hand as it was noted, and pass the deal."""
    lines = tuple(
        line
        for pair in (0, 1)
        for line in lines_of(match.rules, pair, tallies[pair], others_went_out=tallies[other(pair)].went_out)
    )
    return count_lines(match._replace(dealer=(match.dealer + 1) % match.players), lines)


def doubts(match: Match, tallies: Tallies) -> Iterator[Refusal]:
    """Find what cannot have happened at the table. The sheet counts it all the same and only warns the table."""
    limits, fields = limits_of(match.rules), [fields_of(tally) for tally in tallies]
    for pair in (0, 1):
        others = {f"{OTHERS}{name}": value for name, value in fields[other(pair)].items()}
        all_fields = {**fields[pair], **others}
        yield from (_doubt(one, all_fields, pair=pair) for one in limits if one.of_pair and one.is_broken(all_fields))
    both = Counter(fields[0]) + Counter(fields[1])
    yield from (_doubt(one, both) for one in limits if not one.of_pair and one.is_broken(both))


def _doubt(limit: Limit, fields: Mapping[str, int], **whose: int) -> Refusal:
    details = {name: one.value(fields) if isinstance(one, Sum) else one for name, one in limit.details.items()}
    return forbidden_by(limit.key, limit.code, **whose, **details)

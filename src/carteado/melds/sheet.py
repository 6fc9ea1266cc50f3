"""A hand played with real cards, as the table counted it: one tally for each pair."""

from collections import Counter
from collections.abc import Iterator, Mapping

from carteado.cards import other
from carteado.melds.limits import OTHERS, Limit, Sum, fields_of, limits_of
from carteado.melds.scoring import Outcome, count_lines, tally_of
from carteado.melds.state import Ending, Match
from carteado.melds.tally import Tally, lines_of
from carteado.regulation import Refusal, forbidden_by

Tallies = tuple[Tally, Tally]


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

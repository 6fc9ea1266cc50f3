"""A hand played with real cards, as the table noted it: the winner, the value, and whether the other pair ran."""

from collections.abc import Iterator
from typing import NamedTuple

from carteado.cards import other
from carteado.regulation import Refusal, forbidden_by
from carteado.truco.scoring import Outcome, count_hand
from carteado.truco.state import Clock, Ending, Kind, Match


class SheetLine(NamedTuple):
    """One line of a truco sheet; ``refused`` when the other pair ran from a call or declined a mão de onze."""

    winner: int
    value: int
    refused: bool = False


def sheet_line(match: Match) -> SheetLine | None:
    """The sheet line for the hand just played. None if it is dealt again or a ruling ended it."""
    hand = match.hand
    if hand is None or hand.result is None or hand.result.winner is None:
        return None
    refused = {Ending.PLAYED: False, Ending.CALL_REFUSED: True, Ending.ELEVEN_DECLINED: True}.get(hand.result.ending)
    if refused is None:
        return None
    declined = hand.result.ending is Ending.ELEVEN_DECLINED
    return SheetLine(hand.result.winner, match.rules.eleven.declined if declined else hand.value, refused)


def count_sheet_line(match: Match, line: SheetLine) -> Outcome:
    """Count the hand as it was noted."""
    kind = match.kind_to_deal
    ending, key = _ending_and_key(kind, line)
    return count_hand(match, ending, line.winner, kind=kind, value=line.value, key=key)


def ring_bell(match: Match) -> Match:
    """Ring the bell while a hand is on the table: that hand is the last one. Key: clock.time_up."""
    return match._replace(clock=Clock.LAST_HAND if match.clock is Clock.REGULAR else Clock.LAST_EXTRA_HAND)


def _ending_and_key(kind: Kind, line: SheetLine) -> tuple[Ending, str]:
    if line.refused:
        declined = kind is Kind.ELEVEN
        return (Ending.ELEVEN_DECLINED, "eleven.declined") if declined else (Ending.CALL_REFUSED, "calls.refused")
    keys = {Kind.ORDINARY: "rounds.decided", Kind.ELEVEN: "eleven.value", Kind.IRON: "iron.value"}
    return Ending.PLAYED, keys[kind]


def doubts(match: Match, line: SheetLine) -> Iterator[Refusal]:
    """Find what cannot have happened at the table. The sheet counts it all the same and only warns the table."""
    kind = match.kind_to_deal
    if kind is Kind.ELEVEN:
        yield from _doubts_in_eleven(match, line)
    elif kind is Kind.IRON:
        if line.refused:
            yield forbidden_by("iron.calls", "no_calls_in_iron")
    else:
        ladder = match.rules.calls.ladder
        if line.value not in (ladder[:-1] if line.refused else ladder):
            yield forbidden_by("calls.ladder", "value_off_the_ladder", value=line.value, ladder=ladder)


def _doubts_in_eleven(match: Match, line: SheetLine) -> Iterator[Refusal]:
    rules = match.rules.eleven
    worth, key = (rules.declined, "eleven.declined") if line.refused else (rules.value, "eleven.value")
    if line.value != worth:
        yield forbidden_by(key, "eleven_is_worth", value=line.value, worth=worth)
    eleven_pair = match.eleven_pair
    if line.refused and eleven_pair is not None and line.winner != other(eleven_pair):
        yield forbidden_by("eleven.decision", "eleven_other_pair")

"""Verification of the deals of a record: each is computed again from its seed."""

from enum import StrEnum
from typing import NamedTuple

from carteado.fair import FairError, commitment_problems, parse_seed, shuffled_deck
from carteado.record.errors import InputError
from carteado.record.games import Match
from carteado.record.record import Record
from carteado.record.replay import matches_between_hands


class Verdict(StrEnum):
    VERIFIED = "verified"
    FAILED = "failed"
    NOT_REVEALED = "not_revealed"
    NOT_FAIR = "not_fair"


class DealCheck(NamedTuple):
    """``problems``: ``commitment_missing``, ``commitment_differs``, ``deal_differs``, ``seed_not_revealed``."""

    hand: int
    verdict: Verdict
    problems: tuple[str, ...] = ()


def verify_deals(record: Record) -> tuple[DealCheck, ...]:
    """Check each deal against its commitment, seed, cuts and burn.

    A finished match must reveal its seeds. If one hand has a commitment all must have one: without it a hand could have
    any cards. A record that cannot be replayed cannot be verified: it raises the same InputError as replay.
    """
    *before, last = matches_between_hands(record)
    finished = last.winner is not None
    return tuple(_check(record, number, match, finished) for number, match in enumerate(before))


def _check(record: Record, number: int, match: Match, finished: bool) -> DealCheck:
    fair = record.hands[number].fair
    if fair is None:
        if any(hand.fair is not None for hand in record.hands):
            return DealCheck(number, Verdict.FAILED, ("commitment_missing",))
        return DealCheck(number, Verdict.NOT_FAIR)
    if fair.seed is None:
        if finished:
            return DealCheck(number, Verdict.FAILED, ("seed_not_revealed",))
        return DealCheck(number, Verdict.NOT_REVEALED)
    match_id = record.about.get("match")
    if not isinstance(match_id, str):
        raise InputError("needs_match_id", where="match")
    try:
        problems = [problem.code for problem in commitment_problems(fair, match=match_id, hand=number)]
        deck = shuffled_deck(record.engine.deck(), match=match_id, hand=number, seed=parse_seed(fair.seed))
        expected = record.engine.dealt_from(match, deck, cuts=fair.cuts, burn=fair.burn)
    except FairError as error:
        raise InputError("fair_input", where=f"hands[{number}].fair", hand=number, reason=str(error)) from None
    if expected != record.hands[number].deal:
        problems.append("deal_differs")
    return DealCheck(number, Verdict.FAILED if problems else Verdict.VERIFIED, tuple(problems))

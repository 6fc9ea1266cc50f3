"""What the end of a hand changes in the match: points, the next dealer, the clock, the end of the match."""

from carteado.cards import MatchWon, Scored
from carteado.regulation.truco_rules import AllTied
from carteado.truco.events import Event, ExtraTimeBegan, HandEnded, TieLeftToReferee
from carteado.truco.state import Clock, Ending, Hand, Kind, Match, Result

Outcome = tuple[Match, tuple[Event, ...]]


def end_hand(
    match: Match, hand: Hand, ending: Ending, winner: int | None, *, key: str, events_before: tuple[Event, ...] = ()
) -> Outcome:
    """Close the hand on the table and count it."""
    match = match.with_hand(hand._replace(pending=None, result=Result(ending, winner)))
    events = (*events_before, HandEnded(ending, winner))
    return count_hand(match, ending, winner, kind=hand.kind, value=hand.value, key=key, events_before=events)


def count_hand(
    match: Match,
    ending: Ending,
    winner: int | None,
    *,
    kind: Kind,
    value: int,
    key: str,
    events_before: tuple[Event, ...] = (),
) -> Outcome:
    """Credit a hand to the pair that won it, never past the target, and pass the deal.

    Keys: match.capped, dealing.next_dealer.
    """
    if winner is not None:
        points = min(_worth(match, kind, value), match.target - match.score[winner])
        if _nobody_has_scored(match):
            match = match._replace(first_scorer=winner)
        match, scored = with_points(match, winner, Scored(winner, "hand_value", value, points, key))
        events_before = (*events_before, *scored)
        if match.score[winner] >= match.target:
            return _won(match, winner, "match.target", events_before)
    match = match._replace(dealer=_next_dealer(match, ending))
    if match.clock in (Clock.LAST_HAND, Clock.LAST_EXTRA_HAND):
        return settle_time(match, events_before=events_before)
    return match, events_before


def _worth(match: Match, kind: Kind, value: int) -> int:
    """The points of a hand; the pair that wins a mão de ferro wins the match. Key: iron.value."""
    return match.target if kind is Kind.IRON else value


def _nobody_has_scored(match: Match) -> bool:
    return match.first_scorer is None and max(match.score) <= 0


def _next_dealer(match: Match, ending: Ending) -> int:
    """The next in order of play, or the same if the hand is dealt again. Keys: dealing.next_dealer, ties.all_rounds."""
    dealt_again = ending is Ending.REDEALT or (
        ending is Ending.ALL_TIED and match.rules.ties.all_rounds is AllTied.REDEAL
    )
    return match.dealer if dealt_again else (match.dealer + 1) % match.players


def with_points(match: Match, pair: int, line: Scored) -> Outcome:
    score = (
        (match.score[0] + line.points, match.score[1]) if pair == 0 else (match.score[0], match.score[1] + line.points)
    )
    return match._replace(score=score), (line,)


def settle_time(match: Match, *, events_before: tuple[Event, ...] = ()) -> Outcome:
    """Decide a match whose time is up while no hand is being played.

    The pair ahead wins. A tie gives extra time; after a second tie the pair that scored first wins. If no pair scored
    first, the referee decides. Keys: clock.time_up, clock.extra_minutes, clock.still_tied.
    """
    if match.score[0] != match.score[1]:
        return _won(match, 0 if match.score[0] > match.score[1] else 1, "clock.time_up", events_before)
    if match.clock is Clock.LAST_HAND:
        match = match._replace(clock=Clock.EXTRA, dealer=match.first_dealer)
        return match, (*events_before, ExtraTimeBegan(match.dealer))
    if match.first_scorer is not None:
        return _won(match, match.first_scorer, "clock.still_tied", events_before)
    return match._replace(clock=Clock.REFEREE_DECIDES), (*events_before, TieLeftToReferee())


def win_match(match: Match, winner: int, key: str, ending: Ending, *, events_before: tuple[Event, ...] = ()) -> Outcome:
    """End the match, and the hand being played, by a ruling."""
    hand = match.hand
    if hand is not None and hand.result is None:
        scorer = winner if ending is Ending.TENTO else None
        match = match._replace(hand=hand._replace(pending=None, result=Result(ending, scorer)))
        events_before = (*events_before, HandEnded(ending, scorer))
    return _won(match, winner, key, events_before)


def _won(match: Match, winner: int, key: str, events: tuple[Event, ...]) -> Outcome:
    return match._replace(winner=winner), (*events, MatchWon(winner, key))

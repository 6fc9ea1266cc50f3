"""The end of a hand: its count, the score of the match, and the winner. Keys: match, scoring.unplayed_morto."""

from collections import Counter
from collections.abc import Iterable, Mapping

from carteado.cards import MatchWon, Scored, other
from carteado.melds.conditions import canastras, is_black_three, is_red_three
from carteado.melds.deck import CardId, faces
from carteado.melds.drawing import hand_ends_unreplaced
from carteado.melds.events import Event, HandEnded
from carteado.melds.state import Ending, Hand, Match, Result
from carteado.melds.tally import MortoState, Tally, lines_of
from carteado.regulation import MeldsRules
from carteado.regulation.melds_rules import EqualAtTarget, UnplayedMorto, ranks_in

Outcome = tuple[Match, tuple[Event, ...]]


def end_hand(
    match: Match, hand: Hand, ending: Ending, winner: int | None, *, events_before: tuple[Event, ...] = ()
) -> Outcome:
    """Close the hand, count it and pass the deal; a hand dealt again counts nothing. Key: dealing.next_dealer."""
    hand = hand._replace(result=Result(ending, winner))
    match = match._replace(hand=hand)
    events = (*events_before, HandEnded(ending, winner))
    if ending in (Ending.REDEALT, Ending.STOPPED):
        return match, events
    lines = tuple(
        line
        for pair in (0, 1)
        for line in lines_of(
            match.rules, pair, tally_of(match.rules, hand, pair), others_went_out=winner == other(pair)
        )
    )
    match = match._replace(dealer=(match.dealer + 1) % match.players)
    return count_lines(match, lines, events_before=events)


def count_lines(match: Match, lines: tuple[Scored, ...], *, events_before: tuple[Event, ...] = ()) -> Outcome:
    """Add a hand's lines to the score and check whether the match is over. Keys: match.over, match.equal_at_target."""
    points = [sum(line.points for line in lines if line.pair == pair) for pair in (0, 1)]
    match = match._replace(score=(match.score[0] + points[0], match.score[1] + points[1]))
    alone = match.decider and match.rules.match.equal_at_target is EqualAtTarget.HAND_ALONE
    standing = (points[0], points[1]) if alone else match.score
    return _decide(match, standing, events_before=(*events_before, *lines))


def _decide(match: Match, standing: tuple[int, int], *, events_before: tuple[Event, ...]) -> Outcome:
    reached = match.decider or max(match.score) >= match.target
    if not reached:
        return match, events_before
    if standing[0] != standing[1]:
        winner = 0 if standing[0] > standing[1] else 1
        key = "match.equal_at_target" if match.decider else "match.target"
        return win_match(match, winner, key, events_before=events_before)
    return match._replace(decider=True), events_before


def win_match(match: Match, winner: int, key: str, *, events_before: tuple[Event, ...] = ()) -> Outcome:
    return match._replace(winner=winner), (*events_before, MatchWon(winner, key))


def adjust(match: Match, line: Scored) -> Outcome:
    """Apply the referee's change of a score at once; between hands it may end the match. Key: referee.adjust."""
    a, b = match.score
    match = match._replace(score=(a + line.points, b) if line.pair == 0 else (a, b + line.points))
    if match.hand_is_on:
        return match, (line,)
    return _decide(match, match.score, events_before=(line,))


# --- the lines of a hand ------------------------------------------------------------------------------------------


def tally_of(rules: MeldsRules, hand: Hand, pair: int) -> Tally:
    """The counts of the pair at the end of the hand, as a table with real cards would make them."""
    side, winner = hand.sides[pair], hand.result.winner if hand.result else None
    full = canastras(rules, side.melds)
    clean = sum(1 for meld in full if meld.is_clean)
    unplayed = bool(hand.unplayed & {pair, pair + 2}) and _counts_as_not_taken(rules, winner, pair)
    held = [
        card
        for seat in (pair, pair + 2)
        if not (unplayed and seat in hand.unplayed)
        for card in sorted(hand.hands[seat])
    ]
    black = [card for card in held if is_black_three(rules, card)]
    red = [card for card in held if is_red_three(rules, card) and card not in _ordinary_threes(rules, hand)]
    ordinary = [card for card in held if card not in black and card not in red]
    return Tally(
        went_out=winner == pair,
        clean=clean,
        dirty=len(full) - clean,
        red_threes=len(side.red_threes),
        red_threes_in_hand=len(red),
        black_threes_in_hand=len(black),
        melded=_by_span(rules, (card for meld in side.melds for card in meld.cards)),
        in_hand=_by_span(rules, ordinary),
        morto=MortoState.UNPLAYED if unplayed else MortoState.TAKEN if side.took_morto else MortoState.NOT_TAKEN,
        morto_converted=hand.converted > 0 and not hand.mortos,
    )


def _ordinary_threes(rules: MeldsRules, hand: Hand) -> frozenset[CardId]:
    """Red threes of mortos that their owners could not exchange: the stock was short, or ran out before their turn.

    Key: red_threes.morto_unreplaced.
    """
    if hand.result is None or hand.result.winner is not None or not hand_ends_unreplaced(rules):
        return hand.ordinary_threes
    return hand.ordinary_threes.union(*(hand.hands[seat] & hand.from_morto for seat in hand.unplayed))


def _by_span(rules: MeldsRules, cards: Iterable[CardId]) -> Mapping[str, int]:
    """How many cards there are for each row of the table of values."""
    ranks = Counter(card.rank for card in faces(cards))
    return {span: sum(ranks[rank] for rank in ranks_in(span)) for span in rules.scoring.card_values}


def _counts_as_not_taken(rules: MeldsRules, winner: int | None, pair: int) -> bool:
    """Whether a morto taken but not played from costs as if not taken. Key: scoring.unplayed_morto."""
    return {
        UnplayedMorto.OPPONENTS_GO_OUT: winner == other(pair),
        UnplayedMorto.ANYONE_GOES_OUT: winner is not None,
        UnplayedMorto.ALWAYS_COUNTED: False,
    }[rules.scoring.unplayed_morto]

"""The end of a hand counted line by line, and the match around the hands. Keys: scoring, match."""

from collections.abc import Iterable, Iterator
from functools import lru_cache

from carteado.cards import Card, MatchWon, Scored, other
from carteado.melds.conditions import canastras, is_black_three, is_red_three, unmet
from carteado.melds.deck import CardId, faces
from carteado.melds.events import Event, HandEnded
from carteado.melds.state import Ending, Hand, Match, Result
from carteado.regulation import MeldsRules
from carteado.regulation.melds_rules import (
    EqualAtTarget,
    NoMortoPaidBy,
    RetainedThrees,
    UnplayedMorto,
    points_by_rank,
)

Outcome = tuple[Match, tuple[Event, ...]]


def card_points(rules: MeldsRules, cards: Iterable[CardId]) -> int:
    """Key: scoring.card_values."""
    return points_of_faces(rules, faces(cards))


def points_of_faces(rules: MeldsRules, cards: Iterable[Card]) -> int:
    values = _values(rules.scoring.card_values)
    return sum(values[card.rank] for card in cards)


_values = lru_cache(64)(points_by_rank)


def end_hand(
    match: Match, hand: Hand, ending: Ending, winner: int | None, *, before: tuple[Event, ...] = ()
) -> Outcome:
    """Closes the hand, counts it and passes the deal; a hand dealt again counts nothing. Key: dealing.next_dealer."""
    hand = hand._replace(result=Result(ending, winner))
    match = match._replace(hand=hand)
    events = (*before, HandEnded(ending, winner))
    if ending in (Ending.REDEALT, Ending.STOPPED):
        return match, events
    lines = tuple(line for pair in (0, 1) for line in lines_of(match.rules, hand, pair))
    match = match._replace(dealer=(match.dealer + 1) % match.players)
    return count_lines(match, lines, before=events)


def count_lines(match: Match, lines: tuple[Scored, ...], *, before: tuple[Event, ...] = ()) -> Outcome:
    """Adds a hand's lines to the score and sees whether the match is over. Keys: match.over, match.equal_at_target."""
    points = [sum(line.points for line in lines if line.pair == pair) for pair in (0, 1)]
    match = match._replace(score=(match.score[0] + points[0], match.score[1] + points[1]))
    standing = (points[0], points[1]) if match.decider else match.score
    return _decide(match, standing, before=(*before, *lines))


def _decide(match: Match, standing: tuple[int, int], *, before: tuple[Event, ...]) -> Outcome:
    reached = match.decider or max(match.score) >= match.target
    if not reached:
        return match, before
    if standing[0] != standing[1]:
        winner = 0 if standing[0] > standing[1] else 1
        key = "match.equal_at_target" if match.decider else "match.target"
        return win_match(match, winner, key, before=before)
    return match._replace(decider=match.rules.match.equal_at_target is EqualAtTarget.HAND_ALONE), before


def win_match(match: Match, winner: int, key: str, *, before: tuple[Event, ...] = ()) -> Outcome:
    return match._replace(winner=winner), (*before, MatchWon(winner, key))


def adjust(match: Match, line: Scored) -> Outcome:
    """The referee's change of a score: at once, and between hands it may end the match. Key: referee.adjust."""
    a, b = match.score
    match = match._replace(score=(a + line.points, b) if line.pair == 0 else (a, b + line.points))
    if match.hand_is_on:
        return match, (line,)
    return _decide(match, match.score, before=(line,))


# --- the lines of a hand ------------------------------------------------------------------------------------------


def lines_of(rules: MeldsRules, hand: Hand, pair: int) -> Iterator[Scored]:
    """What a pair gets and pays, in the order in which a table counts."""
    side, scoring = hand.sides[pair], rules.scoring
    if hand.result is not None and hand.result.winner == pair:
        yield Scored(pair, "went_out", 1, scoring.going_out, "scoring.going_out")
    full = canastras(rules, side.melds)
    clean = sum(1 for meld in full if meld.is_clean)
    dirty = len(full) - clean
    if clean:
        yield Scored(pair, "clean_canastas", clean, clean * scoring.clean_canastra, "scoring.clean_canastra")
    if dirty:
        yield Scored(pair, "dirty_canastas", dirty, dirty * scoring.dirty_canastra, "scoring.dirty_canastra")
    melded = [card for meld in side.melds for card in meld.cards]
    yield from _red_threes(rules, hand, pair)
    if melded:
        yield Scored(pair, "melded_cards", len(melded), card_points(rules, melded), "scoring.melded")
    yield from _cards_in_hand(rules, hand, pair)
    if _pays_for_no_morto(rules, hand, pair):
        yield Scored(pair, "no_morto", 1, -scoring.no_morto, "scoring.no_morto")


def _red_threes(rules: MeldsRules, hand: Hand, pair: int) -> Iterator[Scored]:
    """Keys: red_threes.value, red_threes.requires, red_threes.retained."""
    laid = len(hand.sides[pair].red_threes)
    if rules.red_threes is None or not laid:
        return
    lost = any(unmet(rules, rules.red_threes.requires, hand, pair, hand.sides[pair].melds))
    if rules.red_threes.retained is RetainedThrees.ALL and _retained(rules, hand, pair):
        lost = True
    value = rules.red_threes.value
    yield Scored(pair, "red_threes", laid, -laid * value if lost else laid * value, "red_threes.value")


def _retained(rules: MeldsRules, hand: Hand, pair: int) -> list[CardId]:
    """The red threes in hand that cost more than an ordinary card. Key: red_threes.retained."""
    if rules.red_threes is None or rules.red_threes.retained is RetainedThrees.ORDINARY:
        return []
    held = _counted_cards(rules, hand, pair)
    return [card for card in held if is_red_three(rules, card) and card not in hand.ordinary_threes]


def _cards_in_hand(rules: MeldsRules, hand: Hand, pair: int) -> Iterator[Scored]:
    """Keys: scoring.in_hand, black_threes.penalty, red_threes.retained."""
    held = _counted_cards(rules, hand, pair)
    black = [card for card in held if is_black_three(rules, card)]
    retained = _retained(rules, hand, pair)
    ordinary = [card for card in held if card not in black and card not in retained]
    if ordinary:
        yield Scored(pair, "hand_cards", len(ordinary), -card_points(rules, ordinary), "scoring.in_hand")
    if black and rules.black_threes is not None:
        yield Scored(pair, "black_threes", len(black), -len(black) * rules.black_threes.penalty, "black_threes.penalty")
    if retained and rules.red_threes is not None:
        cost = -len(retained) * rules.red_threes.value
        yield Scored(pair, "red_threes_in_hand", len(retained), cost, "red_threes.retained")


def _counted_cards(rules: MeldsRules, hand: Hand, pair: int) -> list[CardId]:
    """The cards of both partners, but for a morto that counts as not taken. Key: scoring.unplayed_morto."""
    return [
        card
        for seat in (pair, pair + 2)
        if not (seat in hand.unplayed and _unplayed_counts_as_not_taken(rules, hand, pair))
        for card in sorted(hand.hands[seat])
    ]


def _unplayed_counts_as_not_taken(rules: MeldsRules, hand: Hand, pair: int) -> bool:
    """Key: scoring.unplayed_morto."""
    winner = hand.result.winner if hand.result else None
    return {
        UnplayedMorto.OPPONENTS_GO_OUT: winner == other(pair),
        UnplayedMorto.ANYONE_GOES_OUT: winner is not None,
        UnplayedMorto.ALWAYS_COUNTED: False,
    }[rules.scoring.unplayed_morto]


def _pays_for_no_morto(rules: MeldsRules, hand: Hand, pair: int) -> bool:
    """Keys: scoring.no_morto_paid_by, scoring.converted_morto_pays, scoring.unplayed_morto."""
    unplayed = bool(hand.unplayed & {pair, pair + 2})
    if unplayed and _unplayed_counts_as_not_taken(rules, hand, pair):
        return True
    if hand.sides[pair].took_morto or rules.dealing.mortos == 0:
        return False
    went_out = hand.result is not None and hand.result.winner == pair
    if went_out and rules.scoring.no_morto_paid_by is NoMortoPaidBy.NOT_THE_PAIR_THAT_WENT_OUT:
        return False
    could_not = hand.converted > 0 and not hand.mortos
    return rules.scoring.converted_morto_pays or not could_not

"""Who is asked, and what stands in for an answer that does not come: the sequential form for bots."""

from carteado.cards import in_order, pair_of
from carteado.truco.acts import Play, PlayerAct, Refuse
from carteado.truco.legality import legal_acts
from carteado.truco.state import Hand, Match
from carteado.truco.strength import strengths


def asked(match: Match) -> tuple[int, ...]:
    """The seats to be asked, in order: each but the last may pass to the next. Empty when no hand is on.

    The seat on turn decides alone; a call is answered by the opponents in order of play from the caller on, a mão de
    onze by its pair in order of play from the first player on.
    """
    hand = match.hand
    if hand is None or hand.result is not None:
        return ()
    if hand.undecided:
        return _of_pair(hand, hand.first_player, hand.eleven_pair)
    if hand.pending is not None:
        return _of_pair(hand, hand.pending.seat, 1 - pair_of(hand.pending.seat))
    return (hand.turn,)


def _of_pair(hand: Hand, first: int, pair: int | None) -> tuple[int, ...]:
    return tuple(seat for seat in in_order(first, hand.players) if pair_of(seat) == pair)


def default_act(match: Match, seat: int) -> PlayerAct:
    """For a late, illegal or missing answer: refuse, or show the weakest legal card."""
    hand = match.hand
    legal = legal_acts(match, seat)
    if hand is None or Refuse(seat) in legal:
        return Refuse(seat)
    shown = [act for act in legal if isinstance(act, Play)]
    strength = strengths(match.rules.strength, hand.vira)
    return min(shown, key=lambda act: strength[act.card]) if shown else legal[0]

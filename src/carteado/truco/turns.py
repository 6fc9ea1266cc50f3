"""The sequential form for bots: which seats to ask, in order, and the act that replaces a missing answer."""

from functools import cache

from carteado.cards import in_order, other, pair_of
from carteado.truco.acts import Play, PlayerAct, Refuse
from carteado.truco.legality import legal_acts
from carteado.truco.state import Match
from carteado.truco.strength import strengths


def seats_to_ask(match: Match) -> tuple[int, ...]:
    """The seats to ask, in order: each but the last may pass to the next. Empty when no hand is being played.

    The seat on turn decides alone; a call is answered by the opponents in order of play from the caller on, a mão de
    onze by its pair in order of play from the first player on.
    """
    hand = match.hand
    if hand is None or hand.result is not None:
        return ()
    if hand.undecided:
        return _of_pair(hand.eleven_pair, hand.first_player, hand.players)
    if hand.pending is not None:
        return _of_pair(other(pair_of(hand.pending.seat)), hand.pending.seat, hand.players)
    return (hand.turn,)


@cache
def _of_pair(pair: int | None, first: int, players: int) -> tuple[int, ...]:
    return tuple(seat for seat in in_order(first, players) if pair_of(seat) == pair)


def default_act(match: Match, seat: int) -> PlayerAct:
    """The act in place of a late, illegal or missing answer: refuse, or show the weakest legal card."""
    hand = match.hand
    legal = legal_acts(match, seat)
    if hand is None or Refuse(seat) in legal:
        return Refuse(seat)
    shown = [act for act in legal if isinstance(act, Play)]
    strength = strengths(match.rules.strength, hand.vira)
    return min(shown, key=lambda act: strength[act.card]) if shown else legal[0]

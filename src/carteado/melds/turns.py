"""Which seat to ask, and the act that replaces a missing answer."""

from carteado.melds.acts import Discard, Draw, PlayerAct
from carteado.melds.deck import face
from carteado.melds.listing import legal_acts
from carteado.melds.state import Match, Phase


def seats_to_ask(match: Match) -> tuple[int, ...]:
    """The seat on turn; empty when no hand is being played."""
    hand = match.hand
    return () if hand is None or hand.result is not None else (hand.turn,)


def default_act(match: Match, seat: int) -> PlayerAct:
    """The act in place of a late, illegal or missing answer: draw, then discard the card drawn if that is allowed."""
    hand = match.hand
    if hand is None or hand.phase is Phase.START:
        return Draw(seat)
    legal = legal_acts(match, seat)
    discards = [act for act in legal if isinstance(act, Discard)]
    drawn = [act for act in discards if hand.drawn is not None and act.card == face(hand.drawn)]
    return (drawn or discards or legal)[0]

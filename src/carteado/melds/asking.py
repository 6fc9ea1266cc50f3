"""Who is asked, and what stands in for an answer that does not come."""

from carteado.melds.acts import Discard, Draw, PlayerAct
from carteado.melds.deck import face
from carteado.melds.listing import legal_acts
from carteado.melds.state import Match, Phase


def asked(match: Match) -> tuple[int, ...]:
    """The seat on turn; nobody when no hand is on."""
    hand = match.hand
    return () if hand is None or hand.result is not None else (hand.turn,)


def default_act(match: Match, seat: int) -> PlayerAct:
    """For a late, illegal or missing answer: draw, and discard the card drawn where that is allowed."""
    hand = match.hand
    if hand is None or hand.phase is Phase.START:
        return Draw(seat)
    legal = legal_acts(match, seat)
    discards = [act for act in legal if isinstance(act, Discard)]
    drawn = [act for act in discards if hand.drawn is not None and act.card == face(hand.drawn)]
    return (drawn or discards or legal)[0]

"""Read what a person types at a truco table. Words of both languages always work."""

from carteado import truco
from carteado.cards import Card, Pass
from carteado.cli.faces import HELP, QUIT, Wish, number_in

_CALLS = {"truco": 3, "seis": 6, "six": 6, "nove": 9, "nine": 9, "doze": 12, "twelve": 12}
_ACCEPT = {"a", "aceita", "aceitar", "accept", "desce", "sim", "yes"}
_REFUSE = {"c", "r", "corre", "correr", "run", "refuse", "não", "nao", "no"}
_PASS = {"p", "passa", "passar", "pass"}
_HIDE = ("e", "h", "esconde", "esconder", "hide")


def act_from_text(text: str, match: truco.Match, seat: int) -> truco.Act | Pass | Wish | None:
    """The act or wish that the text means, legal or not. None if it means nothing."""
    word = text.strip().lower()
    if word in QUIT:
        return Wish.QUIT
    if word in HELP:
        return Wish.HELP
    if word in _ACCEPT:
        return truco.Accept(seat)
    if word in _REFUSE:
        return truco.Refuse(seat)
    if word in _PASS:
        return Pass(seat)
    return _call(word, match, seat) or _card(word, match, seat)


def _call(word: str, match: truco.Match, seat: int) -> truco.Act | None:
    if word in _CALLS:
        return truco.Call(seat, _CALLS[word])
    if word != "t" or match.hand is None:
        return None
    return truco.Call(seat, truco.next_call(match, match.hand) or match.rules.calls.ladder[-1])


def _card(word: str, match: truco.Match, seat: int) -> truco.Act | None:
    """``2`` plays the second card as dealt; ``e2`` or ``h2`` hides it."""
    digits = word.lstrip("abcdefghijklmnopqrstuvwxyz ")
    verb, number = word.removesuffix(digits).strip(), number_in(digits)
    if match.hand is None or number is None or verb not in ("", *_HIDE):
        return None
    position = number - 1
    if truco.is_blind(match, match.hand):
        return truco.HideBlind(seat, position) if verb else truco.PlayBlind(seat, position)
    held = match.hand.held[seat]
    if not 0 <= position < len(held):
        return None
    card = held[position] or _card_played(match.hand, seat)
    return truco.Hide(seat, card) if verb else truco.Play(seat, card)


def _card_played(hand: truco.Hand, seat: int) -> Card:
    """A card that the seat no longer holds, so that the rules explain why it cannot be played again."""
    plays = [played for done in hand.rounds for played in done.plays] + list(hand.plays)
    return next(played.card for played in plays if played.seat == seat)

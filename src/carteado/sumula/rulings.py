"""Rulings that a sheet writes otherwise than a screen: on paper no hand is on, so what one came to is noted."""

from typing import Any

from carteado import truco
from carteado.cards import other
from carteado.regulation import Regulation, TrucoRules
from carteado.regulation.truco_rules import FourCards
from carteado.sumula.counting import Sheet


def values_in_force(sheet: Sheet) -> tuple[int, ...]:
    """What the hand that is on can be worth; none where the game knows no such value, or is over."""
    rules = sheet.terms.regulation.rules
    if not isinstance(rules, TrucoRules) or sheet.winner is not None:
        return ()
    if sheet.match.kind_to_deal is truco.Kind.IRON:
        return (rules.iron.value,)
    usual = sorted({*rules.calls.ladder, rules.eleven.value})
    return tuple(value for value in usual if not any(truco.doubts(sheet.match, truco.Noted(0, value))))


def four_cards(sheet: Sheet, *, pair: int, value: int, key: str) -> dict[str, Any]:
    """The entry, without its head, for a pair found with four cards in the hand that is on. Key: referee.four_cards."""
    return four_cards_at(sheet.resolved.next_place, sheet.terms.regulation, pair=pair, value=value, key=key)


def four_cards_at(place: int, regulation: Regulation, *, pair: int, value: int, key: str) -> dict[str, Any]:
    rules = regulation.rules
    assert isinstance(rules, TrucoRules)
    if rules.referee.four_cards is FourCards.OPPONENTS_SCORE:
        hand = {"winner": other(pair), "value": value, "refused": False}
        return {"kind": "hand", "place": place, "hand": hand}
    act = ruling_by(regulation, "adjust", pair=pair, points=-value, reason=key, key=key)
    return {"kind": "rule", "place": place, "act": act}


def adjustment(sheet: Sheet, *, pair: int, points: int, key: str) -> dict[str, Any]:
    """As records write it; the reason is the rule that the referee names. Key: referee.adjust."""
    return ruling(sheet, "adjust", pair=pair, points=points, reason=key, key=key)


def ruling(sheet: Sheet, name: str, *, key: str, **fields: Any) -> dict[str, Any]:
    """An act of the referee as records write it, with the article of its rule."""
    return ruling_by(sheet.terms.regulation, name, key=key, **fields)


def ruling_by(regulation: Regulation, name: str, *, key: str, **fields: Any) -> dict[str, Any]:
    article = str(regulation.citation(key))
    return {"act": "ruling", "seat": None, "ruling": name, "article": article, **fields}

"""Rulings that a súmula writes differently from a live table: it knows no hand in progress, so it notes the result."""

from typing import Any

from carteado import truco
from carteado.cards import other
from carteado.regulation import Regulation, TrucoRules
from carteado.regulation.truco_rules import FourCards
from carteado.sumula.counting import Sheet


def values_in_force(sheet: Sheet) -> tuple[int, ...]:
    """The values that the current hand can have; empty if the game has no such values, or is over."""
    rules = sheet.terms.regulation.rules
    if not isinstance(rules, TrucoRules) or sheet.winner is not None:
        return ()
    if sheet.match.kind_to_deal is truco.Kind.IRON:
        return (rules.iron.value,)
    usual = sorted({*rules.calls.ladder, rules.eleven.value})
    return tuple(value for value in usual if not any(truco.doubts(sheet.match, truco.SheetLine(0, value))))


def four_cards(sheet: Sheet, *, pair: int, value: int, key: str) -> dict[str, Any]:
    """The content of an entry for a pair found with four cards in the current hand. Key: referee.four_cards."""
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
    """A change of score in the notation of records; the reason is the rule the referee names. Key: referee.adjust."""
    return ruling(sheet, "adjust", pair=pair, points=points, reason=key, key=key)


def ruling(sheet: Sheet, name: str, *, key: str, **fields: Any) -> dict[str, Any]:
    """An act of the referee in the notation of records, with the article of its rule."""
    return ruling_by(sheet.terms.regulation, name, key=key, **fields)


def ruling_by(regulation: Regulation, name: str, *, key: str, **fields: Any) -> dict[str, Any]:
    article = str(regulation.citation(key))
    return {"act": "ruling", "seat": None, "ruling": name, "article": article, **fields}

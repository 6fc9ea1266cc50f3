"""Before a hand: the first dealer, the cut and the deal."""

from collections import Counter
from collections.abc import Iterator, Sequence

from carteado.cards import Card, canonical_deck, in_order
from carteado.fair import after_cuts_and_burn, deal_round
from carteado.melds.acts import Cut, Deal
from carteado.melds.state import Match
from carteado.regulation import MeldsRules, Refusal, forbidden_by
from carteado.regulation.common_rules import Direction
from carteado.regulation.melds_rules import CutBy

PLAYERS = 4


def deck(rules: MeldsRules) -> tuple[Card, ...]:
    """The cards of the game in canonical order. Key: deck.copies."""
    return canonical_deck(copies=rules.deck.copies)


def dealt_from(match: Match, shuffled: Sequence[Card], *, cuts: Sequence[int] = (), burn: int = 0) -> Deal:
    """The deal from a shuffled deck: one card at a time from the first player, then the mortos, then the stock.

    Keys: dealing.one_by_one, dealing.hand_size, dealing.mortos, dealing.rest.
    """
    rules = match.rules.dealing
    cards = after_cuts_and_burn(shuffled, cuts=cuts, burn=burn)
    first = (match.dealer + 1) % PLAYERS
    hands, rest = deal_round(cards, players=PLAYERS, first=first, each=rules.hand_size)
    size = rules.morto_size
    mortos = tuple(rest[number * size : (number + 1) * size] for number in range(rules.mortos))
    return Deal(hands, mortos, rest[rules.mortos * size :])


def cutter(match: Match) -> int:
    """The seat that cuts if the regulation names one, else the seat to the dealer's left. Key: dealing.cut_by."""
    left = 1 if match.rules.table.direction is Direction.CLOCKWISE else -1
    side = -left if match.rules.dealing.cut_by is CutBy.RIGHT_OF_DEALER else left
    return (match.dealer + side) % PLAYERS


def is_cut(rules: MeldsRules) -> bool:
    """Whether the regulation names a seat that cuts. Key: dealing.cut_by."""
    return rules.dealing.cut_by in (CutBy.LEFT_OF_DEALER, CutBy.RIGHT_OF_DEALER)


def refusal_of_cut(match: Match, act: Cut) -> Refusal | None:
    """Any seat may cut if the regulation does not name one, unless an event does without the cut.

    Key: dealing.cut_by.
    """
    if refused := _refusal_unless_between_hands(match):
        return refused
    if match.rules.dealing.cut_by is CutBy.NOBODY:
        return forbidden_by("dealing.cut_by", "deck_not_cut")
    if is_cut(match.rules) and act.seat != cutter(match):
        return forbidden_by("dealing.cut_by", "cut_by_another", cutter=cutter(match))
    size = len(deck(match.rules))
    if not 0 <= act.at < size:
        return forbidden_by("dealing.cut_by", "cut_outside_deck", at=act.at, size=size)
    return None


def refusal_of_deal(match: Match, act: Deal) -> Refusal | None:
    """Keys: dealing.hand_size, dealing.mortos, dealing.morto_size, deck.copies."""
    return _refusal_unless_between_hands(match) or next(_faults_of(match.rules, act), None)


def _refusal_unless_between_hands(match: Match) -> Refusal | None:
    return forbidden_by("dealing.next_dealer", "hand_still_on") if match.hand_is_on else None


def _faults_of(rules: MeldsRules, act: Deal) -> Iterator[Refusal]:
    dealing = rules.dealing
    if len(act.hands) != PLAYERS:
        yield forbidden_by("table.pairs", "wrong_number_of_hands", players=PLAYERS, count=len(act.hands))
    if len(act.mortos) != dealing.mortos:
        yield forbidden_by("dealing.mortos", "wrong_number_of_mortos", mortos=dealing.mortos, count=len(act.mortos))
    for seat, hand in enumerate(act.hands):
        if len(hand) != dealing.hand_size:
            details = {"seat": seat, "count": len(hand), "cards": dealing.hand_size}
            yield forbidden_by("dealing.hand_size", "wrong_number_of_cards", **details)
    for morto in act.mortos:
        if len(morto) != dealing.morto_size:
            yield forbidden_by("dealing.morto_size", "wrong_size_of_morto", count=len(morto), cards=dealing.morto_size)
    dealt = Counter(card for cards in (*act.hands, *act.mortos, act.stock) for card in cards)
    whole = Counter(deck(rules))
    for card in dealt - whole:
        yield forbidden_by("deck.copies", "card_dealt_too_often", card=card, copies=rules.deck.copies)
    for card in whole - dealt:
        yield forbidden_by("deck.copies", "card_missing", card=card)


Drawn = Sequence[Sequence[Card | None]]
"""Rounds of one card a seat, None for the seats that do not draw."""


def first_dealer(rules: MeldsRules, players: int, drawn: Drawn) -> int | Refusal:
    """The seat that drew the highest card; tied seats draw again. Keys: dealing.draw_ranks, dealing.draw_tied."""
    drawing = in_order(0, players)
    for number, cards in enumerate(drawn):
        if len(drawing) == 1:
            return forbidden_by("dealing.draw_tied", "draw_after_decision")
        if len(cards) != players or tuple(seat for seat, card in enumerate(cards) if card) != tuple(drawing):
            return forbidden_by("dealing.draw_ranks", "draw_needs_every_seat", round=number, seats=drawing)
        for card, count in Counter(card for card in cards if card).items():
            if count > rules.deck.copies:
                return forbidden_by("dealing.draw_ranks", "draw_card_twice", card=card)
        height = {seat: _height(rules, cards[seat]) for seat in drawing}
        drawing = tuple(seat for seat in drawing if height[seat] == max(height.values()))
    if len(drawing) > 1:
        return forbidden_by("dealing.draw_tied", "draw_undecided", seats=drawing)
    return drawing[0]


def _height(rules: MeldsRules, card: Card | None) -> int:
    return -1 if card is None else rules.dealing.draw_ranks.index(card.rank)

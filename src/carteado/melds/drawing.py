"""Adding cards to a hand: from the stock, with red threes laid and replaced, and from a morto."""

from carteado.cards import pair_of
from carteado.melds.conditions import is_red_three, may_take_morto, nothing_to_draw
from carteado.melds.deck import CardId, face
from carteado.melds.events import CardDrawn, Event, MortoBecameStock, MortoTaken, RedThreeLaid
from carteado.melds.state import Hand, Side
from carteado.regulation import MeldsRules
from carteado.regulation.melds_rules import MortoUnreplaced

Changed = tuple[Hand, tuple[Event, ...]]


def with_side(hand: Hand, pair: int, side: Side) -> Hand:
    return hand._replace(sides=(side, hand.sides[1]) if pair == 0 else (hand.sides[0], side))


def with_cards(hand: Hand, seat: int, cards: frozenset[CardId]) -> Hand:
    return hand._replace(hands=hands_with(hand, seat, cards))


def hands_with(hand: Hand, seat: int, cards: frozenset[CardId]) -> tuple[frozenset[CardId], ...]:
    """All the hands, with these cards as the hand of the seat."""
    return (*hand.hands[:seat], cards, *hand.hands[seat + 1 :])


def draw(rules: MeldsRules, hand: Hand, seat: int) -> Changed:
    """Draw a card from the stock, which a morto replaces if it is empty. Keys: stock.when_empty, red_threes.drawn.

    A red three is laid and replaced at once; one that cannot be replaced is laid as well.
    """
    events: tuple[Event, ...] = ()
    while not nothing_to_draw(rules, hand):
        hand, entered = _with_stock(hand)
        card = hand.stock[0]
        hands = hands_with(hand, seat, hand.hands[seat] | {card})
        hand = hand._replace(hands=hands, stock=hand.stock[1:], drawn=card, drew_from_stock=True)
        events += (*entered, CardDrawn(seat))
        if not is_red_three(rules, card):
            return hand, events
        hand, laid = _lay_three(hand, seat, card)
        events += laid
    return hand._replace(drawn=None), events


def _with_stock(hand: Hand) -> Changed:
    """The hand with a stock to draw from: a morto becomes the stock when it is empty. Key: stock.when_empty."""
    if hand.stock:
        return hand, ()
    stock, *mortos = hand.mortos
    return hand._replace(stock=stock, mortos=tuple(mortos), converted=hand.converted + 1), (MortoBecameStock(),)


def _lay_three(hand: Hand, seat: int, card: CardId) -> Changed:
    side = hand.side(seat)
    hand = with_side(hand, pair_of(seat), side._replace(red_threes=(*side.red_threes, card)))
    return with_cards(hand, seat, hand.hands[seat] - {card}), (RedThreeLaid(seat, face(card)),)


def exchange(rules: MeldsRules, hand: Hand, seat: int) -> Changed:
    """Lay and replace the red threes of the hand. Keys: red_threes.exchange, red_threes.morto_unreplaced.

    The stock may not have enough cards to replace them all. If the regulation then ends the hand, the others stay in
    hand, and those that came with a morto count as ordinary cards. Otherwise they are laid without replacement.
    """
    events: tuple[Event, ...] = ()
    drawn_before = hand.drawn
    for card in sorted(card for card in hand.hands[seat] if is_red_three(rules, card)):
        if nothing_to_draw(rules, hand) and hand_ends_unreplaced(rules):
            hand = hand._replace(ordinary_threes=hand.ordinary_threes | ({card} & hand.from_morto))
            continue
        hand, laid = _lay_three(hand, seat, card)
        hand, drawn = draw(rules, hand, seat)
        events += (*laid, *drawn)
    return hand._replace(drawn=drawn_before), events


def hand_ends_unreplaced(rules: MeldsRules) -> bool:
    """Key: red_threes.morto_unreplaced."""
    return rules.red_threes is not None and rules.red_threes.morto_unreplaced is MortoUnreplaced.HAND_ENDS


def take_morto(rules: MeldsRules, hand: Hand, seat: int, *, direct: bool) -> Changed:
    """The upper morto becomes the seat's hand. Taken direct it is used at once, otherwise from the next turn on.

    Keys: morto.upper_first, morto.direct, morto.indirect, red_threes.morto.
    """
    morto, *mortos = hand.mortos
    threes = frozenset(card for card in morto if is_red_three(rules, card))
    side = hand.side(seat)._replace(took_morto=True)
    hand = with_side(with_cards(hand, seat, frozenset(morto)), pair_of(seat), side)
    hand = hand._replace(mortos=tuple(mortos), from_morto=hand.from_morto | threes)
    if not direct:
        return hand._replace(unplayed=hand.unplayed | {seat}), (MortoTaken(seat, direct),)
    hand, events = exchange(rules, hand, seat)
    return hand, (MortoTaken(seat, direct), *events)


def take_morto_if_emptied(rules: MeldsRules, hand: Hand, seat: int) -> Changed:
    """A player left without cards by an exchange takes a morto if their pair may. Key: red_threes.emptied."""
    pair = pair_of(seat)
    if hand.hands[seat] or not may_take_morto(rules, hand, pair, hand.sides[pair].melds):
        return hand, ()
    return take_morto(rules, hand, seat, direct=True)

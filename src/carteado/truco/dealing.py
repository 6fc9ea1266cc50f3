"""Before a hand: the first dealer, the cut, the burn and the deal."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain

from carteado.cards import Card, canonical_deck, in_order
from carteado.fair import after_cuts_and_burn, deal_round
from carteado.regulation import Refusal, TrucoRules, forbidden_by
from carteado.truco.acts import Burn, Cut, Deal
from carteado.truco.state import Clock, Kind, Match


def deck(rules: TrucoRules) -> tuple[Card, ...]:
    """The cards of the game in canonical order. Key: deck.without."""
    return _deck(rules.deck.without)


@cache
def _deck(without: tuple[str, ...]) -> tuple[Card, ...]:
    return canonical_deck(without=without)


def dealt_from(match: Match, shuffled: Sequence[Card], *, cuts: Sequence[int] = (), burn: int = 0) -> Deal:
    """The deal from a shuffled deck, starting with the first player and ending with the vira.

    Cards go round one at a time, in a mão de ferro in packets. Keys: dealing.cards, iron.packet.
    """
    cards = after_cuts_and_burn(shuffled, cuts=cuts, burn=burn)
    hands, rest = deal_round(
        cards,
        players=match.players,
        first=(match.dealer + 1) % match.players,
        each=match.rules.dealing.cards,
        packet=packet_of(match.rules, match.kind_to_deal),
    )
    return Deal(hands, rest[0])


def packet_of(rules: TrucoRules, kind: Kind) -> int:
    """How many cards a seat is dealt at a time. Key: iron.packet."""
    return rules.iron.packet if kind is Kind.IRON else 1


def refusal_of_cut(match: Match, act: Cut) -> Refusal | None:
    """Keys: dealing.cutter, eleven.cuts, iron.cuts."""
    if refused := _refusal_unless_between_hands(match):
        return refused
    if act.seat != match.cutter:
        return forbidden_by("dealing.cutter", "cut_by_another", cutter=match.cutter)
    if match.burnt is not None:
        return forbidden_by("dealing.cutter", "cut_after_burn")
    size = len(deck(match.rules))
    if not 0 <= act.at < size:
        return forbidden_by("dealing.cutter", "cut_outside_deck", at=act.at, size=size)
    if match.kind_to_deal is Kind.ELEVEN and len(match.cuts) >= match.rules.eleven.cuts:
        return forbidden_by("eleven.cuts", "too_many_cuts")
    if match.kind_to_deal is Kind.IRON and len(match.cuts) >= match.rules.iron.cuts:
        return forbidden_by("iron.cuts", "too_many_cuts")
    return None


def refusal_of_burn(match: Match, act: Burn) -> Refusal | None:
    """Keys: dealing.burn_limit, eleven.burn, iron.burn."""
    if refused := _refusal_unless_between_hands(match):
        return refused
    if act.seat != match.dealer:
        return forbidden_by("dealing.burn_limit", "burn_by_another", dealer=match.dealer)
    if match.burnt is not None:
        return forbidden_by("dealing.burn_limit", "already_burnt")
    if act.number and match.kind_to_deal is Kind.ELEVEN:
        return forbidden_by("eleven.burn", "no_burn_in_eleven")
    if act.number and match.kind_to_deal is Kind.IRON:
        return forbidden_by("iron.burn", "no_burn_in_iron")
    limit = match.rules.dealing.burn_limit
    if not 0 <= act.number <= limit:
        return forbidden_by("dealing.burn_limit", "too_many_burnt", limit=limit, count=act.number)
    return None


def most_burnt(match: Match) -> int:
    """How many cards the dealer may burn now. Keys: dealing.burn_limit, eleven.burn, iron.burn."""
    return match.rules.dealing.burn_limit if match.kind_to_deal is Kind.ORDINARY else 0


def refusal_of_deal(match: Match, act: Deal) -> Refusal | None:
    """Keys: dealing.cards, deck.without."""
    return _refusal_unless_between_hands(match) or next(_faults_of(match, act), None)


def _refusal_unless_between_hands(match: Match) -> Refusal | None:
    """Keys: dealing.next_dealer, clock.still_tied."""
    if match.hand_is_on:
        return forbidden_by("dealing.next_dealer", "hand_still_on")
    if match.clock is Clock.REFEREE_DECIDES:
        return forbidden_by("clock.still_tied", "referee_must_decide")
    return None


def _faults_of(match: Match, act: Deal) -> Iterator[Refusal]:
    cards_each = match.rules.dealing.cards
    if len(act.hands) != match.players:
        count = len(act.hands)
        yield forbidden_by("table.players", "wrong_number_of_hands", players=match.players, count=count)
    for seat, hand in enumerate(act.hands):
        if len(hand) != cards_each:
            count = len(hand)
            yield forbidden_by("dealing.cards", "wrong_number_of_cards", seat=seat, count=count, cards=cards_each)
    dealt = set()
    for card in (*chain(*act.hands), act.vira):
        if card.rank in match.rules.deck.without:
            yield forbidden_by("deck.without", "card_not_in_deck", card=card)
        if card in dealt:
            yield forbidden_by("deck.without", "card_dealt_twice", card=card)
        dealt.add(card)


Drawn = Sequence[Sequence[Card | None]]
"""Rounds of one card a seat, None for the seats that do not draw."""


def first_dealer(rules: TrucoRules, players: int, drawn: Drawn) -> int | Refusal:
    """The seat that drew the strongest card, manilhas aside; tied seats draw again. Key: dealing.first_dealer."""
    drawing = in_order(0, players)
    for number, cards in enumerate(drawn):
        if len(drawing) == 1:
            return forbidden_by("dealing.first_dealer", "draw_after_decision")
        if refused := _refusal_of_round_of_draw(rules, number, players, drawing, cards):
            return refused
        strength = {seat: _drawn_strength(rules, cards[seat]) for seat in drawing}
        drawing = tuple(seat for seat in drawing if strength[seat] == max(strength.values()))
    if len(drawing) > 1:
        return forbidden_by("dealing.first_dealer", "draw_undecided", seats=drawing)
    return drawing[0]


def _drawn_strength(rules: TrucoRules, card: Card | None) -> int:
    return -1 if card is None else rules.strength.ranks.index(card.rank)


def _refusal_of_round_of_draw(
    rules: TrucoRules, number: int, players: int, drawing: Sequence[int], cards: Sequence[Card | None]
) -> Refusal | None:
    if len(cards) != players or tuple(seat for seat, card in enumerate(cards) if card) != tuple(drawing):
        return forbidden_by("dealing.first_dealer", "draw_needs_every_seat", round=number, seats=drawing)
    for card, count in Counter(card for card in cards if card).items():
        if card.rank in rules.deck.without:
            return forbidden_by("deck.without", "card_not_in_deck", card=card)
        if count > 1:
            return forbidden_by("dealing.first_dealer", "draw_card_twice", card=card)
    return None

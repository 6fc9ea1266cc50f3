"""Truco for the conformance suite: its acts, and who may know which card (TM 5, 27, 30, 31)."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import get_args

from carteado.cards import (
    Adjust,
    Card,
    Disqualify,
    Observer,
    Onlooker,
    Pause,
    Redeal,
    Resume,
    Sign,
    Sit,
    TimeUp,
    pair_of,
)
from carteado.record import RecordedAct, RecordedHand
from carteado.truco import (
    Accept,
    Burn,
    Call,
    Cut,
    Deal,
    Ending,
    FourCards,
    Hand,
    Hide,
    Kind,
    Match,
    Play,
    PlayBlind,
    PlayerAct,
    Refuse,
    Tento,
    TentoRejected,
)
from tests.conformance.adapter import Act, Adapter

Slot = tuple[int, int]
"""A seat and a position in its hand as dealt."""

MUST_MEET = {
    *(form.__name__ for form in get_args(PlayerAct)),
    *(f"kind:{kind}" for kind in Kind),
    *(f"value:{value}" for value in (1, 3, 6, 9, 12)),
    *(f"ending:{name}" for name in (Ending.PLAYED, Ending.CALL_REFUSED, Ending.ELEVEN_DECLINED)),
    *("Cut", "Burn", "ElevenAccepted", "CallAccepted", "RoundTied", "tied_first_round"),
}


class TrucoAdapter(Adapter):
    capped = True
    most_burnt = 3
    must_meet = MUST_MEET

    def start_scores(self, target: int) -> Sequence[tuple[int, int]]:
        last = target - 1
        return ((0, 0), (last, last), (3, 0), (last, last - 3), (0, 0), (last - 2, last), (1, 6), (last - 4, last - 1))

    def universe(self, match: Match, seat: int) -> Iterator[Act]:
        for card in self.engine.deck():
            yield Play(seat, card)
            yield Hide(seat, card)
        yield from (PlayBlind(seat, position) for position in range(-1, 4))
        yield from (Call(seat, value) for value in range(14))
        yield Accept(seat)
        yield Refuse(seat)

    def outside_acts(self, match: Match, rng: random.Random) -> Sequence[Act]:
        pair, seat = rng.randrange(2), rng.randrange(self.players)
        return (
            Tento(pair, "32"),
            TentoRejected(pair, "32"),
            FourCards(pair, "32"),
            Disqualify(pair, "20"),
            TimeUp("18"),
            Redeal("26"),
            Adjust(pair, rng.choice([-3, -1, 1, 2, 20]), "sheet misread", "8.5"),
            Pause(None),
            Resume("18"),
            Sign(seat, rng.choice([None, *match.rules.signs.offered])),
            Sit(seat, "bot:reserve"),
        )

    def ceremony_acts(self, match: Match, rng: random.Random) -> Sequence[Act]:
        deck = rng.sample(self.engine.deck(), 40)
        deal = self.engine.dealt_from(match, deck, cuts=(), burn=0)
        return (Cut(match.cutter, 7), Burn(match.dealer, 0), deal)

    def cards_dealt(self, deal: Deal) -> list[Card]:
        return [*(card for hand in deal.hands for card in hand), deal.vira]

    def cards_in(self, match: Match) -> list[Card]:
        hand = _hand(match)
        held = [card for seat in range(self.players) for card in hand.cards_of(seat)]
        return [*held, *(played.card for played in _plays(hand)), hand.vira]

    def secrets(self, match: Match, observer: Observer) -> set[Card]:
        if observer is Onlooker.REFEREE:
            return set()
        hand = _hand(match)
        known = {hand.vira}
        for seat in range(self.players):
            if _sees_hand_of(seat, observer, hand):
                known |= set(hand.cards_of(seat))
        known |= {played.card for played in _plays(hand) if not played.hidden or played.seat == observer}
        return set(self.engine.deck()) - known

    def interest(self, deal: Deal) -> float:
        """The ranks that both pairs hold, which is what ties are made of."""
        ranks = [Counter(card.rank for cards in deal.hands[pair::2] for card in cards) for pair in (0, 1)]
        return float((ranks[0] & ranks[1]).total())

    def landmarks(self, match: Match) -> Iterator[str]:
        if match.hand is not None:
            yield f"kind:{match.hand.kind}"
            yield f"value:{match.hand.value}"
            if match.hand.rounds and match.hand.rounds[0].winner is None:
                yield "tied_first_round"
            if match.hand.result is not None:
                yield f"ending:{match.hand.result.ending}"

    def twin(self, hand: RecordedHand, dealt: Match, observer: Observer, rng: random.Random) -> RecordedHand:
        deal: Deal = hand.deal
        slot_of = {card: (seat, place) for seat, cards in enumerate(deal.hands) for place, card in enumerate(cards)}
        known = set(_known_slots(hand, slot_of, observer, _hand(dealt)))
        fixed = {deal.hands[seat][place] for seat, place in known} | {deal.vira}
        pool = [card for card in self.engine.deck() if card not in fixed]
        rng.shuffle(pool)
        card_at = {slot: deal.hands[slot[0]][slot[1]] if slot in known else pool.pop() for slot in slot_of.values()}

        def rewritten(recorded: RecordedAct) -> RecordedAct:
            act = recorded.act
            if isinstance(act, Play | Hide):
                act = replace(act, card=card_at[slot_of[act.card]])
            return replace(recorded, act=act)

        new_hands = tuple(
            tuple(card_at[seat, place] for place in range(len(cards))) for seat, cards in enumerate(deal.hands)
        )
        acts = tuple(rewritten(recorded) for recorded in hand.acts)
        return replace(hand, deal=Deal(new_hands, deal.vira), acts=acts, fair=None)


def _hand(match: Match) -> Hand:
    assert match.hand is not None
    return match.hand


def _plays(hand: Hand) -> list[Act]:
    return [played for plays in (*(done.plays for done in hand.rounds), hand.plays) for played in plays]


def _sees_hand_of(seat: int, observer: Observer, hand: Hand) -> bool:
    """TM 31: nobody sees his cards in a mão de ferro. TM 30: the pair that has eleven sees each other's."""
    if hand.kind is Kind.IRON or not isinstance(observer, int):
        return False
    return seat == observer or (hand.kind is Kind.ELEVEN and pair_of(seat) == pair_of(observer) == hand.eleven_pair)


def _known_slots(hand: RecordedHand, slot_of: dict[Card, Slot], observer: Observer, dealt: Hand) -> Iterator[Slot]:
    for seat, place in slot_of.values():
        if _sees_hand_of(seat, observer, dealt):
            yield seat, place
    for recorded in hand.acts:
        if isinstance(recorded.act, Play):
            yield slot_of[recorded.act.card]
        elif isinstance(recorded.act, PlayBlind):
            yield recorded.act.seat, recorded.act.position

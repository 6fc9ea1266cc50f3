"""Truco for the conformance suite: its acts, and who may know which card (TM 5, 27, 30, 31)."""

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

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
    FourCards,
    Hand,
    Hide,
    Kind,
    Match,
    Play,
    PlayBlind,
    Refuse,
    Tento,
    TentoRejected,
)
from tests.conformance.adapter import Act, Adapter

Slot = tuple[int, int]
"""A seat and a position in its hand as dealt."""


class TrucoAdapter(Adapter):
    must_meet = frozenset(
        "Play PlayBlind Hide Call Accept Refuse Cut Burn Deal "
        "Tento TentoRejected FourCards Disqualify TimeUp Redeal Adjust Sign Sit Pause Resume "
        "HandDealt CardShown CardHidden ValueCalled CallAccepted CallRefused ElevenAccepted ElevenDeclined "
        "RoundWon RoundTied HandEnded Scored ExtraTimeBegan MatchWon "
        "kind:ordinary kind:eleven kind:iron "
        "ending:played ending:call_refused ending:eleven_declined ending:all_tied ending:four_cards ending:redealt "
        "value:1 value:3 value:6 value:9 value:12 tied_first_round".split()
    )

    def start_scores(self, target: int) -> Sequence[tuple[int, int]]:
        last = target - 1
        return ((0, 0), (last, last), (last, last - 3), (last - 2, last), (last - 4, last - 1))

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
            Sign(seat, rng.choice(match.rules.signs.offered)),
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
            if _sees_hand_of(seat, observer, kind=hand.kind, eleven_pair=hand.eleven_pair):
                known |= set(hand.cards_of(seat))
        known |= {played.card for played in _plays(hand) if not played.hidden or played.seat == observer}
        return set(self.engine.deck()) - known

    def landmarks(self, match: Match) -> Iterator[str]:
        if match.hand is not None:
            yield f"kind:{match.hand.kind}"
            yield f"value:{match.hand.value}"
            if match.hand.rounds and match.hand.rounds[0].winner is None:
                yield "tied_first_round"
            if match.hand.result is not None:
                yield f"ending:{match.hand.result.ending}"

    def twin(self, hands: Sequence[RecordedHand], observer: Observer, rng: random.Random) -> list[RecordedHand]:
        return [self._twin_hand(hand, observer, kind, rng) for hand, kind in zip(hands, _kinds(hands), strict=True)]

    def _twin_hand(
        self, hand: RecordedHand, observer: Observer, kind: tuple[Kind, int | None], rng: random.Random
    ) -> RecordedHand:
        deal: Deal = hand.deal
        slot_of = {card: (seat, place) for seat, cards in enumerate(deal.hands) for place, card in enumerate(cards)}
        known = set(_known_slots(hand, slot_of, observer, *kind))
        fixed = {deal.hands[seat][place] for seat, place in known} | {deal.vira}
        pool = [card for card in self.engine.deck() if card not in fixed]
        rng.shuffle(pool)
        dealt = {slot: deal.hands[slot[0]][slot[1]] if slot in known else pool.pop() for slot in slot_of.values()}

        def rewritten(recorded: RecordedAct) -> RecordedAct:
            act = recorded.act
            if isinstance(act, Play | Hide):
                act = act._replace(card=dealt[slot_of[act.card]])
            return replace(recorded, act=act)

        new_hands = tuple(
            tuple(dealt[seat, place] for place in range(len(cards))) for seat, cards in enumerate(deal.hands)
        )
        acts = tuple(rewritten(recorded) for recorded in hand.acts)
        return replace(hand, deal=Deal(new_hands, deal.vira), acts=acts, fair=None)


def _hand(match: Match) -> Hand:
    assert match.hand is not None
    return match.hand


def _plays(hand: Hand) -> list[Act]:
    return [played for plays in (*(done.plays for done in hand.rounds), hand.plays) for played in plays]


def _sees_hand_of(seat: int, observer: Observer, *, kind: Kind, eleven_pair: int | None) -> bool:
    """TM 31: nobody sees his cards in a mão de ferro. TM 30: the pair that has eleven sees each other's."""
    if kind is Kind.IRON or not isinstance(observer, int):
        return False
    return seat == observer or (kind is Kind.ELEVEN and pair_of(seat) == pair_of(observer) == eleven_pair)


def _known_slots(
    hand: RecordedHand, slot_of: dict[Card, Slot], observer: Observer, kind: Kind, eleven_pair: int | None
) -> Iterable[Slot]:
    for seat, place in slot_of.values():
        if _sees_hand_of(seat, observer, kind=kind, eleven_pair=eleven_pair):
            yield seat, place
    for recorded in hand.acts:
        if isinstance(recorded.act, Play):
            yield slot_of[recorded.act.card]
        elif isinstance(recorded.act, PlayBlind):
            yield recorded.act.seat, recorded.act.position


def _kinds(hands: Sequence[RecordedHand]) -> Iterator[tuple[Kind, int | None]]:
    """How each hand is played, by the score written down before it (target 12)."""
    for hand in hands:
        assert hand.start is not None
        eleven = [points >= 11 for points in hand.start]
        if all(eleven):
            yield Kind.IRON, None
        elif any(eleven):
            yield Kind.ELEVEN, eleven.index(True)
        else:
            yield Kind.ORDINARY, None

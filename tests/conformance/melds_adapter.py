"""Tranca and Canastra for the conformance suite: their acts, and who may know which card (C-7 to C-14, C-22).

The acts that a seat could name are without number, because melds are written out card by card. The universe here holds
every plain act and every discard, and of melds a sample: cards of the hand in likely and unlikely orders, every order
of three or four cards when the hand is that small, and what the engine lists with one card changed, left out or moved.
Only single melds are in it, and no attempt of a vulnerable pair that would fail: these are accepted, but not listed.
Random play lays several melds at once now and then, but tries no lay that fails: it would tell cards that go back.
"""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, permutations

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
    canonical_deck,
)
from carteado.melds import (
    CardId,
    Cut,
    Deal,
    Discard,
    Draw,
    Ending,
    Exchange,
    Extend,
    Hand,
    Kind,
    Lay,
    Match,
    Phase,
    PlayerAct,
    Redraw,
    Take,
    TakeExtending,
    TakeLaying,
    face,
    faces,
)
from carteado.record import Engine, RecordedAct, RecordedHand
from tests.conformance.adapter import Act, Adapter

Cards = tuple[Card, ...]
Slot = tuple[str, int, int]
"""Where a card was dealt: ``hand``, ``morto`` or ``stock``, which one, and its place there."""

SMALL_HAND = 4
LISTS = 9
"""How many lists of cards are made up in each way."""

RED_THREES = {Card("3", "h"), Card("3", "d")}
BLACK_THREES = {Card("3", "c"), Card("3", "s")}

EVERYWHERE = {
    *("Draw", "Redraw", "Lay", "Extend", "Discard", "Cut"),
    *("HandDealt", "CardDrawn", "PileTaken", "MeldLaid", "MeldExtended", "CardDiscarded", "HandEnded", "Scored"),
    *("MortoTaken", "indirect_morto", "clean_canastra", "dirty_canastra"),
}
TRANCA = {*EVERYWHERE, "TakeLaying", "TakeExtending", "RedThreeLaid", "pile_locked", "run", "set"}
MUST_MEET = {
    "afia-2026-tranca": {*TRANCA, "pile_under_its_top", "two_for_an_old_meld", "MortoBecameStock", "ending:went_out"},
    "faraes-2023-tranca": {*TRANCA, "Exchange", "two_on_top", "ending:nothing_to_draw"},
    "apcef-sc-2022-canastra": {*EVERYWHERE, "Take", "natural_two", "vulnerable", "vulnerable_laid", "ending:went_out"},
}


class MeldsAdapter(Adapter):
    capped = False
    end_key = "match.over"
    speaks_out_of_turn = False
    most_hands = 2
    twin_moments = 2
    every = 3

    def __init__(self, engine: Engine, players: int, regulation_id: str) -> None:
        super().__init__(engine, players, regulation_id)
        self.must_meet = MUST_MEET[regulation_id]
        self.is_tranca = regulation_id != "apcef-sc-2022-canastra"
        self.only_top_is_seen = regulation_id == "afia-2026-tranca"

    def start_scores(self, target: int) -> Sequence[tuple[int, int]]:
        return ((0, 0), (target - 5, target // 2), (-200, target - 300), (target // 2, target - 5), (1495, 1495))

    # --- acts -----------------------------------------------------------------------------------------------------

    def universe(self, match: Match, seat: int) -> Iterator[Act]:
        yield from (Exchange(seat), Draw(seat), Redraw(seat), Take(seat), Lay(seat, ()))
        yield from (Discard(seat, card) for card in canonical_deck())
        yield from (act for act in self._melding(match, seat) if not self._would_fail(match, act))

    def _melding(self, match: Match, seat: int) -> Iterator[Act]:
        """Made up from what the seat knows alone, so that it is the same in all worlds that look the same to it."""
        hand = match.hand
        own = [] if hand is None else self._own_cards(hand, seat)
        melds = [] if hand is None or not own else [meld.faces for meld in hand.side(seat).melds]
        rng = random.Random(f"{seat} {own} {melds}")
        if hand is None or hand.turn != seat:
            junk = tuple(rng.sample(canonical_deck(), 3))
            yield from _with_cards(seat, junk)
            yield from (Extend(seat, index, junk) for index in (-1, 0))
            return
        pool = [*own, *faces(hand.pile[-1:])] if hand.phase is Phase.START else own
        for cards in dict.fromkeys(_new_lists(pool, rng)):
            yield from _with_cards(seat, cards)
        for index, old in enumerate(melds):
            for to in dict.fromkeys(_longer_lists(old, pool, rng)):
                yield Extend(seat, index, to)
                yield TakeExtending(seat, index, to)
        yield from (Extend(seat, index, tuple(own[:4])) for index in (-1, len(melds)))
        listed = [act for act in self.engine.legal_acts(match, seat) if not isinstance(act, Discard)]
        for act in rng.sample(listed, min(LISTS, len(listed))):
            yield from _spoiled(act, rng)

    def _own_cards(self, hand: Hand, seat: int) -> list[Card]:
        return list(faces(sorted(hand.hands[seat]))) if 0 <= seat < 4 and seat not in hand.unplayed else []

    def _would_fail(self, match: Match, act: Act) -> bool:
        """C-22: a pair with 1500 points or more when the hand began must first lay 75, then 90, 120, 150."""
        if self.is_tranca or not isinstance(act, Lay) or match.hand is None or not 0 <= act.seat < 4:
            return False
        side = match.hand.side(act.seat)
        minimum = (75, 90, 120, 150)[min(side.failed, 3)]
        return (
            side.vulnerable and not side.melds and sum(_points(card) for meld in act.melds for card in meld) < minimum
        )

    def meaning(self, act: Act) -> Act:
        """A set may be written in any order, and one of them is listed."""
        match act:
            case Lay(seat, melds):
                return Lay(seat, tuple(self._in_one_order(cards) for cards in melds))
            case TakeLaying(seat, cards):
                return TakeLaying(seat, self._in_one_order(cards))
            case Extend(seat, meld, to):
                return Extend(seat, meld, self._in_one_order(to))
            case TakeExtending(seat, meld, to):
                return TakeExtending(seat, meld, self._in_one_order(to))
        return act

    def _in_one_order(self, cards: Cards) -> Cards:
        ranks = [card.rank for card in cards if card.rank != "2"]
        is_set = self.is_tranca and len(ranks) > 1 and len(set(ranks)) == 1
        return tuple(sorted(cards)) if is_set else cards

    def outside_acts(self, match: Match, rng: random.Random) -> Sequence[Act]:
        """Those that end a hand are offered seldom: hands are long, and few would reach their end."""
        pair, seat = rng.randrange(2), rng.randrange(self.players)
        ending = (Disqualify(pair, "17"), Redeal("8")) if rng.random() < 0.05 else ()
        return (
            *ending,
            Adjust(pair, rng.choice([-50, -5, 10, 200]), "sheet misread", "8"),
            Pause(None),
            Resume("8"),
            Sign(seat),
            Sit(seat, "bot:reserve"),
            *self._several_melds(match, rng),
        )

    def _several_melds(self, match: Match, rng: random.Random) -> list[Act]:
        """Two of the melds listed, laid in one act: accepted where there are cards for both."""
        if not match.hand_is_on or match.hand is None:
            return [Lay(0, ((), ()))]
        seat = match.hand.turn
        lays = [act.melds[0] for act in self.engine.legal_acts(match, seat) if isinstance(act, Lay)]
        both = [Lay(seat, (one, rng.choice(lays))) for one in rng.sample(lays, min(8, len(lays)))]
        return [act for act in both if not self._would_fail(match, act)]

    def ceremony_acts(self, match: Match, rng: random.Random) -> Sequence[Act]:
        deck = rng.sample(self.engine.deck(), 104)
        return (Cut((match.dealer + 1) % 4, 7), self.engine.dealt_from(match, deck, cuts=(), burn=0))

    def deciding_act(self, match: Match, rng: random.Random) -> Act:
        pair = rng.randrange(2)
        ahead = match.target + max(match.score) - match.score[pair]
        return rng.choice([Disqualify(pair, "17"), Adjust(pair, max(ahead, 10), "by agreement", "8")])

    # --- cards ----------------------------------------------------------------------------------------------------

    def cards_dealt(self, deal: Deal) -> list[Card]:
        return [card for cards in (*deal.hands, *deal.mortos, deal.stock) for card in cards]

    def cards_in(self, match: Match) -> list[Card]:
        """Told by their faces; that no copy is in two places is seen to here."""
        hand = _hand(match)
        heaps = [*hand.hands, *hand.mortos, hand.stock, hand.pile]
        for side in hand.sides:
            heaps += [side.red_threes, *(meld.cards for meld in side.melds)]
        ids = [card for heap in heaps for card in heap]
        assert len(set(ids)) == len(ids) == 104, "a card is in two places, or in none"
        return [face(card) for card in ids]

    def secrets(self, match: Match, observer: Observer) -> set[Card]:
        """A referee sees every hand and the whole pile, but not what lies face down."""
        hand = _hand(match)
        whole_pile = observer is Onlooker.REFEREE or not self.only_top_is_seen
        known = {*_on_table(hand), *(hand.pile if whole_pile else hand.pile[-1:])}
        for seat in range(self.players):
            if observer is Onlooker.REFEREE or (seat == observer and seat not in hand.unplayed):
                known |= hand.hands[seat]
        return set(canonical_deck()) - set(faces(known))

    def inclination(self, kind: type, rng: random.Random) -> float:
        """Most matches are played by people who would rather meld than discard, so that mortos are reached."""
        if kind in (Lay, Extend, TakeLaying, TakeExtending):
            return rng.choice([0.05, 1.0, 3.0, 3.0])
        return rng.choice([0.05, 0.05, 0.5] if kind is Discard else [0.05, 0.2, 1.0, 3.0])

    def choice(self, acts: Sequence[Act], rng: random.Random) -> Act:
        """People seldom throw a 2 away, but then the pile is taken by rules of its own."""
        wilds = [act for act in acts if isinstance(act, Discard) and act.card.rank == "2"]
        return rng.choice(wilds if wilds and rng.random() < 0.5 else acts)

    def interest(self, deal: Deal) -> float:
        """How well the hands and mortos go together: neighbours in a suit, and wilds."""
        order = "A23456789TJQK"
        worth = 0
        for cards in (*deal.hands, *deal.mortos):
            held = set(cards)
            for card in held:
                following = order[(order.index(card.rank) + 1) % 13]
                worth += 2 * (Card(following, card.suit) in held) + (card.rank == "2")
        return float(worth)

    def landmarks(self, match: Match) -> Iterator[str]:
        hand = match.hand
        if hand is None:
            return
        if hand.result is not None:
            yield f"ending:{hand.result.ending}"
        if hand.pile and face(hand.pile[-1]) in BLACK_THREES:
            yield "pile_locked"
        if hand.pile and face(hand.pile[-1]).rank == "2":
            yield "two_on_top"
            if hand.phase is Phase.START and any(not meld.shape.wilds for meld in hand.side(hand.turn).melds):
                yield "two_for_an_old_meld"
        if len(hand.pile) > 1:
            yield "pile_under_its_top"
        if hand.unplayed:
            yield "indirect_morto"
        for side in hand.sides:
            if side.vulnerable:
                yield "vulnerable_laid" if side.melds else "vulnerable"
            for meld in side.melds:
                yield "run" if meld.shape.kind is Kind.RUN else "set"
                if sum(card.rank == "2" for card in meld.faces) > len(meld.shape.wilds):
                    yield "natural_two"
                if len(meld.cards) >= 7:
                    yield "clean_canastra" if meld.is_clean else "dirty_canastra"

    # --- other worlds ---------------------------------------------------------------------------------------------

    def twin(self, hand: RecordedHand, dealt: Match, observer: Observer, rng: random.Random) -> RecordedHand:
        """Hidden cards change places among themselves. Where red threes were dealt shows when they are laid, so they
        stay, but for those that nobody ever drew; and once a hand is counted, its points show what was held, so that
        only cards that count alike are exchanged. The acts name no hidden card: they stay as they are.
        """
        deal: Deal = hand.deal
        slots = _slots(deal)
        known, untouched, last = self._known(dealt, hand.acts, observer)
        counted = last.result is not None and last.result.ending not in (Ending.REDEALT, Ending.STOPPED)
        places: dict[object, list[Slot]] = {}
        card_at = {slot: face(card) for card, slot in slots.items()}
        for card, slot in slots.items():
            if card in known:
                continue
            if self.is_tranca and face(card) in RED_THREES:
                if card in untouched:
                    places.setdefault("red threes", []).append(slot)
            else:
                places.setdefault(self._counts_as(face(card)) if counted else "others", []).append(slot)
        for alike in places.values():
            moved = [card_at[slot] for slot in alike]
            rng.shuffle(moved)
            card_at.update(zip(alike, moved, strict=True))
        new = Deal(
            tuple(_dealt_at("hand", number, cards, card_at) for number, cards in enumerate(deal.hands)),
            tuple(_dealt_at("morto", number, cards, card_at) for number, cards in enumerate(deal.mortos)),
            _dealt_at("stock", 0, deal.stock, card_at),
        )
        return replace(hand, deal=new, fair=None)

    def _known(
        self, match: Match, acts: Sequence[RecordedAct], observer: Observer
    ) -> tuple[set[CardId], set[CardId], Hand]:
        """The cards that the observer gets to see, those that nobody ever had in hand, and the hand as it ends."""
        known: set[CardId] = set()
        hands = [_hand(match)]
        for recorded in acts:
            match, _ = self.engine.apply(match, recorded.act)
            hands.append(_hand(match))
        for hand in hands:
            known |= {*_on_table(hand), *hand.pile}
            if isinstance(observer, int) and observer not in hand.unplayed:
                known |= hand.hands[observer]
        hand = hands[-1]
        if hand.result is not None and hand.result.ending is Ending.NO_LEGAL_ACT:
            known |= hand.hands[hand.turn]
        return known, {*hand.stock, *(card for morto in hand.mortos for card in morto)}, hand

    def _counts_as(self, card: Card) -> object:
        return card in BLACK_THREES if self.is_tranca else _points(card)


def _hand(match: Match) -> Hand:
    assert match.hand is not None
    return match.hand


def _on_table(hand: Hand) -> Iterator[CardId]:
    for side in hand.sides:
        yield from side.red_threes
        for meld in side.melds:
            yield from meld.cards


def _points(card: Card) -> int:
    """C-20: what a card is worth in Canastra."""
    return 15 if card.rank == "A" else 5 if card.rank in "34567" else 10


def _slots(deal: Deal) -> dict[CardId, Slot]:
    """Where each copy of a card was dealt: a face's first copy is the one met first."""
    heaps = [("hand", number, cards) for number, cards in enumerate(deal.hands)]
    heaps += [("morto", number, cards) for number, cards in enumerate(deal.mortos)]
    met: Counter[Card] = Counter()
    slots: dict[CardId, Slot] = {}
    first_copy = {face(card): card for card in reversed(range(4 * 52))}
    for kind, number, cards in [*heaps, ("stock", 0, deal.stock)]:
        for place, card in enumerate(cards):
            slots[first_copy[card] + met[card]] = (kind, number, place)
            met[card] += 1
    return slots


def _dealt_at(kind: str, number: int, cards: Cards, card_at: dict[Slot, Card]) -> Cards:
    return tuple(card_at[kind, number, place] for place in range(len(cards)))


# --- lists of cards that might be melds ---------------------------------------------------------------------------


def _with_cards(seat: int, cards: Cards) -> Iterator[PlayerAct]:
    yield Lay(seat, (cards,))
    yield TakeLaying(seat, cards)


def _new_lists(pool: Sequence[Card], rng: random.Random) -> Iterator[Cards]:
    if len(pool) <= SMALL_HAND:
        for size in (3, 4):
            for some in combinations(pool, size):
                yield from permutations(some)
        return
    for _ in range(LISTS):
        yield _as_run(_of_suit(pool, rng.choice("chsd")), rng)
        yield _some(_of_rank(pool, rng.choice(pool).rank), rng, least=3)
        yield _some(pool, rng, least=3)
        yield _with_stranger(_some(pool, rng, least=3), rng)


def _longer_lists(old: Cards, pool: Sequence[Card], rng: random.Random) -> Iterator[Cards]:
    """The meld with cards added, in the order of a run with wilds anywhere, and at the end."""
    suits = [card.suit for card in old if card.rank != "2"]
    near = [card for card in pool if card.suit == suits[0] or card.rank in ("2", old[0].rank)]
    yield old
    for _ in range(LISTS):
        some = _some(near if near and rng.random() < 0.9 else pool, rng, least=1)[: rng.randint(1, 3)]
        yield (*old, *some)
        yield _in_run_order([*old, *some], rng)


def _of_suit(pool: Sequence[Card], suit: str) -> list[Card]:
    return [card for card in pool if card.suit == suit or card.rank == "2"]


def _of_rank(pool: Sequence[Card], rank: str) -> list[Card]:
    return [card for card in pool if card.rank in (rank, "2")]


def _some(pool: Sequence[Card], rng: random.Random, *, least: int) -> Cards:
    return tuple(rng.sample(pool, min(len(pool), rng.choice([least, least, least + 1, least + 2]))))


def _as_run(cards: Sequence[Card], rng: random.Random) -> Cards:
    """A stretch of the cards from low to high, each face once, with one wild or two put anywhere."""
    naturals = sorted({card for card in cards if card.rank != "2"}, key=lambda card: "A23456789TJQK".index(card.rank))
    begin = rng.randrange(max(1, len(naturals) - 1))
    wilds = [card for card in cards if card.rank == "2"][: rng.choice([0, 1, 1, 2])]
    return _in_run_order([*naturals[begin : begin + rng.randint(2, 8)], *wilds], rng)


def _in_run_order(cards: Sequence[Card], rng: random.Random) -> Cards:
    order = rng.choice(["A3456789TJQK", "3456789TJQKA"])
    run = sorted((card for card in cards if card.rank != "2"), key=lambda card: order.index(card.rank))
    for wild in (card for card in cards if card.rank == "2"):
        run.insert(rng.randint(0, len(run)), wild)
    return tuple(run)


def _with_stranger(cards: Cards, rng: random.Random) -> Cards:
    if not cards:
        return cards
    place = rng.randrange(len(cards))
    return (*cards[:place], rng.choice(canonical_deck()), *cards[place + 1 :])


def _spoiled(act: PlayerAct, rng: random.Random) -> Iterator[PlayerAct]:
    """A listed act with a card of a meld changed, left out, or moved."""
    match act:
        case Lay(seat, (cards,)):
            yield from (Lay(seat, (one,)) for one in _changed(cards, rng))
            yield from (TakeLaying(seat, one) for one in _changed(cards, rng))
        case TakeLaying(seat, cards):
            yield from (TakeLaying(seat, one) for one in _changed(cards, rng))
        case Extend(seat, meld, to):
            yield from (Extend(seat, meld, one) for one in _changed(to, rng))
        case TakeExtending(seat, meld, to):
            yield from (TakeExtending(seat, meld, one) for one in _changed(to, rng))


def _changed(cards: Cards, rng: random.Random) -> Iterator[Cards]:
    place = rng.randrange(len(cards))
    yield _with_stranger(cards, rng)
    yield (*cards[:place], *cards[place + 1 :])
    yield (*cards[:place], *cards[place + 1 :], cards[place])
    yield tuple(rng.sample(cards, len(cards)))

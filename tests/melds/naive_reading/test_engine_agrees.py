"""The engine against the naive validator and scorer, which was written from the texts alone.

Random hands must come out alike, line by line; and acts that a player might try, most of them wrong, must be refused by
both or by neither.
"""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from carteado import melds
from carteado.cards import Card
from carteado.record import InputError, Record, RecordedAct, RecordedHand, engine_for, replay
from carteado.record.record import record_document, record_of
from carteado.regulation import load
from tests.melds.naive import naive_replay

REGULATIONS = ("afia-2026-tranca", "faraes-2023-tranca", "apcef-sc-2022-canastra")
QUICK_HANDS, SLOW_HANDS = 100, 20_000
CHUNK = 50
TRIES = 2


def random_hand(regulation_id: str, seed: int) -> Record:
    """A hand played to its end by chance, with lays of several melds now and then, from a random score."""
    rng = random.Random(f"{regulation_id}|{seed}")
    regulation = load(regulation_id)
    engine = engine_for(regulation)
    target = engine.target(None)
    start = rng.choice([(0, 0), (target - 5, 0), (target - 300, target - 200), (1500, 1495), (-200, target - 5)])
    dealer = rng.randrange(4)
    before = engine.start(players=4, first_dealer=dealer, score=start)
    if engine.refusal_of_start(before):
        start, before = (0, 0), engine.start(players=4, first_dealer=dealer)
    deck = list(engine.deck())
    rng.shuffle(deck)
    deal = engine.dealt_from(before, deck, cuts=(), burn=0)
    match = engine.apply(before, deal)[0]
    eager = rng.random()
    acts = []
    while seats := engine.seats_to_ask(match):
        act = _choose(rng, engine.legal_acts(match, seats[0]), eager)
        acts.append(RecordedAct(act=act))
        match = engine.apply(match, act)[0]
    hand = RecordedHand(deal=deal, acts=tuple(acts), start=start)
    return Record(regulation=regulation, seats=("N", "E", "S", "W"), first_dealer=dealer, hands=(hand,))


def _choose(rng: random.Random, legal: list[Any], eager: float) -> Any:
    """Any legal act; an eager player melds and takes more often, so that mortos are reached and hands gone out of."""
    melding = [act for act in legal if not isinstance(act, melds.Draw | melds.Discard | melds.Redraw)]
    return rng.choice(melding if melding and rng.random() < eager else legal)


def counted(report: dict[str, Any]) -> list[Any]:
    """What both must agree on, hand by hand."""
    return [
        (hand["dealer"], hand["winner"], hand["points"], [_nonzero(lines) for lines in hand["lines"]])
        for hand in report["hands"]
    ] + [report["score"], report["winner"], report["finished"]]


def _nonzero(lines: Any) -> dict[str, int]:
    pairs = lines.items() if isinstance(lines, dict) else ((line["item"], line["points"]) for line in lines)
    return {item: points for item, points in pairs if points}


def agree_on(record: Record) -> None:
    document: Any = record_document(record)
    theirs = naive_replay(document)
    assert "refused" not in theirs, (theirs, document)
    assert counted(replay(record).to_json()) == counted(theirs), document


def attempts(record: Record, rng: random.Random) -> Iterator[dict[str, Any]]:
    """The record cut short at a random act and followed by something that a player might try."""
    document: Any = record_document(record)
    [hand] = document["hands"]
    for _ in range(TRIES):
        cut = rng.randrange(len(hand["actions"]) + 1)
        seat = hand["actions"][cut]["seat"] if cut < len(hand["actions"]) else rng.randrange(4)
        tried = _attempt(rng, seat, hand)
        yield {**document, "hands": [{**hand, "actions": [*hand["actions"][:cut], tried]}]}


def _attempt(rng: random.Random, seat: int, hand: dict[str, Any]) -> dict[str, Any]:
    """An act of the hand, perhaps with a card changed, left out or put in; or one of any kind."""
    act: dict[str, Any] = dict(rng.choice(hand["actions"])) if hand["actions"] else {"act": "draw"}
    act["seat"] = seat if rng.random() < 0.9 else rng.randrange(4)
    for key in ("lay", "to"):
        if key in act:
            act[key] = _spoiled(rng, act[key])
    if "melds" in act:
        act["melds"] = [_spoiled(rng, meld) for meld in act["melds"]]
    if rng.random() < 0.2:
        act = {"seat": seat, "act": rng.choice(["draw", "take", "exchange", "redraw"])}
    return act


def _spoiled(rng: random.Random, cards: list[str]) -> list[str]:
    cards = list(cards)
    change = rng.random()
    if change < 0.25:
        cards[rng.randrange(len(cards))] = str(Card(rng.choice("A23456789TJQK"), rng.choice("chsd")))
    elif change < 0.5 and len(cards) > 1:
        cards.pop(rng.randrange(len(cards)))
    elif change < 0.6:
        rng.shuffle(cards)
    return cards


def refused(document: dict[str, Any]) -> tuple[int | None, int | None] | None:
    try:
        replay(record_of(document))
    except InputError as error:
        return error.hand, error.action
    return None


def agree_on_refusals(document: dict[str, Any]) -> None:
    theirs = naive_replay(document).get("refused")
    assert refused(document) == (theirs and (theirs["hand"], theirs["action"])), document


def compare(regulation_id: str, first: int, hands: int, *, tries_every: int) -> None:
    for seed in range(first, first + hands):
        record = random_hand(regulation_id, seed)
        agree_on(record)
        if seed % tries_every == 0:
            for document in attempts(record, random.Random(seed)):
                agree_on_refusals(document)


@pytest.mark.parametrize("first", range(0, QUICK_HANDS, CHUNK))
@pytest.mark.parametrize("regulation_id", REGULATIONS)
def test_random_hands_come_out_alike(regulation_id: str, first: int) -> None:
    compare(regulation_id, first, CHUNK, tries_every=2)


@pytest.mark.parametrize(
    ("regulation_id", "seed"),
    [
        ("faraes-2023-tranca", 17553),  # an exchange ends the stock while a morto waits for its turn
        ("apcef-sc-2022-canastra", 15673),  # the last card would fit only by soiling the one clean canastra
    ],
)
def test_hands_that_once_came_out_differently(regulation_id: str, seed: int) -> None:
    agree_on(random_hand(regulation_id, seed))


@pytest.mark.slow
@pytest.mark.parametrize("first", range(QUICK_HANDS, SLOW_HANDS, 10 * CHUNK))
@pytest.mark.parametrize("regulation_id", REGULATIONS)
def test_many_random_hands_come_out_alike(regulation_id: str, first: int) -> None:
    compare(regulation_id, first, 10 * CHUNK, tries_every=20)

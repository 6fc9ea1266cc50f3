"""Whole matches by chance, as each regulation has them and as clubs might change it: no card is lost, nobody is ever
stuck, every hand ends, a record replays to the same match, and the score is what the lines say.

The players are eager to meld, else few hands would come further than the end of the stock; and now and then they try
what no list offers: several melds in one lay, among them lays that are too small for a vulnerable pair.
"""

import random
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from carteado import melds
from carteado.cards import RANKS, SUITS, Card, Scored
from carteado.record import (
    Engine,
    Record,
    RecordedAct,
    RecordedHand,
    engine_for,
    moments,
    read_record,
    replay,
    write_record,
)
from carteado.regulation import MeldsRules, Override, Regulation, load

REGULATIONS = ("afia-2026-tranca", "faraes-2023-tranca", "apcef-sc-2022-canastra")
QUICK_MATCHES, SLOW_MATCHES = 30, 330
CHUNK = 50
MOST_HANDS = 6
MOST_ACTS = 4000
"""In one hand; what random players need is far less."""

ENOUGH_FOR_A_MORTO = ("morto_taken", "morto_taken_or_both_stock", "morto_taken_or_none_left")


def set_ranks(rng: random.Random, rules: MeldsRules) -> list[str]:
    ranks = "3456789TJQKA" if rules.red_threes is None else "456789TJQKA"
    return [rank for rank in ranks if rng.random() < 0.4]


def run_order(rng: random.Random, rules: MeldsRules) -> list[str]:
    """In Tranca the ace low, or low and high; in Canastra low or high alone."""
    low, high = rng.choice([(True, False), (True, True), (False, True)])
    middle = "456789TJQK" if rules.red_threes is not None else "23456789TJQK"
    return [*("A" if low else ""), *middle, *("A" if high else "")]


def going_out(rng: random.Random, _rules: MeldsRules) -> list[str]:
    needs = [rng.choice(ENOUGH_FOR_A_MORTO)] if rng.random() < 0.7 else []
    return needs + rng.choice([[], ["canastra"], ["clean_canastra"]])


def card_values(rng: random.Random, _rules: MeldsRules) -> dict[str, int]:
    return {"A": rng.choice([0, 15, 20]), "2": rng.choice([10, 50]), "3-7": 5, "8-K": rng.choice([5, 10])}


def one_of(*values: object) -> Callable[[random.Random, MeldsRules], object]:
    return lambda rng, _rules: rng.choice(values)


CHANGES: dict[str, Callable[[random.Random, MeldsRules], object]] = {
    "melds.wild_limit": one_of(1, 2),
    "melds.set_ranks": set_ranks,
    "melds.run_order": run_order,
    "melds.repeated_sets": one_of(False),
    "melds.canastra_cards": one_of(5, 6, 8),
    "pile.taking": one_of("free", "top_card_laid"),
    "pile.visible": one_of("whole", "top"),
    "pile.two_on_top": one_of(0, 2, 3),
    "pile.one_card_draws": one_of(True, False),
    "pile.single_card_discardable": one_of(True, False),
    "turn.second_card": one_of(False),
    "morto.requires": one_of([], ["canastra"], ["clean_canastra"]),
    "going_out.requires": going_out,
    "going_out.final_discard": one_of("required", "optional"),
    "stock.when_empty": one_of("end_hand", "morto_enters"),
    "stock.no_progress_turns": one_of(4, 12, 40),
    "scoring.card_values": card_values,
    "scoring.converted_morto_pays": one_of(False, True),
    "scoring.unplayed_morto": one_of("opponents_go_out", "anyone_goes_out", "always_counted"),
    "scoring.no_morto_paid_by": one_of("every_pair", "not_the_pair_that_went_out", "only_when_somebody_went_out"),
    "scoring.going_out_paid": one_of("every_way", "after_morto"),
    "dealing.mortos": one_of(0, 1, 2),
    "match.equal_at_target": one_of("totals", "hand_alone"),
}
OF_THREES: dict[str, Callable[[random.Random, MeldsRules], object]] = {
    "red_threes.retained": one_of("all", "each", "ordinary"),
    "red_threes.exchange": one_of("by_act", "automatic"),
    "red_threes.card_added": one_of(False, True),
    "red_threes.morto_unreplaced": one_of("hand_ends", "laid"),
    "red_threes.requires": one_of([], ["canastra"], ["clean_canastra", "morto_taken"]),
    "black_threes.locks": one_of(False, True),
}
OF_THE_VULNERABLE: dict[str, Callable[[random.Random, MeldsRules], object]] = {
    "vulnerable.from_score": one_of(50, 150),
    "vulnerable.minimums": one_of([30], [40, 60], [75, 90, 120, 150]),
}
TARGETS = ("match.target", 300), ("match.final_target", 300)


def as_a_club_plays(regulation: Regulation, rng: random.Random) -> Regulation:
    """Some of the rules changed, and matches that are short."""
    rules = regulation.rules
    assert isinstance(rules, MeldsRules)
    changes = CHANGES | (OF_THREES if rules.red_threes else {}) | (OF_THE_VULNERABLE if rules.vulnerable else {})
    keys = [key for key in changes if rng.random() < 0.35]
    values: dict[str, Any] = {**dict(TARGETS), **{key: changes[key](rng, rules) for key in keys}}
    if "melds.run_order" in values:
        places = len(values["melds.run_order"])
        values["melds.run_limit"] = rng.choice([places, places - 3])
        values["melds.natural_two"] = "2" in values["melds.run_order"]
    if values.get("dealing.mortos") == 0:
        values["going_out.requires"] = ["canastra"]
    return regulation.with_overrides(tuple(Override(key, value, "Clube da Vila") for key, value in values.items()))


class Played(NamedTuple):
    record: Record
    matches: list[melds.Match]
    events: list[Any]


def played(regulation: Regulation, rng: random.Random) -> Played:
    """A match until somebody has won it, or until it has had its hands."""
    engine = engine_for(regulation)
    dealer, target = rng.randrange(4), engine.target(None)
    start = rng.choice([(0, 0), (target - 60, target - 60), (target - 10, 0)])
    match = engine.start(players=4, first_dealer=dealer, score=start)
    matches: list[melds.Match] = [match]
    events: list[Any] = []
    hands: list[RecordedHand] = []
    eager = rng.choice([0.6, 0.9, 1.0])
    while match.winner is None and len(hands) < MOST_HANDS:
        deal = engine.dealt_from(match, rng.sample(engine.deck(), 104), cuts=(), burn=0)
        acts: list[Any] = []
        match, told = engine.apply(match, deal)
        check(match, told, matches[-1])
        matches.append(match)
        events += told
        while seats := engine.seats_to_ask(match):
            act = chosen(engine, match, seats[0], rng, eager)
            match, told = engine.apply(match, act)
            check(match, told, matches[-1])
            matches.append(match)
            events += told
            acts.append(RecordedAct(act=act))
            assert len(acts) < MOST_ACTS, "the hand does not end"
        hands.append(RecordedHand(deal=deal, acts=tuple(acts), start=None if hands or start == (0, 0) else start))
    record = Record(regulation=regulation, seats=("N", "E", "S", "W"), first_dealer=dealer, hands=tuple(hands))
    return Played(record, matches, events)


def chosen(engine: Engine, match: melds.Match, seat: int, rng: random.Random, eager: float) -> Any:
    legal = engine.legal_acts(match, seat)
    assert legal, f"seat {seat} is stuck in {match}"
    assert len(set(legal)) == len(legal)
    if rng.random() < 0.2:
        assert [act for act in legal if engine.refusal(match, act)] == []
    lays = [act.melds[0] for act in legal if isinstance(act, melds.Lay)]
    if lays and rng.random() < 0.2:
        several = melds.Lay(seat, tuple(rng.choice(lays) for _ in range(2)))
        if engine.refusal(match, several) is None:
            return several
    if not lays and rng.random() < 0.1 and (small := small_lay(engine, match, seat)):
        return small
    melding = [act for act in legal if not isinstance(act, melds.Draw | melds.Discard | melds.Redraw | melds.Take)]
    act = rng.choice(melding if melding and rng.random() < eager else legal)
    assert engine.refusal(match, act) is None
    return act


def small_lay(engine: Engine, match: melds.Match, seat: int) -> melds.Lay | None:
    """Three in a row of a suit. With no lay on the list it is legal only as an attempt of a vulnerable pair."""
    assert match.hand is not None
    held = set(melds.faces(match.hand.hands[seat]))
    for suit in SUITS:
        for at in range(len(RANKS) - 2):
            act = melds.Lay(seat, (tuple(Card(rank, suit) for rank in RANKS[at : at + 3]),))
            if held.issuperset(act.melds[0]) and engine.refusal(match, act) is None:
                assert match.hand.side(seat).vulnerable, f"{act} is legal, but not listed in {match}"
                return act
    return None


def check(match: melds.Match, told: tuple[Any, ...], before: melds.Match) -> None:
    """Every card is somewhere, once; and the score has changed by what was told."""
    hand = match.hand
    assert hand is not None
    heaps: list[Any] = [*hand.hands, *hand.mortos, hand.stock, hand.pile]
    for side in hand.sides:
        heaps += [side.red_threes, *(meld.cards for meld in side.melds)]
    cards = [card for heap in heaps for card in heap]
    assert len(cards) == len(set(cards)) == 104
    for pair in (0, 1):
        points = sum(one.points for one in told if isinstance(one, Scored) and one.pair == pair)
        assert match.score[pair] == before.score[pair] + points


def check_match(regulation_id: str, seed: int) -> set[str]:
    """Plays and checks one match; what was met in it. Two matches of three are a club's."""
    rng = random.Random(f"{regulation_id}|matches|{seed}")
    regulation = load(regulation_id)
    if seed % 3:
        regulation = as_a_club_plays(regulation, rng)
    match = played(regulation, rng)
    text = write_record(match.record)
    record = read_record(text)
    assert record == match.record
    assert write_record(record) == text
    again = list(moments(record))
    assert [moment.match for moment in again] == match.matches[1:]
    assert [event for moment in again for event in moment.events] == match.events
    report = replay(record)
    last = match.matches[-1]
    assert (report.score, report.winner) == (last.score, last.winner)
    for pair in (0, 1):
        lines = sum(line.points for hand in report.hands for line in hand.lines[pair])
        assert last.score[pair] == match.matches[0].score[pair] + lines
    assert last.winner is not None or len(report.hands) == MOST_HANDS
    endings = {str(one.hand.result.ending) for one in match.matches if one.hand and one.hand.result}
    kinds = {type(one).__name__ for one in match.events} | {type(moment.act).__name__ for moment in again}
    return endings | kinds | ({"won"} if last.winner is not None else set())


@pytest.mark.parametrize("regulation_id", REGULATIONS)
def test_random_matches_hold_together(regulation_id: str) -> None:
    met = set().union(*(check_match(regulation_id, seed) for seed in range(QUICK_MATCHES)))
    must = {"won", "went_out", "nothing_to_draw", "Lay", "Extend", "Discard", "MortoTaken", "Take", "TakeLaying"}
    assert must - met == set()
    if regulation_id == "apcef-sc-2022-canastra":
        assert "LayFailed" in met


@pytest.mark.slow
@pytest.mark.parametrize("first", range(QUICK_MATCHES, SLOW_MATCHES, CHUNK))
@pytest.mark.parametrize("regulation_id", REGULATIONS)
def test_many_random_matches_hold_together(regulation_id: str, first: int) -> None:
    for seed in range(first, first + CHUNK):
        check_match(regulation_id, seed)

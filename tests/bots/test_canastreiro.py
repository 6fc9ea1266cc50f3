"""``canastreiro``: always legal, better than chance under every regulation, and never a laughing stock."""

import os
import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from carteado.bots import Bot, make_bot, run_arena
from carteado.bots.bot import ActJson
from carteado.bots.melding import Lore
from carteado.bots.melding_memory import Memory
from carteado.bots.melding_score import count_if_out
from carteado.bots.melding_sight import Sight
from carteado.cards import parse_card
from carteado.melds import (
    CardId,
    Discard,
    Match,
    Meld,
    Phase,
    Shape,
    apply,
    dealt_from,
    deck,
    face,
    faces,
    legal_acts,
    shapes_of,
    start,
)
from carteado.melds.conditions import may_take_morto, unmet
from carteado.melds.deck import RED_THREES, found, identified
from carteado.record import InputError, Table, engine_for, write_act
from carteado.regulation import LANGUAGES, MeldsRules, Override, Regulation, RegulationError, catalogue, load

AF, FA, AP = load("afia-2026-tranca"), load("faraes-2023-tranca"), load("apcef-sc-2022-canastra")
REGULATIONS = {"AF": AF, "FA": FA, "AP": AP}
EVERYWHERE = pytest.mark.parametrize("regulation", REGULATIONS.values(), ids=REGULATIONS)
TRANCA = pytest.mark.parametrize("regulation", [AF, FA], ids=["AF", "FA"])


def canastreiro(regulation: Regulation) -> Bot:
    return make_bot("canastreiro", regulation, seed=0)


# --- against chance -----------------------------------------------------------------------------------------------


@EVERYWHERE
def test_it_beats_chance(regulation: Regulation) -> None:
    result = run_arena(regulation, ("canastreiro", "random"), deals=8, seed="clearly")
    assert result.interval[0] > 0
    assert result.points[0] > result.points[1]
    assert result.replaced == (0, 0)


@pytest.mark.slow
@EVERYWHERE
@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_it_beats_chance_with_other_cards(regulation: Regulation, seed: str) -> None:
    result = run_arena(regulation, ("canastreiro", "random"), deals=60, seed=seed)
    assert result.interval[0] > 500
    assert result.wins[0] > 10 * result.wins[1]


@EVERYWHERE
def test_it_plays_the_same_from_the_same_seed(regulation: Regulation) -> None:
    first, second = (run_arena(regulation, ("canastreiro", "random"), deals=2, seed="same") for _ in range(2))
    assert first == second


HASHED = """
from carteado.bots import run_arena
from carteado.regulation import load
print([run_arena(load(name), ("canastreiro", "random"), deals=1, seed="1") for name in {names}])
"""


def test_it_plays_the_same_whatever_order_the_process_gives_to_sets() -> None:
    script = HASHED.format(names=[regulation.id for regulation in REGULATIONS.values()])
    first, second = (
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
            timeout=60,
        ).stdout
        for seed in "12"
    )
    assert first == second
    assert b"ArenaResult" in first


# --- always legal -------------------------------------------------------------------------------------------------

CHANGES: dict[str, Sequence[object]] = {
    "deck.copies": [3],
    "dealing.hand_size": [7, 13],
    "dealing.mortos": [0, 1],
    "dealing.morto_size": [5],
    "turn.second_card": [False],
    "melds.min_cards": [4],
    "melds.set_ranks": [[], ["A", "4", "K"], ["7", "8", "9", "T"]],
    "melds.repeated_sets": [False],
    "melds.wild_limit": [0, 2],
    "melds.natural_two": [True, False],
    "melds.run_limit": [8],
    "melds.canastra_cards": [5, 8],
    "pile.taking": ["free", "top_card_laid"],
    "pile.one_card_draws": [True, False],
    "pile.two_on_top": [0, 2],
    "pile.single_card_discardable": [True],
    "pile.visible": ["whole", "top"],
    "black_threes.locks": [False],
    "black_threes.penalty": [0],
    "red_threes.exchange": ["automatic", "by_act"],
    "red_threes.requires": [["clean_canastra"]],
    "red_threes.retained": ["all"],
    "scoring.converted_morto_pays": [False],
    "morto.requires": [["canastra"]],
    "going_out.requires": [["canastra"], ["morto_taken_or_both_stock", "clean_canastra"], []],
    "going_out.final_discard": ["required"],
    "stock.when_empty": ["end_hand", "morto_enters"],
    "stock.no_progress_turns": [6],
    "scoring.unplayed_morto": ["always_counted"],
    "vulnerable.from_score": [1],
    "vulnerable.minimums": [[40, 60]],
}


def changed(regulation: Regulation, changes: dict[str, object]) -> Regulation:
    """The regulation with those of the changes that it knows and that leave a game to be played, one by one."""
    for key, value in changes.items():
        try:
            regulation = regulation.with_overrides((*regulation.overrides, Override(key, value, "club")))
        except RegulationError:
            continue
    return regulation


class Asked(NamedTuple):
    table: Table
    view: Any
    legal: list[ActJson]


def questions(regulation: Regulation, *, rng: random.Random, chance: float) -> Iterator[Asked]:
    """Every question of a hand played by four of the bot, whose acts are replaced by any other with that chance."""
    engine = engine_for(regulation)
    assert isinstance(regulation.rules, MeldsRules)
    score = rng.choice([(0, 0), (1400, 200), (200, 1400)])
    match = engine.start(players=4, first_dealer=rng.randrange(4), score=score)
    cards = list(engine.deck())
    rng.shuffle(cards)
    table = Table(engine, match).after(engine.dealt_from(match, cards, cuts=(), burn=0))
    bots = [canastreiro(regulation) for _ in range(4)]
    while (question := table.question()) is not None:
        view = engine.view(table.match, question.seat)
        legal = [write_act(act, engine.notation) for act in question.legal]
        yield Asked(table, view, legal)
        chosen = bots[question.seat].choose(view, legal)
        assert chosen in legal
        act = question.legal[legal.index(chosen)]
        act = rng.choice(question.legal) if rng.random() < chance else act
        table = table.after(act)
        for seat, bot in enumerate(bots):
            if seat != question.seat:
                bot.told(write_act(act, engine.notation))


@EVERYWHERE
@pytest.mark.parametrize("chance", [0.0, 0.3, 1.0])
def test_its_acts_are_legal(regulation: Regulation, chance: float) -> None:
    rng = random.Random(f"legal-{chance}")
    met = {
        act["act"] for _ in range(3) for asked in questions(regulation, rng=rng, chance=chance) for act in asked.legal
    }
    assert {"draw", "take", "lay", "extend", "discard"} <= met


CHANGED = st.dictionaries(st.sampled_from(sorted(CHANGES)), st.integers(0, 2), max_size=8)


@settings(max_examples=60, derandomize=True, database=None)
@given(name=st.sampled_from(sorted(REGULATIONS)), picks=CHANGED, seed=st.integers(0, 10**9))
def test_its_acts_are_legal_under_any_house_rules(name: str, picks: dict[str, int], seed: int) -> None:
    play_by_house_rules(name, picks, seed)


def play_by_house_rules(name: str, picks: dict[str, int], seed: int) -> None:
    regulation = changed(
        REGULATIONS[name], {key: CHANGES[key][pick % len(CHANGES[key])] for key, pick in picks.items()}
    )
    rng = random.Random(seed)
    for _ in questions(regulation, rng=rng, chance=rng.choice([0.0, 0.2, 0.7])):
        pass


@pytest.mark.slow
@settings(max_examples=600, derandomize=True, database=None)
@given(name=st.sampled_from(sorted(REGULATIONS)), picks=CHANGED, seed=st.integers(0, 10**9))
def test_its_acts_are_legal_under_many_more_house_rules(name: str, picks: dict[str, int], seed: int) -> None:
    play_by_house_rules(name, picks, seed)


def test_every_change_is_possible_somewhere() -> None:
    """The sample above would be poorer than it looks if a key were misspelt."""
    for key, values in CHANGES.items():
        for value in values:
            assert any(changed(regulation, {key: value}).overrides for regulation in REGULATIONS.values()), key


@EVERYWHERE
def test_it_plays_a_single_question_without_having_been_told_anything(regulation: Regulation) -> None:
    for asked in questions(regulation, rng=random.Random("alone"), chance=0.1):
        assert canastreiro(regulation).choose(asked.view, asked.legal) in asked.legal


@EVERYWHERE
def test_it_is_quick(regulation: Regulation) -> None:
    """A whole hand takes it a fraction of a second."""
    asked, bot = list(questions(regulation, rng=random.Random("quick"), chance=0.3)), canastreiro(regulation)
    before = time.process_time()
    for one in asked:
        bot.choose(one.view, one.legal)
    assert time.process_time() - before < 0.01 * len(asked)


@EVERYWHERE
def test_it_is_quick_with_half_the_deck_in_hand(regulation: Regulation) -> None:
    """Thousands of melds can be laid; nobody could look at all ways to lay them."""
    hand = " ".join([rank + suit for suit in "chsd" for rank in "456789TJQKA2"] + cards("6h 7h 8h 9h 2c 2d"))
    match = position(regulation, hand, held=(3, 3, 3), took=(True, True), stock=1)
    engine, bot = engine_for(regulation), canastreiro(regulation)
    legal = [write_act(act, engine.notation) for act in engine.legal_acts(match, 0)]
    assert len(legal) > 4000
    before = time.process_time()
    assert bot.choose(engine.view(match, 0), legal)["act"] == "lay"
    assert time.process_time() - before < 2


# --- positions ----------------------------------------------------------------------------------------------------


@cache
def whole_deck(rules: MeldsRules) -> frozenset[CardId]:
    [ids] = identified([deck(rules)])
    return frozenset(ids)


def cards(named: str) -> list[str]:
    return named.split()


class Heaps:
    """The deck of a position: named cards are taken out by face, the others as they come."""

    def __init__(self, rules: MeldsRules) -> None:
        self.rules, self.left = rules, set(whole_deck(rules))

    def named(self, cards: str) -> tuple[CardId, ...]:
        ids = found([parse_card(card) for card in cards.split()], self.left)
        assert ids is not None, f"too many of a card in {cards}"
        self.left -= set(ids)
        return ids

    def some(self, count: int) -> tuple[CardId, ...]:
        """Cards that have no line of their own on the score sheet, spread over suits and ranks."""
        plain = [card for card in sorted(self.left, key=lambda card: card * 37 % 211) if face(card).rank not in "23"]
        self.left -= set(plain[:count])
        return tuple(plain[:count])

    def meld(self, cards: str) -> Meld:
        ids = self.named(cards)
        shape = shapes_of(self.rules.melds).read(faces(ids))
        assert isinstance(shape, Shape)
        return Meld(cards=ids, faces=faces(ids), shape=shape)


def position(
    regulation: Regulation,
    hand: str,
    *,
    own: Sequence[str] = (),
    theirs: Sequence[str] = (),
    pile: str = "",
    held: tuple[int, int, int] = (11, 11, 11),
    took: tuple[bool, bool] = (False, False),
    phase: Phase = Phase.PLAY,
    score: tuple[int, int] = (0, 0),
    vulnerable: bool = False,
    stock: int = 30,
) -> Match:
    """Seat 0 is asked; its pair has ``own`` on the table, the other seats hold so many cards, the rest is stock."""
    rules = regulation.rules
    assert isinstance(rules, MeldsRules)
    match = start(rules, first_dealer=3, score=score)
    match = apply(match, dealt_from(match, deck(rules), cuts=(), burn=0)).match
    assert match.hand is not None
    heaps = Heaps(rules)
    mine = heaps.named(hand)
    melds = [tuple(heaps.meld(cards) for cards in side) for side in (own, theirs)]
    pile_ids = heaps.named(pile)
    others = [heaps.some(count) for count in held]
    mortos = tuple(heaps.some(11) for _ in range(rules.dealing.mortos - sum(took)))
    first, second = (
        side._replace(melds=melds[pair], took_morto=took[pair], vulnerable=vulnerable, red_threes=())
        for pair, side in enumerate(match.hand.sides)
    )
    placed = match.hand._replace(
        hands=tuple(map(frozenset, (mine, *others))),
        sides=(first, second),
        pile=pile_ids,
        mortos=mortos,
        phase=phase,
        drawn=None,
        second_card=False,
        stock=tuple(sorted(heaps.left))[:stock],
    )
    return match._replace(hand=placed)


def discarded(seat: int, card: str) -> ActJson:
    return {"seat": seat, "act": "discard", "card": card}


def choice(regulation: Regulation, match: Match, bot: Bot | None = None) -> ActJson:
    """What the bot, or one that has seen nothing before, does when it is asked for seat 0."""
    engine, bot = engine_for(regulation), bot or canastreiro(regulation)
    legal = [write_act(act, engine.notation) for act in engine.legal_acts(match, 0)]
    act = bot.choose(engine.view(match, 0), legal)
    assert act in legal
    return act


def whole_turn(regulation: Regulation, match: Match) -> tuple[list[ActJson], Match]:
    """What the bot does from here to the end of its turn."""
    engine, bot, done = engine_for(regulation), canastreiro(regulation), []
    while match.hand is not None and match.hand.result is None and match.hand.turn == 0:
        acts = engine.legal_acts(match, 0)
        legal = [write_act(act, engine.notation) for act in acts]
        done.append(bot.choose(engine.view(match, 0), legal))
        match, _ = engine.apply(match, acts[legal.index(done[-1])])
    return done, match


# --- the start of a turn ------------------------------------------------------------------------------------------


def test_it_exchanges_red_threes_at_once() -> None:
    match = position(FA, "3h 3d 5c 6c 8s 9d Kd Qc 7h 4s Js", pile="9s", phase=Phase.START)
    assert choice(FA, match)["act"] == "exchange"


@EVERYWHERE
def test_it_never_leaves_an_exchange_for_later(regulation: Regulation) -> None:
    by_act = changed(regulation, {"red_threes.exchange": "by_act"})
    for asked in questions(by_act, rng=random.Random("threes"), chance=0.2):
        if any(act["act"] == "exchange" for act in asked.legal):
            assert canastreiro(by_act).choose(asked.view, asked.legal)["act"] == "exchange"


@EVERYWHERE
@pytest.mark.parametrize(("drawn", "act"), [("9s", "redraw"), ("7h", "lay"), ("8h", "discard"), ("2c", "discard")])
def test_it_changes_a_useless_first_card_only(regulation: Regulation, drawn: str, act: str) -> None:
    """5h 6h: the seven makes a run, the eight a better chance of one."""
    match = position(regulation, f"5h 6h Kd Qd 4c Tc 4s Ac Jh 8d As {drawn}")
    assert match.hand is not None
    card = next(card for card in match.hand.hands[0] if face(card) == parse_card(drawn))
    hand = match.hand._replace(drawn=card, second_card=True)
    assert choice(regulation, match._replace(hand=hand))["act"] == act


@TRANCA
def test_it_takes_a_pile_that_pays(regulation: Regulation) -> None:
    """The eight makes a run, and the jack, queen and king under it another."""
    match = position(
        regulation, "6h 7h Jd 4c Tc 4s As 9c Kc", pile="Jd Qd Kd 5c 6c 8h", phase=Phase.START, held=(9, 9, 9)
    )
    act = choice(regulation, match)
    assert (act["act"], sorted(act["lay"])) == ("take", ["6h", "7h", "8h"])


@pytest.mark.parametrize(("pile", "act"), [("5c", "draw"), ("Jh", "take"), ("Jd Qd Kd 5c", "take")])
def test_it_takes_a_free_pile_for_what_is_in_it(pile: str, act: str) -> None:
    match = position(AP, "9h Th 6d Ad 2c 3s 8s Ks Qc", pile=pile, phase=Phase.START)
    assert choice(AP, match)["act"] == act


def test_it_leaves_a_pile_when_it_is_about_to_go_out() -> None:
    """Two cards and a canastra: eight loose cards more would undo it."""
    own = ["4h 5h 6h 7h 8h 9h Th", "Ks Kh Kd"]
    match = position(
        AF, "4c Kc", own=own, pile="5c 9c 7d Td 4s 6s 9s Jh", took=(True, True), held=(3, 5, 3), phase=Phase.START
    )
    assert choice(AF, match)["act"] == "draw"


# --- melds --------------------------------------------------------------------------------------------------------


@EVERYWHERE
def test_it_lays_the_longest_run_and_no_wild_with_it(regulation: Regulation) -> None:
    match = position(regulation, "5h 6h 7h 8h 9h 2c Kd Jc 4s 8c Qs 9d")
    done, _ = whole_turn(regulation, match)
    assert [act.get("melds") for act in done] == [[cards("5h 6h 7h 8h 9h")], None]


def test_it_lays_two_melds_rather_than_one_long_one() -> None:
    match = position(AF, "5h 6h 7h 8h 8c 8d Kd Jc 4s 9s Qd Ac")
    done, _ = whole_turn(AF, match)
    assert sorted(sorted(act["melds"][0]) for act in done[:-1]) == [["5h", "6h", "7h"], ["8c", "8d", "8h"]]


@EVERYWHERE
def test_it_adds_to_the_run_that_becomes_a_canastra(regulation: Regulation) -> None:
    match = position(regulation, "Th Kd Jc 4s 9c Qd Ac", own=["4h 5h 6h 7h 8h 9h", "9d Td Jd"])
    act = choice(regulation, match)
    assert (act["act"], act["meld"], act["to"][-1]) == ("extend", 0, "Th")


@EVERYWHERE
def test_it_keeps_a_clean_canastra_clean(regulation: Regulation) -> None:
    match = position(regulation, "2c Kd Tc 4s 8h", own=["5h 6h 7h 8h 9h Th Jh"])
    done, _ = whole_turn(regulation, match)
    assert [act["act"] for act in done] == ["discard"]


@EVERYWHERE
def test_it_does_not_soil_six_clean_cards_early(regulation: Regulation) -> None:
    match = position(regulation, "2c Kd Jc 4s Qs 8d 6c 9s", own=["5h 6h 7h 8h 9h Th"])
    assert choice(regulation, match)["act"] == "discard"


@EVERYWHERE
def test_but_it_does_so_when_the_hand_is_about_to_end(regulation: Regulation) -> None:
    match = position(
        regulation, "2c Kd Jc 4s 9c Qs Ac 8d", own=["5h 6h 7h 8h 9h Th"], took=(True, True), held=(3, 3, 3), stock=1
    )
    act = choice(regulation, match)
    assert (act["act"], len(act["to"])) == ("extend", 7)


@EVERYWHERE
def test_it_spends_a_wild_on_the_morto(regulation: Regulation) -> None:
    """9s 2c Js, and the loose four is discarded."""
    match = position(regulation, "9s Js 2c 4d", own=["5h 6h 7h"])
    done, after = whole_turn(regulation, match)
    assert after.hand is not None
    assert after.hand.sides[0].took_morto, done


@TRANCA
@pytest.mark.parametrize(("stock", "act"), [(30, "discard"), (2, "lay")])
def test_it_does_not_strand_itself_with_one_card(regulation: Regulation, stock: int, act: str) -> None:
    """With 9c Tc Jc laid and a card discarded, the last one could neither be laid nor thrown away until the partner has
    made a canastra; only when the hand is about to end are the points worth it.
    """
    match = position(regulation, "9c Tc Jc Kd 6s", own=["5h 6h 7h"], took=(True, True), stock=stock)
    done, _ = whole_turn(regulation, match)
    assert done[0]["act"] == act
    assert done[-1]["card"] in ("Kd", "6s")


@EVERYWHERE
def test_it_may_be_left_with_one_card_where_a_morto_waits(regulation: Regulation) -> None:
    match = position(regulation, "9c Tc Jc Kd 6s", own=["5h 6h 7h"])
    assert choice(regulation, match)["act"] == "lay"


def test_a_vulnerable_pair_lays_the_combination_that_it_is_offered() -> None:
    match = position(AP, "4c 5c 6c 7d 8d 9d Ks As Qs 3h 4d 8s", score=(1600, 0), vulnerable=True)
    act = choice(AP, match)
    assert act["act"] == "lay"
    assert len(act["melds"]) > 1


# --- the discard --------------------------------------------------------------------------------------------------

SIX = cards("4h 5h 6h 7h 8h 9h")


@EVERYWHERE
@pytest.mark.parametrize("seed", range(12))
def test_it_does_not_break_a_six_card_clean_run_to_discard(regulation: Regulation, seed: int) -> None:
    """Whatever else is held: the run is laid or kept."""
    loose = cards("4c 6c 9c Jc Kc 5d 8d Td Qd Ad 7s Ts Ks 3c 2d Jh")
    random.Random(seed).shuffle(loose)
    match = position(regulation, " ".join(SIX + loose[: 3 + seed % 5]))
    done, after = whole_turn(regulation, match)
    assert after.hand is not None
    assert after.hand.sides[0].took_morto or done[-1]["card"] not in SIX


def test_it_keeps_the_run_that_it_may_not_lay_yet() -> None:
    """A vulnerable pair's thirty-five points are not enough."""
    match = position(AP, "3h 4h 5h 6h 7h 8h 9c Jc Kd 6s 4d As", score=(1600, 0), vulnerable=True)
    act = choice(AP, match)
    assert act["act"] == "discard"
    assert act["card"] not in ("3h", "4h", "5h", "6h", "7h", "8h")


@EVERYWHERE
def test_it_discards_a_loose_card_rather_than_one_of_a_pair(regulation: Regulation) -> None:
    match = position(regulation, "5h 6h 8c 9c Jd Qd Qs Ks 7s 4d 9s")
    assert choice(regulation, match)["card"] in ("4d", "7s", "9s")


@EVERYWHERE
def test_it_keeps_a_card_that_it_may_add_later(regulation: Regulation) -> None:
    """The eight goes on the run as soon as there is another card to discard; the queen goes nowhere."""
    match = position(regulation, "8h Qs", own=["5h 6h 7h"], took=(True, True), pile="9d")
    assert choice(regulation, match)["card"] == "Qs"


@EVERYWHERE
def test_it_gives_no_card_that_the_others_can_add(regulation: Regulation) -> None:
    match = position(regulation, "9d 4d Jc 6s", theirs=["5d 6d 7d 8d", "7c 8c 9c Tc"], pile="Kh Qh Ad 8h 6h")
    assert choice(regulation, match)["card"] == "6s"


@pytest.mark.parametrize("taken", [True, False])
def test_it_gives_nothing_to_what_the_next_player_has_just_taken(taken: bool) -> None:
    match, bot = position(FA, "9d Jc Qc 5s 6s", pile="Kh"), canastreiro(FA)
    assert choice(FA, match, bot)["card"] == "9d"
    for seat, card in enumerate(cards("8d 7d Ks")):
        bot.told(discarded(seat, card))
    if taken:
        bot.told({"seat": 1, "act": "take", "lay": cards("Js Qs Ks")})
    assert (choice(FA, match, bot)["card"] != "9d") is taken


@EVERYWHERE
def test_it_keeps_its_wilds(regulation: Regulation) -> None:
    for asked in questions(regulation, rng=random.Random("wilds"), chance=0.0):
        act = canastreiro(regulation).choose(asked.view, asked.legal)
        if act["act"] == "discard" and act["card"][0] == "2":
            assert {card[0] for card in asked.view["hand"]["cards"][asked.view["observer"]]} <= {"2", "3"}


@TRANCA
def test_it_locks_a_pile_that_the_next_player_would_like(regulation: Regulation) -> None:
    """Any other card could be added by the others, and they would have twelve more with it."""
    match = position(
        regulation,
        "3s 9d 4d Jc 6c",
        theirs=["5d 6d 7d 8d", "7c 8c 9c Tc"],
        pile="Kh Qh Ad 8h 6h 4s 9s Td Qc 5h Ks 7h",
    )
    assert choice(regulation, match) == {"seat": 0, "act": "discard", "card": "3s"}


@TRANCA
def test_it_keeps_the_lock_while_nothing_is_at_stake(regulation: Regulation) -> None:
    """Nobody has a meld yet and a single card lies there: one of the loose cards goes."""
    match = position(regulation, "3s 5h 6h 8c 9c Jd Qd Ks 7s 4d 9h", pile="Kh")
    assert choice(regulation, match)["card"] in ("4d", "7s", "9h", "Ks")


@TRANCA
def test_it_is_not_caught_with_black_threes(regulation: Regulation) -> None:
    """The others have one card left and all that they need to go out."""
    theirs = ["5d 6d 7d 8d 9d Td Jd"]
    match = position(regulation, "3s 3c Kh 9s 6c", theirs=theirs, took=(True, True), held=(1, 9, 1))
    assert choice(regulation, match)["card"] in ("3s", "3c")


# --- the end ------------------------------------------------------------------------------------------------------


@EVERYWHERE
@pytest.mark.parametrize(
    "hand", ["Jh Ac Kc Qc", "Jh Ac Kc Qc 9d", "Jh", "Tc Jc 2d 6s 7s 2h", "Jh Tc Jc 2d 6s 7s 2h 4d"]
)
def test_it_goes_out_when_it_can_and_it_pays(regulation: Regulation, hand: str) -> None:
    """Also where it takes wilds that would be kept for a better meld on another day."""
    match = position(regulation, hand, own=["4h 5h 6h 7h 8h 9h Th"], took=(True, True))
    _, after = whole_turn(regulation, match)
    assert after.hand is not None
    assert after.hand.result is not None
    assert after.hand.result.winner == 0


@EVERYWHERE
def test_it_soils_a_run_to_go_out_before_the_others(regulation: Regulation) -> None:
    own, theirs = ["8d 9d Td Jd Qd Kd Ad", "Th Jh Qh Kh Ah"], ["5c 6c 7c 8c 9c Tc Jc"]
    match = position(regulation, "2d 5d", own=own, theirs=theirs, took=(True, True), held=(2, 9, 1), stock=9)
    assert went_out(regulation, match)


GOING_OUT = [
    ["morto_taken", "canastra"],
    ["morto_taken_or_both_stock", "canastra"],
    ["morto_taken_or_none_left", "clean_canastra"],
    [],
]


@pytest.mark.parametrize("requires", GOING_OUT, ids=" ".join)
@pytest.mark.parametrize("morto_requires", [[], ["canastra"]], ids=" ".join)
def test_it_knows_when_a_morto_waits_and_when_it_may_go_out(requires: list[str], morto_requires: list[str]) -> None:
    """At every question of some hands, as the engine knows it."""
    more = {"melds.canastra_cards": 4, "stock.when_empty": "morto_enters", "dealing.mortos": 1}
    regulation = changed(AF, {"going_out.requires": requires, "morto.requires": morto_requires, **more})
    rules = regulation.rules
    assert isinstance(rules, MeldsRules)
    rng, lore, met = random.Random("exits"), Lore(rules), Counter[tuple[bool, bool]]()
    for asked in (asked for chance in (0.0, 0.5, 1.0) for asked in questions(regulation, rng=rng, chance=chance)):
        sight, hand = Sight(asked.view, lore, Memory()), asked.table.match.hand
        melds = hand.sides[sight.pair].melds
        out = not any(unmet(rules, rules.going_out.requires, hand, sight.pair, melds))
        morto = may_take_morto(rules, hand, sight.pair, melds)
        assert (sight.may_go_out(sight.own_melds), sight.morto_awaits(sight.own_melds)) == (out, morto)
        met[out, morto] += 1
    assert len(met) > 1


def far_behind(regulation: Regulation, **more: Any) -> Match:
    """Kc and Ac can be added and the four discarded, but the others have three canastras, and many cards to play."""
    theirs = ["4d 5d 6d 7d 8d 9d Td Jd Qd", "5c 6c 7c 8c 9c Tc Jc Qc", "6s 7s 8s 9s Ts Js Qs"]
    own = ["4h 5h 6h 7h 8h 9h Th", "Tc Jc Qc"]
    held = more.pop("held", (8, 2, 8))
    return position(regulation, "Kc Ac 4d", own=own, theirs=theirs, took=(True, True), held=held, **more)


def went_out(regulation: Regulation, match: Match) -> bool:
    _, after = whole_turn(regulation, match)
    assert after.hand is not None
    return after.hand.result is not None and after.hand.result.winner == 0


@EVERYWHERE
def test_it_does_not_go_out_far_behind_with_the_others_far_from_it(regulation: Regulation) -> None:
    assert not went_out(regulation, far_behind(regulation))


@EVERYWHERE
def test_but_it_does_before_the_others_do(regulation: Regulation) -> None:
    assert went_out(regulation, far_behind(regulation, held=(1, 2, 8)))


@EVERYWHERE
def test_and_where_it_wins_the_match(regulation: Regulation) -> None:
    target = regulation.rules.match.target
    assert went_out(regulation, far_behind(regulation, score=(target - 200, 0)))


@EVERYWHERE
def test_it_does_not_end_a_match_that_it_loses(regulation: Regulation) -> None:
    """Little behind in the hand, far in the match."""
    target = regulation.rules.match.target
    theirs, own = ["4d 5d 6d 7d 8d 9d Td Jd Qd"], ["4h 5h 6h 7h 8h 9h Th", "Tc Jc Qc"]
    score = (0, target - 100)
    match = position(regulation, "Kc Ac 4d", own=own, theirs=theirs, took=(True, True), held=(4, 2, 4), score=score)
    assert not went_out(regulation, match)
    assert went_out(regulation, match._replace(score=(0, 0)))


ALIKE: dict[str, object] = {"scoring.card_values": {"A-K": 10}, "black_threes.penalty": 0}
"""With every card worth the same, what the others hold is no secret."""

COUNTED: dict[str, tuple[Regulation, dict[str, object], dict[str, Any]]] = {
    "all took": (AF, {}, {"took": (True, True)}),
    "they took none": (FA, {}, {"took": (True, False)}),
    "mortos unplayed": (FA, {}, {"took": (True, True), "unplayed": {2, 3}}),
    "mortos unplayed, also one's own void": (AP, {}, {"took": (True, True), "unplayed": {2, 3}}),
    "unplayed but counted": (
        AP,
        {"scoring.unplayed_morto": "always_counted"},
        {"took": (True, True), "unplayed": {1, 2}},
    ),
    "no mortos": (FA, {"going_out.requires": ["canastra"], "dealing.mortos": 0}, {}),
    "it took none and pays": (AP, {}, {"took": (False, True), "converted": 1}),
    "it took none and does not pay": (AF, {}, {"took": (False, True), "converted": 1}),
    "mortos became stock": (AP, {"scoring.converted_morto_pays": False}, {"converted": 2}),
    "red threes": (AF, {"red_threes.requires": ["clean_canastra"]}, {"took": (True, True), "threes": (1, 2)}),
}


def about_to_go_out(
    regulation: Regulation,
    *,
    took: tuple[bool, bool] = (False, False),
    unplayed: Collection[int] = (),
    threes: tuple[int, int] = (0, 0),
    converted: int = 0,
) -> Match:
    """A seat with a last card to discard; its pair has a clean canastra, the others a dirty one."""
    own, theirs = ["4h 5h 6h 7h 8h 9h Th", "Jc Qc Kc"], ["5d 6d 7d 8d 9d Td 2c"]
    match = position(regulation, "4s", own=own, theirs=theirs, took=took, held=(4, 3, 11))
    assert match.hand is not None
    red = tuple(sorted(RED_THREES))
    ours, others = match.hand.sides
    sides = ours._replace(red_threes=red[: threes[0]]), others._replace(red_threes=red[threes[0] : sum(threes)])
    mortos = match.hand.mortos[converted:]
    hand = match.hand._replace(sides=sides, unplayed=frozenset(unplayed), mortos=mortos, converted=converted)
    return match._replace(hand=hand)


@pytest.mark.parametrize(("regulation", "changes", "so_far"), COUNTED.values(), ids=COUNTED)
def test_it_counts_as_the_table_will(
    regulation: Regulation, changes: dict[str, object], so_far: dict[str, Any]
) -> None:
    alike = changed(regulation, ALIKE | changes)
    assert {one.key for one in alike.overrides} >= changes.keys()
    assert isinstance(alike.rules, MeldsRules)
    match = about_to_go_out(alike, **so_far)
    sight = Sight(engine_for(alike).view(match, 0), Lore(alike.rules), Memory())
    [discard] = [act for act in legal_acts(match, 0) if isinstance(act, Discard)]
    assert apply(match, discard).match.score == count_if_out(sight, sight.own_melds, newly_melded=0)


# --- memory -------------------------------------------------------------------------------------------------------


def seen(pile: Sequence[str], count: int, *, stock: int = 30, mortos: Sequence[int] = (11, 11)) -> dict[str, Any]:
    return {"hand": {"pile": [*pile], "pile_count": count, "stock": stock, "mortos": [*mortos]}}


def test_it_remembers_the_pile_under_its_top_card() -> None:
    memory = Memory()
    for act in (discarded(0, "5c"), discarded(1, "6c"), discarded(2, "7c")):
        memory.note(act)
    memory.look(seen(["7c"], 3))
    assert memory.pile == ["5c", "6c", "7c"]


def test_what_it_has_not_seen_it_does_not_know() -> None:
    memory = Memory()
    memory.note({"seat": 0, "act": "redraw"})
    memory.note(discarded(0, "8c"))
    memory.look(seen(["8c"], 4))
    assert memory.pile == [None, None, None, "8c"]


def test_a_pile_in_sight_is_read_from_the_view() -> None:
    memory = Memory()
    memory.note(discarded(0, "5c"))
    memory.look(seen(["9d", "Kh"], 2))
    assert memory.pile == ["9d", "Kh"]


def test_it_remembers_what_was_taken_until_it_is_shown() -> None:
    memory = Memory()
    for act in (discarded(0, "5c"), discarded(1, "6c"), discarded(2, "7c")):
        memory.note(act)
    memory.note({"seat": 3, "act": "take", "lay": ["7c", "7d", "7h"]})
    assert memory.held_by(3) == {"5c": 1, "6c": 1}
    memory.note({"seat": 3, "act": "lay", "melds": [["4c", "5c", "6c"]]})
    assert not memory.held_by(3)
    memory.look(seen([], 0))
    assert memory.pile == []


def test_it_forgets_with_a_new_hand_and_not_before() -> None:
    memory = Memory()
    memory.look(seen([], 0, stock=2))
    memory.note(discarded(0, "5c"))
    memory.note({"seat": 1, "act": "take", "lay": ["5c", "5d", "5h"]})
    memory.note(discarded(0, "9c"))
    memory.note({"seat": 3, "act": "take"})
    memory.look(seen(["Kc"], 1, stock=9, mortos=[]))
    assert memory.held_by(3) == {"9c": 1}
    memory.look(seen(["Kc"], 1, stock=38))
    assert not memory.held_by(3)


def test_a_referee_shows_no_cards() -> None:
    memory = Memory()
    memory.note({"seat": None, "act": "ruling", "ruling": "adjust", "pair": 0, "points": -100, "article": "8"})
    assert memory.pile == []


# --- which game ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "regulation"), [("canastreiro", "truco-masters-2025"), ("matreiro", AF.id)])
def test_a_bot_for_another_game(name: str, regulation: str) -> None:
    with pytest.raises(InputError) as caught:
        make_bot(name, load(regulation), seed=0)
    assert caught.value.code == "bot_plays_another_game"
    for language in LANGUAGES:
        message = caught.value.message(catalogue(language))
        assert name in message
        assert regulation in message


@pytest.mark.parametrize("regulation", ["truco-masters-2025", AF.id, FA.id, AP.id])
def test_chance_plays_everything(regulation: str) -> None:
    assert make_bot("random", load(regulation), seed=0).name == "random"

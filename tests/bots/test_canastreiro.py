"""``canastreiro``: always legal, better than chance under every regulation, and never a laughing stock."""

import os
import random
import subprocess
import sys
import time
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from carteado.bots import make_bot, run_arena
from carteado.record import InputError, engine_for, write_act
from carteado.regulation import LANGUAGES, Regulation, catalogue, load
from tests.bots.melding_positions import (
    AF,
    AP,
    EVERYWHERE,
    FA,
    REGULATIONS,
    canastreiro,
    cards,
    changed,
    position,
    questions,
)

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


@EVERYWHERE
@pytest.mark.parametrize("chance", [0.0, 0.3, 1.0])
def test_its_acts_are_legal(regulation: Regulation, chance: float) -> None:
    rng = random.Random(f"legal-{chance}")
    met = {
        act["act"] for _ in range(3) for asked in questions(regulation, rng=rng, chance=chance) for act in asked.legal
    }
    assert {"draw", "take", "lay", "extend", "discard"} <= met


CHANGED = st.dictionaries(st.sampled_from(sorted(CHANGES)), st.integers(0, 2), max_size=8)


@settings(max_examples=30, derandomize=True, database=None)
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

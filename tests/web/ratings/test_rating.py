"""How strong players and pairs are: winners rise, doubt shrinks, bots stay, and the same matches give the same."""

from itertools import pairwise
from random import Random

import pytest

from carteado.web.ratings.plackett_luce import (
    BOT,
    MODEL,
    NEW,
    SCALE,
    Outcome,
    Tally,
    is_bot,
    members,
    rated,
    ratings_after,
    together,
)

BIA, IVO, CIDA, EDSON = "user:1", "user:2", "user:3", "user:4"
BOTS = ("bot:matreiro", "bot:matreiro")


def played(*outcomes: Outcome) -> dict[str, Tally]:
    known: dict[str, Tally] = {}
    for one in outcomes:
        known |= ratings_after(known, one)
    return known


def test_who_is_new_is_worth_nothing_yet_and_a_bot_a_thousand() -> None:
    assert NEW.value == 0
    assert NEW.upper == 2 * BOT.value == 2000
    assert BOT.value == BOT.upper == SCALE * MODEL.mu


def test_winners_rise_and_losers_fall_and_all_are_known_better() -> None:
    known = played(Outcome(((BIA, IVO), (CIDA, EDSON)), 1))
    assert known[CIDA].mu == known[EDSON].mu > NEW.mu > known[BIA].mu == known[IVO].mu
    assert all(one.sigma < NEW.sigma for one in known.values())
    assert known[CIDA][2:] == (1, 1)
    assert known[BIA][2:] == (1, 0)


def test_a_match_counts_for_the_four_and_for_the_two_pairs() -> None:
    outcome = Outcome(((IVO, BIA), (CIDA, EDSON)), 0)
    assert set(rated(outcome)) == {BIA, IVO, CIDA, EDSON, "user:1+user:2", "user:3+user:4"}
    assert played(outcome).keys() == set(rated(outcome))


def test_a_pair_is_the_same_whoever_sits_first() -> None:
    assert together((IVO, BIA)) == together((BIA, IVO)) == "user:1+user:2"
    assert members("user:1+user:2") == (BIA, IVO)


def test_a_pair_can_be_worth_more_than_its_two() -> None:
    """Together they always win; each with somebody else always loses."""
    good, bad = Outcome(((BIA, IVO), BOTS), 0), [Outcome(((one, BOTS[0]), BOTS), 1) for one in (BIA, IVO)]
    known = played(*[match for _time in range(10) for match in (good, *bad)])
    assert known["user:1+user:2"].value > max(known[BIA].value, known[IVO].value) + 200


def test_bots_are_the_yardstick_and_never_move() -> None:
    outcome = Outcome(((BIA, "bot:matreiro"), BOTS), 0)
    known = played(*[outcome] * 20)
    assert known.keys() == {BIA, "bot:matreiro+user:1"}
    assert known[BIA].value > BOT.value
    assert is_bot("bot:a+bot:a")
    assert not is_bot("bot:a+user:1")


def test_who_always_loses_to_bots_ends_below_them() -> None:
    assert played(*[Outcome(((BIA, "bot:matreiro"), BOTS), 1)] * 30)[BIA].upper < BOT.value


def test_beating_the_strong_gives_more_than_beating_the_weak() -> None:
    strong, weak = Tally(mu=35.0, sigma=2.0), Tally(mu=15.0, sigma=2.0)
    me = Tally(mu=25.0, sigma=2.0)
    gains = [
        ratings_after({BIA: me, IVO: me, CIDA: other, EDSON: other}, Outcome(((BIA, IVO), (CIDA, EDSON)), 0))[BIA].mu
        - me.mu
        for other in (strong, weak)
    ]
    assert gains[0] > 3 * gains[1] > 0


def test_one_against_one_has_no_pairs() -> None:
    assert played(Outcome(((BIA,), (IVO,)), 0)).keys() == {BIA, IVO}


def test_doubt_shrinks_with_every_match_at_first() -> None:
    rng, known, doubts = Random(7), dict[str, Tally](), [NEW.sigma]
    for _match in range(30):
        known |= ratings_after(known, Outcome(((BIA, IVO), (CIDA, EDSON)), rng.randrange(2)))
        doubts.append(known[BIA].sigma)
    assert all(later < earlier for earlier, later in pairwise(doubts[:15]))


@pytest.mark.parametrize("seed", range(3))
def test_the_better_player_is_found(seed: int) -> None:
    """One of eight wins with any partner; after two hundred matches he stands first, and for sure."""
    rng, known = Random(seed), dict[str, Tally]()
    people = [f"user:{number}" for number in range(8)]
    for _match in range(200):
        one, two, three, four = rng.sample(people, 4)
        odds = 0.5 + 0.3 * (("user:0" in (one, two)) - ("user:0" in (three, four)))
        known |= ratings_after(known, Outcome(((one, two), (three, four)), 0 if rng.random() < odds else 1))
    assert max(people, key=lambda who: known[who].value) == "user:0"

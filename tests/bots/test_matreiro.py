"""``matreiro``: always legal, better than chance, and not foolish where a match is at stake."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from carteado.bots import Bot, make_bot, run_arena
from carteado.bots.bot import ActJson
from carteado.record import InputError
from carteado.regulation import load
from carteado.truco import round_winner, strengths
from tests.bots.positions import CLUBS, TM, Position, club, positions


def matreiro(name: str = "by_the_book", seed: int = 0) -> Bot:
    return make_bot("matreiro", club(name), seed=seed)


def choice(bot: Bot, position: Position) -> ActJson:
    act = bot.choose(position.view, position.legal)
    assert act in position.legal
    return act


@pytest.mark.parametrize("players", [4, 2])
def test_it_beats_chance(players: int) -> None:
    result = run_arena(TM, ("matreiro", "random"), deals=300, seed="clearly", players=players)
    assert result.interval[0] > 0
    assert result.points[0] > result.points[1]
    assert result.replaced == (0, 0)


@pytest.mark.slow
@pytest.mark.parametrize("players", [4, 2])
@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_it_beats_chance_with_other_cards(players: int, seed: str) -> None:
    assert run_arena(TM, ("matreiro", "random"), deals=1000, seed=seed, players=players).interval[0] > 0


@pytest.mark.parametrize("players", [4, 2])
@pytest.mark.parametrize("name", CLUBS)
def test_its_acts_are_legal_everywhere(name: str, players: int) -> None:
    bot = matreiro(name)
    met = [choice(bot, position) for position in positions(club(name), players=players, hands=40, seed=name)]
    assert {"play", "call", "accept", "refuse"} <= {act["act"] for act in met}


@settings(max_examples=60, derandomize=True, database=None)
@given(seed=st.integers(0, 10**9), players=st.sampled_from([4, 2]), name=st.sampled_from(sorted(CLUBS)))
def test_its_acts_are_legal_in_any_hand(seed: int, players: int, name: str) -> None:
    bot = matreiro(name, seed)
    for position in positions(club(name), players=players, hands=2, seed=seed):
        choice(bot, position)


def test_it_plays_the_same_from_the_same_seed() -> None:
    def acts(seed: int) -> list[ActJson]:
        bot = matreiro(seed=seed)
        return [choice(bot, position) for position in positions(TM, players=4, hands=100, seed="same")]

    assert acts(1) == acts(1)
    assert acts(1) != acts(2)


def test_it_knows_only_what_the_view_says() -> None:
    """Two bots with the same seed are shown the same views; what they were not shown cannot matter."""
    for position in positions(TM, players=4, hands=40, seed="view"):
        assert choice(matreiro(seed=5), position) == choice(matreiro(seed=5), position)
        matreiro().note_act({"seat": 1, "act": "play", "card": "4c"})


# --- where the match is at stake ----------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [4, 2])
@pytest.mark.parametrize("name", CLUBS)
def test_it_does_not_run_when_running_loses_the_match(name: str, players: int) -> None:
    """A call refused gives the others the value before it, a mão de onze declined what the rules say."""
    bot, met = matreiro(name), 0
    for position in positions(club(name), players=players, hands=130, seed=f"run-{name}"):
        hand, match = position.table.match.hand, position.table.match
        if "refuse" not in {act["act"] for act in position.legal}:
            continue
        lost = match.rules.eleven.declined if hand.pending is None else hand.value
        if position.their_score + lost >= match.target:
            met += 1
            assert choice(bot, position)["act"] not in ("refuse", "pass")
    assert met > 0


@pytest.mark.parametrize("players", [4, 2])
@pytest.mark.parametrize("name", CLUBS)
def test_it_does_not_call_when_the_hand_already_wins_the_match(name: str, players: int) -> None:
    """A call of the others is another matter: a raise may make them run."""
    bot, met = matreiro(name), 0
    for position in positions(club(name), players=players, hands=100, seed=f"call-{name}"):
        match = position.table.match
        if match.hand.pending is not None or position.own_score + match.hand.value < match.target:
            continue
        if "call" in {act["act"] for act in position.legal}:
            met += 1
            assert choice(bot, position)["act"] != "call"
    assert met > 0


@pytest.mark.parametrize("players", [4, 2])
def test_it_calls_when_the_hand_would_lose_the_match_as_it_stands(players: int) -> None:
    """There is nothing to lose by a higher value, unless the hand also wins the match as it stands."""
    bot, met = matreiro(), 0
    for position in positions(TM, players=players, hands=150, seed="stake"):
        match = position.table.match
        value = match.hand.value
        if "call" not in {act["act"] for act in position.legal} or match.hand.pending is not None:
            continue
        if position.their_score + value >= match.target > position.own_score + value:
            met += 1
            assert choice(bot, position)["act"] == "call"
    assert met > 0


def test_it_bluffs_seldom() -> None:
    bot = matreiro(seed=3)
    opening = [
        position
        for position in positions(TM, players=4, hands=1200, seed="bluff")
        if position.table.match.score == (0, 0) and position.table.match.hand.value == 1
    ]
    calls = sum(
        choice(bot, position)["act"] == "call" for position in opening if position.table.match.hand.pending is None
    )
    assert 0 < calls < len(opening) / 3


def test_it_throws_nothing_away_that_the_partner_has_won() -> None:
    """Last to play, with the partner's card the best: the weakest card goes, shown or hidden."""
    bot, met = matreiro(), 0
    for position in positions(TM, players=4, hands=600, seed="partner"):
        hand, match = position.table.match.hand, position.table.match
        if len(hand.plays) != 3 or any("position" in act for act in position.legal) or hand.pending is not None:
            continue
        strength = strengths(match.rules.strength, hand.vira)
        winner = round_winner(hand.plays, strength)
        if winner is None or winner % 2 != position.question.seat % 2:
            continue
        act = choice(bot, position)
        if act["act"] in ("play", "hide"):
            met += 1
            powers = {str(card): strength[card] for card in hand.cards_of(position.question.seat)}
            assert powers[act["card"]] == min(powers.values())
    assert met > 20


def test_it_plays_truco_only() -> None:
    with pytest.raises(InputError):
        make_bot("matreiro", load("faraes-2023-tranca"), seed=0)

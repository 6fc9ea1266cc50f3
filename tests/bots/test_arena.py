"""The arena: the same cards for both sides, the same result for the same seed, honest arithmetic."""

from collections.abc import Sequence
from itertools import pairwise
from math import sqrt
from random import Random
from statistics import fmean, stdev

import pytest

from carteado.bots import BOTS, View, run_arena, two_bots
from carteado.bots.bot import ActJson
from carteado.record import InputError
from carteado.regulation import LANGUAGES, Regulation, catalogue, load
from tests.bots.positions import TM, club


class First:
    """Always the first legal act: two of them play alike."""

    name = "first"

    def __init__(self, _regulation: Regulation, _rng: Random) -> None: ...

    def choose(self, _view: View, legal: Sequence[ActJson]) -> ActJson:
        return legal[0]

    def note_act(self, act: ActJson) -> None: ...


class Counted:
    """Plays by what it sees, in a way that only looks random: no chance of its own."""

    name = "counted"

    def __init__(self, _regulation: Regulation, _rng: Random) -> None: ...

    def choose(self, view: View, legal: Sequence[ActJson]) -> ActJson:
        return legal[sum(map(ord, str(view["hand"]))) % len(legal)]

    def note_act(self, act: ActJson) -> None: ...


class Witness:
    """Writes down every view it is shown."""

    name = "witness"
    views: list[tuple[str, View]]

    def __init__(self, _regulation: Regulation, rng: Random) -> None:
        self._me = str(rng.random())

    def choose(self, view: View, legal: Sequence[ActJson]) -> ActJson:
        self.views.append((self._me, view))
        return next((act for act in legal if act["act"] == "play"), legal[0])

    def note_act(self, act: ActJson) -> None: ...


@pytest.fixture(autouse=True)
def stubs(monkeypatch: pytest.MonkeyPatch) -> None:
    Witness.views = []
    for stub in (First, Counted, Witness):
        monkeypatch.setitem(BOTS, stub.name, stub)


@pytest.mark.parametrize("players", [4, 2])
@pytest.mark.parametrize("bots", [("random", "random"), ("matreiro", "random"), ("matreiro", "matreiro")])
def test_the_same_seed_gives_the_same_result(bots: tuple[str, str], players: int) -> None:
    first, second = (run_arena(TM, bots, deals=15, seed="same", players=players) for _ in range(2))
    assert first == second
    assert len({run_arena(TM, bots, deals=15, seed=seed, players=players) for seed in "abc"}) > 1


@pytest.mark.parametrize("players", [4, 2])
@pytest.mark.parametrize("name", ["first", "counted"])
def test_mirrored_deals_leave_nothing_to_luck(name: str, players: int) -> None:
    """Every deal is played twice with the seats exchanged: two players who think alike end exactly even."""
    result = run_arena(TM, (name, name), deals=60, seed="mirror", players=players)
    assert result.margin == 0
    assert result.interval == (0, 0)
    assert result.points[0] == result.points[1] > 0
    assert result.wins[0] == result.wins[1] > 0
    assert result.replaced == (0, 0)


@pytest.mark.parametrize("players", [4, 2])
def test_the_same_cards_lie_at_the_same_seats_twice(players: int) -> None:
    run_arena(TM, ("witness", "witness"), deals=players, seed="cards", players=players)
    dealt: dict[tuple[int, int], list[tuple[str, str, list[str]]]] = {}
    for me, view in Witness.views:
        hand, seat = view["hand"], view["observer"]
        if "" not in hand["cards"][seat]:
            dealt.setdefault((hand["dealer"], seat), []).append((me, hand["vira"], hand["cards"][seat]))
    assert len(dealt) == players * players
    for (me, *cards), (other, *cards_again) in dealt.values():
        assert cards == cards_again
        assert me != other


def test_the_deal_passes_from_seat_to_seat() -> None:
    run_arena(TM, ("witness", "witness"), deals=4, seed="0")
    assert {view["hand"]["dealer"] for _, view in Witness.views} == {0, 1, 2, 3}
    assert all(view["score"] == [0, 0] for _, view in Witness.views)


def test_swapping_the_bots_swaps_the_result() -> None:
    one = run_arena(TM, ("first", "counted"), deals=30, seed="swap")
    other = run_arena(TM, ("counted", "first"), deals=30, seed="swap")
    assert one.points == other.points[::-1]
    assert one.wins == other.wins[::-1]
    assert one.margin == -other.margin
    assert one.interval == (-other.interval[1], -other.interval[0])


@pytest.mark.parametrize("deals", [1, 2, 7, 40])
@pytest.mark.parametrize("players", [4, 2])
def test_the_interval_is_about_the_mean(deals: int, players: int) -> None:
    for seed in "ab":
        result = run_arena(TM, ("random", "first"), deals=deals, seed=seed, players=players)
        low, high = result.interval
        assert low <= result.margin <= high
        assert result.margin == pytest.approx((result.points[0] - result.points[1]) / deals)
        assert high - result.margin == pytest.approx(result.margin - low)
        assert sum(result.wins) <= 2 * deals


def test_the_interval_is_the_95_per_cent_one() -> None:
    """The margins of the deals one by one, from longer and longer runs of the same seed."""
    runs = [run_arena(TM, ("counted", "first"), deals=deals, seed="95") for deals in range(1, 31)]
    totals = [0, *(run.points[0] - run.points[1] for run in runs)]
    margins = [after - before for before, after in pairwise(totals)]
    half = 1.96 * stdev(margins) / sqrt(len(margins))
    assert runs[-1].margin == pytest.approx(fmean(margins))
    assert runs[-1].interval == pytest.approx((fmean(margins) - half, fmean(margins) + half), rel=1e-3)


def test_the_document_repeats_the_result() -> None:
    result = run_arena(TM, ("random", "first"), deals=9, seed="doc")
    document = result.to_json()
    assert document["hands"] == 18
    assert document["confidence"] == 0.95
    assert document["wins"] == list(result.wins)
    assert document["margin"] == round(result.margin, 4)


def test_no_deals_no_margin() -> None:
    result = run_arena(TM, ("random", "first"), deals=0, seed="0")
    assert (result.deals, result.margin, result.interval) == (0, 0, (0, 0))


def test_house_rules_reach_the_table() -> None:
    run_arena(club("short_match"), ("witness", "witness"), deals=1, seed="0")
    assert {view["target"] for _, view in Witness.views} == {6}


def test_a_bot_that_does_not_know_the_game() -> None:
    with pytest.raises(InputError):
        run_arena(load("faraes-2023-tranca"), ("random", "matreiro"), deals=1, seed="0")


# --- which two ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "bots"),
    [
        ("random,matreiro", ("random", "matreiro")),
        ("matreiro,matreiro", ("matreiro", "matreiro")),
        ("cmd:x,random", ("cmd:x", "random")),
        ("random,cmd:x", ("random", "cmd:x")),
        ("random,cmd:x --seats 1,2", ("random", "cmd:x --seats 1,2")),
        ("cmd:x --seats 1,2,random", ("cmd:x --seats 1,2", "random")),
        ("cmd:a b,cmd:c d", ("cmd:a b", "cmd:c d")),
        ("cmd:a 1,2,cmd:c 3,4", ("cmd:a 1,2", "cmd:c 3,4")),
        ("cmd:,cmd:", ("cmd:", "cmd:")),
        ("nobody,random", ("nobody", "random")),
    ],
)
def test_two_bots(text: str, bots: tuple[str, str]) -> None:
    assert two_bots(text) == bots


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "two_bots"),
        (",", "two_bots"),
        ("random", "two_bots"),
        ("random,", "two_bots"),
        (",random", "two_bots"),
        ("cmd:x", "two_bots"),
        ("random,nobody", "unknown_bot"),
        ("cmd:x,nobody", "unknown_bot"),
        ("a,b,c", "two_bots"),
    ],
)
def test_not_two_bots(text: str, code: str) -> None:
    with pytest.raises(InputError) as caught:
        two_bots(text)
    assert caught.value.code == code
    for language in LANGUAGES:
        assert caught.value.message(catalogue(language))

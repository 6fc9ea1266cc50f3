"""Truco counted out: every outcome of three rounds, every pair of cards, every short round, every row of calls.

What is expected is written here once more, from the regulation and without the engine's tables.
"""

from collections.abc import Iterator
from itertools import combinations, permutations, product
from typing import NamedTuple

import pytest

from carteado.cards import Card, Redeal, other, pair_of
from carteado.regulation.truco_rules import AllTied, SecondRoundTied
from carteado.truco import (
    TIED,
    Accept,
    Call,
    Deal,
    Ending,
    Hide,
    Match,
    Play,
    Played,
    PlayerAct,
    Refuse,
    apply,
    decision,
    legal_acts,
    refusal,
    round_winner,
    start,
    strengths,
)
from tests.truco.tables import TM, card, cards, house, rules_of

RULES = rules_of(TM)
DECK = tuple(Card(rank, suit) for suit in "chsd" for rank in "A234567JQK")

# --- 29: who takes the hand -----------------------------------------------------------------------------------------

ROUNDS: dict[str, int | str] = {
    # 28: two of three rounds
    "00": 0, "11": 1, "010": 0, "011": 1, "100": 0, "101": 1,
    # 29a: the first tied, the second decides
    "=0": 0, "=1": 1,
    # 29b: the first won, the second tied, the third decides
    "0=0": 0, "0=1": 1, "1=0": 0, "1=1": 1,
    # 29c: the third tied, the winner of the first
    "01=": 0, "10=": 1, "0==": 0, "1==": 1,
    # 29d: the first two tied, the third decides
    "==0": 0, "==1": 1,
    # 29e: all tied, dealt again
    "===": TIED,
}  # fmt: skip
"""0 and 1 for the pair that won a round, = for a tie; a hand ends at the first entry that it reaches."""

CLUB_ROUNDS = {rounds: taken for rounds, taken in ROUNDS.items() if rounds[:2] not in ("0=", "1=")}
CLUB_ROUNDS |= {"0=": 0, "1=": 1}
"""The usual Paulista rule: the first won and the second tied, the winner of the first."""


THREE_ROUNDS = ["".join(rounds) for rounds in product("01=", repeat=3)]
PREFIXES = sorted({rounds[:length] for rounds in THREE_ROUNDS for length in (1, 2, 3)})


def taken_by(rounds: str, table: dict[str, int | str]) -> int | str | None:
    return next((taken for reached, taken in table.items() if rounds.startswith(reached)), None)


def winners(rounds: str) -> list[int | None]:
    return [None if won == "=" else int(won) for won in rounds]


def test_the_tables_say_of_every_three_rounds_who_takes_the_hand_and_say_it_once() -> None:
    for table in (ROUNDS, CLUB_ROUNDS):
        for rounds in THREE_ROUNDS:
            assert len([reached for reached in table if rounds.startswith(reached)]) == 1


@pytest.mark.parametrize("rounds", PREFIXES)
@pytest.mark.parametrize("first_pair", [0, 1])
@pytest.mark.parametrize("all_rounds", AllTied)
def test_every_outcome_of_the_rounds(rounds: str, first_pair: int, all_rounds: AllTied) -> None:
    tables = {SecondRoundTied.THIRD_ROUND: ROUNDS, SecondRoundTied.FIRST_ROUND_WINNER: CLUB_ROUNDS}
    for second_round, table in tables.items():
        ties = rules_of(house(ties__second_round=second_round.value, ties__all_rounds=all_rounds.value)).ties
        expected = taken_by(rounds, table)
        if expected == TIED and all_rounds is AllTied.FIRST_PLAYER:
            expected = first_pair
        assert decision(winners(rounds), ties, first_pair) == expected


HIGH, LOW = ("Ac", "3c", "Kc"), ("7", "2", "J")
"""For each round the card that wins it, and the rank that ties or loses it; those of round 2 are the highest, so that
29a never stands in the way. Vira 4♣: the fives are manilhas and nobody has one."""


def dealt_for(rounds: str, *, first: int, players: int) -> Deal:
    """A deal in which the cards, played in the order dealt, give those outcomes."""
    rest = {2: ["4h", "4s", "4d"], 3: ["6h", "6s", "6d"]}
    hands: dict[int, list[str]] = {0: [], 1: [], **{place: rest[place] for place in range(2, players)}}
    for number in range(3):
        won = rounds[number] if number < len(rounds) else "="
        for place, suit in ((0, "h"), (1, "s")):
            seat = (first + place) % players
            hands[place].append(HIGH[number] if won == str(pair_of(seat)) else LOW[number] + suit)
    seated = [tuple(map(card, hands[(seat - first) % players])) for seat in range(players)]
    return Deal(tuple(seated), card("4c"))


@pytest.mark.parametrize("rounds", THREE_ROUNDS)
@pytest.mark.parametrize("players", [4, 2])
def test_tm_28_29_every_outcome_played_out(rounds: str, players: int) -> None:
    for dealer in range(players):
        first = (dealer + 1) % players
        match = start(RULES, players=players, first_dealer=dealer)
        deal = dealt_for(rounds, first=first, players=players)
        match, _ = apply(match, deal)
        leader, reached = first, ""
        while match.hand_is_on:
            hand = match.hand
            assert hand is not None
            assert hand.leader == leader, f"after {reached!r}"
            assert reached not in ROUNDS
            for step in range(players):
                seat = (leader + step) % players
                match, _ = apply(match, Play(seat, deal.hands[seat][len(reached)]))
            won = rounds[len(reached)]
            reached += won
            if won != "=":
                leader = first if pair_of(first) == int(won) else (first + 1) % players
        assert_counted(match, reached, dealer, players)


def assert_counted(match: Match, reached: str, dealer: int, players: int) -> None:
    taken = ROUNDS[reached]
    hand = match.hand
    assert hand is not None
    assert hand.result is not None
    if taken == TIED:
        assert hand.result == (Ending.ALL_TIED, None)
        assert match.score == (0, 0)
        assert match.dealer == dealer
    else:
        assert hand.result == (Ending.PLAYED, taken)
        assert match.score == ((1, 0) if taken == 0 else (0, 1))
        assert match.dealer == (dealer + 1) % players


@pytest.mark.parametrize("worth", [1, 3, 6, 9, 12])
@pytest.mark.parametrize("void", ["29e", "26"])
def test_tm_8_a_hand_dealt_again_starts_anew_whatever_was_called(worth: int, void: str) -> None:
    deal = dealt_for("===", first=0, players=4)
    match, _ = apply(start(RULES, first_dealer=3), deal)
    for caller, value in enumerate(value for value in (3, 6, 9, 12) if value <= worth):
        match = apply(apply(match, Call(caller % 2, value)).match, Accept(1 - caller % 2)).match
    if void == "29e":
        for number, seat in product(range(3), range(4)):
            match, _ = apply(match, Play(seat, deal.hands[seat][number]))
    else:
        match, _ = apply(match, Redeal("26"))
    assert not match.hand_is_on
    again = apply(match, deal).match
    assert again == apply(start(RULES, first_dealer=3), deal).match


# --- 11 to 17: the strength of the cards ----------------------------------------------------------------------------

WEAK_TO_STRONG = "4567QJKA23"
FOLLOWED_BY = dict(zip(WEAK_TO_STRONG, WEAK_TO_STRONG[1:] + WEAK_TO_STRONG[0], strict=True))


def beats(one: Card, another: Card, vira: Card) -> bool:
    """17: a manilha beats what is none; of two, clubs over hearts over spades over diamonds; else the rank alone."""
    manilha = FOLLOWED_BY[vira.rank]
    if one.rank == manilha and another.rank == manilha:
        return "dshc".index(one.suit) > "dshc".index(another.suit)
    if manilha in (one.rank, another.rank):
        return one.rank == manilha
    return WEAK_TO_STRONG.index(one.rank) > WEAK_TO_STRONG.index(another.rank)


@pytest.mark.parametrize("vira", DECK, ids=str)
def test_tm_17_every_two_cards_under_every_vira(vira: Card) -> None:
    strength = strengths(RULES.strength, vira)
    assert set(strength) == set(DECK)
    for one, another in product(DECK, repeat=2):
        assert (strength[one] > strength[another]) == beats(one, another, vira)


# --- 27, 28: who wins a round ---------------------------------------------------------------------------------------

VIRA = card("6d")
FEW = cards("7c 7d 3c 3h 3s 2d 4c 4h")
"""Two manilhas, three equal cards, one between, two of the weakest."""


def wins_round(plays: tuple[Played, ...]) -> int | None:
    """28: the pair that showed the highest card; TM-6: of two partners the first to show it."""
    shown = [played for played in plays if not played.hidden]
    highest = [one for one in shown if not any(beats(two.card, one.card, VIRA) for two in shown)]
    return highest[0].seat if len({pair_of(played.seat) for played in highest}) == 1 else None


def rounds_of(players: int) -> Iterator[tuple[Played, ...]]:
    for laid in permutations(FEW, players):
        for hidden in product([False, True], repeat=players):
            yield tuple(Played(seat, one, face) for seat, (one, face) in enumerate(zip(laid, hidden, strict=True)))


@pytest.mark.parametrize("players", [4, 2])
def test_tm_28_every_round_of_a_few_cards_shown_or_hidden(players: int) -> None:
    strength = strengths(RULES.strength, VIRA)
    for plays in rounds_of(players):
        assert round_winner(plays, strength) == wins_round(plays), plays


def test_tm_28_whoever_leads_the_same_pair_wins() -> None:
    strength = strengths(RULES.strength, VIRA)
    for four in combinations(FEW, 4):
        for leader in range(4):
            plays = tuple(Played((leader + step) % 4, one, False) for step, one in enumerate(four))
            assert round_winner(plays, strength) == wins_round(plays), plays


# --- 7 to 10: calls -------------------------------------------------------------------------------------------------


class Bidding(NamedTuple):
    """The calls of a hand, as TM-3 and TM-4 tell them."""

    worth: int = 1
    called: int | None = None
    by: int | None = None
    """The pair that called last."""

    taken: int | None = None

    def next_call(self) -> int | None:
        return {1: 3, 3: 6, 6: 9, 9: 12, 12: None}[self.called or self.worth]

    def allows(self, act: PlayerAct) -> bool:
        if self.taken is not None:
            return False
        if isinstance(act, Call):
            return pair_of(act.seat) != self.by and act.value == self.next_call()
        return self.called is not None and pair_of(act.seat) != self.by

    def after_act(self, act: PlayerAct) -> "Bidding":
        if isinstance(act, Call):
            return self._replace(worth=self.called or self.worth, called=act.value, by=pair_of(act.seat))
        if isinstance(act, Accept):
            return self._replace(worth=self.called or 0, called=None)
        return self._replace(called=None, taken=other(pair_of(act.seat)))


def bids(players: int) -> list[PlayerAct]:
    calls: list[PlayerAct] = [Call(seat, value) for seat in range(players) for value in range(14)]
    return [*calls, *(answer(seat) for seat in range(players) for answer in (Accept, Refuse))]


def situations(match: Match, model: Bidding, acts: list[PlayerAct]) -> int:
    """The engine and the model agree here and on everything that can follow; how many situations there were."""
    hand = match.hand
    assert hand is not None
    assert (hand.value, hand.pending and hand.pending.value, hand.last_caller) == (model.worth, model.called, model.by)
    assert (hand.result and hand.result.winner) == model.taken
    score = [0, 0]
    if model.taken is not None:
        score[model.taken] = model.worth
    assert match.score == tuple(score)
    # Nobody plays a card while a call is pending.
    plays = {type(act) for seat in range(match.players) for act in legal_acts(match, seat)} & {Play, Hide}
    assert bool(plays) == (model.called is None and model.taken is None)
    found = 1
    for act in acts:
        assert (refusal(match, act) is None) == model.allows(act), f"{act} after {model}"
        if model.allows(act):
            found += situations(apply(match, act).match, model.after_act(act), acts)
    return found


@pytest.mark.parametrize(("players", "expected"), [(4, 5181), (2, 91)])
def test_tm_7_to_10_every_row_of_calls_and_answers(players: int, expected: int) -> None:
    """Up to four calls. With n seats a pair, a pending call leads to f = 1 + n + n (1 + n f') + n f' situations, where
    f' is the number for the next call and 0 after doze; in all there are 1 + 2n f."""
    match = start(RULES, players=players, first_dealer=players - 1)
    match, _ = apply(match, dealt_for("010", first=0, players=players))
    assert situations(match, Bidding(), bids(players)) == expected

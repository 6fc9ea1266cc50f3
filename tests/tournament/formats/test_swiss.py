"""Swiss rounds against their stated objective: all rounds of small fields, and random events of larger ones."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carteado.regulation import LANGUAGES, Refusal, catalogue
from carteado.tournament.formats import swiss
from carteado.tournament.formats.swiss import Preference, Relaxation, Round, pair_round
from carteado.tournament.outcomes import PairId

Meetings = Sequence[tuple[PairId, PairId]]


def names(count: int) -> list[PairId]:
    return [f"{place:02}" for place in range(1, count + 1)]


def paired(
    order: Sequence[PairId],
    wins: Mapping[PairId, int] | None = None,
    *,
    played: Meetings = (),
    byes: Sequence[PairId] = (),
    apart: Mapping[PairId, str] | None = None,
) -> Round:
    made = pair_round(order, wins=wins or {}, played=played, byes=byes, apart=apart)
    assert isinstance(made, Round)
    return made


# --- the preferences, one by one ----------------------------------------------------------------------------------


def test_the_first_round_pairs_the_upper_half_with_the_lower_in_order() -> None:
    assert paired(names(8)) == Round((("01", "05"), ("02", "06"), ("03", "07"), ("04", "08")))


def test_each_score_group_pairs_its_own_halves() -> None:
    wins = dict.fromkeys(["01", "02", "03", "04"], 1)
    assert paired(names(8), wins).pairings == (("01", "03"), ("02", "04"), ("05", "07"), ("06", "08"))


def test_in_an_odd_score_group_the_lowest_meets_the_highest_of_the_next() -> None:
    made = paired(names(6), dict.fromkeys(["01", "02", "03"], 1))
    assert made.pairings == (("01", "02"), ("03", "04"), ("05", "06"))
    assert made.relaxed == (Relaxation(Preference.SAME_WINS, ("03", "04")),)


def test_wins_come_before_the_order_given() -> None:
    assert paired(names(4), {"03": 2, "04": 2}).pairings == (("03", "04"), ("01", "02"))


def test_nobody_meets_the_same_opponent_again_even_across_score_groups() -> None:
    made = paired(names(4), {"01": 1, "02": 1}, played=[("01", "02"), ("04", "03")])
    assert made.pairings == (("01", "03"), ("02", "04"))
    assert made.relaxed == tuple(Relaxation(Preference.SAME_WINS, pairing) for pairing in made.pairings)


def test_two_small_differences_in_wins_are_better_than_one_large() -> None:
    wins = {"01": 2, "02": 1, "03": 1, "04": 1, "05": 1, "06": 0}
    played = [("01", "02"), ("01", "03"), ("01", "05"), ("02", "06"), ("03", "06")]
    assert paired(names(6), wins, played=played).pairings == (("01", "04"), ("02", "03"), ("05", "06"))


def test_meetings_are_known_in_whatever_order_they_are_written() -> None:
    for played in ([("01", "03")], [("03", "01")], [frozenset(("01", "03"))]):
        made = pair_round(names(4), wins={}, played=played)
        assert isinstance(made, Round)
        assert made.pairings == (("01", "04"), ("02", "03"))


def test_a_delegation_stays_apart_where_the_score_groups_allow_it() -> None:
    apart = {"01": "north", "03": "north"}
    made = paired(names(4), apart=apart)
    assert made.pairings == (("01", "04"), ("02", "03"))
    assert made.relaxed == ()


def test_two_of_a_delegation_meet_rather_than_break_a_score_group_and_it_is_said() -> None:
    made = paired(names(4), {"01": 1, "02": 1}, apart={"01": "north", "02": "north"})
    assert made.pairings == (("01", "02"), ("03", "04"))
    assert made.relaxed == (Relaxation(Preference.DELEGATIONS_APART, ("01", "02")),)


def test_pairs_without_a_delegation_are_not_of_one_delegation() -> None:
    assert paired(names(2), apart={"03": "north"}).relaxed == ()


def test_two_of_one_half_meet_only_when_it_must_be_and_it_is_said() -> None:
    made = paired(names(4), played=[("01", "03"), ("01", "04")])
    assert made.pairings == (("01", "02"), ("03", "04"))
    assert made.relaxed == tuple(Relaxation(Preference.HALVES_MEET, pairing) for pairing in made.pairings)


# --- the bye ------------------------------------------------------------------------------------------------------


def test_the_bye_goes_to_the_lowest() -> None:
    assert paired(names(5)).bye == "05"
    assert paired(names(5), {"05": 1}).bye == "04"


def test_then_to_the_lowest_who_has_not_had_one() -> None:
    made = paired(names(5), byes=["05", "04"])
    assert (made.bye, made.relaxed) == ("03", ())


def test_when_all_have_had_one_to_the_lowest_with_fewest() -> None:
    assert paired(names(3), byes=["01", "02", "03", "03"]).bye == "02"


def test_it_moves_up_when_the_others_could_not_be_paired_and_it_is_said() -> None:
    made = paired(names(3), played=[("01", "02")])
    assert (made.pairings, made.bye) == ((("01", "03"),), "02")
    assert made.relaxed == (Relaxation(Preference.BYE_TO_THE_LOWEST, ("03",)),)


def test_a_second_bye_comes_before_a_rematch_and_it_is_said() -> None:
    made = paired(names(3), played=[("01", "02"), ("02", "03")], byes=["02"])
    assert (made.pairings, made.bye) == ((("01", "03"),), "02")
    assert Relaxation(Preference.ONE_BYE_EACH, ("02",)) in made.relaxed


def test_a_single_pair_sits_out_and_nobody_plays_nobody() -> None:
    assert paired(["01"]) == Round((), "01")
    assert paired([]) == Round(())


# --- refusals -----------------------------------------------------------------------------------------------------


def test_without_a_round_free_of_rematches_there_is_no_round() -> None:
    order = names(4)
    refused = pair_round(order, wins={}, played=[("01", "02"), ("01", "03"), ("01", "04")])
    assert refused == Refusal("", "no_round_without_rematch", {"count": 4})
    assert pair_round(["01", "02", "01"], wins={}, played=()) == Refusal("", "pair_listed_twice", {"pair": "01"})


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_preference_has_its_words(language: str) -> None:
    words = catalogue(language)
    assert all(words.in_words(preference) != preference.value for preference in Preference)


# --- the objective ------------------------------------------------------------------------------------------------


def all_rounds(pairs: Sequence[PairId]) -> Iterator[list[tuple[PairId, PairId]]]:
    """Every way to pair all of an even number."""
    if not pairs:
        yield []
        return
    first, *others = pairs
    for opponent in others:
        for rest in all_rounds([pair for pair in others if pair != opponent]):
            yield [(first, opponent), *rest]


class Objective:
    """The preferences written again, straight from their description, on the list of those who play."""

    def __init__(self, playing: Sequence[PairId], wins: Mapping[PairId, int], apart: Mapping[PairId, str]) -> None:
        self.playing = sorted(playing, key=lambda pair: -wins[pair])
        self.wins, self.apart = wins, apart

    def __call__(self, pairings: Meetings) -> tuple[int, ...]:
        return tuple(map(sum, zip((0, 0, 0, 0), *map(self.of, pairings), strict=True)))

    def of(self, pairing: tuple[PairId, PairId]) -> tuple[int, int, int, int]:
        better, worse = sorted(pairing, key=self.playing.index)
        gap = self.wins[better] - self.wins[worse]
        together = int(better in self.apart and self.apart[better] == self.apart.get(worse))
        if gap:
            return gap**2, together, 0, (self.playing.index(worse) - self.playing.index(better) - 1) ** 2
        group = [pair for pair in self.playing if self.wins[pair] == self.wins[better]]
        half = len(group) // 2
        upper, lower = group[:half], group[len(group) - half :]
        one_half = any(better in part and worse in part for part in (upper, lower))
        return 0, together, int(one_half), (group.index(worse) - group.index(better) - half) ** 2


@st.composite
def small_events(draw: st.DrawFn) -> tuple[list[PairId], dict[PairId, int], list[tuple[PairId, PairId]], list[PairId]]:
    order = names(draw(st.integers(2, 8)))
    wins = {pair: draw(st.integers(0, 3)) for pair in order}
    played = draw(st.lists(st.sampled_from(list(combinations(order, 2))), max_size=14, unique=True))
    return order, wins, played, draw(st.lists(st.sampled_from(order), max_size=6))


@given(small_events(), st.integers(1, 4))
def test_no_round_of_a_small_field_costs_less(
    event: tuple[list[PairId], dict[PairId, int], list[tuple[PairId, PairId]], list[PairId]], delegations: int
) -> None:
    order, wins, played, byes = event
    apart = {pair: str(place % delegations) for place, pair in enumerate(order) if place != 2}
    made = pair_round(order, wins=wins, played=played, byes=byes, apart=apart)

    best_first = sorted(order, key=lambda pair: -wins[pair])
    had = Counter(byes)
    lowest_first: list[PairId | None] = list(reversed(best_first)) if len(order) % 2 else [None]
    for bye in sorted(lowest_first, key=lambda pair: had[pair or ""]):
        playing = [pair for pair in best_first if pair != bye]
        allowed = [
            one for one in all_rounds(playing) if not {frozenset(p) for p in one} & {frozenset(p) for p in played}
        ]
        if allowed:
            assert isinstance(made, Round)
            cost = Objective(playing, wins, apart)
            assert made.bye == bye
            assert cost(made.pairings) == min(map(cost, allowed))
            return
    assert isinstance(made, Refusal)


@pytest.mark.parametrize("size", [80, 121])
def test_in_a_larger_field_looking_within_reach_finds_what_looking_everywhere_finds(
    size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = Simulated(size, seed=size)
    for _ in range(5):
        near = event.next_round()
        with monkeypatch.context() as patched:
            patched.setattr(swiss, "REACH", size)
            everywhere = event.next_round()
        cost = Objective([pair for pair in event.order if pair != near.bye], event.wins, {})
        assert near.bye == everywhere.bye
        assert cost(near.pairings) == cost(everywhere.pairings)
        event.play(near)


def test_the_search_widens_when_nobody_within_reach_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(swiss, "REACH", 1)
    order = names(12)
    played = [(one, other) for one in order[:6] for other in order[6:] if (one, other) != ("01", "12")]
    made = paired(order, played=played)
    assert sorted(pair for pairing in made.pairings for pair in pairing) == order
    assert not set(made.pairings) & set(played)


# --- whole events -------------------------------------------------------------------------------------------------


class Simulated:
    """An event of random results, in which the standing order changes every round."""

    def __init__(self, size: int, *, seed: int) -> None:
        self.chance = Random(seed)
        self.order = names(size)
        self.wins: dict[PairId, int] = dict.fromkeys(self.order, 0)
        self.played: list[tuple[PairId, PairId]] = []
        self.byes: list[PairId] = []

    def next_round(self) -> Round:
        return paired(self.order, self.wins, played=self.played, byes=self.byes)

    def play(self, made: Round) -> None:
        self.played += made.pairings
        winners = [self.chance.choice(pairing) for pairing in made.pairings]
        if made.bye is not None:
            self.byes.append(made.bye)
            winners.append(made.bye)
        for pair in winners:
            self.wins[pair] += 1
        self.chance.shuffle(self.order)
        self.order.sort(key=lambda pair: -self.wins[pair])


@given(st.integers(2, 40), st.integers(0, 2**32), st.integers(1, 9))
def test_over_a_whole_event_nobody_meets_twice_and_all_but_one_play(size: int, seed: int, rounds: int) -> None:
    event = Simulated(size, seed=seed)
    for _ in range(min(rounds, size // 2)):
        made = event.next_round()
        seen = [pair for pairing in made.pairings for pair in pairing] + ([made.bye] if made.bye else [])
        assert sorted(seen) == sorted(event.order)
        assert (made.bye is None) == (size % 2 == 0)
        event.play(made)
    assert len({frozenset(meeting) for meeting in event.played}) == len(event.played)
    assert len(set(event.byes)) == len(event.byes)


def test_the_same_input_gives_the_same_round() -> None:
    one, other = Simulated(60, seed=7), Simulated(60, seed=7)
    for _ in range(6):
        assert one.next_round() == other.next_round()
        one.play(one.next_round())
        other.play(other.next_round())

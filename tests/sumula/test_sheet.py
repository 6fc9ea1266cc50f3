"""A súmula as one phone writes it, by every regulation."""

from typing import Any

import pytest

from carteado.record import InputError, Node
from carteado.regulation import load
from carteado.sumula import Doubt, Entry, Sheet, Terms, WithoutEffect, count, read_entry
from carteado.truco import Clock

TM, AF, FA, AP = "truco-masters-2025", "afia-2026-tranca", "faraes-2023-tranca", "apcef-sc-2022-canastra"


class Phone:
    """Writes entries with ids of its own."""

    def __init__(self, terms: Terms, name: str = "a") -> None:
        self.terms, self.name, self.written = terms, name, 0

    def write(self, kind: str, **fields: Any) -> Entry:
        self.written += 1
        head = {"id": f"{self.name}{self.written}", "device": self.name, "at": "2026-11-21T18:00:00Z", "kind": kind}
        return read_entry(Node({**head, **fields}), self.terms.reader)


def truco_hand(winner: int, value: int = 1, *, refused: bool = False) -> dict[str, Any]:
    return {"winner": winner, "value": value, "refused": refused}


def sheet(phone: Phone, *entries: Entry) -> Sheet:
    return count(phone.terms, entries)


@pytest.fixture
def phone() -> Phone:
    return Phone(Terms(load(TM)))


def test_hands_add_up_to_the_target_and_end_there(phone: Phone) -> None:
    hands = [phone.write("hand", place=place, hand=truco_hand(0, 3)) for place in range(4)]
    late = phone.write("hand", place=4, hand=truco_hand(1))
    counted = sheet(phone, *hands, late)
    assert (counted.score, counted.winner, len(counted.hands)) == ((12, 0), 0, 4)
    assert [one.of for one in counted.left_over] == [late.id]


def test_an_entry_sent_twice_counts_once(phone: Phone) -> None:
    hand = phone.write("hand", place=0, hand=truco_hand(1, 3))
    assert sheet(phone, hand, hand).score == (0, 3)


def test_undo_takes_back_ones_own_hand_until_it_is_accepted(phone: Phone) -> None:
    hand = phone.write("hand", place=0, hand=truco_hand(0))
    accept = phone.write("accept", pair=1, versions=[hand.id])
    undo = phone.write("undo", of=hand.id)
    assert sheet(phone, hand, undo).score == (0, 0)
    accepted = sheet(phone, hand, accept, undo)
    assert (accepted.score, accepted.resolved.without_effect[undo.id]) == ((1, 0), WithoutEffect.ACCEPTED)
    others = Phone(phone.terms, "b").write("undo", of=hand.id)
    assert sheet(phone, hand, others).resolved.without_effect[others.id] is WithoutEffect.NOT_YOURS


@pytest.mark.parametrize(
    ("brought", "taken_back"),
    [("device:1", ("device:1", True)), ("user:2", ("device:1", False)), ("device:1", ("user:2", False))],
)
def test_what_somebody_else_brought_is_his_whoever_noted_it(
    phone: Phone, brought: str, taken_back: tuple[str, bool]
) -> None:
    """Else whoever claims the name of a phone could take back what others wrote. A correction anybody may write."""
    by, is_done = taken_back
    hand = phone.write("hand", place=0, hand=truco_hand(0), by=brought)
    undo = phone.write("undo", of=hand.id, by=by)
    assert sheet(phone, hand, undo).score == ((0, 0) if is_done else (1, 0))
    strike = phone.write("correct", of=hand.id, over=hand.id, hand=None, why="never played", by="device:1")
    assert sheet(phone, hand, strike).score == (0, 0)


def test_a_correction_replaces_the_hand_and_lets_acceptance_fall(phone: Phone) -> None:
    first, second = (phone.write("hand", place=place, hand=truco_hand(0)) for place in (0, 1))
    accepts = [phone.write("accept", pair=pair, versions=[first.id, second.id]) for pair in (0, 1)]
    accepted = sheet(phone, first, second, *accepts)
    assert (accepted.resolved.accepted, accepted.is_accepted) == ((2, 2), True)
    correct = phone.write("correct", of=second.id, over=second.id, hand=truco_hand(1, 3), why="was theirs")
    corrected = sheet(phone, first, second, *accepts, correct)
    assert (corrected.score, corrected.resolved.accepted, corrected.is_accepted) == ((1, 3), (0, 0), False)
    struck = phone.write("correct", of=second.id, over=correct.id, hand=None, why="never played")
    assert sheet(phone, first, second, *accepts, correct, struck).score == (1, 0)


def test_the_same_hand_on_two_phones_is_one_and_different_ones_are_asked_about(phone: Phone) -> None:
    other = Phone(phone.terms, "b")
    mine, same, different = (
        phone.write("hand", place=0, hand=truco_hand(0, 3)),
        other.write("hand", place=0, hand=truco_hand(0, 3)),
        other.write("hand", place=0, hand=truco_hand(1)),
    )
    twice = sheet(phone, mine, same)
    assert (twice.score, [one.doubt for one in twice.resolved.questions]) == ((3, 0), [Doubt.TWICE])
    accepts = [phone.write("accept", pair=pair, versions=[mine.id]) for pair in (0, 1)]
    assert not sheet(phone, mine, same, *accepts).is_accepted
    one = phone.write("settle", place=0, hands=[mine.id], among=[mine.id, same.id])
    assert sheet(phone, mine, same, *accepts, one).is_accepted
    apart = sheet(phone, mine, different)
    assert (apart.score, [one.doubt for one in apart.resolved.questions]) == ((3, 0), [Doubt.DIFFERENT])
    both = phone.write("settle", place=0, hands=[mine.id, different.id], among=[mine.id, different.id])
    settled = sheet(phone, mine, different, both)
    assert (settled.score, settled.resolved.questions) == ((3, 1), ())


def test_the_next_hand_goes_past_one_that_was_settled_not_to_have_been_played(phone: Phone) -> None:
    played, dreamt = (phone.write("hand", place=place, hand=truco_hand(0)) for place in (0, 1))
    none = phone.write("settle", place=1, hands=[], among=[dreamt.id])
    settled = sheet(phone, played, dreamt, none)
    assert (settled.score, settled.resolved.next_place) == ((1, 0), 2)
    following = phone.write("hand", place=2, hand=truco_hand(1, 3))
    assert sheet(phone, played, dreamt, none, following).score == (1, 3)
    struck = phone.write("correct", of=dreamt.id, over=dreamt.id, hand=None, why="never played")
    assert sheet(phone, played, dreamt, struck).resolved.next_place == 1


def test_corrections_sent_past_each_other_are_kept_and_asked_about(phone: Phone) -> None:
    hand = phone.write("hand", place=0, hand=truco_hand(0))
    mine = phone.write("correct", of=hand.id, over=hand.id, hand=truco_hand(0, 3), why="three")
    theirs = Phone(phone.terms, "b").write("correct", of=hand.id, over=hand.id, hand=truco_hand(0, 6), why="six")
    apart = sheet(phone, hand, mine, theirs)
    assert (apart.score, [one.doubt for one in apart.resolved.questions]) == ((3, 0), [Doubt.CORRECTIONS])
    last = phone.write("correct", of=hand.id, over=mine.id, hand=truco_hand(0, 6), why="six it was")
    assert sheet(phone, hand, mine, theirs, last).score == (6, 0)


def test_tm_18_the_bell_during_a_hand_makes_it_the_last_one(phone: Phone) -> None:
    first = phone.write("hand", place=0, hand=truco_hand(0))
    bell = phone.write("bell", place=1, number=1, during=True)
    last = phone.write("hand", place=1, hand=truco_hand(0))
    assert sheet(phone, first, bell).winner is None
    ended = sheet(phone, first, bell, last)
    assert (ended.winner, ended.games[0].by_time) == (0, True)
    between = phone.write("bell", place=1, number=1, during=False)
    assert sheet(phone, first, between).winner == 0


def test_a_bell_and_a_ruling_are_accepted_with_the_hands_or_not_at_all(phone: Phone) -> None:
    hands = [phone.write("hand", place=place, hand=truco_hand(0)) for place in (0, 1)]
    accepts = [phone.write("accept", pair=pair, versions=[one.id for one in hands]) for pair in (0, 1)]
    bell = phone.write("bell", place=2, number=1, during=False)
    rung = sheet(phone, *hands, *accepts, bell)
    assert (rung.winner, rung.resolved.accepted, rung.is_accepted) == (0, (2, 2), False)
    again = [phone.write("accept", pair=pair, versions=[*(one.id for one in hands), bell.id]) for pair in (0, 1)]
    assert sheet(phone, *hands, *accepts, bell, *again).is_accepted
    in_the_past = phone.write("bell", place=1, number=1, during=False)
    assert sheet(phone, *hands, *accepts, in_the_past).resolved.accepted == (0, 0)


def test_only_a_referee_takes_back_what_a_referee_wrote(phone: Phone) -> None:
    site = Phone(phone.terms, "site")
    tento = {"seat": None, "act": "ruling", "ruling": "tento", "pair": 0, "article": "32"}
    ruling = site.write("rule", place=0, act=tento, why="marked cards")._replace(by="user:1")
    undo = site.write("undo", of=ruling.id)._replace(by="user:2")
    assert sheet(phone, ruling, undo).winner is None
    others = phone.write("undo", of=ruling.id)
    assert sheet(phone, ruling, others).winner == 1


def test_a_phone_that_takes_anothers_name_takes_nothing_back(phone: Phone) -> None:
    hand = phone.write("hand", place=0, hand=truco_hand(0))._replace(by="device:1")
    undo = phone.write("undo", of=hand.id)
    assert sheet(phone, hand, undo._replace(by="device:2")).score == (1, 0)
    assert sheet(phone, hand, undo._replace(by="device:1")).score == (0, 0)


def test_tm_19_the_second_bell_is_of_the_extension_alone(phone: Phone) -> None:
    hands = [phone.write("hand", place=pair, hand=truco_hand(pair)) for pair in (0, 1)]
    first = phone.write("bell", place=2, number=1, during=False)
    second = phone.write("bell", place=3, number=2, during=False)
    last = phone.write("hand", place=2, hand=truco_hand(1))
    tied = sheet(phone, *hands, first)
    assert (tied.winner, tied.match.clock) == (None, Clock.EXTRA)
    assert sheet(phone, *hands, first, last, second).winner == 1
    early = phone.write("bell", place=1, number=2, during=False)
    before = sheet(phone, *hands, early, first)
    assert (before.winner, before.refused[early.id].code) == (None, "other_time_on_sheet")


def test_the_time_of_every_game_of_a_series_has_its_own_bell() -> None:
    phone = Phone(Terms(load(TM), best_of=3))
    hands = [phone.write("hand", place=place, hand=truco_hand(place)) for place in (0, 1)]
    first = phone.write("bell", place=1, number=1, during=False)
    again = phone.write("bell", place=1, number=1, during=True)
    second = phone.write("bell", place=2, number=1, during=False, game=1)
    counted = sheet(phone, hands[0], first, again, hands[1], second)
    assert (counted.won, counted.winner) == ((1, 1), None)


def test_what_was_settled_falls_with_the_hand_that_was_chosen(phone: Phone) -> None:
    mine = phone.write("hand", place=0, hand=truco_hand(0))
    theirs = Phone(phone.terms, "b").write("hand", place=0, hand=truco_hand(1, 3))
    settle = phone.write("settle", place=0, hands=[mine.id], among=[mine.id, theirs.id])
    undo = phone.write("undo", of=mine.id)
    assert sheet(phone, mine, theirs, settle).score == (1, 0)
    assert sheet(phone, mine, theirs, settle, undo).score == (0, 3)


def test_a_doubt_that_a_correction_answered_is_back_when_it_is_taken_back(phone: Phone) -> None:
    hand = phone.write("hand", place=0, hand=truco_hand(0))
    mine = phone.write("correct", of=hand.id, over=hand.id, hand=truco_hand(0, 3), why="three")
    theirs = Phone(phone.terms, "b").write("correct", of=hand.id, over=hand.id, hand=truco_hand(0, 6), why="six")
    answer = phone.write("correct", of=hand.id, over=mine.id, hand=truco_hand(0, 9), why="nine")
    undo = phone.write("undo", of=answer.id)
    assert sheet(phone, hand, mine, theirs, answer).resolved.questions == ()
    [question] = sheet(phone, hand, mine, theirs, answer, undo).resolved.questions
    assert (question.doubt, question.entries) == (Doubt.CORRECTIONS, (mine.id, theirs.id))


def test_afia_has_no_bell() -> None:
    phone = Phone(Terms(load(AF)))
    bell = phone.write("bell", place=0, number=1, during=True)
    assert sheet(phone, bell).refused[bell.id].code == "no_clock_on_sheet"


def test_ap_14_a_failed_attempt_raises_the_minimum() -> None:
    phone = Phone(Terms(load(AP)))
    far = {"pairs": [{"clean": 8, "melded": {"8-K": 56}, "morto": "taken"}, {}]}
    hand = phone.write("hand", place=0, hand=far)
    attempt = phone.write("attempt", place=1, pair=0, number=1)
    again = Phone(phone.terms, "b").write("attempt", place=1, pair=0, number=1)
    assert sheet(phone, hand).minimum(0) == 75
    assert sheet(phone, hand).minimum(1) is None
    assert sheet(phone, hand, attempt, again).minimum(0) == 90


@pytest.mark.parametrize(("in_hand", "minimum"), [(0, 75), (1, None)])
def test_ap_14_a_pair_is_vulnerable_from_1500_points_on(in_hand: int, minimum: int | None) -> None:
    phone = Phone(Terms(load(AP)))
    near = {"clean": 7, "melded": {"8-K": 10}, "in_hand": {"3-7": in_hand}, "morto": "taken"}
    hand = phone.write("hand", place=0, hand={"pairs": [near, {}]})
    assert sheet(phone, hand).score[0] == 1500 - 5 * in_hand
    assert sheet(phone, hand).minimum(0) == minimum


def test_games_of_a_series_follow_each_other() -> None:
    phone = Phone(Terms(load(TM), best_of=3))
    hands = [phone.write("hand", place=place, hand=truco_hand(0 if place < 4 else 1, 3)) for place in range(8)]
    counted = sheet(phone, *hands)
    assert (counted.won, counted.score, counted.winner) == ((1, 1), (0, 0), None)


def test_a_ruling_ends_the_match(phone: Phone) -> None:
    tento = {"seat": None, "act": "ruling", "ruling": "tento", "pair": 0, "article": "32"}
    ruling = phone.write("rule", place=0, act=tento, why="marked cards")
    counted = sheet(phone, ruling)
    assert (counted.winner, counted.games[0].score, counted.games[0].by_ruling) == (1, (0, 12), True)


def test_tm_26_a_hand_dealt_again_changes_nothing_and_stays_on_record(phone: Phone) -> None:
    act = {"seat": None, "act": "ruling", "ruling": "redeal", "article": "26"}
    ruling = phone.write("rule", place=0, act=act, why="a card was seen")
    hand = phone.write("hand", place=0, hand=truco_hand(0))
    counted = sheet(phone, ruling, hand)
    assert (counted.score, counted.refused, counted.resolved.versions) == ((1, 0), {}, (ruling.id, hand.id))


@pytest.mark.parametrize(
    ("fields", "where"),
    [
        ({"kind": "dance"}, "kind"),
        ({"kind": "hand", "place": -1, "hand": truco_hand(0)}, "place"),
        ({"kind": "hand", "place": 0, "hand": {"winner": 2, "value": 1}}, "hand.winner"),
        ({"kind": "hand", "place": 0, "hand": truco_hand(0, 1000)}, "hand.value"),
        ({"kind": "correct", "of": "a", "over": "a", "hand": None, "why": " "}, "why"),
        ({"kind": "accept", "pair": 0, "versions": ["é"]}, "versions[0]"),
        ({"kind": "settle", "place": 0, "hands": ["a"], "among": []}, "hands"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_place(phone: Phone, fields: dict[str, Any], where: str) -> None:
    head = {"id": "a1", "device": "a", "at": "2026-11-21T18:00:00Z"}
    with pytest.raises(InputError) as error:
        read_entry(Node({**head, **fields}), phone.terms.reader)
    assert error.value.where == where

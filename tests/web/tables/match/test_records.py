"""A live match as a record."""

from random import Random

import pytest

from carteado.cards import Onlooker
from carteado.record import Record, Verdict, read_record, replay, verify_deals, write_record
from carteado.regulation import available
from carteado.web.tables.match.match_record import record_of
from tests.web.tables.room.table_rooms import NAMES, TM, Seated, person

CALLED = dict(zip(map(person, range(4)), NAMES, strict=True))


def played_on(table: Seated, rng: Random, *, acts: int) -> Seated:
    """By whim: cuts, burns, calls, signs, cards."""
    for _ in range(acts):
        asked = table.play.awaited
        if asked is None:
            break
        seat = asked.seats[0]
        if asked.step == "cut":
            table.do(seat, "cut", cuts=[rng.randrange(40)])
        elif asked.step == "deal":
            burn = rng.randint(0, table.terms.engine.most_burnt(table.play.match))
            table.do(seat, "deal", burn=burn)
        else:
            table.do(seat, **rng.choice(table.people[seat].state["legal"] or [{"act": "refuse"}]))
    return table


def recorded(table: Seated) -> Record:
    """Written and read again."""
    return read_record(write_record(record_of(table.terms, table.log, CALLED)))


def is_over(table: Seated) -> bool:
    return table.play.is_over


@pytest.mark.parametrize("name", available())
def test_a_record_replays_to_what_the_table_has(name: str) -> None:
    rng = Random(name)
    table = Seated(name)
    for _ in range(4):
        played_on(table, rng, acts=60)
        report = replay(recorded(table))
        assert report.score == table.play.match.score
        assert report.winner == table.play.match.winner
        assert not report.mismatches


def test_the_seeds_stand_in_it_only_when_the_match_is_over() -> None:
    table = played_on(Seated(TM), Random(3), acts=6)
    assert not is_over(table)
    so_far = recorded(table)
    assert so_far.hands
    assert all(hand.fair is not None and hand.fair.seed is None for hand in so_far.hands)
    text = write_record(so_far)
    assert not any(fair.seed in text for fair in table.play.fairs if fair.seed)

    played_on(table, Random(4), acts=2_000)
    assert is_over(table)
    whole = recorded(table)
    checks = list(verify_deals(whole))
    assert len(checks) == len(whole.hands)
    assert {check.verdict for check in checks} == {Verdict.VERIFIED}


def test_it_has_the_score_after_every_hand_that_is_over() -> None:
    """By it another program knows how the next was dealt."""
    table = played_on(Seated(TM), Random(4), acts=2_000)
    report = replay(recorded(table))
    assert [hand.score for hand in recorded(table).hands] == [hand.score for hand in report.hands]
    on = played_on(Seated(TM), Random(3), acts=6)
    assert on.play.match.hand_is_on
    assert recorded(on).hands[-1].score is None


def test_who_sits_in_a_seat_is_named_and_bots_are_bots() -> None:
    table = Seated(TM, first_dealer=0)
    table.deal()
    table.go(2)
    table.wait(130_000)
    table.come(2)
    table.do(2, "sit")
    sits = [act.act for hand in recorded(table).hands for act in hand.acts if type(act.act).__name__ == "Sit"]
    assert [(one.seat, one.player) for one in sits] == [(2, "bot:random"), (2, NAMES[2])]
    assert recorded(table).seats == NAMES


def test_whoever_is_known_no_longer_is_called_by_his_seat() -> None:
    table = played_on(Seated(TM), Random(1), acts=5)
    record = record_of(table.terms, table.log, {person(0): "Ana"})
    assert record.seats[0] == "Ana"
    assert len(set(record.seats)) == 4
    assert person(1) not in write_record(record)


def test_what_happens_before_the_first_deal_is_kept() -> None:
    table = Seated(TM)
    table.come(Onlooker.REFEREE)
    table.do(Onlooker.REFEREE, "pause")
    table.do(Onlooker.REFEREE, "resume")
    assert recorded(table).hands == ()
    table.deal()
    acts = [type(act.act).__name__ for act in recorded(table).hands[0].acts]
    assert acts == ["Pause", "Resume"]
    assert [act.extra_keys for act in recorded(table).hands[0].acts] == [{"_by": "referee"}, {"_by": "referee"}]

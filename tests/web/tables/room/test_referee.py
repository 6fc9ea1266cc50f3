"""A live table in memory: what a referee does there."""

from tests.web.tables.match.table_acts import REFEREE, SPECTATOR, card_of, dealt, play_a_card
from tests.web.tables.room.table_rooms import Seated


def test_a_stopped_match_refuses_those_who_play() -> None:
    table = dealt()
    table.come(REFEREE)
    table.do(REFEREE, "pause", article="clock.time_up")
    assert table.refused(0, "play", card=card_of(table, 0))["code"] == "stopped"
    assert table.refused(0, "sign", sign="zap")["code"] == "stopped"
    assert table.refused(REFEREE, "pause")["code"] == "stopped"
    assert "legal" not in table.people[0].state
    table.do(REFEREE, "resume")
    assert table.refused(REFEREE, "resume")["code"] == "not_stopped"
    play_a_card(table)


def test_nobody_is_told_which_referee_it_was() -> None:
    table = dealt()
    table.come(SPECTATOR)
    table.come(REFEREE)
    table.do(REFEREE, "pause")
    table.do(REFEREE, "resume")
    table.do(REFEREE, "ruling", ruling="adjust", pair=0, points=1, reason="referee.adjust", article="referee.adjust")
    for reader in (table.people[0], table.people[SPECTATOR]):
        assert not [message for message in reader.heard if b"user:90" in message]
    assert table.log[-1].data["by"] == "user:90"


def test_a_referee_rules_and_does_not_play() -> None:
    table = dealt()
    table.come(REFEREE)
    for act in ("play", "call", "sign", "sit", "cut", "deal"):
        assert table.refused(REFEREE, act)["code"] == "not_for_referees"
    for seat in range(4):
        for act in ("pause", "resume", "ruling"):
            assert table.refused(seat, act, ruling="redeal", article="dealing.exposed_card")["code"] == "not_yours"


def test_tm_26_a_hand_dealt_again_has_the_same_dealer_and_a_deck_of_its_own() -> None:
    table = dealt()
    table.come(REFEREE)
    first = table.people[0].state["commitment"]
    table.do(REFEREE, "ruling", ruling="redeal", article="dealing.exposed_card")
    assert table.play.match.dealer == 3
    assert table.play.match.score == (0, 0)
    assert table.act_names[-1] == "shuffle"
    assert table.people[0].state["commitment"] != first
    table.deal()
    assert table.play.match.hand_is_on


def test_the_referee_changes_a_score_at_once() -> None:
    table = dealt()
    table.come(REFEREE)
    ruling = {"ruling": "adjust", "pair": 1, "points": 2, "reason": "referee.adjust", "article": "referee.adjust"}
    table.do(REFEREE, "ruling", **ruling)
    assert table.play.match.score == (0, 2)
    assert table.people[0].state["view"]["score"] == [0, 2]
    assert table.refused(REFEREE, "ruling", **{**ruling, "reason": "because I say so"})["code"] == "no_such_rule"


def test_a_score_changed_between_hands_has_the_same_deck_cut_anew() -> None:
    table = Seated()
    table.come(REFEREE)
    committed = table.people[0].state["commitment"]
    table.do(2, "cut", cuts=[7])
    adjusted = {"ruling": "adjust", "pair": 1, "points": 11, "reason": "referee.adjust", "article": "referee.adjust"}
    table.do(REFEREE, "ruling", **adjusted)
    assert table.act_names[-1] == "ruling"
    assert table.people[0].state["commitment"] == committed
    assert table.play.awaited is not None
    assert (table.play.awaited.step, table.play.awaited.seats) == ("cut", (2,))


def test_tm_20_who_is_disqualified_loses_and_the_seeds_are_told() -> None:
    table = dealt()
    table.come(REFEREE)
    table.do(REFEREE, "ruling", ruling="disqualify", pair=0, article="clock.absence_minutes")
    assert table.play.match.winner == 1
    assert len(table.people[0].state["fair"]) == 1
    assert table.refused(0, "play", card="4c")["code"] == "match_over"
    assert table.refused(REFEREE, "pause")["code"] == "match_over"
    assert table.services.wakes is None

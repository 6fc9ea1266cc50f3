"""A live match: the ceremony, the special hands, and what somebody wants, whatever it is."""

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from carteado.cards import Observer, Onlooker
from carteado.fair import commitment, deal_label, shuffled_deck
from carteado.record import write_act
from carteado.regulation import load
from carteado.truco import Deal
from carteado.web.tables.match.act_reading import LONGEST_ACT_BYTES, ActRefusal, CheckedAct, checked_act
from carteado.web.tables.match.fold import AwaitedStep, Play, Step
from carteado.web.tables.match.log_rows import CLOCK
from carteado.web.tables.room import sentences
from tests.melds.tables import after_no_canastra
from tests.truco.tables import card, cards
from tests.web.tables.room.table_rooms import (
    AF,
    AP,
    CODE,
    FA,
    MINUTE,
    NOON,
    SECOND,
    TM,
    Seated,
    seed_of,
    some_settings,
    stacked,
    terms_for,
)

REFEREE, SPECTATOR = Onlooker.REFEREE, Onlooker.SPECTATOR


def at_score(first: int, second: int, *, deals: tuple[Deal, ...] = (), players: int = 4, dealer: int = 3) -> Seated:
    """A match of truco from that score on, with chosen deals."""
    setting = some_settings(players=players)
    engine = stacked(load(TM), deals, score=(first, second))
    return Seated(settings=setting, terms=terms_for(setting, engine), first_dealer=dealer)


# --- the ceremony -----------------------------------------------------------------------------------------------------


def test_tm_23_the_server_shuffles_and_publishes_what_binds_it_before_the_deal() -> None:
    table = Seated()
    assert table.act_names == ["start", "shuffle"]
    state = table.people[1].state
    seed = seed_of(0)
    assert state["commitment"] == commitment(deal_label(CODE, 0), seed)
    assert state["acts"][-1]["act"] == {"act": "shuffle", "commitment": state["commitment"]}
    assert not any(seed.hex().encode() in message for message in table.people[1].heard)
    table.deal(cuts=[11], burn=2)
    engine, match = table.terms.engine, table.terms.engine.start(players=4, first_dealer=3)
    deck = shuffled_deck(engine.deck(), match=CODE, hand=0, seed=seed)
    assert table.play.match.hand.held == engine.dealt_from(match, deck, cuts=[11], burn=2).hands


def test_tm_24_the_seat_before_the_dealer_cuts_and_nobody_else() -> None:
    table = Seated(first_dealer=0)
    assert table.play.awaited == AwaitedStep(Step.CUT, (3,))
    for seat in (0, 1, 2):
        assert table.refused(seat, "cut", cuts=[4])["code"] == "nothing_to_cut"
    assert table.refused(0, "deal", burn=0)["code"] == "nothing_to_deal"
    table.do(3, "cut", cuts=[4, 9])
    assert table.refused(3, "cut", cuts=[4])["code"] == "nothing_to_cut"
    assert table.play.awaited == AwaitedStep(Step.DEAL, (0,))


@pytest.mark.parametrize("cuts", [[40], [-1], [3, 40]])
def test_tm_24_nobody_cuts_outside_the_deck(cuts: list[int]) -> None:
    refused = Seated().refused(2, "cut", cuts=cuts)
    assert (refused["code"], refused["rule"]) == ("cut_outside_deck", "dealing.cutter")
    assert refused["article"] == "23, 24"


@pytest.mark.parametrize("cuts", [None, 3, "3", [True], [1.0], [None], [[1]], [0] * 21])
def test_a_cut_that_is_no_list_of_numbers_is_not_understood(cuts: object) -> None:
    assert Seated().refused(2, "cut", cuts=cuts)["code"] == "unreadable"


def test_tm_24_who_does_not_cut_in_thirty_seconds_has_not_cut() -> None:
    table = Seated()
    assert table.people[2].state["asked"] == {"step": "cut", "seats": [2], "until": NOON + 30 * SECOND}
    table.wait(30 * SECOND - 1)
    assert table.act_names[-1] == "shuffle"
    table.wait(1)
    assert table.log[-1].data == {"seat": 2, "act": "cut", "cuts": [], "by": CLOCK}


def test_tm_25_who_does_not_deal_in_thirty_seconds_deals_without_burning() -> None:
    table = Seated()
    table.wait(29 * SECOND)
    table.do(2, "cut", cuts=[5])
    assert table.people[3].state["asked"] == {"step": "deal", "seats": [3], "until": NOON + 59 * SECOND}
    table.wait(30 * SECOND)
    assert table.log[-1].data == {"seat": 3, "act": "deal", "burn": 0, "by": CLOCK}
    assert table.play.fairs[0].cuts == (5,)


def test_tm_25_cards_go_one_at_a_time_from_the_first_player_and_the_vira_last() -> None:
    table = Seated(first_dealer=1)
    table.deal()
    deck = shuffled_deck(table.terms.engine.deck(), match=CODE, hand=0, seed=seed_of(0))
    hand = table.play.match.hand
    assert [hand.held[seat][0] for seat in (2, 3, 0, 1)] == list(deck[:4])
    assert [hand.held[seat][2] for seat in (2, 3, 0, 1)] == list(deck[8:12])
    assert hand.vira == deck[12]


def test_tm_26_the_dealer_burns_up_to_three() -> None:
    table = Seated()
    table.do(2, "cut", cuts=[])
    assert table.people[3].state["most_burnt"] == 3
    assert "most_burnt" not in table.people[0].state
    assert [table.people[seat].state["deck"] for seat in range(4)] == [40] * 4
    for number in (4, -1):
        assert table.refused(3, "deal", burn=number)["rule"] == "dealing.burn_limit"
    for wrong in ("1", 1.0, True, None, [1]):
        assert table.refused(3, "deal", burn=wrong)["code"] == "unreadable"
    table.do(3, "deal", burn=3)
    deck = shuffled_deck(table.terms.engine.deck(), match=CODE, hand=0, seed=seed_of(0))
    assert table.play.match.hand.held[0][0] == deck[3]


def test_tm_26_everybody_sees_what_is_cut_and_burnt() -> None:
    table = Seated()
    table.come(SPECTATOR)
    table.deal(cuts=[7], burn=1)
    for reader in table.people.values():
        told = [one["act"] for state in reader.messages("state") for one in state["acts"]]
        assert {"act": "cut", "seat": 2, "cuts": [7]} in told
        assert {"act": "deal", "seat": 3, "burn": 1} in told


def test_ap_2_the_player_on_the_dealers_left_cuts() -> None:
    table = Seated(AP, first_dealer=0)
    assert table.play.awaited == AwaitedStep(Step.CUT, (1,))
    table.wait(30 * SECOND)
    assert table.play.awaited == AwaitedStep(Step.DEAL, (0,))


@pytest.mark.parametrize("regulation", [AF, FA])
def test_where_no_regulation_names_who_cuts_nobody_is_asked(regulation: str) -> None:
    table = Seated(regulation)
    assert table.play.awaited == AwaitedStep(Step.DEAL, (3,))
    assert table.refused(2, "cut", cuts=[4])["code"] == "nothing_to_cut"
    for burn in (1, -1, 200):
        assert table.refused(3, "deal", burn=burn)["code"] == "nothing_to_burn"
    table.do(3, "deal")


def test_the_next_deck_is_committed_to_before_it_is_cut() -> None:
    table = Seated()
    table.deal()
    table.do(0, "call", value=3)
    table.do(1, "refuse")
    assert table.act_names[-2:] == ["refuse", "shuffle"]
    assert table.log[-1].at == table.log[-2].at
    assert table.log[-1].data["commitment"] == commitment(deal_label(CODE, 1), seed_of(1))
    assert table.play.awaited == AwaitedStep(Step.CUT, (3,))
    assert table.people[1].state["lines"] is not None


# --- special hands ----------------------------------------------------------------------------------------------------

HANDS = Deal((cards("4c 5c 6c"), cards("7c Qc Jc"), cards("4h 5h 6h"), cards("7h Qh Jh")), card("Kd"))


def test_tm_30_the_pair_at_eleven_sees_both_hands_and_decides() -> None:
    table = at_score(11, 4, deals=(HANDS,))
    table.do(2, "cut", cuts=[])
    assert table.refused(3, "deal", burn=1)["rule"] == "eleven.burn"
    assert "most_burnt" not in table.people[3].state
    table.do(3, "deal", burn=0)
    held = [[str(one) for one in hand] for hand in HANDS.hands]
    assert table.people[0].state["view"]["hand"]["cards"] == [held[0], [None] * 3, held[2], [None] * 3]
    assert table.people[1].state["view"]["hand"]["cards"] == [[None] * 3, held[1], [None] * 3, [None] * 3]
    assert table.play.awaited == AwaitedStep(Step.ACT, (0, 2))
    assert table.refused(0, "call", value=3)["rule"] == "eleven.calls"
    assert table.refused(1, "accept")["rule"] == "eleven.decision"
    table.do(2, "accept")
    assert table.play.awaited == AwaitedStep(Step.ACT, (0,))


def test_tm_30_declined_or_left_to_the_clock_the_others_score_one() -> None:
    for answer in ("refuse", None):
        table = at_score(11, 4, deals=(HANDS,))
        table.deal()
        if answer:
            table.do(0, answer)
        else:
            table.wait(90 * SECOND)
            assert table.log[-2].data == {"seat": 0, "act": "refuse", "by": CLOCK}
        assert table.play.match.score == (11, 5)


def test_tm_31_eleven_all_is_played_blind_after_one_cut() -> None:
    table = at_score(11, 11, deals=(HANDS,))
    assert table.refused(2, "cut", cuts=[3, 4])["rule"] == "iron.cuts"
    table.do(2, "cut", cuts=[3])
    assert table.refused(3, "deal", burn=2)["rule"] == "iron.burn"
    table.do(3, "deal", burn=0)
    for seat in range(4):
        assert table.people[seat].state["view"]["hand"]["cards"] == [[None] * 3] * 4
    assert table.people[0].state["legal"] == [{"seat": 0, "act": "play", "position": place} for place in range(3)]
    assert table.refused(0, "play", card="4c")["rule"] == "iron.blind"
    for hidden in ({"position": 1}, {"card": "5c"}):
        refused = table.refused(0, "hide", **hidden)
        assert (refused["rule"], refused["article"]) == ("iron.blind", "31; TM-10")
    table.do(0, "play", position=1)
    assert table.people[2].state["view"]["hand"]["plays"] == [{"seat": 0, "card": "5c", "hidden": False}]
    table.wait(90 * SECOND)
    assert table.log[-1].data == {"seat": 1, "act": "play", "position": 0, "by": CLOCK}


def test_tm_31_cards_are_dealt_three_by_three() -> None:
    table = at_score(11, 11)
    table.deal()
    deck = shuffled_deck(table.terms.engine.deck(), match=CODE, hand=0, seed=seed_of(0))
    assert table.play.match.hand.held[0] == deck[:3]


def test_tm_29e_after_three_ties_the_same_dealer_deals_again() -> None:
    tied = Deal((cards("4c 5c 6c"), cards("4h 5h 6h"), cards("4s 5s 6s"), cards("4d 5d 6d")), card("Kd"))
    table = at_score(0, 0, deals=(tied,))
    table.deal()
    for rank in "654":  # the first to lead after a tie shows his highest
        for seat in range(4):
            table.do(seat, "play", card=rank + "chsd"[seat])
    assert table.play.match.hand.result.ending == "all_tied"
    assert table.play.match.score == (0, 0)
    assert table.play.match.dealer == 3
    assert table.act_names[-1] == "shuffle"
    assert table.play.awaited == AwaitedStep(Step.CUT, (2,))
    table.deal()
    assert len(table.play.fairs) == 2


def test_tm_27_a_hidden_card_is_seen_by_nobody_else_and_not_after_the_hand() -> None:
    deal = Deal((cards("3c 5c 6c"), cards("7c Qc Jc"), cards("4h 5h 6h"), cards("7h Qh Jh")), card("Kd"))
    table = at_score(0, 0, deals=(deal,))
    table.come(SPECTATOR)
    table.deal()
    assert table.refused(0, "hide", card="3c")["rule"] == "hiding.rounds"
    for seat, first in enumerate(("3c", "7c", "4h", "7h")):
        table.do(seat, "play", card=first)
    table.do(0, "hide", card="5c")
    for observer in (1, 2, 3, SPECTATOR):
        state = table.people[observer].state
        assert state["acts"][-1]["act"] == {"seat": 0, "act": "hide"}
        assert state["view"]["hand"]["plays"] == [{"seat": 0, "card": None, "hidden": True}]
    table.do(1, "call", value=3)
    table.do(0, "refuse")
    for observer in (1, 2, 3, SPECTATOR):
        assert not any(b'"5c"' in message for message in table.people[observer].heard)
    assert any(b'"5c"' in message for message in table.people[0].heard)


def test_fa_14_a_meld_named_in_another_order_is_refused_for_what_stands_against_it() -> None:
    """The cards of a meld are named as they are held; that they are not in order is no reason."""
    on = after_no_canastra(load(FA)).plays("draw, lay 4c 5c 6c 7c / 8d 9d Td Jd")
    setting = some_settings(FA)
    table = Seated(settings=setting, terms=terms_for(setting, stacked(load(FA), (on.story[0],))))
    table.deal()
    for act in on.story[1:]:
        told: dict[str, Any] = write_act(act, table.terms.engine.notation)
        table.do(told.pop("seat"), told.pop("act"), **told)
    refused = table.refused(0, "lay", melds=[["5s", "6s", "4s"]])
    assert (refused["code"], refused["rule"], refused["article"]) == (
        "last_card_stranded",
        "going_out.never_stuck",
        "14; C-16",
    )
    refused = table.refused(0, "lay", melds=[["5s", "6s", "Qd"]])
    assert refused["code"] == "not_one_suit"


# --- what somebody wants ----------------------------------------------------------------------------------------------

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=8,
)
NAMES = st.sampled_from(
    [
        *("play", "hide", "call", "accept", "refuse", "exchange", "draw", "redraw", "take", "lay", "extend", "discard"),
        *("cut", "deal", "sign", "sit", "pause", "resume", "ruling", "pass", "start", "shuffle", "burn"),
    ]
)
FIELDS = st.dictionaries(
    st.sampled_from(
        [
            *("seat", "card", "position", "value", "melds", "meld", "to", "lay", "cuts", "burn", "sign", "player"),
            *("ruling", "pair", "article", "points", "reason", "by", "at", "_note"),
        ]
    ),
    VALUES
    | st.sampled_from(["4c", "10♣", "zap", "redeal", "adjust", "tento", "time_up", "disqualify", "match.target"])
    | st.lists(st.sampled_from(["4c", "5c", "6c", "2h"]), max_size=4),
    max_size=5,
)
WANTED = st.builds(lambda name, fields: {**fields, "act": name}, NAMES, FIELDS) | VALUES
OBSERVERS: st.SearchStrategy[Observer] = st.sampled_from([0, 1, 2, 3, SPECTATOR, REFEREE])


def _moments() -> list[tuple[Seated, Play]]:
    """Tables at different moments: before the cut, in a hand, between hands, stopped, over."""
    moments = []
    for regulation in (TM, AF, FA, AP):
        table = Seated(regulation)
        table.come(REFEREE)
        moments.append((table, table.play))
        table.deal()
        moments.append((table, table.play))
        table.wait(5 * MINUTE)
        moments.append((table, table.play))
        table.do(REFEREE, "pause")
        moments.append((table, table.play))
        table.do(REFEREE, "ruling", ruling="disqualify", pair=0, article="match.target")
        moments.append((table, table.play))
    for score in ((11, 3), (11, 11)):
        table = at_score(*score)
        table.deal()
        moments.append((table, table.play))
    return moments


MOMENTS = _moments()


def understood(play: Play, observer: Observer, raw: bytes) -> CheckedAct | ActRefusal:
    who = play.players[observer] if isinstance(observer, int) else "user:90"
    done = checked_act(play, observer, who, raw)
    if isinstance(done, ActRefusal):
        for language in ("en", "pt-br"):
            assert sentences.act_refusal_in_words(done, language)
    else:
        assert done.act is None or write_act(done.act, play.terms.engine.notation).items() <= done.data.items()
    return done


@settings(max_examples=400, suppress_health_check=[HealthCheck.too_slow])
@given(moment=st.sampled_from(MOMENTS), observer=OBSERVERS, wanted=WANTED)
def test_whatever_is_wanted_is_done_or_refused_with_words(
    moment: tuple[Seated, Play], observer: Observer, wanted: Any
) -> None:
    understood(moment[1], observer, json.dumps(wanted).encode())


@settings(max_examples=200)
@given(moment=st.sampled_from(MOMENTS), observer=OBSERVERS, raw=st.binary(max_size=200))
def test_whatever_bytes_come_are_refused(moment: tuple[Seated, Play], observer: Observer, raw: bytes) -> None:
    assert isinstance(understood(moment[1], observer, raw), ActRefusal)


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"null",
        b"[]",
        b'{"act":"play","act":3}',
        b'{"act":null}',
        b"[" * 100_000,
        b'{"act":' * 300 + b"1" + b"}" * 300,
        b'{"act":"play","card":"\\u0000"}',
        b'{"act":"call","value":' + b"9" * 400 + b"}",
        b'{"act":"cut","cuts":[' + b"9" * 400 + b"]}",
        b'{"act":"deal","burn":-' + b"9" * 400 + b"}",
        b'{"act":"play","card":"4c"' + b" " * LONGEST_ACT_BYTES + b"}",
        b'{"act":"ruling","ruling":"adjust","points":' + b"9" * 400 + b',"pair":0,"article":"match.target"}',
    ],
)
def test_bytes_that_are_meant_ill_are_refused(raw: bytes) -> None:
    for _, play in MOMENTS:
        for observer in (0, 2, REFEREE, SPECTATOR):
            assert isinstance(understood(play, observer, raw), ActRefusal)


def test_a_seat_acts_for_itself_alone() -> None:
    table = Seated()
    table.deal()
    for seat in (1, None, "0", 0.5, True):
        assert table.refused(0, "call", seat=seat, value=3)["code"] == "another_seat"
    table.do(0, "call", seat=0, value=3)

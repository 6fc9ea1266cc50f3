"""What clubs play otherwise: each variant is a typed value of the regulation, cited, and part of the record."""

import json

import pytest

from carteado.record import InputError, record_of, replay, write_record
from carteado.regulation import LANGUAGES, Entry, Override, Regulation, RegulationError, catalogue
from carteado.regulation.truco_rules import AllTied, FourCards, SecondRoundTied
from carteado.truco import Ending, Hide, Play
from tests.truco.tables import TM, Table, card, dealt, house, item, rules_of, table

FIRST_WON = ("3c Kd 6d", "Ac Kh 6c", "2c 6s 7h", "2s Qd Jd")
"""Vira 4♣. Seat 0 wins the first round, and kings tie the second."""

ALL_EQUAL = ("3c Kd 6d", "3h Kh 6c", "2c 4s 4h", "2s 4d 5h")
"""Vira 6♠: every round is tied between seats 0 and 1."""


def three_ties(regulation: Regulation, *, dealer: int = 3) -> Table:
    on = table(regulation=regulation, dealer=dealer).deal(*ALL_EQUAL, vira="6s")
    for _ in range(12):
        seat = on.hand.turn
        held = on.hand.cards_of(seat)
        on = on.do(Play(seat, held[0]))
    return on


def entry(regulation: Regulation, key: str) -> Entry:
    return next(one for one in regulation.entries() if one.key == key)


# --- ties ---------------------------------------------------------------------------------------------------------


def test_tm_29b_a_club_may_give_the_hand_to_the_winner_of_the_first_round() -> None:
    club = house(ties__second_round="first_round_winner")
    over = table(regulation=club).deal(*FIRST_WON, vira="4c").play("3c Ac 2c 2s Kd Kh 6s Qd")
    assert (over.rounds, over.taken_by, over.score) == ([0, None], 0, (1, 0))
    over.refuses(Play(0, card("6d")), "rounds.decided", "4, 6, 28")
    assert over.replayed().hands[0].points == (1, 0)
    assert rules_of(club).ties.second_round is SecondRoundTied.FIRST_ROUND_WINNER
    assert club.cite("ties.second_round") == item("29b")


def test_tm_29e_a_club_may_give_three_ties_to_nobody() -> None:
    club = house(ties__all_rounds="nobody")
    tied = three_ties(club)
    assert tied.rounds == [None, None, None]
    assert (tied.taken_by, tied.score, tied.match.dealer) == (None, (0, 0), 0), "the deal passes on"
    assert tied.replayed().hands[0].winner is None


@pytest.mark.parametrize(("dealer", "pair"), [(3, 0), (0, 1)])
def test_tm_29e_a_club_may_give_three_ties_to_the_pair_that_began(dealer: int, pair: int) -> None:
    club = house(ties__all_rounds="first_player")
    tied = three_ties(club, dealer=dealer)
    assert tied.rounds == [None, None, None]
    assert (tied.taken_by, tied.match.dealer) == (pair, (dealer + 1) % 4)
    assert tied.hand.result is not None
    assert tied.hand.result.ending is Ending.PLAYED
    assert tied.replayed().hands[0].winner == pair


def test_tm_29e_or_redeal_as_the_regulation_says() -> None:
    tied = three_ties(house(ties__all_rounds="redeal"))
    assert (tied.taken_by, tied.score, tied.match.dealer) == (None, (0, 0), 3)
    assert tied.replayed().hands[0].dealer == 3


# --- hiding -------------------------------------------------------------------------------------------------------


def test_tm_27_a_club_may_forbid_hiding() -> None:
    club = house(hiding__rounds=[])
    second = dealt(regulation=club).play("3c Ac 2c Kc")
    second.refuses(Hide(0, card("3d")), "hiding.rounds", "27, 28")
    assert second.choices(0) == ["play 3d", "play 4d", "call 3"]
    assert second.play("3d 6h 6s Qd").replayed().score == (1, 0)


def test_tm_28_a_club_may_allow_hiding_in_the_first_round() -> None:
    club = house(hiding__rounds=[1, 2, 3])
    hidden = dealt(regulation=club).play("(3c) (Ac) (2c) (Kc)")
    assert hidden.rounds == [None]
    assert hidden.play("3d 6h 6s Qd").replayed().score == (1, 0)


# --- every variant is typed, cited and recorded -------------------------------------------------------------------

VARIANTS: list[tuple[str, object, object]] = [
    ("ties.second_round", "first_round_winner", SecondRoundTied.FIRST_ROUND_WINNER),
    ("ties.all_rounds", "nobody", AllTied.NOBODY),
    ("ties.all_rounds", "first_player", AllTied.FIRST_PLAYER),
    ("ties.all_rounds", "redeal", AllTied.REDEAL),
    ("ties.leader_shows_highest", False, False),
    ("iron.blind", False, False),
    ("iron.value", 3, 3),
    ("hiding.rounds", [], ()),
    ("hiding.rounds", [1, 2, 3], (1, 2, 3)),
    ("calls.reraise", False, False),
    ("referee.four_cards", "deducted", FourCards.DEDUCTED),
    ("match.target", 24, 24),
    ("calls.ladder", [1, 3, 6], (1, 3, 6)),
    ("dealing.burn_limit", 0, 0),
]


@pytest.mark.parametrize(("key", "written", "typed"), VARIANTS)
def test_a_variant_is_typed_cited_and_signed(key: str, written: object, typed: object) -> None:
    club = TM.with_overrides((Override(key, written, "Clube da Vila"),))
    changed = entry(club, key)
    assert changed.value == typed
    assert type(changed.value) is type(typed)
    assert changed.citation == TM.citation(key)._replace(changed_by="Clube da Vila")
    assert club.overrides == (Override(key, written, "Clube da Vila"),)
    others = [one for one in club.entries() if one.key != key]
    assert others == [one for one in TM.entries() if one.key != key], "nothing else changed"
    for language in LANGUAGES:
        assert catalogue(language).rule(changed)


@pytest.mark.parametrize(("key", "written", "typed"), VARIANTS)
def test_a_variant_goes_on_record_with_who_decided_it(key: str, written: object, typed: object) -> None:
    club = TM.with_overrides((Override(key, written, "Clube da Vila"),))
    text = write_record(dealt(regulation=club).play("3c Ac 2c Kc 3d 6h 6s Qd").record())
    assert json.loads(text)["overrides"] == {key: {"value": written, "by": "Clube da Vila"}}
    again = record_of(json.loads(text))
    assert again.regulation == club
    assert entry(again.regulation, key).value == typed
    assert write_record(again) == text
    assert replay(again).score == (1, 0)


WRONG: list[tuple[str, object, str]] = [
    ("ties.second_round", "coin", "not_one_of"),
    ("ties.all_rounds", None, "not_one_of"),
    ("ties.all_rounds", ["redeal"], "not_one_of"),
    ("iron.blind", 0, "wrong_type"),
    ("iron.blind", "false", "wrong_type"),
    ("iron.value", True, "wrong_type"),
    ("iron.value", 1.0, "wrong_type"),
    ("iron.value", 0, "must_be_positive"),
    ("hiding.rounds", 2, "wrong_type"),
    ("hiding.rounds", ["2"], "wrong_type"),
    ("hiding.rounds", [4], "rounds_are_one_to_three"),
    ("calls.reraise", None, "wrong_type"),
    ("calls.ladder", [], "ladder_must_rise"),
    ("calls.ladder", [3, 1], "ladder_must_rise"),
    ("referee.four_cards", "forgiven", "not_one_of"),
    ("rounds.order", "backwards", "takes_no_value"),
    ("rounds.orders", 1, "unknown_key"),
    ("nowhere.at_all", 1, "unknown_key"),
    ("match", 1, "unknown_key"),
    ("", 1, "unknown_key"),
    (".", 1, "unknown_key"),
    ("__class__.x", 1, "unknown_key"),
]


@pytest.mark.parametrize(("key", "value", "code"), WRONG)
def test_a_value_that_cannot_be_is_refused_with_its_key(key: str, value: object, code: str) -> None:
    with pytest.raises(RegulationError) as wrong:
        TM.with_overrides((Override(key, value, "Clube da Vila"),))
    assert (wrong.value.key, wrong.value.code, wrong.value.source) == (key, code, TM.id)
    for language in LANGUAGES:
        assert key in catalogue(language).regulation_error(wrong.value)


@pytest.mark.parametrize(("key", "value", "code"), [wrong for wrong in WRONG if not wrong[0].startswith("_")])
def test_a_record_with_it_is_refused_too(key: str, value: object, code: str) -> None:
    document = json.loads(write_record(dealt().record()))
    document["overrides"] = {key: {"value": value, "by": "Clube da Vila"}}
    with pytest.raises(InputError) as wrong:
        record_of(document)
    assert wrong.value.code == code
    assert key in wrong.value.where
    for language in LANGUAGES:
        assert json.loads(json.dumps(wrong.value.to_json(catalogue(language))))["message"]


@pytest.mark.parametrize(
    "entry_written",
    [3, None, {}, {"value": 3}, {"by": "x"}, {"value": 3, "by": ""}, {"value": 3, "by": "x", "why": "y"}],
)
def test_a_variant_that_nobody_signed_is_refused(entry_written: object) -> None:
    document = json.loads(write_record(dealt().record()))
    document["overrides"] = {"iron.value": entry_written}
    with pytest.raises(InputError) as wrong:
        record_of(document)
    assert "iron.value" in wrong.value.where


def test_several_variants_are_checked_together() -> None:
    club = house(match__target=24, eleven__short_of_target=2, calls__ladder=[2, 4, 6, 9, 12], eleven__value=4)
    assert [one.key for one in club.overrides] == [
        "match.target",
        "eleven.short_of_target",
        "calls.ladder",
        "eleven.value",
    ]
    assert dealt(regulation=club).value == 2
    with pytest.raises(RegulationError) as impossible:
        house(eleven__short_of_target=15, match__target=15)
    assert impossible.value.key == "eleven.short_of_target"

"""Nobody at a live table learns what is hidden from him, whatever he does: on the socket, by coming back, by trying
what is not allowed, as a bot, as an onlooker. And a leak that is planted is found.

A position is a state of a match and somebody who looks at it. ``table_twins`` tells how two worlds are made and played.
"""

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import msgspec
import pytest

from carteado.cards import Observer, Onlooker, Sign, pair_of
from carteado.melds import face
from carteado.record.games import MeldsEngine, TrucoEngine
from carteado.truco import Kind
from carteado.web.tables.bots import briefing
from carteado.web.tables.match import act_reading as doing
from carteado.web.tables.match import fold as play
from carteado.web.tables.match import observer_view as seeing
from carteado.web.tables.match import position as present
from carteado.web.tables.match.fold import Play
from carteado.web.tables.match.log_rows import LogRow
from carteado.web.tables.room import bot_turns, room, sentences
from carteado.web.tables.room import news as telling
from tests.conformance.cases import CASES, Case, case_of
from tests.web.tables.room.table_rooms import AF, AP, FA, TM
from tests.web.tables.room.table_twins import Leak, Twins, equal_commitment, runs

Patch = pytest.MonkeyPatch


class Share(NamedTuple):
    """Which random matches of a case are compared, and how many positions that must give."""

    seeds: range
    positions: int
    every: int


QUICK = {
    (TM, 4): Share(range(20), 2_000, 8),
    (TM, 2): Share(range(10), 500, 8),
    (AF, 4): Share(range(4), 1_500, 15),
    (FA, 4): Share(range(1, 3), 1_200, 15),
    (AP, 4): Share(range(2), 1_500, 15),
}
SLOW = {
    (TM, 4): Share(range(100, 340), 24_000, 6),
    (TM, 2): Share(range(100, 220), 8_000, 6),
    (AF, 4): Share(range(100, 136), 24_000, 15),
    (FA, 4): Share(range(100, 136), 24_000, 15),
    (AP, 4): Share(range(100, 124), 24_000, 15),
}
SEATS = {*(f"observer:{one}" for one in (0, 1, "spectator")), "act:cut", "act:deal", "delay", "with_bots", "substitute"}
TRUCO = {
    *SEATS,
    *(f"kind:{kind}" for kind in Kind),
    *(f"act:{name}" for name in ("play", "hide", "call", "accept", "refuse", "ruling", "pause", "resume", "sign")),
}
MELDS = {*SEATS, "observer:2", "observer:3", "act:draw", "act:lay", "act:extend", "act:discard", "act:redraw"}
MUST_MEET = {
    (TM, 4): {*TRUCO, "observer:2", "observer:3", "sign between opponents"},
    (TM, 2): TRUCO - {"act:sign"},
    (AF, 4): {*MELDS - {"act:cut"}, "act:take", "pile_under_its_top", "indirect_morto"},
    (FA, 4): {*MELDS - {"act:cut"}, "act:take", "act:exchange", "indirect_morto"},
    (AP, 4): {*MELDS, "act:take", "indirect_morto", "vulnerable"},
}


@pytest.fixture(autouse=True)
def _commitments_are_equal(monkeypatch: Patch) -> None:
    monkeypatch.setattr(play, "commitment", equal_commitment)


def compared(case: Case, share: Share) -> tuple[int, set[str]]:
    positions, met = 0, set[str]()
    for seed in share.seeds:
        for run in runs(case, seed):
            twins = Twins(run, every=share.every)
            positions += twins.play()
            met |= twins.met
    return positions, met


def test_there_are_as_many_positions_as_are_asked_for() -> None:
    assert set(QUICK) == set(SLOW) == set(MUST_MEET) == set(CASES)
    assert sum(share.positions for share in QUICK.values()) >= 5_000
    assert sum(share.positions for share in SLOW.values()) >= 100_000


@pytest.mark.parametrize("which", CASES, ids=str)
def test_two_worlds_look_the_same(which: tuple[str, int]) -> None:
    positions, met = compared(case_of(*which), QUICK[which])
    assert positions >= QUICK[which].positions
    assert met >= MUST_MEET[which], MUST_MEET[which] - met


@pytest.mark.slow
@pytest.mark.parametrize("which", CASES, ids=str)
def test_many_worlds_look_the_same(which: tuple[str, int]) -> None:
    positions, met = compared(case_of(*which), SLOW[which])
    assert positions >= SLOW[which].positions
    assert met >= MUST_MEET[which], MUST_MEET[which] - met


# --- planted leaks ----------------------------------------------------------------------------------------------------

View = Callable[[Any, Observer], Any]


def changed_view(patch: Patch, engine: type, change: Callable[[Any, Observer, Any], None]) -> None:
    """Views as they are but for one thing in the hand."""
    honest: View = vars(engine)["view"].__func__

    def view(match: Any, observer: Observer) -> Any:
        shown = honest(match, observer)
        if match.hand is not None:
            change(match.hand, observer, shown["hand"])
        return shown

    patch.setattr(engine, "view", staticmethod(view))
    patch.setattr(engine, "views_of", staticmethod(lambda match, _kept: partial(view, match)))


def a_card_of_the_next(patch: Patch) -> None:
    def change(hand: Any, observer: Observer, shown: Any) -> None:
        if isinstance(observer, int):
            seat = (observer + 1) % hand.players
            shown["cards"][seat][0] = str(hand.held[seat][0] or "")

    changed_view(patch, TrucoEngine, change)


def own_cards_in_the_iron_hand(patch: Patch) -> None:
    def change(hand: Any, observer: Observer, shown: Any) -> None:
        if hand.kind is Kind.IRON and isinstance(observer, int):
            shown["cards"][observer] = [str(card or "") for card in hand.held[observer]]

    changed_view(patch, TrucoEngine, change)


def the_hand_of_eleven_to_the_others(patch: Patch) -> None:
    def change(hand: Any, observer: Observer, shown: Any) -> None:
        if hand.kind is Kind.ELEVEN and isinstance(observer, int) and pair_of(observer) != hand.eleven_pair:
            for seat in range(hand.eleven_pair, hand.players, 2):
                shown["cards"][seat] = [str(card or "") for card in hand.held[seat]]

    changed_view(patch, TrucoEngine, change)


def hidden_cards_after_the_hand(patch: Patch) -> None:
    """TM-5: not after the hand either."""

    def change(hand: Any, observer: Observer, shown: Any) -> None:
        if hand.result is not None:
            for done, told in zip(hand.rounds, shown["rounds"], strict=True):
                told["plays"] = [{"seat": one.seat, "card": str(one.card)} for one in done.plays]

    changed_view(patch, TrucoEngine, change)


def how_strong_a_hidden_card_is(patch: Patch) -> None:
    def change(hand: Any, observer: Observer, shown: Any) -> None:
        shown["plays"] = [{"card": str(one.card) if one.card.rank in "32AK" else None} for one in hand.plays]

    changed_view(patch, TrucoEngine, change)


def the_next_card_of_the_stock(patch: Patch) -> None:
    changed_view(patch, MeldsEngine, lambda hand, _, shown: shown.update(stock=str(hand.stock and face(hand.stock[0]))))


def a_morto_before_its_turn(patch: Patch) -> None:
    def change(hand: Any, observer: Observer, shown: Any) -> None:
        if observer in hand.unplayed and isinstance(observer, int):
            shown["cards"][observer] = [str(face(card)) for card in sorted(hand.hands[observer])]

    changed_view(patch, MeldsEngine, change)


def the_bottom_of_a_morto(patch: Patch) -> None:
    def change(hand: Any, observer: Observer, shown: Any) -> None:
        shown["mortos"] = [sum(face(card).rank == "2" for card in morto) for morto in hand.mortos]

    changed_view(patch, MeldsEngine, change)


def the_card_that_another_drew(patch: Patch) -> None:
    def change(hand: Any, _observer: Observer, shown: Any) -> None:
        shown["drawn"] = None if hand.drawn is None else str(face(hand.drawn))

    changed_view(patch, MeldsEngine, change)


def a_hidden_card_as_it_falls(patch: Patch) -> None:
    honest = vars(TrucoEngine)["act_seen_by"].__func__

    def seen(act: Any, observer: Observer) -> Any:
        return act if type(act).__name__ == "Hide" else honest(act, observer)

    patch.setattr(TrucoEngine, "act_seen_by", staticmethod(seen))


def a_hidden_card_told_to_all_alike(patch: Patch) -> None:
    patch.setattr(telling, "row_alike_for_all", lambda now, row: seeing.visible_row(now, row, Onlooker.REFEREE))


def signs_to_everybody(patch: Patch) -> None:
    honest = vars(TrucoEngine)["act_seen_by"].__func__

    def seen(act: Any, observer: Observer) -> Any:
        return act if isinstance(act, Sign) else honest(act, observer)

    patch.setattr(TrucoEngine, "act_seen_by", staticmethod(seen))


def a_gap_in_the_numbers(patch: Patch) -> None:
    """A sign is not told, but counted."""
    patch.setattr(present, "is_visible", lambda *_: True)


def time_to_think_for_a_sign(patch: Patch) -> None:
    def signed(now: Play, row: LogRow) -> Play:
        return now._replace(step_runs_since=row.at)

    patch.setitem(play._ROW_HANDLERS, "sign", signed)


def a_bot_asked_again_after_a_sign(patch: Patch) -> None:
    honest = bot_turns.BotTurns.next_question

    def next_question(turns: Any, position: Any) -> Any:
        turns.close_question()
        return honest(turns, position)

    patch.setattr(bot_turns.BotTurns, "next_question", next_question)


def the_list_of_another_seat(patch: Patch) -> None:
    honest = seeing.legal_acts

    def legal_acts(now: Play, seat: int) -> list[Any]:
        return honest(now, (seat + 1) % now.terms.players)

    patch.setattr(seeing, "legal_acts", legal_acts)


def a_bot_that_gets_the_referees_view(patch: Patch) -> None:
    honest = briefing.question_message

    def asked(now: Play, question: Any, **rest: Any) -> Any:
        return {**honest(now, question, **rest), "view": now.terms.engine.view(now.match, Onlooker.REFEREE)}

    patch.setattr(briefing, "question_message", asked)


def a_bot_that_is_told_what_is_hidden(patch: Patch) -> None:
    patch.setattr(briefing, "_seen_act", lambda _now, row, _seat: None if "seat" not in row.data else row.data)


def what_the_partner_holds_in_a_refusal(patch: Patch) -> None:
    honest = doing._checked_by_engine

    def act(now: Play, seat: int | None, raw: bytes) -> Any:
        done = honest(now, seat, raw)
        if isinstance(done, doing.ActRefusal) and now.match.hand is not None and seat is not None:
            partner = (seat + 2) % 4
            strong = any(card is not None and card.rank == "3" for card in now.match.hand.held[partner])
            return done._replace(code="three" if strong else "none")
        return done

    patch.setattr(doing, "_checked_by_engine", act)


def the_stock_in_the_words_of_a_refusal(patch: Patch) -> None:
    honest = sentences.act_refusal_in_words
    stock: list[str] = []

    def of_trouble(trouble: doing.ActRefusal, *to_whom: Any) -> str:
        return honest(trouble, *to_whom) + "".join(stock)

    def deed(now: Play, observer: Observer, who: str, raw: bytes) -> Any:
        hand = now.match.hand
        stock[:] = [str(face(hand.stock[0]))] if hand is not None and hand.stock else []
        return doing.checked_act(now, observer, who, raw)

    patch.setattr(sentences, "act_refusal_in_words", of_trouble)
    patch.setattr(room, "checked_act", deed)


def refusals_to_the_whole_table(patch: Patch) -> None:
    honest = room.Room._refuse

    def refuse(self: room.Room, reader: Any, act: Any, trouble: Any) -> None:
        honest(self, reader, act, trouble)
        for one in self._attendance.all_connections():
            if one is not reader:
                one.send(b"somebody tried something")

    patch.setattr(room.Room, "_refuse", refuse)


def the_seed_with_the_commitment(patch: Patch) -> None:
    patch.setitem(seeing._PUBLIC_FIELDS, "shuffle", ("commitment", "seed"))


def the_seeds_before_the_end(patch: Patch) -> None:
    honest = seeing.StateBuilder.state

    def state(scene: seeing.StateBuilder, observer: Observer, **rest: Any) -> Any:
        told = honest(scene, observer, **rest)
        return msgspec.structs.replace(told, fair=[fair.to_json() for fair in scene._play.fairs])

    patch.setattr(seeing.StateBuilder, "state", state)


def the_seeds_when_coming_back(patch: Patch) -> None:
    honest = seeing.StateBuilder.state

    def state(scene: seeing.StateBuilder, observer: Observer, **rest: Any) -> Any:
        told, fairs = honest(scene, observer, **rest), scene._play.fairs
        return msgspec.structs.replace(told, fair=[fairs[-1].seed]) if told.whole and fairs else told

    patch.setattr(seeing.StateBuilder, "state", state)


LEAKS: list[tuple[Callable[[Patch], None], tuple[str, int]]] = [
    (a_card_of_the_next, (TM, 4)),
    (a_card_of_the_next, (TM, 2)),
    (own_cards_in_the_iron_hand, (TM, 4)),
    (own_cards_in_the_iron_hand, (TM, 2)),
    (the_hand_of_eleven_to_the_others, (TM, 4)),
    (hidden_cards_after_the_hand, (TM, 4)),
    (how_strong_a_hidden_card_is, (TM, 4)),
    (the_next_card_of_the_stock, (AF, 4)),
    (a_morto_before_its_turn, (AF, 4)),
    (a_morto_before_its_turn, (AP, 4)),
    (the_bottom_of_a_morto, (FA, 4)),
    (the_card_that_another_drew, (AP, 4)),
    (a_hidden_card_as_it_falls, (TM, 4)),
    (a_hidden_card_told_to_all_alike, (TM, 4)),
    (signs_to_everybody, (TM, 4)),
    (a_gap_in_the_numbers, (TM, 4)),
    (time_to_think_for_a_sign, (TM, 4)),
    (a_bot_asked_again_after_a_sign, (TM, 4)),
    (the_list_of_another_seat, (TM, 4)),
    (the_list_of_another_seat, (FA, 4)),
    (a_bot_that_gets_the_referees_view, (TM, 4)),
    (a_bot_that_gets_the_referees_view, (AF, 4)),
    (a_bot_that_is_told_what_is_hidden, (TM, 4)),
    (what_the_partner_holds_in_a_refusal, (TM, 4)),
    (the_stock_in_the_words_of_a_refusal, (AF, 4)),
    (refusals_to_the_whole_table, (TM, 4)),
    (the_seed_with_the_commitment, (TM, 4)),
    (the_seeds_before_the_end, (TM, 4)),
    (the_seeds_when_coming_back, (AP, 4)),
]
OF_BOTS = (a_bot_asked_again_after_a_sign, a_bot_that_gets_the_referees_view, a_bot_that_is_told_what_is_hidden)


def compared_with(leak: Callable[[Patch], None], which: tuple[str, int]) -> None:
    """Compares until the leak shows."""
    is_truco = which[0] == TM
    for seed in range(40 if is_truco else 6):
        for run in runs(case_of(*which), seed):
            if run.with_bots or leak not in OF_BOTS:
                Twins(run, every=4 if is_truco else 15).play()


@pytest.mark.parametrize(("leak", "which"), LEAKS, ids=[f"{leak.__name__}-{which[0]}" for leak, which in LEAKS])
def test_a_planted_leak_is_found(leak: Callable[[Patch], None], which: tuple[str, int], monkeypatch: Patch) -> None:
    leak(monkeypatch)
    with pytest.raises(Leak):
        compared_with(leak, which)

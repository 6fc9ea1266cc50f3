"""What every engine owes to records, bots and tables, checked on whole matches played at random."""

import copy
import json
import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

import pytest

from carteado.cards import Card, Onlooker, Pass
from carteado.record import (
    Record,
    Table,
    Verdict,
    moments,
    read_record,
    replay,
    verify_deals,
    write_act,
    write_record,
)
from carteado.regulation import LANGUAGES, Refusal, catalogue
from tests.conformance.adapter import Act, Match
from tests.conformance.cases import CASES, Case, case_of
from tests.conformance.random_play import Playthrough, Setting, played

WRITTEN_CARD = re.compile(r"(?<![0-9A-Za-z])(?:10|[A2-9TJQK])[chsd♣♥♠♦](?![0-9A-Za-z])")


# --- the cards ------------------------------------------------------------------------------------------------------


def test_every_card_dealt_is_in_one_place(play: Playthrough) -> None:
    adapter = play.case.adapter
    deck = Counter(play.case.engine.deck())
    for hand, matches in zip(play.hands, play.matches_in_hands, strict=True):
        dealt = Counter(adapter.cards_dealt(hand.deal))
        assert dealt <= deck
        for match in matches:
            assert Counter(adapter.cards_in(match)) == dealt


def test_the_deals_are_the_ones_their_seeds_give(play: Playthrough) -> None:
    assert {check.verdict for check in verify_deals(play.record())} == {Verdict.VERIFIED}


# --- legality -------------------------------------------------------------------------------------------------------


def test_what_is_listed_applies_and_what_applies_is_listed(play: Playthrough) -> None:
    engine, adapter = play.case.engine, play.case.adapter
    for match in play.matches:
        for seat in range(play.case.players):
            listed = engine.legal_acts(match, seat)
            allowed = [act for act in adapter.universe(match, seat) if engine.refusal(match, act) is None]
            assert len(listed) == len(set(listed)), f"an act stands twice in {listed}"
            assert not [act for act in listed if engine.refusal(match, act)], f"listed, but refused in {match}"
            meant = set(map(adapter.meaning, listed))
            assert len(meant) == len(listed), f"an act stands in {listed} in two ways"
            assert set(map(adapter.meaning, allowed)) <= meant, f"allowed to seat {seat}, but not listed in {match}"


def test_nobody_acts_who_has_no_seat(play: Playthrough) -> None:
    engine, adapter = play.case.engine, play.case.adapter
    for match in play.matches[::3]:
        for stranger in (-1, play.case.players):
            assert all(engine.refusal(match, act) for act in adapter.universe(match, stranger))


def test_while_a_hand_is_on_somebody_can_act(play: Playthrough) -> None:
    engine = play.case.engine
    for match in play.matches:
        asked = engine.seats_to_ask(match)
        assert bool(asked) == match.hand_is_on
        assert len(set(asked)) == len(asked)
        for seat in asked:
            legal = engine.legal_acts(match, seat)
            assert legal
            assert engine.default_act(match, seat) in legal


def test_the_sequential_form_asks_each_seat_in_turn_and_the_last_must_answer(play: Playthrough) -> None:
    engine = play.case.engine
    for match in play.matches:
        table = Table(engine, match)
        asked = engine.seats_to_ask(match)
        for number, seat in enumerate(asked, start=1):
            question = table.question()
            assert question is not None
            assert question.seat == seat
            passes = [Pass(seat)] if number < len(asked) else []
            assert question.legal == [*engine.legal_acts(match, seat), *passes]
            for may_pass in passes:
                table = table.after_act(may_pass)
        assert asked or table.question() is None


def test_a_refused_act_raises_and_changes_nothing(play: Playthrough) -> None:
    engine, rng = play.case.engine, random.Random(play.setting.seed)
    for match in play.matches[:: play.case.adapter.every]:
        before = copy.deepcopy(match)
        acts = _any_acts(play.case, match, rng)
        for act in rng.sample(acts, min(60, len(acts))):
            assert _raised(play.case, match, act) == engine.refusal(match, act)
        assert match == before


def test_a_match_is_a_value_that_stays_as_it_was(play: Playthrough) -> None:
    """Played again from its acts, every state equals the one kept since: later acts did not touch it."""
    match = play.start
    for step in play.steps:
        assert step.before == match
        match, events = play.case.engine.apply(match, step.act)
        assert match == step.match
        assert hash(match) == hash(step.match)
        assert events == step.events


def test_every_refusal_has_words_and_an_article(play: Playthrough) -> None:
    rng = random.Random(play.setting.seed)
    met: set[tuple[str, ...]] = set()
    for match in play.matches[:: play.case.adapter.every]:
        for act in _any_acts(play.case, match, rng):
            refused = play.case.engine.refusal(match, act)
            if refused and (kind := (refused.key, refused.code, *refused.details)) not in met:
                met.add(kind)
                assert play.case.regulation.cite(refused.key)
                assert all(catalogue(language).refusal(refused).strip() for language in LANGUAGES)
    assert met


# --- scores and the end ---------------------------------------------------------------------------------------------


def test_scores_change_by_lines_of_the_sheet_alone(play: Playthrough) -> None:
    for step in play.steps:
        points = [0, 0]
        for event in step.events:
            if hasattr(event, "item"):
                points[event.pair] += event.points
                assert play.case.regulation.citation(event.key)
        after = tuple(score + more for score, more in zip(step.before.score, points, strict=True))
        assert step.match.score == after
        if play.case.adapter.capped:
            assert max(after) <= step.match.target
            assert step.match.winner is not None or max(after) < step.match.target


def test_the_lines_of_each_hand_add_up(play: Playthrough) -> None:
    report = replay(play.record())
    score = play.start_score
    for hand in report.hands:
        assert hand.points == tuple(sum(line.points for line in lines) for lines in hand.lines)
        score = (score[0] + hand.points[0], score[1] + hand.points[1])
        assert hand.score == score
    assert report.score == score == play.match.score


def test_the_match_ends_when_somebody_has_won_it(play: Playthrough) -> None:
    assert play.match.winner in (0, 1)
    assert all(step.before.winner is None for step in play.steps)
    assert replay(play.record()).finished


def test_nothing_follows_the_end(play: Playthrough) -> None:
    engine, match = play.case.engine, play.match
    rng = random.Random(play.setting.seed)
    assert not match.hand_is_on
    assert engine.seats_to_ask(match) == ()
    assert not any(engine.legal_acts(match, seat) for seat in range(play.case.players))
    refused = [engine.refusal(match, act) for act in _any_acts(play.case, match, rng)]
    assert {one and one.key for one in refused} == {play.case.adapter.end_key}


# --- records --------------------------------------------------------------------------------------------------------


def test_replay_is_play(play: Playthrough) -> None:
    text = write_record(play.record())
    read = read_record(text)
    assert read == play.record()
    assert write_record(read) == text
    replayed = list(moments(read))
    assert [moment.act for moment in replayed] == [step.act for step in play.steps]
    assert [moment.match for moment in replayed] == [step.match for step in play.steps]
    assert [moment.events for moment in replayed] == [step.events for step in play.steps]


def test_a_record_may_stop_anywhere(play: Playthrough) -> None:
    rng = random.Random(play.setting.seed)
    prefixes = list(play.prefixes())
    if play.setting.seed in play.case.quick_seeds:
        prefixes = rng.sample(prefixes, min(20, len(prefixes)))
    for match, hands in prefixes:
        _assert_replays(play.record(hands), match)
    nothing = play.case.engine.start(players=play.case.players, first_dealer=play.start.dealer)
    _assert_replays(play.record([]), nothing)


def _assert_replays(record: Record, match: Match) -> None:
    text = write_record(record)
    read = read_record(text)
    assert write_record(read) == text
    *_, last = [None, *(moment.match for moment in moments(read))]
    assert last in (match, None)
    report = replay(read)
    assert (report.score, report.winner) == (match.score, match.winner)
    assert len(report.hands) == len(record.hands)


# --- views ----------------------------------------------------------------------------------------------------------


def test_views_are_plain_json(play: Playthrough) -> None:
    for match in play.matches:
        for observer in play.observers():
            shown = play.case.engine.view(match, observer)
            assert json.loads(json.dumps(shown, allow_nan=False)) == shown


def test_no_view_names_a_card_the_observer_may_not_know(play: Playthrough) -> None:
    for matches in play.matches_in_hands:
        for match in matches:
            for observer in play.observers():
                shown = _cards_named(play.case.engine.view(match, observer))
                assert not shown & _secrets(play.case, match, observer), f"shown to {observer} in {match}"


def test_every_view_names_the_cards_the_observer_may_know(play: Playthrough) -> None:
    for matches in play.matches_in_hands:
        for match in matches:
            everywhere = {str(card) for card in play.case.adapter.cards_in(match)}
            for observer in play.observers():
                shown = _cards_named(play.case.engine.view(match, observer))
                assert everywhere - _secrets(play.case, match, observer) <= shown, f"kept from {observer} in {match}"


def test_no_act_or_event_tells_a_card_the_observer_may_not_know(play: Playthrough) -> None:
    engine = play.case.engine
    for hand, matches in zip(play.hands, play.matches_in_hands, strict=True):
        for act, match in zip((hand.deal, *(recorded.act for recorded in hand.acts)), matches, strict=True):
            for observer in play.observers():
                seen = engine.act_seen_by(act, observer)
                told = _cards_named(seen and write_act(seen, engine.notation))
                assert not told & _secrets(play.case, match, observer), f"{act} told to {observer}"
    for step in play.steps:
        if told := {str(card) for card in _cards_in(step.events)}:
            assert not told & _secrets(play.case, step.match, Onlooker.SPECTATOR), step.events


def _secrets(case: Case, match: Match, observer: int | Onlooker) -> set[str]:
    return {str(card) for card in case.adapter.secrets(match, observer)}


def _cards_in(value: Any) -> Iterator[Card]:
    """The cards in an event, however deep."""
    if isinstance(value, Card):
        yield value
    elif is_dataclass(value):
        yield from _cards_in([getattr(value, field.name) for field in fields(value)])
    elif isinstance(value, tuple | list):
        for one in value:
            yield from _cards_in(one)


def _cards_named(value: object) -> set[str]:
    return set(WRITTEN_CARD.findall(json.dumps(value, ensure_ascii=False)))


# --- the suite itself -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", [case_of(*case) for case in CASES], ids=str)
def test_random_play_comes_across_everything_that_can_happen(case: Case) -> None:
    steps = [step for seed in case.varied_seeds for step in played(Setting(case, seed)).steps]
    met = {type(one).__name__ for step in steps for one in (step.act, *step.events)}
    met |= {landmark for step in steps for landmark in case.adapter.landmarks(step.match)}
    assert set(case.adapter.must_meet) - met == set()
    rulings = set(case.engine.notation.rulings.values())
    assert sum(type(step.act) in rulings for step in steps) > 8
    assert not case.adapter.speaks_out_of_turn or sum(not step.on_turn for step in steps) > 8


def _any_acts(case: Case, match: Match, rng: random.Random) -> list[Act]:
    """Every act of every seat, and some of everybody else's."""
    mine = [act for seat in range(case.players) for act in case.adapter.universe(match, seat)]
    return [*mine, *case.adapter.outside_acts(match, rng), *case.adapter.ceremony_acts(match, rng)]


def _raised(case: Case, match: Match, act: Act) -> Refusal | None:
    try:
        case.engine.apply(match, act)
    except ValueError as error:
        refused: Refusal = error.refusal  # type: ignore[attr-defined]
        return refused
    return None

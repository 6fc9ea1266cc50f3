"""Rules changed in time, rules agreed for one match, decisions where no rule is, suspension."""

from datetime import UTC, date, datetime, timedelta, timezone
from functools import partial
from typing import Any

import pytest

from carteado.fair import commitment
from carteado.regulation import Override, Refusal, load
from carteado.regulation.event_rules import SuspensionReason
from carteado.tournament.formats.plans import knockout
from carteado.tournament.matches.match_log import Game
from carteado.tournament.operations import (
    AgreeHouseRule,
    Announce,
    Cancel,
    ChangeRules,
    CommitDraw,
    Decide,
    HoldDraw,
    Operation,
    Resume,
    Settle,
    StartMatch,
    Submit,
    Suspend,
    Undo,
)
from carteado.tournament.registrations.eligibility import EventSettings
from carteado.tournament.running.dispatch import apply, fold, refusal
from carteado.tournament.state.championship import Championship, Status

AT = datetime(2025, 10, 1, 12, tzinfo=UTC)
SAO_PAULO = timezone(timedelta(hours=-3))
SECRET = bytes(range(32))


def drawn(regulation_id: str, pairs: int = 4) -> Championship:
    names = tuple("ABCDEFGH"[:pairs])
    operations: list[Operation] = [
        Settle(by="o", at=AT, plan=knockout(pairs), pairs=names),
        CommitDraw(by="o", at=AT, draw="knockout", commitment=commitment("carteado-draw/1|copa|knockout", SECRET)),
        HoldDraw(by="o", at=AT, draw="knockout", secret=SECRET.hex(), entropy="x"),
    ]
    return fold(Championship(event="copa", regulation=load(regulation_id)), operations)


def refused_by(championship: Championship, operation: Operation) -> Refusal:
    refused = refusal(championship, operation)
    assert refused is not None
    return refused


def articles(championship: Championship, operation: Operation) -> tuple[str, ...]:
    """The articles that the refusal of an operation cites."""
    return championship.regulation.citation(refused_by(championship, operation).key).articles


# --- changes of rules ---------------------------------------------------------------------------------------------


def change(key: str, value: object, at: datetime) -> ChangeRules:
    return ChangeRules(by="produtora", at=at, changes=((key, value),), why="ajuste")


LAST_MOMENT = datetime(2025, 10, 20, 23, 59, 59, tzinfo=SAO_PAULO)
"""The event is on the 25th."""


def masters() -> Championship:
    return Championship(event="copa", regulation=load("truco-masters-2025"))


def test_tm_2_2_1_the_rules_of_play_change_until_five_days_before() -> None:
    in_time = change("match.target", 15, LAST_MOMENT)
    changed = apply(masters(), in_time)
    assert changed.regulation.citation("match.target").changed_by == "produtora"
    assert [override.key for override in changed.regulation.overrides] == ["match.target"]
    too_late = change("match.target", 15, LAST_MOMENT + timedelta(seconds=1))
    assert articles(masters(), too_late) == ("2.2.1",)


def test_tm_2_2_1_the_last_version_published_stands() -> None:
    versions = [change("match.target", points, AT) for points in (15, 18)]
    published = fold(masters(), versions).versions
    assert [(one.changes[0].value, one.at) for one in published] == [(15, AT), (18, AT)]
    rules: Any = fold(masters(), versions).regulation.rules
    assert rules.match.target == 18


def test_tm_2_2_1_the_days_count_to_the_event_as_it_is_announced() -> None:
    """E-20: a day moved later opens the window again."""
    moved = apply(masters(), Announce(by="produtora", at=AT, settings=EventSettings(day=date(2025, 11, 1))))
    assert refusal(moved, change("match.target", 15, LAST_MOMENT + timedelta(days=1))) is None


def test_tm_8_7_the_regulation_of_the_event_changes_until_its_day() -> None:
    on_the_day = datetime(2025, 10, 25, 23, 59, 59, tzinfo=SAO_PAULO)
    changed = apply(masters(), change("lateness.tolerance_minutes", 10, on_the_day))
    assert changed.regulation.event.lateness is not None
    assert changed.regulation.event.lateness.tolerance_minutes == 10
    too_late = change("lateness.tolerance_minutes", 10, on_the_day + timedelta(seconds=1))
    assert articles(masters(), too_late) == ("8.7",)


def test_a_rule_that_cannot_be_is_not_put_in_force() -> None:
    assert refused_by(masters(), change("match.target", -1, AT)).code == "rule_impossible"
    assert refused_by(masters(), change("match.colour", "red", AT)).code == "rule_impossible"


def test_other_regulations_foresee_no_change_for_the_event() -> None:
    championship = Championship(event="copa", regulation=load("afia-2026-tranca"))
    assert refused_by(championship, change("match.target", 1000, AT)).code == "rules_are_fixed"


# --- rules of the house -------------------------------------------------------------------------------------------


def agreed(championship: Championship, **changes: object) -> AgreeHouseRule:
    pairs = championship.bracket.pairs("knockout-semi-final-1")
    assert pairs
    fields: dict[str, Any] = {
        "match": "knockout-semi-final-1",
        "rule": Override("match.target", 1000, "mesa 1"),
        "referee": "Rui",
        "agreed": pairs,
        **changes,
    }
    return AgreeHouseRule(by="Rui", at=AT, **fields)


def result(match: str, points: int) -> Submit:
    return Submit(by="mesa", at=AT, match=match, games=(Game((points, 0), 0),))


def test_af_8_a_rule_agreed_by_all_and_authorised_holds_for_that_match_alone() -> None:
    championship = drawn("afia-2026-tranca")
    championship = apply(championship, agreed(championship))
    assert refusal(championship, result("knockout-semi-final-1", 1000)) is None
    assert refused_by(championship, result("knockout-semi-final-2", 1000)).code == "target_not_reached"
    log = championship.logs["knockout-semi-final-1"]
    assert log.house_rules == (Override("match.target", 1000, "mesa 1"),)
    assert championship.regulation.overrides == ()


def test_af_8_without_one_of_them_the_regulation_stands() -> None:
    championship = drawn("afia-2026-tranca")
    pairs = championship.bracket.pairs("knockout-semi-final-1")
    assert pairs
    for missing in ({"referee": " "}, {"agreed": pairs[:1]}, {"agreed": ()}):
        assert articles(championship, agreed(championship, **missing)) == ("8",)


def test_af_8_nothing_is_agreed_once_the_match_has_begun() -> None:
    championship = drawn("afia-2026-tranca")
    begun = apply(championship, StartMatch(by="Rui", at=AT, match="knockout-semi-final-1"))
    assert refused_by(begun, agreed(championship)).code == "match_has_begun"


def test_af_8_only_rules_of_play_are_agreed_at_a_table() -> None:
    championship = drawn("afia-2026-tranca")
    rule = Override("lateness.tolerance_minutes", 60, "mesa 1")
    assert articles(championship, agreed(championship, rule=rule)) == ("8",)
    impossible = Override("match.target", "muitos", "mesa 1")
    assert refused_by(championship, agreed(championship, rule=impossible)).code == "rule_impossible"


def test_a_regulation_without_house_rules_has_none() -> None:
    championship = drawn("truco-masters-2025")
    assert refused_by(championship, agreed(championship)).code == "no_house_rules"


# --- what no rule covers ------------------------------------------------------------------------------------------


def decision(**changes: object) -> Decide:
    fields: dict[str, Any] = {"question": "falta luz", "decision": "espera-se", "why": "segurança", **changes}
    return Decide(by="coordenação", at=AT, **fields)


@pytest.mark.parametrize("regulation_id", ["apcef-sc-2022-canastra", "truco-masters-2025"])
def test_ap_17_tm_8_5_an_omitted_case_is_decided_and_stays_on_record(regulation_id: str) -> None:
    championship = apply(drawn(regulation_id), decision())
    [ruled] = championship.decisions
    assert (ruled.question, ruled.decision, ruled.by, ruled.why) == (
        "falta luz",
        "espera-se",
        "coordenação",
        "segurança",
    )
    assert refused_by(championship, decision(why=" ")).code == "reason_needed"
    assert refused_by(championship, decision(match="knockout-semi-final-9")).code == "no_such_match"


def test_ap_17_the_technical_coordination_decides_alone() -> None:
    assert refusal(drawn("apcef-sc-2022-canastra"), decision(match="knockout-semi-final-1")) is None


def test_tm_8_5_the_producer_decides_alone() -> None:
    assert refusal(drawn("truco-masters-2025"), decision(match="knockout-semi-final-1")) is None


@pytest.mark.parametrize(
    ("regulation_id", "article"), [("apcef-sc-2022-canastra", "17"), ("truco-masters-2025", "8.5")]
)
def test_ap_17_tm_8_5_a_referee_does_not_decide_for_the_authority(regulation_id: str, article: str) -> None:
    championship = drawn(regulation_id)
    for match in (None, "knockout-semi-final-1"):
        by_referee = decision(match=match, by_referee=True)
        assert refused_by(championship, by_referee).code == "another_decides"
        assert articles(championship, by_referee) == (article,)


def test_e_13_what_af_8_does_not_cover_and_all_of_fa_is_for_the_organisers() -> None:
    championship = drawn("afia-2026-tranca")
    pairs = championship.bracket.pairs("knockout-semi-final-1")
    assert refusal(championship, decision(match="knockout-semi-final-1", agreed=pairs, by_referee=True)) is None
    assert refused_by(championship, decision(by_referee=True)).code == "organisers_decide"
    assert refusal(championship, decision()) is None
    assert refusal(championship, decision(match="knockout-semi-final-1")) is None, "no regional rule: without the pairs"
    faraes = drawn("faraes-2023-tranca")
    assert refusal(faraes, decision(by_referee=True)) is not None
    assert refusal(faraes, decision()) is None


def test_af_8_in_a_match_the_referee_decides_with_both_pairs() -> None:
    championship = drawn("afia-2026-tranca")
    pairs = championship.bracket.pairs("knockout-semi-final-1")
    assert pairs
    by_referee = partial(decision, match="knockout-semi-final-1", by_referee=True)
    assert articles(championship, by_referee()) == ("8",)
    assert articles(championship, by_referee(agreed=pairs[:1])) == ("8",)
    assert refusal(championship, by_referee(agreed=pairs)) is None


# --- suspension ---------------------------------------------------------------------------------------------------


def suspend(reason: SuspensionReason = SuspensionReason.TECHNICAL, why: str = "sem energia") -> Suspend:
    return Suspend(by="produtora", at=AT, reason=reason, why=why)


def test_tm_8_6_a_suspended_event_waits_and_goes_on() -> None:
    championship = apply(drawn("truco-masters-2025"), suspend())
    assert championship.status is Status.SUSPENDED
    start = StartMatch(by="Rui", at=AT, match="knockout-semi-final-1")
    assert refused_by(championship, start).code == "event_suspended"
    assert refusal(apply(championship, Resume(by="produtora", at=AT)), start) is None


def test_tm_8_6_a_cancelled_event_is_over_but_can_be_taken_back_while_it_was_a_mistake() -> None:
    before = drawn("truco-masters-2025")
    championship = apply(before, Cancel(by="produtora", at=AT, reason=SuspensionReason.JUDICIAL, why="liminar"))
    assert championship.status is Status.CANCELLED
    assert refused_by(championship, Resume(by="produtora", at=AT)).code == "event_cancelled"
    assert refused_by(championship, suspend()).code == "event_cancelled"
    assert apply(championship, Undo(by="produtora", at=AT, why="engano")) == before


def test_tm_8_6_a_reason_is_named_and_told() -> None:
    championship = drawn("truco-masters-2025")
    assert refused_by(championship, suspend(why="")).code == "reason_needed"
    only = Override("suspension.reasons", ["judicial"], "produtora")
    strict = Championship(event="copa", regulation=championship.regulation.with_overrides((only,)))
    assert articles(strict, suspend()) == ("8.6",)


def test_nothing_is_resumed_that_was_not_suspended() -> None:
    assert refused_by(drawn("truco-masters-2025"), Resume(by="produtora", at=AT)).code == "not_suspended"

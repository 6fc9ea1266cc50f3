"""Operations on the rules: changed rules, rules agreed at a table, decisions where no rule applies, suspension and
cancellation."""

from dataclasses import replace
from datetime import datetime, timedelta

from carteado.regulation import Override, Refusal, Regulation, RegulationError, forbidden_by, out_of_order
from carteado.regulation.event_rules import Approval, Authority
from carteado.tournament.operations import AgreeHouseRule, Cancel, ChangeRules, Decide, Resume, Suspend
from carteado.tournament.registrations.eligibility import local_date
from carteado.tournament.running.lateness import with_all_awaited
from carteado.tournament.running.tables import open_log, with_log
from carteado.tournament.state.championship import Championship, Next, Ruled, RulesVersion, Status


def change_rules(championship: Championship, operation: ChangeRules) -> Next:
    """Keys: changes.by, changes.days_before, changes.until_the_day, lateness.tolerance_minutes."""
    changes = championship.regulation.event.changes
    if changes is None:
        return out_of_order("rules_are_fixed")
    if refused := _refusal_if_too_late(championship, operation):
        return refused
    overrides = tuple(Override(key, value, operation.by) for key, value in operation.changes)
    try:
        regulation = championship.regulation.with_overrides(overrides)
    except RegulationError as error:
        return out_of_order("rule_impossible", rule=error.key, reason=error.code)
    version = RulesVersion(overrides, operation.at, operation.why)
    after = replace(championship, regulation=regulation, versions=(*championship.versions, version))
    return with_all_awaited(after)


def _refusal_if_too_late(championship: Championship, operation: ChangeRules) -> Refusal | None:
    """Rules of play may change until some days before the event, the rest of the regulation until its day."""
    changes, day = championship.regulation.event.changes, championship.day
    if changes is None or day is None:
        return None
    today = local_date(championship.regulation, operation.at)
    of_play = [key for key, _ in operation.changes if not _is_of_event(championship.regulation, key)]
    if of_play and today > day - timedelta(days=changes.days_before):
        return forbidden_by("changes.days_before", "too_late_for_rules", days=changes.days_before, day=day)
    return forbidden_by("changes.until_the_day", "too_late_for_regulation", day=day) if today > day else None


def refusal_to_update_regulation(championship: Championship, at: datetime) -> Refusal | None:
    """Why the organiser's own file may not be published any more. Key: changes.until_the_day."""
    changes, day = championship.regulation.event.changes, championship.day
    if changes is None or day is None or local_date(championship.regulation, at) <= day:
        return None
    return forbidden_by("changes.until_the_day", "too_late_for_regulation", day=day)


def _is_of_event(regulation: Regulation, key: str) -> bool:
    return hasattr(regulation.event, key.partition(".")[0])


def agree_house_rule(championship: Championship, operation: AgreeHouseRule) -> Next:
    """Keys: house_rules.needs, house_rules.one_match, house_rules.otherwise."""
    rules = championship.regulation.event.house_rules
    if rules is None:
        return out_of_order("no_house_rules")
    log = open_log(championship, operation.match)
    if isinstance(log, Refusal):
        return log
    if log.has_begun:
        return out_of_order("match_has_begun", match=operation.match)
    if Approval.REFEREE_AUTHORISES in rules.needs and not operation.referee.strip():
        return forbidden_by("house_rules.needs", "referee_must_authorise")
    if Approval.BOTH_PAIRS_AGREE in rules.needs and set(operation.agreed) != set(log.pairs):
        return forbidden_by("house_rules.otherwise", "both_pairs_must_agree")
    if _is_of_event(championship.regulation, operation.rule.key):
        return forbidden_by("house_rules.one_match", "only_rules_of_play", rule=operation.rule.key)
    agreed = (*log.house_rules, operation.rule)
    try:
        championship.regulation.with_overrides(agreed)
    except RegulationError as error:
        return out_of_order("rule_impossible", rule=error.key, reason=error.code)
    return with_log(championship, operation.match, replace(log, house_rules=agreed))


def decide(championship: Championship, operation: Decide) -> Next:
    """A referee needs both pairs where the regulation lets them decide together; the organisers decide alone (E-13).

    Keys: omitted_cases.by, omitted_cases.recorded.
    """
    if not operation.why.strip():
        return out_of_order("reason_needed")
    if operation.match is not None and operation.match not in championship.fixtures:
        return out_of_order("no_such_match", match=operation.match)
    if operation.by_referee and (refused := _refusal_to_referee(championship, operation)):
        return refused
    ruled = Ruled(operation.question, operation.decision, operation.by, operation.at, operation.why, operation.match)
    return replace(championship, decisions=(*championship.decisions, ruled))


def _refusal_to_referee(championship: Championship, operation: Decide) -> Refusal | None:
    """A referee decides only with both pairs of a match, and only where the regulation says so; else it is for whom it
    names, or for the organisers."""
    omitted = championship.regulation.event.omitted_cases
    if omitted is None:
        return out_of_order("organisers_decide")
    if omitted.by is not Authority.REFEREE_AND_BOTH_PAIRS:
        return forbidden_by("omitted_cases.by", "another_decides", authority=omitted.by)
    if operation.match is None:
        return forbidden_by("omitted_cases.by", "organisers_decide")
    pairs = championship.bracket.pairs(operation.match) or ()
    return None if set(operation.agreed) == set(pairs) else forbidden_by("omitted_cases.by", "both_pairs_must_agree")


def suspend(championship: Championship, operation: Suspend | Cancel) -> Next:
    """Keys: suspension.reasons, suspension.recorded."""
    if championship.status is Status.CANCELLED:
        return out_of_order("event_cancelled")
    suspension = championship.regulation.event.suspension
    if suspension and operation.reason not in suspension.reasons:
        return forbidden_by("suspension.reasons", "not_a_reason", reason=operation.reason, choices=suspension.reasons)
    if not operation.why.strip():
        return out_of_order("reason_needed")
    return replace(championship, status=Status.CANCELLED if isinstance(operation, Cancel) else Status.SUSPENDED)


def resume(championship: Championship, _operation: Resume) -> Next:
    if championship.status is not Status.SUSPENDED:
        return out_of_order("not_suspended")
    return replace(championship, status=Status.RUNNING)

"""Operations on the rules: changed rules, rules agreed at a table, decisions where no rule applies, suspension and
cancellation."""

from dataclasses import replace
from datetime import timedelta

from carteado.regulation import Override, Refusal, Regulation, RegulationError, forbidden_by, out_of_order
from carteado.regulation.event_rules import Approval, Authority
from carteado.tournament.operations import AgreeHouseRule, Cancel, ChangeRules, Decide, Resume, Suspend
from carteado.tournament.registrations.eligibility import local_date
from carteado.tournament.running.tables import open_log, with_log
from carteado.tournament.state.championship import Championship, Next, Ruled, RulesVersion, Status


def change_rules(before: Championship, operation: ChangeRules) -> Next:
    """Keys: changes.by, changes.days_before, changes.until_the_day."""
    changes = before.regulation.event.changes
    if changes is None:
        return out_of_order("rules_are_fixed")
    if refused := _why_too_late(before, operation):
        return refused
    overrides = tuple(Override(key, value, operation.by) for key, value in operation.changes)
    try:
        regulation = before.regulation.with_overrides(overrides)
    except RegulationError as error:
        return out_of_order("rule_impossible", rule=error.key, reason=error.code)
    version = RulesVersion(overrides, operation.at, operation.why)
    return replace(before, regulation=regulation, versions=(*before.versions, version))


def _why_too_late(before: Championship, operation: ChangeRules) -> Refusal | None:
    """Rules of play may change until some days before the event, the rest of the regulation until its day."""
    changes, day = before.regulation.event.changes, before.day
    if changes is None or day is None:
        return None
    today = local_date(before.regulation, operation.at)
    of_play = [key for key, _ in operation.changes if not _is_of_event(before.regulation, key)]
    if of_play and today > day - timedelta(days=changes.days_before):
        return forbidden_by("changes.days_before", "too_late_for_rules", days=changes.days_before, day=day)
    return forbidden_by("changes.until_the_day", "too_late_for_regulation", day=day) if today > day else None


def _is_of_event(regulation: Regulation, key: str) -> bool:
    return hasattr(regulation.event, key.partition(".")[0])


def agree_house_rule(before: Championship, operation: AgreeHouseRule) -> Next:
    """Keys: house_rules.needs, house_rules.one_match, house_rules.otherwise."""
    rules = before.regulation.event.house_rules
    if rules is None:
        return out_of_order("no_house_rules")
    log = open_log(before, operation.match)
    if isinstance(log, Refusal):
        return log
    if log.has_begun:
        return out_of_order("match_has_begun", match=operation.match)
    if Approval.REFEREE_AUTHORISES in rules.needs and not operation.referee.strip():
        return forbidden_by("house_rules.needs", "referee_must_authorise")
    if Approval.BOTH_PAIRS_AGREE in rules.needs and set(operation.agreed) != set(log.pairs):
        return forbidden_by("house_rules.otherwise", "both_pairs_must_agree")
    if _is_of_event(before.regulation, operation.rule.key):
        return forbidden_by("house_rules.one_match", "only_rules_of_play", rule=operation.rule.key)
    agreed = (*log.house_rules, operation.rule)
    try:
        before.regulation.with_overrides(agreed)
    except RegulationError as error:
        return out_of_order("rule_impossible", rule=error.key, reason=error.code)
    return with_log(before, operation.match, replace(log, house_rules=agreed))


def decide(before: Championship, operation: Decide) -> Next:
    """Keys: omitted_cases.by, omitted_cases.recorded."""
    if not operation.why.strip():
        return out_of_order("reason_needed")
    if operation.match is not None and operation.match not in before.fixtures:
        return out_of_order("no_such_match", match=operation.match)
    omitted = before.regulation.event.omitted_cases
    if omitted and omitted.by is Authority.REFEREE_AND_BOTH_PAIRS and operation.match is not None:
        pairs = before.bracket.pairs(operation.match) or ()
        if set(operation.agreed) != set(pairs):
            return forbidden_by("omitted_cases.by", "both_pairs_must_agree")
    ruled = Ruled(operation.question, operation.decision, operation.by, operation.at, operation.why, operation.match)
    return replace(before, decisions=(*before.decisions, ruled))


def suspend(before: Championship, operation: Suspend | Cancel) -> Next:
    """Keys: suspension.reasons, suspension.recorded."""
    if before.status is Status.CANCELLED:
        return out_of_order("event_cancelled")
    suspension = before.regulation.event.suspension
    if suspension and operation.reason not in suspension.reasons:
        return forbidden_by("suspension.reasons", "not_a_reason", reason=operation.reason, choices=suspension.reasons)
    if not operation.why.strip():
        return out_of_order("reason_needed")
    return replace(before, status=Status.CANCELLED if isinstance(operation, Cancel) else Status.SUSPENDED)


def resume(before: Championship, _operation: Resume) -> Next:
    if before.status is not Status.SUSPENDED:
        return out_of_order("not_suspended")
    return replace(before, status=Status.RUNNING)

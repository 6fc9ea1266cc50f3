"""The rules of an event: its changes with time and reason, and the decisions on cases that no rule covers."""

from datetime import datetime
from typing import NamedTuple

from carteado.regulation import Citation
from carteado.web.regulations.rulebook import rulebook
from carteado.web.watch.visible_event import VisibleEvent


class ChangedRule(NamedTuple):
    """A changed rule in words, and where it comes from."""

    text: str
    citation: Citation


class RulesVersionShown(NamedTuple):
    """A change of rules. ``number`` starts at 2, because version 1 is what the event was published with.

    ``why`` is the organiser's reason.
    """

    number: int
    at: datetime
    why: str
    rules: tuple[ChangedRule, ...]


class DecisionShown(NamedTuple):
    """A decision on a case that no rule covers."""

    question: str
    decision: str
    why: str
    at: datetime


def changes_of(visible: VisibleEvent) -> list[RulesVersionShown]:
    """The versions, the latest first, with each rule as it read in that version."""
    championship = visible.championship
    versions = []
    regulation = championship.opening.regulation if championship.opening else championship.regulation
    for number, version in enumerate(championship.versions, start=2):
        regulation = regulation.with_overrides(version.changes)
        keys = {change.key for change in version.changes}
        changed = (rule for rule in rulebook(regulation).rules if rule.key in keys)
        rules = tuple(ChangedRule(rule.text, rule.citation) for rule in changed)
        versions.append(RulesVersionShown(number, version.at, version.why, rules))
    return versions[::-1]


def decisions_of(visible: VisibleEvent) -> list[DecisionShown]:
    return [DecisionShown(one.question, one.decision, one.why, one.at) for one in visible.championship.decisions]

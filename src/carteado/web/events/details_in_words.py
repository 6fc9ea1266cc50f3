"""Everything decided about an event, step by step, for review before publishing."""

from dataclasses import replace
from typing import NamedTuple

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from carteado.regulation import Entry, Regulation
from carteado.tournament.registrations.eligibility import closing, event_day, opening
from carteado.web.events.details import Details
from carteado.web.events.differences import PARTS, SET_ELSEWHERE, forms_in_words, stages_in_words
from carteado.web.events.models import Document
from carteado.web.events.preparation_steps import TITLES, Step
from carteado.web.events.readiness import is_day_over, is_window_over
from carteado.web.kit.words.catalogue import words


class Fact(NamedTuple):
    """A decision in words. ``key`` names the rule whose article is shown beside it, and is empty without one."""

    label: str
    text: str
    key: str = ""


class StepSummary(NamedTuple):
    step: Step
    title: str
    facts: tuple[Fact, ...]


def summary(details: Details, documents: list[Document], *, is_draft: bool) -> list[StepSummary]:
    """The steps in order. One without facts has nothing decided in it.

    Dates that the event does not set are those of its regulation. A draft has them only while they are not past.
    """
    facts: dict[Step, tuple[Fact, ...]] = {
        Step.RULES: _changed_rules(details),
        Step.FORMAT: _format(details),
        Step.DOCUMENTS: tuple(Fact(str(one.get_kind_display()), one.filename) for one in documents),
    }
    in_force = _as_planned(details) if is_draft else _as_in_force(details)
    for step in Step:
        parts = (part for part in PARTS if part.step is step)
        facts.setdefault(
            step,
            tuple(Fact(str(part.label), part.in_words(value)) for part in parts if (value := part.value(in_force))),
        )
    return [StepSummary(step, str(TITLES[step]), facts[step]) for step in Step if step is not Step.REVIEW]


def _format(details: Details) -> tuple[Fact, ...]:
    """The event's own stages, or the format that the regulation prescribes. Key: format.kind."""
    if details.stages:
        return (Fact(_("Stages"), stages_in_words(details.stages)),)
    prescribed = rule_in_words(details.rules, "format.kind")
    lot = (Fact(_("Forms in the lot"), forms_in_words(details.forms)),) if details.forms else ()
    return ((Fact(_("As the regulation prescribes"), prescribed, "format.kind"),) if prescribed else ()) + lot


def _changed_rules(details: Details) -> tuple[Fact, ...]:
    """The rules that the organiser changes in the step for rules, each as its whole sentence."""
    changed = (entry for entry in details.rules.entries() if entry.citation.changed_by)
    return tuple(_rule(entry) for entry in changed if entry.key not in SET_ELSEWHERE)


def _rule(entry: Entry) -> Fact:
    return Fact(words().sections[entry.key.partition(".")[0]], words().rule(entry), entry.key)


def rule_in_words(regulation: Regulation, key: str) -> str:
    """The rule as a sentence. Empty if the regulation does not have it."""
    return next((words().rule(entry) for entry in regulation.entries() if entry.key == key), "")


def _as_planned(details: Details) -> Details:
    """The details in force, but without the dates of a past edition, which the organiser has not chosen."""
    chosen, in_force = details.settings, _as_in_force(details).settings
    if is_day_over(details.rules):
        in_force = replace(in_force, day=chosen.day)
    if is_window_over(details.rules):
        in_force = replace(in_force, opens=chosen.opens, closes=chosen.closes)
    return replace(details, settings=in_force)


def _as_in_force(details: Details) -> Details:
    """The details with the regulation's dates where the event sets none."""
    opens, closes = opening(details.rules, details.settings), closing(details.rules, details.settings)
    settings = replace(
        details.settings,
        day=event_day(details.rules, details.settings),
        opens=opens and opens.at,
        closes=closes and closes.at,
    )
    return replace(details, settings=settings)


def fee_in_words(details: Details) -> str:
    if not details.fee_cents:
        return _("free")
    amount = _("R$ %(amount)s a pair") % {"amount": number_format(details.fee_cents / 100, 2)}
    return f"{amount} · {details.fee_note}" if details.fee_note else amount

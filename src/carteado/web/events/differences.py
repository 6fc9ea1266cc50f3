"""Differences between two versions of an event, in words: for the list of versions, and when two people changed the
same step at once."""

from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any, NamedTuple

from django.utils import timezone
from django.utils.formats import date_format, number_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from carteado.regulation import Entry
from carteado.tournament.formats.stages import Kind
from carteado.tournament.registrations.eligibility import EventDay
from carteado.web.events.details import Details, Prize, Question, QuestionKind, StageChoice
from carteado.web.events.formats import kind_name
from carteado.web.events.preparation_steps import Step
from carteado.web.kit.words.catalogue import words
from carteado.web.kit.words.dates import hour_in_words, moment_in_words


class Difference(NamedTuple):
    """A changed value, with ``before`` and ``after`` in words. ``key`` names a changed rule; it is empty for other
    decisions."""

    step: Step
    label: str
    before: str
    after: str
    key: str = ""


class Part(NamedTuple):
    """A value that a step decides, with the function that puts it into words."""

    step: Step
    label: str | Promise
    value: Callable[[Details], Any]
    in_words: Callable[[Any], str]


def differences(before: Details, after: Details, step: Step | None = None) -> list[Difference]:
    """Changed rules first, then the other differences in the order of the steps. With ``step``, only those of one
    step."""
    found = [*_rules(before, after), *_parts(before, after)]
    return [one for one in found if step in (None, one.step)]


def _parts(before: Details, after: Details) -> Iterator[Difference]:
    for part in PARTS:
        old, new = part.value(before), part.value(after)
        if old != new:
            yield Difference(part.step, str(part.label), part.in_words(old), part.in_words(new))


def _rules(before: Details, after: Details) -> Iterator[Difference]:
    """Rules that changed, each as its whole sentence. Rules that another step sets are listed among that step's
    values. Rules of two regulations are not compared."""
    if before.changes == after.changes or before.regulation != after.regulation:
        return
    old = {entry.key: entry for entry in before.rules.entries()}
    for entry in after.rules.entries():
        if entry.value != old[entry.key].value and entry.key not in SET_ELSEWHERE:
            yield _rule(old[entry.key], entry)


def _rule(old: Entry, new: Entry) -> Difference:
    section = words().sections[new.key.partition(".")[0]]
    return Difference(Step.RULES, section, words().rule(old), words().rule(new), new.key)


SET_ELSEWHERE: dict[str, Step] = {
    "edition.day": Step.PLACE,
    "entries.opens": Step.ENTRIES,
    "entries.closes": Step.ENTRIES,
    "selection.pairs": Step.ENTRIES,
}
"""Rules that another step of the wizard sets, through a date or the number of pairs that is entered there."""


# --- values in words: what is not decided has its own words, such as "nothing" or "as the regulation has it" --------


def text(value: str) -> str:
    return value or _("nothing")


def day(value: Any) -> str:
    return date_format(value, "SHORT_DATE_FORMAT") if value else _("as the regulation has it")


def days(value: tuple[EventDay, ...]) -> str:
    """Every day that has an hour: ``18 November, 9:00–18:00; 19 November, 9:00``."""
    return "; ".join(map(event_day_in_words, value)) or _("not told yet")


def event_day_in_words(one: EventDay) -> str:
    return (
        f"{moment_in_words(one.begins)}–{hour_in_words(timezone.localtime(one.ends))}"
        if one.ends
        else moment_in_words(one.begins)
    )


def instant(value: datetime | None) -> str:
    """In the time zone of São Paulo, which is that of the site."""
    if value is None:
        return _("as the regulation has it")
    return moment_in_words(value)


def embargo(value: datetime | None) -> str:
    return instant(value) if value else _("everybody sees results at once")


def reais(cents: int) -> str:
    return "R$ " + number_format(cents / 100, decimal_pos=2, force_grouping=True) if cents else _("free of charge")


def pairs(count: int) -> str:
    return ngettext("{count} pair", "{count} pairs", count).format(count=count)


def tables(count: int) -> str:
    return ngettext("{count} table", "{count} tables", count).format(count=count) if count else _("not told yet")


def stages_in_words(choices: tuple[StageChoice, ...]) -> str:
    return " → ".join(stage_in_words(one) for one in choices) or _("as the regulation prescribes")


def stage_in_words(choice: StageChoice) -> str:
    """A stage in one line: ``Groups (4 groups, 8 go on)``."""
    remarks = ", ".join(_stage_remarks(choice))
    return f"{kind_name(choice.kind)} ({remarks})" if remarks else kind_name(choice.kind)


def _stage_remarks(choice: StageChoice) -> Iterator[str]:
    if choice.kind is Kind.GROUPS:
        yield ngettext("{count} group", "{count} groups", choice.groups).format(count=choice.groups)
        if choice.legs > 1:
            yield _("{count} legs").format(count=choice.legs)
    if choice.rounds and choice.kind in (Kind.SWISS, Kind.QUALIFYING):
        yield ngettext("{count} round", "{count} rounds", choice.rounds).format(count=choice.rounds)
    if choice.best_of > 1:
        yield _("best of {count}").format(count=choice.best_of)
    if choice.third_place and choice.kind is Kind.KNOCKOUT:
        yield _("third place played")
    if choice.advance:
        yield _("{count} go on").format(count=choice.advance)


def forms_in_words(names: tuple[str, ...]) -> str:
    return words().in_words(names) or _("none")


def questions_in_words(questions: tuple[Question, ...]) -> str:
    return "; ".join(map(question_in_words, questions)) or _("none")


def question_in_words(question: Question) -> str:
    is_choice = question.kind is QuestionKind.CHOICE
    kind = words().in_words(question.choices) if is_choice else str(QUESTION_KINDS[question.kind])
    must = _("required") if question.required else _("optional")
    return f"{question.text} ({kind}, {must})"


def names_in_words(names: tuple[str, ...]) -> str:
    return ", ".join(names) or _("none")


def prizes_in_words(prizes: tuple[Prize, ...]) -> str:
    return "; ".join(map(prize_in_words, prizes)) or _("none")


def prize_in_words(prize: Prize) -> str:
    """A prize in one line: ``place 1: trophy (R$ 500,00), from Bar do Zé``."""
    what = _("place {place}: {what}").format(place=prize.place, what=prize.what)
    worth = f" ({reais(prize.cents)})" if prize.cents else ""
    giver = _(", from {giver}").format(giver=prize.giver) if prize.giver else ""
    return f"{what}{worth}{giver}"


QUESTION_KINDS = {
    QuestionKind.TEXT: gettext_lazy("Text"),
    QuestionKind.YES_NO: gettext_lazy("Yes or no"),
    QuestionKind.CHOICE: gettext_lazy("One of several"),
}

PARTS = (
    Part(Step.PLACE, gettext_lazy("Name"), lambda details: details.name, text),
    Part(Step.PLACE, gettext_lazy("Place"), lambda details: details.place, text),
    Part(Step.PLACE, gettext_lazy("Day"), lambda details: details.settings.day, day),
    Part(Step.PLACE, gettext_lazy("Hours"), lambda details: details.settings.days, days),
    Part(Step.PLACE, gettext_lazy("About the event"), lambda details: details.about, text),
    Part(Step.PLACE, gettext_lazy("Results stay with the team until"), lambda details: details.embargo_until, embargo),
    Part(Step.ENTRIES, gettext_lazy("Entries open"), lambda details: details.settings.opens, instant),
    Part(Step.ENTRIES, gettext_lazy("Entries close"), lambda details: details.settings.closes, instant),
    Part(Step.ENTRIES, gettext_lazy("Number of pairs"), lambda details: details.capacity, pairs),
    Part(Step.ENTRIES, gettext_lazy("Fee for a pair"), lambda details: details.fee_cents, reais),
    Part(Step.ENTRIES, gettext_lazy("How the fee is paid"), lambda details: details.fee_note, text),
    Part(Step.ENTRIES, gettext_lazy("Pix key"), lambda details: details.pix_key, text),
    Part(Step.ENTRIES, gettext_lazy("Name of the account"), lambda details: details.pix_name, text),
    Part(Step.ENTRIES, gettext_lazy("City of the account"), lambda details: details.pix_city, text),
    Part(Step.FORMAT, gettext_lazy("Stages"), lambda details: details.stages, stages_in_words),
    Part(Step.FORMAT, gettext_lazy("Forms in the lot"), lambda details: details.forms, forms_in_words),
    Part(Step.TABLES, gettext_lazy("Tables"), lambda details: details.tables, tables),
    Part(Step.QUESTIONS, gettext_lazy("Questions"), lambda details: details.questions, questions_in_words),
    Part(Step.PRODUCER, gettext_lazy("Who runs the event"), lambda details: details.producer, text),
    Part(Step.PRODUCER, gettext_lazy("How to reach them"), lambda details: details.producer_contact, text),
    Part(Step.PRODUCER, gettext_lazy("Whom to ask about personal data"), lambda details: details.data_contact, text),
    Part(Step.PRODUCER, gettext_lazy("Sponsors"), lambda details: details.sponsors, names_in_words),
    Part(Step.PRODUCER, gettext_lazy("Supporters"), lambda details: details.supporters, names_in_words),
    Part(Step.PRODUCER, gettext_lazy("Prizes"), lambda details: details.prizes, prizes_in_words),
)

"""Reports to the site's team, about remarks at a table and about names of those who sit there.

The log has who reported something first. The team takes away what is wrong, even a name, and can close the table if
that is not enough. The log has who did it, and why a name was taken away or a table closed. What was reported is thrown
away after a while, as all words are.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from carteado.web.events.models import Event
from carteado.web.kit.push import topics
from carteado.web.log.action import Action
from carteado.web.log.recording import record
from carteado.web.people import references
from carteado.web.people.models import User
from carteado.web.people.public_names import NAMELESS, anonymous, is_nameless, shown_name
from carteado.web.registrations.models import Entrant
from carteado.web.registrations.registering import rename_pair
from carteado.web.tables.log_actions import (
    NameReported,
    NameTakenAway,
    RemarkReported,
    ReportDismissed,
    ReportUpheld,
    TableClosed,
)
from carteado.web.tables.models import Guest, Remark, Report, Table
from carteado.web.tables.page_refusals import PageRefusal
from carteado.web.tables.players import names as sitters
from carteado.web.tables.players import taken_names
from carteado.web.tables.room.sentences import SENTENCES
from carteado.web.tables.seats import seating
from carteado.web.tables.takedown_reasons import Reason

Outcome = Report.Outcome
Reports = QuerySet[Report]


# --- reporting ----------------------------------------------------------------------------------------------------


def report_remark(code: str, number: int, by: str) -> bool:
    """Report a remark, by its number at the table. False if the table has none with that number.

    ``by`` is the reporter's reference. A second report of the same remark changes nothing.
    """
    with transaction.atomic():
        found = Remark.objects.select_for_update(of=("self",)).select_related("table__event")
        remark = found.filter(table__code=code, number=number).first()
        if remark is None:
            return False
        fields = {"table": remark.table, "who": remark.who, "by": by}
        _report, is_new = Report.objects.get_or_create(remark=remark, defaults=fields)
        if is_new:
            record(RemarkReported(remark.pk), actor=_account(by), event=remark.table.event)
    return True


def report_name(table: Table, trace: str, by: str) -> bool:
    """Report the name of a player whom a page showed in a seat. ``trace`` is the page's token for them.

    ``by`` is the reporter's reference, empty for an unknown visitor. A second report of the same name at the table
    changes nothing. False if the player does not sit there, is the reporter, or was forgotten.
    """
    sitting = [who for who in seating.seats_of(table).values() if not sitters.is_bot(who)]
    who = next((one for one in sitting if seating.trace_of(one) == trace), None)
    if who is None or who == by or sitters.forgotten([who]):
        return False
    with transaction.atomic():
        name = sitters.names_of([who], table.event_id)[who]
        report, is_new = Report.objects.get_or_create(table=table, who=who, name=name, remark=None, defaults={"by": by})
        if is_new:
            record(NameReported(report.pk), actor=_account(by), event=table.event)
    return True


def _account(who: str) -> User | None:
    """The account of a reference. None for anyone else."""
    kind, _, number = who.partition(":")
    return User.objects.filter(pk=number).first() if kind == references.USER else None


# --- the list -----------------------------------------------------------------------------------------------------


class ReportShown(NamedTuple):
    """A report in the list.

    ``remark_text`` is what the person said; empty in a report of a name, or if it was erased. ``name`` is the name that
    they had then; empty in a report of a remark, or if they were forgotten. ``current_name`` is the name that they have
    today, ``by`` the name that the reporter has today; empty for an unknown visitor.
    """

    report: Report
    remark_text: str
    name: str
    current_name: str
    by: str


def to_be_settled() -> Reports:
    """Reports that are open, those that have waited longest first."""
    return Report.objects.filter(outcome=Outcome.OPEN).order_by("created_at", "pk")


def settled() -> Reports:
    """Reports that are not open any more, the last settled first."""
    return Report.objects.exclude(outcome=Outcome.OPEN).order_by("-settled_at", "-pk")


def reports_for_list(reports: Iterable[Report]) -> Sequence[ReportShown]:
    """The reports for the list. All names are read together."""
    found = list(reports)
    names = _names(found)
    return [
        ReportShown(
            one,
            _remark_text(one),
            shown_name(one.name),
            shown_name(names[one.table.event_id][one.who]),
            shown_name(names[one.table.event_id].get(one.by, "")),
        )
        for one in found
    ]


def _names(reports: Iterable[Report]) -> dict[sitters.EventNumber, sitters.Names]:
    """The names of the reported and the reporters, by the event of their table."""
    by_event: dict[sitters.EventNumber, set[str]] = {}
    for one in reports:
        by_event.setdefault(one.table.event_id, set()).update(who for who in (one.who, one.by) if who)
    return sitters.names_in(by_event)


def _remark_text(report: Report) -> str:
    remark = report.remark
    return "" if remark is None else str(remark.text or SENTENCES.get(remark.preset, ""))


class ReportedTexts(NamedTuple):
    """The reported texts that entries of the log are about, as long as they are kept.

    ``remarks`` has remarks with their speakers, by the primary keys of the remarks. ``names`` has names, by those of
    their reports.
    """

    remarks: dict[int, str]
    names: dict[int, str]


def reported_texts(*, remarks: Iterable[int], names: Iterable[int]) -> ReportedTexts:
    """What entries of the log mean by a number. ``remarks`` and ``names`` are keys as in ``ReportedTexts``."""
    found_reports = Report.objects.filter(Q(remark__in=remarks) | Q(pk__in=names)).select_related("remark", "table")
    found = list(found_reports)
    called = _names(found)
    return ReportedTexts(
        {
            one.remark.pk: f"{shown_name(called[one.table.event_id][one.who])}: “{_remark_text(one)}”"
            for one in found
            if one.remark is not None
        },
        {one.pk: shown_name(one.name) for one in found if one.remark is None},
    )


# --- settling -----------------------------------------------------------------------------------------------------


def settle(report: Report, outcome: Report.Outcome, *, by: User, reason: Reason | None = None) -> None:
    """Settle a report once; a second press changes nothing.

    If it is upheld, the words of the remark are erased, ready sentence or text, or the name is taken away. ``reason``
    is why; only a name needs one.
    """
    with transaction.atomic():
        report = Report.objects.select_for_update(of=("self",)).select_related("table__event").get(pk=report.pk)
        if not report.is_open:
            return
        report.outcome, report.settled_at = outcome, timezone.now()
        report.save(update_fields=["outcome", "settled_at"])
        if outcome is Outcome.DISMISSED:
            action: Action = ReportDismissed(report.pk)
        elif report.remark_id is not None:
            action = ReportUpheld(report.pk)
            Remark.objects.filter(pk=report.remark_id).update(preset="", text="")
            seating.touch([report.table])
        else:
            assert reason is not None
            is_taken = _replace_name(report, reason)
            action = NameTakenAway(report.pk, reason.value) if is_taken else ReportUpheld(report.pk)
        record(action, actor=by, event=report.table.event)


def _replace_name(report: Report, reason: Reason) -> bool:
    """Take the reported name away. False if there is none to take.

    A person who has another name by now keeps it, but can never have the reported one again. Readers of their tables
    see the change at once. Nothing can be taken if the name was thrown away, or is only the word for a nameless
    person.
    """
    who, event = report.who, report.table.event if report.who.startswith(f"{references.ENTRANT}:") else None
    if not report.name or is_nameless(report.name):
        return False
    taken_names.take_away(who, report.name, reason, event=event)
    if sitters.names_of([who], report.table.event_id)[who] == report.name:
        kind, _colon, code = who.partition(":")
        if kind == references.GUEST:
            Guest.objects.filter(code=code).update(name=NAMELESS)
        elif kind == references.USER:
            User.objects.filter(pk=code).update(name=anonymous(int(code)))
        elif event is not None:
            _rename_entrant(event, code)
    seating.touch(Table.objects.filter(seats__who=who, **({"event": event} if event else {})))
    return True


def _rename_entrant(event: Event, code: str) -> None:
    """Replace the name that others see. The organiser keeps the full name."""
    entrant = Entrant.objects.select_for_update().get(event=event, code=code)
    entrant.called = anonymous(entrant.number)
    entrant.save(update_fields=["called"])
    rename_pair(event, code)
    topics.changed("evento", event.slug)


def close_table(report: Report, *, by: User, reason: Reason) -> PageRefusal | None:
    """Close the table, whatever is decided about the report. Returns why it is refused; None if the table is closed
    now."""
    with transaction.atomic():
        refusal = seating.close(report.table)
        if refusal is None:
            record(TableClosed(report.table.pk, report.pk, reason.value), actor=by, event=None)
    return refusal

"""Whom and what an entry of the log is about, in the names of today: the log itself keeps none."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import Q
from django.urls import reverse

from carteado.tournament.codec import TYPE
from carteado.web.display.championship_in_words import Telling
from carteado.web.events import store
from carteado.web.events.models import Event, Operation, Pair
from carteado.web.history.reading import Subject
from carteado.web.log.action import NameReported, OperationDone, PaymentMarked, PaymentTakenBack, RemarkReported
from carteado.web.log.models import LogEntry
from carteado.web.registrations.entry_words import STEPS
from carteado.web.registrations.models import Registration
from carteado.web.tables.talk import reports

NONE = 0
"""A number that nothing has: a page asks as often when there is nothing to ask for."""
Documents = Mapping[int, Mapping[str, Any]]
"""Operations as they are kept, by the number of their entry."""
OF_PAYMENTS = (PaymentMarked.code, PaymentTakenBack.code)


def subjects_of(entries: Sequence[LogEntry], *, of_matches: bool = True) -> dict[int, Subject]:
    """By the number of the entry. A few questions, whatever is on the page; what an event's matches are called, its
    championship knows, and most are remembered. A page of all events leaves them out: there may be any number."""
    documents = _documents(entries)
    names = _names(entries, documents)
    tellings = _tellings(entries, documents, names) if of_matches else {}
    others = _paid(entries) | _said(entries)
    return {
        entry.pk: _of_operation(documents[entry.pk], names.get(entry.event_id or 0, {}), tellings.get(entry.event_id))
        if entry.pk in documents
        else Subject(others.get(entry.pk, ""))
        for entry in entries
    }


def _documents(entries: Sequence[LogEntry]) -> Documents:
    acts = {(one.event_id, one.details.get("seq")): one.pk for one in entries if one.action == OperationDone.code}
    events, numbers = {NONE, *(event for event, _seq in acts)}, {NONE, *(seq for _event, seq in acts)}
    rows = Operation.objects.filter(event__in=events, seq__in=numbers).values_list("event_id", "seq", "document")
    return {acts[event, seq]: document for event, seq, document in rows if (event, seq) in acts}


def _pair_in(document: Mapping[str, Any]) -> str:
    """The code of the pair that the operation is about, if it is about one."""
    opening = document.get("opening")
    return str(document.get("entry") or document.get("pair") or (opening["id"] if opening else ""))


def _with_matches(entries: Sequence[LogEntry], documents: Documents) -> set[int]:
    """The events some of whose matches must be named."""
    return {NONE, *(one.event_id or NONE for one in entries if documents.get(one.pk, {}).get("match"))}


def _names(entries: Sequence[LogEntry], documents: Documents) -> dict[int, dict[str, str]]:
    """Of the pairs, by event and code: those that are told of, and all who may be in a match that is."""
    names: dict[int, dict[str, str]] = {}
    events, codes = {NONE, *(one.event_id for one in entries)}, {"", *map(_pair_in, documents.values())}
    told = Q(event__in=events, code__in=codes) | Q(event__in=_with_matches(entries, documents))
    for event, code, name in Pair.objects.filter(told).values_list("event_id", "code", "name"):
        names.setdefault(event, {})[code] = name
    return names


def _paid(entries: Sequence[LogEntry]) -> dict[int, str]:
    """The pairs, by the number of the entry."""
    numbers = {one.pk: one.details.get("registration", NONE) for one in entries if one.action in OF_PAYMENTS}
    rows = Registration.objects.filter(pk__in=[NONE, *numbers.values()]).values_list("pk", "pair__name")
    names = dict(rows)
    return {entry: names.get(number, "") for entry, number in numbers.items()}


def _said(entries: Sequence[LogEntry]) -> dict[int, str]:
    """Who said what at a table, and what somebody was called there, while it is kept, by the number of the entry."""
    remarks = {one.pk: one.details.get("remark", NONE) for one in entries if one.action == RemarkReported.code}
    names = {one.pk: one.details.get("report", NONE) for one in entries if one.action == NameReported.code}
    told = reports.told(remarks=[NONE, *remarks.values()], names=[NONE, *names.values()])
    said = {entry: told.remarks.get(number, "") for entry, number in remarks.items()}
    return said | {entry: told.names.get(number, "") for entry, number in names.items()}


def _tellings(
    entries: Sequence[LogEntry], documents: Documents, names: Mapping[int, Mapping[str, str]]
) -> dict[int | None, Telling]:
    """By the number of the event."""
    events = Event.objects.filter(pk__in=_with_matches(entries, documents))
    return {event.pk: Telling(event, store.championship_of(event), names.get(event.pk, {})) for event in events}


def _of_operation(document: Mapping[str, Any], names: Mapping[str, str], telling: Telling | None) -> Subject:
    pair = names.get(_pair_in(document), "")
    match = document.get("match")
    if match and telling is not None and match in telling.championship.fixtures:
        return _of_match(match, pair, telling)
    step = STEPS.get(document["change"][TYPE], "") if "change" in document else ""
    return Subject(f"{pair}: {step}" if pair and step else pair)


def _of_match(match: str, pair: str, telling: Telling) -> Subject:
    about = telling.encounter(match)
    link = reverse("match-desk", args=[telling.event.slug, match])
    return Subject(f"{about} · {pair}" if pair else about, link)

"""Finds what log entries are about, by current names: the log itself stores no names."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import Q
from django.urls import reverse

from carteado.tournament.files.codec import TYPE
from carteado.web.display.championship_in_words import ChampionshipInWords
from carteado.web.events import store
from carteado.web.events.log_actions import OperationDone
from carteado.web.events.models import Event, Operation, Pair
from carteado.web.events.operation_sentences import NEWS_TAGS
from carteado.web.history.entries_in_words import Subject
from carteado.web.log.models import LogEntry
from carteado.web.registrations.entry_texts import STEPS
from carteado.web.registrations.log_actions import PaymentMarked, PaymentTakenBack
from carteado.web.registrations.models import Registration
from carteado.web.tables.log_actions import NameReported, RemarkReported
from carteado.web.tables.talk import reports

NONE = 0
"""A number that no row has. It is in every list to look up, because Django makes no query for an empty list: so a page
always makes the same number of queries, and a test can count them."""
Documents = Mapping[int, Mapping[str, Any]]
"""Operations as stored, by the primary key of their log entry. Entries of other kinds are not in it."""
OF_PAYMENTS = (PaymentMarked.code, PaymentTakenBack.code)


def subjects_of(entries: Sequence[LogEntry], *, of_matches: bool = True) -> dict[int, Subject]:
    """The subject of each entry, by its primary key, in a few queries.

    It is the match or the pair of an operation, the reason given for an operation that is news to every pair, the pair
    of a payment, or a reported text. For other entries it is empty.

    A match's name comes from its championship, which is mostly in memory. A page of all events passes
    ``of_matches=False``, because its entries may come from any number of championships.
    """
    documents = _documents(entries)
    names = _names(entries, documents)
    championships = _championships(entries, documents, names) if of_matches else {}
    others = _paying_pairs(entries) | _reported_texts(entries)
    return {
        entry.pk: _of_operation(
            documents[entry.pk], names.get(entry.event_id or 0, {}), championships.get(entry.event_id)
        )
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
    """The code of the pair that the operation is about; empty if there is none."""
    opening = document.get("opening")
    return str(document.get("entry") or document.get("pair") or (opening["id"] if opening else ""))


def _events_with_matches(entries: Sequence[LogEntry], documents: Documents) -> set[int]:
    """The events with a match that an entry is about, and ``NONE``."""
    return {NONE, *(one.event_id or NONE for one in entries if documents.get(one.pk, {}).get("match"))}


def _names(entries: Sequence[LogEntry], documents: Documents) -> dict[int, dict[str, str]]:
    """Names of pairs by event and code: the pairs that entries are about, and all pairs of an event with a match that
    an entry is about, because a match is named by its pairs."""
    names: dict[int, dict[str, str]] = {}
    events, codes = {NONE, *(one.event_id for one in entries)}, {"", *map(_pair_in, documents.values())}
    is_named = Q(event__in=events, code__in=codes) | Q(event__in=_events_with_matches(entries, documents))
    for event, code, name in Pair.objects.filter(is_named).values_list("event_id", "code", "name"):
        names.setdefault(event, {})[code] = name
    return names


def _paying_pairs(entries: Sequence[LogEntry]) -> dict[int, str]:
    """Names of the pairs in entries about payments, by the entry's primary key."""
    numbers = {one.pk: one.details.get("registration", NONE) for one in entries if one.action in OF_PAYMENTS}
    rows = Registration.objects.filter(pk__in=[NONE, *numbers.values()]).values_list("pk", "pair__name")
    names = dict(rows)
    return {entry: names.get(number, "") for entry, number in numbers.items()}


def _reported_texts(entries: Sequence[LogEntry]) -> dict[int, str]:
    """Reported remarks and reported names, while they are stored, by the entry's primary key."""
    remarks = {one.pk: one.details.get("remark", NONE) for one in entries if one.action == RemarkReported.code}
    names = {one.pk: one.details.get("report", NONE) for one in entries if one.action == NameReported.code}
    reported = reports.reported_texts(remarks=[NONE, *remarks.values()], names=[NONE, *names.values()])
    texts = {entry: reported.remarks.get(number, "") for entry, number in remarks.items()}
    return texts | {entry: reported.names.get(number, "") for entry, number in names.items()}


def _championships(
    entries: Sequence[LogEntry], documents: Documents, names: Mapping[int, Mapping[str, str]]
) -> dict[int | None, ChampionshipInWords]:
    """Championships in words, by the event's primary key."""
    events = Event.objects.filter(pk__in=_events_with_matches(entries, documents))
    return {
        event.pk: ChampionshipInWords(event, store.championship_of(event), names.get(event.pk, {})) for event in events
    }


def _of_operation(
    document: Mapping[str, Any], names: Mapping[str, str], in_words: ChampionshipInWords | None
) -> Subject:
    """``names`` and ``in_words`` are those of the operation's event. ``in_words`` is None if matches are not named."""
    pair = names.get(_pair_in(document), "")
    match = document.get("match")
    # An undone draw leaves entries about matches that no longer exist.
    if match and in_words is not None and match in in_words.championship.fixtures:
        return _of_match(match, pair, in_words)
    if document.get(TYPE) in NEWS_TAGS:
        return Subject(str(document.get("why", "")))
    step = STEPS.get(document["change"][TYPE], "") if "change" in document else ""
    return Subject(f"{pair}: {step}" if pair and step else pair)


def _of_match(match: str, pair: str, in_words: ChampionshipInWords) -> Subject:
    """The match, with the pair that the operation names, if it names one."""
    title = in_words.encounter(match)
    link = reverse("match-desk", args=[in_words.event.slug, match])
    return Subject(f"{title} · {pair}" if pair else title, link)

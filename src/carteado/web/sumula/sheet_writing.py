"""Writing on a súmula: each entry is stored once, in one order, together with the operations that follow from it.

An entry that can be read, and that its sender may write, is never refused because of other entries; the count decides
what it does. The entries are kept even if the championship refuses the result.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple
from uuid import uuid4

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from carteado import sumula
from carteado.record import InputError
from carteado.regulation import Refusal
from carteado.sumula import Terms, count
from carteado.sumula.entries import SITE
from carteado.tournament.state.championship import Championship
from carteado.web.devices.models import Device
from carteado.web.events import store
from carteado.web.events.models import Event
from carteado.web.kit.push import topics
from carteado.web.kit.words.catalogue import words
from carteado.web.people.models import User
from carteado.web.sumula import championship_news as telling
from carteado.web.sumula.match_sheets import is_closed, read, terms_of
from carteado.web.sumula.models import Sheet, SheetEntry
from carteado.web.sumula.received_entries import Received, Stripped, id_of, received, stripped, written

MOST_ENTRIES = 2000
MOST_OF_DEVICES = 1600
"""The rest is reserved for the team: whatever a phone wrote, a referee can still correct it."""
LARGEST = 64 * 1024
"""Characters of one entry. A pair that accepts 500 hands lists the id of each."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Writer:
    """Who writes: a device, or a member of the team. With ``may_rule`` they may also write what only a referee may.
    With ``on_site`` they write on a page of the site, in the site's name."""

    user: User | None = None
    device: Device | None = None
    may_rule: bool = False
    on_site: bool = False

    @property
    def code(self) -> str:
        """The writer's name in operations and entries."""
        return f"device:{self.device.number}" if self.device else store.author(self.user)


class RefusedEntry(NamedTuple):
    """An entry that was not stored, and why. ``article`` is the rule that says so, if any."""

    id: str | None
    message: str
    article: str | None = None


class Written(NamedTuple):
    """The result of writing. ``kept`` are the sent entries that are on the sheet now, new or not. ``trouble`` is the
    championship's reason for refusing what follows from them."""

    sheet: Sheet
    counted: sumula.Sheet
    kept: Sequence[SheetEntry]
    refused: Sequence[RefusedEntry]
    trouble: Refusal | None


def append(sheet: Sheet, *documents: object, by: User, may_rule: bool = True) -> Written:
    """Write entries for a member of the team. The page has checked who they are; ``note`` makes the documents."""
    return write(sheet, documents, Writer(user=by, may_rule=may_rule, on_site=True))


def hand_in(sheet: Sheet, *, by: User) -> Written:
    """Send what follows from the sheet to the championship once more, on request."""
    with transaction.atomic():
        event = Event.objects.select_for_update().get(pk=sheet.event_id)
        Sheet.objects.filter(pk=sheet.pk, event=event).update(begun_seq=None, told_seq=None)
        return append(sheet, by=by)


def note(kind: str, *, id: str = "", **fields: object) -> dict[str, object]:
    """Make an entry in the site's own name. ``id`` is that of the submitted form, so a form sent twice makes one
    entry."""
    head = {"id": id or f"{SITE}-{uuid4().hex}", "device": SITE, "at": written(timezone.now()), "kind": kind}
    return {**head, **fields}


def write(sheet: Sheet, documents: Iterable[object], writer: Writer) -> Written:
    """Write under the event's lock. The entries and what follows from them are committed together or not at all."""
    with transaction.atomic():
        event = Event.objects.select_for_update().get(pk=sheet.event_id)
        sheet = Sheet.objects.get(pk=sheet.pk)
        sheet.event = event
        return _Writing(event, sheet, writer).write(documents)


class _Writing:
    """Writes entries on one sheet. The caller holds the event's lock."""

    def __init__(self, event: Event, sheet: Sheet, writer: Writer) -> None:
        self.event, self.sheet, self.writer, self.now = event, sheet, writer, timezone.now()
        self.championship: Championship = store.championship_of(event)
        self.terms: Terms = terms_of(self.championship, sheet.match)
        self.rows = list(sheet.entries.select_related("access"))
        self.by_id = {row.entry_id: row for row in self.rows}
        self.is_late = is_closed(self.championship, sheet)
        self.new: list[SheetEntry] = []
        self.refused: list[RefusedEntry] = []

    def write(self, documents: Iterable[object]) -> Written:
        kept = [row for row in map(self._taken, documents) if row is not None]
        SheetEntry.objects.bulk_create(self.new)
        counted = count(self.terms, read(self.terms, self.rows))
        self.sheet.moved_seq = self._last_move(counted)
        trouble = self._tell(counted)
        self._take_over(counted)
        self.sheet.save()
        if self.new:
            topics.changed("evento", self.event.slug)
        return Written(self.sheet, counted, kept, self.refused, trouble)

    def _taken(self, document: object) -> SheetEntry | None:
        """The row of an entry: the new one, or the one stored when it first came. None if the entry is refused."""
        name = id_of(document)
        try:
            if name is not None and name in self.by_id:
                return self._found(name, stripped(document))
            one = received(document, self.terms)
        except InputError as error:
            why_not = error.message(words())
        else:
            why_not = self._why_not(one)
            if not why_not:
                return self._add(one)
        self.refused.append(RefusedEntry(name, why_not))
        return None

    def _found(self, name: str, sent: Stripped) -> SheetEntry | None:
        """The row with this id, if it holds the same entry. Its free texts may differ, because they may have been
        erased since."""
        row = self.by_id[name]
        if _but_for_its_hour(row.content) == _but_for_its_hour(sent.content):
            return row
        why_not = _("Another entry has the same mark already; this one was not noted. Write it again.")
        self.refused.append(RefusedEntry(name, why_not))
        return None

    def _why_not(self, one: Received) -> str:
        if one.is_of_the_referee and not self.writer.may_rule:
            return _("Only the referee can write that.")
        if _is_of_the_site(one) and not self.writer.on_site:
            return _("Only the site writes in its own name.")
        most = MOST_OF_DEVICES if self.writer.device else MOST_ENTRIES
        if len(self.rows) >= most or len(repr(one.content)) > LARGEST:
            return _("That is more than a score sheet holds.")
        return ""

    def _add(self, one: Received) -> SheetEntry:
        self.sheet.seq += 1
        row = SheetEntry(
            sheet=self.sheet,
            seq=self.sheet.seq,
            entry_id=one.entry.id,
            device=one.entry.device,
            access=self.writer.device,
            user=self.writer.user,
            received=self.now,
            content=one.content,
            said=one.said,
            late=self.is_late,
        )
        self.rows.append(row)
        self.new.append(row)
        self.by_id[row.entry_id] = row
        return row

    # --- what follows -------------------------------------------------------------------------------------------------

    def _last_move(self, counted: sumula.Sheet) -> int:
        """The last entry that may change the result. A late acceptance does not count."""
        idle = counted.resolved.without_effect
        return max((row.seq for row in self.rows if row.entry_id not in idle and _moves(row)), default=0)

    def _tell(self, counted: sumula.Sheet) -> Refusal | None:
        """Send the championship what follows from the sheet, as far as it accepts it."""
        for step in (telling.beginning, telling.result):
            operations = step(self.championship, self.sheet, counted, by=self.writer.code, at=self.now)
            if not operations:
                continue
            after = store.append_all(self.event, operations, by=self.writer.user)
            if isinstance(after, Refusal):
                return after
            assert isinstance(after, Championship)  # without ``expected`` no result is ``Stale``
            self.championship = after
            self.event.refresh_from_db()
            if step is telling.result:
                self.sheet.told_seq = self.sheet.seq
        return None

    def _take_over(self, counted: sumula.Sheet) -> None:
        """Set the columns that list pages need."""
        sheet, resolved = self.sheet, counted.resolved
        sheet.counted = counted_columns(counted)
        sheet.calls_open, sheet.questions = len(resolved.calls), len(resolved.questions)
        sheet.called_at = min((self.by_id[call.id].received for call in resolved.calls), default=None)
        sheet.late += len(self.new) if self.is_late else 0
        if not self.is_late:
            sheet.in_time = sheet.counted
        log = self.championship.logs.get(sheet.match)
        if log is not None and log.has_begun:
            sheet.begun_seq = sheet.seq
        if self.new:
            sheet.written_at = self.now


_MOVING = frozenset({"hand", "correct", "undo", "settle", "bell", "rule"})


def _moves(row: SheetEntry) -> bool:
    """True if a result may follow from the entry."""
    kind = row.content["kind"]
    return kind in _MOVING or (kind == "accept" and not row.late)


def _but_for_its_hour(content: Mapping[str, Any]) -> Mapping[str, Any]:
    return {name: value for name, value in content.items() if name != "at"}


def _is_of_the_site(one: Received) -> bool:
    return any(name == SITE or name.startswith(f"{SITE}-") for name in (one.entry.id, one.entry.device))


def counted_columns(counted: sumula.Sheet) -> Mapping[str, Any]:
    return {
        "score": list(counted.score),
        "won": list(counted.won),
        "winner": counted.winner,
        "hands": len(counted.resolved.hands),
        "accepted": list(counted.resolved.accepted),
        "agreed": list(counted.resolved.agreed),
    }

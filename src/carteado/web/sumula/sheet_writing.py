"""Writing on a súmula: each entry is stored once, in one order, together with the operations that follow from it.

An entry that can be read, and that its sender may write, is stored even if it contradicts other entries; the count
decides what it does. It is only refused if another entry has its id, if it is too large or the sheet is full, or if the
match is no more; then it is set aside for the referee. The entries are kept even if the championship refuses the
result.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple
from uuid import uuid4

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from carteado import sumula
from carteado.record import InputError, Node
from carteado.regulation import Refusal
from carteado.sumula import Terms, count
from carteado.sumula.entries import KINDS_OF_THE_REFEREE, SITE, Head, read_head
from carteado.tournament.operations import Operation
from carteado.tournament.state.championship import Championship
from carteado.web.devices.models import Device
from carteado.web.events import store
from carteado.web.events.models import Event
from carteado.web.kit.push import topics
from carteado.web.kit.words.catalogue import words
from carteado.web.people.models import User
from carteado.web.sumula import championship_news
from carteado.web.sumula.bell_times import bell_times
from carteado.web.sumula.match_sheets import gone, is_closed, read_entries, terms_of
from carteado.web.sumula.models import Sheet, SheetEntry
from carteado.web.sumula.received_entries import (
    ReceivedEntry,
    SeparatedTexts,
    id_of,
    instant_text,
    read_received_entry,
    separate_texts,
)
from carteado.web.sumula.setting_aside import SettingAside
from carteado.web.sumula.sheet_columns import counted_columns

MOST_ENTRIES = 2000
MOST_OF_DEVICES = 1600
"""The rest is reserved for the team: whatever a phone wrote, a referee can still correct it."""
LARGEST_ENTRY = 64 * 1024
"""Characters of one entry. A pair that accepts 500 hands lists the id of each."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Writer:
    """Who writes: a device, or a member of the team. With ``may_rule`` they may also write what only a referee may.
    With ``on_site`` they write on a page of the site, so their entries may carry the site's name as their device."""

    user: User | None = None
    device: Device | None = None
    may_rule: bool = False
    on_site: bool = False

    @property
    def code(self) -> str:
        """The writer's name in operations and entries."""
        return f"device:{self.device.number}" if self.device else store.author(self.user)


class SenderClock(NamedTuple):
    """What the clock of the device that sends shows. ``device`` is its name in entries."""

    device: str
    now: datetime


class RefusedEntry(NamedTuple):
    """An entry that is not on the sheet, and why. Phones get all fields. ``article`` is for a rule that says so; no
    refusal has one now. With ``for_referee`` its match is no more, and the entry was set aside for the referee."""

    id: str | None
    message: str
    article: str | None = None
    for_referee: bool = False


class WriteResult(NamedTuple):
    """The result of writing. ``stored`` are the sent entries that are on the sheet now, new or not. ``trouble`` is the
    championship's reason for refusing what follows from them."""

    sheet: Sheet
    counted: sumula.Sheet
    stored: Sequence[SheetEntry]
    refused: Sequence[RefusedEntry]
    trouble: Refusal | None


def append(sheet: Sheet, *documents: object, by: User, may_rule: bool = True) -> WriteResult:
    """Write entries for a member of the team. The page has checked their rights; ``note`` makes the documents."""
    return write(sheet, documents, Writer(user=by, may_rule=may_rule, on_site=True))


def hand_in(sheet: Sheet, *, by: User, why: str = "") -> WriteResult:
    """Send what follows from the sheet to the championship once more, even if the desk took it back. ``why`` is the
    referee's reason, with which a result counts although a bell rang too early."""
    with transaction.atomic():
        event = Event.objects.select_for_update().get(pk=sheet.event_id)
        # as if the championship had not learned anything from this sheet
        Sheet.objects.filter(pk=sheet.pk, event=event).update(begun_seq=None, told_seq=None)
        return write(sheet, (), Writer(user=by, may_rule=True, on_site=True), why=why)


def note(kind: str, *, id: str = "", **fields: object) -> dict[str, object]:
    """Make an entry in the site's own name. ``id`` is that of the submitted form, so a form sent twice makes one
    entry."""
    head = {"id": id or f"{SITE}-{uuid4().hex}", "device": SITE, "at": instant_text(timezone.now()), "kind": kind}
    return {**head, **fields}


def write(
    sheet: Sheet, documents: Iterable[object], writer: Writer, *, why: str = "", clock: SenderClock | None = None
) -> WriteResult:
    """Write under the event's lock. The entries and what follows from them are committed together or not at all.

    Without entries, it only sends the championship what follows from the sheet. ``clock`` is None if the sender did not
    say what time it has.
    """
    with transaction.atomic():
        event = Event.objects.select_for_update().get(pk=sheet.event_id)
        sheet = Sheet.objects.get(pk=sheet.pk)
        sheet.event = event
        return _SheetWriting(event, sheet, writer, why, clock).write(documents)


class _SheetWriting:
    """Writes entries on one sheet. The caller holds the event's lock."""

    def __init__(self, event: Event, sheet: Sheet, writer: Writer, why: str, clock: SenderClock | None) -> None:
        self.event, self.sheet, self.writer, self.now = event, sheet, writer, timezone.now()
        self.why, self.clock = why, clock
        self.championship: Championship = store.championship_of(event)
        self.terms: Terms = terms_of(self.championship, sheet.match)
        self.rows = list(sheet.entries.select_related("access"))
        self.by_id = {row.entry_id: row for row in self.rows}
        self.is_gone = gone(self.championship, sheet) is not None
        self.is_late = self.is_gone or is_closed(self.championship, sheet)
        self.aside = SettingAside(sheet, device=writer.device, user=writer.user, at=self.now)
        self.new: list[SheetEntry] = []
        self.refused: list[RefusedEntry] = []

    def write(self, documents: Iterable[object]) -> WriteResult:
        stored = [row for row in map(self._stored_or_refused, documents) if row is not None]
        SheetEntry.objects.bulk_create(self.new)
        self.aside.save(self.championship)
        counted = count(self.terms, read_entries(self.terms, self.rows))
        self.sheet.moved_seq = self._last_move(counted)
        trouble = self._send_to_championship(counted)
        self._update_columns(counted)
        self.sheet.save()
        if self.new or self.aside.new:
            topics.changed("evento", self.event.slug)
        return WriteResult(self.sheet, counted, stored, self.refused, trouble)

    def _stored_or_refused(self, document: object) -> SheetEntry | None:
        """The row of an entry: the new one, or the one stored when it first came. None if the entry is refused."""
        name = id_of(document)
        try:
            if name is not None and name in self.by_id:
                return self._row_with_id(name, separate_texts(document))
            if self.is_gone and not self._takes_ruling_back(document):
                self.refused.append(self._set_aside(name, separate_texts(document)))
                return None
            entry = read_received_entry(document, self.terms)
        except InputError as error:
            message = error.message(words())
        else:
            message = self._refusal_message(entry.head, entry.content, number=len(self.rows))
            if not message:
                return self._add(entry)
        self.refused.append(RefusedEntry(name, message))
        return None

    def _takes_ruling_back(self, document: object) -> bool:
        """True if a page of the site takes back what a referee wrote there. The sheet of a match that is no more takes
        that, because a warning goes with its pair from match to match."""
        if not self.writer.on_site or not isinstance(document, Mapping) or document.get("kind") != "undo":
            return False
        row = self.by_id.get(document.get("of", ""))
        return row is not None and row.device == SITE

    def _row_with_id(self, name: str, sent: SeparatedTexts) -> SheetEntry | None:
        """The row with this id, if it holds the same entry. Its free texts may differ, because they may have been
        erased since."""
        row = self.by_id[name]
        if _without_time(row.content) == _without_time(sent.content):
            return row
        message = _("Another entry has the same mark already; this one was not noted. Write it again.")
        self.refused.append(RefusedEntry(name, message))
        return None

    def _set_aside(self, name: str | None, sent: SeparatedTexts) -> RefusedEntry:
        """Refuse an entry of a match that is no more, and keep it for the referee. It is not read by the match's terms:
        those may have gone with the match."""
        head = read_head(Node(sent.content))
        message = self._refusal_message(head, sent.content, number=len(self.aside.ids))
        is_kept = not message or head.id in self.aside.ids
        if is_kept:
            self.aside.add(head, sent)
            message = _(
                "The match of this score sheet was changed. It takes nothing more; the referee keeps what you write."
            )
        return RefusedEntry(name, message, for_referee=is_kept)

    def _refusal_message(self, head: Head, content: Mapping[str, Any], *, number: int) -> str:
        """Why the writer may not write the entry where there are already this ``number`` of them; "" if they may."""
        if head.kind in KINDS_OF_THE_REFEREE and not self.writer.may_rule:
            return _("Only the referee can write that.")
        if _is_of_the_site(head) and not self.writer.on_site:
            return _("Only the site writes in its own name.")
        most = MOST_OF_DEVICES if self.writer.device else MOST_ENTRIES
        if number >= most or len(repr(content)) > LARGEST_ENTRY:
            return _("That is more than a score sheet holds.")
        return ""

    def _add(self, entry: ReceivedEntry) -> SheetEntry:
        self.sheet.seq += 1
        row = SheetEntry(
            sheet=self.sheet,
            seq=self.sheet.seq,
            entry_id=entry.entry.id,
            device=entry.entry.device,
            access=self.writer.device,
            user=self.writer.user,
            received=self.now,
            sent=self.clock.now if self.clock is not None and self.clock.device == entry.entry.device else None,
            content=entry.content,
            said=entry.free_texts,
            late=self.is_late,
        )
        self.rows.append(row)
        self.new.append(row)
        self.by_id[row.entry_id] = row
        return row

    # --- what follows -------------------------------------------------------------------------------------------------

    def _last_move(self, counted: sumula.Sheet) -> int:
        """The ``seq`` of the last entry that may change the result, 0 without one. A late acceptance does not count."""
        idle = counted.resolved.without_effect
        return max((row.seq for row in self.rows if row.entry_id not in idle and _moves(row)), default=0)

    def _send_to_championship(self, counted: sumula.Sheet) -> Refusal | None:
        """Send the championship what follows from the sheet, as far as it accepts it. Returns why it refused something.

        It may refuse the extra time and take the result all the same; then there is no refusal to return.
        """
        bells = bell_times(self.rows)
        if refused := self._append(self._news(championship_news.start_operations, counted)):
            return refused
        refused = self._append(self._news(championship_news.clock_operations, counted, bells=bells))
        result = self._news(championship_news.result_operations, counted, bells=bells, why=self.why)
        if not result:
            return refused
        if refused := self._append(result):
            return refused
        self.sheet.told_seq = self.sheet.seq
        return None

    def _news(
        self, step: Callable[..., Sequence[Operation]], counted: sumula.Sheet, **more: object
    ) -> Sequence[Operation]:
        """The operations that follow from the sheet in one step of ``championship_news``."""
        return step(self.championship, self.sheet, counted, by=self.writer.code, at=self.now, **more)

    def _append(self, operations: Sequence[Operation]) -> Refusal | None:
        """Append the operations. A refusal appends none of them."""
        if not operations:
            return None
        result = store.append_all(self.event, operations, by=self.writer.user)
        if isinstance(result, Refusal):
            return result
        assert isinstance(result, Championship)  # without ``expected`` no result is ``Stale``
        self.championship = result
        self.event.refresh_from_db()
        return None

    def _update_columns(self, counted: sumula.Sheet) -> None:
        """Set the columns that list pages need."""
        sheet, resolved = self.sheet, counted.resolved
        sheet.counted = counted_columns(counted)
        sheet.calls_open, sheet.questions = len(resolved.calls), len(resolved.questions)
        sheet.called_at = min((self.by_id[call.id].received for call in resolved.calls), default=None)
        sheet.late += len(self.new) if self.is_late else 0
        if not self.is_late:  # what is late may not change the score of before the result
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


def _without_time(content: Mapping[str, Any]) -> Mapping[str, Any]:
    """The content by which two entries are the same: a form sent twice has another time."""
    return {name: value for name, value in content.items() if name != "at"}


def _is_of_the_site(head: Head) -> bool:
    """True if the entry calls itself, or its device, ``site`` or ``site-…``."""
    return any(name == SITE or name.startswith(f"{SITE}-") for name in (head.id, head.device))

"""What was written for matches that are no more: they were removed, have other pairs now, are played again, or were
lost by W.O. before they began.

These are entries that phones sent afterwards, which were set aside, and changes on the sheets that a referee would have
to review. None of it counts. A referee reads it, and marks it as seen.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from django.db.models import Exists, OuterRef
from django.utils import timezone

from carteado.record import InputError, Node
from carteado.sumula import Terms, count, read_entry
from carteado.sumula.entries import MOST_PLACES, Correct, EntryId, Hand
from carteado.tournament.state.championship import Championship
from carteado.web.display.championship_in_words import ChampionshipInWords
from carteado.web.events.models import Event
from carteado.web.kit.forms.form_numbers import figure
from carteado.web.people.models import User
from carteado.web.referee.match_at_table import author_of
from carteado.web.referee.models import Look
from carteado.web.referee.sheet_review import kind_in_words, needs_review, record_review, rows_to_review
from carteado.web.sumula.match_sheets import current_sheets, terms_of
from carteado.web.sumula.models import SetAsideEntry, Sheet, SheetEntry

Row = SheetEntry | SetAsideEntry


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """One entry of a súmula in one line.

    ``place`` is the number of its hand, from 1; None if it names no possible one. ``points`` are those of one hand,
    ``remark`` has the free texts of its author. ``look`` is None until a referee marks it as seen.
    """

    row: Row
    kind: str
    place: int | None
    points: tuple[str, str] | None
    remark: str
    by: str
    look: Look | None

    @property
    def received(self) -> datetime:
        return self.row.received


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangedMatch:
    """A sheet whose match is no more, with what was written for it. ``is_open`` while some of it is not seen.

    ``last`` is the primary key of the last entry set aside, 0 without one. The page sends it back, so that an entry set
    aside after the referee opened the page is not marked as seen.
    """

    sheet: Sheet
    where: str
    names: tuple[str, str]
    entries: tuple[Written, ...]
    last: int

    @property
    def is_open(self) -> bool:
        return any(one.look is None for one in self.entries)


@dataclass(frozen=True)
class ChangedMatches:
    """The changed matches of one event. Each kind of row is read with one query."""

    event: Event
    championship: Championship
    in_words: ChampionshipInWords

    @cached_property
    def rows(self) -> Mapping[int, list[Row]]:
        """What was written, by sheet."""
        rows: dict[int, list[Row]] = defaultdict(list)
        found: list[Row] = [*self._changes(), *self._set_aside()]
        for row in found:
            rows[row.sheet_id].append(row)
        return rows

    def _changes(self) -> Iterator[SheetEntry]:
        """Entries to review on sheets whose match is no more."""
        rows = list(rows_to_review(self.event).select_related("sheet", "access", "user").order_by("seq"))
        current = {one.pk for one in current_sheets(self.championship, {row.sheet for row in rows})}
        return (row for row in rows if row.sheet_id not in current and needs_review(row))

    def _set_aside(self) -> Iterable[SetAsideEntry]:
        """The entries that were set aside, without those that came onto the sheet after all, because what changed the
        match was undone meanwhile."""
        on_sheet = SheetEntry.objects.filter(sheet=OuterRef("sheet"), entry_id=OuterRef("entry_id"))
        rows = SetAsideEntry.objects.filter(sheet__event=self.event).exclude(Exists(on_sheet))
        return rows.select_related("sheet", "access", "user").order_by("pk")

    @cached_property
    def _looks(self) -> Mapping[tuple[int, EntryId], Look]:
        looks = Look.objects.filter(sheet__in=self.rows).select_related("by") if self.rows else ()
        return {(one.sheet_id, one.entry_id): one for one in looks}

    @property
    def unseen(self) -> int:
        """Number of entries that no referee has seen."""
        rows = (row for found in self.rows.values() for row in found)
        return sum((row.sheet_id, row.entry_id) not in self._looks for row in rows)

    @cached_property
    def matches(self) -> list[ChangedMatch]:
        """The matches with something unseen first, each group with the latest first."""
        latest = sorted(self.rows.values(), key=lambda rows: rows[-1].received, reverse=True)
        return sorted(map(self._match, latest), key=lambda one: not one.is_open)

    def _match(self, rows: list[Row]) -> ChangedMatch:
        sheet = rows[0].sheet
        first, second = map(self.in_words.pair, sheet.pairs)
        terms = terms_of(self.championship, sheet.match)
        return ChangedMatch(
            sheet=sheet,
            where=self.in_words.match(sheet.match),
            names=(first, second),
            entries=tuple(self._written(row, terms) for row in rows),
            last=max((row.pk for row in rows if isinstance(row, SetAsideEntry)), default=0),
        )

    def _written(self, row: Row, terms: Terms) -> Written:
        place = row.content.get("place")
        is_place = isinstance(place, int) and 0 <= place <= MOST_PLACES  # an entry set aside may hold anything there
        return Written(
            row=row,
            kind=kind_in_words(row.content),
            place=place + 1 if is_place else None,
            points=_points(row, terms),
            remark=" ".join(filter(None, row.said.values())),
            by=author_of(row),
            look=self._looks.get((row.sheet_id, row.entry_id)),
        )


def _points(row: Row, terms: Terms) -> tuple[str, str] | None:
    """What a noted or corrected hand counts by itself, outside its match. None for other entries, for a hand that was
    struck out, and for an entry that the present rules cannot read."""
    try:
        entry = read_entry(Node(row.document), terms.reader)
    except InputError:
        return None
    hand = entry.content.hand if isinstance(entry.content, Hand | Correct) else None
    if hand is None:
        return None
    one, two = count(terms, [entry._replace(content=Hand(0, hand, ""))]).hands[0].report.points
    return figure(one), figure(two)


def record_seen(found: ChangedMatches, sheet: Sheet, *, last: int, by: User) -> None:
    """Record that a referee has seen what the page showed them of a sheet: all its changes, and what was set aside up
    to the primary key ``last``."""
    at = timezone.now()
    for row in found.rows.get(sheet.pk, ()):
        # The page showed every ``SheetEntry``. The sheet takes no more of them, but for rulings that a referee takes
        # back, which need no second look.
        if isinstance(row, SheetEntry) or row.pk <= last:
            record_review(sheet, row.entry_id, by=by, at=at)

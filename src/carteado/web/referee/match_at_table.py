"""A match with its súmula, for the referee's pages."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from django.db.models import Exists, OuterRef, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from carteado import sumula
from carteado.regulation import Refusal
from carteado.sumula import Entry, Terms, count
from carteado.tournament.formats.slots import MatchId
from carteado.tournament.state.championship import Championship
from carteado.web.display.championship_in_words import ChampionshipInWords, participant
from carteado.web.events.models import Event
from carteado.web.matches.match_desk import Desk
from carteado.web.people.models import User
from carteado.web.sumula import championship_news
from carteado.web.sumula.match_sheets import has_result, is_closed, key_of, read_entries, terms_of
from carteado.web.sumula.models import SetAsideEntry, Sheet, SheetEntry
from carteado.web.sumula.phone_answers import trouble_of
from carteado.web.sumula.received_entries import read_received_entry
from carteado.web.tables.championship.referee_panel import LiveMatch, match_on
from carteado.web.tables.match.championship_match import table_for
from carteado.web.tables.models import Table

ENDED_BY_TIME = ("clock.time_up", "clock.extra_minutes")
"""Keys of the rules by which a match ends by time. A referee's reason overrides a refusal by one of them."""


def desk_of(
    event: Event, championship: Championship, match: MatchId, *, may_rule: bool, may_decide: bool
) -> Desk | None:
    """The state of the match. None if there is no such match, or no longer.

    ``may_rule`` if the reader is a referee, ``may_decide`` if they speak for the organisers.
    """
    if match not in championship.fixtures:
        return None
    in_words, now = ChampionshipInWords(event, championship), timezone.now()
    return Desk(event, championship, match, in_words, now, may_rule=may_rule, may_decide=may_decide)


class ReadableEntry(NamedTuple):
    """An entry, and the database row that holds it."""

    row: SheetEntry
    entry: Entry


@dataclass(frozen=True)
class MatchAtTable:
    """A match at its table. Each database query runs at most once, and only if a page needs it."""

    desk: Desk

    @cached_property
    def sheet(self) -> Sheet | None:
        """The sheet of the match as it is played now. None until one is begun."""
        key = key_of(self.desk.championship, self.desk.match)
        sheet = self.desk.event.sheets.filter(**key._asdict()).first() if key else None
        if sheet is not None:
            sheet.event = self.desk.event
        return sheet

    @cached_property
    def earlier(self) -> list[Sheet]:
        """Sheets from before the match changed its pairs or had to be played again, the latest first. Empty sheets for
        which nothing was set aside are left out."""
        written = Q(seq__gt=0) | Exists(SetAsideEntry.objects.filter(sheet=OuterRef("pk")))
        sheets = self.desk.event.sheets.filter(written, match=self.desk.match).order_by("-pk")
        return [one for one in sheets if self.sheet is None or one.pk != self.sheet.pk]

    @property
    def seq(self) -> int:
        """Number of entries on the sheet."""
        return self.sheet.seq if self.sheet else 0

    @property
    def state_of_sheet(self) -> str:
        """A text that changes with every entry, and when others play the match or it is played again. Pages send it
        back, to show whether the sheet has changed since."""
        key = key_of(self.desk.championship, self.desk.match)
        return "-".join(map(str, (*(key[1:] if key else ()), self.seq)))

    @cached_property
    def is_closed(self) -> bool:
        """True if new entries no longer change the result: the championship has one, confirmed or not, or a W.O."""
        if self.sheet is not None:
            return is_closed(self.desk.championship, self.sheet)
        return has_result(self.desk.championship, self.desk.match)

    @cached_property
    def live(self) -> Table | None:
        """The live table of the match, if it is played at one."""
        return table_for(self.desk.championship, self.desk.event, self.desk.match)

    @cached_property
    def live_match(self) -> LiveMatch | None:
        """The match in play at the live table. None without such a table or a match on it, and while nothing may be
        played there: the championship has a result, or the event is suspended, cancelled or archived."""
        return match_on(self.live) if self.live else None

    @property
    def is_taken_back(self) -> bool:
        """True if the desk undid the result that both pairs accepted."""
        return self.sheet is not None and championship_news.is_result_taken_back(self.desk.championship, self.sheet)

    @cached_property
    def clock_trouble(self) -> Refusal | None:
        """Why the sheet's result is not taken, if a bell rang too early or no clock ran; otherwise None. A referee's
        reason lets it count. Keys: clock.time_up, clock.extra_minutes."""
        championship, sheet = self.desk.championship, self.sheet
        if sheet is None or not championship_news.is_news_due(championship, sheet):
            return None
        refused = trouble_of(championship, sheet, by="", at=self.desk.now)  # only asked, so nobody is the author
        return refused if refused is not None and refused.key in ENDED_BY_TIME else None

    @cached_property
    def terms(self) -> Terms:
        return terms_of(self.desk.championship, self.desk.match)

    @cached_property
    def rows(self) -> list[SheetEntry]:
        """All entries of the sheet, also those that the present rules cannot read."""
        return list(self.sheet.entries.select_related("access", "user")) if self.sheet else []

    @cached_property
    def readable(self) -> list[ReadableEntry]:
        """The entries that the present rules can read, in the order of the sheet."""
        rows = {row.entry_id: row for row in self.rows}
        return [ReadableEntry(rows[entry.id], entry) for entry in read_entries(self.terms, self.rows)]

    @property
    def entries(self) -> list[Entry]:
        return [one.entry for one in self.readable]

    @cached_property
    def counted(self) -> sumula.Sheet:
        return count(self.terms, self.entries)

    def counted_with(self, documents: Sequence[object]) -> sumula.Sheet:
        """The count with these entries added. Raises InputError for a document that is no entry."""
        more = [read_received_entry(document, self.terms).entry for document in documents]
        return count(self.terms, [*self.entries, *more])


def author_of(row: SheetEntry | SetAsideEntry) -> str:
    """The author as the team knows them: a device by its number, a person by their name.

    A row without either is by “The site”: the site wrote it by itself, or the account was deleted. Callers read rows
    with ``select_related("access", "user")``, because a deleted one is then None and no error.
    """
    if row.access is not None:
        return _("device {number}").format(number=row.access.number)
    user: User | None = row.user if row.user_id else None
    return user.get_short_name() or participant(user.pk) if user else _("The site")

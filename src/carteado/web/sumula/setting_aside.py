"""Sets aside entries for a match that is no more.

A correction or a new draw may remove a match, give it other pairs, or have it played again while a phone still writes
on its old sheet. Or a pair that leaves the event loses it by W.O. before play. The sheet takes no more entries, but
they are not lost: the referee can read them.
"""

from datetime import datetime
from functools import cached_property

from carteado.sumula.entries import EntryId, Head
from carteado.tournament.state.championship import Championship
from carteado.web.devices.models import Device
from carteado.web.display.championship_in_words import ChampionshipInWords
from carteado.web.log.recording import record
from carteado.web.people.models import User
from carteado.web.sumula.log_actions import EntriesSetAside
from carteado.web.sumula.models import SetAsideEntry, Sheet
from carteado.web.sumula.received_entries import SeparatedTexts


class SettingAside:
    """Entries that one writer sends for one sheet. The caller holds the event's lock."""

    def __init__(self, sheet: Sheet, *, device: Device | None, user: User | None, at: datetime) -> None:
        self.sheet, self.device, self.user, self.at = sheet, device, user, at
        self.new: list[SetAsideEntry] = []

    @cached_property
    def ids(self) -> set[EntryId]:
        """Ids of the entries already set aside, and of the new ones."""
        return set(self.sheet.set_aside.values_list("entry_id", flat=True))

    def add(self, head: Head, sent: SeparatedTexts) -> None:
        """Set the entry aside, unless it already is."""
        if head.id in self.ids:
            return
        self.ids.add(head.id)
        self.new.append(
            SetAsideEntry(
                sheet=self.sheet,
                entry_id=head.id,
                device=head.device,
                access=self.device,
                user=self.user,
                received=self.at,
                content=sent.content,
                said=sent.free_texts,
            )
        )

    def save(self, championship: Championship) -> None:
        """Store the new entries. Organisers and referees get a notice of the first ones for a sheet."""
        if not self.new:
            return
        is_first = len(self.ids) == len(self.new)
        SetAsideEntry.objects.bulk_create(self.new)
        if is_first:
            numbers = ChampionshipInWords(self.sheet.event, championship).numbers
            action = EntriesSetAside(match=numbers.get(self.sheet.match, 0))
            record(action, actor=self.user, event=self.sheet.event)

"""What a broadcast can show, and what can be late: the whole event, a table, or a match."""

from typing import Any, NamedTuple

from django.utils.translation import gettext_lazy as _

from carteado.web.events.log_actions import DelayedWhat

TABLE, MATCH, EVENT = "table:", "match:", "event"
"""What a form sends: a prefix with the table or the match, or the one word for the event."""


class Choices(NamedTuple):
    """What a broadcast can show: tables, and matches with their ids and titles."""

    tables: list[str]
    matches: list[tuple[str, str]]

    def groups(self) -> list[tuple[Any, list[tuple[str, Any]]]]:
        """The choices of a form field, in groups. A group without choices is left out."""
        by_table = [(f"{TABLE}{table}", _("Table %(table)s") % {"table": table}) for table in self.tables]
        by_match = [(f"{MATCH}{match}", title) for match, title in self.matches]
        groups = [(_("A table, whichever match is there"), by_table), (_("One match, wherever it is"), by_match)]
        return [group for group in groups if group[1]]


class Chosen(NamedTuple):
    """A table, or a match, or else the whole event: then both are empty."""

    table: str = ""
    match: str = ""

    @classmethod
    def of(cls, value: str) -> "Chosen":
        """What a form sent. Any other value stands for the whole event."""
        if value.startswith(TABLE):
            return cls(table=value.removeprefix(TABLE))
        return cls(match=value.removeprefix(MATCH)) if value.startswith(MATCH) else cls()

    @property
    def value(self) -> str:
        """What a form sends for it."""
        return f"{MATCH}{self.match}" if self.match else f"{TABLE}{self.table}" if self.table else EVENT

    @property
    def kind(self) -> DelayedWhat:
        """The word for it in the log."""
        return DelayedWhat.MATCH if self.match else DelayedWhat.TABLE if self.table else DelayedWhat.EVENT

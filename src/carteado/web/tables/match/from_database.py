"""Loads tables and their matches from the database.

The process that serves a table calls ``load_table``. Records and the referee's panel read single matches.
"""

from datetime import timedelta

from django.utils import timezone

from carteado.record import engine_for
from carteado.regulation import Override, Regulation, load
from carteado.web.tables.match.act_reading import run_order_of, signs_of
from carteado.web.tables.match.championship_match import closing_of, event_of
from carteado.web.tables.match.fold import Terms
from carteado.web.tables.match.log_storage import log_of
from carteado.web.tables.match.position import StoredMatch
from carteado.web.tables.match.settings import Sitter, TableSettings
from carteado.web.tables.models import Match, Table
from carteado.web.tables.players import names as sitters

PRESETS = ("hello", "good_game", "nice", "sorry", "thanks", "wait", "hurry", "laugh")
"""The ready sentences that a table offers, by their codes in ``room.sentences.SENTENCES``."""
GREETINGS = ("hello", "good_game", "sorry", "thanks")
"""The only sentences at a championship's table; for anything else there is the referee."""


def regulation_of(table: Table) -> Regulation:
    """The regulation of the table, with its overrides."""
    overrides = tuple(Override(key, one["value"], one["by"]) for key, one in table.overrides.items())
    return load(table.regulation).with_overrides(overrides)


def load_table(code: str) -> tuple[TableSettings, StoredMatch | None] | None:
    """The table and its last match. The second is None before the first match; the whole is None without such a
    table."""
    table = Table.objects.filter(code=code).first()
    if table is None:
        return None
    match = table.matches.order_by("number").last()
    return settings_of(table), None if match is None else _with_previous(table, match)


def _with_previous(table: Table, match: Match) -> StoredMatch:
    """The match. With it come earlier ones, as long as delayed onlookers have yet to see that the next one began."""
    log, delay = stored_match(table, match), timedelta(seconds=table.delay)
    if not delay or match.started_at <= timezone.now() - delay:
        return log
    previous = table.matches.filter(number__lt=match.number).order_by("number").last()
    return log if previous is None else log._replace(previous=_with_previous(table, previous))


def settings_of(table: Table) -> TableSettings:
    """The table as its room needs it, with the names that people have now."""
    regulation = regulation_of(table)
    seated = {seat.number: seat.who for seat in table.seats.all()}
    names = sitters.names_at(seated, table.event_id)
    rules = regulation.rules
    return TableSettings(
        code=table.code,
        regulation=table.regulation,
        players=table.players,
        direction=rules.table.direction.value,
        seats=tuple(Sitter(seated[seat], names[seat]) if seat in seated else None for seat in range(table.players)),
        owner=table.owner,
        act_seconds=table.act_seconds,
        delay=table.delay,
        free_chat=table.free_chat,
        pace=table.pace,
        is_official=table.is_official,
        bot=sitters.best_bot(regulation),
        presets=GREETINGS if table.is_official else PRESETS,
        signs=signs_of(regulation),
        run_order=run_order_of(regulation),
        closing=_closing(table),
        is_secret=table.is_official and event_of(table).is_embargoed,
    )


def _closing(table: Table) -> str:
    """``TableSettings.closing``. The site's team closes no table of a championship."""
    if table.is_official:
        return closing.value if (closing := closing_of(table)) else ""
    return "" if table.closed_at is None else "shut"


def stored_match(table: Table, match: Match) -> StoredMatch:
    return StoredMatch(match.pk, terms_of(table, match), log_of(match.pk))


def terms_of(table: Table, match: Match) -> Terms:
    regulation = regulation_of(table)
    return Terms(
        match=match.code,
        regulation=regulation,
        engine=engine_for(regulation),
        players=table.players,
        phase=table.phase or None,
        target=table.target,
        act_seconds=table.act_seconds,
        is_official=table.is_official,
    )

"""The live table of a championship's match. The desk opens it, with a seat for each player of the match and for no one
else.

A table is opened once, however often it is asked for, and a match starts once, however many press the button. If the
championship decides the match elsewhere (a walkover, a disqualification, a result entered elsewhere), the table is
closed for play. ``championship_match.Closing`` has all causes.
"""

from collections.abc import Iterable
from functools import partial
from typing import Any

from django.db import transaction
from django.utils import timezone

from carteado.record import Node
from carteado.regulation import Refusal
from carteado.tournament.files.codec import from_json
from carteado.tournament.formats.slots import MatchId
from carteado.tournament.matches.match_log import State
from carteado.tournament.operations import AnyOperation, CallMatch, Substitute
from carteado.tournament.registrations.people import PersonId
from carteado.tournament.running.dispatch import acts_off_record
from carteado.tournament.running.tables import starting
from carteado.tournament.state.championship import Championship
from carteado.web.events import store
from carteado.web.events.delays import Floor
from carteado.web.events.log_actions import DelayedWhat, DelaySet
from carteado.web.events.models import Event, Operation, Version
from carteado.web.matches.match_writing import conflicts_at_match
from carteado.web.people import references
from carteado.web.people.models import User
from carteado.web.tables.match.championship_match import Closing, closing_of, event_of, rules_for, seats_for, table_for
from carteado.web.tables.match.first_row import begin_match
from carteado.web.tables.models import Match, Seat, Table
from carteado.web.tables.page_refusals import PageRefusal
from carteado.web.tables.serving.rooms import rooms

DELAYS = (0, 30, 120, 300)
"""Seconds by which onlookers may be behind. The desk chooses one of these."""


# --- opening it ---------------------------------------------------------------------------------------------------


def open_table(event: Event, match: MatchId, *, by: User, delay: int = 0) -> Table | PageRefusal | Refusal:
    """The table of the match. If there is none, make it, and call the match if it has not been called.

    ``delay`` is for a new table: the match's delay is raised to that many seconds, and never shortened. Returns the
    reason if no table can be made; then nothing is called either.
    """
    with transaction.atomic():
        event = Event.objects.select_for_update().get(pk=event.pk)
        championship = store.championship_of(event)
        found = table_for(championship, event, match)
        if found is not None:
            return found
        refusal = _opening_refusal(event, championship, match)
        if refusal is not None:
            return refusal
        if _state(championship, match) is State.OPEN:
            call = CallMatch(by=store.author(by), at=timezone.now(), match=match, table=None)
            called = store.append(event, call, by=by)
            if isinstance(called, Refusal):
                return called
        if isinstance(raised := _raise_delay(event, match, delay, by), Refusal):
            transaction.set_rollback(True)
            return raised
        return _create_table(event, match)


def _opening_refusal(event: Event, championship: Championship, match: MatchId) -> PageRefusal | None:
    """Why no table can be made. Each player needs a page of their own, from which they come to the table."""
    people = seats_for(championship, match)
    if people is None:
        return PageRefusal.UNKNOWN
    if not championship.bracket.is_open(match):
        return PageRefusal.DECIDED
    log = championship.logs.get(match)
    if log is not None and log.has_begun:
        return PageRefusal.BEGUN
    with_page = event.entrants.filter(code__in=people, erased_at=None).count()
    return None if with_page == len(set(people)) else PageRefusal.NO_PAGE


def _state(championship: Championship, match: MatchId) -> State:
    """The state of a match; ``OPEN`` also before anything was done about it."""
    log = championship.logs.get(match)
    return log.state if log else State.OPEN


def _raise_delay(event: Event, match: MatchId, seconds: int, by: User) -> Refusal | None:
    """Set the match's delay, unless it is at least as long already. Returns the refusal if the event does not take
    it."""
    event.refresh_from_db()
    if seconds <= Floor(event, store.championship_of(event), timezone.now()).seconds_set(match):
        return None
    action = DelaySet(what=DelayedWhat.MATCH, seconds=seconds)
    changed = store.change_delays(event, lambda one: one.with_delay(seconds, match=match), action=action, by=by)
    return changed if isinstance(changed, Refusal) else None


def _create_table(event: Event, match: MatchId) -> Table:
    """Make the table of a match that was called, without a limit on the time to think."""
    event.refresh_from_db()
    championship = store.championship_of(event)
    people, log = seats_for(championship, match), championship.logs[match]
    assert people is not None  # checked before the call, which does not change who plays
    first, second = log.pairs
    table = Table.objects.create(
        event=event,
        fixture=match,
        first=first,
        second=second,
        playing=acts_off_record(championship)[match],
        act_seconds=None,
        delay=Floor(event, championship, timezone.now()).seconds(match),
        **rules_for(championship, match),
    )
    _seat(table, people)
    return table


def _seat(table: Table, people: Iterable[PersonId]) -> None:
    """Seat these people in this order, and no one else."""
    table.seats.all().delete()
    Seat.objects.bulk_create(
        Seat(table=table, number=number, who=references.of_entrant(code)) for number, code in enumerate(people)
    )


# --- starting -----------------------------------------------------------------------------------------------------


def start(table: Table, *, by: User | None, author: str, after: int) -> Match | PageRefusal | Closing | Refusal:
    """Start the game after the one with the number ``after``, once all four players are there.

    The championship learns that the match has begun. A second press of the button, by whichever player, finds it begun.

    ``author`` is who starts it, as the operations of the championship name them; ``by`` is their account, if they have
    one. Returns the game, or why it cannot start.
    """
    if len(rooms.seats_present(table.code)) < table.players:
        return _begun_match(table, after) or PageRefusal.MISSING
    with transaction.atomic():
        event = Event.objects.select_for_update().get(pk=event_of(table).pk)
        table = Table.objects.select_for_update().get(pk=table.pk)
        if (found := _begun_match(table, after)) is not None:
            return found
        championship = store.championship_of(event)
        refusal = _starting_refusal(table, championship)
        if refusal is not None:
            return refusal
        if _state(championship, table.fixture) is State.CALLED:
            operations = starting(championship, table.fixture, by=author, at=timezone.now())
            result = store.append_all(event, operations, by=by)
            if isinstance(result, Refusal):
                return result
        _follow_the_championship(table, championship)
        match = begin_match(table)
        transaction.on_commit(partial(rooms.changed, table.code))
    return match


def _begun_match(table: Table, after: int) -> Match | None:
    """The game that is to be started, if it was begun already."""
    return table.matches.filter(number__gt=after).order_by("number").last()


def _starting_refusal(table: Table, championship: Championship) -> PageRefusal | Closing | None:
    """Why no game can start here, apart from missing players. None if one can."""
    if (closing := closing_of(table)) is not None:
        return closing
    if _is_won(table, championship):
        return PageRefusal.DECIDED
    return PageRefusal.NOT_CALLED if _state(championship, table.fixture) is State.OPEN else None


def _is_won(table: Table, championship: Championship) -> bool:
    """True if a pair has won as many games as it needs. The result may still be on its way to the súmula."""
    winners = list(table.matches.values_list("winner", flat=True))
    needed = championship.fixtures[table.fixture].best_of // 2 + 1
    return any(winners.count(pair) >= needed for pair in (0, 1))


def next_game(table: Table) -> bool:
    """True if another game is to be started here."""
    if table.matches.filter(finished_at=None).exists() or closing_of(table):
        return False
    return not _is_won(table, store.championship_of(event_of(table)))


def _follow_the_championship(table: Table, championship: Championship) -> None:
    """Take over the rules agreed for the match and, before its first game, the substitutes."""
    for name, value in rules_for(championship, table.fixture).items():
        setattr(table, name, value)
    table.save()
    people = seats_for(championship, table.fixture)
    if people is not None and not table.matches.exists():
        _seat(table, people)


# --- what the championship decides meanwhile ----------------------------------------------------------------------


def on_operation(instance: Operation, created: bool, **_signal: Any) -> None:
    """Receiver of ``post_save``: the tables that an operation concerns are read again after the commit."""
    if created:
        transaction.on_commit(partial(_reread_tables, instance.event_id, instance.document))


def on_version(instance: Version, created: bool, **_signal: Any) -> None:
    """Receiver of ``post_save``: a decision about the event may begin or end an embargo."""
    if created:
        for code in Table.objects.filter(event=instance.event_id).values_list("code", flat=True):
            transaction.on_commit(partial(rooms.changed, code))


def follow_delays(event: Event) -> None:
    """Take over the delays of the event's matches, for onlookers of their live tables.

    Called after the delays changed, and when an earlier one no longer withholds anything. Also after a call to another
    table of the hall, which may have a delay.
    """
    tables = list(Table.objects.filter(event=event))
    floor = Floor(event, store.championship_of(event), timezone.now()) if tables else None
    for table in tables:
        if floor is not None and (seconds := floor.seconds(table.fixture)) != table.delay:
            Table.objects.filter(pk=table.pk).update(delay=seconds)
            rooms.changed(table.code)


def _reread_tables(event: int, document: object) -> None:
    """Have the rooms read again the tables of matches that an operation concerns. ``document`` is the operation."""
    tables = list(Table.objects.filter(event=event))
    if not tables:
        return
    operation = from_json(AnyOperation, Node(document))
    if isinstance(operation, CallMatch):
        follow_delays(Event.objects.get(pk=event))
    for table in tables:
        if not conflicts_at_match(table.fixture)(operation):
            continue
        if isinstance(operation, Substitute) and not table.matches.exists():
            _follow_the_championship(table, store.championship_of(event_of(table)))
        rooms.changed(table.code)

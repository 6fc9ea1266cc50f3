"""Changes that pages make to a table between two matches: who sits where, and on which terms.

Each change locks the table, is made whole or not at all, and reaches all who have the table open after the commit. A
change that is asked for twice is made once. A change returns why it is refused, or None if it was made, or had been
made already. ``who`` is the reference of the visitor who asks; empty for an unknown one.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import partial

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac

from carteado.regulation import load
from carteado.web.people import references
from carteado.web.tables.match.first_row import begin_match
from carteado.web.tables.models import ACT_SECONDS, Match, Seat, Table
from carteado.web.tables.page_refusals import PageRefusal
from carteado.web.tables.players import names as sitters
from carteado.web.tables.serving.rooms import rooms

# --- a new table --------------------------------------------------------------------------------------------------


def make(*, code: str, regulation: str, owner: str, with_bots: bool, is_public: bool = False) -> Table:
    """Make the table with that code, with its owner in the first seat. If there is one, it is returned as it is.

    With bots in the other seats the match starts at once. It has no clock, because no person waits for another.
    """
    try:
        with transaction.atomic():
            table = Table.objects.create(
                code=code,
                regulation=regulation,
                owner=owner,
                is_public=is_public and not with_bots,
                act_seconds=None if with_bots else ACT_SECONDS,
            )
            Seat.objects.create(table=table, number=0, who=owner)
            if with_bots:
                bot = references.of_bot(sitters.best_bot(load(regulation)))
                Seat.objects.bulk_create(Seat(table=table, number=n, who=bot) for n in range(1, table.players))
                begin_match(table)
    except IntegrityError:  # the same form, sent twice
        return Table.objects.get(code=code)
    return table


# --- how a table stands -------------------------------------------------------------------------------------------


def last_match(table: Table) -> Match | None:
    return table.matches.order_by("number").last()


def is_on(match: Match | None) -> bool:
    return match is not None and match.finished_at is None


def seats_of(table: Table) -> dict[int, str]:
    return {seat.number: seat.who for seat in table.seats.all()}


# --- changes ------------------------------------------------------------------------------------------------------


def _change(table: Table, change: Callable[[Table], PageRefusal | None]) -> PageRefusal | None:
    """Make a change, or return why it is refused. A refused change reaches no one."""
    with transaction.atomic():
        locked = Table.objects.select_for_update().get(pk=table.pk)
        refusal = change(locked) if locked.closed_at is None else PageRefusal.CLOSED
        if refusal is None:
            touch([locked])
        else:
            transaction.set_rollback(True)
    return refusal


def touch(tables: Iterable[Table]) -> None:
    """Note that the tables are in use. After the commit, their rooms read them again and all open pages get the
    change."""
    for table in tables:
        Table.objects.filter(pk=table.pk).update(used_at=timezone.now())
        transaction.on_commit(partial(rooms.changed, table.code))


def _between_matches(
    table: Table,
    change: Callable[[Table], PageRefusal | None],
    *,
    by: str | None = None,
    playing: PageRefusal = PageRefusal.MATCH_ON,
) -> PageRefusal | None:
    """Make a change unless a match is on; then it is refused as ``playing``. No championship's table is changed so.

    ``by`` is the visitor, for changes that only the owner may make; None for others. It is checked first, so that
    others do not learn whether a match is on.
    """

    def change_if_open(locked: Table) -> PageRefusal | None:
        if locked.is_official:
            return PageRefusal.OFFICIAL
        if by is not None and (not by or locked.owner != by):
            return PageRefusal.NOT_OWNER
        if is_on(last_match(locked)):
            return playing
        _free_seats_of_the_forgotten(locked)
        return change(locked)

    return _change(table, change_if_open)


def _free_seats_of_the_forgotten(table: Table) -> None:
    """Free the seats of accounts and guests that were erased during a match."""
    gone = sitters.forgotten(seats_of(table).values())
    if gone:
        table.seats.filter(who__in=gone).delete()


def sit(table: Table, who: str, number: int) -> PageRefusal | None:
    """Sit down. A player who has another seat at this table moves."""

    def change(locked: Table) -> PageRefusal | None:
        sitter = seats_of(locked).get(number)
        if not _has_seat(locked, number):
            return PageRefusal.NO_SEAT
        if sitter not in (None, who):
            return PageRefusal.TAKEN
        if sitter is None:
            locked.seats.filter(who=who).delete()
            Seat.objects.create(table=locked, number=number, who=who)
        return None

    return _between_matches(table, change)


def leave(table: Table, who: str) -> PageRefusal | None:
    """Leave the table. An owner who leaves hands the table over."""

    def change(locked: Table) -> None:
        locked.seats.filter(who=who).delete()
        hand_over(locked, who)

    if who not in seats_of(table).values():
        return None
    return _between_matches(table, change, playing=PageRefusal.PLAYING)


def hand_over(table: Table, who: str) -> None:
    """Give a table of this owner to the first player who stays. If none stays, its owner keeps it."""
    staying = [one for _, one in sorted(seats_of(table).items()) if one != who and not sitters.is_bot(one)]
    if table.owner == who and staying:
        Table.objects.filter(pk=table.pk).update(owner=staying[0])


def put_bot(table: Table, who: str, number: int) -> PageRefusal | None:
    """Put a bot in an empty seat."""

    def change(locked: Table) -> PageRefusal | None:
        sitter = seats_of(locked).get(number)
        if not _has_seat(locked, number):
            return PageRefusal.NO_SEAT
        if sitter is not None and not sitters.is_bot(sitter):
            return PageRefusal.NOT_EMPTY
        if sitter is None:
            bot = references.of_bot(sitters.best_bot(load(locked.regulation)))
            Seat.objects.create(table=locked, number=number, who=bot)
        return None

    return _between_matches(table, change, by=who)


def fill(table: Table, who: str) -> PageRefusal | None:
    """Put bots in all empty seats."""

    def change(locked: Table) -> None:
        seats, bot = seats_of(locked), references.of_bot(sitters.best_bot(load(locked.regulation)))
        empty = [number for number in range(locked.players) if number not in seats]
        Seat.objects.bulk_create(Seat(table=locked, number=number, who=bot) for number in empty)

    return _between_matches(table, change, by=who)


def free(table: Table, who: str, number: int, trace: str) -> PageRefusal | None:
    """Take out a bot, or a player who does not come.

    ``trace`` is the sitter whom the page showed. A player who sat down since then stays.
    """

    def change(locked: Table) -> None:
        sitter = seats_of(locked).get(number, "")
        if sitter and trace_of(sitter) == trace:
            locked.seats.filter(number=number).delete()

    return _between_matches(table, change, by=who)


def trace_of(who: str) -> str:
    """A token for a sitter on a page, which does not reveal who it is."""
    return salted_hmac("carteado.tables.sitter", who).hexdigest()[:12]


def settle(table: Table, who: str, settings: Mapping[str, object]) -> PageRefusal | None:
    """Change the settings: columns of the table, from a valid form."""

    def change(locked: Table) -> None:
        Table.objects.filter(pk=locked.pk).update(**settings)

    return _between_matches(table, change, by=who)


def start(table: Table, who: str, *, after: int) -> PageRefusal | None:
    """Start the match after the one with the number ``after``. A second press finds it begun.

    Those who sit at the table and its owner may do this.
    """

    def change(locked: Table) -> PageRefusal | None:
        if locked.is_official:
            return PageRefusal.OFFICIAL
        if not who or who not in (*seats_of(locked).values(), locked.owner):
            return PageRefusal.NOT_SEATED
        last = last_match(locked)
        if last is not None and (last.number > after or is_on(last)):
            return None
        _free_seats_of_the_forgotten(locked)
        seated = seats_of(locked).values()
        if len(seated) < locked.players:
            return PageRefusal.NOT_FULL
        if all(map(sitters.is_bot, seated)):
            return PageRefusal.NOBODY
        begin_match(locked)
        return None

    return _change(table, change)


def close(table: Table) -> PageRefusal | None:
    """Close the table for all and for good. A second press gets ``PageRefusal.CLOSED``.

    A match that is on stands still and counts for no one.
    """

    def change(locked: Table) -> PageRefusal | None:
        if locked.is_official:
            return PageRefusal.REFEREES
        Table.objects.filter(pk=locked.pk).update(closed_at=timezone.now())
        return None

    return _change(table, change)


def _has_seat(table: Table, number: int) -> bool:
    return 0 <= number < table.players

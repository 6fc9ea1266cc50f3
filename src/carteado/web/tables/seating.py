"""Who sits where, and on which terms: everything about a table that pages change, between two matches.

Each change locks the table, is done whole or not at all, and is told to whoever has the table open after the commit.
Asked for twice it is done once. What cannot be done is refused in words.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial

from django.db import IntegrityError, transaction
from django.db.models import TextChoices
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from carteado.regulation import load
from carteado.web.tables import sitters
from carteado.web.tables.models import ACT_SECONDS, Match, Seat, Table
from carteado.web.tables.running import rooms
from carteado.web.tables.starting import begin


class Why(TextChoices):
    """Why something was not done."""

    TAKEN = "taken", _("Somebody else has just sat down there. Choose another seat; your name is kept.")
    MATCH_ON = "match_on", _("A match is on. Seats and settings change when it is over.")
    PLAYING = "playing", _("You are in the middle of a match. Close the page: in two minutes a bot sits in for you.")
    NO_SEAT = "no_seat", _("This table has no such seat.")
    NOT_EMPTY = "not_empty", _("Somebody sits there already.")
    NOT_OWNER = "not_owner", _("Only who made the table may do this.")
    NOT_SEATED = "not_seated", _("Only those who sit at the table may start.")
    NOBODY = "nobody", _("Bots alone do not play: one of you sits down first.")
    NOT_FULL = "not_full", _("A seat is still empty. Wait for somebody, or put a bot there.")
    OFFICIAL = "official", _("This table is a championship's: its pairs sit here, and the referee starts the match.")


class NotDone(Exception):
    def __init__(self, why: Why) -> None:
        super().__init__(why)
        self.why = why


# --- a new table --------------------------------------------------------------------------------------------------


def make(*, code: str, regulation: str, owner: str, with_bots: bool, is_public: bool = False) -> Table:
    """The table of that code, with its owner in the first seat. With bots in the others the match is on at once, and
    nobody waits for anybody: there is no clock."""
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
                bot = sitters.of_bot(sitters.best_bot(load(regulation)))
                Seat.objects.bulk_create(Seat(table=table, number=n, who=bot) for n in range(1, table.players))
                begin(table)
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


@contextmanager
def _changing(table: Table) -> Iterator[Table]:
    with transaction.atomic():
        yield Table.objects.select_for_update().get(pk=table.pk)
        touch([table])


def touch(tables: Iterable[Table]) -> None:
    """They are in use, and those who have them open look again."""
    for table in tables:
        Table.objects.filter(pk=table.pk).update(used_at=timezone.now())
        transaction.on_commit(partial(rooms.changed, table.code))


@contextmanager
def _between_matches(table: Table, *, by: str | None = None, playing: Why = Why.MATCH_ON) -> Iterator[Table]:
    """``by`` is who asks, for what only the owner may: nobody else learns by asking whether a match is on."""
    with _changing(table) as locked:
        if locked.is_official:
            raise NotDone(Why.OFFICIAL)
        if by is not None and (not by or locked.owner != by):
            raise NotDone(Why.NOT_OWNER)
        if is_on(last_match(locked)):
            raise NotDone(playing)
        _free_seats_of_the_forgotten(locked)
        yield locked


def _free_seats_of_the_forgotten(table: Table) -> None:
    gone = sitters.forgotten(seats_of(table).values())
    if gone:
        table.seats.filter(who__in=gone).delete()


def sit(table: Table, who: str, number: int) -> None:
    """Who has another seat at this table moves."""
    with _between_matches(table) as locked:
        _check_seat(locked, number)
        there = seats_of(locked).get(number)
        if there == who:
            return
        if there is not None:
            raise NotDone(Why.TAKEN)
        locked.seats.filter(who=who).delete()
        Seat.objects.create(table=locked, number=number, who=who)


def leave(table: Table, who: str) -> None:
    """An owner who leaves gives the table to somebody who stays."""
    if who not in seats_of(table).values():
        return
    with _between_matches(table, playing=Why.PLAYING) as locked:
        locked.seats.filter(who=who).delete()
        hand_over(locked, who)


def hand_over(table: Table, who: str) -> None:
    """To the first who stays, if the table was his; where nobody does it stays his."""
    staying = [one for _, one in sorted(seats_of(table).items()) if one != who and not sitters.is_bot(one)]
    if table.owner == who and staying:
        Table.objects.filter(pk=table.pk).update(owner=staying[0])


def put_bot(table: Table, who: str, number: int) -> None:
    with _between_matches(table, by=who) as locked:
        _check_seat(locked, number)
        there = seats_of(locked).get(number)
        if there is not None and not sitters.is_bot(there):
            raise NotDone(Why.NOT_EMPTY)
        if there is None:
            bot = sitters.of_bot(sitters.best_bot(load(locked.regulation)))
            Seat.objects.create(table=locked, number=number, who=bot)


def free(table: Table, who: str, number: int, trace: str) -> None:
    """Takes out the bot, or somebody who does not come. ``trace`` is whom the page showed there: whoever sat down since
    stays."""
    with _between_matches(table, by=who) as locked:
        there = seats_of(locked).get(number, "")
        if there and trace_of(there) == trace:
            locked.seats.filter(number=number).delete()


def trace_of(who: str) -> str:
    """By which a page names a sitter without saying who he is."""
    return salted_hmac("carteado.tables.sitter", who).hexdigest()[:12]


def settle(table: Table, who: str, settings: Mapping[str, object]) -> None:
    with _between_matches(table, by=who) as locked:
        Table.objects.filter(pk=locked.pk).update(**settings)


def start(table: Table, who: str, *, after: int) -> None:
    """The match that follows the one with that number: who presses twice, or second, finds it begun."""
    with _changing(table) as locked:
        if locked.is_official:
            raise NotDone(Why.OFFICIAL)
        if not who or who not in (*seats_of(locked).values(), locked.owner):
            raise NotDone(Why.NOT_SEATED)
        last = last_match(locked)
        if last is not None and (last.number > after or is_on(last)):
            return
        _free_seats_of_the_forgotten(locked)
        seated = seats_of(locked).values()
        if len(seated) < locked.players:
            raise NotDone(Why.NOT_FULL)
        if all(map(sitters.is_bot, seated)):
            raise NotDone(Why.NOBODY)
        begin(locked)


def _check_seat(table: Table, number: int) -> None:
    if not 0 <= number < table.players:
        raise NotDone(Why.NO_SEAT)

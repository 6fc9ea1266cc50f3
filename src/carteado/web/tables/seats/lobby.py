"""The lists of live tables: those that wait for a player, those to watch, the visitor's own, and one booklet of each
game."""

from collections.abc import Iterable, Sequence
from datetime import timedelta
from typing import NamedTuple

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Subquery
from django.utils import timezone
from django.utils.timesince import timesince
from django.utils.translation import gettext as _

from carteado.regulation.common_rules import Direction
from carteado.web.events.models import Stage
from carteado.web.people.public_names import shown_name
from carteado.web.regulations.games import GameName
from carteado.web.tables.match.clock import now_ms
from carteado.web.tables.match.from_database import regulation_of
from carteado.web.tables.models import Act, Match, Seat, Table
from carteado.web.tables.players import names as sitters
from carteado.web.tables.players.visitor import is_known_to_all
from carteado.web.tables.seats.page_content import PLACES, Booklet, SeatShown, booklet_of, booklets
from carteado.web.tables.seats.seat_forms import DELAYS
from carteado.web.tables.seats.seating import trace_of

LISTED_AFTER_USE = timedelta(hours=3)
"""How long a table stays in the list after its last use."""
LISTED_AFTER_ACT = timedelta(minutes=30)
"""A match without an act for this long is not in the list, because there is nothing to see."""
MOST_WATCHED = 6
"""Matches to watch that the page lists."""
MOST_OWN = 3
"""Tables of the visitor that the page lists."""


FANS = {
    GameName.TRUCO: ("4c", "7h", "As"),
    GameName.TRANCA: ("3h", "Qh", "3s"),
    GameName.CANASTRA: ("Jd", "Qd", "Kd"),
}
"""Three cards by which a player recognises a game, shown fanned out."""


class Offer(NamedTuple):
    """A booklet that a visitor may play at once, and the cards shown with it."""

    booklet: Booklet
    fan: Sequence[str]


def one_of_each() -> list[Offer]:
    """The first booklet of each game, for a visitor who just wants to play."""
    first: dict[GameName, Booklet] = {}
    for booklet in booklets():
        first.setdefault(booklet.game, booklet)
    return [Offer(booklet, FANS[game]) for game, booklet in first.items()]


class ListedTable(NamedTuple):
    """A table in a list, with those who sit there. ``match`` is the one that is on; None if none is, or in a list of
    tables that wait."""

    table: Table
    booklet: Booklet
    seats: Sequence[SeatShown]
    match: Match | None = None

    @property
    def free(self) -> int:
        """How many seats are empty."""
        return sum(seat.is_empty for seat in self.seats)

    @property
    def pairs(self) -> list[list[SeatShown]]:
        return [[seat for seat in self.seats if seat.pair == pair] for pair in (0, 1)]

    @property
    def knows_score(self) -> bool:
        """False if the table is delayed, because the list must not show a score earlier."""
        return self.match is not None and self.table.delay == 0

    @property
    def since(self) -> str:
        """How long the match is on, or the table has waited, in words."""
        began = self.match.started_at if self.match else self.table.created_at
        if timezone.now() - began < timedelta(minutes=1):
            return _("just now")
        return _("for %(time)s") % {"time": timesince(began, depth=1)}


# --- queries ------------------------------------------------------------------------------------------------------


def open_tables() -> QuerySet[Table]:
    """Public tables with a person, a free seat and no match, newest first."""
    seats, on = (
        Seat.objects.filter(table=OuterRef("pk")),
        Match.objects.filter(_is_on_for_onlookers(), table=OuterRef("pk")),
    )
    people = seats.exclude(who__startswith=f"{sitters.BOT}:")
    return (
        Table.objects.filter(Exists(people), ~Exists(on), is_public=True, event=None, closed_at=None)
        .filter(used_at__gte=timezone.now() - LISTED_AFTER_USE)
        .annotate(taken=Count("seats"))
        .filter(taken__lt=F("players"))
        .order_by("-created_at", "-pk")
    )


def _is_on_for_onlookers() -> Q:
    """Matches that have not ended for those who watch."""
    return Q(finished_at=None) | _compared_with_onlookers("finished_at__gt")


def _has_begun_for_onlookers() -> Q:
    """Matches that have begun for those who watch."""
    return _compared_with_onlookers("started_at__lte")


def _compared_with_onlookers(compared: str) -> Q:
    """Compares a time of a match with the time up to which onlookers of its table see it: ``finished_at__gt``.

    One condition for each delay that a table can have: the database need not subtract seconds from times.
    """
    now, found = timezone.now(), Q()
    of_championships = Table.objects.exclude(event=None).values_list("delay", flat=True).distinct()
    for seconds in {*dict(DELAYS), *of_championships}:
        found |= Q(("table__delay", seconds), (compared, now - timedelta(seconds=seconds)))
    return found


def being_played() -> QuerySet[Match]:
    """Matches that are on and open to all, newest first.

    They are at public tables, or at tables of a championship that has no secrets. A delayed match is in the list from
    the moment when onlookers see it begin until they have seen its end.
    """
    now = timezone.now()
    last = Act.objects.filter(match=OuterRef("pk")).order_by("-seq").values("at")[:1]
    official = Q(table__event__embargo_until=None) | Q(table__event__embargo_until__lte=now)
    official &= Q(table__event__isnull=False) & ~Q(table__event__stage=Stage.DRAFT)
    return (
        Match.objects.filter(
            _is_on_for_onlookers(),
            _has_begun_for_onlookers(),
            Q(table__event=None, table__is_public=True, table__closed_at=None) | official,
        )
        .annotate(acted=Subquery(last))
        .filter(acted__gte=now_ms() - LISTED_AFTER_ACT // timedelta(milliseconds=1))
        .select_related("table__event")
        .order_by("-started_at", "-pk")
    )


def watched() -> list[ListedTable]:
    """The newest matches that are being played, without those that give away a result which is still withheld."""
    return _with_matches(one for one in being_played()[:MOST_WATCHED] if is_known_to_all(one.table))


def _with_matches(found: Iterable[Match]) -> list[ListedTable]:
    """The tables of these matches, each with its match."""
    matches = {one.table_id: one for one in found}
    return [one._replace(match=matches[one.table.pk]) for one in listed(match.table for match in matches.values())]


def own_tables(who: str) -> list[ListedTable]:
    """Tables where the visitor sits, so that they find their way back. None of a championship.

    Matches that are on come first, the latest one at the top, then the tables that wait. ``who`` is the visitor's
    reference, empty for an unknown visitor.
    """
    if not who:
        return []
    on = Match.objects.filter(table__seats__who=who, table__closed_at=None, finished_at=None, table__event=None)
    playing = _with_matches(on.select_related("table").order_by("-started_at")[:MOST_OWN])
    return [*playing, *listed(_waiting_for_a_match(who))][:MOST_OWN]


def _waiting_for_a_match(who: str) -> QuerySet[Table]:
    """Tables of this visitor without a match yet, and tables where others have stayed after a match."""
    played = Match.objects.filter(table=OuterRef("pk"))
    others = Seat.objects.filter(table=OuterRef("pk")).exclude(who=who).exclude(who__startswith=f"{sitters.BOT}:")
    return (
        Table.objects.filter(~Exists(played) | Exists(others), ~Exists(played.filter(finished_at=None)))
        .filter(seats__who=who, closed_at=None, event=None, used_at__gte=timezone.now() - LISTED_AFTER_USE)
        .order_by("-used_at", "-pk")
    )


# --- how they are shown -------------------------------------------------------------------------------------------


def listed(tables: Iterable[Table]) -> list[ListedTable]:
    """The tables with those who sit there. All seats are read together, and so are all names."""
    every = list(tables)
    seats: dict[int, dict[int, str]] = {table.pk: {} for table in every}
    for seat in Seat.objects.filter(table__in=seats):
        seats[seat.table_id][seat.number] = seat.who
    asked: dict[sitters.EventNumber, set[str]] = {}
    for table in every:
        asked.setdefault(table.event_id, set()).update(seats[table.pk].values())
    names = sitters.names_in(asked)
    return [_listed(table, seats[table.pk], names[table.event_id]) for table in every]


def _listed(table: Table, sitting: dict[int, str], names: sitters.Names) -> ListedTable:
    regulation = regulation_of(table)
    direction = regulation.rules.table.direction
    seats = [_seat(table, number, direction, sitting.get(number), names) for number in range(table.players)]
    return ListedTable(table, booklet_of(regulation), seats)


def _seat(table: Table, number: int, direction: Direction, who: str | None, names: sitters.Names) -> SeatShown:
    """A seat as a stranger sees it, with the first seat at the bottom. ``who`` is None for an empty one."""
    seat = SeatShown(number, PLACES[table.players, direction][number], number % 2)
    if who is None:
        return seat
    is_bot = sitters.is_bot(who)
    name = sitters.bot_name(number) if is_bot else shown_name(names[who])
    return seat._replace(name=name, is_bot=is_bot, trace=trace_of(who))

"""A table as a page shows it: its game, its matches and its seats, as the reader may see them."""

from collections.abc import Sequence
from datetime import timedelta
from hashlib import sha256
from typing import NamedTuple

from django.utils import timezone
from django.utils.translation import gettext as _

from carteado.regulation import Regulation, TrucoRules, available, load
from carteado.regulation.common_rules import Direction
from carteado.regulation.melds_rules import PileSight
from carteado.web.kit.words.catalogue import title_of
from carteado.web.people.public_names import shown_name
from carteado.web.regulations.games import CARDS, GameName, game_of
from carteado.web.tables.match.from_database import regulation_of
from carteado.web.tables.models import Match, Table
from carteado.web.tables.players import names as sitters
from carteado.web.tables.seats.seat_forms import Company, NewTableChoice
from carteado.web.tables.seats.seating import trace_of

MOST_PLAYED = 10
"""Matches of a table that its page lists."""
PLACES = {
    (2, Direction.CLOCKWISE): ("bottom", "top"),
    (2, Direction.ANTICLOCKWISE): ("bottom", "top"),
    (4, Direction.CLOCKWISE): ("bottom", "left", "top", "right"),
    (4, Direction.ANTICLOCKWISE): ("bottom", "right", "top", "left"),
}
"""Where seats are drawn, in the order of play from the reader on, by the number of players and the direction."""
SECOND_CARDS = {GameName.TRANCA: "3s"}
"""The card on the poster of a game's second booklet. A game that is not here has no second one, or the same card."""


class Booklet(NamedTuple):
    """A regulation that can be played. ``card`` is the card on its poster.

    ``bots``, ``friends`` and ``anybody`` are the values of its buttons, which say with whom the visitor plays.
    """

    regulation: Regulation
    game: GameName
    title: str
    card: str

    @property
    def how(self) -> str:
        """How it differs from another booklet of the same game."""
        rules = self.regulation.rules
        upto = _("up to %(points)s") % {"points": rules.match.target}
        if isinstance(rules, TrucoRules):
            return upto
        is_whole = rules.pile.visible is PileSight.WHOLE
        pile = _("the whole pile is seen") if is_whole else _("only the top of the pile is seen")
        return f"{upto} · {pile}"

    @property
    def bots(self) -> str:
        return str(NewTableChoice(Company.BOTS, self.regulation.id))

    @property
    def friends(self) -> str:
        return str(NewTableChoice(Company.FRIENDS, self.regulation.id))

    @property
    def anybody(self) -> str:
        return str(NewTableChoice(Company.ANYBODY, self.regulation.id))


def booklets() -> list[Booklet]:
    """All booklets, in the order in which people name the games. The second booklet of a game has its own card."""
    found = [booklet_of(load(name)) for name in available()]
    found.sort(key=lambda one: list(GameName).index(one.game))
    is_second = [place > 0 and found[place - 1].game is one.game for place, one in enumerate(found)]
    return [
        one._replace(card=SECOND_CARDS.get(one.game, one.card)) if second else one
        for one, second in zip(found, is_second, strict=True)
    ]


def booklet_of(regulation: Regulation) -> Booklet:
    game = game_of(regulation)
    return Booklet(regulation, game, title_of(regulation), CARDS[game])


class SeatShown(NamedTuple):
    """A seat on a page.

    ``place`` is where it is drawn, one of ``PLACES``. ``pair`` is 0 or 1. ``trace`` is a token that names the sitter to
    a form without revealing who it is; empty for an empty seat.
    """

    number: int
    place: str
    pair: int
    name: str = ""
    is_bot: bool = False
    is_you: bool = False
    trace: str = ""

    @property
    def is_empty(self) -> bool:
        return not self.trace


class TableShown(NamedTuple):
    """A table on a page.

    ``match`` is the last match that the reader may know of. ``played`` are the matches that are over for them, the
    latest first. ``knows_score`` is False for an onlooker of a delayed table, who sees the score only at the table.
    """

    table: Table
    booklet: Booklet
    seats: Sequence[SeatShown]
    match: Match | None
    played: Sequence[Match]
    is_owner: bool
    knows_score: bool

    @property
    def stamp(self) -> str:
        """A fingerprint of the page. An open page sends it, to ask whether it shows something else by now."""
        one = self.table
        settled = (one.act_seconds, one.pace, one.delay, one.is_public, one.free_chat, one.closed_at)
        return sha256(repr((self.seats, self.number, self.is_on, self.is_owner, settled)).encode()).hexdigest()[:16]

    @property
    def is_on(self) -> bool:
        """True if a match is on for the reader, also if it is over and they may not see its end yet."""
        return self.match is not None and self.match not in self.played

    @property
    def is_over(self) -> bool:
        """True if the last match is over for the reader. False before the first one."""
        return self.match is not None and not self.is_on

    @property
    def free(self) -> int:
        """How many seats are empty."""
        return sum(seat.is_empty for seat in self.seats)

    @property
    def you(self) -> SeatShown | None:
        return next((seat for seat in self.seats if seat.is_you), None)

    @property
    def pairs(self) -> list[list[SeatShown]]:
        return [[seat for seat in self.seats if seat.pair == pair] for pair in (0, 1)]

    @property
    def number(self) -> int:
        """The number of the last match that the reader may know of; 0 without any."""
        return self.match.number if self.match else 0

    @property
    def is_clockwise(self) -> bool:
        return self.booklet.regulation.rules.table.direction is Direction.CLOCKWISE

    @property
    def may_start(self) -> bool:
        """True if the reader gets a button to start a match, even if a seat is still empty."""
        may_ask = self.is_owner or self.you is not None
        has_people = any(not seat.is_empty and not seat.is_bot for seat in self.seats)
        return may_ask and has_people and not self.is_on and not self.table.is_official


def table_for_page(table: Table, who: str, *, is_referee: bool = False) -> TableShown:
    """The table as a visitor sees it, with their own seat at the bottom.

    ``who`` is the visitor's reference, empty for an unknown visitor. One who neither plays nor referees sees the match
    with the table's delay.
    """
    sitting = {seat.number: seat.who for seat in table.seats.all()}
    is_late = table.delay > 0 and not is_referee and (not who or who not in sitting.values())
    seen_until = timezone.now() - timedelta(seconds=table.delay if is_late else 0)
    every = list(table.matches.order_by("-number")[:MOST_PLAYED])
    # the database notes when a match starts, and its clock may be ahead: without a delay the time does not count
    matches = [one for one in every if one.started_at <= seen_until or not is_late]
    played = [one for one in matches if one.finished_at is not None and one.finished_at <= seen_until]
    # who was erased during a match keeps the seat until it ends
    forgotten = set() if matches and matches[0] not in played else sitters.forgotten(sitting.values())
    sitting = {number: one for number, one in sitting.items() if one not in forgotten}
    regulation = regulation_of(table)
    return TableShown(
        table=table,
        booklet=booklet_of(regulation),
        seats=_seats(table, sitting, regulation.rules.table.direction, who),
        match=matches[0] if matches else None,
        played=played,
        is_owner=bool(who) and table.owner == who and not table.is_official,
        knows_score=not is_late,
    )


def _seats(table: Table, sitting: dict[int, str], direction: Direction, who: str) -> list[SeatShown]:
    """The seats, with the visitor's at the bottom. ``sitting`` has the references by seat, without empty seats."""
    names = sitters.names_at(sitting, table.event_id)
    own = next((number for number, one in sitting.items() if who and one == who), 0)
    places = PLACES[table.players, direction]
    empty = [SeatShown(number, places[(number - own) % table.players], number % 2) for number in range(table.players)]
    return [_with_sitter(seat, sitting[seat.number], names, who) if seat.number in sitting else seat for seat in empty]


def _with_sitter(seat: SeatShown, sitter: str, names: dict[int, str], who: str) -> SeatShown:
    return seat._replace(
        name=shown_name(names[seat.number]), is_bot=sitters.is_bot(sitter), is_you=sitter == who, trace=trace_of(sitter)
    )

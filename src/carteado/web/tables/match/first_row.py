"""Starts a match: the player who draws the highest card deals first, and the log gets its first row."""

from collections.abc import Callable, Sequence
from random import SystemRandom

from django.db import transaction

from carteado.cards import Card
from carteado.record import Engine, engine_for
from carteado.regulation import Refusal
from carteado.web.tables.match import log_rows
from carteado.web.tables.match.clock import now_ms
from carteado.web.tables.match.from_database import regulation_of
from carteado.web.tables.match.log_rows import LogRow
from carteado.web.tables.match.log_storage import insert_rows, stored_row
from carteado.web.tables.models import Match, Table

Drawn = list[list[Card | None]]
"""For each round of drawing, the card of each seat; None for a seat that did not draw again."""
Shuffle = Callable[[list[Card]], None]

_shuffle = SystemRandom().shuffle


class TableNotReady(Exception):
    """A seat is empty, or a match is on."""


def begin_match(table: Table, *, shuffle: Shuffle = _shuffle) -> Match:
    """Begin a match of those who sit at the table. The cards drawn for the first deal are in its first row.

    The caller makes the process that serves the table read it again. It writes all later rows (``log_writer``).
    """
    with transaction.atomic():
        table = Table.objects.select_for_update().get(pk=table.pk)
        last = table.matches.order_by("number").last()
        players = tuple(table.seats.order_by("number").values_list("who", flat=True))
        if len(players) < table.players or (last is not None and last.finished_at is None):
            raise TableNotReady
        engine = engine_for(regulation_of(table))
        drawn, dealer = draw_for_the_deal(engine, table.players, shuffle)
        match = Match.objects.create(table=table, number=last.number + 1 if last else 1)
        drawn_codes = [[None if card is None else str(card) for card in one] for one in drawn]
        insert_rows([stored_row(match.pk, LogRow(1, now_ms(), log_rows.start_data(players, dealer, drawn_codes)))])
    return match


def draw_for_the_deal(engine: Engine, players: int, shuffle: Shuffle) -> tuple[Drawn, int]:
    """Each player draws a card. Players with equal cards draw again, until the regulation names a first dealer.

    Returns the cards drawn, and the seat of the dealer.
    """
    drawn: Drawn = []
    drawing: Sequence[int] = range(players)
    while True:
        deck = list(engine.deck())
        shuffle(deck)
        drawn.append([deck.pop() if seat in drawing else None for seat in range(players)])
        dealer = engine.first_dealer(players, drawn)
        if not isinstance(dealer, Refusal):
            return drawn, dealer
        drawing = _tied(dealer, drawing)


def _tied(refusal: Refusal, drawing: Sequence[int]) -> Sequence[int]:
    """The seats that draw again. All of the last round, if the refusal names none."""
    seats = refusal.details.get("seats")
    return seats if isinstance(seats, tuple) else drawing

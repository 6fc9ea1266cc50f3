"""The connections to a table, and since when absent players are away."""

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from carteado.cards import Observer, Onlooker
from carteado.web.people.references import is_bot
from carteado.web.tables.match.fold import Play
from carteado.web.tables.match.settings import TableSettings
from carteado.web.tables.protocol import Presence, SeatFacts
from carteado.web.tables.room.interfaces import TableConnection


class SeatPresence(NamedTuple):
    """Whether the player of a seat is at the table.

    ``away_since`` is the time (milliseconds since 1970) since when they are not. It is None while they are here, and
    for a bot or an empty seat.
    """

    is_here: bool
    away_since: int | None = None


class Attendance:
    """The connections at one table, and the absences of its players.

    ``connections`` are sorted by who watches: the number of a seat, the referee, or a spectator. ``away_since`` gives
    for each seat the time since when its player is away. ``reported_absent`` are the seats whose absence was reported
    to the referee; it is not reported again before the player has come back. ``unattended_since`` is when the last
    person left; None while the table is attended. All times are in milliseconds since 1970.
    """

    def __init__(self, settings: TableSettings, now: int) -> None:
        self.settings = settings
        self.connections: dict[Observer, list[TableConnection]] = defaultdict(list)
        self.away_since: dict[int, int] = {}
        self.reported_absent: set[int] = set()
        self.unattended_since: int | None = None
        self.note_absences(now)

    # --- coming and going -----------------------------------------------------------------------------------------

    def add(self, connection: TableConnection) -> None:
        """Add a connection, and tell it as which observer it is here."""
        connection.observer = self._observer_of(connection)
        self.connections[connection.observer].append(connection)

    def remove(self, connection: TableConnection) -> bool:
        """Remove a connection. False if it was not at the table."""
        connections = self.connections[connection.observer]
        if connection not in connections:
            return False
        connections.remove(connection)
        return True

    def move(self, connection: TableConnection) -> None:
        """File the connection under the observer that it belongs to now."""
        if self._observer_of(connection) != connection.observer:
            self.connections[connection.observer].remove(connection)
            self.add(connection)

    def _observer_of(self, connection: TableConnection) -> Observer:
        seat = self.settings.seat_of(connection.who) if connection.who else None
        if seat is not None:
            return seat
        return Onlooker.REFEREE if connection.is_referee else Onlooker.SPECTATOR

    # --- who is here ----------------------------------------------------------------------------------------------

    def all_connections(self) -> list[TableConnection]:
        """All connections, players before those who watch."""
        players = [one for observer, many in self.connections.items() if isinstance(observer, int) for one in many]
        return [*players, *self.connections[Onlooker.REFEREE], *self.connections[Onlooker.SPECTATOR]]

    @property
    def is_empty(self) -> bool:
        return not any(self.connections.values())

    def is_present(self, seat: int) -> bool:
        return bool(self.connections.get(seat))

    @property
    def seats_present(self) -> frozenset[int]:
        return frozenset(seat for seat in range(self.settings.players) if self.is_present(seat))

    @property
    def is_attended(self) -> bool:
        """True if a person who has a seat is here. Where only bots have seats, any connection counts."""
        persons = [seat for seat in range(self.settings.players) if self._is_person(seat)]
        return any(map(self.is_present, persons)) if persons else not self.is_empty

    def _is_person(self, seat: int) -> bool:
        sitter = self.settings.seats[seat]
        return sitter is not None and not sitter.is_bot

    # --- absences -------------------------------------------------------------------------------------------------

    def note_absences(self, now: int) -> None:
        """Note who is away since now, and who is back. An absence that was noted before keeps its time."""
        for seat in range(self.settings.players):
            if not self._is_person(seat) or self.is_present(seat):
                self.away_since.pop(seat, None)
                self.reported_absent.discard(seat)
            else:
                self.away_since.setdefault(seat, now)
        if self.is_attended:
            self.unattended_since = None
        elif self.unattended_since is None:
            self.unattended_since = now

    def leave_out_standstill(self, stopped_play: Play, now: int) -> None:
        """Leave out of all absences the time for which the match rested, because no player had to be here.

        ``stopped_play`` is the match before it went on. In a championship an absence counts on from where it stopped.
        Elsewhere a player who is away gets the full time again.
        """
        for seat, since in self.away_since.items():
            self.away_since[seat] = (
                since + now - max(since, stopped_play.stopped_at) if self.settings.is_official else now
            )

    def missing_players(self, play: Play) -> list[tuple[int, int]]:
        """Seats whose players are waited for, and since when.

        Not those whose absence was reported, and not those for whom a bot sits in. While the match is stopped, no one
        is waited for. At an empty table only a championship's match waits for its players.
        """
        if not self.away_since or play.stopped_by is not None or not (self.settings.is_official or self.is_attended):
            return []
        return [
            (seat, since)
            for seat, since in self.away_since.items()
            if seat not in self.reported_absent and not is_bot(play.players[seat])
        ]

    # --- what clients get -----------------------------------------------------------------------------------------

    @property
    def present(self) -> tuple[SeatPresence, ...]:
        """Who is here now, by seat. Onlookers of a delayed table are shown an earlier value of this."""
        seats = range(self.settings.players)
        return tuple(SeatPresence(self.is_present(seat), self.away_since.get(seat)) for seat in seats)

    def presence(self, play: Play | None, present: Sequence[SeatPresence]) -> Presence:
        """The message about who is here, for a reader who knows this state of the match and of who is present."""
        return Presence(self.seats(play, present), len(self.connections[Onlooker.SPECTATOR]))

    def seats(self, play: Play | None, present: Sequence[SeatPresence]) -> tuple[SeatFacts, ...]:
        """The seats, for such a reader. ``play`` is None if they know of no match."""
        return tuple(self._seat(seat, play, one) for seat, one in enumerate(present))

    def _seat(self, seat: int, play: Play | None, presence: SeatPresence) -> SeatFacts:
        sitter = self.settings.seats[seat]
        if sitter is None:
            return SeatFacts()
        if sitter.is_bot:
            return SeatFacts(sitter.name, "bot", here=True)
        playing = play.players[seat] if play is not None else sitter.who
        substitute = playing.removeprefix("bot:") if is_bot(playing) else None
        return SeatFacts(sitter.name, "person", presence.is_here, substitute, presence.away_since)

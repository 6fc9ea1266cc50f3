"""The connections to a table, and since when absent players are away."""

from collections import defaultdict

from carteado.cards import Observer, Onlooker
from carteado.web.people.references import is_bot
from carteado.web.tables.match.fold import Play
from carteado.web.tables.match.settings import TableSettings
from carteado.web.tables.protocol import Presence, SeatFacts
from carteado.web.tables.room.surroundings import Reader


class Attendance:
    """The connections at one table, and the absences of its players.

    ``away`` gives for each seat the time since when its player is away. ``told_absent`` are the seats whose absence has
    been reported already. ``unattended_since`` is when the last person left.
    """

    def __init__(self, setting: TableSettings, now: int) -> None:
        self.setting = setting
        self.readers: dict[Observer, list[Reader]] = defaultdict(list)
        self.away: dict[int, int] = {}
        self.told_absent: set[int] = set()
        self.unattended_since: int | None = None
        self.note_absences(now)

    # --- coming and going -----------------------------------------------------------------------------------------

    def add(self, reader: Reader) -> None:
        reader.observer = self._observer_of(reader)
        self.readers[reader.observer].append(reader)

    def remove(self, reader: Reader) -> bool:
        """True if the connection was at the table."""
        readers = self.readers[reader.observer]
        if reader not in readers:
            return False
        readers.remove(reader)
        return True

    def move(self, reader: Reader) -> None:
        """File the connection under the observer that it belongs to now."""
        if self._observer_of(reader) != reader.observer:
            self.readers[reader.observer].remove(reader)
            self.add(reader)

    def _observer_of(self, reader: Reader) -> Observer:
        seat = self.setting.seat_of(reader.who) if reader.who else None
        if seat is not None:
            return seat
        return Onlooker.REFEREE if reader.is_referee else Onlooker.SPECTATOR

    # --- who is here ----------------------------------------------------------------------------------------------

    def everybody(self) -> list[Reader]:
        """All connections, players before those who watch."""
        players = [one for observer, many in self.readers.items() if isinstance(observer, int) for one in many]
        return [*players, *self.readers[Onlooker.REFEREE], *self.readers[Onlooker.SPECTATOR]]

    @property
    def is_empty(self) -> bool:
        return not any(self.readers.values())

    def is_here(self, seat: int) -> bool:
        return bool(self.readers.get(seat))

    @property
    def seats_here(self) -> frozenset[int]:
        return frozenset(seat for seat in range(self.setting.players) if self.is_here(seat))

    @property
    def is_attended(self) -> bool:
        """True if a person who has a seat is here. Where only bots have seats, any connection counts."""
        persons = [seat for seat in range(self.setting.players) if self._is_person(seat)]
        return any(map(self.is_here, persons)) if persons else not self.is_empty

    def _is_person(self, seat: int) -> bool:
        sitter = self.setting.seats[seat]
        return sitter is not None and not sitter.is_bot

    # --- absences -------------------------------------------------------------------------------------------------

    def note_absences(self, now: int) -> None:
        for seat in range(self.setting.players):
            if not self._is_person(seat) or self.is_here(seat):
                self.away.pop(seat, None)
                self.told_absent.discard(seat)
            else:
                self.away.setdefault(seat, now)
        if self.is_attended:
            self.unattended_since = None
        elif self.unattended_since is None:
            self.unattended_since = now

    def rested(self, resting: Play, now: int) -> None:
        """Leave out the time for which the match rested, because no player had to be here.

        In a championship an absence counts on from where it stopped. Elsewhere a player who is away gets the full time
        again.
        """
        for seat, since in self.away.items():
            self.away[seat] = since + now - max(since, resting.stopped_at) if self.setting.is_official else now

    def missed(self, play: Play) -> list[tuple[int, int]]:
        """Seats whose players are waited for, and since when.

        At an empty table only a championship's match waits for its players.
        """
        if not self.away or play.stopped_by is not None or not (self.setting.is_official or self.is_attended):
            return []
        return [
            (seat, since)
            for seat, since in self.away.items()
            if seat not in self.told_absent and not is_bot(play.players[seat])
        ]

    # --- what clients get -----------------------------------------------------------------------------------------

    def presence(self, play: Play | None) -> Presence:
        return Presence(self.seats(play), len(self.readers[Onlooker.SPECTATOR]))

    def seats(self, play: Play | None) -> tuple[SeatFacts, ...]:
        return tuple(self._seat(seat, play) for seat in range(self.setting.players))

    def _seat(self, seat: int, play: Play | None) -> SeatFacts:
        sitter = self.setting.seats[seat]
        if sitter is None:
            return SeatFacts()
        if sitter.is_bot:
            return SeatFacts(sitter.name, "bot", here=True)
        playing = play.players[seat] if play is not None else sitter.who
        substitute = playing.removeprefix("bot:") if is_bot(playing) else None
        return SeatFacts(sitter.name, "person", self.is_here(seat), substitute, self.away.get(seat))

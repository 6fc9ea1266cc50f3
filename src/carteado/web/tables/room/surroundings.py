"""The interfaces of a room: one connection at its table, and the services of the process in which it runs."""

from typing import TYPE_CHECKING, Protocol

from carteado.cards import Observer
from carteado.web.tables.match.fold import Play
from carteado.web.tables.match.log_writer import Batch
from carteado.web.tables.protocol import ToClient, encode
from carteado.web.tables.room.bot_turns import BotQuestion

if TYPE_CHECKING:
    from carteado.web.tables.room.room import Room


class Reader(Protocol):
    """One connection at the table, and the person behind it. ``is_referee`` if they referee this match."""

    who: str
    name: str
    is_referee: bool
    language: str
    observer: Observer

    def tell(self, message: bytes) -> None: ...

    def drop(self) -> None:
        """Close the connection. If the client comes back, the person is identified again."""


class Surroundings(Protocol):
    """Services that a room needs from the process in which it runs."""

    def now(self) -> int:
        """Milliseconds since 1970."""

    def seed(self) -> bytes: ...

    def write(self, batch: Batch) -> None: ...

    def wake(self, room: "Room", at: int | None) -> None:
        """Call ``tick`` at that time. It may be called earlier too, with nothing due. ``None`` cancels the call."""

    def read_again(self, room: "Room") -> None:
        """Read the table from the database again, and call ``read`` with the result."""

    def ask_bot(self, room: "Room", question: BotQuestion) -> None:
        """Ask a bot, and call ``answered`` with its answer."""

    def told(self, room: "Room", before: Play, now: Play) -> None:
        """Called after every commit, for what follows the match outside the table."""

    def absent(self, room: "Room", seat: int, since: int) -> None:
        """A player of an official match has been away for as long as the regulation allows."""


def tell(reader: Reader, message: ToClient) -> None:
    reader.tell(encode(message))

"""What a room deals with: whoever reads at the table, and the process that it lives in."""

from typing import TYPE_CHECKING, Protocol

from carteado.cards import Observer
from carteado.web.tables.match.fold import Play
from carteado.web.tables.match.log_writer import Batch
from carteado.web.tables.protocol import ToClient, encode
from carteado.web.tables.room.bot_turns import BotQuestion

if TYPE_CHECKING:
    from carteado.web.tables.room.room import Room


class Reader(Protocol):
    """Somebody at the table, on one connection. ``is_referee`` where he rules the match."""

    who: str
    name: str
    is_referee: bool
    language: str
    observer: Observer

    def tell(self, message: bytes) -> None: ...

    def drop(self) -> None:
        """Ends the connection; whoever may come back will be asked who he is."""


class Surroundings(Protocol):
    """What a room needs of the process that it lives in."""

    def now(self) -> int:
        """Milliseconds since 1970."""

    def seed(self) -> bytes: ...

    def write(self, batch: Batch) -> None: ...

    def wake(self, room: "Room", at: int | None) -> None:
        """Calls ``tick`` then, and perhaps earlier too, when it finds nothing to do."""

    def read_again(self, room: "Room") -> None:
        """Calls ``read`` with what is written."""

    def ask_bot(self, room: "Room", question: BotQuestion) -> None:
        """Calls ``answered``."""

    def told(self, room: "Room", before: Play, now: Play) -> None:
        """After every commit: for whoever follows the match elsewhere."""

    def absent(self, room: "Room", seat: int, since: int) -> None:
        """In an official match somebody has been away for as long as the regulation allows."""


def tell(reader: Reader, message: ToClient) -> None:
    reader.tell(encode(message))

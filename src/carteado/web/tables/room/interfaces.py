"""The interfaces of a room: one connection at its table, and the services of the process in which it runs."""

from typing import TYPE_CHECKING, Protocol

from carteado.cards import Observer
from carteado.web.tables.match.fold import Play
from carteado.web.tables.match.log_writer import Batch
from carteado.web.tables.protocol import ToClient, encode
from carteado.web.tables.room.bot_turns import BotQuestion

if TYPE_CHECKING:
    from carteado.web.tables.room.room import Room


class TableConnection(Protocol):
    """One connection at the table, and the person behind it.

    ``who`` is their reference, such as ``user:3``; empty for an unknown visitor. ``is_referee`` if they may referee
    this match. ``observer`` is as whom they see it: a seat, the referee or a spectator. The room sets it.
    """

    who: str
    name: str
    is_referee: bool
    language: str
    observer: Observer

    def send(self, message: bytes) -> None:
        """Put an encoded message in the queue of the connection. Never waits."""

    def drop(self) -> None:
        """Close the connection. If the client comes back, the person is identified again."""


class RoomServices(Protocol):
    """Services that a room needs from the process in which it runs."""

    def now_ms(self) -> int:
        """Milliseconds since 1970."""

    def new_seed(self) -> bytes:
        """A secret seed for the shuffle of a deck."""

    def write_batch(self, batch: Batch) -> None:
        """Write the rows in another thread, and call ``batch.on_outcome`` after that."""

    def set_alarm(self, room: "Room", at: int | None) -> None:
        """Call ``tick`` at that time. It may be called earlier too, with nothing due. ``None`` cancels the call.

        A room has one alarm: this one replaces the one before.
        """

    def read_again(self, room: "Room") -> None:
        """Read the table from the database again, and call ``recover`` with the result."""

    def ask_bot(self, room: "Room", question: BotQuestion) -> None:
        """Ask a bot, and call ``receive_answer`` with its answer."""

    def match_changed(self, room: "Room", play_before: Play, play: Play) -> None:
        """Called after every commit, for what follows the match outside the table."""

    def player_absent(self, room: "Room", seat: int, since: int) -> None:
        """A player of an official match has been away for as long as the regulation allows: call the referee."""


def send_message(connection: TableConnection, message: ToClient) -> None:
    connection.send(encode(message))

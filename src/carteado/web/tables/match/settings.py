"""The settings of a table and those who sit there, as the database has them."""

from typing import NamedTuple

from carteado.web.people.references import is_bot


class Sitter(NamedTuple):
    """A person or bot with a seat: their reference, such as ``user:3``, and their name."""

    who: str
    name: str

    @property
    def is_bot(self) -> bool:
        return is_bot(self.who)


class TableSettings(NamedTuple):
    """A table as the database has it, read anew whenever a page changes the table (``from_database.settings_of``).

    ``regulation`` is its id alone; changed rules are in the terms of the match. ``direction`` is ``clockwise`` or
    ``anticlockwise``. ``free_chat`` if players may type words of their own, never at a championship's table. ``seats``
    has None for an empty seat. ``owner`` is a reference; empty without an owner. ``act_seconds`` is None if players may
    think as long as they like. ``delay`` is the seconds by which onlookers are behind. ``pace`` is how fast bots play.
    ``presets`` are the codes of the ready sentences, ``signs`` those of the signs that partners may make, and
    ``run_order`` is the ranks in the order of a run, for games with runs.

    ``bot`` is the name of the bot that sits in for absent players. ``is_official`` if the table is a championship's.
    ``closing`` is why nothing may be played, as a code of ``room.sentences.CODES``; "" while play goes on. At a
    championship's table it is a ``championship_match.Closing``, at any other ``shut``: the site's team has closed the
    table for good. ``is_secret`` while an embargo keeps the table from onlookers.
    """

    code: str
    regulation: str
    players: int
    direction: str
    seats: tuple[Sitter | None, ...]
    owner: str
    act_seconds: int | None
    delay: int
    free_chat: bool
    pace: str
    is_official: bool
    bot: str
    presets: tuple[str, ...] = ()
    signs: tuple[str, ...] = ()
    run_order: str = ""
    closing: str = ""
    is_secret: bool = False

    @property
    def is_shut(self) -> bool:
        """True if the site's team has closed the table, so that no one may come here any more.

        The team closes no championship's table; people may come to one that is closed for play.
        """
        return bool(self.closing) and not self.is_official

    @property
    def names(self) -> tuple[str, ...]:
        """The names by seat; empty for an empty seat."""
        return tuple("" if one is None else one.name for one in self.seats)

    def seat_of(self, who: str) -> int | None:
        """The seat of this person. None if they have none."""
        return next((seat for seat, one in enumerate(self.seats) if one is not None and one.who == who), None)

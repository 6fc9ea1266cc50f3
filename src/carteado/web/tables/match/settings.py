"""A table as the database has it."""

from typing import NamedTuple

from carteado.web.people.references import is_bot


class Sitter(NamedTuple):
    """Who has a seat, and what he is called."""

    who: str
    name: str

    @property
    def is_bot(self) -> bool:
        return is_bot(self.who)


class Setting(NamedTuple):
    """The table itself, as the database has it; ``bot`` is the one that sits in for who is away. It ``is_closed`` when
    its championship has decided the match otherwise, or the site's team has ended it, and ``is_secret`` while an
    embargo keeps it from onlookers."""

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
    is_closed: bool = False
    is_secret: bool = False

    @property
    def is_shut(self) -> bool:
        """Nobody comes here any more."""
        return self.is_closed and not self.is_official

    @property
    def names(self) -> tuple[str, ...]:
        """By seat; nothing where nobody sits."""
        return tuple("" if one is None else one.name for one in self.seats)

    def seat_of(self, who: str) -> int | None:
        return next((seat for seat, one in enumerate(self.seats) if one is not None and one.who == who), None)

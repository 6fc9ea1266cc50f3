"""How each game is shown in the terminal, and how it reads what a person types. ``Face`` is what a game must
provide."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Any, Protocol

from rich.console import RenderableType

from carteado.record import Question
from carteado.record.notation import Act

QUIT = {"s", "q", "sair", "quit", "exit"}
HELP = {"?", "ajuda", "help"}
"""Words understood at any prompt, in both languages."""


class Wish(StrEnum):
    """What a person may want other than an act of the game."""

    QUIT = "quit"
    HELP = "help"


def number_in(text: str) -> int | None:
    """The number in a text, or None. Longer numbers match no card and no cut."""
    return int(text) if text.isdecimal() and len(text) <= 4 else None


class Ask(Protocol):
    """Asks the person and returns what they type."""

    def __call__(self, prompt: str) -> str: ...


class Face(Protocol):
    """One game in the terminal, for a person at seat 0."""

    bot: str

    def help(self) -> str: ...

    def welcome(self, names: Sequence[str]) -> str: ...

    def cut_prompt(self) -> str: ...

    def burn_limit(self, match: Any) -> int:
        """How many cards the dealer may burn before the next deal."""

    def table(self, view: Any, names: Sequence[str]) -> RenderableType: ...

    def choices(self, question: Question, match: Any, names: Sequence[str]) -> str:
        """One line with what can be done now."""

    def act_from_text(self, text: str, question: Question, match: Any, ask: Ask) -> Act | Wish | None:
        """The act or wish that the text means, legal or not. None if it means nothing."""

    def announce(self, events: Sequence[Any], match: Any, names: Sequence[str]) -> Sequence[RenderableType]:
        """One line for each event that a person at the table would notice."""

"""How a reader likes the pages: light or dark, suits in two or four colours.

The choices are stored on the device, in the cookies ``theme`` and ``deck``, named like the fields of ``Appearance``. It
is part of the key of cached pages, so an unknown value must not make another key.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Self, TypeVar

COOKIE_AGE = 365 * 24 * 3600  # seconds

Choice = TypeVar("Choice", bound=StrEnum)


class Theme(StrEnum):
    """Colours of the page. ``AUTO`` follows the device."""

    AUTO = "auto"
    LIGHT = "light"
    DARK = "dark"


class Deck(StrEnum):
    """Number of colours for the four suits."""

    TWO = "two"
    FOUR = "four"


@dataclass(frozen=True, slots=True)
class Appearance:
    theme: Theme
    deck: Deck

    @classmethod
    def of(cls, choices: Mapping[str, str]) -> Self:
        """The choices from cookies or a form. An unknown value counts as no choice."""
        return cls(
            theme=_chosen(Theme, choices.get("theme"), otherwise=Theme.AUTO),
            deck=_chosen(Deck, choices.get("deck"), otherwise=Deck.TWO),
        )


def _chosen(choices: type[Choice], text: str | None, *, otherwise: Choice) -> Choice:
    return choices(text) if text in list(choices) else otherwise

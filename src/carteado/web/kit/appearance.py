"""How a reader likes the pages: light or dark paper, suits in two colours or four. Kept on the device, by cookie."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Self, TypeVar

COOKIE_AGE = 365 * 24 * 3600

Choice = TypeVar("Choice", bound=StrEnum)


class Theme(StrEnum):
    """``AUTO`` follows the device."""

    AUTO = "auto"
    LIGHT = "light"
    DARK = "dark"


class Deck(StrEnum):
    """How many colours the four suits have."""

    TWO = "two"
    FOUR = "four"


@dataclass(frozen=True, slots=True)
class Appearance:
    theme: Theme
    deck: Deck

    @classmethod
    def of(cls, choices: Mapping[str, str]) -> Self:
        """What cookies or a form say; whatever else stands in them counts as no choice."""
        return cls(
            theme=_chosen(Theme, choices.get("theme"), otherwise=Theme.AUTO),
            deck=_chosen(Deck, choices.get("deck"), otherwise=Deck.TWO),
        )


def _chosen(choices: type[Choice], text: str | None, *, otherwise: Choice) -> Choice:
    return choices(text) if text in list(choices) else otherwise

"""The games by the names that players use, and which one a regulation is about."""

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _

from carteado.regulation import Regulation, TrucoRules, available, load


class GameName(TextChoices):
    TRUCO = "truco", _("Truco")
    TRANCA = "tranca", _("Tranca")
    CANASTRA = "canastra", _("Canastra")


CARDS = {GameName.TRUCO: "7c", GameName.TRANCA: "Qh", GameName.CANASTRA: "Kd"}
"""The card that stands for the game in pictures, such as an event's poster."""


def game_of(regulation: Regulation) -> GameName:
    """The game of a regulation. Tranca is named after the black three that locks the pile; without it, it is
    canastra."""
    if isinstance(regulation.rules, TrucoRules):
        return GameName.TRUCO
    return GameName.TRANCA if regulation.rules.black_threes else GameName.CANASTRA


def is_named_in(game: GameName, name: str) -> bool:
    """True if the event's name already names the game, so that pages do not show “Truco · Truco Masters”."""
    return str(game.label).casefold() in name.casefold().split()


def regulations_of(game: GameName) -> list[str]:
    """The ids of the regulations of a game."""
    return [name for name in available() if game_of(load(name)) is game]

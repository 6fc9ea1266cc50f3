"""The lines of a score sheet in words."""

from django.utils.translation import gettext_lazy

VALUE = "hand_value"
"""The line of truco: what the hand was worth to its winner."""
ITEMS = {
    VALUE: gettext_lazy("Hand won"),
    "went_out": gettext_lazy("Went out"),
    "clean_canastas": gettext_lazy("Clean canastras"),
    "dirty_canastas": gettext_lazy("Dirty canastras"),
    "red_threes": gettext_lazy("Red threes on the table"),
    "melded_cards": gettext_lazy("Cards laid"),
    "hand_cards": gettext_lazy("Cards in hand"),
    "black_threes": gettext_lazy("Black threes in hand"),
    "red_threes_in_hand": gettext_lazy("Red threes in hand"),
    "no_morto": gettext_lazy("Without morto"),
    "adjustment": gettext_lazy("Points by the referee"),
}
"""Names of the lines of a count, by their item in the engine."""

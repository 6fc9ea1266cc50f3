"""Why a change to a table was refused, in words for the visitor.

If a rule of a championship forbids it, the reason is a ``Refusal`` with its article instead.
"""

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _


class PageRefusal(TextChoices):
    # ``TAKEN`` is for those who sit down, ``NOT_EMPTY`` for the owner who puts a bot there; while a match is on, those
    # who leave get ``PLAYING``, and all other changes ``MATCH_ON``
    TAKEN = "taken", _("Somebody else has just sat down there. Choose another seat; your name is kept.")
    MATCH_ON = "match_on", _("A match is on. Seats and settings change when it is over.")
    PLAYING = "playing", _("You are in the middle of a match. Close the page: in two minutes a bot sits in for you.")
    NO_SEAT = "no_seat", _("This table has no such seat.")
    NOT_EMPTY = "not_empty", _("Somebody sits there already.")
    NOT_OWNER = "not_owner", _("Only who made the table may do this.")
    NOT_SEATED = "not_seated", _("Only those who sit at the table may start.")
    NOBODY = "nobody", _("Bots alone do not play: one of you sits down first.")
    NOT_FULL = "not_full", _("A seat is still empty. Wait for somebody, or put a bot there.")
    OFFICIAL = "official", _("This table is a championship's: its pairs sit here, and the referee starts the match.")
    CLOSED = "closed", _("The site's team has closed this table: nothing is played here any more.")
    # of a championship's table
    UNKNOWN = "unknown", _("It is not known yet who plays this match.")
    NO_PAGE = "no_page", _("Not everybody in these pairs has a page of their own here: nobody could come to the table.")
    DECIDED = "decided", _("This match is decided: nothing is played here.")
    BEGUN = "begun", _("The match has begun at another table.")
    NOT_CALLED = "not_called", _("The match has not been called yet.")
    REFEREES = "referees", _("This table is a championship's: only its referee ends what is played there.")
    MISSING = "missing", _("Not all four are at the table yet.")

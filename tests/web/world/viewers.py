"""Who looks at the pages."""

from enum import StrEnum


class Viewer(StrEnum):
    """The name in a world under which the e-mail of each stands."""

    VISITOR = "visitor"
    MEMBER = "member"
    ORGANISER = "organiser"
    """Has no password and signs in by a one-time link."""
    STAFF = "staff"
    GUARDED = "guarded"
    """Has an authenticator app, has shown it, and gave the password once more, as changes to it ask."""
    HALFWAY = "halfway"
    """The same person, asked for the app just now."""


MOST_FIRST = (Viewer.ORGANISER, Viewer.STAFF, Viewer.GUARDED, Viewer.MEMBER, Viewer.HALFWAY, Viewer.VISITOR)
"""By how much they see, where a page is looked at once."""

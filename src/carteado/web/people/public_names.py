"""The name of a person without one: stored as ``Participante`` and a number, shown in the language of the page.

It is the name of an erased person, of one whose name the site's team took away, and of an account without a name.
"""

import re

from django.utils.translation import gettext as _

NAMELESS = "Participante"
"""The stored form for a person without a number: a guest at a live table."""
_STORED_FORM = re.compile(r"\bParticipante (\d+)\b")


def anonymous(number: int) -> str:
    """The stored form, also inside names of pairs and in texts by others. ``number`` is that of the account, or of the
    entrant in the event."""
    return f"Participante {number}"


def is_nameless(name: str) -> bool:
    """True for the stored form, and for the form that a page shows."""
    shown_form = re.escape(_("Participant {number}")).replace(r"\{number\}", r"\d+")
    return (
        name in (NAMELESS, _("Participant")) or re.fullmatch(rf"{_STORED_FORM.pattern}|{shown_form}", name) is not None
    )


def shown_name(name: str) -> str:
    """The name of a person, a pair or a delegation, with the stored form in the language of the page."""
    if name == NAMELESS:
        return _("Participant")
    return _STORED_FORM.sub(lambda match: _("Participant {number}").format(number=match[1]), name)

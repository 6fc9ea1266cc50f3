"""What somebody is called who was forgotten: ``Participante`` and a number is what is kept, and every page says it in
its own language."""

import re

from django.utils.translation import gettext as _

NAMELESS = "Participante"
"""Of whom not even a number is kept."""
_KEPT = re.compile(r"\bParticipante (\d+)\b")


def anonymous(number: int) -> str:
    """As it is kept, in the names of pairs and in what others wrote."""
    return f"Participante {number}"


def is_nameless(name: str) -> bool:
    """As it is kept, or as a page said it."""
    said = re.escape(_("Participant {number}")).replace(r"\{number\}", r"\d+")
    return name in (NAMELESS, _("Participant")) or re.fullmatch(rf"{_KEPT.pattern}|{said}", name) is not None


def shown_name(name: str) -> str:
    """The name of a person, a pair or a delegation as the page says it."""
    if name == NAMELESS:
        return _("Participant")
    return _KEPT.sub(lambda found: _("Participant {number}").format(number=found[1]), name)

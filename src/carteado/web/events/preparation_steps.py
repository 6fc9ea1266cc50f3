"""The steps in which an event is prepared. They can be taken in any order, before it is published and after."""

from enum import StrEnum

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class Step(StrEnum):
    """As the address names it."""

    RULES = "regras"
    PLACE = "lugar"
    ENTRIES = "inscricoes"
    FORMAT = "formato"
    TABLES = "mesas"
    QUESTIONS = "perguntas"
    DOCUMENTS = "documentos"
    REVIEW = "revisar"


TITLES: dict[Step, str | Promise] = {
    Step.RULES: _("Rules"),
    Step.PLACE: _("Name and place"),
    Step.ENTRIES: _("Entries"),
    Step.FORMAT: _("Format"),
    Step.TABLES: _("Tables"),
    Step.QUESTIONS: _("Questions"),
    Step.DOCUMENTS: _("Documents"),
    Step.REVIEW: _("Review"),
}

_ORDER = tuple(Step)


def after(step: Step) -> Step:
    """Where one goes on; the last step is the end."""
    return _ORDER[min(_ORDER.index(step) + 1, len(_ORDER) - 1)]

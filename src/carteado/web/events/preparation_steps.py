"""The steps in which an event is prepared. They can be taken in any order, before and after publishing."""

from enum import StrEnum

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class Step(StrEnum):
    """A step. The value is its part of the address."""

    RULES = "regras"
    PLACE = "lugar"
    ENTRIES = "inscricoes"
    FORMAT = "formato"
    TABLES = "mesas"
    QUESTIONS = "perguntas"
    PRODUCER = "realizacao"
    DOCUMENTS = "documentos"
    REVIEW = "revisar"


TITLES: dict[Step, str | Promise] = {
    Step.RULES: _("Rules"),
    Step.PLACE: _("Name and place"),
    Step.ENTRIES: _("Entries"),
    Step.FORMAT: _("Format"),
    Step.TABLES: _("Tables"),
    Step.QUESTIONS: _("Questions"),
    Step.PRODUCER: _("Who runs it"),
    Step.DOCUMENTS: _("Documents"),
    Step.REVIEW: _("Review"),
}

_ORDER = tuple(Step)


def step_after(step: Step) -> Step:
    """The step that follows. The last one is followed by itself."""
    return _ORDER[min(_ORDER.index(step) + 1, len(_ORDER) - 1)]

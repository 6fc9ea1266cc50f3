"""The base class of the actions that the log records.

A package declares its actions in its module ``log_actions``, each as a subclass. ``code`` names the action in the
database and never changes. ``sentence`` is the text in the history, with ``{actor}`` and fields in braces.
``notifies`` are the roles in the event whose holders find the action among their notices, unless they did it
themselves; without it nobody does. The fields hold numbers and fixed words, never personal data.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from carteado.web.kit.guarding.policy import Role
from carteado.web.log.vocabulary import fits, kinds_of, value_in_words

THE_SITE = _("The site")


@dataclass(frozen=True, slots=True)
class Action:
    """An action as the log stores it. Raises ValueError for a word that is not in the field's vocabulary."""

    code: ClassVar[str]
    sentence: ClassVar[str | Promise]
    notifies: ClassVar[frozenset[Role]] = frozenset()

    def __post_init__(self) -> None:
        for name, kind in kinds_of(type(self)).items():
            if not fits(getattr(self, name), kind):
                raise ValueError(f"{type(self).__name__}.{name} cannot be {getattr(self, name)!r}")

    def details(self) -> dict[str, object]:
        """The fields as ``LogEntry.details`` stores them."""
        return {name: getattr(self, name) for name in kinds_of(type(self))}

    def in_words(self, actor: str | None, name_of_person: Callable[[int], str]) -> str:
        """The action in the current language. Without an actor, the sentence for acts without an account."""
        values = {
            name: value_in_words(getattr(self, name), kind, name_of_person)
            for name, kind in kinds_of(type(self)).items()
        }
        if actor is None:
            return str(self.unsigned).format(actor=THE_SITE, **values)
        return str(self.text).format(actor=actor, **values)

    @property
    def text(self) -> str | Promise:
        """The sentence of this action. A kind whose sentence depends on its fields overrides it."""
        return self.sentence

    @property
    def unsigned(self) -> str | Promise:
        """The sentence if nobody was signed in: the actor is the site. A kind that people do without an account
        overrides it."""
        return self.text

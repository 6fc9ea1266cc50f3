"""Names that the site's team took away. The package ``tables`` stores them; packages that cannot import it ask here.

``who`` is a reference of ``people.references``. ``event`` is the number of an entrant's event, and None for others.
"""

from typing import NamedTuple, Protocol

from django.db.models import TextChoices


class RemovedName(NamedTuple):
    """Why a name was taken away, and the name that is shown in its place."""

    reason: TextChoices
    shown_name: str


class NameChecks(Protocol):
    def refusal(self, who: str, name: str, event: int | None) -> str | None:
        """Why this person may not use the name, as a sentence. None if they may. Others may use it."""

    def removed_name(self, who: str, name: str, event: int | None) -> RemovedName | None:
        """The last time a name was taken away from this person, who is now called ``name``. None if there was none. It
        may have been long ago: the caller asks only while ``name`` is still the one put in place of it."""


NAME_CHECKS: list[NameChecks] = []
"""At most one, put here by ``TablesConfig.ready``. Without it every name may be used."""


def refusal_of_name(who: str, name: str, event: int | None = None) -> str | None:
    """``NameChecks.refusal``, for forms in which a person chooses a name."""
    return NAME_CHECKS[0].refusal(who, name, event) if NAME_CHECKS else None


def removed_name(who: str, name: str, event: int | None = None) -> RemovedName | None:
    """``NameChecks.removed_name``, for pages that ask the person for another name."""
    return NAME_CHECKS[0].removed_name(who, name, event) if NAME_CHECKS else None

"""Names that the site's team took away. Live tables store them; forms and pages below ask here.

Who a name belongs to is a reference of ``people.references``. ``event`` is the number of an entrant's event.
"""

from typing import NamedTuple, Protocol

from django.db.models import TextChoices


class RemovedName(NamedTuple):
    """Why a name was taken away, and the name shown until the person chooses another."""

    reason: TextChoices
    shown_name: str


class NameChecks(Protocol):
    def refusal(self, who: str, name: str, event: int | None) -> str | None:
        """A sentence if this person may no longer use the name."""

    def removed_name(self, who: str, name: str, event: int | None) -> RemovedName | None:
        """The last name that was taken away from this person, who is now called ``name``."""


NAME_CHECKS: list[NameChecks] = []
"""At most one, put here by ``TablesConfig.ready``. Without it every name may be used."""


def refusal_of_name(who: str, name: str, event: int | None = None) -> str | None:
    return NAME_CHECKS[0].refusal(who, name, event) if NAME_CHECKS else None


def removed_name(who: str, name: str, event: int | None = None) -> RemovedName | None:
    return NAME_CHECKS[0].removed_name(who, name, event) if NAME_CHECKS else None

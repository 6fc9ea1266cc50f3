"""Why something was not done, or cannot be, for the page to show: a colleague saved the same step first, or the
regulation refused it, in words."""

from dataclasses import dataclass

from carteado.regulation import Refusal, Regulation
from carteado.web.events.step_saving import Conflict
from carteado.web.kit.words.catalogue import words


@dataclass(frozen=True, slots=True, kw_only=True)
class Trouble:
    """A conflict, or a refusal as a sentence, with the key of the rule whose article the page cites.

    ``refusal`` is empty for a conflict, ``key`` if no article is cited.
    """

    conflict: Conflict | None = None
    refusal: str = ""
    key: str = ""


NO_TROUBLE = Trouble()
"""There is nothing to show."""


def trouble_from_refusal(refusal: Refusal, regulation: Regulation) -> Trouble:
    """A refusal in words, with its article if this regulation has one for it."""
    return Trouble(refusal=words().refusal(refusal), key=refusal.key if refusal.key in regulation.citations else "")

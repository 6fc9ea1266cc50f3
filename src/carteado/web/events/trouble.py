"""Why something was not done, for the page to show: a colleague was first, or a refusal in words."""

from dataclasses import dataclass

from carteado.regulation import Refusal, Regulation
from carteado.web.events.step_saving import Conflict
from carteado.web.kit.words.catalogue import words


@dataclass(frozen=True, slots=True, kw_only=True)
class Trouble:
    """A conflict, or a refusal: the sentence that readers see. ``key`` leads to its article, if it has one."""

    conflict: Conflict | None = None
    refusal: str = ""
    key: str = ""


NO_TROUBLE = Trouble()
"""Everything is well: templates then show nothing."""


def trouble_from_refusal(refusal: Refusal, regulation: Regulation) -> Trouble:
    """A refusal in words, with its article if this regulation has one for it."""
    return Trouble(refusal=words().refusal(refusal), key=refusal.key if refusal.key in regulation.citations else "")

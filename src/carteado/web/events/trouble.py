"""Why something was not done, as the page shows it: somebody else was first, or the regulation does not allow it."""

from dataclasses import dataclass

from carteado.regulation import Refusal, Regulation
from carteado.web.events.step_saving import Conflict
from carteado.web.kit.words.catalogue import words


@dataclass(frozen=True, slots=True, kw_only=True)
class Trouble:
    """``key`` leads to the article, where the refusal has one."""

    conflict: Conflict | None = None
    refusal: str = ""
    key: str = ""


NO_TROUBLE = Trouble()


def refused(refusal: Refusal, regulation: Regulation) -> Trouble:
    """A refusal with its article, where it has one under this regulation."""
    return Trouble(refusal=words().refusal(refusal), key=refusal.key if refusal.key in regulation.citations else "")

"""Why something was not saved, for the page to show: a colleague was first, or the regulation refuses it."""

from dataclasses import dataclass

from carteado.regulation import Refusal, Regulation
from carteado.web.events.step_saving import Conflict
from carteado.web.kit.words.catalogue import words


@dataclass(frozen=True, slots=True, kw_only=True)
class Trouble:
    """A conflict or a refusal. ``key`` leads to the article, if the refusal has one."""

    conflict: Conflict | None = None
    refusal: str = ""
    key: str = ""


NO_TROUBLE = Trouble()


def trouble_from_refusal(refusal: Refusal, regulation: Regulation) -> Trouble:
    """A refusal, with its article if this regulation has one for it."""
    return Trouble(refusal=words().refusal(refusal), key=refusal.key if refusal.key in regulation.citations else "")

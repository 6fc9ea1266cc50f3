"""Errors in an input: a code, details and the place, so that callers can word them in any language."""

from typing import Any

from carteado.regulation import Catalogue, Refusal, Regulation, RegulationError

_LONGEST_SHOWN = 60


class InputError(ValueError):
    """A file that cannot be accepted. ``where`` is the path into it; ``hand`` and ``action`` count from 0."""

    def __init__(
        self,
        code: str,
        *,
        where: str = "",
        hand: int | None = None,
        action: int | None = None,
        **details: Any,
    ) -> None:
        super().__init__(f"{where}: {code}" if where else code)
        self.code, self.where, self.hand, self.action, self.details = code, where, hand, action, details

    def message(self, catalogue: Catalogue) -> str:
        """The error as a sentence in the catalogue's language, with the place."""
        sentence = catalogue.error(self.code, self.details)
        return f"{self.where}: {sentence}" if self.where else sentence

    def to_json(self, catalogue: Catalogue) -> dict[str, object]:
        return {
            "message": self.message(catalogue),
            "rule": None,
            "article": None,
            "where": self.where or None,
            "hand": self.hand,
            "action": self.action,
        }


class RuleBroken(InputError):
    """A well-formed input that a rule forbids."""

    def __init__(
        self,
        refusal: Refusal,
        regulation: Regulation,
        *,
        where: str = "",
        hand: int | None = None,
        action: int | None = None,
    ) -> None:
        super().__init__(refusal.code, where=where, hand=hand, action=action)
        self.refusal, self.regulation = refusal, regulation

    def message(self, catalogue: Catalogue) -> str:
        """The refusal as a sentence in the catalogue's language, with the article and ruling if there are any."""
        sentence = catalogue.refusal(self.refusal)
        return f"{sentence} [{self.regulation.cite_with_ruling(self.refusal.key)}]" if self.refusal.key else sentence

    def to_json(self, catalogue: Catalogue) -> dict[str, object]:
        if not self.refusal.key:
            return super().to_json(catalogue)
        citation = self.regulation.citation(self.refusal.key)
        return super().to_json(catalogue) | {
            "rule": self.refusal.key,
            "article": str(citation),
            "ruling": citation.ruling,
        }


def from_regulation_error(error: RegulationError) -> InputError:
    details: dict[str, Any] = {name: _short(value) for name, value in error.details.items()}
    return InputError(error.code, where=f"{error.source}: {error.key}", **details)


def _short(value: object) -> object:
    """The value, shortened if it is too long to quote."""
    return value if len(str(value)) <= 5 * _LONGEST_SHOWN else str(value)[:_LONGEST_SHOWN] + "…"


def quoted(value: object) -> str:
    """A value of the input as an error message quotes it: short, and never a whole document."""
    if isinstance(value, dict | list):
        return "{…}" if isinstance(value, dict) else "[…]"
    text = repr(value)
    return text if len(text) <= _LONGEST_SHOWN else text[:_LONGEST_SHOWN] + "…"

"""What is wrong with an input, and where: a value that any language can word."""

from carteado.regulation import Catalogue, Refusal, Regulation, RegulationError

_LONGEST_SHOWN = 60


class InputError(ValueError):
    """A file that cannot be taken. ``where`` is the path into it; ``hand`` and ``action`` count from 0.

    With a ``refusal`` the input is well formed and a rule forbids it.
    """

    def __init__(
        self,
        code: str = "",
        *,
        where: str = "",
        hand: int | None = None,
        action: int | None = None,
        refusal: Refusal | None = None,
        regulation: Regulation | None = None,
        **details: object,
    ) -> None:
        self.code, self.where, self.hand, self.action = code, where, hand, action
        self.refusal, self.regulation, self.details = refusal, regulation, details
        super().__init__(code or (refusal.code if refusal else ""))

    def message(self, words: Catalogue) -> str:
        """What is wrong, in a person's language, with the place and the article."""
        if self.refusal is None:
            said = words.error(self.code, self.details)
            return f"{self.where}: {said}" if self.where else said
        said = words.refusal(self.refusal)
        return f"{said} [{self.regulation.cite(self.refusal.key)}]" if self.regulation else said

    def to_json(self, words: Catalogue) -> dict[str, object]:
        rule = self.refusal.key if self.refusal else None
        citation = self.regulation.citation(rule) if rule and self.regulation else None
        return {
            "message": self.message(words),
            "rule": rule,
            "article": str(citation) if citation else None,
            "ruling": citation.ruling if citation else None,
            "where": self.where or None,
            "hand": self.hand,
            "action": self.action,
        }


def from_regulation_error(error: RegulationError) -> InputError:
    return InputError(error.code, where=f"{error.source}: {error.key}", **error.details)


def shown(value: object) -> str:
    """A value of the input as an error may quote it: short, and never a whole document."""
    text = repr(value)
    return text if len(text) <= _LONGEST_SHOWN else text[:_LONGEST_SHOWN] + "…"

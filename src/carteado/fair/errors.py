"""Errors of fair deals and draws: a code with details, so that callers can word them in any language."""

from collections.abc import Mapping
from dataclasses import dataclass, field

_SENTENCES = {
    "bad_seed": "a seed or secret is 32 bytes, written as 64 lower-case hexadecimal digits",
    "bad_id": "{what} {value!r} must be printable ASCII without '|', and not empty",
    "bad_hand": "hands are numbered from 0, not {value!r}",
    "bad_range": "a number below {value!r} cannot be drawn from 32-bit words",
    "bad_cut": "a cut of {value!r} cards is impossible in a deck of {cards}",
    "bad_burn": "{value!r} cards cannot be burnt from a deck of {cards}",
    "bad_deal": "{players!r} players cannot get {each!r} cards by {packet!r} from seat {first!r} on",
    "not_enough_cards": "{needed} cards are to be dealt and only {cards} are left",
    "bad_shape": "{key!r} is missing or is not {expected}",
    "unknown_key": "{key!r} is not a key known here",
    "bad_entrant": "an entrant's id is a text with at least one character, not {value!r}",
    "no_entrants": "a draw needs at least one entrant",
    "duplicate_entrant": "{value!r} is entered twice",
    "unknown_entrant": "{value!r} is to be kept apart and is not an entrant",
    "bad_group": "the group of {entrant!r} is a text with at least one character, not {value!r}",
    "bad_byes": "{value!r} byes are impossible among {entrants} entrants",
    "bad_entropy": "the public entropy is a text that can be written in UTF-8",
    "wrong_format": "the format is {value!r}, not {expected!r}",
    "not_revealed": "the seed is not revealed yet",
    "commitment_differs": "the commitment published is not the one made from the secret",
    "differs": "{key!r} is not what the inputs give",
}


def sentence(code: str, details: Mapping[str, object]) -> str:
    return _SENTENCES[code].format(**details)


def _printable(value: object) -> object:
    """A value for an error message. Outside data may be nested too deeply to print, so only its type is shown."""
    return value if value is None or isinstance(value, str | int | float) else type(value).__name__


class FairError(ValueError):
    """An input from which no fair deal or draw can be made or recomputed."""

    def __init__(self, code: str, **details: object) -> None:
        self.code = code
        self.details = {key: _printable(value) for key, value in details.items()}
        super().__init__(sentence(code, self.details))


@dataclass(frozen=True, slots=True)
class Problem:
    """A published value that recomputing does not confirm."""

    code: str
    details: Mapping[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        return sentence(self.code, self.details)

"""The values that a field of an action may have: numbers, and fixed words that every language can show.

No field takes free text, so that no personal data can enter a log that is never changed.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass, fields
from functools import cache
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from carteado.regulation import available, load
from carteado.web.kit.guarding.policy import Role
from carteado.web.kit.guarding.role_names import name_of


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The words that a field may have, and how each one is shown to people."""

    words: Callable[[], Collection[str]]
    in_words: Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Person:
    """Marks a number as a person's. Pages show the person's current name."""


RegulationId = Annotated[str, Vocabulary(available, lambda word: load(word).name)]
RoleWord = Annotated[str, Vocabulary(Role.of_events, name_of)]
PersonNumber = Annotated[int, Person()]

Kind = Vocabulary | Person | type[int]


def kinds_of(action: type) -> dict[str, Kind]:
    """The kind of each field. Raises TypeError for a field that could have any value."""
    return _kinds_of(action)


@cache
def _kinds_of(action: type) -> dict[str, Kind]:
    hints = get_type_hints(action, include_extras=True)
    return {field.name: _kind(f"{action.__name__}.{field.name}", hints[field.name]) for field in fields(action)}


def _kind(field: str, hint: Any) -> Kind:
    if hint is int:
        return int
    notes = get_args(hint)[1:] if get_origin(hint) is Annotated else ()
    for note in notes:
        if isinstance(note, Vocabulary | Person):
            return note
    raise TypeError(f"{field} could hold anything: give it a vocabulary")


def fits(value: object, kind: Kind) -> bool:
    """True if a field of this kind may have the value. A boolean is not a number."""
    return value in kind.words() if isinstance(kind, Vocabulary) else type(value) is int


def value_in_words(value: Any, kind: Kind, name_of_person: Callable[[int], str]) -> str:
    """The value as people read it, in the current language."""
    if isinstance(kind, Vocabulary):
        return kind.in_words(value)
    return name_of_person(value) if isinstance(kind, Person) else str(value)

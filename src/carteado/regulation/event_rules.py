"""What a regulation may say about the event around the matches."""

from collections.abc import Iterator
from dataclasses import dataclass

from carteado.regulation.schema import Problem


@dataclass(frozen=True, slots=True, kw_only=True)
class EventRules:
    """The rules of the event, section by section; a regulation may lack a section."""


def impossible_event(rules: EventRules) -> Iterator[Problem]:
    return iter(())

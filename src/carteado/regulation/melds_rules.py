"""What a regulation of Tranca or Canastra must say. The annotations are the schema of its file."""

from collections.abc import Iterator
from dataclasses import dataclass

from carteado.regulation.schema import Problem


@dataclass(frozen=True, slots=True, kw_only=True)
class MeldsRules:
    """A regulation of Tranca or Canastra, section by section in the order in which a match meets them."""


def impossible_melds(rules: MeldsRules) -> Iterator[Problem]:
    return iter(())

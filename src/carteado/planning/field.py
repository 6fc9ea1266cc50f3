"""The pairs of a simulation: made up, or read from a list of entries."""

from typing import NamedTuple

from carteado.regulation import Regulation
from carteado.tournament.outcomes import PairId

_FIRST_NAMES = """
Ana Bia Caio Davi Eva Fábio Gil Hugo Iara João Katia Léo Mara Nina Otto Pedro Rita Saulo Téo Ugo Vera Ivo Zeca Alice
Beto Clara Dora Enzo Flora Gabi Heitor Inês Júlia Kauê Lia Miguel Nara Olga Paulo Raul Sara Tito Valter Yara Zilda Alan
Bruna Cida Denis Elis Fred Gina Helô Igor Joca Lara Max Nei Ondina Pina Rosa Sofia Tina Vitor
"""

_STATES = "AC AL AM AP BA CE DF ES GO MA MG MS MT PA PB PE PI PR RJ RN RO RR RS SC SE SP TO"


class Contender(NamedTuple):
    """A pair and its players. If pairs represent delegations, also the delegation and the substitutes."""

    id: PairId
    players: tuple[str, str]
    delegation: str | None = None
    substitutes: tuple[str, ...] = ()


def invented_pairs(regulation: Regulation, pairs: int) -> tuple[Contender, ...]:
    """Make up pairs, each of a different delegation if the regulation has delegations. Key: delegations.represented."""
    delegations = regulation.event.delegations
    if delegations is None:
        return tuple(_pair(number) for number in range(pairs))
    return tuple(_of_delegation(number, delegations.substitutes) for number in range(pairs))


def _pair(number: int) -> Contender:
    players = _person(2 * number), _person(2 * number + 1)
    return Contender(" e ".join(players), players)


def _of_delegation(number: int, substitutes: int) -> Contender:
    name = _name_at(_STATES, number)
    first = number * (2 + substitutes)
    people = [_person(first + index) for index in range(2 + substitutes)]
    return Contender(name, (people[0], people[1]), name, tuple(people[2:]))


def _person(number: int) -> str:
    return _name_at(_FIRST_NAMES, number)


def _name_at(text: str, number: int) -> str:
    """The name at that place of the list, with a number once the list is used up."""
    names = text.split()
    lap, at = divmod(number, len(names))
    return f"{names[at]} {lap + 1}" if lap else names[at]

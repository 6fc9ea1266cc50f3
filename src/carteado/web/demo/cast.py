"""The people of the demo: a team with accounts, and invented pairs that operations know only by code.

``event`` is the slug of an event. Names drawn for it are always the same.
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import NamedTuple

from carteado.planning.field import Contender
from carteado.web.kit.guarding.policy import Role
from carteado.web.people.models import User

ORGANISER_EMAIL = "organizador@demo.carteado.example"

_TEAM: Mapping[Role, tuple[str, str]] = {
    Role.ORGANISER: (ORGANISER_EMAIL, "Célia Prado"),
    Role.REFEREE: ("arbitro@demo.carteado.example", "Juvenal Reis"),
    Role.CLERK: ("mesa@demo.carteado.example", "Dalva Lima"),
    Role.BROADCASTER: ("transmissao@demo.carteado.example", "Nando Braga"),
}

_FIRST_NAMES = """
Bia Cida Ivo Edson Dirce Nair Tonho Cleide Sônia Ilda Neusa Zeca Marlene Odete Vilma Tereza Juca Abel Adélia Alzira
Amaro Anita Aurora Benê Berenice Caetano Candinha Chico Clóvis Conceição Damião Darci Dinorá Dito Djalma Dorival Elza
Eunice Firmino Genaro Glória Hélio Iolanda Iracema Jacira Jandira Jorge Judite Lázaro Leonor Lourdes Lucinha Maneco
Matilde Moacir Nelson Noêmia Olívia Osmar Palmira Pedrina Quitéria Raimundo Rosália Salete Severino Tarcísio Ubirajara
Valdir Wanda Zezé Zilá
"""
_SURNAMES = """
Amaral Barreto Cardoso Dantas Evangelista Farias Galvão Holanda Inocêncio Jardim Leal Macedo Nogueira Oliva Peixoto
Quintela Rangel Sampaio Teles Uchoa Valença Xavier Zanetti
"""


class NamedPair(NamedTuple):
    """A pair with its displayed name, and the code that operations use for it."""

    code: str
    name: str
    delegation: str = ""

    @property
    def players(self) -> tuple[str, str]:
        """The codes of its players, who have no accounts."""
        return f"{self.code}a", f"{self.code}b"

    @property
    def called(self) -> tuple[str, str]:
        """The first names of its players, of which the pair's name is made."""
        one, two = self.name.split(" e ")
        return one, two

    def contender(self, substitutes: int = 0) -> Contender:
        """The pair as the simulation knows it, without a name. A delegation also has ``substitutes``."""
        reserves = tuple(f"{self.code}r{number}" for number in range(1, substitutes + 1))
        return Contender(self.code, self.players, self.delegation or None, reserves if self.delegation else ())


def full_name(event: str, code: str, called: str = "") -> str:
    """A player's full name. Those who are not ``called`` anything, the substitutes, get a random first name."""
    chance = Random(f"carteado-demo|{event}|{code}")
    return f"{called or chance.choice(_FIRST_NAMES.split())} {chance.choice(_SURNAMES.split())}"


def create_team() -> dict[Role, User]:
    """Create the accounts of the team, without a password. One-time links are the only way to sign in."""
    return {role: User.objects.create_user(email, name=name) for role, (email, name) in _TEAM.items()}


def pairs_of(event: str, count: int) -> tuple[NamedPair, ...]:
    """``count`` pairs for the event, always the same ones."""
    return _random_pairs(event, [""] * count)


def delegations_of(event: str, delegations: Sequence[str]) -> tuple[NamedPair, ...]:
    """A pair for each delegation."""
    return _random_pairs(event, delegations)


def _random_pairs(event: str, delegations: Sequence[str]) -> tuple[NamedPair, ...]:
    """A pair for each delegation; an empty text is a pair without one."""
    names = Random(f"carteado-demo|{event}").sample(_FIRST_NAMES.split(), 2 * len(delegations))
    couples = zip(names[::2], names[1::2], strict=True)
    return tuple(
        NamedPair(f"d{number:02}", f"{one} e {two}", delegation)
        for number, ((one, two), delegation) in enumerate(zip(couples, delegations, strict=True), start=1)
    )

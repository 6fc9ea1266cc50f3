"""People who play: the facts about a person that decide whether they may take part, and nothing else.

The site keeps identity papers and their numbers. A fact that has not been given is None: unknown, which is no refusal.
"""

from dataclasses import dataclass
from datetime import UTC, date, datetime
from enum import StrEnum
from typing import TypeVar

from carteado.record import Node
from carteado.record.errors import quoted

PersonId = str
Choice = TypeVar("Choice", bound=StrEnum)


class ConsentName(StrEnum):
    """What a person agrees to, each separately. Keys: the names are those of the section ``consents``."""

    REGULATION = "regulation"
    IMAGE = "image"
    MATERIAL = "material"
    OWN_MATERIAL = "own_material"
    PERSONAL_DATA = "personal_data"


class TieKind(StrEnum):
    """Ties that may bar a person.

    Keys: eligibility.producer_ties, eligibility.kinship_degree, eligibility.sponsor_staff.
    """

    PRODUCER = "producer_tie"
    RELATIVE = "relative"
    SPONSOR = "sponsor_tie"


@dataclass(frozen=True, slots=True, kw_only=True)
class Tie:
    """A tie that a person declares. ``degree`` is for relatives: 1 for parents and children, None while unknown."""

    kind: TieKind
    degree: int | None = None

    def to_json(self) -> dict[str, object]:
        return {"kind": str(self.kind), "degree": self.degree}

    @classmethod
    def from_json(cls, node: Node) -> "Tie":
        node.mapping(known_keys=frozenset({"kind", "degree"}))
        return cls(kind=read_choice(node["kind"], TieKind), degree=node.optional("degree", Node.positive))


@dataclass(frozen=True, slots=True, kw_only=True)
class Consent:
    """An answer to one text, identified by version and hash. ``given`` is False if it was refused or taken back.

    ``to`` names a consent, or a document of the event, which is signed or not.
    """

    to: str
    version: str
    hash: str
    at: datetime
    given: bool = True

    def to_json(self) -> dict[str, object]:
        return {
            "to": str(self.to),
            "version": self.version,
            "hash": self.hash,
            "at": write_instant(self.at),
            "given": self.given,
        }

    @classmethod
    def from_json(cls, node: Node) -> "Consent":
        node.mapping(known_keys=frozenset({"to", "version", "hash", "at", "given"}))
        return cls(
            to=node["to"].name(),
            version=node["version"].name(),
            hash=node["hash"].name(),
            at=read_instant(node["at"]),
            given=node["given"].boolean(),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """The facts about a person that eligibility needs.

    Countries are ISO 3166 codes. Of several nationalities, the one most favourable to the person is recorded. ``ties``
    is None until the person has declared them, and empty if there are none. The latest answer to a text counts.
    ``has_rne`` is False if the person declares that they have none.
    """

    id: PersonId
    name: str
    born: date | None = None
    residence: str | None = None
    nationality: str | None = None
    regular_situation: bool | None = None
    has_rne: bool | None = None
    rne_issued: date | None = None
    speaks_portuguese: bool | None = None
    capable: bool | None = None
    unimpeded: bool | None = None
    available: bool | None = None
    ties: tuple[Tie, ...] | None = None
    consents: tuple[Consent, ...] = ()
    documents: tuple[Consent, ...] = ()

    def consent_to(self, name: str) -> Consent | None:
        return _latest(self.consents, name)

    def signature_of(self, document: str) -> Consent | None:
        return _latest(self.documents, document)

    def to_json(self) -> dict[str, object]:
        """The known facts; unknown ones are left out."""
        known: dict[str, object] = {"id": self.id, "name": self.name}
        known |= {name: day.isoformat() for name in _DAYS if (day := getattr(self, name)) is not None}
        known |= {name: fact for name in (*_COUNTRIES, *_FACTS) if (fact := getattr(self, name)) is not None}
        if self.ties is not None:
            known["ties"] = [tie.to_json() for tie in self.ties]
        known |= {name: [one.to_json() for one in given] for name in _ANSWERS if (given := getattr(self, name))}
        return known

    @classmethod
    def from_json(cls, node: Node) -> "Person":
        node.mapping(known_keys=frozenset({"id", "name", "ties", *_DAYS, *_COUNTRIES, *_FACTS, *_ANSWERS}))
        return cls(
            id=node["id"].name(),
            name=node["name"].name(),
            born=node.optional("born", read_day),
            residence=node.optional("residence", Node.name),
            nationality=node.optional("nationality", Node.name),
            regular_situation=node.optional("regular_situation", Node.boolean),
            has_rne=node.optional("has_rne", Node.boolean),
            rne_issued=node.optional("rne_issued", read_day),
            speaks_portuguese=node.optional("speaks_portuguese", Node.boolean),
            capable=node.optional("capable", Node.boolean),
            unimpeded=node.optional("unimpeded", Node.boolean),
            available=node.optional("available", Node.boolean),
            ties=node.optional("ties", _read_ties),
            consents=node.optional("consents", _read_consents) or (),
            documents=node.optional("documents", _read_answers) or (),
        )


_DAYS = ("born", "rne_issued")
_COUNTRIES = ("residence", "nationality")
_FACTS = ("regular_situation", "has_rne", "speaks_portuguese", "capable", "unimpeded", "available")
_ANSWERS = ("consents", "documents")


def complete_years(since: date, on: date) -> int:
    """The anniversaries up to a day. For 29 February it falls on 1 March in a common year."""
    return on.year - since.year - ((on.month, on.day) < (since.month, since.day))


def _latest(answers: tuple[Consent, ...], to: str) -> Consent | None:
    return max((answer for answer in answers if answer.to == to), key=lambda answer: answer.at, default=None)


def _read_ties(node: Node) -> tuple[Tie, ...]:
    return tuple(Tie.from_json(one) for one in node.elements())


def _read_consents(node: Node) -> tuple[Consent, ...]:
    consents = _read_answers(node)
    for one in node.elements():
        read_choice(one["to"], ConsentName)
    return consents


def _read_answers(node: Node) -> tuple[Consent, ...]:
    return tuple(Consent.from_json(one) for one in node.elements())


# --- days, instants and names in JSON -----------------------------------------------------------------------------


def write_instant(at: datetime) -> str:
    return at.astimezone(UTC).isoformat().replace("+00:00", "Z")


def read_instant(node: Node) -> datetime:
    return datetime.fromisoformat(node.instant())


def read_day(node: Node) -> date:
    """A day as ``YYYY-MM-DD``."""
    try:
        day = date.fromisoformat(node.text())
    except ValueError:
        raise node.expected("day") from None
    if day.isoformat() != node.text():
        raise node.expected("day")
    return day


def read_choice(node: Node, kind: type[Choice]) -> Choice:
    if node.text() not in list(kind):
        raise node.wrong("not_one_of", value=quoted(node.value), choices=[str(one) for one in kind])
    return kind(node.text())

"""People who may take part in Truco Masters, and entries of theirs, to be spoilt by the tests."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any

from carteado.regulation import load
from carteado.tournament.registrations.acts import Actor, Change, ConfirmPartner, Enter, Role
from carteado.tournament.registrations.entries import Entry, Roll, changed, new_entry
from carteado.tournament.registrations.people import Consent, ConsentName, Person

TM, AF = load("truco-masters-2025"), load("afia-2026-tranca")
FA, AP = load("faraes-2023-tranca"), load("apcef-sc-2022-canastra")
IN_TIME = datetime(2025, 9, 20, 12, tzinfo=UTC)
PRODUCER = Actor(Role.ORGANISER, "produtora")


def later(hours: float) -> datetime:
    return IN_TIME + timedelta(hours=hours)


def agreed(to: str, *, given: bool = True, at: datetime = IN_TIME) -> Consent:
    return Consent(to=to, version="2025-08-22", hash="a3f1", at=at, given=given)


def brazilian(id: str = "ana", **facts: Any) -> Person:
    """Somebody who meets every requirement, but for the facts that are said."""
    person = Person(
        id=id,
        name=id.title(),
        born=date(1990, 5, 17),
        residence="BR",
        nationality="BR",
        capable=True,
        unimpeded=True,
        available=True,
        ties=(),
        consents=tuple(agreed(name) for name in ConsentName),
    )
    return replace(person, **facts)


def foreigner(id: str = "juan", **facts: Any) -> Person:
    known: dict[str, Any] = {
        "nationality": "AR",
        "regular_situation": True,
        "has_rne": True,
        "rne_issued": date(2020, 1, 2),
        "speaks_portuguese": True,
    }
    return brazilian(id, **{**known, **facts})


def entering(first: str = "ana", second: str = "bia", **changes: Any) -> Enter:
    """The first enters both."""
    known: dict[str, Any] = {
        "id": f"{first}-{second}",
        "people": (first, second),
        "registrant": first,
        "by": Actor(Role.REGISTRANT, first),
        "at": IN_TIME,
    }
    return Enter(**{**known, **changes})


def entered(roll: Roll, *acts: Change, first: str = "ana", second: str = "bia", **changes: Any) -> Entry:
    """An entry, as far as the acts take it."""
    entry = new_entry(entering(first, second, **changes), roll=roll)
    for act in acts:
        entry = changed(entry, act, roll=roll)
    return entry


def confirming(second: str = "bia", at: datetime = IN_TIME) -> ConfirmPartner:
    return ConfirmPartner(by=Actor(Role.PARTNER, second), at=at)

"""Entries on a roll, acts of those who may do them, and why others are refused."""

from datetime import datetime
from typing import Any

import pytest

from carteado.regulation import LANGUAGES, IllegalAct, Refusal, Regulation, catalogue
from carteado.tournament.registrations.acts import (
    Actor,
    Change,
    Disqualify,
    Ground,
    KeepInReserve,
    Opening,
    Role,
    Select,
    Withdraw,
)
from carteado.tournament.registrations.entries import Entry, Roll, changed, new_entry, refusal, refusal_to_open
from tests.tournament.registrations.entrants import PRODUCER, TM, later

ANA, BIA = Actor(Role.REGISTRANT, "ana"), Actor(Role.PARTNER, "bia")
REFEREE = Actor(Role.REFEREE, "rui")
EMPTY = Roll(regulation=TM)
SELECT = Select(by=PRODUCER, at=later(2))
RESERVE = KeepInReserve(by=PRODUCER, at=later(2))


def roll_of(*entries: Entry, **around: Any) -> Roll:
    return Roll(**{"regulation": TM, "entries": entries, **around})


AFTER = later(5)


def withdrawing(by: Actor = ANA, at: datetime = AFTER, *, in_writing: bool = True) -> Withdraw:
    return Withdraw(by=by, at=at, in_writing=in_writing, why="viagem")


def disqualifying(ground: Ground, by: Actor = PRODUCER, why: str = "apurado") -> Disqualify:
    return Disqualify(by=by, at=AFTER, ground=ground, why=why)


def code_and_article(refused: Refusal | None, regulation: Regulation = TM) -> tuple[str, str]:
    """The code of a refusal and the articles it cites, none for one by no rule."""
    assert refused is not None
    assert all(catalogue(language).refusal(refused) for language in LANGUAGES)
    return refused.code, str(regulation.citation(refused.key)) if refused.key else ""


def no_change(entry: Entry, change: Change, roll: Roll = EMPTY) -> tuple[str, str]:
    """Why not; and what is refused cannot be done."""
    refused = refusal(entry, change, roll=roll)
    with pytest.raises(IllegalAct) as caught:
        changed(entry, change, roll=roll)
    assert caught.value.refusal == refused
    return code_and_article(refused, roll.regulation)


def no_entry(opening: Opening, roll: Roll = EMPTY) -> tuple[str, str]:
    refused = refusal_to_open(opening, roll=roll)
    with pytest.raises(IllegalAct) as caught:
        new_entry(opening, roll=roll)
    assert caught.value.refusal == refused
    return code_and_article(refused, roll.regulation)

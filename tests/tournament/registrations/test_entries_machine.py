"""Whatever is tried with the entries of an event, in any order and by anybody: what always holds."""

from collections import Counter
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from carteado.record import Node
from carteado.regulation import LANGUAGES, IllegalAct, Override, Refusal, Regulation, catalogue
from carteado.tournament.registrations.acts import (
    FINAL,
    TRANSITIONS,
    AcceptInvitation,
    Act,
    Actor,
    AskBack,
    Change,
    Complete,
    ConfirmPartner,
    Decline,
    Disqualify,
    Enter,
    EntryState,
    FailToAppear,
    Ground,
    Invite,
    InvitePair,
    KeepInReserve,
    Opening,
    Role,
    Select,
    SendToReview,
    Withdraw,
)
from carteado.tournament.registrations.entries import (
    Entry,
    Roll,
    changed,
    new_entry,
    refusal,
    refusal_to_open,
    taking_part,
)
from tests.tournament.registrations.entrants import AF, AP, FA, IN_TIME, TM

PLACES = 2
SMALL_TM = TM.with_overrides((Override("selection.pairs", PLACES, "the producer"),))
PEOPLE = ("ana", "bia", "caio", "davi", "eva", "fabio")
PLAIN = (ConfirmPartner, AskBack, Complete, SendToReview, Select, KeepInReserve, Invite, AcceptInvitation, Decline)


@st.composite
def acts(draw: st.DrawFn) -> tuple[str, Act]:
    """Something that somebody tries with the entry of that id; most of it makes no sense."""
    entry = draw(st.sampled_from(["1", "2", "3", "4"]))
    by = Actor(draw(st.sampled_from(Role)), draw(st.sampled_from(PEOPLE)))
    at = IN_TIME + timedelta(minutes=draw(st.integers(0, 60)))
    kind = draw(st.sampled_from([Enter, InvitePair, *PLAIN, Withdraw, FailToAppear, Disqualify]))
    common: dict[str, Any] = {"by": by, "at": at, "why": draw(st.sampled_from(["", "porque sim"]))}
    if kind in (Enter, InvitePair):
        one, two = draw(st.sampled_from(PEOPLE)), draw(st.sampled_from(PEOPLE))
        delegation = draw(st.sampled_from([None, "cascavel"]))
        return entry, kind(**common, id=entry, people=(one, two), registrant=by.id, delegation=delegation)
    if kind is Withdraw:
        return entry, Withdraw(**common, in_writing=draw(st.booleans()))
    if kind is Disqualify:
        return entry, Disqualify(**common, ground=draw(st.sampled_from(Ground)))
    return entry, kind(**common)


def usual_acts(number: int, at: datetime) -> list[Act]:
    """What people who know their roles do: pair n is of two people of its own."""
    one, two = PEOPLE[2 * number : 2 * number + 2]
    registrant, partner, organiser = Actor(Role.REGISTRANT, one), Actor(Role.PARTNER, two), Actor(Role.ORGANISER, "x")
    pair: dict[str, Any] = {"people": (one, two), "registrant": one, "delegation": "cascavel", "at": at}
    return [
        Enter(**pair, id=str(number), by=registrant),
        InvitePair(**pair, id=str(number), by=organiser),
        ConfirmPartner(by=partner, at=at),
        *(kind(by=organiser, at=at, why="falta") for kind in (AskBack, SendToReview, Select, KeepInReserve, Invite)),
        *(kind(by=registrant, at=at) for kind in (Complete, AcceptInvitation, Decline)),
        Decline(by=organiser, at=at),
        Withdraw(by=partner, at=at, in_writing=True),
        FailToAppear(by=organiser, at=at),
        *(Disqualify(by=organiser, at=at, why="apurado", ground=ground) for ground in Ground),
    ]


def tried(roll: Roll, where: str, act: Act) -> Roll:
    """The roll after the act, or as it was when the act is refused; asking and doing agree."""
    entry = entry_of(roll, where)
    if isinstance(act, Change) and entry is None:
        return roll
    refused = refusal_of_act(roll, entry, act)
    if refused is None:
        return roll.with_entry(entry_after(roll, entry, act))
    assert not refused.key or refused.key in roll.regulation.citations
    assert all(catalogue(language).refusal(refused) for language in LANGUAGES)
    with pytest.raises(IllegalAct):
        entry_after(roll, entry, act)
    return roll


def entry_of(roll: Roll, where: str) -> Entry | None:
    return next((one for one in roll.entries if one.id == where), None)


def refusal_of_act(roll: Roll, entry: Entry | None, act: Act) -> Refusal | None:
    if isinstance(act, Opening):
        return refusal_to_open(act, roll=roll)
    assert isinstance(act, Change)
    assert entry is not None
    return refusal(entry, act, roll=roll)


def entry_after(roll: Roll, entry: Entry | None, act: Act) -> Entry:
    if isinstance(act, Opening):
        return new_entry(act, roll=roll)
    assert isinstance(act, Change)
    assert entry is not None
    return changed(entry, act, roll=roll)


def walks(entry: Entry) -> Iterator[tuple[EntryState, str, EntryState, Role]]:
    for before, step in zip(entry.history, entry.history[1:], strict=False):
        yield before.state, step.act, step.state, step.by.role


def holds(roll: Roll) -> None:
    """What is true of every roll that can come about."""
    busy = Counter(person for entry in roll.entries if entry.state not in FINAL for person in entry.people)
    assert all(often == 1 for often in busy.values())
    for entry in roll.entries:
        for before, act, after, role in walks(entry):
            assert TRANSITIONS[act, before].to is after
            assert role in TRANSITIONS[act, before].by
        assert [step.at for step in entry.history] == sorted(step.at for step in entry.history)
        assert not any(step.state in FINAL for step in entry.history[:-1])
        assert all(not step.key or step.key in roll.regulation.citations for step in entry.history)
        assert Entry.from_json(Node(entry.to_json())) == entry
    if roll.regulation.event.selection:
        assert len(taking_part(roll)) <= PLACES
        assert all(entry.partner_confirmed for entry in taking_part(roll))


REGULATIONS = st.sampled_from([SMALL_TM, AF, FA, AP])


@settings(max_examples=150)
@given(REGULATIONS, st.lists(acts(), max_size=15), st.booleans())
def test_what_makes_no_sense_does_no_harm(regulation: Regulation, tries: list[tuple[str, Act]], drawn: bool) -> None:
    roll = Roll(regulation=regulation, drawn=drawn)
    for where, act in tries:
        roll = tried(roll, where, act)
    holds(roll)


LEAVING = (Decline, Withdraw, FailToAppear, Disqualify)


@settings(max_examples=100)
@given(REGULATIONS, st.data())
def test_what_makes_sense_keeps_to_the_table(regulation: Regulation, data: st.DataObject) -> None:
    """Mostly acts that are allowed and keep the pair in the event; now and then one that is neither."""
    roll = Roll(regulation=regulation)
    for minute in range(data.draw(st.integers(1, 25), label="steps")):
        number = data.draw(st.integers(0, 2), label="pair")
        choices = usual_acts(number, IN_TIME + timedelta(minutes=minute))
        if data.draw(st.integers(0, 4), label="anything"):
            choices = list(staying(roll, number, choices)) or choices
        act = data.draw(st.sampled_from(choices), label="act")
        before, roll = roll, tried(roll, str(number), act)
        for entry in before.entries:
            now = entry_of(roll, entry.id)
            assert now is not None
            assert now.history[: len(entry.history)] == entry.history, "nothing that happened is lost"
            assert entry.state not in FINAL or now == entry
    holds(roll)


def staying(roll: Roll, number: int, choices: list[Act]) -> Iterator[Act]:
    """The acts that are allowed and lead nowhere final."""
    entry = entry_of(roll, str(number))
    for act in choices:
        if isinstance(act, LEAVING) or (isinstance(act, Change) and entry is None):
            continue
        if refusal_of_act(roll, entry, act) is None:
            yield act

"""Whether entries are open: one answer on the page of the event, on its booklet and in the list."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from carteado.regulation.event_rules import SuspensionReason
from carteado.tournament.operations import ChangeEntry, Resume, Suspend, Undo
from carteado.tournament.registrations.acts import Actor, Decline
from carteado.tournament.registrations.acts import Role as Capacity
from carteado.web.events import store
from carteado.web.events.models import Entering, Event
from carteado.web.registrations.registering import refusal_to_enter
from tests.web.registrations.review import reviewing
from tests.web.world import event_people

pytestmark = pytest.mark.django_db


def shown_as_open(event: Event) -> tuple[bool, bool, bool]:
    """What the event says of itself, whether its page offers to enter, and whether the list has it."""
    event.refresh_from_db()
    page = Client().get(reverse("event", args=[event.slug])).content.decode()
    found = Client().get(reverse("events"), {"fase": "inscricoes"}).content.decode()
    return (
        event.takes_entries(timezone.now()),
        f'href="{reverse("enter", args=[event.slug])}"' in page,
        f'href="{reverse("event", args=[event.slug])}"' in found,
    )


def line_of(event: Event) -> str:
    return Client().get(reverse("event", args=[event.slug])).content.decode()


ALL, NONE = (True, True, True), (False, False, False)


def test_a_drawn_event_takes_no_entries_though_it_is_time() -> None:
    event = event_people.an_open_event()
    for number in range(4):
        event_people.enter(event, f"d{number}", {}, {})
    assert shown_as_open(event) == ALL
    assert "Inscrições até" in line_of(event)
    event_people.draw(event)
    assert shown_as_open(event) == NONE
    assert "Inscrições até" not in line_of(event)


def test_a_full_event_says_so_until_a_place_is_free_again() -> None:
    event = reviewing.an_open_event(reviewing.FA, places=4)
    pairs = [reviewing.a_pair(event, f"Ana{number} S", f"Bia{number} S") for number in range(3)]
    assert shown_as_open(event) == ALL
    pairs.append(reviewing.a_pair(event, "Zeca S", "Davi S"))
    assert shown_as_open(event) == NONE
    assert event.entering == Entering.FULL
    assert "Vagas preenchidas" in line_of(event)
    by = Actor(Capacity.ORGANISER, store.author(event_people.founder()))
    declined = Decline(by=by, at=timezone.now(), why="não veio")
    event_people.append(event, ChangeEntry(by=by.id, at=timezone.now(), entry=pairs[0], change=declined))
    assert shown_as_open(event) == ALL


def test_a_larger_event_has_places_again() -> None:
    event = event_people.an_open_event(capacity=2)
    for number in range(2):
        event_people.enter(event, f"d{number}", {}, {})
    assert shown_as_open(event) == NONE
    larger = replace(store.details_of(event), capacity=3)
    saved = store.save_details(event, larger, expected=event.version, step="formato", by=event_people.founder())
    assert isinstance(saved, Event)
    assert shown_as_open(event) == ALL


def test_who_settles_suspends_and_takes_it_back_closes_and_opens_the_entries() -> None:
    event = event_people.an_open_event()
    for number in range(4):
        event_people.enter(event, f"d{number}", {}, {})
    by, at = store.author(event_people.founder()), timezone.now()
    reason = next(iter(SuspensionReason))
    event_people.append(event, Suspend(by=by, at=at, reason=reason, why="Chuva"))
    assert shown_as_open(event) == NONE
    event_people.append(event, Resume(by=by, at=at))
    assert shown_as_open(event) == ALL
    event_people.draw(event)
    for _ in range(3):
        assert shown_as_open(event) == NONE
        event_people.append(event, Undo(by=by, at=at))
    assert shown_as_open(event) == ALL


@pytest.mark.parametrize("regulation", [reviewing.TM, reviewing.FA, reviewing.AF])
def test_columns_and_championship_agree_at_every_instant(regulation: str, monkeypatch: pytest.MonkeyPatch) -> None:
    event = reviewing.an_open_event(regulation)
    championship = store.championship_of(event)
    opens, closes = event.entries_open, event.entries_close
    assert opens
    assert closes
    steps = (timedelta(-1), timedelta(seconds=-1), timedelta(), timedelta(seconds=59), timedelta(minutes=1))
    answers = []
    for now in (instant + step for instant in (opens, closes) for step in steps):
        monkeypatch.setattr(timezone, "now", lambda now=now: now)
        answers.append(event.takes_entries(now))
        assert (refusal_to_enter(event, championship) is None) == answers[-1], now
    assert answers == [False, False, True, True, True, True, True, True, True, False]

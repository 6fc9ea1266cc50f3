"""Who comes back although eliminated is told to everybody, whatever the phase was."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from carteado.tournament.matches.match_log import Game
from carteado.tournament.operations import CallMatch, Operation, Submit, WalkOver
from carteado.tournament.outcomes import PairId
from carteado.web.display.championship_in_words import ChampionshipInWords
from carteado.web.draw.ties_and_lots import lucky_losers
from carteado.web.events import store
from carteado.web.events.models import Event
from carteado.web.matches.due_announcements import announcements
from carteado.web.registrations.delegation_registering import NewDelegation, enter_delegation
from carteado.web.registrations.models import Entrant
from tests.web.registrations.review import reviewing
from tests.web.world import event_people

pytestmark = pytest.mark.django_db
DELEGATIONS = 8
BEST_LOSER = 2
"""The place, among the quarter-finals that are played, of the one whose loser scores most."""


@pytest.fixture
def event() -> Event:
    """Eight delegations by the AFIA regulation, drawn."""
    event = reviewing.an_open_event(reviewing.AF, places=DELEGATIONS)
    for letter in "ABCDEFGH":
        people = [Entrant(name=f"Fulano{nth} {letter}", called=f"{letter}{nth}") for nth in range(3)]
        delegation = NewDelegation(uuid4(), f"Cidade {letter}", people[0], people[:2], people[2:], (), {})
        assert isinstance(enter_delegation(event, delegation, by=None), Entrant)
    event.refresh_from_db()
    event_people.draw(event)
    return event


def nobody_comes_to_the_first_quarter_final(event: Event) -> PairId:
    """The others are played; the loser with the most points."""
    by, now = store.author(event_people.founder()), timezone.now()
    championship = store.championship_of(event)
    first, *others = [match for match in championship.fixtures if championship.bracket.is_open(match)]
    both = championship.bracket.pairs(first)
    assert both
    later = now + timedelta(hours=1)
    event_people.append(event, CallMatch(by=by, at=now, match=first, table="1"))
    event_people.append(event, WalkOver(by=by, at=later, match=first, absent=both, why="Ninguém veio"))
    for place, match in enumerate(others):
        lost = 1300 if place == BEST_LOSER else 1200 - 100 * place
        event_people.append(event, *_played(event, match, lost))
    pairs = store.championship_of(event).bracket.pairs(others[BEST_LOSER])
    assert pairs
    return pairs[1]


def _played(event: Event, match: str, lost: int) -> list[Operation]:
    at = timezone.now() + timedelta(hours=1, minutes=1)
    acts = event_people.result(store.championship_of(event), match, at=at, by=store.author(event_people.founder()))
    games = (Game((3000, lost), 0),)
    return [Submit(by=one.by, at=at, match=match, games=games) if isinstance(one, Submit) else one for one in acts]


def test_after_a_double_walkover_everybody_learns_who_comes_back_and_why(event: Event) -> None:
    lucky = nobody_comes_to_the_first_quarter_final(event)
    championship, names = store.championship_of(event), store.names_of(event)
    semi_finals = [one.id for one in championship.fixtures.values() if one.phase == "semi-final"]
    assert lucky in {pair for match in semi_finals for pair in championship.bracket.occupants(match)}

    (outcome,) = lucky_losers(championship, names)
    (row,) = outcome.rows
    assert (row.name, row.key) == (names[lucky], "lucky_losers.to_semi_finals")
    (announced,) = announcements(championship, ChampionshipInWords(event, championship))
    assert [(line.name, line.key) for line in announced.lines] == [(names[lucky], "lucky_losers.to_semi_finals")]
    assert row.why == announced.lines[0].reason
    assert "1300" in row.why
    for address in ("standings", "draw-list"):
        html = Client().get(reverse(address, args=[event.slug])).content.decode()
        section = html.partition('id="lucky"')[2].partition("</section>")[0]
        assert names[lucky] in section, address
        assert row.why in section, address


def test_nobody_is_told_to_come_back_where_all_came(event: Event) -> None:
    event_people.play(event, most=4)
    championship = store.championship_of(event)
    assert lucky_losers(championship, store.names_of(event)) == []
    assert 'id="lucky"' not in Client().get(reverse("standings", args=[event.slug])).content.decode()

"""A whole AFIA day, run by forms: calls, a W.O., a substitution, words of pairs, lots among lucky losers, a correction
after the next draw, a disqualification, champions."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from carteado.tournament.matches.match_log import State
from carteado.tournament.operations import CallMatch
from carteado.tournament.running.draws import lots_name
from carteado.web.events.models import Stage
from carteado.web.kit.guarding.policy import Role
from carteado.web.registrations.models import Entrant
from tests.web.world.halls import (
    AF,
    Worker,
    alert,
    append,
    drawn,
    forms_in,
    hold_draw,
    name_of,
    open_matches,
    page_html,
    points,
    sealed,
)

pytestmark = pytest.mark.django_db


class Day:
    """Those who run it, and what they do again and again."""

    def __init__(self, pairs: int) -> None:
        event = drawn(AF, pairs, tables=4, with_delegations=True, at=timezone.now() - timedelta(hours=2))
        self.event = event
        self.clerk, self.referee = Worker.of(event, Role.CLERK), Worker.of(event, Role.REFEREE)

    def call_next(self) -> list[str]:
        """To all free tables; those who were called."""
        before = set(self.clerk.championship.logs)
        path = self.clerk.path("call-matches")
        form = forms_in(self.clerk.client.get(self.clerk.path("tables")).content.decode())[path]
        assert self.clerk.client.post(path, form).status_code == 302
        return [match for match in self.clerk.championship.logs if match not in before]

    def play(self, match: str, side: int = 0, loser: int = 500) -> None:
        """From the arrival of both to the official result: the first pair agrees at the desk, the other at home."""
        first, second = self.clerk.championship.logs[match].pairs
        for pair in (first, second):
            self.clerk.does(match, "tempo", mark=f"arrived:{pair}")
        self.clerk.does(match, "comecar")
        self.clerk.does(match, "resultado", **points(self.clerk.championship, match, side, loser))
        self.clerk.does(match, "confirmar", party="first")
        self.agree_at_home(match, f"{second}b")
        self.referee.does(match, "confirmar-arbitragem", party="referee")
        assert self.clerk.championship.logs[match].state is State.OFFICIAL

    def agree_at_home(self, match: str, person: str) -> None:
        number = 1 + self.event.entrants.count()
        known = {"number": number, "called": f"Jogador {number}"}
        entrant, _is_new = Entrant.objects.get_or_create(event=self.event, code=person, defaults=known)
        path, client = reverse("partida-confirmar", args=[entrant.secret, match]), Client()
        form = forms_in(client.get(path).content.decode())[""]
        assert client.post(path, {**form, "word": "confirmar"}).status_code == 302

    def play_what_is_open(self) -> None:
        while called := self.call_next():
            for match in called:
                self.play(match)
            if not open_matches(self.clerk.championship):
                return


@pytest.mark.slow
def test_an_afia_day_from_the_first_call_to_the_champions() -> None:
    day = Day(12)
    clerk, referee = day.clerk, day.referee

    # Somebody does not come: the tolerance counts from the call, and only then there is a W.O.
    missed = open_matches(clerk.championship)[0]
    append(day.event, CallMatch(by="system", at=timezone.now() - timedelta(minutes=16), match=missed, table="1"))
    _there, absent = clerk.championship.logs[missed].pairs
    assert "overdue" in clerk.open("tables")
    referee.does(missed, "wo", absent=[absent], why="não compareceu")
    assert absent in clerk.championship.departures

    # The next are called to all free tables at once, and somebody plays for another.
    called = day.call_next()
    assert len(called) == 4
    first = clerk.championship.logs[called[0]].pairs[0]
    clerk.does(called[0], "substituir", leaves=f"{first}a", enters=f"{first}s", why="doente")
    for match in called:
        day.play(match)
    [last] = day.call_next()
    day.play(last)

    # Five lost with as many points: two places are for lots.
    [(where, equal)] = clerk.championship.bracket.lots_needed().items()
    assert len(equal) == 5
    board = clerk.open("tables")
    assert all(name_of(pair) in board.partition("is-due")[2].partition("</article>")[0] for pair in equal)
    lots, now = lots_name(clerk.championship, where), timezone.now()
    append(day.event, sealed(day.event.slug, lots, now), hold_draw(lots, now))
    lucky = clerk.championship.bracket.lucky_losers("qualifying", "qualifying") or ()
    assert len(lucky) == 2
    assert set(lucky) < set(equal)
    board = clerk.open("tables")
    assert all(f"<strong>{name_of(pair)}</strong>: " in board for pair in lucky)
    append(day.event, hold_draw("finals", timezone.now()))

    # A sheet was read the wrong way round, and the next draw is already held: shown first, then by force.
    winner, loser = clerk.championship.logs[last].pairs
    other_way = points(clerk.championship, last, side=1, loser=500)
    page = page_html(referee.act(last, "corrigir", **other_way, why="súmula lida ao contrário"))
    assert name_of(winner) in alert(page)
    assert "finals" in clerk.championship.places
    weighed = page.partition('name="weighed" value="')[2].partition('"')[0]
    referee.does(last, "corrigir", **other_way, why="súmula lida ao contrário", weighed=weighed)
    assert "finals" not in clerk.championship.places
    draw_what_is_due(day)
    assert clerk.championship.logs[last].counted is not None
    assert loser in clerk.championship.places["finals"]

    # A quarter-final ends by a ruling.
    [bad, *others] = day.call_next()
    expelled = clerk.championship.logs[bad].pairs[1]
    referee.does(bad, "desclassificar", pair=expelled, ground="referee", why="carta na manga")
    for match in others:
        day.play(match, side=1)
    day.play_what_is_open()

    championship = clerk.championship
    assert championship.bracket.is_over
    assert championship.bracket.champion is not None
    assert expelled in championship.departures
    day.event.refresh_from_db()
    assert day.event.stage == Stage.FINISHED
    assert name_of(championship.bracket.champion) in clerk.open("tables")
    record = referee.open("decisions")
    for reason in ("não compareceu", "súmula lida ao contrário", "carta na manga"):
        assert reason in record


def draw_what_is_due(day: Day) -> None:
    """Lots again, if pairs are equal again, and the draw that a correction undid, under a new seal."""
    now = timezone.now()
    for where in day.clerk.championship.bracket.lots_needed():
        lots = lots_name(day.clerk.championship, where)
        append(day.event, sealed(day.event.slug, lots, now), hold_draw(lots, now))
    if "finals" not in day.clerk.championship.commitments:
        append(day.event, sealed(day.event.slug, "finals", now))
    append(day.event, hold_draw("finals", timezone.now()))

"""What a pair reads on its own page about where it stands, while others still play."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from carteado.fair import DRAW_FORMAT, commitment
from carteado.tournament.formats.plans import league
from carteado.tournament.operations import CommitDraw, DisqualifyPair, HoldDraw, Settle, WithdrawPair
from carteado.tournament.registrations.acts import Ground
from carteado.web.events import store
from carteado.web.events.models import Event
from carteado.web.registrations.review.spreadsheets import entries_table
from tests.web.world.event_people import SECRET, an_open_event, append, enter, founder, result
from tests.web.world.newcomers import page_of

pytestmark = pytest.mark.django_db


def a_league_of(*codes: str) -> Event:
    event = an_open_event()
    for code in codes:
        enter(event, code, {}, {})
    plan, at, by = league(len(codes)), timezone.now(), store.author(founder())
    [stage] = plan.stages
    append(
        event,
        Settle(by=by, at=at, plan=plan, pairs=codes),
        CommitDraw(
            by=by, at=at, draw=stage.id, commitment=commitment(f"{DRAW_FORMAT}|{event.slug}|{stage.id}", SECRET)
        ),
        HoldDraw(by=by, at=at, draw=stage.id, secret=SECRET.hex(), entropy="loteria"),
    )
    return event


def play(event: Event, match: str) -> None:
    append(event, *result(store.championship_of(event), match, at=timezone.now(), by=store.author(founder())))


def test_a_pair_that_has_played_all_its_matches_is_not_promised_another_table() -> None:
    event = a_league_of("d1", "d2", "d3")
    *most, last = store.championship_of(event).fixtures
    for match in most:
        play(event, match)
    waiting = store.championship_of(event).bracket.pairs(last)
    assert waiting is not None
    [done] = {"d1", "d2", "d3"} - set(waiting)
    pages = {code: page_of(Client(), event.entrants.get(code=f"{code}a")) for code in ("d1", "d2", "d3")}
    assert "já jogaram todas as suas partidas" in pages[done]
    assert "Quando a mesa for chamada" not in pages[done]
    for code in waiting:
        assert "Quando a mesa for chamada" in pages[code]
    play(event, last)
    assert "vocês ficaram em" in page_of(Client(), event.entrants.get(code=f"{done}a"))


@pytest.mark.parametrize("is_over", [False, True], ids=["while it goes on", "after the end"])
def test_e_19_a_disqualified_pair_reads_that_and_never_a_place(is_over: bool) -> None:
    event = a_league_of("d1", "d2", "d3")
    matches = [*store.championship_of(event).fixtures]
    for match in matches if is_over else matches[:1]:
        play(event, match)
    gone = store.championship_of(event).bracket.table("league")[0].pair
    by = store.author(founder())
    append(event, DisqualifyPair(by=by, at=timezone.now(), pair=gone, ground=Ground.REFEREE, why="conduta"))
    page = page_of(Client(), event.entrants.get(code=f"{gone}a"))
    for words in ("Desclassificada", "Fica sem colocação", "art. 17"):
        assert words in page
    for words in ("º lugar", "seguem na disputa", "desistiu", "A dupla está fora"):
        assert words not in page


def test_e_19_the_desk_and_the_list_of_entries_say_that_a_pair_was_disqualified(client: Client) -> None:
    event = a_league_of("d1", "d2", "d3")
    by = store.author(founder())
    append(event, DisqualifyPair(by=by, at=timezone.now(), pair="d1", ground=Ground.REFEREE, why="conduta"))
    client.force_login(founder())
    entry = client.get(reverse("entry", args=[event.slug, "d1"])).content.decode()
    assert '<span class="tag tag--ink">Desclassificada</span>' in entry
    assert "art. 17" in entry
    entries = client.get(reverse("entries", args=[event.slug])).content.decode()
    assert entries.count(">Desclassificada</span>") == 1
    with override("pt-br"):
        states = [row[-3] for row in entries_table(event).rows]
    assert states == ["Desclassificada", "Inscrita", "Inscrita"]


def test_e_19_a_pair_that_withdrew_reads_that_and_never_a_place() -> None:
    event = a_league_of("d1", "d2", "d3")
    withdrawal = WithdrawPair(by=store.author(founder()), at=timezone.now(), pair="d1", why="doença", in_writing=True)
    append(event, withdrawal)
    page = page_of(Client(), event.entrants.get(code="d1a"))
    assert "A dupla desistiu. Fica sem colocação." in page
    assert "º lugar" not in page
    assert "doença" not in page

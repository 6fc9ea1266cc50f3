"""J9: a player asks to be erased after winning third place. The results stand, and no place knows the name."""

import unicodedata
from collections.abc import Iterator
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.urls import reverse

from carteado.tournament.outcomes import PairId
from carteado.web.kit.guarding.policy import Role
from carteado.web.registrations.models import Entrant
from tests.web.journeys.day import LANGUAGES, Day, clock_at
from tests.web.journeys.readers.reading import Visitor
from tests.web.journeys.walking import guessable_paths, text_of
from tests.web.world.database_dump import left_of
from tests.web.world.halls import AP

pytestmark = pytest.mark.django_db(transaction=True)

BEGINS = datetime(2027, 8, 7, 14, tzinfo=ZoneInfo("America/Sao_Paulo"))
NAME, CALLED = "Hermenegildo Ximbica Zaratustra", "Ximbiquinha"
PLANTED = ("hermenegildo", "ximbica", "ximbiquinha", "zaratustra")
KNOCKOUT = {"mode": "own", "stages": 1, "stage-0-kind": "knockout", "stage-0-third_place": "on", "stage-0-best_of": 1}


@pytest.fixture
def day(monkeypatch: pytest.MonkeyPatch) -> Day:
    return Day(clock_at(BEGINS - timedelta(days=20), monkeypatch), AP)


@pytest.mark.parametrize("walks", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_j9_third_place_without_a_name(day: Day, *, walks: bool) -> None:
    """``walks`` opens every address of the site before and after."""
    player = a_knockout_with_third_place(day)
    third = pair_of(day, player)
    played(day, third)
    before = [(one.pair, one.rank) for one in day.championship.bracket.placings()]
    assert dict(before)[third] == 3
    assert not walks or places_with_the_name(day, player), "else the walk would prove nothing"
    day.all_agree()

    answer = Client().post(reverse("entrant-erase", args=[player.secret]), {"sure": "on"})
    assert answer.status_code == 302
    assert [(one.pair, one.rank) for one in day.championship.bracket.placings()] == before
    assert not walks or places_with_the_name(day, player) == []
    assert left_of(PLANTED) == set()
    day.compares_always = True
    for _language in LANGUAGES:
        day.all_agree()
    assert f"Participante {player.number}" in day.name_of(third)
    organiser = day.worker(Role.ORGANISER)
    certificates = organiser.path("print-people", "certificados", "pdf")
    assert f"Participante {player.number}" in text_of(organiser.client, certificates)


def a_knockout_with_third_place(day: Day) -> Entrant:
    day.prepare(begins=BEGINS, pairs=4, tables=2, formato=KNOCKOUT)
    player = day.enter(NAME, "Cida Prado", called=CALLED)
    for name in ("Ivo", "Dirce", "Tonho"):
        day.enter(f"{name} Prado", f"{name}nha Prado")
    day.settle()
    day.draw("knockout")
    return player


def pair_of(day: Day, player: Entrant) -> PairId:
    return next(code for code, entry in day.championship.entries.items() if player.code in entry.people)


def played(day: Day, third: PairId) -> None:
    """The player's pair loses its semi-final, wins the match for third place, and is named in a correction."""
    day.clock.at(BEGINS, "14:00")
    for match in day.call_next():
        first, second = day.championship.logs[match].pairs
        day.play(match, second if first == third else first, 1500)
        if third in (first, second):
            winner = second if first == third else first
            day.correct(match, winner, 1600, f"{CALLED} e Hermenegildo contaram errado")
    for match in day.call_next():
        pairs = day.championship.logs[match].pairs
        day.play(match, third if third in pairs else pairs[0], 900)
    assert day.championship.bracket.is_over


def places_with_the_name(day: Day, player: Entrant) -> list[str]:
    """Every address where everybody, the organiser or the player's own link still finds it."""
    organiser = day.worker(Role.ORGANISER).client
    readers = {"everybody": Client(), "organiser": organiser}
    return [
        f"{reader}: {path}"
        for reader, client in readers.items()
        for path in sorted(set(_paths(day, player)))
        if set(PLANTED) & set(words_in(text_of(client, path)))
    ]


def _paths(day: Day, player: Entrant) -> Iterator[str]:
    for path in guessable_paths(day.championship, player.secret):
        if "/apagar/" not in path and "?desde=" not in path:
            yield path
    yield Visitor(day.event).path("records-file", day.event.slug) + "?nomes=sim"


def words_in(text: str) -> list[str]:
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().casefold()
    return [planted for planted in PLANTED if planted in plain]

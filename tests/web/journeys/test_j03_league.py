"""J3: a FARAES league of seven. A pair rests in each round, and one withdraws in the fourth."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from carteado.tournament.formats.slots import MatchId
from carteado.tournament.outcomes import PairId
from tests.web.journeys.day import Day, clock_at
from tests.web.journeys.facts import PAIR, ROUND, ROW, Facts, Subject
from tests.web.journeys.places import PLACES
from tests.web.journeys.readers.reading import Visitor
from tests.web.sumula.sumula_playing import TRANCA_HAND, hands
from tests.web.world.halls import FA

pytestmark = pytest.mark.django_db(transaction=True)

BEGINS = datetime(2027, 5, 15, 9, tzinfo=ZoneInfo("America/Sao_Paulo"))
ROUNDS = 7
PEOPLE = ("Bia", "Cida", "Ivo", "Edson", "Dirce", "Nair", "Tonho", "Cleide", "Ilda", "Neusa", "Zeca", "Odete", "Vilma")
PAIRS = [(one, other) for one, other in zip((*PEOPLE, "Juca")[::2], (*PEOPLE, "Juca")[1::2], strict=True)]


@pytest.fixture
def day(monkeypatch: pytest.MonkeyPatch) -> Day:
    return Day(clock_at(BEGINS - timedelta(days=20), monkeypatch), FA)


def test_j3_a_pair_withdraws_in_the_fourth_round(day: Day) -> None:
    walk(day, rounds=4)


@pytest.mark.slow
def test_j3_compared_after_every_act(day: Day) -> None:
    day.compares_always = True
    walk(day, rounds=ROUNDS)


def walk(day: Day, *, rounds: int) -> None:
    day.prepare(begins=BEGINS, pairs=7, tables=3)
    for one, other in PAIRS:
        day.enter(f"{one} Ramos", f"{other} Ramos")
    day.settle()
    day.draw("league")
    day.publish_hours({f"round-{number}": BEGINS + timedelta(minutes=90 * number) for number in range(ROUNDS)})
    day.all_agree()
    one_rests_in_each_round(day)
    for number in (1, 2, 3):
        play_round(day, number)

    leaving = withdraws_when_called(day)
    day.all_agree()
    for number in range(4, rounds + 1):
        play_round(day, number)
        day.step()
    day.all_agree()
    what_the_standings_say(day, leaving)
    assert len(played_by(day, leaving)) == ROUNDS - 1


def one_rests_in_each_round(day: Day) -> None:
    shown = place_shown(day, "bracket")
    resting = [facts["rests"] for subject, facts in shown.items() if subject.kind == ROUND]
    assert sorted(resting) == sorted(day.name_of(pair) for pair in day.championship.pairs)


def of_round(day: Day, number: int) -> Sequence[MatchId]:
    championship = day.championship
    return [
        one.id for one in championship.fixtures.values() if one.round == number and championship.bracket.is_open(one.id)
    ]


def play_round(day: Day, number: int) -> None:
    """Every match is won by the pair whose code comes first."""
    day.clock.now = max(day.clock.now, BEGINS + timedelta(minutes=90 * (number - 1)))
    for table, match in enumerate(of_round(day, number), start=1):
        if match not in day.championship.logs:
            day.call(match, str(table))
        day.play(match, min(day.championship.logs[match].pairs), 100 * number, minutes=15)


def withdraws_when_called(day: Day) -> PairId:
    """At table 1, whose phone has the sheet open and nothing on it."""
    matches = of_round(day, 4)
    for table, match in enumerate(matches, start=1):
        day.call(match, str(table))
    phone, beside = day.phone("1"), day.phone("2")
    assert phone.data().json()["changed"] is None
    stays, gone = day.championship.logs[matches[0]].pairs
    day.withdraw(matches[0], gone, "Adoeceu o parceiro")
    assert day.championship.leaving(gone) == "withdrawn"
    changed = phone.data().json()["changed"]
    assert (changed["kind"], day.name_of(gone) in changed["message"]) == ("decided", True)
    assert beside.data().json()["changed"] is None
    told = phone.send(*hands(phone, TRANCA_HAND))
    assert [one["for_referee"] for one in told["refused"]] == [True]
    ended = day.championship.bracket.ended(matches[0])
    assert ended is not None
    assert ended.winner == stays
    return gone


def what_the_standings_say(day: Day, gone: PairId) -> None:
    """What it played counts as played, the rest as W.O.; it has no place, and those behind it move up."""
    found = place_shown(day, "standings")
    row = found[Subject(ROW, day.name_of(gone))]
    left = [one for one in played_by(day, gone) if one > 3]
    assert (row["place"], row["by walkover"]) == ("", str(len(left)))
    assert row["why"] == "desistiu: sem colocação"
    kind = PAIR if day.championship.bracket.is_over else ROW
    places = [facts["place"] for subject, facts in found.items() if subject.kind == kind and facts["place"]]
    assert sorted(places) == [str(number) for number in range(1, 7)]


def played_by(day: Day, pair: PairId) -> list[int]:
    """The rounds in which the pair has a match. In the one that is missing it rests."""
    fixtures = day.championship.fixtures.values()
    return [one.round for one in fixtures if pair in (day.championship.bracket.pairs(one.id) or ())]


def place_shown(day: Day, place: str) -> Facts:
    return next(one for one in PLACES if one.name == place).read(Visitor(day.event))

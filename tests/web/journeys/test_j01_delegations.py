"""J1: AFIA with ten delegations on two days. Who comes late, who plays instead, and who goes on after a correction."""

import csv
import io
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from carteado.tournament.formats.slots import MatchId
from carteado.tournament.outcomes import PairId
from tests.web.journeys.day import Day, clock_at
from tests.web.journeys.entering import enter_delegations
from tests.web.journeys.readers.reading import Visitor
from tests.web.journeys.readers.team import own_page
from tests.web.world.halls import AF

pytestmark = pytest.mark.django_db(transaction=True)

BEGINS = datetime(2027, 3, 6, 15, tzinfo=ZoneInfo("America/Sao_Paulo"))


@pytest.fixture
def day(monkeypatch: pytest.MonkeyPatch) -> Day:
    return Day(clock_at(BEGINS - timedelta(days=20), monkeypatch), AF)


def delegation_points(day: Day) -> dict[str, int]:
    """As the regulation's article 12 gives them, from the spreadsheet that everybody may download."""
    content = Visitor(day.event).client.get(f"/campeonatos/{day.event.slug}/resultado/delegacoes.csv")
    if content.status_code == 404:
        return {}
    rows = csv.DictReader(io.StringIO(content.content.decode("utf-8-sig")), delimiter=";")
    return {row["Delegação"]: int(row["Pontos"]) for row in rows}


def test_j1_from_the_entries_to_the_points_of_the_delegations(day: Day) -> None:
    walk(day)


@pytest.mark.slow
def test_j1_compared_after_every_act(day: Day) -> None:
    day.compares_always = True
    walk(day)


def walk(day: Day) -> None:
    day.prepare(begins=BEGINS, days=2, pairs=10)
    enter_delegations(day)
    day.settle()
    day.draw("qualifying")
    day.publish_hours({f"round-{number}": BEGINS + after for number, after in enumerate(HOURS)})
    day.all_agree()
    assert delegation_points(day) == {}

    first, late, *others = qualifying(day)
    the_first_pair_comes_in_time(day, first)
    absent = another_comes_a_minute_later(day, late)
    day.all_agree()
    assert delegation_points(day) == {}

    substitute_plays_and_wins(day, others[0], lost=1300)
    for match, lost in zip(others[1:], (1200, 1100), strict=True):
        day.call(match, "4")
        day.play(match, winner(day, match), lost)
    third_best, last = loser(day, others[1]), loser(day, others[2])
    lucky = {loser(day, first), loser(day, others[0]), third_best}
    assert lucky_losers(day) == lucky
    day.all_agree()
    assert delegation_points(day) == {}

    day.draw("finals")
    day.all_agree()
    assert delegation_points(day) == {day.name_of(last): 2}
    page = day.correct(others[2], winner(day, others[2]), 1250, "Soma errada na súmula")
    assert day.name_of(last) in page
    assert lucky_losers(day) == (lucky - {third_best}) | {last}
    day.all_agree()
    day.draw("finals")
    assert last in day.championship.places["finals"]
    day.all_agree()
    assert delegation_points(day) == {day.name_of(third_best): 2}
    assert day.name_of(absent) not in delegation_points(day)

    quarter_losers = play_round(day, "18:00", BEGINS)
    day.all_agree()
    assert delegation_points(day) == {day.name_of(one): 2 for one in (third_best, *quarter_losers)}

    play_round(day, "09:00", BEGINS + timedelta(days=1))
    day.all_agree()
    assert set(delegation_points(day).values()) == {2}

    third, fourth, runner_up, champion = the_last_two(day)
    day.all_agree()
    earned = dict.fromkeys((third_best, *quarter_losers, fourth), 2) | {third: 4, runner_up: 6, champion: 10}
    assert delegation_points(day) == {day.name_of(pair): points for pair, points in earned.items()}
    assert day.championship.bracket.champion == champion


HOURS = (
    timedelta(),
    timedelta(hours=3),
    timedelta(hours=18),
    timedelta(hours=20),
    timedelta(hours=22),
)


def qualifying(day: Day) -> list[MatchId]:
    return [one.id for one in day.championship.fixtures.values() if one.stage == "qualifying"]


def pairs_of(day: Day, match: MatchId) -> tuple[PairId, PairId]:
    pairs = day.championship.bracket.pairs(match)
    assert pairs is not None
    return pairs


def winner(day: Day, match: MatchId) -> PairId:
    return pairs_of(day, match)[0]


def loser(day: Day, match: MatchId) -> PairId:
    return pairs_of(day, match)[1]


def lucky_losers(day: Day) -> set[PairId]:
    return set(day.championship.bracket.lucky_losers("qualifying", "qualifying") or ())


def the_first_pair_comes_in_time(day: Day, match: MatchId) -> None:
    """At 14:59 after the hour, a second before the tolerance of fifteen minutes ends (AF 7)."""
    day.clock.at(BEGINS, "14:50")
    day.call(match, "1")
    day.clock.at(BEGINS, "15:14")
    day.clock.moves(seconds=59)
    day.arrive(match, loser(day, match))
    day.clock.at(BEGINS, "15:20")
    refused = day.refused(match, "wo", absent=[loser(day, match)], why="Atrasada")
    assert "art. 7" in refused
    day.play(match, winner(day, match), 1400)


def another_comes_a_minute_later(day: Day, match: MatchId) -> PairId:
    """At 15:01 after the hour: the W.O. counts, and who came late is out and no lucky loser (AF 7, 10)."""
    day.call(match, "2")
    day.clock.moves(minutes=16)
    there, absent = pairs_of(day, match)
    day.arrive(match, there)
    day.arrive(match, absent)
    day.walkover(match, absent)
    assert day.championship.leaving(absent) == "eliminated"
    return absent


def substitute_plays_and_wins(day: Day, match: MatchId, lost: int) -> None:
    pair = winner(day, match)
    day.call(match, "3")
    line_up = day.championship.line_ups[day.championship.delegations[pair]]
    leaves, enters = line_up.starters[1], line_up.substitutes[0]
    day.clerk.does(match, "substituir", leaves=leaves, enters=enters, why="Desistiu no saguão")
    day.step()
    assert "Rita" in day.clerk.desk(match)
    day.play(match, pair, lost)
    assert matches_on_own_page(day, enters) == ["vitória"]
    assert matches_on_own_page(day, leaves) == []
    assert matches_on_own_page(day, line_up.starters[0]) == ["vitória"]


def matches_on_own_page(day: Day, person: str) -> list[str]:
    """How the matches of a player ended, as the player's own page says it."""
    day.takes_over_link(person)
    page = own_page(Visitor(day.event), day.event.entrants.get(code=person))
    section = page.first("section[aria-labelledby=own-matches]")
    return [one.text_of("span.tag") for one in section.all("li.panel")] if section else []


def play_round(day: Day, hour: str, on: datetime) -> list[PairId]:
    """Whatever can be called at that hour, each won by its first pair; the pairs that lost."""
    day.clock.at(on, hour)
    lost = []
    for match in day.call_next():
        day.play(match, winner(day, match), 1000)
        lost.append(loser(day, match))
    return lost


def the_last_two(day: Day) -> tuple[PairId, PairId, PairId, PairId]:
    """The match for the third place and the final: third, fourth, second, first."""
    found: dict[str, MatchId] = {day.championship.fixtures[one].phase: one for one in day.call_next()}
    third, final = found["third-place"], found["final"]
    day.play(third, loser(day, third), 900)
    day.all_agree()
    day.play(final, winner(day, final), 1990)
    return loser(day, third), winner(day, third), loser(day, final), winner(day, final)

"""J2: AFIA with ten pairs and one place each after both phases. A tie in points, then in points conceded, then lots;
and preview, plan, simulation and event have the same matches."""

import json
import re
from collections import Counter
from collections.abc import Mapping
from datetime import datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from carteado.cli import main
from carteado.tournament.files.event_file import read_event
from carteado.tournament.formats.slots import MatchId
from carteado.tournament.matches.match_log import State
from carteado.tournament.outcomes import PairId
from carteado.web.events.preparation_steps import Step
from carteado.web.kit.guarding.policy import Role
from tests.web.journeys.day import Day, clock_at
from tests.web.journeys.entering import enter_delegations
from tests.web.journeys.facts import PAIR, Subject
from tests.web.journeys.readers.everybody import standings
from tests.web.journeys.readers.markup import tree_of
from tests.web.journeys.readers.reading import Visitor
from tests.web.world.halls import AF, append, drawn, hold_draw

pytestmark = pytest.mark.django_db(transaction=True)

BEGINS = datetime(2027, 3, 6, 15, tzinfo=ZoneInfo("America/Sao_Paulo"))
TARGET = 1500
MATCHES = {"qualifying": 5, "quarter-final": 3, "semi-final": 2, "third-place": 1, "final": 1}
"""With one place each, by phase. As many lucky losers as are needed would make four quarter-finals."""
ONE_PLACE = ("--regulation", AF, "--pairs", "10", "--set", "lucky_losers.places=one")


@pytest.fixture
def day(monkeypatch: pytest.MonkeyPatch) -> Day:
    return Day(clock_at(BEGINS - timedelta(days=20), monkeypatch), AF)


def test_j2_one_place_each_is_the_same_before_and_after_the_draw(day: Day, capsys: pytest.CaptureFixture[str]) -> None:
    walk(day, capsys)


@pytest.mark.slow
def test_j2_compared_after_every_act(day: Day, capsys: pytest.CaptureFixture[str]) -> None:
    day.compares_always = True
    walk(day, capsys)


@pytest.mark.slow
def test_j2_a_simulation_plays_the_matches_of_the_plan(tmp_path: Path) -> None:
    file = tmp_path / "event.json"
    assert main(["tournament", "simulate", *ONE_PLACE, "--seed", "1", "--out", str(file)]) == 0
    championship = read_event(file.read_bytes())
    assert Counter(one.phase for one in championship.fixtures.values()) == MATCHES
    assert championship.bracket.is_over


def walk(day: Day, capsys: pytest.CaptureFixture[str]) -> None:
    day.prepare(begins=BEGINS, pairs=10, tables=5, formato={"mode": "one_place"})
    enter_delegations(day)
    assert planned(capsys) == MATCHES
    assert previewed(day) == on_the_event_page(day) == by_stage(MATCHES)
    day.settle()
    assert settled(day) == MATCHES
    assert on_the_event_page(day) == by_stage(MATCHES)
    day.draw("qualifying")
    day.all_agree()

    day.clock.at(BEGINS, "15:00")
    lots = losers_with(day, day.call_next(), {0: (1400, 20), 1: (1400, 0), 2: (1400, 0)})
    two_wait_for_lots(day, lots)
    day.all_agree()
    assert day.draw_lots() == ["lots-qualifying-qualifying"]
    [back] = day.championship.bracket.lucky_losers("qualifying", "qualifying") or ()
    assert back in lots
    its_reason_is(day, back, "sorteio")
    day.all_agree()

    day.draw("quarter_finals")
    lost = lose_with_fewest_conceded(day, day.call_next())
    [back] = day.championship.bracket.lucky_losers("quarter_finals", "quarter-final") or ()
    conceded = {pair: points_conceded(day, pair) for pair in lost}
    assert conceded[back] == min(conceded.values()), "AF 11, E-4: no second qualifying round, so the first is compared"
    its_reason_is(day, back, "pontos sofridos")
    day.all_agree()
    day.draw("finals")
    day.all_agree()
    while called := day.call_next():
        for match in called:
            day.play(match, min(day.championship.logs[match].pairs), 800)
    day.all_agree()
    assert day.championship.bracket.is_over
    assert Counter(one.phase for one in day.championship.fixtures.values()) == MATCHES


# --- the same matches everywhere --------------------------------------------------------------------------------------


def by_stage(matches: Mapping[str, int]) -> list[int]:
    return [matches["qualifying"], matches["quarter-final"], matches["semi-final"] + 2]


def planned(capsys: pytest.CaptureFixture[str]) -> dict[str, int]:
    """By the command line."""
    assert main(["tournament", "plan", *ONE_PLACE, "--json", "--matches", "1"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["matches"] == sum(MATCHES.values())
    return {one["phase"]: one["matches"] for one in document["forecast"]["phases"]}


def previewed(day: Day) -> list[int]:
    """In the wizard, stage by stage."""
    organiser = day.worker(Role.ORGANISER)
    page = tree_of(organiser.client.get(organiser.path("wizard", Step.FORMAT)).content.decode())
    outlook = page.one("div[id=outlook]")
    totals = [one.text_of("dd") for one in outlook.all("div") if one.text_of("dt") == "partidas"]
    assert totals == [str(sum(MATCHES.values()))]
    return [_matches_in(one.text) for one in outlook.all("h3")]


def on_the_event_page(day: Day) -> list[int]:
    section = Visitor(day.event).page("event").one("section[aria-labelledby=rules]")
    return [_matches_in(one.text) for one in section.one("ol").all("li")]


def _matches_in(text: str) -> int:
    found = re.search(r"(\d+) partidas", text)
    assert found, text
    return int(found[1])


def settled(day: Day) -> dict[str, int]:
    return dict(Counter(one.phase for one in day.championship.plan.fixtures))


def points_conceded(day: Day, pair: PairId) -> int:
    """In the qualifying round."""
    [outcome] = [one for one in day.championship.bracket.outcomes("qualifying") if pair in one.pairs]
    return outcome.conceded_by(pair)


# --- ties -------------------------------------------------------------------------------------------------------------


def losers_with(day: Day, matches: list[MatchId], points: Mapping[int, tuple[int, int]]) -> list[PairId]:
    """Plays the matches. ``points`` by match are those of the loser, and those of the winner beyond the target. The
    losers, with two that are level in everything last where there are more than three."""
    lost = []
    for number, match in enumerate(matches):
        scored, beyond = points.get(number, (100 * number, 0))
        one, other = day.championship.logs[match].pairs
        play(day, match, scored, beyond)
        assert day.championship.logs[match].state is State.OFFICIAL
        lost.append(other if one else one)
    return lost if len(matches) == len(points) else [lost[number] for number, found in points.items() if not found[1]]


def lose_with_fewest_conceded(day: Day, matches: list[MatchId]) -> list[PairId]:
    """In each match the pair that conceded less in the qualifying round loses. However the draw fell, the pair that
    conceded least of all is then among the losers, and no other is level with it."""
    lost: list[PairId] = []
    for match in matches:
        loser = min(day.championship.logs[match].pairs, key=lambda pair: points_conceded(day, pair))
        play(day, match, 900, 10 * len(lost), loser)
        lost.append(loser)
    return lost


def play(day: Day, match: MatchId, scored: int, beyond: int, loser: PairId | None = None) -> None:
    """The second pair loses unless another is named."""
    day.start(match)
    day.clock.moves(minutes=10)
    points = {"first_1": TARGET + beyond, "second_1": scored}
    if loser == day.championship.logs[match].pairs[0]:
        points = {"first_1": scored, "second_1": TARGET + beyond}
    day.clerk.does(match, "resultado", **points)
    day.step()
    day.confirm(match)


def two_wait_for_lots(day: Day, lots: list[PairId]) -> None:
    """Three have the same points; the one that conceded more is out, and nobody knows yet who of the others goes on."""
    [(_where, level)] = day.championship.bracket.lots_needed().items()
    assert set(level) == set(lots)
    assert len(lots) == 2
    shown = standings(Visitor(day.event))
    for pair in lots:
        why = shown[Subject(PAIR, day.name_of(pair))]["why"]
        assert why == "perdeu e ainda pode seguir pela repescagem, fase classificatória"


def its_reason_is(day: Day, pair: PairId, word: str) -> None:
    section = Visitor(day.event).page("standings").one("section[aria-labelledby=lucky]")
    [line] = [one.text for one in section.all("li") if day.name_of(pair) in one.text]
    assert word in line


# --- who comes back and leaves again ----------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("is_drawn", [pytest.param(False, id="before the draw"), pytest.param(True, id="after it")])
def test_j2_a_lucky_loser_that_is_disqualified(monkeypatch: pytest.MonkeyPatch, *, is_drawn: bool) -> None:
    """Before the draw another pair comes back instead; after it the opponent goes on (E-10)."""
    event = drawn(AF, 6, with_delegations=True, at=BEGINS - timedelta(hours=1))
    day = Day.around(event, clock_at(BEGINS, monkeypatch))
    for number, match in enumerate(day.call_next()):
        day.play(match, day.championship.logs[match].pairs[0], 1000 + 100 * number)
    [lucky] = day.championship.bracket.lucky_losers("qualifying", "qualifying") or ()
    day.all_agree()
    if is_drawn:
        append(event, hold_draw("finals", day.clock.now))
    lost = next(one.id for one in day.championship.fixtures.values() if lucky in pairs_in(day, one.id))
    day.disqualify(lost, lucky, "referee", "carta na manga")
    day.compares_always = True
    day.all_agree()
    again = day.championship.bracket.lucky_losers("qualifying", "qualifying") or ()
    assert (lucky in again) is is_drawn
    if not is_drawn:
        append(event, hold_draw("finals", day.clock.now))
    while called := day.call_next():
        for match in called:
            day.play(match, min(day.championship.logs[match].pairs), 800)
    assert day.championship.bracket.is_over


def pairs_in(day: Day, match: MatchId) -> tuple[PairId, ...]:
    return day.championship.bracket.pairs(match) or ()

"""J4: APCEF/SC. The form of dispute is drawn in public, three are level in a group, and a hand is corrected while the
phone that noted it is offline."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from carteado.tournament.operations import HoldDraw
from carteado.tournament.outcomes import PairId
from carteado.tournament.running.dispatch import apply
from carteado.tournament.running.draws import FORM, drawn_form
from carteado.tournament.state.championship import Championship
from carteado.web.kit.guarding.policy import Role
from tests.web.journeys.day import Day, clock_at
from tests.web.journeys.facts import ROW, Subject
from tests.web.journeys.readers.everybody import standings
from tests.web.journeys.readers.reading import Visitor
from tests.web.sumula.sumula_playing import CANASTRA_HAND, hands
from tests.web.sumula.sumulas import Phone, of_team
from tests.web.world.halls import AP

pytestmark = pytest.mark.django_db(transaction=True)

BEGINS = datetime(2027, 8, 7, 14, tzinfo=ZoneInfo("America/Sao_Paulo"))
PEOPLE = ("Bia", "Cida", "Ivo", "Edson", "Dirce", "Nair", "Tonho", "Cleide")
GROUPS, LEAGUE = "groups_knockout", "league"
TARGET = 3000
OF_THE_OTHERS = {"went_out": 1, "pairs": [{"morto": "taken"}, {"clean": 5, "melded": {"8-K": 40}, "morto": "taken"}]}
"""The hand as it was noted: on the wrong side."""


@pytest.fixture
def day(monkeypatch: pytest.MonkeyPatch) -> Day:
    return Day(clock_at(BEGINS - timedelta(days=20), monkeypatch), AP)


def test_j4_three_are_level_and_a_hand_is_corrected_behind_a_phones_back(day: Day) -> None:
    walk(day)


@pytest.mark.slow
def test_j4_compared_after_every_act(day: Day) -> None:
    day.compares_always = True
    walk(day)


def walk(day: Day) -> None:
    day.prepare(begins=BEGINS, pairs=8, tables=4, formato={"forms": [GROUPS, LEAGUE]})
    for name in PEOPLE:
        day.enter(f"{name} Prado", f"{name}nha Prado")
    draw_the_form(day)
    assert drawn_form(day.championship) == GROUPS
    day.settle()
    day.draw("groups")
    day.all_agree()

    day.clock.at(BEGINS, "14:00")
    one, others = members(day, 0), members(day, 1)
    three_level(day, *one)
    day.all_agree()
    a_phone_offline(day, *others[:2])
    the_rest_of(day, others)
    day.all_agree()
    if not day.compares_always:
        return
    while called := day.call_next():
        for match in called:
            day.play(match, min(day.championship.logs[match].pairs), 700)
    day.all_agree()
    assert day.championship.bracket.is_over


def draw_the_form(day: Day) -> None:
    """In public, with the number that leads to groups: the draw itself is not what this journey is about."""
    day.draws.announce(FORM)
    day.clock.moves(minutes=1)
    secret = day.event.draw_secrets.get(draw=FORM).secret
    day.draw(FORM, entropy=next(str(number) for number in range(99) if _leads_to_groups(day, secret, str(number))))


def _leads_to_groups(day: Day, secret: str, entropy: str) -> bool:
    held = HoldDraw(by="system", at=day.clock.now, draw=FORM, secret=secret, entropy=entropy)
    after = apply(day.championship, held)
    assert isinstance(after, Championship), after
    return drawn_form(after) == GROUPS


def members(day: Day, group: int) -> list[PairId]:
    return day.championship.bracket.members("groups", group)


def meet(day: Day, winner: PairId, loser: PairId, lost: int) -> None:
    match = day.match_of(winner, loser)
    day.call(match, "1")
    day.play(match, winner, lost, minutes=10)


def three_level(day: Day, first: PairId, second: PairId, third: PairId, last: PairId) -> None:
    """Each of three beats one of the others and all beat the last. By balance one is ahead, and the two behind are
    parted by their own match (AP 16 a, b)."""
    meet(day, first, second, TARGET - 1500)
    meet(day, second, third, TARGET - 1000)
    meet(day, third, first, TARGET - 500)
    for pair in (first, second, third):
        meet(day, pair, last, TARGET - 2500)
    table = [one.pair for one in day.championship.bracket.table("groups", 0)]
    assert table == [first, second, third, last]
    shown = standings(Visitor(day.event))
    reasons = [shown[Subject(ROW, day.name_of(pair))]["why"] for pair in table]
    assert "saldo" in reasons[0]
    assert [("confronto direto" in why, day.name_of(second) in why) for why in reasons[1:3]] == [
        (True, False),
        (True, True),
    ]


def a_phone_offline(day: Day, one: PairId, other: PairId) -> None:
    match = day.match_of(one, other)
    day.call(match, "2")
    day.start(match)
    phone = day.phone("2")
    first = day.championship.logs[match].pairs[0]
    [wrong] = hands(phone, OF_THE_OTHERS)
    phone.send(wrong)
    day.step()
    day.all_agree()

    [later] = [phone.entry("hand", place=1, hand=CANASTRA_HAND)]  # written without a network
    referee = of_team(phone.sheet, day.people[Role.REFEREE])
    right = referee.entry("correct", of=wrong["id"], over=wrong["id"], why="Do outro lado", hand=CANASTRA_HAND)
    referee.send(right)
    day.step()
    day.all_agree()

    told = phone.send(later, *phone.accept(wrong["id"], later["id"]))
    assert told["counted"]["agreed"] != [True, True], "what they accepted is not what stands"
    assert told["entries"][0]["id"] == right["id"]
    assert day.championship.bracket.ended(match) is None
    day.step()
    day.all_agree()

    agree(phone, right["id"], later["id"])
    day.step()
    day.confirm_as_referee(match)
    ended = day.championship.bracket.ended(match)
    assert ended is not None
    assert ended.winner == first


def agree(phone: Phone, *versions: str) -> None:
    phone.send(*phone.accept(*versions))


def the_rest_of(day: Day, pairs: list[PairId]) -> None:
    for number, one in enumerate(pairs):
        for other in pairs[number + 1 :]:
            if {one, other} != set(pairs[:2]):
                meet(day, one, other, 100 * number)

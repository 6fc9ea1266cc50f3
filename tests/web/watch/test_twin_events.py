"""Twin events that differ in what is withheld: nothing that anybody outside may look at tells them apart (TM 8.4)."""

from collections.abc import Callable, Iterator, Mapping
from datetime import timedelta
from typing import ClassVar, NamedTuple

import pytest

from carteado.tournament.matches.clocks import Moment
from carteado.tournament.matches.match_log import Game
from carteado.tournament.operations import (
    Correct,
    Decide,
    DisqualifyPair,
    MarkTime,
    StartMatch,
    Undo,
    WalkOver,
    WithdrawPair,
)
from carteado.tournament.outcomes import PairId
from carteado.tournament.registrations.acts import Ground
from carteado.web.events.delays import Delays
from carteado.web.people.models import User
from carteado.web.sumula.freezing import freeze
from carteado.web.watch import live_parts
from tests.web.sumula.sumulas import sheet_at, truco_hand
from tests.web.watch.twin_events import START, FakeClock, TwinEvent, differing
from tests.web.world.halls import AF, FA, TM, hold_draw

pytestmark = pytest.mark.django_db

LATE_S, LOOK_S = 600, 300
"""By how much table 1 is late, and when somebody looks."""


@pytest.fixture
def clock() -> Iterator[FakeClock]:
    with FakeClock().running() as clock:
        yield clock


# --- how it is hidden ---------------------------------------------------------------------------------------------


def behind_a_table(world: TwinEvent) -> None:
    world.changes(delays=Delays(tables={"1": LATE_S}).document())


def behind_the_event(world: TwinEvent) -> None:
    world.changes(delays=Delays(event=LATE_S).document())


def behind_its_own_delay(world: TwinEvent) -> None:
    world.changes(delays=Delays(matches={world.late: LATE_S}).document())


def under_an_embargo(world: TwinEvent) -> None:
    world.changes(embargo_until=START + timedelta(hours=3))


Hiding = Callable[[TwinEvent], None]


# --- what is hidden -----------------------------------------------------------------------------------------------


def is_noted(world: TwinEvent) -> None:
    world.clock.at(1)
    if world.championship.regulation.id == TM:
        world.notes(world.late, truco_hand(0, 3), truco_hand(1, 6))


def is_won_by_the_first(world: TwinEvent) -> None:
    is_noted(world)
    world.clock.at(10)
    world.decides(world.late, 0)


def is_won_by_the_second(world: TwinEvent) -> None:
    world.clock.at(10)
    world.decides(world.late, 1, loser=7)


def waits_for_its_confirmation(world: TwinEvent) -> None:
    world.clock.at(10)
    world.submits(world.late, 1)


def is_stopped(world: TwinEvent) -> None:
    world.clock.at(5)
    world.does(StartMatch(by="system", at=world.clock.now, match=world.late))
    world.does(MarkTime(by="system", at=world.clock.now, match=world.late, moment=Moment.PAUSED))


def is_under_review(world: TwinEvent) -> None:
    is_noted(world)
    freeze(sheet_at(world.event, world.late), by=User.objects.get(email="referee@salao.example"))


def is_lost_by_absence(world: TwinEvent) -> None:
    world.clock.at(10)
    absent = (world.pairs[1],)
    world.does(WalkOver(by="system", at=world.clock.now, match=world.late, absent=absent, why="não veio"))


def is_corrected(world: TwinEvent) -> None:
    is_won_by_the_first(world)
    world.clock.at(20)
    games = (Game((3, 12), 1),)
    world.does(Correct(by="system", at=world.clock.now, match=world.late, games=games, why="trocado", force=True))


def is_taken_back(world: TwinEvent) -> None:
    is_won_by_the_first(world)
    world.clock.at(20)
    world.does(Undo(by="system", at=world.clock.now))


def ends_by_a_disqualification(world: TwinEvent) -> None:
    world.clock.at(10)
    pair, ground = world.pairs[0], next(iter(Ground))
    world.does(DisqualifyPair(by="system", at=world.clock.now, pair=pair, ground=ground, why="conduta"))


def ends_by_a_withdrawal(world: TwinEvent) -> None:
    world.clock.at(10)
    world.does(WithdrawPair(by="system", at=world.clock.now, pair=world.pairs[0], why="saúde", in_writing=True))


def is_decided_by_the_organisers(world: TwinEvent) -> None:
    world.clock.at(10)
    at, why = world.clock.now, "Foi visto."
    world.does(Decide(by="system", at=at, match=world.late, question="Quem ganhou?", decision="A primeira.", why=why))


def makes_room_for_another(world: TwinEvent) -> tuple[PairId, ...]:
    """Its table is free: the next match is called there, and is played."""
    is_won_by_the_first(world)
    world.clock.at(20)
    meeting = world.championship.bracket.pairs
    other = next(one for one in world.open if not {*world.pairs} & {*(meeting(one) or ())})
    involved = meeting(other) or ()
    world.calls(other, "1")
    world.clock.at(30)
    world.decides(other, 1)
    return involved


def lets_its_pair_play_on(world: TwinEvent) -> tuple[PairId, ...]:
    """A pair of it is called to another table, against somebody who is known."""
    is_won_by_the_first(world)
    world.clock.at(20)
    meeting = world.championship.bracket.pairs
    other = next(one for one in world.open if {*world.pairs} & {*(meeting(one) or ())})
    involved = meeting(other) or ()
    world.calls(other, "4")
    world.clock.at(30)
    world.decides(other, 1)
    return involved


def lets_the_winners_meet(world: TwinEvent) -> tuple[PairId, ...]:
    """The match that follows from it is called, played and over."""
    before = set(world.open)
    is_won_by_the_first(world)
    world.clock.at(20)
    [coming] = set(world.open) - before
    involved = world.championship.bracket.pairs(coming) or ()
    world.calls(coming, "4")
    world.clock.at(30)
    world.decides(coming, 1)
    return involved


def lets_the_next_stage_be_drawn(world: TwinEvent) -> tuple[PairId, ...]:
    """It was the last of its stage: who goes on follows from it, and so does the draw."""
    world.clock.at(10)
    world.decides(world.late, 0, loser=70)
    world.clock.at(20)
    world.does(hold_draw("finals", world.clock.now))
    coming = world.open[0]
    involved = world.championship.bracket.pairs(coming) or ()
    world.calls(coming, "4")
    return involved


Hidden = Callable[[TwinEvent], tuple[PairId, ...] | None]
"""Gives the pairs that see it because they play it."""


def is_own(name: str) -> bool:
    return name.startswith("player of ")


class Setting(NamedTuple):
    """``known`` matches besides are over before the start."""

    regulation: str
    pairs: int
    known: int = 0


KNOCKOUT, LEAGUE, QUALIFYING = Setting(TM, 8), Setting(FA, 6), Setting(AF, 6, known=1)


class TestTwins:
    """Both events are seen by all outsiders, on one clock."""

    quiet: ClassVar[dict[tuple[Setting, Hiding], Mapping[str, bytes]]] = {}
    """What is seen where nothing happens."""

    def alike(self, clock: FakeClock, hiding: Hiding, hidden: Hidden, setting: Setting = KNOCKOUT) -> None:
        if (setting, hiding) not in self.quiet:
            self.quiet[setting, hiding] = self._seen(clock, hiding, lambda _world: None, setting)
        seen = self._seen(clock, hiding, hidden, setting)
        quiet = {name: look for name, look in self.quiet[setting, hiding].items() if name in seen or not is_own(name)}
        assert differing(quiet, seen) == []

    def _seen(self, clock: FakeClock, hiding: Hiding, hidden: Hidden, setting: Setting) -> Mapping[str, bytes]:
        world = TwinEvent(clock, setting.regulation, setting.pairs)
        clock.at(-1800)
        for match in world.open[1 : 1 + setting.known]:
            world.decides(match, 0, loser=50)
        clock.at(0)
        hiding(world)
        world.opens_pages()
        involved = hidden(world) or ()
        clock.at(LOOK_S)
        live_parts.push_ended_delays(START)
        return world.seen(*involved)

    @pytest.mark.slow
    def test_the_next_opponent_is_no_secret_that_a_guess_opens(self, clock: FakeClock) -> None:
        self.alike(clock, behind_a_table, is_won_by_the_first)

    @pytest.mark.slow
    def test_a_table_that_is_free_again_says_nothing(self, clock: FakeClock) -> None:
        self.alike(clock, behind_a_table, makes_room_for_another)

    @pytest.mark.slow
    def test_the_same_walk_finds_it_once_it_may_be_known(self, clock: FakeClock) -> None:
        """Else the walk would prove nothing."""
        late = self._seen(clock, behind_a_table, is_won_by_the_first, KNOCKOUT)
        known = self._seen(clock, lambda _world: None, is_won_by_the_first, KNOCKOUT)
        found = differing(late, known)
        kinds = {name.partition(" /")[0].rstrip("0123456789") for name in found if not name.startswith("push")}
        assert {"everybody", "former referee", "phone ", "broadcast no-ar-"} <= kinds
        assert any(is_own(name) for name in found)
        assert {"push chave copa pt-br", "push telao copa en"} <= {*found}

    @pytest.mark.slow
    @pytest.mark.parametrize("hiding", [behind_the_event, behind_its_own_delay])
    def test_whichever_delay_it_is(self, clock: FakeClock, hiding: Hiding) -> None:
        self.alike(clock, hiding, lets_the_winners_meet)

    @pytest.mark.slow
    @pytest.mark.parametrize("hiding", [behind_a_table, under_an_embargo])
    @pytest.mark.parametrize(
        "hidden",
        [
            is_won_by_the_second,
            waits_for_its_confirmation,
            is_stopped,
            is_under_review,
            is_lost_by_absence,
            is_corrected,
            is_taken_back,
            ends_by_a_disqualification,
            ends_by_a_withdrawal,
            is_decided_by_the_organisers,
            lets_the_winners_meet,
        ],
    )
    def test_in_a_knockout_nothing_tells_them_apart(self, clock: FakeClock, hiding: Hiding, hidden: Hidden) -> None:
        self.alike(clock, hiding, hidden)

    @pytest.mark.slow
    @pytest.mark.parametrize("hiding", [behind_a_table, under_an_embargo])
    @pytest.mark.parametrize("hidden", [lets_its_pair_play_on, makes_room_for_another])
    def test_in_a_league_nothing_tells_them_apart(self, clock: FakeClock, hiding: Hiding, hidden: Hidden) -> None:
        self.alike(clock, hiding, hidden, LEAGUE)

    @pytest.mark.slow
    @pytest.mark.parametrize("hiding", [behind_a_table, under_an_embargo])
    @pytest.mark.parametrize("hidden", [lets_the_next_stage_be_drawn])
    def test_after_a_qualifying_round_nothing_tells_them_apart(
        self, clock: FakeClock, hiding: Hiding, hidden: Hidden
    ) -> None:
        self.alike(clock, hiding, hidden, QUALIFYING)

"""A live match and the fold of its log are the same, whatever happens at the table."""

import random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from carteado.cards import Onlooker
from carteado.record import write_act
from carteado.regulation import load
from carteado.web.tables.match.fold import Step, fold
from tests.web.tables.room.table_rooms import AF, AP, FA, MINUTE, SECOND, TM, Seated, some_settings, stacked, terms_for

REFEREE = Onlooker.REFEREE
EVERY = [(TM, 4), (TM, 2), (AF, 4), (FA, 4), (AP, 4)]


class Whim:
    """Somebody at the table does something, whatever it is; and the log tells the same story."""

    def __init__(self, which: tuple[str, int], rng: random.Random) -> None:
        regulation, players = which
        self.rng, self.is_truco = rng, regulation == TM
        scores = [(0, 0), (11, 8), (11, 11), (9, 11)] if self.is_truco else [(0, 0), (1400, 1600)]
        setting = some_settings(regulation, players=players, is_official=rng.random() < 0.5, delay=rng.choice([0, 20]))
        engine = stacked(load(regulation), [], score=rng.choice(scores))
        self.table = Seated(settings=setting, terms=terms_for(setting, engine), first_dealer=rng.randrange(players))
        for onlooker in Onlooker:
            self.table.come(onlooker)
        self.players = players

    def act(self) -> None:
        doing = self.rng.choices(
            [self._act_when_asked, self._anybody, self._referee, self._time, self._presence, self._nonsense],
            [60, 10, 3, 6, 4, 4],
        )[0]
        doing()
        self._bots_answer()

    def _bots_answer(self) -> None:
        for _ in range(20):
            asked = self.table.play.awaited
            if asked is None or not self.table.services.asked or self.table.play.is_over:
                return
            question = self.table.services.asked[-1]
            legal = [] if question.question is None else question.question.legal
            notation = self.table.terms.engine.notation
            answer = write_act(self.rng.choice(legal), notation) if legal and self.rng.random() < 0.8 else None
            before = len(self.table.log), len(self.table.services.asked)
            self.table.room.receive_answer(question, answer)
            self.table.services.settle()
            if before == (len(self.table.log), len(self.table.services.asked)):
                return

    def _act_when_asked(self) -> None:
        asked = self.table.play.awaited
        if asked is None:
            return
        seat = self.rng.choice(asked.seats)
        if asked.step is Step.CUT:
            self.table.send(seat, {"act": "cut", "cuts": [self.rng.randrange(40)]})
        elif asked.step is Step.DEAL:
            self.table.send(seat, {"act": "deal", "burn": self.rng.choice([0, 0, 2])})
        else:
            self._legal(seat)

    def _legal(self, seat: int) -> None:
        play = self.table.play
        acts = play.terms.engine.legal_acts(play.match, seat)
        if acts:
            self.table.send(seat, write_act(self.rng.choice(acts), play.terms.engine.notation))

    def _anybody(self) -> None:
        seat = self.rng.randrange(self.players)
        if self.is_truco and self.rng.random() < 0.5:
            self.table.send(seat, {"act": "sign", "sign": self.rng.choice(["zap", "nada", "words"])})
        else:
            self._legal(seat)

    def _referee(self) -> None:
        acts: list[dict[str, Any]] = [
            {"act": "pause"},
            {"act": "resume"},
            {"act": "resume"},
            {"act": "ruling", "ruling": "redeal"},
            {"act": "ruling", "ruling": "adjust", "pair": 0, "points": 1, "reason": "match.target"},
            {"act": "ruling", "ruling": "time_up"},
            {"act": "ruling", "ruling": "four_cards", "pair": 1},
            {"act": "ruling", "ruling": "tento_rejected", "pair": 1},
        ]
        self.table.send(REFEREE, {**self.rng.choice(acts), "article": "match.target"})

    def _time(self) -> None:
        self.table.wait(self.rng.choice([SECOND, 29 * SECOND, 95 * SECOND, 20 * MINUTE]))

    def _presence(self) -> None:
        seat = self.rng.randrange(self.players)
        if self.rng.random() < 0.2:
            for one in range(self.players):
                if one in self.table.people:
                    self.table.go(one)
            self.table.wait(self.rng.choice([SECOND, 5 * MINUTE]))
        elif seat in self.table.people:
            self.table.go(seat)
        else:
            self.table.come(seat)
            self.table.send(seat, {"act": "sit"})

    def _nonsense(self) -> None:
        seat = self.rng.choice([*range(self.players), *Onlooker])
        self.table.send(seat, self.rng.choice([{"act": "play", "card": "4c"}, {"act": "deal"}, {}, [], {"act": "sit"}]))

    def check(self) -> None:
        table = self.table
        assert table.room.position is not None
        written = table.services.log(table.terms)
        assert [row._replace(parsed=None) for row in table.log] == written.log
        assert fold(table.terms, written.log) == table.play
        assert [row.at for row in written.log] == sorted(row.at for row in written.log)


def play_by_whim(which: tuple[str, int], seed: int, acts: int, *, every: int = 1) -> Whim:
    whim = Whim(which, random.Random(seed))
    for step in range(acts):
        whim.act()
        if step % every == 0:
            whim.check()
        if whim.table.play.is_over:
            break
    whim.check()
    return whim


@settings(max_examples=25, suppress_health_check=[HealthCheck.too_slow])
@given(which=st.sampled_from(EVERY), seed=st.integers(0, 10**6))
def test_the_log_folds_to_what_was_played(which: tuple[str, int], seed: int) -> None:
    play_by_whim(which, seed, 60)


@pytest.mark.slow
@settings(max_examples=150, suppress_health_check=[HealthCheck.too_slow])
@given(which=st.sampled_from(EVERY), seed=st.integers(0, 10**9))
def test_long_logs_fold_to_what_was_played(which: tuple[str, int], seed: int) -> None:
    play_by_whim(which, seed, 400, every=40)


def test_by_whim_everything_happens() -> None:
    """The acts that the fold is tried on."""
    met: set[str] = set()
    for seed in range(40):
        whim = play_by_whim((TM, 4), seed, 80, every=80)
        met |= set(whim.table.act_names) | {row.data.get("by", "").partition(":")[0] for row in whim.table.log}
    assert met >= {
        *("start", "shuffle", "cut", "deal", "play", "hide", "call", "accept", "refuse", "sign", "sit", "pause"),
        *("resume", "ruling", "clock", "user", "nobody"),
    }

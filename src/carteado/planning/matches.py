"""One match played by bots to its end. Its record has fair deals and times, like that of a real match."""

import hashlib
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from random import Random

from carteado.bots import Faults, Player, ask_player, make_player, send_act_to_others
from carteado.cards import Adjust, Card, Pass, TimeUp
from carteado.fair import Fair, commitment, deal_label, shuffled_deck
from carteado.planning.pace import Pace, kind_of
from carteado.record import Engine, Record, RecordedAct, RecordedHand, Table, engine_for
from carteado.record.games import Match
from carteado.record.notation import Act
from carteado.regulation import EngineKind, Refusal, Regulation, TrucoRules
from carteado.tournament.formats.stages import FINAL
from carteado.tournament.matches.match_log import Ending, Game, Side
from carteado.truco.state import Clock

REAL_BOTS = {EngineKind.TRUCO: "matreiro", EngineKind.MELDS: "canastreiro"}
"""The bots that play a game well."""

MOST_HANDS = 40
"""After this many hands the referee ends a match: bots that play at random may never reach the target."""

_DRAWN_BY_LOT = "drawn by lot: a simulated referee has no other ground"
_PACE_FACTORS = (0.4, 1.6)
"""The factors of the pace between which an act's time lies."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchSetting:
    """A match to play: its players, rules, start and pace."""

    regulation: Regulation
    id: str
    seats: tuple[str, ...]
    phase: str
    start: datetime
    seed: str
    bots: str
    pace: Pace
    event: str = ""
    table: str | None = None
    most_hands: int = MOST_HANDS


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedMatch:
    """The record of a match, its result, and the times when it ended and when extra time began."""

    record: Record
    game: Game
    end: datetime
    extra_from: datetime | None = None


def play_match(setting: MatchSetting) -> PlayedMatch:
    """Play a match. The same setting gives the same match."""
    with ExitStack() as closing:
        players: list[Player] = []
        for seat in range(len(setting.seats)):
            player = make_player(setting.bots, setting.regulation, seed=f"{setting.seed}|{setting.id}|{seat}")
            closing.callback(player.close)
            players.append(player)
        return _Playing(setting, players).to_the_end()


class _Playing:
    """A match being played. Its clock advances by the pace, and all chance comes from the seed."""

    def __init__(self, setting: MatchSetting, players: Sequence[Player]) -> None:
        self.setting, self.players = setting, players
        self.engine: Engine = engine_for(setting.regulation)
        self.rng = Random(f"carteado-simulation|{setting.seed}|{setting.id}")
        self.now = setting.start
        self.drawn, dealer = _draw_for_the_deal(self.engine, len(players), self.rng)
        target = self.engine.target(setting.phase)
        self.table = Table(self.engine, self.engine.start(players=len(players), first_dealer=dealer, target=target))
        self.first_dealer = dealer
        self.hands: list[RecordedHand] = []
        self.bell = _time_of(setting)
        self.clock_ran_out = False
        self.extra_from: datetime | None = None
        self._pass_time(setting.pace.match)

    @property
    def match(self) -> Match:
        return self.table.match

    def to_the_end(self) -> PlayedMatch:
        while self.match.winner is None and len(self.hands) < self.setting.most_hands:
            self._play_hand()
        return PlayedMatch(record=self._record(), game=self._result(), end=self.now, extra_from=self.extra_from)

    # --- a hand ---------------------------------------------------------------------------------------------------

    def _play_hand(self) -> None:
        self._pass_time(self.setting.pace.hand)
        self._look_at_the_clock()
        if self.match.winner is not None:
            return
        self._deal()
        faults = Faults()
        while (question := self.table.question()) is not None:
            act = ask_player(self.table, question, self.players[question.seat], faults)
            self._do_act(act)
            send_act_to_others(self.engine, act, self.players)
        self.hands[-1] = replace(self.hands[-1], score=self.match.score)

    def _do_act(self, act: Act) -> None:
        if isinstance(act, Pass):
            self.table = self.table.after_act(act)
            return
        self._pass_time(self.setting.pace.of_act(kind_of(act, self.engine.notation)))
        self._record_act(act)
        self._look_at_the_clock()

    def _record_act(self, act: Act) -> None:
        self.table = self.table.after_act(act)
        recorded = RecordedAct(act=act, at=self.now.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"))
        hand = self.hands[-1]
        score = None if hand.score is None else self.match.score
        self.hands[-1] = replace(hand, acts=(*hand.acts, recorded), score=score)

    def _deal(self) -> None:
        number, name = len(self.hands), self.setting.id
        seed = hashlib.sha256(f"carteado-simulation|{self.setting.seed}|{name}|{number}".encode()).digest()
        at = self.rng.randrange(1, len(self.engine.deck()))
        fair = Fair(commitment(deal_label(name, number), seed), seed.hex(), cuts=(at,))
        dealer = self.match.dealer
        for act in self.engine.ceremony(self.match, fair):
            self.table = self.table.after_act(act)
        deck = shuffled_deck(self.engine.deck(), match=name, hand=number, seed=seed)
        deal = self.engine.dealt_from(self.match, deck, cuts=fair.cuts, burn=fair.burn)
        self.hands.append(RecordedHand(deal=deal, dealer=dealer, fair=fair))
        self.table = self.table.after_act(deal)

    # --- the clock ------------------------------------------------------------------------------------------------

    def _pass_time(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds * self.rng.uniform(*_PACE_FACTORS))

    def _look_at_the_clock(self) -> None:
        """Ring the bell, begin extra time, and break a tie that is left to the referee.

        Keys: clock.time_up, clock.extra_minutes, clock.still_tied.
        """
        rules = self.setting.regulation.rules
        if not isinstance(rules, TrucoRules) or self.match.winner is not None or not self.hands:
            return
        if self.bell is not None and self.now >= self.bell:
            self.bell, self.clock_ran_out = None, True
            self._record_act(TimeUp(str(self.setting.regulation.citation("clock.time_up"))))
        if self.match.clock is Clock.EXTRA and self.extra_from is None:
            self.extra_from = self.now
            self.bell = self.now + timedelta(minutes=rules.clock.extra_minutes)
        if self.match.clock is Clock.REFEREE_DECIDES:
            article = str(self.setting.regulation.citation("clock.still_tied"))
            self._record_act(Adjust(self.rng.randrange(2), 1, _DRAWN_BY_LOT, article))

    # --- result and record ----------------------------------------------------------------------------------------

    def _result(self) -> Game:
        score, winner = self.match.score, self.match.winner
        if winner is None:
            ahead = 0 if score[0] > score[1] else 1 if score[1] > score[0] else self.rng.randrange(2)
            return Game(score, 1 if ahead else 0, Ending.RULING)
        side: Side = 1 if winner else 0
        if score[side] >= self.match.target:
            return Game(score, side)
        return Game(score, side, Ending.TIME_UP if self.clock_ran_out else Ending.EXTRA_HAND)

    def _record(self) -> Record:
        about: dict[str, str | int] = {"match": self.setting.id, "phase": self.setting.phase}
        if self.setting.event:
            about["event"] = self.setting.event
        if self.setting.table is not None:
            about["table"] = self.setting.table
        return Record(
            regulation=self.setting.regulation,
            seats=self.setting.seats,
            first_dealer=self.first_dealer,
            hands=tuple(self.hands),
            dealer_draw=self.drawn,
            about={**about, "date": self.setting.start.date().isoformat()},
        )


def _time_of(setting: MatchSetting) -> datetime | None:
    """When the bell rings, if the regulation has one. Keys: clock.match_minutes, clock.final_minutes."""
    minutes = clock_minutes(setting.regulation, setting.phase)
    return None if minutes is None else setting.start + timedelta(minutes=minutes)


def clock_minutes(regulation: Regulation, phase: str) -> int | None:
    """The minutes of a match, if the regulation sets a limit. Keys: clock.match_minutes, clock.final_minutes."""
    if not isinstance(regulation.rules, TrucoRules):
        return None
    clock = regulation.rules.clock
    return clock.final_minutes if phase == FINAL else clock.match_minutes


def _draw_for_the_deal(engine: Engine, players: int, rng: Random) -> tuple[tuple[tuple[Card | None, ...], ...], int]:
    """Each player draws a card, and tied players draw again, until the engine names a dealer."""
    rounds: list[tuple[Card | None, ...]] = []
    drawing: Sequence[int] = range(players)
    while True:
        cards = dict(zip(drawing, rng.sample(list(engine.deck()), len(drawing)), strict=True))
        rounds.append(tuple(cards.get(seat) for seat in range(players)))
        dealer = engine.first_dealer(players, rounds)
        if not isinstance(dealer, Refusal):
            return tuple(rounds), dealer
        seats = dealer.details["seats"]
        assert isinstance(seats, tuple)
        drawing = [seat for seat in range(players) if seat in seats]

"""Whole matches played at random, in the sequential form and with people who speak out of turn, and their records."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, NamedTuple

from carteado.cards import Observer, Onlooker, Pass
from carteado.fair import Fair, commitment, deal_label, shuffled_deck
from carteado.record import Record, RecordedAct, RecordedHand, Table
from tests.conformance.adapter import Act, Match
from tests.conformance.cases import Case

MATCH_ID = "conformance"


class Setting(NamedTuple):
    """What decides a play: the same setting is the same match, act by act."""

    case: Case
    seed: int

    def __str__(self) -> str:
        return f"{self.case}-seed-{self.seed}"


class Step(NamedTuple):
    """An act, the match before and after it, and what came of it; ``on_turn`` is false when nobody had asked."""

    before: Match
    act: Act
    match: Match
    events: tuple[Any, ...]
    on_turn: bool


@dataclass(repr=False)
class Playthrough:
    """A match from its start to its end, or to where it was left."""

    setting: Setting
    start: Match
    start_score: tuple[int, int]
    steps: list[Step] = field(default_factory=list)
    hands: list[RecordedHand] = field(default_factory=list)
    matches_in_hands: list[list[Match]] = field(default_factory=list)
    """The match after each deal and after each act that follows it on record."""

    @property
    def case(self) -> Case:
        return self.setting.case

    @property
    def match(self) -> Match:
        return self.steps[-1].match if self.steps else self.start

    @property
    def matches(self) -> list[Match]:
        return [self.start, *(step.match for step in self.steps)]

    def observers(self) -> tuple[Observer, ...]:
        return (*range(self.case.players), *Onlooker)

    def record(self, hands: Sequence[RecordedHand] | None = None) -> Record:
        case = self.case
        hands = self.hands if hands is None else hands
        if hands and self.start_score != (0, 0):
            hands = (replace(hands[0], start=self.start_score), *hands[1:])
        return Record(
            regulation=case.regulation,
            seats=("Ana", "Bia", "Caio", "Davi")[: case.players],
            first_dealer=self.start.first_dealer,
            hands=tuple(hands),
            about={"match": MATCH_ID},
        )

    def prefixes(self) -> Iterator[tuple[Match, list[RecordedHand]]]:
        """The match and the hands on record at each moment where a record may stop: after a deal or a later act."""
        for index, (hand, matches) in enumerate(zip(self.hands, self.matches_in_hands, strict=True)):
            for count, match in enumerate(matches):
                yield match, [*self.hands[:index], replace(hand, acts=hand.acts[:count])]


@lru_cache(maxsize=128)
def played(setting: Setting, *, most_acts: int = 3000) -> Playthrough:
    """The match of a setting, played until somebody has won it."""
    return _Player(setting, most_acts).play()


class _Player:
    def __init__(self, setting: Setting, most_acts: int) -> None:
        case = setting.case
        self.case, self.engine, self.adapter = case, case.engine, case.adapter
        self.rng = random.Random(f"{case}|{setting.seed}")
        self.most_acts = most_acts
        dealer = self.rng.randrange(case.players)
        target = self.engine.start(players=case.players, first_dealer=dealer).target
        scores = self.adapter.start_scores(target)
        score = scores[setting.seed % len(scores)]
        start = self.engine.start(players=case.players, first_dealer=dealer, score=score)
        self.going = Playthrough(setting, start, score)
        # A style for the whole match, so that some are bold, some silent, some full of referees.
        self.weights: dict[type, float] = {}
        self.out_of_turn = self.rng.choice([0.0, 0.2, 0.5])
        self.interventions = self.rng.choice([0.0, 0.1, 0.25])
        self.shuffles = self.rng.choice([1, 50])

    def play(self) -> Playthrough:
        while self.going.match.winner is None and len(self.going.steps) < self.most_acts:
            if self.going.match.hand_is_on:
                self._play_on()
            elif len(self.going.hands) == self.adapter.most_hands:
                self._do(self.adapter.deciding_act(self.going.match, self.rng))
            elif not self._intervened() and (refused := self._deal()):
                self._decide_as_referee(refused)
        return self.going

    def _intervened(self) -> bool:
        """Now and then somebody acts who has no cards to play; a record has no place for it before the first deal."""
        if not self.going.hands or self.rng.random() >= self.interventions:
            return False
        act = self.rng.choice(self.adapter.outside_acts(self.going.match, self.rng))
        if self.engine.refusal(self.going.match, act) is not None:
            return False
        ends_it = self.engine.apply(self.going.match, act)[0].winner is not None
        if ends_it and self.rng.random() < 0.8:
            return False
        self._do(act)
        return True

    def _play_on(self) -> None:
        """Asks the seats in sequence until one answers, unless somebody speaks or a referee comes in before."""
        table = Table(self.engine, self.going.match)
        while True:
            if self._intervened():
                return
            if self.rng.random() < self.out_of_turn and (acts := self._out_of_turn(table.match)):
                self._do(self._chosen(acts), on_turn=False)
                return
            question = table.question()
            assert question is not None
            act = self._chosen(question.legal)
            if not isinstance(act, Pass):
                self._do(act)
                return
            table = table.after_act(act)

    def _out_of_turn(self, match: Match) -> list[Act]:
        others = [seat for seat in range(self.case.players) if seat not in self.engine.seats_to_ask(match)]
        return [act for seat in others for act in self.engine.legal_acts(match, seat)]

    def _chosen(self, acts: Sequence[Act]) -> Act:
        kinds = sorted({type(act) for act in acts}, key=lambda kind: kind.__name__)
        for kind in kinds:
            if kind not in self.weights:
                self.weights[kind] = self.adapter.inclination(kind, self.rng)
        [kind] = self.rng.choices(kinds, [self.weights[kind] for kind in kinds])
        return self.adapter.choice([act for act in acts if type(act) is kind], self.rng)

    def _deal(self) -> Any:
        """Cuts and burns as far as the rules allow, then deals; what refuses it, if anything does."""
        match = self.going.match
        cuts = tuple(self.rng.randrange(1, 39) for _ in range(self.rng.randrange(3)))
        wished = Fair("", None, cuts, self.rng.randint(0, self.adapter.most_burnt))
        ceremony = Fair("") if self._refused_ceremony(wished) else wished
        chances = [self._chance(ceremony) for _ in range(self.shuffles)]
        fair, deal = max(chances, key=lambda chance: self.adapter.interest(chance[1]))
        if refused := self._refused_ceremony(fair) or self.engine.refusal(match, deal):
            return refused
        for act in self.engine.ceremony(match, fair):
            self._step(act, recorded=False)
        self.going.hands.append(RecordedHand(deal=deal, fair=fair))
        self.going.matches_in_hands.append([])
        self._step(deal)
        return None

    def _chance(self, ceremony: Fair) -> tuple[Fair, Act]:
        number, seed = len(self.going.hands), self.rng.randbytes(32)
        hidden = commitment(deal_label(MATCH_ID, number), seed)
        fair = replace(ceremony, commitment=hidden, seed=seed.hex())
        deck = shuffled_deck(self.engine.deck(), match=MATCH_ID, hand=number, seed=seed)
        return fair, self.engine.dealt_from(self.going.match, deck, cuts=fair.cuts, burn=fair.burn)

    def _refused_ceremony(self, fair: Fair) -> Any:
        match = self.going.match
        for act in self.engine.ceremony(match, fair):
            if refused := self.engine.refusal(match, act):
                return refused
            match, _ = self.engine.apply(match, act)
        return None

    def _decide_as_referee(self, refused: Any) -> None:
        """Nothing may be dealt: only somebody outside the hand can go on."""
        acts = self.adapter.outside_acts(self.going.match, self.rng)
        legal = [act for act in acts if self.engine.refusal(self.going.match, act) is None]
        assert legal, f"nobody may do anything: {refused}"
        self._do(self.rng.choice(legal))

    def _do(self, act: Act, *, on_turn: bool = True) -> None:
        last = self.going.hands[-1]
        at = self.rng.choice([None, "2025-10-25T14:00:00Z"])
        self.going.hands[-1] = replace(last, acts=(*last.acts, RecordedAct(act=act, at=at)))
        self._step(act, on_turn=on_turn)

    def _step(self, act: Act, *, recorded: bool = True, on_turn: bool = True) -> None:
        before = self.going.match
        match, events = self.engine.apply(before, act)
        self.going.steps.append(Step(before, act, match, events, on_turn))
        if recorded:
            self.going.matches_in_hands[-1].append(match)

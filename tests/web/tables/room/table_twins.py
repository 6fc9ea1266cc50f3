"""Two live tables whose deals differ only in cards that somebody may not see, played side by side.

Whatever that somebody is told, whenever he comes and whatever he tries, must be the same bytes in both: cards are
hidden from him up to the last moment compared, commitments are equal, seeds are not. Who may know which card is told
by the adapters of the conformance suite, from the rulebook.
"""

import hashlib
import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import cycle, islice, pairwise
from typing import Any, NamedTuple

from carteado.cards import Observer, Onlooker, Pause, Resume, Sign, Sit, pair_of
from carteado.record import RecordedHand, write_act
from carteado.web.tables.bots.process import BotProcess
from carteado.web.tables.match.act_reading import MOST_SIGNS_A_HAND, ActRefusal, CheckedAct, checked_act
from carteado.web.tables.match.fold import Step, clock_act
from carteado.web.tables.match.log_rows import Data
from carteado.web.tables.protocol import PROTOCOL, Hello, encode
from carteado.web.tables.room.bot_turns import BotQuestion
from carteado.web.tables.room.room import BOT_TAKES_SEAT_AFTER_MS, Room
from tests.conformance.cases import Case
from tests.conformance.random_play import Playthrough, Setting, played
from tests.web.tables.room.table_rooms import (
    CODE,
    FakeServices,
    Seated,
    Someone,
    person,
    some_settings,
    stacked,
    terms_for,
)

TRIES = 10
"""Worlds dealt for a hand before it is given up: some break a rule that binds what others hold."""


class Leak(AssertionError):
    """Somebody can tell one world from the other."""


class Run(NamedTuple):
    """Hands in both worlds, and who must not be able to tell them apart. ``with_bots``: his pair are bots;
    ``goes_away``: now and then he does, and a bot sits in for him."""

    case: Case
    observer: Observer
    score: tuple[int, int]
    dealer: int
    hands: list[tuple[RecordedHand, RecordedHand]]
    delay: int
    with_bots: bool
    goes_away: bool
    seed: str


def equal_commitment(label: str, _secret: bytes) -> str:
    """In the place of the real one: it says nothing of the seed, so that two seeds may have the same."""
    return hashlib.sha256(label.encode()).hexdigest()


# --- worlds to compare ------------------------------------------------------------------------------------------------


def runs(case: Case, seed: int) -> Iterator[Run]:
    """Of one random match: every hand by itself, left at some moment, for somebody; and the match as a whole."""
    play = played(Setting(case, seed))
    rng = random.Random(f"twins at a live table|{play.setting}")
    observers: list[Observer] = [*range(case.players), Onlooker.SPECTATOR]
    turns = islice(cycle(observers), seed, None)
    for hand, before, matches in zip(play.hands, _before_hands(play), play.matches_in_hands, strict=True):
        moments = [(one, rng.randint(0, len(hand.acts))) for one in islice(turns, 2)]
        for observer, acts in [*_owners_of_mortos(matches), *moments]:
            left = replace(hand, acts=hand.acts[:acts])
            yield from _run(play, [left], before.score, before.dealer, observer, rng)
    yield from _run(play, play.hands, play.start_score, play.start.dealer, rng.choice(observers), rng)


def _before_hands(play: Playthrough) -> list[Any]:
    return [step.before for step in play.steps if type(step.act).__name__ == "Deal"]


def _owners_of_mortos(matches: Sequence[Any]) -> Iterator[tuple[Observer, int]]:
    """The last moments at which somebody has a morto that he may not look at yet."""
    waiting: list[frozenset[int]] = [getattr(match.hand, "unplayed", frozenset()) for match in matches]
    for acts, (now, after) in enumerate(pairwise(waiting)):
        yield from ((seat, acts) for seat in now - after)


def _run(
    play: Playthrough,
    hands: Sequence[RecordedHand],
    score: tuple[int, int],
    dealer: int,
    observer: Observer,
    rng: random.Random,
) -> Iterator[Run]:
    pairs = _twins(play.case, hands, score, dealer, observer, rng)
    if pairs:
        delay = rng.choice([0, 0, 30])
        bots, away = rng.choice([(True, False), (False, True), (False, False), (False, False), (False, False)])
        if not isinstance(observer, int):
            bots = away = False
        yield Run(play.case, observer, score, dealer, pairs, delay, bots, away, f"{rng.random()}")


def _twins(
    case: Case,
    hands: Sequence[RecordedHand],
    score: tuple[int, int],
    dealer: int,
    observer: Observer,
    rng: random.Random,
) -> list[tuple[RecordedHand, RecordedHand]]:
    """The hands with their twins, as far as there is a lawful one."""
    match = case.engine.start(players=case.players, first_dealer=dealer, score=score)
    pairs = []
    for hand in hands:
        lived = _lived(case, match, hand)
        if lived is None:
            break
        for _ in range(TRIES):
            twin = case.adapter.twin(hand, lived[0], observer, rng)
            if twin.deal != hand.deal and _lived(case, match, twin):
                break
        else:
            break
        pairs.append((hand, twin))
        match = lived[-1]
    return pairs


def _lived(case: Case, match: Any, hand: RecordedHand) -> list[Any] | None:
    """The match after the deal and after each act; None when one of them breaks a rule."""
    lived = []
    for act in (hand.deal, *(recorded.act for recorded in hand.acts)):
        if case.engine.refusal(match, act) is not None:
            return None
        match = case.engine.apply(match, act)[0]
        lived.append(match)
    return lived


# --- one world --------------------------------------------------------------------------------------------------------


class WorldServices(FakeServices):
    """Notes what bots are given."""

    at: "World"

    def ask_bot(self, room: Room, question: BotQuestion) -> None:
        super().ask_bot(room, question)
        self.at.was_asked(question)


class World(Seated):
    """A live table with chosen deals."""

    def __init__(self, run: Run, name: str, hands: Sequence[RecordedHand]) -> None:
        self.run = run
        self.asked_bots: list[bytes] = []
        self.bots = BotProcess()
        self.hosted: Any = None
        seats = [person(seat) for seat in range(run.case.players)]
        if run.with_bots and isinstance(run.observer, int):
            for seat in range(pair_of(run.observer), run.case.players, 2):
                seats[seat] = "bot:random"
        settings = some_settings(
            run.case.regulation.id,
            seats=seats,
            players=run.case.players,
            delay=run.delay,
            act_seconds=None if run.goes_away else 90,
        )
        services = WorldServices(world=name)
        services.at = self
        engine = stacked(run.case.regulation, [hand.deal for hand in hands], score=run.score, world=name)
        super().__init__(
            first_dealer=run.dealer, services=services, settings=settings, terms=terms_for(settings, engine)
        )
        for observer in Onlooker:
            self.come(observer)

    def was_asked(self, question: BotQuestion) -> None:
        """What a bot is given to decide."""
        if question.seat != self.run.observer:
            return
        self.hosted = None
        if question.question is None:
            self.asked_bots.append(encode(question.step))
            return
        assert self.room.position is not None
        self.hosted, line = self.bots._line(self.room.position, question)
        self.asked_bots.append(line)

    def new(self, observer: Observer) -> list[bytes]:
        """What the observer has learnt since last time."""
        reader = self.people.get(observer)
        heard = self.asked_bots if reader is None else reader.heard
        new = heard[:]
        heard.clear()
        return new

    def is_bot(self, seat: object) -> bool:
        return isinstance(seat, int) and self.play.players[seat].startswith("bot:")

    def act(self, observer: Observer, data: Data) -> bool:
        """Whether it could be done: a bot does nothing out of turn."""
        if not self.is_bot(observer):
            before = len(self.log)
            reader = self.send(observer, data)
            assert len(self.log) > before, reader.last
            return True
        asked = self.play.awaited
        if asked is None or observer not in asked.seats or not all(self.is_bot(seat) for seat in asked.seats):
            return False
        for _ in range(4):
            question = self.services.asked[-1]
            if question.seat == observer:
                if self.hosted is not None:
                    self.hosted.upto, self.hosted.answer = len(self.log), data
                self.room.receive_answer(question, data)
                self.services.settle()
                return True
            self.room.receive_answer(question, {"seat": question.seat, "act": "pass"})
        raise AssertionError("the bot on turn is never asked")

    def reopened(self, observer: Observer, hello: Hello) -> list[bytes]:
        """What he is told by another process that has only the log."""
        services = FakeServices(now=self.services.now_ms())
        services.rows = self.services.rows
        room = Room(self.settings, services.log(self.terms), services)
        return entered(room, self.reader(observer), hello)


def entered(room: Room, reader: Someone, hello: Hello) -> list[bytes]:
    room.enter(reader, hello)
    heard = reader.heard[:]
    room.leave(reader)
    return heard


# --- both worlds ------------------------------------------------------------------------------------------------------


class Twins:
    """Plays a run in both worlds and compares. ``every``: how seldom everything is tried that can be tried."""

    def __init__(self, run: Run, *, every: int) -> None:
        self.run, self.every = run, every
        self.rng = random.Random(run.seed)
        self.first = World(run, "here", [one for one, _ in run.hands])
        self.second = World(run, "there", [other for _, other in run.hands])
        self.observers = dict.fromkeys([run.observer, Onlooker.SPECTATOR])
        self.positions = 0
        self.tried = self.signs = 0
        self.met: set[str] = {f"observer:{run.observer}"}
        self._compare_new_messages("the match begins")

    def play(self) -> int:
        """How many positions were compared: one is a state and somebody who looks at it."""
        for one, other in self.run.hands:
            if not self._ceremony(one) or not self._hand(one, other):
                break
        return self.positions

    def _ceremony(self, hand: RecordedHand) -> bool:
        fair = hand.fair
        while (asked := self.first.play.awaited) is not None and asked.step is not Step.ACT:
            cuts = [] if fair is None else list(fair.cuts)
            burn = 0 if fair is None else fair.burn
            data = {"act": "cut", "cuts": cuts} if asked.step is Step.CUT else {"act": "deal", "burn": burn}
            if not self._both(asked.seats[0], data, data):
                return False
        return bool(self.first.play.match.hand_is_on)

    def _hand(self, one: RecordedHand, other: RecordedHand) -> bool:
        for first, second in zip(one.acts, other.acts, strict=True):
            if isinstance(first.act, Sit | Resume) or (isinstance(first.act, Sign) and not self._may_sign(first.act)):
                continue
            actor = getattr(first.act, "seat", Onlooker.REFEREE)
            if not self._both(actor, self._with_citation(first.act), self._with_citation(second.act)):
                return False
            if isinstance(first.act, Pause):
                resume = {"act": "resume"}
                self._both(Onlooker.REFEREE, resume, resume)
        return True

    def _with_citation(self, act: Any) -> Data:
        """A referee cites a rule, and gives no reason of his own."""
        data = write_act(act, self.run.case.engine.notation)
        key = next(iter(self.run.case.regulation.citations))
        return {**data, **{name: key for name in ("article", "reason") if name in data}}

    def _may_sign(self, act: Sign) -> bool:
        """A live table takes one of its signs; the bare fact of a sign is for records of games with real cards."""
        return act.sign is not None and self._has_signs_left(act.seat)

    def _has_signs_left(self, seat: int) -> bool:
        worlds = (self.first, self.second)
        is_free = all(world.play.signs[seat] < MOST_SIGNS_A_HAND and world.play.match.hand_is_on for world in worlds)
        return bool(self.first.settings.signs) and not self.first.is_bot(seat) and is_free

    def _both(self, actor: Observer, first: Data, second: Data) -> bool:
        """The act in both worlds; whether the match goes on and may be compared further."""
        if self.run.goes_away:
            self._come_or_go()
        self._wait(self.rng.choice([0, 150, 2_000, 9_000]))
        self._only_there()
        if not self.first.act(actor, first) or not self.second.act(actor, second):
            return False
        if self.first.play.is_over:  # the seeds are told, and with them every card
            return False
        self._compare_new_messages(f"{actor}: {first['act']}")
        self._note(first["act"])
        self._wait(70)
        self._only_there()
        if self.rng.random() < 1 / self.every:
            self._tried_alike(thoroughly=True)
        elif self.rng.random() < 0.3:
            self._tried_alike(thoroughly=False)
        return True

    def _come_or_go(self) -> None:
        """The observer leaves for so long that a bot sits in, or takes his seat back."""
        seat, chance, play = self.run.observer, self.rng.random(), self.first.play
        if seat in self.first.people and play.match.hand_is_on and play.stopped_by is None and chance < 0.1:
            for world in (self.first, self.second):
                world.go(seat)
                world.wait(BOT_TAKES_SEAT_AFTER_MS)
                assert world.is_bot(seat)
            self._compare_new_messages("a bot sat in")
            self.met.add("substitute")
        elif seat not in self.first.people and chance < 0.3:
            for world in (self.first, self.second):
                world.come(seat)
                world.send(seat, {"act": "sit"})
            self._compare_new_messages("the seat was taken back")

    def _wait(self, milliseconds: int) -> None:
        for world in (self.first, self.second):
            world.wait(milliseconds)

    def _only_there(self) -> None:
        """What others do that the observer is not to know of: signs between his opponents, acts in vain."""
        if self.rng.random() > 0.2:
            return
        others = [seat for seat in range(self.run.case.players) if seat != self.run.observer]
        seat = self.rng.choice(others)
        hidden = not isinstance(self.run.observer, int) or pair_of(seat) != pair_of(self.run.observer)
        if hidden and self.run.case.players == 4 and self._has_signs_left(seat):
            self.signs += 1
            self.met.add("sign between opponents")
            sign = {"act": "sign", "sign": self.rng.choice(self.second.settings.signs)}
            self.second.send(seat, sign, name=f"sign{self.signs}")
        elif not self.second.is_bot(seat):
            self.second.send(seat, {"act": "cut", "cuts": [500]}, name="vain")
            self.second.send(seat, {"act": "discard", "card": "3h"}, name="vain", seq=0)

    # --- comparing ------------------------------------------------------------------------------------------------

    def _note(self, act: str) -> None:
        """What the worlds have been compared in."""
        landmarks = self.run.case.adapter.landmarks(self.first.play.match)
        self.met |= {*landmarks, f"act:{act}", *(f"observer:{one}" for one in self.observers)}
        self.met |= {name for name in ("delay", "with_bots") if getattr(self.run, name)}

    def _compare_new_messages(self, after: str) -> None:
        for observer in self.observers:
            self._alike(f"after {after}", observer, self.first.new(observer), self.second.new(observer))
            self.positions += 1
        for world in (self.first, self.second):
            for reader in world.people.values():
                reader.heard.clear()

    def _alike(self, when: str, observer: Observer, first: object, second: object) -> None:
        if first != second:
            raise Leak(f"{self.run.case}: {observer} can tell {when}:\n{first}\n{second}")

    def _tried_alike(self, *, thoroughly: bool) -> None:
        for observer in self.observers:
            if self.first.is_bot(observer):
                continue
            self._resumed_alike(observer, thoroughly=thoroughly)
            if isinstance(observer, int):
                self._refused_alike(observer, thoroughly=thoroughly)
        if thoroughly:
            for world in (self.first, self.second):
                world.room.refresh(world.settings, None)
        self._compare_new_messages("everything was tried")
        self.positions -= len(self.observers)

    def _resumed_alike(self, observer: Observer, *, thoroughly: bool) -> None:
        seen = self.first.seq(observer)
        hellos = [Hello(PROTOCOL, CODE, self.rng.randint(-1, seen + 2)), Hello(PROTOCOL)]
        if thoroughly:
            hellos += [Hello(PROTOCOL, CODE, seq) for seq in (1, seen // 2, seen, seen + 1)]
            hellos.append(Hello(PROTOCOL, "another", seen))
        for hello in hellos:
            first, second = (entered(world.room, world.reader(observer), hello) for world in (self.first, self.second))
            self._alike(f"by coming back {hello}", observer, first, second)
        if thoroughly:
            first, second = (world.reopened(observer, hellos[0]) for world in (self.first, self.second))
            self._alike(f"by coming back to another process {hellos[0]}", observer, first, second)

    def _refused_alike(self, seat: int, *, thoroughly: bool) -> None:
        attempts = [encode(one) for one in self._attempts(seat)]
        if not thoroughly:
            attempts = self.rng.sample(attempts, 6)
        who = self.first.play.players[seat]
        for raw in attempts:
            first, second = (checked_act(world.play, seat, who, raw) for world in (self.first, self.second))
            if isinstance(first, ActRefusal) and isinstance(second, ActRefusal):
                heard = [self._refusal(world, seat, raw) for world in (self.first, self.second)]
                self._alike(f"by trying {raw!r}", seat, *heard)
            else:
                self._alike(f"by trying {raw!r}", seat, _comparable(first), _comparable(second))
            self.tried += 1
        if self.first.play.awaited is not None and self.first.play.awaited.seats[0] == seat:
            self._alike("by waiting", seat, clock_act(self.first.play), clock_act(self.second.play))

    def _attempts(self, seat: int) -> Iterator[Any]:
        """Everything that a seat can think of, sensible or not, made from what it knows alone."""
        match, notation = self.first.play.match, self.run.case.engine.notation
        for act in self.run.case.adapter.universe(match, seat):
            yield write_act(act, notation)
        yield from ({"act": "cut", "cuts": [at]} for at in (-1, 0, 3, 500))
        yield from ({"act": "deal", "burn": number} for number in (-1, 0, 1, 3, 4, 40))
        yield from ({"act": name} for name in ("pause", "resume", "ruling", "sit", "pass", "start", "shuffle"))
        yield from ({"act": "sign", "sign": sign} for sign in ("zap", "", "7d"))
        yield {"seat": (seat + 1) % self.run.case.players, "act": "accept"}
        yield from (None, [], {"act": 3}, "play")

    def _refusal(self, world: World, seat: int, raw: bytes) -> list[bytes]:
        reader = world.people.get(seat) or world.reader(seat)
        for seq in (None, world.seq(seat) - 1):
            world.send(seat, raw, name="try", seq=seq)
        heard = reader.heard[:]
        reader.heard.clear()
        return heard


def _comparable(checked: CheckedAct | ActRefusal) -> object:
    return checked.data if isinstance(checked, CheckedAct) else checked.code

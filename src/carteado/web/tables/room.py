"""A live table in memory: who is there, the match as far as it is written, and what is being written.

One thing is done at a time: an act is asked of the rules, written with what follows from it, and only when the database
has confirmed it everybody is told. What comes meanwhile waits. Nothing here waits for anything itself: the surroundings
write, wake, ask bots and read the log again, and call back.
"""

import logging
from bisect import bisect_left, bisect_right
from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple, Protocol

from carteado.cards import Observer, Onlooker, Pass, TimeUp
from carteado.record import Question, Table, write_act
from carteado.web.tables import entries, words
from carteado.web.tables.doing import Deed, Trouble, deed
from carteado.web.tables.entries import CLOCK, CLOSED, DOWN, NOBODY, Data, Entry
from carteado.web.tables.messages import (
    PROTOCOL,
    Ack,
    Act,
    Hello,
    Presence,
    Refusal,
    SeatFacts,
    State,
    TableFacts,
    ToClient,
    Told,
    Welcome,
    You,
    encode,
)
from carteado.web.tables.messages import Table as TableMessage
from carteado.web.tables.play import OF_THE_TABLE, Play, Step, Terms, after, begun, default, follows, parsed
from carteado.web.tables.seeing import Scene, is_seen, seen
from carteado.web.tables.storing import Summary, row_of
from carteado.web.tables.writer import Batch, Outcome

_log = logging.getLogger(__name__)

AWAY = 120_000
"""Milliseconds that somebody has to come back before a bot sits in for him."""
MOST_WAITING = 64
"""Acts that wait at one table; more than that nobody sends in good faith."""
MOST_FAILURES = 2
"""How often an act is tried to be written."""
CROWD = 1_000
"""Milliseconds after which it is told how many watch."""
SHORTEST_DOWNTIME = 5_000
"""Milliseconds without service that are worth a line in the log."""
MOST_RESUMED = 200
"""Entries that are told one by one to somebody who comes back; after more he is told how things stand."""


class Sitter(NamedTuple):
    """Who has a seat, and what he is called."""

    who: str
    name: str

    @property
    def is_bot(self) -> bool:
        return self.who.startswith("bot:")


class Setting(NamedTuple):
    """The table itself, as the database has it; ``bot`` is the one that sits in for who is away. It ``is_closed`` when
    its championship has decided the match otherwise, and ``is_secret`` while an embargo keeps it from onlookers."""

    code: str
    regulation: str
    players: int
    direction: str
    seats: tuple[Sitter | None, ...]
    owner: str
    act_seconds: int | None
    delay: int
    free_chat: bool
    pace: str
    is_official: bool
    bot: str
    presets: tuple[str, ...] = ()
    signs: tuple[str, ...] = ()
    is_closed: bool = False
    is_secret: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """By seat; nothing where nobody sits."""
        return tuple("" if one is None else one.name for one in self.seats)

    def seat_of(self, who: str) -> int | None:
        return next((seat for seat, one in enumerate(self.seats) if one is not None and one.who == who), None)


class Log(NamedTuple):
    """A match as it is written."""

    match: int
    terms: Terms
    log: list[Entry]


class Reader(Protocol):
    """Somebody at the table, on one connection. ``is_referee`` where he rules the match."""

    who: str
    name: str
    is_referee: bool
    language: str
    observer: Observer

    def tell(self, message: bytes) -> None: ...

    def drop(self) -> None:
        """Ends the connection; whoever may come back will be asked who he is."""


class BotQuestion(NamedTuple):
    """What a bot is asked, at which place of a match's log. ``moves`` counts the entries before it that are no signs: a
    sign asks nobody anything anew, so that bots do not tell that one was made."""

    match: int
    upto: int
    moves: int
    seat: int
    bot: str
    step: Step
    question: Question | None

    @property
    def may_pass(self) -> bool:
        return self.question is not None and Pass(self.seat) in self.question.legal

    @property
    def point(self) -> tuple[int, int, int]:
        """Nobody is asked twice at one."""
        return self.match, self.moves, self.seat


class Surroundings(Protocol):
    """What a room needs of the process that it lives in."""

    def now(self) -> int:
        """Milliseconds since 1970."""

    def seed(self) -> bytes: ...

    def write(self, batch: Batch) -> None: ...

    def wake(self, room: "Room", at: int | None) -> None:
        """Calls ``tick`` then, and perhaps earlier too, when it finds nothing to do."""

    def read_again(self, room: "Room") -> None:
        """Calls ``read`` with what is written."""

    def ask_bot(self, room: "Room", question: BotQuestion) -> None:
        """Calls ``answered``."""

    def told(self, room: "Room", before: Play, now: Play) -> None:
        """After every commit: for whoever follows the match elsewhere."""

    def absent(self, room: "Room", seat: int, since: int) -> None:
        """In an official match somebody has been away for as long as the regulation allows."""


@dataclass(slots=True)
class Present:
    """Where a match stands: folded, and counted for every observer. ``moves`` are the entries that are no signs."""

    match: int
    play: Play
    log: list[Entry]
    ids: dict[str, int] = field(default_factory=dict)
    seen: dict[Observer, list[int]] = field(default_factory=dict)
    hands: list[int] = field(default_factory=lambda: [0])
    moves: int = 0

    @property
    def hand_from(self) -> int:
        """Where the present hand begins."""
        return self.hands[-1]

    def hand_before(self, upto: int) -> int:
        """Where the hand begins that was on at that place of the log."""
        return self.hands[bisect_left(self.hands, upto) - 1]

    def add(self, entry: Entry, play: Play) -> None:
        index = len(self.log)
        self.log.append(entry)
        self.play = play
        if entry.client is not None:
            self.ids[entry.client] = index
        act = entry.act
        if act == "shuffle":
            self.hands.append(index)
        if act != "sign":
            self.moves += 1
        for observer, indices in self.seen.items():
            if act != "sign" or is_seen(play, entry, observer):
                indices.append(index)

    def told(self, observer: Observer, indices: Iterable[int], first: int) -> list[Told]:
        return [
            Told(first + step, self.log[index].at, seen(self.play, self.log[index], observer))
            for step, index in enumerate(indices)
        ]


def present(log: Log) -> Present:
    play = begun(log.terms, log.log[0])
    observers: list[Observer] = [*range(log.terms.players), *Onlooker]
    here = Present(log.match, play, [], seen={observer: [] for observer in observers})
    here.add(log.log[0], play)
    for entry in log.log[1:]:
        read = entry if entry.act in OF_THE_TABLE else entry._replace(parsed=parsed(log.terms, entry.data))
        here.add(read, after(here.play, read))
    return here


class Known(NamedTuple):
    """What somebody knows of a match: its first entries, and how it stood after them."""

    here: Present
    upto: int
    play: Play

    def seen_by(self, observer: Observer) -> int:
        """How many of them the observer has seen."""
        return bisect_left(self.here.seen[observer], self.upto)


class _Waiting(NamedTuple):
    """``failures``: how often it could not be written."""

    reader: Reader
    act: Act
    failures: int = 0


class Room:
    """One table."""

    def __init__(
        self, setting: Setting, log: Log | None, surroundings: Surroundings, *, served_until: int | None = None
    ) -> None:
        """``served_until`` is when the table was last served: what came after is charged to nobody."""
        self.setting = setting
        self.around = surroundings
        self.readers: dict[Observer, list[Reader]] = defaultdict(list)
        self.present = None if log is None else present(log)
        self._waiting: deque[_Waiting] = deque()
        self._is_writing = False
        self._passed = 0
        self._question: BotQuestion | None = None
        self._late_answer: tuple[BotQuestion, Data | None] | None = None
        self._away: dict[int, int] = {}
        self._unattended_since: int | None = None
        self.changes = 0
        """How often somebody's page changed the table: what is remembered of it elsewhere is old then."""
        self._told_absent: set[int] = set()
        self._crowd_due: int | None = None
        self._held: deque[tuple[int, Known]] = deque()
        self._released: Known | None = None
        self._hold_all()
        self._note_absences()
        self._down_since = served_until
        self._rest()
        if not self._is_writing:
            self._down_since = None

    # --- who is here ----------------------------------------------------------------------------------------------

    def enter(self, reader: Reader, hello: Hello) -> None:
        """Somebody comes, or comes back."""
        reader.observer = self._observer_of(reader)
        self.readers[reader.observer].append(reader)
        self._note_absences()
        tell(reader, Welcome(PROTOCOL, self._you(reader), self.facts(reader.observer), self.around.now()))
        self._tell_state(reader, hello)
        if reader.observer is Onlooker.SPECTATOR:
            tell(reader, self._presence())
            self._crowd_changed()
        else:
            self._presence_changed()
        self._go_on()

    def leave(self, reader: Reader) -> None:
        readers = self.readers[reader.observer]
        if reader in readers:
            readers.remove(reader)
            if reader.observer is Onlooker.SPECTATOR:
                self._note_absences()
                self._crowd_changed()
            else:
                self._presence_changed()

    def refresh(self, setting: Setting, log: Log | None) -> None:
        """The table was changed by somebody's page: seats, a new match."""
        self.changes += 1
        if setting.is_secret and not self.setting.is_secret:
            for reader in list(self.readers[Onlooker.SPECTATOR]):
                reader.drop()
        self.setting = setting
        if log is not None and (self.present is None or self.present.match != log.match):
            self.present = present(log)
            self._passed, self._question = 0, None
            self._told_absent.clear()
            self._hold_all()
        for reader in self._everybody():
            self._move(reader)
            self._tell_afresh(reader)
        self._presence_changed()
        self._go_on()

    def _tell_afresh(self, reader: Reader) -> None:
        tell(reader, TableMessage(self._you(reader), self.facts(reader.observer)))
        self._tell_state(reader, Hello(PROTOCOL))

    def _move(self, reader: Reader) -> None:
        observer = self._observer_of(reader)
        if observer != reader.observer:
            self.readers[reader.observer].remove(reader)
            reader.observer = observer
            self.readers[observer].append(reader)

    def _observer_of(self, reader: Reader) -> Observer:
        seat = self.setting.seat_of(reader.who) if reader.who else None
        if seat is not None:
            return seat
        return Onlooker.REFEREE if reader.is_referee else Onlooker.SPECTATOR

    def _everybody(self) -> list[Reader]:
        """Those who play before those who watch."""
        onlookers = {*Onlooker}
        players = [one for observer, many in self.readers.items() if observer not in onlookers for one in many]
        return [*players, *self.readers[Onlooker.REFEREE], *self.readers[Onlooker.SPECTATOR]]

    @property
    def is_idle(self) -> bool:
        """Whether nobody is here and nothing happens by itself."""
        is_at_rest = self.present is None or self.present.play.is_over or self.present.play.stopped is not None
        return is_at_rest and not any(self.readers.values()) and not self._is_writing and not self._held

    def _is_here(self, seat: int) -> bool:
        return bool(self.readers.get(seat))

    def _is_person(self, seat: int) -> bool:
        sitter = self.setting.seats[seat]
        return sitter is not None and not sitter.is_bot

    @property
    def seats_here(self) -> frozenset[int]:
        return frozenset(seat for seat in range(self.setting.players) if self._is_here(seat))

    @property
    def _is_attended(self) -> bool:
        """Whether somebody who has a seat is here; where only bots have one, anybody."""
        persons = [seat for seat in range(self.setting.players) if self._is_person(seat)]
        return any(map(self._is_here, persons)) if persons else any(self.readers.values())

    @property
    def _looks_for_absent(self) -> bool:
        return self._is_attended or self.setting.is_official

    def _presence_changed(self) -> None:
        self._note_absences()
        self._tell_presence()
        self._wake_if_somebody_came()
        self._set_alarm()

    def _crowd_changed(self) -> None:
        """A thousand who come to watch are counted together."""
        if self._crowd_due is None:
            self._crowd_due = self.around.now() + CROWD
            self._set_alarm()

    def _tell_presence(self) -> None:
        self._crowd_due = None
        message = encode(self._presence())
        for reader in self._everybody():
            reader.tell(message)

    def _presence(self) -> Presence:
        return Presence(self._seats(), len(self.readers[Onlooker.SPECTATOR]))

    def _note_absences(self) -> None:
        now = self.around.now()
        for seat in range(self.setting.players):
            if not self._is_person(seat) or self._is_here(seat):
                self._away.pop(seat, None)
                self._told_absent.discard(seat)
            else:
                self._away.setdefault(seat, now)
        if self._is_attended:
            self._unattended_since = None
        elif self._unattended_since is None:
            self._unattended_since = now

    def _away_after_rest(self, since: int, resting: Play) -> int:
        """Nobody had to be here while the match rested. A championship counts on where it stopped; elsewhere whoever is
        away has all his time anew."""
        now = self.around.now()
        return since + now - max(since, resting.stopped_at) if self.setting.is_official else now

    def was_down(self, since: int) -> None:
        """The table was not served from that instant until now."""
        self._down_since = since if self._down_since is None else min(since, self._down_since)
        self._go_on()

    def _rest(self) -> None:
        """The match stood still while the site did not run or could not write. It goes on when somebody is here, an
        official one at once. What is written again ends it."""
        here = self.present
        if self._down_since is None or here is None or here.play.is_over or here.play.stopped is not None:
            return
        since = max(self._down_since, here.log[-1].at)
        if self.around.now() >= since + SHORTEST_DOWNTIME:
            self._write([entries.paused(DOWN)], at=since)

    def _wake_if_somebody_came(self) -> None:
        here = self.present
        if here is None or self._is_writing or here.play.stopped not in (NOBODY, DOWN):
            return
        if self._is_attended or self.setting.is_official:
            self._write([entries.resumed(here.play.stopped)])

    def _keep_to_the_championship(self) -> None:
        """Nothing is played where the match was decided otherwise, until that is taken back."""
        here, is_closed = self.present, self.setting.is_closed
        if here is None or here.play.is_over:
            return
        if is_closed and here.play.stopped is None:
            self._write([entries.paused(CLOSED)])
        elif not is_closed and here.play.stopped == CLOSED:
            self._write([entries.resumed(CLOSED)])

    # --- what is told ---------------------------------------------------------------------------------------------

    def facts(self, observer: Observer) -> TableFacts:
        """The table as the observer may know it: onlookers hear later of the next match too."""
        one, known = self.setting, self._known_to(observer)
        return TableFacts(
            code=one.code,
            regulation=one.regulation,
            players=one.players,
            direction="clockwise" if one.direction == "clockwise" else "anticlockwise",
            seats=self._seats(),
            act_seconds=one.act_seconds,
            delay=one.delay,
            free_chat=one.free_chat,
            presets=words.presets(one.presets),
            signs=one.signs,
            official=one.is_official,
            match=None if known is None else known.play.terms.match,
        )

    def _seats(self) -> tuple[SeatFacts, ...]:
        return tuple(self._seat(seat) for seat in range(self.setting.players))

    def _seat(self, seat: int) -> SeatFacts:
        sitter = self.setting.seats[seat]
        if sitter is None:
            return SeatFacts()
        if sitter.is_bot:
            return SeatFacts(sitter.name, "bot", here=True)
        playing = self.present.play.players[seat] if self.present is not None else sitter.who
        substitute = playing.removeprefix("bot:") if playing.startswith("bot:") else None
        return SeatFacts(sitter.name, "person", self._is_here(seat), substitute, self._away.get(seat))

    def _you(self, reader: Reader) -> You:
        observer = reader.observer if isinstance(reader.observer, int) else reader.observer.value
        return You(observer, reader.name, bool(reader.who) and reader.who == self.setting.owner)

    def _tell_state(self, reader: Reader, hello: Hello) -> None:
        known = self._known_to(reader.observer)
        if known is not None:
            tell(reader, self._state_for(reader.observer, known, hello))

    def _state_for(self, observer: Observer, known: Known, hello: Hello) -> State:
        """From where the reader left off, if that is not long ago; else the whole of it."""
        here, upto, play = known
        indices = here.seen[observer][: known.seen_by(observer)]
        missed = len(indices) - hello.seq
        goes_on = hello.match == play.terms.match and 0 <= missed <= MOST_RESUMED and hello.seq > 0
        new = indices[hello.seq :] if goes_on else indices[bisect_left(indices, here.hand_before(upto)) :]
        acts = here.told(observer, new, len(indices) - len(new) + 1)
        return Scene(play, self.around.now()).state(observer, seq=len(indices), acts=acts, whole=not goes_on)

    def _known_to(self, observer: Observer) -> Known | None:
        """How far the observer knows which match; onlookers are told later where the table says so."""
        if observer is Onlooker.SPECTATOR:
            return self._released
        return None if self.present is None else Known(self.present, len(self.present.log), self.present.play)

    def _tell_all(self, since: int) -> None:
        """What is new from that place of the log on."""
        assert self.present is not None
        now, known = self.around.now(), Known(self.present, len(self.present.log), self.present.play)
        scene = Scene(known.play, now)
        for observer in (*range(self.setting.players), Onlooker.REFEREE):
            self._tell_new(observer, since, known, scene)
        self._held.append((now + self.setting.delay * 1000, known))
        self._release()

    def _tell_new(self, observer: Observer, since: int, known: Known, scene: Scene) -> None:
        readers = self.readers.get(observer)
        if not readers:
            return
        indices = known.here.seen[observer]
        begin, end = bisect_left(indices, since), known.seen_by(observer)
        if begin == end:
            return
        acts = known.here.told(observer, indices[begin:end], begin + 1)
        message = encode(scene.state(observer, seq=end, acts=acts, whole=False))
        for reader in readers:
            reader.tell(message)

    def _release(self) -> None:
        """Tells onlookers what they may know by now."""
        now = self.around.now()
        while self._held and self._held[0][0] <= now:
            _, known = self._held.popleft()
            before, self._released = self._released, known
            if not self.readers.get(Onlooker.SPECTATOR):
                continue
            if before is not None and before.here.match == known.here.match:
                self._tell_new(Onlooker.SPECTATOR, before.upto, known, Scene(known.play, now))
            else:
                for reader in self.readers[Onlooker.SPECTATOR]:
                    self._tell_afresh(reader)

    def _hold_all(self) -> None:
        """What is written of the match before the table knows it is told to onlookers when it is old enough, after what
        they have not seen of the one before; that a first match has begun everybody knows."""
        here, delay = self.present, self.setting.delay * 1000
        if here is None:
            return
        if here.log[-1].at + delay <= self.around.now() or not delay:
            self._held.append((self.around.now(), Known(here, len(here.log), here.play)))
        else:
            known = Known(here, 1, begun(here.play.terms, here.log[0]))
            self._released = self._released or known
            self._held.append((here.log[0].at + delay, known))
            for upto, entry in enumerate(here.log[1:], start=2):
                known = Known(here, upto, after(known.play, entry))
                self._held.append((entry.at + delay, known))
        self._release()

    def _refuse(self, reader: Reader, act: Act, trouble: Trouble) -> None:
        regulation = self.present.play.terms.regulation if self.present is not None else None
        message = words.of_trouble(trouble, reader.language, self.setting.names)
        key = trouble.refusal.key if trouble.refusal is not None and trouble.refusal.key else None
        article = str(regulation.citation(key)) if regulation is not None and key else None
        known = self._known_to(reader.observer)
        seq = None if known is None else known.seen_by(reader.observer)
        tell(reader, Refusal(trouble.code, message, act.id, key, article, seq))

    # --- what is done ---------------------------------------------------------------------------------------------

    def receive(self, reader: Reader, act: Act) -> None:
        if self._is_writing:
            if len(self._waiting) >= MOST_WAITING:
                self._refuse(reader, act, Trouble("too_busy"))
            else:
                self._waiting.append(_Waiting(reader, act))
        else:
            self._do(_Waiting(reader, act))

    def _do(self, one: _Waiting) -> None:
        here, reader, act = self.present, one.reader, one.act
        client = f"{reader.observer}:{act.id}"
        if here is not None and client in here.ids:
            self._acknowledge(reader, act.id, here.ids[client])
            return
        done = self._asked_for(here, reader, act) if one.failures < MOST_FAILURES else Trouble("not_written")
        if isinstance(done, Trouble):
            self._refuse(reader, act, done)
        else:
            self._write([done], client=client, sender=one)

    def _asked_for(self, here: Present | None, reader: Reader, act: Act) -> Deed | Trouble:
        if reader.observer is Onlooker.SPECTATOR:
            return Trouble("not_yours")
        if here is None:
            return Trouble("no_match")
        if _is_stale(here, reader.observer, act.seq):
            return Trouble("stale")
        if self.setting.is_closed and not here.play.is_over:
            return Trouble("closed")
        return deed(here.play, reader.observer, reader.who, bytes(act.act))

    def _acknowledge(self, reader: Reader, name: str, index: int) -> None:
        assert self.present is not None
        tell(reader, Ack(name, bisect_right(self.present.seen[reader.observer], index)))

    def _write(
        self,
        doings: Sequence[Deed | Data],
        *,
        client: str | None = None,
        sender: "_Waiting | None" = None,
        at: int | None = None,
    ) -> None:
        """Writes these and what follows from them; tells when they are written."""
        assert self.present is not None
        here, play = self.present, self.present.play
        new: list[tuple[Entry, Play]] = []
        at = max(self.around.now() if at is None else at, here.log[-1].at)
        todo = deque(doings)
        while todo:
            one = todo.popleft()
            data, act, applied = one if isinstance(one, Deed) else (one, None, None)
            if act is None and data["act"] not in OF_THE_TABLE:
                act = parsed(play.terms, data)
            entry = Entry(len(here.log) + len(new) + 1, at, data, client, act)
            client, play = None, after(play, entry, applied)
            new.append((entry, play))
            if not todo and (chance := follows(play, self.around.seed)) is not None:
                todo.append(chance)
        self._is_writing = True
        rows = [row_of(here.match, entry) for entry, _ in new]
        summary = _summary(here.match, play, at) if _is_worth_noting(here.play, play) else None
        self.around.write(Batch(rows, summary, lambda outcome: self._written(outcome, here, new, sender)))

    def _written(
        self, outcome: Outcome, here: Present, new: list[tuple[Entry, Play]], sender: "_Waiting | None"
    ) -> None:
        if outcome is not Outcome.WRITTEN:
            if sender is not None:
                self._waiting.appendleft(sender._replace(failures=sender.failures + 1))  # looked for in what is there
            failed_at = new[0][0].at
            self._down_since = failed_at if self._down_since is None else min(failed_at, self._down_since)
            self.around.read_again(self)
            return
        self._is_writing, self._down_since = False, None
        before, since = here.play, len(here.log)
        for entry, play in new:
            here.add(entry, play)
        acts = {entry.act for entry, _ in new}
        if acts != {"sign"}:
            self._passed = 0
        if here is self.present:
            if sender is not None:
                self._acknowledge(sender.reader, sender.act.id, since)
            self._tell_all(since)
            if "resume" in acts:
                self._away = {seat: self._away_after_rest(since, before) for seat, since in self._away.items()}
            if acts & {"sit", "resume"}:
                self._presence_changed()
        self.around.told(self, before, here.play)
        self._go_on()

    def read(self, setting: Setting, log: Log | None) -> None:
        """What is written, read again after a write that was not confirmed."""
        self._is_writing = False
        if self.present is not None and log is not None and log.match == self.present.match:
            since = len(self.present.log)
            self.present = present(log)
            self._passed, self._question = 0, None
            if len(self.present.log) > since:
                self._tell_all(since)
        self.refresh(setting, log)

    def _go_on(self) -> None:
        """What is to be done next, until something is being written: time that stood still, those who wait, and when
        nobody does, whoever is asked."""
        for step in (
            self._rest,
            self._wake_if_somebody_came,
            self._do_what_waits,
            self._take_late_answer,
            self._keep_to_the_championship,
            self._start_by_chance,
            self._ask_bots,
        ):
            if not self._is_writing:
                step()
        self._set_alarm()

    def _do_what_waits(self) -> None:
        while self._waiting and not self._is_writing:
            self._do(self._waiting.popleft())

    def _take_late_answer(self) -> None:
        if self._late_answer is not None:
            (question, answer), self._late_answer = self._late_answer, None
            self.answered(question, answer)

    def _start_by_chance(self) -> None:
        """A match whose first deck is not shuffled yet."""
        if self.present is not None and (chance := follows(self.present.play, self.around.seed)) is not None:
            self._write([chance])

    # --- bots -----------------------------------------------------------------------------------------------------

    def _ask_bots(self) -> None:
        """Asks when only bots are asked: where one of the pair is a person, that one answers for both."""
        here = self.present
        if here is None or here.play.stopped is not None or here.play.is_over:
            return
        asked = here.play.asked
        if asked is None or not all(here.play.players[seat].startswith("bot:") for seat in asked.seats):
            return
        seat, question = asked.seats[0], None
        if asked.step is Step.ACT:
            question = Table(here.play.terms.engine, here.play.match, self._passed).question()
            assert question is not None
            seat = question.seat
        bot = here.play.players[seat].removeprefix("bot:")
        asks = BotQuestion(here.match, len(here.log), here.moves, seat, bot, asked.step, question)
        if self._question is None or asks.point != self._question.point:
            self._question = asks
            self.around.ask_bot(self, asks)

    def answered(self, question: BotQuestion, answer: Data | None) -> bool:
        """A bot's answer. None, and what the rules refuse, is replaced by the default act: then it is false."""
        here, asked = self.present, self._question
        if here is None or asked is None or question.point != asked.point or here.moves != question.moves:
            return True  # an answer to what nobody asks any more
        if self._is_writing:
            self._late_answer = question, answer
            return True
        self._question = None
        if question.may_pass and answer is not None and answer.get("act") == "pass":
            self._passed += 1
            self._ask_bots()
            return True
        done = None if answer is None else self._understood(question, answer)
        if answer is not None and done is None:
            _log.warning("bot %s at table %s may not do what it wants", question.bot, self.setting.code)
        replacement = default(here.play) if done is None else done
        if replacement is not None:
            self._write([replacement])
        return done is not None

    def _understood(self, question: BotQuestion, answer: Data) -> Deed | None:
        """What the bot means, if it is an answer: a sign, say, is allowed and answers nothing."""
        assert self.present is not None
        play = self.present.play
        raw = encode({**answer, "seat": question.seat})
        done = deed(play, question.seat, play.players[question.seat], raw)
        if not isinstance(done, Deed):
            return None
        if question.question is None:
            return done if done.data["act"] == question.step.value else None
        return done if any(type(done.act) is type(legal) for legal in question.question.legal) else None

    # --- time -----------------------------------------------------------------------------------------------------

    def tick(self) -> None:
        """Does what is due by now."""
        self._release()
        if self._crowd_due is not None and self._crowd_due <= self.around.now():
            self._tell_presence()
        if self.present is not None and not self._is_writing and not self.present.play.is_over:
            now = self.around.now()
            due = next((act for at, act in self._alarms() if at <= now), None)
            if due is not None:
                due()
        self._set_alarm()

    def _alarms(self) -> list[tuple[int, Callable[[], None]]]:
        """What happens by itself, and when; while something is being written, nothing does."""
        here = self.present
        if here is None or self._is_writing or here.play.is_over:
            return []
        play = here.play
        alarms: list[tuple[int, Callable[[], None]]] = []
        if self._down_since is not None and play.stopped is None:
            alarms.append((max(self._down_since, here.log[-1].at) + SHORTEST_DOWNTIME, self._rest))
        if (bell := play.bell) is not None:
            alarms.append((bell, self._ring))
        if self._unattended_since is not None and play.stopped is None and not self.setting.is_official:
            alarms.append((self._unattended_since + AWAY, partial(self._write, [entries.paused(NOBODY)])))
        for seat, since in self._away.items() if self._away and self._looks_for_absent else ():
            if play.stopped is None and seat not in self._told_absent and not play.players[seat].startswith("bot:"):
                alarms.append((since + self._patience(play), partial(self._is_missed, seat)))
        if (deadline := play.deadline) is not None:
            alarms.append((deadline, self._answer_by_clock))
        return alarms

    def _patience(self, play: Play) -> int:
        minutes = play.terms.engine.absence_minutes() if self.setting.is_official else None
        return AWAY if minutes is None else minutes * 60_000

    def _ring(self) -> None:
        assert self.present is not None
        terms = self.present.play.terms
        act = TimeUp(str(terms.regulation.citation("clock.time_up")))
        self._write([{**write_act(act, terms.engine.notation), "by": CLOCK}])

    def _is_missed(self, seat: int) -> None:
        """A bot sits in for him. In a championship's match the referee is told."""
        if self.setting.is_official:
            self._told_absent.add(seat)
            self.around.absent(self, seat, self._away[seat])
        else:
            self._write([entries.seated(seat, f"bot:{self.setting.bot}")])

    def _answer_by_clock(self) -> None:
        assert self.present is not None
        if (data := default(self.present.play)) is not None:
            self._write([data])

    def _set_alarm(self) -> None:
        times = [at for at, _ in self._alarms()]
        if self._held:
            times.append(self._held[0][0])
        if self._crowd_due is not None:
            times.append(self._crowd_due)
        self.around.wake(self, min(times, default=None))


def _is_stale(here: Present, observer: Observer, seq: int) -> bool:
    """Whether something has happened since; a sign of the partner's changes nothing."""
    seen = here.seen[observer]
    return not 0 <= seq <= len(seen) or any(here.log[index].act != "sign" for index in seen[seq:])


def tell(reader: Reader, message: ToClient) -> None:
    reader.tell(encode(message))


def _is_worth_noting(before: Play, now: Play) -> bool:
    return before.match.score != now.match.score or len(before.fairs) != len(now.fairs) or now.is_over


def _summary(match: int, play: Play, at: int) -> Summary:
    return Summary(match, play.match.score, len(play.fairs), play.match.winner, at if play.is_over else None)


__all__ = ["BotQuestion", "Log", "Reader", "Room", "Setting", "Sitter", "Surroundings", "tell"]

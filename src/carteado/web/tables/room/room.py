"""A live table in memory: who is connected, the match as far as it is written, and what is being written.

One thing happens at a time. An act is checked by the rules and written with what follows from it. Readers learn of it
only when the database has confirmed it; acts that come meanwhile wait. The room itself never waits: its surroundings
write, wake it, ask bots and read the log again, and call back.
"""

import logging
from bisect import bisect_right
from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from carteado.cards import Observer, Onlooker, TimeUp
from carteado.record import write_act
from carteado.web.tables.match import log_rows
from carteado.web.tables.match.act_reading import ActRefusal, CheckedAct, checked_act
from carteado.web.tables.match.fold import TABLE_ONLY_ROWS, Play, apply_row, clock_act, next_chance_act, parse_act
from carteado.web.tables.match.log_rows import CLOCK, DOWN, NOBODY, Data, LogRow
from carteado.web.tables.match.log_storage import Summary, stored_row
from carteado.web.tables.match.log_writer import Batch, Outcome
from carteado.web.tables.match.position import KnownPosition, MatchPosition, StoredMatch, position_of
from carteado.web.tables.match.settings import TableSettings
from carteado.web.tables.protocol import PROTOCOL, Ack, Act, Hello, Presence, Refusal, TableFacts, Welcome, You, encode
from carteado.web.tables.protocol import Table as TableMessage
from carteado.web.tables.room import sentences as words
from carteado.web.tables.room.attendance import Attendance
from carteado.web.tables.room.bot_turns import BotQuestion, BotTurns, understood
from carteado.web.tables.room.news import News, standing
from carteado.web.tables.room.onlookers import Onlooking
from carteado.web.tables.room.standstill import SHORTEST_DOWNTIME, Standstill
from carteado.web.tables.room.surroundings import Reader, Surroundings, tell

_log = logging.getLogger(__name__)

AWAY = 120_000
"""Milliseconds that a player has to come back before a bot sits in for them."""
MOST_WAITING = 64
"""Acts that wait at one table. No honest client sends more."""
MOST_FAILURES = 2
"""Times that an act may fail to be written."""
CROWD = 1_000
"""Milliseconds after which a new number of onlookers is announced."""


class _Waiting(NamedTuple):
    """An act that waits. ``failures`` counts how often it could not be written."""

    reader: Reader
    act: Act
    failures: int = 0


class Room:
    """One table and its latest match."""

    def __init__(
        self,
        setting: TableSettings,
        log: StoredMatch | None,
        surroundings: Surroundings,
        *,
        served_until: int | None = None,
    ) -> None:
        """``served_until`` is when the table was last served. The time after that counts against no player."""
        self.setting = setting
        self.around = surroundings
        self.position = None if log is None else position_of(log)
        self.changes = 0
        """How often a page changed the table. What other code remembers from before a change is out of date."""
        self._attendance = Attendance(setting, surroundings.now())
        self._standstill = Standstill(self._attendance, served_until)
        self._bots = BotTurns()
        self._onlooking = Onlooking()
        self._waiting: deque[_Waiting] = deque()
        self._is_writing = False
        self._crowd_due: int | None = None
        self._hold_those_before(log)
        self._hold_all()
        self._rest()
        if not self._is_writing:
            self._standstill.down_since = None

    # --- who is here ----------------------------------------------------------------------------------------------

    @property
    def readers(self) -> dict[Observer, list[Reader]]:
        return self._attendance.readers

    @property
    def seats_here(self) -> frozenset[int]:
        return self._attendance.seats_here

    @property
    def is_idle(self) -> bool:
        """True if no one is here and nothing is due."""
        is_at_rest = self.position is None or self.position.play.is_over or self.position.play.stopped_by is not None
        return is_at_rest and self._attendance.is_empty and not self._is_writing and self._onlooking.due is None

    def enter(self, reader: Reader, hello: Hello) -> None:
        """A reader comes, or comes back."""
        self._attendance.add(reader)
        self._attendance.note_absences(self.around.now())
        tell(reader, Welcome(PROTOCOL, self._you(reader), self.facts(reader.observer), self.around.now()))
        self._tell_state(reader, hello)
        if reader.observer is Onlooker.SPECTATOR:
            tell(reader, self._presence(reader.observer))
            self._crowd_changed()
        else:
            self._presence_changed()
        self._go_on()

    def leave(self, reader: Reader) -> None:
        if not self._attendance.remove(reader):
            return
        if reader.observer is Onlooker.SPECTATOR:
            self._attendance.note_absences(self.around.now())
            self._crowd_changed()
        else:
            self._presence_changed()

    def refresh(self, setting: TableSettings, log: StoredMatch | None) -> None:
        """A page has changed the table: its seats, its settings, or a new match."""
        self.changes += 1
        if setting.is_shut:
            for reader in self._attendance.everybody():
                reader.drop()
        if setting.is_secret and not self.setting.is_secret:
            for reader in list(self.readers[Onlooker.SPECTATOR]):
                reader.drop()
        self.setting = self._attendance.setting = setting
        if log is not None and (self.position is None or self.position.match != log.match):
            self.position = position_of(log)
            self._bots.begin_anew()
            self._attendance.told_absent.clear()
            self._hold_all()
        for reader in self._attendance.everybody():
            self._attendance.move(reader)
            self._tell_afresh(reader)
        self._presence_changed()
        self._go_on()

    def _presence_changed(self) -> None:
        self._attendance.note_absences(self.around.now())
        self._tell_presence()
        self._wake_if_somebody_came()
        self._set_alarm()

    def _crowd_changed(self) -> None:
        """Announce the number of onlookers a moment later, so that a thousand who come at once are counted together."""
        if self._crowd_due is None:
            self._crowd_due = self.around.now() + CROWD
            self._set_alarm()

    # --- standstills ----------------------------------------------------------------------------------------------

    def was_down(self, since: int) -> None:
        """The table was not served from that time until now."""
        self._standstill.was_down(since)
        self._go_on()

    def _rest(self) -> None:
        """Note in the log that the match stood still while the site did not run or could not write.

        The next write ends this.
        """
        since = None if self.position is None else self._standstill.down_from(self.position)
        if since is not None and self.around.now() >= since + SHORTEST_DOWNTIME:
            self._write([log_rows.pause_data(DOWN)], at=since)

    def _wake_if_somebody_came(self) -> None:
        if self.position is not None and not self._is_writing:
            self._write_if_any(self._standstill.woken(self.position.play))

    def _keep_closed(self) -> None:
        if self.position is not None:
            self._write_if_any(self._standstill.kept_closed(self.position.play))

    # --- what readers get -----------------------------------------------------------------------------------------

    def facts(self, observer: Observer) -> TableFacts:
        """The table as the observer may know it. Delayed onlookers also learn later that another match has begun."""
        one, known = self.setting, self._known_to(observer)
        return TableFacts(
            code=one.code,
            regulation=one.regulation,
            players=one.players,
            direction="clockwise" if one.direction == "clockwise" else "anticlockwise",
            seats=self._attendance.seats(None if known is None else known.play),
            act_seconds=one.act_seconds,
            delay=one.delay,
            free_chat=one.free_chat,
            presets=words.presets(one.presets),
            signs=one.signs,
            official=one.is_official,
            match=None if known is None else known.play.terms.match,
            run_order=one.run_order,
        )

    def _you(self, reader: Reader) -> You:
        observer = reader.observer if isinstance(reader.observer, int) else reader.observer.value
        return You(observer, reader.name, bool(reader.who) and reader.who == self.setting.owner)

    @property
    def _delay(self) -> int:
        """Milliseconds by which onlookers are behind."""
        return self.setting.delay * 1000

    def _known_to(self, observer: Observer) -> KnownPosition | None:
        """How far the observer knows which match. At a delayed table, onlookers know less."""
        if observer is Onlooker.SPECTATOR:
            return self._onlooking.known
        return None if self.position is None else self.position.whole_position

    def _tell_afresh(self, reader: Reader) -> None:
        tell(reader, TableMessage(self._you(reader), self.facts(reader.observer)))
        self._tell_state(reader, Hello(PROTOCOL))

    def _tell_state(self, reader: Reader, hello: Hello) -> None:
        known = self._known_to(reader.observer)
        if known is not None:
            late = self._delay if reader.observer is Onlooker.SPECTATOR else 0
            tell(reader, standing(known, reader.observer, hello, self.around.now(), late))

    def _tell_presence(self) -> None:
        self._crowd_due = None
        to_onlookers, to_others = (encode(self._presence(one)) for one in (Onlooker.SPECTATOR, Onlooker.REFEREE))
        for reader in self._attendance.everybody():
            reader.tell(to_onlookers if reader.observer is Onlooker.SPECTATOR else to_others)

    def _presence(self, observer: Observer) -> Presence:
        """All learn at once who is here. That a bot sits in is shown only when the observer sees it sit down."""
        known = self._known_to(observer)
        return self._attendance.presence(None if known is None else known.play)

    def _tell_all(self, since: int) -> None:
        """Send what is new from that place in the log on."""
        assert self.position is not None
        now, known = self.around.now(), self.position.whole_position
        news = News(known, since, now)
        for seat in range(self.setting.players):
            self._tell_news(seat, news)
        self._tell_news(Onlooker.REFEREE, news)
        if not self.setting.delay and self._onlooking.keeps_up(known, since):
            self._tell_news(Onlooker.SPECTATOR, news)
        else:
            self._onlooking.hold(now + self._delay, known)
            self._release()

    def _tell_news(self, observer: Observer, news: News) -> None:
        readers = self.readers.get(observer)
        if readers and (message := news.message(observer)) is not None:
            for reader in readers:
                reader.tell(message)

    def _release(self) -> None:
        """Send onlookers what they may know by now."""
        now = self.around.now()
        for before, known in self._onlooking.released(now):
            onlookers = self.readers.get(Onlooker.SPECTATOR)
            if not onlookers:
                continue
            if before is not None and before.position.match == known.position.match:
                self._tell_news(Onlooker.SPECTATOR, News(known, before.upto, now, self._delay))
                if before.play.players != known.play.players:
                    self._crowd_changed()
            else:
                for reader in onlookers:
                    self._tell_afresh(reader)

    def _hold_those_before(self, log: StoredMatch | None) -> None:
        if log is not None and log.previous is not None:
            self._hold_those_before(log.previous)
            self._onlooking.hold_all(position_of(log.previous), self._delay, self.around.now())

    def _hold_all(self) -> None:
        if self.position is not None:
            self._onlooking.hold_all(self.position, self._delay, self.around.now())
            self._release()

    def _refuse(self, reader: Reader, act: Act, trouble: ActRefusal) -> None:
        regulation = self.position.play.terms.regulation if self.position is not None else None
        message = words.of_trouble(trouble, reader.language, self.setting.names)
        key = trouble.rule_refusal.key if trouble.rule_refusal is not None and trouble.rule_refusal.key else None
        article = str(regulation.citation(key)) if regulation is not None and key else None
        known = self._known_to(reader.observer)
        seq = None if known is None else known.seen_by(reader.observer)
        tell(reader, Refusal(trouble.code, message, act.id, key, article, seq))

    # --- acts -----------------------------------------------------------------------------------------------------

    def receive(self, reader: Reader, act: Act) -> None:
        if self._is_writing:
            if len(self._waiting) >= MOST_WAITING:
                self._refuse(reader, act, ActRefusal("too_busy"))
            else:
                self._waiting.append(_Waiting(reader, act))
        else:
            self._do(_Waiting(reader, act))

    def _do(self, one: _Waiting) -> None:
        position, reader, act = self.position, one.reader, one.act
        client = f"{reader.observer}:{act.id}"
        if position is not None and client in position.index_by_client:
            self._acknowledge(reader, act.id, position.index_by_client[client])
            return
        done = self._asked_for(position, reader, act) if one.failures < MOST_FAILURES else ActRefusal("not_written")
        if isinstance(done, ActRefusal):
            self._refuse(reader, act, done)
        else:
            self._write([done], client=client, sender=one)

    def _asked_for(self, position: MatchPosition | None, reader: Reader, act: Act) -> CheckedAct | ActRefusal:
        if reader.observer is Onlooker.SPECTATOR:
            return ActRefusal("not_yours")
        if position is None:
            return ActRefusal("no_match")
        if position.is_stale(reader.observer, act.seq):
            return ActRefusal("stale")
        if self.setting.is_closed and not position.play.is_over:
            return ActRefusal("shut" if self.setting.is_shut else "closed")
        return checked_act(position.play, reader.observer, reader.who, bytes(act.act))

    def _acknowledge(self, reader: Reader, name: str, index: int) -> None:
        assert self.position is not None
        tell(reader, Ack(name, bisect_right(self.position.seen_indices[reader.observer], index)))

    def _write(
        self,
        doings: Sequence[CheckedAct | Data],
        *,
        client: str | None = None,
        sender: "_Waiting | None" = None,
        at: int | None = None,
    ) -> None:
        """Write these and what follows from them. ``_written`` gets the outcome."""
        assert self.position is not None
        position, play = self.position, self.position.play
        new: list[tuple[LogRow, Play]] = []
        at = max(self.around.now() if at is None else at, position.log[-1].at)
        todo = deque(doings)
        while todo:
            one = todo.popleft()
            data, act, applied = one if isinstance(one, CheckedAct) else (one, None, None)
            if act is None and data["act"] not in TABLE_ONLY_ROWS:
                act = parse_act(play.terms, data)
            row = LogRow(len(position.log) + len(new) + 1, at, data, client, act)
            client, play = None, apply_row(play, row, applied)
            new.append((row, play))
            if not todo and (chance := next_chance_act(play, self.around.seed)) is not None:
                todo.append(chance)
        self._is_writing = True
        rows = [stored_row(position.match, row) for row, _ in new]
        summary = _summary(position.match, play, at) if _is_worth_noting(position.play, play) else None
        self.around.write(Batch(rows, summary, lambda outcome: self._written(outcome, position, new, sender)))

    def _write_if_any(self, doing: CheckedAct | Data | None) -> None:
        if doing is not None:
            self._write([doing])

    def _written(
        self, outcome: Outcome, position: MatchPosition, new: list[tuple[LogRow, Play]], sender: "_Waiting | None"
    ) -> None:
        if outcome is not Outcome.WRITTEN:
            if sender is not None:
                self._waiting.appendleft(sender._replace(failures=sender.failures + 1))  # the log may have it already
            self._standstill.was_down(new[0][0].at)
            self.around.read_again(self)
            return
        self._is_writing, self._standstill.down_since = False, None
        before, since = position.play, len(position.log)
        for row, play in new:
            position.add(row, play)
        acts = {row.act for row, _ in new}
        if acts != {"sign"}:
            self._bots.moved()
        if position is self.position:
            if sender is not None:
                self._acknowledge(sender.reader, sender.act.id, since)
            self._tell_all(since)
            if "resume" in acts:
                self._attendance.rested(before, self.around.now())
            if acts & {"sit", "resume"}:
                self._presence_changed()
        self.around.told(self, before, position.play)
        self._go_on()

    def read(self, setting: TableSettings, log: StoredMatch | None) -> None:
        """Go on with the log as it was read again, after a write that was not confirmed."""
        self._is_writing = False
        if self.position is not None and log is not None and log.match == self.position.match:
            since = len(self.position.log)
            self.position = position_of(log)
            self._bots.begin_anew()
            if len(self.position.log) > since:
                self._tell_all(since)
        self.refresh(setting, log)

    def _go_on(self) -> None:
        """Take the next steps until something is being written.

        A standstill is noted first, then the acts that wait are done. Bots are asked only when no act waits.
        """
        for step in (
            self._rest,
            self._wake_if_somebody_came,
            self._do_what_waits,
            self._take_late_answer,
            self._keep_closed,
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
        if self._bots.late is not None:
            (question, answer), self._bots.late = self._bots.late, None
            self.answered(question, answer)

    def _start_by_chance(self) -> None:
        """Shuffle the first deck of a match."""
        if self.position is not None:
            self._write_if_any(next_chance_act(self.position.play, self.around.seed))

    # --- bots -----------------------------------------------------------------------------------------------------

    def _ask_bots(self) -> None:
        if self.position is not None and (question := self._bots.to_ask(self.position)) is not None:
            self.around.ask_bot(self, question)

    def answered(self, question: BotQuestion, answer: Data | None) -> bool:
        """Take a bot's answer. If there is none, or the rules refuse it, do the default act and return False."""
        position = self.position
        if position is None or not self._bots.awaits(position, question):
            return True  # the question is out of date
        if self._is_writing:
            self._bots.late = question, answer
            return True
        self._bots.answered()
        if question.may_pass and answer is not None and answer.get("act") == "pass":
            self._bots.passed()
            self._ask_bots()
            return True
        done = None if answer is None else understood(position.play, question, answer)
        if answer is not None and done is None:
            _log.warning("bot %s at table %s may not do what it wants", question.bot, self.setting.code)
        self._write_if_any(clock_act(position.play) if done is None else done)
        return done is not None

    # --- time -----------------------------------------------------------------------------------------------------

    def tick(self) -> None:
        """Do what is due by now."""
        self._release()
        if self._crowd_due is not None and self._crowd_due <= self.around.now():
            self._tell_presence()
        if self.position is not None and not self._is_writing and not self.position.play.is_over:
            now = self.around.now()
            due = next((act for at, act in self._alarms() if at <= now), None)
            if due is not None:
                due()
        self._set_alarm()

    def _alarms(self) -> list[tuple[int, Callable[[], None]]]:
        """The alarms: times, and what to do then. There are none while something is being written."""
        position = self.position
        if position is None or self._is_writing or position.play.is_over:
            return []
        play = position.play
        alarms: list[tuple[int, Callable[[], None]]] = []
        if (since := self._standstill.down_from(position)) is not None:
            alarms.append((since + SHORTEST_DOWNTIME, self._rest))
        if (bell := play.bell) is not None:
            alarms.append((bell, self._ring))
        left = self._attendance.unattended_since
        if left is not None and play.stopped_by is None and not self.setting.is_official:
            alarms.append((left + AWAY, partial(self._write, [log_rows.pause_data(NOBODY)])))
        for seat, since in self._attendance.missed(play):
            alarms.append((since + self._patience(play), partial(self._is_missed, seat, since)))
        if (deadline := play.deadline) is not None:
            alarms.append((deadline, self._answer_by_clock))
        return alarms

    def _patience(self, play: Play) -> int:
        """Milliseconds that the match waits for an absent player."""
        minutes = play.terms.engine.absence_minutes() if self.setting.is_official else None
        return AWAY if minutes is None else minutes * 60_000

    def _ring(self) -> None:
        """Ring the bell: the time of the match is up."""
        assert self.position is not None
        terms = self.position.play.terms
        act = TimeUp(str(terms.regulation.citation("clock.time_up")))
        self._write([{**write_act(act, terms.engine.notation), "by": CLOCK}])

    def _is_missed(self, seat: int, since: int) -> None:
        """Let a bot sit in for the player. In a championship's match the referee is called instead."""
        if self.setting.is_official:
            self._attendance.told_absent.add(seat)
            self.around.absent(self, seat, since)
        else:
            self._write([log_rows.sit_data(seat, f"bot:{self.setting.bot}")])

    def _answer_by_clock(self) -> None:
        assert self.position is not None
        self._write_if_any(clock_act(self.position.play))

    def _set_alarm(self) -> None:
        times = [at for at, _ in self._alarms()]
        if (due := self._onlooking.due) is not None:
            times.append(due)
        if self._crowd_due is not None:
            times.append(self._crowd_due)
        self.around.wake(self, min(times, default=None))


def _is_worth_noting(before: Play, now: Play) -> bool:
    return before.match.score != now.match.score or len(before.fairs) != len(now.fairs) or now.is_over


def _summary(match: int, play: Play, at: int) -> Summary:
    return Summary(match, play.match.score, len(play.fairs), play.match.winner, at if play.is_over else None)

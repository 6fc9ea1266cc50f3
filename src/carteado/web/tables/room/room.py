"""A live table in memory: who is connected, the match as far as it is written, and what is being written.

One thing happens at a time. An act is checked by the rules and written with what follows from it. Readers learn of it
only when the database has confirmed it; acts that come meanwhile wait. The room itself never waits: its services
write, wake it, ask bots and read the log again, and call back.
"""

import logging
from bisect import bisect_right
from collections import deque
from collections.abc import Callable, Sequence
from datetime import timedelta
from functools import partial
from math import ceil
from typing import NamedTuple

from carteado.cards import Observer, Onlooker, TimeUp
from carteado.record import write_act
from carteado.regulation import forbidden_by
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
from carteado.web.tables.room import sentences
from carteado.web.tables.room.attendance import Attendance, SeatPresence
from carteado.web.tables.room.bot_turns import BotQuestion, BotTurns, checked_bot_act
from carteado.web.tables.room.interfaces import RoomServices, TableConnection, send_message
from carteado.web.tables.room.news import MatchUpdate, state_on_arrival
from carteado.web.tables.room.onlookers import LatePresence, OnlookerDelay, Present
from carteado.web.tables.room.standstill import SHORTEST_DOWNTIME_MS, Standstill

_log = logging.getLogger(__name__)

BOT_TAKES_SEAT_AFTER_MS = 120_000
"""Milliseconds that a player has to come back before a bot sits in for them.

After the same time, a match pauses at a table where no one is.
"""
MOST_WAITING_ACTS = 64
"""Acts that wait at one table. No honest client sends more."""
MOST_WRITE_FAILURES = 2
"""Times that an act may fail to be written before it is refused."""
ANNOUNCE_AUDIENCE_AFTER_MS = 1_000
"""Milliseconds after which a new number of onlookers is announced."""


class _WaitingAct(NamedTuple):
    """An act that waits. ``failures`` counts how often it could not be written."""

    connection: TableConnection
    act: Act
    failures: int = 0


class Room:
    """One table and its latest match. Times are in milliseconds since 1970.

    ``position`` is how the match stands as far as it is written; None before the first match. ``_waiting`` are acts
    that came while another was written. ``_audience_due`` is when the number of onlookers is announced; None if it has
    not changed. ``_presence_of_onlookers`` is the last message to onlookers about who is here.
    """

    def __init__(
        self,
        settings: TableSettings,
        stored: StoredMatch | None,
        services: RoomServices,
        *,
        served_until: int | None = None,
    ) -> None:
        """``served_until`` is when the table was last served. The time after that counts against no player.

        None if it was served all along.
        """
        self.settings = settings
        self.services = services
        self.position = None if stored is None else position_of(stored)
        self.changes = 0
        """How often the table was read again, after a page changed it or a write failed.

        The chat compares it, and reads remarks and names again after a change.
        """
        self._attendance = Attendance(settings, services.now_ms())
        self._standstill = Standstill(self._attendance, served_until)
        self._bots = BotTurns()
        self._onlooker_delay = OnlookerDelay()
        self._late_presence = LatePresence(self._presence_assumed())
        self._presence_of_onlookers = b""
        self._waiting: deque[_WaitingAct] = deque()
        self._is_writing = False
        self._audience_due: int | None = None
        self._queue_previous_matches(stored)
        self._queue_log()
        self._pause_for_downtime()
        if not self._is_writing:  # the downtime was too short to matter, or no match was on
            self._standstill.down_since = None

    # --- who is here ----------------------------------------------------------------------------------------------

    @property
    def connections(self) -> dict[Observer, list[TableConnection]]:
        return self._attendance.connections

    @property
    def seats_present(self) -> frozenset[int]:
        return self._attendance.seats_present

    @property
    def is_idle(self) -> bool:
        """True if the table may be dropped from memory: no one is here, nothing is being written, and nothing is due.

        A match that is not over must be stopped: otherwise bots and the clock go on acting in it.
        """
        is_at_rest = self.position is None or self.position.play.is_over or self.position.play.stopped_by is not None
        return is_at_rest and self._attendance.is_empty and not self._is_writing and self._onlooker_delay.due is None

    def enter(self, connection: TableConnection, hello: Hello) -> None:
        """A reader comes, or comes back. ``hello`` says how far they have seen the match."""
        self._attendance.add(connection)
        self._attendance.note_absences(self.services.now_ms())
        send_message(
            connection,
            Welcome(PROTOCOL, self._you(connection), self.table_facts(connection.observer), self.services.now_ms()),
        )
        self._send_state(connection, hello)
        if connection.observer is Onlooker.SPECTATOR:
            send_message(connection, self._presence(connection.observer))
            self._audience_changed()
        else:
            self._presence_changed()
        self._take_next_steps()

    def leave(self, connection: TableConnection) -> None:
        """A connection has ended. If it was the last of a player, they are away from now on."""
        if not self._attendance.remove(connection):
            return
        if connection.observer is Onlooker.SPECTATOR:
            self._attendance.note_absences(self.services.now_ms())
            self._audience_changed()
        else:
            self._presence_changed()

    def refresh(self, settings: TableSettings, stored: StoredMatch | None) -> None:
        """Take over the table as it was read again, because a page changed its seats or settings, or began a match.

        Of ``stored`` only a new match is taken; the rows of the present one are known here. Connections of a table that
        was closed are dropped, and its onlookers when the table becomes secret.
        """
        self.changes += 1
        if settings.is_shut:
            for connection in self._attendance.all_connections():
                connection.drop()
        if settings.is_secret and not self.settings.is_secret:
            for connection in list(self.connections[Onlooker.SPECTATOR]):
                connection.drop()
        facts_before = self.table_facts(Onlooker.SPECTATOR)
        self.settings = self._attendance.settings = settings
        if stored is not None and (self.position is None or self.position.match != stored.match):
            self.position = position_of(stored)
            self._bots.begin_again()
            self._attendance.reported_absent.clear()
            self._queue_log()
        # a message without news would reveal to delayed onlookers that something happened
        is_no_news = bool(self.settings.delay) and self.table_facts(Onlooker.SPECTATOR) == facts_before
        for connection in self._attendance.all_connections():
            was_onlooker = connection.observer is Onlooker.SPECTATOR
            self._attendance.move(connection)
            # one who took a seat, or gave it up, learns of it even if the other onlookers get no message
            stays_onlooker = was_onlooker and connection.observer is Onlooker.SPECTATOR
            if not (is_no_news and stays_onlooker):
                self._send_table_and_state(connection)
        self._presence_changed()
        self._take_next_steps()

    def _presence_changed(self) -> None:
        """Tell all who is here, and resume a match that waited for a player."""
        self._attendance.note_absences(self.services.now_ms())
        self._broadcast_presence()
        self._resume_if_attended()
        self._set_alarm()

    def _audience_changed(self) -> None:
        """Announce the number of onlookers a moment later, so that a thousand who come at once are counted together."""
        if self._audience_due is None:
            self._audience_due = self.services.now_ms() + ANNOUNCE_AUDIENCE_AFTER_MS
            self._set_alarm()

    # --- standstills ----------------------------------------------------------------------------------------------

    def note_downtime(self, since: int) -> None:
        """The table was not served from that time until now."""
        self._standstill.note_downtime(since)
        self._take_next_steps()

    def _pause_for_downtime(self) -> None:
        """Note in the log that the match stood still while the site did not run or could not write.

        The next write that is confirmed ends the downtime.
        """
        since = None if self.position is None else self._standstill.down_from(self.position)
        if since is not None and self.services.now_ms() >= since + SHORTEST_DOWNTIME_MS:
            self._write([log_rows.pause_data(DOWN)], at=since)

    def _resume_if_attended(self) -> None:
        if self.position is not None and not self._is_writing:
            self._write_if_any(self._standstill.resume_if_attended(self.position.play))

    def _pause_or_resume_if_closed(self) -> None:
        if self.position is not None:
            self._write_if_any(self._standstill.pause_or_resume_if_closed(self.position.play))

    # --- what readers get -----------------------------------------------------------------------------------------

    def table_facts(self, observer: Observer) -> TableFacts:
        """The table as the observer may know it. Delayed onlookers also learn later that another match has begun."""
        one, known = self.settings, self._known_to(observer)
        return TableFacts(
            code=one.code,
            regulation=one.regulation,
            players=one.players,
            direction="clockwise" if one.direction == "clockwise" else "anticlockwise",
            seats=self._attendance.seats(None if known is None else known.play, self._present_to(observer)),
            act_seconds=one.act_seconds,
            delay=one.delay,
            free_chat=one.free_chat,
            presets=sentences.presets(one.presets),
            signs=one.signs,
            official=one.is_official,
            match=None if known is None else known.play.terms.match,
            run_order=one.run_order,
        )

    def _you(self, connection: TableConnection) -> You:
        observer = connection.observer if isinstance(connection.observer, int) else connection.observer.value
        return You(observer, connection.name, bool(connection.who) and connection.who == self.settings.owner)

    @property
    def _delay(self) -> int:
        """Milliseconds by which onlookers are behind."""
        return self.settings.delay * 1000

    def _known_to(self, observer: Observer) -> KnownPosition | None:
        """How far the observer knows which match. At a delayed table, onlookers know less. None if they know none."""
        if observer is Onlooker.SPECTATOR:
            return self._onlooker_delay.known
        return None if self.position is None else self.position.whole_position

    def _send_table_and_state(self, connection: TableConnection) -> None:
        """Send the table, and a snapshot of the match as to a reader who has seen nothing."""
        send_message(connection, TableMessage(self._you(connection), self.table_facts(connection.observer)))
        self._send_state(connection, Hello(PROTOCOL))

    def _send_state(self, connection: TableConnection, hello: Hello) -> None:
        known = self._known_to(connection.observer)
        if known is not None:
            late = self._delay if connection.observer is Onlooker.SPECTATOR else 0
            send_message(connection, state_on_arrival(known, connection.observer, hello, self.services.now_ms(), late))

    def _broadcast_presence(self) -> None:
        """Send to all who is here, and how many watch."""
        self._audience_due = None
        now = self.services.now_ms()
        self._late_presence.note(self._attendance.present, now + self._delay)
        self._late_presence.release(now)
        to_others = encode(self._presence(Onlooker.REFEREE))
        for connection in self._attendance.all_connections():
            if connection.observer is not Onlooker.SPECTATOR:
                connection.send(to_others)
        self._send_presence_to_onlookers()

    def _send_presence_to_onlookers(self) -> None:
        """At a delayed table, only if it is news to them."""
        message = encode(self._presence(Onlooker.SPECTATOR))
        is_no_news = bool(self.settings.delay) and message == self._presence_of_onlookers
        self._presence_of_onlookers = message
        for connection in () if is_no_news else list(self.connections[Onlooker.SPECTATOR]):
            connection.send(message)

    def _presence(self, observer: Observer) -> Presence:
        """Who is here, as far as the observer knows. That a bot sits in is shown only when they see it sit down."""
        known = self._known_to(observer)
        return self._attendance.presence(None if known is None else known.play, self._present_to(observer))

    def _present_to(self, observer: Observer) -> Present:
        """Onlookers of a delayed table learn later who comes and who goes.

        They are shown the times of absences later too, so that an absence seems as long to them as it was to the
        players.
        """
        if observer is not Onlooker.SPECTATOR:
            return self._attendance.present
        since = ((one, one.away_since) for one in self._late_presence.known)
        return tuple(one if at is None else one._replace(away_since=at + self._delay) for one, at in since)

    def _presence_assumed(self) -> Present:
        """What onlookers know of a table that was loaded just now. At a delayed one: whoever plays is there."""
        is_on = self.position is not None and not self.position.play.is_over
        if not is_on or not self.settings.delay:
            return self._attendance.present
        return tuple(SeatPresence(is_here=True) for _seat in range(self.settings.players))

    def _broadcast(self, since: int) -> None:
        """Send what is new after the first ``since`` rows of the log. Onlookers of a delayed table get it later."""
        assert self.position is not None
        now, known = self.services.now_ms(), self.position.whole_position
        update = MatchUpdate(known, since, now)
        for seat in range(self.settings.players):
            self._send_update(seat, update)
        self._send_update(Onlooker.REFEREE, update)
        if not self.settings.delay and self._onlooker_delay.pass_at_once(known, since):
            self._send_update(Onlooker.SPECTATOR, update)
        else:
            self._onlooker_delay.queue(now + self._delay, known)
            self._release()

    def _send_update(self, observer: Observer, update: MatchUpdate) -> None:
        connections = self.connections.get(observer)
        if connections and (message := update.message(observer)) is not None:
            for connection in connections:
                connection.send(message)

    def _release(self) -> None:
        """Send onlookers what they may know by now."""
        now = self.services.now_ms()
        if self._late_presence.release(now):
            self._send_presence_to_onlookers()
        for before, known in self._onlooker_delay.release(now):
            onlookers = self.connections.get(Onlooker.SPECTATOR)
            if not onlookers:
                continue
            if before is not None and before.position.match == known.position.match:
                self._send_update(Onlooker.SPECTATOR, MatchUpdate(known, before.upto, now, self._delay))
                if before.play.players != known.play.players:  # a bot sat in or left, which the presence shows
                    self._audience_changed()
            else:
                for connection in onlookers:
                    self._send_table_and_state(connection)

    def _queue_previous_matches(self, stored: StoredMatch | None) -> None:
        """Hold for onlookers what they have yet to see of earlier matches, the oldest first."""
        if stored is not None and stored.previous is not None:
            self._queue_previous_matches(stored.previous)
            self._onlooker_delay.queue_log(position_of(stored.previous), self._delay, self.services.now_ms())

    def _queue_log(self) -> None:
        """Hold for onlookers what they have yet to see of this match."""
        if self.position is not None:
            self._onlooker_delay.queue_log(self.position, self._delay, self.services.now_ms())
            self._release()

    def _refuse(self, connection: TableConnection, act: Act, refusal: ActRefusal) -> None:
        """Tell the sender why, in their language, and how many rows they have seen by now."""
        regulation = self.position.play.terms.regulation if self.position is not None else None
        message = sentences.act_refusal_in_words(refusal, connection.language, self.settings.names)
        key = refusal.rule_refusal.key if refusal.rule_refusal is not None and refusal.rule_refusal.key else None
        article = regulation.citation(key).with_ruling if regulation is not None and key else None
        known = self._known_to(connection.observer)
        seq = None if known is None else known.seen_by(connection.observer)
        send_message(connection, Refusal(refusal.code, message, act.id, key, article, seq))

    # --- acts -----------------------------------------------------------------------------------------------------

    def receive(self, connection: TableConnection, act: Act) -> None:
        """Take an act. It waits while something is being written."""
        if self._is_writing:
            if len(self._waiting) >= MOST_WAITING_ACTS:
                self._refuse(connection, act, ActRefusal("too_busy"))
            else:
                self._waiting.append(_WaitingAct(connection, act))
        else:
            self._handle_act(_WaitingAct(connection, act))

    def _handle_act(self, one: _WaitingAct) -> None:
        """Write or refuse an act. One that is in the log already, because it was sent twice, is acknowledged again."""
        position, connection, act = self.position, one.connection, one.act
        client = f"{connection.observer}:{act.id}"
        if position is not None and client in position.index_by_client:
            self._acknowledge(connection, act.id, position.index_by_client[client])
            return
        checked = (
            self._checked(position, connection, act)
            if one.failures < MOST_WRITE_FAILURES
            else ActRefusal("not_written")
        )
        if isinstance(checked, ActRefusal):
            self._refuse(connection, act, checked)
        else:
            self._write([checked], client=client, sender=one)

    def _checked(
        self, position: MatchPosition | None, connection: TableConnection, act: Act
    ) -> CheckedAct | ActRefusal:
        """The act, if it may be written now: first by the state of the table, then by the rules."""
        if connection.observer is Onlooker.SPECTATOR:
            return ActRefusal("not_yours")
        if position is None:
            return ActRefusal("no_match")
        if position.is_stale(connection.observer, act.seq):
            return ActRefusal("stale")
        if self.settings.closing and not position.play.is_over:
            return ActRefusal(self.settings.closing)
        checked = checked_act(position.play, connection.observer, connection.who, bytes(act.act))
        if isinstance(checked, CheckedAct) and isinstance(checked.act, TimeUp):
            return self._refusal_of_early_bell(position.play) or checked
        return checked

    def _refusal_of_early_bell(self, play: Play) -> ActRefusal | None:
        """No referee rings the bell of a championship's match before its time. Keys: clock.time_up,
        clock.extra_minutes."""
        if play.terms.is_official and play.stopped_by is not None:
            return ActRefusal("stopped")
        bell = play.bell
        if bell is None or self.services.now_ms() >= bell:
            return None
        left = timedelta(seconds=ceil((bell - self.services.now_ms()) / 1000))
        return ActRefusal("clock_time_not_up", forbidden_by("clock.time_up", "clock_time_not_up", left=left))

    def _acknowledge(self, connection: TableConnection, act_id: str, index: int) -> None:
        """Confirm an act to its sender. Observers number the rows that they see, so the index is translated."""
        assert self.position is not None
        send_message(connection, Ack(act_id, bisect_right(self.position.seen_indices[connection.observer], index)))

    def _write(
        self,
        acts: Sequence[CheckedAct | Data],
        *,
        client: str | None = None,
        sender: "_WaitingAct | None" = None,
        at: int | None = None,
    ) -> None:
        """Write these acts, and the shuffle if one follows from them. ``_on_outcome`` gets the outcome.

        ``client`` is the id of the first act, ``sender`` who waits for its acknowledgement; both None if nobody sent
        it. ``at`` is the time of the rows, by default now, but never before the last row's.
        """
        assert self.position is not None
        position, play = self.position, self.position.play
        new: list[tuple[LogRow, Play]] = []
        at = max(self.services.now_ms() if at is None else at, position.log[-1].at)
        todo = deque(acts)
        while todo:
            one = todo.popleft()
            data, act, applied = one if isinstance(one, CheckedAct) else (one, None, None)
            if act is None and data["act"] not in TABLE_ONLY_ROWS:
                act = parse_act(play.terms, data)
            row = LogRow(len(position.log) + len(new) + 1, at, data, client, act)
            client, play = None, apply_row(play, row, applied)
            new.append((row, play))
            if not todo and (chance := next_chance_act(play, self.services.new_seed)) is not None:
                todo.append(chance)
        self._is_writing = True
        rows = [stored_row(position.match, row) for row, _ in new]
        summary = _summary(position.match, play, at) if _changes_summary(position.play, play) else None
        self.services.write_batch(
            Batch(rows, summary, lambda outcome: self._on_outcome(outcome, position, new, sender))
        )

    def _write_if_any(self, act: CheckedAct | Data | None) -> None:
        if act is not None:
            self._write([act])

    def _on_outcome(
        self, outcome: Outcome, position: MatchPosition, new: list[tuple[LogRow, Play]], sender: "_WaitingAct | None"
    ) -> None:
        """Go on after a write. ``new`` are its rows, each with the match after it, and ``position`` is where they
        belong.

        Once they are written, their sender is told, then all others.
        """
        if outcome is not Outcome.WRITTEN:
            if sender is not None:
                # the database may have taken it all the same: then it is found in the log and only acknowledged
                self._waiting.appendleft(sender._replace(failures=sender.failures + 1))
            self._standstill.note_downtime(new[0][0].at)
            self.services.read_again(self)  # until ``recover`` is called, all acts wait
            return
        self._is_writing, self._standstill.down_since = False, None
        before, since = position.play, len(position.log)
        for row, play in new:
            position.add(row, play)
        acts = {row.act for row, _ in new}
        if acts != {"sign"}:
            self._bots.forget_passes()
        if position is self.position:  # a page may have begun another match meanwhile
            if sender is not None:
                self._acknowledge(sender.connection, sender.act.id, since)
            self._broadcast(since)
            if "resume" in acts:
                self._attendance.leave_out_standstill(before, self.services.now_ms())
            if acts & {"sit", "resume"}:
                self._presence_changed()
        self.services.match_changed(self, before, position.play)
        self._take_next_steps()

    def recover(self, settings: TableSettings, stored: StoredMatch | None) -> None:
        """Go on with the log as it was read again, after a write that was not confirmed.

        Unlike ``refresh``, it takes over rows of the present match that others wrote.
        """
        self._is_writing = False
        if self.position is not None and stored is not None and stored.match == self.position.match:
            since = len(self.position.log)
            self.position = position_of(stored)
            self._bots.begin_again()
            if len(self.position.log) > since:
                self._broadcast(since)
        self.refresh(settings, stored)

    def _take_next_steps(self) -> None:
        """Take the next steps until something is being written.

        A standstill is noted first, then the acts that wait are done. Bots are asked only when no act waits.
        """
        for step in (
            self._pause_for_downtime,
            self._resume_if_attended,
            self._handle_waiting_acts,
            self._take_late_answer,
            self._pause_or_resume_if_closed,
            self._start_by_chance,
            self._ask_bots,
        ):
            if not self._is_writing:
                step()
        self._set_alarm()

    def _handle_waiting_acts(self) -> None:
        while self._waiting and not self._is_writing:
            self._handle_act(self._waiting.popleft())

    def _take_late_answer(self) -> None:
        if self._bots.late_answer is not None:
            (question, answer), self._bots.late_answer = self._bots.late_answer, None
            self.receive_answer(question, answer)

    def _start_by_chance(self) -> None:
        """Shuffle the first deck of a match."""
        if self.position is not None:
            self._write_if_any(next_chance_act(self.position.play, self.services.new_seed))

    # --- bots -----------------------------------------------------------------------------------------------------

    def _ask_bots(self) -> None:
        if self.position is not None and (question := self._bots.next_question(self.position)) is not None:
            self.services.ask_bot(self, question)

    def receive_answer(self, question: BotQuestion, answer: Data | None) -> bool:
        """Take a bot's answer, None if it gave none.

        If there is none, or the rules refuse it, the default act is done instead and False is returned. An answer that
        is out of date is ignored, and one that comes during a write waits; both return True, as no fault of the bot.
        """
        position = self.position
        if position is None or not self._bots.is_open(position, question):
            return True  # the question is out of date
        if self._is_writing:
            self._bots.late_answer = question, answer
            return True
        self._bots.close_question()
        if question.may_pass and answer is not None and answer.get("act") == "pass":
            self._bots.note_pass()
            self._ask_bots()
            return True
        checked = None if answer is None else checked_bot_act(position.play, question, answer)
        if answer is not None and checked is None:
            _log.warning("bot %s at table %s may not do what it wants", question.bot, self.settings.code)
        self._write_if_any(clock_act(position.play) if checked is None else checked)
        return checked is not None

    # --- time -----------------------------------------------------------------------------------------------------

    def tick(self) -> None:
        """Do what is due by now."""
        self._release()
        if self._audience_due is not None and self._audience_due <= self.services.now_ms():
            self._broadcast_presence()
        if self.position is not None and not self._is_writing and not self.position.play.is_over:
            now = self.services.now_ms()
            due = next((act for at, act in self._alarms() if at <= now), None)
            if due is not None:
                due()  # only this one: mostly it writes, and the next alarms follow from what was written
        self._set_alarm()

    def _alarms(self) -> list[tuple[int, Callable[[], None]]]:
        """The alarms: times, and what to do then. Of several that are due, the first in this list is done.

        There are none while something is being written.
        """
        position = self.position
        if position is None or self._is_writing or position.play.is_over:
            return []
        play = position.play
        alarms: list[tuple[int, Callable[[], None]]] = []
        if (since := self._standstill.down_from(position)) is not None:
            alarms.append((since + SHORTEST_DOWNTIME_MS, self._pause_for_downtime))
        if (bell := play.bell) is not None:
            alarms.append((bell, self._ring_bell))
        left = self._attendance.unattended_since
        if left is not None and play.stopped_by is None and not self.settings.is_official:
            alarms.append((left + BOT_TAKES_SEAT_AFTER_MS, partial(self._write, [log_rows.pause_data(NOBODY)])))
        for seat, since in self._attendance.missing_players(play):
            alarms.append((since + self._patience(play), partial(self._handle_absence, seat, since)))
        if (deadline := play.deadline) is not None:
            alarms.append((deadline, self._answer_by_clock))
        return alarms

    def _patience(self, play: Play) -> int:
        """Milliseconds that the match waits for an absent player. In a championship the regulation may set them."""
        minutes = play.terms.engine.absence_minutes() if self.settings.is_official else None
        return BOT_TAKES_SEAT_AFTER_MS if minutes is None else minutes * 60_000

    def _ring_bell(self) -> None:
        """Ring the bell: the time of the match is up."""
        assert self.position is not None
        terms = self.position.play.terms
        act = TimeUp(str(terms.regulation.citation("clock.time_up")))
        self._write([{**write_act(act, terms.engine.notation), "by": CLOCK}])

    def _handle_absence(self, seat: int, since: int) -> None:
        """Let a bot sit in for the player. In a championship's match the referee is called instead."""
        if self.settings.is_official:
            self._attendance.reported_absent.add(seat)
            self.services.player_absent(self, seat, since)
        else:
            self._write([log_rows.sit_data(seat, f"bot:{self.settings.bot}")])

    def _answer_by_clock(self) -> None:
        """Act for those who did not act in time."""
        assert self.position is not None
        self._write_if_any(clock_act(self.position.play))

    def _set_alarm(self) -> None:
        """Ask to be woken when the next thing is due."""
        times = [at for at, _ in self._alarms()]
        times += [due for due in (self._onlooker_delay.due, self._late_presence.due) if due is not None]
        if self._audience_due is not None:
            times.append(self._audience_due)
        self.services.set_alarm(self, min(times, default=None))


def _changes_summary(before: Play, now: Play) -> bool:
    """True if lists show something else: the score, the number of hands, or that the match is over."""
    return before.match.score != now.match.score or len(before.fairs) != len(now.fairs) or now.is_over


def _summary(match: int, play: Play, at: int) -> Summary:
    return Summary(match, play.match.score, len(play.fairs), play.match.winner, at if play.is_over else None)

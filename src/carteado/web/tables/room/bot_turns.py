"""Which bot is asked what at a table, and what its answer means."""

from typing import NamedTuple

from carteado.cards import Pass
from carteado.record import Question, Table
from carteado.web.people.references import is_bot
from carteado.web.tables.match.act_reading import CheckedAct, checked_act
from carteado.web.tables.match.fold import Play, Step
from carteado.web.tables.match.log_rows import Data
from carteado.web.tables.match.position import MatchPosition
from carteado.web.tables.protocol import encode


class BotQuestion(NamedTuple):
    """A question to a bot, asked at one place in the log of a match.

    ``match`` is the primary key of the match. ``rows_but_signs`` counts the rows before it that are not signs. A sign
    leaves the question as it is, so that bots do not reveal that one was made. ``bot`` is the name of the bot, without
    the prefix of a reference. ``question`` has the legal acts; None for a cut or a deal.
    """

    match: int
    rows_but_signs: int
    seat: int
    bot: str
    step: Step
    question: Question | None

    @property
    def may_pass(self) -> bool:
        """True if the bot may leave the answer to its partner."""
        return self.question is not None and Pass(self.seat) in self.question.legal

    @property
    def point(self) -> tuple[int, int, int]:
        """Identifies the question: a seat is asked only once at each point."""
        return self.match, self.rows_but_signs, self.seat


class BotTurns:
    """The bots' turns at one table.

    ``_question`` is the last one asked; None if it was answered. ``_passed`` counts the bots of a pair that have left
    the answer to their partner. ``late_answer`` is an answer that came while an act was being written, with its
    question. The room takes it after that. The answer is None if the bot failed to give one.
    """

    def __init__(self) -> None:
        self.late_answer: tuple[BotQuestion, Data | None] | None = None
        self._players: tuple[str, ...] = ()
        self._has_bots = False
        self.begin_again()

    def begin_again(self) -> None:
        """Forget what was asked: another match began, or the log was read again."""
        self._passed = 0
        self._question: BotQuestion | None = None

    def forget_passes(self) -> None:
        """Start the next question with its first seat again, because an act was done that is not a sign."""
        self._passed = 0

    def note_pass(self) -> None:
        """The bot asked last leaves the answer to its partner."""
        self._passed += 1

    def next_question(self, position: MatchPosition) -> BotQuestion | None:
        """The next question for a bot. None if no bot is asked now, or this question was asked already.

        A bot is asked only if no person is: a person whose partner is a bot answers for both.
        """
        play = position.play
        if not self._has_bots_among(play.players) or play.stopped_by is not None or play.is_over:
            return None
        awaited = play.awaited
        if awaited is None or not all(is_bot(play.players[seat]) for seat in awaited.seats):
            return None
        seat, question = awaited.seats[0], None  # the one seat that cuts or deals
        if awaited.step is Step.ACT:
            question = Table(play.terms.engine, play.match, self._passed).question()
            assert question is not None
            seat = question.seat
        bot = play.players[seat].removeprefix("bot:")
        next_one = BotQuestion(position.match, position.rows_but_signs, seat, bot, awaited.step, question)
        if self._question is not None and next_one.point == self._question.point:
            return None
        self._question = next_one
        return next_one

    def _has_bots_among(self, players: tuple[str, ...]) -> bool:
        if players is not self._players:  # the same tuple for as long as nobody takes another's seat
            self._players, self._has_bots = players, any(map(is_bot, players))
        return self._has_bots

    def is_open(self, position: MatchPosition, question: BotQuestion) -> bool:
        """True if this is the last question, it was not answered, and since then only signs were made."""
        last = self._question
        return last is not None and question.point == last.point and position.rows_but_signs == question.rows_but_signs

    def close_question(self) -> None:
        """Note that the question was answered. Another answer to it is out of date."""
        self._question = None


def checked_bot_act(play: Play, question: BotQuestion, answer: Data) -> CheckedAct | None:
    """The act that the bot wants. None if the rules refuse it, or if it does not answer the question.

    A sign, for example, is allowed but answers nothing. An act of another kind than all legal answers is none.
    """
    checked = checked_act(play, question.seat, play.players[question.seat], encode({**answer, "seat": question.seat}))
    if not isinstance(checked, CheckedAct):
        return None
    if question.question is None:
        return checked if checked.data["act"] == question.step.value else None
    # the kind is enough: ``checked_act`` has asked the rules about the rest
    return checked if any(type(checked.act) is type(legal) for legal in question.question.legal) else None

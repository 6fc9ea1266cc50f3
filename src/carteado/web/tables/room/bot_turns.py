"""Which bot is asked what at a table, and what its answer means."""

from typing import NamedTuple

from carteado.cards import Pass
from carteado.record import Question, Table
from carteado.web.people.references import is_bot
from carteado.web.tables.match.act_reading import Deed, deed
from carteado.web.tables.match.fold import Play, Step
from carteado.web.tables.match.log_rows import Data
from carteado.web.tables.match.position import Present
from carteado.web.tables.protocol import encode


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


class BotTurns:
    """``passed`` is how many of a pair have left the answer to the next; ``late`` an answer that came while something
    was being written."""

    def __init__(self) -> None:
        self.late: tuple[BotQuestion, Data | None] | None = None
        self._players: tuple[str, ...] = ()
        self._are_there = False
        self.begin_anew()

    def begin_anew(self) -> None:
        self._passed = 0
        self._question: BotQuestion | None = None

    def moved(self) -> None:
        """Something was done that was no sign."""
        self._passed = 0

    def passed(self) -> None:
        self._passed += 1

    def to_ask(self, here: Present) -> BotQuestion | None:
        """What a bot is to be asked and was not yet. Only where none but bots are asked: where one of the pair is a
        person, that one answers for both."""
        play = here.play
        if not self._sit_among(play.players) or play.stopped is not None or play.is_over:
            return None
        asked = play.asked
        if asked is None or not all(is_bot(play.players[seat]) for seat in asked.seats):
            return None
        seat, question = asked.seats[0], None
        if asked.step is Step.ACT:
            question = Table(play.terms.engine, play.match, self._passed).question()
            assert question is not None
            seat = question.seat
        bot = play.players[seat].removeprefix("bot:")
        asks = BotQuestion(here.match, len(here.log), here.moves, seat, bot, asked.step, question)
        if self._question is not None and asks.point == self._question.point:
            return None
        self._question = asks
        return asks

    def _sit_among(self, players: tuple[str, ...]) -> bool:
        if players is not self._players:
            self._players, self._are_there = players, any(map(is_bot, players))
        return self._are_there

    def awaits(self, here: Present, question: BotQuestion) -> bool:
        """Whether that is still asked."""
        asked = self._question
        return asked is not None and question.point == asked.point and here.moves == question.moves

    def answered(self) -> None:
        self._question = None


def understood(play: Play, question: BotQuestion, answer: Data) -> Deed | None:
    """What the bot means, if it is an answer: a sign, say, is allowed and answers nothing."""
    done = deed(play, question.seat, play.players[question.seat], encode({**answer, "seat": question.seat}))
    if not isinstance(done, Deed):
        return None
    if question.question is None:
        return done if done.data["act"] == question.step.value else None
    return done if any(type(done.act) is type(legal) for legal in question.question.legal) else None

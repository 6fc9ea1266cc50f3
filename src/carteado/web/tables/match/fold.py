"""A live match, folded from its log. The result depends on the rows alone, not on the process that serves the table.

Between two hands comes the ceremony. The deck is shuffled by a seed whose commitment all can see. The seat that the
regulation names cuts. The dealer deals, and may burn cards first. Who is asked what, since when and until when follows
from the times in the log. A pause uses up no player's time.
"""

from collections.abc import Callable
from enum import StrEnum
from typing import Any, NamedTuple

from carteado.cards import Scored
from carteado.fair import Fair, commitment, deal_label, new_seed, shuffled_deck
from carteado.record import Engine, Node, read_act, write_act
from carteado.record.games import Match
from carteado.record.notation import Notation
from carteado.regulation import Refusal, Regulation
from carteado.web.tables.match import log_rows
from carteado.web.tables.match.log_rows import CLOCK, Data, LogRow

CEREMONY_STEP_S = 30
"""Seconds for a step of the ceremony, if the regulation sets no time."""
MINUTE_MS = 60_000


class Step(StrEnum):
    """The kinds of step that a table waits for. ``ACT`` is any act of the hand that is on."""

    CUT = "cut"
    DEAL = "deal"
    ACT = "act"


class Terms(NamedTuple):
    """The terms of a match, settled before it starts.

    ``match`` is its code, which seeds of decks and records name. ``phase`` is None except in a final, and ``target``
    except where the points to play to are not the regulation's. ``act_seconds`` is the time to think, None for no
    limit. An official match is one of a championship: it has a bell, and no bot ever plays in it.
    """

    match: str
    regulation: Regulation
    engine: Engine
    players: int
    phase: str | None = None
    target: int | None = None
    act_seconds: int | None = None
    is_official: bool = False


class AwaitedStep(NamedTuple):
    """The step that the match waits for, and the seats that are asked.

    If several are asked, the first to act answers for all.
    """

    step: Step
    seats: tuple[int, ...]


class Ceremony(NamedTuple):
    """A deck that is shuffled and not dealt. ``cuts`` is None until it has been cut."""

    commitment: str
    seed: bytes
    cuts: tuple[int, ...] | None = None

    def fair(self, burn: int = 0) -> Fair:
        """All that is needed to deal this deck again: the seed, the cuts, and how many cards were burnt."""
        return Fair(self.commitment, self.seed.hex(), self.cuts or (), burn)


class Play(NamedTuple):
    """How a match stands. Times are in milliseconds since 1970.

    ``match`` is the engine's match. ``players`` are the references of those who play, by seat; a bot's while it sits in
    for a player. ``ceremony`` is None while a hand is on, and between two hands until the deck is shuffled. ``fairs``
    has the seed, cuts and burn of each hand dealt. ``scored`` are the score lines of the hand on the table.

    ``stopped_by`` is the referee who stopped the match, or a cause such as ``log_rows.DOWN``; None while it goes on.
    ``stopped_at`` counts only while it is stopped. ``step_runs_since`` and ``bell_runs_since`` are the times since when
    the awaited step and the time of the match run; each pause moves them on. ``signs`` counts the signs of each seat in
    this hand.
    """

    terms: Terms
    match: Match
    players: tuple[str, ...]
    ceremony: Ceremony | None
    fairs: tuple[Fair, ...]
    scored: tuple[Scored, ...]
    stopped_by: str | None
    stopped_at: int
    step_runs_since: int
    bell_runs_since: int
    signs: tuple[int, ...]

    @property
    def is_over(self) -> bool:
        return self.match.winner is not None

    @property
    def awaited(self) -> AwaitedStep | None:
        """The step that the match waits for, even while it is stopped.

        None if it waits for chance or a referee, or is over.
        """
        engine, match, ceremony = self.terms.engine, self.match, self.ceremony
        if ceremony is None:
            seats = engine.seats_to_ask(match)
            return AwaitedStep(Step.ACT, seats) if seats else None
        if engine.waits_for_referee(match):
            return None
        cutter = engine.cutter(match)
        if ceremony.cuts is None and cutter is not None:
            return AwaitedStep(Step.CUT, (cutter,))
        return AwaitedStep(Step.DEAL, (match.dealer,))

    @property
    def deadline(self) -> int | None:
        """When the clock acts for those who are asked. None if it never does."""
        is_untimed = self.ceremony is None and self.terms.act_seconds is None  # spares working out who is asked
        return None if is_untimed else self.deadline_for(self.awaited)

    def deadline_for(self, awaited: AwaitedStep | None) -> int | None:
        """Until when those who are asked may act. None if they have no limit, or the match is stopped."""
        if awaited is None or self.stopped_by is not None:
            return None
        allowed = self.terms.act_seconds if awaited.step is Step.ACT else self._ceremony_seconds(awaited.step)
        return None if allowed is None else self.step_runs_since + allowed * 1000

    def _ceremony_seconds(self, step: Step) -> int:
        """The seconds for a cut or a deal."""
        seconds = self.terms.engine.seconds()
        return (seconds.cut if step is Step.CUT else seconds.deal) or CEREMONY_STEP_S

    @property
    def bell(self) -> int | None:
        """When the time of the match, or of its extension, is up. None if it has no bell, or none is to come now."""
        if not self.terms.is_official or self.is_over or self.stopped_by is not None:
            return None
        minutes = self.terms.engine.minutes_to_bell(self.match, self.terms.phase)
        return None if minutes is None else self.bell_runs_since + minutes * MINUTE_MS


def start_play(terms: Terms, row: LogRow) -> Play:
    """The match after its first row."""
    first_dealer, target = row.data["first_dealer"], terms.target or terms.engine.target(terms.phase)
    match = terms.engine.start(players=terms.players, first_dealer=first_dealer, target=target)
    return Play(
        terms=terms,
        match=match,
        players=tuple(row.data["players"]),
        ceremony=None,
        fairs=(),
        scored=(),
        stopped_by=None,
        stopped_at=0,
        step_runs_since=row.at,
        bell_runs_since=row.at,
        signs=(0,) * terms.players,
    )


class AppliedAct(NamedTuple):
    """The result of an act that has been tried on a match already."""

    before: Match
    match: Match
    events: tuple[Any, ...]


def apply_row(play: Play, row: LogRow, applied: AppliedAct | None = None) -> Play:
    """The match after a row. The act was checked before it was written.

    ``applied`` is the act's result if it was tried already, which spares a second try.
    """
    handler = _ROW_HANDLERS.get(row.act)
    return handler(play, row) if handler else _played(play, row, applied)


def _shuffled(play: Play, row: LogRow) -> Play:
    ceremony = Ceremony(row.data["commitment"], bytes.fromhex(row.data["seed"]))
    return play._replace(ceremony=ceremony, step_runs_since=row.at, signs=(0,) * play.terms.players)


def _cut(play: Play, row: LogRow) -> Play:
    assert play.ceremony is not None
    return play._replace(ceremony=play.ceremony._replace(cuts=tuple(row.data["cuts"])), step_runs_since=row.at)


def _dealt(play: Play, row: LogRow) -> Play:
    assert play.ceremony is not None
    engine, match, fair = play.terms.engine, play.match, play.ceremony.fair(row.data["burn"])
    deck = shuffled_deck(engine.deck(), match=play.terms.match, hand=len(play.fairs), seed=play.ceremony.seed)
    deal = engine.dealt_from(match, deck, cuts=fair.cuts, burn=fair.burn)
    # The cuts and the burn were judged when they were made, perhaps by rules of that time.
    match = engine.apply(match, deal)[0]
    return play._replace(match=match, ceremony=None, fairs=(*play.fairs, fair), scored=(), step_runs_since=row.at)


def _seated(play: Play, row: LogRow) -> Play:
    players = list(play.players)
    players[row.data["seat"]] = row.data["player"]
    return play._replace(players=tuple(players), step_runs_since=row.at)


def _stopped(play: Play, row: LogRow) -> Play:
    return play._replace(stopped_by=row.data.get("by", ""), stopped_at=row.at)


def _resumed(play: Play, row: LogRow) -> Play:
    stopped_for = row.at - play.stopped_at
    return play._replace(
        stopped_by=None,
        step_runs_since=play.step_runs_since + stopped_for,
        bell_runs_since=play.bell_runs_since + stopped_for,
    )


def _signed(play: Play, row: LogRow) -> Play:
    signs = list(play.signs)
    signs[row.data["seat"]] += 1
    return play._replace(signs=tuple(signs))


def _played(play: Play, row: LogRow, applied: AppliedAct | None) -> Play:
    """The match after an act of the hand, or a ruling."""
    engine, before = play.terms.engine, play.match
    if applied is not None and applied.before is before:
        match, events = applied.match, applied.events
    else:
        match, events = engine.apply(before, act_of(play, row))
    scored = tuple([event for event in events if isinstance(event, Scored)])
    # the time of the match runs anew when its extension begins; the phase makes no difference to that
    bell_restarts = play.terms.is_official and (
        engine.minutes_to_bell(match, None) != engine.minutes_to_bell(before, None)
        or row.data.get("ruling") == "time_up"  # the extension may be as long as the match
    )
    return Play(
        play.terms,
        match,
        play.players,
        _ceremony_after(play.ceremony, match),
        play.fairs,
        (*play.scored, *scored) if scored else play.scored,
        play.stopped_by,
        play.stopped_at,
        row.at,
        row.at if bell_restarts else play.bell_runs_since,
        play.signs,
    )


def _ceremony_after(ceremony: Ceremony | None, match: Match) -> Ceremony | None:
    """A ruling between two hands may change who cuts and deals, but not the deck to which the table is committed."""
    return None if ceremony is None or match.winner is not None else ceremony._replace(cuts=None)


_ROW_HANDLERS: dict[str, Callable[[Play, LogRow], Play]] = {
    "shuffle": _shuffled,
    "cut": _cut,
    "deal": _dealt,
    "sit": _seated,
    "pause": _stopped,
    "resume": _resumed,
    "sign": _signed,
}
TABLE_ONLY_ROWS = frozenset({"start", "shuffle", "cut", "deal"})
"""Rows of the table itself, which no engine reads."""


def act_of(play: Play, row: LogRow) -> Any:
    """The act in the row, as the engine reads it."""
    return row.parsed if row.parsed is not None else parse_act(play.terms, row.data)


def parse_act(terms: Terms, data: Data) -> Any:
    """The act in the data of a row, as the engine of this match reads it."""
    return read_data(data, terms.engine.notation, terms.players)


def read_data(data: Data, notation: Notation, players: int) -> Any:
    """The act in a row, or in a client's message."""
    return read_act(Node({name: value for name, value in data.items() if name != "by"}), notation, players)


def fold(terms: Terms, log: list[LogRow]) -> Play:
    """The match after all rows of its log."""
    play = start_play(terms, log[0])
    for row in log[1:]:
        play = apply_row(play, row)
    return play


def next_chance_act(play: Play, seed: Callable[[], bytes] = new_seed) -> Data | None:
    """The shuffle, if it comes next: the next hand can be dealt and no deck is shuffled. None otherwise."""
    waits = play.match.hand_is_on or play.ceremony is not None or play.is_over
    if waits or play.terms.engine.waits_for_referee(play.match):
        return None
    secret = seed()
    return log_rows.shuffle_data(commitment(deal_label(play.terms.match, len(play.fairs)), secret), secret)


def clock_act(play: Play) -> Data | None:
    """The default act for those who are asked: if they did not act in time, or a bot gave no good answer.

    None if nobody is asked.
    """
    awaited = play.awaited
    if awaited is None:
        return None
    seat = awaited.seats[0]
    if awaited.step is Step.CUT:
        return {"seat": seat, "act": "cut", "cuts": [], "by": CLOCK}
    if awaited.step is Step.DEAL:
        return {"seat": seat, "act": "deal", "burn": 0, "by": CLOCK}
    engine = play.terms.engine
    return {**write_act(engine.default_act(play.match, seat), engine.notation), "by": CLOCK}


def cut_refusal(play: Play, seat: int, cuts: tuple[int, ...]) -> Refusal | str | None:
    """A refusal by the regulation, or the code of another reason. None if the seat may cut so."""
    if play.awaited != AwaitedStep(Step.CUT, (seat,)):
        return "nothing_to_cut"
    assert play.ceremony is not None
    return _ceremony_refusal(play, play.ceremony._replace(cuts=cuts).fair())


def deal_refusal(play: Play, seat: int, burn: int) -> Refusal | str | None:
    """The same for a deal after ``burn`` cards have been burnt."""
    if play.awaited != AwaitedStep(Step.DEAL, (seat,)):
        return "nothing_to_deal"
    assert play.ceremony is not None
    if refusal := _ceremony_refusal(play, play.ceremony.fair(burn)):
        return refusal
    return None if 0 <= burn <= play.terms.engine.most_burnt(play.match) else "nothing_to_burn"


def _ceremony_refusal(play: Play, fair: Fair) -> Refusal | None:
    """The engine's refusal of the cuts and the burn, tried one after the other."""
    engine, match = play.terms.engine, play.match
    for act in engine.ceremony(match, fair):
        if refusal := engine.refusal(match, act):
            return refusal
        match = engine.apply(match, act)[0]
    return None

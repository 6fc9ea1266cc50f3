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
from carteado.web.tables.match import log_rows as entries
from carteado.web.tables.match.log_rows import CLOCK, Data, Entry

SECONDS = 30
"""Seconds for a step of the ceremony, if the regulation sets no time."""
MINUTE = 60_000


class Step(StrEnum):
    """The kinds of step that a table waits for."""

    CUT = "cut"
    DEAL = "deal"
    ACT = "act"


class Terms(NamedTuple):
    """The terms of a match, settled before it starts.

    An official match is one of a championship: it has a bell, and no bot ever plays in it.
    """

    match: str
    regulation: Regulation
    engine: Engine
    players: int
    phase: str | None = None
    target: int | None = None
    act_seconds: int | None = None
    is_official: bool = False


class Asked(NamedTuple):
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
        return Fair(self.commitment, self.seed.hex(), self.cuts or (), burn)


class Play(NamedTuple):
    """How a match stands.

    ``scored`` are the score lines of the hand on the table. ``stopped`` is who stopped the match. ``asked_at`` and
    ``bell_at`` are the times since when the present question and the time of the match run; each pause moves them on.
    ``signs`` counts the signs of each seat in this hand.
    """

    terms: Terms
    match: Match
    players: tuple[str, ...]
    ceremony: Ceremony | None
    fairs: tuple[Fair, ...]
    scored: tuple[Scored, ...]
    stopped: str | None
    stopped_at: int
    asked_at: int
    bell_at: int
    signs: tuple[int, ...]

    @property
    def is_over(self) -> bool:
        return self.match.winner is not None

    @property
    def asked(self) -> Asked | None:
        engine, match, ceremony = self.terms.engine, self.match, self.ceremony
        if ceremony is None:
            seats = engine.seats_to_ask(match)
            return Asked(Step.ACT, seats) if seats else None
        if engine.waits_for_referee(match):
            return None
        cutter = engine.cutter(match)
        if ceremony.cuts is None and cutter is not None:
            return Asked(Step.CUT, (cutter,))
        return Asked(Step.DEAL, (match.dealer,))

    @property
    def deadline(self) -> int | None:
        """When the clock acts for those who are asked."""
        is_untimed = self.ceremony is None and self.terms.act_seconds is None
        return None if is_untimed else self.until(self.asked)

    def until(self, asked: Asked | None) -> int | None:
        """Until when those who are asked may act. None if they have no limit, or the match is stopped."""
        if asked is None or self.stopped is not None:
            return None
        allowed = self.terms.act_seconds if asked.step is Step.ACT else self._ceremony_seconds(asked.step)
        return None if allowed is None else self.asked_at + allowed * 1000

    def _ceremony_seconds(self, step: Step) -> int:
        seconds = self.terms.engine.seconds()
        return (seconds.cut if step is Step.CUT else seconds.deal) or SECONDS

    @property
    def bell(self) -> int | None:
        """When the time of the match, or of its extension, is up."""
        if not self.terms.is_official or self.is_over or self.stopped is not None:
            return None
        minutes = self.terms.engine.minutes_to_bell(self.match, self.terms.phase)
        return None if minutes is None else self.bell_at + minutes * MINUTE


def begun(terms: Terms, entry: Entry) -> Play:
    """The match after its first row."""
    first_dealer, target = entry.data["first_dealer"], terms.target or terms.engine.target(terms.phase)
    match = terms.engine.start(players=terms.players, first_dealer=first_dealer, target=target)
    return Play(
        terms=terms,
        match=match,
        players=tuple(entry.data["players"]),
        ceremony=None,
        fairs=(),
        scored=(),
        stopped=None,
        stopped_at=0,
        asked_at=entry.at,
        bell_at=entry.at,
        signs=(0,) * terms.players,
    )


class Applied(NamedTuple):
    """The result of an act that has been tried on a match already."""

    before: Match
    match: Match
    events: tuple[Any, ...]


def after(play: Play, entry: Entry, applied: Applied | None = None) -> Play:
    """The match after a row. The act was checked before it was written."""
    doing = _DOINGS.get(entry.act)
    return doing(play, entry) if doing else _played(play, entry, applied)


def _shuffled(play: Play, entry: Entry) -> Play:
    ceremony = Ceremony(entry.data["commitment"], bytes.fromhex(entry.data["seed"]))
    return play._replace(ceremony=ceremony, asked_at=entry.at, signs=(0,) * play.terms.players)


def _cut(play: Play, entry: Entry) -> Play:
    assert play.ceremony is not None
    return play._replace(ceremony=play.ceremony._replace(cuts=tuple(entry.data["cuts"])), asked_at=entry.at)


def _dealt(play: Play, entry: Entry) -> Play:
    assert play.ceremony is not None
    engine, match, fair = play.terms.engine, play.match, play.ceremony.fair(entry.data["burn"])
    deck = shuffled_deck(engine.deck(), match=play.terms.match, hand=len(play.fairs), seed=play.ceremony.seed)
    deal = engine.dealt_from(match, deck, cuts=fair.cuts, burn=fair.burn)
    for act in (*engine.ceremony(match, fair), deal):
        match = engine.apply(match, act)[0]
    return play._replace(match=match, ceremony=None, fairs=(*play.fairs, fair), scored=(), asked_at=entry.at)


def _seated(play: Play, entry: Entry) -> Play:
    players = list(play.players)
    players[entry.data["seat"]] = entry.data["player"]
    return play._replace(players=tuple(players), asked_at=entry.at)


def _stopped(play: Play, entry: Entry) -> Play:
    return play._replace(stopped=entry.data.get("by", ""), stopped_at=entry.at)


def _resumed(play: Play, entry: Entry) -> Play:
    stood = entry.at - play.stopped_at
    return play._replace(stopped=None, asked_at=play.asked_at + stood, bell_at=play.bell_at + stood)


def _signed(play: Play, entry: Entry) -> Play:
    made = list(play.signs)
    made[entry.data["seat"]] += 1
    return play._replace(signs=tuple(made))


def _played(play: Play, entry: Entry, applied: Applied | None) -> Play:
    engine, before = play.terms.engine, play.match
    if applied is not None and applied.before is before:
        match, events = applied.match, applied.events
    else:
        match, events = engine.apply(before, act_of(play, entry))
    scored = tuple([event for event in events if isinstance(event, Scored)])
    rings_anew = play.terms.is_official and (
        engine.minutes_to_bell(match, None) != engine.minutes_to_bell(before, None)
        or entry.data.get("ruling") == "time_up"  # the extension may be as long as the match
    )
    return Play(
        play.terms,
        match,
        play.players,
        _ceremony_after(play.ceremony, match),
        play.fairs,
        (*play.scored, *scored) if scored else play.scored,
        play.stopped,
        play.stopped_at,
        entry.at,
        entry.at if rings_anew else play.bell_at,
        play.signs,
    )


def _ceremony_after(ceremony: Ceremony | None, match: Match) -> Ceremony | None:
    """A ruling between two hands may change who cuts and deals, but not the deck to which the table is committed."""
    return None if ceremony is None or match.winner is not None else ceremony._replace(cuts=None)


_DOINGS: dict[str, Callable[[Play, Entry], Play]] = {
    "shuffle": _shuffled,
    "cut": _cut,
    "deal": _dealt,
    "sit": _seated,
    "pause": _stopped,
    "resume": _resumed,
    "sign": _signed,
}
OF_THE_TABLE = frozenset({"start", "shuffle", "cut", "deal"})
"""Rows that no engine reads."""


def act_of(play: Play, entry: Entry) -> Any:
    """The act in the row, as the engine reads it."""
    return entry.parsed if entry.parsed is not None else parsed(play.terms, entry.data)


def parsed(terms: Terms, data: Data) -> Any:
    return read(data, terms.engine.notation, terms.players)


def read(data: Data, notation: Notation, players: int) -> Any:
    """The act in a row, or in a client's message."""
    return read_act(Node({name: value for name, value in data.items() if name != "by"}), notation, players)


def fold(terms: Terms, log: list[Entry]) -> Play:
    play = begun(terms, log[0])
    for entry in log[1:]:
        play = after(play, entry)
    return play


def follows(play: Play, seed: Callable[[], bytes] = new_seed) -> Data | None:
    """The act of chance that comes next. If a hand can be dealt and no deck is shuffled, one is shuffled."""
    waits = play.match.hand_is_on or play.ceremony is not None or play.is_over
    if waits or play.terms.engine.waits_for_referee(play.match):
        return None
    secret = seed()
    return entries.shuffled(commitment(deal_label(play.terms.match, len(play.fairs)), secret), secret)


def default(play: Play) -> Data | None:
    """The act of the clock, for those who were asked and did not act in time."""
    asked = play.asked
    if asked is None:
        return None
    seat = asked.seats[0]
    if asked.step is Step.CUT:
        return {"seat": seat, "act": "cut", "cuts": [], "by": CLOCK}
    if asked.step is Step.DEAL:
        return {"seat": seat, "act": "deal", "burn": 0, "by": CLOCK}
    engine = play.terms.engine
    return {**write_act(engine.default_act(play.match, seat), engine.notation), "by": CLOCK}


def why_not_cut(play: Play, seat: int, cuts: tuple[int, ...]) -> Refusal | str | None:
    """A refusal by the regulation, or the code of another reason. None if the seat may cut so."""
    if play.asked != Asked(Step.CUT, (seat,)):
        return "nothing_to_cut"
    assert play.ceremony is not None
    return _why_not_ceremony(play, play.ceremony._replace(cuts=cuts).fair())


def why_not_deal(play: Play, seat: int, burn: int) -> Refusal | str | None:
    if play.asked != Asked(Step.DEAL, (seat,)):
        return "nothing_to_deal"
    assert play.ceremony is not None
    if refused := _why_not_ceremony(play, play.ceremony.fair(burn)):
        return refused
    return None if 0 <= burn <= play.terms.engine.most_burnt(play.match) else "nothing_to_burn"


def _why_not_ceremony(play: Play, fair: Fair) -> Refusal | None:
    engine, match = play.terms.engine, play.match
    for act in engine.ceremony(match, fair):
        if refused := engine.refusal(match, act):
            return refused
        match = engine.apply(match, act)[0]
    return None

"""The view of a live match that an observer may have.

It is built from allow-lists: of a row only the fields named here, of the game only what the engine's view shows.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec

from carteado.cards import Observer, Onlooker, partners
from carteado.record import hand_report, write_act
from carteado.web.people.references import is_bot
from carteado.web.tables.match.act_reading import act_json, sign_refusal_code, signs_of
from carteado.web.tables.match.fold import Play, Step, act_of
from carteado.web.tables.match.log_rows import LogRow
from carteado.web.tables.protocol import AskedFacts, ClockFacts, LayFacts, SeenAct, State, encode

MOST_CACHED_PARTS = 1 << 12
"""Parts of views that are kept in memory."""

_PUBLIC_FIELDS = {
    "start": ("first_dealer", "draw"),
    "shuffle": ("commitment",),
    "cut": ("seat", "cuts"),
    "deal": ("seat", "burn"),
    "sit": ("seat",),
    "pause": ("seat", "article"),
    "resume": ("seat", "article"),
}
"""The fields that all observers see of rows that are not acts of the game. ``_actor_fields`` adds who did it."""


def visible_row(play: Play, row: LogRow, observer: Observer) -> Any:
    """The row as the observer sees it, ready to be sent. None if they do not see it, which only happens to signs."""
    fields = _PUBLIC_FIELDS.get(row.act)
    if fields is not None:
        return {"act": row.act, **{name: row.data[name] for name in fields if name in row.data}, **_actor_fields(row)}
    engine, act = play.terms.engine, act_of(play, row)
    visible = engine.act_seen_by(act, observer)
    if visible is None or "by" not in row.data:
        return visible and act_json(visible, type(engine))
    return {**write_act(visible, engine.notation), **_actor_fields(row)}


def row_alike_for_all(play: Play, row: LogRow) -> Any:
    """The row, if all observers see the same of it, else None. What an onlooker sees whole, all others see."""
    if row.act not in _PUBLIC_FIELDS:
        act = act_of(play, row)
        if play.terms.engine.act_seen_by(act, Onlooker.SPECTATOR) is not act:
            return None
    return visible_row(play, row, Onlooker.SPECTATOR)


def _actor_fields(row: LogRow) -> dict[str, str]:
    """The actor, if it was the clock, the site or a referee, but never which referee. If a bot took a seat, the bot."""
    by = row.data.get("by", "")
    if row.act == "sit":
        player: str = row.data["player"]
        return {"player": player} if is_bot(player) else {}
    return {"by": "referee" if ":" in by else by} if by else {}


def is_visible(play: Play, row: LogRow, observer: Observer) -> bool:
    """True unless the row is a sign that the observer may not see. Of other rows they see at least that it happened."""
    return row.act != "sign" or play.terms.engine.act_seen_by(act_of(play, row), observer) is not None


class _PartCache:
    """Parts of views that stay from act to act, as they are sent.

    The objects that they show never change. So the identity of the object is the key.
    """

    def __init__(self) -> None:
        self._parts: dict[int, tuple[Any, msgspec.Raw]] = {}

    def __call__(self, part_of: Any, make: Callable[[Any], Any]) -> msgspec.Raw:
        cached = self._parts.get(id(part_of))
        if cached is not None and cached[0] is part_of:
            return cached[1]
        if len(self._parts) >= MOST_CACHED_PARTS:
            self._parts.clear()
        part = msgspec.Raw(encode(make(part_of)))
        self._parts[id(part_of)] = part_of, part
        return part


_part_cache = _PartCache()


class StateBuilder:
    """Builds the state of a match at one moment for each observer. What is the same for all is worked out once.

    ``now`` is the time of the server. Readers who are behind by ``late_ms`` get deadlines later by as much. So they see
    as much time left as the players had.
    """

    __slots__ = ("_awaited", "_clock", "_commitment", "_deals", "_deck", "_fair", "_is_on", "_lines", "_play", "_view")

    def __init__(self, play: Play, now: int, late_ms: int = 0) -> None:
        awaited = play.awaited
        self._play = play
        self._view = play.terms.engine.views_of(play.match, _part_cache)
        self._awaited = awaited and AskedFacts(
            awaited.step.value, awaited.seats, _later(play.deadline_for(awaited), late_ms)
        )
        self._deals = awaited.seats if awaited is not None and awaited.step is Step.DEAL else ()
        self._deck = len(play.terms.engine.deck()) if play.ceremony is not None else 0
        self._clock = ClockFacts(now, _later(play.bell, late_ms), _stopped(play))
        self._commitment = _commitment(play)
        self._fair = [fair.to_json() for fair in play.fairs] if play.is_over else None
        self._lines = _lines(play)
        self._is_on = play.stopped_by is None and play.ceremony is None and not play.is_over

    def state(self, observer: Observer, *, seq: int, acts: list[SeenAct], whole: bool) -> State:
        """How the match stands for the observer after these acts.

        ``seq`` counts all that they have seen of it. With ``whole`` the message is a snapshot.
        """
        play, engine = self._play, self._play.terms.engine
        seat = observer if isinstance(observer, int) and self._may_act(observer) else None
        return State(
            match=play.terms.match,
            seq=seq,
            acts=acts,
            view=self._view(observer),
            asked=self._awaited,
            clock=self._clock,
            legal=[] if seat is None else [act_json(act, type(engine)) for act in legal_acts(play, seat)],
            whole=whole,
            deck=self._deck,
            most_burnt=engine.most_burnt(play.match) if observer in self._deals else 0,
            commitment=self._commitment,
            fair=self._fair,
            lines=self._lines,
            lays=None if seat is None else _lays(play, seat),
            may_sign=seat is not None and may_sign(play, seat),
        )

    def _may_act(self, seat: int) -> bool:
        """True if a person plays the seat. While a bot sits in for them, they must take it back first."""
        return self._is_on and not is_bot(self._play.players[seat])


def _later(instant: int | None, late_ms: int) -> int | None:
    """A deadline as late readers get it. None stays None: there is no deadline."""
    return None if instant is None else instant + late_ms


def legal_acts(play: Play, seat: int) -> list[Any]:
    """The legal acts of the seat in the hand that is on."""
    return play.terms.engine.legal_acts(play.match, seat)


def may_sign(play: Play, seat: int) -> bool:
    """True if the seat may make a sign now, and its partner would see it. What is true of one sign is true of all."""
    signs = signs_of(play.terms.regulation)
    return bool(signs) and _has_partner(seat, play.terms.players) and sign_refusal_code(play, seat, signs[0]) is None


@cache
def _has_partner(seat: int, players: int) -> bool:
    return any(partners(seat, other) for other in range(players))


def _lays(play: Play, seat: int) -> list[LayFacts] | None:
    """The melds of the seat's own cards, while its pair must reach a minimum with them. None otherwise."""
    worth = play.terms.engine.valued_melds(play.match, seat)
    return [LayFacts([str(card) for card in one.cards], one.points) for one in worth] if worth else None


def _stopped(play: Play) -> str | None:
    """Who or what stopped the match, but never which referee. None while it goes on."""
    return "referee" if play.stopped_by is not None and ":" in play.stopped_by else play.stopped_by


def _commitment(play: Play) -> str | None:
    """The commitment of the deck that is shuffled or being played. None before the first shuffle."""
    if play.ceremony is not None:
        return play.ceremony.commitment
    return play.fairs[-1].commitment if play.fairs else None


def _lines(play: Play) -> list[Any] | None:
    """The score sheet of the last hand, until the next one is dealt."""
    if play.match.hand_is_on or not play.scored:
        return None
    report = hand_report(play.terms.regulation, dealer=None, winner=None, score=play.match.score, events=play.scored)
    return [[line.to_json() for line in of_pair] for of_pair in report.lines]

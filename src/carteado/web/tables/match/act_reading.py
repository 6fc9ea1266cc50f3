"""Checks what a person at the table asks to do: reads it without trust, and asks the engine before it is written."""

from functools import lru_cache
from typing import Any, NamedTuple

import msgspec

from carteado.cards import Observer, Onlooker
from carteado.record import Engine, InputError, write_act
from carteado.regulation import IllegalAct, MeldsRules, Refusal, Regulation, TrucoRules
from carteado.web.tables.match import log_rows as entries
from carteado.web.tables.match.fold import Applied, Play, read, why_not_cut, why_not_deal
from carteado.web.tables.match.log_rows import Data
from carteado.web.tables.protocol import MOST_CUTS

OF_REFEREES = frozenset({"pause", "resume", "ruling"})
LONGEST_ACT = 2000
"""In bytes; the longest lay-down is far shorter."""

MOST_SIGNS = 12
"""Signs of one seat in a hand; a partner needs no more."""

_decode = msgspec.json.Decoder(dict[str, Any]).decode


class Trouble(NamedTuple):
    """Why an act is not done.

    A rule forbids it (``refusal``), it cannot be read (``error``), or the state of the table does not allow it
    (``code`` alone).
    """

    code: str
    refusal: Refusal | None = None
    error: InputError | None = None


class Deed(NamedTuple):
    """An act that may be written: its data, the act as the engine reads it, and the match after it if the engine has
    tried it."""

    data: Data
    act: Any = None
    applied: Applied | None = None


def deed(play: Play, observer: Observer, who: str, raw: bytes) -> Deed | Trouble:
    """The act that the observer wants, if it is allowed."""
    try:
        wanted = _decode(raw) if len(raw) <= LONGEST_ACT else {}
    except (msgspec.DecodeError, RecursionError):
        wanted = {}
    name = wanted.get("act")
    if not isinstance(name, str):
        return Trouble("unreadable")
    if play.is_over:
        return Trouble("match_over")
    if observer is Onlooker.REFEREE:
        return _ruling(play, who, wanted, name) if name in OF_REFEREES else Trouble("not_for_referees")
    if not isinstance(observer, int) or name in OF_REFEREES:
        return Trouble("not_yours")
    if wanted.get("seat", observer) != observer:
        return Trouble("another_seat")
    return _of_seat(play, observer, who, wanted, raw)


def _of_seat(play: Play, seat: int, who: str, wanted: Data, raw: bytes) -> Deed | Trouble:
    if wanted["act"] == "sit":
        return _taking_back(play, seat, who)
    if play.players[seat] != who:
        return Trouble("played_by_bot")
    if play.stopped is not None:
        return Trouble("stopped")
    if wanted["act"] == "cut":
        return _cut(play, seat, wanted.get("cuts"))
    if wanted["act"] == "deal":
        return _deal(play, seat, wanted.get("burn", 0))
    if wanted["act"] == "sign" and (code := why_no_sign(play, seat, wanted.get("sign"))):
        return Trouble(code)
    return _act(play, seat, raw)


def why_no_sign(play: Play, seat: int, sign: object) -> str | None:
    """The code of the refusal; None if the seat may make the sign."""
    if sign not in signs_of(play.terms.regulation):
        return "no_such_sign"
    if not play.match.hand_is_on:
        return "no_hand"
    return "too_many_signs" if play.signs[seat] >= MOST_SIGNS else None


def signs_of(regulation: Regulation) -> tuple[str, ...]:
    """The few signs that partners may show each other; none where the regulation has no signs."""
    rules = regulation.rules
    return rules.signs.offered if isinstance(rules, TrucoRules) else ()


def run_order_of(regulation: Regulation) -> str:
    """The ranks in the order of a run, by which hands are sorted; empty for a game without runs."""
    rules = regulation.rules
    return "".join(rules.melds.run_order) if isinstance(rules, MeldsRules) else ""


def _taking_back(play: Play, seat: int, who: str) -> Deed | Trouble:
    """A person takes back the seat that a bot plays for them."""
    return Trouble("not_away") if play.players[seat] == who else Deed(entries.seated(seat, who))


def _cut(play: Play, seat: int, cuts: object) -> Deed | Trouble:
    if not isinstance(cuts, list) or len(cuts) > MOST_CUTS or not all(type(at) is int for at in cuts):
        return Trouble("unreadable")
    refused = why_not_cut(play, seat, tuple(cuts))
    return _trouble(refused) if refused else Deed({"seat": seat, "act": "cut", "cuts": cuts})


def _deal(play: Play, seat: int, burn: object) -> Deed | Trouble:
    if type(burn) is not int:
        return Trouble("unreadable")
    refused = why_not_deal(play, seat, burn)
    return _trouble(refused) if refused else Deed({"seat": seat, "act": "deal", "burn": burn})


def _ruling(play: Play, who: str, wanted: Data, name: str) -> Deed | Trouble:
    if name == "pause" and play.stopped is not None:
        return Trouble("stopped")
    if name == "resume" and play.stopped is None:
        return Trouble("not_stopped")
    cited = _cited(play.terms.regulation, wanted)
    if cited is None:
        return Trouble("no_such_rule")
    done = _act(play, None, msgspec.json.encode({**wanted, **cited}))
    return done._replace(data={**done.data, "by": who}) if isinstance(done, Deed) else done


def _cited(regulation: Regulation, wanted: Data) -> Data | None:
    """The article and the reason of a ruling, given by key or as the regulation cites them.

    None if the regulation has no such rule: free text must not get into the log.
    """
    cited, citations = Data(), regulation.citations
    for name in ("article", "reason"):
        given = wanted.get(name)
        if not isinstance(given, str):
            continue
        if given in citations:
            cited[name] = str(citations[given]) if name == "article" else given
        elif not any(str(one) == given for one in citations.values()):
            return None
    return cited


def _act(play: Play, seat: int | None, raw: bytes) -> Deed | Trouble:
    engine = play.terms.engine
    try:
        done = _read(raw, seat, type(engine), play.terms.players)
    except InputError as error:
        return Trouble("unreadable", error=error)
    try:
        match, events = engine.apply(play.match, done.act)
    except IllegalAct as illegal:
        return _trouble(engine.refusal_in_any_order(play.match, done.act) or illegal.refusal)
    return Deed(done.data, done.act, Applied(play.match, match, events))


@lru_cache(maxsize=1 << 12)
def _read(raw: bytes, seat: int | None, engine: type[Engine], players: int) -> Deed:
    """Cached, because the same few acts are wanted again and again."""
    act = read({**_decode(raw), "seat": seat}, engine.notation, players)
    return Deed(write_act(act, engine.notation), act)


def _trouble(refused: Refusal | str) -> Trouble:
    return Trouble(refused) if isinstance(refused, str) else Trouble(refused.code, refused)


@lru_cache(maxsize=1 << 16)
def written(act: Any, engine: type[Engine]) -> msgspec.Raw:
    """The act as it is sent. Cached, because the same few acts are sent again and again."""
    return msgspec.Raw(msgspec.json.encode(write_act(act, engine.notation)))

"""Checks what a person or bot at the table asks to do: reads it without trust, asks the engine, and writes nothing."""

from functools import lru_cache
from typing import Any, NamedTuple

import msgspec

from carteado.cards import Observer, Onlooker
from carteado.record import Engine, InputError, write_act
from carteado.regulation import IllegalAct, MeldsRules, Refusal, Regulation, TrucoRules
from carteado.web.tables.match import log_rows
from carteado.web.tables.match.fold import AppliedAct, Play, cut_refusal, deal_refusal, read_data
from carteado.web.tables.match.log_rows import Data
from carteado.web.tables.protocol import MOST_CUTS

REFEREE_ACTS = frozenset({"pause", "resume", "ruling"})
"""The acts that referees do, and nobody else."""
LONGEST_ACT_BYTES = 2000
"""The longest lay-down is far shorter."""

MOST_SIGNS_A_HAND = 12
"""Signs of one seat in a hand; a partner needs no more."""

_decode = msgspec.json.Decoder(dict[str, Any]).decode


class ActRefusal(NamedTuple):
    """Why an act is not done.

    A rule forbids it (``rule_refusal``), it cannot be read (``error``), or the state of the table does not allow it
    (``code`` alone, which is a key of ``room.sentences.CODES``).
    """

    code: str
    rule_refusal: Refusal | None = None
    error: InputError | None = None


class CheckedAct(NamedTuple):
    """An act that may be written: its data, the act as the engine reads it, and its result.

    The last two are None if the engine has not tried it, as for a cut, a deal, or a player who takes the seat back.
    """

    data: Data
    act: Any = None
    applied: AppliedAct | None = None


def checked_act(play: Play, observer: Observer, who: str, raw: bytes) -> CheckedAct | ActRefusal:
    """The act that the observer wants, if it is allowed.

    ``who`` is the reference of the person or bot that sends it, ``raw`` the act in JSON as sent.
    """
    try:
        request = _decode(raw) if len(raw) <= LONGEST_ACT_BYTES else {}  # without a name, it is refused below
    except (msgspec.DecodeError, RecursionError):
        request = {}
    name = request.get("act")
    if not isinstance(name, str):
        return ActRefusal("unreadable")
    if play.is_over:
        return ActRefusal("match_over")
    if observer is Onlooker.REFEREE:
        return _checked_ruling(play, who, request, name) if name in REFEREE_ACTS else ActRefusal("not_for_referees")
    if not isinstance(observer, int) or name in REFEREE_ACTS:
        return ActRefusal("not_yours")
    if request.get("seat", observer) != observer:
        return ActRefusal("another_seat")
    return _checked_seat_act(play, observer, who, request, raw)


def _checked_seat_act(play: Play, seat: int, who: str, request: Data, raw: bytes) -> CheckedAct | ActRefusal:
    """An act of the person or bot ``who`` in a seat, if it is allowed."""
    if request["act"] == "sit":
        return _checked_return(play, seat, who)
    if play.players[seat] != who:
        return ActRefusal("played_by_bot")
    if play.stopped_by is not None:
        return ActRefusal("stopped")
    if request["act"] == "cut":
        return _checked_cut(play, seat, request.get("cuts"))
    if request["act"] == "deal":
        return _checked_deal(play, seat, request.get("burn", 0))
    if request["act"] == "sign" and (code := sign_refusal_code(play, seat, request.get("sign"))):
        return ActRefusal(code)
    return _checked_by_engine(play, seat, raw)


def sign_refusal_code(play: Play, seat: int, sign: object) -> str | None:
    """The code of the refusal; None if the seat may make the sign."""
    if sign not in signs_of(play.terms.regulation):
        return "no_such_sign"
    if not play.match.hand_is_on:
        return "no_hand"
    return "too_many_signs" if play.signs[seat] >= MOST_SIGNS_A_HAND else None


def signs_of(regulation: Regulation) -> tuple[str, ...]:
    """The few signs that partners may show each other; none where the regulation has no signs."""
    rules = regulation.rules
    return rules.signs.offered if isinstance(rules, TrucoRules) else ()


def run_order_of(regulation: Regulation) -> str:
    """The ranks in the order of a run, by which hands are sorted; empty for a game without runs."""
    rules = regulation.rules
    return "".join(rules.melds.run_order) if isinstance(rules, MeldsRules) else ""


def _checked_return(play: Play, seat: int, who: str) -> CheckedAct | ActRefusal:
    """Let a person take back the seat that a bot plays for them."""
    return ActRefusal("not_away") if play.players[seat] == who else CheckedAct(log_rows.sit_data(seat, who))


def _checked_cut(play: Play, seat: int, cuts: object) -> CheckedAct | ActRefusal:
    if not isinstance(cuts, list) or len(cuts) > MOST_CUTS or not all(type(at) is int for at in cuts):
        return ActRefusal("unreadable")
    refusal = cut_refusal(play, seat, tuple(cuts))
    return _act_refusal(refusal) if refusal else CheckedAct({"seat": seat, "act": "cut", "cuts": cuts})


def _checked_deal(play: Play, seat: int, burn: object) -> CheckedAct | ActRefusal:
    if type(burn) is not int:
        return ActRefusal("unreadable")
    refusal = deal_refusal(play, seat, burn)
    return _act_refusal(refusal) if refusal else CheckedAct({"seat": seat, "act": "deal", "burn": burn})


def _checked_ruling(play: Play, who: str, request: Data, name: str) -> CheckedAct | ActRefusal:
    """A referee's act, if it is allowed. Its data says who did it. The engine takes a pause and a resumption, too; they
    change nothing in it."""
    if name == "pause" and play.stopped_by is not None:
        return ActRefusal("stopped")
    if name == "resume" and play.stopped_by is None:
        return ActRefusal("not_stopped")
    cited = _cited_rule(play.terms.regulation, request)
    if cited is None:
        return ActRefusal("no_such_rule")
    checked = _checked_by_engine(play, None, msgspec.json.encode({**request, **cited}))
    return checked._replace(data={**checked.data, "by": who}) if isinstance(checked, CheckedAct) else checked


def _cited_rule(regulation: Regulation, request: Data) -> Data | None:
    """The article and the reason of a ruling as the log has them: the article as cited, the reason as sent.

    Each may be sent as a key of the regulation or as the regulation cites a rule. What was left out, or was sent as a
    citation, is not in the answer. None if the regulation has no such rule: free text must not get into the log.
    """
    cited, citations = Data(), regulation.citations
    for name in ("article", "reason"):
        value = request.get(name)
        if not isinstance(value, str):
            continue
        if value in citations:
            cited[name] = str(citations[value]) if name == "article" else value
        elif not any(str(one) == value for one in citations.values()):
            return None
    return cited


def _checked_by_engine(play: Play, seat: int | None, raw: bytes) -> CheckedAct | ActRefusal:
    """An act of the game, of that seat or for None of a referee, if the engine applies it."""
    engine = play.terms.engine
    try:
        checked = _read_act(raw, seat, type(engine), play.terms.players)
    except InputError as error:
        return ActRefusal("unreadable", error=error)
    try:
        match, events = engine.apply(play.match, checked.act)
    except IllegalAct as illegal:
        # a reason that the named cards have in every order comes before one of the order in which they were named
        return _act_refusal(engine.refusal_in_any_order(play.match, checked.act) or illegal.refusal)
    return CheckedAct(checked.data, checked.act, AppliedAct(play.match, match, events))


@lru_cache(maxsize=1 << 12)
def _read_act(raw: bytes, seat: int | None, engine: type[Engine], players: int) -> CheckedAct:
    """Read an act of that seat; None for a ruling. Cached, because the same few acts are sent again and again."""
    act = read_data({**_decode(raw), "seat": seat}, engine.notation, players)
    return CheckedAct(write_act(act, engine.notation), act)


def _act_refusal(refusal: Refusal | str) -> ActRefusal:
    return ActRefusal(refusal) if isinstance(refusal, str) else ActRefusal(refusal.code, refusal)


@lru_cache(maxsize=1 << 16)
def act_json(act: Any, engine: type[Engine]) -> msgspec.Raw:
    """The act as clients get it. Cached, because the same few acts are sent again and again."""
    return msgspec.Raw(msgspec.json.encode(write_act(act, engine.notation)))

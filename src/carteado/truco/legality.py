"""The one source of legality: why an act is refused, and therefore which acts are legal.

Each ``_refusal_…`` function returns the first refusal that applies, or None. ``legal_acts`` uses the same ones as
``refusal``.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

from carteado.cards import (
    Adjust,
    Card,
    Disqualify,
    Pause,
    Redeal,
    Resume,
    Sign,
    Sit,
    TimeUp,
    pair_of,
)
from carteado.regulation import Refusal, forbidden_by
from carteado.truco.acts import (
    Accept,
    Act,
    Burn,
    Call,
    Cut,
    Deal,
    FourCards,
    Hide,
    HideBlind,
    Play,
    PlayBlind,
    PlayerAct,
    Refuse,
    Tento,
    TentoRejected,
)
from carteado.truco.dealing import refusal_of_burn, refusal_of_cut, refusal_of_deal
from carteado.truco.state import Clock, Hand, Kind, Match
from carteado.truco.strength import strengths

# There are only a few hundred acts. Creating each once halves the time it takes to list them.
_play, _hide, _call = cache(Play), cache(Hide), cache(Call)
_accept, _refuse = cache(Accept), cache(Refuse)


def refusal(match: Match, act: Act) -> Refusal | None:
    """Why the act cannot be done now, or None when it can."""
    if match.winner is not None:
        return forbidden_by("match.end", "match_over")
    seat = getattr(act, "seat", 0)
    if not 0 <= seat < match.players:
        return forbidden_by("table.players", "no_such_seat", seat=seat, players=match.players)
    return _REFUSALS[type(act)](match, act)


def is_legal(match: Match, act: Act) -> bool:
    return refusal(match, act) is None


def legal_acts(match: Match, seat: int) -> list[PlayerAct]:
    """All acts that the seat may do in the hand, also out of turn. Signs are always allowed and not listed."""
    hand = match.hand
    if hand is None or hand.result is not None or match.winner is not None:
        return []
    acts: list[PlayerAct] = []
    if seat == hand.turn and not _refusal_of_any_card(hand, seat):
        acts = _legal_cards(match, hand, seat)
    elif not _refusal_of_any_answer(hand, seat):
        acts = [_accept(seat), _refuse(seat)]
    if not _refusal_of_any_call(match, hand, seat) and (value := next_call(match, hand)):
        acts.append(_call(seat, value))
    return acts


def _legal_cards(match: Match, hand: Hand, seat: int) -> list[PlayerAct]:
    if is_blind(match, hand):
        return [PlayBlind(seat, position) for position, card in enumerate(hand.held[seat]) if card is not None]
    if _must_show_highest(match, hand):
        return [_play(seat, card) for card in _highest_cards(match, hand, seat)]
    cards = hand.cards_of(seat)
    acts: list[PlayerAct] = [_play(seat, card) for card in cards]
    if _may_hide_in_this_round(match, hand):
        acts += [_hide(seat, card) for card in cards]
    return acts


def is_blind(match: Match, hand: Hand) -> bool:
    """Whether players may not see their own cards. Key: iron.blind."""
    return hand.kind is Kind.IRON and match.rules.iron.blind


def next_call(match: Match, hand: Hand) -> int | None:
    """The step above the value in force or called; None at the top. Key: calls.ladder."""
    value = hand.pending.value if hand.pending else hand.value
    for step in match.rules.calls.ladder:
        if step > value:
            return step
    return None


# --- laying a card ------------------------------------------------------------------------------------------------


def _refusal_of_play(match: Match, act: Play) -> Refusal | None:
    hand = match.hand
    if hand is None:
        return forbidden_by("rounds.decided", "no_hand")
    if is_blind(match, hand):
        return forbidden_by("iron.blind", "played_blind")
    return _refusal_of_any_card(hand, act.seat) or _refusal_of_showing(match, hand, act.seat, act.card)


def _refusal_of_hide(match: Match, act: Hide) -> Refusal | None:
    hand = match.hand
    if hand is None:
        return forbidden_by("rounds.decided", "no_hand")
    return (
        _refusal_of_any_card(hand, act.seat)
        or _refusal_of_hiding(match, hand, act.seat)
        or _refusal_unless_held(hand, act.seat, act.card)
    )


def _refusal_of_hide_blind(match: Match, act: HideBlind) -> Refusal:
    """Key: iron.blind."""
    hand = match.hand
    if hand is None:
        return forbidden_by("rounds.decided", "no_hand")
    if not is_blind(match, hand):
        return forbidden_by("iron.blind", "not_played_blind")
    return _refusal_of_any_card(hand, act.seat) or forbidden_by("iron.blind", "nothing_hidden_blind")


def _refusal_of_play_blind(match: Match, act: PlayBlind) -> Refusal | None:
    hand = match.hand
    if hand is None:
        return forbidden_by("rounds.decided", "no_hand")
    if not is_blind(match, hand):
        return forbidden_by("iron.blind", "not_played_blind")
    return _refusal_of_any_card(hand, act.seat) or _refusal_of_position(hand, act)


def _refusal_of_any_card(hand: Hand, seat: int) -> Refusal | None:
    """Keys: rounds.decided, eleven.decision, calls.pending, rounds.order."""
    if hand.result is not None:
        return forbidden_by("rounds.decided", "hand_decided")
    if hand.undecided:
        return forbidden_by("eleven.decision", "eleven_undecided")
    if hand.pending is not None:
        return forbidden_by("calls.pending", "card_while_call_pending", value=hand.pending.value)
    if seat != hand.turn:
        return forbidden_by("rounds.order", "not_on_turn", turn=hand.turn)
    return None


def _refusal_unless_held(hand: Hand, seat: int, card: Card) -> Refusal | None:
    """Key: rounds.own_card."""
    return None if card in hand.held[seat] else forbidden_by("rounds.own_card", "card_not_held", card=card)


def _refusal_of_position(hand: Hand, act: PlayBlind) -> Refusal | None:
    held = hand.held[act.seat]
    if not 0 <= act.position < len(held):
        return forbidden_by("rounds.own_card", "no_such_position", position=act.position)
    if held[act.position] is None:
        return forbidden_by("rounds.own_card", "position_played", position=act.position)
    return None


def _refusal_of_showing(match: Match, hand: Hand, seat: int, card: Card) -> Refusal | None:
    """Keys: rounds.own_card, ties.leader_shows_highest."""
    if refused := _refusal_unless_held(hand, seat, card):
        return refused
    if _must_show_highest(match, hand):
        highest = _highest_cards(match, hand, seat)
        if card not in highest:
            return forbidden_by("ties.leader_shows_highest", "leader_must_show_highest", cards=highest)
    return None


def _refusal_of_hiding(match: Match, hand: Hand, seat: int) -> Refusal | None:
    """Keys: iron.blind, hiding.rounds, ties.leader_shows_highest."""
    if is_blind(match, hand):
        return forbidden_by("iron.blind", "nothing_hidden_blind")
    if not _may_hide_in_this_round(match, hand):
        return forbidden_by("hiding.rounds", "hidden_in_this_round", round=hand.round_number)
    if _must_show_highest(match, hand):
        cards = _highest_cards(match, hand, seat)
        return forbidden_by("ties.leader_shows_highest", "leader_must_show_highest", cards=cards)
    return None


def _may_hide_in_this_round(match: Match, hand: Hand) -> bool:
    """Key: hiding.rounds."""
    return hand.round_number in match.rules.hiding.rounds


def _must_show_highest(match: Match, hand: Hand) -> bool:
    """Whether the next card opens the second round after a tied first. Key: ties.leader_shows_highest."""
    return (
        match.rules.ties.leader_shows_highest
        and len(hand.rounds) == 1
        and not hand.plays
        and hand.rounds[0].winner is None
    )


def _highest_cards(match: Match, hand: Hand, seat: int) -> tuple[Card, ...]:
    cards = hand.cards_of(seat)
    strength = strengths(match.rules.strength, hand.vira)
    highest = max(strength[card] for card in cards)
    return tuple(card for card in cards if strength[card] == highest)


# --- calling and answering ----------------------------------------------------------------------------------------


def _refusal_of_call(match: Match, act: Call) -> Refusal | None:
    hand = match.hand
    if hand is None:
        return forbidden_by("calls.when", "no_hand")
    return _refusal_of_any_call(match, hand, act.seat) or _refusal_of_value(match, hand, act.value)


def _refusal_of_any_call(match: Match, hand: Hand, seat: int) -> Refusal | None:
    """Keys: calls.when, eleven.calls, iron.calls, calls.pending, calls.reraise, calls.alternate."""
    if hand.result is not None:
        return forbidden_by("calls.when", "hand_decided")
    if hand.kind is Kind.ELEVEN:
        return forbidden_by("eleven.calls", "no_calls_in_eleven")
    if hand.kind is Kind.IRON:
        return forbidden_by("iron.calls", "no_calls_in_iron")
    if hand.pending is not None:
        if pair_of(seat) == pair_of(hand.pending.seat):
            return forbidden_by("calls.pending", "call_already_pending", value=hand.pending.value)
        return None if match.rules.calls.reraise else forbidden_by("calls.reraise", "no_reraise")
    if hand.last_caller == pair_of(seat):
        return forbidden_by("calls.alternate", "own_pair_called_last")
    return None


def _refusal_of_value(match: Match, hand: Hand, value: int) -> Refusal | None:
    """Key: calls.ladder."""
    following = next_call(match, hand)
    if following is None:
        return forbidden_by("calls.ladder", "top_of_the_ladder", value=match.rules.calls.ladder[-1])
    if value != following:
        return forbidden_by("calls.ladder", "next_call_is", next=following, value=value)
    return None


def _refusal_of_answer(match: Match, act: Accept | Refuse) -> Refusal | None:
    if match.hand is None:
        return forbidden_by("calls.answer", "no_hand")
    return _refusal_of_any_answer(match.hand, act.seat)


def _refusal_of_any_answer(hand: Hand, seat: int) -> Refusal | None:
    """Keys: calls.answer, eleven.decision."""
    if hand.result is not None:
        return forbidden_by("calls.answer", "hand_decided")
    if hand.kind is Kind.ELEVEN:
        return _refusal_of_eleven_decision(hand, seat)
    if hand.pending is None:
        return forbidden_by("calls.answer", "nothing_to_answer")
    if pair_of(seat) == pair_of(hand.pending.seat):
        return forbidden_by("calls.answer", "answer_by_opponents")
    return None


def _refusal_of_eleven_decision(hand: Hand, seat: int) -> Refusal | None:
    if pair_of(seat) != hand.eleven_pair:
        return forbidden_by("eleven.decision", "eleven_other_pair")
    return None if hand.undecided else forbidden_by("eleven.decision", "eleven_decided")


# --- the referee --------------------------------------------------------------------------------------------------


def _refusal_of_time_up(match: Match, _act: TimeUp) -> Refusal | None:
    """Key: clock.time_up."""
    if match.clock in (Clock.REGULAR, Clock.EXTRA):
        return None
    return forbidden_by("clock.time_up", "time_already_up")


def _refusal_of_redeal(match: Match, _act: Redeal) -> Refusal | None:
    """Key: dealing.exposed_card."""
    return None if match.hand_is_on else forbidden_by("dealing.exposed_card", "ruling_needs_hand")


def _refusal_of_four_cards(match: Match, _act: FourCards) -> Refusal | None:
    """Key: referee.four_cards."""
    return None if match.hand_is_on else forbidden_by("referee.four_cards", "ruling_needs_hand")


def _refusal_of_sign(match: Match, act: Sign) -> Refusal | None:
    """One of the table's signs, or the bare fact that a sign was made; words are never one. Key: signs.offered."""
    if act.sign is None or act.sign in match.rules.signs.offered:
        return None
    return forbidden_by("signs.offered", "sign_not_offered")


def _always_allowed(_match: Match, _act: object) -> None:
    return None


_REFUSALS: dict[type, Callable[[Match, Any], Refusal | None]] = {
    Cut: refusal_of_cut,
    Burn: refusal_of_burn,
    Deal: refusal_of_deal,
    Play: _refusal_of_play,
    PlayBlind: _refusal_of_play_blind,
    Hide: _refusal_of_hide,
    HideBlind: _refusal_of_hide_blind,
    Call: _refusal_of_call,
    Accept: _refusal_of_answer,
    Refuse: _refusal_of_answer,
    Tento: _always_allowed,
    TentoRejected: _always_allowed,
    FourCards: _refusal_of_four_cards,
    Disqualify: _always_allowed,
    TimeUp: _refusal_of_time_up,
    Redeal: _refusal_of_redeal,
    Adjust: _always_allowed,
    Pause: _always_allowed,
    Resume: _always_allowed,
    Sign: _refusal_of_sign,
    Sit: _always_allowed,
}

"""``apply`` an act to a match: returns the match afterwards and the events."""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from carteado.cards import Adjust, Disqualify, Redeal, Scored, TimeUp, other, pair_of
from carteado.regulation import IllegalAct
from carteado.regulation.truco_rules import FourCards as FourCardsRule
from carteado.truco.acts import (
    Accept,
    Act,
    Burn,
    Call,
    Cut,
    Deal,
    FourCards,
    Hide,
    Play,
    PlayBlind,
    Refuse,
    Tento,
)
from carteado.truco.events import (
    CallAccepted,
    CallRefused,
    CardHidden,
    CardShown,
    ElevenAccepted,
    ElevenDeclined,
    Event,
    HandDealt,
    RoundTied,
    RoundWon,
    ValueCalled,
)
from carteado.truco.legality import refusal
from carteado.truco.outcome import TIED, decision
from carteado.truco.scoring import end_hand, settle_time, win_match, with_points
from carteado.truco.state import Clock, Ending, Hand, Kind, Match, Played, Round
from carteado.truco.strength import round_winner, strengths

# Like the acts that cause them, these events are few, so each is created once.
_card_shown, _card_hidden, _value_called = cache(CardShown), cache(CardHidden), cache(ValueCalled)


class Step(NamedTuple):
    match: Match
    events: tuple[Event, ...] = ()


def apply(match: Match, act: Act) -> Step:
    """The match after the act. Acts that are only recorded (signs, seats, pauses) do not change it."""
    if refused := refusal(match, act):
        raise IllegalAct(refused)
    effect = _EFFECTS.get(type(act))
    return effect(match, act) if effect else Step(match)


# --- the ceremony -------------------------------------------------------------------------------------------------


def _cut(match: Match, act: Cut) -> Step:
    return Step(match._replace(cuts=(*match.cuts, act.at)))


def _burn(match: Match, act: Burn) -> Step:
    return Step(match._replace(burnt=act.number))


def _deal(match: Match, act: Deal) -> Step:
    kind = match.kind_to_deal
    hand = Hand(
        kind=kind,
        eleven_pair=match.eleven_pair,
        dealer=match.dealer,
        held=act.hands,
        vira=act.vira,
        value=_starting_value(match, kind),
        undecided=kind is Kind.ELEVEN,
        pending=None,
        last_caller=None,
        turn=(match.dealer + 1) % match.players,
        plays=(),
        rounds=(),
        result=None,
    )
    return Step(match._replace(hand=hand, cuts=(), burnt=None), (HandDealt(match.dealer, kind, act.vira),))


def _starting_value(match: Match, kind: Kind) -> int:
    """Keys: calls.ladder, eleven.value, iron.value."""
    rules = match.rules
    if kind is Kind.ORDINARY:
        return rules.calls.ladder[0]
    return rules.eleven.value if kind is Kind.ELEVEN else rules.iron.value


# --- cards --------------------------------------------------------------------------------------------------------


def _play(match: Match, act: Play) -> Step:
    return _lay(match, Played(act.seat, act.card, False), _card_shown(act.seat, act.card))


def _hide(match: Match, act: Hide) -> Step:
    return _lay(match, Played(act.seat, act.card, True), _card_hidden(act.seat))


def _play_blind(match: Match, act: PlayBlind) -> Step:
    card = _hand(match).held[act.seat][act.position]
    assert card is not None
    return _lay(match, Played(act.seat, card, False), _card_shown(act.seat, card))


def _lay(match: Match, played: Played, event: Event) -> Step:
    hand = _hand(match).with_card_laid(played)
    if len(hand.plays) < match.players:
        return Step(match.with_hand(hand), (event,))
    return _finish_round(match, hand, event)


def _finish_round(match: Match, hand: Hand, event: Event) -> Step:
    """Keys: rounds.winner, rounds.leader, rounds.decided and all of ties."""
    seat = round_winner(hand.plays, strengths(match.rules.strength, hand.vira))
    number = hand.round_number
    hand = hand._replace(
        rounds=(*hand.rounds, Round(hand.plays, None if seat is None else pair_of(seat), seat)),
        turn=hand.turn if seat is None else seat,
        plays=(),
    )
    events = (event, RoundTied(number) if seat is None else RoundWon(number, seat))
    decided = decision([one.winner for one in hand.rounds], match.rules.ties, pair_of(hand.first_player))
    if decided is None:
        return Step(match.with_hand(hand), events)
    if decided == TIED:
        return Step(*end_hand(match, hand, Ending.ALL_TIED, None, key="ties.all_rounds", events_before=events))
    return Step(*end_hand(match, hand, Ending.PLAYED, decided, key=_value_key(hand), events_before=events))


def _value_key(hand: Hand) -> str:
    """The rule that sets the value of a hand won by its cards."""
    return {Kind.ORDINARY: "rounds.decided", Kind.ELEVEN: "eleven.value", Kind.IRON: "iron.value"}[hand.kind]


# --- calls --------------------------------------------------------------------------------------------------------


def _call(match: Match, act: Call) -> Step:
    """A call that answers another one accepts it. Key: calls.reraise."""
    hand = _hand(match)
    value = hand.pending.value if hand.pending else hand.value
    hand = hand._replace(value=value, pending=act, last_caller=pair_of(act.seat))
    return Step(match.with_hand(hand), (_value_called(act.seat, act.value),))


def _accept(match: Match, act: Accept) -> Step:
    hand = _hand(match)
    if hand.pending is None:
        return Step(match.with_hand(hand._replace(undecided=False)), (ElevenAccepted(act.seat),))
    value = hand.pending.value
    return Step(match.with_hand(hand._replace(value=value, pending=None)), (CallAccepted(act.seat, value),))


def _refuse(match: Match, act: Refuse) -> Step:
    """Keys: calls.refused, eleven.declined."""
    hand = _hand(match)
    winner = other(pair_of(act.seat))
    if hand.pending is None:
        hand = hand._replace(value=match.rules.eleven.declined)
        events_before: tuple[Event, ...] = (ElevenDeclined(act.seat),)
        return Step(
            *end_hand(match, hand, Ending.ELEVEN_DECLINED, winner, key="eleven.declined", events_before=events_before)
        )
    events_before = (CallRefused(act.seat, hand.pending.value),)
    return Step(*end_hand(match, hand, Ending.CALL_REFUSED, winner, key="calls.refused", events_before=events_before))


# --- the referee --------------------------------------------------------------------------------------------------


def _tento(match: Match, act: Tento) -> Step:
    """Key: referee.tento."""
    winner = other(act.pair)
    points = match.target - match.score[winner]
    match, events = with_points(match, winner, Scored(winner, "hand_value", points, points, "referee.tento"))
    return Step(*win_match(match, winner, "referee.tento", Ending.TENTO, events_before=events))


def _four_cards(match: Match, act: FourCards) -> Step:
    """Key: referee.four_cards."""
    hand = _hand(match)
    key = "referee.four_cards"
    if match.rules.referee.four_cards is FourCardsRule.OPPONENTS_SCORE:
        return Step(*end_hand(match, hand, Ending.FOUR_CARDS, other(act.pair), key=key))
    match, events = with_points(match, act.pair, Scored(act.pair, "hand_value", hand.value, -hand.value, key))
    return Step(*end_hand(match, hand, Ending.FOUR_CARDS, None, key=key, events_before=events))


def _redeal(match: Match, _act: Redeal) -> Step:
    return Step(*end_hand(match, _hand(match), Ending.REDEALT, None, key="dealing.exposed_card"))


def _disqualify(match: Match, act: Disqualify) -> Step:
    return Step(*win_match(match, other(act.pair), "referee.disqualify", Ending.STOPPED))


def _adjust(match: Match, act: Adjust) -> Step:
    """Change the score at once, never past the target. This breaks a tie left to the referee. Key: referee.adjust."""
    credited = min(act.points, match.target - match.score[act.pair])
    match = match._replace(cuts=(), burnt=None)  # the cut and the burn were for the old score
    match, events = with_points(match, act.pair, Scored(act.pair, "adjustment", 1, credited, "referee.adjust"))
    if match.score[act.pair] >= match.target:
        return Step(*win_match(match, act.pair, "match.target", Ending.STOPPED, events_before=events))
    if match.clock is Clock.REFEREE_DECIDES:
        return Step(*settle_time(match, events_before=events))
    return Step(match, events)


def _time_up(match: Match, _act: TimeUp) -> Step:
    """A hand dealt before the bell is played out. Key: clock.time_up."""
    clock = Clock.LAST_HAND if match.clock is Clock.REGULAR else Clock.LAST_EXTRA_HAND
    rung = match._replace(clock=clock, cuts=(), burnt=None)
    return Step(rung) if rung.hand_is_on else Step(*settle_time(rung))


def _hand(match: Match) -> Hand:
    assert match.hand is not None
    return match.hand


_EFFECTS: dict[type, Callable[[Match, Any], Step]] = {
    Cut: _cut,
    Burn: _burn,
    Deal: _deal,
    Play: _play,
    PlayBlind: _play_blind,
    Hide: _hide,
    Call: _call,
    Accept: _accept,
    Refuse: _refuse,
    Tento: _tento,
    FourCards: _four_cards,
    Redeal: _redeal,
    Disqualify: _disqualify,
    Adjust: _adjust,
    TimeUp: _time_up,
}

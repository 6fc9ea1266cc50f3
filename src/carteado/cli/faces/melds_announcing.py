"""Announce what happened at a table of Tranca or Canastra, as a person sitting there would notice it."""

from collections.abc import Sequence
from typing import Any

from rich.text import Text

from carteado.cards import Card, MatchWon, Scored
from carteado.cli.context import Context
from carteado.cli.faces.paper import SHOUT, card_text, colour_of, side_of
from carteado.melds import Match, face
from carteado.melds import events as happened

PERSON = 0


def announce(events: Sequence[Any], match: Match, names: Sequence[str], context: Context) -> list[Text]:
    """One line for each event that a person would notice, and the score sheet at the end of a hand."""
    lines = [line for event in events if (line := _line(event, match, names, context)) is not None]
    scored = [event for event in events if isinstance(event, Scored)]
    if scored:
        lines += [_sheet(pair, [line for line in scored if line.pair == pair], context) for pair in (0, 1)]
        (a, b), us, them = match.score, context.say("us"), context.say("them")
        lines.append(Text(context.say("said_hand_over", us=us, them=them, a=a, b=b), style="bold"))
    won = next((event.pair for event in events if isinstance(event, MatchWon)), None)
    if won is not None:
        lines.append(Text(context.say(f"said_match_{side_of(won)}"), style="bold reverse"))
    return lines


def _sheet(pair: int, lines: Sequence[Scored], context: Context) -> Text:
    counted = ", ".join(f"{context.say(line.item)} {line.number} ({line.points:+d})" for line in lines) or "–"
    points = f"{sum(line.points for line in lines):+d}"
    side = context.say("us" if pair == 0 else "them")
    return Text("  " + context.say("said_lines", side=side, lines=counted, points=points), style=colour_of(pair))


def _line(event: Any, match: Match, names: Sequence[str], context: Context) -> Text | None:
    """The sentence for one event, or None."""
    say = context.say
    match event:
        case happened.CardDrawn(seat):
            return _drawn(seat, match, names, context)
        case happened.RedThreeLaid(seat, card):
            return _with_cards(say("said_red_three", name=names[seat], card="\0"), (card,))
        case happened.PileTaken(seat, number):
            return Text("  " + say("said_took", name=names[seat], count=number), style="bold")
        case happened.MeldLaid(seat, cards):
            return _with_cards(say("said_laid", name=names[seat], cards="\0"), cards)
        case happened.MeldExtended(seat, _, cards):
            return _with_cards(say("said_extended", name=names[seat], cards="\0"), cards)
        case happened.LayFailed(seat, points, minimum):
            return Text("  " + say("said_failed", name=names[seat], points=points, minimum=minimum), style="bold red")
        case happened.CardDiscarded(seat, card):
            return _with_cards(say("said_discarded", name=names[seat], card="\0"), (card,))
        case happened.MortoTaken(seat, _):
            return Text("  " + say("said_morto", name=names[seat]), style="bold")
        case happened.MortoBecameStock():
            return Text("  " + say("said_stock"), style="bold")
        case happened.HandEnded(_, winner):
            return None if winner is None else Text.assemble("  ", (f" {say('said_went_out')} ", SHOUT))
    return None


def _drawn(seat: int, match: Match, names: Sequence[str], context: Context) -> Text | None:
    """Name the drawn card only if the person drew it."""
    hand = match.hand
    if seat != PERSON or hand is None or hand.turn != PERSON or hand.drawn is None:
        return Text("  " + context.say("said_drew", name=names[seat]), style="dim")
    return _with_cards(context.say("said_drawn", card="\0"), (face(hand.drawn),))


def _with_cards(sentence: str, cards: Sequence[Card]) -> Text:
    before, after = sentence.split("\0")
    text = Text(f"  {before}")
    for card in cards:
        text.append_text(card_text(card))
    return text.append(after)

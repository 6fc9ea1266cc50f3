"""Announce what happened at a truco table, as a person sitting there would notice it."""

from collections.abc import Sequence
from typing import Any

from rich.text import Text

from carteado.cards import MatchWon, Scored
from carteado.cli.context import Context
from carteado.cli.faces.paper import SHOUT, card_text, colour_of, side_of
from carteado.truco import Match
from carteado.truco import events as happened


def call_name(value: int, context: Context) -> str:
    known = value in (3, 6, 9, 12)
    return context.say(f"call_{value}" if known else "call_other", value=value)


def announce(events: Sequence[Any], match: Match, names: Sequence[str], context: Context) -> list[Text]:
    """One line for each event that a person would notice."""
    points = sum(event.points for event in events if isinstance(event, Scored))
    lines = []
    for event in events:
        if isinstance(event, happened.HandEnded):
            lines.append(_hand_line(event, points, match, context))
        elif (line := _line(event, match, names, context)) is not None:
            lines.append(line)
    return lines


def _line(event: Any, match: Match, names: Sequence[str], context: Context) -> Text | None:
    """The sentence for one event, or None."""
    match event:
        case happened.CardShown(seat, card):
            before, after = context.say("said_shown", name=names[seat], card="\0").split("\0")
            return Text.assemble(f"  {before}", card_text(card), after)
        case happened.CardHidden(seat):
            return Text("  " + context.say("said_hidden", name=names[seat]))
        case happened.ValueCalled(seat, value):
            shout = context.say("said_call", name=names[seat], call=call_name(value, context))
            return Text.assemble("  ", (f" {shout} ", SHOUT))
        case happened.CallAccepted(seat, value):
            return Text("  " + context.say("said_accept", name=names[seat], value=value), style="bold")
        case happened.CallRefused(seat, _):
            return Text("  " + context.say("said_refuse", name=names[seat]), style="bold")
        case happened.ElevenAccepted(seat):
            return Text(
                "  " + context.say("said_eleven_accept", name=names[seat], value=match.rules.eleven.value),
                style="bold",
            )
        case happened.ElevenDeclined(seat):
            return Text("  " + context.say("said_eleven_decline", name=names[seat]), style="bold")
        case happened.RoundWon(number, seat):
            sentence = context.say(f"said_round_{side_of(seat % 2)}", number=number, name=names[seat])
            return Text("  " + sentence, style=colour_of(seat % 2))
        case happened.RoundTied(number):
            return Text("  " + context.say("said_round_tied", number=number), style="bold")
        case MatchWon(pair, _):
            return Text(context.say(f"said_match_{side_of(pair)}"), style="bold reverse")
    return None


def _hand_line(ended: happened.HandEnded, points: int, match: Match, context: Context) -> Text:
    (a, b), us, them = match.score, context.say("us"), context.say("them")
    if ended.winner is None:
        return Text(context.say("said_hand_void", us=us, them=them, a=a, b=b), style="bold")
    sentence = context.say(f"said_hand_{side_of(ended.winner)}", points=f"+{points}", us=us, them=them, a=a, b=b)
    return Text(sentence, style=colour_of(ended.winner))

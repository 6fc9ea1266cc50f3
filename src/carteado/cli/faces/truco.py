"""Truco in the terminal."""

from collections.abc import Sequence
from typing import Any

from rich.console import RenderableType

from carteado import truco
from carteado.bots import Matreiro
from carteado.cards import Pass
from carteado.cli.context import Context
from carteado.cli.faces import Ask, Wish
from carteado.cli.faces.truco_announcing import announce, call_name
from carteado.cli.faces.truco_commands import act_from_text
from carteado.cli.faces.truco_drawing import draw_table
from carteado.record import Question
from carteado.record.notation import Act
from carteado.regulation import Regulation

PERSON = 0


class TrucoFace:
    """Truco for a person at seat 0."""

    bot = Matreiro.name

    def __init__(self, regulation: Regulation, context: Context) -> None:
        self._regulation, self._context = regulation, context

    def help(self) -> str:
        return self._context.say("help")

    def welcome(self, names: Sequence[str]) -> str:
        key, who = ("welcome_alone", {}) if len(names) == 2 else ("welcome", {"partner": names[2], "left": names[3]})
        return self._context.say(key, regulation=self._regulation.name, right=names[1], **who)

    def cut_prompt(self) -> str:
        return self._context.say("ask_cut", last=39)

    def burn_limit(self, match: truco.Match) -> int:
        return match.rules.dealing.burn_limit if match.kind_to_deal is truco.Kind.ORDINARY else 0

    def table(self, view: Any, names: Sequence[str]) -> RenderableType:
        return draw_table(view, names, self._context)

    def act_from_text(self, text: str, _question: Question, match: truco.Match, _ask: Ask) -> Act | Wish | None:
        return act_from_text(text, match, PERSON)

    def announce(self, events: Sequence[Any], match: truco.Match, names: Sequence[str]) -> Sequence[RenderableType]:
        return announce(events, match, names, self._context)

    def choices(self, question: Question, match: truco.Match, names: Sequence[str]) -> str:
        """One line with what the engine allows now."""
        say, hand, legal = self._context.say, match.hand, question.legal
        assert hand is not None
        if hand.undecided:
            return say("choice_eleven", value=match.rules.eleven.value, declined=match.rules.eleven.declined)
        parts = self._card_choices(hand, legal)
        if hand.pending is not None:
            parts.append(say("choice_accept", value=hand.pending.value))
            parts.append(say("choice_refuse", value=hand.value))
        calls = [act.value for act in legal if isinstance(act, truco.Call)]
        parts += [say("choice_call", call=call_name(value, self._context)) for value in calls]
        if Pass(PERSON) in legal:
            parts.append(say("choice_pass", partner=names[2]))
        return say("choices") + " " + " · ".join(parts)

    def _card_choices(self, hand: truco.Hand, legal: Sequence[Act]) -> list[str]:
        say = self._context.say
        held = [str(number) for number, card in enumerate(hand.held[PERSON], start=1) if card is not None]
        parts = []
        if any(isinstance(act, truco.Play | truco.PlayBlind) for act in legal):
            parts.append(say("choice_play", cards=" ".join(held)))
        if any(isinstance(act, truco.Hide) for act in legal):
            parts.append(say("choice_hide", cards=" ".join(say("hide_letter") + number for number in held)))
        return parts

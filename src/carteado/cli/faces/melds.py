"""Tranca and Canastra in the terminal."""

from collections.abc import Sequence
from typing import Any

from rich.console import RenderableType

from carteado import melds
from carteado.bots import Canastreiro
from carteado.cli.context import Context
from carteado.cli.faces import Ask, Wish
from carteado.cli.faces.melds_announcing import announce
from carteado.cli.faces.melds_commands import Typed
from carteado.cli.faces.melds_drawing import draw_table
from carteado.record import Question
from carteado.record.notation import Act
from carteado.regulation import MeldsRules, Regulation

PERSON = 0


class MeldsFace:
    """Tranca or Canastra for a person at seat 0."""

    bot = Canastreiro.name

    def __init__(self, regulation: Regulation, context: Context) -> None:
        self._regulation, self._context = regulation, context

    def help(self) -> str:
        return self._context.say("melds_help")

    def welcome(self, names: Sequence[str]) -> str:
        _, right, partner, left = names
        target = self._regulation.rules.match.target
        blanks = {"regulation": self._regulation.name, "partner": partner, "right": right, "left": left}
        return self._context.say("melds_welcome", target=target, **blanks)

    def cut_prompt(self) -> str:
        assert isinstance(self._regulation.rules, MeldsRules)
        return self._context.say("ask_cut", last=len(melds.deck(self._regulation.rules)) - 1)

    def burn_limit(self, _match: melds.Match) -> int:
        return 0

    def table(self, view: Any, names: Sequence[str]) -> RenderableType:
        return draw_table(view, names, self._context)

    def act_from_text(self, text: str, _question: Question, match: melds.Match, ask: Ask) -> Act | Wish | None:
        return Typed(
            text, self._context.language, match, ask, self._context.say("melds_which", options="{options}")
        ).act()

    def announce(self, events: Sequence[Any], match: melds.Match, names: Sequence[str]) -> Sequence[RenderableType]:
        return announce(events, match, names, self._context)

    def choices(self, question: Question, match: melds.Match, _names: Sequence[str]) -> str:
        """One line with what the engine allows now."""
        counted = {
            "melds_exchange": (melds.Exchange,),
            "melds_pile": (melds.Take, melds.TakeLaying, melds.TakeExtending),
            "melds_redraw": (melds.Redraw,),
            "melds_lay": (melds.Lay,),
            "melds_extend": (melds.Extend,),
            "melds_play": (melds.Discard,),
        }
        start = match.hand is not None and match.hand.phase is melds.Phase.START
        parts = [self._context.say("melds_start")] if start else []
        for key, forms in counted.items():
            options = sum(isinstance(act, forms) for act in question.legal)
            if options:
                parts.append(self._context.say(key, options=options))
        return " · ".join(parts)

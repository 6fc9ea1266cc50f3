"""The truco table drawn in the terminal, from a seat's view and nothing else."""

from collections.abc import Mapping, Sequence
from typing import Any

from rich.align import Align
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from carteado.cards import parse_card
from carteado.cli.context import Context
from carteado.cli.faces.paper import THEM, US, card_text


def _paper(card: str | None, manilha: str = "") -> Text:
    """A card as the view gives it, with a star on a manilha, and a trace of a card already played."""
    if card == "":
        return Text(" ·· ", style="dim")
    face = None if card is None else parse_card(card)
    return card_text(face, mark="*" if face is not None and face.rank == manilha else " ")


def draw_table(view: Mapping[str, Any], names: Sequence[str], context: Context) -> RenderableType:
    """The whole table as seat 0 sees it: the partner opposite, the next player on the right."""
    hand = view["hand"]
    grid = Table.grid(expand=True)
    grid.add_row(_vira(hand, context), Align.right(Text(context.say("worth", value=hand["value"]), style="bold")))
    seats = [_seat(view, seat, names) for seat in range(view["players"])]
    if view["players"] == 4:
        middle = Table.grid(expand=True)
        middle.add_row(Align.left(seats[3]), Align.right(seats[1]))
        table: list[RenderableType] = [Align.center(seats[2]), middle]
    else:
        table = [Align.center(seats[1])]
    own = [Text(""), _own_hand(hand, context), *_partner_hand(view, names, context)]
    kind = context.say(f"kind_{hand['kind']}")
    return Panel(
        Group(grid, *table, Align.center(seats[0]), *own),
        title=_score(view, context),
        subtitle=kind,
        width=72,
    )


def _score(view: Mapping[str, Any], context: Context) -> Text:
    """The score, with tentos that fill up towards the target."""
    a, b = view["score"]
    left = max(0, view["target"] - a), max(0, view["target"] - b)
    return Text.assemble(
        (f"{context.say('us')} {a} ", US),
        ("●" * max(0, a) + "○" * left[0], US),
        " × ",
        ("○" * left[1] + "●" * max(0, b), THEM),
        (f" {b} {context.say('them')}", THEM),
    )


def _vira(hand: Mapping[str, Any], context: Context) -> Text:
    manilhas = " ".join(parse_card(hand["manilha"] + suit).symbol for suit in "chsd")
    return Text.assemble(context.say("vira"), " ", _paper(hand["vira"]), f"  {context.say('manilhas')} {manilhas}")


def _seat(view: Mapping[str, Any], seat: int, names: Sequence[str]) -> Text:
    """A player's name, cards left, and card on the table."""
    hand = view["hand"]
    style = US if seat % 2 == 0 else THEM
    turn = "▶ " if hand["turn"] == seat else ""
    backs = "▒" * sum(1 for card in hand["cards"][seat] if card != "")
    text = Text.assemble((f"{turn}{names[seat]}", style), (f" {backs} " if seat else " ", "dim"))
    for played in hand["plays"]:
        if played["seat"] == seat:
            text.append_text(_paper(None if played["hidden"] else played["card"], hand["manilha"]))
    return text


def _own_hand(hand: Mapping[str, Any], context: Context) -> Text:
    text = Text(f"{context.say('your_hand')}:")
    for number, card in enumerate(hand["cards"][0], start=1):
        if card != "":
            text.append_text(Text.assemble(f"  {number} ", _paper(card, hand["manilha"])))
    return text


def _partner_hand(view: Mapping[str, Any], names: Sequence[str], context: Context) -> list[Text]:
    """In a mão de onze the partner's cards are visible."""
    hand = view["hand"]
    if view["players"] < 4 or not any(hand["cards"][2]):
        return []
    text = Text(f"{context.say('partner_hand', name=names[2])}:", style="dim")
    for card in hand["cards"][2]:
        if card:
            text.append_text(Text.assemble("  ", _paper(card, hand["manilha"])))
    return [text]

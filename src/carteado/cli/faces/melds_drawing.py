"""A table of Tranca or Canastra drawn in the terminal, from a seat's view and nothing else."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.text import Text

from carteado.cards import parse_card
from carteado.cli.context import Context
from carteado.cli.faces.paper import THEM, US, card_text, colour_of

WIDTH = 96


def draw_table(view: Mapping[str, Any], names: Sequence[str], context: Context) -> RenderableType:
    """The other pair above, the middle of the table, our pair below, then the hand. Each meld has its own line."""
    hand = view["hand"]
    rows: list[RenderableType] = [
        _seats(hand, names, context),
        *_side(hand["sides"][1], 1, context),
        _middle(hand, context),
        *_side(hand["sides"][0], 0, context),
        Text(""),
        *_own_hand(hand, context),
    ]
    return Panel(Group(*rows), title=_score(view, context), width=WIDTH)


def _score(view: Mapping[str, Any], context: Context) -> Text:
    (a, b), target = view["score"], view["target"]
    return Text.assemble((f"{context.say('us')} {a}", US), " × ", (f"{b} {context.say('them')}", THEM), f"  / {target}")


def _seats(hand: Mapping[str, Any], names: Sequence[str], context: Context) -> Text:
    """The other three players with how many cards they hold. An arrow marks whose turn it is."""
    parts = [
        Text.assemble(
            (("▶ " if hand["turn"] == seat else "") + names[seat], colour_of(seat % 2)),
            (f" {context.say('melds_cards', count=hand['counts'][seat])}", "dim"),
        )
        for seat in (3, 2, 1)
    ]
    return Text("    ").join(parts)


def _middle(hand: Mapping[str, Any], context: Context) -> Text:
    """Stock, pile and mortos. Of the pile only what the view shows, with the top card last."""
    text = Text.assemble("\n", context.say("melds_stock", stock=hand["stock"]), "   ")
    text.append(context.say("melds_pile_is", count=hand["pile_count"]) + " ")
    for card in hand["pile"]:
        text.append_text(card_text(parse_card(card)))
        text.append(" ")
    text.append("  " + context.say("melds_mortos", mortos=len(hand["mortos"])) + "\n")
    return text


def _side(side: Mapping[str, Any], pair: int, context: Context) -> list[Text]:
    """A pair's title, its red threes and its melds."""
    title = Text(context.say("melds_ours" if pair == 0 else "melds_theirs"), style=colour_of(pair))
    title.append("  " + context.say("melds_took" if side["took_morto"] else "melds_no_morto"), style="dim")
    if side["red_threes"]:
        title.append(f"  {context.say('melds_red')} ")
        for card in side["red_threes"]:
            title.append_text(card_text(parse_card(card)))
    if side["minimum"]:
        title.append("  " + context.say("melds_minimum", minimum=side["minimum"]), style="bold red")
    return [title, *(_meld(number, meld, context) for number, meld in enumerate(side["melds"], start=1))]


def _meld(number: int, meld: Mapping[str, Any], context: Context) -> Text:
    """A meld's number, its cards with a mark on a wild, their count, and whether it is a canastra."""
    text = Text(f" {number:>2} ")
    for index, card in enumerate(meld["cards"]):
        text.append_text(card_text(parse_card(card), mark="°" if index in meld["wilds"] else " "))
    text.append(f" {len(meld['cards'])}", style="dim")
    if meld["canastra"]:
        style = "bold black on #f2b90f" if meld["canastra"] == "clean" else "bold white on #6b4a2b"
        text.append(" ")
        text.append(f" {context.say('melds_' + meld['canastra'])} ", style=style)
    return text


def _own_hand(hand: Mapping[str, Any], context: Context) -> list[Text]:
    """The hand by suit, each card with the number to type."""
    cards = hand["cards"][0]
    if cards is None:
        return [Text(context.say("melds_unplayed"), style="dim")]
    rows = [Text(context.say("melds_hand", count=len(cards)), style="bold")]
    for _, suit in groupby(enumerate(cards, start=1), key=lambda numbered: parse_card(numbered[1]).suit):
        row = Text("  ")
        for number, card in suit:
            row.append(f"{number:>2}", style="dim")
            row.append_text(card_text(parse_card(card)))
            row.append(" ")
        rows.append(row)
    return rows

"""Colours and cards shared by every table in the terminal."""

from rich.text import Text

from carteado.cards import Card

US, THEM = "bold #d79b00", "bold #5b9bd5"
"""Sol and Lua: the colours of the two pairs."""
SHOUT = "bold #fffaf0 on #bf2e1a"


def card_text(card: Card | None, *, mark: str = " ") -> Text:
    """A card as a small piece of paper, or its back if it is not known."""
    if card is None:
        return Text(" ▒▒ ", style="white on #1f5aa0")
    ink = "#bf2e1a" if card.suit in "hd" else "#211a16"
    return Text(f" {card.symbol}{mark}", style=f"bold {ink} on #fffaf0")


def colour_of(pair: int) -> str:
    return US if pair == 0 else THEM


def side_of(pair: int) -> str:
    """The last part of a text key: ours or theirs."""
    return "us" if pair == 0 else "them"

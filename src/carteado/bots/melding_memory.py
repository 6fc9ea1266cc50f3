"""What a bot remembers of a hand: the discards under the top of the pile, and the cards others took with a pile."""

from collections import Counter
from collections.abc import Sequence

from carteado.bots.bot import ActJson, View


class Memory:
    """Follows the acts that the seat sees. Where they differ from the view, the view is right."""

    def __init__(self) -> None:
        self._pile: list[str | None] = []
        self._taken: dict[int, Counter[str]] = {}
        self._to_come: int | None = None

    def look(self, view: View) -> None:
        """Correct the memory by the view.

        More cards left to come than before means that a new hand was dealt. Acts noted before the first view belong
        to the hand of that view.
        """
        hand = view["hand"]
        to_come = int(hand["stock"]) + sum(hand["mortos"])
        if self._to_come is not None and to_come > self._to_come:
            self._taken.clear()
        self._to_come = to_come
        self._pile = self._pile_of(hand["pile"], int(hand["pile_count"]))

    def _pile_of(self, shown: Sequence[str], count: int) -> list[str | None]:
        """The pile as far as it is known: the open cards on top of the remembered ones."""
        hidden = count - len(shown)
        if not hidden:
            return list(shown)
        remembered = self._pile[: -len(shown)][-hidden:]
        return [*[None] * (hidden - len(remembered)), *remembered, *shown]

    @property
    def pile(self) -> Sequence[str | None]:
        """The pile from bottom to top; None for cards that were not seen or are forgotten."""
        return self._pile

    def held_by(self, seat: int) -> Counter[str]:
        """Cards that the seat took with a pile and has not played since."""
        return self._taken.get(seat, Counter())

    def note(self, act: ActJson) -> None:
        """Note an act of any seat, including this bot's. Acts of the referee show no cards."""
        if act.get("seat") is None:
            return
        held = self._taken.setdefault(act["seat"], Counter())
        if act["act"] == "take":
            held.update(card for card in self._pile if card)
            self._pile = []
        elif act["act"] == "redraw":
            self._pile.append(None)
        elif act["act"] == "discard":
            self._pile.append(act["card"])
        held.subtract(_shown_by(act))
        self._taken[act["seat"]] = +held


def _shown_by(act: ActJson) -> list[str]:
    """The cards that an act puts on the table."""
    laid = [card for meld in act.get("melds", ()) for card in meld]
    single = [act["card"]] if "card" in act else []
    return [*laid, *act.get("lay", ()), *act.get("to", ()), *single]

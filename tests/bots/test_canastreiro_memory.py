"""What ``canastreiro`` remembers, and what it cannot know."""

from collections.abc import Sequence
from typing import Any

from carteado.bots.melding_memory import Memory
from tests.bots.melding_positions import discarded


def view_of_pile(
    pile: Sequence[str], count: int, *, stock: int = 30, mortos: Sequence[int] = (11, 11)
) -> dict[str, Any]:
    return {"hand": {"pile": [*pile], "pile_count": count, "stock": stock, "mortos": [*mortos]}}


def test_it_remembers_the_pile_under_its_top_card() -> None:
    memory = Memory()
    for act in (discarded(0, "5c"), discarded(1, "6c"), discarded(2, "7c")):
        memory.note(act)
    memory.look(view_of_pile(["7c"], 3))
    assert memory.pile == ["5c", "6c", "7c"]


def test_what_it_has_not_seen_it_does_not_know() -> None:
    memory = Memory()
    memory.note({"seat": 0, "act": "redraw"})
    memory.note(discarded(0, "8c"))
    memory.look(view_of_pile(["8c"], 4))
    assert memory.pile == [None, None, None, "8c"]


def test_a_pile_in_sight_is_read_from_the_view() -> None:
    memory = Memory()
    memory.note(discarded(0, "5c"))
    memory.look(view_of_pile(["9d", "Kh"], 2))
    assert memory.pile == ["9d", "Kh"]


def test_it_remembers_what_was_taken_until_it_is_shown() -> None:
    memory = Memory()
    for act in (discarded(0, "5c"), discarded(1, "6c"), discarded(2, "7c")):
        memory.note(act)
    memory.note({"seat": 3, "act": "take", "lay": ["7c", "7d", "7h"]})
    assert memory.held_by(3) == {"5c": 1, "6c": 1}
    memory.note({"seat": 3, "act": "lay", "melds": [["4c", "5c", "6c"]]})
    assert not memory.held_by(3)
    memory.look(view_of_pile([], 0))
    assert memory.pile == []


def test_it_forgets_with_a_new_hand_and_not_before() -> None:
    memory = Memory()
    memory.look(view_of_pile([], 0, stock=2))
    memory.note(discarded(0, "5c"))
    memory.note({"seat": 1, "act": "take", "lay": ["5c", "5d", "5h"]})
    memory.note(discarded(0, "9c"))
    memory.note({"seat": 3, "act": "take"})
    memory.look(view_of_pile(["Kc"], 1, stock=9, mortos=[]))
    assert memory.held_by(3) == {"9c": 1}
    memory.look(view_of_pile(["Kc"], 1, stock=38))
    assert not memory.held_by(3)


def test_what_it_is_told_before_its_first_look_is_of_this_hand() -> None:
    """A bot that takes a seat in the middle of a hand is told what the seat has seen of it."""
    memory = Memory()
    memory.note(discarded(0, "5c"))
    memory.note({"seat": 3, "act": "take"})
    memory.look(view_of_pile([], 0))
    assert memory.held_by(3) == {"5c": 1}


def test_a_referee_shows_no_cards() -> None:
    memory = Memory()
    memory.note({"seat": None, "act": "ruling", "ruling": "adjust", "pair": 0, "points": -100, "article": "8"})
    assert memory.pile == []

"""What a table says to those at it: by the names of those who sit, in the language of who reads."""

import pytest

from carteado.regulation import Refusal
from carteado.web.tables.match.act_reading import ActRefusal
from carteado.web.tables.room import sentences
from tests.web.tables.room.table_rooms import AF, NAMES, TM, Seated


@pytest.mark.parametrize(("regulation", "act"), [(TM, {"act": "play", "card": "4c"}), (AF, {"act": "draw"})])
def test_who_is_not_on_turn_is_told_by_name_whose_turn_it_is(regulation: str, act: dict[str, str]) -> None:
    table = Seated(regulation)
    table.deal()
    turn = table.play.match.hand.turn
    refusal = table.refused((turn + 1) % 4, **act)
    assert refusal["code"] == "not_on_turn"
    assert refusal["message"] == f"It is not your turn: {NAMES[turn]} plays."


def test_the_sentence_is_in_the_language_of_who_reads() -> None:
    trouble = ActRefusal("not_on_turn", Refusal("rounds.order", "not_on_turn", {"turn": 2}))
    assert sentences.act_refusal_in_words(trouble, "pt-br", NAMES) == "Não é a sua vez: joga Caio."


@pytest.mark.parametrize("names", [(), ("Ana", "Bia", "", "Davi")])
def test_where_nobody_has_a_name_the_seat_has_its_number(names: tuple[str, ...]) -> None:
    trouble = ActRefusal("not_on_turn", Refusal("rounds.order", "not_on_turn", {"turn": 2}))
    assert sentences.act_refusal_in_words(trouble, "en", names) == "It is not this player's turn: seat 2 plays."


def test_a_name_is_never_taken_for_a_blank() -> None:
    trouble = ActRefusal("not_on_turn", Refusal("rounds.order", "not_on_turn", {"turn": 0}))
    assert sentences.act_refusal_in_words(trouble, "en", ("{turn}",)) == "It is not your turn: {turn} plays."

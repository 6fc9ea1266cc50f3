"""A site restored from a copy gives the same numbers to other entries: phones are told by which they find it out."""

from typing import Any

import pytest

from carteado.web.sumula.models import Sheet, SheetEntry
from tests.web.sumula.sumulas import Phone, truco_hand

pytestmark = pytest.mark.django_db


def hands(phone: Phone, *places: int) -> list[dict[str, Any]]:
    return [phone.entry("hand", place=place, hand=truco_hand(0)) for place in places]


def test_an_answer_names_the_entry_from_which_on_was_asked(phone: Phone) -> None:
    assert phone.send(*hands(phone, 0, 1))["at"] is None
    told = phone.send()
    assert (told["at"], told["entries"]) == ("a2", [])
    told = phone.data(since=1).json()
    assert (told["at"], [one["id"] for one in told["entries"]]) == ("a1", ["a2"])
    assert phone.data(since=9).json()["at"] is None


def test_what_is_sent_again_comes_back_once_where_it_was(phone: Phone) -> None:
    first, second = hands(phone, 0, 1)
    phone.send(first, second)
    told = phone.send(first, second)
    assert (told["at"], [one["id"] for one in told["entries"]]) == ("a2", ["a1", "a2"])


def test_after_a_restore_the_number_has_another_name(sheet: Sheet, phone: Phone) -> None:
    phone.send(*hands(phone, 0, 1))
    SheetEntry.objects.filter(sheet=sheet, seq=2)._raw_delete("default")
    Sheet.objects.filter(pk=sheet.pk).update(seq=1)
    other = Phone(sheet, phone.secret, "b")
    other.send(*hands(other, 1))
    assert phone.send()["at"] == "b1"

import pytest

from carteado.web.kit.forms.form_numbers import LARGEST, count_in


@pytest.mark.parametrize("text", ["", "x", "-1", "1.5", "²", str(LARGEST + 1), "9" * 5000])
def test_what_is_no_count_is_as_if_it_had_not_been_sent(text: str) -> None:
    assert count_in(text, otherwise=3) == 3


@pytest.mark.parametrize(("text", "number"), [("0", 0), ("12", 12), ("007", 7), ("٣", 3), (str(LARGEST), LARGEST)])
def test_a_count_is_a_count(text: str, number: int) -> None:
    assert count_in(text, otherwise=99) == number

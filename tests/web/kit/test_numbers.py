import pytest

from carteado.web.kit.forms.form_numbers import LARGEST_COUNT, parse_count


@pytest.mark.parametrize("text", ["", "x", "-1", "1.5", "²", str(LARGEST_COUNT + 1), "9" * 5000])
def test_what_is_no_count_is_as_if_it_had_not_been_sent(text: str) -> None:
    assert parse_count(text, otherwise=3) == 3


@pytest.mark.parametrize(
    ("text", "number"), [("0", 0), ("12", 12), ("007", 7), ("٣", 3), (str(LARGEST_COUNT), LARGEST_COUNT)]
)
def test_a_count_is_a_count(text: str, number: int) -> None:
    assert parse_count(text, otherwise=99) == number

"""What stored data and outside programs rely on stays as it is. ``collecting`` says how to add to a list."""

import json
from typing import Any

import pytest

from tests.pinned.collecting import FOLDER, collected, written

LISTS = ("json_tags", "log_actions", "tables", "addresses", "wire", "salts")


@pytest.fixture(scope="module")
def today() -> dict[str, Any]:
    return collected()


def test_every_list_is_committed(today: dict[str, Any]) -> None:
    assert tuple(today) == LISTS


@pytest.mark.parametrize("name", LISTS)
def test_a_pinned_list_is_unchanged(name: str, today: dict[str, Any]) -> None:
    pinned = (FOLDER / f"{name}.json").read_text("utf-8")
    assert json.loads(written(name, today[name])) == json.loads(pinned)
    assert written(name, today[name]) == pinned, "the order has changed"

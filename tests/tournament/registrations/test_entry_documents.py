"""The states of an entry, and entries read as they were written."""

from itertools import product
from typing import Any

import pytest

from carteado.record import InputError, Node, parse_json
from carteado.record.layout import layout
from carteado.regulation import LANGUAGES, catalogue
from carteado.tournament.registrations.acts import (
    FINAL,
    TRANSITIONS,
    Disqualify,
    Enter,
    EntryState,
    Ground,
    InvitePair,
    Role,
    Withdraw,
)
from carteado.tournament.registrations.entries import Entry, Roll
from tests.tournament.registrations.entrants import AF, confirming, entered
from tests.tournament.registrations.rolls import EMPTY, SELECT, disqualifying

# --- the table ----------------------------------------------------------------------------------------------------


def test_no_change_leads_out_of_a_final_state() -> None:
    assert not {before for _, before in TRANSITIONS} & FINAL
    reached = {transition.to for transition in TRANSITIONS.values()} | {EntryState.INCOMPLETE}
    assert reached == set(EntryState)


def test_every_state_has_a_way_out_for_the_pair_and_for_the_organiser() -> None:
    for state in set(EntryState) - FINAL:
        for change in (Withdraw, Disqualify):
            assert (change.name, state) in TRANSITIONS


# --- JSON ---------------------------------------------------------------------------------------------------------


def read_again(entry: Entry) -> Entry:
    return Entry.from_json(Node(parse_json(layout(entry.to_json()))))


def test_entries_read_as_they_were_written() -> None:
    for entry in (
        entered(EMPTY),
        entered(EMPTY, confirming(), SELECT, disqualifying(Ground.HIDDEN_TIE)),
        entered(Roll(regulation=AF), delegation="cascavel"),
    ):
        assert read_again(entry) == entry


def spoilt(*path: str | int, value: object) -> dict[str, Any]:
    """The JSON of an entry with something else at that place."""
    document: Any = entered(EMPTY, confirming(), SELECT).to_json()
    inner = document
    for name in path[:-1]:
        inner = inner[name]
    inner[path[-1]] = value
    return dict(document)


@pytest.mark.parametrize(
    ("document", "where", "code"),
    [
        (spoilt("people", value=["ana"]), "people", "not_two_people"),
        (spoilt("people", value=["ana", "ana"]), "people", "not_two_people"),
        (spoilt("history", value=[]), "history", "no_history"),
        (spoilt("history", 0, "act", value="select"), "history[0]", "impossible_step"),
        (spoilt("history", 1, "act", value="enter"), "history[1]", "impossible_step"),
        (spoilt("history", 2, "state", value="reserve"), "history[2]", "impossible_step"),
        (spoilt("history", 2, "by", "role", value="partner"), "history[2]", "impossible_step"),
        (spoilt("history", 2, "state", value="champion"), "history[2].state", "not_one_of"),
        (spoilt("history", 2, "at", value="2025-09-20T11:59:59Z"), "history[2].at", "instants_go_back"),
        (spoilt("history", 2, "at", value="yesterday"), "history[2].at", "expected_instant"),
        (spoilt("history", 2, "because", value=""), "history[2]", "unknown_entry"),
        (spoilt("delegation", value=7), "delegation", "expected_text"),
    ],
)
def test_a_history_that_cannot_have_been_is_not_read(document: dict[str, Any], where: str, code: str) -> None:
    with pytest.raises(InputError) as caught:
        Entry.from_json(Node(document))
    assert (caught.value.where, caught.value.code) == (where, code)
    assert all(caught.value.message(catalogue(language)) for language in LANGUAGES)


def test_the_words_of_every_state_role_and_ground() -> None:
    for language, word in product(LANGUAGES, (*EntryState, *Role, *Ground)):
        assert word.value in catalogue(language).values, word


def test_an_entry_is_opened_by_its_own_kind_of_act() -> None:
    assert (Enter.name, InvitePair.name) == ("enter", "invite_pair")
    assert entered(EMPTY).history[0].act == Enter.name

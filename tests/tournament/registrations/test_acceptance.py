"""What a pair must accept before it is selected, settled or drawn: Truco Masters 2025, 4.7 to 5.4; ruling E-18."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from carteado.fair import commitment
from carteado.regulation import Refusal
from carteado.tournament.formats.plans import knockout
from carteado.tournament.operations import ChangeEntry, CommitDraw, HoldDraw, Settle
from carteado.tournament.registrations.acts import AcceptInvitation, EntryState, Invite, Withdraw
from carteado.tournament.registrations.eligibility import EventSettings, Requirement
from carteado.tournament.registrations.entries import Entry, changed, refusal, unaccepted
from carteado.tournament.registrations.people import ConsentName, Person
from carteado.tournament.running.dispatch import apply, apply_again
from carteado.tournament.running.dispatch import refusal as refused_by_championship
from carteado.tournament.state.championship import Championship
from tests.tournament.registrations.entrants import (
    FA,
    PRODUCER,
    TM,
    agreed,
    brazilian,
    confirming,
    entered,
    later,
)
from tests.tournament.registrations.rolls import ANA, EMPTY, RESERVE, SELECT, code_and_article, no_change, roll_of

ARTICLES = {
    ConsentName.REGULATION: "4.9, 8.9",
    ConsentName.IMAGE: "6.1, 7.1, 7.1.1, 7.2",
    ConsentName.MATERIAL: "4.7",
    ConsentName.OWN_MATERIAL: "4.10",
    ConsentName.PERSONAL_DATA: "9.11",
}
PAPERS = EventSettings(documents=("terms",))


def without(*names: ConsentName, id: str = "bia") -> Person:
    return brazilian(id, consents=tuple(agreed(one) for one in ConsentName if one not in names))


def both(second: Person) -> Mapping[str, Person]:
    return {"ana": brazilian("ana"), "bia": second}


def signed(person: Person) -> Person:
    return replace(person, documents=(agreed("terms"),))


# --- selecting ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("missing", ConsentName)
def test_tm_4_9_a_pair_is_not_selected_while_an_acceptance_is_missing(missing: ConsentName) -> None:
    """E-18: each acceptance by itself, and the refusal cites the article that asks for it."""
    entry = entered(EMPTY, confirming())
    roll = roll_of(entry, people=both(without(missing)))
    code, articles = no_change(entry, SELECT, roll)
    assert code == "consent_missing"
    assert ARTICLES[missing] in articles
    refused = refusal(entry, SELECT, roll=roll)
    assert refused is not None
    assert refused.details == {"person": "bia"}


def test_tm_4_9_a_pair_that_accepted_everything_is_selected() -> None:
    entry = entered(EMPTY, confirming())
    roll = roll_of(entry, people=both(brazilian("bia")))
    assert changed(entry, SELECT, roll=roll).state is EntryState.SELECTED


def test_tm_4_1_2_who_enters_the_pair_owes_an_acceptance_too() -> None:
    entry = entered(EMPTY, confirming())
    people = {"ana": without(*ConsentName, id="ana"), "bia": brazilian("bia")}
    assert no_change(entry, SELECT, roll_of(entry, people=people))[0] == "consent_missing"


def test_tm_4_9_a_pair_from_the_reserve_does_not_take_its_place_unaccepted() -> None:
    entry = entered(EMPTY, confirming(), RESERVE, Invite(by=PRODUCER, at=later(3)))
    accepts = AcceptInvitation(by=ANA, at=later(4))
    roll = roll_of(entry, people=both(without(ConsentName.IMAGE)))
    assert no_change(entry, accepts, roll)[0] == "consent_missing"
    assert changed(entry, accepts, roll=roll_of(entry, people=both(brazilian("bia")))).state is EntryState.SELECTED


def test_an_open_question_that_is_no_acceptance_still_bars_no_pair() -> None:
    entry = entered(EMPTY, confirming())
    roll = roll_of(entry, people=both(brazilian("bia", available=None)))
    assert refusal(entry, SELECT, roll=roll) is None


def test_where_a_regulation_asks_for_no_acceptance_none_is_missing() -> None:
    entry = entered(roll_of(regulation=FA))
    roll = roll_of(entry, regulation=FA, people=both(without(*ConsentName)))
    assert unaccepted(roll, entry) == ()


# --- settling and drawing -----------------------------------------------------------------------------------------


def of_two_pairs(people: Mapping[str, Person], settings: EventSettings = PAPERS) -> Championship:
    """Two selected pairs, ana and bia, caio and dora."""
    entries: list[Entry] = [
        entered(EMPTY, confirming(second), SELECT, first=first, second=second)
        for first, second in (("ana", "bia"), ("caio", "dora"))
    ]
    known = {one: signed(brazilian(one)) for one in ("ana", "bia", "caio", "dora")}
    return Championship(
        event="open",
        regulation=TM,
        settings=settings,
        entries={one.id: one for one in entries},
        people={**known, **people},
    )


SETTLE = Settle(by="produtora", at=later(5), plan=knockout(2), pairs=("ana-bia", "caio-dora"))
SECRET = bytes(32)
COMMIT = CommitDraw(
    by="produtora", at=later(6), draw="knockout", commitment=commitment("carteado-draw/1|open|knockout", SECRET)
)
HOLD = HoldDraw(by="produtora", at=later(7), draw="knockout", secret=SECRET.hex(), entropy="loteria")


def why_not(championship: Championship, operation: Settle | HoldDraw) -> Refusal:
    refused = refused_by_championship(championship, operation)
    assert refused is not None
    return refused


def test_tm_4_9_the_field_is_not_settled_with_a_pair_that_has_not_accepted() -> None:
    refused = why_not(of_two_pairs({"dora": signed(without(ConsentName.PERSONAL_DATA, id="dora"))}), SETTLE)
    assert code_and_article(refused) == ("pair_has_not_accepted", "9.11")
    assert refused.details == {"pair": "caio-dora", "person": "dora"}


def test_tm_4_9_a_consent_taken_back_after_the_selection_stops_the_settling() -> None:
    taken_back = (*brazilian("bia").consents, agreed("regulation", given=False, at=later(4)))
    refused = why_not(of_two_pairs({"bia": signed(brazilian("bia", consents=taken_back))}), SETTLE)
    assert (refused.code, refused.key) == ("pair_has_not_accepted", "consents.regulation")


def test_tm_5_4_the_field_is_not_settled_while_papers_are_unsigned() -> None:
    refused = why_not(of_two_pairs({"bia": brazilian("bia")}), SETTLE)
    assert code_and_article(refused) == ("pair_has_not_signed", "5.4")
    assert refused.details == {"pair": "ana-bia", "person": "bia"}


def test_tm_5_4_a_signature_taken_back_stops_the_settling() -> None:
    documents = (agreed("terms"), agreed("terms", given=False, at=later(4)))
    refused = why_not(of_two_pairs({"bia": brazilian("bia", documents=documents)}), SETTLE)
    assert refused.code == "pair_has_not_signed"


def test_tm_5_4_nothing_is_drawn_once_an_acceptance_is_taken_back() -> None:
    settled = apply(apply(of_two_pairs({}), SETTLE), COMMIT)
    unsigned = replace(settled, people={**settled.people, "bia": brazilian("bia")})
    assert why_not(unsigned, HOLD).code == "pair_has_not_signed"
    assert apply(settled, HOLD).places


def test_tm_5_9_a_pair_that_left_after_the_settling_is_not_drawn() -> None:
    """It is settled anew without the pair. Draws of older events are not judged again."""
    settled = apply(apply(of_two_pairs({}), SETTLE), COMMIT)
    gives_up = Withdraw(by=ANA, at=later(6), in_writing=True)
    left = apply(settled, ChangeEntry(by="ana", at=later(6), entry="ana-bia", change=gives_up))
    refused = why_not(left, HOLD)
    assert (refused.code, refused.details) == ("settled_pair_has_left", {"pair": "ana-bia"})
    assert apply_again(left, HOLD).places


def test_what_is_not_known_of_people_stops_no_draw_again() -> None:
    """The stored operations of an event hold no facts about people. They lead to the same draw again."""
    championship = replace(of_two_pairs({}), people={})
    assert apply(apply(apply(championship, SETTLE), COMMIT), HOLD).places


def test_everything_that_is_missing_is_listed() -> None:
    championship = of_two_pairs({"dora": without(ConsentName.IMAGE, ConsentName.MATERIAL, id="dora")})
    entry = championship.entries["caio-dora"]
    listed = [(one.person, one.verdict.requirement) for one in unaccepted(championship.roll, entry)]
    assert listed == [
        ("dora", Requirement.MATERIAL_ALLOWED),
        ("dora", Requirement.IMAGE_ALLOWED),
        ("dora", Requirement.DOCUMENTS_SIGNED),
    ]


def test_tm_5_4_papers_are_signed_once_selected_and_keep_nobody_from_it() -> None:
    entry = entered(EMPTY, confirming())
    roll = roll_of(entry, people=both(brazilian("bia")), settings=PAPERS)
    assert unaccepted(roll, entry) == ()
    assert changed(entry, SELECT, roll=roll).state is EntryState.SELECTED

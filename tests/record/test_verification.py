"""Deals that a seed proves: an honest match is verified, and whatever is changed afterwards is found."""

import pytest

from carteado.record import (
    DealCheck,
    InputError,
    RuleBroken,
    Verdict,
    read_record,
    record_of,
    replay,
    verify_deals,
    write_record,
)
from tests.record.documents import SEED, Document, as_document, error_document, fair_match, hand, heading

MATCH = fair_match()


def verdicts(document: Document) -> list[DealCheck]:
    return list(verify_deals(record_of(document)))


def spoilt(number: int = 1) -> tuple[Document, Document]:
    """The fair match as a document, and one of its hands to spoil."""
    document = as_document(MATCH)
    return document, document["hands"][number]


def test_an_honest_match_is_verified_hand_by_hand() -> None:
    report = replay(MATCH)
    assert report.finished
    assert [check.verdict for check in verify_deals(MATCH)] == [Verdict.VERIFIED] * len(MATCH.hands)
    assert [check.hand for check in verify_deals(MATCH)] == list(range(len(MATCH.hands)))
    assert read_record(write_record(MATCH)) == MATCH


def test_also_one_against_one_and_under_club_rules() -> None:
    duel = fair_match(players=2, match_id="mesa-2")
    assert {check.verdict for check in verify_deals(duel)} == {Verdict.VERIFIED}


def test_two_cards_exchanged_are_found() -> None:
    document, one = spoilt()
    hands = one["deal"]["hands"]
    last = one["deal"]["vira"]
    one["deal"]["vira"], hands[0][0] = hands[0][0], last
    one["actions"] = []
    document["hands"] = document["hands"][:2]
    assert verdicts(document)[1] == DealCheck(1, Verdict.FAILED, ("deal_differs",))


def test_the_order_in_a_hand_counts_too() -> None:
    document, one = spoilt()
    one["deal"]["hands"][0].reverse()
    assert verdicts(document)[1] == DealCheck(1, Verdict.FAILED, ("deal_differs",))


@pytest.mark.parametrize("entry", [{"cuts": [11]}, {"cuts": []}, {"cuts": [6, 1]}, {"burn": 0}, {"burn": 2}])
def test_another_cut_or_burn_is_found(entry: Document) -> None:
    document, one = spoilt()
    assert (one["fair"]["cuts"], one["fair"]["burn"]) == ([6], 1)
    one["fair"].update(entry)
    assert verdicts(document)[1] == DealCheck(1, Verdict.FAILED, ("deal_differs",))


def test_another_seed_is_found() -> None:
    document, one = spoilt()
    one["fair"]["seed"] = SEED
    assert verdicts(document)[1] == DealCheck(1, Verdict.FAILED, ("commitment_differs", "deal_differs"))


def test_another_commitment_is_found() -> None:
    document, one = spoilt()
    one["fair"]["commitment"] = SEED
    assert verdicts(document)[1] == DealCheck(1, Verdict.FAILED, ("commitment_differs",))


def test_a_proof_of_another_hand_or_match_is_found() -> None:
    document, one = spoilt()
    one["fair"] = {**document["hands"][0]["fair"]}
    assert verdicts(document)[1].verdict is Verdict.FAILED
    moved = as_document(MATCH) | {"match": "mesa-3"}
    assert {check.problems for check in verdicts(moved)} == {("commitment_differs", "deal_differs")}


def test_a_finished_match_owes_its_seeds() -> None:
    document, one = spoilt()
    del one["fair"]["seed"]
    assert verdicts(document)[1] == DealCheck(1, Verdict.FAILED, ("seed_not_revealed",))
    document["hands"] = document["hands"][:3]
    assert verdicts(document)[1] == DealCheck(1, Verdict.NOT_REVEALED), "an unfinished one does not"


def test_where_one_hand_has_a_proof_all_owe_theirs() -> None:
    document, one = spoilt()
    del one["fair"]
    assert verdicts(document)[1] == DealCheck(1, Verdict.FAILED, ("commitment_missing",))
    for each in document["hands"]:
        each.pop("fair", None)
    assert {check.verdict for check in verdicts(document)} == {Verdict.NOT_FAIR}


@pytest.mark.parametrize("match_id", [None, "", "mesa|1", "mão"])
def test_seeds_are_checked_against_the_name_of_the_match(match_id: str | None) -> None:
    document = as_document(MATCH) | {"match": match_id}
    with pytest.raises(InputError) as error:
        verdicts(document)
    assert error_document(error.value)["where"]


@pytest.mark.parametrize(
    "fair",
    [
        {"commitment": SEED, "cuts": [40]},
        {"commitment": SEED, "cuts": [-1]},
        {"commitment": SEED, "burn": 4},
        {"commitment": SEED, "burn": True},
        {"commitment": SEED, "seed": "XY"},
        {"commitment": SEED.upper().replace("0", "A")},
        {"commitment": SEED, "cuts": [10**30]},
        {"commitment": SEED, "luck": 1},
    ],
)
def test_a_proof_that_cannot_be_is_refused(fair: Document) -> None:
    document, one = spoilt()
    one["fair"] = fair
    with pytest.raises(InputError) as error:
        verdicts(document)
    assert (error_document(error.value)["hand"], error.value.action) == (1, None)


def test_a_record_that_cannot_be_replayed_is_not_verified() -> None:
    document, one = spoilt()
    one["actions"][0]["seat"] = (one["actions"][0]["seat"] + 1) % 4
    with pytest.raises(RuleBroken):
        verdicts(document)


@pytest.mark.parametrize(
    ("score", "fair", "rule"),
    [
        ([11, 11], {"cuts": [1, 2]}, "iron.cuts"),
        ([11, 11], {"burn": 1}, "iron.burn"),
        ([11, 4], {"burn": 1}, "eleven.burn"),
        ([4, 4], {"burn": 4}, "dealing.burn_limit"),
        ([4, 4], {"cuts": [40]}, "dealing.cutter"),
    ],
)
def test_a_proof_is_bound_by_the_rules_of_the_table(score: list[int], fair: Document, rule: str) -> None:
    record = record_of(heading(hands=[hand(start=score, fair={"commitment": SEED, **fair})]))
    with pytest.raises(RuleBroken) as error:
        replay(record)
    document = error_document(error.value)
    assert (document["rule"], document["hand"], document["action"]) == (rule, 0, None)

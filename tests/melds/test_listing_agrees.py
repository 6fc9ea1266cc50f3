"""What is listed is what is legal, under rules that no regulation has and a club might: every row of cards is tried."""

import random
from collections.abc import Iterable, Iterator
from itertools import permutations

import pytest

from carteado.cards import Card
from carteado.melds import CardId, Kind, Meld, Shape, Shapes, extended_forms, faces, shapes_of
from carteado.melds.deck import ALL_COPIES, cards_with_faces
from carteado.melds.forms import melds_in
from carteado.regulation import MeldsRules, Refusal, Regulation
from tests.melds.tables import AF, AP, FA, cards, house, rules_of

Row = tuple[Card, ...]
HANDS, HAND_SIZE, LONGEST = 20, 6, 5
ODD_RULES = {
    "two wild ranks": house(AP, melds__wild_ranks=["2", "3"]),
    "three wild ranks, two wilds": house(AP, melds__wild_ranks=["2", "3", "4"], melds__wild_limit=2),
    "wild aces": house(AP, melds__wild_ranks=["A"]),
    "wild ends, two wilds": house(AP, melds__wild_ranks=["A", "K"], melds__wild_limit=2),
    "two cards are a run": house(AP, melds__min_cards=2),
    "two wilds in a run or set": house(AP, melds__wild_limit=2, melds__set_ranks=["A", "K", "7"]),
    "a wild rank among the runs": house(AF, melds__wild_ranks=["2", "4"], melds__set_ranks=["5", "A"]),
    "two cards are a set": house(AF, melds__min_cards=2),
    "few sets, two wilds": house(FA, melds__wild_limit=2),
}
odd_rules = pytest.mark.parametrize("regulation", ODD_RULES.values(), ids=ODD_RULES)


def hands(rules: MeldsRules) -> Iterator[tuple[CardId, ...]]:
    """Hands with something to meld: cards near one another, some of them twice, and wilds."""
    rng = random.Random(1)
    order, wilds = rules.melds.run_order, sorted(shapes_of(rules.melds).wilds)
    for _ in range(HANDS):
        start = rng.randrange(len(order) - 3)
        suit, other = rng.sample("chsd", 2)
        near = [Card(rank, suit) for rank in order[start : start + 4]]
        others = [Card(rank, other) for rank in rng.sample(order, 2)]
        ids = cards_with_faces(rng.sample([*near, *near, *others], HAND_SIZE - 2) + rng.sample(wilds, 2), ALL_COPIES)
        assert ids is not None
        yield ids


def distinct_melds(shapes: Shapes, rows: Iterable[Row], kind: Kind | None = None) -> set[Row]:
    """The rows that are a meld, of the kind if one is given; a set is the same in whatever order it is written.

    One card and wilds are offered as a run alone, where they can be one: which is meant, only the order could tell.
    """
    melds = set()
    for row in rows:
        shape = shapes.read(row) if kind is None else shapes.read_as(kind, row)
        if isinstance(shape, Shape) and shape.kind is Kind.RUN:
            melds.add(row)
        elif isinstance(shape, Shape) and (kind is Kind.SET or len(row) - len(shape.wilds) > 1):
            melds.add(tuple(sorted(row)))
    return melds


@odd_rules
def test_every_meld_of_a_hand_is_listed_once_and_no_other(regulation: Regulation) -> None:
    rules = rules_of(regulation)
    shapes = shapes_of(rules.melds)
    for hand in hands(rules):
        listed = [meld for meld in melds_in(shapes, hand) if len(meld) <= LONGEST]
        tried = (faces(row) for size in range(1, LONGEST + 1) for row in permutations(hand, size))
        assert all(isinstance(shapes.read(meld), Shape) for meld in listed)
        assert len(set(listed)) == len(listed)
        assert distinct_melds(shapes, listed) == distinct_melds(shapes, tried)


@odd_rules
def test_every_form_of_a_longer_meld_is_listed_and_none_changes_its_suit_or_rank(regulation: Regulation) -> None:
    rules = rules_of(regulation)
    shapes = shapes_of(rules.melds)
    for hand in hands(rules):
        for old in [meld for meld in melds_in(shapes, hand) if len(meld) < LONGEST]:
            ids, shape = cards_with_faces(old, hand), shapes.read(old)
            assert ids is not None
            assert isinstance(shape, Shape)
            for card in set(hand).difference(ids):
                listed = extended_forms(rules, Meld(ids, old, shape), faces([card]))
                tried = {faces(row) for row in permutations((*ids, card))}
                readings = [shapes.read_as(shape.kind, row) for row in tried]
                assert {read.of for read in readings if isinstance(read, Shape)} <= {shape.of}
                assert distinct_melds(shapes, listed, shape.kind) == distinct_melds(shapes, tried, shape.kind)


def test_a_run_of_wild_ranks_alone_has_no_suit() -> None:
    club = rules_of(ODD_RULES["two wild ranks"])
    refused = shapes_of(club.melds).read(cards("2h 2c 3c"))
    assert isinstance(refused, Refusal)
    assert (refused.key, refused.code) == ("melds.wild_limit", "only_wilds")
    assert isinstance(shapes_of(club.melds).read(cards("2h 2c 3c 4c")), Shape)

"""Every meld that the cards of a hand can form, and every longer form of a meld on the table."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from carteado.cards import SUITS, Card
from carteado.melds.deck import ALL_COPIES, Bag, CardId, bag_of, cards_with_faces, number_in, unpacked
from carteado.melds.patterns import reach
from carteado.melds.shapes import FIELD, Cards, Kind, Shapes, shapes_of
from carteado.melds.state import Meld
from carteado.regulation import MeldsRules

_SHIFTS = {suit: FIELD * index for index, suit in enumerate(SUITS)}
_PLACES = (1 << FIELD) - 1


class Holding(NamedTuple):
    """A hand sorted for melding.

    ``places`` has the places of its cards in runs, and ``ends`` counts the aces that may be low or high, both by suit.
    ``bag`` counts the cards of each face and ``wilds`` the wilds among them; a meld may have ``slots`` of these.
    """

    places: dict[str, int]
    ends: dict[str, int]
    bag: Bag
    wilds: Bag
    slots: int


class Part(NamedTuple):
    """The cards of a hand that can be in runs of a suit, as places, or in sets of a rank, as a bag.

    Both are numbers, so that a part is a fast key for cached results.
    """

    of: str
    naturals: int
    ends: int
    wilds: Bag


def holding(shapes: Shapes, cards: Iterable[CardId]) -> Holding:
    places, bag = 0, bag_of(cards)
    for card in cards:
        places |= shapes.card_places[card]
    wilds = bag & shapes.wild_mask
    return Holding(
        places={suit: places >> shift & _PLACES for suit, shift in _SHIFTS.items()},
        ends={card.suit: number_in(bag, card) for card in shapes.movable},
        bag=bag,
        wilds=wilds,
        slots=min(len(unpacked(wilds)), shapes.rules.wild_limit),
    )


def parts(shapes: Shapes, held: Holding, including: Card | None = None) -> list[Part]:
    """The parts of a hand that can be in a new meld: by suit, then by rank in the order of their first cards.

    With ``including``, only the parts of that card's suit and rank.
    """
    runs = [
        Part(suit, useful, held.ends.get(suit, 0), held.wilds)
        for suit, places in held.places.items()
        if (including is None or suit == including.suit) and (useful := shapes.useful_places(places, held.slots))
    ]
    sets = [
        Part(rank, naturals, 0, held.wilds)
        for rank, mask in shapes.rank_masks.items()
        if (naturals := held.bag & mask) and naturals not in shapes.hopeless
        if including is None or rank == including.rank
    ]
    sets.sort(key=_first_card)
    return runs + sets


def _first_card(part: Part) -> int:
    return part.naturals & -part.naturals


def melds_of(shapes: Shapes, part: Part) -> Sequence[Cards]:
    """Every meld of the part's suit or rank."""
    wilds = unpacked(part.wilds)
    if part.of in SUITS:
        return shapes.runs(part.of, part.naturals, part.ends, wilds)
    return shapes.sets((), unpacked(part.naturals), wilds)


def part_for(shapes: Shapes, held: Holding, meld: Meld) -> Part | None:
    """The part of a hand that can be added to the meld, if any."""
    of = meld.shape.of
    if meld.shape.kind is Kind.SET:
        room = shapes.rules.wild_limit > len(meld.shape.wilds)
        naturals, wilds = held.bag & shapes.rank_masks[of], held.wilds if room else 0
        return Part(of, naturals, 0, wilds) if naturals or wilds else None
    if not held.places[of] and not held.wilds:
        return None
    laid = shapes.laid_run(meld.faces, of)
    wilds = held.wilds if laid.takes_wilds else held.wilds & shapes.natural_masks[of]
    places = held.places[of] & ~laid.fixed
    if places and laid.fixed:
        gaps = shapes.rules.wild_limit if wilds or laid.wilds else 0
        places &= reach(places | laid.pool, laid.fixed, gaps)
    return Part(of, places, held.ends.get(of, 0) if places & 1 else 0, wilds) if places or wilds else None


def longer_forms(shapes: Shapes, old: Cards, part: Part) -> Sequence[Cards]:
    """Every form of the old cards with some of the part added."""
    wilds = unpacked(part.wilds)
    if part.of in SUITS:
        return shapes.longer_runs(old, part.of, part.naturals, part.ends, wilds)
    return shapes.sets(old, unpacked(part.naturals), wilds)


def melds_in(shapes: Shapes, cards: Iterable[CardId]) -> list[Cards]:
    """Every meld that can be laid from the cards, each once."""
    held = holding(shapes, cards)
    return list(dict.fromkeys(meld for part in parts(shapes, held) for meld in melds_of(shapes, part)))


def meld_forms(rules: MeldsRules, cards: Sequence[Card]) -> list[Cards]:
    """Every way to write exactly these cards as one meld."""
    ids = cards_with_faces(cards, ALL_COPIES)
    return [meld for meld in melds_in(shapes_of(rules.melds), ids or ()) if len(meld) == len(cards)]


def extended_forms(rules: MeldsRules, meld: Meld, added: Sequence[Card]) -> list[Cards]:
    """Every way to write the meld with exactly these cards added."""
    ids = cards_with_faces(added, ALL_COPIES)
    shapes = shapes_of(rules.melds)
    part = part_for(shapes, holding(shapes, ids or ()), meld)
    size = len(meld.cards) + len(added)
    return [to for to in longer_forms(shapes, meld.faces, part) if len(to) == size] if part else []

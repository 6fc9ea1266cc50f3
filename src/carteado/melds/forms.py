"""Hands sorted for melding, and every form that cards can be laid in."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from carteado.cards import Card
from carteado.melds.deck import ALL_COPIES, CardId, faces, found
from carteado.melds.shapes import Cards, Kind, Shapes, shapes_of
from carteado.melds.state import Meld
from carteado.regulation import MeldsRules


class Holding(NamedTuple):
    """A hand sorted for melding; cards that no meld takes are left out."""

    by_suit: dict[str, Cards]
    by_rank: dict[str, Cards]
    wilds: Cards


def holding(shapes: Shapes, cards: Iterable[CardId]) -> Holding:
    by_suit: dict[str, list[Card]] = {}
    by_rank: dict[str, list[Card]] = {}
    wilds: list[Card] = []
    for card in faces(sorted(cards)):
        if card in shapes.wilds:
            wilds.append(card)
            continue
        if card in shapes.in_runs:
            by_suit.setdefault(card.suit, []).append(card)
        if card in shapes.in_sets:
            by_rank.setdefault(card.rank, []).append(card)
    return Holding(
        {suit: tuple(some) for suit, some in by_suit.items()},
        {rank: tuple(some) for rank, some in by_rank.items()},
        tuple(wilds),
    )


def melds_in(shapes: Shapes, held: Holding) -> list[Cards]:
    """Every single meld that can be laid from the cards, each once."""
    melds: list[Cards] = []
    for suit, naturals in held.by_suit.items():
        clusters = list(shapes.clusters(suit, naturals, held.wilds))
        runs = [run for cluster in clusters for run in shapes.runs(suit, cluster, held.wilds)]
        # An ace that is low and high, or a 2 that is natural and wild, may lie in two clusters.
        melds += runs if len(clusters) < 2 else dict.fromkeys(runs)
    for rank, naturals in held.by_rank.items():
        if len(naturals) + shapes.rules.wild_limit >= shapes.rules.min_cards:
            melds += shapes.sets(rank, naturals, held.wilds)
    # With two wilds a single card can be written as a run and as a set.
    return melds if shapes.rules.wild_limit < 2 else list(dict.fromkeys(melds))


def melds_with(shapes: Shapes, held: Holding, card: Card) -> list[Cards]:
    """Every single meld of these cards that one of them is in."""
    if shapes.is_wild(card):
        nearby = melds_in(shapes, held)
    else:
        by_suit = {suit: cards for suit, cards in held.by_suit.items() if suit == card.suit}
        by_rank = {rank: cards for rank, cards in held.by_rank.items() if rank == card.rank}
        nearby = melds_in(shapes, Holding(by_suit, by_rank, held.wilds))
    return [meld for meld in nearby if card in meld]


def longer(shapes: Shapes, meld: Meld, held: Holding) -> Sequence[Cards]:
    """Every form of the meld with some of these cards added."""
    of, old = meld.shape.of, meld.faces
    if meld.shape.kind is Kind.SET:
        naturals = held.by_rank.get(of, ())
        return shapes.larger_sets(old, of, naturals, held.wilds) if naturals or held.wilds else ()
    naturals = held.by_suit.get(of, ())
    if naturals:
        naturals = shapes.within_reach(old, of, naturals, bool(held.wilds))
    return shapes.longer_runs(old, of, naturals, held.wilds) if naturals or held.wilds else ()


def written_forms(rules: MeldsRules, cards: Sequence[Card]) -> list[Cards]:
    """Every way to write exactly these cards as one meld."""
    ids = found(cards, ALL_COPIES)
    shapes = shapes_of(rules.melds)
    return [meld for meld in melds_in(shapes, holding(shapes, ids or ())) if len(meld) == len(cards)]


def extended_forms(rules: MeldsRules, meld: Meld, added: Sequence[Card]) -> list[Cards]:
    """Every way to write the meld with exactly these cards added."""
    ids = found(added, ALL_COPIES)
    shapes = shapes_of(rules.melds)
    size = len(meld.cards) + len(added)
    return [to for to in longer(shapes, meld, holding(shapes, ids or ())) if len(to) == size]

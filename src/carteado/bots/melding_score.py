"""The count of the hand if it ended now, as far as a seat knows."""

from collections.abc import Sequence

from carteado.bots.melding import Form
from carteado.bots.melding_sight import Sight
from carteado.melds import MortoState, Tally, lines_of
from carteado.regulation.melds_rules import UnplayedMorto


def count_if_out(sight: Sight, melds: Sequence[Form], newly_melded: float) -> tuple[float, float]:
    """The points of the seat's pair and of the other pair, if the seat goes out with these melds on the table."""
    ours = newly_melded + _count(sight, sight.pair, melds, holders=[(sight.seat + 2) % 4])
    return ours, _count(sight, 1 - sight.pair, sight.their_melds, holders=[1 - sight.pair, 3 - sight.pair])


def _count(sight: Sight, pair: int, melds: Sequence[Form], *, holders: Sequence[int]) -> float:
    """A pair's points for its melds and the morto, less the cards that its players still hold."""
    unplayed = [seat for seat in holders if seat in sight.hand["unplayed_mortos"] and _is_void(sight, pair)]
    tally = _tally(sight, pair, melds, bool(unplayed))
    lines = lines_of(sight.lore.rules, pair, tally, others_went_out=pair != sight.pair)
    points = sum(line.points for line in lines)
    laid = (card for meld in sight.hand["sides"][pair]["melds"] for card in meld["cards"])
    held: int = sum(sight.hand["counts"][seat] for seat in holders if seat not in unplayed)
    return points + sum(sight.lore.points[card[0]] for card in laid) - held * sight.lore.average


def _tally(sight: Sight, pair: int, melds: Sequence[Form], unplayed: bool) -> Tally:
    """The counts of a pair without its cards, because a seat does not know all of them."""
    sides, mortos = sight.hand["sides"], sight.lore.rules.dealing.mortos
    full = [form for form in melds if sight.lore.is_canastra(form)]
    clean = sum(1 for form in full if not form.wilds)
    taken = MortoState.TAKEN if sides[pair]["took_morto"] else MortoState.NOT_TAKEN
    return Tally(
        went_out=pair == sight.pair,
        clean=clean,
        dirty=len(full) - clean,
        red_threes=len(sides[pair]["red_threes"]),
        red_threes_in_hand=0,
        black_threes_in_hand=0,
        melded={},
        in_hand={},
        morto=MortoState.UNPLAYED if unplayed else taken,
        morto_converted=not sight.hand["mortos"] and sum(side["took_morto"] for side in sides) < mortos,
    )


def _is_void(sight: Sight, pair: int) -> bool:
    """Whether a morto that the pair has not played from counts as not taken. Key: scoring.unplayed_morto."""
    return {
        UnplayedMorto.OPPONENTS_GO_OUT: pair != sight.pair,
        UnplayedMorto.ANYONE_GOES_OUT: True,
        UnplayedMorto.ALWAYS_COUNTED: False,
    }[sight.lore.rules.scoring.unplayed_morto]

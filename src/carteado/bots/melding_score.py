"""How the hand would be counted if it ended now, as far as a seat can tell."""

from collections.abc import Sequence

from carteado.bots.melding import Form
from carteado.bots.melding_sight import Sight
from carteado.melds.views import SideView
from carteado.regulation.melds_rules import NoMortoPaidBy, UnplayedMorto


def lead_by_going_out(sight: Sight, melds: Sequence[Form], newly_melded: float) -> float:
    """One's own points less the others', if the seat goes out with these melds on the table."""
    partner = (sight.seat + 2) % int(sight.view["players"])
    scoring = sight.lore.rules.scoring
    ours = scoring.going_out + newly_melded + _table(sight, sight.own, melds)
    if sight.own["took_morto"]:
        ours -= _unplayed(sight, partner, by_others=False)
    elif scoring.no_morto_paid_by is NoMortoPaidBy.EVERY_PAIR:
        ours -= scoring.no_morto
    theirs = _table(sight, sight.theirs, sight.their_melds)
    if not sight.theirs["took_morto"]:
        theirs -= scoring.no_morto
    theirs -= sum(_unplayed(sight, seat, by_others=True) for seat in range(1 - sight.pair, 4, 2))
    return ours - theirs


def _table(sight: Sight, side: SideView, melds: Sequence[Form]) -> float:
    """Canastras, red threes and the cards of the melds."""
    rules = sight.lore.rules
    full = [form for form in melds if sight.lore.is_canastra(form)]
    clean = sum(1 for form in full if not form.wilds)
    points = clean * rules.scoring.clean_canastra + (len(full) - clean) * rules.scoring.dirty_canastra
    if rules.red_threes:
        sign = 1 if sight.meets(rules.red_threes.requires, melds) else -1
        points += sign * rules.red_threes.value * len(side["red_threes"])
    return points + sum(sight.lore.points[card[0]] for meld in side["melds"] for card in meld["cards"])


def _unplayed(sight: Sight, seat: int, *, by_others: bool) -> float:
    """What the cards of another seat cost its pair; a morto not played from may count as not taken.

    Key: scoring.unplayed_morto.
    """
    scoring = sight.lore.rules.scoring
    voids = {
        UnplayedMorto.OPPONENTS_GO_OUT: by_others,
        UnplayedMorto.ANYONE_GOES_OUT: True,
        UnplayedMorto.ALWAYS_COUNTED: False,
    }[scoring.unplayed_morto]
    if voids and seat in sight.hand["unplayed_mortos"]:
        return scoring.no_morto
    return float(sight.hand["counts"][seat]) * sight.lore.average

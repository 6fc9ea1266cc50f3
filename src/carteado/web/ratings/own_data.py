"""Ratings and matches of one account, for the export of personal data."""

from django.db.models import Q, QuerySet

from carteado.web.people import references
from carteado.web.people.models import User
from carteado.web.ratings.models import Played, Standing


def standings_of(user: User) -> QuerySet[Standing]:
    """The account's ratings, alone and with each partner."""
    return Standing.objects.filter(Q(first=user) | Q(second=user)).order_by("game", "pk")


def exported_ratings(user: User) -> dict[str, object]:
    """Ratings and matches as plain values. Other players appear only by reference, since their names are not this
    account's data."""
    parts = Played.objects.filter(user=user).select_related("judged__match__table").order_by("at", "pk")
    return {
        "me": references.of_user(user),
        "ratings": [
            {
                "game": one.game,
                "of": one.who.split("+"),
                "mu": one.mu,
                "sigma": one.sigma,
                "matches": one.matches,
                "wins": one.wins,
            }
            for one in standings_of(user)
        ],
        "matches": [
            {
                "table": one.judged.match.table.code,
                "number": one.judged.match.number,
                "game": one.game,
                "at": one.at.isoformat(),
                "sides": one.judged.sides,
                "seat": one.seat,
                "won": one.is_won,
                "counted": one.judged.verdict,
                "value": one.value,
                "change": one.change,
                "counts": one.counts,
            }
            for one in parts
        ],
    }

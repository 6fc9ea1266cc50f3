"""The strength of players and pairs, computed from won and lost matches with OpenSkill's Plackett–Luce model and its
default parameters.

Pure functions: earlier ratings and one match give the new ratings, to the last bit. A match is rated twice: between
four people in two teams, which measures how strong each is with any partner, and between two pairs as they sat, which
measures how strong the two are together. Bots are the yardstick. A bot has a newcomer's estimated strength without any
uncertainty, and keeps it; otherwise the whole scale would drift as people come and go.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from openskill.models import PlackettLuce, PlackettLuceRating

MODEL = PlackettLuce()
SCALE = 40
"""Points shown for one point of the model: a bot has 1000."""
SIGMAS_SUBTRACTED = 3
"""The value shown is the estimate minus this many standard deviations, so that it is almost certainly reached."""
ENOUGH, ENOUGH_TOGETHER = 10, 5
"""Matches after which a player, and a pair, is no longer provisional."""
FIRM_SIGMA = 3.5
"""The standard deviation below which a rating hardly moves any more."""

Who = str
"""A reference: ``user:3``, ``bot:matreiro``, or the two members of a pair: ``user:3+user:7``."""
Side = tuple[Who, ...]


class Tally(NamedTuple):
    """The rating of a player or pair, with the number of matches behind it."""

    mu: float = MODEL.mu
    sigma: float = MODEL.sigma
    matches: int = 0
    wins: int = 0

    @property
    def value(self) -> int:
        """The strength that is almost certain, in points. A newcomer's is 0."""
        return round(SCALE * (self.mu - SIGMAS_SUBTRACTED * self.sigma))

    @property
    def upper(self) -> int:
        """The greatest strength that is likely, in points."""
        return round(SCALE * (self.mu + SIGMAS_SUBTRACTED * self.sigma))


NEW = Tally()
"""The rating of a newcomer."""
BOT = Tally(sigma=0.0)
"""The rating of every bot, which never changes."""
Tallies = Mapping[Who, Tally]


class Outcome(NamedTuple):
    """The result of a match between two sides of one or two players each. ``winner`` is the index of a side."""

    sides: tuple[Side, Side]
    winner: int


def is_bot(who: Who) -> bool:
    """True for a bot, and for a pair of two bots."""
    return all(one.startswith("bot:") for one in members(who))


def members(who: Who) -> tuple[Who, ...]:
    return tuple(who.split("+"))


def together(side: Iterable[Who]) -> Who:
    """The reference of a pair, the same in whichever order they sit."""
    return "+".join(sorted(side))


def rated(outcome: Outcome) -> list[Who]:
    """All players and pairs whose rating the match changes."""
    people = [who for side in outcome.sides for who in side]
    pairs = [together(side) for side in outcome.sides if len(side) > 1]
    return [who for who in (*people, *pairs) if not is_bot(who)]


def ratings_after(ratings_before: Tallies, outcome: Outcome) -> dict[Who, Tally]:
    """Ratings after a match, of all players and pairs whose rating it changes."""
    changed = _rated_teams(ratings_before, outcome.sides, outcome.winner)
    if all(len(side) > 1 for side in outcome.sides):
        changed |= _rated_teams(ratings_before, [(together(side),) for side in outcome.sides], outcome.winner)
    return changed


def _rated_teams(ratings_before: Tallies, sides: Iterable[Side], winner: int) -> dict[Who, Tally]:
    """New ratings of all members of the sides but bots. A member is a player, or a pair that is rated as one."""
    teams = [[(who, BOT if is_bot(who) else ratings_before.get(who, NEW)) for who in side] for side in sides]
    places = [0.0 if side == winner else 1.0 for side in range(len(teams))]
    new_rates = MODEL.rate([[_skill(tally) for _who, tally in team] for team in teams], ranks=places)
    return {
        who: Tally(rate.mu, rate.sigma, tally.matches + 1, tally.wins + (side == winner))
        for side, (team, rates) in enumerate(zip(teams, new_rates, strict=True))
        for (who, tally), rate in zip(team, rates, strict=True)
        if not is_bot(who)
    }


def _skill(tally: Tally) -> PlackettLuceRating:
    return MODEL.rating(mu=tally.mu, sigma=tally.sigma)

"""How strong players and pairs are, by the matches that they won and lost: OpenSkill's Plackett–Luce, with its own
numbers. Pure: what was known before and one match give what is known after, to the last bit.

A match is rated twice: between four people in two teams, which tells how strong each is with any partner, and between
two pairs as they sat, which tells how strong two are together. Bots are the yardstick: a bot is as strong as a newcomer
is taken to be, without doubt, and stays so, or the whole scale would drift as people come and go.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from openskill.models import PlackettLuce, PlackettLuceRating

MODEL = PlackettLuce()
SCALE = 40
"""Points shown for one of the model's: a bot has a thousand."""
DOUBTS = 3
"""How many deviations below the estimate is what somebody is worth for sure."""
ENOUGH, ENOUGH_TOGETHER = 10, 5
"""Matches after which a player, and a pair, is no longer provisional."""
FIRM = 3.5
"""The deviation below which a rating hardly moves any more."""

Who = str
"""``user:3``, ``bot:matreiro``, or the two of a pair: ``user:3+user:7``."""
Side = tuple[Who, ...]


class Tally(NamedTuple):
    """What is known of a player or a pair."""

    mu: float = MODEL.mu
    sigma: float = MODEL.sigma
    matches: int = 0
    wins: int = 0

    @property
    def value(self) -> int:
        """What he is worth for sure; new, he is worth nothing yet."""
        return round(SCALE * (self.mu - DOUBTS * self.sigma))

    @property
    def upper(self) -> int:
        """What he may be worth at most."""
        return round(SCALE * (self.mu + DOUBTS * self.sigma))


NEW = Tally()
BOT = Tally(sigma=0.0)
Tallies = Mapping[Who, Tally]


class Outcome(NamedTuple):
    """A match between two sides, of one or two each."""

    sides: tuple[Side, Side]
    winner: int


def is_bot(who: Who) -> bool:
    """Also of a pair: of bots alone."""
    return all(one.startswith("bot:") for one in members(who))


def members(who: Who) -> tuple[Who, ...]:
    return tuple(who.split("+"))


def together(side: Iterable[Who]) -> Who:
    """Two who play together, whoever sits first."""
    return "+".join(sorted(side))


def rated(outcome: Outcome) -> list[Who]:
    """Everybody of whom the match tells something."""
    people = [who for side in outcome.sides for who in side]
    pairs = [together(side) for side in outcome.sides if len(side) > 1]
    return [who for who in (*people, *pairs) if not is_bot(who)]


def after(known: Tallies, outcome: Outcome) -> dict[Who, Tally]:
    """What is known now of all of whom the match tells something."""
    changed = _played(known, outcome.sides, outcome.winner)
    if all(len(side) > 1 for side in outcome.sides):
        changed |= _played(known, [(together(side),) for side in outcome.sides], outcome.winner)
    return changed


def _played(known: Tallies, sides: Iterable[Side], winner: int) -> dict[Who, Tally]:
    teams = [[(who, BOT if is_bot(who) else known.get(who, NEW)) for who in side] for side in sides]
    places = [0.0 if side == winner else 1.0 for side in range(len(teams))]
    found = MODEL.rate([[_skill(tally) for _who, tally in team] for team in teams], ranks=places)
    return {
        who: Tally(now.mu, now.sigma, tally.matches + 1, tally.wins + (side == winner))
        for side, (team, rates) in enumerate(zip(teams, found, strict=True))
        for (who, tally), now in zip(team, rates, strict=True)
        if not is_bot(who)
    }


def _skill(tally: Tally) -> PlackettLuceRating:
    return MODEL.rating(mu=tally.mu, sigma=tally.sigma)

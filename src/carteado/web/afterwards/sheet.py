"""The results sheet: who won, everybody's place and why, every match, the points of delegations, what was decided."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from carteado.tournament.championship import Ruled
from carteado.web.pages.results import Match, Teller
from carteado.web.pages.rulebook import Rule, rulebook
from carteado.web.watch.showing import Shown
from carteado.web.watch.tables import Standings, standings_of


class Part(NamedTuple):
    """The matches of a phase."""

    title: str
    matches: tuple[Match, ...]


class Decision(NamedTuple):
    """A case that no rule covers; ``number`` is that of its match, if it is about one."""

    ruled: Ruled
    number: int | None


class Departure(NamedTuple):
    """A pair that left for good, and the key of the rule by which. The reason is for the team."""

    pair: str
    key: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    champion: str
    standings: Standings
    parts: tuple[Part, ...]
    decisions: tuple[Decision, ...]
    departures: tuple[Departure, ...]
    changed: tuple[Rule, ...]

    @property
    def podium(self) -> tuple[tuple[int, tuple[str, ...]], ...]:
        """The first three ranks with all who share them, once nothing can move them."""
        places = [one for one in self.standings.places if one.rank <= 3] if self.standings.is_final else []
        shared = groupby(places, lambda one: one.rank)
        return tuple((rank, tuple(one.name for one in those)) for rank, those in shared)


def sheet_of(shown: Shown) -> Sheet | None:
    """None before anything is drawn."""
    championship, standings = shown.championship, standings_of(shown)
    if standings is None:
        return None
    champion, teller = championship.bracket.champion, Teller(championship, shown.names)
    citations = championship.regulation.citations
    return Sheet(
        champion=shown.name(champion) if champion else "",
        standings=standings,
        parts=tuple(_parts(teller)),
        decisions=tuple(Decision(one, teller.numbers.get(one.match or "")) for one in championship.decisions),
        departures=tuple(
            Departure(shown.name(pair), one.key if one.key in citations else "")
            for pair, one in championship.departures.items()
        ),
        changed=tuple(one for one in rulebook(championship.regulation).rules if one.citation.changed_by),
    )


def _parts(teller: Teller) -> Iterator[Part]:
    """What was decided; a match that nobody had to play is none."""
    decided = [one for one in teller.matches() if one.is_decided and all(side.name for side in one.sides)]
    for title, matches in groupby(decided, lambda one: one.phase):
        yield Part(title, tuple(matches))

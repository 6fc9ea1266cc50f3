"""Standings with reasons: tables, lucky losers, final places, and points of delegations."""

from collections.abc import Iterator
from typing import NamedTuple

from carteado.tournament.formats.stages import Kind
from carteado.tournament.ranking.criteria import Reason
from carteado.tournament.ranking.points import delegation_awards, delegation_totals
from carteado.tournament.ranking.standings import EventPlacing
from carteado.web.display.phases import ResultsBuilder, group_title
from carteado.web.events.formats import title_of
from carteado.web.kit.words.catalogue import words
from carteado.web.watch.visible_event import VisibleEvent


class ReasonInWords(NamedTuple):
    """Why a pair has its place, in words, and the key of the rule; empty if the regulation has no article for it."""

    text: str
    key: str = ""


class Ranked(NamedTuple):
    """A row of a table: a pair with its place, its numbers and the reason for its place.

    ``rank`` is None while the place is not earned, and for a pair that left. ``link`` leads to the pair's page.
    ``played`` counts the decided matches, with Swiss rounds that the pair sat out, which it wins. ``walkovers`` counts
    those that were decided by W.O. ``scored``, ``conceded`` and their difference ``balance`` are points.
    """

    rank: int | None
    name: str
    link: str
    wins: int
    played: int
    scored: int
    conceded: int
    balance: int
    reason: ReasonInWords
    walkovers: int = 0
    has_left: bool = False


class RankTable(NamedTuple):
    """The standings of a group, a league or a Swiss stage."""

    title: str
    rows: tuple[Ranked, ...]
    is_over: bool


class LuckyLoser(NamedTuple):
    """An eliminated pair that goes on, with the phase that it lost and the reason why it and no other goes on."""

    phase: str
    name: str
    link: str
    reason: ReasonInWords


class Award(NamedTuple):
    """The points that a pair has earned for its delegation. ``rank`` is its place; None for a pair without one. Behind
    the third place, and without a place, they are for participation.

    ``key`` is the key of the rule that gives them.
    """

    pair: str
    rank: int | None
    points: int
    key: str


class DelegationRow(NamedTuple):
    """A delegation with its place and points."""

    rank: int
    name: str
    points: int
    awards: tuple[Award, ...]


class Standings(NamedTuple):
    """The standings of an event, as far as they go.

    ``tables`` are those of groups, leagues and Swiss stages. ``places`` lists all pairs over all stages, with the
    places that are earned; empty until a match has ended. ``is_final`` once all are. ``delegations`` is empty if none
    gets points.
    """

    tables: tuple[RankTable, ...]
    lucky: tuple[LuckyLoser, ...]
    places: tuple[Ranked, ...]
    delegations: tuple[DelegationRow, ...]
    is_final: bool


def standings_of(visible: VisibleEvent) -> Standings | None:
    """The standings, or None before anything is drawn."""
    championship = visible.championship
    if not championship.fixtures:
        return None
    builder = _StandingsBuilder(visible)
    has_begun = bool(championship.bracket.outcomes())
    placings = championship.bracket.placings() if has_begun else ()
    return Standings(
        tables=tuple(builder.tables()),
        lucky=tuple(builder.lucky()),
        places=tuple(map(builder.ranked, placings)),
        delegations=tuple(builder.delegations(placings)),
        is_final=championship.bracket.is_over,
    )


def reason_in_words(visible: VisibleEvent, reason: Reason) -> ReasonInWords:
    """The reason in the page's language, with names instead of codes."""
    details = dict(reason.details)
    if isinstance(details.get("other"), str):
        details["other"] = visible.name(str(details["other"]))
    key = reason.key if reason.key in visible.championship.regulation.citations else ""
    # without its key the sentence cites no article: pages link the article behind it
    text = reason._replace(key=None, details=details).sentence(visible.championship.regulation, words())
    return ReasonInWords(text, key or "")


class _StandingsBuilder:
    """Builds the parts of the standings."""

    def __init__(self, visible: VisibleEvent) -> None:
        self.visible, self.championship = visible, visible.championship
        self.builder = ResultsBuilder(visible.championship, visible.names)

    def ranked(self, placing: EventPlacing) -> Ranked:
        """A pair's row, in a table or in the list of places."""
        return Ranked(
            rank=placing.rank,
            name=self.visible.name(placing.pair),
            link=self.builder.link(placing.pair),
            wins=placing.wins,
            played=placing.played,
            scored=placing.scored,
            conceded=placing.conceded,
            balance=placing.balance,
            reason=reason_in_words(self.visible, placing.by),
            walkovers=placing.walkovers,
            has_left=placing.has_left,
        )

    def tables(self) -> Iterator[RankTable]:
        """The tables of stages whose pairs are known."""
        bracket = self.championship.bracket
        for stage in self.championship.plan.stages:
            if stage.kind not in (Kind.GROUPS, Kind.SWISS) or not bracket.is_filled(stage):
                continue
            for group in range(stage.groups):
                title = group_title(group) if stage.groups > 1 else title_of(stage)
                rows = tuple(map(self.ranked, bracket.table(stage.id, group)))
                yield RankTable(title, rows, bracket.is_group_over(stage.id, group))

    def lucky(self) -> Iterator[LuckyLoser]:
        """Pairs that were eliminated and go on.

        Keys: lucky_losers.places, lucky_losers.eliminated.
        """
        for back in self.championship.bracket.come_back():
            for one in back.lucky:
                yield LuckyLoser(
                    words().in_words(back.phase),
                    self.visible.name(one.pair),
                    self.builder.link(one.pair),
                    reason_in_words(self.visible, one.by),
                )

    def delegations(self, placings: tuple[EventPlacing, ...]) -> Iterator[DelegationRow]:
        """The delegations by place, those with the same place by name."""
        awards = delegation_awards(self.championship.regulation, placings, self.championship.delegations)
        name = self.championship.delegation_name
        for total in sorted(delegation_totals(awards), key=lambda one: (one.rank, name(one.delegation))):
            awarded = (one for one in awards if one.delegation == total.delegation)
            of_delegation = tuple(Award(self.visible.name(one.pair), one.rank, one.points, one.key) for one in awarded)
            yield DelegationRow(total.rank, name(total.delegation), total.points, of_delegation)

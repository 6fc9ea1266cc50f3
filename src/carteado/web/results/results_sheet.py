"""The results sheet: champions, all places with reasons, every match, points of delegations, decisions."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from django.utils.translation import gettext as _

from carteado.tournament.formats.slots import MatchId
from carteado.tournament.matches.match_log import MatchLog
from carteado.tournament.state.championship import Ruled
from carteado.web.display.departures import departure_in_words
from carteado.web.display.phases import Match, ResultsBuilder
from carteado.web.kit.forms.form_numbers import figure
from carteado.web.regulations.rulebook import Rule, rulebook
from carteado.web.watch.standings import Standings, standings_of
from carteado.web.watch.visible_event import VisibleEvent


class PhaseMatches(NamedTuple):
    """The matches of a phase."""

    title: str
    matches: tuple[Match, ...]


class Decision(NamedTuple):
    """A decision on a case that no rule covers. ``number`` is the public number of its match; None if the decision is
    about no match, or about one that is not listed."""

    ruled: Ruled
    number: int | None


class RefereeResult(NamedTuple):
    """A W.O. or a corrected result. ``number`` is the public number of the match, ``text`` says what counts, ``key`` is
    the rule to cite, "" if the regulation has none. The reason is left out, because only the team may see it."""

    kind: str
    number: int
    pairs: str
    text: str
    key: str


class Departure(NamedTuple):
    """A pair that left for good, how, and the key of the rule, "" if there is none to cite. The reason is left out,
    because only the team may see it."""

    pair: str
    how: str
    key: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """The content of the results sheet. ``champion`` is a name, "" until there is one. ``parts`` are the decided
    matches by phase, ``changed`` the rules that differ from the regulation."""

    champion: str
    standings: Standings
    parts: tuple[PhaseMatches, ...]
    decisions: tuple[Decision, ...]
    referee_results: tuple[RefereeResult, ...]
    departures: tuple[Departure, ...]
    changed: tuple[Rule, ...]

    @property
    def podium(self) -> tuple[tuple[int, tuple[str, ...]], ...]:
        """The first three ranks, each with all pairs that share it. Empty until the places are final."""
        ranked = [(one.rank, one.name) for one in self.standings.places if one.rank is not None and one.rank <= 3]
        shared = groupby(ranked if self.standings.is_final else [], lambda one: one[0])
        return tuple((rank, tuple(name for _rank, name in those)) for rank, those in shared)


def sheet_of(visible: VisibleEvent) -> Sheet | None:
    """The sheet, or None before anything is drawn."""
    championship, standings = visible.championship, standings_of(visible)
    if standings is None:
        return None
    champion, builder = championship.bracket.champion, ResultsBuilder(championship, visible.names)
    return Sheet(
        champion=visible.name(champion) if champion else "",
        standings=standings,
        parts=tuple(_parts(builder)),
        decisions=tuple(Decision(one, builder.numbers.get(one.match or "")) for one in championship.decisions),
        referee_results=tuple(_referee_results(visible, builder)),
        departures=tuple(
            Departure(visible.name(pair), one.word, one.key)
            for pair in championship.departures
            if (one := departure_in_words(championship, pair))
        ),
        changed=tuple(one for one in rulebook(championship.rules_as_decided).rules if one.citation.changed_by),
    )


def _parts(builder: ResultsBuilder) -> Iterator[PhaseMatches]:
    """The decided matches by phase, without matches that needed no play."""
    decided = [one for one in builder.matches() if one.is_decided and all(side.name for side in one.sides)]
    for title, matches in groupby(decided, lambda one: one.phase):
        yield PhaseMatches(title, tuple(matches))


def _referee_results(visible: VisibleEvent, builder: ResultsBuilder) -> Iterator[RefereeResult]:
    """W.O.s and corrections, match by match. Keys: lateness.result, walkover.score, referee.adjust."""
    championship = visible.championship
    for match, number in builder.numbers.items():
        log = championship.logs.get(match)
        if log is None:
            continue
        pairs = " × ".join(map(visible.name, log.pairs))
        for kind, text, keys in (*_walkovers(visible, match, log), *_corrections(log)):
            key = next((key for key in keys if key in championship.regulation.citations), "")
            yield RefereeResult(kind, number, pairs, text, key)


def _walkovers(visible: VisibleEvent, match: MatchId, log: MatchLog) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """The W.O. given in this match: kind, text, and keys of rules. A W.O. that follows from a departure is left out,
    because the sheet lists the departure."""
    ended = visible.championship.bracket.ended(match)
    if log.absent and not log.follows and ended and ended.outcome:
        absent, score = ", ".join(map(visible.name, log.absent)), " × ".join(map(figure, ended.outcome.points))
        text = _("Absent: {pairs}. It counts {score}.").format(pairs=absent, score=score)
        yield _("W.O."), text, ("lateness.result", "walkover.score")


def _corrections(log: MatchLog) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """The referee's corrections: kind, text, and keys of rules. Each corrects the version before it, or a W.O. if it is
    the first."""
    old_score = _("W.O.")
    for version in log.submissions:
        new_score = ", ".join(" × ".join(map(figure, game.points)) for game in version.games)
        if version.is_correction:
            yield _("Correction"), f"{old_score} → {new_score}", ("referee.adjust",)
        old_score = new_score

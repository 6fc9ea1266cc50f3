"""A championship for those who follow it: phases with matches and scores, and the champion."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import NamedTuple
from urllib.parse import quote

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from carteado.tournament.formats.slots import LoserOf, MatchId, Slot, WinnerOf
from carteado.tournament.formats.stages import GROUP, QUALIFYING, SWISS, THIRD_PLACE, Fixture, Kind, Stage, group_name
from carteado.tournament.matches.clocks import Moment
from carteado.tournament.matches.match_log import MatchLog, State
from carteado.tournament.outcomes import Outcome, PairId
from carteado.tournament.state.bracket import NOBODY
from carteado.tournament.state.championship import Championship
from carteado.tournament.state.numbering import match_numbers, phase_word, when_played
from carteado.web.display.bracket_drawing import Box, BoxState, BracketView, Line, LineState
from carteado.web.display.plan_preview import MOST_DRAWN, phase_of
from carteado.web.events.formats import title_of
from carteado.web.kit.forms.form_numbers import figure
from carteado.web.kit.words.catalogue import words


class Running(NamedTuple):
    """The score of a match in play, from its súmula. ``code`` is the súmula's.

    ``score`` is of the current game; ``won`` counts the games that each pair has won, ``hands`` the hands played.
    ``is_frozen`` from the moment when a referee freezes the score by hand, to look into the match, until they release
    it. Meanwhile the public gets the score of that moment, and the team the present one.
    """

    code: str
    score: tuple[int, int]
    won: tuple[int, int]
    hands: int
    is_frozen: bool = False


Names = Mapping[PairId, str]
"""Names of pairs."""
Scores = Mapping[MatchId, Running]
"""Scores of matches in play."""
NO_SCORES: Scores = {}


class Side(NamedTuple):
    """A pair in a match. ``state`` is a ``LineState``, ``link`` leads to the pair's page.

    A pair that is not known yet has words for a name, and no score and no link.
    """

    name: str
    score: str
    state: str
    link: str = ""

    @property
    def is_winner(self) -> bool:
        return self.state == LineState.WON


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """A match for display.

    ``number`` is its public number. ``state`` is None, or ``OPEN``, before it is called. ``tag`` has its number, group,
    table and state in words. ``table`` is the table of the hall. ``hour`` is its published hour, ``ended_at`` the time
    its result was first handed in. It ``is_decided`` also by W.O., or if nobody takes the other place. ``live_table``
    is the code of the live table where it is played; only ``watch.current_matches`` fills it in.
    """

    id: MatchId
    number: int
    phase: str
    sides: tuple[Side, Side]
    state: State | None
    tag: str
    table: str = ""
    hour: datetime | None = None
    called_at: datetime | None = None
    started_at: datetime | None = None
    ended_at: datetime | None = None
    is_decided: bool = False
    is_under_review: bool = False
    live_table: str = ""

    @property
    def awaits_hour(self) -> bool:
        """True if the published hour is still to come: the match was neither called nor decided."""
        return self.hour is not None and not self.is_decided and self.state in (None, State.OPEN)

    @property
    def is_live(self) -> bool:
        return self.state is State.PLAYING and not self.is_decided

    @property
    def is_called(self) -> bool:
        return self.state is State.CALLED and not self.is_decided


class Phase(NamedTuple):
    """The matches of one round. ``is_current`` for the first round with an undecided match. ``resting`` are the names
    of pairs of a group stage, or of the first round of a qualifying phase, that have no match in the round."""

    title: str
    matches: tuple[Match, ...]
    is_current: bool
    resting: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class StageResults:
    """A stage: a knockout as a bracket, unless that is too large to read; any other as rounds. The other is empty."""

    title: str
    phases: tuple[Phase, ...]
    bracket: BracketView | None = None

    @property
    def open_phase(self) -> str:
        """Title of the first phase of the bracket with an undecided match, or of the last phase. Empty without
        bracket."""
        phases = self.bracket.all_phases if self.bracket else ()
        waiting = (one for one in phases if any(box.state is not BoxState.DECIDED for box in one.boxes))
        return next((one.title for one in waiting), phases[-1].title if phases else "")


@dataclass(frozen=True, slots=True, kw_only=True)
class Results:
    """The champion's name, empty until there is one, and the results stage by stage."""

    champion: str
    stages: tuple[StageResults, ...]


def results_of(championship: Championship, names: Names, running: Scores = NO_SCORES) -> Results | None:
    """The results, or None before anything is drawn."""
    if not championship.fixtures:
        return None
    champion = championship.bracket.champion
    builder = ResultsBuilder(championship, names, running)
    return Results(
        champion=names.get(champion, champion) if champion else "",
        stages=tuple(builder.stage(stage) for stage in championship.plan.stages),
    )


class ResultsBuilder:
    """Builds the phases, matches and brackets of a championship for display.

    ``numbers`` has the public number of each match, in their order. Matches that it lacks are listed nowhere: outside a
    bracket those without an opponent, and a decider that is not needed.
    ``running`` are the scores of matches in play that have a score sheet.
    """

    def __init__(self, championship: Championship, names: Names, running: Scores = NO_SCORES) -> None:
        self.championship, self.names, self.running = championship, names, running
        self.numbers: dict[MatchId, int] = match_numbers(championship)
        self._pairs = reverse("pairs", args=[championship.event])

    def stage(self, stage: Stage) -> StageResults:
        """The results of a stage, as a bracket if it is a knockout of at most ``MOST_DRAWN`` pairs."""
        if len(stage.fill) <= MOST_DRAWN and (bracket := self.bracket(stage)):
            return StageResults(title=title_of(stage), phases=(), bracket=bracket)
        return StageResults(title=title_of(stage), phases=tuple(self._phases(self._fixtures(stage))))

    def bracket(self, stage: Stage) -> BracketView | None:
        """The bracket of a knockout of any size; None for another kind of stage."""
        fixtures = self._fixtures(stage)
        return self._bracket(fixtures) if stage.kind is Kind.KNOCKOUT and fixtures else None

    def _fixtures(self, stage: Stage) -> list[Fixture]:
        fixtures = (self.championship.fixtures[match] for match in self.numbers)
        return [one for one in fixtures if one.stage == stage.id]

    # --- groups and leagues ---------------------------------------------------------------------------------------

    def _phases(self, fixtures: Sequence[Fixture]) -> Iterator[Phase]:
        """The phases, one for each round. The first with an undecided match is the current one."""
        current_found = False
        for _key, part in groupby(fixtures, key=when_played):
            matches = list(part)
            is_open = any(self.championship.bracket.ended(one.id) is None for one in matches)
            title = self._title(matches[0], fixtures)
            yield Phase(title, tuple(map(self.match, matches)), is_open and not current_found, self._resting(matches))
            current_found = current_found or is_open

    def _resting(self, matches: Sequence[Fixture]) -> tuple[str, ...]:
        """The pairs without a match in a round: one of a group with an odd number, or the one that is free in the first
        round of a qualifying phase. In later rounds those that lost have no match either.

        A pair that left does not rest.
        """
        stage = self.championship.plan.stage(matches[0].stage)
        bracket = self.championship.bracket
        may_rest = stage.kind is Kind.GROUPS or (stage.kind is Kind.QUALIFYING and matches[0].round == 1)
        if not may_rest or not bracket.is_filled(stage):
            return ()
        away = {pair for one in matches for pair in bracket.occupants(one.id)} | self.championship.departures.keys()
        return tuple(self.names.get(pair, pair) for pair in bracket.members(stage.id) if pair not in away)

    def _title(self, fixture: Fixture, fixtures: Sequence[Fixture]) -> str:
        rounds = {one.round for one in fixtures if one.phase == fixture.phase}
        if len(rounds) == 1 and fixture.phase not in (GROUP, SWISS, QUALIFYING):
            return self._phase(fixture)
        return _("%(phase)s, round %(number)d") % {"phase": self._phase(fixture), "number": fixture.round}

    def _phase(self, fixture: Fixture) -> str:
        return words().in_words(phase_word(self.championship.plan.stage(fixture.stage), fixture.phase))

    def match(self, fixture: Fixture) -> Match:
        """A match for display. It must have a public number."""
        log = self.championship.logs.get(fixture.id)
        called = log.clock.last(Moment.CALLED) if log else None
        started = log.clock.last(Moment.STARTED) if log else None
        return Match(
            id=fixture.id,
            number=self.numbers[fixture.id],
            phase=self._phase(fixture),
            sides=(self._side(fixture, 0), self._side(fixture, 1)),
            state=log.state if log else None,
            tag=self._tag(fixture, log),
            table=(log.table or "") if log else "",
            hour=self.championship.hour_of(fixture.id),
            called_at=called.at if called else None,
            started_at=started.at if started else None,
            ended_at=log.submissions[0].at if log and log.submissions else None,
            is_decided=self.championship.bracket.ended(fixture.id) is not None,
            is_under_review=fixture.id in self.running and self.running[fixture.id].is_frozen,
        )

    def matches(self) -> Iterator[Match]:
        """All listed matches, in the order of their numbers."""
        return (self.match(self.championship.fixtures[match]) for match in self.numbers)

    def link(self, pair: PairId) -> str:
        """The address of the pair's page."""
        return f"{self._pairs}{quote(pair, safe='')}/"

    def _tag(self, fixture: Fixture, log: MatchLog | None) -> str:
        """The number of a match with its group, table and state, as far as there are any."""
        stage = self.championship.plan.stage(fixture.stage)
        parts = (
            group_title(fixture.group) if stage.groups > 1 else "",
            _("table %(table)s") % {"table": log.table} if log and log.table else "",
            self._state(fixture, log) if log else "",
        )
        number = self.numbers[fixture.id]
        details = " · ".join(filter(None, parts))
        return f"{number} · {details}" if details else _("match {number}").format(number=number)

    def _state(self, fixture: Fixture, log: MatchLog) -> str:
        """The state in words, for a series in play with the games won. A frozen score reads “under review”.

        Empty for a state that needs no words, such as a match that is over.
        """
        running = self.running.get(fixture.id)
        if running is None or log.state not in _STATES:
            return str(_STATES.get(log.state, ""))
        state = _("under review") if running.is_frozen else str(_STATES[log.state])
        if fixture.best_of == 1:
            return state
        one, two = running.won
        games = _("games {one} × {two}").format(one=one, two=two)
        return f"{state} · {games}"

    def _side(self, fixture: Fixture, place: int) -> Side:
        """One side of a match, 0 or 1."""
        pair = self.championship.bracket.occupants(fixture.id)[place]
        if not isinstance(pair, str):
            return Side(_("nobody") if pair is NOBODY else self._source_in_words(fixture.slots[place]), "", "open")
        ended = self.championship.bracket.ended(fixture.id)
        name = self.names.get(pair, pair)
        if ended is None or ended.outcome is None:
            running = None if ended else self.running.get(fixture.id)
            return Side(name, figure(running.score[place]) if running else "", "known", self.link(pair))
        state = LineState.WON if ended.winner == pair else LineState.LOST
        return Side(name, self._score(fixture, ended.outcome, place), state, self.link(pair))

    def _source_in_words(self, slot: Slot) -> str:
        """Who will fill the slot: the winner or loser of another match, or not known yet."""
        if isinstance(slot, WinnerOf) and slot.match in self.numbers:
            return _("wins match {number}").format(number=self.numbers[slot.match])
        if isinstance(slot, LoserOf) and slot.match in self.numbers:
            return _("loses match {number}").format(number=self.numbers[slot.match])
        return _("not known yet")

    def _score(self, fixture: Fixture, outcome: Outcome, place: int) -> str:
        """The points, in a series the games won, or W.O. for the pair that did not come."""
        if outcome.walkover:
            return "" if outcome.pairs[place] == outcome.winner else "W.O."
        counted = self.championship.logs[fixture.id].counted
        if fixture.best_of > 1 and counted:
            return str(sum(game.winner == place for game in counted.games))
        return figure(outcome.points[place])

    # --- a bracket ------------------------------------------------------------------------------------------------

    def _bracket(self, fixtures: Sequence[Fixture]) -> BracketView:
        by_phase: dict[str, list[Box]] = {}
        next_fixture = {slot.match: one for one in fixtures for slot in one.slots if isinstance(slot, WinnerOf)}
        for fixture in fixtures:
            by_phase.setdefault(fixture.phase, []).append(self._box(fixture, next_fixture.get(fixture.id)))
        aside = by_phase.pop(THIRD_PLACE, None)
        return BracketView(
            phases=tuple(phase_of(name, boxes) for name, boxes in by_phase.items()),
            aside=phase_of(THIRD_PLACE, aside) if aside else None,
        )

    def _box(self, fixture: Fixture, next_fixture: Fixture | None) -> Box:
        match = self.match(fixture)
        one, two = (self._line(slot, side) for slot, side in zip(fixture.slots, match.sides, strict=True))
        is_decided = self.championship.bracket.ended(fixture.id) is not None
        state = BoxState.DECIDED if is_decided else BoxState.LIVE if match.is_live else BoxState.WAITING
        goes_to = (
            _("The winner goes to match {number}.").format(number=self.numbers[next_fixture.id]) if next_fixture else ""
        )
        return Box(id=fixture.id, lines=(one, two), tag=match.tag, goes_to="" if is_decided else goes_to, state=state)

    def _line(self, slot: Slot, side: Side) -> Line:
        feeder = slot.match if isinstance(slot, WinnerOf) and slot.match in self.numbers else None
        return Line(text=side.name, score=side.score, state=LineState(side.state), feeder=feeder, link=side.link)


_STATES = {
    State.CALLED: gettext_lazy("called"),
    State.PLAYING: gettext_lazy("live"),
    State.SUBMITTED: gettext_lazy("to be confirmed"),
    State.DISPUTED: gettext_lazy("with the referee"),
}


def group_title(group: int) -> str:
    """``group A``, for the group 0."""
    return _("group %(name)s") % {"name": group_name(group)}

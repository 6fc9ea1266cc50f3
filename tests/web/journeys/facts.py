"""What can be known of a championship, in one form for all places: a subject, such as a match or a pair, and its facts.

``known`` reads them from the championship itself and not from the code that shows it.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import NamedTuple

from django.utils import timezone

from carteado.regulation import catalogue
from carteado.tournament.formats.slots import MatchId
from carteado.tournament.formats.stages import Fixture, Kind, group_name
from carteado.tournament.matches import clocks
from carteado.tournament.matches.clocks import Moment
from carteado.tournament.matches.match_log import MatchLog, State
from carteado.tournament.outcomes import PairId
from carteado.tournament.ranking.points import delegation_awards, delegation_totals
from carteado.tournament.ranking.standings import EventPlacing
from carteado.tournament.registrations.entries import taking_part
from carteado.tournament.running.draws import lots_name
from carteado.tournament.state.bracket import Ended
from carteado.tournament.state.championship import Championship, Status
from carteado.tournament.state.numbering import match_numbers, phase_word
from carteado.web.display.phases import Running

MATCH, MEETING, ROUND, PAIR = "match", "meeting", "round", "pair"
ROW, DELEGATION, EVENT = "row", "delegation", "event"
"""Kinds of subjects. A match is named by its number, a meeting by its two pairs, a round by its phase and number; a
row is a pair in the table of a group or league."""

OVER, UNOPPOSED = "over", "unopposed"
"""States of a decided match. An unopposed pair goes on without an opponent, and nothing is played."""


class Subject(NamedTuple):
    """What a fact is about: the number of a match, its two pairs, or the name of a pair or delegation."""

    kind: str
    name: str = ""


Facts = dict[Subject, dict[str, str]]
"""Facts by subject and name. An empty text is a fact too: no winner, no table."""


def minute(at: datetime | None) -> str:
    """An instant as its day and minute in the time of the site."""
    return f"{timezone.localtime(at):%Y-%m-%d %H:%M}" if at else ""


def second(at: datetime) -> str:
    return f"{timezone.localtime(at):%Y-%m-%d %H:%M:%S}"


def versus(one: object, two: object) -> str:
    return f"{one} × {two}"


class Known:
    """The facts of a championship as one reader may know them.

    ``running`` are the scores of matches in play that the reader may know.
    """

    def __init__(
        self,
        championship: Championship,
        names: Mapping[PairId, str],
        running: Mapping[MatchId, Running],
        language: str = "pt-br",
    ) -> None:
        self.championship, self.names, self.running = championship, names, running
        self.bracket = championship.bracket
        self.numbers = {match: str(number) for match, number in match_numbers(championship).items()}
        self.words = catalogue(language[:2])
        self._often: set[str] = set()
        self.facts: Facts = dict(self._all())

    def name(self, pair: object) -> str:
        return self.names.get(pair, pair) if isinstance(pair, str) else ""

    @property
    def has_begun(self) -> bool:
        return bool(self.bracket.outcomes())

    def matches(self, *states: str) -> set[Subject]:
        """The matches in one of these states, or all."""
        return {
            one for one, facts in self.facts.items() if one.kind == MATCH and (not states or facts["state"] in states)
        }

    def of_kind(self, kind: str, **facts: str) -> set[Subject]:
        """The subjects of a kind that have these facts."""
        wanted = facts.items()
        return {one for one, found in self.facts.items() if one.kind == kind and wanted <= found.items()}

    def fact(self, subject: Subject, name: str) -> str | None:
        """One fact of a known subject; None if nothing is known that could be compared."""
        return self.facts[subject].get(name)

    def is_ambiguous(self, subject: Subject) -> bool:
        """True for two pairs that meet more than once: a place without numbers does not say which match it means."""
        return subject.kind == MEETING and subject.name in self._often

    def match(self, match: MatchId) -> Subject:
        return Subject(MATCH, self.numbers[match])

    # --- all of them --------------------------------------------------------------------------------------------------

    def _all(self) -> Iterator[tuple[Subject, dict[str, str]]]:
        yield Subject(EVENT), self._event()
        yield from self._matches()
        placings = {one.pair: one for one in self.bracket.placings()} if self.championship.fixtures else {}
        lucky = {one.pair for back in self.bracket.come_back() for one in back.lucky}
        entered = (entry.id for entry in taking_part(self.championship.roll))
        for pair in self.championship.pairs or entered:
            yield Subject(PAIR, self.name(pair)), self._pair(pair, placings.get(pair), is_lucky=pair in lucky)
        yield from self._rows()
        yield from self._rounds()
        yield from self._delegations(tuple(placings.values()))

    def _event(self) -> dict[str, str]:
        champion = self.bracket.champion if self.championship.fixtures else None
        equal = sorted(self.name(pair) for pairs in self._lots().values() for pair in pairs)
        return {
            "champion": self.name(champion),
            "stop": "" if self.championship.status is Status.RUNNING else str(self.championship.status),
            "acts": str(len(self.championship.log)),
            "lots": ", ".join(equal),
            "days": ", ".join(minute(one.begins) for one in self.championship.settings.days),
            "place": self.championship.settings.place,
            "rounds": ", ".join(sorted(map(minute, self.championship.hours.rounds.values()))),
        }

    def _lots(self) -> dict[str, tuple[PairId, ...]]:
        needed = self.bracket.lots_needed() if self.championship.fixtures else {}
        return {lots_name(self.championship, where): pairs for where, pairs in needed.items()}

    # --- matches ------------------------------------------------------------------------------------------------------

    def _matches(self) -> Iterator[tuple[Subject, dict[str, str]]]:
        """By number, and again by the pairs if these meet only once: some places show no number."""
        found = {self.match(match): self._match(self.championship.fixtures[match]) for match in self.numbers}
        yield from found.items()
        meetings = Counter(facts["between"] for facts in found.values())
        self._often = {facts["pairs"] for facts in found.values() if meetings[facts["between"]] > 1}
        for subject, facts in found.items():
            if meetings[facts["between"]] == 1:
                yield Subject(MEETING, facts["pairs"]), {**facts, "number": subject.name}

    def _match(self, fixture: Fixture) -> dict[str, str]:
        log, ended = self.championship.logs.get(fixture.id), self.bracket.ended(fixture.id)
        sides = [self.name(pair) for pair in self.bracket.occupants(fixture.id)]
        outcome = ended.outcome if ended else None
        started, called = _at(log, Moment.STARTED), _at(log, Moment.CALLED)
        hour = self.championship.hour_of(fixture.id)
        running = None if ended else self.running.get(fixture.id)
        stage = self.championship.plan.stage(fixture.stage)
        facts = {
            "pairs": versus(*sides),
            "between": " & ".join(sorted(sides)),
            "phase": self.words.in_words(phase_word(stage, fixture.phase)),
            "round": str(fixture.round),
            "group": group_name(fixture.group) if stage.groups > 1 else "",
            "hour": minute(hour),
            "begins": minute(started or hour or called),
            "in calendar": minute(
                started or hour or called or (log.submissions[0].at if log and log.submissions else None)
            ),
            "time of day": minute(hour)[-5:],
            "started": minute(started),
            "table": (log.table or "") if log else "",
            "state": _state(log, ended),
            "winner": self.name(outcome.winner) if outcome else "",
            "score": versus(*self._score(fixture, ended, running)),
            "points": versus(*outcome.points) if outcome else versus("", ""),
            "walkover": ", ".join(self.name(one) for one in outcome.pairs if one != outcome.winner)
            if outcome and outcome.walkover
            else "",
            "review": "yes" if running and running.is_frozen else "",
            "limits": ", ".join(sorted(self._limits(fixture, log))),
            "sheet": "result" if log and (log.submissions or log.absent) else "",
        }
        if all(sides):
            facts["title"] = facts["pairs"]
        facts["pairs in full"] = facts["pairs"] if all(sides) else versus("", "")
        for place, pair in enumerate(sides):
            facts[f"points of {pair}"] = str(outcome.points[place]) if outcome else ""
        return facts

    def _limits(self, fixture: Fixture, log: MatchLog | None) -> Iterator[str]:
        """When the times end that run in the match: its own, and those for who is late or away. Pairs for whom it ends
        at one instant are read together."""
        if log is None or not log.is_on:
            return
        regulation = self.championship.regulation_of(fixture.id)
        running = clocks.running(regulation, fixture.phase, log.clock, timezone.now())
        yield from {second(one.at) for one in running}

    def _score(self, fixture: Fixture, ended: Ended | None, running: Running | None) -> tuple[str, str]:
        """What stands on a score board: points, in a decided series the games won, and W.O. beside who stayed away."""
        if ended is None or ended.outcome is None:
            return (str(running.score[0]), str(running.score[1])) if running else ("", "")
        outcome = ended.outcome
        if outcome.walkover:
            one, two = ("" if pair == outcome.winner else "W.O." for pair in outcome.pairs)
            return one, two
        counted = self.championship.logs[fixture.id].counted
        if fixture.best_of > 1 and counted:
            return (
                str(sum(game.winner == 0 for game in counted.games)),
                str(sum(game.winner == 1 for game in counted.games)),
            )
        return str(outcome.points[0]), str(outcome.points[1])

    # --- pairs --------------------------------------------------------------------------------------------------------

    def _pair(self, pair: PairId, placing: EventPlacing | None, *, is_lucky: bool) -> dict[str, str]:
        left = self.championship.leaving(pair)
        facts = {
            "left": str(left or ""),
            "lucky": "yes" if is_lucky and left is None else "",
            "delegation": self.championship.delegation_name(self.championship.delegations.get(pair, "")),
            "place": "",
        }
        return facts | (self._placing(placing) if placing else {})

    def _placing(self, placing: EventPlacing) -> dict[str, str]:
        return {
            "place": str(placing.rank or ""),
            "won": f"{placing.wins}/{placing.played}",
            "wins": str(placing.wins),
            "played": str(placing.played),
            "for": str(placing.scored),
            "against": str(placing.conceded),
            "balance": str(placing.balance),
            "by walkover": str(placing.walkovers),
            "why": self._why(placing, None),
            "why, cited": self._why(placing, placing.by.key),
        }

    def _why(self, placing: EventPlacing, key: str | None) -> str:
        details = {key: self.name(value) if key == "other" else value for key, value in placing.by.details.items()}
        reason = placing.by._replace(key=key, details=details)
        return reason.sentence(self.championship.regulation, self.words)

    def _rows(self) -> Iterator[tuple[Subject, dict[str, str]]]:
        for stage in self.championship.plan.stages:
            if stage.kind in (Kind.GROUPS, Kind.SWISS) and self.bracket.is_filled(stage):
                for group in range(stage.groups):
                    for placing in self.bracket.table(stage.id, group):
                        yield Subject(ROW, self.name(placing.pair)), self._placing(placing)

    def _rounds(self) -> Iterator[tuple[Subject, dict[str, str]]]:
        """Which pairs of a table rest in each round, and which are free in the first qualifying round."""
        for stage in self.championship.plan.stages:
            fixtures = [one for one in self.championship.fixtures.values() if one.stage == stage.id]
            if stage.kind not in (Kind.GROUPS, Kind.QUALIFYING):
                continue
            phase = self.words.in_words(phase_word(stage, fixtures[0].phase))
            for number in sorted({one.round for one in fixtures}):
                playing = {pair for one in fixtures if one.round == number for pair in self.bracket.occupants(one.id)}
                is_known = self.bracket.is_filled(stage) and (stage.kind is Kind.GROUPS or number == 1)
                rest = set(self.bracket.members(stage.id)) - playing if is_known else set()
                rest -= self.championship.departures.keys()
                yield Subject(ROUND, f"{phase} {number}"), {"rests": ", ".join(sorted(map(self.name, rest)))}

    def _delegations(self, placings: tuple[EventPlacing, ...]) -> Iterator[tuple[Subject, dict[str, str]]]:
        """Only those that have earned something."""
        placings = placings if self.has_begun else ()
        awards = delegation_awards(self.championship.regulation, placings, self.championship.delegations)
        for total in delegation_totals(awards):
            own = sorted(f"{self.name(one.pair)}: {one.points}" for one in awards if one.delegation == total.delegation)
            yield (
                Subject(DELEGATION, self.championship.delegation_name(total.delegation)),
                {"points": str(total.points), "place": str(total.rank), "earned by": ", ".join(own)},
            )


def _at(log: MatchLog | None, moment: Moment) -> datetime | None:
    mark = log.clock.last(moment) if log else None
    return mark.at if mark else None


def _state(log: MatchLog | None, ended: Ended | None) -> str:
    if ended is not None:
        return OVER if ended.outcome else UNOPPOSED
    return str(log.state if log else State.OPEN)

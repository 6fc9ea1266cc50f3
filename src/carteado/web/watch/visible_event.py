"""What a reader may see of a championship: the public part, or all of it for the team."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property

from django.http import Http404
from django.utils import timezone

from carteado.regulation import load
from carteado.tournament.formats.slots import MatchId
from carteado.tournament.outcomes import PairId
from carteado.tournament.registrations.entries import taking_part
from carteado.tournament.state.championship import Championship
from carteado.web.display.event_posters import OVER, is_live, status_of
from carteado.web.display.phases import ResultsBuilder, Scores
from carteado.web.events.delays import delays_of, longest_delay
from carteado.web.events.details import Details
from carteado.web.events.headlines import About, read_headline
from carteado.web.events.models import Event, Stage
from carteado.web.events.store import championship_of, details_of, names_of, shown_to_all
from carteado.web.kit.guarding.policy import Action, Target, allows
from carteado.web.pages.access import SiteRequest
from carteado.web.regulations.games import game_of, is_named_in
from carteado.web.sumula.running_scores import scores_for_team, scores_of
from carteado.web.tables.match.championship_match import live_tables


@dataclass(frozen=True, kw_only=True)
class VisibleEvent:
    """An event and its championship as one reader may see them.

    ``names`` are the names of pairs. ``is_team`` if the reader sees everything at once. ``running`` are the scores of
    matches in play, as far as this reader may see them. ``tables`` are the codes of the live tables where matches are
    played.
    """

    event: Event
    championship: Championship
    names: dict[PairId, str]
    is_team: bool = False
    running: Scores = field(default_factory=dict)
    tables: Mapping[MatchId, str] = field(default_factory=dict)

    @property
    def embargo(self) -> datetime | None:
        """The end of the embargo, during which only the team sees what was played. None if there is no embargo now."""
        return self.event.embargo_until if self.event.is_embargoed else None

    @property
    def delay(self) -> int:
        """The longest delay of the event, in seconds: the team sees all matches at once, the public some later. 0 if
        there is none."""
        return longest_delay(self.event, timezone.now())

    @property
    def is_followed(self) -> bool:
        """True if open pages should stay connected, because something may still change."""
        return bool(self.championship.fixtures) and (self.event.stage not in OVER or self.event.is_embargoed)

    @property
    def codes(self) -> tuple[PairId, ...]:
        """The pairs that play, in order; before that is settled, the pairs that have a place.

        Entries that wait for an answer or a player's consent are not included.
        """
        championship = self.championship
        return championship.pairs or tuple(entry.id for entry in taking_part(championship.roll))

    @cached_property
    def results_builder(self) -> ResultsBuilder:
        return ResultsBuilder(self.championship, self.names, self.running)

    def name(self, pair: PairId) -> str:
        return self.names.get(pair, pair)

    def pair(self, code: str) -> PairId:
        """The pair with this code, or 404."""
        if code not in self.codes:
            raise Http404
        return code

    def topic(self, kind: str) -> str:
        """The topic that this reader's pages follow (``live_parts.PARTS``). Under an embargo or a delay, the team has a
        topic of its own."""
        return f"equipe-{kind}" if self.is_team and (self.embargo or self.delay) else kind


def visible_to(request: SiteRequest) -> VisibleEvent:
    """What this visitor may see of the event: all of it for the team. A draft is only shown to its team."""
    event = request.event
    is_team = event.is_draft or allows(request.roles, Action.SEE_HISTORY, Target.EVENT)
    return visible_to_team(event) if is_team else visible_to_everybody(event)


def visible_in_hall(request: SiteRequest) -> VisibleEvent:
    """What the projector shows. Opened by the team, it is behind the matches too, unless the hall sees all at once.

    The hall's screen may be in the picture, and its pages are photographed. Under an embargo the team's projector shows
    everything, because the public's stands still before the first match.
    """
    visible = visible_to(request)
    if not visible.is_team or visible.embargo or not visible.delay or delays_of(visible.event).hall_at_once:
        return visible
    return visible_to_everybody(visible.event)


def visible_to_everybody(event: Event) -> VisibleEvent:
    championship, running = shown_to_all(event), scores_of(event)
    tables = live_tables(championship, event)
    return VisibleEvent(event=event, championship=championship, names=names_of(event), running=running, tables=tables)


def visible_to_team(event: Event) -> VisibleEvent:
    championship, running = championship_of(event), scores_for_team(event)
    names, tables = names_of(event), live_tables(championship, event)
    return VisibleEvent(
        event=event, championship=championship, names=names, is_team=True, running=running, tables=tables
    )


def frame_of(visible: VisibleEvent, details: Details | None = None) -> dict[str, object]:
    """Context for the header and the tabs of every page of an event. ``details`` are read if the caller has none."""
    event = visible.event
    details = details or details_of(event)
    game = game_of(load(details.regulation))
    return {
        "event": event,
        "details": details,
        "regulation": details.rules,
        "game": game.label,
        "names_its_game": is_named_in(game, event.name),
        "status": status_of(event, champion=champion_of(visible), now=timezone.now()),
        "is_live": is_live(event),
        # for the tab of results, which a cancelled event does not have
        "is_over": event.stage == Stage.FINISHED and not event.is_embargoed,
        "takes_entries": event.takes_entries(timezone.now()),
        "embargo": visible.embargo,
        "delay": visible.delay,
        "is_team": visible.is_team,
        "is_drawn": bool(visible.championship.fixtures),
        "has_hours": bool(visible.championship.hours),
        "has_draws": bool(visible.championship.commitments or visible.championship.draws),
    }


def champion_of(visible: VisibleEvent) -> str:
    """The name of the champion that the event's poster names. Empty if there is none, or under an embargo."""
    headline = read_headline(visible.event.headline)
    if visible.event.is_embargoed or headline is None or headline.about is not About.CHAMPION:
        return ""
    return visible.names.get(headline.value, "")

"""The live parts of an event's pages, rendered again after every change: once for the public, once for the team."""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import Exists, OuterRef, Q
from django.template.loader import render_to_string
from django.utils import timezone

from carteado.web.display.event_news import news_of, stop_in_force
from carteado.web.display.event_posters import OVER
from carteado.web.display.phases import results_of
from carteado.web.display.programme import programme_of
from carteado.web.events import store
from carteado.web.events.delays import MOST_DELAY_S, Floor, delays_of, withheld_at
from carteado.web.events.models import Event, Stage
from carteado.web.events.store import details_of
from carteado.web.kit.push.topics import push, topic
from carteado.web.log.models import LogEntry
from carteado.web.sumula.models import Sheet, SheetEntry
from carteado.web.tables.championship.official_table import follow_delays
from carteado.web.watch.agenda import agenda_of, count_days
from carteado.web.watch.current_matches import current_matches_of
from carteado.web.watch.pair_records import record_of
from carteado.web.watch.projector_slides import screen_of
from carteado.web.watch.standings import standings_of
from carteado.web.watch.visible_event import VisibleEvent, visible_to_everybody, visible_to_team

MOST_NEWS = 6
"""Pieces of news on the page of a pair."""
Part = Callable[[VisibleEvent], Mapping[str, object]]
"""Makes the context of a part's template."""


def current_matches_part(visible: VisibleEvent) -> Mapping[str, object]:
    return {"current": current_matches_of(visible)}


def bracket_part(visible: VisibleEvent) -> Mapping[str, object]:
    return {"results": results_of(visible.championship, visible.names, visible.running)}


def standings_part(visible: VisibleEvent) -> Mapping[str, object]:
    return {"standings": standings_of(visible), "event": visible.event, "regulation": visible.championship.regulation}


def agenda_part(visible: VisibleEvent) -> Mapping[str, object]:
    details = details_of(visible.event)
    schedule = agenda_of(visible, details.tables)
    return {
        "schedule": schedule,
        "programme": programme_of(visible.championship, details),
        "several_days": count_days(schedule) > 1,
        "stopped": stop_in_force(visible.championship),
        "regulation": visible.championship.regulation,
    }


def projector_part(visible: VisibleEvent) -> Mapping[str, object]:
    return {"screen": screen_of(visible), "event": visible.event, "regulation": visible.championship.regulation}


PARTS: Mapping[str, tuple[str, Part]] = {
    "evento": ("watch/parts/current_matches.html", current_matches_part),
    "chave": ("watch/parts/bracket.html", bracket_part),
    "classificacao": ("watch/parts/standings.html", standings_part),
    "agenda": ("watch/parts/agenda.html", agenda_part),
    "telao": ("watch/parts/projector.html", projector_part),
}
"""By kind of topic: the template of the part, and the function for its context.

The team's pages follow a kind of their own, with ``equipe-`` before it, while an embargo or a delay withholds something
from the public (``VisibleEvent.topic``).
"""


def _rendered(kind: str, visible: VisibleEvent) -> str:
    template, part = PARTS[kind]
    return render_to_string(template, dict(part(visible)))


def _for_the_public(kind: str) -> Callable[[str], str]:
    return lambda slug: _rendered(kind, visible_to_everybody(Event.objects.get(slug=slug)))


def _for_the_team(kind: str) -> Callable[[str], str]:
    return lambda slug: _rendered(kind, visible_to_team(Event.objects.get(slug=slug)))


def pair_part(visible: VisibleEvent, code: str) -> Mapping[str, object]:
    """The context for the page of one pair. ``pair`` is None if the event has no such pair."""
    pair = record_of(visible, code) if code in visible.codes else None
    return {
        "pair": pair,
        "event": visible.event,
        "regulation": visible.championship.regulation,
        "stopped": stop_in_force(visible.championship),
        "news": news_of(visible.championship)[:MOST_NEWS],
    }


def _pairs(visible_to: Callable[[Event], VisibleEvent]) -> Callable[[str], tuple[str, ...]]:
    """For the topics of pairs: which pairs there are, by the event's address."""
    return lambda slug: visible_to(Event.objects.get(slug=slug)).codes


@topic("dupla", follows="evento", parts=_pairs(visible_to_everybody))
def _pair_for_the_public(name: str) -> str:
    return _pair(name, visible_to_everybody)


@topic("equipe-dupla", follows="evento", parts=_pairs(visible_to_team))
def _pair_for_the_team(name: str) -> str:
    return _pair(name, visible_to_team)


def _pair(name: str, visible_to: Callable[[Event], VisibleEvent]) -> str:
    """The part of a pair's page. ``name`` is ``copa-do-bairro/P12``: the event's address, and the pair's code."""
    slug, _, code = name.partition("/")
    return render_to_string("watch/parts/pair.html", dict(pair_part(visible_to(Event.objects.get(slug=slug)), code)))


# ``evento`` is what changes; all other parts are rendered again after it
for _kind in PARTS:
    topic(_kind, follows=None if _kind == "evento" else "evento")(_for_the_public(_kind))
    topic(f"equipe-{_kind}", follows="evento")(_for_the_team(_kind))


class Released(NamedTuple):
    """``until`` is the time up to which ended delays were looked for; the next search begins there.

    ``over`` are the primary keys of events that are over for the public, or were until now, and of which it has come to
    know more. The caller has the ratings judge their matches again.
    """

    until: datetime
    over: tuple[int, ...]


def push_ended_delays(since: datetime) -> Released:
    """Push to the open pages what the public may know since ``since``, because its delay ended.

    ``routes`` calls this every second, and ``push_ended_embargoes`` every few seconds.

    The columns of these events that lists show to the public are brought up to date too.
    """
    now, over = timezone.now(), list[int]()
    for event in _lately_delayed(since):
        is_known_now = _is_known_now(event, since, now)
        _end_earlier_delays(event, now)
        if not is_known_now:
            continue
        stage_before = event.stage
        store.refresh_known_columns(event)
        if {stage_before, event.stage} & {*OVER}:
            over.append(event.pk)
        push("evento", event.slug)
    return Released(now, tuple(over))


def _end_earlier_delays(event: Event, now: datetime) -> None:
    """Forget delays that were set earlier and withhold nothing any more. Live tables then go by the delay set now."""
    if delays_of(event).earlier:
        store.forget_earlier_delays(event, now)
        follow_delays(event)


def _lately_delayed(since: datetime) -> list[Event]:
    """Events with delays where something was done so lately that it may have become known after ``since``."""
    oldest = since - timedelta(seconds=MOST_DELAY_S)
    written = LogEntry.objects.filter(event=OuterRef("pk"), at__gt=oldest)
    noted = Sheet.objects.filter(Q(written_at__gt=oldest) | Q(frozen_at__gt=oldest), event=OuterRef("pk"))
    return list(Event.objects.exclude(delays={}).filter(Exists(written) | Exists(noted)).exclude(stage=Stage.DRAFT))


def _is_known_now(event: Event, since: datetime, now: datetime) -> bool:
    """True if a delay ended meanwhile: of an operation, or of an entry or a freeze of a súmula."""
    championship = store.championship_of(event)
    before, after = (Floor(event, championship, instant) for instant in (since, now))
    if withheld_at(event, championship, before) - withheld_at(event, championship, after):
        return True
    oldest = before.all_known_until
    written = SheetEntry.objects.filter(sheet__event=event, received__gt=oldest).values_list("sheet__match", "received")
    frozen = Sheet.objects.filter(event=event, frozen_at__gt=oldest).values_list("match", "frozen_at")
    done = ((match, at) for match, at in (*written, *frozen) if at is not None)
    return any(before.known_until(match) < at <= after.known_until(match) for match, at in done)


def push_ended_embargoes(since: datetime) -> datetime:
    """Push to open pages of events whose embargo ended since ``since``. Returns the time for the next call."""
    now = timezone.now()
    for slug in Event.objects.filter(embargo_until__gt=since, embargo_until__lte=now).values_list("slug", flat=True):
        push("evento", slug)
    return now

"""The live parts of an event's pages, rendered again after every change: once for the public, once for the team."""

from collections.abc import Callable, Mapping
from datetime import datetime

from django.template.loader import render_to_string
from django.utils import timezone

from carteado.web.display.phases import results_of
from carteado.web.events.models import Event
from carteado.web.events.store import details_of
from carteado.web.kit.push.topics import push, topic
from carteado.web.watch.agenda import agenda_of
from carteado.web.watch.current_matches import now_of
from carteado.web.watch.pair_records import record_of
from carteado.web.watch.projector_slides import screen_of
from carteado.web.watch.shown_event import Shown, shown_to_everybody, shown_to_team
from carteado.web.watch.standings import standings_of

Part = Callable[[Shown], Mapping[str, object]]


def now_part(shown: Shown) -> Mapping[str, object]:
    return {"now": now_of(shown)}


def bracket_part(shown: Shown) -> Mapping[str, object]:
    return {"results": results_of(shown.championship, shown.names, shown.running)}


def standings_part(shown: Shown) -> Mapping[str, object]:
    return {"standings": standings_of(shown), "event": shown.event, "regulation": shown.championship.regulation}


def agenda_part(shown: Shown) -> Mapping[str, object]:
    return {"sittings": agenda_of(shown, details_of(shown.event).tables)}


def projector_part(shown: Shown) -> Mapping[str, object]:
    return {"screen": screen_of(shown), "event": shown.event, "regulation": shown.championship.regulation}


PARTS: Mapping[str, tuple[str, Part]] = {
    "evento": ("watch/parts/now.html", now_part),
    "chave": ("watch/parts/bracket.html", bracket_part),
    "classificacao": ("watch/parts/standings.html", standings_part),
    "agenda": ("watch/parts/agenda.html", agenda_part),
    "telao": ("watch/parts/projector.html", projector_part),
}
"""By kind of topic: the template of the part, and the function for its context."""


def _rendered(kind: str, shown: Shown) -> str:
    template, part = PARTS[kind]
    return render_to_string(template, dict(part(shown)))


def _for_everybody(kind: str) -> Callable[[str], str]:
    return lambda slug: _rendered(kind, shown_to_everybody(Event.objects.get(slug=slug)))


def _for_the_team(kind: str) -> Callable[[str], str]:
    return lambda slug: _rendered(kind, shown_to_team(Event.objects.get(slug=slug)))


def pair_part(shown: Shown, code: str) -> Mapping[str, object]:
    """The pair's record; None if the event has no such pair."""
    pair = record_of(shown, code) if code in shown.codes else None
    return {"pair": pair, "event": shown.event, "regulation": shown.championship.regulation}


def _pairs(shown_to: Callable[[Event], Shown]) -> Callable[[str], tuple[str, ...]]:
    return lambda slug: shown_to(Event.objects.get(slug=slug)).codes


@topic("dupla", follows="evento", parts=_pairs(shown_to_everybody))
def _pair_for_everybody(name: str) -> str:
    return _pair(name, shown_to_everybody)


@topic("equipe-dupla", follows="evento", parts=_pairs(shown_to_team))
def _pair_for_the_team(name: str) -> str:
    return _pair(name, shown_to_team)


def _pair(name: str, shown_to: Callable[[Event], Shown]) -> str:
    slug, _, code = name.partition("/")
    return render_to_string("watch/parts/pair.html", dict(pair_part(shown_to(Event.objects.get(slug=slug)), code)))


for _kind in PARTS:
    topic(_kind, follows=None if _kind == "evento" else "evento")(_for_everybody(_kind))
    topic(f"equipe-{_kind}", follows="evento")(_for_the_team(_kind))


def push_lifted(since: datetime) -> datetime:
    """Push to open pages of events whose embargo ended since ``since``. Returns the current time."""
    now = timezone.now()
    for slug in Event.objects.filter(embargo_until__gt=since, embargo_until__lte=now).values_list("slug", flat=True):
        push("evento", slug)
    return now

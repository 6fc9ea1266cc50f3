"""Which events the lists show, in which order, and each as a poster with a line about its state.

The home page hangs its posters on a clothesline.
"""

from collections.abc import Iterable
from datetime import date, datetime, timedelta
from typing import NamedTuple

from django.db.models import Case, F, Q, QuerySet, Value, When
from django.db.models.functions import Concat
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from carteado.regulation import load
from carteado.web.events.headlines import About, Headline, read_headline, write_headline
from carteado.web.events.models import LAST_MINUTE, Entering, Event, Pair, Stage
from carteado.web.kit.words.catalogue import words
from carteado.web.kit.words.dates import A_WEEK, day_in_words, moment_in_words
from carteado.web.regulations.games import CARDS, game_of

SHOWN_AFTER_THE_END = timedelta(days=14)
"""Time for which a finished event with its champions stays on the clothesline."""
WAITING = (Stage.PUBLISHED, Stage.SUSPENDED)
"""Stages in which an event is to come, or to go on."""
OVER = (Stage.FINISHED, Stage.CANCELLED)
"""Stages in which nothing is played any more."""
PLAYED = (Stage.RUNNING, Stage.FINISHED)
"""Stages in which an event has results."""

_RUNNING_FIRST, _THEN_WAITING, _THEN_OVER = range(3)
"""The order of events in lists. An event under an embargo counts as running, even if it is over."""


class Poster(NamedTuple):
    """A poster of an event. ``card`` is the card drawn on it, which stands for the game. ``facts`` is a line with the
    game, the number of pairs that fit and the place.

    ``status`` is the line about the event's state; ``is_live`` puts the word "live" before it.
    """

    slug: str
    name: str
    card: str
    facts: str
    is_live: bool
    status: str


def events_under_embargo(now: datetime) -> Q:
    """Events under an embargo: the public may not learn their results, nor that they are over."""
    return Q(embargo_until__gt=now, stage__in=PLAYED)


def events_open_to_entries(now: datetime) -> Q:
    """Events that accept entries. The same condition as ``Event.takes_entries``, as a query."""
    is_time = Q(entries_open=None) | Q(entries_open__lte=now)
    is_time &= Q(entries_close=None) | Q(entries_close__gt=now - LAST_MINUTE)
    return Q(stage=Stage.PUBLISHED, entering=Entering.OPEN) & is_time


def is_hidden(event: Event) -> bool:
    """True if an embargo hides the event's results. The same condition as ``events_under_embargo``, for one event."""
    return event.is_embargoed and event.stage in PLAYED


def is_live(event: Event) -> bool:
    """True if the public may follow the play."""
    return event.stage == Stage.RUNNING and not event.is_embargoed


def public_events() -> QuerySet[Event]:
    """All events but drafts: those in play, then those to come or suspended, soonest first, then those played or
    cancelled, latest first."""
    hidden = events_under_embargo(timezone.now())
    turn = Case(
        When(hidden | Q(stage=Stage.RUNNING), then=_RUNNING_FIRST),
        When(stage__in=OVER, then=_THEN_OVER),
        default=_THEN_WAITING,
    )
    is_over = Q(stage__in=OVER) & ~hidden
    return (
        Event.objects.exclude(stage=Stage.DRAFT)
        .annotate(turn=turn, comes=Case(When(~is_over, then=F("day"))), was=Case(When(is_over, then=F("day"))))
        .order_by("turn", F("comes").asc(nulls_last=True), F("was").desc(nulls_last=True), "name", "pk")
    )


def home_page_events(today: date, *, most: int) -> QuerySet[Event]:
    """Events for the home page: in play, to come, or finished recently; at most ``most`` of them."""
    recent = Q(stage=Stage.RUNNING) | Q(stage__in=WAITING, day=None) | Q(stage__in=WAITING, day__gte=today)
    recent |= events_under_embargo(timezone.now())
    return public_events().filter(recent | Q(stage=Stage.FINISHED, day__gte=today - SHOWN_AFTER_THE_END))[:most]


def is_this_week(events: Iterable[Event], today: date) -> bool:
    """True if one of the events is in play, or its day is at most a week from today."""
    return any(
        event.stage == Stage.RUNNING or is_hidden(event) or (event.day and abs(event.day - today) <= A_WEEK)
        for event in events
    )


def posters_of(events: Iterable[Event]) -> list[Poster]:
    """A poster for each event. At most one query finds the champions of all of them."""
    events = list(events)
    champions = _champions(events)
    now = timezone.now()
    return [
        Poster(
            slug=event.slug,
            name=event.name,
            card=CARDS[game_of(load(event.regulation))],
            facts=_facts(event),
            is_live=is_live(event),
            status=status_of(event, champion=champions.get(event.pk, ""), now=now),
        )
        for event in events
    ]


def _champions(events: list[Event]) -> dict[int, str]:
    """The champions' names by event. Events under an embargo, or without a champion, have none."""
    champion = write_headline(Headline(About.CHAMPION, ""))
    champions_found = Pair.objects.annotate(headline=Concat(Value(champion), "code")).filter(
        event__in=[event for event in events if not event.is_embargoed], headline=F("event__headline")
    )
    return dict(champions_found.values_list("event", "name"))


def _facts(event: Event) -> str:
    pairs = ngettext("%(count)d pair", "%(count)d pairs", event.pairs) % {"count": event.pairs}
    return " · ".join(filter(None, (str(game_of(load(event.regulation)).label), pairs, event.place)))


def status_of(event: Event, *, champion: str = "", now: datetime) -> str:
    """The line under a poster: the state of the event, or what comes next and when.

    ``champion`` is the name of the champions, as far as the public may know it. Empty for an event in play without a
    current phase.
    """
    if is_hidden(event) and event.embargo_until:
        return _("Results on %(moment)s") % {"moment": moment_in_words(event.embargo_until)}
    match event.stage:
        case Stage.RUNNING:
            return _phase(event)
        case Stage.FINISHED:
            return _("Champions: %(pair)s") % {"pair": champion} if champion else _("Played")
        case Stage.SUSPENDED:
            return _("Suspended")
        case Stage.CANCELLED:
            return _("Cancelled")
        case Stage.DRAFT:
            return _("Draft")
        case _:
            return _what_comes(event, now)


def _phase(event: Event) -> str:
    """The phase in play, in words; empty if the event has no such headline."""
    headline = read_headline(event.headline)
    return words().in_words(headline.value) if headline and headline.about is About.PHASE else ""


def _what_comes(event: Event, now: datetime) -> str:
    """What comes next for a published event: the time for entering, or its day."""
    today = timezone.localdate(now)
    if event.entering == Entering.OPEN and event.entries_open and now < event.entries_open:
        return _("Entries open %(day)s") % {"day": day_in_words(timezone.localdate(event.entries_open), today)}
    if event.entering == Entering.FULL and event.is_time_to_enter(now):
        return _("No place left")
    if event.takes_entries(now) and event.entries_close:
        return _("Entries until %(day)s") % {"day": day_in_words(timezone.localdate(event.entries_close), today)}
    if event.day is None:
        return _("Day to be announced")
    if event.day <= today:
        return _("It is today") if event.day == today else _("About to begin")
    return _("Begins %(day)s") % {"day": day_in_words(event.day, today)}

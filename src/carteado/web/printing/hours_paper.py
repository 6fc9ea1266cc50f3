"""The notice for the wall of a lobby: days, place, hours of rounds and matches. Key: schedule.published."""

from collections.abc import Iterator
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from carteado.tournament.matches.timetable import RoundId, round_of
from carteado.web.display.event_news import stopped
from carteado.web.display.phases import Match, Teller
from carteado.web.display.rounds_in_words import rounds_in_words
from carteado.web.events.differences import event_day
from carteado.web.kit.sending.typesetting import Paper, qr
from carteado.web.kit.words.catalogue import words
from carteado.web.kit.words.dates import hour, moment, plain_date
from carteado.web.watch.shown_event import Shown

Json = dict[str, Any]


def hours_paper(shown: Shown, *, kicker: str, address: str) -> Paper | None:
    """None while neither the event nor a round has an hour."""
    championship = shown.championship
    if not (championship.hours or championship.settings.days):
        return None
    told = {
        "kicker": kicker,
        "name": shown.event.name,
        "lines": [one for one in (shown.event.place, *map(event_day, championship.settings.days)) if one],
        "stop": _stop(shown),
        "code": qr(address),
        "caption": _("Live on the site"),
        "foot": _as_of(shown),
        "days": list(_days(shown)),
        "late": _late(shown),
    }
    title = f"{shown.event.name}: {_('Hours')}"
    return Paper(form="hours", name=f"{shown.event.slug}-horarios", title=title, told=told)


def _stop(shown: Shown) -> str:
    news = stopped(shown.championship)
    return ". ".join(filter(None, (news.title, *news.lines, news.why))) if news else ""


def _as_of(shown: Shown) -> str:
    versions = shown.championship.hours_versions
    return _("As published on {moment}.").format(moment=moment(versions[-1].at)) if versions else ""


def _late(shown: Shown) -> str:
    """What happens to who comes late, with the article. Keys: lateness.tolerance_minutes, lateness.result."""
    regulation = shown.championship.regulation
    known = {one.key: one for one in regulation.entries()}
    keys = [key for key in ("lateness.tolerance_minutes", "lateness.result") if key in known]
    return " ".join(f"{words().rule(known[key])} ({regulation.cite(key)})" for key in keys)


def _days(shown: Shown) -> Iterator[Json]:
    """Each day with its rounds in order of time, and the matches of each round as far as their pairs are known."""
    championship = shown.championship
    names = rounds_in_words(championship.plan)
    matches = _matches(shown)
    by_day: dict[str, list[Json]] = {}
    for one, at in sorted(championship.hours.rounds.items(), key=lambda item: item[1]):
        there = timezone.localtime(at)
        day = f"{date_format(there, 'l')}, {plain_date(there.date())}"
        told = {
            "title": capfirst(names.get(one, words().shown(one.phase))),
            "hour": hour(there),
            "matches": matches.get(one, []),
        }
        by_day.setdefault(day, []).append(told)
    for day, rounds in by_day.items():
        yield {"title": capfirst(day), "rounds": rounds}


def _matches(shown: Shown) -> dict[RoundId, list[Json]]:
    championship = shown.championship
    if not championship.fixtures:
        return {}
    found: dict[RoundId, list[Json]] = {}
    for match in Teller(championship, shown.names).matches():
        if championship.bracket.pairs(match.id) and not match.is_decided:
            found.setdefault(round_of(championship.fixtures[match.id]), []).append(_match(shown, match))
    return found


def _match(shown: Shown, match: Match) -> Json:
    own = shown.championship.hours.matches.get(match.id)
    return {
        "number": str(match.number),
        "names": [side.name for side in match.sides],
        "table": match.table,
        "hour": hour(timezone.localtime(own)) if own else "",
    }

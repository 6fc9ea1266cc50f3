"""The notice for the wall of a lobby: days, place, hours of rounds and matches. Key: schedule.published."""

from collections.abc import Iterator
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from carteado.tournament.matches.timetable import RoundId, round_of
from carteado.web.display.event_news import stopped
from carteado.web.display.phases import Match, ResultsBuilder
from carteado.web.display.rounds_in_words import expected_plan, round_in_words, rounds_in_words
from carteado.web.events.differences import event_day
from carteado.web.events.store import details_of
from carteado.web.kit.sending.typesetting import Paper, qr
from carteado.web.kit.words.catalogue import words
from carteado.web.kit.words.dates import hour_in_words, moment_in_words, plain_date
from carteado.web.watch.visible_event import VisibleEvent

Json = dict[str, Any]


def hours_paper(visible: VisibleEvent, *, kicker: str, address: str) -> Paper | None:
    """None while neither the event nor a round has an hour."""
    championship = visible.championship
    if not (championship.hours or championship.settings.days):
        return None
    values = {
        "kicker": kicker,
        "name": visible.event.name,
        "lines": [one for one in (visible.event.place, *map(event_day, championship.settings.days)) if one],
        "stop": _stop(visible),
        "code": qr(address),
        "caption": _("Live on the site"),
        "foot": _as_of(visible),
        "days": list(_days(visible)),
        "late": _late(visible),
    }
    title = f"{visible.event.name}: {_('Hours')}"
    return Paper(form="hours", name=f"{visible.event.slug}-horarios", title=title, values=values)


def _stop(visible: VisibleEvent) -> str:
    news = stopped(visible.championship)
    return ". ".join(filter(None, (news.title, *news.lines, news.why))) if news else ""


def _as_of(visible: VisibleEvent) -> str:
    versions = visible.championship.hours_versions
    return _("As published on {moment}.").format(moment=moment_in_words(versions[-1].at)) if versions else ""


def _late(visible: VisibleEvent) -> str:
    """What happens to who comes late, with the article. Keys: lateness.tolerance_minutes, lateness.result."""
    regulation = visible.championship.regulation
    known = {one.key: one for one in regulation.entries()}
    keys = [key for key in ("lateness.tolerance_minutes", "lateness.result") if key in known]
    return " ".join(f"{words().rule(known[key])} ({regulation.cite(key)})" for key in keys)


def _days(visible: VisibleEvent) -> Iterator[Json]:
    """Each day with its rounds in order of time, and the matches of each round as far as their pairs are known."""
    championship = visible.championship
    names = rounds_in_words(expected_plan(details_of(visible.event), championship))
    matches = _matches(visible)
    by_day: dict[str, list[Json]] = {}
    for one, at in sorted(championship.hours.rounds.items(), key=lambda item: item[1]):
        there = timezone.localtime(at)
        day = f"{date_format(there, 'l')}, {plain_date(there.date())}"
        values = {
            "title": capfirst(round_in_words(names, one)),
            "hour": hour_in_words(there),
            "matches": matches.get(one, []),
        }
        by_day.setdefault(day, []).append(values)
    for day, rounds in by_day.items():
        yield {"title": capfirst(day), "rounds": rounds}


def _matches(visible: VisibleEvent) -> dict[RoundId, list[Json]]:
    championship = visible.championship
    if not championship.fixtures:
        return {}
    found: dict[RoundId, list[Json]] = {}
    for match in ResultsBuilder(championship, visible.names).matches():
        if championship.bracket.pairs(match.id) and not match.is_decided:
            found.setdefault(round_of(championship.fixtures[match.id]), []).append(_match(visible, match))
    return found


def _match(visible: VisibleEvent, match: Match) -> Json:
    own = visible.championship.hours.matches.get(match.id)
    return {
        "number": str(match.number),
        "names": [side.name for side in match.sides],
        "table": match.table,
        "hour": hour_in_words(timezone.localtime(own)) if own else "",
    }

"""The notice for the wall of a lobby: days, place, hours of rounds and matches.

Key of the rule in the regulation: schedule.published.
"""

from collections.abc import Iterator
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from carteado.tournament.formats.slots import MatchId
from carteado.web.display.event_news import stop_in_force
from carteado.web.display.phases import Match, ResultsBuilder
from carteado.web.display.programme import programme_of
from carteado.web.events.differences import event_day_in_words
from carteado.web.events.store import details_of
from carteado.web.kit.sending.typesetting import Paper, qr
from carteado.web.kit.words.catalogue import words
from carteado.web.kit.words.dates import hour_in_words, moment_in_words, plain_date
from carteado.web.watch.visible_event import VisibleEvent

Json = dict[str, Any]


def hours_paper(visible: VisibleEvent, *, kicker: str, address: str) -> Paper | None:
    """The notice. None while neither the event nor a round has an hour. ``kicker`` is the small line above the title,
    ``address`` the page to which the QR code leads."""
    championship = visible.championship
    if not (championship.hours or championship.settings.days):
        return None
    values = {
        "kicker": kicker,
        "name": visible.event.name,
        "lines": [one for one in (visible.event.place, *map(event_day_in_words, championship.settings.days)) if one],
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
    """The news that the championship is stopped; empty while it goes on."""
    news = stop_in_force(visible.championship)
    return ". ".join(filter(None, (news.title, *news.lines, news.why))) if news else ""


def _as_of(visible: VisibleEvent) -> str:
    """When hours, day or place were last published."""
    # The hours move with their day, so a notice from before a change of the day is wrong.
    championship = visible.championship
    published = [*(one.at for one in championship.hours_versions), *(one.at for one in championship.notices)]
    return _("As published on {moment}.").format(moment=moment_in_words(max(published))) if published else ""


def _late(visible: VisibleEvent) -> str:
    """The rules on coming late, each with its article, as far as the regulation has them."""
    regulation = visible.championship.regulation
    known = {one.key: one for one in regulation.entries()}
    keys = [key for key in ("lateness.tolerance_minutes", "lateness.result") if key in known]
    return " ".join(f"{words().rule(known[key])} ({regulation.cite(key)})" for key in keys)


def _days(visible: VisibleEvent) -> Iterator[Json]:
    """Each day with its hours in order, and the matches at each as far as their pairs are known."""
    matches = _open_matches(visible)
    by_day: dict[str, list[Json]] = {}
    for turn in programme_of(visible.championship, details_of(visible.event)):
        there = timezone.localtime(turn.at)
        day = f"{date_format(there, 'l')}, {plain_date(there.date())}"
        values = {
            "title": capfirst(turn.title),
            "hour": hour_in_words(there),
            "matches": [_match(matches[one]) for one in turn.matches if one in matches],
        }
        by_day.setdefault(day, []).append(values)
    for day, turns in by_day.items():
        yield {"title": capfirst(day), "turns": turns}


def _open_matches(visible: VisibleEvent) -> dict[MatchId, Match]:
    """The matches that are still to be played and whose pairs are known."""
    championship = visible.championship
    if not championship.fixtures:
        return {}
    matches = ResultsBuilder(championship, visible.names).matches()
    return {one.id: one for one in matches if championship.bracket.pairs(one.id) and not one.is_decided}


def _match(match: Match) -> Json:
    return {"number": str(match.number), "names": [side.name for side in match.sides]}

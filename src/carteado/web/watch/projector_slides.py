"""The projector of the hall: pages that follow one another, with the called matches beside them.

A page is a ``Slide``. All of them are on the screen at once, and a script shows one after the other.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from django.utils import timezone
from django.utils.translation import gettext as _

from carteado.tournament.state.championship import Status
from carteado.web.display.bracket_drawing import Box, BoxState, BracketView
from carteado.web.display.event_news import News, stop_in_force
from carteado.web.display.phases import Match, results_of
from carteado.web.display.programme import Turn, programme_of
from carteado.web.events.headlines import About, headline_of
from carteado.web.events.store import details_of
from carteado.web.kit.words.catalogue import words
from carteado.web.regulations.rulebook import article_name
from carteado.web.watch.current_matches import CurrentMatches, current_matches_of
from carteado.web.watch.standings import Ranked, standings_of
from carteado.web.watch.visible_event import VisibleEvent

MOST_MATCHES = 4
"""Matches on one page."""
MOST_ROWS = 7
"""Rows of a table on one page."""
MOST_BESIDE = 4
"""Calls and coming matches that fit beside a page."""
COLUMNS = 3
"""Phases of a bracket on one page."""
REMINDERS = ("clock.absence_minutes", "lateness.tolerance_minutes")
"""Rules worth a line beside the calls, the most useful first."""

Item = TypeVar("Item")


class BracketColumn(NamedTuple):
    """The matches of one phase in a part of a bracket."""

    title: str
    boxes: tuple[Box, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Slide:
    """One page: matches at their tables, hours of rounds, part of a bracket or of a standings table, the champions, or
    why the event does not go on. Only the fields of its kind are filled.

    ``id`` stays the same when the pages are made again, so that the script stays at the page that is shown.
    """

    id: str
    title: str = ""
    matches: tuple[Match, ...] = ()
    columns: tuple[BracketColumn, ...] = ()
    rows: tuple[Ranked, ...] = ()
    programme: tuple[Turn, ...] = ()
    champion: str = ""
    stop: News | None = None

    @property
    def is_wide(self) -> bool:
        """True if the page leaves no room beside it."""
        return bool(self.columns or self.champion or self.stop)


@dataclass(frozen=True, slots=True, kw_only=True)
class Screen:
    """The projector's pages, and what stands beside them: the phase, calls, coming matches and a reminder.

    ``phase`` is the event's current phase in words; empty if none is. ``reminder`` is a rule in words and ``article``
    its article; both are empty if the regulation has none of ``REMINDERS``. ``shows_days`` if an hour alone does not
    say when a coming match is.
    """

    phase: str
    slides: tuple[Slide, ...]
    called: tuple[Match, ...]
    next_up: tuple[Match, ...]
    reminder: str
    article: str
    shows_days: bool

    @property
    def has_room(self) -> bool:
        """True if the reminder fits below the calls and coming matches."""
        return bool(self.reminder) and len(self.called) + len(self.next_up) < MOST_BESIDE


def screen_of(visible: VisibleEvent) -> Screen:
    """All that the projector shows now. Coming matches fill what room the calls leave."""
    current = current_matches_of(visible)
    headline = headline_of(visible.championship) if visible.championship.fixtures else None
    called = current.called[:MOST_BESIDE]
    next_up = current.next_up[: MOST_BESIDE - len(called)]
    text, key = _reminder(visible)
    return Screen(
        phase=words().in_words(headline.value).capitalize() if headline and headline.about is About.PHASE else "",
        slides=tuple(_slides(visible, current)),
        called=called,
        next_up=next_up,
        reminder=text,
        article=", ".join(map(article_name, visible.championship.regulation.citation(key).articles)) if key else "",
        shows_days=any(one.hour and timezone.localdate(one.hour) != timezone.localdate() for one in next_up),
    )


def _slides(visible: VisibleEvent, current: CurrentMatches) -> Iterator[Slide]:
    """All pages in their order. Recent results fill up the page of the tables, if there is room."""
    if stop := stop_in_force(visible.championship):
        yield Slide(id="parado", stop=stop)
    if current.champion:
        yield Slide(id="campeoes", champion=current.champion)
    news = current.ended[: max(0, MOST_MATCHES - len(current.at_tables))]
    for number, part in enumerate(_parts((*current.at_tables, *news), MOST_MATCHES), start=1):
        yield Slide(id=f"mesas-{number}", title=_("At the tables"), matches=part)
    yield from _programme_slides(visible)
    yield from _bracket_slides(visible)
    yield from _table_slides(visible, is_over=bool(current.champion))


def _programme_slides(visible: VisibleEvent) -> Iterator[Slide]:
    """The hours of the rounds that are not over. Key: schedule.published."""
    if not visible.championship.hours or visible.championship.status is Status.CANCELLED:
        return
    turns = [one for one in programme_of(visible.championship, details_of(visible.event)) if not one.is_over]
    for number, part in enumerate(_parts(turns, MOST_ROWS), start=1):
        yield Slide(id=f"horarios-{number}", title=_("Hours of the rounds"), programme=part)


# --- a bracket, in parts ------------------------------------------------------------------------------------------


def _bracket_slides(visible: VisibleEvent) -> Iterator[Slide]:
    """The last stage with a bracket, in pages of ``COLUMNS`` phases from the current one on.

    Each match of the last phase on show has its page, with the matches that lead to it. Nothing before a pair is known.
    """
    results = results_of(visible.championship, visible.names, visible.running)
    view = next((one.bracket for one in reversed(results.stages) if one.bracket), None) if results else None
    if view is None or not any(line.link for phase in view.phases for box in phase.boxes for line in box.lines):
        return
    first = min(_current_phase_index(view), max(0, len(view.phases) - COLUMNS))
    chosen = view.phases[first : first + COLUMNS]
    boxes_by_id = {box.id: box for phase in chosen for box in phase.boxes}
    for number, root in enumerate(chosen[-1].boxes, start=1):
        levels = list(_levels(root, boxes_by_id, len(chosen)))
        columns = zip(chosen, reversed(levels), strict=True)
        yield Slide(
            id=f"chave-{number}",
            title=_("Bracket"),
            columns=tuple(BracketColumn(phase.short, boxes) for phase, boxes in columns if boxes),
        )


def _current_phase_index(view: BracketView) -> int:
    """The first phase with an undecided match, or the last phase."""
    for number, phase in enumerate(view.phases):
        if any(box.state is not BoxState.DECIDED for box in phase.boxes):
            return number
    return len(view.phases) - 1


def _levels(root: Box, boxes_by_id: Mapping[str, Box], depth: int) -> Iterator[tuple[Box, ...]]:
    """The match, then the matches that feed it, then those that feed these."""
    level: tuple[Box, ...] = (root,)
    for _level in range(depth):
        yield level
        feeders = (line.feeder for box in level for line in box.lines)
        level = tuple(boxes_by_id[feeder] for feeder in feeders if feeder is not None and feeder in boxes_by_id)


# --- tables -------------------------------------------------------------------------------------------------------


def _table_slides(visible: VisibleEvent, *, is_over: bool) -> Iterator[Slide]:
    """The standings of groups and leagues in play; once the event ``is_over``, the first final places instead."""
    standings = standings_of(visible)
    if standings is None:
        return
    tables: list[tuple[str, Sequence[Ranked]]] = [(one.title, one.rows) for one in standings.tables if not one.is_over]
    if is_over:
        tables = [(_("Final places"), standings.places[:MOST_ROWS])]
    for place, (title, rows) in enumerate(tables, start=1):
        for number, part in enumerate(_parts(rows, MOST_ROWS), start=1):
            yield Slide(id=f"tabela-{place}-{number}", title=title, rows=part)


def _parts(items: Sequence[Item], size: int) -> Iterator[tuple[Item, ...]]:
    """The items in parts of at most that size."""
    for start in range(0, len(items), size):
        yield tuple(items[start : start + size])


def _reminder(visible: VisibleEvent) -> tuple[str, str]:
    """A rule that players should know while they wait, with its key. Both empty if the regulation has none."""
    entries = {entry.key: entry for entry in visible.championship.regulation.entries()}
    key = next((key for key in REMINDERS if key in entries), "")
    return (words().rule(entries[key]), key) if key else ("", "")

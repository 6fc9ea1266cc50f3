"""Sheets for the wall: brackets with sixteen pairs a page, and the tables and rounds of groups and leagues."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from carteado.tournament.formats.stages import Kind, Stage
from carteado.web.display.bracket_drawing import Box, BoxState, BracketView, Phase
from carteado.web.display.phases import Match, ResultsBuilder
from carteado.web.events.formats import title_of
from carteado.web.kit.forms.form_numbers import figure
from carteado.web.kit.sending.typesetting import Paper, qr
from carteado.web.kit.words.dates import moment_in_words
from carteado.web.watch.standings import Ranked, RankTable, standings_of
from carteado.web.watch.visible_event import VisibleEvent

LEVELS = 4
"""Rounds of a bracket on one page: sixteen pairs are still readable from a few steps away."""
LEAST_AT_THE_END = 3
"""Rounds on the page of the final, even if an earlier page has some of them already."""

RANKED = (Kind.GROUPS, Kind.SWISS)
"""Stages with a table of standings."""

NO_RANK = "–"

Json = dict[str, Any]


def wall_paper(visible: VisibleEvent, *, kicker: str, address: str) -> Paper:
    """The sheets as the event stands. ``kicker`` is the small line above the title, ``address`` the page to which the
    QR code leads."""
    sheets = [sheet | {"code": qr(address)} for sheet in _sheets(visible)]
    caption = _("Live on the site")
    content = {"kicker": kicker, "caption": caption, "foot": _as_of(visible)}
    return Paper(
        form="wall",
        name=f"{visible.event.slug}-chave",
        title=f"{visible.event.name}: {_('Bracket and tables')}",
        values={**content, "sheets": sheets},
        first={"sheets": sheets[:1]},  # for a picture of the first page
    )


def _as_of(visible: VisibleEvent) -> str:
    log = visible.championship.log
    return _("As it stood on {moment}.").format(moment=moment_in_words(log[-1].at)) if log else ""


def _sheets(visible: VisibleEvent) -> Iterator[Json]:
    championship = visible.championship
    if not championship.fixtures:
        yield _head(visible, visible.event.name) | {"kind": "empty", "text": _("Nothing is drawn yet.")}
        return
    builder, tables = ResultsBuilder(championship, visible.names), iter(_tables(visible))
    for stage in championship.plan.stages:
        if stage.kind is Kind.KNOCKOUT and (view := builder.bracket(stage)):
            yield from _trees(visible, title_of(stage), view)
        else:
            yield _rounds(visible, stage, builder, tables)


def _tables(visible: VisibleEvent) -> Sequence[RankTable]:
    """The tables of all stages, in order. Standings are not computed if no stage has a table."""
    has_any = any(stage.kind in RANKED for stage in visible.championship.plan.stages)
    standings = standings_of(visible) if has_any else None
    return standings.tables if standings else ()


def _head(visible: VisibleEvent, title: str, line: str = "") -> Json:
    return {"title": capfirst(title), "lines": [one for one in (visible.event.name, line) if one and one != title]}


# --- a bracket ----------------------------------------------------------------------------------------------------


def _trees(visible: VisibleEvent, title: str, view: BracketView) -> Iterator[Json]:
    """The pages of a bracket. ``leads`` names the last page, to which the winners of an earlier one go."""
    pages = list(tree_pages(view))
    for number, page in enumerate(pages, start=1):
        line = _("Sheet {number} of {count}").format(number=number, count=len(pages)) if len(pages) > 1 else ""
        leads = _("to sheet {number}").format(number=len(pages)) if number < len(pages) else ""
        yield _head(visible, title, line) | {"kind": "tree", "leads": leads, **page}


def tree_pages(view: BracketView) -> Iterator[Json]:
    """The early rounds in parts from top to bottom, then the last rounds up to the final. ``aside`` is a match beside
    the final, for the third place."""
    boxes = {box.id: box for phase in view.phases for box in phase.boxes}
    titles = [phase.short for phase in reversed(view.phases)]
    open_levels = _depth(view.final, boxes)
    while open_levels > LEVELS:
        start = open_levels - LEVELS
        for root in _level(view.final, boxes, start):
            yield {"columns": _columns(root, boxes, titles[start:], LEVELS), "aside": None}
        open_levels = start
    levels = min(_depth(view.final, boxes), max(open_levels, LEAST_AT_THE_END))
    yield {"columns": _columns(view.final, boxes, titles, levels), "aside": _aside(view.aside)}


def _feeders(box: Box, boxes: Mapping[str, Box]) -> tuple[Box | None, Box | None]:
    """The matches whose winners play in this one. None for a side that comes from no match."""
    one, two = (boxes.get(line.feeder or "") for line in box.lines)
    return one, two


def _depth(box: Box, boxes: Mapping[str, Box]) -> int:
    """Number of rounds up to this match."""
    return 1 + max((_depth(one, boxes) for one in _feeders(box, boxes) if one), default=0)


def _level(root: Box, boxes: Mapping[str, Box], depth: int) -> list[Box]:
    """The matches that are ``depth`` rounds before the root, from top to bottom."""
    level = [root]
    for _step in range(depth):
        level = [one for box in level for one in _feeders(box, boxes) if one]
    return level


def _columns(root: Box, boxes: Mapping[str, Box], titles: Sequence[str], levels: int) -> list[Json]:
    """Columns from the first round of the page to its root. ``titles`` are those of the rounds, from the root back. A
    bye leaves its place empty."""
    columns: list[Json] = []
    level: dict[int, Box] = {0: root}
    for depth in range(levels):
        feeders_by_place = {
            2 * at + side: one
            for at, box in level.items()
            for side, one in enumerate(_feeders(box, boxes))
            if one is not None and depth + 1 < levels
        }
        drawn = [_box(box, at, feeders_by_place) for at, box in level.items()]
        columns.insert(0, {"title": titles[depth], "places": 2**depth, "boxes": drawn})
        level = feeders_by_place
        if not level:
            break
    return columns


def _box(box: Box, at: int, feeders_by_place: Mapping[int, Box]) -> Json:
    """A match at place ``at`` of its column, counted from the top. The two that lead to it are at twice that place and
    the one after it."""
    feeders = [(place, feeders_by_place[place]) for place in (2 * at, 2 * at + 1) if place in feeders_by_place]
    return {
        "at": at,
        "tag": box.tag,
        "decided": box.state is BoxState.DECIDED,
        "lines": [{"text": line.text, "score": line.score, "state": str(line.state)} for line in box.lines],
        "feeders": [{"at": place, "decided": one.state is BoxState.DECIDED} for place, one in feeders],
    }


def _aside(phase: Phase | None) -> Json | None:
    return {"title": phase.title, "box": _box(phase.boxes[0], 0, {})} if phase else None


# --- groups and leagues -------------------------------------------------------------------------------------------


def _rounds(visible: VisibleEvent, stage: Stage, builder: ResultsBuilder, tables: Iterator[RankTable]) -> Json:
    """The groups and rounds of a stage. It takes as many of the ``tables`` as it has groups; the rest are for later
    stages."""
    # The standings have the tables of just those stages.
    ranked = stage.kind in RANKED and visible.championship.bracket.is_filled(stage)
    groups = [_group(visible, next(tables)) for _group_number in range(stage.groups)] if ranked else []
    phases = builder.stage(stage).phases
    return _head(visible, title_of(stage)) | {
        "kind": "rounds",
        "groups": groups,
        "rounds": [
            {"title": capfirst(one.title), "matches": [*map(_match, one.matches)], "resting": _resting(one.resting)}
            for one in phases
        ],
    }


def _resting(pairs: Sequence[str]) -> str:
    return f"{_('Rests in this round:')} {', '.join(pairs)}" if pairs else ""


def _group(visible: VisibleEvent, table: RankTable) -> Json:
    """A group's table. Before the first result it is left empty, to be filled in by hand."""
    has_begun = bool(visible.championship.bracket.outcomes())
    rows = [
        {
            "rank": rank_or_dash(row) if has_begun else "",
            "name": row.name,
            "numbers": numbers_of(row) if has_begun else ["", "", ""],
        }
        for row in table.rows
    ]
    return {"title": capfirst(table.title), "header": header_of_ranks(), "rows": rows}


def header_of_ranks() -> list[str]:
    return ["", _("Pair"), _("Won"), _("Points"), _("Difference")]


def rank_or_dash(row: Ranked) -> str:
    return NO_RANK if row.rank is None else str(row.rank)


def numbers_of(row: Ranked) -> list[str]:
    """Wins, points and difference, in the form of the site's own tables, with the matches decided by W.O."""
    points = f"{figure(row.scored)} × {figure(row.conceded)}"
    by_walkover = " · " + _("{count} by W.O.").format(count=row.walkovers) if row.walkovers else ""
    return [f"{row.wins}/{row.played}{by_walkover}", points, figure(row.balance)]


def _match(match: Match) -> Json:
    winner = next((place for place, side in enumerate(match.sides) if side.is_winner), None)
    return {
        "number": str(match.number),
        "names": [side.name for side in match.sides],
        "score": [side.score for side in match.sides],
        "winner": winner,
    }

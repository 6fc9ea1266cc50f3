"""A championship for a terminal: each stage in its own form, then every pair's place with the reason."""

from collections.abc import Callable, Iterator, Sequence

from rich import box
from rich.columns import Columns
from rich.console import RenderableType
from rich.markup import escape
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from carteado.cli.context import Context
from carteado.cli.tournament.knockout_tree import NARROWEST, rounds_behind, sides, tree
from carteado.tournament.formats.slots import MatchId
from carteado.tournament.formats.stages import FINAL, THIRD_PLACE, Fixture, Kind, Stage, group_name
from carteado.tournament.outcomes import Outcome, PairId
from carteado.tournament.ranking.criteria import Reason
from carteado.tournament.ranking.points import delegation_points, medal_table
from carteado.tournament.ranking.standings import EventPlacing, played_order
from carteado.tournament.state.championship import Championship

_WIDEST_CROSS_TABLE = 16
"""Most pairs of a group for which a cross table of results is shown."""
_WIDE = 100
"""Width in characters from which a terminal has room for all columns."""


def event_shown(championship: Championship, context: Context) -> Iterator[RenderableType]:
    """The whole event, as far as it has come."""
    for stage in championship.plan.stages:
        yield Rule(Text(stage_heading(stage, context), style="bold"), style="dim")
        yield from _STAGES[stage.kind](championship, stage, context)
    title = "final_placings" if championship.bracket.is_over else "current_placings"
    yield Rule(Text(context.say(title), style="bold"), style="dim")
    champion = championship.bracket.champion
    if champion is not None:
        yield Text.assemble("★ ", (context.say("champion_is", pair=champion), "bold"))
    placings = championship.bracket.placings()
    yield placings_table(placings, championship, context)
    if any(one.walkovers for one in placings):
        yield Text(context.say("walkover_key"), style="dim")
    yield from _delegations_shown(championship, context)


def stage_heading(stage: Stage, context: Context) -> str:
    if stage.phase:
        phase = context.catalogue.in_words(stage.phase).capitalize()
        return context.say("stage_of_phase", phase=phase, pairs=len(stage.fill))
    kind = "league" if stage.kind is Kind.GROUPS and stage.groups == 1 else str(stage.kind)
    return context.say(f"stage_{kind}", pairs=len(stage.fill), groups=stage.groups, rounds=stage.rounds)


# --- stages -------------------------------------------------------------------------------------------------------


def _knockout(championship: Championship, stage: Stage, context: Context) -> Iterator[RenderableType]:
    matches = [one for one in championship.fixtures.values() if one.stage == stage.id]
    if not matches:
        return
    last = next(one for one in matches if one.phase == FINAL)
    yield from _bracket(championship, last.id, matches, context)
    yield from _lucky_losers(championship, stage, context)
    for third in (one for one in matches if one.phase == THIRD_PLACE):
        yield _matches(championship, [third], context.catalogue.in_words(THIRD_PLACE))


def _bracket(
    championship: Championship, last: MatchId, matches: Sequence[Fixture], context: Context
) -> Iterator[RenderableType]:
    """As many of the last rounds as fit the terminal's width, with earlier rounds as lists."""
    width = context.console.width
    depth = rounds_behind(championship, last)
    rounds = min(depth, max(1, width // NARROWEST))
    phases = [phase for phase in dict.fromkeys(one.phase for one in matches) if phase != THIRD_PLACE]
    for phase in phases[: depth - rounds]:
        yield _matches(championship, [one for one in matches if one.phase == phase], context.catalogue.in_words(phase))
    titles = [context.catalogue.in_words(phase) for phase in phases[depth - rounds :]]
    lines = tree(championship, last, width=width, titles=titles)
    yield Padding(Text("\n").join(lines), (1, 0))


def _matches(championship: Championship, fixtures: Sequence[Fixture], title: str) -> RenderableType:
    """One line for each match: the first pair, the score, the second pair."""
    table = _plain_table(title)
    for justify in ("right", "right", "center", "left", "left"):
        table.add_column(justify=justify, overflow="fold")
    for fixture in fixtures:
        one, two = sides(championship, fixture.id)
        left = Text(one.name, style=one.style), Text(one.score, style=one.style)
        right = Text(two.score, style=two.style), Text(two.name, style=two.style)
        table.add_row(*left, Text("×", style="dim"), *right)
    return Padding(table, (1, 0, 0, 0))


def _qualifying(championship: Championship, stage: Stage, context: Context) -> Iterator[RenderableType]:
    matches = [one for one in championship.fixtures.values() if one.stage == stage.id]
    lists = [
        _matches(championship, [one for one in matches if one.round == number], context.say("round", number=number))
        for number in range(1, stage.rounds + 1)
    ]
    yield Columns(lists, padding=(0, 4))
    yield from _lucky_losers(championship, stage, context)


def _lucky_losers(championship: Championship, stage: Stage, context: Context) -> Iterator[RenderableType]:
    """The pairs that advance although eliminated, with the reason. Key: lucky_losers.places."""
    for back in championship.bracket.come_back():
        if back.stage != stage.id:
            continue
        table = _plain_table(context.say("lucky_losers"))
        table.add_column(justify="right")
        table.add_column()
        table.add_column(style="dim")
        for number, one in enumerate(back.lucky, start=1):
            table.add_row(str(number), escape(one.pair), escape(_reason_text(one.by, championship, context)))
        yield Padding(table, (1, 0, 0, 0))


def _plain_table(title: str) -> Table:
    table = Table(title=Text(title, style="italic"), title_justify="left", box=None, pad_edge=False)
    table.show_header = False
    return table


def _groups(championship: Championship, stage: Stage, context: Context) -> Iterator[RenderableType]:
    tables = [_group(championship, stage, group, context) for group in range(stage.groups)]
    yield Columns(tables, padding=(0, 3))


def _group(championship: Championship, stage: Stage, group: int, context: Context) -> RenderableType:
    ranking = championship.bracket.table(stage.id, group)
    met = championship.bracket.outcomes(stage.id, group)
    title = context.say("group", name=group_name(group)) if stage.groups > 1 else ""
    table = Table(title=escape(title) or None, title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("#", justify="right")
    table.add_column(context.say("standings_pair"))
    crossed = ranking if len(ranking) <= _WIDEST_CROSS_TABLE else ()
    results = {one.pair: [_result(one.pair, other.pair, met, context) for other in crossed] for one in ranking}
    width = max(len(text) for texts in results.values() for text in (*texts, str(len(crossed))))
    if crossed:
        table.add_column(" ".join(str(number).rjust(width) for number, _ in enumerate(crossed, start=1)))
    table.add_column(context.say("short_wins"), justify="right")
    table.add_column(context.say("standings_balance"), justify="right")
    for placing in ranking:
        cells = [" ".join(result.rjust(width) for result in results[placing.pair])] if crossed else []
        table.add_row(_rank(placing), escape(placing.pair), *cells, str(placing.wins), f"{placing.balance:+d}")
    if any(outcome.walkover for outcome in met):
        table.caption, table.caption_justify = context.say("walkover_key"), "left"
    return Padding(table, (1, 0, 0, 0))


def _result(pair: PairId, other: PairId, outcomes: Sequence[Outcome], context: Context) -> str:
    """Letters for matches won or lost against another pair; ``·`` for the pair itself, or while there is none."""
    met = [outcome for outcome in outcomes if {pair, other} == set(outcome.pairs)]
    return "".join(_letter(outcome, pair, context) for outcome in met) or "·"


def _letter(outcome: Outcome, pair: PairId, context: Context) -> str:
    """Won or lost, with a mark if by W.O."""
    letter = context.say("letter_won" if outcome.winner == pair else "letter_lost")
    return f"{letter}*" if outcome.walkover else letter


def _swiss(championship: Championship, stage: Stage, context: Context) -> Iterator[RenderableType]:
    """One line for each pair: its opponent in each round, by its line, and whether it won. A pair that left has no
    number, which would be read as its place."""
    ranking = championship.bracket.table(stage.id)
    place = {one.pair: "–" if one.has_left else str(number) for number, one in enumerate(ranking, start=1)}
    outcomes = championship.bracket.outcomes(stage.id)
    by_round = {(pair, outcome.round): outcome for outcome in outcomes for pair in outcome.pairs}
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("#", justify="right")
    table.add_column(context.say("standings_pair"))
    rounds = range(1, stage.rounds + 1)
    for number in rounds:
        table.add_column(context.say("short_round", number=number), justify="right")
    table.add_column(context.say("short_wins"), justify="right")
    table.add_column(context.say("standings_balance"), justify="right")
    for placing in ranking:
        met = [_met(placing.pair, by_round.get((placing.pair, one)), place, context) for one in rounds]
        table.add_row(place[placing.pair], escape(placing.pair), *met, str(placing.wins), f"{placing.balance:+d}")
    yield Padding(table, (1, 0, 0, 0))
    yield Text(context.say("swiss_key"), style="dim")
    if any(outcome.walkover and "" not in outcome.pairs for outcome in outcomes):
        yield Text(context.say("walkover_key"), style="dim")


def _met(pair: PairId, outcome: Outcome | None, place: dict[PairId, str], context: Context) -> str:
    if outcome is None:
        return "[dim]·[/]"
    other = outcome.opponent_of(pair)
    if other not in place:
        return context.say("short_bye")
    letter = _letter(outcome, pair, context)
    return f"{letter}{place[other]}" if outcome.winner == pair else f"[dim]{letter}{place[other]}[/]"


def _double_elimination(championship: Championship, stage: Stage, context: Context) -> Iterator[RenderableType]:
    matches = [one for one in championship.fixtures.values() if one.stage == stage.id]
    finals = [one for one in matches if one.phase == FINAL and championship.bracket.pairs(one.id) is not None]
    played = [one for one in finals if (ended := championship.bracket.ended(one.id)) and ended.outcome]
    for (phase, number), fixtures in _rounds(matches).items():
        if phase != FINAL:
            name = f"{context.catalogue.in_words(phase)}, {context.say('round', number=number).lower()}"
            yield _matches(championship, fixtures, name)
    yield _matches(championship, played or finals[:1], context.catalogue.in_words(FINAL))


def _rounds(matches: Sequence[Fixture]) -> dict[tuple[str, int], list[Fixture]]:
    rounds: dict[tuple[str, int], list[Fixture]] = {}
    for one in sorted(matches, key=lambda one: (played_order(one.phase), one.round)):
        rounds.setdefault((one.phase, one.round), []).append(one)
    return rounds


_STAGES: dict[Kind, Callable[[Championship, Stage, Context], Iterator[RenderableType]]] = {
    Kind.KNOCKOUT: _knockout,
    Kind.QUALIFYING: _qualifying,
    Kind.GROUPS: _groups,
    Kind.SWISS: _swiss,
    Kind.DOUBLE_ELIMINATION: _double_elimination,
}


# --- the end ------------------------------------------------------------------------------------------------------


def placings_table(placings: Sequence[EventPlacing], championship: Championship, context: Context) -> Table:
    """Every pair from first to last with the reason, and the place once it is earned. A narrow terminal leaves out
    points, which the balance sums up."""
    wide = context.console.width >= _WIDE
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    names = ("rank", "pair", "won", "points", "balance") if wide else ("rank", "pair", "won", "balance")
    for name in names:
        table.add_column(context.say(f"standings_{name}"), justify="left" if name == "pair" else "right")
    table.add_column(context.say("why"), style="dim", overflow="fold")
    for placing in placings:
        points = [f"{placing.scored} × {placing.conceded}"] if wide else []
        by_walkover = "*" * bool(placing.walkovers)
        cells = [_rank(placing), escape(placing.pair), f"{placing.wins}/{placing.played}{by_walkover}", *points]
        reason_text = escape(_reason_text(placing.by, championship, context))
        table.add_row(*cells, f"{placing.balance:+d}", reason_text, style="bold" if placing.rank == 1 else "")
    return table


def _rank(placing: EventPlacing) -> str:
    return "–" if placing.rank is None else str(placing.rank)


def _reason_text(reason: Reason, championship: Championship, context: Context) -> str:
    """The reason with only its article, because the heading already names the regulation."""
    sentence = reason.sentence(championship.regulation, context.catalogue)
    if not reason.key:
        return sentence
    article = context.say("article", article=championship.regulation.citation(reason.key))
    return sentence.replace(f"({championship.regulation.cite(reason.key)})", f"({article})")


def _delegations_shown(championship: Championship, context: Context) -> Iterator[RenderableType]:
    """The delegations' points, if the regulation gives any. Key: delegation_points.champion."""
    placings = championship.bracket.placings()
    totals = delegation_points(championship.regulation, placings, championship.delegations)
    if not totals:
        return
    medals = {one.delegation: one for one in medal_table((placings, championship.delegations))}
    title = context.say("delegation_points", article=championship.regulation.cite("delegation_points.champion"))
    table = Table(title=escape(title), title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("#", justify="right")
    table.add_column(context.say("delegation"))
    for name in ("gold", "silver", "bronze"):
        table.add_column(context.say(name), justify="right")
    table.add_column(context.say("standings_points"), justify="right")
    for total in totals:
        won = medals[total.delegation]
        counts = [str(count) if count else "[dim]·[/]" for count in (won.gold, won.silver, won.bronze)]
        name = championship.delegation_name(total.delegation)
        table.add_row(str(total.rank), escape(name), *counts, str(total.points))
    yield table

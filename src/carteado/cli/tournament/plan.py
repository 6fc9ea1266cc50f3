"""``carteado tournament plan``: what a format means for a number of pairs, and how long it takes."""

import argparse
import sys
from collections.abc import Iterator
from dataclasses import asdict

from rich import box
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn
from rich.progress import Progress as ProgressBar
from rich.table import Table
from rich.text import Text

from carteado.cli.context import DONE, Context, read_input
from carteado.cli.options import add_regulation, regulation_named
from carteado.cli.tournament.in_terminal import stage_heading
from carteado.cli.tournament.shared_options import add_format, checked_pairs, checked_tables, chosen_plan
from carteado.planning.forecast import (
    SAMPLE_SIZE,
    EventForecast,
    Lengths,
    MatchForecast,
    Quantiles,
    event_forecast,
    final_differs,
    sample_lengths,
)
from carteado.planning.pace import PACES, Pace, measured_pace
from carteado.planning.simulation import planned_matches
from carteado.record import InputError, read_record
from carteado.regulation import Regulation
from carteado.tournament.formats.plans import Plan, offers_one_place, plan_for
from carteado.tournament.formats.slots import BestOfRank, LuckyLoser, RankOf
from carteado.tournament.formats.stages import Kind, Stage, fixtures_of, free_places, knockout_size

_MOST_MATCHES = 10_000


def add_arguments(parser: argparse.ArgumentParser, context: Context) -> None:
    add_regulation(parser, context)
    add_format(parser, context)
    parser.add_argument("--matches", type=int, metavar="N", help=context.say("sample_help"))
    parser.add_argument("--bots", metavar="NAME", help=context.say("tournament_bots_help"))
    parser.add_argument("--seed", default="0", metavar="S", help=context.say("seed_help"))
    parser.add_argument("--records", nargs="+", default=[], metavar="FILE", help=context.say("records_help"))


def run(options: argparse.Namespace, context: Context) -> int:
    regulation = regulation_named(options.regulation, options.settings)
    pairs = checked_pairs(options.pairs, options.form)
    plan = chosen_plan(regulation, pairs, options.form)
    pace = _pace(options.records, regulation)
    lengths = _sampled(options, regulation, context)
    tables = checked_tables(options.tables) or max(1, pairs // 2)
    forecast = event_forecast(regulation, plan, lengths, tables=tables, seed=options.seed, pace=pace)
    if context.json:
        context.print_json(_document(regulation, plan, pairs, forecast, pace))
    else:
        _show(regulation, plan, pairs, forecast, context)
    return DONE


def _pace(paths: list[str], regulation: Regulation) -> Pace:
    """The stated pace, or one measured from the given records."""
    records = [read_record(read_input(path)) for path in paths]
    for path, record in zip(paths, records, strict=True):
        if record.regulation.engine_kind is not regulation.engine_kind:
            raise InputError("record_of_another_game", where=path)
    return measured_pace(records, PACES[regulation.engine_kind])


def _sampled(options: argparse.Namespace, regulation: Regulation, context: Context) -> Lengths:
    matches = SAMPLE_SIZE[regulation.engine_kind] if options.matches is None else options.matches
    if not 1 <= matches <= _MOST_MATCHES:
        raise InputError("number_out_of_range", where="--matches", value=matches, least=1, most=_MOST_MATCHES)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    shown = sys.stderr.isatty()
    with ProgressBar(*columns, console=Console(stderr=True), transient=True, disable=not shown) as bar:
        task = bar.add_task(context.say("sampling"), total=matches * (2 if final_differs(regulation) else 1))
        return sample_lengths(
            regulation,
            seed=options.seed,
            matches=matches,
            bots=options.bots,
            progress=lambda played: bar.update(task, completed=played),
        )


# --- what the format does -----------------------------------------------------------------------------------------


def _stage_facts(stage: Stage) -> dict[str, object]:
    """Figures of a stage: its matches, free pairs, and pairs that come in although beaten."""
    knockout = stage.kind in (Kind.KNOCKOUT, Kind.DOUBLE_ELIMINATION)
    return {
        "stage": stage.id,
        "kind": str(stage.kind),
        "pairs": len(stage.fill),
        "groups": stage.groups if stage.kind is Kind.GROUPS else None,
        "rounds": stage.rounds if stage.kind in (Kind.QUALIFYING, Kind.SWISS) else None,
        "matches": planned_matches(Plan((stage,))),
        "byes": knockout_size(len(stage.fill)) - len(stage.fill) if knockout else 0,
        "free_in_first_round": free_places(stage) if stage.kind is Kind.QUALIFYING else 0,
        "lucky_losers": sum(isinstance(slot, LuckyLoser) for slot in stage.fill),
        "best_of_rank": sum(isinstance(slot, BestOfRank) for slot in stage.fill),
        "by_rank": sum(isinstance(slot, RankOf) for slot in stage.fill),
        "best_of": stage.best_of,
        "phases": list(dict.fromkeys(one.phase for one in fixtures_of(stage))),
    }


def _one_place_fits(regulation: Regulation, plan: Plan, pairs: int) -> bool:
    return offers_one_place(regulation, pairs) and plan == plan_for(regulation, pairs)


def _document(regulation: Regulation, plan: Plan, pairs: int, forecast: EventForecast, pace: Pace) -> dict[str, object]:
    return {
        "regulation": regulation.id,
        "pairs": pairs,
        "matches": planned_matches(plan),
        "one_place_fits": _one_place_fits(regulation, plan, pairs),
        "stages": [_stage_facts(stage) for stage in plan.stages],
        "pace": {"match": pace.match, "hand": pace.hand, "acts": dict(pace.acts), "other": pace.other},
        "forecast": _rounded(asdict(forecast)),
    }


def _rounded(value: object) -> object:
    """Round numbers to three digits. Quantiles are listed by name and rounded to one digit."""
    if isinstance(value, Quantiles):
        return {name: round(one, 1) for name, one in value._asdict().items()}
    if isinstance(value, dict):
        return {name: _rounded(one) for name, one in value.items()}
    if isinstance(value, tuple | list):
        return [_rounded(one) for one in value]
    return round(value, 3) if isinstance(value, float) else value


def _show(regulation: Regulation, plan: Plan, pairs: int, forecast: EventForecast, context: Context) -> None:
    say = context.say
    context.print(Text(regulation.title[context.language], style="bold"))
    context.print(escape(say("plan_title", pairs=pairs, matches=planned_matches(plan), stages=len(plan.stages))))
    context.print(_stages_table(plan, context))
    if _one_place_fits(regulation, plan, pairs):
        rule = regulation.cite("lucky_losers.places")
        context.print(escape(say("plan_one_place", pairs=pairs, rule=rule)))
    context.print(Text(say("forecast_title", tables=forecast.tables, rest=round(forecast.rest)), style="bold"))
    for line in (*_match_sentences(forecast, context), _event_sentence(forecast, context)):
        context.print(escape(line))
    context.print(_phases_table(forecast, context))
    context.print(Text(say("forecast_basis", sample=forecast.matches.sample), style="dim"))


def _stages_table(plan: Plan, context: Context) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for name in ("stage", "pairs", "matches", "remarks"):
        table.add_column(context.say(f"plan_{name}"), justify="right" if name in ("pairs", "matches") else "left")
    for stage in plan.stages:
        facts = _stage_facts(stage)
        remarks = "; ".join(_remarks(facts, context))
        table.add_row(
            escape(stage_heading(stage, context)), str(facts["pairs"]), str(facts["matches"]), escape(remarks)
        )
    return table


def _remarks(facts: dict[str, object], context: Context) -> Iterator[str]:
    for name in ("byes", "free_in_first_round", "lucky_losers", "by_rank", "best_of_rank"):
        if facts[name]:
            yield context.say(f"plan_{name}", count=facts[name])
    if facts["best_of"] != 1:
        yield context.say("plan_best_of", count=facts["best_of"])


# --- how long -----------------------------------------------------------------------------------------------------


def _match_sentences(forecast: EventForecast, context: Context) -> Iterator[str]:
    yield match_sentence(forecast.matches, context)
    if forecast.final is not None:
        yield context.say("forecast_final", sentence=match_sentence(forecast.final, context))


def match_sentence(forecast: MatchForecast, context: Context) -> str:
    """``1,500 points take 4–7 hands, 35–60 minutes; 90 % of matches end within 58 minutes.``"""
    sentence = context.say(
        "forecast_match",
        target=_grouped(forecast.target, context),
        hands=_span(forecast.hands.tenth, forecast.hands.ninetieth),
        minutes=_span(forecast.minutes.tenth, forecast.minutes.ninetieth),
        within=round(forecast.minutes.ninetieth),
    )
    if forecast.clock is None:
        return sentence
    return f"{sentence} {context.say('forecast_clock', minutes=forecast.clock, share=round(100 * forecast.by_clock))}"


def _event_sentence(forecast: EventForecast, context: Context) -> str:
    minutes = forecast.minutes
    return context.say(
        "forecast_event",
        low=duration(minutes.tenth),
        high=duration(minutes.ninetieth),
        tables=forecast.tables,
        median=duration(minutes.median),
    )


def _phases_table(forecast: EventForecast, context: Context) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for name in ("phase", "matches", "tenth", "median", "ninetieth"):
        table.add_column(context.say(f"forecast_{name}"), justify="left" if name == "phase" else "right")
    for phase in forecast.phases:
        taken = (phase.minutes.tenth, phase.minutes.median, phase.minutes.ninetieth)
        table.add_row(escape(context.catalogue.in_words(phase.phase)), str(phase.matches), *map(duration, taken))
    return table


def duration(minutes: float) -> str:
    """``3h05``, or ``48 min`` below an hour."""
    hours, rest = divmod(round(minutes), 60)
    return f"{hours}h{rest:02d}" if hours else f"{rest} min"


def _span(low: float, high: float) -> str:
    first, last = round(low), round(high)
    return str(first) if first == last else f"{first}–{last}"


def _grouped(number: int, context: Context) -> str:
    return f"{number:,}" if context.language == "en" else f"{number:,}".replace(",", ".")

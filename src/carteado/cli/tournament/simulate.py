"""``carteado tournament simulate``: let bots play a whole championship, show it and export it."""

import argparse
import sys

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
from rich.progress import Progress as ProgressBar
from rich.text import Text

from carteado.cli.context import DONE, Context, read_input
from carteado.cli.options import DEFAULT_REGULATION, add_regulation, regulation_named
from carteado.cli.tournament.as_json import event_summary
from carteado.cli.tournament.entries import contenders_in, regulation_of_list
from carteado.cli.tournament.export_files import check_target, export
from carteado.cli.tournament.in_terminal import event_shown
from carteado.cli.tournament.shared_options import add_format, checked_pairs, checked_tables, chosen_plan
from carteado.planning.field import Contender, invented_pairs
from carteado.planning.matches import MOST_HANDS, REAL_BOTS
from carteado.planning.simulation import Progress, SimulatedChampionship, hall_of, planned_matches, simulate
from carteado.record import InputError, RuleBroken
from carteado.regulation import IllegalAct, Regulation
from carteado.tournament.formats.plans import Plan


def add_arguments(parser: argparse.ArgumentParser, context: Context) -> None:
    add_regulation(parser, context)
    parser.set_defaults(regulation=None)
    add_format(parser, context)
    parser.add_argument("--entries", metavar="FILE", help=context.say("entries_help"))
    parser.add_argument("--bots", metavar="NAME", help=context.say("tournament_bots_help"))
    parser.add_argument("--seed", default="0", metavar="S", help=context.say("seed_help"))
    parser.add_argument("--out", metavar="PATH", help=context.say("out_help"))


def run(options: argparse.Namespace, context: Context) -> int:
    regulation, pairs = _field(options)
    plan = chosen_plan(regulation, checked_pairs(len(pairs), options.form), options.form)
    if options.out:
        check_target(options.out)
    simulated = _simulated(options, regulation, plan, pairs, context)
    if options.out:
        export(simulated, options.out, context)
    if context.json:
        context.print_json(_document(simulated, options, context))
        return DONE
    _show(simulated, options, context)
    return DONE


def _document(simulated: SimulatedChampionship, options: argparse.Namespace, context: Context) -> dict[str, object]:
    """``cut_short`` names the games that were ended because no pair reached the target."""
    return {
        "seed": options.seed,
        "bots": options.bots or REAL_BOTS[simulated.championship.regulation.engine_kind],
        **event_summary(simulated.championship, context, simulated.records),
        "cut_short": list(simulated.cut_short),
    }


def _field(options: argparse.Namespace) -> tuple[Regulation, tuple[Contender, ...]]:
    """The regulation, and the pairs from a list of entries or made-up ones."""
    if options.entries is None:
        regulation = regulation_named(options.regulation or DEFAULT_REGULATION, options.settings)
        return regulation, invented_pairs(regulation, checked_pairs(options.pairs, options.form))
    data = read_input(options.entries)
    regulation = regulation_of_list(data, options)
    pairs = contenders_in(data, regulation)
    if options.pairs not in (None, len(pairs)):
        raise InputError("list_of_other_size", where="--pairs", value=options.pairs, count=len(pairs))
    return regulation, pairs


def _simulated(
    options: argparse.Namespace, regulation: Regulation, plan: Plan, pairs: tuple[Contender, ...], context: Context
) -> SimulatedChampionship:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    shown = sys.stderr.isatty()
    with ProgressBar(*columns, console=Console(stderr=True), transient=True, disable=not shown) as bar:
        task = bar.add_task(context.say("simulating"), total=planned_matches(plan))

        def step(progress: Progress) -> None:
            bar.update(task, completed=progress.played, total=max(progress.planned, progress.played))

        try:
            return simulate(
                regulation,
                plan,
                pairs,
                seed=options.seed,
                bots=options.bots,
                hall=hall_of(regulation, checked_tables(options.tables)),
                progress=step,
            )
        except IllegalAct as error:
            raise RuleBroken(error.refusal, regulation, where="--pairs") from None


def _show(simulated: SimulatedChampionship, options: argparse.Namespace, context: Context) -> None:
    championship = simulated.championship
    regulation = championship.regulation
    context.print(Text(regulation.title[context.language], style="bold"))
    bots = options.bots or REAL_BOTS[regulation.engine_kind]
    pairs, games = len(championship.pairs), len(simulated.records)
    context.print(Text(context.say("simulated", pairs=pairs, games=games, bots=bots, seed=options.seed), style="dim"))
    for part in event_shown(championship, context):
        context.print(part)
    if simulated.cut_short:
        sentence = context.say("cut_short", count=len(simulated.cut_short), hands=MOST_HANDS)
        context.print(f"[yellow]{escape(sentence)}[/]")
    if options.out:
        context.print(escape(context.say("exported", path=options.out)))

"""``carteado replay FILE``: replay a record and print its score, hand by hand."""

import argparse
from collections.abc import Sequence

from rich.markup import escape
from rich.table import Table

from carteado.cli.context import CHECK_FAILED, DONE, Context, read_input
from carteado.record import NEUTRAL, HandReport, Line, Mismatch, Record, Report, read_record, replay


def add_arguments(parser: argparse.ArgumentParser, context: Context) -> None:
    parser.add_argument("file", metavar="FILE", help=context.say("file_help"))


def run(options: argparse.Namespace, context: Context) -> int:
    record = read_record(read_input(options.file))
    report = replay(record)
    if context.json:
        context.print_json(report.to_json() | mismatches_document(report))
    else:
        _show(record, report, context)
        show_mismatches(report, context)
    return CHECK_FAILED if report.mismatches else DONE


def mismatches_document(report: Report) -> dict[str, object]:
    """Statements of the record that the replay does not confirm; empty if all hold."""
    return {"mismatches": [mismatch._asdict() for mismatch in report.mismatches]} if report.mismatches else {}


def show_mismatches(report: Report, context: Context) -> None:
    for mismatch in report.mismatches:
        context.print("[red]" + escape(_mismatch_sentence(mismatch, context)) + "[/]")


def _show(record: Record, report: Report, context: Context) -> None:
    if report.hands or not report.finished:
        show_report(report, context, pairs=_pair_names(record.seats))
    else:
        show_decided_before(record, report, context)


def show_decided_before(record: Record, report: Report, context: Context) -> None:
    """Print who won a match in which no hand was dealt, with the articles that the referee named."""
    assert report.winner is not None
    articles = [recorded.act.article for recorded in record.opening_acts if not isinstance(recorded.act, NEUTRAL)]
    details = {"pair": _pair_names(record.seats)[report.winner], "score": "{} × {}".format(*report.score)}
    context.print(escape(context.say("decided_before", **details, article="; ".join(articles))))


def _mismatch_sentence(mismatch: Mismatch, context: Context) -> str:
    place = "" if mismatch.hand is None else context.say("in_hand", hand=mismatch.hand)
    return place + context.say("mismatch", name=mismatch.key, stated=mismatch.stated, computed=mismatch.computed)


def _pair_names(seats: tuple[str, ...]) -> tuple[str, str]:
    return " + ".join(seats[0::2]), " + ".join(seats[1::2])


def show_report(report: Report, context: Context, *, pairs: tuple[str, str]) -> None:
    """Print the score sheet as a table, with the reason for each point."""
    table = Table(title=escape(report.regulation.title[context.language]))
    for column in (
        context.say("hand"),
        context.say("dealer"),
        *pairs,
        context.say("score"),
        context.say("why"),
    ):
        table.add_column(escape(column))
    for number, hand in enumerate(report.hands, start=1):
        table.add_row(*_row(number, hand, pairs, context))
    context.print(table)
    won = report.winner is not None
    outcome = "winner_is" if won else "not_finished"
    name = pairs[report.winner] if report.winner is not None else ""
    a, b = report.score
    context.print(escape(context.say(outcome, pair=name, score=f"{a} × {b}")))


def _row(number: int, hand: HandReport, pairs: tuple[str, str], context: Context) -> list[str]:
    dealer = "" if hand.dealer is None else str(hand.dealer)
    points = [f"{points:+d}" if points else "" for points in hand.points]
    a, b = hand.score
    reasons = [
        f"{escape(name)}: {_reasons(lines, context)}" for name, lines in zip(pairs, hand.lines, strict=True) if lines
    ]
    return [str(number), dealer, *points, f"{a} × {b}", "\n".join(reasons)]


def _reasons(lines: Sequence[Line], context: Context) -> str:
    """The lines of one pair, each with its article."""
    return "; ".join(f"{context.say(line.item)} {line.points:+d} (Art. {line.article})" for line in lines)

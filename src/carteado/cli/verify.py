"""``carteado verify FILE``: every deal of a record, or a draw, recomputed from what was published."""

import argparse

from rich.markup import escape

from carteado.cli.context import CHECK_FAILED, DONE, Context, read_input
from carteado.fair import DRAW_FORMAT, FairError, verify_draw
from carteado.record import FORMAT, InputError, Verdict, parse_json, record_of, verify_deals


def add_arguments(parser: argparse.ArgumentParser, context: Context) -> None:
    parser.add_argument("file", metavar="FILE", help=context.say("file_help"))


def run(options: argparse.Namespace, context: Context) -> int:
    document = parse_json(read_input(options.file))
    kind = document.get("format") if isinstance(document, dict) else None
    if kind == FORMAT:
        return _verify_record(document, context)
    if kind == DRAW_FORMAT:
        return _verify_draw(document, context)
    raise InputError("not_protocol", where="format")


def _verify_record(document: object, context: Context) -> int:
    checks = verify_deals(record_of(document))
    verdicts = {check.verdict for check in checks}
    holds = Verdict.FAILED not in verdicts and verdicts != {Verdict.NOT_FAIR} and bool(checks)
    if context.json:
        hands = [{"hand": one.hand, "verdict": one.verdict, "problems": list(one.problems)} for one in checks]
        context.print_json({"format": FORMAT, "holds": holds, "hands": hands})
        return DONE if holds else CHECK_FAILED
    for check in checks:
        said = ", ".join(context.say(problem) for problem in check.problems)
        colour = {Verdict.VERIFIED: "green", Verdict.FAILED: "red"}.get(check.verdict, "yellow")
        line = context.say(f"deal_{check.verdict}", hand=check.hand, problems=said)
        context.print(f"[{colour}]{escape(line)}[/]")
    context.print(escape(context.say("verify_holds" if holds else "verify_fails")))
    return DONE if holds else CHECK_FAILED


def _verify_draw(document: object, context: Context) -> int:
    try:
        problems = [str(problem) for problem in verify_draw(document)]
    except FairError as error:
        raise InputError("fair_input", reason=str(error)) from None
    holds = not problems
    if context.json:
        context.print_json({"format": DRAW_FORMAT, "holds": holds, "problems": problems})
    else:
        for problem in problems:
            context.print(f"[red]{escape(problem)}[/]")
        context.print(escape(context.say("verify_holds" if holds else "verify_fails")))
    return DONE if holds else CHECK_FAILED

"""``carteado verify FILE``: check a record and its deals, a draw, or the draws of an event, by computing them again."""

import argparse
from collections.abc import Collection, Sequence

from rich.markup import escape

from carteado.cli.context import CHECK_FAILED, DONE, Context, read_input
from carteado.cli.replay import mismatches_document, show_decided_before, show_mismatches
from carteado.fair import DRAW_FORMAT, FairError, Problem, verify_draw
from carteado.record import (
    FORMAT,
    DealCheck,
    InputError,
    Record,
    Report,
    Verdict,
    parse_json,
    record_of,
    replay,
    verify_deals,
)
from carteado.tournament import EVENT_FORMAT, event_of


def add_arguments(parser: argparse.ArgumentParser, context: Context) -> None:
    parser.add_argument("file", metavar="FILE", help=context.say("file_help"))


def run(options: argparse.Namespace, context: Context) -> int:
    document = parse_json(read_input(options.file))
    kind = document.get("format") if isinstance(document, dict) else None
    if kind == FORMAT:
        return _verify_record(document, context)
    if kind == DRAW_FORMAT:
        return _verify_draw(document, context)
    if kind == EVENT_FORMAT:
        return _verify_event(document, context)
    raise InputError("not_protocol", where="format")


def _verify_record(document: object, context: Context) -> int:
    """Check the deals, and every statement that a replay can check. The record holds if at least one deal is proven.
    While no seed is open nothing is proven, and nothing has failed."""
    record = record_of(document)
    checks, report = verify_deals(record), replay(record)
    verdicts = {check.verdict for check in checks}
    holds = Verdict.VERIFIED in verdicts and Verdict.FAILED not in verdicts and not report.mismatches
    if context.json:
        hands = [{"hand": one.hand, "verdict": one.verdict, "problems": list(one.problems)} for one in checks]
        answer = {"format": FORMAT, "holds": holds, "finished": report.finished, "hands": hands}
        context.print_json(answer | mismatches_document(report))
    elif not checks:
        _show_no_hands(record, report, context)
    else:
        _show_checks(checks, report, context)
        context.print(escape(context.say(_conclusion(verdicts, report, holds=holds))))
    is_too_early = verdicts == {Verdict.NOT_REVEALED} and not report.mismatches
    return DONE if holds or is_too_early else CHECK_FAILED


def _show_checks(checks: Sequence[DealCheck], report: Report, context: Context) -> None:
    for check in checks:
        text = ", ".join(context.say(problem) for problem in check.problems)
        colour = {Verdict.VERIFIED: "green", Verdict.FAILED: "red"}.get(check.verdict, "yellow")
        line = context.say(f"deal_{check.verdict}", hand=check.hand, problems=text)
        context.print(f"[{colour}]{escape(line)}[/]")
    show_mismatches(report, context)
    if not report.finished:
        context.print(escape(context.say("verify_unfinished", score="{} × {}".format(*report.score))))


def _conclusion(verdicts: Collection[Verdict], report: Report, *, holds: bool) -> str:
    if holds and Verdict.NOT_REVEALED in verdicts:
        return "verify_holds_open"
    if holds:
        return "verify_holds" if report.finished else "verify_holds_so_far"
    if Verdict.FAILED in verdicts or report.mismatches:
        return "verify_fails"
    return "verify_too_early" if Verdict.NOT_REVEALED in verdicts else "verify_nothing"


def _show_no_hands(record: Record, report: Report, context: Context) -> None:
    """No card was dealt, so there is nothing to prove."""
    context.print(escape(context.say("verify_no_hands")))
    show_mismatches(report, context)
    if report.finished:
        show_decided_before(record, report, context)


def _verify_draw(document: object, context: Context) -> int:
    problems = _problems(document, context)
    holds = not problems
    if context.json:
        context.print_json({"format": DRAW_FORMAT, "holds": holds, "problems": problems})
    else:
        for problem in problems:
            context.print(f"[red]{escape(problem)}[/]")
        context.print(escape(context.say("verify_holds" if holds else "verify_fails")))
    return DONE if holds else CHECK_FAILED


def _problems(protocol: object, context: Context) -> list[str]:
    """What is wrong with a draw, in the reader's language."""
    try:
        return [_problem_sentence(problem, context) for problem in verify_draw(protocol)]
    except FairError as error:
        raise InputError("fair_input", reason=str(error)) from None


def _problem_sentence(problem: Problem, context: Context) -> str:
    return context.say(f"draw_{problem.code}", name=problem.details.get("key"))


def _verify_event(document: object, context: Context) -> int:
    """Check every draw of the event. An event without draws has nothing to prove."""
    draws = {name: _problems(dict(protocol), context) for name, protocol in event_of(document).draws.items()}
    holds = bool(draws) and not any(draws.values())
    if context.json:
        found = [{"draw": name, "holds": not problems, "problems": problems} for name, problems in draws.items()]
        context.print_json({"format": EVENT_FORMAT, "holds": holds, "draws": found})
        return DONE if holds else CHECK_FAILED
    for name, problems in draws.items():
        colour, key = ("red", "draw_failed") if problems else ("green", "draw_verified")
        line = context.say(key, draw=name, problems="; ".join(problems))
        context.print(f"[{colour}]{escape(line)}[/]")
    key = "verify_holds" if holds else "verify_fails" if draws else "verify_no_draws"
    context.print(escape(context.say(key)))
    return DONE if holds else CHECK_FAILED

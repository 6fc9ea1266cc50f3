"""Options that the ``carteado tournament`` commands share: number of pairs, form of dispute, number of tables."""

import argparse

from carteado.cli.context import Context
from carteado.record import InputError, RuleBroken
from carteado.regulation import Regulation, forbidden_by
from carteado.tournament.formats.plans import FORMS, Plan, form_plan, plan_for

MOST_PAIRS = 1024
MOST_TABLES = 1000


def add_format(parser: argparse.ArgumentParser, context: Context) -> None:
    parser.add_argument("--pairs", type=int, metavar="N", help=context.say("pairs_help"))
    parser.add_argument("--form", choices=list(FORMS), help=context.say("form_help"))
    parser.add_argument("--tables", type=int, metavar="T", help=context.say("tables_help"))


def checked_tables(tables: int | None) -> int | None:
    if tables is not None and not 1 <= tables <= MOST_TABLES:
        raise InputError("number_out_of_range", where="--tables", value=tables, least=1, most=MOST_TABLES)
    return tables


def checked_pairs(pairs: int | None, form: str | None) -> int:
    """The number of pairs, checked against the least that the form needs."""
    least = FORMS[form].least if form else 2
    if pairs is None:
        raise InputError("arguments_missing", names="--pairs")
    if not least <= pairs <= MOST_PAIRS:
        raise InputError("number_out_of_range", where="--pairs", value=pairs, least=least, most=MOST_PAIRS)
    return pairs


def chosen_plan(regulation: Regulation, pairs: int, form: str | None) -> Plan:
    """The plan of the chosen form, or of the one that the regulation prescribes. Refuses more pairs than it admits.

    Key: selection.pairs.
    """
    selection = regulation.event.selection
    if selection and pairs > selection.pairs:
        refusal = forbidden_by("selection.pairs", "too_many_pairs", count=pairs, most=selection.pairs)
        raise RuleBroken(refusal, regulation, where="--pairs")
    return form_plan(regulation, form, pairs) if form else plan_for(regulation, pairs)

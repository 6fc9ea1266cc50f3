"""``carteado rules ID``: print a regulation in words, with the article of every rule, or its articles in full."""

import argparse
from collections.abc import Iterable, Mapping
from itertools import groupby

from rich.markup import escape
from rich.table import Table

from carteado.cli.context import DONE, Context
from carteado.cli.options import add_settings, regulation_named
from carteado.record import InputError
from carteado.regulation import Article, Entry, Regulation, Stated, article_in_full, as_text, available


def add_arguments(parser: argparse.ArgumentParser, context: Context) -> None:
    parser.add_argument("id", nargs="?", metavar="ID", help=context.say("rules_id_help"))
    parser.add_argument(
        "--article", action="append", default=[], metavar="N", dest="articles", help=context.say("rules_article_help")
    )
    parser.add_argument("--full", action="store_true", help=context.say("rules_full_help"))
    add_settings(parser, context)


def run(options: argparse.Namespace, context: Context) -> int:
    if options.id is None:
        if options.settings or options.articles or options.full:
            raise InputError("arguments_missing", names="ID")
        return _list_all(context)
    regulation = regulation_named(options.id, options.settings)
    asked = _asked(regulation, options.articles)
    if context.json:
        context.print_json(_document(regulation, asked or tuple(regulation.articles.values()), context))
    elif asked or options.full:
        _show_articles(regulation, asked or tuple(regulation.articles.values()), context)
    else:
        _show(regulation, context)
    return DONE


def _asked(regulation: Regulation, numbers: list[str]) -> tuple[Article, ...]:
    """The articles asked for. A part without a number may be written without its dot, ``7 §2`` without its blank."""
    known = {_folded(number): article for number, article in regulation.articles.items()}
    for number in numbers:
        if _folded(number) not in known:
            raise InputError("no_such_article", article=number)
    return tuple(known[_folded(number)] for number in numbers)


def _folded(number: str) -> str:
    return number.casefold().replace(" ", "").rstrip(".")


def _show_articles(regulation: Regulation, articles: Iterable[Article], context: Context) -> None:
    """Articles in full, with the values in force."""
    for article in articles:
        text = as_text(article_in_full(regulation, article.number, context.language))
        context.print(f"\n[bold]{escape(regulation.place([article.number]))}[/]")
        context.print(escape(text))
        if article.number in regulation.open:
            reason = regulation.open[article.number][context.language]
            context.print(f"[yellow]{escape(context.say('open_article', reason=reason))}[/]")


def _list_all(context: Context) -> int:
    if context.json:
        context.print_json({"regulations": list(available())})
        return DONE
    for name in available():
        regulation = regulation_named(name, [])
        context.print(f"[bold]{name}[/]  {escape(regulation.title[context.language])}")
    return DONE


def _document(regulation: Regulation, articles: Iterable[Article], context: Context) -> dict[str, object]:
    return {
        "regulation": regulation.id,
        "title": regulation.title[context.language],
        "open": sorted(regulation.open),
        "rules": [_rule_document(entry, context) for entry in regulation.entries()],
        "articles": [_article_document(regulation, article, context) for article in articles],
    }


def _article_document(regulation: Regulation, article: Article, context: Context) -> dict[str, object]:
    text = as_text(article_in_full(regulation, article.number, context.language))
    return {"number": article.number, "about": article.about, **article.matter, "text": text}


def _rule_document(entry: Entry, context: Context) -> dict[str, object]:
    value = entry.value
    plain = None if isinstance(value, Stated) else _plain(value)
    return {
        "key": entry.key,
        "value": plain,
        "text": context.catalogue.rule(entry),
        "article": str(entry.citation),
        "ruling": entry.citation.ruling,
        "changed_by": entry.citation.changed_by,
    }


def _plain(value: object) -> object:
    if isinstance(value, tuple):
        return [_plain(one) for one in value]
    if isinstance(value, Mapping):
        return {str(name): _plain(one) for name, one in value.items()}
    return value if isinstance(value, bool | int | str) else str(value)


def _show(regulation: Regulation, context: Context) -> None:
    context.print(f"\n[bold]{escape(regulation.title[context.language])}[/]  [dim]{regulation.id}[/]")
    for section, group in groupby(regulation.entries(), key=lambda entry: entry.key.partition(".")[0]):
        table = Table(
            title=escape(context.catalogue.sections[section]),
            title_justify="left",
            box=None,
            pad_edge=False,
            show_header=False,
        )
        table.add_column(overflow="fold", ratio=5)
        table.add_column(justify="left", style="dim", ratio=2)
        for entry in group:
            table.add_row(escape(context.catalogue.rule(entry)), escape(_where(entry, context)))
        context.print("", table)
    _show_open(regulation, context)


def _where(entry: Entry, context: Context) -> str:
    """The article, the ruling that interprets it, and what changed the value."""
    citation = entry.citation
    parts = [context.say("article", article=citation)]
    if citation.ruling:
        parts.append(citation.ruling)
    if citation.changed_by:
        parts.append(context.say("changed_by", by=citation.changed_by))
    return " · ".join(parts)


def _show_open(regulation: Regulation, context: Context) -> None:
    waiting = [number for number in regulation.articles if number in regulation.open]
    if waiting:
        sentence = context.say("open_articles", count=len(waiting), articles=", ".join(waiting))
        context.print("", f"[yellow]{escape(sentence)}[/]")
    for number in waiting:
        context.print(escape(f"{regulation.place([number])}: {regulation.open[number][context.language]}"))

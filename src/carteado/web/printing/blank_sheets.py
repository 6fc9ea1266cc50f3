"""The blank súmula on paper. Its rows and values come from the form that phones use, so there is only one list."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from carteado.sumula import Terms, form_of
from carteado.web.kit.forms.form_numbers import figure
from carteado.web.kit.sending.typesetting import Paper, qr
from carteado.web.kit.words.catalogue import language, words
from carteado.web.regulations.rulebook import article_name

HANDS_A_PAGE = 8
"""Columns for hands in tranca and canastra."""
MOST_LINES = 40
"""Lines for hands in truco."""
FIELDS: Mapping[str, str | Promise] = {
    "went_out": gettext_lazy("Went out"),
    "clean": gettext_lazy("Clean canastras"),
    "dirty": gettext_lazy("Dirty canastras"),
    "red_threes": gettext_lazy("Red threes on the table"),
    "melded": gettext_lazy("Cards laid"),
    "in_hand": gettext_lazy("Cards in hand"),
    "black_threes_in_hand": gettext_lazy("Black threes in hand"),
    "red_threes_in_hand": gettext_lazy("Red threes in hand"),
    "morto": gettext_lazy("Without morto"),
}
"""What players call the fields of a form. The form decides which fields there are."""


def sign_names() -> tuple[str, str]:
    """The names of the two pairs' signs."""
    return _("Sun"), _("Moon")


@dataclass(frozen=True, kw_only=True)
class Heading:
    """The head of a súmula. An empty name, table, match, day or hour becomes a line to write on.

    ``names`` are those of the two pairs. The QR code leads to ``address``, as ``caption`` says; without it there is
    none.
    """

    event: str = ""
    names: tuple[str, str] = ("", "")
    table: str = ""
    match: str = ""
    day: str = ""
    began: str = ""
    ended: str = ""
    address: str = ""
    caption: str = ""


EMPTY_HEADING = Heading()


def blank_paper(pages: Sequence[tuple[Terms, Heading]], *, name: str, title: str) -> Paper:
    """Blank súmulas, one for each match."""
    printed_pages = [page for terms, heading in pages for page in blank_pages(terms, heading)]
    return Paper(
        form="sumula",
        name=name,
        title=title,
        values=paper_content(printed_pages),
        first=paper_content(printed_pages[:1]),  # for a picture of the first page
    )


def paper_content(pages: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
    """The values of the typst form. A súmula has nothing at the foot of the page."""
    return {"pages": pages, "foot": ""}


def blank_pages(terms: Terms, heading: Heading) -> Iterator[dict[str, Any]]:
    """One page for each game that may be needed."""
    for game in range(terms.best_of):
        yield frame_of(terms, heading, game) | blank_hands(terms)


def frame_of(terms: Terms, heading: Heading, game: int) -> dict[str, Any]:
    """What stands around the hands on every page of a súmula: head, signatures, notes. The first ``game`` is 0."""
    regulation = terms.regulation
    title = _("Score sheet")
    if terms.best_of > 1:
        title = _("Score sheet, game {game} of {games}").format(game=game + 1, games=terms.best_of)
    target = form_of(terms, words())["target"]
    return {
        "kicker": regulation.title[language()],
        "title": title,
        "lines": [*filter(None, (heading.event, cited(target)))],
        "code": qr(heading.address) if heading.address else None,
        "caption": heading.caption,
        "facts": [
            {"label": _("Match"), "value": heading.match, "wide": True},
            {"label": _("Table"), "value": heading.table, "wide": False},
            {"label": _("Day"), "value": heading.day, "wide": True},
            {"label": _("Began"), "value": heading.began, "wide": False},
            {"label": _("Ended"), "value": heading.ended, "wide": False},
        ],
        "sides": [
            {"sign": sign, "word": sign_name, "name": name}
            for sign, sign_name, name in zip(("sol", "lua"), sign_names(), heading.names, strict=True)
        ],
        "accepted": _("Both pairs have read every hand and agree with the score."),
        "signatures": [
            *(
                {"caption": sign_name, "name": name}
                for sign_name, name in zip(sign_names(), heading.names, strict=True)
            ),
            {"caption": pgettext("signature", "Referee"), "name": ""},
        ],
        "is_blank": True,
        "notes": [],
        "notes_title": "",
    }


def blank_hands(terms: Terms) -> dict[str, Any]:
    """The empty table of hands."""
    form = form_of(terms, words())
    return _truco(form) if form["game"] == "truco" else _melds(form)


def articles(numbers: str) -> str:
    """Article numbers as they are cited: ``art. 4, 6``."""
    return article_name(numbers) if numbers else ""


def cited(rule: Mapping[str, Any]) -> str:
    """The sentence of a rule, with its article before the full stop."""
    return f"{rule['rule'].removesuffix('.')} ({articles(rule['article'])})."


# --- tranca and canastra ------------------------------------------------------------------------------------------


def _melds(form: Mapping[str, Any]) -> dict[str, Any]:
    rows = [_row(form, field) for field in form["fields"]]
    return {
        "game": "melds",
        "corner": _("count and points of each hand"),
        "hand": pgettext("of a match", "hand"),
        "hands": list(range(1, HANDS_A_PAGE + 1)),
        "rows": rows,
        "cells": [[[] for _row in rows] for _side in range(2)],
        **totals_of([[], []], [[], []]),
        **_attempts(form),
        "failed": [[], []],
        "remarks": [*_vulnerable(form)],
    }


def totals_of(points: list[list[str]], score: list[list[str]]) -> dict[str, Any]:
    """The last rows of the table: the points of each hand and the score after it, by pair and hand."""
    return {"totals": [{"label": _("The hand"), "values": points}, {"label": _("Score"), "values": score}]}


def _row(form: Mapping[str, Any], field: Mapping[str, Any]) -> dict[str, str]:
    # If the table of card values has one row, it is for all cards.
    return {
        "label": label_of(field["name"], "" if field["is_only_row"] else field["span"]),
        "worth": _worth(form, field),
        "article": articles(field["article"]),
    }


def label_of(name: str, span: str = "") -> str:
    """The name of a field. ``span`` is the range of cards that it counts, if not all."""
    label = str(FIELDS[name])
    return f"{label}: {words().in_words(span)}" if span else label


def _worth(form: Mapping[str, Any], field: Mapping[str, Any]) -> str:
    """The points of one item. ``±100`` if it may count either way. All values if they depend on the hand, without 0."""
    code = f"{field['name']}:{field['span']}" if field["span"] else field["name"]
    # ``form["worth"]`` has the points of each field for every state that a hand can be in.
    values = sorted({worth[code] for worth in form["worth"].values()} - {0, None}, reverse=True)
    if len(values) == 2 and values[0] == -values[1]:
        return f"±{values[0]}"
    return " / ".join(map(figure, values))


def _attempts(form: Mapping[str, Any]) -> dict[str, Any]:
    """Boxes for failed attempts of a vulnerable pair to lay the minimum, each with the next minimum."""
    vulnerable = form["vulnerable"]
    return {
        "attempts": [str(least) for least in vulnerable["minimums"]] if vulnerable else [],
        "attempts_label": _("Laid too little"),
        "attempts_article": articles(vulnerable["article"]) if vulnerable else "",
    }


def _vulnerable(form: Mapping[str, Any]) -> Iterator[str]:
    if vulnerable := form["vulnerable"]:
        start = _("Vulnerable from {points} points on.").format(points=vulnerable["from"])
        yield f"{start} {cited(vulnerable)}"


# --- truco --------------------------------------------------------------------------------------------------------


def _truco(form: Mapping[str, Any]) -> dict[str, Any]:
    """``tentos`` are the beans to fill for each pair, ``values`` the worths to ring, ``noted`` the hands noted so far,
    and ``most`` the number of lines: each pair may win nearly as many hands as the target."""
    target = form["target"]["points"]
    return {
        "game": "truco",
        "target": target,
        "tentos": [0, 0],
        "columns": [pgettext("of a match", "hand"), _("who won"), _("worth"), _("ran")],
        "score": _("score"),
        "values": sorted({choice["value"] for choice in _choices(form)}),
        "most": min(2 * target, MOST_LINES),
        "noted": [],
        "remarks": [" ".join((*_kinds(form), *_clock(form)))],
    }


def _choices(form: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """The possible results of hands other than the mão de ferro, which decides the match whatever its value."""
    for name, choices in form["kinds"].items():
        if name != "iron":
            yield from choices


def _kinds(form: Mapping[str, Any]) -> Iterator[str]:
    """What the special hands near the end of a match give."""
    eleven = next((choices for name, choices in form["kinds"].items() if name.startswith("eleven")), ())
    for choice in (one for one in eleven if not one["refused"]):
        article = articles(choice["article"])
        ran = next((str(one["points"]) for one in eleven if one["refused"]), "")
        sentence = _("Mão de onze: {points}; refused, {refused} ({article}).")
        yield sentence.format(points=choice["points"], refused=ran, article=article)
        break
    for choice in form["kinds"].get("iron", ())[:1]:
        yield _("Mão de ferro decides the match ({article}).").format(article=articles(choice["article"]))


def _clock(form: Mapping[str, Any]) -> Iterator[str]:
    """The time limit of a match, if there is one."""
    clock = form["clock"]
    if clock["minutes"]:
        minutes = _("{minutes} minutes.").format(minutes=clock["minutes"])
        yield f"{minutes} {cited(clock)}"

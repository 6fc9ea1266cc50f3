"""A súmula kept on phones, on paper: its hands line by line, corrections with reasons, and who accepted it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from carteado import truco
from carteado.record import hand_report, sheet_game
from carteado.regulation import TrucoRules
from carteado.sumula import CountedHand, Entry, Sheet, Terms, form_of
from carteado.sumula.entries import Bell, Correct, EntryId, Hand, Rule, Warn
from carteado.web.kit.forms.form_numbers import figure
from carteado.web.kit.sending.typesetting import Paper
from carteado.web.kit.words.catalogue import words
from carteado.web.printing.blank_sheets import (
    HANDS_A_PAGE,
    Heading,
    blank_hands,
    frame_of,
    label_of,
    paper_content,
    sign_names,
    totals_of,
)
from carteado.web.regulations.rulebook import article_name

Json = dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class FilledSheet:
    """A súmula with all its entries. ``authors`` has the name of the author of each entry, empty if not known."""

    sheet: Sheet
    entries: Sequence[Entry]
    authors: Mapping[EntryId, str]


def filled_paper(filled: FilledSheet, heading: Heading, *, name: str, title: str) -> Paper:
    pages = list(_pages(filled, heading))
    pages[-1] |= {"notes": list(_notes(filled)), "notes_title": _("Corrections and rulings")}
    for page in pages:
        page["accepted"] = _accepted(filled.sheet)
    return Paper(form="sumula", name=name, title=title, values=paper_content(pages), first=paper_content(pages[:1]))


def _pages(filled: FilledSheet, heading: Heading) -> Iterator[Json]:
    """The pages, game by game. A long game of tranca or canastra continues on another page; in truco a hand is one
    line, and a game is not split."""
    terms = filled.sheet.terms
    for game in range(len(filled.sheet.games)):
        hands = [one for one in filled.sheet.hands if one.game == game]
        frame = frame_of(terms, heading, game) | {"is_blank": False}
        frame["lines"] = [*frame["lines"], _result(filled.sheet, heading)]
        if isinstance(terms.regulation.rules, TrucoRules):
            yield frame | _truco(filled.sheet, game, hands)
        else:
            for start in range(0, max(1, len(hands)), HANDS_A_PAGE):
                yield frame | _melds(filled.sheet, hands[start : start + HANDS_A_PAGE])


def _result(sheet: Sheet, heading: Heading) -> str:
    """The score in one line: games won if there may be several, else points."""
    won, score = sheet.won, sheet.games[-1].score
    score_in_words = " × ".join(map(str, won) if sheet.terms.best_of > 1 else map(figure, score))
    if sheet.winner is None:
        return _("Still being played: {score}.").format(score=score_in_words)
    winner = heading.names[sheet.winner] or sign_names()[sheet.winner]
    return _("{pair} won, {score}.").format(pair=winner, score=score_in_words)


def _accepted(sheet: Sheet) -> str:
    """How many hands each pair has accepted."""
    count = len(sheet.resolved.hands)
    parts = [
        _("{side} accepted {accepted} of {count} hands").format(side=side, accepted=accepted, count=count)
        for side, accepted in zip(sign_names(), sheet.resolved.accepted, strict=True)
    ]
    return f"{'; '.join(parts)}."


# --- the hands ----------------------------------------------------------------------------------------------------


def _melds(sheet: Sheet, hands: Sequence[CountedHand]) -> Json:
    """The table of hands. Its rows are the fields of the score form, then any other items that were counted."""
    form = form_of(sheet.terms, words())
    # Several fields may be one item, such as cards of different worth. The first of them names the row.
    fields = {field["item"]: field for field in reversed(form["fields"])}
    order = dict.fromkeys([field["item"] for field in form["fields"]])
    order |= dict.fromkeys(line.item for one in hands for lines in one.report.lines for line in lines)
    cells = [[[_cell(one, pair, item) for one in hands] for item in order] for pair in (0, 1)]
    return blank_hands(sheet.terms) | {
        # Hands are counted from 0, and printed from 1.
        "hands": [(hands[0].number if hands else 0) + column for column in range(1, HANDS_A_PAGE + 1)],
        "rows": [_row(fields.get(item)) for item in order],
        "cells": cells,
        "failed": [[sheet.resolved.attempts.get((one.standing.place, pair), 0) for one in hands] for pair in (0, 1)],
        **totals_of(
            [[figure(one.report.points[pair]) for one in hands] for pair in (0, 1)],
            [[figure(one.report.score[pair]) for one in hands] for pair in (0, 1)],
        ),
    }


def _row(field: Mapping[str, Any] | None) -> Json:
    """The head of a row. An item that no field of the form counts comes from a ruling."""
    if field is None:
        return {"label": _("Ruling"), "worth": "", "article": ""}
    return {"label": label_of(field["name"]), "worth": "", "article": article_name(field["article"])}


def _cell(counted: CountedHand, pair: int, item: str) -> tuple[str, str]:
    """Number and points of an item in a hand, both empty if it was not counted."""
    lines = [line for line in counted.report.lines[pair] if line.item == item]
    if not lines:
        return "", ""
    return str(sum(line.number for line in lines)), figure(sum(line.points for line in lines))


def _truco(sheet: Sheet, game: int, hands: Sequence[CountedHand]) -> Json:
    part = blank_hands(sheet.terms)
    lines = [
        {
            "winner": one.standing.hand.winner,
            "value": one.standing.hand.value,
            "refused": one.standing.hand.refused,
            "score": list(one.report.score),
        }
        for one in hands
    ]
    values = sorted({*part["values"], *(one["value"] for one in lines)})
    tentos = [min(points, sheet.terms.target) for points in sheet.games[game].score]
    most = max(len(lines), 2)  # the form has two columns of lines, and each needs one
    return part | {"noted": lines, "values": values, "tentos": tentos, "most": most}


# --- notes --------------------------------------------------------------------------------------------------------


def _notes(filled: FilledSheet) -> Iterator[Json]:
    """Corrections, rulings and warnings, in the order of the sheet."""
    by_id = {entry.id: entry for entry in filled.entries}
    for entry in filled.entries:
        if entry.id in filled.sheet.resolved.without_effect:
            continue
        for head, text in _notes_of_entry(filled.sheet.terms, entry, by_id):
            yield {"head": head, "text": text, "by": filled.authors.get(entry.id, "")}
    if filled.sheet.left_over:
        count = len(filled.sheet.left_over)
        sentence = ngettext("{count} hand was noted after the end.", "{count} hands were noted after the end.", count)
        yield {"head": _("Not counted:"), "text": sentence.format(count=count), "by": ""}
    for question in filled.sheet.resolved.questions:
        sentence = _("The devices noted it differently, and nobody settled it.")
        yield {"head": _hand(question.place), "text": sentence, "by": ""}


def _notes_of_entry(terms: Terms, entry: Entry, by_id: Mapping[EntryId, Entry]) -> Iterator[tuple[str, str]]:
    """Head and text of the note on an entry, if it needs one. Of a correction, ``of`` is the entry that first noted the
    hand, and ``over`` the version that it replaces."""
    match entry.content:
        case Hand(place=place, despite=despite) if despite:
            yield _hand(place), _("It stands although it was doubted: {why}").format(why=despite)
        case Correct(of=of, over=over, hand=hand, why=why):
            old_points = _in_words(terms, getattr(by_id[over].content, "hand", None)) if over in by_id else ""
            place = getattr(by_id[of].content, "place", 0) if of in by_id else 0
            yield (
                _hand(place),
                _("Corrected: it was {before}, it is {after} ({why}).").format(
                    before=old_points, after=_in_words(terms, hand), why=why
                ),
            )
        case Rule(place=place, why=why):
            yield _("Ruling before hand {number}:").format(number=place + 1), why
        case Warn(pair=pair, key=key, why=why):
            regulation = terms.regulation
            cited = article_name(str(regulation.citation(key))) if key in regulation.citations else ""
            head = _("Warning to {side}:").format(side=sign_names()[pair])
            yield head, f"{why} ({cited})" if cited else why
        case Bell(place=place, number=number):
            bell_name = _("Time was up") if number == 1 else _("Extra time was up")
            yield _hand(place), f"{bell_name}."


def _hand(place: int) -> str:
    return _("Hand {number}:").format(number=place + 1)


def _in_words(terms: Terms, hand: Any) -> str:
    """The points that a version of a hand gives to each pair; in truco who won, and its value."""
    if hand is None:
        return _("not played")
    if isinstance(hand, truco.SheetLine):
        return f"{sign_names()[hand.winner]} {hand.value}"
    game = sheet_game(terms.regulation.rules)
    match = terms.engine.start(players=4, first_dealer=0, target=terms.target)
    new_points, events = game.count_line(match, hand)
    report = hand_report(terms.regulation, dealer=None, winner=game.winner(hand), score=new_points.score, events=events)
    return " × ".join(map(figure, report.points))

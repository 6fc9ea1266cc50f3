"""The results sheet, with lines for signatures."""

from collections.abc import Iterator
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from carteado.regulation import Regulation
from carteado.web.display.phases import Match
from carteado.web.kit.forms.form_numbers import figure
from carteado.web.kit.sending.typesetting import Paper, qr
from carteado.web.kit.words.dates import moment_in_words, plain_date
from carteado.web.printing.wall_paper import header_of_ranks, numbers_of, rank_or_dash
from carteado.web.regulations.rulebook import article_name
from carteado.web.results.results_sheet import Sheet, sheet_of
from carteado.web.watch.standings import Ranked, ReasonInWords
from carteado.web.watch.visible_event import VisibleEvent

Json = dict[str, Any]


def results_paper(visible: VisibleEvent, *, kicker: str, address: str) -> Paper:
    """The sheet as it stands. ``kicker`` is the small line above the title, ``address`` the page to which the QR code
    leads."""
    event, sheet = visible.event, sheet_of(visible)
    where = " · ".join(filter(None, (event.place, plain_date(event.day) if event.day else "")))
    log = visible.championship.log
    content: Json = {
        "kicker": kicker,
        "heading": event.name,
        "lines": [_("Results sheet"), *filter(None, (where,))],
        "code": qr(address),
        "caption": _("The results on the site"),
        "foot": _("As it stood on {moment}.").format(moment=moment_in_words(log[-1].at)) if log else "",
        "declared": _("We have read these results and they are as they were played."),
        "signatures": [
            {"caption": pgettext("signature", "Referee"), "name": ""},
            {"caption": pgettext("signature", "Organiser"), "name": ""},
            {"caption": pgettext("signature", "Table clerk"), "name": ""},
        ],
        **_content(visible, sheet),
    }
    title = f"{event.name}: {_('Results sheet')}"
    return Paper(form="results", name=f"{event.slug}-resultado", title=title, values=content)


def _content(visible: VisibleEvent, sheet: Sheet | None) -> Json:
    """The parts of the sheet. ``nothing`` is a sentence in place of results that are not there yet. Without a sheet,
    nothing is drawn."""
    if sheet is None:
        empty: Json = {"podium": [], "places": [], "delegations": [], "parts": [], "decided": []}
        return empty | {"nothing": _("Nothing is drawn yet.")}
    regulation, standings = visible.championship.regulation, sheet.standings
    final = _("Final places") if standings.is_final else _("Everybody, as it stands now")
    has_begun = bool(standings.places)
    return {
        "nothing": "" if has_begun else _("No card has been played yet. The standings begin with the first result."),
        "podium": [
            {"rank": rank, "names": list(names), "word": _("Champions") if rank == 1 else ""}
            for rank, names in sheet.podium
        ],
        "places_title": final,
        "places_header": header_of_ranks(),
        "places": [_place(regulation, one) for one in standings.places],
        "delegations_title": _("Points of the delegations"),
        "delegations_header": ["", _("Delegation"), _("Points")],
        "delegations": [
            {
                "rank": row.rank,
                "name": row.name,
                "points": figure(row.points),
                "why": " · ".join(f"{award.pair}: {figure(award.points)}" for award in row.awards),
            }
            for row in standings.delegations
        ],
        "parts_title": _("Every match"),
        "parts": [{"title": capfirst(part.title), "matches": [*map(_match, part.matches)]} for part in sheet.parts],
        "decided_title": _("What was decided"),
        "decided": [*_decided(regulation, sheet)],
    }


def _place(regulation: Regulation, one: Ranked) -> Json:
    return {
        "rank": rank_or_dash(one),
        "name": one.name,
        "why": _reason(regulation, one.reason),
        "numbers": numbers_of(one),
    }


def _reason(regulation: Regulation, why: ReasonInWords) -> str:
    article = article_of(regulation, why.key)
    return capfirst(f"{why.text} ({article})" if article else why.text)


def article_of(regulation: Regulation, key: str) -> str:
    """The article as it is cited; empty if the regulation has none for the key."""
    return ", ".join(map(article_name, regulation.citation(key).articles)) if key in regulation.citations else ""


def _match(match: Match) -> Json:
    one, two = match.sides
    return {
        "number": match.number,
        "names": [one.name, two.name],
        "score": f"{one.score or '–'} × {two.score or '–'}",
        "winner": next((place for place, side in enumerate(match.sides) if side.is_winner), None),
        "table": _("table %(table)s") % {"table": match.table} if match.table else "",
    }


def _decided(regulation: Regulation, sheet: Sheet) -> Iterator[Json]:
    """Decisions on what the regulation leaves open, results by the referee, pairs that left, and changed rules."""
    for one in sheet.decisions:
        about = _("match {number}").format(number=one.number) if one.number else ""
        head = " · ".join(filter(None, (moment_in_words(one.ruled.at), about)))
        yield {
            "head": head,
            "text": f"{one.ruled.question} {one.ruled.decision}",
            "article": article_of(regulation, "omitted_cases.by"),
        }
    for changed in sheet.referee_results:
        about = _("match {number}").format(number=changed.number)
        yield {
            "head": f"{changed.kind} · {about}, {changed.pairs}",
            "text": changed.text,
            "article": article_of(regulation, changed.key),
        }
    for left in sheet.departures:
        yield {"head": left.how, "text": left.pair, "article": article_of(regulation, left.key)}
    for rule in sheet.changed:
        yield {"head": _("Rules changed for this event"), "text": rule.text, "article": ""}

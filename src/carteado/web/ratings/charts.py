"""A player's statistics as charts and large figures, with their texts."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import NamedTuple

from django.utils.formats import date_format, number_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from carteado.web.ratings.play_statistics import Statistics
from carteado.web.ratings.plots import Bar, Plot, lines, stacked
from carteado.web.regulations.games import GameName

FEWEST = 2
"""Points needed to draw a line."""


class Fact(NamedTuple):
    """A large figure, and the words under it."""

    figure: str
    label: str


class Chart(NamedTuple):
    """A chart with its texts: either a ``plot``, of which ``ends`` labels the first and the last point, or ``bars``.

    ``id`` is part of its classes and anchors in the page. ``legend`` names the colours in their order. ``head`` and
    ``rows`` give the same data as a table.
    """

    id: str
    title: str
    about: str
    legend: tuple[str, ...]
    head: tuple[str, ...]
    rows: Sequence[Sequence[str]]
    plot: Plot | None = None
    ends: tuple[str, str] = ("", "")
    bars: tuple[Bar, ...] = ()


def facts_of(statistics: Statistics, game: GameName) -> list[Fact]:
    """The few figures that matter, shown large. There has to be a match."""
    percent = round(100 * statistics.wins / statistics.matches)
    facts = [
        Fact(str(statistics.matches), _("matches")),
        Fact(f"{percent}%", pgettext("matches", "won")),
        Fact(str(statistics.total["hands"]), _("hands")),
        Fact(f"{statistics.percent('hands_won', 'hands')}%", _("hands won")),
    ]
    if game is not GameName.TRUCO:
        facts[3] = Fact(f"{statistics.percent('pair_out', 'hands')}%", _("hands in which your pair went out"))
        facts.append(Fact(_number(statistics.a_hand("points"), 0), _("points a hand")))
    return facts


def charts_of(statistics: Statistics, game: GameName) -> list[Chart]:
    """The charts for which there is enough to show."""
    charts = [*_rating(statistics), *(_calls(statistics) if game is GameName.TRUCO else _canastras(statistics))]
    return [*charts, *_points(statistics), *_partners(statistics)]


def _day(at: datetime) -> str:
    return date_format(localtime(at), "SHORT_DATE_FORMAT")


def _ends(first: datetime, last: datetime) -> tuple[str, str]:
    """Labels of the first and last day. If both are the same day, it is shown once."""
    return _day(first), _day(last) if _day(first) != _day(last) else ""


def _number(value: float, places: int = 1) -> str:
    return number_format(value, places, use_l10n=True).replace("-", "\N{MINUS SIGN}")


def _step(value: float) -> str:
    """A label of the scale: a whole number without a decimal place."""
    return _number(value, 0 if abs(value - round(value)) < 1e-9 else 1)


def _signed(value: int) -> str:
    return f"+{value}" if value > 0 else str(value).replace("-", "\N{MINUS SIGN}")


def _rating(statistics: Statistics) -> Iterator[Chart]:
    steps = statistics.steps
    if len(steps) >= FEWEST:
        values = [one.value for one in steps]
        yield Chart(
            id="rating",
            title=_("Your rating, match by match"),
            about=_(
                "The line is what you are worth for sure. The area above it is the doubt: it narrows with every match."
            ),
            legend=(_("for sure"), _("at most")),
            head=(_("Day"), _("For sure"), _("At most"), pgettext("rating", "Change")),
            rows=[(_day(one.at), str(one.value), str(one.upper), _signed(one.change)) for one in reversed(steps)],
            plot=lines([values], in_words=_step, band=(values, [one.upper for one in steps])),
            ends=_ends(steps[0].at, steps[-1].at),
        )


def _points(statistics: Statistics) -> Iterator[Chart]:
    hands = statistics.hands
    if len(hands) >= FEWEST:
        yield Chart(
            id="points",
            title=_("Points a hand"),
            about=_("The average of each match, yours and theirs: whoever is above goes home happy."),
            legend=(_("your pair"), _("the others")),
            head=(_("Day"), _("Your pair"), _("The others")),
            rows=[(_day(one.at), _number(one.ours), _number(one.theirs)) for one in reversed(hands)],
            plot=lines([[one.ours for one in hands], [one.theirs for one in hands]], in_words=_step, from_zero=True),
            ends=_ends(hands[0].at, hands[-1].at),
        )


def _partners(statistics: Statistics) -> Iterator[Chart]:
    if statistics.partners:
        bars = stacked([(one.name, (one.won, one.lost)) for one in statistics.partners])
        yield _barred(
            "partners",
            _("With whom you win"),
            _("Matches won and lost with each partner."),
            bars,
            _("Partner"),
            (pgettext("matches", "won"), pgettext("matches", "lost")),
        )


def _calls(statistics: Statistics) -> Iterator[Chart]:
    total = statistics.total
    answers = (total["raised"], total["accepted"], total["ran"])
    mine = (total["they_ran"], total["taken_won"], total["taken"] - total["taken_won"])
    if sum(mine):
        bars = stacked([(_("Your calls"), mine)], alike=True)
        about = _("What became of every truco, seis, nove and doze that you called.")
        yield _barred(
            "calls",
            _("When you call"),
            about,
            bars,
            _("Calls"),
            (_("they ran"), _("taken and won"), _("taken and lost")),
        )
    if sum(answers):
        bars = stacked([(_("Your answers"), answers)], alike=True)
        about = _("What you did when the others called.")
        yield _barred(
            "answers", _("When they call"), about, bars, _("Answers"), (_("called back"), _("accepted"), _("ran"))
        )


def _canastras(statistics: Statistics) -> Iterator[Chart]:
    total = statistics.total
    if total["clean"] + total["dirty"]:
        bars = stacked([(_("Clean and dirty canastras"), (total["clean"], total["dirty"]))], alike=True)
        about = _("Your pair's: %(clean)s clean and %(dirty)s dirty ones a hand.") % {
            "clean": _number(statistics.a_hand("clean"), 2),
            "dirty": _number(statistics.a_hand("dirty"), 2),
        }
        yield _barred(
            "canastras", _("Clean and dirty canastras"), about, bars, _("Canastras that were"), (_("clean"), _("dirty"))
        )
    if total["hands"]:
        out = (total["out"], total["pair_out"] - total["out"], total["hands"] - total["pair_out"])
        bars = stacked([(_("Hands"), out)], alike=True)
        about = _("How your hands ended.")
        labels = (_("you went out"), _("your partner went out"), _("the others, or nobody"))
        yield _barred("out", _("Going out"), about, bars, _("Hands"), labels)


def _barred(id: str, title: str, about: str, bars: tuple[Bar, ...], of: str, legend: tuple[str, ...]) -> Chart:
    """A chart of bars. ``of`` is the head of the table's first column, which has the labels of the bars."""
    rows = [(bar.label, *(str(piece.number) for piece in bar.pieces)) for bar in bars]
    return Chart(id=id, title=title, about=about, legend=legend, head=(of, *legend), rows=rows, bars=bars)

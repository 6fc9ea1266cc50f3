"""A forecast in words for the page: how long the day is, phase by phase, and which simulation that rests on."""

from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from carteado.planning.forecast import EventForecast, MatchForecast, PhaseForecast, Quantiles
from carteado.tournament.formats.plans import Plan
from carteado.tournament.formats.stages import GROUP, Kind
from carteado.web.events.details import Details
from carteado.web.events.formats import LEAGUE, match_count
from carteado.web.kit.words.catalogue import words
from carteado.web.organising.forecast_worker import (
    MOST_MATCHES,
    Asker,
    TooLong,
    forecaster,
    has_endless_matches,
    is_too_long,
    question_about,
)


class PhaseShown(NamedTuple):
    title: str
    matches: int
    tenth: str
    median: str
    ninetieth: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ForecastShown:
    """A forecast for the page. ``is_waiting`` while it is computed; ``sentences`` give the result, or the reason why
    there is none."""

    tables: int
    is_waiting: bool = False
    median: str = ""
    sentences: tuple[str, ...] = ()
    phases: tuple[PhaseShown, ...] = ()
    basis: str = ""


def forecast_of(details: Details, plan: Plan, pairs: int, *, asker: Asker) -> ForecastShown:
    """Forecast with the event's number of tables, or with as many as the first round could use if that is unknown."""
    tables = details.tables or max(1, pairs // 2)
    if is_too_long(plan):
        return ForecastShown(tables=tables, sentences=(_too_long(match_count(plan)),))
    if has_endless_matches(details):
        return ForecastShown(tables=tables, sentences=(_endless(),))
    try:
        told = forecaster.forecast(question_about(details, plan, tables), asker=asker)
    except TooLong:
        return ForecastShown(tables=tables, sentences=(_endless(),))
    return ForecastShown(tables=tables, is_waiting=True) if told is None else _shown(told, plan)


def _too_long(matches: int) -> str:
    said = _("{matches} matches: more than a day holds. Up to {most} the day can be foreseen.")
    return said.format(matches=matches, most=MOST_MATCHES)


def _endless() -> str:
    return _("By these rules a match is too long to be played through: how long the day is cannot be foreseen.")


def _shown(told: EventForecast, plan: Plan) -> ForecastShown:
    sentences = [_event(told), _match(told.matches)]
    if told.final is not None and _match(told.final) != _match(told.matches):
        sentences.append(_("In the final: {sentence}").format(sentence=_match(told.final)))
    basis = _("From {sample} matches played by bots at the pace of people at a table, with {rest} minutes of rest.")
    return ForecastShown(
        tables=told.tables,
        median=duration(told.minutes.median),
        sentences=tuple(sentences),
        phases=tuple(_phase(phase, plan) for phase in told.phases),
        basis=basis.format(sample=told.matches.sample, rest=round(told.rest)),
    )


def _event(told: EventForecast) -> str:
    said = ngettext(
        "On {tables} table the event takes {low} to {high}, most likely about {median}.",
        "On {tables} tables the event takes {low} to {high}, most likely about {median}.",
        told.tables,
    )
    low, median, high = _three(told.minutes)
    return said.format(tables=told.tables, low=low, high=high, median=median)


def _match(told: MatchForecast) -> str:
    said = _("{target} points take {hands} hands and {minutes} minutes.").format(
        target=told.target,
        hands=_span(told.hands),
        minutes=_span(told.minutes),
    )
    share = round(100 * told.by_clock)
    if told.clock is None or not share:
        return said
    bell = _("The clock rings after {minutes} minutes: {share} % of the matches get there.")
    return f"{said} {bell.format(minutes=told.clock, share=share)}"


def _phase(phase: PhaseForecast, plan: Plan) -> PhaseShown:
    has_groups = any(stage.groups > 1 for stage in plan.stages if stage.kind is Kind.GROUPS)
    name = phase.phase if has_groups or phase.phase != GROUP else LEAGUE
    return PhaseShown(words().in_words(name).capitalize(), phase.matches, *_three(phase.minutes))


def _three(minutes: Quantiles) -> tuple[str, str, str]:
    return duration(minutes.tenth), duration(minutes.median), duration(minutes.ninetieth)


def _span(values: Quantiles) -> str:
    low, high = round(values.tenth), round(values.ninetieth)
    return str(low) if low == high else _("{low} to {high}").format(low=low, high=high)


def duration(minutes: float) -> str:
    """``3h05``, or ``48 min`` below an hour."""
    hours, rest = divmod(round(minutes), 60)
    return f"{hours}h{rest:02d}" if hours else f"{rest} min"

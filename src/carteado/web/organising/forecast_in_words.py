"""A forecast in words for the page: how long the day is, phase by phase, and which simulation that rests on."""

from dataclasses import dataclass
from datetime import timedelta
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from carteado.planning.forecast import EventForecast, MatchForecast, PhaseForecast, Quantiles
from carteado.tournament.formats.plans import Plan
from carteado.tournament.formats.stages import GROUP, LEAGUE, Kind
from carteado.web.events.details import Details
from carteado.web.events.formats import match_count
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
    """A phase of the forecast, with its length in words. In one of ten simulated events it is shorter than ``tenth``,
    in half of them than ``median``, in nine of ten than ``ninetieth``."""

    title: str
    matches: int
    tenth: str
    median: str
    ninetieth: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ForecastShown:
    """A forecast for the page, on this number of ``tables``. ``is_waiting`` while it is computed; then all else is
    empty. ``sentences`` give the result, or the reason why there is none. ``median`` is the likely length of the event
    in words, ``basis`` says what was simulated; both are "" without a result."""

    tables: int
    is_waiting: bool = False
    median: str = ""
    sentences: tuple[str, ...] = ()
    phases: tuple[PhaseShown, ...] = ()
    basis: str = ""


class MatchLengths(NamedTuple):
    """How long a game takes, and one of the final if that differs: nine of ten are shorter."""

    match: timedelta
    final: timedelta | None


class NoForecast(NamedTuple):
    """Why there is no forecast, in words. ``is_waiting`` while it is computed: then there will be one."""

    why: str
    is_waiting: bool = False


def match_lengths(details: Details, plan: Plan, pairs: int, *, asker: Asker) -> MatchLengths | NoForecast:
    """The length of matches for setting hours."""
    forecast = _forecast(details, plan, pairs, asker)
    if isinstance(forecast, NoForecast):
        return forecast
    final = timedelta(minutes=forecast.final.minutes.ninetieth) if forecast.final else None
    return MatchLengths(timedelta(minutes=forecast.matches.minutes.ninetieth), final)


def forecast_of(details: Details, plan: Plan, pairs: int, *, asker: Asker) -> ForecastShown:
    """The forecast for the page, or the reason why there is none."""
    forecast = _forecast(details, plan, pairs, asker)
    if not isinstance(forecast, NoForecast):
        return _forecast_shown(forecast, plan)
    tables = _tables(details, pairs)
    if forecast.is_waiting:
        return ForecastShown(tables=tables, is_waiting=True)
    return ForecastShown(tables=tables, sentences=(forecast.why,))


def _tables(details: Details, pairs: int) -> int:
    """The event's number of tables, or as many as the first round could use if that is unknown."""
    return details.tables or max(1, pairs // 2)


def _forecast(details: Details, plan: Plan, pairs: int, asker: Asker) -> EventForecast | NoForecast:
    if is_too_long(plan):
        return NoForecast(_too_long_in_words(match_count(plan)))
    if has_endless_matches(details):
        return NoForecast(_endless_in_words())
    try:
        forecast = forecaster.forecast(question_about(details, plan, _tables(details, pairs)), asker=asker)
    except TooLong:
        return NoForecast(_endless_in_words())
    return NoForecast(_("The forecast is not ready yet."), is_waiting=True) if forecast is None else forecast


def _too_long_in_words(matches: int) -> str:
    text = _("{matches} matches: more than a day holds. Up to {most} the day can be foreseen.")
    return text.format(matches=matches, most=MOST_MATCHES)


def _endless_in_words() -> str:
    return _("By these rules a match is too long to be played through: how long the day is cannot be foreseen.")


def _forecast_shown(forecast: EventForecast, plan: Plan) -> ForecastShown:
    sentences = [_event(forecast), _match(forecast.matches)]
    if forecast.final is not None and _match(forecast.final) != _match(forecast.matches):
        sentences.append(_("In the final: {sentence}").format(sentence=_match(forecast.final)))
    basis = _("From {sample} matches played by bots at the pace of people at a table, with {rest} minutes of rest.")
    return ForecastShown(
        tables=forecast.tables,
        median=duration(forecast.minutes.median),
        sentences=tuple(sentences),
        phases=tuple(_phase(phase, plan) for phase in forecast.phases),
        basis=basis.format(sample=forecast.matches.sample, rest=round(forecast.rest)),
    )


def _event(forecast: EventForecast) -> str:
    text = ngettext(
        "On {tables} table the event takes {low} to {high}, most likely about {median}.",
        "On {tables} tables the event takes {low} to {high}, most likely about {median}.",
        forecast.tables,
    )
    low, median, high = _quantiles_in_words(forecast.minutes)
    return text.format(tables=forecast.tables, low=low, high=high, median=median)


def _match(forecast: MatchForecast) -> str:
    text = _("{target} points take {hands} hands and {minutes} minutes.").format(
        target=forecast.target,
        hands=_span(forecast.hands),
        minutes=_span(forecast.minutes),
    )
    share = round(100 * forecast.by_clock)
    if forecast.clock is None or not share:
        return text
    bell = _("The clock rings after {minutes} minutes: {share} % of the matches get there.")
    return f"{text} {bell.format(minutes=forecast.clock, share=share)}"


def _phase(phase: PhaseForecast, plan: Plan) -> PhaseShown:
    """A phase in words. A group phase is called a league if no stage has several groups."""
    has_groups = any(stage.groups > 1 for stage in plan.stages if stage.kind is Kind.GROUPS)
    name = phase.phase if has_groups or phase.phase != GROUP else LEAGUE
    return PhaseShown(words().in_words(name).capitalize(), phase.matches, *_quantiles_in_words(phase.minutes))


def _quantiles_in_words(minutes: Quantiles) -> tuple[str, str, str]:
    return duration(minutes.tenth), duration(minutes.median), duration(minutes.ninetieth)


def _span(values: Quantiles) -> str:
    """From the tenth to the ninetieth percentile, as whole numbers: ``8 to 14``."""
    low, high = round(values.tenth), round(values.ninetieth)
    return str(low) if low == high else _("{low} to {high}").format(low=low, high=high)


def duration(minutes: float) -> str:
    """``3h05``, or ``48 min`` below an hour."""
    hours, rest = divmod(round(minutes), 60)
    return f"{hours}h{rest:02d}" if hours else f"{rest} min"

"""Preview of a format: its stages in words and drawn, the number of matches, and how long the day will be."""

from dataclasses import dataclass

from carteado.regulation import Refusal
from carteado.tournament.formats.plans import Plan
from carteado.web.display.plan_preview import StagePreview, preview_of
from carteado.web.events.details import Details
from carteado.web.events.formats import match_count, stage_number
from carteado.web.events.models import Event
from carteado.web.kit.words.catalogue import words
from carteado.web.organising.forecast_in_words import ForecastShown, forecast_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Outlook:
    """The preview of one form. ``title`` is its name if a lot decides between several, else "". ``problem`` says why
    there is no plan; then ``problem_stage`` is the number of the stage at fault, from 1, if it is about one."""

    title: str
    pairs: int
    problem: str = ""
    problem_stage: int | None = None
    matches: int = 0
    stages: tuple[StagePreview, ...] = ()
    forecast: ForecastShown | None = None


def outlook(event: Event, details: Details, title: str, plan: Plan | Refusal, pairs: int) -> Outlook:
    if isinstance(plan, Refusal):
        return Outlook(title=title, pairs=pairs, problem=words().refusal(plan), problem_stage=stage_number(plan))
    return Outlook(
        title=title,
        pairs=pairs,
        matches=match_count(plan),
        stages=tuple(preview_of(plan)),
        forecast=forecast_of(details, plan, pairs, asker=(event.pk, title)),
    )

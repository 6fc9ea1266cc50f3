"""Saving one step while others may be saving too.

Who changed another step is not in the way. Who changed the same one is named, with what he wrote; what was typed here
stays in the form, and one more press saves it over his.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from carteado.regulation import Refusal
from carteado.web.events import store
from carteado.web.events.details import Details, read_details
from carteado.web.events.differences import Difference, differences
from carteado.web.events.models import Event, Version
from carteado.web.events.preparation_steps import Step
from carteado.web.people.models import User


class Conflict(NamedTuple):
    """Somebody else changed the same step meanwhile: his version, and what it changed."""

    version: Version
    changes: list[Difference]


class Saved(NamedTuple):
    """``is_new`` unless it was so already."""

    event: Event
    is_new: bool


def save_step(
    event: Event, step: Step, applied: Callable[[Details], Details], *, expected: int, by: User, why: str = ""
) -> Saved | Conflict | store.Incomplete | Refusal:
    """``applied`` puts what the form says into whatever is current; ``expected`` is the version that it showed."""
    while True:
        current = store.details_of(event)
        mine = applied(current)
        if mine != current and (conflict := _conflict(event, step, expected)):
            return conflict
        if event.is_draft:
            mine = _with_tick(mine, step)
        result = store.save_details(event, mine, expected=event.version, step=step, by=by, why=why)
        if isinstance(result, Refusal | store.Incomplete):
            return result
        if isinstance(result, Event):
            return Saved(result, is_new=result.version != event.version)
        # Somebody saved between the two lines above: look again at what there is.
        event.refresh_from_db()


def _with_tick(details: Details, step: Step) -> Details:
    """That the step was saved, also where it said nothing new."""
    return details if step in details.saved else replace(details, saved=(*details.saved, step))


def _conflict(event: Event, step: Step, expected: int) -> Conflict | None:
    """The last version since ``expected`` that changed the step."""
    if expected >= event.version:
        return None
    since = list(event.versions.filter(number__gte=expected).select_related("by").order_by("number"))
    details = [read_details(version.details) for version in since]
    for at in range(len(since) - 1, 0, -1):
        if differences(details[at - 1], details[at], step):
            return Conflict(since[at], differences(details[0], details[-1], step))
    return None

"""Save one step of the wizard while colleagues may be saving too.

A change to another step is no conflict. If a colleague changed the same step, the page names them and shows their
change; the entered values stay in the form, which now shows the colleague's version as seen, so that pressing save once
more overwrites it.
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
    """Colleagues, or the same user on another page, have changed the same step in the meantime: the last version that
    did, and all that changed in the step since the form was shown."""

    version: Version
    changes: list[Difference]


class Saved(NamedTuple):
    """The step was saved. ``is_new`` is False if these details were stored already, so that there is no new version."""

    event: Event
    is_new: bool


def save_step(
    event: Event, step: Step, with_form: Callable[[Details], Details], *, expected: int, by: User, why: str = ""
) -> Saved | Conflict | store.Incomplete | Refusal:
    """Save a step. ``with_form`` puts the form's values into the current details; ``expected`` is the version that the
    form showed."""
    while True:
        current = store.details_of(event)
        changed = with_form(current)
        if changed != current and (conflict := _conflict(event, step, expected)):
            return conflict
        if event.is_draft:  # only the pages of a draft list which steps are done
            changed = _with_tick(changed, step)
        result = store.save_details(event, changed, expected=event.version, step=step, by=by, why=why)
        if isinstance(result, Refusal | store.Incomplete):
            return result
        if isinstance(result, Event):
            return Saved(result, is_new=result.version != event.version)
        # Another request saved between the two lines above: read the event again and retry.
        event.refresh_from_db()


def _with_tick(details: Details, step: Step) -> Details:
    """Note in ``Details.saved`` that the step was saved, even if nothing in it changed: then it counts as done."""
    return details if step in details.saved else replace(details, saved=(*details.saved, step))


def _conflict(event: Event, step: Step, expected: int) -> Conflict | None:
    """What colleagues changed in the step since version ``expected``; None if nothing."""
    if expected >= event.version:
        return None
    since = list(event.versions.filter(number__gte=expected).select_related("by").order_by("number"))
    details = [read_details(version.details) for version in since]
    for at in range(len(since) - 1, 0, -1):
        if differences(details[at - 1], details[at], step):
            return Conflict(since[at], differences(details[0], details[-1], step))
    return None

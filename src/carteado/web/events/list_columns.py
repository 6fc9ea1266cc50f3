"""Fill the columns of an event that lists and searches use, from its details and from the championship."""

from datetime import date

from carteado.tournament.registrations.eligibility import closing, event_day, opening
from carteado.tournament.state.championship import Championship, Status
from carteado.web.events import room_for_pairs as places
from carteado.web.events.details import Details
from carteado.web.events.headlines import headline_of, write_headline
from carteado.web.events.models import Event, Stage
from carteado.web.events.readiness import is_day_over


def copy_details_to_columns(event: Event, details: Details) -> None:
    """Copy what the organiser decided. Dates that they left out are the regulation's."""
    event.regulation, event.name, event.place = details.regulation, details.name, details.place
    event.day, event.pairs = _day_of(event, details), details.capacity
    opens, closes = opening(details.rules, details.settings), closing(details.rules, details.settings)
    event.entries_open, event.entries_close = (limit.at if limit else None for limit in (opens, closes))
    event.embargo_until = details.embargo_until


def _day_of(event: Event, details: Details) -> date | None:
    """The day of the event. For a draft, the regulation's own day counts until it is over. Key: edition.day."""
    is_of_past_edition = event.published_at is None and details.settings.day is None and is_day_over(details.rules)
    return None if is_of_past_edition else event_day(details.rules, details.settings)


def copy_results_to_columns(event: Event, championship: Championship, known: Championship) -> None:
    """Copy the stage and the headline from ``known``, the championship as the public may know it. Whether pairs may
    enter is copied from the whole ``championship``, because an entry is judged by it."""
    event.stage, event.headline = _stage_of(known), write_headline(headline_of(known))
    event.entering = places.entering(event, championship)


def _stage_of(championship: Championship) -> Stage:
    """The stage of a published event. It is running once something was done at a match."""
    if championship.status is Status.CANCELLED:
        return Stage.CANCELLED
    if championship.status is Status.SUSPENDED:
        return Stage.SUSPENDED
    if championship.logs:
        return Stage.FINISHED if championship.bracket.is_over else Stage.RUNNING
    return Stage.PUBLISHED

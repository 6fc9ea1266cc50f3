"""Fill the columns of an event that lists and searches use, from its details and from the championship."""

from carteado.tournament.registrations.eligibility import closing, opening
from carteado.tournament.state.championship import Championship, Status
from carteado.web.events import room_for_pairs as places
from carteado.web.events.details import Details
from carteado.web.events.headlines import headline_of, write_headline
from carteado.web.events.models import Event, Stage


def copy_details_to_columns(event: Event, details: Details) -> None:
    """Copy what the organiser decided. Dates of entry that they left out are the regulation's; the day is not."""
    event.regulation, event.name, event.place = details.regulation, details.name, details.place
    event.day, event.pairs = details.settings.day, details.capacity
    opens, closes = opening(details.rules, details.settings), closing(details.rules, details.settings)
    event.entries_open, event.entries_close = (limit.at if limit else None for limit in (opens, closes))
    event.embargo_until = details.embargo_until


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

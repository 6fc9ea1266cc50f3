"""Places in an event, and whether pairs may still enter."""

from carteado.regulation import Refusal, out_of_order
from carteado.tournament.championship import Championship, Status
from carteado.tournament.entry_acts import FINAL
from carteado.web.events.models import Entering, Event


def why_full(event: Event, championship: Championship) -> Refusal | None:
    """Where nobody selects, who comes first has a place, and the number of places is the organiser's alone: no article
    has one. Where one has (selection.pairs), any number may enter, and choosing one pair too many is refused by it."""
    if championship.regulation.event.selection is not None:
        return None
    there = sum(entry.state not in FINAL for entry in championship.entries.values())
    return out_of_order("event_is_full", places=event.pairs) if event.pairs and there >= event.pairs else None


def entering(event: Event, championship: Championship) -> Entering:
    if championship.pairs or championship.status is not Status.RUNNING:
        return Entering.CLOSED
    return Entering.FULL if why_full(event, championship) else Entering.OPEN

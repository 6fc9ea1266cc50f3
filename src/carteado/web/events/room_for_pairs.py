"""Number of pairs that fit into an event, and whether more may enter."""

from carteado.regulation import Refusal, out_of_order
from carteado.tournament.registrations.acts import FINAL
from carteado.tournament.state.championship import Championship, Status
from carteado.web.events.models import Entering, Event


def refusal_if_full(event: Event, championship: Championship) -> Refusal | None:
    """Refuse a pair if all places are taken. Pairs that declined, withdrew or were disqualified take none.

    Without a selection, places go to the first to enter, and their number is the organiser's decision, 0 for no limit:
    no article sets one. With a selection (selection.pairs) any number may enter, and the refusal comes when one pair
    too many is chosen.
    """
    if championship.regulation.event.selection is not None:
        return None
    entered = sum(entry.state not in FINAL for entry in championship.entries.values())
    return out_of_order("event_is_full", places=event.pairs) if event.pairs and entered >= event.pairs else None


def entering(event: Event, championship: Championship) -> Entering:
    """Whether more pairs may enter, apart from the dates. None may once the pairs that play are settled, or while the
    event is suspended or cancelled."""
    if championship.pairs or championship.status is not Status.RUNNING:
        return Entering.CLOSED
    return Entering.FULL if refusal_if_full(event, championship) else Entering.OPEN

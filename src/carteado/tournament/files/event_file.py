"""An event as a file, ``carteado-event/1``: the regulation and every operation in order. Everything else follows from
them."""

from carteado.record import Node, RuleBroken, parse_json
from carteado.record.record import overrides_document, read_regulation
from carteado.regulation import IllegalAct
from carteado.tournament.files.codec import from_json, to_json
from carteado.tournament.matches.match_log import Party
from carteado.tournament.operations import AnyOperation, Describe, Operation
from carteado.tournament.registrations.people import read_choice
from carteado.tournament.running.dispatch import apply_again
from carteado.tournament.state.championship import Championship

EVENT_FORMAT = "carteado-event/1"
_KEYS = frozenset({"format", "event", "regulation", "overrides", "confirmed_by", "operations"})


def event_document(championship: Championship, *, people: bool = False) -> dict[str, object]:
    """The file with every operation, including those undone. Facts about people are left out unless ``people`` is true.

    Nothing else depends on these facts: an accepted entry stays accepted without them.
    """
    opening = championship.opening or championship
    log = [one for one in championship.log if people or not isinstance(one, Describe)]
    return {
        "format": EVENT_FORMAT,
        "event": opening.event,
        "regulation": opening.regulation.id,
        "overrides": overrides_document(opening.regulation),
        "confirmed_by": sorted(opening.confirmed_by),
        "operations": [to_json(operation, tagged=True) for operation in log],
    }


def read_event(data: bytes | str) -> Championship:
    """Read an event from JSON text. Raises InputError, which says what is wrong and where."""
    return event_of(parse_json(data))


def event_of(document: object) -> Championship:
    """The championship after all its operations. An operation that the rules refuse raises RuleBroken with its
    article."""
    root = Node(document).mapping(known_keys=_KEYS)
    if root["format"].text() != EVENT_FORMAT:
        raise root["format"].wrong("not_event")
    parties = root.optional("confirmed_by", lambda node: [read_choice(one, Party) for one in node.elements()])
    championship = Championship(
        event=root["event"].name(),
        regulation=read_regulation(root),
        confirmed_by=frozenset(Party if parties is None else parties),
    )
    for node in root["operations"].elements():
        championship = _with(championship, node)
    return championship


def _with(championship: Championship, node: Node) -> Championship:
    operation: Operation = from_json(AnyOperation, node)
    try:
        return apply_again(championship, operation)
    except IllegalAct as error:
        raise RuleBroken(error.refusal, championship.regulation, where=node.path) from None

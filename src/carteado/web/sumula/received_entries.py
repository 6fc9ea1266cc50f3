"""What a device sent, as it is kept: nothing but what an entry has, and what people wrote apart from it."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, NamedTuple

from carteado.record import InputError, Node
from carteado.sumula import OF_THE_REFEREE, Terms, read_entry
from carteado.sumula.entries import Entry, Warn
from carteado.web.sumula.models import FREE_TEXTS

OF_THE_SERVER = ("seq", "received", "by", "late")
"""What the server adds to an entry; sent back by a device that hands on what it got, it is not believed."""


DEEPEST = 12
"""Objects and lists within each other; no entry has as many."""


class Stripped(NamedTuple):
    """What a device sent, without what is not its own, and without what people wrote, which is ``said``."""

    content: dict[str, Any]
    said: dict[str, str]


class Received(NamedTuple):
    """An entry that can be kept."""

    entry: Entry
    content: dict[str, Any]
    said: dict[str, str]

    @property
    def is_of_the_referee(self) -> bool:
        return isinstance(self.entry.content, OF_THE_REFEREE)


def received(document: object, terms: Terms) -> Received:
    """Raises InputError for what is no entry under these terms."""
    whole = _whole(document)
    node = Node(whole)
    entry = read_entry(node, terms.reader)
    if isinstance(entry.content, Warn) and entry.content.key not in terms.regulation.citations:
        raise node["key"].wrong("unknown_entry", key=entry.content.key[:60])
    return Received(entry, *_apart(whole))


def stripped(document: object) -> Stripped:
    """Without asking whether it is an entry. Raises InputError for what is none under any terms."""
    return Stripped(*_apart(_whole(document)))


def _whole(document: object) -> dict[str, Any]:
    whole = _ours(Node(document))
    if not isinstance(whole, dict):
        raise Node(document).expected("object")
    return {name: value for name, value in whole.items() if name not in OF_THE_SERVER}


def _apart(whole: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, str]]:
    """The entry without what people wrote, and that by the name of its field: ``why``, ``act.reason``."""
    content: dict[str, Any] = {}
    said: dict[str, str] = {}
    for name, value in whole.items():
        if isinstance(value, dict):
            content[name], inner = _apart(value)
            said |= {f"{name}.{field}": text for field, text in inner.items()}
        elif name in FREE_TEXTS and isinstance(value, str):
            said[name] = value
        else:
            content[name] = value
    return content, said


def _ours(node: Node, depth: int = 0) -> Any:
    """Without the keys that are not ours, and only with texts that every database takes."""
    if depth > DEEPEST:
        raise InputError("too_deep")
    if isinstance(node.value, dict):
        return {_text(Node(name)): _ours(node[name], depth + 1) for name in node.value if not name.startswith("_")}
    if isinstance(node.value, list):
        return [_ours(one, depth + 1) for one in node.elements()]
    return _text(node) if isinstance(node.value, str) else node.value


def _text(node: Node) -> str:
    text = node.text()
    if "\0" in text or any("\ud800" <= char <= "\udfff" for char in text):
        raise node.expected("text")
    return text


def id_of(document: object) -> str | None:
    """What a document calls itself, if it does."""
    found = document.get("id") if isinstance(document, Mapping) else None
    return found if isinstance(found, str) else None


def written(instant: datetime) -> str:
    """An instant as entries have it."""
    return f"{instant.astimezone(UTC).replace(tzinfo=None).isoformat()}Z"

"""Reading the entries of phones, of live tables and of the referee's page. The server's own fields and those of other
programs (``_…``) are dropped, unknown ones are refused, and the free texts, which may have to be erased, are
separated."""

from collections.abc import Mapping
from datetime import UTC, datetime
from math import isfinite
from typing import Any, NamedTuple

from carteado.record import InputError, Node
from carteado.sumula import Terms, read_entry
from carteado.sumula.entries import Entry, Head, Warn
from carteado.web.sumula.models import FREE_TEXTS

OF_THE_SERVER = ("seq", "received", "by", "late")
"""Fields that the server adds to an entry. They are dropped when a phone passes on the entries of others with them."""


DEEPEST = 12
"""Depth of objects and lists inside each other that is accepted. No real entry is as deep."""


class SeparatedTexts(NamedTuple):
    """A document without the server's fields and other programs' fields. Its free texts are in ``free_texts``, the rest
    in ``content``."""

    content: dict[str, Any]
    free_texts: dict[str, str]


class ReceivedEntry(NamedTuple):
    """An entry that can be stored."""

    entry: Entry
    content: dict[str, Any]
    free_texts: dict[str, str]

    @property
    def head(self) -> Head:
        return Head(self.entry.id, self.entry.device, self.entry.at, self.content["kind"])


def read_received_entry(document: object, terms: Terms) -> ReceivedEntry:
    """Read an entry. Raises InputError if the document has unknown fields, if it is not an entry under these terms, or
    if it warns by a rule that the regulation does not have."""
    whole = _cleaned_document(document)
    node = Node(whole)
    entry = read_entry(node, terms.reader)
    if isinstance(entry.content, Warn) and entry.content.key not in terms.regulation.citations:
        raise node["key"].wrong("unknown_entry", key=entry.content.key[:60])
    return ReceivedEntry(entry, *_separate(whole))


def separate_texts(document: object) -> SeparatedTexts:
    """Separate a document's texts without reading it as an entry: to compare it with a stored one, or to keep it for
    the referee when its match is no more. Raises InputError if it is not an object, is nested too deep, or has a text
    that cannot be stored."""
    return SeparatedTexts(*_separate(_cleaned_document(document)))


def _cleaned_document(document: object) -> dict[str, Any]:
    """The document without other programs' fields and those of the server. Raises InputError if it is no object."""
    whole = _cleaned(Node(document))
    if not isinstance(whole, dict):
        raise Node(document).expected("object")
    return {name: value for name, value in whole.items() if name not in OF_THE_SERVER}


def _separate(whole: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, str]]:
    """Separate the free texts. They are returned by the path to their field: ``why``, ``act.reason``."""
    content: dict[str, Any] = {}
    free_texts: dict[str, str] = {}
    for name, value in whole.items():
        if isinstance(value, dict):
            content[name], inner = _separate(value)
            free_texts |= {f"{name}.{field}": text for field, text in inner.items()}
        elif name in FREE_TEXTS and isinstance(value, str):
            free_texts[name] = value
        else:
            content[name] = value
    return content, free_texts


def _cleaned(node: Node, depth: int = 0) -> Any:
    """Drop keys that begin with an underscore, which other programs may add to our formats. Refuse texts and numbers
    that some databases cannot store."""
    if depth > DEEPEST:
        raise InputError("too_deep")
    if isinstance(node.value, dict):
        names = [name for name in node.value if not name.startswith("_")]
        return {_name(node, name): _cleaned(node[name], depth + 1) for name in names}
    if isinstance(node.value, list):
        return [_cleaned(one, depth + 1) for one in node.elements()]
    if isinstance(node.value, float) and not isfinite(node.value):
        raise node.wrong("not_finite", value=node.value)
    return _text(node) if isinstance(node.value, str) else node.value


def _name(node: Node, name: str) -> str:
    """The name of a field. No field of an entry has a dot, which would make the paths of free texts ambiguous."""
    if "." in name:
        raise node.wrong("unknown_entry", key=name[:60])
    return _text(Node(name))


def _text(node: Node) -> str:
    text = node.text()
    if "\0" in text or any("\ud800" <= char <= "\udfff" for char in text):
        raise node.expected("text")
    return text


def id_of(document: object) -> str | None:
    """The document's id. None if it has none, or one that is no text."""
    value = document.get("id") if isinstance(document, Mapping) else None
    return value if isinstance(value, str) else None


def instant_of(text: object) -> datetime | None:
    """The instant of a text in the format of entries. None if it is not a time that Python can hold."""
    try:
        at = datetime.fromisoformat(text) if isinstance(text, str) else None
        return at and (at.replace(tzinfo=UTC) if at.utcoffset() is None else at.astimezone(UTC))
    except (ValueError, OverflowError):
        return None


def instant_text(instant: datetime) -> str:
    """An instant in the format of entries."""
    return f"{instant.astimezone(UTC).replace(tzinfo=None).isoformat()}Z"

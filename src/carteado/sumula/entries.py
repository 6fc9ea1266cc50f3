"""The entries of a súmula, an append-only list written by phones. The device gives each entry a unique id.

Only the content of a hand depends on a rule; the regulation's score sheet reads it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from carteado.record import Node, SheetGame

EntryId = str
SITE = "site"
"""The device name of entries that the site writes for referees; no phone may use it."""
LIVE_TABLE = f"{SITE}-live-"
"""The prefix of ids of entries that a live table writes about its match. A ruling made there is changed there, by
another ruling."""
LONGEST_ID = 64
LONGEST_TEXT = 500
MOST_PLACES = 500
MOST_ATTEMPTS = 20
LARGEST_COUNT = 999
"""No table counts higher; a score sheet made by a computer may."""


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand as the table counted it.

    ``place`` is its number on that device, from 0: two devices that count the same hand give it the same place.
    ``despite`` is the reason why it counts although it seems impossible.
    """

    place: int
    hand: Any
    despite: str = ""


@dataclass(frozen=True, slots=True)
class Correct:
    """Another version of the hand ``of``, replacing the version ``over``. Without a hand, it was never played."""

    of: EntryId
    over: EntryId
    hand: Any
    why: str
    despite: str = ""


@dataclass(frozen=True, slots=True)
class Undo:
    """Takes back an entry of the same device. Any referee may take back a referee's entry."""

    of: EntryId


@dataclass(frozen=True, slots=True)
class Settle:
    """The hands at a place that were really played, in order; ``among`` are all that were known."""

    place: int
    hands: tuple[EntryId, ...]
    among: tuple[EntryId, ...]
    why: str = ""


@dataclass(frozen=True, slots=True)
class Attempt:
    """A vulnerable pair laid too little, for the ``number``-th time in that hand. Key: vulnerable.minimums."""

    place: int
    pair: int
    number: int


@dataclass(frozen=True, slots=True)
class Bell:
    """The time of a game, or with ``number`` 2 of its extension, is up: ``during`` the hand at the place or before."""

    place: int
    number: int
    during: bool
    game: int = 0


@dataclass(frozen=True, slots=True)
class Accept:
    """A pair accepts the sheet up to these versions of hands, bells and rulings, in the order of the count."""

    pair: int
    versions: tuple[EntryId, ...]


@dataclass(frozen=True, slots=True)
class CallReferee:
    about: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """The referee has come to the table."""

    of: EntryId


@dataclass(frozen=True, slots=True)
class Warn:
    """The referee warns a pair; ``key`` is the rule that they name."""

    pair: int
    key: str
    why: str


@dataclass(frozen=True, slots=True)
class Rule:
    """A ruling of the referee before the hand at the place, in the notation of records."""

    place: int
    act: Any
    why: str


Content = Hand | Correct | Undo | Settle | Attempt | Bell | Accept | CallReferee | Answer | Warn | Rule
OF_THE_REFEREE = (Answer, Warn, Rule)
"""The kinds of entry that only a referee writes."""
KINDS_OF_THE_REFEREE = frozenset({"answer", "warn", "rule"})
"""The same, as entries name them."""


class Entry(NamedTuple):
    """One entry.

    ``at`` is the time of the device's clock, which may be wrong: the order comes from the server, never from the time.
    ``by`` is the writer, as the server knows them.
    """

    id: EntryId
    device: str
    at: str
    content: Content
    by: str = ""


class Reader(NamedTuple):
    """The functions that read hands and rulings of one regulation."""

    game: SheetGame
    ruling: Callable[[Node], Any]


class Head(NamedTuple):
    """What every entry says of itself, whatever the rules of its match."""

    id: EntryId
    device: str
    at: str
    kind: str


def read_head(node: Node) -> Head:
    """Read an entry's head, without what it says by the rules of its match. Raises InputError with the place."""
    if not isinstance(node.value, dict):
        raise node.expected("object")
    kind = node["kind"].text()
    if kind not in _READERS:
        raise node["kind"].wrong("not_one_of", value=kind, choices=sorted(_READERS))
    known, _read = _READERS[kind]
    node.mapping(known_keys=frozenset({"id", "device", "at", "kind", "seq", "by", "received", *known}))
    return Head(_id(node["id"]), _id(node["device"]), node["at"].instant(), kind)


def read_entry(node: Node, reader: Reader) -> Entry:
    """Read an entry as a device sends it. Raises InputError with the place."""
    head = read_head(node)
    _known, read = _READERS[head.kind]
    by = node.optional("by", Node.text) or ""
    return Entry(head.id, head.device, head.at, read(node, reader), by)


def _hand(node: Node, reader: Reader) -> Hand:
    return Hand(_place(node), _counted(node["hand"], reader), _despite(node))


def _correct(node: Node, reader: Reader) -> Correct:
    hand = node.optional("hand", lambda one: _counted(one, reader))
    return Correct(_id(node["of"]), _id(node["over"]), hand, _text(node["why"]), _despite(node))


def _counted(node: Node, reader: Reader) -> Any:
    _check_size(node)
    return reader.game.read(node)


def _check_size(node: Node) -> None:
    if isinstance(node.value, dict):
        for name in node.value:
            _check_size(node[name])
    elif isinstance(node.value, list):
        for inner in node.elements():
            _check_size(inner)
    elif type(node.value) is int and node.value > LARGEST_COUNT:
        raise node.wrong("number_out_of_range", least=0, most=LARGEST_COUNT, value=node.value)


def _settle(node: Node, _reader: Reader) -> Settle:
    hands, among = _ids(node["hands"]), _ids(node["among"])
    if len(set(hands)) < len(hands) or not set(hands) <= set(among):
        raise node["hands"].expected("list")
    return Settle(_place(node), hands, among, node.optional("why", _text) or "")


def _attempt(node: Node, _reader: Reader) -> Attempt:
    return Attempt(_place(node), node["pair"].pair(), _within(node["number"], 1, MOST_ATTEMPTS))


def _bell(node: Node, _reader: Reader) -> Bell:
    game = node.optional("game", lambda one: _within(one, 0, MOST_PLACES)) or 0
    return Bell(_place(node), _within(node["number"], 1, 2), node["during"].boolean(), game)


def _rule(node: Node, reader: Reader) -> Rule:
    return Rule(_place(node), reader.ruling(node["act"]), _text(node["why"]))


_READERS: Mapping[str, tuple[frozenset[str], Callable[[Node, Reader], Content]]] = {
    "hand": (frozenset({"place", "hand", "despite"}), _hand),
    "correct": (frozenset({"of", "over", "hand", "why", "despite"}), _correct),
    "undo": (frozenset({"of"}), lambda node, _: Undo(_id(node["of"]))),
    "settle": (frozenset({"place", "hands", "among", "why"}), _settle),
    "attempt": (frozenset({"place", "pair", "number"}), _attempt),
    "bell": (frozenset({"place", "number", "during", "game"}), _bell),
    "accept": (frozenset({"pair", "versions"}), lambda node, _: Accept(node["pair"].pair(), _ids(node["versions"]))),
    "call": (frozenset({"about"}), lambda node, _: CallReferee(node.optional("about", _text) or "")),
    "answer": (frozenset({"of"}), lambda node, _: Answer(_id(node["of"]))),
    "warn": (
        frozenset({"pair", "key", "why"}),
        lambda node, _: Warn(node["pair"].pair(), _text(node["key"]), _text(node["why"])),
    ),
    "rule": (frozenset({"place", "act", "why"}), _rule),
}
KINDS = frozenset(_READERS)


def _id(node: Node) -> EntryId:
    if len(node.name()) > LONGEST_ID or not node.name().isascii() or not node.name().isprintable():
        raise node.wrong("too_long", most=LONGEST_ID)
    return node.name()


def _ids(node: Node) -> tuple[EntryId, ...]:
    return tuple(_id(one) for one in node.elements())


def _place(node: Node) -> int:
    return _within(node["place"], 0, MOST_PLACES)


def _within(node: Node, least: int, most: int) -> int:
    if not least <= node.integer() <= most:
        raise node.wrong("number_out_of_range", least=least, most=most, value=node.value)
    return node.integer()


def _despite(node: Node) -> str:
    return node.optional("despite", _text) or ""


def _text(node: Node) -> str:
    if len(node.name()) > LONGEST_TEXT:
        raise node.wrong("too_long", most=LONGEST_TEXT)
    return node.name()

"""The JSON form of acts, for any game: an object with ``seat``, ``act`` and the act's other fields.

An act class is a dataclass; its annotations decide how each field is read. The referee's acts have ``seat`` null, and
all but ``pause`` and ``resume`` are written as ``ruling``.
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, NamedTuple, get_type_hints

from carteado.cards import Adjust, Card, Disqualify, Pause, Redeal, Resume, Sign, Sit, TimeUp
from carteado.record.errors import quoted
from carteado.record.reading import Node

Act = Any
"""An act of any game."""


class Notation(NamedTuple):
    """The acts of a game by the names they are written with; one name may have several forms.

    ``sent_only`` are forms that are only sent to a player or offered to a bot, and that no record contains.
    """

    acts: Mapping[str, tuple[type, ...]]
    rulings: Mapping[str, type]
    sent_only: Mapping[str, type]

    def name_of(self, form: type) -> tuple[str, bool]:
        """The name a form is written with, and whether it is a ruling."""
        for name, forms in self.acts.items():
            if form in forms:
                return name, False
        for name, sent_only in self.sent_only.items():
            if form is sent_only:
                return name, False
        return next(name for name, ruling in self.rulings.items() if ruling is form), True


SHARED_ACTS: dict[str, tuple[type, ...]] = {
    "sign": (Sign,),
    "sit": (Sit,),
    "pause": (Pause,),
    "resume": (Resume,),
}
SHARED_RULINGS: dict[str, type] = {
    "disqualify": Disqualify,
    "time_up": TimeUp,
    "redeal": Redeal,
    "adjust": Adjust,
}


def read_act(node: Node, notation: Notation, players: int) -> Act:
    """Read the act that an object stands for. The caller reads ``at`` and the keys that start with ``_``."""
    if not isinstance(node.value, dict):
        raise node.expected("object")
    name = node["act"].text()
    if name == "ruling":
        return _read_ruling(node, notation, players)
    if name not in notation.acts:
        raise node["act"].wrong("unknown_act", value=quoted(name))
    form = _form_of(node, notation.acts[name])
    if "seat" not in fields_of(form) and node["seat"].value is not None:
        raise node["seat"].wrong("seat_must_be_null")
    return _read_fields(node, form, players, also=("act", "seat", "at"))


def _read_ruling(node: Node, notation: Notation, players: int) -> Act:
    ruling = node["ruling"].text()
    if ruling not in notation.rulings:
        raise node["ruling"].wrong("unknown_ruling", value=quoted(ruling))
    if node["seat"].value is not None:
        raise node["seat"].wrong("seat_must_be_null")
    return _read_fields(node, notation.rulings[ruling], players, also=("act", "seat", "ruling", "at"))


def _form_of(node: Node, forms: tuple[type, ...]) -> type:
    """The form whose fields are all present, else the first one, so that the error names its missing field."""
    return next((form for form in forms if all(field in node.value for field in fields_of(form))), forms[0])


def _read_fields(node: Node, form: type, players: int, *, also: tuple[str, ...]) -> Act:
    fields = fields_of(form)
    node.mapping(known_keys=frozenset((*fields, *also)))
    return form(**{name: _read_field(node, name, hint, players) for name, hint in fields.items()})


def _read_field(node: Node, name: str, hint: Any, players: int) -> object:
    if hint == (str | None):
        return node.optional(name, Node.name)
    field = node[name]
    if name == "seat":
        return field.seat(players)
    if name == "pair":
        return field.pair()
    return _READERS[hint](field)


_READERS: dict[Any, Callable[[Node], object]] = {
    int: Node.integer,
    str: Node.name,
    Card: Node.card,
    tuple[Card, ...]: Node.cards,
    tuple[tuple[Card, ...], ...]: lambda node: tuple(one.cards() for one in node.elements()),
}


def write_act(act: Act, notation: Notation) -> dict[str, object]:
    """The object that stands for the act, in canonical form."""
    name, is_ruling = notation.name_of(type(act))
    form: Any = type(act)
    values = {field: getattr(act, field) for field in fields_of(form)}
    fields = {field: as_json(value) for field, value in values.items() if value is not None}
    seat = fields.pop("seat", None)
    ruling = {"ruling": name} if is_ruling else {}
    return {"seat": seat, "act": "ruling" if is_ruling else name, **ruling, **fields}


def as_json(value: object) -> object:
    """The JSON value: a card as its two characters, a tuple as a list of these."""
    if isinstance(value, Card):
        return str(value)
    return [as_json(one) for one in value] if isinstance(value, tuple) else value


@cache
def fields_of(form: Any) -> dict[str, Any]:
    return get_type_hints(form)

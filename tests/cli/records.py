"""Records and sheets for the tests to run and to spoil.

The deal is that of the interfaces document. Seat 3 deals, seat 0 begins; the vira 6♦ makes the sevens manilhas: seat 3
has the zap 7♣ and seat 0 has 7♠.
"""

import copy
import json
from collections.abc import Iterator, Sequence
from typing import Any

Json = dict[str, Any]
Place = tuple[str | int, ...]
"""The keys that lead to a value in a document."""

HANDS = [["4c", "Kh", "7s"], ["5d", "Jc", "2h"], ["3s", "6c", "Qd"], ["Ah", "7c", "4h"]]
ROUNDS = ("Kh 2h 3s 7c", "Ah 7s 5d 6c", "4c Jc Qd 4h")
"""Pair 1 wins the first round, pair 0 the second, pair 1 the third."""


def act(seat: int | None, name: str, **fields: object) -> Json:
    return {"seat": seat, "act": name, **fields}


def plays(*rounds: str) -> list[Json]:
    """Each card by the seat that holds it."""
    cards = [card for one in rounds for card in one.split()]
    return [act(next(seat for seat in range(4) if card in HANDS[seat]), "play", card=card) for card in cards]


def ruling(name: str, **fields: object) -> Json:
    return act(None, "ruling", ruling=name, **fields)


CALLED_AND_REFUSED = [act(0, "call", value=3), act(1, "refuse")]
"""One point for pair 0."""

RAISES = [act(seat, "call", value=value) for seat, value in ((0, 3), (1, 6), (0, 9), (1, 12))]
RAISED_TO_12 = [*RAISES, act(0, "accept")]
WHOLE_MATCH = [*RAISED_TO_12, *plays(*ROUNDS)]
"""Pair 1 wins the match in one hand."""


def a_hand(actions: Sequence[Json] = (), **more: object) -> Json:
    return {"deal": {"hands": copy.deepcopy(HANDS), "vira": "6d"}, "actions": list(actions), **more}


def a_record(*hands: Json, **more: object) -> Json:
    return {
        "format": "carteado-record/1",
        "regulation": "truco-masters-2025",
        "overrides": {},
        "seats": ["Ana", "Bia", "Caio", "Davi"],
        "first_dealer": 3,
        "hands": list(hands),
        **more,
    }


def full_record() -> Json:
    """Every key that a record may have, once."""
    actions = [
        *plays(ROUNDS[0]),
        act(3, "call", value=3, at="2025-10-25T14:00:00Z"),
        act(0, "accept", _seen_by="mesa"),
        act(1, "sign", sign="zap"),
        act(2, "sit", player="bot:matreiro"),
        act(None, "pause", article="20"),
        act(None, "resume"),
        ruling("tento_rejected", pair=0, article="32"),
        ruling("adjust", pair=1, points=1, reason="contagem", article="8.5"),
        act(3, "hide", card="4h"),
        *plays("7s 5d"),
        ruling("redeal", article="26"),
        ruling("time_up", article="18"),
    ]
    fair = {"commitment": "0" * 64, "seed": "1" * 64, "cuts": [7], "burn": 1, "_by": "Bia"}
    hand = a_hand(actions, dealer=3, start=[1, 2], score=[1, 3], fair=fair, _table_camera=None)
    overrides = {
        "match.target": {"value": 9, "by": "Clube da Vila"},
        "ties.second_round": {"value": "first_round_winner", "by": "Clube da Vila"},
        "hiding.rounds": {"value": [2, 3], "by": "Clube da Vila"},
    }
    about = {"match": "m-1", "event": "copa", "phase": "final", "date": "2025-10-25", "notes": "chuva", "table": 7}
    draw = [["4c", "3d", "6c", "3c"], [None, "Ac", None, "2c"]]
    return a_record(hand, overrides=overrides, target=12, dealer_draw=draw, _source={"scan": [1]}, **about)


def as_bytes(document: object) -> bytes:
    return json.dumps(document).encode()


def paths(value: object, path: Place = ()) -> Iterator[Place]:
    """The path of every value in a document, the document's own first."""
    yield path
    children = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, child in children:
        yield from paths(child, (*path, key))


def with_value(document: object, path: Place, value: object) -> Any:
    """A copy of the document with another value at the path."""
    if not path:
        return value
    changed: Any = copy.deepcopy(document)
    place = changed
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return changed


def spelled(path: Place) -> str:
    """The path as an error says it: ``hands[0].deal.vira``."""
    return "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in path).removeprefix(".")


def nested(document: object, path: Place, depth: int, *, opening: str = "[", closing: str = "]") -> bytes:
    """The document's text with something nested that deep at the path; JSON writers could not write it."""
    text = json.dumps(with_value(document, path, "\x01here"))
    return text.replace(json.dumps("\x01here"), opening * depth + "1" + closing * depth).encode()

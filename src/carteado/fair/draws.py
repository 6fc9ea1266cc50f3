"""Fair draws, ``carteado-draw/1``: an order of entrants that anyone can recompute from its protocol."""

import hashlib
import json
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Self

from carteado.fair.apart import separated
from carteado.fair.commitments import checked_id, checked_seed, commitment, parse_seed
from carteado.fair.errors import FairError, Problem
from carteado.fair.shapes import as_count, as_list, as_object, is_text
from carteado.fair.stream import shuffled

DRAW_FORMAT = "carteado-draw/1"

ALGORITHM = """\
carteado-draw/1. LABEL is carteado-draw/1|EVENT|NAME. The commitment is SHA-256(LABEL, '|', the secret as 64 \
lower-case hexadecimal digits). The seed is SHA-256(the 32 bytes of the secret, '|', the entropy in UTF-8). \
Words are the 32-bit big-endian words of HMAC-SHA256(key seed, message LABEL|0), then LABEL|1, and so on. A \
number below n: take words until one is below n * floor(2^32 / n), then modulo n. List the entrants in \
code-point order; for i from the last place to 1, j = number below i + 1, swap the places i and j: that is \
'drawn'. Places 0 and 1, 2 and 3, and so on meet in the first round; the last 'byes' places (none if it is \
not given), and one left over before them, meet nobody. Two entrants clash when 'apart' gives both the same \
group. Walk these pairs in order. When a pair clashes, its second entrant changes places with another: try \
the places after the pair in rising order, then those before it in falling order, and take the first where, \
after the change, neither of the two pairs concerned clashes. Each change is one of the 'moves'. When there \
is no such place the pair stays and is listed in 'unavoidable'. What stands after the last pair is the \
'result'."""

_INPUTS = ("event", "name", "entrants", "apart", "byes")
_OUTCOMES = ("seed", "drawn", "constraints", "result")
_PROTOCOL = ("format", *_INPUTS, "entropy", "secret", "commitment", "algorithm", *_OUTCOMES)


@dataclass(frozen=True, slots=True)
class Draw:
    """The inputs of a draw. Entrants with the same group in ``apart`` should not meet in the first round.

    The last ``byes`` places drawn have no opponent in that round.
    """

    event: str
    name: str
    entrants: tuple[str, ...]
    apart: Mapping[str, str] = field(default_factory=dict)
    byes: int = 0

    def __post_init__(self) -> None:
        checked_id(self.event, what="event")
        checked_id(self.name, what="name")
        _check_entrants(self.entrants)
        _check_apart(self.apart, entrants=frozenset(self.entrants))
        if not 0 <= self.byes <= len(self.entrants):
            raise FairError("bad_byes", value=self.byes, entrants=len(self.entrants))

    @classmethod
    def from_json(cls, value: object) -> Self:
        data = as_object(value, key="draw", known_keys=_INPUTS)
        return cls(
            event=checked_id(data.get("event"), what="event"),
            name=checked_id(data.get("name"), what="name"),
            entrants=tuple(map(_entrant, as_list(data.get("entrants"), key="entrants"))),
            apart=_groups(data.get("apart", {})),
            byes=as_count(data.get("byes", 0), key="byes"),
        )

    @property
    def label(self) -> str:
        return f"{DRAW_FORMAT}|{self.event}|{self.name}"

    def to_json(self) -> dict[str, object]:
        inputs: dict[str, object] = {
            "event": self.event,
            "name": self.name,
            "entrants": list(self.entrants),
            "apart": dict(self.apart),
        }
        return {**inputs, "byes": self.byes} if self.byes else inputs


def _entrant(value: object) -> str:
    if is_text(value):
        return value
    raise FairError("bad_entrant", value=value)


def _groups(value: object) -> dict[str, str]:
    if not isinstance(value, Mapping):
        raise FairError("bad_shape", key="apart", expected="an object")
    return {entrant: _group(group, entrant=entrant) for entrant, group in value.items()}


def _group(value: object, *, entrant: str) -> str:
    if is_text(value):
        return value
    raise FairError("bad_group", entrant=entrant, value=value)


def _check_entrants(entrants: Sequence[str]) -> None:
    if not entrants:
        raise FairError("no_entrants")
    for entrant, times in Counter(map(_entrant, entrants)).items():
        if times > 1:
            raise FairError("duplicate_entrant", value=entrant)


def _check_apart(apart: Mapping[str, str], *, entrants: Collection[str]) -> None:
    for entrant in _groups(apart):
        if entrant not in entrants:
            raise FairError("unknown_entrant", value=entrant)


def draw_seed(secret: bytes, entropy: str) -> bytes:
    """SHA-256 of the 32-byte secret, ``|`` and the public entropy, so that neither alone decides."""
    try:
        public = entropy.encode("utf-8")
    except UnicodeEncodeError:
        raise FairError("bad_entropy") from None
    return hashlib.sha256(checked_seed(secret) + b"|" + public).digest()


def drawn_order(draw: Draw, *, seed: bytes) -> tuple[str, ...]:
    """The entrants' ids in code-point order, shuffled; groups are not yet kept apart."""
    return shuffled(sorted(draw.entrants), label=draw.label, seed=seed)


def draw_protocol(draw: Draw, *, secret: bytes, entropy: str) -> dict[str, object]:
    """The inputs, the algorithm and the outcome: enough for anyone to repeat the draw."""
    seed = draw_seed(secret, entropy)
    drawn = drawn_order(draw, seed=seed)
    outcome = separated(drawn, draw.apart, byes=draw.byes)
    return {
        "format": DRAW_FORMAT,
        **draw.to_json(),
        "entropy": entropy,
        "secret": secret.hex(),
        "commitment": commitment(draw.label, secret),
        "algorithm": ALGORITHM,
        "seed": seed.hex(),
        "drawn": list(drawn),
        "constraints": outcome.to_json(),
        "result": list(outcome.order),
    }


def verify_draw(protocol: object) -> list[Problem]:
    """List the published values that the inputs do not give. Raises ``FairError`` if the inputs are unusable."""
    data = as_object(protocol, key="protocol", known_keys=_PROTOCOL)
    _check_format(data)
    expected = _drawn_again(data)
    problems = [] if data.get("commitment") == expected["commitment"] else [Problem("commitment_differs")]
    differing = (key for key in _OUTCOMES if not _same(data.get(key), expected[key]))
    return problems + [Problem("differs", {"key": key}) for key in differing]


def _drawn_again(data: Mapping[str, object]) -> dict[str, object]:
    draw = Draw.from_json({key: data[key] for key in _INPUTS if key in data})
    entropy = data.get("entropy")
    if not isinstance(entropy, str):
        raise FairError("bad_entropy")
    return draw_protocol(draw, secret=parse_seed(data.get("secret")), entropy=entropy)


def _check_format(data: Mapping[str, object]) -> None:
    found, algorithm = data.get("format"), data.get("algorithm")
    if found != DRAW_FORMAT:
        raise FairError("wrong_format", value=found, expected=DRAW_FORMAT)
    # The wording may improve or be translated; the name that it starts with is what binds.
    if not isinstance(algorithm, str) or not algorithm.startswith(DRAW_FORMAT):
        raise FairError("bad_shape", key="algorithm", expected=f"a text that starts with {DRAW_FORMAT}")


def _same(found: object, expected: object) -> bool:
    """Whether two values are equal as JSON; Python alone would take ``true`` for 1."""
    return found == expected and json.dumps(found, sort_keys=True) == json.dumps(expected, sort_keys=True)

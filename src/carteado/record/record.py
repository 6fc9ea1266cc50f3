"""``carteado-record/1``: everything that chance, players and referees decided in a match. Replay gives the rest."""

from dataclasses import dataclass, field

from carteado.cards import Card, Pause, Resume, Sign, Sit
from carteado.fair import Fair, FairError
from carteado.record.errors import RuleBroken, from_regulation_error, quoted
from carteado.record.games import Engine, engine_for
from carteado.record.layout import layout
from carteado.record.notation import Act, read_act, write_act
from carteado.record.reading import Node, parse_json
from carteado.regulation import (
    Override,
    Regulation,
    RegulationError,
    UnknownRegulation,
    available,
    load,
)

FORMAT = "carteado-record/1"

_ABOUT = ("match", "event", "phase", "date", "notes")
_RECORD_KEYS = frozenset(
    {
        "format",
        "regulation",
        "overrides",
        "seats",
        "first_dealer",
        "dealer_draw",
        "hands",
        "target",
        "table",
        *_ABOUT,
    }
)
OPENING_ACTS_KEY = "_before"
"""The key of acts before the first deal that matter. A program that does not know the key keeps its value."""
NEUTRAL = (Pause, Resume, Sign, Sit)
"""Acts that do not change an engine's state."""
_HAND_KEYS = frozenset({"deal", "actions", "dealer", "score", "start", "fair"})

Draw = tuple[tuple[Card | None, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedAct:
    act: Act
    at: str | None = None
    extra_keys: dict[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedHand:
    """One deal and the acts after it, up to the next deal. Replay checks ``dealer`` and ``score``."""

    deal: Act
    acts: tuple[RecordedAct, ...] = ()
    dealer: int | None = None
    start: tuple[int, int] | None = None
    score: tuple[int, int] | None = None
    fair: Fair | None = None
    extra_keys: dict[str, object] = field(default_factory=dict)
    extra_in_deal: dict[str, object] = field(default_factory=dict)
    extra_in_fair: dict[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """The record of a match.

    ``about`` has what does not concern the play: match, event, phase, date, notes, table. ``opening_acts`` has the acts
    before the first deal that cannot come after it: a referee's ruling, or all acts if no hand was dealt.
    """

    regulation: Regulation
    seats: tuple[str, ...]
    first_dealer: int
    opening_acts: tuple[RecordedAct, ...] = ()
    hands: tuple[RecordedHand, ...] = ()
    target: int | None = None
    dealer_draw: Draw | None = None
    about: dict[str, str | int] = field(default_factory=dict)
    extra_keys: dict[str, object] = field(default_factory=dict)
    extra_in_overrides: dict[str, object] = field(default_factory=dict)

    @property
    def phase(self) -> str | None:
        phase = self.about.get("phase")
        return phase if isinstance(phase, str) else None

    @property
    def engine(self) -> Engine:
        return engine_for(self.regulation)


def read_record(data: bytes | str) -> Record:
    """Read a record from JSON text. Raises InputError with the fault and its place."""
    return record_of(parse_json(data))


def record_of(document: object) -> Record:
    root = Node(document).mapping(known_keys=_RECORD_KEYS)
    if root["format"].value != FORMAT:
        raise root["format"].wrong("unknown_format", value=quoted(root["format"].value), expected=FORMAT)
    regulation = read_regulation(root)
    engine = engine_for(regulation)
    seats = tuple(node.name() for node in root["seats"].elements())
    if len(seats) not in engine.seatings:
        raise root["seats"].wrong("wrong_seats", value=len(seats), choices=list(engine.seatings))
    draw = root.optional("dealer_draw", _read_draw)
    return Record(
        regulation=regulation,
        seats=seats,
        first_dealer=_read_first_dealer(root, draw, engine, regulation, len(seats)),
        opening_acts=root.optional(OPENING_ACTS_KEY, lambda node: _read_acts(node, engine, len(seats))) or (),
        hands=tuple(
            _read_hand(Node(node.value, node.path, index), engine, len(seats))
            for index, node in enumerate(root["hands"].elements())
        ),
        target=read_target(root, regulation),
        dealer_draw=draw,
        about=read_about(root),
        extra_keys={key: value for key, value in root.extra_keys().items() if key != OPENING_ACTS_KEY},
        extra_in_overrides=root.optional("overrides", Node.extra_keys) or {},
    )


def read_regulation(root: Node) -> Regulation:
    """Read the regulation of a record or a sheet, with the overrides of its event or match."""
    node = root["regulation"]
    try:
        regulation = load(node.text())
    except UnknownRegulation:
        raise node.wrong("unknown_regulation", value=quoted(node.value), choices=list(available())) from None
    overrides = root.optional("overrides", _read_overrides) or ()
    try:
        return regulation.with_overrides(overrides)
    except RegulationError as error:
        raise from_regulation_error(error) from None


def _read_overrides(node: Node) -> tuple[Override, ...]:
    return tuple(_read_override(key, entry) for key, entry in node.items() if not key.startswith("_"))


def _read_override(key: str, entry: Node) -> Override:
    if not isinstance(entry.value, dict) or set(entry.value) != {"value", "by"}:
        raise entry.wrong("bad_override")
    return Override(key, entry["value"].value, entry["by"].name())


def read_target(root: Node, regulation: Regulation) -> int | None:
    """The target of this match, if it has a special one. A target that the rules do not allow is an error."""
    target = root.optional("target", Node.positive)
    if target is not None:
        try:
            regulation.with_overrides((Override("match.target", target, "target"),))
        except RegulationError as error:
            raise from_regulation_error(error) from None
    return target


def read_about(root: Node) -> dict[str, str | int]:
    about: dict[str, str | int] = {key: root[key].text() for key in _ABOUT if root.has(key)}
    if root.has("table"):
        table = root["table"]
        about["table"] = table.value if type(table.value) is int else table.text()
    return about


def _read_draw(node: Node) -> Draw:
    return tuple(
        tuple(None if card.value is None else card.card() for card in cards.elements()) for cards in node.elements()
    )


def _read_first_dealer(root: Node, draw: Draw | None, engine: Engine, regulation: Regulation, players: int) -> int:
    """The seat named, or the one drawn. If the draw contradicts the seat named, replay reports it."""
    drawn = None if draw is None else engine.first_dealer(players, draw)
    if drawn is not None and not isinstance(drawn, int):
        raise RuleBroken(drawn, regulation, where="dealer_draw")
    named = root.optional("first_dealer", lambda node: node.seat(players))
    if named is None and drawn is None:
        raise root.wrong("no_first_dealer")
    return named if named is not None else drawn or 0


def _read_hand(node: Node, engine: Engine, players: int) -> RecordedHand:
    node.mapping(known_keys=_HAND_KEYS)
    if node.has("start") and node.hand != 0:
        raise node["start"].wrong("start_only_first")
    return RecordedHand(
        deal=engine.read_deal(node["deal"]),
        acts=_read_acts(node["actions"], engine, players),
        dealer=node.optional("dealer", lambda dealer: dealer.seat(players)),
        start=node.optional("start", Node.two_scores),
        score=node.optional("score", Node.two_scores),
        fair=node.optional("fair", _read_fair),
        extra_keys=node.extra_keys(),
        extra_in_deal=node["deal"].extra_keys(),
        extra_in_fair=node.optional("fair", Node.extra_keys) or {},
    )


def _read_acts(node: Node, engine: Engine, players: int) -> tuple[RecordedAct, ...]:
    acts = (Node(act.value, act.path, node.hand, index) for index, act in enumerate(node.elements()))
    return tuple(_read_recorded_act(act, engine, players) for act in acts)


def _read_recorded_act(node: Node, engine: Engine, players: int) -> RecordedAct:
    act = read_act(node, engine.notation, players)
    return RecordedAct(act=act, at=node.optional("at", Node.instant), extra_keys=node.extra_keys())


def _read_fair(node: Node) -> Fair:
    try:
        return Fair.from_json(node.value)
    except FairError as error:
        raise node.wrong("fair_input", reason=str(error)) from None


def write_record(record: Record) -> str:
    """The record's canonical text: fixed order of keys, one notation of cards, an act a line."""
    return layout(record_document(record))


def overrides_document(regulation: Regulation) -> dict[str, object]:
    """The values that an event or a match changes, and who decided each."""
    return {one.key: {"value": one.value, "by": one.by} for one in regulation.overrides}


def record_document(record: Record) -> dict[str, object]:
    engine = record.engine
    drawn = record.dealer_draw
    opening_acts = [_act_document(act, engine) for act in record.opening_acts]
    optional: dict[str, object | None] = {
        **record.about,
        "target": record.target,
        "dealer_draw": drawn and [[card and str(card) for card in cards] for cards in drawn],
    }
    return {
        "format": FORMAT,
        "regulation": record.regulation.id,
        "overrides": overrides_document(record.regulation) | record.extra_in_overrides,
        **{key: value for key, value in optional.items() if value is not None},
        "seats": list(record.seats),
        "first_dealer": record.first_dealer,
        **record.extra_keys,
        **({OPENING_ACTS_KEY: opening_acts} if opening_acts else {}),
        "hands": [_hand_document(hand, engine) for hand in record.hands],
    }


def _hand_document(hand: RecordedHand, engine: Engine) -> dict[str, object]:
    optional: dict[str, object | None] = {
        "dealer": hand.dealer,
        "start": hand.start and list(hand.start),
        "fair": hand.fair and hand.fair.to_json() | hand.extra_in_fair,
    }
    return {
        **{key: value for key, value in optional.items() if value is not None},
        "deal": engine.write_deal(hand.deal) | hand.extra_in_deal,
        "actions": [_act_document(act, engine) for act in hand.acts],
        **({"score": list(hand.score)} if hand.score is not None else {}),
        **hand.extra_keys,
    }


def _act_document(recorded: RecordedAct, engine: Engine) -> dict[str, object]:
    at = {} if recorded.at is None else {"at": recorded.at}
    return {**write_act(recorded.act, engine.notation), **at, **recorded.extra_keys}

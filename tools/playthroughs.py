"""Golden playthroughs: every state, view and legal act of a few short records, as text that can be compared.

    python -m tools.playthroughs            writes tests/playthroughs/*.txt again from the records beside them
    python -m tools.playthroughs --check    lists the texts that differ, and exits 1 if any does

The common part of all views is written once, under ``view *``. A part that differs is written as …, and each observer's
version follows. A table of Tranca or Canastra is large, so only the lines that an act changes are written after it. The
second copy of a card is marked there: 5c and 5c'.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import is_dataclass
from enum import Enum
from pathlib import Path
from typing import Any

from carteado import melds
from carteado.cards import Card, Onlooker
from carteado.record import Engine, Record, moments, read_record, write_act
from carteado.record.notation import fields_of
from carteado.record.replay import start_of
from carteado.regulation import EngineKind

FOLDER = Path(__file__).parent.parent / "tests" / "playthroughs"
VARIES = "…"

HOLDING_CARDS: dict[type, frozenset[str]] = {
    melds.Hand: frozenset(
        {"hands", "stock", "mortos", "pile", "drawn", "not_discardable", "from_morto", "ordinary_threes"}
    ),
    melds.Side: frozenset({"red_threes"}),
    melds.Meld: frozenset({"cards"}),
}
"""The fields in which the melds engine keeps cards as numbers."""


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.playthroughs", description="Golden playthroughs.")
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if a text differs")
    check: bool = parser.parse_args(arguments).check
    differing = [path for path in records() if not is_current(path)]
    for path in differing:
        print(f"{text_of(path).name} {'differs' if check else 'written'}", file=sys.stderr)
        if not check:
            text_of(path).write_text(playthrough(path), "utf-8")
    return 1 if check and differing else 0


def records() -> list[Path]:
    return sorted(FOLDER.glob("*.json"))


def text_of(record: Path) -> Path:
    return record.with_suffix(".txt")


def is_current(record: Path) -> bool:
    text = text_of(record)
    return text.exists() and text.read_text("utf-8") == playthrough(record)


def playthrough(path: Path) -> str:
    """The text of one record."""
    return "\n".join(_lines(read_record(path.read_bytes()))) + "\n"


def _lines(record: Record) -> Iterator[str]:
    engine = record.engine
    match = start_of(record)
    yield f"{record.regulation.id}, {len(record.seats)} players"
    if notes := record.about.get("notes"):
        yield str(notes)
    yield ""
    yield "== start"
    told = list(_situation(engine, match))
    yield from told
    for moment in moments(record):
        yield ""
        action = "" if moment.action is None else f", action {moment.action}"
        yield f"== hand {moment.hand}{action}: {_shown(moment.act)}"
        yield from _seen_lines(engine, moment.act, moment.match.players)
        yield from (f"event    {_shown(event)}" for event in moment.events)
        before, told = told, list(_situation(engine, moment.match))
        yield from (line for line in told if record.regulation.engine_kind is EngineKind.TRUCO or line not in before)


def _situation(engine: Engine, match: Any) -> Iterator[str]:
    """The state, who may do what, and what each observer sees."""
    yield from _fields("state", _without_rules(match))
    asked = engine.seats_to_ask(match)
    yield f"asked    {' '.join(map(str, asked)) or '-'}"
    for seat in range(match.players):
        legal = [_said(engine, act) for act in engine.legal_acts(match, seat)]
        default = f" (by default {_said(engine, engine.default_act(match, seat))})" if seat in asked else ""
        yield f"legal {seat}  {', '.join(legal) or '-'}{default}"
    yield from _views(engine, match)


def _views(engine: Engine, match: Any) -> Iterator[str]:
    observers = (*range(match.players), *Onlooker)
    views = [engine.view(match, observer) for observer in observers]
    varying: list[str] = []
    yield from _fields("view *", _common(views, "", varying))
    for observer, view in zip(observers, views, strict=True):
        own = " ".join(f"{path}={_text(_at(view, path))}" for path in varying if path != "observer")
        if own:
            yield f"view {observer}  {own}"


def _common(values: Sequence[Any], path: str, varying: list[str]) -> Any:
    """The common part of the values. The paths where they differ are added to ``varying``."""
    first = values[0]
    if all(value == first for value in values):
        return first
    if all(isinstance(value, dict) and value.keys() == first.keys() for value in values):
        return {key: _common([value[key] for value in values], f"{path}.{key}".lstrip("."), varying) for key in first}
    if all(isinstance(value, list) and len(value) == len(first) and _is_nested(value) for value in values):
        inside: list[str] = []
        each = enumerate(zip(*values, strict=True))
        common = [_common(parts, f"{path}[{index}]", inside) for index, parts in each]
        if any(one != VARIES for one in common):
            varying += inside
            return common
    varying.append(path)
    return VARIES


def _is_nested(value: list[Any]) -> bool:
    return any(isinstance(one, dict | list) for one in value)


def _at(value: Any, path: str) -> Any:
    for key in path.replace("[", ".").replace("]", "").split("."):
        value = value[int(key) if isinstance(value, list) else key]
    return value


def _fields(name: str, value: dict[str, Any]) -> Iterator[str]:
    """The plain values of an object on one line; then its lists, a line for each object in them, and its objects."""
    plain = {key: one for key, one in value.items() if not isinstance(one, dict) and not _is_long(one)}
    yield f"{name:8} " + " ".join(f"{key}={_text(one)}" for key, one in plain.items())
    for key, one in value.items():
        if isinstance(one, dict):
            yield from _fields(f"{name} {key}", one)
        elif _is_long(one) and any(isinstance(part, dict) for part in one):
            yield from (f"{name} {key}[{index}] {_text(part)}" for index, part in enumerate(one))
        elif _is_long(one):
            yield f"{name} {key} {_text(one)}"


def _is_long(value: object) -> bool:
    return isinstance(value, list) and _is_nested(value)


def _seen_lines(engine: Engine, act: Any, players: int) -> Iterator[str]:
    """The act as each observer sees it, on one line if all see the same."""
    observers = (*range(players), *Onlooker)
    seen = [engine.act_seen_by(act, observer) for observer in observers]
    acts_seen = ["-" if one is None else _text(write_act(one, engine.notation)) for one in seen]
    if len(set(acts_seen)) == 1:
        yield f"seen *   {acts_seen[0]}"
    else:
        yield from (f"seen {observer}  {one}" for observer, one in zip(observers, acts_seen, strict=True))


def _said(engine: Engine, act: Any) -> str:
    """An act without its seat: ``play Kh``, ``call 3``, ``accept``, ``lay [[4h 5h 6h]]``."""
    written = write_act(act, engine.notation)
    return " ".join(_text(value) for key, value in written.items() if key != "seat")


def _shown(value: Any) -> str:
    """An act or an event with the names of its fields."""
    fields = ", ".join(f"{name}={_text(_plain(one))}" for name, one in _values(value).items())
    return f"{type(value).__name__}({fields})"


def _without_rules(match: Any) -> dict[str, Any]:
    """The state as JSON values, without the rules, which never change."""
    return {name: _plain(value) for name, value in _values(match).items() if name != "rules"}


def _plain(value: Any) -> Any:
    if isinstance(value, Card):
        return str(value)
    if isinstance(value, Enum):
        return value.value
    if hasattr(value, "_asdict") or is_dataclass(value):
        cards = HOLDING_CARDS.get(type(value), frozenset())
        return {name: (_cards if name in cards else _plain)(one) for name, one in _values(value).items()}
    if isinstance(value, frozenset):
        return sorted(value)
    if isinstance(value, tuple | list):
        return [_plain(one) for one in value]
    return value


def _cards(value: Any) -> Any:
    """One or more cards of the melds engine. Apostrophes show which copy of its face a card is."""
    if isinstance(value, int):
        copy = sum(melds.face(other) == melds.face(value) for other in range(value))
        return f"{melds.face(value)}{copy * chr(39)}"
    if isinstance(value, frozenset):
        return [_cards(one) for one in sorted(value)]
    return None if value is None else [_cards(one) for one in value]


def _values(value: Any) -> dict[str, Any]:
    """The fields of a named tuple or a dataclass, without the faces of a meld, because its cards show them."""
    names = [name for name in fields_of(value.__class__) if not (isinstance(value, melds.Meld) and name == "faces")]
    return {name: getattr(value, name) for name in names}


def _text(value: object) -> str:
    """JSON without its quotes, and - for null."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} {_text(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list):
        return "[" + " ".join(map(_text, value)) + "]"
    if value is None or isinstance(value, bool):
        return {None: "-", True: "yes", False: "no"}[value]
    return str(value) or "''"


if __name__ == "__main__":
    sys.exit(main())

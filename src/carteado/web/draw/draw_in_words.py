"""A draw for the public pages and for the desk: announced with its commitment, then held with all its inputs."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from carteado.fair import DRAW_FORMAT
from carteado.tournament.formats.draws import draw_of, kept_apart
from carteado.tournament.formats.slots import LuckyLoser
from carteado.tournament.formats.stages import Stage
from carteado.tournament.operations import CommitDraw, HoldDraw
from carteado.tournament.running.dispatch import in_force
from carteado.tournament.running.draws import FORM
from carteado.tournament.state.championship import Championship
from carteado.web.draw.draw_boxes import Box, Names, boxes_of, entrants_listed
from carteado.web.draw.draw_names import is_lots, lots_to_draw, stage_of_draw, title_of_draw
from carteado.web.draw.models import DrawSecret
from carteado.web.kit.words.catalogue import words

MOST_LISTED_APART = 100


class State(StrEnum):
    """The stage that a draw has reached."""

    OPEN = "open"
    ANNOUNCED = "announced"
    HELD = "held"


class DrawnEntrant(NamedTuple):
    """An entrant of a draw: the code in the protocol, and the name."""

    code: str
    name: str


class KeptApart(NamedTuple):
    """Entrants that should not meet at once. ``group`` is their delegation; "" if they have met before."""

    group: str
    names: tuple[str, ...]


class Replaced(NamedTuple):
    """A wrong announcement: its commitment, and the reason why it was replaced."""

    commitment: str
    at: datetime
    replaced_at: datetime
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawShown:
    """A draw for display.

    ``is_form`` if it decides the form of dispute. ``is_still_needed`` is False only for lots that no tie needs any
    more. ``label`` and the secret together make the text whose hash is ``commitment``; that is "" before the
    announcement.

    ``entropy_from`` says what decides the draw, ``planned_at`` when that is known, as this site stored them: "" and
    None if it never announced the draw. They outlive the announcement, which falls when the field is settled again, so
    whoever shows them asks ``is_announced`` or ``is_held`` first.

    ``missing`` counts places whose pair is not known yet, ``apart`` are entrants that should not meet at once. Once it
    is held, ``protocol`` has all inputs and results, ``moves`` says who changed places for that, and ``together`` who
    meets all the same. ``in_vain`` are the times it was held without effect: undone, or held for a field that was
    changed later. ``replaced`` are its wrong announcements.
    """

    name: str
    title: str
    state: State
    is_lots: bool
    is_form: bool
    is_still_needed: bool
    label: str
    commitment: str
    committed_at: datetime | None
    entropy_from: str
    planned_at: datetime | None
    entrants: tuple[DrawnEntrant, ...]
    missing: int
    apart: tuple[KeptApart, ...]
    boxes: tuple[Box, ...]
    protocol: Mapping[str, Any] | None
    held_at: datetime | None
    moves: tuple[str, ...]
    together: tuple[str, ...]
    in_vain: tuple[HoldDraw, ...]
    replaced: tuple[Replaced, ...]

    @property
    def is_held(self) -> bool:
        return self.state is State.HELD

    @property
    def is_announced(self) -> bool:
        return self.state is State.ANNOUNCED

    @property
    def winner(self) -> str:
        """The form of dispute that was drawn; "" for other draws and before."""
        return self.boxes[0].seats[0].name if self.is_form and self.is_held else ""


def draw_shown(championship: Championship, draw: str, names: Names, sealed: DrawSecret | None) -> DrawShown:
    """The draw as it stands. ``sealed`` is its announcement as this site stored it; the secret in it is not read."""
    protocol = championship.draws.get(draw)
    entrants, missing, apart = _entrants_of(championship, draw, names)
    holdings = [one for one in championship.log if isinstance(one, HoldDraw) and one.draw == draw]
    counts = holdings[-1] if protocol and holdings else None
    return DrawShown(
        name=draw,
        title=title_of_draw(championship, draw),
        state=_state(championship, draw),
        is_lots=is_lots(draw),
        is_form=draw == FORM,
        is_still_needed=not is_lots(draw) or draw in championship.draws or draw in lots_to_draw(championship),
        label=f"{DRAW_FORMAT}|{championship.event}|{draw}",
        commitment=championship.commitments.get(draw, ""),
        committed_at=championship.committed_at.get(draw),
        entropy_from=sealed.entropy_from if sealed else "",
        planned_at=sealed.planned_at if sealed else None,
        entrants=entrants,
        missing=missing,
        apart=apart,
        boxes=boxes_of(championship, draw, names),
        protocol=protocol,
        held_at=counts.at if counts else None,
        moves=tuple(_moves(protocol, names)) if protocol else (),
        together=tuple(_together(protocol, names)) if protocol else (),
        in_vain=tuple(one for one in holdings if one is not counts),
        replaced=tuple(_replaced(championship, draw)),
    )


def _replaced(championship: Championship, draw: str) -> Iterator[Replaced]:
    """The announcements that a later one replaced with a reason. One without a reason follows a new settling, and does
    not say that the earlier one was wrong."""
    earlier: CommitDraw | None = None
    for one in in_force(championship.log):
        if not isinstance(one, CommitDraw) or one.draw != draw:
            continue
        if earlier and one.why:
            yield Replaced(earlier.commitment, earlier.at, one.at, one.why)
        earlier = one


def _state(championship: Championship, draw: str) -> State:
    if draw in championship.draws:
        return State.HELD
    return State.ANNOUNCED if draw in championship.commitments else State.OPEN


# --- entrants -----------------------------------------------------------------------------------------------------


def _entrants_of(
    championship: Championship, draw: str, names: Names
) -> tuple[tuple[DrawnEntrant, ...], int, tuple[KeptApart, ...]]:
    """The known entrants, the number of unknown ones, and the groups kept apart, as the draw takes them."""
    if protocol := championship.draws.get(draw):
        return _drawn_entrants(protocol["entrants"], draw, names), 0, _apart(championship, protocol["apart"], names)
    if stage := stage_of_draw(championship, draw):
        pairs_known = known_pairs(championship, stage)
        if not pairs_known:
            return (), len(stage.fill), ()
        drawn = draw_of(championship.event, draw, stage, pairs_known, _kept_apart(championship, stage, pairs_known))
        return (
            _drawn_entrants(drawn.entrants, draw, names),
            len(stage.fill) - len(pairs_known),
            _apart(championship, drawn.apart, names),
        )
    return _drawn_entrants(entrants_listed(championship, draw), draw, names), 0, ()


def known_pairs(championship: Championship, stage: Stage) -> list[str]:
    """The pairs that are known to come into the stage. A place that stays empty has none."""
    occupants = (championship.bracket.occupant(slot) for slot in stage.fill)
    return [pair for pair in occupants if isinstance(pair, str)]


def is_reached(championship: Championship, stage: Stage) -> bool:
    """True if every pair that comes into the stage is known, or its place will stay empty."""
    return all(championship.bracket.occupant(slot) is not None for slot in stage.fill)


def _kept_apart(championship: Championship, stage: Stage, pairs_known: Sequence[str]) -> dict[str, str]:
    """The group of each pair that is kept apart from others: those of one delegation; and those that met before, if
    pairs that lost come into the stage."""
    met = championship.bracket.outcomes() if any(isinstance(slot, LuckyLoser) for slot in stage.fill) else []
    return kept_apart(pairs_known, championship.delegations, met)


def _drawn_entrants(codes: object, draw: str, names: Names) -> tuple[DrawnEntrant, ...]:
    """The entrants in the order in which the algorithm takes them."""
    assert isinstance(codes, Sequence)
    name_of = words().in_words if draw == FORM else names.get
    return tuple(DrawnEntrant(code, name_of(code) or code) for code in sorted(map(str, codes)))


def _apart(championship: Championship, groups: object, names: Names) -> tuple[KeptApart, ...]:
    """The groups kept apart, at most as many as a reader would read. The protocol has them all."""
    assert isinstance(groups, Mapping)
    members: dict[str, list[str]] = {}
    for code, group in groups.items():
        members.setdefault(group, []).append(names.get(code, code))
    shared = [(group, tuple(found)) for group, found in members.items() if len(found) > 1]
    return tuple(KeptApart(_common(championship, group), found) for group, found in shared[:MOST_LISTED_APART])


def _common(championship: Championship, group: str) -> str:
    """The name of their delegation. Empty for pairs that are kept apart because they have met before."""
    if delegation := championship.delegations_entered.get(group):
        return delegation.name
    return group if group in championship.delegations.values() else ""


# --- moves --------------------------------------------------------------------------------------------------------


def _moves(protocol: Mapping[str, Any], names: Names) -> list[str]:
    """Entrants that changed places to avoid meeting at once, in the order of the algorithm."""
    sentence = _("{one} changed places with {other}, not to meet {opponent} at once.")
    moves = [
        sentence.format(
            one=names.get(move["entrant"], move["entrant"]),
            other=names.get(move["exchanged_with"], move["exchanged_with"]),
            opponent=names.get(move["why"]["opponent"], move["why"]["opponent"]),
        )
        for move in protocol["constraints"]["moves"]
    ]
    changed = _("{one} ↔ {other}: they changed groups, to keep delegations apart.")
    dealt = protocol.get("_groups", {}).get("moves", [])  # ours, beside the fields of the public format
    return moves + [changed.format(one=names.get(one, one), other=names.get(two, two)) for one, two in dealt]


def _together(protocol: Mapping[str, Any], names: Names) -> list[str]:
    """Entrants that meet at once, or are in one group, because no exchange could avoid it."""
    unavoidable = [clash["entrants"] for clash in protocol["constraints"]["unavoidable"]]
    together = protocol.get("_groups", {}).get("together", [])
    text = _("{one} × {other}: they stay together, every other place had one of theirs too.")
    return [text.format(one=names.get(one, one), other=names.get(two, two)) for one, two in (*unavoidable, *together)]


def in_numbers(draw: DrawShown) -> str:
    """The number of pairs or forms in the draw."""
    count = len(draw.entrants) + draw.missing
    if draw.is_form:
        return ngettext("{count} form", "{count} forms", count).format(count=count)
    return ngettext("{count} pair", "{count} pairs", count).format(count=count)

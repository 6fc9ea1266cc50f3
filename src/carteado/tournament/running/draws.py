"""Operations before the first match and between stages: settling the field, holding draws, pairing the rounds of a
Swiss."""

from collections.abc import Sequence
from dataclasses import replace

from carteado.fair import Draw, FairError, commitment, draw_protocol, parse_seed
from carteado.regulation import Refusal, forbidden_by, out_of_order
from carteado.regulation.event_rules import FormatKind
from carteado.tournament.formats.draws import draw_of, draw_places, kept_apart
from carteado.tournament.formats.plans import FORMS, form_plan, refusal_of_plan
from carteado.tournament.formats.slots import LuckyLoser, Paired
from carteado.tournament.formats.stages import SWISS, Filling, Fixture, Kind, Stage
from carteado.tournament.formats.swiss import pair_round as paired_round
from carteado.tournament.operations import CommitDraw, EndRounds, HoldDraw, OfferForms, PairRound, Settle
from carteado.tournament.outcomes import PairId
from carteado.tournament.registrations.entries import refusal_of_field, taking_part
from carteado.tournament.state.championship import Championship, Next

FORM, LOTS = "form", "lots-"
"""The name of the draw of the form of dispute, and the prefix of draws that separate pairs left level."""


def offer_forms(championship: Championship, operation: OfferForms) -> Next:
    """Offer forms of dispute, where the regulation lets a draw choose. Key: format.kind."""
    kind = championship.regulation.event.format
    if kind is None or kind.kind is not FormatKind.DRAWN_BY_LOT:
        return out_of_order("form_is_not_drawn")
    if FORM in championship.draws:
        return out_of_order("draw_held_already")
    if len(set(operation.forms)) < 2 or not set(operation.forms) <= set(FORMS):
        return forbidden_by("format.kind", "forms_unknown", choices=tuple(FORMS))
    return replace(championship, forms=operation.forms)


def settle(championship: Championship, operation: Settle) -> Next:
    """Hours that were published for rounds of a larger field fall away with them.

    Keys: selection.pairs, format.kind, schedule.published, consents.regulation and the other consents,
    consents.documents.
    """
    if has_begun(championship):
        return out_of_order("draw_held_already")
    if len(operation.pairs) < 2:
        return out_of_order("two_pairs_needed", count=len(operation.pairs))
    if len(set(operation.pairs)) < len(operation.pairs):
        return out_of_order("pair_listed_twice", pair=_listed_twice(operation.pairs))
    if refused := refusal_of_plan(operation.plan):
        return refused
    selection = championship.regulation.event.selection
    if selection and len(operation.pairs) > selection.pairs:
        return forbidden_by("selection.pairs", "too_many_pairs", count=len(operation.pairs), most=selection.pairs)
    if operation.plan.entrants != len(operation.pairs):
        return out_of_order("plan_for_others", entrants=operation.plan.entrants, count=len(operation.pairs))
    if refused := (
        _refusal_of_unentered_pairs(championship, operation.pairs)
        or _refusal_of_other_form(championship, operation)
        or refusal_of_field(championship.roll, operation.pairs)
    ):
        return refused
    entered = {pair: entry.delegation for pair in operation.pairs if (entry := championship.entries.get(pair))}
    delegations = {pair: delegation for pair, delegation in entered.items() if delegation}
    return replace(
        championship,
        plan=operation.plan,
        pairs=operation.pairs,
        delegations={**dict(operation.delegations), **delegations},
        fixtures={fixture.id: fixture for fixture in operation.plan.fixtures},
        hours=championship.hours.within(operation.plan),
        commitments={draw: value for draw, value in championship.commitments.items() if draw == FORM},
    )


def _refusal_of_other_form(championship: Championship, operation: Settle) -> Refusal | None:
    """If forms were offered, the drawn one must be played. Key: format.kind."""
    if not championship.forms:
        return None
    if FORM not in championship.draws:
        return forbidden_by("format.kind", "form_not_drawn_yet", choices=championship.forms)
    form = drawn_form(championship)
    if operation.plan == form_plan(championship.regulation, form, len(operation.pairs)):
        return None
    return forbidden_by("format.kind", "another_form_drawn", form=form)


def drawn_form(championship: Championship) -> str:
    """The form of dispute that was drawn first."""
    result = championship.draws[FORM]["result"]
    assert isinstance(result, list)
    return str(result[0])


def _refusal_of_unentered_pairs(championship: Championship, pairs: Sequence[PairId]) -> Refusal | None:
    """If there are entries, only selected pairs play. Key: selection.by."""
    if not championship.entries:
        return None
    playing = {entry.id for entry in taking_part(championship.roll)}
    outside = next((pair for pair in pairs if pair not in playing), None)
    return None if outside is None else out_of_order("pair_not_selected", pair=outside)


def _listed_twice(pairs: Sequence[PairId]) -> PairId:
    return next(pair for at, pair in enumerate(pairs) if pair in pairs[:at])


# --- draws --------------------------------------------------------------------------------------------------------


def commit_draw(championship: Championship, operation: CommitDraw) -> Next:
    """Key: format.draw."""
    drawn = [stage.id for stage in championship.plan.stages if stage.filling is not Filling.IN_ORDER]
    if operation.draw == FORM and not championship.forms:
        return out_of_order("no_such_draw", draw=FORM)
    if operation.draw not in (FORM, *drawn) and not operation.draw.startswith(LOTS):
        return out_of_order("no_such_draw", draw=operation.draw)
    if operation.draw in championship.draws:
        return out_of_order("draw_held_already")
    if operation.draw in championship.commitments and not _replaces(championship, operation):
        return out_of_order("already_committed", draw=operation.draw)
    try:
        parse_seed(operation.commitment)
    except FairError:
        return out_of_order("bad_commitment", draw=operation.draw)
    return replace(
        championship,
        commitments={**championship.commitments, operation.draw: operation.commitment},
        committed_at={**championship.committed_at, operation.draw: operation.at},
    )


def _replaces(championship: Championship, operation: CommitDraw) -> bool:
    """Whether the commitment differs from the one before and says why that was wrong."""
    return bool(operation.why.strip()) and operation.commitment != championship.commitments[operation.draw]


def hold_draw(championship: Championship, operation: HoldDraw) -> Next:
    """The first draw waits for every acceptance, as settling does. Keys: format.draw, consents.documents."""
    if operation.draw in championship.draws:
        return out_of_order("draw_held_already")
    if not has_begun(championship) and (refused := refusal_of_field(championship.roll, championship.pairs)):
        return refused
    if operation.draw not in championship.commitments:
        return out_of_order("not_committed", draw=operation.draw)
    if operation.at < championship.committed_at[operation.draw]:
        return out_of_order(
            "drawn_before_commitment", draw=operation.draw, at=championship.committed_at[operation.draw]
        )
    if not operation.entropy.strip():
        return out_of_order("entropy_needed", draw=operation.draw)
    try:
        secret = parse_seed(operation.secret)
        label = f"carteado-draw/1|{championship.event}|{operation.draw}"
        if commitment(label, secret) != championship.commitments[operation.draw]:
            return out_of_order("commitment_differs", draw=operation.draw)
        if operation.draw == FORM:
            return _draw_form(championship, operation, secret)
        draw = _draw_lots if operation.draw.startswith(LOTS) else _draw_stage
        return draw(championship, operation, secret)
    except FairError as error:
        return out_of_order("draw_impossible", draw=operation.draw, reason=str(error))


def has_begun(championship: Championship) -> bool:
    """Whether the field stands: the first draw was held, or a match was called where nothing is drawn."""
    return bool(championship.places or championship.logs)


def refusal_of_changed_field(championship: Championship, operation: HoldDraw) -> Refusal | None:
    """The first draw waits for a new settling if a settled pair has left since. Keys: selection.by, format.draw."""
    if has_begun(championship) or operation.draw == FORM:
        return None
    if refused := _refusal_of_unentered_pairs(championship, championship.pairs):
        return out_of_order("settled_pair_has_left", **refused.details)
    return None


def _draw_stage(championship: Championship, operation: HoldDraw, secret: bytes) -> Next:
    stage = championship.plan.stage(operation.draw)
    known = _known_pairs(championship, stage)
    if known is None:
        return out_of_order("stage_not_reached", draw=stage.id)
    met = championship.bracket.outcomes() if any(isinstance(slot, LuckyLoser) for slot in stage.fill) else []
    apart = kept_apart(known, championship.delegations, met)
    draw = draw_of(championship.event, operation.draw, stage, known, apart)
    drawn = draw_places(draw, stage, known, secret=secret, entropy=operation.entropy)
    return replace(
        championship,
        places={**championship.places, stage.id: drawn.places},
        draws={**championship.draws, operation.draw: drawn.protocol},
    )


def _known_pairs(championship: Championship, stage: Stage) -> list[PairId] | None:
    """The pairs of the stage, once all are known. Empty places stay out of the draw."""
    occupants = [championship.bracket.occupant(slot) for slot in stage.fill]
    return None if None in occupants else [pair for pair in occupants if isinstance(pair, str)]


def _draw_form(championship: Championship, operation: HoldDraw, secret: bytes) -> Next:
    """Key: format.kind."""
    draw = Draw(event=championship.event, name=FORM, entrants=championship.forms)
    protocol = draw_protocol(draw, secret=secret, entropy=operation.entropy)
    return replace(championship, draws={**championship.draws, FORM: protocol})


def lots_name(championship: Championship, where: str) -> str:
    """The name of the next draw of lots for the pairs level there, numbered if lots were drawn there before."""
    name, number = f"{LOTS}{where}", 1
    while name in championship.draws:
        number += 1
        name = f"{LOTS}{where}-{number}"
    return name


def _not_in(drawn: Sequence[PairId], pairs: Sequence[PairId]) -> list[PairId]:
    """Pairs drawn earlier and not this time, in their old order. They come after those drawn now."""
    return [pair for pair in pairs if pair not in drawn]


def _draw_lots(championship: Championship, operation: HoldDraw, secret: bytes) -> Next:
    """Keys: standings.two_tied, standings.more_tied, lucky_losers.to_quarter_finals, lucky_losers.to_semi_finals."""
    needed = {lots_name(championship, where): where for where in championship.bracket.lots_needed()}
    if operation.draw not in needed:
        return out_of_order("no_lots_needed", draw=operation.draw)
    where = needed[operation.draw]
    tied = championship.bracket.lots_needed()[where]
    lots = Stage(id=operation.draw, kind=Kind.SWISS, fill=())
    drawn = draw_places(
        draw_of(championship.event, operation.draw, lots, tied, {}),
        lots,
        tied,
        secret=secret,
        entropy=operation.entropy,
    )
    return replace(
        championship,
        lots={**championship.lots, where: (*drawn.places, *_not_in(drawn.places, championship.lots.get(where, ())))},
        draws={**championship.draws, operation.draw: drawn.protocol},
    )


def pair_round(championship: Championship, operation: PairRound) -> Next:
    """Pair the next round of a Swiss, once all matches of the last one have ended."""
    stage = next((one for one in championship.plan.stages if one.id == operation.stage), None)
    if stage is None or stage.kind is not Kind.SWISS:
        return out_of_order("no_such_stage", stage=operation.stage)
    if not championship.bracket.is_filled(stage):
        return out_of_order("stage_not_reached", draw=stage.id)
    paired = championship.sat_out.get(stage.id, ())
    if championship.bracket.is_paired(stage):
        return out_of_order("all_rounds_paired", rounds=stage.rounds)
    if not all(
        championship.bracket.ended(fixture.id)
        for fixture in championship.fixtures.values()
        if fixture.stage == stage.id
    ):
        return out_of_order("round_not_over", number=len(paired))
    ranking = [
        placing for placing in championship.bracket.ranking(stage.id) if placing.pair not in championship.departures
    ]
    made = paired_round(
        [placing.pair for placing in ranking],
        wins={placing.pair: placing.wins for placing in ranking},
        played=[outcome.pairs for outcome in championship.bracket.outcomes(stage.id)],
        byes=[pair for pair in paired if pair is not None],
        apart=championship.delegations,
    )
    if isinstance(made, Refusal):
        return made
    number = len(paired) + 1
    fixtures = {
        name: Fixture(name, stage.id, SWISS, number, (Paired(one), Paired(two)), best_of=stage.best_of)
        for table, (one, two) in enumerate(made.pairings, start=1)
        for name in [f"{stage.id}-{number}-{table}"]
    }
    sat_out = {**championship.sat_out, stage.id: (*paired, made.bye)}
    return replace(championship, fixtures={**championship.fixtures, **fixtures}, sat_out=sat_out)


def end_rounds(championship: Championship, operation: EndRounds) -> Next:
    """End a Swiss before its last round, between two rounds."""
    stage = next(
        (one for one in championship.plan.stages if one.id == operation.stage and one.kind is Kind.SWISS), None
    )
    if stage is None:
        return out_of_order("no_such_stage", stage=operation.stage)
    if championship.bracket.is_paired(stage):
        return out_of_order("all_rounds_paired", rounds=stage.rounds)
    if stage.id not in championship.sat_out:
        return out_of_order("stage_not_reached", draw=stage.id)
    if any(
        championship.bracket.ended(one.id) is None for one in championship.fixtures.values() if one.stage == stage.id
    ):
        return out_of_order("round_not_over", number=len(championship.sat_out.get(stage.id, ())))
    if not operation.why.strip():
        return out_of_order("reason_needed")
    return replace(championship, rounds_ended=championship.rounds_ended | {stage.id})

"""Operations before the first match and between stages: settling the field, holding draws, pairing the rounds of a
Swiss."""

from collections.abc import Sequence
from dataclasses import replace

from carteado.fair import Draw, FairError, commitment, draw_protocol, parse_seed
from carteado.regulation import Refusal, out_of_order, refuse
from carteado.regulation.event_rules import FormatKind
from carteado.tournament.formats.draws import draw_of, held, kept_apart
from carteado.tournament.formats.plans import FORMS, why_not_plan
from carteado.tournament.formats.slots import LuckyLoser, Paired
from carteado.tournament.formats.stages import SWISS, Filling, Fixture, Kind, Stage
from carteado.tournament.formats.swiss import pair_round as paired_round
from carteado.tournament.operations import CommitDraw, EndRounds, HoldDraw, OfferForms, PairRound, Settle
from carteado.tournament.outcomes import PairId
from carteado.tournament.registrations.entries import taking_part, why_not_in_the_field
from carteado.tournament.state.championship import Championship, Next

FORM, LOTS = "form", "lots-"
"""The name of the draw of the form of dispute, and the prefix of draws that separate pairs left level."""


def offer_forms(before: Championship, operation: OfferForms) -> Next:
    """Offer forms of dispute, where the regulation lets a draw choose. Key: format.kind."""
    kind = before.regulation.event.format
    if kind is None or kind.kind is not FormatKind.DRAWN_BY_LOT:
        return out_of_order("form_is_not_drawn")
    if FORM in before.draws:
        return out_of_order("draw_held_already")
    if len(set(operation.forms)) < 2 or not set(operation.forms) <= set(FORMS):
        return refuse("format.kind", "forms_unknown", choices=tuple(FORMS))
    return replace(before, forms=operation.forms)


def settle(before: Championship, operation: Settle) -> Next:
    """Keys: selection.pairs, format.kind, consents.regulation and the other consents, consents.documents."""
    if before.places or before.logs:
        return out_of_order("draw_held_already")
    if len(operation.pairs) < 2:
        return out_of_order("two_pairs_needed", count=len(operation.pairs))
    if len(set(operation.pairs)) < len(operation.pairs):
        return out_of_order("pair_listed_twice", pair=_listed_twice(operation.pairs))
    if refused := why_not_plan(operation.plan):
        return refused
    selection = before.regulation.event.selection
    if selection and len(operation.pairs) > selection.pairs:
        return refuse("selection.pairs", "too_many_pairs", count=len(operation.pairs), most=selection.pairs)
    if operation.plan.entrants != len(operation.pairs):
        return out_of_order("plan_for_others", entrants=operation.plan.entrants, count=len(operation.pairs))
    if refused := (
        _why_not_entered(before, operation.pairs)
        or _why_not_drawn_form(before, operation)
        or why_not_in_the_field(before.roll, operation.pairs)
    ):
        return refused
    entered = {pair: entry.delegation for pair in operation.pairs if (entry := before.entries.get(pair))}
    delegations = {pair: delegation for pair, delegation in entered.items() if delegation}
    return replace(
        before,
        plan=operation.plan,
        pairs=operation.pairs,
        delegations={**dict(operation.delegations), **delegations},
        fixtures={fixture.id: fixture for fixture in operation.plan.fixtures},
        commitments={draw: value for draw, value in before.commitments.items() if draw == FORM},
    )


def _why_not_drawn_form(before: Championship, operation: Settle) -> Refusal | None:
    """If forms were offered, the drawn one must be played. Key: format.kind."""
    if not before.forms:
        return None
    if FORM not in before.draws:
        return refuse("format.kind", "form_not_drawn_yet", choices=before.forms)
    form = drawn_form(before)
    if operation.plan == FORMS[form].plan(len(operation.pairs)):
        return None
    return refuse("format.kind", "another_form_drawn", form=form)


def drawn_form(championship: Championship) -> str:
    """The form of dispute that was drawn first."""
    result = championship.draws[FORM]["result"]
    assert isinstance(result, list)
    return str(result[0])


def _why_not_entered(before: Championship, pairs: Sequence[PairId]) -> Refusal | None:
    """If there are entries, only selected pairs play. Key: selection.by."""
    if not before.entries:
        return None
    playing = {entry.id for entry in taking_part(before.roll)}
    outside = next((pair for pair in pairs if pair not in playing), None)
    return None if outside is None else out_of_order("pair_not_selected", pair=outside)


def _listed_twice(pairs: Sequence[PairId]) -> PairId:
    return next(pair for at, pair in enumerate(pairs) if pair in pairs[:at])


# --- draws --------------------------------------------------------------------------------------------------------


def commit_draw(before: Championship, operation: CommitDraw) -> Next:
    """Key: format.draw."""
    drawn = [stage.id for stage in before.plan.stages if stage.filling is not Filling.IN_ORDER]
    if operation.draw == FORM and not before.forms:
        return out_of_order("no_such_draw", draw=FORM)
    if operation.draw not in (FORM, *drawn) and not operation.draw.startswith(LOTS):
        return out_of_order("no_such_draw", draw=operation.draw)
    if operation.draw in before.draws:
        return out_of_order("draw_held_already")
    if operation.draw in before.commitments and not _replaces(before, operation):
        return out_of_order("already_committed", draw=operation.draw)
    try:
        parse_seed(operation.commitment)
    except FairError:
        return out_of_order("bad_commitment", draw=operation.draw)
    return replace(
        before,
        commitments={**before.commitments, operation.draw: operation.commitment},
        committed_at={**before.committed_at, operation.draw: operation.at},
    )


def _replaces(before: Championship, operation: CommitDraw) -> bool:
    """Whether the commitment differs from the one before and says why that was wrong."""
    return bool(operation.why.strip()) and operation.commitment != before.commitments[operation.draw]


def hold_draw(before: Championship, operation: HoldDraw) -> Next:
    """The first draw waits for every acceptance, as settling does. Keys: format.draw, consents.documents."""
    if operation.draw in before.draws:
        return out_of_order("draw_held_already")
    if not before.places and (refused := why_not_in_the_field(before.roll, before.pairs)):
        return refused
    if operation.draw not in before.commitments:
        return out_of_order("not_committed", draw=operation.draw)
    if operation.at < before.committed_at[operation.draw]:
        return out_of_order("drawn_before_commitment", draw=operation.draw, at=before.committed_at[operation.draw])
    if not operation.entropy.strip():
        return out_of_order("entropy_needed", draw=operation.draw)
    try:
        secret = parse_seed(operation.secret)
        label = f"carteado-draw/1|{before.event}|{operation.draw}"
        if commitment(label, secret) != before.commitments[operation.draw]:
            return out_of_order("commitment_differs", draw=operation.draw)
        if operation.draw == FORM:
            return _draw_form(before, operation, secret)
        draw = _draw_lots if operation.draw.startswith(LOTS) else _draw_stage
        return draw(before, operation, secret)
    except FairError as error:
        return out_of_order("draw_impossible", draw=operation.draw, reason=str(error))


def _draw_stage(before: Championship, operation: HoldDraw, secret: bytes) -> Next:
    stage = before.plan.stage(operation.draw)
    known = _known_pairs(before, stage)
    if known is None:
        return out_of_order("stage_not_reached", draw=stage.id)
    met = before.bracket.outcomes() if any(isinstance(slot, LuckyLoser) for slot in stage.fill) else []
    apart = kept_apart(known, before.delegations, met)
    draw = draw_of(before.event, operation.draw, stage, known, apart)
    drawn = held(draw, stage, known, secret=secret, entropy=operation.entropy)
    return replace(
        before,
        places={**before.places, stage.id: drawn.places},
        draws={**before.draws, operation.draw: drawn.protocol},
    )


def _known_pairs(before: Championship, stage: Stage) -> list[PairId] | None:
    """The pairs of the stage, once all are known. Empty places stay out of the draw."""
    occupants = [before.bracket.occupant(slot) for slot in stage.fill]
    return None if None in occupants else [pair for pair in occupants if isinstance(pair, str)]


def _draw_form(before: Championship, operation: HoldDraw, secret: bytes) -> Next:
    """Key: format.kind."""
    draw = Draw(event=before.event, name=FORM, entrants=before.forms)
    protocol = draw_protocol(draw, secret=secret, entropy=operation.entropy)
    return replace(before, draws={**before.draws, FORM: protocol})


def lots_name(championship: Championship, where: str) -> str:
    """The name of the next draw of lots for the pairs level there, numbered if lots were drawn there before."""
    name, number = f"{LOTS}{where}", 1
    while name in championship.draws:
        number += 1
        name = f"{LOTS}{where}-{number}"
    return name


def _not_in(drawn: Sequence[PairId], before: Sequence[PairId]) -> list[PairId]:
    """Pairs drawn earlier and not this time, in their old order. They come after those drawn now."""
    return [pair for pair in before if pair not in drawn]


def _draw_lots(before: Championship, operation: HoldDraw, secret: bytes) -> Next:
    """Keys: standings.two_tied, standings.more_tied, lucky_losers.to_quarter_finals, lucky_losers.to_semi_finals."""
    needed = {lots_name(before, where): where for where in before.bracket.lots_needed()}
    if operation.draw not in needed:
        return out_of_order("no_lots_needed", draw=operation.draw)
    where = needed[operation.draw]
    tied = before.bracket.lots_needed()[where]
    lots = Stage(id=operation.draw, kind=Kind.SWISS, fill=())
    drawn = held(
        draw_of(before.event, operation.draw, lots, tied, {}), lots, tied, secret=secret, entropy=operation.entropy
    )
    return replace(
        before,
        lots={**before.lots, where: (*drawn.places, *_not_in(drawn.places, before.lots.get(where, ())))},
        draws={**before.draws, operation.draw: drawn.protocol},
    )


def pair_round(before: Championship, operation: PairRound) -> Next:
    """Pair the next round of a Swiss, once all matches of the last one have ended."""
    stage = next((one for one in before.plan.stages if one.id == operation.stage), None)
    if stage is None or stage.kind is not Kind.SWISS:
        return out_of_order("no_such_stage", stage=operation.stage)
    if not before.bracket.is_filled(stage):
        return out_of_order("stage_not_reached", draw=stage.id)
    paired = before.sat_out.get(stage.id, ())
    if before.bracket.is_paired(stage):
        return out_of_order("all_rounds_paired", rounds=stage.rounds)
    if not all(before.bracket.ended(fixture.id) for fixture in before.fixtures.values() if fixture.stage == stage.id):
        return out_of_order("round_not_over", number=len(paired))
    ranking = [placing for placing in before.bracket.ranking(stage.id) if placing.pair not in before.departures]
    made = paired_round(
        [placing.pair for placing in ranking],
        wins={placing.pair: placing.wins for placing in ranking},
        played=[outcome.pairs for outcome in before.bracket.outcomes(stage.id)],
        byes=[pair for pair in paired if pair is not None],
        apart=before.delegations,
    )
    if isinstance(made, Refusal):
        return made
    number = len(paired) + 1
    fixtures = {
        name: Fixture(name, stage.id, SWISS, number, (Paired(one), Paired(two)), best_of=stage.best_of)
        for table, (one, two) in enumerate(made.pairings, start=1)
        for name in [f"{stage.id}-{number}-{table}"]
    }
    sat_out = {**before.sat_out, stage.id: (*paired, made.bye)}
    return replace(before, fixtures={**before.fixtures, **fixtures}, sat_out=sat_out)


def end_rounds(before: Championship, operation: EndRounds) -> Next:
    """End a Swiss before its last round, between two rounds."""
    stage = next((one for one in before.plan.stages if one.id == operation.stage and one.kind is Kind.SWISS), None)
    if stage is None:
        return out_of_order("no_such_stage", stage=operation.stage)
    if before.bracket.is_paired(stage):
        return out_of_order("all_rounds_paired", rounds=stage.rounds)
    if stage.id not in before.sat_out:
        return out_of_order("stage_not_reached", draw=stage.id)
    if any(before.bracket.ended(one.id) is None for one in before.fixtures.values() if one.stage == stage.id):
        return out_of_order("round_not_over", number=len(before.sat_out.get(stage.id, ())))
    if not operation.why.strip():
        return out_of_order("reason_needed")
    return replace(before, rounds_ended=before.rounds_ended | {stage.id})
